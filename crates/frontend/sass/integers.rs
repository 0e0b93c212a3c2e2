//! The integer instructions that stand among those of floating point in the assembler's code: enough of them that such code runs.
//!
//! They are no part of the table of words: a text with one of them is named and left alone, and its word is not taken apart. What they
//! compute are the operations of PTX.

use super::machine::{Machine, Name, RZ};
use crate::evaluate::Comparison;
use crate::instruction::Modifier;
use crate::number::{OperandType, S32, U32};
use crate::operation::{Alu, Kind, Relation};
use crate::run::Value;
use crate::trace::Silent;

/// Runs such a line: what it wrote, nothing where its guard is false; None where it is another instruction, or a call that is taken.
pub(super) fn execute(line: &str, machine: &mut Machine) -> Option<Vec<Value>> {
    let (guard, code) = line.strip_prefix('@').and_then(|rest| rest.split_once(' ')).unwrap_or(("PT", line));
    let (head, operands) = code.split_once(' ')?;
    if !predicate(guard, machine)? {
        return Some(Vec::new());
    }
    let operands: Vec<&str> = operands.split(',').map(str::trim).collect();
    let (to, from) = operands.split_first()?;
    let word = |text: &str| word(text, machine);
    let alu = |alu: Alu, kind: Kind, texts: &[&str]| {
        let mut sources = [0; 4];
        for (source, text) in sources.iter_mut().zip(texts) {
            *source = word(text)?.into();
        }
        Some(alu.function()(kind, sources, &mut false) as u32)
    };
    let bits = match (head.split_once('.').unwrap_or((head, "")), from) {
        (("MOV", ""), [a]) | (("IMAD", "MOV.U32"), ["RZ", "RZ", a]) => word(a),
        (("SEL", ""), [a, b, chosen]) => word(if predicate(chosen, machine)? { a } else { b }),
        (("IABS", ""), [a]) => alu(Alu::AbsoluteValue, Kind::of(S32), &[a]),
        (("VIADD" | "IADD", ""), [a, b]) | (("IMAD", "IADD"), [a, "0x1", b]) => alu(Alu::Add, Kind::U32, &[a, b]),
        (("IADD3", ""), [a, b, c]) => Some(alu(Alu::Add, Kind::U32, &[a, b])?.wrapping_add(word(c)?)),
        (("SHF", "L.U32"), [low, by, "RZ"]) => alu(Alu::ShiftLeft, Kind::U32, &[low, by]),
        (("SHF", "R.U32.HI"), ["RZ", by, high]) => alu(Alu::ShiftRight, Kind::U32, &[high, by]),
        (("LOP3", "LUT"), [a, b, c, table, "!PT"]) => alu(Alu::Lop3, Kind::U32, &[a, b, c, table]),
        (("PRMT", ""), [a, selector, b]) => alu(Alu::Permute, Kind::U32, &[a, b, selector]),
        (("ISETP", words), ["PT", a, b, joined]) => {
            let operands = [word(a)?.into(), word(b)?.into(), predicate(joined, machine)?.into()];
            Some(comparison(words)?.run(core::array::from_fn(|at| operands.get(at).copied().unwrap_or(0)), &mut Silent).bits as u32)
        }
        _ => None,
    }?;
    let name = name(to)?;
    machine.set(name, bits);
    let own = if name.is_predicate() { OperandType::PREDICATE } else { OperandType::guessed(32) };
    Some(vec![Value { name: name.to_string(), own, bits: bits.into() }])
}

/// Whether a predicate holds, `P0`, `!P0`, or all of `!(P0&P1)`; None where it was never written.
fn predicate(text: &str, machine: &Machine) -> Option<bool> {
    let plain = text.trim_start_matches('!').trim_matches(['(', ')']);
    let all = plain.split('&').map(|text| Some(machine.get(name(text)?)? == 1)).collect::<Option<Vec<bool>>>()?;
    Some(all.into_iter().all(|holds| holds) != text.starts_with('!'))
}

fn name(text: &str) -> Option<Name> {
    match text {
        "RZ" => Some(Name::Register(RZ)),
        "PT" => Some(Name::Predicate(7)),
        _ => Name::read(text),
    }
}

/// A register, its negative, or a number.
fn word(text: &str, machine: &Machine) -> Option<u32> {
    let (text, negative) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
    let bits = match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => machine.get(name(text)?)?,
    };
    Some(if negative { bits.wrapping_neg() } else { bits })
}

/// A comparison of words: `GT.U32.AND`.
fn comparison(words: &str) -> Option<Comparison> {
    let parts: Vec<&str> = words.split('.').collect();
    let (relation, format, boolean) = match parts[..] {
        [relation, "U32", boolean] => (relation, U32, boolean),
        [relation, boolean] => (relation, S32, boolean),
        _ => return None,
    };
    let boolean = Modifier::named(&[".", &boolean.to_ascii_lowercase()].concat())?;
    let relation = Relation::named(&relation.to_ascii_lowercase())?;
    Some(Comparison { own: OperandType::one(format), to: OperandType::PREDICATE, relation, boolean: Some(boolean), flush: false })
}
