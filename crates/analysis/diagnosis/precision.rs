//! Rewritings by way of another precision: in doubles instead of singles, operands or the result through a narrower format, whole numbers.

use super::code::{Code, Line, Operand};
use super::rewriting::{Rewrite, Rewritten, instruction, rename_reads, with_inputs, with_result};
use crate::instruction::{Meaning, Modifier, ModifierSet, Type};
use crate::number::{F32, F64, Format, OperandType};
use crate::rounding::Mode;

/// A `cvt`; one that is exact names no rounding.
fn convert(mode: Mode, to_type: Type, from_type: Type, to: &str, from: &str) -> Option<Line> {
    let types = ModifierSet::of(&[Modifier::Type(0, to_type), Modifier::Type(1, from_type)]);
    let with = |modifiers| instruction("cvt", modifiers, to, vec![Operand::register(from)]);
    with(types).or_else(|| with(types.with(Modifier::of_mode(mode))))
}

/// Into a narrower type and back. TF32 is a single without its low bits: there is nothing to convert back.
fn both(narrow: Type, mode: Mode, usual: Type, from: &str, to: &str) -> Option<Vec<Line>> {
    let there = convert(mode, narrow, usual, to, from)?;
    Some(if narrow == Type::Tf32 { vec![there] } else { vec![there, convert(Mode::Rn, usual, narrow, to, to)?] })
}

/// Whether all lines are instructions on single numbers of a format.
fn all_in(code: &Code, format: &'static Format) -> bool {
    let own = OperandType::one(format);
    let plain = |line: &Line| {
        line.form.row.last_target.is_none() && line.result_type() == own && (0..line.from.len()).all(|place| line.source_type(place) == own)
    };
    code.lines.iter().all(plain)
}

/// The same lines in another type; None where the table has no such line.
fn retyped(code: &Code, to: Type) -> Option<Vec<Line>> {
    let line = |line: &Line| {
        let modifiers = line.modifiers().difference(ModifierSet::TYPES.union(ModifierSet::of(&[Modifier::Ftz, Modifier::Sat])));
        let from = line.from.iter().map(|operand| match operand {
            Operand::Register(_) => Some(operand.clone()),
            Operand::Literal(..) => None,
        });
        instruction(line.form.mnemonic(), modifiers.with(Modifier::Type(0, to)), &line.to, from.collect::<Option<_>>()?)
    };
    code.lines.iter().map(line).collect()
}

/// In doubles instead of singles.
pub(super) fn wider(code: &Code) -> Vec<Rewritten> {
    if !all_in(code, F32::ROW) {
        return Vec::new();
    }
    let Some(lines) = retyped(code, Type::F64) else { return Vec::new() };
    let inside = Code { lines, ..code.clone() };
    let inputs: Vec<String> = inside.inputs().into_iter().map(|(name, _)| name).collect();
    let Some(widened) = with_inputs(&inside, &inputs, |from, to| convert(Mode::Rn, Type::F64, Type::F32, to, from)) else {
        return Vec::new();
    };
    let back = |mode| with_result(&widened, |from, to| Some(vec![convert(mode, Type::F32, Type::F64, to, from)?]));
    // The conversion rounds as the instruction does.
    let mode = code.lines.last().and_then(|line| line.modifiers().mode()).unwrap_or(Mode::Rn);
    let nearest = back(mode).map(|code| (Rewrite::ThroughDouble(Mode::Rn), code));
    let cut = back(Mode::Rz).map(|code| (Rewrite::ThroughDouble(Mode::Rz), code));
    nearest.into_iter().chain(cut).collect()
}

/// Operands or the result by way of a narrower format.
pub(super) fn narrower(code: &Code) -> Vec<Rewritten> {
    let mut all = Vec::new();
    let (usual, types): (Type, &[Type]) = if all_in(code, F32::ROW) {
        (Type::F32, &[Type::F16, Type::Bf16, Type::Tf32])
    } else if all_in(code, F64::ROW) {
        (Type::F64, &[Type::F32])
    } else {
        return all;
    };
    let inputs: Vec<String> = code.inputs().into_iter().map(|(name, _)| name).collect();
    for &narrow in types {
        for mode in [Mode::Rn, Mode::Rz] {
            let both = |from: &str, to: &str| both(narrow, mode, usual, from, to);
            let result = with_result(code, both).and_then(Code::fitted);
            all.extend(result.map(|code| (Rewrite::NarrowResult(narrow, mode), code)));
            let operands = || {
                let mut lines: Vec<Line> = Vec::new();
                let (mut body, mut taken) = (code.lines.clone(), Vec::new());
                for input in &inputs {
                    let t = code.fresh(&taken);
                    lines.extend(both(input, &t)?);
                    rename_reads(&mut body, input, &t);
                    taken.push(t);
                }
                lines.extend(body);
                Code { lines, ..code.clone() }.fitted()
            };
            all.extend(operands().map(|code| (Rewrite::NarrowOperands(narrow, mode), code)));
        }
    }
    if usual == Type::F64
        && let Some(lines) = retyped(code, Type::F32)
    {
        let inside = Code { lines, ..code.clone() };
        let narrowed = with_inputs(&inside, &inputs, |from, to| convert(Mode::Rn, Type::F32, Type::F64, to, from));
        let back = narrowed.and_then(|code| with_result(&code, |from, to| Some(vec![convert(Mode::Rn, Type::F64, Type::F32, to, from)?])));
        all.extend(back.map(|code| (Rewrite::ThroughSingle, code)));
    }
    all
}

/// The result as a whole number.
pub(super) fn whole(code: &Code) -> Vec<Rewritten> {
    let number = match code.lines.last().and_then(Line::result_format) {
        Some(format) if format == F32::ROW => Type::F32,
        Some(format) if format == F64::ROW && !code.is_packed() => Type::F64,
        _ => return Vec::new(),
    };
    let one = |mode: Mode| {
        let modifiers = ModifierSet::of(&[Modifier::of_whole_mode(mode), Modifier::Type(0, number), Modifier::Type(1, number)]);
        let line = |from: &str, to: &str| Some(vec![instruction("cvt", modifiers, to, vec![Operand::register(from)])?]);
        with_result(code, line).map(|code| (Rewrite::Whole(mode), code))
    };
    [Mode::Rz, Mode::Rn].into_iter().filter_map(one).collect()
}

/// A conversion by way of another format: rounded twice.
pub(super) fn by_way(code: &Code) -> Vec<Rewritten> {
    let one = |at: usize, between: Type| {
        let line = &code.lines[at];
        let (to, from) = (line.form.destination_type(line.modifiers)?, line.form.source_type(line.modifiers, 0));
        if line.form.meaning != Meaning::Convert || between == to || between == from {
            return None;
        }
        let mode = line.modifiers.mode().unwrap_or(Mode::Rn);
        let t = code.fresh(&[]);
        let first = convert(mode, between, from, &t, line_source(line)?)?;
        // The second step keeps the words of the one conversion that was asked for.
        let second = line.modifiers.difference(ModifierSet::LATER_TYPES).with(Modifier::Type(1, between));
        let second = instruction("cvt", second, &line.to, vec![Operand::register(&t)])?;
        let mut lines = code.lines.clone();
        lines.splice(at..=at, [first, second]);
        let code = Code { lines, ..code.clone() }.fitted()?;
        Some((Rewrite::Between(between), code))
    };
    let places = 0..code.lines.len();
    let through = [Type::F32, Type::F64, Type::F16, Type::Bf16];
    places.flat_map(|at| through.into_iter().filter_map(move |between| one(at, between))).collect()
}

/// The register that a line of one operand reads.
fn line_source(line: &Line) -> Option<&str> {
    match &line.from[..] {
        [Operand::Register(name)] => Some(name),
        _ => None,
    }
}
