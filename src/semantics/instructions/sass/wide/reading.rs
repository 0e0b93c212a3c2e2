//! Machine code of 128 bits among the languages.

use super::super::complete;
use super::super::machine::{Machine, RZ};
use super::super::run::{give, machine_of};
use super::bar::choices;
use super::document::{Document, Line};
use super::execute::{Effect, execute};
use super::lift::ptx;
use super::lower::{evidence, function, source_predicate, summary, types};
use super::parse::What;
use super::text::{mode_of, register_name, text};
use crate::instruction::sass::Role;
use crate::instruction::sass::wide::{Instruction, Letter, Source};
use crate::number::{OperandType, Pattern};
use crate::reading::{Reading, kept};
use crate::register_file::{RegisterFile, unset_predicate};
use crate::rounding::Mode;
use crate::run::{Block, Operand, Place, Run, StoppedBy, Value, by_lane, heading, name_of};
use crate::special_function::{Op, Operands};
use crate::syntax::{Assignment, Completion, Diagnostic, Group};
use crate::trace::Trace;

/// The registers and constants that hold a source, low word first; none for a number in the word.
fn names(instruction: &Instruction, letter: Letter, words: u32) -> Vec<String> {
    let register = |number: u32, none: u32, part: u32, stem: &str| {
        if number == none { format!("{stem}Z") } else { format!("{stem}{}", number + part) }
    };
    (0..words)
        .map_while(|part| match instruction.source(letter) {
            Source::Register => Some(register(instruction.take(instruction.slot(letter).low(), 8), 255, part, "R")),
            Source::Uniform => {
                let pieces = instruction.uniform();
                Some(register(instruction.bits(pieces), (1 << (pieces[0].0 - pieces[0].1 + 1)) - 1, part, "UR"))
            }
            Source::Constant => {
                let bank = if instruction.is_indirect() { 0 } else { instruction.take(54, 5) };
                Some(format!("c[{bank:#x}][{:#x}]", (instruction.take(40, 14) * 4 + part * 4) & 0xffff))
            }
            Source::Immediate => None,
        })
        .collect()
}

/// What an instruction reads: names, types and letters.
fn reads(instruction: &Instruction) -> Vec<(Letter, OperandType, Vec<String>)> {
    let Some((_, sources)) = types(instruction) else { return Vec::new() };
    sources.into_iter().map(|(letter, own)| (letter, own, names(instruction, letter, own.width().div_ceil(32)))).collect()
}

impl Document {
    fn run_lines(&self, registers: &RegisterFile) -> Option<Run> {
        if !self.runs() {
            return None;
        }
        let mut machine = machine_of(registers);
        let mut run = Run::on(registers);
        for (place, instruction) in self.instructions() {
            let code = text(&instruction);
            let mut trace = Trace::default();
            let title = code.trim_end_matches([';', ' ']);
            heading(title, format!("One machine instruction; its word is 0x{:032x}.", instruction.encode()), &mut trace);
            let read = values(&instruction, &machine);
            let effect = execute(&instruction, &mut machine, &mut trace)?;
            let written = writes(&instruction, &effect, &machine);
            let guard = guard_name(&instruction);
            let block = Block {
                statement: place,
                text: code,
                context: self.context,
                unit: unit(&instruction, &read),
                read,
                written,
                computed: None,
                word: Some(instruction.encode()),
                stopped_by: guard.filter(|_| !effect.ran).map(StoppedBy::Guard),
                assumed: effect.assumed.map(|predicate| (predicate, unset_predicate(instruction.bit(15)))),
                unset: effect.unset,
                flags: effect.flags,
                approximate: instruction.row.name == "MUFU",
                evidence: evidence(&instruction, self.context.target),
                steps: 0..0,
            };
            run.push(block, trace);
        }
        (!run.blocks.is_empty()).then_some(run)
    }
}

/// The function of the unit that an instruction is, and its operand after bars and minus.
fn unit(instruction: &Instruction, read: &[Value]) -> Option<(Op, Operands, u32)> {
    let (op, operands) = function(instruction)?;
    if instruction.source(Letter::B) == Source::Immediate {
        return Some((op, operands, instruction.take(32, 32)));
    }
    let (sign, signs) = (1 << 31, instruction.signs(Letter::B));
    let set = |bit: Option<u32>| bit.is_some_and(|bit| instruction.bit(bit));
    let bits = read.last()?.bits as u32;
    let positive = if set(signs.absolute) { bits & !sign } else { bits };
    Some((op, operands, if set(signs.negate) { positive ^ sign } else { positive }))
}

/// What an instruction left in the registers and predicates that it writes.
pub(super) fn writes(instruction: &Instruction, effect: &Effect, machine: &Machine) -> Vec<Value> {
    let to = types(instruction).map_or(OperandType::guessed(32), |(to, _)| to);
    let of_register = |number: &u8| Value {
        name: register_name((*number).into()),
        own: if to.width() == 32 { to } else { OperandType::guessed(32) },
        bits: machine.register(*number).unwrap_or(0).into(),
    };
    let of_predicate = |number: &u8| Value {
        name: format!("P{number}"),
        own: OperandType::PREDICATE,
        bits: machine.predicate(*number).unwrap_or(false).into(),
    };
    effect.registers.iter().map(of_register).chain(effect.predicates.iter().map(of_predicate)).collect()
}

/// The predicate of the guard; None for `@PT`.
fn guard_name(instruction: &Instruction) -> Option<String> {
    match instruction.take(12, 3) {
        7 if instruction.bit(15) => Some("PT".to_owned()),
        7 => None,
        number => Some(format!("P{number}")),
    }
}

/// What an instruction finds: its guard, its sources.
pub(super) fn values(instruction: &Instruction, machine: &Machine) -> Vec<Value> {
    let holds = || machine.predicate(instruction.take(12, 3) as u8).map_or(unset_predicate(instruction.bit(15)), u64::from);
    let guard = guard_name(instruction).map(|name| Value { name, own: OperandType::PREDICATE, bits: holds() });
    let mut all: Vec<Value> = guard.into_iter().collect();
    for (_, own, names) in reads(instruction) {
        let several = names.len() > 1 || own.width() < 32;
        for name in names {
            let bits = value_of(machine, &name).into();
            if all.iter().all(|known| known.name != name) {
                all.push(Value { name, own: if several { OperandType::guessed(32) } else { own }, bits });
            }
        }
    }
    if let Some(number) = source_predicate(instruction) {
        let name = format!("P{number}");
        if all.iter().all(|known| known.name != name) {
            all.push(Value { name, own: OperandType::PREDICATE, bits: machine.predicate(number).unwrap_or(false).into() });
        }
    }
    all
}

fn value_of(machine: &Machine, name: &str) -> u32 {
    let number = |stem: &str| name.strip_prefix(stem).and_then(|digits| digits.parse::<u8>().ok());
    if let Some(number) = number("UR") {
        return machine.uniform(number).unwrap_or(0);
    }
    if let Some(number) = number("R").filter(|number| *number != RZ) {
        return machine.register(number).unwrap_or(0);
    }
    let constant = name.strip_prefix("c[").and_then(|rest| rest.strip_suffix(']')).and_then(|rest| rest.split_once("]["));
    let hex = |digits: &str| digits.strip_prefix("0x").and_then(|digits| u16::from_str_radix(digits, 16).ok());
    let place = constant.and_then(|(bank, offset)| Some((hex(bank)?, hex(offset)?)));
    place.and_then(|(bank, offset)| machine.constant(bank as u8, offset)).unwrap_or(0)
}

/// What an instruction writes where that is no predicate: its type, and its registers, low word first.
fn destination(instruction: &Instruction) -> Option<(OperandType, Vec<String>)> {
    let (to, _) = types(instruction).filter(|(to, _)| !to.is_predicate())?;
    let first = instruction.take(16, 8);
    Some((to, (0..to.width().div_ceil(32)).map(|part| register_name((first + part).min(255))).collect()))
}

/// A source of a text's: its line and instruction, what it is called there, its type, and the registers or constants that hold it, none for
/// a number in the text.
struct Found {
    line: usize,
    instruction: Instruction,
    letter: char,
    own: OperandType,
    names: Vec<String>,
}

impl Found {
    /// The bits of a number in the text.
    fn immediate(&self) -> u64 {
        let bits = u64::from(self.instruction.take(32, 32));
        if self.own.width() == 64 { bits << 32 } else { bits }
    }
}

/// What a text reads before it has written it, each once, and every number in it.
fn sources(document: &Document) -> Vec<Found> {
    let mut known: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for (line, instruction) in document.instructions() {
        // Sources are called as they follow each other, whatever slots they take.
        for (letter, (_, own, names)) in "abc".chars().zip(reads(&instruction)) {
            if names.is_empty() || names.iter().any(|name| !known.contains(name)) {
                known.extend(names.clone());
                found.push(Found { line, instruction, letter, own, names });
            }
        }
        known.extend(destination(&instruction).into_iter().flat_map(|(_, names)| names));
    }
    found
}

/// The numbers of a table: what is read, then what is written.
fn table(document: &Document, run: &Run) -> Vec<Operand> {
    let (before, after) = (machine_of(&run.before), machine_of(&run.registers));
    let mut operands: Vec<Operand> = Vec::new();
    let held = |machine: &Machine, names: &[String]| {
        names.iter().enumerate().fold(0, |bits, (at, name)| bits | u64::from(value_of(machine, name)) << (32 * at))
    };
    let mut push = |letter: char, source: Option<usize>, own: OperandType, names: Vec<String>, bits: u64| {
        let several = own.lanes > 1;
        for lane in 0..own.lanes {
            let low = lane * own.stride() + own.format.spare_bits;
            let part = several.then_some(lane);
            let place = Place { letter, source, lane: part, part, own, names: names.clone(), low };
            operands.push(Operand { place, number: Pattern::new(own.format, own.lane(bits, lane)) });
        }
    };
    for (index, source) in sources(document).into_iter().enumerate() {
        let bits = if source.names.is_empty() { source.immediate() } else { held(&before, &source.names) };
        push(source.letter, Some(index), source.own, source.names, bits);
    }
    if let Some((to, names)) = document.instructions().last().and_then(|(_, last)| destination(&last)) {
        let bits = held(&after, &names);
        push('d', None, to, names, bits);
    }
    if document.lines.len() == 1 {
        by_lane(&mut operands);
    }
    operands
}

/// An instruction's modes of rounding, each with the word that has it; what goes without saying rounds to nearest.
fn roundings(instruction: &Instruction) -> Vec<(Mode, Instruction)> {
    let words = instruction.choices().find(|words| words.field.role == Role::Rounding && instruction.choice(Role::Rounding).is_some());
    let with = |(value, word): (u32, &&str)| {
        let words = words?;
        Some((mode_of(word)?, instruction.with_word(words.field.write(instruction.encode(), value))?))
    };
    (0..).zip(words.map_or(&[][..], |words| words.words)).filter_map(with).collect()
}

impl Reading for Document {
    kept!(tokens, diagnostics);

    fn is_complete(&self) -> bool {
        self.runs()
    }

    fn is_only_shown(&self) -> bool {
        !self.runs() && (self.is_listing || !self.lines.is_empty() && !self.diagnostics.iter().any(Diagnostic::is_error))
    }

    fn name(&self) -> String {
        let names = self.lines.iter().map(|line| match &line.what {
            What::Instruction(instruction) => name_of(&text(instruction)).to_owned(),
            What::Other(name) | What::Unread(name) => name.clone(),
        });
        names.take(4).collect::<Vec<_>>().join("; ")
    }

    /// One line an instruction.
    fn printed(&self) -> String {
        let line = |line: &Line| match &line.what {
            What::Instruction(instruction) => text(instruction),
            What::Other(name) | What::Unread(name) if line.span.is_empty() => format!("{name} ;"),
            What::Other(_) | What::Unread(_) => self.text[line.span.clone()].to_owned(),
        };
        self.lines.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    fn summary(&self) -> String {
        let count = self.instructions().count();
        match (self.lines.len(), count) {
            (1, 1) => {
                let said = self.instructions().next().and_then(|(_, instruction)| summary(&instruction));
                [said.unwrap_or_default(), " A machine instruction of 128 bits."].concat().trim_start().to_owned()
            }
            (all, count) => format!("{all} machine instructions of 128 bits, {count} of them of floating point."),
        }
    }

    fn syntax(&self) -> &'static str {
        self.instructions().last().map_or("", |(_, instruction)| instruction.row.name)
    }

    fn completions(&self) -> Vec<Completion> {
        if self.is_listing { Vec::new() } else { complete(&self.text, self.context.target) }
    }

    fn choices(&self) -> Vec<Group> {
        choices(self)
    }

    fn compiled(&self) -> Option<Vec<String>> {
        ptx(self)
    }

    fn run(&self, registers: &RegisterFile) -> Option<Run> {
        self.run_lines(registers)
    }

    fn operands(&self, run: &Run) -> Vec<Operand> {
        table(self, run)
    }

    fn with_number(&self, place: &Place, number: Pattern) -> Option<String> {
        let source = sources(self).into_iter().nth(place.source?).filter(|source| source.names.is_empty())?;
        let bits = source.own.with_lane(source.immediate(), place.lane.unwrap_or(0), number.bits);
        let kept = if source.own.width() == 64 { bits >> 32 } else { bits };
        self.with_word(source.line, source.instruction.put(32, 32, kept as u32).encode())
    }

    fn rounding(&self) -> Option<Mode> {
        let [Line { what: What::Instruction(instruction), .. }] = &self.lines[..] else { return None };
        roundings(instruction).into_iter().find(|(_, other)| other == instruction).map(|(mode, _)| mode)
    }

    fn run_in(&self, mode: Mode, registers: &RegisterFile) -> Option<Run> {
        let [line @ Line { what: What::Instruction(instruction), .. }] = &self.lines[..] else { return None };
        let (_, other) = roundings(instruction).into_iter().find(|(known, _)| *known == mode)?;
        Document { lines: vec![Line { what: What::Instruction(other), ..line.clone() }], ..self.clone() }.run_lines(registers)
    }

    fn lanes(&self) -> u32 {
        match &self.lines[..] {
            [Line { what: What::Instruction(instruction), .. }] => types(instruction)
                .map_or(1, |(to, sources)| if to.is_predicate() { sources.first().map_or(1, |(_, own)| own.lanes) } else { to.lanes }),
            _ => 1,
        }
    }

    fn guard(&self) -> Option<(String, bool)> {
        let guards = self.instructions().map(|(_, instruction)| instruction).filter(|instruction| instruction.take(12, 3) != 7);
        guards.last().and_then(|instruction| Some((guard_name(&instruction)?, instruction.bit(15))))
    }

    fn give(&self, registers: &mut RegisterFile, assignment: &Assignment) -> Result<(), String> {
        give(registers, assignment)
    }

    /// Numbers that show something for what is read and not given; predicates that let instructions run.
    fn examples(&self, registers: &RegisterFile) -> Vec<(String, u64)> {
        let mut examples: Vec<(String, u64)> = Vec::new();
        let mut written: Vec<String> = Vec::new();
        for (index, (_, instruction)) in self.instructions().enumerate() {
            for (at, (_, own, names)) in reads(&instruction).into_iter().enumerate() {
                for (part, name) in names.into_iter().enumerate() {
                    let known = name.ends_with('Z')
                        || written.contains(&name)
                        || registers.get(&name).is_some()
                        || examples.iter().any(|(known, _)| *known == name);
                    if !known {
                        examples.push((name, example(own, (index + at) % 3, part)));
                    }
                }
            }
            let guard = guard_name(&instruction).filter(|name| name != "PT").map(|name| (name, unset_predicate(instruction.bit(15))));
            let source = source_predicate(&instruction).map(|number| (format!("P{number}"), 1));
            for (name, bits) in guard.into_iter().chain(source) {
                if !written.contains(&name) && registers.get(&name).is_none() && examples.iter().all(|(known, _)| *known != name) {
                    examples.push((name, bits));
                }
            }
            match types(&instruction) {
                Some((to, _)) if to.is_predicate() => written.extend([81, 84].map(|low| format!("P{}", instruction.take(low, 3)))),
                _ => written.extend(destination(&instruction).into_iter().flat_map(|(_, names)| names)),
            }
        }
        examples
    }
}

/// A number that shows something: not zero, not a power of two, different ones side by side.
fn example(own: OperandType, index: usize, part: usize) -> u64 {
    let pick = |choices: [u64; 3]| choices.get(index).copied().unwrap_or(0);
    match (own.format.name, own.width()) {
        ("F64", _) => pick([0x4009_21fb_5444_2d18, 0x3fd5_5555_5555_5555, 0x3ff8_0000_0000_0000]) >> (32 * part) & 0xffff_ffff,
        ("F16", _) => pick([0x3c01_3e00, 0x3555_4248, 0x4500_3bff]),
        ("BF16", _) => pick([0x3f81_3fc0, 0x3eab_4049, 0x40a0_3f7f]),
        ("F32", _) => pick([0x4040_0000, 0x3dcc_cccd, 0x40b5_c28f]),
        (_, 32) if !own.format.is_integer() => pick([0x3c38_4448, 0x3034_3c40, 0x4038_3034]),
        _ => pick([7, 100, 1000]),
    }
}
