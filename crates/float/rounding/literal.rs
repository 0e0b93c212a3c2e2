//! Any number that a person types, to bits.
//!
//! Text is read exactly first and rounded once, in the mode the caller chooses; a decimal may have any length. Bit patterns
//! (`0x`, `0b`, `0f`, `0d`, bare hex digits where nothing else fits) are bits, never numbers to be converted.

use super::{Flags, Mode, Rules, Tail, round, split};
use crate::exact::{Exact, Natural, Word};
use crate::number::{Encoding, F32, F64, Format};

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A bit pattern and how many bits its spelling has; the format follows from PTX's own prefixes.
    Bits {
        /// The pattern.
        bits: u64,
        /// The width that the spelling says: 32 after `0f`, 64 after `0d`, four a hex digit, one a binary digit.
        width: u32,
        /// The format, if the prefix names one.
        format: Option<&'static Format>,
    },
    /// A finite number, exactly: `± numerator · 2^exponent / 10^decimals`.
    Number {
        /// A leading minus.
        negative: bool,
        /// All digits as one integer.
        numerator: Natural,
        /// A power of two (hex floats).
        exponent: i32,
        /// Decimal places; negative for trailing zeros.
        decimals: i32,
    },
    /// Infinity, by name.
    Infinity {
        /// A leading minus.
        negative: bool,
    },
    /// NaN, by name.
    Nan {
        /// A leading minus.
        negative: bool,
    },
}

/// Why a text is no literal: a phrase to follow the text, as in "`0f3F80` has 6 hex digits where 8 are needed".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiteralError(pub String);

/// Decimal exponents beyond this are the same as this one to every format: far above the largest, far below the smallest.
const FAR: i32 = 6000;
/// Digits beyond these cannot change a result except by being nonzero (a double's midpoints have at most 767).
const DIGITS_THAT_MATTER: usize = 1200;

/// Reads a literal: `1.5`, `-2e-40`, `0x1.8p3`, `0f3F800000`, `0d3FF0000000000000`, `0x3f800000`, `0b0 01111111 1000`, `inf`, `nan`.
/// White space around it and `_` or blanks between digits of a bit pattern are ignored; a trailing `f` (C's suffix) too.
pub fn read(text: &str) -> Result<Literal, LiteralError> {
    let text = text.trim();
    let (negative, body) = match text.as_bytes().first() {
        Some(b'-') => (true, text[1..].trim_start()),
        Some(b'+') => (false, text[1..].trim_start()),
        _ => (false, text),
    };
    let lower = body.to_ascii_lowercase();
    match lower.as_str() {
        "inf" | "infinity" => return Ok(Literal::Infinity { negative }),
        "nan" | "qnan" => return Ok(Literal::Nan { negative }),
        "" => return Err(LiteralError("holds no digits".into())),
        _ => {}
    }
    if let Some(digits) = lower.strip_prefix("0f") {
        return exactly(negative, digits, 8, F32::ROW);
    }
    if let Some(digits) = lower.strip_prefix("0d") {
        return exactly(negative, digits, 16, F64::ROW);
    }
    if let Some(digits) = lower.strip_prefix("0x") {
        if digits.contains(['p', '.']) {
            return hex_float(negative, digits);
        }
        return pattern(negative, digits, 4);
    }
    if let Some(digits) = lower.strip_prefix("0b") {
        return pattern(negative, digits, 1);
    }
    decimal(negative, lower.strip_suffix('f').unwrap_or(&lower))
}

/// The same, and a power of two as people write it: `2^-149`, `-2^3`.
pub fn read_or_power(text: &str) -> Result<Literal, LiteralError> {
    let text = text.trim();
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    rest.strip_prefix("2^").map_or_else(|| read(text), |exponent| read(&[sign, "0x1p", exponent].concat()))
}

fn exactly(negative: bool, digits: &str, count: usize, format: &'static Format) -> Result<Literal, LiteralError> {
    if digits.len() != count || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        let prefix = if count == 8 { "0f" } else { "0d" };
        let good = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
        return Err(LiteralError(format!("has {good} hex digits where `{prefix}` takes exactly {count}")));
    }
    let bits = u64::from_str_radix(digits, 16).map_err(|_| LiteralError("is not a hex number".into()))?;
    let bits = if negative { bits ^ format.sign_mask() } else { bits };
    Ok(Literal::Bits { bits, width: format.width(), format: Some(format) })
}

fn pattern(negative: bool, digits: &str, bits_per_digit: u32) -> Result<Literal, LiteralError> {
    let clean: String = digits.chars().filter(|c| !matches!(c, '_' | ' ' | '\'')).collect();
    let radix = 1 << bits_per_digit;
    if let Some(wrong) = clean.chars().find(|c| !c.is_digit(radix)) {
        return Err(LiteralError(format!("has `{wrong}` among its {} digits", if radix == 16 { "hex" } else { "binary" })));
    }
    let width = clean.len() as u32 * bits_per_digit;
    let significant = clean.trim_start_matches('0');
    if clean.is_empty() || significant.len() as u32 * bits_per_digit > 64 {
        return Err(LiteralError(if clean.is_empty() { "holds no digits".into() } else { "has more than 64 bits".into() }));
    }
    if negative {
        return Err(LiteralError("is a bit pattern, which takes no minus: set the sign bit instead".into()));
    }
    let bits = if significant.is_empty() { 0 } else { u64::from_str_radix(significant, radix).unwrap_or(0) };
    Ok(Literal::Bits { bits, width: width.min(64), format: None })
}

fn hex_float(negative: bool, digits: &str) -> Result<Literal, LiteralError> {
    let (mantissa, power) = digits.strip_suffix('f').filter(|d| d.contains('p')).unwrap_or(digits).split_once('p').unwrap_or((digits, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.len() + fraction.len() == 0 || !whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_hexdigit()) {
        return Err(LiteralError("is not a hex float like 0x1.8p3".into()));
    }
    let power = small_integer(power).ok_or_else(|| LiteralError("needs a whole number after `p`".into()))?;
    let mut numerator = Natural::default();
    let mut places = 0i32;
    for (i, digit) in whole.chars().chain(fraction.chars()).enumerate() {
        let value = digit.to_digit(16).unwrap_or(0);
        if i < DIGITS_THAT_MATTER {
            numerator = numerator.times_small_plus(16, value);
            places -= if i >= whole.len() { 4 } else { 0 };
        } else {
            // Only whether anything follows can matter now.
            places += if i < whole.len() { 4 } else { 0 };
            numerator = if value != 0 && !numerator.bit(0) { numerator.plus(&Natural::from(1)) } else { numerator };
        }
    }
    Ok(Literal::Number { negative, numerator, exponent: power.saturating_add(places), decimals: 0 })
}

fn decimal(negative: bool, body: &str) -> Result<Literal, LiteralError> {
    let (mantissa, power) = body.split_once('e').map_or((body, None), |(mantissa, power)| (mantissa, Some(power)));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: String = whole.chars().chain(fraction.chars()).collect();
    if digits.is_empty() {
        return Err(LiteralError("holds no digits".into()));
    }
    if let Some(wrong) = digits.chars().find(|c| !c.is_ascii_digit()) {
        return Err(LiteralError(format!("is not a number: `{wrong}` is no decimal digit")));
    }
    let power = power.map(|power| small_integer(power).ok_or_else(|| LiteralError("needs a whole number after `e`".into())));
    let power = power.transpose()?.unwrap_or(0);
    let leading = digits.len() - digits.trim_start_matches('0').len();
    let significant = &digits[leading..];
    let kept = &significant[..significant.len().min(DIGITS_THAT_MATTER)];
    let rest = &significant[kept.len()..];
    let mut numerator = Natural::from_decimal(kept);
    let mut decimals = (fraction.len() as i64 - rest.len() as i64).clamp(-1_000_000_000, 1_000_000_000) as i32;
    if rest.bytes().any(|b| b != b'0') {
        numerator = numerator.times_small_plus(10, 1);
        decimals = decimals.saturating_add(1);
    }
    Ok(Literal::Number { negative, numerator, exponent: 0, decimals: decimals.saturating_sub(power) })
}

/// A signed integer, held within ±10^9 however many digits it has.
fn small_integer(text: &str) -> Option<i32> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1, &text[1..]),
        b'+' => (1, &text[1..]),
        _ => (1, text),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let limit = 1_000_000_000i64;
    let value = digits.bytes().fold(0i64, |n, b| (n * 10 + i64::from(b - b'0')).min(limit));
    Some(sign * value as i32)
}

impl Literal {
    /// Whether it has a minus; bits have none of their own.
    pub fn is_below_zero(&self) -> bool {
        match self {
            Literal::Number { negative, .. } | Literal::Infinity { negative } | Literal::Nan { negative } => *negative,
            Literal::Bits { .. } => false,
        }
    }

    /// The bits in a format, rounding a number once in `mode`. A pattern is taken as it is, cut to the format's width.
    pub fn to_bits(&self, format: &'static Format, mode: Mode) -> (u64, Flags) {
        let sign = |negative: bool| if negative { format.sign_mask() } else { 0 };
        match self {
            Literal::Bits { bits, .. } => (bits & format.mask(), Flags::NONE),
            Literal::Infinity { negative } => (sign(*negative) | format.infinity().unwrap_or(format.default_nan), Flags::NONE),
            // The one NaN in the place of -0 has no other sign.
            Literal::Nan { .. } if format.encoding.has_unsigned_zero() => (format.default_nan, Flags::NONE),
            Literal::Nan { negative } => (sign(*negative) ^ format.default_nan, Flags::NONE),
            // Among powers of two there is no zero.
            Literal::Number { numerator, .. } if numerator.is_zero() && format.encoding == Encoding::Scale => (0, Flags::INEXACT),
            Literal::Number { negative, numerator, .. } if numerator.is_zero() => (format.with_sign(*negative, 0), Flags::NONE),
            Literal::Number { .. } => self.exact().map_or((0, Flags::NONE), |exact| round_into(format, exact, mode)),
        }
    }

    /// A finite number as an exact value of 100 bits or more, the lowest sticky.
    pub fn exact(&self) -> Option<Exact<u128>> {
        let Literal::Number { negative, numerator, exponent, decimals } = self else { return None };
        if numerator.is_zero() {
            return Some(Exact { negative: *negative, magnitude: 0, exponent: 0 });
        }
        // Where the leading digit stands decides whether the number is beyond every format; there any such number will do.
        let log10 = i64::from(numerator.bits()) * 30103 / 100_000 - i64::from(*decimals) + i64::from(*exponent) * 30103 / 100_000;
        let far = |exponent| Some(Exact { negative: *negative, magnitude: 3, exponent });
        if log10 > i64::from(FAR) {
            return far(4 * FAR);
        }
        if log10 < -i64::from(FAR) {
            return far(-4 * FAR);
        }
        let (magnitude, binary) = if *decimals > 0 {
            numerator.divided_sticky(&Natural::from(1).times_power_of_ten(decimals.unsigned_abs()))
        } else {
            numerator.clone().times_power_of_ten(decimals.unsigned_abs()).leading_sticky(120)
        };
        Some(Exact { negative: *negative, magnitude, exponent: binary.saturating_add(*exponent) })
    }
}

/// Rounds an exact value into a format chosen at run time.
pub fn round_into(format: &'static Format, value: Exact<u128>, mode: Mode) -> (u64, Flags) {
    match format.encoding {
        Encoding::FixedPoint => return (fixed_point(format, value), Flags::NONE),
        Encoding::Scale => return scale(format, value, mode),
        _ if format.is_evenly_spaced() => return (integer(format, value), Flags::NONE),
        _ => {}
    }
    // One copy for every format: a literal is read once, and the page is downloaded each time.
    let rounded = round(format, value, &Rules::ieee(mode));
    (rounded.bits, rounded.flags)
}

/// The code of the power of two that a magnitude rounds to; beyond the range the end of it. A sign is dropped, which changes the value.
fn scale(format: &Format, value: Exact<u128>, mode: Mode) -> (u64, Flags) {
    let (_, tail) = split(value.magnitude.normalised().0, u64::BITS - 1);
    let exponent = value.leading() + i32::from(mode.away(false, true, tail));
    let within = (format.emin()..=format.emax()).contains(&exponent);
    let exact = tail == Tail::NOTHING && within && !value.negative;
    (format.power(exponent), if exact { Flags::NONE } else { Flags::INEXACT })
}

/// A number written where an integer or a number in equal steps stands is truncated and clamped to the range, as PTX converts.
fn integer(format: &Format, value: Exact<u128>) -> u64 {
    let lowest = format.lowest_integer();
    let limit = if value.negative { lowest } else { format.largest() };
    let magnitude = match value.exponent - format.quantum() {
        _ if value.leading() > 64 => u128::MAX,
        exponent @ 0.. => value.magnitude << exponent,
        exponent => value.magnitude.checked_shr(exponent.unsigned_abs()).unwrap_or(0),
    };
    let magnitude = magnitude.min(u128::from(limit)) as u64;
    (if value.negative { magnitude.wrapping_neg() } else { magnitude }) & format.mask()
}

/// A range-reduction word is always truncated; a number too large for it becomes its infinity.
fn fixed_point(format: &Format, value: Exact<u128>) -> u64 {
    let sign = if value.negative { format.sign_mask() } else { 0 };
    if value.leading() > format.emax() {
        return sign | format.infinity().unwrap_or(0);
    }
    let shift = format.quantum() - value.exponent;
    sign | match shift {
        128.. => 0,
        0..=127 => (value.magnitude >> shift) as u64,
        _ => (value.magnitude << -shift) as u64,
    }
}
