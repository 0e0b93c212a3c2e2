//! An instruction as nvdisasm writes it, in pieces that know the fields they stand for.

use super::number::{is_special, spell};
use super::parse::parse;
use crate::instruction::sass::{Choice, Field, Immediate, Instruction, Letter, Operand, Place, Role, Row, Source};
use crate::number::{BF16, Class, F16, F32, F64, Format, Pattern};
use crate::rounding::Mode;

/// A piece of a text and the fields that it shows; the name of the instruction, blanks and commas show none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// The fields.
    pub roles: Vec<Role>,
}

/// The text of an instruction: `@!P3 FADD.FTZ R0, -|R1|, 1.5 ;`.
pub fn text(instruction: &Instruction) -> String {
    pieces(instruction).into_iter().map(|piece| piece.text).collect()
}

/// The text of an instruction, in pieces.
pub fn pieces(instruction: &Instruction) -> Vec<Piece> {
    let mut list = List { instruction, pieces: Vec::new() };
    list.guard();
    list.say(instruction.row.name, &[]);
    for choice in instruction.row.head {
        list.choice(choice);
    }
    list.operands();
    // A special number brings its own blank.
    let blank = if list.pieces.last().is_some_and(|piece| piece.text.ends_with(' ')) { "" } else { " " };
    list.say(format!("{blank};"), &[]);
    list.pieces
}

struct List<'a> {
    instruction: &'a Instruction,
    pieces: Vec<Piece>,
}

impl List<'_> {
    fn say(&mut self, text: impl Into<String>, roles: &[Role]) {
        self.pieces.push(Piece { text: text.into(), roles: roles.to_vec() });
    }

    fn register(&self, number: u32) -> String {
        if self.instruction.row.uniform { uniform_name(number, 255) } else { register_name(number) }
    }

    fn guard(&mut self) {
        let (predicate, negated) = self.instruction.guard();
        if predicate != 7 || negated {
            let name = predicate_name(if self.instruction.row.uniform { "UP" } else { "P" }, predicate.into());
            self.say(format!("@{}{name}", if negated { "!" } else { "" }), &[Role::GuardNot, Role::Guard]);
            self.say(" ", &[]);
        }
    }

    fn choice(&mut self, choice: &Choice) {
        let instruction = self.instruction;
        if !choice.counts(instruction.encode(), instruction.generation) {
            return;
        }
        if let Some(word) = choice.spelled(choice.field.read(instruction.encode())).filter(|word| !word.is_empty()) {
            self.say(format!(".{word}"), &[choice.field.role]);
        }
    }

    fn operands(&mut self) {
        let instruction = self.instruction;
        let mut between = " ";
        for operand in instruction.row.operands {
            if !is_written(operand, instruction) {
                continue;
            }
            self.say(between, &[]);
            between = ", ";
            self.operand(operand);
        }
    }

    fn operand(&mut self, operand: &'static Operand) {
        let instruction = self.instruction;
        match operand.place {
            Place::Register(role, low) => self.say(self.register(instruction.take(low, 8)), &[role]),
            Place::Uniform(role, pieces) => self.say(uniform_name(instruction.bits(pieces), 255), &[role]),
            Place::Single => self.say(spell(Pattern::new(F32::ROW, instruction.take(32, 32).into())), &[Role::Immediate]),
            Place::Predicate(role, low, not) => {
                if not.is_some_and(|bit| instruction.bit(bit)) {
                    self.say("!", &[Role::PredicateNot]);
                }
                let kind = if instruction.row.uniform { "UP" } else { "P" };
                self.say(predicate_name(kind, instruction.take(low, 3)), &[role]);
            }
            Place::UniformPredicate(low, not) => {
                if instruction.bit(not) {
                    self.say("!", &[Role::UniformPredicateNot]);
                }
                self.say(predicate_name("UP", 7 ^ instruction.take(low, 3)), &[Role::UniformPredicate]);
            }
            Place::Number(role, low, width) => self.say(format!("{:#x}", instruction.take(low, width)), &[role]),
            Place::Signs => {
                let letters = (0..4).rev().map(|at| SIGNS[instruction.take(32 + 2 * at, 2) as usize]).collect::<String>();
                self.say(letters, &[Role::Signs]);
            }
            Place::Source(letter) => return self.source(letter, operand),
        }
        for choice in operand.part {
            self.choice(choice);
        }
    }

    fn source(&mut self, letter: Letter, operand: &'static Operand) {
        let instruction = self.instruction;
        let [register, negate, absolute, _] = letter.roles();
        let (signs, source) = (instruction.signs(letter), instruction.source(letter));
        if source == Source::Immediate {
            self.number();
            return instruction.parts(operand).for_each(|choice| self.choice(choice));
        }
        if signs.negate.is_some_and(|bit| instruction.bit(bit)) {
            self.say("-", &[negate]);
        }
        // The part of a register that a conversion reads stands inside the bars, a choice of lanes behind them.
        let inside =
            instruction.is_short() || source != Source::Register || operand.part.iter().any(|choice| choice.field.role == Role::Part);
        let bars = signs.absolute.is_some_and(|bit| instruction.bit(bit));
        if bars {
            self.say("|", &[absolute]);
        }
        match source {
            Source::Constant => self.constant(),
            Source::Uniform => {
                let none = if instruction.generation >= 100 { 255 } else { 63 };
                self.say(uniform_name(instruction.bits(instruction.uniform()), none), &[Role::Uniform]);
            }
            _ => {
                self.say(self.register(instruction.register(letter).into()), &[register]);
                if bars && !inside {
                    self.say("|", &[absolute]);
                }
                let reuse = instruction.row.layout.reuse(letter).filter(|_| !instruction.is_slow() && !instruction.row.uniform);
                if reuse.is_some_and(|bit| instruction.bit(bit)) {
                    self.say(".reuse", &[Role::Reuse]);
                }
            }
        }
        instruction.parts(operand).for_each(|choice| self.choice(choice));
        if bars && inside {
            self.say("|", &[absolute]);
        }
    }

    fn constant(&mut self) {
        let instruction = self.instruction;
        let (bank, offset) = instruction.constant();
        let offset = i64::from(offset);
        let offset = if offset >= 0x8000 && !instruction.is_indirect() { offset - 0x1_0000 } else { offset };
        if instruction.is_indirect() {
            self.say(format!("cx[{}]", uniform_name(instruction.take(32, 6), 63)), &[Role::Uniform]);
        } else {
            self.say(format!("c[{bank:#x}]"), &[Role::Bank]);
        }
        let blank = if parts_brackets(instruction) { " " } else { "" };
        let sign = if offset < 0 { "-" } else { "" };
        self.say(format!("{blank}[{sign}{:#x}]", offset.unsigned_abs()), &[Role::Offset]);
    }

    fn number(&mut self) {
        let instruction = self.instruction;
        let numbers = numbers(instruction);
        if numbers.is_empty() {
            let bits = instruction.take(32, 32);
            let negative = takes_signed(instruction) && (bits as i32) < 0;
            let spelled = if negative { format!("-{:#x}", bits.wrapping_neg()) } else { format!("{bits:#x}") };
            return self.say(spelled, &[Role::Immediate]);
        }
        for (at, number) in numbers.iter().enumerate() {
            if at > 0 {
                self.say(", ", &[]);
            }
            let mut spelling = spell(*number);
            if number.class() == Class::SignalingNan && !self.instruction.is_short() {
                spelling = spelling.replace('Q', "S");
            }
            let blank = if is_special(&spelling) { " " } else { "" };
            let role = match (instruction.row.immediate, numbers.len()) {
                (Immediate::LowHalf, _) => Role::ImmediateH0,
                (_, 1) => Role::Immediate,
                _ => [Role::ImmediateH1, Role::ImmediateH0][at],
            };
            self.say(spelling + blank, &[role]);
        }
    }
}

/// The bits of a word that its text does not say, each run as (high, low, value): how it is issued, bits without a meaning, fields that
/// another field makes mean nothing, the payload of a NaN. Reading the text back is what tells.
pub fn unsaid(instruction: &Instruction) -> Vec<(u32, u32, u128)> {
    let word = instruction.encode();
    let read = parse(&text(instruction), instruction.generation);
    let said = read.statements.first().and_then(|statement| statement.instruction()).map_or(0, Instruction::encode);
    let differing = word ^ said;
    let width = instruction.width();
    let mut runs = Vec::new();
    let mut low = 0;
    while low < width {
        // How it is issued is one number.
        let (begin, end) = if width > 64 { ISSUE } else { (width, width) };
        let length = match differing >> low {
            rest if low == begin => {
                if rest & ((1 << (end - begin)) - 1) == 0 {
                    0
                } else {
                    end - begin
                }
            }
            rest => rest.trailing_ones().min(if low < begin { begin } else { width } - low),
        };
        if length > 0 {
            runs.push((low + length - 1, low, word >> low & (u128::MAX >> (128 - length))));
        }
        low += if low == begin { end - begin } else { length.max(1) };
    }
    runs.reverse();
    runs
}

/// The bits that say how an instruction of 128 bits is issued, but for the reuse cache; the second bound is the first behind them.
const ISSUE: (u32, u32) = (105, 122);

/// What the text does not say as a comment that reading takes into account: `/* 42=1, 38:36=7 */`. None where the text says all.
pub fn unsaid_comment(instruction: &Instruction) -> Option<String> {
    let spelled = |(high, low, value): (u32, u32, u128)| {
        if high == low { format!("{high}={value:x}") } else { format!("{high}:{low}={value:x}") }
    };
    let runs: Vec<String> = unsaid(instruction).into_iter().map(spelled).collect();
    (!runs.is_empty()).then(|| format!("/* {} */", runs.join(", ")))
}

/// An instruction as the box spells it: as nvdisasm does, the semicolon without a blank before it.
pub fn spelled(instruction: &Instruction) -> String {
    text(instruction).trim_end_matches([';', ' ']).to_owned() + ";"
}

/// Two signs by two bits of the pattern: plus, minus, zero.
pub(super) const SIGNS: [&str; 4] = ["PP", "PN", "NP", "ZP"];

/// Whether an operand stands in the text.
pub(super) fn is_written(operand: &Operand, instruction: &Instruction) -> bool {
    let here = operand.span.has(instruction.generation) && operand.when.iter().all(|condition| condition.holds(instruction.encode()));
    let always = match operand.place {
        Place::Predicate(_, low, not) => instruction.take(low, 3) == 7 && !not.is_some_and(|bit| instruction.bit(bit)),
        Place::UniformPredicate(low, not) => instruction.take(low, 3) == 0 && !instruction.bit(not),
        _ => false,
    };
    here && !(operand.optional && always)
}

/// The numbers that stand in an instruction as it reads them, the upper lane first; none where it is a pattern of bits.
pub fn numbers(instruction: &Instruction) -> Vec<Pattern> {
    if !instruction.row.numbers.is_empty() {
        return instruction.row.numbers.iter().map(|field| short(instruction, *field)).collect();
    }
    let bits = u64::from(instruction.take(32, 32));
    let halves = |format| [Pattern::new(format, bits >> 16), Pattern::new(format, bits & 0xffff)];
    match instruction.row.immediate {
        Immediate::Bits | Immediate::Integer(_) => Vec::new(),
        Immediate::Single => vec![Pattern::new(F32::ROW, bits)],
        Immediate::Double => vec![Pattern::new(F64::ROW, bits << 32)],
        Immediate::Halves => halves(half_format(instruction)).into(),
        Immediate::LowHalf => vec![Pattern::new(half_format(instruction), bits & 0xffff)],
        Immediate::Of(role) => vec![match instruction.spelled(role).as_deref() {
            Some("F16x2") => return halves(F16::ROW).into(),
            Some("BF16x2") => return halves(BF16::ROW).into(),
            Some("F16") => Pattern::new(F16::ROW, bits & 0xffff),
            Some("BF16") => Pattern::new(BF16::ROW, bits & 0xffff),
            Some("F64") => Pattern::new(F64::ROW, bits << 32),
            _ if instruction.spelled(Role::Function).is_some_and(|word| word.ends_with("64H")) => Pattern::new(F64::ROW, bits << 32),
            _ => Pattern::new(F32::ROW, bits),
        }],
    }
}

/// A number of a word of 64 bits, of which a field holds the top bits; all of a half and more. An invalid format is read like F32, as
/// nvdisasm does.
fn short(instruction: &Instruction, field: Field) -> Pattern {
    let format = short_format(instruction);
    let bits = u64::from(field.read(instruction.encode()));
    Pattern::new(format, bits << format.width().saturating_sub(field.width()) & format.mask())
}

/// The format of such a number.
pub(super) fn short_format(instruction: &Instruction) -> &'static Format {
    match (instruction.row.immediate, instruction.get(Role::From)) {
        (Immediate::Halves, _) | (_, 1) => F16::ROW,
        (_, 3) => F64::ROW,
        _ => F32::ROW,
    }
}

/// Whether the number is an integer with a sign.
pub(super) fn takes_signed(instruction: &Instruction) -> bool {
    matches!(instruction.row.immediate, Immediate::Integer(role) if instruction.spelled(role).is_none_or(|word| !word.starts_with('U')))
}

/// The format that a half operation computes in.
pub fn half_format(instruction: &Instruction) -> &'static Format {
    let says = |role| instruction.spelled(role).is_some_and(|word| word == "BF16_V2");
    if says(Role::Output) || says(Role::Format) { BF16::ROW } else { F16::ROW }
}

/// nvdisasm parts the brackets where a half may follow.
fn parts_brackets(instruction: &Instruction) -> bool {
    match instruction.row.immediate {
        Immediate::Single if instruction.row.name == "F2FP" => instruction.source(Letter::C) == Source::Constant,
        Immediate::Halves | Immediate::LowHalf => instruction.row.name != "HFMA2.MMA",
        Immediate::Bits | Immediate::Integer(_) => instruction.row.name == "I2F" && instruction.take(84, 2) < 2,
        Immediate::Of(role) => instruction.spelled(role).is_some_and(|word| word.ends_with("F16")),
        _ => false,
    }
}

/// The name of a register; the last one is RZ.
pub fn register_name(number: u32) -> String {
    if number == 255 { "RZ".to_owned() } else { format!("R{number}") }
}

fn uniform_name(number: u32, none: u32) -> String {
    if number == none { "URZ".to_owned() } else { format!("UR{number}") }
}

fn predicate_name(kind: &str, number: u32) -> String {
    if number == 7 { format!("{kind}T") } else { format!("{kind}{number}") }
}

/// The mode of a rounding's word, to a format or to a whole number; the one without a word rounds to nearest.
pub(super) fn mode_of(word: &str) -> Option<Mode> {
    match word {
        "" => Some(Mode::Rn),
        "RM" | "FLOOR" => Some(Mode::Rm),
        "RP" | "CEIL" => Some(Mode::Rp),
        "RZ" | "TRUNC" => Some(Mode::Rz),
        _ => None,
    }
}

/// Operands of a row that are all different, with a semicolon.
pub(super) fn example_operands(row: &'static Row, generation: u32) -> Option<String> {
    let mut example = (1..8).find_map(|form| Instruction::new(row, form, generation))?;
    let mut first = true;
    for operand in row.operands {
        match operand.place {
            // Pairs of registers for doubles; for all others as good as neighbours.
            Place::Source(letter) if example.source(letter) == Source::Register => {
                let number = match letter {
                    Letter::A => 2,
                    Letter::B => 4,
                    Letter::C => 6,
                };
                example = example.put(example.register_low(letter), 8, number);
            }
            Place::Predicate(_, low, _) if !core::mem::take(&mut first) => example = example.put(low, 3, 7),
            _ => {}
        }
    }
    let text = text(&example);
    Some(text.split_once(' ')?.1.trim_end_matches([';', ' ']).to_owned() + ";")
}
