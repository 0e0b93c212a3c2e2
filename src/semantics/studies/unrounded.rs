//! A kernel's run beside the same run with nothing rounded: along the path that was taken, every number to a hundred bits.
//!
//! Two errors stand beside each floating-point line: its own, the result less what the line would give without rounding, and the whole, the
//! result less what it would be had no line before it rounded either. Numbers keep their exact companion through moves, selections and
//! memory; where bits pass through integers the companion is the number that the bits stand for, because such code computes with the bits.
//! A rounding to a whole number is no error: it is what was asked for.

use crate::evaluate::Request;
use crate::instruction::{Meaning, Modifier, ModifierSet, SOURCES};
use crate::kernel::Module;
use crate::kernel::comparison::Compared;
use crate::kernel::module::{Code, Place, Slot};
use crate::kernel::record::{Record, Recording};
use crate::number::{Encoding, Format, Pattern};
use crate::sweep::real::Real;
use crate::sweep::verdict::{Deviation, decimal, deviation, in_ulps};
use core::cmp::Ordering;
use std::collections::HashMap;

/// A number without its rounding; None for zero.
type Number = Option<Real>;

/// From so many bits on that fall away in a sum it is marked.
const MANY: i32 = 8;

/// What stands beside a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// What the result would be had nothing rounded.
    number: Option<Number>,
    /// The result less that.
    pub whole: Deviation,
    /// The result less what the line gives of its own operands without rounding.
    pub own: Deviation,
    /// What the errors of its operands are worth in the result, in ulps of what that would be had nothing rounded.
    pub inherited: Deviation,
    /// The largest error that an operand comes with, in ulps of the operand.
    pub given: Deviation,
    /// Leading bits that fell away in a sum, where they are many.
    pub cancelled: u32,
    /// Whether the comparison would have gone the other way.
    pub other_way: bool,
}

impl Beside {
    /// What the result would be had nothing rounded, in decimal; None where the line has no such number.
    pub fn exact(&self) -> Option<String> {
        self.number.map(|number| number.map_or("0".to_owned(), decimal))
    }
}

/// What runs inside one function: the companions of its slots, with the bits that they go with.
type Companions = HashMap<Slot, (u64, Number)>;

/// What stands beside each record; None where a line has nothing to do with floating-point numbers.
pub fn beside(module: &Module, recording: &Recording) -> Vec<Option<Beside>> {
    let mut beside = Companion::new(module);
    recording.records.iter().map(|record| beside.line(recording, record)).collect()
}

/// The run without rounding, as far as it has come.
pub struct Companion<'m> {
    module: &'m Module,
    /// The functions that run, each with its number.
    frames: Vec<(Companions, u32)>,
    memory: HashMap<u64, (u64, Number)>,
}

impl<'m> Companion<'m> {
    /// Before the first line.
    pub fn new(module: &'m Module) -> Companion<'m> {
        Companion { module, frames: vec![(Companions::new(), 0)], memory: HashMap::new() }
    }

    /// A number that a line stored at an address, less what would lie there had nothing rounded; None where no line did.
    pub fn in_memory(&self, address: u64, held: Pattern) -> Option<Deviation> {
        let (_, number) = self.memory.get(&address).filter(|(known, _)| *known == held.bits)?;
        Some(off(held, *number))
    }

    /// The companion of a slot, where it still goes with the bits.
    fn of(&self, slot: Slot, bits: u64) -> Option<Number> {
        let (companions, _) = self.frames.last()?;
        companions.get(&slot).filter(|(known, _)| *known == bits).map(|(_, number)| *number)
    }

    fn keep(&mut self, slot: Slot, bits: u64, number: Option<Number>) {
        let Some((companions, _)) = self.frames.last_mut() else { return };
        match number {
            Some(number) => companions.insert(slot, (bits, number)),
            None => companions.remove(&slot),
        };
    }

    /// What stands beside the record that comes next; None where its line has nothing to do with floating-point numbers.
    pub fn line(&mut self, recording: &Recording, record: &Record) -> Option<Beside> {
        let (function, line) = recording.line(self.module, record)?;
        // Who is back in a function finds what it kept there.
        while self.frames.len() > 1 && self.frames.last().is_some_and(|(_, number)| *number != record.function) {
            self.frames.pop();
        }
        if !record.ran {
            return None;
        }
        let (sources, results) = (recording.sources(record), recording.results(record));
        match &line.code {
            Code::Float { request, to, from, .. } => {
                let request = Request { operands: recording.operands(record), ..*function.requests.get(*request as usize)? };
                self.computed(&request, *to, from, *results.first()?)
            }
            Code::Copy { to, from, .. } => {
                self.keep(*to, *results.first()?, self.of(*from, *sources.first()?));
                None
            }
            Code::Select { to, from, .. } | Code::Choose { to, from, .. } => {
                let result = *results.first()?;
                let chosen = from.iter().zip(sources).find(|(_, bits)| **bits == result).map(|(slot, _)| *slot);
                self.keep(*to, result, chosen.and_then(|slot| self.of(slot, result)));
                None
            }
            Code::Load { to, place, .. } => {
                for (address, slot, bits) in accesses(place, *sources.first()?, to, results) {
                    let found = self.memory.get(&address).filter(|(known, _)| *known == bits).map(|(_, number)| *number);
                    self.keep(slot, bits, found);
                }
                None
            }
            Code::Store { from, place } => {
                for (address, slot, bits) in accesses(place, *sources.first()?, from, sources.get(1..)?) {
                    match self.of(slot, bits) {
                        Some(number) => self.memory.insert(address, (bits, number)),
                        None => self.memory.remove(&address),
                    };
                }
                None
            }
            Code::Compare { comparison, .. } | Code::Set { comparison, .. } => {
                let Compared::Floats(format, _) = comparison.compared else { return None };
                let [a, b] = [0, 1].map(|at| Some((comparison.from[at], *sources.get(at)?)));
                let ((a, x), (b, y)) = (a?, b?);
                let exact = order(self.number(format, a, x)?, self.number(format, b, y)?);
                let other_way = comparison.relation.holds(comparison.compared.order(x, y)) != comparison.relation.holds(exact);
                Some(Beside { other_way, ..nothing() })
            }
            Code::Call(call) => {
                self.frames.push((Companions::new(), call.function));
                None
            }
            _ => None,
        }
    }

    /// The number without rounding that a slot stands for; None of a NaN and an infinity.
    fn number(&self, format: &'static Format, slot: Slot, bits: u64) -> Option<Number> {
        self.of(slot, bits).or_else(|| number(format, bits))
    }

    fn computed(&mut self, request: &Request, to: Slot, from: &[Slot; SOURCES], result: u64) -> Option<Beside> {
        let own = request.destination_type();
        let format = own.number().filter(|format| format.is_floating());
        let count = request.form.pattern.source_count();
        let formats: Option<Vec<&Format>> = (0..count).map(|source| request.source_type(source).number()).collect();
        let (Some(format), Some(formats)) = (format, formats) else {
            self.keep(to, result, None);
            return None;
        };
        let plain: Option<Vec<Number>> = (0..count).map(|at| number(formats[at], request.operands[at])).collect();
        let exact: Option<Vec<Number>> = (0..count).map(|at| self.number(formats[at], from[at], request.operands[at])).collect();
        let pattern = Pattern::new(format, result);
        let whole_number = !request.modifiers.intersection(ModifierSet::WHOLE).is_empty();
        let (own, whole) = match (plain, exact, pattern.is_finite()) {
            (Some(_), Some(_), true) if whole_number => (number(format, result), number(format, result)),
            (Some(plain), Some(exact), true) => (apply(request, &plain), apply(request, &exact)),
            _ => (None, None),
        };
        let given = (0..count).filter(|at| formats[*at].is_floating());
        let given = given.filter_map(|at| self.of(from[at], request.operands[at]).map(|number| (at, number)));
        let given = given.map(|(at, number)| off(Pattern::new(formats[at], request.operands[at]), number));
        let given = given.max_by_key(|given| given.size()).unwrap_or(Deviation::Ulps { negative: false, thousandths: 0 });
        self.keep(to, result, whole);
        let (own, whole) = (own?, whole?);
        let sum = matches!(request.form.meaning, Meaning::Add | Meaning::Subtract | Meaning::Fused);
        Some(Beside {
            number: Some(whole),
            inherited: match whole {
                Some(truth) => in_ulps(format, difference(own, whole), truth),
                None if own.is_none() => Deviation::Ulps { negative: false, thousandths: 0 },
                None => Deviation::Unmeasured,
            },
            given,
            whole: off(pattern, whole),
            own: off(pattern, own),
            cancelled: if sum { cancelled(request, &formats, own) } else { 0 },
            other_way: false,
        })
    }
}

fn nothing() -> Beside {
    let none = Deviation::Unmeasured;
    Beside { number: None, whole: none, own: none, inherited: none, given: none, cancelled: 0, other_way: false }
}

/// The places of a load or a store: address, slot, bits.
fn accesses<'a>(place: &Place, base: u64, slots: &'a [Slot], bits: &'a [u64]) -> impl Iterator<Item = (u64, Slot, u64)> + use<'a> {
    let (address, width) = (base.wrapping_add(place.offset), u64::from(place.width));
    slots.iter().zip(bits).enumerate().map(move |(at, (slot, bits))| (address.wrapping_add(at as u64 * width), *slot, *bits))
}

/// The number that bits stand for; None of a NaN and an infinity.
fn number(format: &'static Format, bits: u64) -> Option<Number> {
    if format.encoding == Encoding::Signed || format.encoding == Encoding::Unsigned {
        let spare = 64 - format.width();
        let signed = ((bits << spare) as i64 >> spare) as i128;
        let value = if format.encoding == Encoding::Signed { signed } else { i128::from(bits & format.mask()) };
        return Some(Real::new(value < 0, value.unsigned_abs(), 0));
    }
    let exact = Pattern::new(format, bits).exact()?;
    Some(Real::new(exact.negative, exact.magnitude.into(), exact.exponent))
}

/// A result less a number, in ulps of the number; of a zero, which has none, in ulps of the result's smallest.
fn off(result: Pattern, truth: Number) -> Deviation {
    match truth {
        Some(truth) => deviation(result, truth),
        None if result.exact().is_some_and(|exact| exact.magnitude == 0) => Deviation::Ulps { negative: false, thousandths: 0 },
        None => Deviation::Unmeasured,
    }
}

/// How two numbers stand to each other.
fn order(a: Number, b: Number) -> Option<Ordering> {
    Some(match difference(a, b) {
        None => Ordering::Equal,
        Some(difference) if difference.negative => Ordering::Less,
        Some(_) => Ordering::Greater,
    })
}

fn sum(a: Number, b: Number) -> Number {
    match (a, b) {
        (Some(a), Some(b)) => a.plus(b),
        (one, other) => one.or(other),
    }
}

fn negated(a: Number) -> Number {
    a.map(|a| Real { negative: !a.negative, ..a })
}

fn difference(a: Number, b: Number) -> Number {
    sum(a, negated(b))
}

fn product(a: Number, b: Number) -> Number {
    Some(a?.times(b?))
}

/// What an instruction gives of numbers when it does not round; None where it has no value or is not computed here.
fn apply(request: &Request, of: &[Number]) -> Option<Number> {
    let first = *of.first()?;
    let second = of.get(1).copied();
    let result = match request.form.meaning {
        Meaning::Add => sum(first, second?),
        Meaning::Subtract => difference(first, second?),
        Meaning::Multiply => product(first, second?),
        Meaning::Fused | Meaning::MultiplyAddTruncated => sum(product(first, second?), *of.get(2)?),
        Meaning::Divide => match first {
            None => second?.and(None),
            Some(a) => Some(a.times(second??.reciprocal()?)),
        },
        Meaning::Reciprocal => Some(first?.reciprocal()?),
        Meaning::SquareRoot => match first {
            None => None,
            Some(a) => Some(a.root()?),
        },
        Meaning::AbsoluteValue => first.map(|a| Real { negative: false, ..a }),
        Meaning::Negate => negated(first),
        Meaning::CopySign => {
            let negative = request.source_type(0).pattern(request.operands[0], 0).is_negative();
            second?.map(|b| Real { negative, ..b })
        }
        Meaning::Minimum | Meaning::Maximum if of.len() == 2 => {
            let less = order(first, second?)? == Ordering::Less;
            if less == (request.form.meaning == Meaning::Minimum) { first } else { second? }
        }
        Meaning::Convert => first,
        Meaning::Approximation => approximated(request.form.mnemonic(), first, second)?,
        _ => return None,
    };
    let clamps = request.modifiers.has(Modifier::Sat);
    let one = Real::new(false, 1, 0);
    Some(match result {
        Some(real) if clamps && real.negative => None,
        Some(_) if clamps && order(result, one) == Some(Ordering::Greater) => one,
        other => other,
    })
}

/// The function that an approximation is of.
fn approximated(name: &str, a: Number, b: Option<Number>) -> Option<Number> {
    let one = Real::new(false, 1, 0);
    Some(match (name, a) {
        ("ex2" | "cos", None) => one,
        ("sin" | "tanh" | "sqrt", None) => None,
        ("ex2", Some(a)) => Some(a.exp2()?),
        ("lg2", Some(a)) if order(Some(a), one) == Some(Ordering::Equal) => None,
        ("lg2", Some(a)) if a.leading().abs() < 250 => Some(a.log2()?),
        ("sin", Some(a)) if a.leading() < 64 => a.sine(0),
        ("cos", Some(a)) if a.leading() < 64 => a.sine(1),
        ("tanh", Some(a)) => Some(a.tanh()?),
        ("rcp", Some(a)) => Some(a.reciprocal()?),
        ("rsqrt", Some(a)) => Some(a.reciprocal_root()?),
        ("sqrt", Some(a)) => Some(a.root()?),
        ("div", a) => match a {
            None => b?.and(None),
            Some(a) => Some(a.times(b??.reciprocal()?)),
        },
        _ => return None,
    })
}

/// How many leading bits of the larger term fell away.
fn cancelled(request: &Request, formats: &[&'static Format], result: Number) -> u32 {
    let plain = |at: usize| number(formats[at], request.operands[at]).flatten();
    let (a, b) = match request.form.meaning {
        Meaning::Fused => (product(plain(0), plain(1)), plain(2)),
        _ => (plain(0), plain(1)),
    };
    let largest = a.map(Real::leading).max(b.map(Real::leading));
    match (largest, result.map(Real::leading)) {
        (Some(largest), Some(left)) if largest - left >= MANY => (largest - left) as u32,
        _ => 0,
    }
}
