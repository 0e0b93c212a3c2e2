//! What NVIDIA's assembler makes of each PTX instruction, generation by generation, and the same table read backwards.
//!
//! `assembled.txt` is the assembler's output: its version, the sequences one a line, and behind an empty line each instruction with the
//! count of its sources and the number of its sequence in every column (`3*2` is the fourth in two columns, `-` none). Each instruction
//! stood alone in a function: its operands come in R4 and up, a predicate as 0 or 1, and its result leaves in R4. A test makes the table.

use super::execute::execute;
use super::integers;
use super::lift::{Does, left_out};
use super::machine::{Machine, Name};
use super::parse::parse;
use super::run::{read, written};
use super::text::text;
use crate::instruction::sass::{Instruction, Letter, Source, generation, volta};
use crate::instruction::{Context, Form, ModifierSet, Target, forms};
use crate::number::OperandType;
use crate::run::Value;
use crate::syntax::skeleton;
use crate::trace::Silent;
use std::sync::LazyLock;

/// The generations that the table has a column for.
pub use crate::chips::GENERATIONS;

/// When the table was made.
pub const MADE: &str = "22 November 2026";

static TABLE: &str = include_str!("assembled.txt");

/// The sequence without instructions.
const NOTHING: &str = ".";

/// The assembler that the table is from: `ptxas 13.5.37`.
pub fn assembler() -> &'static str {
    TABLE.lines().next().unwrap_or_default()
}

/// The table, taken apart once.
struct Table {
    sequences: Vec<&'static str>,
    /// Each instruction: its name, how many sources it has, and its columns.
    rows: Vec<(&'static str, usize, &'static str)>,
}

static PARTS: LazyLock<Table> = LazyLock::new(|| {
    let mut lines = TABLE.lines();
    let sequences = lines.by_ref().skip(1).take_while(|line| !line.is_empty()).collect();
    let row = |row: &'static str| {
        let (name, rest) = row.split_once(' ')?;
        let (sources, columns) = rest.split_once(' ')?;
        Some((name, sources.parse().ok()?, columns))
    };
    Table { sequences, rows: lines.filter_map(row).collect() }
});

fn sequences() -> impl Iterator<Item = &'static str> {
    PARTS.sequences.iter().copied()
}

fn rows() -> impl Iterator<Item = (&'static str, usize, &'static str)> {
    PARTS.rows.iter().copied()
}

/// The number of the sequence in a column.
fn sequence_in(columns: &str, column: usize) -> Option<usize> {
    let mut runs = columns.split(' ').filter_map(|run| run.split_once('*'));
    let mut before = 0;
    let (number, _) = runs.find(|(_, count)| {
        before += count.parse::<usize>().unwrap_or(1);
        before > column
    })?;
    number.parse().ok()
}

fn column_of(target: Target) -> Option<usize> {
    let generation = generation(target)?;
    GENERATIONS.iter().position(|known| *known == generation)
}

fn lines_of(sequence: &'static str) -> impl Iterator<Item = &'static str> {
    sequence.split(" | ").filter(|line| *line != NOTHING)
}

/// The code of an instruction by its name and the count of its sources; None where the table has none for the target.
pub fn code_of(name: &str, sources: usize, target: Target) -> Option<Vec<&'static str>> {
    let (.., columns) = rows().find(|(own, count, _)| *own == name && *count == sources)?;
    let number = sequence_in(columns, column_of(target)?)?;
    Some(lines_of(sequences().nth(number)?).collect())
}

/// Every instruction of the table that has code on a target, with its count of sources.
pub fn instructions(target: Target) -> impl Iterator<Item = (&'static str, usize)> {
    let column = column_of(target);
    rows()
        .filter(move |(.., columns)| column.is_some_and(|column| sequence_in(columns, column).is_some()))
        .map(|(name, sources, _)| (name, sources))
}

/// A PTX instruction that a machine instruction comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Its name with all modifiers.
    pub name: &'static str,
    /// How many sources it has.
    pub sources: usize,
    /// Whether nothing else of its code computes.
    pub alone: bool,
}

impl Origin {
    /// The instruction with operands: `add.rn.f32 %f0, %f1, %f2;`.
    pub fn text(&self) -> String {
        let operands = self.found(|form, modifiers| Some(skeleton(form, modifiers, 0)));
        format!("{} {}", self.name, operands.unwrap_or_default())
    }

    /// Whether a target has it: architectures of one generation differ.
    pub fn is_taken(&self, context: Context) -> bool {
        self.found(|form, modifiers| form.is_available(modifiers, context).then_some(())).is_some()
    }

    /// What is made of the first form with that name of which something can be made.
    fn found<T>(&self, make: impl Fn(&'static Form, ModifierSet) -> Option<T>) -> Option<T> {
        let stem = self.name.split('.').next().unwrap_or_default();
        let mut alike = forms().iter().filter(|form| form.mnemonic() == stem && form.pattern.source_count() == self.sources);
        alike.find_map(|form| make(form, form.pattern.named(self.name)?))
    }
}

/// The PTX instructions in whose code an instruction stands on its generation, whatever its registers: those that become nothing else
/// first, of these the shortest names first.
pub fn origins(instruction: &Instruction) -> Vec<Origin> {
    let Some(column) = GENERATIONS.iter().position(|known| *known == instruction.generation) else { return Vec::new() };
    let written = text(instruction);
    let wanted = [
        shape(&written, false),
        shape(&written, [Letter::A, Letter::B, Letter::C].into_iter().any(|letter| is_no_register(instruction, letter))),
    ];
    let name = name_of(&written).unwrap_or_default();
    // For each sequence: whether it has the instruction, and whether alone.
    let has: Vec<Option<bool>> = sequences()
        .map(|sequence| {
            let alike = |line| name_of(line) == Some(name) && wanted.contains(&shape(line, false));
            let found = sequence.contains(name) && lines_of(sequence).any(alike);
            found.then(|| lines_of(sequence).filter(|line| computes(line)).count() == 1)
        })
        .collect();
    let mut origins: Vec<Origin> = rows()
        .filter_map(|(name, sources, columns)| {
            let alone = (*has.get(sequence_in(columns, column)?)?)?;
            Some(Origin { name, sources, alone })
        })
        .collect();
    origins.sort_by_key(|origin| (!origin.alone, origin.name.len()));
    origins
}

fn is_no_register(instruction: &Instruction, letter: Letter) -> bool {
    instruction.source(letter) != Source::Register
}

/// The word behind a line's guard.
fn name_of(line: &str) -> Option<&str> {
    line.split(' ').find(|word| !word.starts_with('@'))
}

/// Whether a line is an instruction of floating point.
fn computes(line: &str) -> bool {
    let name = name_of(line).unwrap_or_default();
    volta::ROWS.iter().any(|row| name.strip_prefix(row.name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

/// What is the same of a text whatever its registers: R and P for those with a number, and for what is no register too where asked.
fn shape(line: &str, others: bool) -> String {
    let line = line.trim_end_matches([';', ' ']);
    let line = line.strip_prefix('@').and_then(|rest| rest.split_once(' ')).map_or(line, |(_, rest)| rest);
    let (head, operands) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    let mut shape = head.to_owned();
    for operand in operands.split(',').map(str::trim) {
        shape.push(' ');
        let start = operand.find(|letter| !matches!(letter, '-' | '|' | '!' | '~')).unwrap_or(0);
        let (signs, rest) = operand.split_at(start);
        let end = rest.find(['.', '|', ' ']).filter(|_| rest.starts_with(['R', 'U', 'P'])).unwrap_or(rest.len());
        let (name, part) = rest.split_at(end);
        let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        match stem {
            "R" | "UR" | "P" if stem.len() < name.len() => {
                shape.push_str(signs);
                shape.push_str(stem.trim_start_matches('U'));
                shape.push_str(part.trim());
            }
            _ if others && !name.starts_with(['R', 'P']) => {
                if name.starts_with('c') {
                    shape.push_str(signs);
                }
                shape.push('R');
            }
            _ => shape.push_str(operand),
        }
    }
    shape
}

/// A line of code as it ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its text.
    pub text: &'static str,
    /// The instruction, where it is one of the table of floating point.
    pub instruction: Option<Instruction>,
    /// What it read.
    pub read: Vec<Value>,
    /// What it wrote; None where it did not run here, nor what stands behind it.
    pub written: Option<Vec<Value>>,
}

/// Code that ran on some operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Lowered {
    /// Its lines.
    pub lines: Vec<Line>,
    /// What it leaves; None where a line does not run here.
    pub result: Option<u64>,
}

/// Runs code as far as its lines are instructions that run here.
pub fn run(code: &[&'static str], operands: &[(OperandType, u64)], to: OperandType, target: Target) -> Lowered {
    let mut machine = Machine::default();
    let generation = generation(target).unwrap_or(90);
    let mut next = 4;
    for (own, bits) in operands {
        let words = if own.width() > 32 { 2 } else { 1 };
        next += next % 2 * (words - 1);
        (0..words).for_each(|part| machine.set(Name::Register(next + part), (bits >> (32 * part)) as u32));
        next += words;
    }
    let mut runs = true;
    let mut lines = Vec::new();
    for text in code {
        let parsed = parse(&format!("{text};"), generation);
        let instruction = parsed.statements.first().and_then(|statement| statement.instruction());
        let read = instruction.filter(|_| runs).map(|instruction| read(&instruction, &machine)).unwrap_or_default();
        let written = match instruction {
            _ if !runs => None,
            Some(instruction) if left_out(&instruction).is_none() => {
                // What the linker puts into a constant is not known here.
                let effect = execute(&instruction, &mut machine, &mut Silent).filter(|effect| effect.unset.is_empty());
                effect.map(|effect| written(&instruction, &effect, &machine))
            }
            Some(_) => None,
            None => integers::lift(text, 0).and_then(|lifted| {
                let effect = lifted.run(&mut machine, &mut Silent).filter(|effect| effect.unset.is_empty())?;
                // A call that is taken leads to code that is not here.
                let leads = matches!(lifted.does, Does::End | Does::Branch | Does::Return);
                (!leads || !effect.ran).then(|| lifted.written(&effect, &machine))
            }),
        };
        runs &= written.is_some();
        lines.push(Line { text, instruction, read, written });
    }
    let word = |number: u8| u64::from(machine.get(Name::Register(number)).unwrap_or(0));
    let width = if to.is_predicate() { 1 } else { to.width() };
    let mask = u64::MAX >> (64 - width.clamp(1, 64));
    Lowered { lines, result: runs.then(|| (word(4) | word(5) << 32) & mask) }
}
