//! Machine instructions that run, one after the other, on a machine whose registers are given by name.

use super::document::Document;
use super::execute::execute;
use super::listing::text;
use super::machine::{Machine, RZ};
use super::operands::{Location, Operand as Number, lanes, reads, register_name, writes};
use super::statement::Statement;
use crate::instruction::Target;
use crate::instruction::sass::{Instruction, Mnemonic, Role, TARGETS};
use crate::number::{F16, F32, OperandType, Pattern};
use crate::register_file::{RegisterFile, unset_predicate};
use crate::rounding::Mode;
use crate::run::{Block, Operand, Place, Run, StoppedBy, Value, by_lane, heading};
use crate::special_function::{Op, Operands};
use crate::syntax::Assignment;
use crate::trace::Trace;

/// The target whose machine words a target has: itself, or sm_53, the first with all of these instructions.
pub fn machine_target(target: Target) -> Target {
    if TARGETS.contains(&target) { target } else { Target::SM_53 }
}

/// The machine with the registers, predicates and constants that a file names: `R1`, `P0`, `c[0x3][0x10]`.
pub fn machine_of(registers: &RegisterFile) -> Machine {
    let mut machine = Machine::default();
    for (name, bits) in registers.iter() {
        match name_of(name) {
            Some(Name::Register(number)) => machine.set_register(number, bits as u32),
            Some(Name::Predicate(number)) => machine.set_predicate(number, bits & 1 == 1),
            Some(Name::Constant(bank, offset)) => machine.set_constant(bank, offset, bits as u32),
            Some(Name::Uniform(number)) => machine.set_uniform(number, bits as u32),
            Some(Name::UniformPredicate(number)) => machine.set_uniform_predicate(number, bits & 1 == 1),
            None => {}
        }
    }
    machine
}

/// What a name stands for.
enum Name {
    Register(u8),
    Predicate(u8),
    Constant(u8, u16),
    Uniform(u8),
    UniformPredicate(u8),
}

fn name_of(name: &str) -> Option<Name> {
    let uniform = name.strip_prefix(['U', 'u']);
    let number = |letter: char| {
        let digits = uniform.unwrap_or(name).strip_prefix([letter, letter.to_ascii_lowercase()])?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<u32>().ok()).flatten()
    };
    if let Some(number) = number('R').filter(|number| *number < 255) {
        return Some(if uniform.is_some() { Name::Uniform(number as u8) } else { Name::Register(number as u8) });
    }
    if let Some(number) = number('P').filter(|number| *number < 7) {
        return Some(if uniform.is_some() { Name::UniformPredicate(number as u8) } else { Name::Predicate(number as u8) });
    }
    let (bank, offset) = name.strip_prefix(['c', 'C'])?.strip_prefix('[')?.strip_suffix(']')?.split_once("][")?;
    let read = |text: &str| match text.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    };
    let (bank, offset) = (read(bank)?, read(offset)?);
    (bank < 32 && offset < 0x1_0000 && offset % 4 == 0).then_some(Name::Constant(bank as u8, offset as u16))
}

/// A register, a predicate or a constant as listings name it, if the text is one: `r1` is `R1`, `c[3][16]` is `c[0x3][0x10]`.
pub fn machine_name(text: &str) -> Option<String> {
    Some(match name_of(text)? {
        Name::Register(number) => register_name(number),
        Name::Predicate(number) => format!("P{number}"),
        Name::Uniform(number) => format!("UR{number}"),
        Name::UniformPredicate(number) => format!("UP{number}"),
        Name::Constant(bank, offset) => constant_name(bank, offset),
    })
}

fn constant_name(bank: u8, offset: u16) -> String {
    format!("c[{bank:#x}][{offset:#x}]")
}

/// Gives a machine's register what a line assigns to it: 16 digits give a pair of registers. The error is a sentence.
pub(super) fn give(file: &mut RegisterFile, &Assignment { name, bits, digits, .. }: &Assignment) -> Result<(), String> {
    let pair = digits > 8;
    match (name_of(name), machine_name(name)) {
        (Some(Name::Register(low)), _) if pair && low < 254 => {
            file.set(&register_name(low), bits & 0xffff_ffff);
            file.set(&register_name(low + 1), bits >> 32);
        }
        (Some(Name::Register(_) | Name::Uniform(_) | Name::Constant(..)), Some(name)) if !pair => file.set(&name, bits),
        (Some(Name::Predicate(_) | Name::UniformPredicate(_)), Some(name)) if bits < 2 => file.set(&name, bits),
        _ => {
            let message = "Registers are given as R1=3fc00000 (16 digits give a pair of registers), predicates as P0=1, constants as c[0x3][0x10]=3f800000, without blanks.";
            return Err(message.to_owned());
        }
    }
    Ok(())
}

/// Runs instructions; None where one of them is illegal.
pub(super) fn run(document: &Document, statements: &[Statement], registers: &RegisterFile) -> Option<Run> {
    let mut machine = machine_of(registers);
    let mut run = Run::on(registers);
    for (place, statement) in statements.iter().enumerate() {
        let instruction = &statement.instruction;
        let code = text(instruction, document.target);
        let word = instruction.encode();
        let mut trace = Trace::default();
        let title = code.trim_end_matches([';', ' ']);
        heading(title, format!("One machine instruction; its word is 0x{word:016x}."), &mut trace);
        let read = sources(instruction, &machine);
        let effect = execute(instruction, document.target, &mut machine, &mut trace).ok()?;
        let register = |number: &u8| Value {
            name: register_name(*number),
            own: written_as(instruction),
            bits: machine.register(*number).unwrap_or(0).into(),
        };
        let mut written: Vec<Value> = effect.registers.iter().map(register).collect();
        if instruction.has(Role::ConditionCode)
            && let Some(codes) = machine.condition
        {
            // Four bits, one hex digit.
            written.push(Value { name: "CC".to_owned(), own: OperandType::PREDICATE, bits: codes.into() });
        }
        let guard = (register_predicate(instruction), instruction.has(Role::GuardNot));
        let block = Block {
            statement: place,
            text: code,
            context: document.context,
            unit: function(instruction, &read),
            read,
            written,
            computed: None,
            word: Some(word.into()),
            stopped_by: guard.0.clone().filter(|_| !effect.ran).map(StoppedBy::Guard),
            assumed: effect.assumed.map(|predicate| (predicate, unset_predicate(guard.1))),
            unset: effect.unset,
            flags: effect.flags,
            approximate: matches!(instruction.form.mnemonic, Mnemonic::Mufu | Mnemonic::Rro),
            evidence: instruction.evidence(document.context.target),
            steps: 0..0,
        };
        run.push(block, trace);
    }
    (!run.blocks.is_empty()).then_some(run)
}

/// The function that an instruction is, and its operand after bars and minus.
fn function(instruction: &Instruction, read: &[Value]) -> Option<(Op, Operands, u32)> {
    let op = instruction.function().filter(|_| !instruction.has(Role::Saturate))?;
    let operand = read.last()?.pattern();
    let positive = if instruction.has(Role::AbsoluteA) { operand.bits & !operand.format.sign_mask() } else { operand.bits };
    let signed = if instruction.has(Role::NegateA) { positive ^ operand.format.sign_mask() } else { positive };
    Some((op, Operands::Words, signed as u32))
}

/// The predicate of the guard; None for `@PT`, which every instruction without a guard has.
fn register_predicate(instruction: &Instruction) -> Option<String> {
    match instruction.get(Role::Guard) {
        7 if instruction.has(Role::GuardNot) => Some("PT".to_owned()),
        7 => None,
        number => Some(format!("P{number}")),
    }
}

/// The guard of the last instruction that has one which can be set, and whether its predicate must be false.
pub(super) fn guard(statements: &[Statement]) -> Option<(String, bool)> {
    let guards = statements.iter().rev().map(|statement| &statement.instruction);
    guards.filter(|one| one.get(Role::Guard) != 7).find_map(|one| Some((register_predicate(one)?, one.has(Role::GuardNot))))
}

/// The registers and constants that an instruction reads, its guard's predicate first.
fn sources(instruction: &Instruction, machine: &Machine) -> Vec<Value> {
    let holds =
        || machine.predicate(instruction.get(Role::Guard) as u8).map_or(unset_predicate(instruction.has(Role::GuardNot)), u64::from);
    let guard = register_predicate(instruction).map(|name| Value { name, own: OperandType::PREDICATE, bits: holds() });
    let mut all: Vec<Value> = guard.into_iter().collect();
    for operand in reads(instruction) {
        for name in operand.location.names() {
            let bits = value_of(machine, &name).unwrap_or(0).into();
            if all.iter().all(|known| known.name != name) {
                let own = if operand.format.width() == 32 { OperandType::one(operand.format) } else { OperandType::one(F32::ROW) };
                all.push(Value { name, own, bits });
            }
        }
    }
    all
}

/// What a register holds that an instruction writes.
fn written_as(instruction: &Instruction) -> OperandType {
    match writes(instruction).first().map(|operand| operand.format) {
        Some(format) if format.width() == 32 => OperandType::one(format),
        Some(format) if format == F16::ROW => OperandType { format, lanes: 2 },
        _ => OperandType::one(F32::ROW),
    }
}

fn value_of(machine: &Machine, name: &str) -> Option<u32> {
    match name_of(name) {
        Some(Name::Register(number)) => machine.register(number),
        Some(Name::Uniform(number)) => machine.uniform(number),
        Some(Name::Constant(bank, offset)) => machine.constant(bank, offset),
        // RZ.
        _ => Some(0),
    }
}

/// A number and the place of its instruction.
type Row = (usize, Number);

/// What a text reads before it has written it, and what it leaves; lane by lane where there are two.
fn rows(statements: &[Statement]) -> (Vec<Row>, Vec<Row>) {
    let (mut inputs, mut outputs): (Vec<Row>, Vec<Row>) = (Vec::new(), Vec::new());
    let touches = |a: &Number, b: &Number| a.location.names().iter().any(|name| b.location.names().contains(name));
    for (at, statement) in statements.iter().enumerate() {
        for operand in reads(&statement.instruction) {
            let written = outputs.iter().any(|(_, output)| touches(output, &operand));
            let same =
                |(_, known): &Row| (known.location, known.low) == (operand.location, operand.low) && !operand.location.names().is_empty();
            if !written && !inputs.iter().any(same) {
                inputs.push((at, operand));
            }
        }
        let writes = writes(&statement.instruction);
        outputs.retain(|(_, output)| !writes.iter().any(|operand| touches(output, operand)));
        outputs.extend(writes.into_iter().map(|operand| (at, operand)));
    }
    (inputs, outputs)
}

/// The numbers of a run of these statements, for a table.
pub(super) fn operands(statements: &[Statement], run: &Run) -> Vec<Operand> {
    let (inputs, outputs) = rows(statements);
    let (before, after) = (machine_of(&run.before), machine_of(&run.registers));
    let several = outputs.len() > 1 || inputs.iter().any(|(_, operand)| operand.lane.is_some());
    let all = inputs.iter().enumerate().map(|(index, row)| (Some(index), row, &before));
    let all = all.chain(outputs.iter().map(|row| (None, row, &after)));
    let mut operands: Vec<Operand> = all
        .filter_map(|(source, (at, operand), machine)| {
            let instruction = &statements.get(*at)?.instruction;
            let in_text = matches!(operand.location, Location::Immediate(_));
            let lane = operand.lane.map(u32::from);
            let part = if in_text { lane } else { Some(operand.low / 16) };
            let packed = lane.is_some() || several && operand.format.width() == 16 && !in_text;
            let place = Place {
                letter: operand.letter,
                source,
                lane,
                part: part.filter(|_| packed),
                own: OperandType { format: operand.format, lanes: if packed { 2 } else { 1 } },
                names: operand.location.names(),
                low: operand.low,
            };
            Some(Operand { place, number: Pattern::new(operand.format, operand.read(instruction, machine)) })
        })
        .collect();
    if statements.len() == 1 {
        by_lane(&mut operands);
    }
    operands
}

/// The text with other bits in a number that stands in it.
pub(super) fn with_number(document: &Document, place: &Place, number: Pattern) -> Option<String> {
    let (inputs, _) = rows(&document.statements);
    let (at, operand) = inputs.get(place.source?)?;
    let changed = operand.with_immediate(document.statements.get(*at)?.instruction, number.bits);
    document.with_instruction(*at, changed)
}

/// How many lanes a text computes.
pub(super) fn lanes_of(statements: &[Statement]) -> u32 {
    if let [statement] = statements { lanes(&statement.instruction).len() as u32 } else { 1 }
}

/// Example values for the registers, constants and predicates that a text reads and no one set; a predicate lets its instruction run.
pub(super) fn examples(statements: &[Statement], registers: &RegisterFile) -> Vec<(String, u64)> {
    let mut examples: Vec<(String, u64)> = Vec::new();
    let (inputs, _) = rows(statements);
    for (index, (_, operand)) in inputs.iter().enumerate() {
        for (part, name) in operand.location.names().into_iter().enumerate() {
            let known = name == register_name(RZ) || registers.get(&name).is_some() || examples.iter().any(|(known, _)| *known == name);
            if !known {
                examples.push((name, example(operand, index, part)));
            }
        }
    }
    for statement in statements {
        if let Some(name) = register_predicate(&statement.instruction)
            && name != "PT"
            && registers.get(&name).is_none()
            && examples.iter().all(|(known, _)| *known != name)
        {
            examples.push((name, unset_predicate(statement.instruction.has(Role::GuardNot))));
        }
    }
    examples
}

/// A number that shows something: not zero, not a power of two, different ones side by side.
fn example(operand: &Number, index: usize, part: usize) -> u64 {
    let pick = |choices: [u64; 3]| choices.get(index % 3).copied().unwrap_or(0);
    match operand.format.name {
        // An angle, or an exponent, as RRO leaves it.
        "1.1.7.23" => pick([0x0051_7cc1, 0x00a2_f983, 0x0040_0000]),
        "F32" if operand.letter == 'b' => pick([0x3dcc_cccd, 0x4048_f5c3, 0x40b5_c28f]),
        "1.11.20" => pick([0x4008_0000, 0x4024_6666, 0x3ff8_0000]),
        // A double's low and high word: pi, and a third.
        "F64" => {
            let double = pick([0x4009_21fb_5444_2d18, 0x3fd5_5555_5555_5555, 0x3ff8_0000_0000_0000]);
            double >> (32 * part) & 0xffff_ffff
        }
        // Both halves of a register: 1.5 and 1.001, 3.14 and 0.333.
        "F16" => pick([0x3c01_3e00, 0x3555_4248, 0x4500_3bff]),
        _ => pick([0x4040_0000, 0x3dcc_cccd, 0x40b5_c28f]),
    }
}

/// The rounding of a conversion that rounds, and the instruction with another.
pub(super) fn rounding(statements: &[Statement]) -> Option<Mode> {
    let [Statement { instruction, .. }] = statements else { return None };
    let narrows = instruction.form.mnemonic == Mnemonic::F2f && instruction.get(Role::To) < instruction.get(Role::From);
    narrows.then(|| ROUNDINGS.into_iter().find(|(_, value)| *value == instruction.get(Role::Rounding) & 3))?.map(|(mode, _)| mode)
}

const ROUNDINGS: [(Mode, u32); 4] = [(Mode::Rn, 0), (Mode::Rm, 1), (Mode::Rp, 2), (Mode::Rz, 3)];

/// The statement with another rounding.
pub(super) fn with_rounding(statement: &Statement, mode: Mode) -> Statement {
    let value = ROUNDINGS.into_iter().find(|(known, _)| *known == mode).map_or(0, |(_, value)| value);
    Statement { instruction: statement.instruction.with(Role::Rounding, value), ..statement.clone() }
}
