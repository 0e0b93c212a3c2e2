//! A program that runs, statement after statement, over one register file.

use super::execute::{Effect, Execution, execute};
use super::guard::{guard_holds, unset_predicate};
use super::statement::{Content, Goes, Program};
use crate::evaluate::CARRY;
use crate::evaluate::movement::{self, packed};
use crate::instruction::{Context, Evidence, Meaning};
use crate::number::OperandType;
use crate::operation::Alu;
use crate::register_file::RegisterFile;
use crate::rounding::Flags;
use crate::run::{Block, Run, StoppedBy, Value};
use crate::syntax::{Guard, Instruction, Move, Register, Source, print};
use crate::trace::Trace;

impl Program {
    /// Runs the statements that could be understood. What reads a register that an instruction would have written which does not run here
    /// does not run either.
    pub fn run(&self, registers: &RegisterFile) -> Run {
        let mut run = Run { before: registers.clone(), registers: registers.clone(), ..Run::default() };
        // Registers without a value that counts, with the instruction that would have given it.
        let mut missing: Vec<(String, String)> = Vec::new();
        for (place, statement) in self.statements.iter().enumerate() {
            let mut trace = Trace::default();
            let block = match &statement.content {
                Content::Instruction(instruction) => {
                    let execution = execute(instruction, |name| run.registers.get(name), &mut trace);
                    block(place, self.code(statement), instruction, &execution, &run.registers)
                }
                Content::Move(movement) => moved(place, self.code(statement), movement, self.context, &run.registers),
                Content::Skipped(skipped) => {
                    let predicate = skipped
                        .guard
                        .as_ref()
                        .map(|guard| run.registers.get(&guard.register.name).map(|bits| (bits & 1 == 1) != guard.negated));
                    match (skipped.goes, predicate) {
                        (_, Some(Some(false))) => {}
                        (Goes::Out, None | Some(Some(true))) => break,
                        (Goes::On, _) => {
                            // A value that somebody gave stands for what it would have written.
                            let stale =
                                |name: &&String| run.registers.get(name).is_none() || run.results.iter().any(|known| known.name == **name);
                            missing.extend(skipped.writes.iter().filter(stale).map(|name| (name.clone(), skipped.name.clone())));
                        }
                        (Goes::Elsewhere | Goes::Out, _) => {
                            run.push(jump(place, &skipped.name, self.context), trace);
                            break;
                        }
                    }
                    continue;
                }
                Content::Declaration(_) | Content::Passed | Content::Wrong => continue,
            };
            let lacking = missing.iter().find(|(name, _)| block.read.iter().any(|read| read.name == *name)).cloned();
            missing.retain(|(name, _)| block.written.iter().all(|written| written.name != *name));
            if let Some((name, by)) = lacking {
                missing.extend(block.written.iter().map(|written| (written.name.clone(), by.clone())));
                let stopped_by = Some(StoppedBy::Missing(name, by));
                let (computed, flags, approximate) = (None, Flags::NONE, false);
                run.push(
                    Block { written: Vec::new(), computed, stopped_by, flags, approximate, unset: Vec::new(), ..block },
                    Trace::default(),
                );
                continue;
            }
            let divides = block.stopped_by == Some(StoppedBy::Division);
            run.push(block, trace);
            if divides {
                break;
            }
        }
        run
    }
}

/// An instruction that may go elsewhere, behind which nothing runs.
fn jump(statement: usize, name: &str, context: Context) -> Block {
    Block {
        statement,
        text: name.to_owned(),
        context,
        read: Vec::new(),
        written: Vec::new(),
        computed: None,
        unit: None,
        word: None,
        stopped_by: Some(StoppedBy::Jump(name.to_owned())),
        assumed: None,
        unset: Vec::new(),
        flags: Flags::NONE,
        approximate: false,
        evidence: Evidence::Documented("9.7.13"),
        steps: 0..0,
    }
}

/// Runs an instruction alone.
pub fn run_one(instruction: &Instruction, registers: &RegisterFile) -> Run {
    let mut run = Run { before: registers.clone(), registers: registers.clone(), ..Run::default() };
    let mut trace = Trace::default();
    let execution = execute(instruction, |name| registers.get(name), &mut trace);
    run.push(block(0, &print(instruction), instruction, &execution, registers), trace);
    run
}

/// An instruction that was executed, as a block of a run.
fn block(statement: usize, code: &str, instruction: &Instruction, execution: &Execution, registers: &RegisterFile) -> Block {
    let request = &execution.request;
    let own = request.destination_type();
    let sources = instruction.sources.iter().enumerate().filter_map(|(place, source)| match source {
        Source::Register(register) => Some((register, request.source_type(place))),
        Source::Literal(_) => None,
    });
    let (bits, computed) = match execution.effect {
        Effect::Written(outcome) => (outcome.bits, Some((*request, outcome))),
        Effect::Skipped(bits) => (bits, None),
        Effect::Undefined => (0, None),
    };
    let alu = if let Meaning::Alu(alu) = instruction.form.meaning { Some(alu) } else { None };
    let mut read = read(instruction.guard.as_ref(), sources, registers);
    if alu.is_some_and(Alu::reads_carry) {
        let bits = registers.get(CARRY).unwrap_or(0);
        read.push(Value { name: CARRY.to_owned(), own: OperandType::PREDICATE, bits });
    }
    let mut written = if execution.effect == Effect::Undefined { Vec::new() } else { written(instruction, own, bits) };
    if let (Some((_, outcome)), true) = (computed, alu.is_some_and(Alu::writes_carry)) {
        written.push(Value { name: CARRY.to_owned(), own: OperandType::PREDICATE, bits: outcome.carry.into() });
    }
    let guard = || instruction.guard.as_ref().map(|guard| StoppedBy::Guard(guard.register.name.clone()));
    let drops = instruction.form.meaning == Meaning::Nothing;
    Block {
        statement,
        text: code.to_owned(),
        context: instruction.context,
        read,
        written,
        computed,
        unit: None,
        word: None,
        // What the assembler drops, no guard stops.
        stopped_by: match execution.effect {
            Effect::Undefined => Some(StoppedBy::Division),
            _ => guard().filter(|_| computed.is_none() && !drops),
        },
        assumed: execution.assumed.map(assumed),
        unset: execution.unset.iter().map(|register| register.name.clone()).collect(),
        flags: computed.map_or(Flags::NONE, |(_, outcome)| outcome.flags),
        approximate: instruction.form.meaning == Meaning::Approximation,
        evidence: computed.map_or(request.evidence(), |(request, outcome)| request.evidence_of(outcome.bits)),
        steps: 0..0,
    }
}

/// What an instruction writes: a register, or a predicate for each lane.
fn written(instruction: &Instruction, own: OperandType, bits: u64) -> Vec<Value> {
    if !own.is_predicate() {
        return vec![Value { name: instruction.destination.name.clone(), own, bits }];
    }
    let value = |(lane, register): (usize, &Register)| {
        (register.name != "_").then(|| Value { name: register.name.clone(), own: OperandType::PREDICATE, bits: bits >> lane & 1 })
    };
    instruction.written().enumerate().filter_map(value).collect()
}

/// The registers that a statement reads, with their bits.
fn read<'a>(guard: Option<&Guard>, sources: impl Iterator<Item = (&'a Register, OperandType)>, registers: &RegisterFile) -> Vec<Value> {
    let guard = guard.map(|guard| {
        let bits = registers.get(&guard.register.name).unwrap_or(unset_predicate(guard.negated));
        Value { name: guard.register.name.clone(), own: OperandType::PREDICATE, bits }
    });
    let sources =
        sources.map(|(register, own)| Value { name: register.name.clone(), own, bits: registers.get(&register.name).unwrap_or(0) });
    guard.into_iter().chain(sources).collect()
}

/// The predicate that a guard asks for where it was never set.
fn assumed(guard: &Guard) -> (String, u64) {
    (guard.register.name.clone(), unset_predicate(guard.negated))
}

/// A move: bits go over as they are, packed or taken apart.
fn moved(statement: usize, code: &str, movement: &Move, context: Context, registers: &RegisterFile) -> Block {
    let mut unset = Vec::new();
    let mut value_of = |register: &Register| {
        registers.get(&register.name).unwrap_or_else(|| {
            unset.push(register.name.clone());
            0
        })
    };
    let guard = movement.guard.as_ref();
    let predicate = guard.and_then(|guard| registers.get(&guard.register.name));
    let runs = guard.is_none_or(|guard| guard_holds(guard.negated, predicate));
    let assumed = guard.filter(|_| predicate.is_none()).map(assumed);
    let (width, part) = (movement.move_type.width, movement.width);
    let mut source = |source: &Source| match source {
        Source::Register(register) => value_of(register),
        Source::Literal(literal) => literal.bits,
    };
    let sources: Vec<u64> = movement.from.iter().map(&mut source).collect();
    let bits = packed(sources.iter().copied(), if sources.len() > 1 { part } else { width });
    let own = |parts: usize| if parts > 1 { OperandType::guessed(part) } else { movement.move_type.own() };
    let parts = movement.to.len();
    let place = |(place, register)| (register, if parts > 1 { movement::part(bits, part, place) } else { bits }, own(parts));
    let all: Vec<(&Option<Register>, u64, OperandType)> = movement.to.iter().enumerate().map(place).collect();
    let mut written = Vec::new();
    for (register, bits, own) in all {
        if let Some(register) = register {
            let bits = if runs { bits } else { value_of(register) };
            written.push(Value { name: register.name.clone(), own, bits });
        }
    }
    let own = own(movement.from.len());
    let registers_read = movement.from.iter().filter_map(|source| match source {
        Source::Register(register) => Some((register, own)),
        Source::Literal(_) => None,
    });
    Block {
        statement,
        text: code.to_owned(),
        context,
        read: read(guard, registers_read, registers),
        written,
        computed: None,
        unit: None,
        word: None,
        stopped_by: movement.guard.as_ref().filter(|_| !runs).map(|guard| StoppedBy::Guard(guard.register.name.clone())),
        assumed,
        unset,
        flags: Flags::NONE,
        approximate: false,
        evidence: Evidence::Documented("9.7.9"),
        steps: 0..0,
    }
}
