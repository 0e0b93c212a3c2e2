//! A part of a dot product that no tensor core computes whole, as an instruction of its own: what FP8 on Hopper and m8n8k4 after Turing
//! become, each step to be opened where that instruction is explained.

use super::case::{Case, converted};
use super::terms::Part;
use crate::number::{F16, F64, Pattern};
use crate::tensor_core::{Method, Row};
use crate::trace::{Operand, Step};

/// An instruction with its operands.
#[derive(Clone, Debug, PartialEq)]
pub enum Alone {
    /// A line of PTX, and its registers.
    Line(String, Vec<(&'static str, u64)>),
    /// A dot product of halves.
    Dot(Case),
}

/// The instruction of a part; None where the part is a tensor operation of the row itself.
pub fn alone(case: &Case, row: &Row, parts: &[Part], at: usize) -> Option<Alone> {
    let part = parts.get(at)?;
    let name = part.title.split(':').next().unwrap_or_default();
    if let Method::Fused(_) = row.method {
        return None;
    }
    if name == "F2FP.UNPACK_B" {
        let [first, second, ..] = parts.get(at + 1)?.group.as_ref()?.products[..] else { return None };
        let code = |k: usize| case.codes[0].get(k).copied().unwrap_or(0);
        let text = format!("cvt.rn.f16x2.{}x2 %d, %a;", case.formats[0].name.to_lowercase());
        return Some(Alone::Line(text, vec![("a", code(second) << 8 | code(first))]));
    }
    if let Some(group) = &part.group {
        let halves = |side: usize| -> Vec<u64> {
            let codes = group.products.iter().map(|k| Pattern::new(case.formats[side], case.codes[side].get(*k).copied().unwrap_or(0)));
            codes.map(|code| converted(code, code.exact(), F16::ROW)).collect()
        };
        let c = parts[..at].iter().rev().find(|part| part.group.is_some()).and_then(|part| part.result);
        return Some(Alone::Dot(Case::plain([F16::ROW, F16::ROW, case.formats[2]], halves(0), halves(1), c.map_or(0, |c| c.bits))));
    }
    if name == "HADD2.F32" {
        // Every instruction of four products begins with it.
        let k = parts[..at].iter().filter(|before| before.title == part.title).count() * 4;
        return Some(Alone::Line("cvt.f32.f16 %d, %a;".into(), vec![("a", case.codes[0].get(k).copied().unwrap_or(0))]));
    }
    let read: Vec<(Operand, Pattern)> = part
        .steps
        .iter()
        .filter_map(|step| if let Step::Decode { operand, pattern } = step { Some((*operand, *pattern)) } else { None })
        .collect();
    let wide = read.first()?.1.format;
    let letters = ["%a", "%b", "%c"].get(..read.len())?.join(", ");
    let instruction = match name {
        "FADD" | "HADD2" => format!("add.rn.{}", wide.name.to_lowercase()),
        "FMUL" => "mul.rn.f32".into(),
        "FFMA" => "fma.rn.f32".into(),
        "F2FP.F16.F32.PACK_AB" => "cvt.rn.f16.f32".into(),
        _ if *wide == F64::FORMAT => "fma.rn.f64".into(),
        _ => return None,
    };
    let place = |operand: Operand| match operand {
        Operand::A | Operand::First => Some("a"),
        Operand::B | Operand::Second => Some("b"),
        Operand::C | Operand::Third => Some("c"),
        _ => None,
    };
    let registers = read.iter().filter_map(|(operand, pattern)| Some((place(*operand)?, pattern.bits))).collect();
    Some(Alone::Line(format!("{instruction} %d, {letters};"), registers))
}
