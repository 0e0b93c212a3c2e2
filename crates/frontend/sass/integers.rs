//! The integer instructions that stand among those of floating point in the assembler's code: enough of them that such code runs.
//!
//! They are no part of the table of words: a text with one of them is named and left alone, and its word is not taken apart. What they
//! compute are the operations of PTX.

use super::machine::{Machine, RZ};
use crate::number::{OperandType, S32, U32};
use crate::operation::{Alu, Kind, Relation, ordering};
use crate::run::Value;

/// Runs such a line: what it wrote, nothing where its guard is false; None where it is another instruction, or a call that is taken.
pub(super) fn execute(line: &str, machine: &mut Machine) -> Option<Vec<Value>> {
    let (guard, code) = line.strip_prefix('@').and_then(|rest| rest.split_once(' ')).unwrap_or(("PT", line));
    let (head, operands) = code.split_once(' ')?;
    if !predicate(guard, machine)? {
        return Some(Vec::new());
    }
    let operands: Vec<&str> = operands.split(',').map(str::trim).collect();
    let (name, dotted) = head.split_once('.').unwrap_or((head, ""));
    let of = |text: &&str| word(text, machine);
    let (to, bits) = match (name, dotted, &operands[..]) {
        ("MOV", "", [to, from]) | ("IMAD", "MOV.U32", [to, "RZ", "RZ", from]) => (to, of(from)?),
        ("SEL", "", [to, one, other, chosen]) => (to, of(if predicate(chosen, machine)? { one } else { other })?),
        ("IABS", "", [to, from]) => (to, (of(from)? as i32).unsigned_abs()),
        ("VIADD" | "IADD", "", [to, a, b]) | ("IMAD", "IADD", [to, a, "0x1", b]) => (to, alu(Alu::Add, [of(a)?, of(b)?, 0, 0])),
        ("IADD3", "", [to, a, b, c]) => (to, alu(Alu::Add, [alu(Alu::Add, [of(a)?, of(b)?, 0, 0]), of(c)?, 0, 0])),
        ("SHF", "L.U32", [to, low, by, "RZ"]) => (to, of(low)?.checked_shl(of(by)?)?),
        ("SHF", "R.U32.HI", [to, "RZ", by, high]) => (to, of(high)?.checked_shr(of(by)?)?),
        ("LOP3", "LUT", [to, a, b, c, table, "!PT"]) => (to, alu(Alu::Lop3, [of(a)?, of(b)?, of(c)?, of(table)?])),
        ("PRMT", "", [to, a, selector, b]) => (to, alu(Alu::Permute, [of(a)?, of(b)?, of(selector)?, 0])),
        ("ISETP", _, [to, "PT", one, other, joined]) => {
            let (number, holds) =
                (to.strip_prefix('P')?.parse().ok()?, compared(dotted, of(one)?, of(other)?, predicate(joined, machine)?)?);
            machine.set_predicate(number, holds);
            return Some(vec![Value { name: (*to).to_owned(), own: OperandType::PREDICATE, bits: holds.into() }]);
        }
        _ => return None,
    };
    machine.set_register(register(to)?, bits);
    Some(vec![Value { name: (*to).to_owned(), own: OperandType::guessed(32), bits: bits.into() }])
}

/// Whether a predicate holds, `P0`, `!P0`, or all of `!(P0&P1)`; None where it was never written.
fn predicate(text: &str, machine: &Machine) -> Option<bool> {
    let plain = text.trim_start_matches('!').trim_matches(['(', ')']);
    let one = |name: &str| if name == "PT" { Some(true) } else { machine.predicate(name.strip_prefix('P')?.parse().ok()?) };
    let all = plain.split('&').map(one).collect::<Option<Vec<bool>>>()?;
    Some(all.into_iter().all(|holds| holds) != text.starts_with('!'))
}

fn register(text: &str) -> Option<u8> {
    if text == "RZ" { Some(RZ) } else { text.strip_prefix('R')?.parse().ok() }
}

/// A register, its negative, or a number.
fn word(text: &str, machine: &Machine) -> Option<u32> {
    let (text, negative) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
    let bits = match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => machine.register(register(text)?)?,
    };
    Some(if negative { bits.wrapping_neg() } else { bits })
}

/// An operation of PTX on words.
fn alu(alu: Alu, sources: [u32; 4]) -> u32 {
    alu.function()(Kind::U32, sources.map(u64::from), &mut false) as u32
}

/// A comparison of words: `GT.U32.AND`.
fn compared(dotted: &str, one: u32, other: u32, joined: bool) -> Option<bool> {
    let parts: Vec<&str> = dotted.split('.').collect();
    let (relation, unsigned, boolean) = match parts[..] {
        [relation, "U32", boolean] => (relation, true, boolean),
        [relation, boolean] => (relation, false, boolean),
        _ => return None,
    };
    let relation = Relation::named(&relation.to_ascii_lowercase())?;
    let holds = relation.holds(ordering(if unsigned { U32 } else { S32 }, one.into(), other.into(), false));
    match boolean {
        "AND" => Some(holds && joined),
        "OR" => Some(holds || joined),
        "XOR" => Some(holds != joined),
        _ => None,
    }
}
