//! Products and shifts of integers: IMAD with its words, LEA, and SHF of 64 bits.

use super::lift::{Does, From, Lifted, Taken};
use super::machine::{Name, RZ};
use super::moves::copy;
use super::sources::{Line, THREE, carried, computation, compute, taken, taken_from, with_sign};
use crate::number::{Format, OperandType, S32, S64, U32, U64};
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
        "X" | "U32.X" => {
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
    if let Some(lifted) = twice(line, words, from, &out) {
        return Some(lifted);
    }
    let (alu, format, a, b, shift) = match (words, from, &out[..]) {
        ("", [a, b, shift], []) => (Alu::MadLow, U32, a, b, shift),
        ("", [a, b, shift], [_]) => (Alu::MadLowCarry, U32, a, b, shift),
        ("X", [a, b, shift, _], []) => (Alu::MadLowAll, U32, a, b, shift),
        ("HI", [a, b, "RZ" | "URZ", shift], [] | [_]) => (Alu::MadHigh, U32, a, b, shift),
        ("HI.SX32", [a, b, shift], []) => (Alu::MadHigh, S32, a, b, shift),
        ("HI.X", [a, b, "RZ" | "URZ", shift, _], []) => (Alu::MadHighAll, U32, a, b, shift),
        ("HI.X.SX32", [a, b, shift, _], []) => (Alu::MadHighAll, S32, a, b, shift),
        _ => return None,
    };
    let From::Bits(shift @ ..32) = taken(shift, OperandType::one(U32))?.from else { return None };
    let power = format!("{:#x}", 1u32 << shift);
    let signed: &[usize] = match alu {
        Alu::MadLow => &[0, 2],
        Alu::MadHigh if out.is_empty() => &[2],
        _ => &[],
    };
    let to = if out.is_empty() { format } else { U64 };
    let parts = [a, &*power, b];
    let computed = Line { from: &parts, ..*line }.computes_beside(&out, alu, to, &[format, format, format], THREE, signed)?;
    if matches!(alu, Alu::MadLowAll | Alu::MadHighAll) { computed.with(carried(from.last()?)?) } else { Some(computed) }
}

/// LEA.HI where no product gives it: a register has the upper word of the source, or there is a sign and the power is 2^31 or a carry goes out.
fn twice(line: &Line, words: &str, from: &[&str], out: &[Name]) -> Option<Lifted> {
    let word = OperandType::one(U32);
    let number = |text| match taken(text, word)?.from {
        From::Bits(shift @ ..32) => Some(shift),
        From::Bits(_) | From::Names(_) => None,
    };
    let (first, shifted, b) = match (words, from) {
        ("HI", [_, _, "RZ" | "URZ", _]) | ("HI.X", [_, _, "RZ" | "URZ", _, _]) => return None,
        ("HI", [a, b, c, shift]) | ("HI.X", [a, b, c, shift, _]) => {
            (Alu::ShiftRight, vec![side_by_side(a, c, U64)?, taken_from(From::Bits(32 - number(shift)?), word)], b)
        }
        ("HI.SX32", [a, b, shift]) | ("HI.X.SX32", [a, b, shift, _]) if number(shift)? == 31 || number(shift)? > 0 && !out.is_empty() => {
            (Alu::ShiftRightSigned, vec![taken(a, OperandType::one(S32))?, taken_from(From::Bits(32 - number(shift)?), word)], b)
        }
        _ => return None,
    };
    let is_carried = words.contains(".X");
    let mut added = vec![if is_carried { taken(b, word)? } else { with_sign(b, word)? }];
    if is_carried {
        added.push(carried(from.last()?)?);
    }
    if out.len() > 1 || is_carried && !out.is_empty() || added[0].negate && !out.is_empty() {
        return None;
    }
    let format = if first == Alu::ShiftRightSigned { S32 } else { U64 };
    let (alu, to) = if out.is_empty() { (Alu::AddAll, U32) } else { (Alu::AddAllCarries, U64) };
    let mut all = line.twice(computation(first, format, &shifted), shifted, |sum| computation(alu, to, sum), added)?;
    all.writes.extend(out);
    Some(all)
}

/// SHF of 64 bits: the two words come from different registers, and one word of the result is kept.
pub(super) fn shift(line: &Line, words: &str) -> Option<Lifted> {
    let [low, by, high] = line.from else { return None };
    if matches!(words, "L.W.U32" | "R.W.U32.HI") {
        // One of two words side by side is zero, so the other one is shifted alone.
        let (alu, none) = if words == "L.W.U32" { (Alu::FunnelLeftWrapped, high) } else { (Alu::FunnelRightWrapped, low) };
        return matches!(*none, "RZ" | "URZ").then(|| line.computes(alu, U32, &[U32, U32, U32], &[2, 0, 1], &[])).flatten();
    }
    let (alu, format) = match words {
        "L.U64.HI" => (Alu::ShiftLeft, U64),
        "R.U64" => (Alu::ShiftRight, U64),
        _ => (Alu::ShiftRightSigned, S64),
    };
    let sources = vec![side_by_side(low, high, format)?, taken(by, OperandType::one(U32))?];
    let (to, rest) = (line.destination(false)?[0], Name::Register(RZ));
    let writes = if words == "L.U64.HI" { vec![rest, to] } else { vec![to, rest] };
    Some(line.lifted(compute(alu, format, &sources), sources, OperandType::one(format), writes))
}

/// Two words as one number. A number beside a register is what zero becomes.
fn side_by_side(low: &str, high: &str, format: &'static Format) -> Option<Taken> {
    let word = |text: &str| match taken(text, OperandType::one(U32))?.from {
        From::Names([name, _]) => Some((name, 0)),
        From::Bits(bits) => Some((Name::Register(RZ), bits)),
    };
    let [(low, below), (high, above)] = [word(low)?, word(high)?];
    Some(Taken { turned: below | above << 32, ..taken_from(From::Names([low, high]), OperandType::one(format)) })
}
