//! The flags of a function of the library. Its instructions raise flags of their own on the way: a large argument of `sin` has no integer of
//! 32 bits, and `log` multiplies a zero. Inexact is a result that is not the function's value.

use crate::instruction::cuda::Function;
use crate::number::{Class, Pattern};
use crate::operation::exact_value::{self, bare};
use crate::rounding::Flags;

/// What IEEE 754 says of a call whose instructions raised some flags; None for a function that is not measured against its true value.
pub(super) fn of_call(function: &Function, arguments: &[Pattern], result: Pattern, raised: Flags) -> Option<Flags> {
    if function.row.accuracy.is_empty() || result.format.is_integer() {
        return None;
    }
    let all = |is: fn(&Pattern) -> bool| arguments.iter().all(is);
    let numbers: Option<Vec<_>> = arguments.iter().map(Pattern::exact).collect();
    let is_exact = numbers.and_then(|numbers| exact_value::is_exact(function.stem, &numbers, result.exact()?));
    // Of zeros and infinities alone, a whole number is no rounded one: tanh of an infinity is 1.
    let is_chosen = || all(|given| is_zero(given) || !given.is_finite()) && is_whole(&result);
    let is_inexact = is_exact.map_or_else(|| raised.contains(Flags::INEXACT) && !is_chosen(), |exact| !exact);
    let all_finite = all(Pattern::is_finite);
    Some(match result.class() {
        Class::QuietNan | Class::SignalingNan if all(|given| !given.is_nan()) => Flags::INVALID,
        // What a NaN does not change is no rounding: pow(1, NaN) is 1.
        _ if !all(|given| !given.is_nan()) => Flags::NONE,
        Class::Infinity if all_finite && has_pole(function.stem, arguments) => Flags::DIVIDE_BY_ZERO,
        Class::Infinity if all_finite => Flags::OVERFLOW | Flags::INEXACT,
        Class::Zero if all_finite && !arguments.iter().any(is_zero) && underflows(function.stem) => Flags::UNDERFLOW | Flags::INEXACT,
        Class::Subnormal if is_inexact => Flags::UNDERFLOW | Flags::INEXACT,
        Class::Normal if is_inexact => Flags::INEXACT,
        _ => Flags::NONE,
    })
}

/// Whether a function that is infinite at finite arguments has a pole there; else its value is too large.
fn has_pole(stem: &str, arguments: &[Pattern]) -> bool {
    match (bare(stem), arguments) {
        ("log" | "log2" | "log10" | "log1p" | "logb" | "atanh" | "y0" | "y1" | "yn" | "rsqrt" | "rcbrt" | "rhypot", _) => true,
        ("erfinv" | "erfcinv" | "normcdfinv", _) => true,
        ("pow", [base, _]) => is_zero(base),
        ("tgamma" | "lgamma", [x]) => is_zero(x) || x.is_negative() && is_whole(x),
        _ => false,
    }
}

/// Whether a function has values too small for any number; of the others, as of log(1), a zero is exact.
fn underflows(stem: &str) -> bool {
    matches!(bare(stem), "exp" | "exp2" | "exp10" | "pow" | "erfc" | "erfcx" | "tgamma" | "normcdf" | "j1" | "jn" | "atan2")
}

fn is_zero(number: &Pattern) -> bool {
    number.class() == Class::Zero
}

fn is_whole(number: &Pattern) -> bool {
    number.exact().is_some_and(|exact| exact.exponent + exact.magnitude.trailing_zeros() as i32 >= 0)
}
