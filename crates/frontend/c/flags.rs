//! The flags of a function of the library. Its instructions raise flags of their own on the way: a large argument of `sin` has no integer of
//! 32 bits, and `log` multiplies a zero. An inexact of theirs counts where the result is a number that is not zero.

use crate::instruction::cuda::Function;
use crate::number::{Class, Pattern};
use crate::rounding::Flags;

/// What IEEE 754 says of a call whose instructions raised some flags; None for a function that is not measured against its true value.
pub(super) fn of_call(function: &Function, arguments: &[Pattern], result: Pattern, raised: Flags) -> Option<Flags> {
    if function.row.accuracy.is_empty() || result.format.is_integer() {
        return None;
    }
    let all = |is: fn(&Pattern) -> bool| arguments.iter().all(is);
    // Of zeros and infinities alone, a whole number is no rounded one: pow(0, 0) is 1.
    let is_exact = all(|given| is_zero(given) || !given.is_finite()) && is_whole(&result);
    let is_inexact = raised.contains(Flags::INEXACT) && !is_exact;
    Some(match result.class() {
        Class::QuietNan | Class::SignalingNan if all(|given| !given.is_nan()) => Flags::INVALID,
        Class::Infinity if all(Pattern::is_finite) && has_pole(function.stem, arguments) => Flags::DIVIDE_BY_ZERO,
        Class::Infinity if all(Pattern::is_finite) => Flags::OVERFLOW | Flags::INEXACT,
        Class::Zero if is_inexact && underflows(function.stem) => Flags::UNDERFLOW | Flags::INEXACT,
        Class::Subnormal if is_inexact => Flags::UNDERFLOW | Flags::INEXACT,
        Class::Normal if is_inexact => Flags::INEXACT,
        _ => Flags::NONE,
    })
}

/// Whether a function that is infinite at finite arguments has a pole there; else its value is too large.
fn has_pole(stem: &str, arguments: &[Pattern]) -> bool {
    match (stem.trim_end_matches('f'), arguments) {
        ("log" | "log2" | "log10" | "log1p" | "logb" | "atanh" | "y0" | "y1" | "yn" | "rsqrt" | "rcbrt" | "rhypot", _) => true,
        ("erfinv" | "erfcinv" | "normcdfinv", _) => true,
        ("pow", [base, _]) => is_zero(base),
        ("tgamma" | "lgamma", [x]) => is_zero(x) || x.is_negative() && is_whole(x),
        _ => false,
    }
}

/// Whether a function has values too small for any number; of the others, as of log(1), a zero is exact.
fn underflows(stem: &str) -> bool {
    matches!(stem.trim_end_matches('f'), "exp" | "exp2" | "exp10" | "pow" | "erfc" | "erfcx" | "tgamma" | "normcdf" | "jn")
}

fn is_zero(number: &Pattern) -> bool {
    number.class() == Class::Zero
}

fn is_whole(number: &Pattern) -> bool {
    number.exact().is_some_and(|exact| exact.exponent + exact.magnitude.trailing_zeros() as i32 >= 0)
}
