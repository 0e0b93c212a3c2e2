//! Machine instructions as the explorer shows them: run on the page's registers, their operands as rows that can be edited.

use super::evaluated::{Edit, Evaluated, InMode, Kind, Place};
use super::registers::Registers;
use crate::components::word::field_name;
use core::ops::Range;
use semantics::instruction::Context;
use semantics::instruction::sass::{Instruction, Mnemonic, Role};
use semantics::number::Pattern;
use semantics::program::unset_predicate;
use semantics::rounding::Mode;
use semantics::sass::evaluate::{Run, run_statements};
use semantics::sass::operands::{Location, Operand, lanes, reads, writes};
use semantics::sass::{Document, Machine, RZ, Statement, spelled};
use semantics::trace::Trace;

/// A row of the operand table: the number of its instruction, and what that reads or writes.
type Row = (usize, Operand);

/// What ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// The text as it was read.
    pub document: Document,
    /// What it did.
    pub run: Run,
    /// The rows: the statement, and what it reads or writes.
    rows: Vec<Row>,
    /// The machine before the first instruction.
    start: Machine,
    /// Registers and constants that nobody set, with the example values that stand in for them.
    pub examples: Vec<(String, u64)>,
}

impl Ran {
    /// The instruction, if there is one alone.
    pub fn only(&self) -> Option<&Instruction> {
        if self.run.effects.len() == 1 { self.last() } else { None }
    }

    /// Whether the special function unit or the range reduction takes part, which raise no flags and round nothing.
    pub fn is_approximate(&self) -> bool {
        self.document.statements.iter().any(|statement| matches!(statement.instruction.form.mnemonic, Mnemonic::Mufu | Mnemonic::Rro))
    }

    /// The last instruction.
    pub fn last(&self) -> Option<&Instruction> {
        self.run.effects.last().map(|(statement, _)| &statement.instruction)
    }
}

/// Runs a text on the registers. A register that nobody set holds an example value.
pub fn run(document: &Document, registers: &Registers, context: &Context) -> Option<Evaluated> {
    if document.statements.is_empty() {
        return None;
    }
    let (inputs, outputs) = rows(&document.statements);
    let mut machine = Machine::default();
    let mut examples = Vec::new();
    let mut give = |name: &str, otherwise: u64, machine: &mut Machine| {
        let bits = registers.get(name).unwrap_or_else(|| {
            examples.push((name.to_owned(), otherwise));
            otherwise
        });
        set(machine, name, bits);
    };
    for (index, (_, operand)) in inputs.iter().enumerate() {
        for (part, name) in operand.location.names().iter().enumerate() {
            if name != "RZ" && known(&machine, name).is_none() {
                give(name, example(operand, index, part), &mut machine);
            }
        }
    }
    for statement in &document.statements {
        let (number, negated) = (statement.instruction.get(Role::Guard), statement.instruction.has(Role::GuardNot));
        if number != 7 && machine.predicate(number as u8).is_none() {
            give(&format!("P{number}"), unset_predicate(negated), &mut machine);
        }
    }
    let mut trace = Trace::default();
    let before = machine.clone();
    let run = run_statements(document.statements.clone(), document.target, machine, &mut trace).ok()?;
    let pattern = |(at, operand): &Row, machine: &Machine| {
        let bits = document.statements.get(*at).map_or(0, |statement| operand.read(&statement.instruction, machine));
        Pattern::new(operand.format, bits)
    };
    let several = outputs.len() > 1 || inputs.iter().any(|(_, operand)| operand.lane.is_some());
    let mut places = Vec::new();
    let all = inputs.iter().enumerate().map(|(index, row)| (Some(index), row, &before));
    let all = all.chain(outputs.iter().map(|row| (None, row, &run.machine)));
    for (source, row, machine) in all {
        let (_, operand) = row;
        let packed = several && operand.format.width() == 16 && !matches!(operand.location, Location::Immediate(_));
        let place = Place {
            letter: operand.letter,
            source,
            lane: if matches!(operand.location, Location::Immediate(_)) { operand.lane.map_or(0, u32::from) } else { operand.low / 16 },
            packed: packed || operand.lane.is_some(),
            format: operand.format.name,
            register: operand.location.names().join(":"),
        };
        places.push((operand.lane, place, pattern(row, machine)));
    }
    if document.statements.len() == 1 {
        // Lane by lane: what both take, then each lane's own with its result.
        places.sort_by_key(|(lane, place, _)| match (lane, place.source) {
            (None, Some(_)) => 0,
            (lane, source) => 1 + 2 * lane.map_or(place.lane, u32::from) + u32::from(source.is_none()),
        });
    }
    let places = places.into_iter().map(|(_, place, pattern)| (place, pattern)).collect();
    let single = (document.statements.len() == 1).then(|| document.statements.first()).flatten();
    let modes = single.map(|statement| modes(statement, document, &before, &outputs)).unwrap_or_default();
    let rows = inputs.into_iter().chain(outputs).collect();
    let name = document.statements.iter().map(|statement| head(&statement.instruction, document)).collect::<Vec<_>>().join("; ");
    let printed =
        document.statements.iter().map(|statement| spelled(&statement.instruction, document.target)).collect::<Vec<_>>().join(" ");
    Some(Evaluated {
        context: Context { target: document.target, ..*context },
        name,
        printed,
        places,
        lanes: single.map_or(1, |statement| lanes(&statement.instruction).len() as u32),
        trace,
        modes,
        runs: run.effects.iter().any(|(_, effect)| effect.ran),
        flags: run.flags(),
        kind: Kind::Sass(Box::new(Ran { document: document.clone(), run, rows, start: before, examples })),
    })
}

/// The names of the fields of a machine word that a piece of the text sets, parted by blanks.
pub fn fields(document: &Document, text: &str, span: &Range<usize>) -> String {
    let inside = |statement: &Statement| statement.span.start <= span.start && span.end <= statement.span.end;
    let Some((index, statement)) = document.statements.iter().enumerate().find(|(_, statement)| inside(statement)) else {
        return String::new();
    };
    let is_name = statement.head.start == span.start && document.word.is_none();
    let marks = document.roles(statement, text, span).into_iter().map(Role::mark).chain(is_name.then_some("op"));
    marks.map(|mark| field_name(index, mark)).collect::<Vec<_>>().join(" ")
}

/// The instruction without its guard and its operands.
fn head(instruction: &Instruction, document: &Document) -> String {
    let text = spelled(instruction, document.target);
    text.split_whitespace().find(|word| !word.starts_with('@')).unwrap_or("").to_owned()
}

/// What a text reads before it has written it, and what it leaves; lane by lane where there are two.
fn rows(statements: &[Statement]) -> (Vec<Row>, Vec<Row>) {
    let (mut inputs, mut outputs): (Vec<Row>, Vec<Row>) = (Vec::new(), Vec::new());
    let touches = |a: &Operand, b: &Operand| a.location.names().iter().any(|name| b.location.names().contains(name));
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

/// The same operands in the four rounding modes, for conversions that round.
fn modes(statement: &Statement, document: &Document, machine: &Machine, outputs: &[Row]) -> Vec<InMode> {
    let instruction = statement.instruction;
    let (to, from) = (instruction.get(Role::To), instruction.get(Role::From));
    if instruction.form.mnemonic != Mnemonic::F2f || to >= from {
        return Vec::new();
    }
    let now = instruction.get(Role::Rounding) & 3;
    let modes = [(Mode::Rn, 0), (Mode::Rz, 3), (Mode::Rm, 1), (Mode::Rp, 2)];
    let one = |(mode, value): (Mode, u32)| {
        let changed = Statement { instruction: instruction.with(Role::Rounding, value), ..statement.clone() };
        // With the recorder that the page has anyway: a silent copy of every operation would be downloaded for this alone.
        let run = run_statements(vec![changed], document.target, machine.clone(), &mut Trace::default()).ok()?;
        let results = outputs.iter().map(|(_, operand)| Pattern::new(operand.format, operand.read(&instruction, &run.machine))).collect();
        Some(InMode { mode, results, current: value == now })
    };
    modes.into_iter().filter_map(one).collect()
}

/// A register that nobody set holds a number that shows something: not zero, not a power of two, different ones side by side.
fn example(operand: &Operand, index: usize, part: usize) -> u64 {
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

fn set(machine: &mut Machine, name: &str, bits: u64) {
    if let Some(number) = name.strip_prefix('P').and_then(|number| number.parse().ok()) {
        machine.set_predicate(number, bits & 1 == 1);
    } else if let Some(number) = name.strip_prefix('R').and_then(|number| number.parse().ok()) {
        machine.set_register(number, bits as u32);
    } else if let Some((bank, offset)) = constant(name) {
        machine.set_constant(bank, offset, bits as u32);
    }
}

fn known(machine: &Machine, name: &str) -> Option<u32> {
    if let Some(number) = name.strip_prefix('R').and_then(|number| number.parse().ok()) {
        return machine.register(number);
    }
    constant(name).and_then(|(bank, offset)| machine.constant(bank, offset))
}

/// The name of a register, a predicate or a constant as the page keeps it, if the text is one: `r1` is `R1`, `c[3][16]` is `c[0x3][0x10]`.
pub fn is_machine_name(text: &str) -> Option<String> {
    let name = text.to_ascii_uppercase();
    let number = |letter: char| {
        name.strip_prefix(letter)
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|digits| digits.parse::<u32>().ok())
    };
    if number('R').is_some_and(|number| number < 255) || number('P').is_some_and(|number| number < 7) {
        return Some(name);
    }
    let (bank, offset) = text.strip_prefix(['c', 'C'])?.strip_prefix('[')?.strip_suffix(']')?.split_once("][")?;
    let read = |digits: &str| match digits.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    };
    let (bank, offset) = (read(bank)?, read(offset)?);
    (bank < 32 && offset < 0x1_0000 && offset % 4 == 0).then(|| format!("c[{bank:#x}][{offset:#x}]"))
}

/// Bank and offset of `c[0x3][0x10]`.
fn constant(name: &str) -> Option<(u8, u16)> {
    let (bank, offset) = name.strip_prefix("c[0x")?.strip_suffix(']')?.split_once("][0x")?;
    Some((u8::from_str_radix(bank, 16).ok()?, u16::from_str_radix(offset, 16).ok()?))
}

impl Ran {
    /// The predicate of the last instruction that has one, and whether it must be false.
    pub fn guard(&self) -> Option<(String, bool)> {
        let guarded =
            self.document.statements.iter().rev().map(|statement| &statement.instruction).find(|one| one.get(Role::Guard) != 7)?;
        Some((format!("P{}", guarded.get(Role::Guard)), guarded.has(Role::GuardNot)))
    }

    /// What the instructions do, each once.
    pub fn summary(&self) -> String {
        let mut said: Vec<&str> = Vec::new();
        for statement in &self.document.statements {
            let summary = statement.instruction.form.mnemonic.summary();
            if !said.contains(&summary) {
                said.push(summary);
            }
        }
        said.join(" ")
    }

    /// What changes when a number of the table does: registers, or the text where the number stands in the instruction.
    pub fn edited(&self, place: &Place, pattern: Pattern, text: &str) -> Option<Edit> {
        let (at, operand) = self.rows.get(place.source?)?;
        let statement = self.document.statements.get(*at)?;
        let names = operand.location.names();
        if names.is_empty() {
            let changed = operand.with_immediate(statement.instruction, pattern.bits);
            return self.document.with_instruction(text, *at, changed).map(Edit::Text);
        }
        let mask = operand.format.mask() << operand.low;
        let old = operand_word(&self.start, operand.location);
        let word = old & !mask | pattern.bits << operand.low;
        let parts = names.into_iter().filter(|name| name != "RZ").enumerate();
        Some(Edit::Registers(parts.map(|(part, name)| (name, word >> (32 * part) & 0xffff_ffff)).collect()))
    }
}

fn operand_word(machine: &Machine, location: Location) -> u64 {
    let register = |number: u8| u64::from(machine.register(number).unwrap_or(0));
    match location {
        Location::Register(number) => register(number),
        Location::Pair(RZ) | Location::Immediate(_) => 0,
        Location::Pair(number) => register(number.wrapping_add(1)) << 32 | register(number),
        Location::Constant { bank, offset } => machine.constant(bank, offset).unwrap_or(0).into(),
    }
}
