//! Machine instructions that run, one after the other, on a machine whose registers are given by name.

use super::document::Document;
use super::execute::Effect;
use super::lift::{Does, From, INFERRED, Lifted, Taken, evidence, function, predicate_of, source_predicate};
use super::machine::{Machine, Name};
use super::operands::{Location, Operand as Number, read_by, reads, result_type, writes, written_by};
use super::statement::{Statement, What};
use super::text::{mode_of, text};
use crate::instruction::Target;
use crate::instruction::sass::{Instruction, Letter, Role, Source, TARGETS, elsewhere, generation};
use crate::number::{OperandType, Pattern, U32};
use crate::register_file::{RegisterFile, guard_holds, unset_predicate};
use crate::rounding::Mode;
use crate::run::{Block, Operand, Place, Run, StoppedBy, Value, by_lane, heading};
use crate::special_function::{Op, Operands};
use crate::syntax::Assignment;
use crate::trace::Trace;

/// How many instructions of a text run at most.
const MOST_STEPS: usize = 2000;

/// The target whose machine words of 64 bits a target has: itself, or sm_53, the first with all of these instructions.
pub fn machine_target(target: Target) -> Target {
    if TARGETS.contains(&target) { target } else { Target::SM_53 }
}

/// The generation whose words a target has, of 128 bits or of 64.
pub fn generation_of(target: Target) -> u32 {
    generation(target).unwrap_or(machine_target(target).number())
}

/// The machine with the registers, predicates and constants that a file names: `R1`, `P0`, `c[0x3][0x10]`.
pub fn machine_of(registers: &RegisterFile) -> Machine {
    let mut machine = Machine::default();
    for (name, bits) in registers.iter() {
        if let Some(name) = Name::read(name) {
            machine.set(name, bits as u32);
        }
    }
    machine
}

/// Gives a machine's register what a line assigns to it: 16 digits give a pair of registers. The error is a sentence.
pub(super) fn give(file: &mut RegisterFile, &Assignment { name, bits, digits, .. }: &Assignment) -> Result<(), String> {
    let pair = digits > 8;
    match Name::read(name) {
        Some(low @ (Name::Register(..254) | Name::Loaded(..254, ..) | Name::Local(_))) if pair => {
            file.set(&low.to_string(), bits & 0xffff_ffff);
            file.set(&low.following(1).to_string(), bits >> 32);
        }
        Some(name) if if name.is_predicate() { bits < 2 } else { !pair } => file.set(&name.to_string(), bits),
        _ => {
            let message = "Registers are given as R1=3fc00000 (16 digits give a pair of registers), predicates as P0=1, constants as c[0x3][0x10]=3f800000, without blanks. What instruction 3 loads into R4 is given as R4@3=3f800000 (in its second turn R4@3.2), which thread runs as SR_TID.X=1, and the thread's own memory as l[0x8]=3f800000.";
            return Err(message.to_owned());
        }
    }
    Ok(())
}

impl Document {
    /// Runs the instructions; None where one of them does not run.
    pub fn run_all(&self, registers: &RegisterFile) -> Option<Run> {
        let mut machine = machine_of(registers);
        for (name, bits) in self.constants.iter().filter(|(name, _)| registers.get(&name.to_string()).is_none()) {
            machine.set(*name, *bits);
        }
        let mut run = Run::on(registers);
        let all = self.running()?;
        let mut next = Some(0);
        while let Some((place, lifted)) = next.and_then(|next| Some(&all[all.binary_search_by_key(&next, |(place, _)| *place).ok()?])) {
            let place = *place;
            // A joined load finds what the one before it found in the same turn.
            let turn = |load: usize| {
                let ran = run.blocks.iter().filter(|block| block.statement + 1 == load && block.ran()).count();
                ran + usize::from(load == place + 1)
            };
            let lifted = &lifted.in_turn(turn, &machine);
            let statement = self.statements.get(place)?;
            let instruction = statement.instruction();
            let code = match &statement.what {
                What::Instruction(instruction) => text(instruction),
                _ => self.text.get(statement.span.clone())?.trim().to_owned(),
            };
            let mut trace = Trace::default();
            let about = match (&instruction, &statement.what) {
                (Some(instruction), _) => format!("One machine instruction; its word is {}.", instruction.hex()),
                (_, What::Other(name)) => elsewhere(name),
                _ => return None,
            };
            heading(code.trim_end_matches([';', ' ']), about, &mut trace);
            let read = match &instruction {
                Some(instruction) => read(instruction, &machine),
                None => lifted.read(&machine),
            };
            let effect = lifted.run(&mut machine, &mut trace)?;
            // Of a branch two predicates decide.
            let guarded = guard_holds(lifted.guard.1, machine.get(lifted.guard.0).map(u64::from));
            let stops = if guarded { lifted.predicate.0 } else { lifted.guard.0 };
            next = match lifted.does {
                Does::End if effect.ran => None,
                Does::Branch if effect.ran => self.target(statement),
                Does::Return if effect.ran => read.last().and_then(|address| self.at_address(address.bits)),
                _ => Some(place + 1),
            };
            let runs = |place: usize| all.binary_search_by_key(&place, |(known, _)| *known).is_ok();
            let stopped = if matches!(lifted.does, Does::Return) && effect.ran && !next.is_some_and(runs) {
                Some(("lost-jump", "No line that runs has the address to which this returns: it stops here.".to_owned()))
            } else if run.blocks.len() + 1 == MOST_STEPS && next.is_some() {
                Some(("limit", format!("{MOST_STEPS} instructions have run, and the thread has not ended: it stops here.")))
            } else {
                None
            };
            let written = match &instruction {
                Some(instruction) => written(instruction, &effect, &machine),
                None => lifted.written(&effect, &machine),
            };
            let block = Block {
                statement: place,
                text: code,
                context: self.context,
                unit: instruction.as_ref().and_then(|instruction| unit(instruction, &read)),
                read,
                written,
                computed: None,
                word: instruction.map(|instruction| instruction.encode()),
                stopped_by: (!effect.ran).then(|| StoppedBy::Guard(stops.to_string())),
                assumed: effect.assumed.map(|predicate| (predicate.to_string(), unset_predicate(lifted.guard.1))),
                unset: effect.unset.iter().map(Name::to_string).collect(),
                flags: effect.flags,
                approximate: instruction.is_some_and(|instruction| matches!(instruction.row.name, "MUFU" | "RRO")),
                evidence: instruction.map_or(INFERRED, |instruction| evidence(&instruction, self.context.target)),
                steps: 0..0,
            };
            let ends = stopped.is_some();
            let stopped_by = stopped.map(|(code, why)| StoppedBy::End(code, why)).or(block.stopped_by.clone());
            run.push(Block { stopped_by, ..block }, trace);
            if ends {
                break;
            }
        }
        (!run.blocks.is_empty()).then_some(run)
    }

    /// A run of the one instruction with another rounding.
    pub(super) fn run_rounded(&self, mode: Mode, registers: &RegisterFile) -> Option<Run> {
        let [statement] = &self.statements[..] else { return None };
        let (_, other) = roundings(&statement.instruction()?).into_iter().find(|(known, _)| *known == mode)?;
        let mut document = self.clone();
        document.statements[0].what = What::Instruction(other);
        document.run_all(registers)
    }

    /// The rounding of the one instruction, where it could have another.
    pub(super) fn rounding_of_one(&self) -> Option<Mode> {
        let [statement] = &self.statements[..] else { return None };
        let instruction = statement.instruction()?;
        let widens = self.is_short() && instruction.get(Role::To) >= instruction.get(Role::From);
        roundings(&instruction).into_iter().find(|(_, other)| *other == instruction && !widens).map(|(mode, _)| mode)
    }

    /// The guard of the last instruction that has one which can be set, and whether its predicate must be false.
    pub(super) fn last_guard(&self) -> Option<(String, bool)> {
        let mut guards = self.instructions().map(|(_, instruction)| instruction).filter(|instruction| instruction.guard().0 != 7);
        guards.next_back().and_then(|instruction| Some((guard(&instruction)?.to_string(), instruction.guard().1)))
    }

    /// What a text reads before it has written it, and what it leaves, with the places of their statements; lane by lane where there are
    /// two.
    fn rows(&self) -> (Vec<Row>, Vec<Row>) {
        let (mut inputs, mut outputs): (Vec<Row>, Vec<Row>) = (Vec::new(), Vec::new());
        // Every name that was read or written.
        let mut known: Vec<Name> = self.constants.iter().map(|(name, _)| *name).collect();
        let touches = |a: &Number, b: &Number| a.location.names().iter().any(|name| b.location.names().contains(name));
        // What the code stores is its result, and the rest of the registers is not.
        let mut stored: Vec<Name> = Vec::new();
        for LiftedLine { at, lifted, reads, writes, .. } in self.lines() {
            if lifted.is_some_and(|lifted| matches!(lifted.does, Does::Nothing)) {
                stored.extend(reads.iter().flat_map(|operand| operand.location.names()));
            }
            for operand in reads {
                let (names, mut rows) = (operand.location.names(), inputs.iter().rev());
                let is_known = if names.is_empty() {
                    false
                } else if self.is_short() {
                    let place = (operand.location, operand.low);
                    outputs.iter().any(|(_, output)| touches(output, &operand)) || rows.any(|(_, row)| (row.location, row.low) == place)
                } else {
                    // A second lane stands with the first.
                    let has_first = rows.next().is_some_and(|(place, row)| (*place, row.letter) == (at, operand.letter));
                    names.iter().all(|name| known.contains(name)) && !(operand.lane > Some(0) && has_first)
                };
                if !is_known {
                    inputs.push((at, operand));
                }
                known.extend(names);
            }
            known.extend(writes.iter().flat_map(|operand| operand.location.names()));
            outputs.retain(|(_, output)| !writes.iter().any(|operand| touches(output, operand)));
            outputs.extend(writes.into_iter().map(|operand| (at, operand)));
        }
        if !stored.is_empty() {
            outputs.retain(|(_, output)| output.location.names().iter().any(|name| stored.contains(name)));
        }
        (inputs, outputs)
    }

    /// The statements up to the end of the thread, with what each takes and gives.
    pub fn lines(&self) -> Vec<LiftedLine> {
        let of = |at: usize, lifted: Option<Lifted>| {
            let instruction = self.statements.get(at).and_then(Statement::instruction);
            let (reads, writes) = match &instruction {
                Some(instruction) => (reads(instruction), writes(instruction)),
                None => (read_by(lifted.as_ref()), written_by(lifted.as_ref())),
            };
            LiftedLine { at, instruction, lifted, reads, writes }
        };
        match self.running() {
            Some(all) => all.into_iter().map(|(at, lifted)| of(at, Some(lifted))).collect(),
            None => self.statements.iter().enumerate().map(|(at, statement)| of(at, self.lifted(statement))).collect(),
        }
    }

    /// The numbers of a run, for a table.
    pub(super) fn table(&self, run: &Run) -> Vec<Operand> {
        let (inputs, outputs) = self.rows();
        let (before, after) = (machine_of(&run.before), machine_of(&run.registers));
        let several = outputs.len() > 1 || inputs.iter().any(|(_, operand)| operand.lane.is_some());
        let all = inputs.iter().enumerate().map(|(index, row)| (Some(index), row, &before));
        let all = all.chain(outputs.iter().map(|row| (None, row, &after)));
        let mut operands: Vec<Operand> = all
            .filter_map(|(source, (at, operand), machine)| {
                let instruction = self.statements.get(*at)?.instruction();
                let number = Pattern::new(operand.own.format, operand.read(instruction.as_ref(), machine));
                let in_text = matches!(operand.location, Location::Immediate(_));
                let lane = operand.lane.map(u32::from);
                let half = self.is_short() && several && operand.own.format.width() == 16 && !in_text;
                let packed = lane.is_some() || half;
                let part = if in_text || !self.is_short() { lane } else { Some(operand.low / 16) };
                let place = Place {
                    letter: operand.letter,
                    source,
                    lane,
                    part: part.filter(|_| packed),
                    own: OperandType { lanes: if packed { 2.max(operand.own.lanes) } else { 1 }, ..operand.own },
                    names: operand.location.names().iter().map(Name::to_string).collect(),
                    low: operand.low,
                };
                Some(Operand { place, number })
            })
            .collect();
        if self.statements.len() == 1 {
            by_lane(&mut operands);
        }
        operands
    }

    /// The text with other bits in a number that stands in it.
    pub(super) fn with_immediate(&self, place: &Place, number: Pattern) -> Option<String> {
        let (inputs, _) = self.rows();
        let (at, operand) = inputs.get(place.source?).filter(|(_, operand)| self.is_short() || operand.location.names().is_empty())?;
        let changed = operand.with_immediate(self.statements.get(*at)?.instruction()?, number.bits);
        if self.is_short() { self.with_instruction(*at, changed) } else { self.with_word(*at, changed.encode()) }
    }

    /// Example values for the registers, constants and predicates that a text reads and no one set; a predicate lets its instruction run.
    pub(super) fn example_values(&self, registers: &RegisterFile) -> Vec<(String, u64)> {
        let mut examples: Vec<(Name, u64)> = Vec::new();
        let is_given = |examples: &[(Name, u64)], name: Name| {
            let is_known = || examples.iter().any(|(known, _)| *known == name);
            name.fixed().is_some() || registers.get(&name.to_string()).is_some() || is_known()
        };
        let (inputs, _) = self.rows();
        for (index, (at, operand)) in inputs.iter().enumerate() {
            for (part, name) in operand.location.names().into_iter().enumerate() {
                if !is_given(&examples, name) {
                    let source = "abc".find(operand.letter).unwrap_or(0);
                    let index = if self.is_short() { index } else { at + source };
                    examples.push((name, example(operand, index % 3, part, self.is_short())));
                }
            }
        }
        let mut written: Vec<Name> = Vec::new();
        for line in self.lines() {
            let source = line.predicate();
            let LiftedLine { instruction, lifted, .. } = line;
            let guard = match (&instruction, &lifted) {
                (Some(instruction), _) => guard(instruction).map(|name| (name, instruction.guard().1)),
                (None, lifted) => lifted.as_ref().map(|lifted| lifted.guard),
            };
            let guard = guard.map(|(name, negated)| (name, unset_predicate(negated)));
            for (name, bits) in guard.into_iter().chain(source.map(|name| (name, 1))) {
                if !written.contains(&name) && !is_given(&examples, name) {
                    examples.push((name, bits));
                }
            }
            let of_predicate = |instruction: Instruction| {
                let fields = [Role::PredicateTo, Role::PredicateAlso].into_iter().filter_map(move |role| instruction.field(role));
                fields.map(move |field| predicate_of(&instruction, field.read(instruction.encode())))
            };
            written.extend(instruction.into_iter().flat_map(of_predicate));
            written.extend(lifted.into_iter().filter(|_| instruction.is_none()).flat_map(|lifted| lifted.writes));
        }
        examples.into_iter().map(|(name, bits)| (name.to_string(), bits)).collect()
    }
}

/// A statement that may run.
pub struct LiftedLine {
    /// Its place.
    pub at: usize,
    /// The instruction of the table that it is.
    pub instruction: Option<Instruction>,
    /// What it computes; None where it does not run here.
    pub lifted: Option<Lifted>,
    /// The numbers that it reads.
    pub reads: Vec<Number>,
    /// The numbers that it writes.
    pub writes: Vec<Number>,
}

impl LiftedLine {
    /// The predicate that it reads beside its guard.
    pub fn predicate(&self) -> Option<Name> {
        match (&self.instruction, &self.lifted) {
            (Some(instruction), _) => source_predicate(instruction),
            (None, lifted) => lifted.as_ref().map(|lifted| lifted.predicate.0).filter(|name| name.fixed().is_none()),
        }
    }
}

impl Lifted {
    /// What an instruction outside the table finds.
    fn read(&self, machine: &Machine) -> Vec<Value> {
        let mut all: Vec<(Name, OperandType, u64)> = Vec::new();
        let mut add = |name: Name, own, unset| {
            if name.fixed().is_none() && all.iter().all(|(known, ..)| *known != name) {
                all.push((name, own, machine.get(name).map_or(unset, u64::from)));
            }
        };
        add(self.guard.0, OperandType::PREDICATE, unset_predicate(self.guard.1));
        for Taken { from, own, .. } in &self.sources {
            let From::Names(names) = from else { continue };
            for name in names.iter().take(own.width().div_ceil(32) as usize) {
                let of_name = if name.is_predicate() { OperandType::PREDICATE } else { word_of(*own) };
                add(*name, of_name, 0);
            }
        }
        add(self.predicate.0, OperandType::PREDICATE, 0);
        all.into_iter().map(|(name, own, bits)| Value { name: name.to_string(), own, bits }).collect()
    }

    /// What it left.
    pub(super) fn written(&self, effect: &Effect, machine: &Machine) -> Vec<Value> {
        let own = |at: usize| match self.does {
            Does::Copy => self.sources.get(at * 32 / self.to.width() as usize).map_or(self.to, |source| source.own),
            _ => self.to,
        };
        let of = |(at, name): (usize, &Name)| Value {
            name: name.to_string(),
            own: if name.is_predicate() { OperandType::PREDICATE } else { word_of(own(at)) },
            bits: machine.get(*name).unwrap_or(0).into(),
        };
        effect.written.iter().enumerate().filter(|(_, name)| name.fixed().is_none()).map(of).collect()
    }
}

/// What a word holds that is a number of a type, or one of two words of it.
fn word_of(own: OperandType) -> OperandType {
    if own.width() == 32 { own } else { OperandType::one(U32) }
}

/// The function of the unit that an instruction is, and its operand after bars and minus.
fn unit(instruction: &Instruction, read: &[Value]) -> Option<(Op, Operands, u32)> {
    let (op, operands) = function(instruction)?;
    let letter = if instruction.is_short() { Letter::A } else { Letter::B };
    if instruction.source(letter) == Source::Immediate {
        return Some((op, operands, instruction.take(32, 32)));
    }
    let (sign, signs) = (1 << 31, instruction.signs(letter));
    let set = |bit: Option<u32>| bit.is_some_and(|bit| instruction.bit(bit));
    let bits = read.last()?.bits as u32;
    let positive = if set(signs.absolute) { bits & !sign } else { bits };
    Some((op, operands, if set(signs.negate) { positive ^ sign } else { positive }))
}

/// The predicate of the guard; None for `@PT`, which every instruction without a guard has.
fn guard(instruction: &Instruction) -> Option<Name> {
    let (number, negated) = instruction.guard();
    (number != 7 || negated).then(|| predicate_of(instruction, number.into()))
}

/// What an instruction finds: its guard's predicate, the registers and constants that it reads, the predicate that it reads.
pub(super) fn read(instruction: &Instruction, machine: &Machine) -> Vec<Value> {
    let mut all: Vec<(Name, OperandType, u64)> = Vec::new();
    let mut add = |name: Name, own, unset| {
        if all.iter().all(|(known, ..)| *known != name) {
            all.push((name, own, machine.get(name).map_or(unset, u64::from)));
        }
    };
    if let Some(name) = guard(instruction) {
        add(name, OperandType::PREDICATE, unset_predicate(instruction.guard().1));
    }
    for operand in reads(instruction) {
        let own = if operand.own.width() == 32 { operand.own } else { OperandType::guessed(32) };
        operand.location.names().into_iter().for_each(|name| add(name, own, 0));
    }
    if let Some(name) = source_predicate(instruction) {
        add(name, OperandType::PREDICATE, 0);
    }
    all.into_iter().map(|(name, own, bits)| Value { name: name.to_string(), own, bits }).collect()
}

/// What an instruction left in the registers and predicates that it writes, and in the condition codes.
pub(super) fn written(instruction: &Instruction, effect: &Effect, machine: &Machine) -> Vec<Value> {
    let own = result_type(instruction);
    let of = |name: &Name| {
        let own = if name.is_predicate() { OperandType::PREDICATE } else { own };
        Value { name: name.to_string(), own, bits: machine.get(*name).unwrap_or(0).into() }
    };
    // Four bits, one hex digit.
    let codes = machine.condition.filter(|_| instruction.has(Role::ConditionCode));
    let codes = codes.map(|codes| Value { name: "CC".to_owned(), own: OperandType::PREDICATE, bits: codes.into() });
    effect.written.iter().map(of).chain(codes).collect()
}

impl Lifted {
    /// The same in a turn of a loop: a load finds what is given for that turn, else what it found in the first one. A turn is asked for by
    /// the load's place in its name.
    fn in_turn(&self, turn: impl Fn(usize) -> usize, machine: &Machine) -> Lifted {
        let mut own = self.clone();
        for name in own.sources.iter_mut().filter_map(|source| if let From::Names(names) = &mut source.from { Some(names) } else { None }) {
            for name in name.iter_mut() {
                if let Name::Loaded(register, place, _) = *name {
                    let other = Name::Loaded(register, place, u16::try_from(turn(place.into())).unwrap_or(u16::MAX));
                    *name = if machine.get(other).is_some() { other } else { *name };
                }
            }
        }
        own
    }
}

/// A number and the place of its statement.
type Row = (usize, Number);

/// An instruction's modes of rounding, each with the instruction that has it; what goes without saying rounds to nearest.
fn roundings(instruction: &Instruction) -> Vec<(Mode, Instruction)> {
    let words = instruction.choices().find(|words| words.field.role == Role::Rounding && instruction.choice(Role::Rounding).is_some());
    let with = |(value, word): (u32, &&str)| {
        let words = words?;
        Some((mode_of(word)?, instruction.with_word(words.field.write(instruction.encode(), value))?))
    };
    (0..).zip(words.map_or(&[][..], |words| words.words)).filter_map(with).collect()
}

/// A number that shows something: not zero, not a power of two, different ones side by side.
fn example(operand: &Number, index: usize, part: usize, is_short: bool) -> u64 {
    let pick = |choices: [u64; 3]| choices.get(index).copied().unwrap_or(0);
    match operand.own.format.name {
        // An angle, or an exponent, as RRO leaves it.
        "1.1.7.23" => pick([0x0051_7cc1, 0x00a2_f983, 0x0040_0000]),
        "1.11.20" => pick([0x4008_0000, 0x4024_6666, 0x3ff8_0000]),
        // A double's low and high word: pi, and a third.
        "F64" => pick([0x4009_21fb_5444_2d18, 0x3fd5_5555_5555_5555, 0x3ff8_0000_0000_0000]) >> (32 * part) & 0xffff_ffff,
        // Both halves of a register: 1.5 and 1.001, 3.14 and 0.333.
        "F16" => pick([0x3c01_3e00, 0x3555_4248, 0x4500_3bff]),
        "BF16" => pick([0x3f81_3fc0, 0x3eab_4049, 0x40a0_3f7f]),
        "F32" if is_short && operand.letter == 'b' => pick([0x3dcc_cccd, 0x4048_f5c3, 0x40b5_c28f]),
        "F32" => pick([0x4040_0000, 0x3dcc_cccd, 0x40b5_c28f]),
        _ if operand.own.width() == 32 && !operand.own.format.is_integer() => pick([0x3c38_4448, 0x3034_3c40, 0x4038_3034]),
        _ => pick([7, 100, 1000]),
    }
}
