//! Integers: a row of PTX where one computes the same, and a few lines for sums that go on in predicates.

use super::super::lift::{Lifted, Taken};
use super::super::machine::Name;
use super::body::{Body, Refused};
use crate::evaluate::Computation;
use crate::instruction::{Meaning, ModifierSet, forms};
use crate::number::OperandType;
use crate::operation::{Alu, Kind};

/// The head of the row of PTX that computes an operation on these types; None where there is none.
fn head(alu: Alu, computation: &Computation, context: crate::instruction::Context) -> Option<String> {
    let kind = |own: OperandType| Kind::of(own.format);
    let typed = alu.typed_by();
    forms().iter().filter(|form| form.meaning == Meaning::Alu(alu) && form.row.in_manual).find_map(|form| {
        let fits = |words: &ModifierSet| {
            let (source, to) = (form.source_type(*words, typed).operand(), form.destination_type(*words)?.operand());
            let is_same = kind(source) == kind(computation.from[typed])
                || source.width() == computation.from[typed].width() && is_untyped(form, *words);
            (is_same && to.width() == computation.to.width() && form.is_available(*words, context)).then_some(())
        };
        let words = form.pattern.combinations().into_iter().find(|words| fits(words).is_some())?;
        Some(form.pattern.spelled(words))
    })
}

/// Whether a form computes on bits, which have no sign.
fn is_untyped(form: &crate::instruction::Form, words: ModifierSet) -> bool {
    form.pattern.ordered(words).any(|word| word.text().starts_with(".b"))
}

impl Body<'_> {
    pub fn named(&self, alu: Alu, computation: &Computation) -> Result<String, Refused> {
        head(alu, computation, self.context).ok_or_else(|| "no line of PTX computes the same".to_owned())
    }

    /// An operation on integers: on a result that is there, and on sources.
    pub fn integer(
        &mut self,
        alu: Alu,
        computation: &Computation,
        given: Option<String>,
        sources: &[Taken],
        lifted: &Lifted,
    ) -> Result<(), Refused> {
        let carries: Vec<Name> = lifted.writes.iter().skip(1).copied().filter(|name| name.is_predicate()).collect();
        match alu {
            Alu::AddAll if computation.from[0].width() > 32 => {
                let pairs: Vec<String> = sources.iter().map(|source| self.source(source)).collect::<Result<_, _>>()?;
                let sum = pairs.into_iter().reduce(|all, pair| self.pair_of(|to| format!("add.u64 {to}, {all}, {pair};")));
                self.keep_pair(&sum.ok_or("it has no source")?, &lifted.writes);
                Ok(())
            }
            Alu::AddAll | Alu::AddAllCarries => {
                let mut words: Vec<String> = given.into_iter().collect();
                for source in sources {
                    if source.negate {
                        words.push(self.source(source)?);
                    } else {
                        words.extend(self.words(source)?);
                    }
                }
                self.sum(words, &carries, lifted);
                Ok(())
            }
            Alu::MadLowAll | Alu::MadLowCarry | Alu::MadHigh | Alu::MadHighAll if alu != Alu::MadHigh || !carries.is_empty() => {
                let [a, b, rest @ ..] = sources else { return Err("it has no two sources".to_owned()) };
                let [a, b] = [self.source(a)?, self.source(b)?];
                let is_high = matches!(alu, Alu::MadHigh | Alu::MadHighAll);
                let name = match (is_high, Kind::of(computation.from[0].format).signed) {
                    (false, _) => "mul.lo.u32",
                    (true, true) => "mul.hi.s32",
                    (true, false) => "mul.hi.u32",
                };
                let mut words = vec![self.word_of(|to| format!("{name} {to}, {a}, {b};"))];
                for source in rest {
                    words.extend(self.words(source)?);
                }
                self.sum(words, &carries, lifted);
                Ok(())
            }
            Alu::MadWideAll | Alu::MadWideHigh => self.wide(alu, computation, sources, &carries, lifted),
            Alu::Lop3Tested => {
                let operands: Vec<String> = sources.iter().map(|source| self.source(source)).collect::<Result<_, _>>()?;
                let word = self.word_of(|to| format!("lop3.b32 {to}, {};", operands.join(", ")));
                let to = self.destination(lifted.writes[0]);
                self.line(format!("mov.b32 {to}, {word};"));
                for name in carries {
                    let tested = self.destination(name);
                    self.line(format!("setp.ne.u32 {tested}, {word}, 0;"));
                }
                Ok(())
            }
            Alu::FirstBits => {
                let word = self.source(&sources[0])?;
                for (bit, name) in lifted.writes.iter().enumerate() {
                    let one = self.word_of(|to| format!("and.b32 {to}, {word}, {};", 1 << bit));
                    let to = self.destination(*name);
                    self.line(format!("setp.ne.u32 {to}, {one}, 0;"));
                }
                Ok(())
            }
            _ => {
                let name = self.named(alu, computation)?;
                let mut operands: Vec<String> = given.into_iter().collect();
                for source in sources {
                    operands.push(self.source(source)?);
                }
                match lifted.writes.first() {
                    // The lowest bit of a word is what a predicate holds.
                    Some(predicate) if predicate.is_predicate() => {
                        let word = self.word_of(|to| format!("{name} {to}, {};", operands.join(", ")));
                        let lowest = self.word_of(|to| format!("and.b32 {to}, {word}, 1;"));
                        let to = self.destination(*predicate);
                        self.line(format!("setp.ne.u32 {to}, {lowest}, 0;"));
                    }
                    _ => self.put(computation.to, &lifted.writes, |to| format!("{name} {to}, {};", operands.join(", "))),
                }
                Ok(())
            }
        }
    }

    /// The sum of words; predicates take whether there is a carry, and whether there are two.
    fn sum(&mut self, mut words: Vec<String>, carries: &[Name], lifted: &Lifted) {
        words.retain(|word| !matches!(&**word, "0" | "0x0"));
        words.resize(words.len().max(1), "0".to_owned());
        if carries.is_empty() {
            let last = words.pop().unwrap_or_default();
            let all = words.into_iter().reduce(|all, word| self.word_of(|to| format!("add.u32 {to}, {all}, {word};")));
            let to = self.destination(lifted.writes[0]);
            self.line(match all {
                Some(all) => format!("add.u32 {to}, {all}, {last};"),
                None => format!("mov.b32 {to}, {last};"),
            });
            return;
        }
        let wide: Vec<String> = words.iter().map(|word| self.wide_of(word)).collect();
        let sum = wide.into_iter().reduce(|all, word| self.pair_of(|to| format!("add.u64 {to}, {all}, {word};"))).unwrap_or_default();
        let [low, above] = self.split(&sum);
        let to = self.destination(lifted.writes[0]);
        self.line(format!("mov.b32 {to}, {low};"));
        for (count, name) in carries.iter().enumerate() {
            let to = self.destination(*name);
            self.line(format!("setp.gt.u32 {to}, {above}, {count};"));
        }
    }

    /// A word as a number of 64 bits.
    fn wide_of(&mut self, word: &str) -> String {
        let word = self.held(word.to_owned());
        self.pair_of(|to| format!("cvt.u64.u32 {to}, {word};"))
    }

    /// A product of words plus a pair and a carry. Of one kind the upper word is kept; a carry may go to a predicate.
    fn wide(&mut self, alu: Alu, computation: &Computation, sources: &[Taken], carries: &[Name], lifted: &Lifted) -> Result<(), Refused> {
        let [a, b, rest @ ..] = sources else { return Err("it has no two sources".to_owned()) };
        let own = if Kind::of(computation.from[0].format).signed { "s32" } else { "u32" };
        let [a, b] = [self.source(a)?, self.source(b)?];
        let mut sum = self.pair_of(|to| format!("mul.wide.{own} {to}, {a}, {b};"));
        let mut carried: Option<String> = None;
        for source in rest {
            let term = self.source(source)?;
            let term = if source.own.width() > 32 { term } else { self.wide_of(&term) };
            let before = sum;
            sum = self.pair_of(|to| format!("add.u64 {to}, {before}, {term};"));
            let beyond = self.predicate_of(|to| format!("setp.lt.u64 {to}, {sum}, {before};"));
            carried = Some(match carried {
                Some(carried) => self.predicate_of(|to| format!("or.pred {to}, {carried}, {beyond};")),
                None => beyond,
            });
        }
        if alu == Alu::MadWideHigh {
            let [_, high] = self.split(&sum);
            let to = self.destination(lifted.writes[0]);
            self.line(format!("mov.b32 {to}, {high};"));
        } else {
            self.keep_pair(&sum, &lifted.writes);
        }
        for name in carries {
            let to = self.destination(*name);
            self.line(format!("mov.pred {to}, {};", carried.clone().ok_or("it has no sum")?));
        }
        Ok(())
    }
}
