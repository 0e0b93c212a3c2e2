//! Results as JSON, one object a line: bits are hex strings, so that nothing passes through a number that might round it.

use super::object::{Object, quote};
use crate::cuda::{Call, Ran};
use crate::exact::Natural;
use crate::number::Pattern;
use crate::program::{Effect, Execution, Program, Run as ProgramRun, Written};
use crate::rounding::{Flags, Lost, Rounded};
use crate::sass;
use crate::sass::evaluate::Run;
use crate::syntax::{Change, Diagnostic, Instruction, Parsed, print};
use crate::trace::sentence::{sentence, title};
use crate::trace::{Scaled, Step, Trace};

/// A result with its steps.
pub fn result(out: &mut String, parsed: &Parsed, instruction: &Instruction, execution: &Execution, trace: &Trace) {
    let (bits, flags, written) = match execution.effect {
        Effect::Written(outcome) => (outcome.bits, outcome.flags, true),
        Effect::Skipped(bits) => (bits, Flags::NONE, false),
    };
    let value_type = execution.request.destination_type();
    let mut object = Object::new(out);
    object.plain("ok", true);
    object.text("instruction", &print(instruction));
    object.text("target", execution.request.target.name());
    object.text("ptx", &execution.request.ptx.to_string());
    object.text("destination", &instruction.destination.name);
    object.text("bits", &value_type.hex(bits));
    object.plain("written", written);
    object.list("flags", flags.names(), quote);
    let mut notes = Vec::new();
    super::notes(parsed, instruction, execution, |note| notes.push(note.to_owned()));
    object.list("notes", notes, |list, note| quote(list, &note));
    object.text("evidence", execution.request.evidence().word());
    object.list("trace", &trace.steps, step);
    object.end();
}

/// What a program left, statement by statement, with the steps.
pub fn program(out: &mut String, text: &str, program: &Program, run: &ProgramRun) {
    let write = |list: &mut String, written: &Written| {
        let mut object = Object::new(list);
        object.text("register", &written.register);
        object.text("bits", &written.hex());
        object.end();
    };
    let mut object = Object::new(out);
    object.plain("ok", true);
    object.list("written", super::written(run), write);
    object.list("flags", super::flags(run).names(), quote);
    object.list("notes", super::program_notes(program, run), |list, note| quote(list, &note));
    object.list("statements", &run.ran, |list, ran| {
        let mut object = Object::new(list);
        object.text("text", text.get(program.statements[ran.statement].span.clone()).unwrap_or(""));
        object.list("written", &ran.written, write);
        object.plain("ran", ran.stopped_by.is_none());
        object.list("trace", &ran.trace.steps, step);
        object.end();
    });
    object.end();
}

/// What a call wrote, the PTX that it is, and its steps.
pub fn call(out: &mut String, call: &Call, ran: &Ran, notes: &[String]) {
    let mut object = Object::new(out);
    object.plain("ok", true);
    object.text("call", &call.printed());
    object.text("target", call.context.target.name());
    object.list("instructions", &ran.lines, |list, line| quote(list, &line.text));
    object.list("written", &ran.values, |list, value| {
        let mut object = Object::new(list);
        object.text("name", &value.name);
        object.text("bits", &value.pattern.hex());
        object.end();
    });
    object.list("flags", ran.flags.names(), quote);
    object.list("notes", notes, |list, note| quote(list, note));
    object.text("evidence", ran.evidence(call).word());
    object.list("trace", &ran.trace.steps, step);
    object.end();
}

/// What a line of machine instructions left, with its steps.
pub fn machine_result(out: &mut String, run: &Run, trace: &Trace) {
    let mut object = Object::new(out);
    object.plain("ok", true);
    object.list("instructions", &run.effects, |list, (statement, effect)| {
        let mut object = Object::new(list);
        object.text("instruction", &sass::text(&statement.instruction, run.target));
        object.text("word", &format!("{:016x}", statement.instruction.encode()));
        object.plain("ran", effect.ran);
        object.end();
    });
    object.text("target", run.target.name());
    object.list("written", run.written(), |list, (name, bits)| {
        let mut object = Object::new(list);
        object.text("name", &name);
        object.text("bits", &bits);
        object.end();
    });
    object.list("flags", run.flags().names(), quote);
    object.list("notes", &run.notes, |list, note| quote(list, note));
    object.list("trace", &trace.steps, step);
    object.end();
}

/// What is wrong with a line.
pub fn error(out: &mut String, diagnostic: &Diagnostic) {
    let mut object = Object::new(out);
    object.plain("ok", false);
    object.text("code", diagnostic.code);
    object.plain("start", diagnostic.span.start);
    object.plain("end", diagnostic.span.end);
    object.text("message", &diagnostic.message);
    object.list("alternatives", &diagnostic.alternatives, |list, word| quote(list, word));
    object.list("fixes", &diagnostic.fixes, |list, fix| {
        let mut object = Object::new(list);
        object.text("label", &fix.label);
        match &fix.change {
            Change::Replace { text, .. } => object.text("text", text),
            Change::SetTarget(target) => object.text("target", target.name()),
            Change::SetPtx(version) => object.text("ptx", &version.to_string()),
        }
        object.end();
    });
    object.end();
}

/// A step: its kind, its title and sentence, and its numbers.
fn step(out: &mut String, step: &Step) {
    let mut object = Object::new(out);
    object.text("kind", kind(step));
    object.text("title", &title(step));
    object.text("sentence", &sentence(step));
    match step {
        Step::Lane { lane, .. } => object.plain("lane", lane),
        Step::Decode { operand, pattern } => {
            object.text("operand", operand.name());
            object.pattern("bits", *pattern);
            object.text("class", pattern.class_name());
        }
        Step::FlushInput { operand, from, to } => {
            object.text("operand", operand.name());
            object.pattern("from", *from);
            object.pattern("to", *to);
        }
        Step::Negate { operand } => object.text("operand", operand.name()),
        Step::Multiply { left, right, product } => object.all_scaled(&[("left", left), ("right", right), ("product", product)]),
        Step::Truncate { from, to } => object.all_scaled(&[("from", from), ("to", to)]),
        Step::Align { larger, smaller, distance, .. } => {
            object.all_scaled(&[("larger", larger), ("smaller", smaller)]);
            object.plain("distance", distance);
        }
        Step::Add { left, right, sum, .. } => object.all_scaled(&[("left", left), ("right", right), ("sum", sum)]),
        Step::Divide { dividend, divisor, quotient, remainder, .. } => {
            object.all_scaled(&[("dividend", dividend), ("divisor", divisor), ("quotient", quotient), ("remainder", remainder)]);
        }
        Step::SquareRoot { radicand, root, remainder } => {
            object.all_scaled(&[("radicand", radicand), ("root", root), ("remainder", remainder)]);
        }
        Step::Test { class, holds } => {
            object.text("class", class.name());
            object.plain("holds", *holds);
        }
        Step::Normalise { value, format } => {
            object.text("format", format.name);
            object.all_scaled(&[("value", value)]);
        }
        Step::Round { value, format, mode, rounded } => {
            object.text("format", format.name);
            object.text("mode", mode.name());
            object.all_scaled(&[("value", value)]);
            object.rounded(rounded);
        }
        Step::Overflow { mode, to } => {
            object.text("mode", mode.name());
            object.pattern("to", *to);
        }
        Step::FlushOutput { from, to } | Step::Saturate { from, to } => {
            object.pattern("from", *from);
            object.pattern("to", *to);
        }
        Step::Special { result, .. } | Step::Encode { result } => object.pattern("result", *result),
        Step::Told(_) => {}
    }
    object.end();
}

/// The kind of a step: its name in the core, in lower case with hyphens.
fn kind(step: &Step) -> &'static str {
    match step {
        Step::Lane { .. } => "lane",
        Step::Decode { .. } => "decode",
        Step::FlushInput { .. } => "flush-input",
        Step::Negate { .. } => "negate",
        Step::Multiply { .. } => "multiply",
        Step::Truncate { .. } => "truncate",
        Step::Align { .. } => "align",
        Step::Add { .. } => "add",
        Step::Divide { .. } => "divide",
        Step::SquareRoot { .. } => "square-root",
        Step::Test { .. } => "test",
        Step::Told(_) => "unit",
        Step::Normalise { .. } => "normalise",
        Step::Round { .. } => "round",
        Step::Overflow { .. } => "overflow",
        Step::FlushOutput { .. } => "flush-output",
        Step::Special { .. } => "special",
        Step::Saturate { .. } => "saturate",
        Step::Encode { .. } => "encode",
    }
}

impl Object<'_> {
    fn pattern(&mut self, key: &str, pattern: Pattern) {
        self.object(key, |object| {
            object.text("format", pattern.format.name);
            object.text("hex", &pattern.hex());
            object.text("value", &pattern.shortest_decimal());
        });
    }

    fn all_scaled(&mut self, numbers: &[(&str, &Scaled)]) {
        for (key, number) in numbers {
            self.object(key, |object| {
                object.plain("negative", number.negative);
                object.text("magnitude", &hex(&number.magnitude));
                object.plain("exponent", number.exponent);
            });
        }
    }

    fn rounded(&mut self, rounded: &Rounded) {
        let lost = match rounded.lost {
            Lost::Nothing => "nothing",
            Lost::BelowHalf => "below half",
            Lost::Half => "exactly half",
            Lost::AboveHalf => "above half",
        };
        self.text("kept", &format!("{:x}", rounded.kept));
        self.plain("last_place", rounded.last_place);
        self.text("lost", lost);
        self.plain("away", rounded.away);
        self.plain("tiny", rounded.tiny);
    }
}

/// All hex digits of a natural number.
fn hex(number: &Natural) -> String {
    let digits = number.bits().div_ceil(4).max(1);
    let digit = |place: u32| (0..4).fold(0, |digit, bit| digit | u32::from(number.bit(4 * place + bit)) << bit);
    (0..digits).rev().filter_map(|place| char::from_digit(digit(place), 16)).collect()
}
