//! What people look for in words of their own: options of nvcc, messages of ptxas, and what they see; each with where it is answered.

use super::entry::{Kind, To};
use crate::syntax::Switch;

/// A row.
pub(super) struct Asked {
    pub kind: Kind,
    pub name: &'static str,
    /// Words with which one would ask.
    pub also: &'static str,
    pub detail: &'static str,
    pub to: To,
}

const fn lesson(name: &'static str, screen: usize) -> To {
    To::Lesson(name, screen)
}

/// The options in the order of nvcc's guide: what each does, and where.
fn option(switch: Switch) -> (&'static str, &'static str, To) {
    match switch {
        Switch::Fmad => (
            "fmad fma contraction fused multiply add off compiler option flag flags nvcc",
            "nvcc does not fuse a product and a sum; without this option it does, with one rounding instead of two.",
            lesson("fused", 0),
        ),
        Switch::Ftz => (
            "flush denormals subnormals to zero denormal compiler option flag flags nvcc",
            "nvcc writes .ftz: subnormal singles become zero, operands and results.",
            lesson("flush", 0),
        ),
        Switch::PrecDiv => (
            "prec-div fast divide compiler option flag flags nvcc",
            "nvcc divides singles by way of an approximate reciprocal, up to 2 ulp off.",
            To::Line("a / b // -prec-div=false"),
        ),
        Switch::PrecSqrt => (
            "prec-sqrt sqrtf compiler option flag flags nvcc",
            "nvcc takes the approximate square root of singles.",
            To::Line("sqrtf(x) // -prec-sqrt=false"),
        ),
        Switch::FastMath => (
            "--use_fast_math -ffast-math ffast-math fast math fastmath unsafe -ftz -prec-div -prec-sqrt intrinsics compiler option flag flags nvcc",
            "nvcc flushes subnormal singles, divides and takes roots approximately, and calls __sinf for sinf and the like.",
            To::Line("a / b // -use_fast_math"),
        ),
    }
}

const fn seen(name: &'static str, also: &'static str, detail: &'static str, to: To) -> Asked {
    Asked { kind: Kind::Question, name, also, detail, to }
}

/// A message of ptxas 12.9, with an instruction that makes it say so.
const fn message(name: &'static str, detail: &'static str, line: &'static str) -> Asked {
    Asked { kind: Kind::Message, name, also: "ptxas error message fatal", detail, to: To::Line(line) }
}

#[rustfmt::skip]
const ROWS: &[Asked] = &[
    seen("The result is 0 and should not be", "why zero vanished vanishes lost small tiny product underflow flushed", "A subnormal result becomes zero under .ftz, which -ftz=true and -use_fast_math write.", lesson("flush", 0)),
    seen("The result is NaN", "0/0 why nan nans appears where from comes not a number invalid", "Infinity minus infinity, zero times infinity, 0/0 and the root of a negative number give NaN; every class against every class shows where.", To::Line("sub.rn.f32 %f0, 0f7F800000, 0f7F800000;")),
    seen("The result is infinity", "1/0 why inf infinite overflow overflows too large", "What rounds beyond the largest number overflows; for a half that is beyond 65504.", To::Line("mul.rn.f32 %f0, 0f7F7FFFFF, 0f40000000;")),
    seen("A number is not equal to itself", "x != x isnan nan compare equal itself", "Only a NaN is unordered with everything, itself too.", lesson("nan", 0)),
    seen("0.1 + 0.2 is not 0.3", "why does equal point one decimal binary exact 0.30000000000000004", "None of the three is a binary number. In double precision the sum shows it, in single precision it happens to be right.", To::Line("0.1 + 0.2")),
    seen("0.1 is not exact", "why decimal binary fraction stored represent representation store", "A tenth has no end in binary: what is stored is the nearest number.", To::Line("0.1 + 0.0")),
    seen("GPU and CPU give different results", "why differ different mismatch host device x86 cuda not match last digits bit", "nvcc fuses a product and a sum into one fma unless told -fmad=false; code for x86-64 rounds twice by default.", lesson("cpu-gpu", 0)),
    seen("A sum changes with its order", "why my sum is wrong summation order reduction atomicadd atomics nondeterministic non-deterministic reproducible deterministic run associative associativity kahan parallel", "Every addition rounds, so another order rounds differently.", lesson("sums", 0)),
    seen("Adding 1 changes nothing", "why counter stuck increment loop ends 16777216 16777217 2^24 float integer limit", "2^24 + 1 lies half way between two singles and rounds to the even one, 2^24: a counter stops there.", lesson("spacing", 1)),
    seen("A sine is wrong", "why sinf cosf __sinf __cosf inaccurate wrong accuracy large angle argument imprecise", "__sinf turns the angle into turns with 24 bits; the error grows with the angle.", lesson("sine", 0)),
    seen("A logarithm is wrong near 1", "why __logf __log2f logf inaccurate wrong accuracy", "The unit computes it in fixed point: near 1 few bits are left.", lesson("unit", 3)),
    seen("A division is off by one bit", "why __fdividef approximate quotient inexact wrong fast ulp", "-prec-div=false and __fdividef divide by way of an approximate reciprocal.", To::Line("a / b // -prec-div=false")),
    seen("Two floats that should be equal are not", "why compare comparing floating point numbers equal tolerance epsilon almost ==", "Neighbouring floats differ in their last bit: count ulps, or let the tolerance grow with the numbers.", lesson("comparing", 0)),
    seen("Printed numbers look equal and are not", "why printf print digits log cout precision decimal places", "Six digits hide the last bits; nine tell any two singles apart, seventeen any two doubles.", lesson("printing", 1)),
    seen("A gradient becomes zero in half precision", "why loss scaling mixed training fp16 underflow vanishes", "The smallest half is 2^-24; scaling by a power of two first loses nothing.", lesson("sixteen", 2)),
    seen("Digits vanish in a subtraction", "why catastrophic cancellation loses lost precision close numbers difference", "Where one number is at most twice the other, the subtraction is exact; it shows what the operands had lost before.", lesson("cancellation", 0)),
    message("Rounding modifier required for instruction", "fma, mad, div, rcp and sqrt have no default: write .rn.", "fma.f32 %f0, %f1, %f2, %f3;"),
    message("Illegal modifier for instruction", "The form with this type does not take the modifier.", "add.sat.f64 %fd0, %fd1, %fd2;"),
    message("Illegal rounding modifier for instruction", "The form does not take this rounding.", "cvt.rni.f32.f64 %f0, %fd1;"),
    message("Unknown modifier", "The instruction has no such modifier in PTX.", "add.round.f32 %f0, %f1, %f2;"),
    message("Unexpected instruction types specified for", "The instruction has no form with this type.", "sin.approx.f64 %fd0, %fd1;"),
    message("Arguments mismatch for instruction", "The number or the types of the operands do not fit the form.", "add.rn.f32 %f0, %f1;"),
    message("Feature requires .target sm_100 or higher", "The form or a modifier came with a later chip than the one that is set.", "add.rn.f32x2 %rd0, %rd1, %rd2;"),
    message(".approx modifier required for instruction", "sin, cos, lg2, ex2, rsqrt and tanh exist only as approximations.", "sin.f32 %f0, %f1;"),
    message("Parsing error near: syntax error", "The box says where and how to mend it.", "add.rn.f32 %f0 %f1, %f2;"),
];

/// All rows.
pub(super) fn asked() -> impl Iterator<Item = Asked> {
    let options = Switch::ALL.into_iter().map(|switch| {
        let (also, detail, to) = option(switch);
        Asked { kind: Kind::Option, name: switch.text(), also, detail, to }
    });
    options.chain(ROWS.iter().map(|row| Asked { to: row.to.clone(), ..*row }))
}
