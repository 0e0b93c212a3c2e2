//! A line of text run as a program: `R1=3fc00000 | RRO.SINCOS R0, R1; MUFU.SIN R0, R0;`.

use super::execute::{Effect, execute};
use super::legality;
use super::listing::text;
use super::machine::{Machine, RZ};
use super::parse::parse;
use super::statement::Statement;
use crate::instruction::Target;
use crate::instruction::sass::{Mnemonic, TARGETS};
use crate::program::assumption;
use crate::rounding::Flags;
use crate::special_function::Listener;
use crate::syntax::{Assignment, Diagnostic, assignments, not_given};
use crate::trace::{Recorder, Remark, Silent, Step};
use std::sync::Arc;

/// What a program did.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The target whose machine instructions they are.
    pub target: Target,
    /// The machine afterwards.
    pub machine: Machine,
    /// The instructions with what each did, in order.
    pub effects: Vec<(Statement, Effect)>,
    /// What a reader should know, in sentences.
    pub notes: Vec<String>,
}

impl Run {
    /// The registers that the program writes, each once, in order of their first writing.
    pub fn registers(&self) -> Vec<u8> {
        let all = self.effects.iter().flat_map(|(_, effect)| effect.registers.iter().copied());
        all.fold(Vec::new(), |mut seen, number| {
            if !seen.contains(&number) {
                seen.push(number);
            }
            seen
        })
    }

    /// What the program leaves: the registers that it writes and, if it writes them, the condition codes, each with its hex digits.
    pub fn written(&self) -> Vec<(String, String)> {
        let register = |number: u8| {
            let name = if number == RZ { "RZ".to_owned() } else { format!("R{number}") };
            (name, format!("{:08x}", self.machine.register(number).unwrap_or(0)))
        };
        let mut all: Vec<(String, String)> = self.registers().into_iter().map(register).collect();
        all.extend(self.machine.condition.map(|condition| ("CC".to_owned(), format!("{condition:x}"))));
        all
    }

    /// The flags of all instructions together.
    pub fn flags(&self) -> Flags {
        self.effects.iter().fold(Flags::NONE, |flags, (_, effect)| flags | effect.flags)
    }
}

/// The heading of an instruction's steps.
fn heading(title: String, word: u64) -> Step {
    let sentence = format!("One machine instruction; its word is 0x{word:016x}.");
    Step::Told(Arc::new(Remark { title, sentence, heading: true }))
}

/// Whether a line is meant as SASS: the word behind assignments and a guard is one of its instructions. Case decides, because PTX is
/// written in small letters.
pub fn is_sass(line: &str) -> bool {
    let text = &line[instruction_start(line)..];
    let text = text.trim_start();
    let text = text.strip_prefix('@').map_or(text, |guarded| {
        let name = guarded.trim_start_matches(['!', ' ']);
        name.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).trim_start()
    });
    let word = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or("");
    Mnemonic::ALL.iter().any(|mnemonic| mnemonic.name() == word)
}

/// The target whose machine words a target has: itself, or sm_53, the first with all of these instructions.
pub fn machine_target(target: Target) -> Target {
    if TARGETS.contains(&target) { target } else { Target::SM_53 }
}

/// Runs a line. A recorder that listens hears the steps of all its instructions.
pub fn run<R: Recorder + Listener>(line: &str, target: Target, recorder: &mut R) -> Result<Run, Diagnostic> {
    let target = machine_target(target);
    let start = instruction_start(line);
    let mut machine = Machine::default();
    assign(line, start, &mut machine)?;
    let shifted = |mut diagnostic: Diagnostic| {
        diagnostic.span = diagnostic.span.start + start..diagnostic.span.end + start;
        diagnostic
    };
    let parsed = parse(&line[start..], target);
    if let Some(error) = parsed.error() {
        return Err(shifted(error.clone()));
    }
    let mut ran = run_statements(parsed.statements, target, machine, recorder).map_err(shifted)?;
    ran.notes.splice(0..0, parsed.diagnostics.into_iter().map(|note| note.message));
    Ok(ran)
}

/// Runs instructions on a machine, one after the other. An illegal one ends it and is the error.
pub fn run_statements<R: Recorder + Listener>(
    statements: Vec<Statement>,
    target: Target,
    mut machine: Machine,
    recorder: &mut R,
) -> Result<Run, Diagnostic> {
    let (mut notes, mut effects) = (Vec::new(), Vec::new());
    for statement in statements {
        recorder.step(|| {
            let (text, word) = (text(&statement.instruction, target), statement.instruction.encode());
            heading(text.trim_end_matches([';', ' ']).to_owned(), word)
        });
        let effect = execute(&statement.instruction, target, &mut machine, recorder);
        let about: Vec<Diagnostic> = legality::diagnostics(&statement, target).collect();
        let Ok(effect) = effect else {
            let unknown = || Diagnostic::error("illegal", statement.span.clone(), "The instruction is illegal.");
            return Err(about.into_iter().next().unwrap_or_else(unknown));
        };
        notes.extend(about.into_iter().map(|note| note.message));
        notes.extend(remarks(&effect));
        effects.push((statement, effect));
    }
    if effects.is_empty() {
        return Err(Diagnostic::error("empty", 0..0, "There is no instruction here."));
    }
    Ok(Run { target, machine, effects, notes })
}

fn remarks(effect: &Effect) -> Vec<String> {
    let mut remarks = Vec::new();
    if !effect.ran {
        remarks.push("The guard is false: nothing is written.".to_owned());
    }
    remarks.extend(effect.assumed.as_ref().map(|predicate| assumption(predicate)));
    remarks.extend(not_given(&effect.unset));
    remarks
}

/// The answer of `ulp eval` to a line of SASS: `ok`, registers, flags, notes, or `error`, code, span, message; parted by tabs.
pub fn evaluate_line(line: &str, target: Target) -> String {
    match run(line, target, &mut Silent) {
        Ok(run) => {
            let flags: Vec<_> = run.flags().names().collect();
            let flags = if flags.is_empty() { "-".to_owned() } else { flags.join(",") };
            let written: Vec<String> = run.written().into_iter().map(|(name, bits)| format!("{name}={bits}")).collect();
            format!("ok\t{}\t{flags}\t{}", written.join(","), run.notes.join(" "))
        }
        Err(diagnostic) => super::line::failure(diagnostic.code, (diagnostic.span.start, diagnostic.span.end), &diagnostic.message),
    }
}

/// Where the instructions begin: behind the bar that ends assignments. The bars of absolute values end none, because instructions are
/// not made of words with an equals sign.
fn instruction_start(line: &str) -> usize {
    let Some(bar) = line.find('|') else { return 0 };
    let before = line[..bar].trim();
    let assigns = |word: &str| word.contains('=') && !word.starts_with(['&', '?']);
    if before.is_empty() || before.split_ascii_whitespace().next().is_some_and(assigns) { bar + 1 } else { 0 }
}

/// `R1=3fc00000`, `R2=3ff0000000000000` (a pair, low word first), `P0=1`, `c[0x3][16]=3f800000`.
fn assign(line: &str, start: usize, machine: &mut Machine) -> Result<(), Diagnostic> {
    let before = &line[..start.saturating_sub(1)];
    for assignment in assignments(before) {
        let given = assignment.map_err(|wrong| wrong.span).and_then(|given| give(machine, &given).ok_or(given.span));
        if let Err(span) = given {
            let message = "Registers are given as R1=3fc00000 (16 digits give a pair of registers), predicates as P0=1, constants as c[0x3][0x10]=3f800000, without blanks.";
            return Err(Diagnostic::error("assignment", span, message));
        }
    }
    Ok(())
}

fn give(machine: &mut Machine, &Assignment { name, bits, digits, .. }: &Assignment) -> Option<()> {
    let pair = digits > 8;
    if let Some(constant) = name.strip_prefix("c[").and_then(|rest| rest.strip_suffix(']')) {
        let (bank, offset) = constant.split_once("][")?;
        let (bank, offset) = (number(bank)?, number(offset)?);
        let fits = bank < 32 && offset <= 0xffff && offset.is_multiple_of(4) && !pair;
        return fits.then(|| machine.set_constant(bank as u8, offset as u16, bits as u32));
    }
    let index: u32 = name.get(1..).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()?;
    match name.as_bytes()[0] {
        b'R' if pair && index < 254 => {
            machine.set_register(index as u8, bits as u32);
            machine.set_register(index as u8 + 1, (bits >> 32) as u32);
        }
        b'R' if !pair && index < 255 => machine.set_register(index as u8, bits as u32),
        b'P' if index < 7 && bits < 2 => machine.set_predicate(index as u8, bits == 1),
        _ => return None,
    }
    Some(())
}

fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}
