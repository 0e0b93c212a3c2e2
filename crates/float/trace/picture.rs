//! Steps as labelled rows of bits at their weights: equal weights stand under each other, long uniform stretches are folded.

use super::{Scaled, Step, microscope};
use crate::exact::Natural;
use crate::number::Pattern;
use crate::rounding::Lost;

/// What a bit is in its row; views give each mark a colour and a sign that is not a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A leading one that the format does not store.
    Implicit,
    /// A bit of a significand, a product or a sum.
    Significand,
    /// A bit that stays in the result.
    Kept,
    /// L: the last bit that stays.
    Last,
    /// G: the first bit cut off.
    Guard,
    /// R: the second bit cut off.
    Round,
    /// A bit below, part of S.
    Sticky,
}

/// One bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its value.
    pub bit: bool,
    /// Its part.
    pub mark: Mark,
}

/// A number as bits at their weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What the number is: "a", "product", "sum".
    pub label: String,
    /// Its sign.
    pub negative: bool,
    /// The exponent of the first cell's weight.
    pub top: i32,
    /// The bits from the top down.
    pub cells: Vec<Cell>,
    /// Whether the row is a result of the rows above it (views draw a rule before it).
    pub result: bool,
}

impl Row {
    /// The bit of weight 2^exponent, if the row has one.
    pub fn at(&self, exponent: i32) -> Option<Cell> {
        usize::try_from(self.top - exponent).ok().and_then(|i| self.cells.get(i)).copied()
    }

    fn bottom(&self) -> i32 {
        self.top - self.cells.len() as i32 + 1
    }
}

/// A column of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The bits of weight 2^exponent.
    Weight(i32),
    /// Columns in which every row repeats itself, left out.
    Fold {
        /// The exponent of the first column left out.
        high: i32,
        /// The exponent of the last column left out.
        low: i32,
    },
}

impl Column {
    /// How many weights a fold stands for; 1 for a single column.
    pub fn places(self) -> u32 {
        match self {
            Column::Weight(_) => 1,
            Column::Fold { high, low } => (high - low + 1) as u32,
        }
    }
}

/// Rows of bits over common columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The rows from the top down.
    pub rows: Vec<Row>,
    /// The columns from the left (the largest weight) to the right.
    pub columns: Vec<Column>,
    /// The exponent of the last place of the result; everything right of it is cut off.
    pub last_place: Option<i32>,
}

/// Columns that stand beside each other on any screen but a phone's, which scrolls: so many are never folded.
const FITS: i32 = 64;
/// A run of at least this many equal columns is folded.
const FOLD_FROM: usize = 10;
/// Columns shown on both sides of a fold.
const FOLD_MARGIN: usize = 2;

/// The picture of a step, if bits at their weights help to understand it.
pub fn of_step(step: &Step) -> Option<Picture> {
    match step {
        Step::Decode { operand, pattern } => {
            let row = significand(operand.label(), *pattern)?;
            Some(of_rows(vec![row], None))
        }
        Step::Multiply { left, right, product } => Some(of_rows(vec![row("a", left), row("b", right), result("product", product)], None)),
        Step::Truncate { from, to } => Some(of_rows(vec![row("product", from), result("kept", to)], Some(to.exponent))),
        Step::Align { larger, smaller, names, .. } => Some(of_rows(vec![row(names[0], larger), row(names[1], smaller)], None)),
        Step::Add { left, right, names, sum } => Some(of_rows(vec![row(names[0], left), row(names[1], right), result("sum", sum)], None)),
        Step::Divide { dividend, divisor, names, quotient, .. } => {
            Some(of_rows(vec![row(names[0], dividend), row(names[1], divisor), result("quotient", quotient)], None))
        }
        Step::SquareRoot { radicand, root, .. } => Some(of_rows(vec![row("a", radicand), result("root", root)], None)),
        Step::Told(stage) => stage.picture(),
        Step::Normalise { value, format } => {
            let last_place = format.last_place(value.leading());
            Some(of_rows(vec![cut(value, last_place)], Some(last_place)))
        }
        Step::Round { value, rounded, .. } => {
            let mut rows = vec![cut(value, rounded.last_place)];
            if let Some(view) = microscope::of_step(step).filter(|view| view.lost != Lost::Nothing && view.encloses()) {
                rows.extend(significand("towards zero", view.toward_zero).map(|row| Row { result: true, ..row }));
                rows.extend(view.away.and_then(|away| significand("away", away)));
            }
            Some(of_rows(rows, Some(rounded.last_place)))
        }
        Step::Encode { result } => significand("d", *result).map(|row| of_rows(vec![row], None)),
        _ => None,
    }
}

/// The significand of a finite pattern at its weights, implicit bit first. None for infinities and NaNs.
pub fn significand(label: &str, pattern: Pattern) -> Option<Row> {
    let exact = pattern.exact()?;
    if pattern.format.is_integer() {
        return Some(row_of(label, exact.negative, &exact.natural(), 0));
    }
    let places = pattern.format.fraction_bits;
    let cells = (0..=places)
        .rev()
        .map(|i| Cell { bit: exact.magnitude >> i & 1 == 1, mark: if i == places { Mark::Implicit } else { Mark::Significand } })
        .collect();
    Some(Row { label: label.into(), negative: exact.negative, top: exact.exponent + places as i32, cells, result: false })
}

fn row(label: &str, value: &Scaled) -> Row {
    row_of(label, value.negative, &value.magnitude, value.exponent)
}

/// The row of `± magnitude · 2^exponent`.
pub fn row_of(label: &str, negative: bool, magnitude: &Natural, exponent: i32) -> Row {
    let bits = magnitude.bits().max(1);
    let cells = (0..bits).rev().map(|i| Cell { bit: magnitude.bit(i), mark: Mark::Significand }).collect();
    Row { label: label.into(), negative, top: exponent + bits as i32 - 1, cells, result: false }
}

fn result(label: &str, value: &Scaled) -> Row {
    Row { result: true, ..row(label, value) }
}

/// A value with its bits marked as kept and cut off. Zero digits between the last place and the value's own end are shown.
fn cut(value: &Scaled, last_place: i32) -> Row {
    let top = value.leading().max(last_place);
    let bottom = value.exponent.min(last_place);
    let cells = (bottom..=top)
        .rev()
        .map(|exponent| Cell {
            bit: exponent >= value.exponent && value.magnitude.bit((exponent - value.exponent) as u32),
            mark: match last_place - exponent {
                0 => Mark::Last,
                1 => Mark::Guard,
                2 => Mark::Round,
                3.. => Mark::Sticky,
                _ => Mark::Kept,
            },
        })
        .collect();
    Row { label: "exact".into(), negative: value.negative, top, cells, result: false }
}

/// Rows under each other, with their common columns; equal runs are folded.
pub fn of_rows(rows: Vec<Row>, last_place: Option<i32>) -> Picture {
    let high = rows.iter().map(|row| row.top).max().unwrap_or(0);
    let low = rows.iter().map(Row::bottom).min().unwrap_or(0);
    let signature = |exponent: i32| -> Vec<Option<Cell>> { rows.iter().map(|row| row.at(exponent)).collect() };
    let mut columns = Vec::new();
    let mut start = high;
    while start >= low {
        let same = signature(start);
        let mut end = start;
        while end > low && signature(end - 1) == same {
            end -= 1;
        }
        let run = (start - end + 1) as usize;
        if run >= FOLD_FROM && high - low >= FITS {
            let margin = FOLD_MARGIN as i32;
            columns.extend((start - margin + 1..=start).rev().map(Column::Weight));
            columns.push(Column::Fold { high: start - margin, low: end + margin });
            columns.extend((end..end + margin).rev().map(Column::Weight));
        } else {
            columns.extend((end..=start).rev().map(Column::Weight));
        }
        start = end - 1;
    }
    Picture { rows, columns, last_place }
}
