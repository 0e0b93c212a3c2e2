//! Integers in several steps, from their words and operands; what a chip is told beside its work.

use super::module::Code;
use super::operand::Wanted;
use super::read::Reader;
use super::statement::{Decoded, Instruction, Wrong, span_of};
use crate::instruction::{Modifier, ModifierSet, Type};
use crate::operation::Kind;
use crate::operation::composed::{Composed, Part, Second, Video};
use crate::syntax::{Heading, RegisterType, Token, constant};

const WORD: Wanted = Wanted { own: RegisterType::Integer(32), wider: false };

impl Reader<'_> {
    /// `vadd` and its kind, `lop3` with a predicate, `cvt.pack`.
    pub(super) fn composed(&mut self, it: &Instruction, heading: &Heading) -> Decoded<Code> {
        match heading.form.mnemonic() {
            "lop3" => self.lookup(it, heading.modifiers),
            "cvt" => self.pack(it, heading.modifiers),
            "mapa" | "getctarank" => self.of_cluster(it, heading),
            name => self.video(it, name, heading.modifiers),
        }
    }

    fn lookup(&mut self, it: &Instruction, words: ModifierSet) -> Decoded<Code> {
        let written = it.operand(0)?;
        let refused = || Wrong::error("destination", span_of(written), "Two registers are written here, d|p, of which d may be _.");
        let bar = written.iter().position(|token| it.shown(token) == "|").ok_or_else(refused)?;
        let any = Wanted::exactly(RegisterType::Untyped(32));
        let to = match it.texts(&written[..bar])[..] {
            ["_"] => self.builder.sink(),
            _ => self.written(it, &written[..bar], any)?,
        };
        let second = self.written(it, &written[bar + 1..], Wanted::exactly(RegisterType::Predicate))?;
        let [a, b, c] = [1, 2, 3].map(|at| it.operand(at).and_then(|tokens| self.source(it, tokens, any)));
        let table = self.number(it, it.operand(4)?, 0..=u64::MAX)? as u8;
        let (q, negated) = self.condition(it, it.operand(5)?)?;
        let what = Composed::Lookup { table, or: words.has(Modifier::Or) };
        Ok(Code::Composed { what, to, second: Some(second), from: [a?, b?, c?, q], count: 4, negated })
    }

    /// `mapa` and `getctarank`
    fn of_cluster(&mut self, it: &Instruction, heading: &Heading) -> Decoded<Code> {
        let own = self.own_type(it, heading.modifiers)?;
        let maps = heading.form.mnemonic() == "mapa";
        let to = self.written(it, it.operand(0)?, if maps { Wanted::exactly(own) } else { WORD })?;
        let from = self.source(it, it.operand(1)?, Wanted::exactly(own))?;
        let rank = if maps { self.source(it, it.operand(2)?, WORD)? } else { self.register("%cluster_ctarank", it.span.clone())? };
        let what = if maps { Composed::Mapped } else { Composed::Rank };
        Ok(Code::Composed { what, to, second: None, from: [from, rank, from, from], count: 2, negated: false })
    }

    fn pack(&mut self, it: &Instruction, words: ModifierSet) -> Decoded<Code> {
        let narrow = [(Modifier::U2, 2, false), (Modifier::S2, 2, true), (Modifier::U4, 4, false), (Modifier::S4, 4, true)];
        let kind = match narrow.into_iter().find(|(word, ..)| words.has(*word)) {
            Some((_, width, signed)) => Kind { width, signed },
            None => words.data_type().map_or(Kind::U32, |own| Kind::of(own.operand().format)),
        };
        let to = self.written(it, it.operand(0)?, Wanted::at_least(RegisterType::Integer(32)))?;
        let [a, b] =
            [1, 2].map(|at| it.operand(at).and_then(|tokens| self.source(it, tokens, Wanted::at_least(RegisterType::Integer(32)))));
        let (a, b) = (a?, b?);
        let c = match it.operands.get(3) {
            Some(tokens) => self.source(it, tokens, Wanted::at_least(RegisterType::Untyped(32)))?,
            None => self.builder.constant(0),
        };
        let count = it.operands.len() as u32 - 1;
        Ok(Code::Composed { what: Composed::Pack(kind), to, second: None, from: [a, b, c, a], count, negated: false })
    }

    fn video(&mut self, it: &Instruction, name: &str, words: ModifierSet) -> Decoded<Code> {
        let types = [0, 1, 2].map(|place| words.type_at(place) == Some(Type::S32));
        // The result of vset has the type of a.
        let signed = if name == "vset" { [types[0], types[0], types[1]] } else { types };
        let (tokens, into) = part(it, it.operand(0)?);
        let to = self.written(it, tokens, WORD)?;
        let second = [(Modifier::Add, Second::Add), (Modifier::Min, Second::Minimum), (Modifier::Max, Second::Maximum)];
        let second = second.into_iter().find(|(word, _)| words.has(*word)).map(|(_, second)| second);
        let is_mad = name == "vmad";
        if into.is_some() && (second.is_some() || is_mad || it.operands.len() < 4) {
            let message = "A part of d is written where c has the rest, and nothing else is done with c.";
            return Err(Wrong::error("operand", span_of(it.operand(0)?), message));
        }
        let mut negated = [false; 3];
        let mut parts = [Part::WORD; 2];
        let mut from = [to; 4];
        for place in 0..it.operands.len() - 1 {
            let mut tokens = it.operand(place + 1)?;
            if let [minus, rest @ ..] = tokens
                && is_mad
                && it.shown(minus) == "-"
                && constant(it.text, tokens, None, 32).is_err()
            {
                (tokens, negated[place]) = (rest, true);
            }
            if place < 2 {
                let (own, selected) = part(it, tokens);
                tokens = own;
                parts[place] = selected.unwrap_or(Part::WORD);
            }
            from[place] = self.source(it, tokens, WORD)?;
            if self.builder.is_special(from[place]) {
                return Err(Wrong::error("operand", span_of(tokens), "A special register is read by mov and cvt."));
            }
        }
        let (product, addend, plus_one) = (negated[0] != negated[1], negated[2], words.has(Modifier::Po));
        if (addend && (negated[0] || negated[1])) || (plus_one && negated.contains(&true)) {
            let message = "Either the product is negated or c, and neither with .po.";
            return Err(Wrong::error("operand", it.span.clone(), message));
        }
        let bounds = matches!(second, Some(Second::Minimum | Second::Maximum)) && matches!(name, "vsub" | "vshl");
        if bounds || [Modifier::Sat, Modifier::Shr7, Modifier::Shr15].iter().any(|word| words.has(*word)) {
            let name = it.words.join(".");
            return Err(Wrong::not_modelled(format!(
                "{name} is not modelled: the code that ptxas 13.5.37 makes of it differs from the manual as we read it, and no chip was asked."
            )));
        }
        let clamps = words.has(Modifier::Clamp);
        let relation = |word: Modifier| words.has(word);
        let what = match name {
            "vadd" => Video::Add,
            "vsub" => Video::Subtract,
            "vabsdiff" => Video::Distance,
            "vmin" => Video::Minimum,
            "vmax" => Video::Maximum,
            "vshl" => Video::Left(clamps),
            "vshr" => Video::Right(clamps),
            "vset" => Video::Set([
                relation(Modifier::Lt) || relation(Modifier::Le) || relation(Modifier::Ne),
                relation(Modifier::Eq) || relation(Modifier::Le) || relation(Modifier::Ge),
                relation(Modifier::Gt) || relation(Modifier::Ge) || relation(Modifier::Ne),
            ]),
            _ => Video::Mad { product, addend, plus_one },
        };
        let what = Composed::Video { what, signed, parts, into, second };
        Ok(Code::Composed { what, to, second: None, from, count: it.operands.len() as u32 - 1, negated: false })
    }

    /// A number of a range, which stands in the text.
    fn number(&self, it: &Instruction, tokens: &[Token], range: core::ops::RangeInclusive<u64>) -> Decoded<u64> {
        let (least, most) = (*range.start(), *range.end());
        let refused = || Wrong::error("operand", span_of(tokens), format!("A number from {least} to {most} is wanted here."));
        self.literal(it, tokens).filter(|number| range.contains(number)).ok_or_else(refused)
    }

    /// `griddepcontrol`, `setmaxnreg`, `pmevent`.
    pub(super) fn told(&mut self, it: &Instruction, words: ModifierSet) -> Decoded<Code> {
        if let Some(tokens) = it.operands.first() {
            let range = match it.words[0] {
                "setmaxnreg" => 24..=256,
                _ if words.has(Modifier::Mask) => 0..=0xffff,
                _ => 0..=15,
            };
            let number = self.number(it, tokens, range)?;
            if it.words[0] == "setmaxnreg" && number % 8 != 0 {
                return Err(Wrong::error("operand", span_of(tokens), "A multiple of 8 is wanted here."));
            }
        }
        Ok(Code::Nothing)
    }

    /// `createpolicy`: whoever reads the policy as a number does not run.
    pub(super) fn create_policy(&mut self, it: &Instruction, words: ModifierSet) -> Decoded<Code> {
        let to = self.written(it, it.operand(0)?, Wanted::exactly(RegisterType::Integer(64)))?;
        if words.has(Modifier::Range) {
            self.place(it, it.operand(1)?, None, 1)?;
            for at in [2, 3] {
                self.source(it, it.operand(at)?, Wanted::exactly(RegisterType::Integer(32)))?;
            }
        } else if let Some(tokens) = it.operands.get(1) {
            let own = if words.has(Modifier::Cvt) { RegisterType::Integer(64) } else { RegisterType::Float(32) };
            self.source(it, tokens, Wanted::exactly(own))?;
        }
        self.builder.policies.insert(to);
        Ok(Code::Nothing)
    }
}

/// An operand without the byte or half that it names.
fn part<'t>(it: &Instruction, tokens: &'t [Token]) -> (&'t [Token], Option<Part>) {
    match tokens {
        [rest @ .., last] if !rest.is_empty() => match it.shown(last).strip_prefix('.').and_then(Part::named) {
            Some(part) => (rest, Some(part)),
            None => (tokens, None),
        },
        _ => (tokens, None),
    }
}
