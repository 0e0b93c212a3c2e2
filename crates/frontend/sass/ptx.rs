//! Machine code of 128 bits as PTX that computes the same: what asks about PTX asks about machine code, too.
//!
//! Registers keep their numbers (`R4` is `%R4`, the pair from R4 on `%RD4`), a constant of a bank is a register of its own, and a sign or bars
//! are an instruction before. What reads halves apart, other threads, integers or predicates has no such PTX.

use super::document::Document;
use super::lift::{Lifted, lane_word, source_predicate, subtracts, work};
use super::machine::RZ;
use crate::evaluate::Computation;
use crate::instruction::sass::{Instruction, Letter, Role, Source};
use crate::instruction::{Context, Form, Meaning, Modifier, ModifierSet, Type, forms_of};
use crate::number::OperandType;
use crate::special_function::machine::Operation;
use crate::special_function::{Op, Operands};

/// The PTX of every instruction of a text; None where one has none.
pub(super) fn ptx(document: &Document) -> Option<Vec<String>> {
    if document.is_short() || !document.runs() {
        return None;
    }
    let mut lifted = PtxLines { context: document.context, ..PtxLines::default() };
    for (_, instruction) in document.instructions() {
        lifted.instruction(&instruction)?;
    }
    // A register that is half of a number here and a whole one there is two things.
    let halves = lifted.pairs.iter().flat_map(|low| [*low, low.wrapping_add(1)]);
    let apart = halves.into_iter().all(|number| !lifted.words.contains(&number));
    (apart && !lifted.lines.is_empty()).then_some(lifted.lines)
}

#[derive(Default)]
struct PtxLines {
    context: Context,
    lines: Vec<String>,
    /// Registers of one word, and the lower ones of pairs.
    words: Vec<u8>,
    pairs: Vec<u8>,
    /// How many registers stand for signed operands.
    signed: usize,
}

/// The approximation that is a function of the unit alone.
fn approximation(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Rcp => "rcp.approx.ftz.f32",
        Op::Rsq => "rsqrt.approx.ftz.f32",
        Op::Lg2 => "lg2.approx.ftz.f32",
        Op::Ex2 => "ex2.approx.ftz.f32",
        Op::Sqrt => "sqrt.approx.ftz.f32",
        Op::Tanh => "tanh.approx.f32",
        _ => return None,
    })
}

/// PTX's type of an operand.
fn type_of(own: OperandType) -> Option<Type> {
    let lanes = if own.lanes > 1 { "x2" } else { "" };
    Modifier::named(&[".", &own.format.name.to_lowercase(), lanes].concat())?.data_type()
}

impl PtxLines {
    fn instruction(&mut self, instruction: &Instruction) -> Option<()> {
        let guard = match instruction.guard() {
            (7, true) => return None,
            (7, false) => String::new(),
            (number, negated) => format!("@{}%P{number} ", if negated { "!" } else { "" }),
        };
        if source_predicate(instruction).is_some() || instruction.has(Role::XorSign) {
            return None;
        }
        let (name, to, sources) = match work(instruction).ok()? {
            Lifted::Unit(Operation::Mufu(op, Operands::Floats), format) => {
                let own = OperandType::one(format);
                (approximation(op)?.to_owned(), own, vec![self.source(instruction, Letter::B, own, true)?])
            }
            Lifted::Compute(computation, sources) => {
                let subtracts = subtracts(instruction, computation.meaning);
                let meaning = match computation.meaning {
                    Meaning::Add if subtracts => Meaning::Subtract,
                    // Without a predicate it is the one that always holds, or its opposite.
                    Meaning::Minimum if instruction.bit(90) => Meaning::Maximum,
                    meaning => meaning,
                };
                let (form, modifiers) = form_of(meaning, &computation, &sources, self.context)?;
                let read =
                    |(letter, own): &(Letter, OperandType)| self.source(instruction, *letter, *own, !(subtracts && *letter == Letter::B));
                (form.pattern.spelled(modifiers), computation.to, sources.iter().map(read).collect::<Option<_>>()?)
            }
            Lifted::Compare(_) | Lifted::Unit(..) | Lifted::Choose | Lifted::Check | Lifted::Maxwell(_) => return None,
        };
        let to = self.register(instruction.destination(), to)?;
        self.lines.push(format!("{guard}{name} {to}, {};", sources.join(", ")));
        Some(())
    }

    /// A register that holds something; None of the one that holds zero.
    fn register(&mut self, number: u8, own: OperandType) -> Option<String> {
        if number == RZ {
            return None;
        }
        let (list, name) = if own.width() > 32 { (&mut self.pairs, "%RD") } else { (&mut self.words, "%R") };
        list.push(number);
        Some(format!("{name}{number}"))
    }

    /// A source as an operand, with its sign where that is its own.
    fn source(&mut self, instruction: &Instruction, letter: Letter, own: OperandType, signed: bool) -> Option<String> {
        let data_type = type_of(own)?;
        let [.., by_role] = letter.roles();
        let part = lane_word(instruction, letter).or_else(|| instruction.spelled(Role::Part)).or_else(|| instruction.spelled(by_role));
        let whole: &[&str] = if own.lanes > 1 { &["", "H1_H0", "F32x2.HI_LO"] } else { &["", "H0", "H0_H0", "B0"] };
        if part.is_some_and(|word| !whole.contains(&&*word)) {
            return None;
        }
        let zero = || match data_type {
            Type::F32 => Some("0f00000000".to_owned()),
            Type::F64 => Some("0d0000000000000000".to_owned()),
            _ => None,
        };
        let number = instruction.source(letter) == Source::Immediate;
        let mut operand = match instruction.source(letter) {
            Source::Register => match instruction.register(letter) {
                RZ => zero()?,
                number => self.register(number, own)?,
            },
            Source::Immediate => match data_type {
                Type::F32 => format!("0f{:08X}", instruction.take(32, 32)),
                Type::F64 => format!("0d{:08X}00000000", instruction.take(32, 32)),
                _ => return None,
            },
            Source::Constant if !instruction.is_indirect() => {
                let (bank, offset) = instruction.constant();
                format!("%c{bank}_{offset:x}")
            }
            Source::Constant | Source::Uniform => return None,
        };
        let signs = instruction.signs(letter);
        let turned = |bit: Option<u32>| !number && bit.is_some_and(|bit| instruction.bit(bit));
        let changes = [("abs", turned(signs.absolute)), ("neg", turned(signs.negate) && signed)];
        for (name, _) in changes.into_iter().filter(|(_, set)| *set) {
            let words = ModifierSet::only(Modifier::Type(0, data_type));
            let takes = |form: &Form| form.pattern.allows(words) && form.is_available(words, self.context);
            if operand.starts_with('0') || !forms_of(name).iter().any(takes) {
                return None;
            }
            let changed = format!("%s{}", self.signed);
            self.signed += 1;
            self.lines.push(format!("{name}{} {changed}, {operand};", data_type.text()));
            operand = changed;
        }
        Some(operand)
    }
}

/// The row of PTX that computes the same, with its modifiers.
fn form_of(
    meaning: Meaning,
    computation: &Computation,
    sources: &[(Letter, OperandType)],
    context: Context,
) -> Option<(&'static Form, ModifierSet)> {
    let name = match meaning {
        Meaning::Add => "add",
        Meaning::Subtract => "sub",
        Meaning::Multiply => "mul",
        Meaning::Fused => "fma",
        Meaning::Minimum => "min",
        Meaning::Maximum => "max",
        Meaning::Convert => "cvt",
        _ => return None,
    };
    let to = type_of(computation.to)?;
    let mut words = computation.modifiers.with(Modifier::Type(0, to));
    if meaning == Meaning::Convert {
        let [(_, from)] = sources else { return None };
        words = words.with(Modifier::Type(1, type_of(*from)?));
    } else if sources.iter().any(|(_, own)| *own != computation.to) {
        return None;
    }
    // What goes without saying in machine code is said in PTX where that wants it.
    let tries = if words.mode().is_some() { vec![words] } else { vec![words.with(Modifier::Rn), words] };
    tries.into_iter().find_map(|words| {
        let fits = |form: &&Form| {
            form.row.in_manual
                && form.is_available(words, context)
                && form.meaning == meaning
                && form.pattern.source_count() == sources.len()
                && form.pattern.allows(words)
        };
        forms_of(name).iter().find(fits).map(|form| (form, words))
    })
}
