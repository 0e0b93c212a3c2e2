//! One number taken apart: sign × 2^e × significand in the colours of its bits, and every decimal digit of its value.

use crate::components::html::{push_number, push_power, push_text};
use semantics::exact::Natural;
use semantics::number::{Class, Encoding, Pattern, decimal};

/// Digits shown of a long decimal that is folded, at its beginning and at its end.
const HEAD: usize = 44;
const TAIL: usize = 16;
/// Zeros behind the point that are written out.
const FEW_ZEROS: usize = 12;

/// One factor: what it is, and below it where it comes from.
fn part(html: &mut String, role: &str, what: &str, from: &str) {
    for piece in ["<span class=\"part\" data-role=\"", role, "\"><b>", what, "</b><small>", from, "</small></span>"] {
        html.push_str(piece);
    }
}

/// The formula as markup.
pub fn formula(pattern: Pattern) -> String {
    let mut html = String::with_capacity(900);
    let format = pattern.format;
    let negative = pattern.is_negative();
    if format.sign_mask() != 0 {
        part(&mut html, "sign", if negative { "−" } else { "+" }, if negative { "sign 1" } else { "sign 0" });
    }
    match pattern.class() {
        Class::Infinity => part(&mut html, "special", "∞", special(pattern)),
        Class::QuietNan | Class::SignalingNan => {
            part(&mut html, "special", "NaN", special(pattern));
            if format.encoding == Encoding::Ieee {
                let payload = pattern.fraction_field() & !format.quiet_bit();
                let quiet = if pattern.class() == Class::QuietNan { "quiet bit 1" } else { "quiet bit 0: signaling" };
                part(&mut html, "fraction", &format!("payload 0x{payload:x}"), quiet);
            }
        }
        _ if format.is_floating() => finite(&mut html, pattern),
        _ if format.encoding == Encoding::Scale => {
            let mut power = String::new();
            let field = pattern.exponent_field() as i32;
            push_power(&mut power, field - format.bias);
            part(&mut html, "exponent", &power, &format!("{field} − {}", format.bias));
        }
        _ if format.is_evenly_spaced() => {
            let exact = pattern.unpacked().exact;
            let mut product = format!("{} × ", exact.magnitude);
            push_power(&mut product, exact.exponent);
            part(&mut html, "whole", &product, "two's complement × 1 ulp");
        }
        _ => fixed(&mut html, pattern),
    }
    html
}

/// Why a pattern is an infinity or a NaN.
fn special(pattern: Pattern) -> &'static str {
    match (pattern.format.encoding, pattern.class()) {
        (Encoding::Ieee, Class::Infinity) => "exponent all ones, fraction 0",
        (Encoding::Ieee, _) => "exponent all ones, fraction not 0",
        (Encoding::OneNan | Encoding::LastTwo, Class::QuietNan) if pattern.format.signed => "every bit below the sign is 1",
        (Encoding::LastTwo | Encoding::Classic, Class::Infinity) => "every bit but the sign and the last is 1",
        (Encoding::UnsignedZeroInfinity, Class::Infinity) => "every bit below the sign is 1",
        (Encoding::UnsignedZero | Encoding::UnsignedZeroInfinity, _) => "only the sign is 1",
        (Encoding::Classic, _) => "exponent all ones, and not the code of infinity",
        (Encoding::OneNan | Encoding::LastTwo | Encoding::Scale, _) => "every bit is 1",
        (Encoding::FixedPoint, Class::Infinity) => "bit 30 set, bit 23 set",
        (Encoding::FixedPoint, _) => "bit 30 set, bit 23 clear",
        // A number of any other format is never special.
        _ => "",
    }
}

fn finite(html: &mut String, pattern: Pattern) {
    let format = pattern.format;
    let exact = pattern.unpacked().exact;
    let field = pattern.exponent_field() as i32;
    let hidden = if field == 0 { "0" } else { "1" };
    let mut power = String::new();
    push_power(&mut power, field.max(1) - format.bias);
    let from = if field == 0 { format!("field 0: 1 − {}", format.bias) } else { format!("{field} − {}", format.bias) };
    part(html, "exponent", &power, &from);
    html.push_str("<span class=\"times\">×</span>");
    let digits = decimal(&exact.natural(), -(format.fraction_bits as i32));
    let fraction = digits.split_once('.').map_or("0", |(_, fraction)| fraction);
    let significand = ["<i data-role=\"implicit\">", hidden, "</i>.", fraction].concat();
    let mut from = format!("{hidden} + {} / ", pattern.fraction_field());
    push_power(&mut from, format.fraction_bits as i32);
    if field == 0 {
        from.push_str(", no implicit bit");
    }
    part(html, "fraction", &significand, &from);
    html.push_str("<span class=\"times\">=</span>");
    let mut product = format!("{} × ", exact.magnitude);
    push_power(&mut product, exact.exponent);
    part(html, "whole", &product, "integer × 1 ulp");
}

fn fixed(html: &mut String, pattern: Pattern) {
    let places = pattern.format.fraction_bits as i32;
    let digits = decimal(&Natural::from(u128::from(pattern.fraction_field())), -places);
    let fraction = digits.split_once('.').map_or("0", |(_, fraction)| fraction);
    part(html, "integer", &pattern.exponent_field().to_string(), "integer field");
    part(html, "fraction", &[".", fraction].concat(), &format!("{} / 2<sup>{places}</sup>", pattern.fraction_field()));
}

/// The formula in words, for a screen reader.
pub fn spoken(pattern: Pattern) -> String {
    let sign = if pattern.is_negative() { "minus" } else { "plus" };
    match pattern.exact() {
        Some(exact) if pattern.format.is_floating() => {
            let significand = decimal(&exact.natural(), -(pattern.format.fraction_bits as i32));
            let power = exact.exponent + pattern.format.fraction_bits as i32;
            format!("{sign} 2 to the power {power} times {significand}")
        }
        _ => format!("{sign} {}", pattern.digits().trim_start_matches('-')),
    }
}

/// How many significant digits a plain decimal has.
pub fn count_digits(text: &str) -> usize {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.trim_start_matches('0').len().max(1)
}

/// Whether a decimal is worth folding.
pub fn is_long(text: &str) -> bool {
    text.len() > HEAD + TAIL + 20
}

/// A decimal in groups of five digits counted from its point; a long one folded unless all of it is wanted.
pub fn grouped(text: &str, all: bool) -> String {
    let mut html = String::with_capacity(text.len() * 2);
    let (digits, power) = text.find('e').map_or((text, ""), |at| text.split_at(at));
    let point = digits.find('.').unwrap_or(digits.len());
    let fold = |html: &mut String, count: usize, what: &str| {
        html.push_str("<i class=\"fold\">… ");
        push_number(html, count as i32);
        html.push_str(what);
        html.push_str(" …</i>");
    };
    let mut from = 0;
    let zeros = digits.get(point + 1..).map_or(0, |fraction| fraction.len() - fraction.trim_start_matches('0').len());
    if !all && is_long(text) && zeros > FEW_ZEROS && digits.get(..point).is_some_and(|whole| whole.trim_start_matches('-') == "0") {
        from = point + 1 + zeros;
        groups(&mut html, digits, 0, point + 1, point);
        fold(&mut html, zeros, " zeros");
    }
    let rest = digits.len() - from;
    if all || rest <= HEAD + TAIL + 20 {
        groups(&mut html, digits, from, digits.len(), point);
    } else {
        groups(&mut html, digits, from, from + HEAD, point);
        fold(&mut html, rest - HEAD - TAIL, " more");
        groups(&mut html, digits, digits.len() - TAIL, digits.len(), point);
    }
    push_text(&mut html, power);
    html
}

/// A piece of a decimal in groups; breaks stand at multiples of five digits from the point.
fn groups(html: &mut String, digits: &str, from: usize, to: usize, point: usize) {
    html.push_str("<span>");
    for (at, digit) in digits.char_indices().take(to).skip(from) {
        let breaks = if at < point { (point - at).is_multiple_of(5) } else { at > point + 1 && (at - point - 1).is_multiple_of(5) };
        if breaks && at > from && !(at == 1 && digits.starts_with(['-', '+'])) {
            html.push_str("</span><span>");
        }
        html.push(digit);
    }
    html.push_str("</span>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::number::{F32, S2F6, UE4M3, UE8M0, shown};

    /// The text of markup.
    fn plain(html: &str) -> String {
        let mut inside = false;
        html.chars()
            .filter(|c| {
                inside = *c == '<' || (inside && *c != '>');
                !inside && *c != '>'
            })
            .collect()
    }

    #[test]
    fn a_number_is_taken_apart() {
        let check = |bits, expected: &str| assert_eq!(plain(&formula(Pattern::new(F32::ROW, bits))), expected, "{bits:x}");
        check(0x3dcc_cccd, "+sign 02-4123 − 127×1.600000023841857910156251 + 5033165 / 223=13421773 × 2-27integer × 1 ulp");
        check(0x8000_0001, "−sign 12-126field 0: 1 − 127×0.000000119209289550781250 + 1 / 223, no implicit bit=1 × 2-149integer × 1 ulp");
        let of = |format, bits| plain(&formula(Pattern::new(format, bits)));
        assert_eq!((of(UE8M0::ROW, 0x7c), of(UE8M0::ROW, 0xff)), ("2-3124 − 127".into(), "NaNevery bit is 1".into()));
        assert_eq!(of(S2F6::ROW, 0xc1), "−sign 163 × 2-6two's complement × 1 ulp");
        assert!(of(UE4M3::ROW, 0x39).starts_with("207 − 7×1.1251 + 1 / 23"));
        check(0x7f80_0000, "+sign 0∞exponent all ones, fraction 0");
        check(0x7f80_0001, "+sign 0NaNexponent all ones, fraction not 0payload 0x1quiet bit 0: signaling");
    }

    #[test]
    fn digits_are_grouped_from_the_point() {
        assert_eq!(grouped("-1234567.1234567", true), "<span>-12</span><span>34567.12345</span><span>67</span>");
        assert_eq!(grouped("-12345", true), "<span>-12345</span>");
        assert_eq!(grouped("+1.4901161e-9", true), "<span>+1.49011</span><span>61</span>e-9");
        assert_eq!(plain(&grouped(&format!("0.{}1", "0".repeat(200)), false)), "0.… 200 zeros …1");
        assert_eq!(count_digits("0.00120"), 3);
        let long = "1".repeat(300);
        assert!(plain(&grouped(&long, false)).contains("… 240 more …"));
        assert_eq!(plain(&grouped(&long, true)), long);
    }

    #[test]
    fn every_small_pattern_has_a_formula() {
        for format in shown() {
            for bits in (0..=0xffu64).chain((0..=0xff).map(|low| low << (format.width().saturating_sub(8)))) {
                let pattern = Pattern::new(format, bits);
                assert!(
                    !formula(pattern).is_empty() && !spoken(pattern).is_empty() && !grouped(&pattern.exact_decimal(), false).is_empty()
                );
            }
        }
    }
}
