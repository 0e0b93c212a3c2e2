//! What an investigation is made of, for the worker that judges: it goes without the tables of instructions, the parsers and their
//! complaints, since everything that may have happened is handed over as computations.

use super::batch::Counts;
use super::code::{Compiled as Code, Source, Step};
use super::machine::Program;
use super::reinterpretation::Half;
use super::rewriting::Detour;
use super::table::{Report, Row, Says};
use super::{Compiled, Hypothesis, Investigation, Kind, ModifierMutation, Mutation, Reinterpretation, Rewrite};
use crate::evaluate::{Comparison, Computation};
use crate::instruction::sass::{Instruction, decode_64};
use crate::instruction::{Context, Meaning, Modifier, ModifierSet, Target, Type, Version};
use crate::number::{EVERY, Format, OperandType};
use crate::operation::Relation;
use crate::rounding::Mode;
use crate::sass::Name;
use crate::sass::lift::{Does, From, Lifted, Taken};
use crate::special_function::Op;
use crate::special_function::sequence::Sequence;
use crate::special_function::sequence_table::SEQUENCES;
use crate::wire::{Item, listed, record, variants};

record! { Context { target, ptx } }
record! { Version { major, minor } }
record! { Computation { meaning, modifiers, to, from, sources, first_generation, sequence } }
record! { Step { computation, from, to } }
record! { Code { steps } }
record! { Program { instructions, inputs, result, mask } }
record! { Lifted { guard, does, sources, predicate, to, writes } }
record! { Taken { from, own, parts, turned, absolute, negate } }
record! { Comparison { own, to, relation, boolean, flush } }
record! { Counts { right, explained, unexplained, unread } }
record! { Report { done, progress, lines, counts, names, summary, leaders } }
record! { Row { line, says, why, ulps, cells } }

variants! { Compiled { 0 Code(code), 1 Machine(program) } }
variants! { Source { 0 Place(place), 1 Bits(bits) } }
variants! { Mutation { 0 ModifierMutation(mutation), 1 Rewrite(rewrite), 2 Toggled(kind, phrase), 3 Reinterpretation(reading) } }
variants! { ModifierMutation { 0 Words(kind, drop, add), 1 Target(target) } }
variants! { Does {
    0 Compute(computation), 1 Compare(comparison), 2 Unit(op), 3 Choose, 4 Check, 5 Maxwell(instruction), 6 Nothing, 7 End, 8 Branch, 9 Return, 10 ComputeWithCarry(sum, carry), 11 Copy,
    12 ComputeTwice(first, second), 13 ComputeParts(computation), 14 Pick(computation),
} }
variants! { From { 0 Bits(bits), 1 Names(names) } }
variants! { Name { 0 Register(number), 1 Predicate(number), 2 Uniform(number), 3 UniformPredicate(number), 4 Constant(bank, offset), 5 Loaded(number, place, turn), 6 Local(distance), 7 Special(at) } }
variants! { Rewrite {
    0 Split, 1 Joined, 2 Truncated, 3 FlushedOperands, 4 FlushedResult, 5 Reciprocal(detour), 6 ThroughDouble(mode), 7 ThroughSingle,
    8 NarrowResult(narrow, mode), 9 NarrowOperands(narrow, mode), 10 Between(between), 11 Whole(mode), 12 Negated(input),
    13 Absolute(input), 14 Order(names), 15 OtherProduct, 16 Associated,
} }
variants! { Reinterpretation {
    0 Bytes, 1 Halves, 2 Upper(half), 3 Lower(half), 4 Format(format, up), 5 Digits(count), 6 Places(count), 7 Integer,
    8 OperandNan(operand), 9 SignalingNan(operand), 10 HostNan, 11 PlainNan, 12 CanonicalNan, 13 OtherNan, 14 Operand(operand), 15 Zero,
    16 Ones,
} }
variants! { Detour { 0 Rounded, 1 Approximate, 2 Flushing, 3 TimesRoot, 4 OfReciprocalRoot, 5 OfRoundedRoot, 6 OfApproximateRoot } }
variants! { Half { 0 Bits, 1 Bf16, 2 Word, 3 Lane } }
variants! { Says { 0 Right, 1 Explained, 2 Unexplained, 3 Unread } }

listed! {
    &'static Format = EVERY;
    Kind = Kind::ALL;
    Meaning = Meaning::ALL;
    Mode = Mode::ALL;
    Modifier = [Modifier::And, Modifier::Or, Modifier::Xor];
    Op = Op::ALL;
    Target = Target::ALL;
    Type = Type::ALL;
}

impl Item for Investigation {
    fn write(&self, words: &mut Vec<u64>) {
        self.text.write(words);
        self.context.write(words);
        self.inputs.write(words);
        self.format.write(words);
        self.packed.write(words);
        self.compiled.write(words);
        words.push(self.hypotheses.len() as u64);
        for Hypothesis { departures, text, compiled } in &self.hypotheses {
            departures.write(words);
            // A reading is one of the instruction itself.
            if !is_reading(departures) {
                text.write(words);
                compiled.write(words);
            }
        }
    }

    fn read(words: &mut &[u64]) -> Option<Self> {
        let (text, context, inputs) = (String::read(words)?, Context::read(words)?, Vec::<(String, &Format)>::read(words)?);
        let (format, packed, compiled) = (Option::<&Format>::read(words)?, bool::read(words)?, Compiled::read(words)?);
        // Other readings have no meaning for such a result.
        let readings = format.map_or(Vec::new(), |format| Reinterpretation::all(format, packed, inputs.len()));
        let is_sound = |one: &Mutation| !matches!(one, Mutation::Reinterpretation(reading) if !readings.contains(reading));
        let count = usize::read(words)?;
        let hypothesis = |_| {
            let departures = Vec::read(words).filter(|list: &Vec<Mutation>| list.iter().all(is_sound))?;
            let (text, compiled) = match is_reading(&departures) {
                true => (text.clone(), compiled.clone()),
                false => (String::read(words)?, Compiled::read(words)?),
            };
            Some(Hypothesis { departures, text, compiled })
        };
        let hypotheses = (0..count).map(hypothesis).collect::<Option<_>>()?;
        Some(Investigation { text, context, inputs, format, packed, hypotheses, compiled })
    }
}

fn is_reading(departures: &[Mutation]) -> bool {
    matches!(departures, [Mutation::Reinterpretation(_), ..])
}

/// What an operand holds, in at most 64 bits.
impl Item for OperandType {
    fn write(&self, words: &mut Vec<u64>) {
        self.format.write(words);
        self.lanes.write(words);
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        let (format, lanes) = (<&Format>::read(words)?, u32::read(words).filter(|lanes| (1..=8).contains(lanes))?);
        Some(OperandType { format, lanes }).filter(|own| own.width() <= 64)
    }
}

/// The words of a set; none of them is a type.
impl Item for ModifierSet {
    fn write(&self, words: &mut Vec<u64>) {
        words.extend(self.words());
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        Some(ModifierSet::from_words([u64::read(words)?, u64::read(words)?, u64::read(words)?]))
    }
}

/// By its outcomes, of which it has a bit each.
impl Item for Relation {
    fn write(&self, words: &mut Vec<u64>) {
        self.outcomes.write(words);
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        u8::read(words).map(Relation::among)
    }
}

/// One of 64 bits, which says itself what it computes.
impl Item for Instruction {
    fn write(&self, words: &mut Vec<u64>) {
        words.extend([self.generation.into(), self.encode() as u64]);
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        let (generation, word) = (u64::read(words)?, u64::read(words)?);
        decode_64(word, u32::try_from(generation).ok()?).ok()
    }
}

impl Item for &'static Sequence {
    fn write(&self, words: &mut Vec<u64>) {
        words.push(SEQUENCES.iter().position(|one| core::ptr::eq(one, *self)).map_or(u64::MAX, |place| place as u64));
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        SEQUENCES.get(usize::read(words)?)
    }
}
