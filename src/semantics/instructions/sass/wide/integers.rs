//! The integer instructions that stand among those of floating point in the assembler's code: enough of them that such code runs.
//!
//! They are no part of the table: a text with one of them is named and left alone, and its word is not taken apart.

use super::super::machine::{Machine, RZ};
use crate::number::OperandType;
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
        ("VIADD" | "IADD", "", [to, a, b]) | ("IMAD", "IADD", [to, a, "0x1", b]) => (to, of(a)?.wrapping_add(of(b)?)),
        ("IADD3", "", [to, a, b, c]) => (to, of(a)?.wrapping_add(of(b)?).wrapping_add(of(c)?)),
        ("SHF", "L.U32", [to, low, by, "RZ"]) => (to, of(low)?.checked_shl(of(by)?)?),
        ("SHF", "R.U32.HI", [to, "RZ", by, high]) => (to, of(high)?.checked_shr(of(by)?)?),
        ("LOP3", "LUT", [to, a, b, c, table, "!PT"]) => (to, logic(of(a)?, of(b)?, of(c)?, of(table)?)),
        ("PRMT", "", [to, a, selector, b]) => (to, permuted(of(a)?, of(b)?, of(selector)?)),
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

/// Bit by bit, the entry of a table of eight.
fn logic(a: u32, b: u32, c: u32, table: u32) -> u32 {
    (0..8).filter(|row| table >> row & 1 == 1).fold(0, |bits, row| {
        let term = |word: u32, bit: u32| if row >> bit & 1 == 1 { word } else { !word };
        bits | term(a, 2) & term(b, 1) & term(c, 0)
    })
}

/// Four bytes chosen among eight; a fourth bit of the choice asks for the byte's sign.
fn permuted(a: u32, b: u32, selector: u32) -> u32 {
    let bytes = u64::from(b) << 32 | u64::from(a);
    (0..4).fold(0, |bits, at| {
        let choice = selector >> (4 * at) & 0xf;
        let byte = (bytes >> (8 * (choice & 7))) as u8;
        let byte = if choice & 8 == 0 { byte } else { ((byte as i8) >> 7) as u8 };
        bits | u32::from(byte) << (8 * at)
    })
}

/// A comparison of words: `GT.U32.AND`.
fn compared(dotted: &str, one: u32, other: u32, joined: bool) -> Option<bool> {
    let parts: Vec<&str> = dotted.split('.').collect();
    let (relation, unsigned, boolean) = match parts[..] {
        [relation, "U32", boolean] => (relation, true, boolean),
        [relation, boolean] => (relation, false, boolean),
        _ => return None,
    };
    let order = if unsigned { one.cmp(&other) } else { (one as i32).cmp(&(other as i32)) };
    let holds = match relation {
        "LT" => order.is_lt(),
        "LE" => order.is_le(),
        "GT" => order.is_gt(),
        "GE" => order.is_ge(),
        "EQ" => order.is_eq(),
        "NE" => order.is_ne(),
        _ => return None,
    };
    match boolean {
        "AND" => Some(holds && joined),
        "OR" => Some(holds || joined),
        "XOR" => Some(holds != joined),
        _ => None,
    }
}
