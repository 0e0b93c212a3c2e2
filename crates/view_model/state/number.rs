//! The number in question on the format page: a number as typed, rounded into every format, or bits that are read in one of them.

use semantics::figure::bare;
pub use semantics::figure::{Reading, format_of, read_text, same_width};
use semantics::number::{F32, Format, Pattern};
use semantics::rounding::{Literal, Mode};

/// The number that the whole text is, if it is one and no instruction: its pattern, and the text if it was a number to be rounded.
pub fn bare_number(text: &str) -> Option<(Pattern, String)> {
    bare(text).map(|literal| settled(text, &literal, F32::ROW, Mode::Rn))
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
    use semantics::number::F64;

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
        check("00111111100000000000000000000000", "bits 3f800000 32");
        check("0 10000010 01011000000000000000000", "bits 412c0000 32");
        check("1 | 01111 | 1000000000", "bits be00 16");
        check("0 0111 100", "bits 3c 8");
        check("0 10000010 0101", "wrong");
        check("11111111", "number 11111111.0");
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
    fn what_is_no_number_says_what_it_is() {
        for (text, reason) in [
            ("hello", "is not a number"),
            ("3,75", "A decimal number has a point here: 3.75."),
            ("0.1 + 0.2", "is an expression"),
            ("2*3", "is an expression"),
            ("1e", "whole number after `e`"),
            ("0 10000010 0101", "fields of no format"),
        ] {
            let said = read_text(text).unwrap_err();
            assert!(said.contains(reason), "{text}: {said}");
        }
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
