//! `fmod`, `remainder` and `remquo`.
//!
//! The quotient of a remainder may have two thousand bits; only its residue and its lowest three bits are ever asked for, and those follow from
//! arithmetic modulo eight times the divisor.

use super::{Library, Results, as_it_is, exactly, no_value, of_nan, tell};
use crate::exact::Exact;
use crate::number::Format;
use crate::operation::operand_io::operand;
use crate::rounding::Rules;
use crate::trace::{Operand, Reason, Recorder};

/// `magnitude · 2^shift` modulo a modulus below 2^57.
fn shifted_modulo(magnitude: u64, shift: u32, modulus: u64) -> u64 {
    let modulus = u128::from(modulus);
    let (mut power, mut result, mut left) = (2 % modulus, u128::from(magnitude) % modulus, shift);
    while left > 0 {
        if left & 1 == 1 {
            result = result * power % modulus;
        }
        power = power * power % modulus;
        left >>= 1;
    }
    result as u64
}

pub(super) fn remainder(
    function: Library,
    format: &'static Format,
    bits: [u64; 2],
    rules: &Rules,
    recorder: &mut impl Recorder,
) -> Results {
    let x = operand(format, Operand::A, bits[0], rules, recorder);
    let y = operand(format, Operand::B, bits[1], rules, recorder);
    let quotient_of = |quotient: i64| (function == Library::Remquo).then_some(quotient as u64 & 0xffff_ffff);
    if x.is_nan() || y.is_nan() {
        return Results { value: of_nan(format, &[x, y], rules, recorder), second: quotient_of(0) };
    }
    if x.is_infinite() || y.is_zero() {
        let reason = if x.is_infinite() { Reason::InfiniteDividend } else { Reason::RemainderOfZero };
        return Results { value: no_value(format, reason, rules, recorder), second: quotient_of(0) };
    }
    if x.is_zero() || y.is_infinite() {
        tell(recorder, "Nothing to take away", || {
            "The dividend is smaller than any multiple of the divisor: it is the remainder itself.".into()
        });
        return Results { value: as_it_is(format, x.bits, recorder), second: quotient_of(0) };
    }
    let (ex, ey) = (x.exact.exponent, y.exact.exponent);
    let (mx, my) = (x.exact.magnitude, y.exact.magnitude);
    // Both as multiples of the smaller last place; a divisor far above the dividend goes into it no time.
    let (unit, residue, divisor) = if ex >= ey {
        (ey, u128::from(shifted_modulo(mx, (ex - ey) as u32, my * 8)), u128::from(my))
    } else if ey - ex > 64 {
        (ex, u128::from(mx), u128::MAX >> 2)
    } else {
        let divisor = u128::from(my) << (ey - ex);
        (ex, u128::from(mx) % (divisor * 8), divisor)
    };
    let (low_bits, rest) = (residue / divisor, residue % divisor);
    tell(recorder, "Divide with remainder", || {
        let name = if low_bits == 0 && residue == u128::from(mx) && ex < ey {
            "goes into it no whole time"
        } else {
            "is taken away as often as it goes"
        };
        format!("The divisor {name}; the low three bits of how often are {low_bits:03b}. What is left is a multiple of 2^{unit}: exact.")
    });
    let nearest = function != Library::Fmod;
    let twice = rest * 2;
    let up = nearest && (twice > divisor || (twice == divisor && low_bits & 1 == 1));
    if nearest {
        tell(recorder, "Nearest multiple", || match twice.cmp(&divisor) {
            core::cmp::Ordering::Less => "Less than half a divisor is left: the quotient below is the nearest.".into(),
            core::cmp::Ordering::Equal if up => {
                "Exactly half a divisor is left and the quotient is odd: one more makes it even, and the remainder changes sign.".into()
            }
            core::cmp::Ordering::Equal => "Exactly half a divisor is left and the quotient is even: it stays.".into(),
            core::cmp::Ordering::Greater => "More than half a divisor is left: one more is nearer, and the remainder changes sign.".into(),
        });
    }
    let magnitude = if up { divisor - rest } else { rest } as u64;
    let count = (low_bits as i64 + i64::from(up)) & 7;
    let second = quotient_of(if x.exact.negative != y.exact.negative { -count } else { count });
    let negative = x.exact.negative != (up && magnitude != 0);
    let value = exactly(format, Exact { negative, magnitude, exponent: unit }, rules, recorder);
    Results { value, second }
}
