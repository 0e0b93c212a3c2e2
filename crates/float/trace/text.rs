//! A whole explanation as plain text: what "copy" puts on the clipboard, what a student hands in, what the snapshot tests hold.

use super::picture::{self, Column, Mark, Picture};
use super::sentence::{sentence, title};
use super::{Step, Trace};
use core::fmt::Write;

/// The steps, numbered, each with its sentence and its rows of bits.
pub fn story(trace: &Trace) -> String {
    let mut text = String::new();
    for (number, step) in trace.steps.iter().enumerate() {
        let _ = writeln!(text, "{}. {}. {}", number + 1, title(step), sentence(step));
        if let Some(picture) = drawn(step) {
            draw(&picture, &mut text);
        }
    }
    text
}

/// The picture of a step where plain text has room for it.
fn drawn(step: &Step) -> Option<Picture> {
    match step {
        Step::Decode { .. } | Step::Encode { .. } | Step::Normalise { .. } => None,
        _ => picture::of_step(step),
    }
}

/// Rows of bits in fixed pitch: `.` stands for places that a row does not reach, `|` for the end of the result, `<17>` for a fold.
fn draw(picture: &Picture, text: &mut String) {
    let width = picture.rows.iter().map(|row| row.label.len()).max().unwrap_or(0);
    for row in &picture.rows {
        let _ = write!(text, "     {:<width$} {} ", row.label, if row.negative { '-' } else { '+' });
        for &column in &picture.columns {
            match column {
                Column::Weight(exponent) => {
                    text.push(row.at(exponent).map_or('.', |cell| if cell.bit { '1' } else { '0' }));
                    if picture.last_place == Some(exponent) {
                        text.push('|');
                    }
                }
                Column::Fold { .. } => {
                    let _ = write!(text, "<{}>", column.places());
                }
            }
        }
        let _ = writeln!(text, "  2^{}", row.top);
    }
    if let Some(row) = picture.rows.iter().find(|row| row.cells.iter().any(|cell| cell.mark == Mark::Guard)) {
        let bit = |mark| row.cells.iter().find(|cell| cell.mark == mark).is_some_and(|cell| cell.bit);
        let sticky = row.cells.iter().any(|cell| cell.mark == Mark::Sticky && cell.bit);
        let digit = |bit: bool| u8::from(bit);
        let _ = writeln!(
            text,
            "     L {}  G {}  R {}  S {}",
            digit(bit(Mark::Last)),
            digit(bit(Mark::Guard)),
            digit(bit(Mark::Round)),
            digit(sticky)
        );
    }
}
