//! What moves words and computes nothing: MOV and its kind, SEL.

use super::lift::{Does, Lifted};
use super::sources::{Line, TWO, predicate, taken};
use crate::number::{OperandType, S32, U32, U64};
use crate::operation::Alu;

/// MOV, and what copies a constant, a uniform register or zero.
pub(super) fn copy(line: &Line, name: &str, words: &str) -> Option<Lifted> {
    let [from] = line.from else { return None };
    // A half or a byte of a constant, extended to a word.
    let part = match words {
        "U8" | "S8" => "0x8",
        "U16" | "S16" => "0x10",
        _ => "",
    };
    if matches!(name, "LDC" | "LDCU") && !part.is_empty() {
        let format = if words.starts_with('S') { S32 } else { U32 };
        return Line { from: &[from, part], ..*line }.computes(Alu::ExtendClamped, format, &[format, U32], TWO, &[]);
    }
    let is_pair = match (name, words) {
        ("MOV" | "LDC" | "LDCU" | "R2UR", "") | ("MOV", "U32") | ("CS2R", "32") => false,
        ("MOV" | "LDC" | "LDCU", "64") | ("CS2R", "") => true,
        _ => return None,
    };
    let from = match (name, *from) {
        ("CS2R", "SRZ") => "RZ",
        ("CS2R", _) => return None,
        // A bank's first place.
        ("LDC" | "LDCU", from) => &from.replace("][RZ]", "][0x0]").replace("][URZ]", "][0x0]"),
        (_, from) => from,
    };
    let own = if is_pair { OperandType::one(U64) } else { OperandType::guessed(32) };
    Some(line.lifted(Does::Choose, vec![taken(from, own)?], own, line.destination(is_pair)?))
}

/// SEL of words or pairs.
pub(super) fn choice(line: &Line, words: &str) -> Option<Lifted> {
    let [a, b, chosen] = line.from else { return None };
    let own = if words.is_empty() { OperandType::guessed(32) } else { OperandType::one(U64) };
    let sources = vec![taken(a, own)?, taken(b, own)?];
    let writes = line.destination(!words.is_empty())?;
    Some(Lifted { predicate: predicate(chosen)?, ..line.lifted(Does::Choose, sources, own, writes) })
}
