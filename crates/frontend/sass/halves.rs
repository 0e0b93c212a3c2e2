//! Pairs of numbers in a register, and what becomes a single of a half.

use super::lift::{Does, LANES, Work, computation, pair};
use super::machine::RZ;
use crate::instruction::sass::{Instruction, Letter, Role, Source};
use crate::instruction::{Meaning, ModifierSet};
use crate::number::{F16, F32, OperandType};

const UNSAID_HALF: &str = "which half of its number it reads is not documented";
const UNSAID_SUM: &str = "whether it rounds to a half first is not known on this chip; ptxas writes it for sm_75 alone";

/// Whether the first source is -RZ.
pub(super) fn is_minus_zero(instruction: &Instruction) -> bool {
    let signs = instruction.signs(Letter::A);
    let set = |bit: Option<u32>| bit.is_some_and(|bit| instruction.bit(bit));
    instruction.register(Letter::A) == RZ && set(signs.negate) && !set(signs.absolute)
}

/// Whether it is known which half of its number an instruction reads that reads one.
pub(super) fn one_half(instruction: &Instruction) -> Result<(), &'static str> {
    let number = instruction.take(32, 32);
    let is_known = instruction.source(Letter::B) != Source::Immediate || number >> 16 == number & 0xffff;
    if is_known { Ok(()) } else { Err(UNSAID_HALF) }
}

/// A sum or a product of halves that becomes a single. ptxas 13.5 makes one of `add.f16` and the `cvt.f32.f16` behind it, on sm_75 alone, and
/// none of `add.f32` on two widened halves. So the result is rounded to a half first.
pub(super) fn widened(instruction: &Instruction, meaning: Meaning, words: ModifierSet) -> Result<Work, &'static str> {
    if instruction.generation != 75 {
        return Err(UNSAID_SUM);
    }
    one_half(instruction)?;
    let (narrow, single) = (OperandType::one(F16::ROW), OperandType::one(F32::ROW));
    let of = |meaning, words, to, sources: Vec<_>| match computation(meaning, words, to, sources) {
        (Does::Compute(computation), ..) => Ok(computation),
        _ => Err(LANES),
    };
    let sources = vec![(Letter::A, narrow), (Letter::B, narrow)];
    let first = of(meaning, words, narrow, sources.clone())?;
    let second = of(Meaning::Convert, ModifierSet::NONE, single, vec![(Letter::A, narrow)])?;
    Ok((Does::ComputeTwice(first, second), single, sources))
}

pub(super) fn packed_singles(instruction: &Instruction, words: ModifierSet) -> Result<Work, &'static str> {
    let letters: &[Letter] = if instruction.row.name == "FFMA2" { &[Letter::A, Letter::B, Letter::C] } else { &[Letter::A, Letter::B] };
    let straight = [Role::SwizzleA, Role::SwizzleB, Role::SwizzleC]
        .into_iter()
        .all(|role| instruction.spelled(role).is_none_or(|word| word == "F32x2.HI_LO"));
    let no_number = letters.iter().all(|letter| instruction.source(*letter) != Source::Immediate);
    if !straight || !no_number || instruction.has(Role::Apart) {
        return Err(LANES);
    }
    let meaning = match instruction.row.name {
        "FADD2" => Meaning::Add,
        "FMUL2" => Meaning::Multiply,
        _ => Meaning::Fused,
    };
    let own = pair(F32::ROW);
    Ok(computation(meaning, words, own, letters.iter().map(|letter| (*letter, own)).collect()))
}
