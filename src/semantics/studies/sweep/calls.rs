//! What CUDA's fast intrinsics approximate, to a hundred bits: the truth beside which the result of a call is put.
//!
//! A call is a short sequence around the unit, so its error is that of the whole sequence: the product with log2 e in `__expf` counts.

use super::real::Real;
use super::verdict::{Verdict, divided, judged};
use crate::cuda::Call;
use crate::number::Pattern;

/// What a call gave beside the true value, with the documented error; None for a call without one, and where an argument, the result or
/// the true value is no number to measure by.
#[must_use]
pub fn verdict(call: &Call, arguments: &[Pattern], result: Pattern) -> Option<Verdict> {
    result.exact()?;
    let row = call.function.row;
    let truth = truth(call.function.stem, arguments)?;
    Some(judged(result, truth, Some(bound(row.accuracy, *arguments.first()?))))
}

/// The documented error; of an argument outside the interval that it is for, that is said.
fn bound(accuracy: &str, x: Pattern) -> String {
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

fn truth(name: &str, arguments: &[Pattern]) -> Option<Real> {
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

#[cfg(test)]
mod tests {
    use super::super::verdict::Deviation;
    use super::*;
    use crate::cuda::{arguments, parse, run};
    use crate::instruction::Context;
    use crate::instruction::cuda::functions;
    use crate::number::F32;
    use crate::register_file::RegisterFile;

    /// Every truth lies where the host's library has it, to the last digits of a double.
    #[test]
    fn truths_are_those_of_doubles() {
        let check = |name: &str, arguments: &[f32], expected: f64| {
            let patterns: Vec<Pattern> = arguments.iter().map(|x| Pattern::new(F32::ROW, x.to_bits().into())).collect();
            let found = truth(name, &patterns).unwrap_or_else(|| panic!("{name} {arguments:?}")).to_f64();
            assert!((found / expected - 1.0).abs() < 4e-15, "{name}{arguments:?}: {found:e} {expected:e}");
        };
        for x in [1e-20f32, 1e-3, 0.3, 0.9, 1.1, 2.5, 7.0, 30.0] {
            let wide = f64::from(x);
            check("__sinf", &[x], libm::sin(wide));
            check("__cosf", &[x], libm::cos(wide));
            check("__tanf", &[-x], -libm::tan(wide));
            check("__expf", &[-x], libm::exp(-wide));
            check("__exp10f", &[x], libm::pow(10.0, wide));
            check("__log2f", &[x], libm::log2(wide));
            check("__logf", &[x], libm::log(wide));
            check("__log10f", &[x], libm::log10(wide));
            check("__powf", &[x, -1.75], libm::pow(wide, -1.75));
            check("__fdividef", &[x, -1.3], wide / -f64::from(1.3f32));
        }
    }

    /// Each intrinsic of one value that the guide gives an error for has a truth, and a first result near it: within 16 ulps, because the
    /// guide bounds a logarithm near one by its absolute error.
    #[test]
    fn every_fast_intrinsic_is_judged() {
        let mut judged = 0;
        for function in functions().iter().filter(|function| !matches!(function.row.accuracy, "" | "0") && function.returns.is_some()) {
            let text = crate::search::call(function.stem);
            let parsed = parse(&text, &Context::default());
            let call = parsed.accepted().unwrap_or_else(|| panic!("{text}"));
            let ran = run(call, &RegisterFile::default());
            let verdict = verdict(call, &arguments(call, &ran.before), ran.results[0].pattern()).unwrap_or_else(|| panic!("{text}"));
            let Deviation::Ulps { thousandths, .. } = verdict.error else { panic!("{text}: {}", verdict.error) };
            assert!(thousandths < 16_000, "{text}: {}", verdict.error);
            assert!(verdict.bound.is_some_and(|bound| bound.ends_with("(CUDA guide)")));
            judged += 1;
        }
        assert_eq!(judged, 11);
        let x = |bits| bound("2^-21.41 absolute in [-pi, pi]", Pattern::new(F32::ROW, bits));
        assert!(
            x(0x4049_0fda).ends_with("(CUDA guide)") && x(0xc7c3_5000).ends_with("; -100000.0 lies outside, where nothing is promised")
        );
        let exact = parse("__fadd_rn(1.0f, 2.0f)", &Context::default());
        assert!(exact.accepted().is_some_and(|call| truth(call.function.stem, &[]).is_none()));
    }
}
