//! What the rows of machine code compute, as rows of PTX.

use super::super::lift::{Does, From, Lifted, Taken};
use super::super::machine::Name;
use super::super::ptx::{approximation, form_of, type_of};
use super::body::{Body, Refused};
use super::operands::kind_of;
use crate::evaluate::{Comparison, Computation};
use crate::instruction::Meaning;
use crate::number::{F16, F32, OperandType};
use crate::special_function::Op;

impl Body<'_> {
    /// The lines of an instruction, without its guard.
    pub fn lifted(&mut self, lifted: &Lifted) -> Result<(), Refused> {
        for source in &lifted.sources {
            if let (From::Names([Name::Constant(0, offset), _]), 33..) = (source.from, source.own.width()) {
                self.words(source)?;
                self.reads_pair(offset);
            }
        }
        let sources = &lifted.sources;
        match &lifted.does {
            Does::Compute(computation) => match computation.meaning {
                Meaning::Alu(alu) => self.integer(alu, computation, None, sources, lifted),
                Meaning::Minimum => self.smallest(computation, lifted),
                _ => self.row(computation.meaning, computation, sources, lifted),
            },
            Does::ComputeWithCarry(sum, _) => match sum.meaning {
                Meaning::Alu(alu) => self.integer(alu, sum, None, sources, lifted),
                _ => Err("a carry of this operation".to_owned()),
            },
            Does::ComputeTwice(first, second) => self.twice(first, second, lifted),
            Does::Compare(comparison) => self.comparison(comparison, lifted),
            Does::Unit(op) => self.unit(*op, lifted),
            Does::Check => self.check(lifted),
            Does::Choose => self.choice(lifted),
            Does::Copy => {
                let words: Vec<String> = sources.iter().map(|source| self.words(source)).collect::<Result<Vec<_>, _>>()?.concat();
                let words: Vec<String> = words.into_iter().map(|word| self.word_of(|to| format!("mov.b32 {to}, {word};"))).collect();
                for (word, to) in words.iter().zip(&lifted.writes) {
                    let to = self.destination(*to);
                    self.line(format!("mov.b32 {to}, {word};"));
                }
                Ok(())
            }
            Does::Nothing => Ok(()),
            Does::ComputeParts(_) => Err("numbers of 8 or 16 bits side by side are not run here".to_owned()),
            Does::Pick(_) => Err("which of two doubles a minimum takes has no line of PTX".to_owned()),
            Does::Maxwell(_) => Err("machine code of 64 bits becomes no kernel".to_owned()),
            Does::End | Does::Branch | Does::Return => Err("it leads elsewhere".to_owned()),
        }
    }

    /// Keeps a number where a line wants it: what was computed goes through a register of its width where that is no word.
    pub fn put(&mut self, own: OperandType, writes: &[Name], line: impl FnOnce(&str) -> String) {
        match kind_of(own) {
            0 => {
                let to = self.destination(writes[0]);
                self.line(line(&to));
            }
            kind => {
                let number = self.temporary(kind);
                self.line(line(&number));
                if kind == 1 {
                    self.keep_pair(&number, writes);
                } else {
                    let to = self.destination(writes[0]);
                    self.line(format!("cvt.u32.u16 {to}, {number};"));
                }
            }
        }
    }

    /// The words of a row of PTX that computes something, and whether its sources become singles first.
    fn spelled(&self, meaning: Meaning, computation: &Computation, types: &[OperandType]) -> Result<(String, bool), Refused> {
        let widens = computation.to.format == F32::ROW && meaning != Meaning::Convert && types.iter().any(|own| own.width() == 16);
        let single = OperandType::one(F32::ROW);
        let types: Vec<OperandType> = types.iter().map(|own| if widens { single } else { *own }).collect();
        let (form, words) = form_of(meaning, computation, &types, self.context).ok_or("no line of PTX computes the same")?;
        Ok((form.pattern.spelled(words), widens))
    }

    fn row(&mut self, meaning: Meaning, computation: &Computation, sources: &[Taken], lifted: &Lifted) -> Result<(), Refused> {
        let types: Vec<OperandType> = sources.iter().map(|source| source.own).collect();
        let (name, widens) = self.spelled(meaning, computation, &types)?;
        let operands = self.operands(sources, widens)?;
        self.put(lifted.to, &lifted.writes, |to| format!("{name} {to}, {};", operands.join(", ")));
        Ok(())
    }

    fn operands(&mut self, sources: &[Taken], widens: bool) -> Result<Vec<String>, Refused> {
        let mut operands = Vec::new();
        for source in sources {
            let operand = self.source(source)?;
            let narrow = type_of(source.own).filter(|_| widens && source.own.width() == 16);
            operands.push(match narrow {
                Some(narrow) => self.word_of(|to| format!("cvt.f32{} {to}, {operand};", narrow.text())),
                None => operand,
            });
        }
        Ok(operands)
    }

    /// A minimum where a predicate holds, else a maximum.
    fn smallest(&mut self, computation: &Computation, lifted: &Lifted) -> Result<(), Refused> {
        match lifted.predicate {
            (Name::Predicate(7) | Name::UniformPredicate(7), negated) => {
                let meaning = if negated { Meaning::Maximum } else { Meaning::Minimum };
                self.row(meaning, computation, &lifted.sources, lifted)
            }
            (name, negated) => {
                let types: Vec<OperandType> = lifted.sources.iter().map(|source| source.own).collect();
                let operands = self.operands(&lifted.sources, false)?;
                let mut both = Vec::new();
                for meaning in [Meaning::Minimum, Meaning::Maximum] {
                    let (name, _) = self.spelled(meaning, computation, &types)?;
                    both.push(self.word_of(|to| format!("{name} {to}, {};", operands.join(", "))));
                }
                let chosen = self.register(name);
                let [first, second] = if negated { [1, 0] } else { [0, 1] };
                self.put(lifted.to, &lifted.writes, |to| format!("selp.b32 {to}, {}, {}, {chosen};", both[first], both[second]));
                Ok(())
            }
        }
    }

    /// An operation and a second one on its result.
    fn twice(&mut self, first: &Computation, second: &Computation, lifted: &Lifted) -> Result<(), Refused> {
        let (own, rest) = lifted.sources.split_at(first.sources);
        let temporary = self.temporary(kind_of(first.to));
        match first.meaning {
            Meaning::Alu(alu) => {
                let operands = self.operands(own, false)?;
                let name = self.named(alu, first)?;
                self.line(format!("{name} {temporary}, {};", operands.join(", ")));
            }
            meaning => {
                let types: Vec<OperandType> = own.iter().map(|source| source.own).collect();
                let (name, widens) = self.spelled(meaning, first, &types)?;
                let operands = self.operands(own, widens)?;
                self.line(format!("{name} {temporary}, {};", operands.join(", ")));
            }
        }
        // The second one takes the lowest bits of the result.
        let result = match (first.to.width(), second.from[0].width()) {
            (33.., ..=32) => self.word_of(|to| format!("cvt.u32.u64 {to}, {temporary};")),
            (32, 16) => self.half_of(&temporary),
            (from, to) if from == to => temporary,
            _ => return Err("a second operation on a part of this width".to_owned()),
        };
        match second.meaning {
            Meaning::Alu(alu) => self.integer(alu, second, Some(result), rest, lifted),
            meaning => {
                let mut types = vec![second.from[0]];
                types.extend(rest.iter().map(|source| source.own));
                let (name, widens) = self.spelled(meaning, second, &types)?;
                let mut operands = vec![result];
                operands.extend(self.operands(rest, widens)?);
                self.put(lifted.to, &lifted.writes, |to| format!("{name} {to}, {};", operands.join(", ")));
                Ok(())
            }
        }
    }

    fn comparison(&mut self, comparison: &Comparison, lifted: &Lifted) -> Result<(), Refused> {
        if !comparison.to.is_predicate() {
            return Err("a comparison that gives a number is not run here".to_owned());
        }
        let own = type_of(comparison.own).ok_or("numbers of this type are not compared here")?;
        let operands = self.operands(&lifted.sources, false)?;
        let (word, flush) = (comparison.relation.word, if comparison.flush { ".ftz" } else { "" });
        if word.is_empty() {
            return Err("a comparison that is always true or false is not run here".to_owned());
        }
        let is_and = comparison.boolean.is_none_or(|word| word.text() == ".and");
        let joins = !(is_and && matches!(lifted.predicate, (Name::Predicate(7) | Name::UniformPredicate(7), false)));
        let joined = if joins { self.condition(lifted.predicate) } else { String::new() };
        let boolean = comparison.boolean.filter(|_| joins).map_or("", |word| word.text());
        let to: Vec<String> = lifted.writes.iter().map(|name| self.destination(*name)).collect();
        let comma = if joins { ", " } else { "" };
        let operands = operands.join(", ");
        self.line(format!("setp{word}{boolean}{flush}{} {}, {operands}{comma}{joined};", own.text(), to.join("|")));
        Ok(())
    }

    fn unit(&mut self, op: Op, lifted: &Lifted) -> Result<(), Refused> {
        let source = lifted.sources.first().ok_or("it has no source")?;
        let doubles = match op {
            Op::Rcp64h => Some("rcp"),
            Op::Rsq64h => Some("rsqrt"),
            _ => None,
        };
        if let Some(name) = doubles {
            // The unit reads and writes the upper word of a double; the lower one is zero.
            let word = self.source(&Taken { own: Self::WORD, ..*source })?;
            let pair = self.joined(["0".to_owned(), word]);
            let pair = if pair.starts_with('%') { pair } else { self.pair_of(|to| format!("mov.b64 {to}, {pair};")) };
            let result = self.pair_of(|to| format!("{name}.approx.ftz.f64 {to}, {pair};"));
            let [low, to] = [self.temporary(0), self.destination(lifted.writes[0])];
            self.line(format!("mov.b64 {{{low}, {to}}}, {result};"));
            return Ok(());
        }
        let halves = match (op, lifted.to.format == F16::ROW) {
            (Op::Ex2, true) => Some("ex2.approx.f16"),
            (Op::Tanh, true) => Some("tanh.approx.f16"),
            _ => None,
        };
        let name = if lifted.to.format == F32::ROW { approximation(op) } else { halves };
        let name = name.ok_or("no line of PTX is this function of the unit alone")?;
        let operand = self.source(source)?;
        self.put(lifted.to, &lifted.writes, |to| format!("{name} {to}, {operand};"));
        Ok(())
    }

    /// Whether a quotient needs the slow path, as [`super::super::lift`] says: by the exponents of both singles.
    fn check(&mut self, lifted: &Lifted) -> Result<(), Refused> {
        let mut exponents = Vec::new();
        for source in &lifted.sources {
            let word = self.words(source)?.concat();
            exponents.push(self.word_of(|to| format!("bfe.u32 {to}, {word}, 23, 8;")));
        }
        let [a, b] = &exponents[..] else { return Err("it has no two sources".to_owned()) };
        let apart = self.word_of(|to| format!("sub.s32 {to}, {a}, {b};"));
        let mut slow: Option<String> = None;
        // The dividend's exponent, the divisor's, and their distance, each in bounds for the fast path.
        for (word, from, count) in [(a, 25, 230), (b, 1, 252), (&apart, -125, 252)] {
            let behind = self.word_of(|to| format!("sub.s32 {to}, {word}, {from};"));
            let beyond = self.predicate_of(|to| format!("setp.ge.u32 {to}, {behind}, {count};"));
            slow = Some(match slow {
                Some(slow) => self.predicate_of(|to| format!("or.pred {to}, {slow}, {beyond};")),
                None => beyond,
            });
        }
        let to = self.destination(lifted.writes[0]);
        self.line(format!("mov.pred {to}, {};", slow.unwrap_or_default()));
        Ok(())
    }

    /// One source or the other, or the only one.
    fn choice(&mut self, lifted: &Lifted) -> Result<(), Refused> {
        // Bits go through as they are: a sign is no operation on a number here.
        let mut operands = Vec::new();
        for source in &lifted.sources {
            let signed = source.absolute || source.negate;
            let own = if source.own.width() == 32 { Self::WORD } else { source.own };
            let mut operand = match (source.from, source.own.width()) {
                (From::Names([Name::Special(at), _]), _) => self.special(at)?,
                _ => self.source(&Taken { own, absolute: false, negate: false, ..*source })?,
            };
            if signed {
                let operand_in = self.held(operand);
                let mask = u32::from(source.absolute) * 0x8000_0000;
                operand = self.word_of(|to| format!("and.b32 {to}, {operand_in}, {:#x};", !mask));
                if source.negate {
                    let positive = operand;
                    operand = self.word_of(|to| format!("xor.b32 {to}, {positive}, 0x80000000;"));
                }
            }
            operands.push(operand);
        }
        let width = if lifted.to.width() > 32 { 64 } else { 32 };
        let line = match (&operands[..], lifted.predicate) {
            ([only], _) => format!("mov.b{width} TO, {only};"),
            ([first, second], (Name::Predicate(7) | Name::UniformPredicate(7), negated)) => {
                format!("mov.b{width} TO, {};", if negated { second } else { first })
            }
            ([first, second], (name, negated)) => {
                let chosen = self.register(name);
                let [first, second] = if negated { [second, first] } else { [first, second] };
                format!("selp.b{width} TO, {first}, {second}, {chosen};")
            }
            _ => return Err("it has no two sources".to_owned()),
        };
        self.put(lifted.to, &lifted.writes, |to| line.replacen("TO", to, 1));
        Ok(())
    }
}
