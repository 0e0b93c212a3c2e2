//! A step's rows of bits, drawn: equal weights under each other, kept bits solid, cut-off bits hatched, L G R S by letter.

use super::html::{push_number, push_power, push_text};
use semantics::trace::picture::{Cell, Column, Mark, Picture, Row};

fn mark_class(mark: Mark) -> &'static str {
    match mark {
        Mark::Implicit => "implicit",
        Mark::Significand => "significand",
        Mark::Kept => "kept",
        Mark::Last => "last",
        Mark::Guard => "guard",
        Mark::Round => "round",
        Mark::Sticky => "sticky",
    }
}

/// The drawing as markup.
pub fn draw(picture: &Picture) -> String {
    let mut html = String::with_capacity(picture.rows.len() * picture.columns.len() * 48);
    for row in &picture.rows {
        draw_row(&mut html, picture, row);
        if row.cells.iter().any(|cell| cell.mark == Mark::Last) {
            draw_letters(&mut html, picture, row);
        }
    }
    html
}

fn draw_row(html: &mut String, picture: &Picture, row: &Row) {
    html.push_str(if row.result { "<div class=\"line result\"><b>" } else { "<div class=\"line\"><b>" });
    push_text(html, &row.label);
    html.push_str(if row.negative { "</b><u>−</u><span>" } else { "</b><u>+</u><span>" });
    for &column in &picture.columns {
        match column {
            Column::Weight(weight) => {
                let end = picture.last_place == Some(weight);
                push_cell(html, row.at(weight), weight, end);
            }
            Column::Fold { high, .. } => push_fold(html, row.at(high), column.places()),
        }
    }
    html.push_str("</span><em>");
    push_power(html, row.top);
    html.push_str("</em></div>");
}

fn push_cell(html: &mut String, cell: Option<Cell>, weight: i32, end: bool) {
    let Some(cell) = cell else {
        html.push_str(if end { "<i class=\"none end\"> </i>" } else { "<i class=\"none\"> </i>" });
        return;
    };
    html.push_str("<i data-w=\"");
    push_number(html, weight);
    html.push_str("\" class=\"");
    html.push_str(mark_class(cell.mark));
    html.push_str(match (cell.bit, end) {
        (true, false) => " one\">1</i>",
        (false, false) => "\">0</i>",
        (true, true) => " one end\">1</i>",
        (false, true) => " end\">0</i>",
    });
}

/// A folded stretch: what every left-out place holds and how many there are.
fn push_fold(html: &mut String, cell: Option<Cell>, places: u32) {
    html.push_str("<s class=\"fold ");
    html.push_str(cell.map_or("none", |cell| mark_class(cell.mark)));
    html.push_str("\">");
    html.push_str(cell.map_or("·", |cell| if cell.bit { "1" } else { "0" }));
    html.push('×');
    push_number(html, places as i32);
    html.push_str("</s>");
}

/// The letters under the last kept bit and the bits cut off. Every bit below R belongs to S: a line goes on from its letter.
fn draw_letters(html: &mut String, picture: &Picture, row: &Row) {
    html.push_str("<div class=\"line letters\" aria-hidden=\"true\"><b></b><u></u><span>");
    let mut sticky_named = false;
    for &column in &picture.columns {
        match column {
            Column::Weight(weight) => {
                let letter = match row.at(weight).map(|cell| cell.mark) {
                    Some(Mark::Last) => "L",
                    Some(Mark::Guard) => "G",
                    Some(Mark::Round) => "R",
                    Some(Mark::Sticky) if sticky_named => "–",
                    Some(Mark::Sticky) => {
                        sticky_named = true;
                        "S"
                    }
                    _ => " ",
                };
                html.push_str(if picture.last_place == Some(weight) { "<i class=\"end\">" } else { "<i>" });
                html.push_str(letter);
                html.push_str("</i>");
            }
            Column::Fold { .. } => {
                html.push_str("<s class=\"fold none\">·×");
                push_number(html, column.places() as i32);
                html.push_str("</s>");
            }
        }
    }
    html.push_str("</span><em></em></div>");
}
