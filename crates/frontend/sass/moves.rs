//! What moves words and computes nothing: MOV and its kind, SEL.

use super::lift::{Does, From, Lifted};
use super::machine::{Name, RZ, constant};
use super::sources::{Line, compute, predicate, taken, taken_from};
use crate::number::{OperandType, S32, U32, U64};
use crate::operation::Alu;

/// MOV, and what copies a constant, a uniform register or zero.
pub(super) fn copy(line: &Line, name: &str, words: &str) -> Option<Lifted> {
    let [from] = line.from else { return None };
    let bits = match words {
        "U8" | "S8" => 8,
        "U16" | "S16" => 16,
        "64" => 64,
        "128" => 128,
        _ => 32,
    };
    let place = constant(from);
    if place.is_some_and(|(_, offset)| offset % (bits / 8) != 0) {
        return None;
    }
    // A half or a byte of a constant, extended to a word.
    if matches!(name, "LDC" | "LDCU") && bits < 32 {
        let format = if words.starts_with('S') { S32 } else { U32 };
        let (bank, offset) = place?;
        let word = From::Names([Name::Constant(bank, offset & !3), Name::Register(RZ)]);
        let number = |bits: u16| taken_from(From::Bits(bits.into()), OperandType::one(U32));
        let sources = vec![taken_from(word, OperandType::one(format)), number(offset % 4 * 8), number(bits)];
        return Some(line.lifted(
            compute(Alu::ExtractField, format, &sources),
            sources,
            OperandType::one(format),
            line.destination(false)?,
        ));
    }
    if matches!(name, "LDC" | "LDCU") && words == "128" {
        return four(line, from);
    }
    let is_pair = match (name, words) {
        ("MOV" | "LDC" | "LDCU" | "R2UR", "") | ("MOV", "U32") | ("CS2R", "32") => false,
        ("MOV" | "LDC" | "LDCU", "64") | ("CS2R", "") => true,
        _ => return None,
    };
    let from = match (name, *from) {
        ("CS2R", "SRZ") => "RZ",
        ("CS2R", _) => return None,
        (_, from) => from,
    };
    let own = if is_pair { OperandType::one(U64) } else { OperandType::guessed(32) };
    Some(line.lifted(Does::Choose, vec![taken(from, own)?], own, line.destination(is_pair)?))
}

/// Four words of a constant bank.
fn four(line: &Line, from: &str) -> Option<Lifted> {
    let own = OperandType::one(U64);
    let (first, low) = (line.destination(true)?[0], taken(from, own)?);
    let (Name::Register(number) | Name::Uniform(number), From::Names([at @ Name::Constant(..), _])) = (first, low.from) else {
        return None;
    };
    let high = taken_from(From::Names([at.following(2), at.following(3)]), own);
    let writes = (0..4).map(|word| first.following(word)).collect();
    (number % 4 == 0 && number < RZ - 3).then(|| line.lifted(Does::Copy, vec![low, high], own, writes))
}

/// S2R and S2UR: which thread runs.
pub(super) fn special(line: &Line) -> Option<Lifted> {
    let [from] = line.from else { return None };
    let own = OperandType::one(U32);
    let name = Name::read(from).filter(|name| matches!(name, Name::Special(_)))?;
    let source = taken_from(From::Names([name, Name::Register(RZ)]), own);
    Some(line.lifted(Does::Choose, vec![source], own, line.destination(false)?))
}

/// SEL of words or pairs.
pub(super) fn choice(line: &Line, words: &str) -> Option<Lifted> {
    let [a, b, chosen] = line.from else { return None };
    let own = if words.is_empty() { OperandType::guessed(32) } else { OperandType::one(U64) };
    let sources = vec![taken(a, own)?, taken(b, own)?];
    let writes = line.destination(!words.is_empty())?;
    Some(Lifted { predicate: predicate(chosen)?, ..line.lifted(Does::Choose, sources, own, writes) })
}
