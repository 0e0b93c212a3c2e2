//! What CUDA's fast intrinsics approximate, to a hundred bits: the truth beside which the result of a call is put.
//!
//! A call is a short sequence around the unit, so its error is that of the whole sequence: the product with log2 e in `__expf` counts.

use super::real::Real;
use super::verdict::{Verdict, divided, judged};
use crate::instruction::cuda::Function;
use crate::number::Pattern;

/// What a call gave beside the true value, with the documented error; None for a call without one, and where an argument, the result or
/// the true value is no number to measure by.
#[must_use]
pub fn verdict(function: &Function, arguments: &[Pattern], result: Pattern) -> Option<Verdict> {
    result.exact()?;
    let truth = truth(function.stem, arguments)?;
    Some(judged(result, truth, Some(bound(function.row.accuracy, *arguments.first()?))))
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

fn real(pattern: Pattern) -> Option<Real> {
    let exact = pattern.exact()?;
    Real::new(exact.negative, exact.magnitude.into(), exact.exponent)
}

/// The true value of a function at these arguments; None where none is known.
pub fn truth(name: &str, arguments: &[Pattern]) -> Option<Real> {
    let first = *arguments.first()?;
    let x = real(first)?;
    match name {
        "__sinf" => x.sine(0),
        "__cosf" => x.sine(1),
        "__tanf" => Some(x.sine(0)?.times(x.sine(1)?.reciprocal()?)),
        "__expf" => x.times(Real::LOG2_E).exp2(),
        "__exp10f" => x.times(Real::LOG2_10).exp2(),
        "__log2f" => x.log2(),
        "__logf" => Some(x.log2()?.times(Real::LN_2)),
        "__log10f" => Some(x.log2()?.times(Real::LOG10_2)),
        "__powf" => x.log2()?.times(real(*arguments.get(1)?)?).exp2(),
        "rsqrtf" if !first.is_negative() => x.reciprocal_root(),
        "__fdividef" => divided(first, *arguments.get(1)?),
        _ => None,
    }
}
