//! A part of a dot product that no tensor core computes whole, as an instruction of its own: what FP8 on Hopper and m8n8k4 after Turing
//! become, each step to be opened where that instruction is explained.

use super::case::{Case, converted};
use super::parts::Part;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::{Context, Target, Version};
    use crate::language;
    use crate::number::{E4M3, E5M2, F32, Format};
    use crate::register_file::RegisterFile;
    use crate::tensor_core::{Path, TABLE, find};

    /// Every part of every row that is no tensor operation, run as the instruction it is said to be: it gives what the part gave.
    #[test]
    fn every_part_alone_gives_what_it_gave() {
        let mut ran = 0;
        for row in TABLE.iter().filter(|row| !matches!(row.method, Method::Fused(_))) {
            for (seed, a) in (1..5).zip(row.inputs.iter().cycle()) {
                let b: &'static Format = if row.inputs.len() > 1 && seed % 2 == 0 { E5M2::ROW } else { a };
                let case = Case::drawn([a, b, row.accumulator], None, 2 * row.k[0], seed);
                let (parts, _) = case.parts(row);
                for (at, part) in parts.iter().enumerate() {
                    let one = alone(&case, row, &parts, at).unwrap_or_else(|| panic!("{}: {}", row.sass, part.title));
                    let gave = match one {
                        Alone::Dot(case) => {
                            let halves = find(row.targets[0], Path::MmaSync, "", case.formats, None, 8).expect("a row");
                            Some(case.run(halves, &mut crate::trace::Silent))
                        }
                        Alone::Line(text, registers) => {
                            let reading = language::read(&text, &Context { target: Target::SM_100, ptx: Version::NEWEST });
                            let mut file = RegisterFile::default();
                            registers.iter().for_each(|(name, bits)| file.set(name, *bits));
                            let run = reading.run(&file).unwrap_or_else(|| panic!("{text}: {:?}", reading.diagnostics()));
                            assert!(run.blocks[0].unset.is_empty(), "{text}: {registers:x?}");
                            Some(run.results[0].pattern())
                        }
                    };
                    if part.result.is_some() {
                        ran += 1;
                        assert_eq!(gave.map(|gave| gave.bits), part.result.map(|result| result.bits), "{}: {}", row.sass, part.title);
                    }
                }
            }
        }
        assert!(ran > 100, "{ran}");
        let tensor = find(90, Path::Wgmma, "", [E4M3::ROW, E4M3::ROW, F32::ROW], None, 32).expect("a row");
        let case = Case::drawn([E4M3::ROW, E4M3::ROW, F32::ROW], None, 32, 1);
        assert_eq!(alone(&case, tensor, &case.parts(tensor).0, 0), None);
    }
}
