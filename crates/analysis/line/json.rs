//! Results as JSON, one object a line: bits are hex strings, so that nothing passes through a number that might round it.

use super::object::{Object, quote};
use crate::exact::Natural;
use crate::instruction::Evidence;
use crate::instruction::sass::is_wide;
use crate::language::ParsedSource;
use crate::number::Pattern;
use crate::rounding::{Lost, Rounded};
use crate::run::{Run, Value};
use crate::syntax::{Change, Diagnostic};
use crate::tensor_core::{Dot, Row};
use crate::trace::sentence::{sentence, title};
use crate::trace::{Scaled, Step, Trace};

/// A text that ran: what it left, its instructions and every step. `bits` and `destination` are its first result.
pub fn run(out: &mut String, reading: &dyn ParsedSource, run: &Run, notes: &[String]) {
    let context = reading.context();
    let mut object = Object::new(out);
    object.plain("ok", true);
    object.text("text", &reading.printed());
    object.text("target", context.target.name());
    object.text("ptx", &context.ptx.to_string());
    if let Some(first) = run.results.first() {
        object.text("destination", &first.name);
        object.text("bits", &first.hex());
    }
    object.list("written", &run.results, value);
    object.list("flags", run.flags().names(), quote);
    object.list("notes", notes, |list, note| quote(list, note));
    if let Some(evidence) = run.evidence() {
        object.text("evidence", evidence.word());
    }
    object.list("instructions", &run.blocks, |list, block| {
        let mut object = Object::new(list);
        object.text("text", block.text.trim());
        if let Some(word) = block.word {
            let digits = if is_wide(block.context.target) { 32 } else { 16 };
            object.text("word", &format!("{word:0digits$x}"));
        }
        object.plain("ran", block.ran());
        object.list("written", &block.written, value);
        object.list("flags", block.flags.names(), quote);
        object.plain("steps", block.steps.len());
        object.end();
    });
    object.list("trace", &run.trace.steps, step);
    object.end();
}

/// One element of D of a tensor core: who computed it, what came out, how that is known, and every step.
pub fn dot(out: &mut String, target: u32, row: &Row, dot: &Dot, d: Pattern, trace: &Trace) {
    let mut object = Object::new(out);
    object.plain("ok", true);
    object.text("target", &format!("sm_{target}"));
    object.text("path", row.path.name());
    object.text("kind", row.kind);
    object.text("instructions", row.sass);
    object.plain("k", dot.b.codes.len());
    object.pattern("d", d);
    object.text("bits", &d.hex());
    object.text("evidence", Evidence::from(row.evidence).word());
    object.list("doubts", row.doubts, |list, doubt| quote(list, doubt.sentence()));
    object.list("trace", &trace.steps, step);
    object.end();
}

/// A register or a variable with its bits.
fn value(out: &mut String, value: &Value) {
    let mut object = Object::new(out);
    object.text("name", &value.name);
    object.text("bits", &value.hex());
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
            Change::Open { page, .. } => object.text("page", page),
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
        Step::FlushOutput { from, to } | Step::Saturate { from, to, .. } => {
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
            object.text("value", &pattern.digits());
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
