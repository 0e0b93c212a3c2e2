//! Rounding: one number and the four modes on a number line, and what rounding twice does.

pub mod modes;
pub mod query;
pub mod twice;

use crate::components::entry::{button, open_group};
use crate::state::number::{Subject, format_of, read_text};
use modes::Rounded;
use query::{Query, targets};
use semantics::number::{F32, Format, Pattern};
use semantics::rounding::Literal;
use twice::Twice;

/// What the text stands for, or why it stands for nothing that can be placed on a line.
pub fn number(typed: &str, format: &'static Format) -> Result<Literal, String> {
    let literal = match read_text(typed)?.literal {
        Literal::Bits { bits, width, format: named } => Subject::of(Pattern::new(format_of(width, named, F32::ROW), bits), "").literal,
        literal => literal,
    };
    match Rounded::of(&literal, format) {
        Some(_) => Ok(literal),
        None => Err("This cannot be drawn: it is not a finite number, or it is too large.".into()),
    }
}

/// The formats, and numbers worth a look in the one chosen.
pub fn choices(query: &Query) -> String {
    let mut html = String::new();
    open_group(&mut html, "group", "Format", "into");
    for format in targets() {
        button(&mut html, &["format ", format.name].concat(), format.name == query.format.name, format.name, "");
    }
    html.push_str("</div>");
    open_group(&mut html, "group picks", "Numbers worth a look", "try");
    for (name, typed) in numbers(query.format) {
        button(&mut html, &["type ", &typed].concat(), typed == query.typed, name, "");
    }
    html.push_str("</div>");
    html
}

/// Numbers that show each way of rounding in a format, spelled exactly.
fn numbers(format: &'static Format) -> Vec<(&'static str, String)> {
    let places = format.fraction_bits + 1;
    let one = 1u128 << places;
    let largest = Pattern::new(format, format.largest()).exact().map_or((0, 0), |exact| (u128::from(exact.magnitude), exact.exponent));
    vec![
        ("0.1", "0.1".into()),
        ("-0.1", "-0.1".into()),
        ("tie, down to even", format!("0x{:x}p-{places}", one + 1)),
        ("tie, up to even", format!("0x{:x}p-{places}", one + 3)),
        ("just above a tie", format!("0x{:x}p-{}", (one + 1) << 16 | 1, places + 16)),
        ("half an ulp beyond the largest", format!("0x{:x}p{}", largest.0 * 2 + 1, largest.1 - 1)),
        ("half the smallest", format!("0x1p{}", format.quantum() - 1)),
    ]
}

pub fn picks(found: &[(&'static str, Twice)], double: u64) -> String {
    let mut html = String::new();
    for (name, twice) in found {
        button(&mut html, &format!("double {:016x}", twice.double.bits), twice.double.bits == double, name, "");
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pick_can_be_drawn_in_its_format() {
        for format in targets() {
            for (name, typed) in numbers(format) {
                let literal = number(&typed, format).unwrap_or_else(|error| panic!("{} {name} {typed}: {error}", format.name));
                assert!(Rounded::of(&literal, format).is_some_and(|rounded| rounded.line().ends_with("</svg>")), "{} {name}", format.name);
            }
        }
        assert!(number("", F32::ROW).is_err() && number("nan", F32::ROW).is_err());
        assert!(number("0x3f800000", F32::ROW).is_ok());
    }
}
