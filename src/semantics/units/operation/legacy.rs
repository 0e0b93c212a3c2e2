//! `mad.f32` as sm_1x computed it: the product cut to 24 significant bits, then an ordinary addition.
//!
//! The PTX manual (9.7.3.7) says that the product is formed at double precision, its mantissa truncated to 23 bits with the exponent
//! preserved, and that with c = ±0 the result is that of a separate `mul` and `add`.

use super::answer::{Answer, operand};
use super::arithmetic::{add, finite_sum, fused_by_rule, multiply, whole_product};
use crate::exact::{Exact, Word};
use crate::number::Float;
use crate::rounding::{Flags, Range, Rules};
use crate::trace::{Operand, Recorder, Silent, Step};

/// `a · b + c` with the product truncated before the addition. Subnormals are flushed if the rules say so, as sm_1x always did.
pub fn multiply_add_truncated<F: Float>(a: u64, b: u64, c: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let (ua, ub) = (operand::<F>(Operand::A, a, rules, &mut Silent), operand::<F>(Operand::B, b, rules, &mut Silent));
    let uc = operand::<F>(Operand::C, c, rules, &mut Silent);
    if uc.is_zero() {
        let product = multiply::<F>(a, b, &Rules { range: Range::Full, ..*rules }, recorder);
        let sum = add::<F>(product.bits, c, rules, recorder);
        return Answer { bits: sum.bits, flags: product.flags | sum.flags };
    }
    for (which, bits) in [(Operand::A, a), (Operand::B, b), (Operand::C, c)] {
        operand::<F>(which, bits, rules, recorder);
    }
    if let Some(answer) = fused_by_rule::<F>(ua, ub, uc, rules, recorder) {
        return answer;
    }
    let whole = whole_product::<F::Product>(ua.exact, ub.exact, recorder);
    let product = truncated::<F>(whole, recorder);
    let sum = finite_sum::<F, F::Product>([product, uc.exact.widen()], ["product", "c"], Exact::raised, rules, recorder);
    let dropped = product.magnitude << (product.exponent - whole.exponent) as u32 != whole.magnitude;
    let flags = if dropped { sum.flags | Flags::INEXACT } else { sum.flags };
    Answer { flags, ..sum }
}

/// A product with only as many significant bits as the format holds; the rest is dropped.
fn truncated<F: Float>(product: Exact<F::Product>, recorder: &mut impl Recorder) -> Exact<F::Product> {
    let width = <F::Product as Word>::BITS - product.magnitude.leading_zeros();
    let cut = width.saturating_sub(F::FORMAT.precision());
    if cut == 0 {
        return product;
    }
    let kept = Exact { magnitude: product.magnitude >> cut, exponent: product.exponent + cut as i32, ..product };
    recorder.step(|| Step::Truncate { from: product.into(), to: kept.into() });
    kept
}
