//! What a format is made of and what follows from it, as markup, and names that are worth a look.

use super::query::Query;
use crate::components::html::{push_power, push_text};
use crate::state::percent::encoded;
use semantics::figure::read_text;
use semantics::number::{Encoding, Format, Own, Pattern};

/// Names worth a look, with what they are.
pub const PRESETS: [(&str, &str); 16] = [
    ("E4M3", "FP8 of OCP"),
    ("E5M2", "FP8 of OCP"),
    ("e3m4", "8 bits as in IEEE 754"),
    ("e4m3i", "8 bits as in IEEE 754"),
    ("e4m3b11fn", "FP8 with another bias"),
    ("e4m3fnuz", "FP8 without -0"),
    ("e5m2fnuz", "FP8 without -0"),
    ("binary8p4", "FP8 of IEEE P3109"),
    ("binary8p3", "FP8 of IEEE P3109"),
    ("e3m2f", "FP6 with more range"),
    ("e2m3f", "FP6 with more precision"),
    ("e3m2", "FP6 with infinities"),
    ("e2m1f", "FP4"),
    ("e3m0f", "FP4 of powers of two"),
    ("e5m4", "10 bits"),
    ("cfloat<8,4>", "as in the library Universal"),
];

/// The ways in which codes are no numbers: the ending of the name, and what it means.
pub const ENDINGS: [(&str, Encoding, &str); 7] = [
    ("ieee", Encoding::Ieee, "infinities and NaNs as in IEEE 754"),
    ("fn", Encoding::OneNan, "no infinity, one NaN"),
    ("f", Encoding::Finite, "no infinity, no NaN"),
    ("in", Encoding::LastTwo, "one infinity and one NaN"),
    ("c", Encoding::Classic, "one infinity, the other codes NaNs"),
    ("fnuz", Encoding::UnsignedZero, "no infinity, NaN in the place of -0"),
    ("inuz", Encoding::UnsignedZeroInfinity, "one infinity, NaN in the place of -0"),
];

/// The facts with one of them changed, by the field's name and what was chosen there; None for what is no choice.
pub fn changed(own: &Own, field: &str, value: &str) -> Option<Own> {
    let mut own = *own;
    // A name has numbers of four digits.
    let number = || value.trim().parse::<u32>().ok().filter(|number| *number < 10_000);
    match field {
        // Another width of the exponent brings its own bias.
        "exponent" => (own.exponent_bits, own.bias) = (number()?, None),
        "fraction" => own.fraction_bits = number()?,
        "bias" if value.trim().is_empty() => own.bias = None,
        "bias" => own.bias = Some(number()?),
        "codes" => own.encoding = ENDINGS.iter().find(|row| row.0 == value)?.1,
        "signed" => own.signed = value == "true",
        "subnormals" => own.subnormals = value == "true",
        _ => return None,
    }
    Some(own)
}

/// What the name means, in a sentence.
pub fn meaning(format: &Format) -> String {
    let codes = ENDINGS.iter().find(|row| row.1 == format.encoding).map_or("", |row| row.2);
    let sign = if format.signed { "a sign, " } else { "no sign, " };
    let below = if format.subnormals { "" } else { ", no subnormal numbers" };
    let (exponent, fraction) = (format.exponent_bits, format.fraction_bits);
    let also = Own::of(format).and_then(|own| own.p3109_name()).map_or(String::new(), |name| format!(" P3109 calls it {name}."));
    format!(
        "{} bits: {sign}{exponent} of the exponent with bias {}, {fraction} of the fraction; {codes}{below}.{also}",
        format.width(),
        format.bias
    )
}

/// The ends of the format's range, each a button that looks at it.
pub fn range(format: &'static Format) -> String {
    let mut html = String::from("<dl>");
    let below = format.has_subnormals();
    for (name, bits) in [
        ("largest", Some(format.largest())),
        ("smallest normal", Some(format.smallest_normal())),
        ("largest subnormal", below.then(|| format.fraction_mask())),
        ("smallest subnormal", below.then_some(1)),
        ("next after 1", format.above(format.one())),
        ("infinity", format.infinity()),
        ("NaN", format.nan()),
    ] {
        let Some(pattern) = bits.map(|bits| Pattern::new(format, bits)) else { continue };
        html.push_str(&format!("<div><dt>{name}</dt><dd><button type=\"button\" data-do=\"pick {:x}\"><b>", pattern.bits));
        push_text(&mut html, &pattern.value_text());
        html.push_str(&format!("</b> <small>0x{}</small>", pattern.hex()));
        if let Some(exact) = pattern.exact() {
            let spare = exact.magnitude.trailing_zeros();
            let odd = exact.magnitude >> spare;
            html.push_str(" <small>");
            if odd > 1 {
                html.push_str(&format!("{odd} · "));
            }
            push_power(&mut html, exact.exponent + spare as i32);
            html.push_str("</small>");
        }
        html.push_str("</button></dd></div>");
    }
    html.push_str("</dl>");
    html
}

/// Where the number, and what is computed of it, is explained step by step: links into the box.
pub fn steps(query: &Query, pattern: Pattern) -> String {
    let name = pattern.format.name;
    let is_typed = query.bits.is_none() && read_text(&query.typed).is_ok();
    let number = if is_typed { query.typed.clone() } else { ["0x", &pattern.hex()].concat() };
    let mut html = String::from("Step by step, rounded to nearest:");
    let texts = [
        format!("{number} in {name}"),
        format!("{number} + 0.75 in {name}"),
        format!("{number} * 1.5 in {name}"),
        format!("fma({number}, 1.5, -0.25) in {name}"),
        format!("epsilon {name}"),
    ];
    for (place, text) in texts.iter().enumerate().filter(|(place, _)| pattern.format.signed || !(1..4).contains(place)) {
        if place > 0 || pattern.is_finite() {
            html.push_str(&format!(" <a href=\"#/?v=1&i={}\"><code>", encoded(text)));
            push_text(&mut html, text);
            html.push_str("</code></a>");
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::own_format::query::named;

    #[test]
    fn every_preset_is_a_format() {
        for (name, what) in PRESETS {
            let format = named(name).unwrap_or_else(|reason| panic!("{name} {what}: {reason:?}"));
            assert!(range(format).contains("largest") && !meaning(format).is_empty());
        }
    }

    #[test]
    fn a_field_changes_one_fact() {
        let name = |field: &str, value: &str| {
            let own = Own::of(named("e4m3b11fn").unwrap()).unwrap();
            changed(&own, field, value).map(|own| own.name())
        };
        assert_eq!(name("exponent", "5").as_deref(), Some("e5m3fn"));
        assert_eq!(name("fraction", " 2 ").as_deref(), Some("e4m2b11fn"));
        assert_eq!((name("bias", "").as_deref(), name("bias", "3").as_deref()), (Some("e4m3fn"), Some("e4m3b3fn")));
        assert_eq!((name("codes", "in").as_deref(), name("signed", "false").as_deref()), (Some("e4m3b11in"), Some("ue4m3b11fn")));
        assert_eq!(name("subnormals", "false").as_deref(), Some("e4m3b11fnz"));
        assert_eq!(name("codes", "fnuz").as_deref(), Some("e4m3b11fnuz"));
        assert_eq!((name("fraction", "x"), name("zebra", "1")), (None, None));
        // What cannot be has a name, too, and the reason stands beside it.
        assert_eq!(name("exponent", "0").as_deref(), Some("e0m3fn"));
    }

    #[test]
    fn a_name_is_explained() {
        let said = |name: &str| meaning(named(name).unwrap());
        assert_eq!(said("e3m4"), "8 bits: a sign, 3 of the exponent with bias 3, 4 of the fraction; infinities and NaNs as in IEEE 754.");
        assert!(said("binary8p3").ends_with("one infinity, NaN in the place of -0. P3109 calls it binary8p3se."));
        assert!(said("cfloat<8,4>").ends_with("one infinity, the other codes NaNs, no subnormal numbers."));
    }
}
