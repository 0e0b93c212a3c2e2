//! The judge `rustc_apfloat`: LLVM's APFloat in Rust, for every format and mode here.

use super::Operation;
use rustc_apfloat::ieee::{BFloat, Double, Float8E4M3FN, Float8E5M2, Half, Single};
use rustc_apfloat::{Float, Round, StatusAnd};
use semantics::number::{BF16, E4M3, E5M2, F16, F32, F64, Format};
use semantics::rounding::Mode;

/// The type that judges one of our formats.
pub trait Judged {
    type Judge: Float;
    const ROW: &'static Format;
}

macro_rules! judged {
    ($($ours:ty => $theirs:ty),*) => {$( impl Judged for $ours { type Judge = $theirs; const ROW: &'static Format = <$ours>::ROW; } )*};
}
judged!(F16 => Half, BF16 => BFloat, F32 => Single, F64 => Double, E4M3 => Float8E4M3FN, E5M2 => Float8E5M2);

/// The judge's bits and flags (as TestFloat numbers them).
///
/// Its underflow is not compared: it looks at the rounded result with a bounded exponent, while IEEE 754 after rounding (and TestFloat,
/// which settles that flag) takes an unbounded one. Nor does it say invalid of a signaling addend, or
/// overflow where a directed mode ends at the largest finite number; TestFloat settles these too.
pub fn judge<F: Judged>(operation: Operation, operands: [u64; 3], mode: Mode) -> (u64, u8) {
    let round = match mode {
        Mode::Rn => Round::NearestTiesToEven,
        Mode::Rz => Round::TowardZero,
        Mode::Rm => Round::TowardNegative,
        Mode::Rp => Round::TowardPositive,
        Mode::Rna => Round::NearestTiesToAway,
        Mode::Rs => unimplemented!("apfloat has no random bits"),
    };
    let [a, b, c] = operands.map(|bits| F::Judge::from_bits(u128::from(bits)));
    let StatusAnd { status, value } = match operation {
        Operation::Add => a.add_r(b, round),
        Operation::Subtract => a.sub_r(b, round),
        Operation::Multiply => a.mul_r(b, round),
        Operation::Fused => a.mul_add_r(b, c, round),
        Operation::Divide => a.div_r(b, round),
        Operation::SquareRoot => unimplemented!("apfloat has no square root"),
    };
    // APFloat numbers the same five exceptions the other way round.
    (value.to_bits() as u64, status.bits().reverse_bits() >> 3)
}
