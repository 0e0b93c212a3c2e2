//! One line of text to one line of results: the batch command line and the JavaScript module are this and little else.
//!
//! A line never fails silently and never ends a run: what is wrong with it is its output, so that lines in and out stay paired.

mod json;
pub mod object;

use crate::cuda;
use crate::instruction::{Context, Evidence, Meaning};
use crate::number::OperandType;
use crate::program::{Content, Effect, Execution, Program, RegisterFile, Run, Written, assumption, begins_with_directive, execute};
use crate::rounding::Flags;
use crate::sass;
use crate::sweep::verdict::verdict;
use crate::syntax::{Assignment, Diagnostic, Instruction, Parsed, Registers, Severity, assignments, not_given, parse_with};
use crate::trace::{Silent, Trace};
use core::fmt::Write;
use core::ops::Range;

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Fields with tabs between them.
    Fields,
    /// A JSON object with every step.
    Json,
}

/// Everything that lives longer than a line, and the line's output.
pub struct Evaluator {
    context: Context,
    form: Form,
    /// What `.reg` lines declared.
    registers: Registers,
    /// The registers that the line gives: the bytes of the name, and the bits.
    given: Vec<(Range<usize>, u64)>,
    out: String,
}

impl Evaluator {
    /// An evaluator that has read nothing yet.
    pub fn new(context: Context, form: Form) -> Evaluator {
        Evaluator { context, form, registers: Registers::default(), given: Vec::new(), out: String::new() }
    }

    /// The results of a line, without a line end.
    pub fn evaluate(&mut self, line: &[u8]) -> &str {
        self.out.clear();
        self.line(line);
        &self.out
    }

    fn line(&mut self, bytes: &[u8]) {
        let line = match std::str::from_utf8(bytes) {
            Ok(line) => line,
            Err(error) => {
                let start = error.valid_up_to();
                let end = start + error.error_len().unwrap_or(bytes.len() - start);
                return self.error(&Diagnostic::error("encoding", start..end, "The line is not UTF-8 from here on."));
            }
        };
        if sass::is_sass(line) {
            return self.machine_line(line);
        }
        let start = match self.assignments(line) {
            Ok(start) => start,
            Err(diagnostic) => return self.error(&diagnostic),
        };
        let text = &line[start..];
        if cuda::is_call(text) {
            return self.call_line(line, start);
        }
        if is_program(text) {
            return self.program_line(line, start);
        }
        let parsed = parse_with(text, &self.context, &self.registers);
        let (Some(instruction), None) = (&parsed.instruction, parsed.refusal()) else {
            let unknown = || Diagnostic::error("empty", 0..0, "There is no instruction here.");
            let mut diagnostic = parsed.refusal().cloned().unwrap_or_else(unknown);
            diagnostic.span = diagnostic.span.start + start..diagnostic.span.end + start;
            return self.error(&diagnostic);
        };
        if parsed.diagnostics.iter().any(|diagnostic| diagnostic.code == "more-instructions") {
            return self.program_line(line, start);
        }
        if let Err(diagnostic) = self.check_widths(line, instruction) {
            return self.error(&diagnostic);
        }
        let given = &self.given;
        let read = |name: &str| {
            let bare = |name| str::strip_prefix(name, '%').unwrap_or(name);
            let found = given.iter().find(|(span, _)| &line[span.clone()] == name);
            found.or_else(|| given.iter().find(|(span, _)| bare(&line[span.clone()]) == bare(name))).map(|(_, bits)| *bits)
        };
        if self.form == Form::Json {
            let mut trace = Trace::default();
            let execution = execute(instruction, read, &mut trace);
            if let Effect::Written(outcome) = execution.effect {
                verdict(&execution.request, outcome.bits).into_iter().for_each(|verdict| verdict.tell(&mut trace));
            }
            json::result(&mut self.out, &parsed, instruction, &execution, &trace);
        } else {
            let execution = execute(instruction, read, &mut Silent);
            text_result(&mut self.out, &parsed, instruction, &execution);
        }
    }

    /// A line that calls a function of CUDA.
    fn call_line(&mut self, line: &str, start: usize) {
        let parsed = cuda::parse(&line[start..], &self.context);
        let Some(call) = parsed.accepted() else {
            let unknown = || Diagnostic::error("empty", 0..0, "There is no call here.");
            let mut diagnostic = parsed.error().cloned().unwrap_or_else(unknown);
            diagnostic.span = diagnostic.span.start + start..diagnostic.span.end + start;
            return self.error(&diagnostic);
        };
        let mut file = RegisterFile::default();
        for (span, bits) in &self.given {
            file.set(&line[span.clone()], *bits);
        }
        let ran = cuda::run(call, |name| file.get(name));
        let mut notes: Vec<String> = ran.unset.iter().filter_map(|name| not_given(&[name])).collect();
        notes.extend(parsed.diagnostics.iter().map(|diagnostic| diagnostic.message.clone()));
        if let Evidence::Modelled(why) = ran.evidence(call) {
            notes.push(format!("Modelled, not measured: {why}."));
        }
        if self.form == Form::Json {
            return json::call(&mut self.out, call, &ran, &notes);
        }
        let values: Vec<String> = ran.values.iter().map(|value| format!("{}={}", value.name, value.pattern.hex())).collect();
        let flags: Vec<&str> = ran.flags.names().collect();
        let _ = write!(self.out, "ok\t{}\t{}\t", values.join(","), if flags.is_empty() { "-".to_owned() } else { flags.join(",") });
        plain(&mut self.out, &notes.join(" "));
    }

    /// A line of machine instructions: a program on registers of its own.
    fn machine_line(&mut self, line: &str) {
        let target = self.context.target;
        if self.form == Form::Fields {
            return self.out.push_str(&sass::evaluate_line(line, target));
        }
        let mut trace = Trace::default();
        match sass::evaluate::run(line, target, &mut trace) {
            Ok(run) => json::machine_result(&mut self.out, &run, &trace),
            Err(diagnostic) => self.error(&diagnostic),
        }
    }

    /// A line of several statements, or of one that is no row of the table: a declaration, a directive, a move.
    ///
    /// Declarations and directives stay in force for the lines that follow.
    fn program_line(&mut self, line: &str, start: usize) {
        let program = Program::read(&line[start..], &self.context, std::mem::take(&mut self.registers));
        self.registers.clone_from(&program.registers);
        self.context = program.context;
        if let Some(diagnostic) = program.refusal() {
            let mut diagnostic = diagnostic.clone();
            diagnostic.span = diagnostic.span.start + start..diagnostic.span.end + start;
            return self.error(&diagnostic);
        }
        let mut file = RegisterFile::default();
        for (span, bits) in &self.given {
            file.set(&line[span.clone()], *bits);
        }
        let run = program.run(file);
        if self.form == Form::Json {
            json::program(&mut self.out, &line[start..], &program, &run);
        } else {
            program_result(&mut self.out, &program, &run);
        }
    }

    /// Reads `NAME=HEXBITS ... |` and gives the place of the instruction behind it.
    fn assignments(&mut self, line: &str) -> Result<usize, Diagnostic> {
        self.given.clear();
        let Some(bar) = line.find('|') else { return Ok(0) };
        let before = &line[..bar];
        // A bar may also stand in an instruction (`add.f32 f0|p0, ...`), wrongly; there it separates nothing.
        if !before.contains('=') && before.contains(['.', ',']) {
            return Ok(0);
        }
        for assignment in assignments(before) {
            let Assignment { span, name, bits, .. } = assignment?;
            self.given.push((span.start..span.start + name.len(), bits));
        }
        Ok(bar + 1)
    }

    /// Bits beyond the width of a register would be lost silently; they are an error instead.
    fn check_widths(&self, line: &str, instruction: &Instruction) -> Result<(), Diagnostic> {
        for (span, bits) in &self.given {
            let place = instruction.sources.iter().position(|source| source.is_register(&line[span.clone()]));
            let width = place.map_or(64, |place| instruction.source_type(place).width());
            if width < 64 && bits >> width != 0 {
                let message = format!("This register has {width} bits.");
                return Err(Diagnostic::error("assignment", span.clone(), message));
            }
        }
        Ok(())
    }

    fn error(&mut self, diagnostic: &Diagnostic) {
        if self.form == Form::Json {
            return json::error(&mut self.out, diagnostic);
        }
        let Range { start, end } = diagnostic.span;
        let _ = write!(self.out, "error\t{}\t{start}-{end}\t", diagnostic.code);
        plain(&mut self.out, &diagnostic.message);
    }
}

/// Whether a line needs more than one instruction's reading.
fn is_program(text: &str) -> bool {
    (text.trim_start().starts_with('.') && begins_with_directive(text))
        || text.contains("mov")
        || text.bytes().filter(|byte| *byte == b';').nth(1).is_some()
}

/// The registers that a program wrote, each once, with the bits it left in them.
fn written(run: &Run) -> Vec<&Written> {
    let mut last: Vec<&Written> = Vec::new();
    for written in run.ran.iter().flat_map(|ran| &ran.written) {
        match last.iter_mut().find(|other| other.register == written.register) {
            Some(other) => *other = written,
            None => last.push(written),
        }
    }
    last
}

/// The flags of all that a program computed.
fn flags(run: &Run) -> Flags {
    run.ran.iter().filter_map(|ran| ran.computed).fold(Flags::NONE, |flags, (_, outcome)| flags | outcome.flags)
}

/// Everything that is to be said about a program that ran.
fn program_notes(program: &Program, run: &Run) -> Vec<String> {
    let mut notes = Vec::new();
    for statement in &program.statements {
        if let Content::Declaration(names) = &statement.content {
            notes.push(format!("Declares {}.", names.join(", ")));
        }
        notes.extend(statement.diagnostics.iter().map(|diagnostic| diagnostic.message.clone()));
    }
    for ran in &run.ran {
        if let (Some(guard), Some(written)) = (&ran.stopped_by, ran.written.first()) {
            notes.push(format!("The guard {guard} stops a statement: {} keeps its bits.", written.register));
        }
        notes.extend(ran.assumed.as_ref().map(|(predicate, _)| assumption(predicate)));
        notes.extend(ran.unset.iter().filter_map(|name| not_given(&[name])));
    }
    notes
}

fn program_result(out: &mut String, program: &Program, run: &Run) {
    let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let written: Vec<String> = written(run).iter().map(|written| format!("{}={}", written.register, written.hex())).collect();
    let flags: Vec<&str> = flags(run).names().collect();
    let _ = write!(out, "ok\t{}\t{}\t", or_dash(written.join(",")), or_dash(flags.join(",")));
    plain(out, &program_notes(program, run).join(" "));
}

fn text_result(out: &mut String, parsed: &Parsed, instruction: &Instruction, execution: &Execution) {
    let (bits, flags) = match execution.effect {
        Effect::Written(outcome) => (outcome.bits, outcome.flags),
        Effect::Skipped(bits) => (bits, Flags::NONE),
    };
    out.push_str("ok\t");
    out.push_str(&instruction.destination.name);
    out.push('=');
    hex(out, bits, execution.request.destination_type());
    out.push('\t');
    let before = out.len();
    for name in flags.names() {
        if out.len() > before {
            out.push(',');
        }
        out.push_str(name);
    }
    if out.len() == before {
        out.push('-');
    }
    out.push('\t');
    let mut first = true;
    notes(parsed, instruction, execution, |note| {
        if !std::mem::take(&mut first) {
            out.push(' ');
        }
        plain(out, note);
    });
}

/// Everything that is to be said about an instruction that ran, one sentence or two each.
fn notes(parsed: &Parsed, instruction: &Instruction, execution: &Execution, mut take: impl FnMut(&str)) {
    if let (Effect::Skipped(_), Some(guard), true) = (execution.effect, &instruction.guard, instruction.form.meaning != Meaning::Nothing) {
        let value = u8::from(guard.negated);
        take(&format!("The guard {} is {value}: {} keeps its bits.", guard.register.name, instruction.destination.name));
    }
    if let Some(guard) = execution.assumed {
        take(&assumption(&guard.register.name));
    }
    let unset: Vec<&str> = execution.unset.iter().map(|register| &*register.name).collect();
    if let Some(note) = not_given(&unset) {
        take(&note);
    }
    for diagnostic in parsed.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Note) {
        take(&diagnostic.message);
    }
    if let Evidence::Modelled(why) = execution.request.evidence() {
        take(&format!("Modelled, not measured: {why}."));
    }
}

/// All hex digits of a register.
fn hex(out: &mut String, bits: u64, own: OperandType) {
    let digits = own.width().div_ceil(4);
    for place in (0..digits).rev() {
        out.push(char::from_digit((bits >> (4 * place) & 15) as u32, 16).unwrap_or('?'));
    }
}

/// A message without tabs and line ends, which would break the line into the wrong fields.
fn plain(out: &mut String, message: &str) {
    out.extend(message.chars().map(|letter| if letter.is_control() { ' ' } else { letter }));
}
