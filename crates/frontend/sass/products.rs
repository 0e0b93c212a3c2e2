//! Products and shifts of integers: IMAD with its words, LEA, and SHF of 64 bits.

use super::lift::{Does, From, Lifted};
use super::machine::{Name, RZ};
use super::moves::copy;
use super::sources::{Line, THREE, carried, computation, compute, name_of, taken, taken_from, with_sign};
use crate::number::{OperandType, S32, S64, U32, U64};
use crate::operation::Alu;

/// IMAD with its words.
pub(super) fn product(line: &Line, words: &str) -> Option<Lifted> {
    if words.starts_with("WIDE") || words.starts_with("HI") {
        return wide_product(line, words);
    }
    let [a, b, c, carry @ ..] = line.from else { return None };
    let low = || line.computes(Alu::MadLow, U32, &[U32, U32, U32], THREE, &[2]);
    match words {
        "MOV.U32" | "MOV" if (*a, *b) == ("RZ", "RZ") => {
            if c.starts_with('-') {
                return low();
            }
            copy(&Line { from: &line.from[2..], ..*line }, "MOV", "")
        }
        "" | "U32" | "SHL.U32" | "SHL" | "IADD" | "IADD.U32" => low(),
        "X" => {
            let [carry] = carry else { return None };
            let (c, turned) = c.strip_prefix('~').map_or((*c, 0), |c| (c, U32.mask()));
            if turned != 0 && c.starts_with("0x") {
                return None;
            }
            let mut all = Line { from: &[a, b, c], ..*line }.computes(Alu::MadLowAll, U32, &[U32, U32, U32], THREE, &[])?;
            all.sources[2].turned = turned;
            all.with(carried(carry)?)
        }
        _ => None,
    }
}

/// IMAD.WIDE, and IMAD.HI, which keeps the upper word of the same sum. A carry may go to a predicate (of `.U32`), and with `.X` one comes.
fn wide_product(line: &Line, words: &str) -> Option<Lifted> {
    let (kind, rest) = words.split_once('.').unwrap_or((words, ""));
    let (is_unsigned, is_carried) = match rest {
        "" => (false, false),
        "U32" => (true, false),
        "X" => (false, true),
        "U32.X" => (true, true),
        _ => return None,
    };
    let (out, from) = line.carries()?;
    let ([a, b, c], carry) = from.split_first_chunk()?;
    let (wide, narrow) = if is_unsigned { (U64, U32) } else { (S64, S32) };
    // A carry out of a sum with a sign is none, and -c has one where c is 0.
    let has_signs = !is_carried && out.is_empty();
    if out.len() > 1 || !out.is_empty() && !is_unsigned {
        return None;
    }
    let c = if has_signs { with_sign(c, OperandType::one(wide))? } else { taken(c, OperandType::one(wide))? };
    let mut sources = vec![taken(a, OperandType::one(narrow))?, taken(b, OperandType::one(narrow))?, c];
    match carry {
        [carry] if is_carried => sources.push(carried(carry)?),
        [] if !is_carried => {}
        _ => return None,
    }
    let mut writes = line.destination(kind == "WIDE")?;
    writes.extend(&out);
    let (does, to) = match (kind, &out[..]) {
        ("WIDE", []) if has_signs => (compute(Alu::MadWide, wide, &sources), wide),
        ("WIDE", []) => (compute(Alu::MadWideAll, wide, &sources), wide),
        ("WIDE", _) => {
            let [sum, carry] = [(Alu::MadWideAll, wide), (Alu::MadWideCarry, U32)].map(|(alu, to)| computation(alu, to, &sources));
            (Does::ComputeWithCarry(sum, carry), wide)
        }
        ("HI", []) => (compute(Alu::MadWideHigh, narrow, &sources), narrow),
        ("HI", _) => (compute(Alu::MadWideHigh, U64, &sources), U64),
        _ => return None,
    };
    Some(line.lifted(does, sources, OperandType::one(to), writes))
}

/// LEA: the first source times a power of two, and the second.
pub(super) fn shifted_sum(line: &Line, words: &str) -> Option<Lifted> {
    let (out, from) = line.carries()?;
    let (alu, format, a, b, shift) = match (words, from, &out[..]) {
        ("", [a, b, shift], []) => (Alu::MadLow, U32, a, b, shift),
        ("", [a, b, shift], [_]) => (Alu::MadLowCarry, U32, a, b, shift),
        ("HI", [a, b, "RZ" | "URZ", shift], [] | [_]) => (Alu::MadHigh, U32, a, b, shift),
        ("HI.SX32", [a, b, shift], []) => (Alu::MadHigh, S32, a, b, shift),
        ("HI.X", [a, b, "RZ" | "URZ", shift, _], []) => (Alu::MadHighAll, U32, a, b, shift),
        ("HI.X.SX32", [a, b, shift, _], []) => (Alu::MadHighAll, S32, a, b, shift),
        _ => return None,
    };
    let From::Bits(shift @ ..31) = taken(shift, OperandType::one(U32))?.from else { return None };
    let power = format!("{:#x}", 1u32 << shift);
    let signed: &[usize] = if alu == Alu::MadLow { &[0, 2] } else { &[] };
    let to = if out.is_empty() { format } else { U64 };
    let parts = [a, &*power, b];
    let computed = Line { from: &parts, ..*line }.computes_beside(&out, alu, to, &[format, format, format], THREE, signed)?;
    if alu == Alu::MadHighAll { computed.with(carried(from.last()?)?) } else { Some(computed) }
}

/// SHF of 64 bits: the two words come from different registers, and one word of the result is kept.
pub(super) fn shift(line: &Line, words: &str) -> Option<Lifted> {
    let [low, by, high] = line.from else { return None };
    let pair = [name_of(low)?, name_of(high)?];
    if pair.iter().any(|name| name.is_predicate()) {
        return None;
    }
    let (alu, format) = match words {
        "L.U64.HI" => (Alu::ShiftLeft, U64),
        "R.U64" => (Alu::ShiftRight, U64),
        _ => (Alu::ShiftRightSigned, S64),
    };
    let sources = vec![taken_from(From::Names(pair), OperandType::one(format)), taken(by, OperandType::one(U32))?];
    let (to, rest) = (line.destination(false)?[0], Name::Register(RZ));
    let writes = if words == "L.U64.HI" { vec![rest, to] } else { vec![to, rest] };
    Some(line.lifted(compute(alu, format, &sources), sources, OperandType::one(format), writes))
}
