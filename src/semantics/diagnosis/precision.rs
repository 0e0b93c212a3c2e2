//! Departures by way of another precision: in doubles instead of singles, operands or the result through a narrower format, whole numbers.

use super::code::{Code, Line, Operand, Work};
use super::kind::Kind;
use super::shape::{Shape, instruction, rename_reads, shape, with_inputs, with_result};
use crate::comparison::conversion::{Conversion, Type};
use crate::instruction::{Modifier, ModifierSet};
use crate::number::{F32, F64, Float, Format};
use crate::rounding::Mode;

fn convert(mode: Mode, to_type: Type, from_type: Type, to: &str, from: &str) -> Line {
    Line { work: Work::Convert(Conversion::new(mode, to_type, from_type)), to: to.to_owned(), from: vec![Operand::register(from)] }
}

/// Whether all lines are instructions on single numbers of a format.
fn all_in(code: &Code, format: &'static Format) -> bool {
    code.lines.iter().all(|line| {
        let plain =
            matches!(&line.work, Work::Instruction(form, modifiers) if form.row.last_target.is_none() && !modifiers.has(Modifier::F32x2));
        plain && line.source_format().name == format.name && line.result_format().is_some_and(|result| result.name == format.name)
    })
}

/// The same lines in another type; None where the table has no such line.
fn retyped(code: &Code, to: Modifier) -> Option<Vec<Line>> {
    let line = |line: &Line| {
        let Work::Instruction(form, _) = &line.work else { return None };
        let modifiers = line.modifiers()?.difference(ModifierSet::TYPES.union(ModifierSet::of(&[Modifier::Ftz, Modifier::Sat])));
        let from = line.from.iter().map(|operand| match operand {
            Operand::Register(_) => Some(operand.clone()),
            Operand::Literal(..) => None,
        });
        instruction(form.mnemonic(), modifiers.with(to), &line.to, from.collect::<Option<_>>()?)
    };
    code.lines.iter().map(line).collect()
}

/// In doubles instead of singles.
pub(super) fn wider(code: &Code) -> Vec<Shape> {
    if !all_in(code, F32::ROW) {
        return Vec::new();
    }
    let Some(lines) = retyped(code, Modifier::F64) else { return Vec::new() };
    let inside = Code { lines, ..code.clone() };
    let inputs: Vec<String> = inside.inputs().into_iter().map(|(name, _)| name).collect();
    let Some(widened) = with_inputs(&inside, &inputs, |from, to| Some(convert(Mode::Rn, Type::F64, Type::F32, to, from))) else {
        return Vec::new();
    };
    let back = |mode| with_result(&widened, |from, to| Some(vec![convert(mode, Type::F32, Type::F64, to, from)]));
    // The conversion rounds as the instruction does.
    let mode = code.lines.last().and_then(Line::modifiers).and_then(|modifiers| modifiers.mode()).unwrap_or(Mode::Rn);
    let nearest = back(mode).map(|code| shape(Kind::Precision, "computed in double precision and rounded to single afterwards", code));
    let cut = back(Mode::Rz).map(|code| shape(Kind::Truncation, "computed in double precision and cut to single (.rz)", code));
    nearest.into_iter().chain(cut).collect()
}

/// Operands or the result by way of a narrower format.
pub(super) fn narrower(code: &Code) -> Vec<Shape> {
    let mut all = Vec::new();
    let types: &[Type] = if all_in(code, F32::ROW) {
        &[Type::F16, Type::Bf16, Type::Tf32]
    } else if all_in(code, F64::ROW) {
        &[Type::F32]
    } else {
        return all;
    };
    let usual = if types == [Type::F32] { Type::F64 } else { Type::F32 };
    let inputs: Vec<String> = code.inputs().into_iter().map(|(name, _)| name).collect();
    for &narrow in types {
        for (mode, kind, how) in [(Mode::Rn, Kind::Precision, "rounded"), (Mode::Rz, Kind::Truncation, "cut")] {
            let name = narrow.name();
            // A register of TF32 is read as a single: there is nothing to convert back.
            let both = |from: &str, to: &str| {
                let forth = convert(mode, narrow, usual, to, from);
                let back = convert(Mode::Rn, usual, narrow, to, to);
                if narrow == Type::Tf32 { vec![forth] } else { vec![forth, back] }
            };
            let result = with_result(code, |from, to| Some(both(from, to)));
            all.extend(result.map(|code| shape(kind, format!("the result {how} to {name}"), code)));
            let mut lines: Vec<Line> = Vec::new();
            let (mut body, mut taken) = (code.lines.clone(), Vec::new());
            for input in &inputs {
                let t = code.fresh(&taken);
                lines.extend(both(input, &t));
                rename_reads(&mut body, input, &t);
                taken.push(t);
            }
            lines.extend(body);
            all.push(shape(kind, format!("operands {how} to {name}"), Code { lines, ..code.clone() }));
        }
    }
    if usual == Type::F64
        && let Some(lines) = retyped(code, Modifier::F32)
    {
        let inside = Code { lines, ..code.clone() };
        let narrowed = with_inputs(&inside, &inputs, |from, to| Some(convert(Mode::Rn, Type::F32, Type::F64, to, from)));
        let back = narrowed.and_then(|code| with_result(&code, |from, to| Some(vec![convert(Mode::Rn, Type::F64, Type::F32, to, from)])));
        all.extend(back.map(|code| shape(Kind::Precision, "computed in single precision", code)));
    }
    all
}

/// The result as a whole number.
pub(super) fn whole(code: &Code) -> Vec<Shape> {
    let number = match code.lines.last().and_then(Line::result_format) {
        Some(format) if format.name == F32::ROW.name => Type::F32,
        Some(format) if format.name == F64::ROW.name && !code.is_packed() => Type::F64,
        _ => return Vec::new(),
    };
    let one = |mode: Mode, kind: Kind, phrase: &str| {
        let conversion = Conversion { from: number, to: number, mode, whole: true };
        let line = |from: &str, to: &str| {
            Some(vec![Line { work: Work::Convert(conversion), to: to.to_owned(), from: vec![Operand::register(from)] }])
        };
        with_result(code, line).map(|code| shape(kind, phrase, code))
    };
    let cut = one(Mode::Rz, Kind::Truncation, "the result cut to a whole number");
    cut.into_iter().chain(one(Mode::Rn, Kind::Precision, "the result rounded to a whole number")).collect()
}
