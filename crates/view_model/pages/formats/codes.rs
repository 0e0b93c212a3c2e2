//! Every code of a format of 8 bits or fewer: a table whose rows have one upper digit, and a code taken apart; as markup.

use super::formula::formula;
use crate::components::html::{push_text, sentence};
use semantics::number::{Class, Format, Pattern};

/// The widest format of which every code is shown, in bits.
const WIDEST: u32 = 8;

/// Whether a format has a table of its codes.
pub fn has_codes(format: &Format) -> bool {
    format.width() <= WIDEST
}

/// Digits of a decimal that a cell has room for, with the point.
const ROOM: usize = 6;

/// The value of a code in few letters and without loss: a short decimal, or an odd number times a power of two.
fn value(pattern: Pattern) -> String {
    let sign = if pattern.is_negative() && !pattern.is_nan() { "−" } else { "" };
    let Some(exact) = pattern.exact() else { return [sign, if pattern.is_nan() { "NaN" } else { "∞" }].concat() };
    let decimal = pattern.exact_decimal();
    let decimal = decimal.trim_start_matches('-').trim_end_matches(".0");
    if exact.is_zero() || decimal.len() <= ROOM {
        return [sign, decimal].concat();
    }
    let zeros = exact.magnitude.trailing_zeros();
    let power = format!("2^{}", exact.exponent + zeros as i32);
    match exact.magnitude >> zeros {
        1 => [sign, &power].concat(),
        odd => format!("{sign}{odd}·{power}"),
    }
}

/// The class as the style sheet names it, and as people do.
fn class(pattern: Pattern) -> (&'static str, &'static str) {
    match pattern.class() {
        Class::Zero => ("zero", "zero"),
        Class::Subnormal => ("subnormal", "subnormal"),
        Class::Normal => ("normal", if pattern.format.is_floating() { "normal" } else { "number" }),
        Class::Infinity => ("special", "infinity"),
        Class::QuietNan | Class::SignalingNan => ("special", "NaN"),
    }
}

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// All codes, each a button; the one at `current` is in the tab order.
pub fn table(format: &'static Format, current: u64) -> String {
    let mut html = String::with_capacity(260 << format.width());
    for bits in 0..=format.mask() {
        let pattern = Pattern::new(format, bits);
        let (hex, (kind, name), short) = (pattern.hex(), class(pattern), value(pattern));
        let spoken = if pattern.is_finite() { pattern.exact_decimal() } else { short.clone() };
        let (order, pressed) = if bits == current { ("0", "true") } else { ("-1", "false") };
        put(&mut html, &["<button type=\"button\" data-do=\"code ", format.name, " ", &hex, "\" data-code=\"", &hex]);
        put(&mut html, &["\" data-class=\"", kind, "\" tabindex=\"", order, "\" aria-pressed=\"", pressed]);
        put(&mut html, &["\" aria-label=\"0x", &hex, ", ", &spoken, ", ", name, "\"><small>", &hex, "</small> <b>"]);
        put(&mut html, &[&sentence(&short), "</b></button>"]);
    }
    html
}

/// How many codes are of which class, each named as its codes look.
pub fn legend(format: &'static Format) -> String {
    let mut counts: Vec<((&str, &str), usize)> = Vec::new();
    for bits in 0..=format.mask() {
        let own = class(Pattern::new(format, bits));
        match counts.iter_mut().find(|(known, _)| *known == own) {
            Some((_, count)) => *count += 1,
            None => counts.push((own, 1)),
        }
    }
    counts.iter().map(|((kind, name), count)| format!("<span data-class=\"{kind}\"><b>{name}</b> {count}</span> ")).collect()
}

/// A code taken apart: its digits, its fields, its value.
pub fn apart(pattern: Pattern) -> String {
    let mut html = String::with_capacity(900);
    put(&mut html, &["<p><code>0x", &pattern.hex(), "</code> <code>"]);
    push_text(&mut html, &pattern.binary());
    put(&mut html, &["</code> ", class(pattern).1, "</p><p class=\"formula\">", &formula(pattern)]);
    if pattern.is_finite() {
        put(&mut html, &["<span class=\"times\">=</span><span class=\"part\"><b>", &pattern.exact_decimal(), "</b></span>"]);
    }
    html.push_str("</p>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::number::{E4M3, E5M2, UE8M0, shown};
    use semantics::rounding::{Mode, read_or_power};

    #[test]
    fn every_value_is_exact() {
        for format in shown().filter(|format| has_codes(format)) {
            for bits in 0..=format.mask() {
                let pattern = Pattern::new(format, bits);
                let short = value(pattern);
                let bare = short.replace('−', "-");
                let (odd, power) = bare.split_once('·').unwrap_or(("1", &bare));
                let [odd, power] = [odd, power].map(|text| {
                    Pattern::new(
                        semantics::number::F64::ROW,
                        read_or_power(text).map_or(0, |read| read.to_bits(semantics::number::F64::ROW, Mode::Rn).0),
                    )
                });
                if pattern.is_finite() {
                    let product = odd
                        .exact()
                        .zip(power.exact())
                        .map(|(odd, power)| semantics::trace::Scaled::from(odd.times::<u128>(power)).decimal());
                    assert_eq!(
                        product.as_deref(),
                        Some(pattern.exact_decimal().trim_end_matches(".0")),
                        "{} {bits:x}: {short}",
                        format.name
                    );
                }
                assert!(short.chars().count() <= 9, "{} {bits:x}: {short}", format.name);
            }
        }
    }

    #[test]
    fn classes_are_counted_and_one_code_is_marked() {
        let plain = |format| legend(format).replace("<b>", "").replace("</b>", "");
        for (format, counts) in [
            (E4M3::ROW, &["zero\">zero 2<", "subnormal\">subnormal 14<", "normal\">normal 238<", "special\">NaN 2<"][..]),
            (
                E5M2::ROW,
                &["zero\">zero 2<", "subnormal\">subnormal 6<", "normal\">normal 240<", "special\">infinity 2<", "special\">NaN 6<"],
            ),
            (UE8M0::ROW, &["normal\">number 255<", "special\">NaN 1<"]),
        ] {
            let html = plain(format);
            assert!(counts.iter().all(|count| html.contains(count)) && html.matches("<span").count() == counts.len(), "{html}");
        }
        let html = table(E5M2::ROW, 0x7c);
        assert_eq!((html.matches("<button").count(), html.matches("aria-pressed=\"true\"").count()), (256, 1));
        assert!(html.contains("aria-label=\"0x7c, ∞, infinity\"") && html.contains("<b>3·2<sup>-16</sup></b>"), "{html}");
    }
}
