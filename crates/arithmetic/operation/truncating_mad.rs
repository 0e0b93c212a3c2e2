//! `mad.f32` as sm_1x computed it: the product cut to 24 significant bits, then an ordinary addition.
//!
//! The PTX manual (9.7.3.7) says that the product is formed at double precision, its mantissa truncated to 23 bits with the exponent
//! preserved, and that with c = ±0 the result is that of a separate `mul` and `add`.

use super::arithmetic::{add, fused_by_rule, multiply, product_plus, whole_product};
use super::operand_io::{Answer, operand};
use crate::exact::Exact;
use crate::number::{F32, Kind, Narrow};
use crate::rounding::{Flags, Range, Rules};
use crate::trace::{Operand, Recorder, Remark, Silent, Step};

/// Chips so old are asked too seldom for arithmetic of their own.
const SINGLE: Narrow = Narrow::of(F32::ROW);

/// `a · b + c` with the product truncated before the addition. Subnormals are flushed if the rules say so, as sm_1x always did.
pub fn multiply_add_truncated(a: u64, b: u64, c: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let (ua, ub) = (operand(F32::ROW, Operand::A, a, rules, &mut Silent), operand(F32::ROW, Operand::B, b, rules, &mut Silent));
    let uc = operand(F32::ROW, Operand::C, c, rules, &mut Silent);
    if uc.is_zero() {
        recorder.told(|| Remark {
            title: "Multiply, then add".into(),
            sentence: "c is zero, and for that the manual says that mad.f32 on sm_1x gives what a separate mul and add give: the product is rounded, not cut.".into(),
            heading: false,
        });
        let product = multiply(SINGLE, a, b, &Rules { range: Range::Full, ..*rules }, recorder);
        let sum = add(SINGLE, product.bits, c, rules, recorder);
        return Answer { bits: sum.bits, flags: product.flags | sum.flags };
    }
    for (which, bits) in [(Operand::A, a), (Operand::B, b), (Operand::C, c)] {
        operand(F32::ROW, which, bits, rules, recorder);
    }
    if [ua, ub, uc].iter().any(|operand| operand.kind != Kind::Finite) {
        return fused_by_rule([F32::ROW; 2], [ua.bits, ub.bits, uc.bits], rules, recorder);
    }
    let whole = whole_product::<u64>(ua.exact, ub.exact, recorder);
    let product = truncated(whole, recorder);
    let sum = product_plus(product, uc.exact, F32::FORMAT.precision(), F32::ROW, rules, recorder);
    let dropped = product.magnitude << (product.exponent - whole.exponent) as u32 != whole.magnitude;
    let flags = if dropped { sum.flags | Flags::INEXACT } else { sum.flags };
    Answer { flags, ..sum }
}

/// A product with only as many significant bits as the format holds; the rest is dropped.
fn truncated(product: Exact<u64>, recorder: &mut impl Recorder) -> Exact<u64> {
    let width = u64::BITS - product.magnitude.leading_zeros();
    let cut = width.saturating_sub(F32::FORMAT.precision());
    if cut == 0 {
        return product;
    }
    let kept = Exact { magnitude: product.magnitude >> cut, exponent: product.exponent + cut as i32, ..product };
    recorder.step(|| Step::Truncate { from: product.into(), to: kept.into() });
    kept
}
