//! One line of text to one line of results: the batch command line and the JavaScript module are this and little else.
//!
//! A line never fails silently and never ends a run: what is wrong with it is its output, so that lines in and out stay paired.

mod dot;
mod json;
pub mod object;

pub use dot::{Dots, codes, digits};

use crate::evaluate::DIVISION;
use crate::instruction::{Context, Evidence, Meaning};
use crate::language::{Reading, is_ptx, read};
use crate::number::OperandType;
use crate::program::{Effect, Execution, Program, Single, assumption, begins_with_directive, execute, width_of};
use crate::register_file::RegisterFile;
use crate::rounding::Flags;
use crate::run::Run;
use crate::sweep::judge::judge;
use crate::syntax::{Assignment, Diagnostic, Instruction, Parsed, Registers, Severity, assignments, not_given, parse_with};
use crate::trace::Silent;
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

/// The results of one line by itself.
pub fn evaluate_line(line: &str, context: Context, form: Form) -> String {
    Evaluator::new(context, form).evaluate(line.as_bytes()).to_owned()
}

/// Runs one line by itself.
pub fn run(line: &str, context: &Context) -> Result<Run, Diagnostic> {
    let start = behind_registers(line);
    let reading = read(&line[start..], context);
    if let Some(refusal) = reading.refusal() {
        return Err(shifted(refusal, start));
    }
    let registers = registers(&line[..start.saturating_sub(1)], &*reading, RegisterFile::default())?;
    reading.run(&registers).ok_or_else(|| shifted(unrun(&*reading), start))
}

/// Where the instructions of a line begin: behind the bar that ends what it gives its registers.
pub fn behind_registers(line: &str) -> usize {
    let Some(bar) = line.find('|') else { return 0 };
    let before = &line[..bar];
    // A bar may also stand in an instruction (`add.f32 f0|p0, ...`, `MUFU.RCP R0, |R1|`); there it separates nothing.
    let assigns = |word: &str| word.contains('=') && !word.starts_with(['&', '?']);
    if line[bar..].starts_with("||") {
        return 0;
    }
    let separates = before.split_ascii_whitespace().next().is_some_and(assigns) || !before.contains(['.', ',']);
    if separates { bar + 1 } else { 0 }
}

/// The registers with those that a line gives what it reads.
pub fn registers(given: &str, reading: &dyn Reading, mut registers: RegisterFile) -> Result<RegisterFile, Diagnostic> {
    for assignment in assignments(given) {
        let assignment = assignment?;
        let wrong = |message| Diagnostic::error("assignment", assignment.span.clone(), message);
        reading.give(&mut registers, &assignment).map_err(wrong)?;
    }
    Ok(registers)
}

/// A diagnostic of what stands behind `start`, counted from the line's beginning.
fn shifted(diagnostic: Diagnostic, start: usize) -> Diagnostic {
    Diagnostic { span: diagnostic.span.start + start..diagnostic.span.end + start, ..diagnostic }
}

/// Why nothing runs: what is wrong, else the first thing that is said of the text.
fn unrun(reading: &dyn Reading) -> Diagnostic {
    reading.refusal().or_else(|| reading.diagnostics().first().cloned()).unwrap_or_else(nothing)
}

fn nothing() -> Diagnostic {
    Diagnostic::error("empty", 0..0, "There is no instruction here.")
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
                return self.error(&Diagnostic::error("encoding", start..end, "The line is not UTF-8 from here on."), 0);
            }
        };
        let start = match self.assignments(line) {
            Ok(start) => start,
            Err(diagnostic) => return self.error(&diagnostic, 0),
        };
        let text = &line[start..];
        if is_program(text) {
            return if is_ptx(text) { self.program(line, start) } else { self.answer(line, start, &*read(text, &self.context)) };
        }
        let parsed = parse_with(text, &self.context, &self.registers);
        let (Some(instruction), None) = (&parsed.instruction, parsed.refusal()) else {
            // Only what is no PTX instruction is looked at again.
            if !is_ptx(text) {
                return self.answer(line, start, &*read(text, &self.context));
            }
            return self.error(&parsed.refusal().cloned().unwrap_or_else(nothing), start);
        };
        if parsed.diagnostics.iter().any(|diagnostic| diagnostic.code == "more-instructions") {
            return self.program(line, start);
        }
        let two = matches!(instruction.form.meaning, Meaning::Alu(alu) if alu.writes_carry());
        if self.form == Form::Json || instruction.second.is_some() || two {
            return self.answer(line, start, &Single { text: text.to_owned(), context: self.context, parsed });
        }
        // What most lines are, without a step recorded or a list built.
        if let Err(diagnostic) = self.check_widths(line, instruction) {
            return self.error(&diagnostic, 0);
        }
        let given = &self.given;
        let read = |name: &str| {
            let bare = |name| str::strip_prefix(name, '%').unwrap_or(name);
            let found = given.iter().find(|(span, _)| &line[span.clone()] == name);
            found.or_else(|| given.iter().find(|(span, _)| bare(&line[span.clone()]) == bare(name))).map(|(_, bits)| *bits)
        };
        let execution = execute(instruction, read, &mut Silent);
        if execution.effect == Effect::Undefined {
            return self.error(&Diagnostic::error("division", instruction.head.clone(), DIVISION), start);
        }
        text_result(&mut self.out, &parsed, instruction, &execution);
    }

    /// A line in PTX of any number of statements. Declarations and directives stay in force for the lines that follow.
    fn program(&mut self, line: &str, start: usize) {
        let program = Program::read(&line[start..], &self.context, std::mem::take(&mut self.registers));
        self.registers.clone_from(&program.registers);
        self.context = program.context;
        self.answer(line, start, &program);
    }

    /// The answer to what was read behind `start`.
    fn answer(&mut self, line: &str, start: usize, reading: &dyn Reading) {
        if reading.refusal().is_some() || !reading.is_complete() {
            return self.error(&unrun(reading), start);
        }
        let file = match registers(&line[..start.saturating_sub(1)], reading, RegisterFile::default()) {
            Ok(file) => file,
            Err(diagnostic) => return self.error(&diagnostic, 0),
        };
        let Some(mut run) = reading.run(&file) else { return self.error(&unrun(reading), start) };
        if let Some((code, sentence)) = run.broken_off() {
            return self.error(&Diagnostic::error(code, 0..line.len() - start, sentence), start);
        }
        let mut notes = run.notes();
        notes.extend(reading.notes());
        if let Some(Evidence::Modelled(why)) = run.evidence() {
            notes.push(format!("Modelled, not measured: {why}."));
        }
        if self.form == Form::Json {
            judge(reading, &mut run);
            return json::run(&mut self.out, reading, &run, &notes);
        }
        let written: Vec<String> = run.results.iter().map(|value| format!("{}={}", value.name, value.hex())).collect();
        let flags: Vec<&str> = run.flags().names().collect();
        let or_dash = |list: Vec<String>| if list.is_empty() { "-".to_owned() } else { list.join(",") };
        let flags = flags.into_iter().map(str::to_owned).collect();
        let _ = write!(self.out, "ok\t{}\t{}\t", or_dash(written), or_dash(flags));
        plain(&mut self.out, &notes.join(" "));
    }

    /// Reads `NAME=HEXBITS ... |` and gives the place of the instruction behind it.
    fn assignments(&mut self, line: &str) -> Result<usize, Diagnostic> {
        self.given.clear();
        let start = behind_registers(line);
        let before = &line[..start.saturating_sub(1)];
        for assignment in assignments(before) {
            let Assignment { span, name, bits, .. } = assignment?;
            self.given.push((span.start..span.start + name.len(), bits));
        }
        Ok(start)
    }

    /// Bits beyond the width of a register would be lost silently; they are an error instead.
    fn check_widths(&self, line: &str, instruction: &Instruction) -> Result<(), Diagnostic> {
        for (span, bits) in &self.given {
            let width = width_of(instruction, &line[span.clone()]).unwrap_or(64);
            if width < 64 && bits >> width != 0 {
                return Err(Diagnostic::error("assignment", span.clone(), format!("This register has {width} bits.")));
            }
        }
        Ok(())
    }

    fn error(&mut self, diagnostic: &Diagnostic, start: usize) {
        fail(&mut self.out, self.form, &shifted(diagnostic.clone(), start));
    }
}

/// What is wrong with a line, as its output.
fn fail(out: &mut String, form: Form, diagnostic: &Diagnostic) {
    if form == Form::Json {
        return json::error(out, diagnostic);
    }
    let Range { start, end } = diagnostic.span;
    let _ = write!(out, "error\t{}\t{start}-{end}\t", diagnostic.code);
    plain(out, &diagnostic.message);
}

/// Whether a line needs more than one instruction's reading.
fn is_program(text: &str) -> bool {
    (text.trim_start().starts_with('.') && begins_with_directive(text))
        || text.contains("mov")
        || text.bytes().filter(|byte| *byte == b';').nth(1).is_some()
}

fn text_result(out: &mut String, parsed: &Parsed, instruction: &Instruction, execution: &Execution) {
    let (bits, flags) = match execution.effect {
        Effect::Written(outcome) => (outcome.bits, outcome.flags),
        Effect::Skipped(bits) => (bits, Flags::NONE),
        Effect::Undefined => return,
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
