//! Machine code of 128 bits as PTX that computes the same: what asks about PTX asks about machine code, too.
//!
//! Registers keep their numbers (`R4` is `%R4`, the pair from R4 on `%RD4`), a constant of a bank is a register of its own, and a sign or bars
//! are an instruction before. What reads halves apart, other threads, integers or predicates has no such PTX.

use super::document::Document;
use super::lift::{Does, From, Lifted, STRAIGHT, Taken, source_predicate};
use super::machine::{Name, RZ};
use crate::evaluate::Computation;
use crate::instruction::sass::{Instruction, Role};
use crate::instruction::{Context, Form, Meaning, Modifier, ModifierSet, Type, forms_of};
use crate::number::{F32, OperandType};
use crate::special_function::Op;

/// The PTX of every instruction of a text; None where one has none.
pub(super) fn ptx(document: &Document) -> Option<Vec<String>> {
    let is_of_table = document.statements.iter().all(|statement| statement.instruction().is_some());
    if document.is_short() || !is_of_table || !document.runs() {
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
pub(super) fn approximation(op: Op) -> Option<&'static str> {
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
pub(super) fn type_of(own: OperandType) -> Option<Type> {
    let lanes = if own.lanes > 1 { "x2" } else { "" };
    Modifier::named(&[".", &own.format.name.to_lowercase(), lanes].concat())?.data_type()
}

impl PtxLines {
    fn instruction(&mut self, instruction: &Instruction) -> Option<()> {
        let lifted = Lifted::of(instruction).ok()?;
        let guard = match lifted.guard {
            (Name::Predicate(7), true) => return None,
            (Name::Predicate(7), false) => String::new(),
            (name, negated) => format!("@{}%{name} ", if negated { "!" } else { "" }),
        };
        if source_predicate(instruction).is_some() || instruction.has(Role::XorSign) {
            return None;
        }
        let sources = &lifted.sources;
        let name = match lifted.does {
            Does::Unit(op) if lifted.to.format == F32::ROW => approximation(op)?.to_owned(),
            Does::Compute(computation) => {
                let meaning = match computation.meaning {
                    // Without a predicate it is the one that always holds, or its opposite.
                    Meaning::Minimum if lifted.predicate.1 => Meaning::Maximum,
                    meaning => meaning,
                };
                let (form, modifiers) =
                    form_of(meaning, &computation, &sources.iter().map(|source| source.own).collect::<Vec<_>>(), self.context)?;
                form.pattern.spelled(modifiers)
            }
            _ => return None,
        };
        let sources: Vec<String> = sources.iter().map(|source| self.source(source)).collect::<Option<_>>()?;
        let to = self.register(*lifted.writes.first()?, lifted.to)?;
        self.lines.push(format!("{guard}{name} {to}, {};", sources.join(", ")));
        Some(())
    }

    /// A register that holds something; None of the one that holds zero.
    fn register(&mut self, name: Name, own: OperandType) -> Option<String> {
        let Name::Register(number) = name else { return None };
        if number == RZ {
            return None;
        }
        let (list, name) = if own.width() > 32 { (&mut self.pairs, "%RD") } else { (&mut self.words, "%R") };
        list.push(number);
        Some(format!("{name}{number}"))
    }

    /// A source as an operand, with its sign.
    fn source(&mut self, source: &Taken) -> Option<String> {
        let own = source.own;
        let data_type = type_of(own)?;
        let whole = if own.lanes > 1 { source.parts == STRAIGHT } else { source.parts[0] == 0 };
        if !whole || source.turned != 0 {
            return None;
        }
        let number = |bits: u64| match data_type {
            Type::F32 => Some(format!("0f{bits:08X}")),
            Type::F64 => Some(format!("0d{bits:016X}")),
            _ => None,
        };
        let mut operand = match source.from {
            From::Bits(bits) => number(bits)?,
            From::Names([Name::Register(RZ), _]) => number(0)?,
            From::Names([Name::Constant(bank, offset), _]) => format!("%c{bank}_{offset:x}"),
            From::Names([name, _]) => self.register(name, own)?,
        };
        for (name, _) in [("abs", source.absolute), ("neg", source.negate)].into_iter().filter(|(_, set)| *set) {
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
pub(super) fn form_of(
    meaning: Meaning,
    computation: &Computation,
    sources: &[OperandType],
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
        let (from, rest) = sources.split_first()?;
        if rest.iter().any(|other| other != from) {
            return None;
        }
        words = words.with(Modifier::Type(1, type_of(*from)?));
    } else if sources.iter().any(|own| *own != computation.to) {
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
