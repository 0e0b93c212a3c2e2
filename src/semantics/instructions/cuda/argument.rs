//! A number of C, as bits of a parameter's type.
//!
//! C converts: a double is rounded to a float, a number cut to an integer. Eight hex digits where a float stands are taken for its bits all
//! the same, because that is what people paste; a note says so.

use crate::number::{F32, F64, Format, Pattern};
use crate::operation::{Incoming, convert};
use crate::rounding::{Literal, Mode, Rules, read};
use crate::trace::Trace;

/// A number that was read.
pub(super) struct Number {
    /// The bits.
    pub bits: u64,
    /// What a reader should know.
    pub note: Option<String>,
}

/// Words that C and CUDA have for values that are no digits.
pub(super) fn named(word: &str, format: &'static Format) -> Option<u64> {
    if format.is_integer() {
        return None;
    }
    match word {
        "INFINITY" | "HUGE_VAL" | "HUGE_VALF" | "CUDART_INF" | "CUDART_INF_F" | "inf" | "Inf" => format.infinity(),
        "NAN" | "CUDART_NAN" | "CUDART_NAN_F" | "nan" | "NaN" => Some(format.default_nan),
        _ => None,
    }
}

/// Reads a number without its sign.
pub(super) fn number(text: &str, negative: bool, format: &'static Format) -> Result<Number, String> {
    let plain = |bits| Number { bits, note: None };
    let lower = text.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x").map(|digits| digits.trim_end_matches(['u', 'l'])).filter(|digits| is_hex(digits)) {
        let value = u64::from_str_radix(digits, 16).map_err(|_| format!("`{text}` has more than 64 bits."))?;
        if format.is_integer() {
            return Ok(plain(signed(value, negative) & format.mask()));
        }
        if digits.len() as u32 * 4 != format.width() || negative {
            return Err(format!("Bits of this type are written with {} hex digits and no sign.", format.width() / 4));
        }
        let note = format!("{text} is taken for the bits of the argument. In C it would be the integer {value}, converted.");
        return Ok(Number { bits: value, note: Some(note) });
    }
    let integer = lower.trim_end_matches(['u', 'l']);
    if !integer.is_empty() && integer.bytes().all(|byte| byte.is_ascii_digit()) {
        if !format.is_integer() {
            let literal = read(integer).map_err(|error| format!("`{text}` {}.", error.0))?;
            return Ok(plain(with_sign(literal.to_bits(format, Mode::Rn).0, negative, format)));
        }
        let value: u64 = integer.parse().map_err(|_| format!("`{text}` has more than 64 bits."))?;
        let bits = signed(value, negative) & format.mask();
        let exact = Pattern::new(format, bits).unpacked().exact;
        let kept = (exact.magnitude, exact.negative) == (value, negative && value != 0);
        let note = (!kept).then(|| format!("{text} does not fit: C keeps its low {} bits.", format.width()));
        return Ok(Number { bits, note });
    }
    let literal = read(text).map_err(|error| format!("`{text}` {}.", error.0))?;
    match &literal {
        Literal::Bits { bits, width, .. } if *width == format.width() && !negative => Ok(plain(*bits)),
        Literal::Bits { .. } => Err(format!("`{text}` has not the {} bits of this argument.", format.width())),
        _ if format.is_integer() => {
            let bits = literal.to_bits(format, Mode::Rz).0;
            let bits = signed(bits, negative) & format.mask();
            let note = format!("C cuts {text} to the integer {}.", Pattern::new(format, bits).exact_decimal());
            Ok(Number { bits, note: Some(note) })
        }
        _ => {
            // A literal with `f` is a float, one without a double, whatever it is handed to.
            let own = if lower.ends_with('f') { F32::ROW } else { F64::ROW };
            let bits = literal.to_bits(own, Mode::Rn).0;
            // With the recorder that the page uses anyway: a silent copy would be downloaded for this alone.
            let bits = if own == format {
                bits
            } else {
                convert(Incoming::plain(own, bits), format, &Rules::default(), &mut Trace::default()).bits
            };
            Ok(plain(with_sign(bits, negative, format)))
        }
    }
}

fn is_hex(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn signed(value: u64, negative: bool) -> u64 {
    if negative { value.wrapping_neg() } else { value }
}

fn with_sign(bits: u64, negative: bool, format: &Format) -> u64 {
    if negative { bits ^ format.sign_mask() } else { bits }
}
