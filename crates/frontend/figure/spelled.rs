//! A number as people paste it: bits, a decimal, a power of two, a fraction.

use crate::exact::Natural;
use crate::number::{E4M3, F16, F32, F64, Format, shown};
use crate::rounding::{Literal, LiteralError, read, read_or_power};

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
    if let Some(literal) = binary(&plain) {
        let literal = literal
            .ok_or_else(|| ["`", shortened(text), "` has the fields of no format. Those of a single are 1, 8 and 23 bits."].concat())?;
        return Ok(Reading { literal, otherwise: None });
    }
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
        Err(_) if is_with_comma(text) => Err(["A decimal number has a point here: ", &text.replace(',', "."), "."].concat()),
        Err(_) if is_expression(text) => Err(["`", shortened(text), "` is an expression: Explore computes it."].concat()),
        Err(error) => Err(["`", shortened(text), "` ", &error.0, "."].concat()),
    }
}

/// Why a text that looks like a number is none: fields of no format, or a comma. None of any other text.
pub(super) fn no_number(text: &str) -> Option<String> {
    let text = text.trim();
    (matches!(binary(text), Some(None)) || is_with_comma(text)).then(|| read_text(text).err()).flatten()
}

/// Whether a number has one comma, and digits at both sides.
fn is_with_comma(text: &str) -> bool {
    let are_digits = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    text.trim_start_matches('-').split_once(',').is_some_and(|(whole, rest)| are_digits(whole) && are_digits(rest))
}

/// Whether a text is a number, a sign of arithmetic and something else.
fn is_expression(text: &str) -> bool {
    let first = text.split([' ', '+', '*', '(']).next().unwrap_or_default();
    first.len() < text.len() && read_or_power(first).is_ok() && text.contains(['+', '*', '(', '-'])
}

/// The first characters of a text that may be very long.
fn shortened(text: &str) -> &str {
    text.char_indices().nth(40).and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

/// Bits without a prefix: 32 or 64 of them, or the three fields of a format with blanks between. Where no format has such fields, there is
/// nothing inside.
fn binary(text: &str) -> Option<Option<Literal>> {
    let groups: Vec<&str> = text.split([' ', '|']).filter(|group| !group.is_empty()).collect();
    let digits = groups.concat();
    if !digits.bytes().all(|byte| matches!(byte, b'0' | b'1')) {
        return None;
    }
    let has_fields = |format: &&Format| {
        let fields = format.fields();
        fields.len() == groups.len()
            && fields.iter().zip(&groups).all(|(field, group)| (field.high - field.low + 1) as usize == group.len())
    };
    let format = match groups[..] {
        [whole] if matches!(whole.len(), 32 | 64) => None,
        [sign, _, _] if sign.len() == 1 => Some(shown().find(has_fields)),
        _ => return None,
    };
    let bits = u64::from_str_radix(&digits, 2).ok()?;
    let literal = Literal::Bits { bits, width: digits.len() as u32, format: format.flatten() };
    Some((format != Some(None)).then_some(literal))
}

/// Several pairs of hex digits with blanks between.
fn are_bytes(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.clone().count() > 1 && words.all(|word| word.len() == 2)
}

/// Whether hex digits are a decimal number with an exponent, or the beginning of one: `1e45`, `1e5f`.
fn looks_decimal(digits: &str) -> bool {
    // The suffix `f` of C may follow the digits of the exponent.
    let float =
        digits.strip_suffix(['f', 'F']).filter(|rest| rest.contains(['e', 'E']) && rest.ends_with(|last: char| last.is_ascii_digit()));
    let digits = float.unwrap_or(digits);
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
    shown().filter(move |format| format.width() == wanted)
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

/// What a text is as a bare number; None for what is none, or begins an expression or a name.
pub fn bare(text: &str) -> Option<Literal> {
    // Between two numbers `/` is C's here, whose 1/3 is 0.
    if text.contains('/') {
        return None;
    }
    // A word of letters is the beginning of a name (`add`, `__fadd`), even if all of them are hex digits.
    if text.trim().trim_start_matches('_').bytes().all(|byte| byte.is_ascii_alphabetic()) && read(text).is_err() {
        return None;
    }
    // Nor are words side by side digits, if one of them begins with a letter: `add 1`. Bytes are.
    let named = |word: &str| word.starts_with(|first: char| first.is_ascii_alphabetic());
    if text.split_whitespace().count() > 1 && text.split_whitespace().any(named) && !are_bytes(text.trim()) {
        return None;
    }
    read_text(text).ok().map(|reading| reading.literal)
}
