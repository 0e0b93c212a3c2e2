//! A program that runs, statement after statement, over one register file.

use super::execute::{Effect, Execution, execute};
use super::guard::{guard_holds, unset_predicate};
use super::statement::{Content, Program};
use crate::instruction::{Context, Evidence, Meaning};
use crate::number::OperandType;
use crate::register_file::RegisterFile;
use crate::rounding::Flags;
use crate::run::{Block, Run, Value};
use crate::syntax::{Guard, Instruction, Move, Register, Source, print};
use crate::trace::Trace;

impl Program {
    /// Runs the statements that could be understood.
    pub fn run(&self, registers: &RegisterFile) -> Run {
        let mut run = Run { before: registers.clone(), registers: registers.clone(), ..Run::default() };
        for (place, statement) in self.statements.iter().enumerate() {
            let mut trace = Trace::default();
            let block = match &statement.content {
                Content::Instruction(instruction) => {
                    let execution = execute(instruction, |name| run.registers.get(name), &mut trace);
                    block(place, self.code(statement), instruction, &execution, &run.registers)
                }
                Content::Move(movement) => moved(place, self.code(statement), movement, self.context, &run.registers),
                Content::Declaration(_) | Content::Passed | Content::Wrong => continue,
            };
            run.push(block, trace);
        }
        run
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
    let (bits, computed) = match execution.effect {
        Effect::Written(outcome) => (outcome.bits, Some((*request, outcome))),
        Effect::Skipped(bits) => (bits, None),
    };
    let sources = instruction.sources.iter().enumerate().filter_map(|(place, source)| match source {
        Source::Register(register) => Some((register, request.source_type(place))),
        Source::Literal(_) => None,
    });
    let drops = instruction.form.meaning == Meaning::Nothing;
    Block {
        statement,
        text: code.to_owned(),
        context: instruction.context,
        read: read(instruction.guard.as_ref(), sources, registers),
        written: written(instruction, own, bits),
        computed,
        unit: None,
        word: None,
        // What the assembler drops, no guard stops.
        stopped_by: instruction.guard.as_ref().filter(|_| computed.is_none() && !drops).map(|guard| guard.register.name.clone()),
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

/// A move: bits go over as they are, packed or unpacked at 32 bits.
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
    let width = movement.move_type.width;
    let mask = u64::MAX >> (64 - width);
    let half = 0xffff_ffff;
    let mut source = |source: &Source| match source {
        Source::Register(register) => value_of(register),
        Source::Literal(literal) => literal.bits,
    };
    let sources: Vec<u64> = movement.from.iter().map(&mut source).collect();
    let bits = match &sources[..] {
        [low, high] => (low & half) | high << 32,
        [whole] => whole & mask,
        _ => 0,
    };
    let all: Vec<(&Option<Register>, u64, OperandType)> = match &movement.to[..] {
        [low, high] => vec![(low, bits & half, OperandType::guessed(32)), (high, bits >> 32, OperandType::guessed(32))],
        [whole] => vec![(whole, bits, movement.move_type.own())],
        _ => Vec::new(),
    };
    let mut written = Vec::new();
    for (register, bits, own) in all {
        if let Some(register) = register {
            let bits = if runs { bits } else { value_of(register) };
            written.push(Value { name: register.name.clone(), own, bits });
        }
    }
    let own = if movement.from.len() > 1 { OperandType::guessed(32) } else { movement.move_type.own() };
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
        stopped_by: movement.guard.as_ref().filter(|_| !runs).map(|guard| guard.register.name.clone()),
        assumed,
        unset,
        flags: Flags::NONE,
        approximate: false,
        evidence: Evidence::Documented("9.7.9"),
        steps: 0..0,
    }
}
