//! What CUDA's fast intrinsics and the functions of its library approximate, to a hundred bits: the truth beside which the result of a call is put.
//!
//! A call is a short sequence around the unit, so its error is that of the whole sequence: the product with log2 e in `__expf` counts.

use super::bigfloat::BigFloat;
use super::error_report::{ErrorReport, is_exact, judged, real};
use super::functions::ReferenceFunction;
use crate::instruction::cuda::Function;
use crate::number::Pattern;

/// What a call gave beside the true value, with the documented error; None for a call without one, and where an argument, the result or
/// the true value is no number to measure by.
#[must_use]
pub fn verdict(function: &Function, arguments: &[Pattern], result: Pattern) -> Option<ErrorReport> {
    result.exact()?;
    let truth = truth(function.stem, arguments)?;
    let numbers: Vec<_> = arguments.iter().map(Pattern::exact).collect();
    let is_exact = is_exact(function.stem, &numbers, result);
    Some(judged(result, truth, Some(bound(function.row.accuracy, *arguments.first()?)), is_exact))
}

/// The documented error; of an argument outside the interval that it is for, that is said.
pub fn bound(accuracy: &str, x: Pattern) -> String {
    /// The single next above π, as magnitudes are compared.
    const ABOVE_PI: u64 = 0x4049_0fdb;
    let text = [accuracy, " (CUDA guide)"].concat();
    if accuracy.ends_with("in [-pi, pi]") && x.bits & !x.format.sign_mask() >= ABOVE_PI {
        return [&text, "; ", &x.value_text(), " lies outside, where nothing is promised"].concat();
    }
    text
}

/// The true value of a function at these arguments; None where none is known, and where it is zero.
pub fn truth(name: &str, arguments: &[Pattern]) -> Option<BigFloat> {
    let numbers: Option<Vec<f64>> = arguments.iter().map(|pattern| Some(real(pattern.exact()?).map_or(0.0, BigFloat::to_f64))).collect();
    let function = || ReferenceFunction::of_intrinsic(name).or_else(|| ReferenceFunction::named(name));
    match numbers?[..] {
        // Zero, which the hundred bits of a reference do not reach.
        [1.0 | 2.0] if name.starts_with("lgamma") => None,
        [x] => function()?.precise_at(x, x),
        // An order is told as the bits of a number are, and only up to 127.
        [n, x] if arguments[0].format.is_integer() => {
            let order = u32::try_from(arguments[0].ordinal()?).ok().filter(|_| n < 128.0)?;
            function()?.precise_at(f64::from(f32::from_bits(order)), x)
        }
        [x, y] => function()?.precise_at(x, y),
        _ => None,
    }
}
