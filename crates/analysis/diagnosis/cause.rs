//! What brings a departure about: an option of the compiler, an intrinsic, a habit of writing. Where nobody knows one, nothing is said.

use super::kind::Kind;
use super::mutation::{ModifierMutation, Mutation, Reinterpretation, Rewrite};
use super::rewriting::Detour;
use crate::instruction::{Modifier, ModifierSet, Type};
use crate::rounding::Mode;

const DOUBLE: &str = "A literal without f does this: 0.5 is a double in C, and so is all that it is combined with.";

/// The cause of a departure, in a sentence.
pub(super) fn cause(departure: &Mutation) -> Option<&'static str> {
    match departure {
        Mutation::ModifierMutation(ModifierMutation::Words(kind, drop, add)) => of_words(*kind, *drop, *add),
        Mutation::Rewrite(rewrite) => of_rewrite(rewrite),
        Mutation::Reinterpretation(reading) => of_reading(*reading),
        Mutation::ModifierMutation(ModifierMutation::Target(_)) | Mutation::Toggled(..) => None,
    }
}

fn of_words(kind: Kind, drop: ModifierSet, add: ModifierSet) -> Option<&'static str> {
    Some(match (kind, add.first(), drop.first()) {
        (Kind::Flush, Some(_), _) => "nvcc -ftz=true or -use_fast_math does this.",
        (Kind::Flush, None, _) => {
            "nvcc does this by default (-ftz=false); code that expects zeros was built with -ftz=true or -use_fast_math."
        }
        (Kind::Approximation, Some(Modifier::Full), _) => "nvcc -prec-div=false does this.",
        (Kind::Approximation, Some(Modifier::Approx), _) => {
            "nvcc -use_fast_math does this; so does __fdividef (division), -prec-sqrt=false (roots), -prec-div=false (reciprocals)."
        }
        (Kind::Approximation, ..) => "nvcc does this by default (-prec-div=true, -prec-sqrt=true).",
        (Kind::Rounding, ..) if drop == ModifierSet::ROUNDING => match add.mode()? {
            Mode::Rn => "An operator of C does this, and the intrinsics that end in _rn.",
            Mode::Rz => "An intrinsic that ends in _rz does this.",
            Mode::Rm => "An intrinsic that ends in _rd does this.",
            Mode::Rp => "An intrinsic that ends in _ru does this.",
            Mode::Rna | Mode::Rs => return None,
        },
        (Kind::Truncation, ..) => "A cast of C to an integer does this.",
        (Kind::Rounding, ..) => match add.mode()? {
            Mode::Rn => "rintf and __float2int_rn do this.",
            Mode::Rz => "A cast of C to an integer does this.",
            Mode::Rm => "floorf and __float2int_rd do this.",
            Mode::Rp => "ceilf and __float2int_ru do this.",
            Mode::Rna | Mode::Rs => return None,
        },
        (Kind::Saturation, Some(_), _) => "__saturatef does this.",
        _ => return None,
    })
}

fn of_rewrite(rewrite: &Rewrite) -> Option<&'static str> {
    Some(match rewrite {
        Rewrite::Split => "nvcc -fmad=false does this, __fmul_rn with __fadd_rn too, and so does code for x86-64 by default.",
        Rewrite::Joined => "nvcc does this by default (-fmad=true).",
        Rewrite::OtherProduct => "Of a*b + c*d a compiler may contract either product; which one, no standard says.",
        Rewrite::Associated => "Another order in the source does this, and so do a parallel sum and atomics.",
        Rewrite::FlushedOperands => "A CPU that takes subnormal operands as zeros (DAZ) and keeps results does this.",
        Rewrite::FlushedResult => "A CPU that flushes results alone (FTZ without DAZ) does this.",
        Rewrite::Reciprocal(Detour::Rounded) => "Code that multiplies by 1/b does this.",
        Rewrite::Reciprocal(Detour::Approximate | Detour::Flushing) => "nvcc -use_fast_math or __fdividef does this.",
        Rewrite::ThroughDouble(_) => DOUBLE,
        Rewrite::ThroughSingle => "A variable declared as float, or a function that ends in f such as sqrtf, does this.",
        Rewrite::NarrowOperands(Type::Tf32, _) => "A tensor core does this to singles where TF32 is allowed.",
        Rewrite::NarrowOperands(Type::F16, _) | Rewrite::NarrowResult(Type::F16, _) => "A value kept as __half does this.",
        Rewrite::NarrowOperands(Type::Bf16, _) | Rewrite::NarrowResult(Type::Bf16, _) => "A value kept as __nv_bfloat16 does this.",
        Rewrite::Between(_) => "A conversion in two steps does this, such as (__half)(float)x of a double.",
        Rewrite::Whole(Mode::Rz) => "A cast of C to an integer on the way does this.",
        _ => return None,
    })
}

fn of_reading(reading: Reinterpretation) -> Option<&'static str> {
    Some(match reading {
        Reinterpretation::Digits(_) | Reinterpretation::Places(_) => {
            "printf does this: a single needs 9 significant digits (%.9g), a double 17."
        }
        Reinterpretation::Bytes => "Bytes read in the other order do this, as of a file or a network.",
        Reinterpretation::Integer => "A cast of C to int does this.",
        Reinterpretation::HostNan => "A CPU (x86) that computed it, or a compiler that folded it there, does this.",
        Reinterpretation::PlainNan => "The NAN of C's headers does this.",
        Reinterpretation::Operand(_) | Reinterpretation::Zero | Reinterpretation::Ones => {
            "A kernel that never ran, an index out of range or a guard does this."
        }
        _ => return None,
    })
}
