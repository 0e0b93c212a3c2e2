//! Between formats, and to whole numbers within one, each with one rounding.
//!
//! A whole number is a number of the format whose last place is not below 2^0, so rounding to one is rounding into a format with that
//! last place: there is still one function that rounds.

use super::answer::{Answer, by_rule, infinity, operand, rounded, zero};
use super::handling::Handling;
use crate::exact::Exact;
use crate::number::{Encoding, Float, Format, Pattern, Unpacked, unpack};
use crate::rounding::{Flags, NanRule, Rules, Subnormals, round, saturate};
use crate::trace::{Operand, Reason, Recorder, Step};
use core::marker::PhantomData;

/// The number of format `S` in format `D`. `which` is the operand's name in the steps; `incoming` says what happens to a subnormal one,
/// `rules.subnormals` what happens to a subnormal result.
#[inline]
pub fn convert<S: Float, D: Float>(which: Operand, bits: u64, incoming: Subnormals, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let read = operand::<S>(which, bits, &Rules { subnormals: incoming, ..*rules }, recorder);
    if read.is_nan() {
        return nan::<S, D>(&read, rules, recorder);
    }
    let negative = read.exact.negative;
    if read.is_infinite() {
        return infinity::<D>(negative, rules, recorder);
    }
    if read.is_zero() {
        return zero::<D>(negative, Reason::Zero, rules, recorder);
    }
    rounded::<D, u64>(read.exact, || read.exact.into(), rules, recorder)
}

/// Ends with a NaN: the destination's own, or the source's sign and the top of its payload, made quiet.
fn nan<S: Float, D: Float>(read: &Unpacked, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let quiet = S::FORMAT.encoding != Encoding::Ieee || read.bits & S::FORMAT.quiet_bit() != 0;
    let flags = if quiet { Flags::NONE } else { Flags::INVALID };
    let bits = match rules.nan {
        NanRule::Canonical => D::FORMAT.default_nan,
        NanRule::Payload => {
            // Payloads are aligned at the quiet bit, as ptxas's constant folding shows.
            let top = read.bits & S::FORMAT.fraction_mask();
            let payload = (top << (64 - S::FORMAT.fraction_bits)) >> (64 - D::FORMAT.fraction_bits);
            let sign = if read.exact.negative { D::FORMAT.sign_mask() } else { 0 };
            sign | D::FORMAT.exponent_mask() | payload | D::FORMAT.quiet_bit()
        }
    };
    by_rule::<D>(bits, flags, Reason::NanOperand, rules, recorder)
}

/// The nearest whole number by the rounding mode, in the same format. Infinities stay and a zero keeps its sign; as in IEEE 754's
/// roundToIntegral the result counts as exact.
#[inline]
pub fn round_to_whole<F: Float>(which: Operand, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let read = operand::<F>(which, bits, rules, recorder);
    if read.is_nan() {
        return nan::<F, F>(&read, rules, recorder);
    }
    let negative = read.exact.negative;
    if read.is_infinite() {
        return infinity::<F>(negative, rules, recorder);
    }
    if read.is_zero() {
        return zero::<F>(negative, Reason::Zero, rules, recorder);
    }
    let decision = round::<Whole<F>, u64>(read.exact, &Rules::ieee(rules.mode));
    Handling::tell(recorder, || Handling::Whole { last_place: decision.last_place });
    recorder.step(|| Step::Round { value: read.exact.into(), format: Whole::<F>::ROW, mode: rules.mode, rounded: decision });
    let whole: Exact<u64> = unpack::<Whole<F>>(decision.bits).exact;
    if whole.is_zero() {
        return zero::<F>(negative, Reason::Zero, rules, recorder);
    }
    // A whole number of at most the format's precision is a number of the format: nothing is rounded here.
    let result = round::<F, u64>(whole, &Rules::ieee(rules.mode)).bits;
    let saturated = saturate::<F>(result, rules.range);
    if saturated != result {
        recorder.step(|| Step::Saturate { from: Pattern::new(F::ROW, result), to: Pattern::new(F::ROW, saturated) });
    }
    recorder.step(|| Step::Encode { result: Pattern::new(F::ROW, saturated) });
    Answer { bits: saturated, flags: Flags::NONE }
}

/// The whole numbers of a format: its precision and exponents, and nothing below 2^0.
#[derive(Clone, Copy, Debug)]
struct Whole<F>(PhantomData<F>);

impl<F: Float> Float for Whole<F> {
    const FORMAT: Format = Format {
        name: "whole number",
        long_name: "whole number",
        // The smallest "normal" one has its last place at 2^0.
        bias: 1 - F::FORMAT.fraction_bits as i32,
        ..F::FORMAT
    };
    const ROW: &'static Format = &Self::FORMAT;
    type Sum = F::Sum;
    type Product = F::Product;
}
