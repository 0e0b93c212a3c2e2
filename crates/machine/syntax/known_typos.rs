//! Types that are written as in other places, or with a number of lanes that no type has: which of ours is meant.

use super::edit_distance::distance;
use crate::instruction::{Form, Modifier, ModifierSet, Type};

/// Types by names from elsewhere, and what PTX calls them.
const NAMES: [(&str, &str); 17] = [
    ("half", "f16"),
    ("half2", "f16x2"),
    ("bfloat162", "bf16x2"),
    ("fp16", "f16"),
    ("float16", "f16"),
    ("bfloat16", "bf16"),
    ("bfloat", "bf16"),
    ("float", "f32"),
    ("fp32", "f32"),
    ("single", "f32"),
    ("float32", "f32"),
    ("double", "f64"),
    ("fp64", "f64"),
    ("float64", "f64"),
    ("f4", "e2m1"),
    ("fp4", "e2m1"),
    ("e8m0", "ue8m0"),
];

/// Names of several formats.
const SEVERAL: [(&str, [&str; 2]); 4] =
    [("f8", ["e4m3", "e5m2"]), ("fp8", ["e4m3", "e5m2"]), ("f6", ["e2m3", "e3m2"]), ("fp6", ["e2m3", "e3m2"])];

/// A word without its dot as a format's name and a number of lanes.
fn parts(word: &str) -> (&str, u32) {
    word.rsplit_once('x').and_then(|(format, lanes)| Some((format, lanes.parse().ok()?))).unwrap_or((word, 1))
}

/// The format that a word with its dot names, called as in PTX, and the number of lanes.
pub(super) fn format_and_lanes(word: &str) -> (&str, u32) {
    let (written, many) = parts(word.trim_start_matches('.'));
    let (format, own) = parts(NAMES.iter().find(|(elsewhere, _)| *elsewhere == written).map_or(written, |(_, ours)| *ours));
    (format, own.max(many))
}

/// Whether a word names the format of a type, perhaps among others.
pub(super) fn names_format(word: &str, data_type: &str) -> bool {
    let (named, (own, _)) = (format_and_lanes(word).0, format_and_lanes(data_type));
    named == own || SEVERAL.iter().any(|(several, formats)| *several == named && formats.contains(&own))
}

/// The type that an unknown word is a slip for, in the place behind the types before it: of its format, or of one so called elsewhere, with
/// the number of lanes nearest to the one written, if some form has it there; else of the letters nearest to it.
pub(super) fn meant_type(forms: &[Form], word: &str, before: ModifierSet) -> Option<Modifier> {
    let places = forms.iter().map(|form| form.pattern.all.places()).max()?;
    let place = before.places().min(places.saturating_sub(1)) as u8;
    let (format, lanes) = format_and_lanes(word);
    let format = SEVERAL.iter().find(|(several, _)| *several == format).map_or(format, |(_, formats)| formats[0]);
    let at = |data_type: &Type| Modifier::Type(place, *data_type);
    let is_taken = |data_type: &Type| forms.iter().any(|form| form.pattern.all.has(at(data_type)));
    let types = || Type::ALL.iter().filter(|data_type| **data_type != Type::Pred);
    let same = types().filter(|data_type| parts(data_type.name()).0 == format);
    let near = |data_type: &&Type| (!is_taken(data_type), parts(data_type.name()).1.abs_diff(lanes));
    let misspelt = || {
        // Shorter words are as near to a modifier.
        let long = word.len() > 5 && word.bytes().any(|letter| letter.is_ascii_digit());
        let taken = types().filter(|data_type| is_taken(data_type)).map(|data_type| data_type.text());
        let near = |data_type: &&str| distance(word.as_bytes(), data_type.as_bytes());
        taken.min_by_key(near).filter(|found| long && near(found) <= found.len().div_ceil(3)).and_then(Type::named)
    };
    same.min_by_key(near).copied().or_else(misspelt).map(|data_type| at(&data_type))
}
