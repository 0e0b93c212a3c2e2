//! What conversions of machine code compute: F2F, FRND, F2I, I2F, and F2FP with its formats and ways to pack.

use super::lift::pair;
use super::lift::{Lifted, Work, computation};
use super::machine::RZ;
use super::sources::{Line, name_of, taken};
use crate::instruction::sass::{Instruction, Layout, Letter, Role, Source};
use crate::instruction::{Meaning, Modifier, ModifierSet};
use crate::number::{F16, F32, F64, Format, OperandType, U8};

/// F2IP, which puts the bytes of two numbers below what a third register holds, as ptxas has it for one number.
pub(super) fn byte(line: &Line, words: &str) -> Option<Lifted> {
    let ["RZ", number, "RZ"] = *line.from else { return None };
    let rounding = if words.contains("TRUNC") { Modifier::Rzi } else { Modifier::Rni };
    let (to, from) = (OperandType::one(U8), OperandType::one(F32::ROW));
    let (does, ..) = computation(Meaning::Convert, ModifierSet::only(rounding), to, vec![(Letter::B, from)]);
    Some(line.lifted(does, vec![taken(number, from)?], to, vec![name_of(line.to)?]))
}

const MERGED: &str = "a conversion that keeps part of a register is not run here: which part is not documented";

pub(super) fn conversion(instruction: &Instruction, words: ModifierSet) -> Result<Work, &'static str> {
    use Letter::{A, B};
    const UNNAMED: &str = "a format without a name is not run here";
    let whole_rounding = |words: ModifierSet| {
        if words.intersection(ModifierSet::WHOLE).is_empty() { words.with(Modifier::Rni) } else { words }
    };
    let one = |format| OperandType::one(format);
    let (to, from) = (instruction.spelled(Role::To), instruction.spelled(Role::From));
    let convert = |words, to, from| Ok(computation(Meaning::Convert, words, to, vec![(B, from)]));
    if instruction.row.name == "F2FP" && instruction.source(A) == Source::Immediate {
        return packed(instruction, words).and(Err(UNNAMED));
    }
    match instruction.row.operation() {
        "F2F" => convert(words, one(named(to).ok_or(UNNAMED)?), one(named(from).ok_or(UNNAMED)?)),
        "FRND" => {
            let own = one(named(instruction.spelled(Role::Format)).ok_or(UNNAMED)?);
            convert(whole_rounding(words), own, own)
        }
        "F2I" => {
            let (to, from) = (whole(to).ok_or(UNNAMED)?, named(from).ok_or(UNNAMED)?);
            // .NTZ makes a NaN zero; that it does so where PTX's conversion does is what runs here.
            if instruction.has(Role::NanToZero) != (from != F64::ROW && to.width() < 64) {
                return Err("what becomes of a NaN with this combination of .NTZ and formats is not documented");
            }
            convert(whole_rounding(words), one(to), one(from))
        }
        "I2F" | "I2FP" => convert(words, one(named(to).ok_or(UNNAMED)?), one(whole(from).ok_or(UNNAMED)?)),
        _ => packed(instruction, words),
    }
}

/// F2FP by what its head says. What a third source keeps of its own is documented nowhere, so only RZ stands there.
fn packed(instruction: &Instruction, words: ModifierSet) -> Result<Work, &'static str> {
    use Letter::{A, B, C};
    const FORMAT: &str = "a conversion of these formats is not run here";
    let single = OperandType::one(F32::ROW);
    let narrow = |word: Option<String>| match word.as_deref()? {
        "E8" => Format::named("UE8M0"),
        "S2_6" => Format::named("S2F6"),
        word => Format::named(word),
    };
    // Where nothing is named, halves are made of singles.
    let to = match instruction.spelled(Role::To).as_deref() {
        None | Some("") => F16::ROW,
        Some("TF32") => crate::number::TF32,
        _ => narrow(instruction.spelled(Role::To)).ok_or(FORMAT)?,
    };
    let packs = |word: &str| instruction.row.head.iter().any(|choice| choice.words == [word]);
    let merges = ["MERGE_C", "UNPACK_B_MERGE_C", "PACK_AB_MERGE_C"].into_iter().any(packs);
    if merges && (instruction.has(Role::Random) || instruction.take(64, 8) != u32::from(RZ)) {
        return Err(MERGED);
    }
    let convert = |words, to, sources| Ok(computation(Meaning::Convert, words, to, sources));
    if instruction.has(Role::Random) {
        let random = (C, OperandType::one(Format::named("U32").ok_or(FORMAT)?));
        return convert(words.with(Modifier::Rs), pair(to), vec![(A, single), (B, single), random]);
    }
    if packs("PACK_AB") || packs("PACK_AB_MERGE_C") {
        return convert(words, pair(to), vec![(A, single), (B, single)]);
    }
    if packs("PACK_B") || packs("MERGE_C") {
        return convert(words, OperandType::one(to), vec![(B, single)]);
    }
    let from = pair(narrow(instruction.spelled(Role::From)).ok_or(FORMAT)?);
    match instruction.row.layout {
        // Scale factors of 1, as ptxas has them where the instruction has none.
        Layout::Only(7) if instruction.take(32, 32) == 0x7f7f => convert(words, pair(to), vec![(C, from)]),
        Layout::Only(7) => Err("scale factors that stand in the word are not run here"),
        Layout::Only(_) => {
            let scale = (C, pair(Format::named("UE8M0").ok_or(FORMAT)?));
            convert(words.with(Modifier::ScaledN2), pair(to), vec![(B, from), scale])
        }
        _ => convert(words, pair(to), vec![(B, from)]),
    }
}

/// A type by the word of a field.
fn named(word: Option<String>) -> Option<&'static Format> {
    match word.as_deref()? {
        "" => Some(F32::ROW),
        word => Format::named(word).or((word == "TF32").then_some(crate::number::TF32)),
    }
}

/// An integer's format: the word that goes without saying is S32.
fn whole(word: Option<String>) -> Option<&'static Format> {
    match word.as_deref()? {
        "" => Format::named("S32"),
        word => Format::named(word),
    }
}
