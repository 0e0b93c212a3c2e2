//! Departures by way of another precision: in doubles instead of singles, operands or the result through a narrower format, whole numbers.

use super::Rewriting;
use super::code::{Code, Line, Operand, Work};
use super::kind::Kind;
use super::shape::{Shape, instruction, rename_reads, shape, with_inputs, with_result};
use crate::instruction::{Meaning, Modifier, ModifierSet};
use crate::number::{BF16, F16, F32, F64, Float, Format};
use crate::rounding::Mode;

/// A `cvt`; one that is exact names no rounding.
fn convert(mode: Mode, to_type: Modifier, from_type: Modifier, to: &str, from: &str) -> Option<Line> {
    let types = ModifierSet::of(&[to_type, from_type.as_source()]);
    let with = |modifiers| instruction("cvt", modifiers, to, vec![Operand::register(from)]);
    with(types).or_else(|| with(types.with(Modifier::of_mode(mode))))
}

/// A narrower format that numbers may pass through.
#[derive(Clone, Copy, PartialEq)]
enum Narrow {
    Type(Modifier),
    /// A single without its low bits: there is nothing to convert back.
    Tf32,
}

impl Narrow {
    fn name(self) -> &'static str {
        match self {
            Narrow::Type(modifier) => modifier.text().trim_start_matches('.'),
            Narrow::Tf32 => "tf32",
        }
    }

    /// Into it and back.
    fn both(self, mode: Mode, usual: Modifier, from: &str, to: &str) -> Option<Vec<Line>> {
        match self {
            Narrow::Type(narrow) => Some(vec![convert(mode, narrow, usual, to, from)?, convert(Mode::Rn, usual, narrow, to, to)?]),
            Narrow::Tf32 => Some(vec![Line { work: Work::Tf32(mode), to: to.to_owned(), from: vec![Operand::register(from)] }]),
        }
    }
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
    let Some(widened) = with_inputs(&inside, &inputs, |from, to| convert(Mode::Rn, Modifier::F64, Modifier::F32, to, from)) else {
        return Vec::new();
    };
    let back = |mode| with_result(&widened, |from, to| Some(vec![convert(mode, Modifier::F32, Modifier::F64, to, from)?]));
    // The conversion rounds as the instruction does.
    let mode = code.lines.last().and_then(Line::modifiers).and_then(|modifiers| modifiers.mode()).unwrap_or(Mode::Rn);
    let nearest = back(mode).map(|code| {
        shape(Kind::Precision, "computed in double precision and rounded to single afterwards", code).is(Rewriting::ThroughDouble)
    });
    let cut = back(Mode::Rz).map(|code| shape(Kind::Truncation, "computed in double precision and cut to single (.rz)", code));
    nearest.into_iter().chain(cut).collect()
}

/// Operands or the result by way of a narrower format.
pub(super) fn narrower(code: &Code) -> Vec<Shape> {
    let mut all = Vec::new();
    let (usual, types): (Modifier, &[Narrow]) = if all_in(code, F32::ROW) {
        (Modifier::F32, &[Narrow::Type(Modifier::F16), Narrow::Type(Modifier::Bf16), Narrow::Tf32])
    } else if all_in(code, F64::ROW) {
        (Modifier::F64, &[Narrow::Type(Modifier::F32)])
    } else {
        return all;
    };
    let inputs: Vec<String> = code.inputs().into_iter().map(|(name, _)| name).collect();
    for &narrow in types {
        for (mode, kind, how) in [(Mode::Rn, Kind::Precision, "rounded"), (Mode::Rz, Kind::Truncation, "cut")] {
            let name = narrow.name();
            let both = |from: &str, to: &str| narrow.both(mode, usual, from, to);
            let result = with_result(code, both).and_then(Code::fitted);
            all.extend(result.map(|code| shape(kind, format!("the result {how} to {name}"), code)));
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
            all.extend(operands().map(|code| shape(kind, format!("operands {how} to {name}"), code)));
        }
    }
    if usual == Modifier::F64
        && let Some(lines) = retyped(code, Modifier::F32)
    {
        let inside = Code { lines, ..code.clone() };
        let narrowed = with_inputs(&inside, &inputs, |from, to| convert(Mode::Rn, Modifier::F32, Modifier::F64, to, from));
        let back =
            narrowed.and_then(|code| with_result(&code, |from, to| Some(vec![convert(Mode::Rn, Modifier::F64, Modifier::F32, to, from)?])));
        all.extend(back.map(|code| shape(Kind::Precision, "computed in single precision", code)));
    }
    all
}

/// The result as a whole number.
pub(super) fn whole(code: &Code) -> Vec<Shape> {
    let number = match code.lines.last().and_then(Line::result_format) {
        Some(format) if format.name == F32::ROW.name => Modifier::F32,
        Some(format) if format.name == F64::ROW.name && !code.is_packed() => Modifier::F64,
        _ => return Vec::new(),
    };
    let one = |mode: Mode, kind: Kind, phrase: &str| {
        let modifiers = ModifierSet::of(&[Modifier::of_whole_mode(mode), number, number.as_source()]);
        let line = |from: &str, to: &str| Some(vec![instruction("cvt", modifiers, to, vec![Operand::register(from)])?]);
        with_result(code, line).map(|code| shape(kind, phrase, code))
    };
    let cut = one(Mode::Rz, Kind::Truncation, "the result cut to a whole number");
    cut.into_iter().chain(one(Mode::Rn, Kind::Precision, "the result rounded to a whole number")).collect()
}

/// A conversion by way of another format: rounded twice.
pub(super) fn by_way(code: &Code) -> Vec<Shape> {
    let one = |at: usize, between: Modifier, format: &'static Format| {
        let line = &code.lines[at];
        let Work::Instruction(form, modifiers) = &line.work else { return None };
        let (to, from) = (modifiers.data_type()?, modifiers.source_data_type()?);
        if form.meaning != Meaning::Convert || between == to || between == from {
            return None;
        }
        let mode = modifiers.mode().unwrap_or(Mode::Rn);
        let t = code.fresh(&[]);
        let first = convert(mode, between, from, &t, line_source(line)?)?;
        // The second step keeps the words of the one conversion that was asked for.
        let second = modifiers.difference(ModifierSet::SOURCE_TYPES).with(between.as_source());
        let second = instruction("cvt", second, &line.to, vec![Operand::register(&t)])?;
        let mut lines = code.lines.clone();
        lines.splice(at..=at, [first, second]);
        let code = Code { lines, ..code.clone() }.fitted()?;
        let name = format.name.to_ascii_lowercase();
        Some(shape(Kind::Precision, format!("converted by way of {name}, rounded twice"), code).is(Rewriting::Between(format)))
    };
    let places = 0..code.lines.len();
    let through = [(Modifier::F32, F32::ROW), (Modifier::F64, F64::ROW), (Modifier::F16, F16::ROW), (Modifier::Bf16, BF16::ROW)];
    places.flat_map(|at| through.into_iter().filter_map(move |(between, format)| one(at, between, format))).collect()
}

/// The register that a line of one operand reads.
fn line_source(line: &Line) -> Option<&str> {
    match &line.from[..] {
        [Operand::Register(name)] => Some(name),
        _ => None,
    }
}
