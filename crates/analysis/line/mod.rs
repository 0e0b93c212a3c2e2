//! One line of text to one line of results: the batch command line and the JavaScript module are this and little else.
//!
//! A line never fails silently and never ends a run: what is wrong with it is its output, so that lines in and out stay paired.

mod dot;
mod json;
pub mod object;

pub use dot::{Dots, codes, digits};

use crate::evaluate::{Request, evaluate};
use crate::instruction::{Context, Evidence, Meaning};
use crate::kernel::Module;
use crate::kernel::printing::Printed;
use crate::language::{ParsedSource, is_ptx, read};
use crate::number::OperandType;
use crate::register_file::{RegisterFile, guard_holds};
use crate::run::Run;
use crate::single::{Single, request};
use crate::sweep::reference_check::{judge, why};
use crate::syntax::{Assignment, Diagnostic, Instruction, Parsed, Registers, assignments, parse_with};
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
    /// What ran, if its JSON was written.
    ran: Option<Ran>,
    out: String,
}

/// A line that ran.
pub struct Ran {
    /// What it is as fields.
    pub fields: String,
    /// What is to be said of it.
    pub notes: Vec<String>,
    /// Why the first result is what it is.
    pub why: String,
    /// Its steps.
    pub run: Run,
}

/// The results of one line by itself.
pub fn evaluate_line(line: &str, context: Context, form: Form) -> String {
    Evaluator::new(context, form).evaluate(line.as_bytes()).to_owned()
}

/// One line by itself, read and run once: its JSON, and what ran unless something is wrong.
pub fn explain_line(line: &str, context: Context) -> (String, Option<Ran>) {
    let mut evaluator = Evaluator::new(context, Form::Json);
    evaluator.evaluate(line.as_bytes());
    let Evaluator { ran, out, .. } = evaluator;
    (out, ran)
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
    if line[bar..].starts_with("||") || before.contains('"') {
        return 0;
    }
    let separates = before.split_ascii_whitespace().next().is_some_and(assigns) || !before.contains(['.', ',']);
    if separates { bar + 1 } else { 0 }
}

/// The registers with those that a line gives what it reads.
pub fn registers(given: &str, reading: &dyn ParsedSource, mut registers: RegisterFile) -> Result<RegisterFile, Diagnostic> {
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
fn unrun(reading: &dyn ParsedSource) -> Diagnostic {
    reading.refusal().or_else(|| reading.diagnostics().first().cloned()).unwrap_or_else(nothing)
}

fn nothing() -> Diagnostic {
    Diagnostic::error("empty", 0..0, "There is no instruction here.")
}

impl Evaluator {
    /// An evaluator that has read nothing yet.
    pub fn new(context: Context, form: Form) -> Evaluator {
        Evaluator { context, form, registers: Registers::default(), given: Vec::new(), ran: None, out: String::new() }
    }

    /// The results of a line, without a line end.
    pub fn evaluate(&mut self, line: &[u8]) -> &str {
        self.out.clear();
        self.ran = None;
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
        if parsed.heading.is_some() && parsed.refusal().is_none() {
            return self.program(line, start);
        }
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
        match self.plain(line, &parsed, instruction) {
            Some(request) => plainly(&mut self.out, instruction, &request),
            None => self.answer(line, start, &Single::of(text, &self.context, parsed)),
        }
    }

    /// What most lines are: one row of which everything is given and nothing is to be said, so that its bits and flags are the answer.
    fn plain(&self, line: &str, parsed: &Parsed, instruction: &Instruction) -> Option<Request> {
        let special = match instruction.form.meaning {
            Meaning::Alu(alu) => alu.divides() || alu.reads_carry() || alu.writes_carry(),
            meaning => !meaning.computes(),
        };
        if self.form == Form::Json || special || instruction.second.is_some() || instruction.negated != 0 || !parsed.diagnostics.is_empty()
        {
            return None;
        }
        let given = |place: usize, name: &str| {
            let bare = name.strip_prefix('%').unwrap_or(name);
            let found = self.given.iter().find(|(span, _)| &line[span.clone()] == name);
            let same = |(span, _): &&(Range<usize>, u64)| line[span.clone()].trim_start_matches('%') == bare;
            let bits = found.or_else(|| self.given.iter().find(same)).map(|(_, bits)| *bits);
            bits.filter(|bits| instruction.sources.get(place).is_none() || fits(*bits, instruction.source_type(place).width()))
        };
        if let Some(guard) = &instruction.guard
            && !guard_holds(guard.negated, Some(given(usize::MAX, &guard.register.name)?))
        {
            return None;
        }
        let request = request(instruction, given)?;
        (!matches!(request.evidence(), Evidence::Modelled(_))).then_some(request)
    }

    /// A line in PTX of any number of statements. Declarations and directives stay in force for the lines that follow.
    fn program(&mut self, line: &str, start: usize) {
        let module = Module::implicit(&line[start..], &self.context, std::mem::take(&mut self.registers));
        self.registers.clone_from(&module.registers);
        self.context = module.context;
        self.answer(line, start, &module);
    }

    /// The answer to what was read behind `start`.
    fn answer(&mut self, line: &str, start: usize, reading: &dyn ParsedSource) {
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
        notes.extend(reading.notes_on(&run.before));
        if let Some(Evidence::Modelled(why)) = run.evidence() {
            notes.push(format!("Modelled, not measured: {why}."));
        }
        notes.extend(run.printed.iter().map(Printed::told));
        if self.form == Form::Json {
            let verdict = judge(reading, &mut run);
            json::run(&mut self.out, reading, &run, &notes);
            self.ran = Some(Ran { fields: fields(&run, &notes), why: why(reading, &run, verdict.as_ref(), 0), notes, run });
        } else {
            self.out.push_str(&fields(&run, &notes));
        }
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

    fn error(&mut self, diagnostic: &Diagnostic, start: usize) {
        fail(&mut self.out, self.form, &shifted(diagnostic.clone(), start));
    }
}

/// The fields of what ran.
fn fields(run: &Run, notes: &[String]) -> String {
    let or_dash = |list: Vec<String>| if list.is_empty() { "-".to_owned() } else { list.join(",") };
    let written = or_dash(run.results.iter().map(|value| format!("{}={}", value.name, value.hex())).collect());
    let flags = or_dash(run.flags().names().map(str::to_owned).collect());
    let mut out = format!("ok\t{written}\t{flags}\t");
    plain(&mut out, &notes.join(" "));
    out
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
    text.trim_start().starts_with('.') || text.bytes().filter(|byte| *byte == b';').nth(1).is_some()
}

/// Whether bits are of a width.
fn fits(bits: u64, width: u32) -> bool {
    width >= 64 || bits >> width == 0
}

/// The answer of one row alone.
fn plainly(out: &mut String, instruction: &Instruction, request: &Request) {
    let outcome = evaluate(request, &mut Silent);
    out.push_str("ok\t");
    out.push_str(&instruction.destination.name);
    out.push('=');
    hex(out, outcome.bits, request.destination_type());
    out.push('\t');
    let before = out.len();
    for name in outcome.flags.names() {
        if out.len() > before {
            out.push(',');
        }
        out.push_str(name);
    }
    if out.len() == before {
        out.push('-');
    }
    out.push('\t');
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
