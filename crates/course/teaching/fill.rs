//! Text with places that an experiment fills: `{d}` is register d in decimal, `{d:hex}` its bits in hex, and so on.
//!
//! So no number that was computed stands in a lesson as text. The kinds are the rows of one table.

use super::translation::Translation;
use super::values::Values;
use crate::number::Pattern;
use crate::trace::sentence::why;

/// A kind of place, and what it writes of a register.
type Kind = (&'static str, fn(&Values, &str) -> Option<String>);

#[rustfmt::skip]
const KINDS: &[Kind] = &[
    ("",         |values, name| values.find(name).map(|number| number.digits())),
    ("hex",      |values, name| values.find(name).map(|number| format!("`0x{}`", number.hex()))),
    ("bits",     |values, name| values.find(name).map(|number| format!("`{}`", number.binary()))),
    ("exact",    |values, name| values.find(name).map(|number| number.exact_decimal())),
    ("class",    |values, name| values.find(name).map(|number| number.class_name().to_owned())),
    ("field",    |values, name| values.find(name).map(|number| number.exponent_field().to_string())),
    ("power",    |values, name| leading(values.find(name)?).map(|power| format!("2^{power}"))),
    ("exponent", |values, name| leading(values.find(name)?).map(|power| power.to_string())),
    ("above",    |values, name| leading(values.find(name)?).map(|power| format!("2^{}", power + 1))),
    ("ulp",      |values, name| values.find(name)?.ulp_exponent().map(|power| format!("2^{power}"))),
    ("next",     |values, name| values.find(name)?.next_up().map(|number| number.digits())),
    ("before",   |values, name| values.find(name)?.next_down().map(|number| number.digits())),
    ("flags",    |values, name| values.find(name).map(|_| flags(values, name))),
    ("why",      |values, name| values.ran(name).map(|_| why(values.steps(name)))),
    ("error",    |values, name| values.verdict(name).map(|verdict| verdict.error.to_string())),
    ("good",     |values, name| values.verdict(name).map(|verdict| verdict.good_bits.to_string())),
    ("true",     |values, name| values.verdict(name).map(|verdict| verdict.truth)),
    ("nearest",  |values, name| values.verdict(name).map(|verdict| verdict.nearest.digits())),
    ("window",   |values, name| values.window(name).map(|power| format!("2^{power}"))),
    ("row",      |values, name| values.table_row(name).map(|row| row.to_string())),
];

/// The power of two of a number's leading one.
pub fn leading(number: Pattern) -> Option<i32> {
    number.exact().filter(|exact| !exact.is_zero()).map(|exact| exact.leading())
}

fn flags(values: &Values, name: &str) -> String {
    let names: Vec<&str> = values.flags(name).names().collect();
    if names.is_empty() { "exact".into() } else { names.join(", ") }
}

/// The text in a language, with its places filled. What cannot be said of the bits as they are now (the power of two of a zero) becomes a dash.
pub fn fill(text: &str, values: &Values, language: &Translation) -> String {
    let mut filled = String::with_capacity(text.len() + 64);
    for piece in language.of(text).split('{') {
        match piece.split_once('}') {
            Some((place, rest)) => {
                filled.push_str(&one(place, values).flatten().map_or_else(|| "–".into(), |written| language.of(&written)));
                filled.push_str(rest);
            }
            None => filled.push_str(piece),
        }
    }
    filled
}

/// The places of a text that no kind or no register stands behind.
pub fn unknown<'a>(text: &'a str, values: &Values) -> Vec<&'a str> {
    let places = text.split('{').skip(1).filter_map(|piece| piece.split_once('}')).map(|(place, _)| place);
    places.filter(|place| one(place, values).is_none_or(|written| written.is_none())).collect()
}

fn one(place: &str, values: &Values) -> Option<Option<String>> {
    let (name, kind) = place.split_once(':').unwrap_or((place, ""));
    let (_, write) = KINDS.iter().find(|row| row.0 == kind)?;
    Some(write(values, name))
}
