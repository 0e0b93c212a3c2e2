//! A program that runs, statement after statement, over one register file.

use super::execute::{Effect, execute};
use super::guard::{guard_holds, unset_predicate};
use super::register_file::RegisterFile;
use super::statement::{Content, Program};
use crate::evaluate::{Outcome, Request};
use crate::syntax::{Guard, Move, Register, Source};
use crate::trace::Trace;

/// A register that a statement wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The name as written.
    pub register: String,
    /// The bits, right-aligned.
    pub bits: u64,
    /// How many of them the register has.
    pub width: u32,
}

impl Written {
    /// The bits with all their hex digits.
    pub fn hex(&self) -> String {
        format!("{:0digits$x}", self.bits, digits = self.width.div_ceil(4) as usize)
    }
}

/// A statement that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// The place of the statement in the program.
    pub statement: usize,
    /// What it wrote; a guarded instruction that did not run is listed with the bits that its destination keeps.
    pub written: Vec<Written>,
    /// What was computed, and the result; None for a move.
    pub computed: Option<(Request, Outcome)>,
    /// The guard that kept the statement from running.
    pub stopped_by: Option<String>,
    /// The predicate of its guard, where that had no value and so let it run; with these bits from here on.
    pub assumed: Option<(String, u64)>,
    /// Registers that were read and had no value; they read as zero.
    pub unset: Vec<String>,
    /// The steps.
    pub trace: Trace,
}

/// A program that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The statements that ran, in order; those that are passed over or wrong are not among them.
    pub ran: Vec<Ran>,
    /// The registers in the end.
    pub registers: RegisterFile,
}

impl Program {
    /// Runs the statements that could be understood.
    pub fn run(&self, mut registers: RegisterFile) -> Run {
        let mut ran = Vec::new();
        for (place, statement) in self.statements.iter().enumerate() {
            let done = match &statement.content {
                Content::Instruction(instruction) => {
                    let mut trace = Trace::default();
                    let execution = execute(instruction, |name| registers.get(name), &mut trace);
                    let width = execution.request.destination_type().width();
                    let (bits, computed) = match execution.effect {
                        Effect::Written(outcome) => (outcome.bits, Some((execution.request, outcome))),
                        Effect::Skipped(bits) => (bits, None),
                    };
                    Ran {
                        statement: place,
                        written: vec![Written { register: instruction.destination.name.clone(), bits, width }],
                        stopped_by: instruction.guard.as_ref().filter(|_| computed.is_none()).map(|guard| guard.register.name.clone()),
                        computed,
                        assumed: execution.assumed.map(assumed),
                        unset: execution.unset.iter().map(|register| register.name.clone()).collect(),
                        trace,
                    }
                }
                Content::Move(movement) => moved(place, movement, &registers),
                Content::Declaration(_) | Content::Passed | Content::Wrong => continue,
            };
            if let Some((predicate, bits)) = &done.assumed {
                registers.set(predicate, *bits);
            }
            for written in done.written.iter().filter(|_| done.stopped_by.is_none()) {
                registers.set(&written.register, written.bits);
            }
            ran.push(done);
        }
        Run { ran, registers }
    }
}

/// The predicate that a guard asks for where it was never set.
fn assumed(guard: &Guard) -> (String, u64) {
    (guard.register.name.clone(), unset_predicate(guard.negated))
}

/// A move: bits go over as they are, packed or unpacked at 32 bits.
fn moved(statement: usize, movement: &Move, registers: &RegisterFile) -> Ran {
    let mut unset = Vec::new();
    let mut value = |register: &Register| {
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
        Source::Register(register) => value(register),
        Source::Literal(literal) => literal.bits,
    };
    let bits = match &movement.from[..] {
        [low, high] => (source(low) & half) | source(high) << 32,
        [whole] => source(whole) & mask,
        _ => 0,
    };
    let all: Vec<(&Option<Register>, u64, u32)> = match &movement.to[..] {
        [low, high] => vec![(low, bits & half, 32), (high, bits >> 32, 32)],
        [whole] => vec![(whole, bits, width)],
        _ => Vec::new(),
    };
    let mut written = Vec::new();
    for (register, bits, width) in all {
        if let Some(register) = register {
            let bits = if runs { bits } else { value(register) };
            written.push(Written { register: register.name.clone(), bits, width });
        }
    }
    let stopped_by = movement.guard.as_ref().filter(|_| !runs).map(|guard| guard.register.name.clone());
    Ran { statement, written, computed: None, stopped_by, assumed, unset, trace: Trace::default() }
}
