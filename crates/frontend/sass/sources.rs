//! A line of integers taken apart: its operands as registers, predicates, constants and numbers that an operation takes.

use super::lift::{Does, From, Lifted, STRAIGHT, Taken};
use super::machine::{Name, RZ};
use crate::evaluate::Computation;
use crate::instruction::{Meaning, ModifierSet};
use crate::number::{Format, OperandType, U32};
use crate::operation::Alu;

/// A line cut into its parts.
pub(super) struct Code<'a> {
    pub guard: (Name, bool),
    pub name: &'a str,
    /// The dotted words behind the name.
    pub words: &'a str,
    pub operands: Vec<&'a str>,
}

impl<'a> Code<'a> {
    /// None of a line with an empty operand or a guard that is no predicate.
    pub fn cut(line: &'a str) -> Option<Code<'a>> {
        let line = line.trim().trim_end_matches(';').trim_end();
        // A disassembler's remark on a spill: (*"SpillRefill"*).
        let line = line.rfind("(*\"").filter(|_| line.ends_with("\"*)")).map_or(line, |at| line[..at].trim_end());
        let (guard, code) = match line.strip_prefix('@') {
            Some(rest) => rest.split_once(char::is_whitespace)?,
            None => ("PT", line),
        };
        let guard = predicate(guard)?;
        let (head, rest) = code.trim_start().split_once(char::is_whitespace).unwrap_or((code.trim(), ""));
        let operands: Vec<&str> = match rest.trim() {
            "" => Vec::new(),
            rest => rest.split(',').map(|text| text.trim().trim_end_matches(".reuse")).collect(),
        };
        let (name, words) = head.split_once('.').unwrap_or((head, ""));
        (!operands.contains(&"")).then_some(Code { guard, name, words, operands })
    }
}

/// A line whose name was read.
pub(super) struct Line<'a> {
    pub guard: (Name, bool),
    pub to: &'a str,
    pub from: &'a [&'a str],
}

impl Line<'_> {
    pub fn lifted(&self, does: Does, sources: Vec<Taken>, to: OperandType, writes: Vec<Name>) -> Lifted {
        Lifted { guard: self.guard, does, sources, predicate: (Name::Predicate(7), false), to, writes }
    }

    /// The predicates in front of the sources that carries go to, and the sources. A carry stays among the registers of its kind.
    pub fn carries(&self) -> Option<(Vec<Name>, &[&str])> {
        let count = self.from.iter().take_while(|text| predicate(text).is_some()).count();
        let (front, from) = self.from.split_at(count);
        let mut names: Vec<Name> =
            front.iter().map(|text| predicate(text).filter(|(_, negated)| !negated).map(|(name, _)| name)).collect::<Option<_>>()?;
        while names.last().is_some_and(|name| name.fixed().is_some()) {
            names.pop();
        }
        let is_uniform = |name: &Name| matches!(name, Name::UniformPredicate(_));
        let fits = names.iter().all(|name| name.fixed().is_some() || is_uniform(name) == self.to.starts_with('U'));
        (count <= 2 && fits).then_some((names, from))
    }

    /// An operation on some of the operands; some may have a sign.
    pub fn computes(&self, alu: Alu, to: &'static Format, from: &[&'static Format], order: &[usize], signed: &[usize]) -> Option<Lifted> {
        self.computes_beside(&[], alu, to, from, order, signed)
    }

    /// The same where predicates take the bits above the word.
    pub fn computes_beside(
        &self,
        beside: &[Name],
        alu: Alu,
        to: &'static Format,
        from: &[&'static Format],
        order: &[usize],
        signed: &[usize],
    ) -> Option<Lifted> {
        let sources = from.iter().zip(order).map(|(format, at)| {
            let (text, own) = (self.from.get(*at)?, OperandType::one(format));
            if signed.contains(at) { with_sign(text, own) } else { taken(text, own) }
        });
        let sources = sources.collect::<Option<Vec<Taken>>>()?;
        for (at, text) in self.from.iter().enumerate().filter(|(at, _)| !order.contains(at)) {
            match (alu, *text, at) {
                // What a shift brings in from a word that does not count.
                (Alu::ShiftLeft, _, 2) => _ = taken(text, OperandType::one(U32))?,
                (Alu::ShiftRight | Alu::ShiftRightSigned, "RZ" | "URZ", 0) => {}
                _ => return None,
            }
        }
        let is_pair = to.width() > 32 && beside.is_empty();
        let mut writes = self.destination(is_pair)?;
        writes.extend(beside);
        Some(self.lifted(compute(alu, to, &sources), sources, OperandType::one(to), writes))
    }

    /// An operation, and a second one on its result and more sources.
    pub fn twice(
        &self,
        first: Computation,
        mut sources: Vec<Taken>,
        second: impl Fn(&[Taken]) -> Computation,
        more: Vec<Taken>,
    ) -> Option<Lifted> {
        let result = taken_from(From::Bits(0), more.first()?.own);
        let second = second(&[&[result], &more[..]].concat());
        sources.extend(more);
        // An instruction reads four numbers at most.
        (sources.len() <= 4).then_some(())?;
        Some(self.lifted(Does::ComputeTwice(first, second), sources, second.to, self.destination(false)?))
    }

    /// The register, or the pair, that the line writes.
    pub fn destination(&self, is_pair: bool) -> Option<Vec<Name>> {
        let name = name_of(self.to).filter(|name| !name.is_predicate() && !matches!(name, Name::Constant(..)))?;
        Some(if is_pair { both(name)?.into() } else { vec![name] })
    }
}

impl Lifted {
    /// One source more.
    pub(super) fn with(mut self, source: Taken) -> Option<Lifted> {
        self.sources.push(source);
        if let Does::Compute(computation) = &mut self.does {
            computation.sources = self.sources.len();
            *computation.from.get_mut(self.sources.len() - 1)? = source.own;
        }
        Some(self)
    }
}

/// The order of two sources, and of three, that stand as they are taken.
pub(super) const TWO: &[usize] = &[0, 1];
pub(super) const THREE: &[usize] = &[0, 1, 2];

pub(super) fn compute(alu: Alu, to: &'static Format, sources: &[Taken]) -> Does {
    Does::Compute(computation(alu, to, sources))
}

pub(super) fn computation(alu: Alu, to: &'static Format, sources: &[Taken]) -> Computation {
    let last = sources.last().map_or(OperandType::one(to), |source| source.own);
    let from = core::array::from_fn(|at| sources.get(at).map_or(last, |source| source.own));
    Computation {
        meaning: Meaning::Alu(alu),
        modifiers: ModifierSet::NONE,
        to: OperandType::one(to),
        from,
        sources: sources.len(),
        first_generation: false,
        sequence: None,
    }
}

/// A predicate as a carry.
pub(super) fn carried(text: &str) -> Option<Taken> {
    let (name, negated) = predicate(text)?;
    let word = OperandType::one(U32);
    Some(Taken { turned: negated.into(), ..taken_from(From::Names([name, Name::Register(RZ)]), word) })
}

/// A predicate, and whether its opposite is meant.
pub(super) fn predicate(text: &str) -> Option<(Name, bool)> {
    let plain = text.strip_prefix('!');
    Some((name_of(plain.unwrap_or(text)).filter(|name| name.is_predicate())?, plain.is_some()))
}

pub(super) fn name_of(text: &str) -> Option<Name> {
    match text {
        "RZ" => Some(Name::Register(RZ)),
        "URZ" => Some(Name::Uniform(RZ)),
        "PT" => Some(Name::Predicate(7)),
        "UPT" => Some(Name::UniformPredicate(7)),
        // Up to sm_90 it is URZ, which no text calls so.
        "UR63" => None,
        _ => Name::read(text).filter(|name| !matches!(name, Name::Loaded(..) | Name::Local(_) | Name::Special(_))),
    }
}

/// A name and the one behind it, which hold a pair; a pair of registers begins at an even number.
fn both(low: Name) -> Option<[Name; 2]> {
    let begins = |number: u8| number.is_multiple_of(2) && number < RZ - 1;
    match low {
        Name::Register(number) | Name::Uniform(number) if number != RZ && !begins(number) => None,
        _ => Some([low, low.following(1)]),
    }
}

/// A register, a constant or a number, as a source of a type.
pub(super) fn taken(text: &str, own: OperandType) -> Option<Taken> {
    with_sign(text, own).filter(|taken| !taken.negate)
}

/// A source that may have a minus in front of it.
pub(super) fn with_sign(text: &str, own: OperandType) -> Option<Taken> {
    let (text, negate) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
    if let Some(digits) = text.strip_prefix("0x") {
        let bits = u64::from_str_radix(digits, 16).ok().filter(|bits| !digits.starts_with('+') && bits & !own.format.mask() == 0)?;
        let bits = if negate { bits.wrapping_neg() } else { bits };
        return Some(taken_from(From::Bits(bits & own.format.mask()), own));
    }
    // The negative of an integer is no turned sign.
    let name = name_of(text).filter(|name| !name.is_predicate() && (!negate || own.format.is_integer()))?;
    let names = if own.width() > 32 { both(name)? } else { [name, Name::Register(RZ)] };
    Some(Taken { negate, ..taken_from(From::Names(names), own) })
}

pub(super) fn taken_from(from: From, own: OperandType) -> Taken {
    Taken { from, own, parts: STRAIGHT, turned: 0, absolute: false, negate: false }
}
