//! Text with places that an experiment fills: `{d}` is register d in decimal, `{d:hex}` its bits in hex, and so on. In place of a register a
//! format may stand, `{f16:largest}`, and behind an equals sign a sum: `{= f32:bias - f16:bias}`.
//!
//! So no figure of a lesson stands as text. The kinds are the rows of one table.

use super::formula::Sum;
use super::translation::Translation;
use super::values::Values;
use crate::exact::Natural;
use crate::microscaling::Recipe;
use crate::number::{Format, Pattern};
use crate::special_function::table::RECIPROCAL;
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
    ("sign",     |values, name| values.find(name).map(|number| if number.is_negative() { "-" } else { "+" }.to_owned())),
    ("fraction", |values, name| values.find(name).map(|number| number.fraction_field().to_string())),
    ("payload",  |values, name| values.find(name).filter(Pattern::is_nan).map(|nan| format!("0x{:x}", nan.fraction_field() & !nan.format.quiet_bit()))),
    ("significant", |values, name| values.find(name)?.exact().map(|exact| (64 - exact.magnitude.leading_zeros()).to_string())),
    ("six",      |values, name| values.find(name).map(|number| six(&number.exact_decimal()))),
    ("grs",      |values, name| values.microscope(name).map(|view| [view.guard, view.round, view.sticky].map(|bit| if bit { '1' } else { '0' }).iter().collect())),
    ("rounding", |values, name| values.ran(name).map(|_| if values.is_exact(name) { "exact" } else { "inexact" }.to_owned())),
    ("method",   |values, name| values.ran(name).map(|_| if values.verdict(name).is_some() { "approximated" } else { "rounded" }.to_owned())),
    ("rows",     |_, name| (name == "reciprocal").then(|| RECIPROCAL.len().to_string())),
    ("block",    |_, name| Recipe::named(name).map(|recipe| recipe.size.to_string())),
    ("rowbits",  |_, name| (name == "reciprocal").then(|| RECIPROCAL.len().ilog2().to_string())),
    ("width",    |values, name| format(values, name).map(|format| format.width().to_string())),
    ("exponents", |values, name| format(values, name).map(|format| format.exponent_bits.to_string())),
    ("fractions", |values, name| format(values, name).map(|format| format.fraction_bits.to_string())),
    ("precision", |values, name| format(values, name).map(|format| format.precision().to_string())),
    ("bias",     |values, name| format(values, name).map(|format| format.bias.to_string())),
    ("largest",  |values, name| format(values, name).map(|format| Pattern::new(format, format.largest()).exact_decimal())),
    ("beyond",   |values, name| format(values, name).map(|format| Natural::from(1).shifted_left((format.emax() + 1).unsigned_abs()).decimal())),
    ("smallest", |values, name| format(values, name).map(|format| format!("2^{}", format.emin()))),
    ("last",     |values, name| format(values, name).map(|format| format!("2^{}", format.quantum()))),
    ("roundoff", |values, name| format(values, name).map(|format| format!("2^-{}", format.precision()))),
];

/// The format of a register, or the one of that name.
fn format(values: &Values, name: &str) -> Option<&'static Format> {
    values.find(name).map(|number| number.format).or_else(|| Format::named(name))
}

/// The first six significant digits of a decimal.
fn six(decimal: &str) -> String {
    let mut left = 6;
    let kept = decimal.chars().scan(false, |begun, digit| {
        *begun |= ('1'..='9').contains(&digit);
        left -= i32::from(*begun && digit != '.');
        (left >= 0).then_some(digit)
    });
    kept.collect()
}

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
            Some((what, rest)) => {
                filled.push_str(&place(what, values).map_or_else(|| "–".into(), |written| language.of(&written)));
                filled.push_str(rest);
            }
            None => filled.push_str(piece),
        }
    }
    filled
}

/// The places of a text whose kind or register does not exist.
pub fn unknown<'a>(text: &'a str, values: &Values) -> Vec<&'a str> {
    let places = text.split('{').skip(1).filter_map(|piece| piece.split_once('}')).map(|(place, _)| place);
    places.filter(|what| place(what, values).is_none()).collect()
}

/// What a place says.
pub fn place(place: &str, values: &Values) -> Option<String> {
    if let Some(sum) = place.strip_prefix('=') {
        return Sum::read(sum).ok()?.whole(values).map(|whole| whole.to_string());
    }
    let (name, kind) = place.split_once(':').unwrap_or((place, ""));
    let (_, write) = KINDS.iter().find(|row| row.0 == kind)?;
    write(values, name)
}
