//! A call of a CUDA function in the box: its arguments and results as the rows of the operand table, its steps as they came.

use super::evaluated::{Edit, Evaluated, InMode, Kind, Place};
use super::registers::Registers;
use semantics::cuda::{Call, Line, Source, number_text, run as run_call};
use semantics::instruction::Evidence;
use semantics::instruction::cuda::MODES;
use semantics::number::Pattern;

/// A call that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Called {
    /// The call.
    pub call: Call,
    /// What it does.
    pub summary: String,
    /// Its prototype.
    pub prototype: &'static str,
    /// How we know what comes out.
    pub evidence: Evidence,
    /// The PTX that it is, as it ran; empty for a function that runs whole.
    pub lines: Vec<Line>,
    /// Whether the special function unit takes part.
    pub is_approximate: bool,
}

/// Runs a call on the registers of the page.
pub fn run(call: &Call, registers: &Registers) -> Evaluated {
    let read = |name: &str| registers.get(name);
    let ran = run_call(call, read);
    let letter = |name: &str| name.chars().next().unwrap_or('x');
    let place = |letter: char, source: Option<usize>, pattern: &Pattern, register: String| {
        (Place { letter, source, lane: 0, packed: false, format: pattern.format.name, register }, *pattern)
    };
    let mut places = Vec::new();
    for (index, (argument, pattern)) in call.arguments.iter().zip(&ran.arguments).enumerate() {
        let register = match &argument.source {
            Source::Variable(name) => name.clone(),
            Source::Number(_) => String::new(),
        };
        places.push(place(letter(argument.parameter.name), Some(index), pattern, register));
    }
    for (output, value) in call.outputs.iter().zip(&ran.values) {
        places.push(place(letter(output.letter), None, &value.pattern, value.name.clone()));
    }
    let in_mode = |mode| {
        let results = run_call(&Call { mode: Some(mode), ..call.clone() }, read).values.iter().map(|value| value.pattern).collect();
        InMode { mode, results, current: call.mode == Some(mode) }
    };
    let modes = if call.function.modes.len() < MODES.len() { Vec::new() } else { MODES.into_iter().map(in_mode).collect() };
    Evaluated {
        context: call.context,
        name: call.function_name(),
        printed: call.printed(),
        places,
        lanes: 1,
        trace: ran.trace.clone(),
        modes,
        runs: true,
        flags: ran.flags,
        kind: Kind::Call(Box::new(Called {
            call: call.clone(),
            summary: summary(call, &ran.lines),
            prototype: call.function.row.prototype,
            evidence: ran.evidence(call),
            is_approximate: ran.is_approximate(),
            lines: ran.lines,
        })),
    }
}

/// What a call does, with the PTX that it is where that is one instruction.
fn summary(call: &Call, lines: &[Line]) -> String {
    let summary = call.function.row.summary;
    match lines {
        [] => [summary, " The compiler makes several instructions of it; here it runs whole."].concat(),
        [line] => [summary, " In PTX: `", &line.text, "`"].concat(),
        _ => summary.to_owned(),
    }
}

/// What changes when an argument does.
pub fn edited(called: &Called, place: &Place, pattern: Pattern) -> Option<Edit> {
    let argument = called.call.arguments.get(place.source?)?;
    Some(match &argument.source {
        Source::Variable(name) => Edit::Registers(vec![(name.clone(), pattern.bits)]),
        Source::Number(_) => Edit::Piece(argument.span.clone(), number_text(pattern)),
    })
}
