//! The number in question on the format page: a number as typed, rounded into every format, or bits that are read in one of them.

use semantics::exact::Natural;
use semantics::number::{E4M3, F16, F32, F64, Format, Pattern};
use semantics::rounding::{Literal, LiteralError, Mode, read, read_or_power};

/// What a text says, and how else it could be meant.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// What it says.
    pub literal: Literal,
    /// A spelling that means the other thing it could say, and what that is: "bits" or "the decimal number".
    pub otherwise: Option<(&'static str, String)>,
}

/// Reads a bit pattern or a number, as people paste them: with a semicolon, as bytes, as `2^-149`, as `1/3`, as hex digits without `0x`.
/// The error is a sentence.
pub fn read_text(text: &str) -> Result<Reading, String> {
    let plain = text.trim().trim_end_matches([';', ',']).trim_end().replace('\u{2212}', "-").replace('∞', "inf");
    let digits: String = plain.chars().filter(|c| !matches!(c, '_' | ' ')).collect();
    // `0f3F80` is a literal that lacks digits, not bare hex.
    let prefixed = ["0f", "0d", "0b"].iter().any(|prefix| digits.get(..2).is_some_and(|start| start.eq_ignore_ascii_case(prefix)));
    let is_hex = !prefixed && !digits.is_empty() && digits.len() <= 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let whole = matches!(digits.len(), 2 | 4 | 8 | 16);
    let mixed = digits.bytes().any(|byte| byte.is_ascii_digit()) && digits.bytes().any(|byte| byte.is_ascii_alphabetic());
    let as_bits = || read(&["0x", &digits].concat());
    if is_hex && (are_bytes(&plain) || (whole && mixed && !looks_decimal(&digits))) {
        let otherwise = read(&plain).is_ok().then(|| ("the decimal number", [digits.trim_end_matches(['f', 'F']), ".0"].concat()));
        return sentence(as_bits(), &plain, otherwise);
    }
    if let Some((dividend, divisor)) = plain.split_once('/') {
        return sentence(quotient(dividend.trim(), divisor.trim()), &plain, None);
    }
    match read_or_power(&plain) {
        Err(_) if is_hex && !looks_decimal(&digits) => sentence(as_bits(), &plain, None),
        literal => sentence(literal, &plain, (is_hex && whole).then(|| ("bits", ["0x", &digits].concat()))),
    }
}

fn sentence(literal: Result<Literal, LiteralError>, text: &str, otherwise: Option<(&'static str, String)>) -> Result<Reading, String> {
    match literal {
        Ok(literal) => Ok(Reading { literal, otherwise }),
        Err(_) if text.is_empty() => Err("Type a number or a bit pattern.".into()),
        Err(error) => Err(["`", shortened(text), "` ", &error.0, "."].concat()),
    }
}

/// The first characters of a text that may be very long.
fn shortened(text: &str) -> &str {
    text.char_indices().nth(40).and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

/// Several pairs of hex digits with blanks between.
fn are_bytes(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.clone().count() > 1 && words.all(|word| word.len() == 2)
}

/// Whether hex digits are a decimal number with an exponent, or the beginning of one: `1e45`.
fn looks_decimal(digits: &str) -> bool {
    digits.len() < 8 && digits.bytes().filter(u8::is_ascii_alphabetic).all(|byte| matches!(byte, b'e' | b'E'))
}

/// A fraction as a number: the leading bits of the quotient, the lowest sticky, which round into every format as the fraction does.
fn quotient(dividend: &str, divisor: &str) -> Result<Literal, LiteralError> {
    // Of 10^-decimals and 2^exponent, those that no format can hold.
    const FAR: u32 = 3000;
    let number = |text: &str| match read_or_power(text) {
        Ok(Literal::Number { negative, numerator, exponent, decimals }) if exponent.unsigned_abs().max(decimals.unsigned_abs()) < FAR => {
            let (up, down) = (decimals.min(0).unsigned_abs(), decimals.max(0).unsigned_abs());
            Ok((negative, numerator.times_power_of_ten(up), Natural::from(1).times_power_of_ten(down), exponent))
        }
        Ok(_) => Err(LiteralError(["is no fraction of numbers: see `", shortened(text), "`"].concat())),
        Err(error) => Err(LiteralError(["is no fraction: `", shortened(text), "` ", &error.0].concat())),
    };
    let (above, below) = (number(dividend)?, number(divisor)?);
    let negative = above.0 != below.0;
    let (top, bottom) = (above.1.times(&below.2), below.1.times(&above.2));
    if bottom.is_zero() {
        return Err(LiteralError("divides by zero".into()));
    }
    if top.is_zero() {
        return Ok(Literal::Number { negative, numerator: top, exponent: 0, decimals: 0 });
    }
    let (numerator, exponent) = top.divided_sticky(&bottom);
    Ok(Literal::Number { negative, numerator: numerator.into(), exponent: exponent + above.3 - below.3, decimals: 0 })
}

/// Formats of the width that a pattern's spelling suggests; the first is the usual one.
pub fn same_width(width: u32) -> impl Iterator<Item = &'static Format> {
    let wanted = match width {
        0..=8 => 8,
        9..=16 => 16,
        17..=32 => 32,
        _ => 64,
    };
    semantics::number::shown().filter(move |format| format.width() == wanted)
}

/// The format in which bits are read: the one that the spelling names, else the one in use if it is as wide, else the usual one.
pub fn format_of(width: u32, named: Option<&'static Format>, now: &'static Format) -> &'static Format {
    let mut fitting = same_width(width);
    let fallback = match width {
        0..=8 => E4M3::ROW,
        9..=16 => F16::ROW,
        17..=32 => F32::ROW,
        _ => F64::ROW,
    };
    named.unwrap_or_else(|| fitting.find(|format| format.name == now.name).unwrap_or(fallback))
}

/// The number that the whole text is, if it is one and no instruction: its pattern, and the text if it was a number to be rounded.
pub fn bare_number(text: &str) -> Option<(Pattern, String)> {
    // Between two numbers `/` is C's here, whose 1/3 is 0.
    if text.contains('/') {
        return None;
    }
    // A word of letters is the beginning of a name (`add`, `__fadd`), even if all of them are hex digits.
    if text.trim().trim_start_matches('_').bytes().all(|byte| byte.is_ascii_alphabetic()) && read(text).is_err() {
        return None;
    }
    let literal = read_text(text).ok()?.literal;
    Some(settled(text, &literal, F32::ROW, Mode::Rn))
}

/// What a text makes of the state: the number in the format looked at, and the text if it is to be rounded rather than read.
pub fn settled(text: &str, literal: &Literal, now: &'static Format, mode: Mode) -> (Pattern, String) {
    match literal {
        Literal::Bits { bits, width, format } => (Pattern::new(format_of(*width, *format, now), *bits), String::new()),
        literal => (Pattern::new(now, literal.to_bits(now, mode).0), text.trim().to_owned()),
    }
}

/// The exact value that is shown in every format.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The value.
    pub literal: Literal,
    /// The bits that it is the value of, unless it was typed as a number.
    pub source: Option<Pattern>,
}

impl Subject {
    /// The value that a state stands for.
    pub fn of(number: Pattern, typed: &str) -> Subject {
        let literal = if typed.is_empty() { None } else { read_text(typed).ok().map(|reading| reading.literal) };
        match literal {
            Some(literal) if !matches!(literal, Literal::Bits { .. }) => Subject { literal, source: None },
            _ => Subject { literal: value(number), source: Some(number) },
        }
    }

    /// The value in a format.
    pub fn within(&self, format: &'static Format, mode: Mode) -> Pattern {
        match self.source {
            Some(source) if source.format.name == format.name => source,
            _ => Pattern::new(format, self.literal.to_bits(format, mode).0),
        }
    }
}

/// The value of bits as something to be rounded. A NaN has none but being one.
fn value(pattern: Pattern) -> Literal {
    let negative = pattern.is_negative();
    match pattern.exact() {
        _ if pattern.is_nan() => Literal::Nan { negative: false },
        None => Literal::Infinity { negative },
        Some(exact) => Literal::Number { negative, numerator: exact.natural(), exponent: exact.exponent, decimals: 0 },
    }
}

/// The same number in another format, rounded to nearest; infinities and NaNs become the other format's own.
pub fn convert(pattern: Pattern, to: &'static Format) -> Pattern {
    if pattern.format.name == to.name {
        return pattern;
    }
    let negative = pattern.is_negative();
    let literal = match pattern.exact() {
        _ if pattern.is_nan() => Literal::Nan { negative: false },
        None => Literal::Infinity { negative },
        Some(exact) => Literal::Number { negative, numerator: u128::from(exact.magnitude).into(), exponent: exact.exponent, decimals: 0 },
    };
    Pattern::new(to, literal.to_bits(to, Mode::Rn).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let said = match read_text(text) {
            Ok(reading) => match reading.literal {
                Literal::Bits { bits, width, .. } => format!("bits {bits:x} {width}"),
                literal => format!("number {}", Pattern::new(F64::ROW, literal.to_bits(F64::ROW, Mode::Rn).0).digits()),
            },
            Err(_) => "wrong".into(),
        };
        assert_eq!(said, expected, "{text}");
    }

    #[test]
    fn whatever_is_pasted_is_read() {
        check("7f800001", "bits 7f800001 32");
        check("deadbeef;", "bits deadbeef 32");
        check("00 00 80 3f", "bits 803f 32");
        check("3f80_0000", "bits 3f800000 32");
        check("0b0 01111111 00000000000000000000000", "bits 3f800000 32");
        check("0d3FF0000000000000", "bits 3ff0000000000000 64");
        check("12345678", "number 12345678.0");
        check("1e45", "number 1e45");
        check("1e", "wrong");
        check("0f3F80", "wrong");
        check("0f3F8000", "wrong");
        check("\u{2212}1.5", "number -1.5");
        check("-2^-3", "number -0.125");
        check("0x1.8p3", "number 12.0");
        check("∞", "number Inf");
        check("1/3", "number 0.3333333333333333");
        check("-6 / 0.3", "number -20.0");
        check("2^-1074/2^-1", "number 1e-323");
        check("0/7", "number 0.0");
        check("1/0", "wrong");
        check("1/", "wrong");
        check("1/2/3", "wrong");
        check("", "wrong");
        check("héllo", "wrong");
    }

    #[test]
    fn the_other_meaning_is_offered() {
        assert_eq!(read_text("12345678").ok().and_then(|reading| reading.otherwise), Some(("bits", "0x12345678".into())));
        assert_eq!(read_text("123f").ok().and_then(|reading| reading.otherwise), Some(("the decimal number", "123.0".into())));
        assert_eq!(read_text("0.5").ok().and_then(|reading| reading.otherwise), None);
    }

    #[test]
    fn a_spelling_suggests_a_format_and_the_one_in_use_stays() {
        let bf16 = Format::named("BF16").unwrap_or(F32::ROW);
        assert_eq!(format_of(16, None, bf16).name, "BF16");
        assert_eq!(format_of(16, None, F32::ROW).name, "F16");
        assert_eq!(format_of(4, None, F32::ROW).name, "E4M3");
        assert_eq!(format_of(64, Some(F64::ROW), F32::ROW).name, "F64");
        assert_eq!(same_width(32).map(|format| format.name).collect::<Vec<_>>(), ["F32", "1.1.7.23", "1.11.20"]);
    }

    #[test]
    fn numbers_and_patterns_are_told_from_instructions() {
        let check = |text: &str, hex: &str, format: &str| {
            let (pattern, _) = bare_number(text).unwrap();
            assert_eq!((pattern.hex().as_str(), pattern.format.name), (hex, format), "{text}");
        };
        check("0x3f800000", "3f800000", "F32");
        check("7f800001", "7f800001", "F32");
        check("1e-40", "000116c2", "F32");
        check("0x1.8p3", "41400000", "F32");
        check("0b0 01111111 00000000000000000000000", "3f800000", "F32");
        check("0d3FF0000000000000", "3ff0000000000000", "F64");
        check("3c00", "3c00", "F16");
        check("1e45", "7f800000", "F32");
        assert_eq!(bare_number("add.f32 %f0, %f1, %f2;"), None);
        assert_eq!(bare_number("__fadd"), None);
        assert_eq!(bare_number("1/3"), None);
        assert_eq!(bare_number(""), None);
    }
}
