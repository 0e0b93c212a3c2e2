//! Decimals as the assembler reads them: as doubles, from which a single is rounded again.

use crate::instruction::Type;
use crate::number::{F32, F64, Kind, unpack};
use crate::rounding::{self, Flags, Mode, Rules, round};

/// The double nearest to a number in words, and what its rounding raised; None where it is no number.
pub(super) fn double(text: &str) -> Option<(u64, Flags)> {
    Some(rounding::read(text).ok()?.to_bits(F64::ROW, Mode::Rn))
}

/// The bits of a decimal in the type that an instruction reads; None where the assembler refuses it.
pub(super) fn decimal_bits(text: &str, data_type: Type) -> Option<u64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (F64::FORMAT.sign_mask(), digits),
        None => (0, text.trim_start_matches('+')),
    };
    let (bits, flags) = double(digits)?;
    if flags.contains(Flags::OVERFLOW) || flags.contains(Flags::UNDERFLOW) {
        return None;
    }
    Some(if data_type == Type::F64 { bits ^ negative } else { single(bits ^ negative) })
}

/// A double rounded to a single. A NaN keeps its sign and the upper part of its payload, and becomes quiet.
pub(super) fn single(double: u64) -> u64 {
    let read = unpack(F64::ROW, double);
    let sign = if read.exact.negative { F32::FORMAT.sign_mask() } else { 0 };
    match read.kind {
        Kind::Infinity => sign | F32::FORMAT.exponent_mask(),
        Kind::Nan => sign | F32::FORMAT.exponent_mask() | F32::FORMAT.quiet_bit() | (double >> 29 & F32::FORMAT.fraction_mask()),
        Kind::Finite if read.exact.is_zero() => sign,
        Kind::Finite => round(F32::ROW, read.exact, &Rules::ieee(Mode::Rn)).bits,
    }
}

/// Whether a text is a decimal with a point or an exponent.
pub(super) fn is_decimal(text: &str) -> bool {
    let (mantissa, power) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let power_is_good = power.is_none_or(|power| {
        let power = power.strip_prefix(['+', '-']).unwrap_or(power);
        !power.is_empty() && digits(power)
    });
    (mantissa.contains('.') || power.is_some()) && whole.len() + fraction.len() > 0 && digits(whole) && digits(fraction) && power_is_good
}
