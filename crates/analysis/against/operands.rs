//! Where operands come from: the patterns of one number of at most 32 bits in some order, or seeds.

use crate::elementwise::Together;
use crate::number::{Encoding, Format, OperandType};
use crate::sweep::order::Line;
use crate::sweep::pairs::{MOST, seeded};
use crate::wire::{listed, record};

/// In which order the patterns of one number come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By value, from the negative NaNs to the positive ones.
    Value,
    /// By their bits as unsigned numbers.
    Bits,
}

impl Order {
    /// Both, as they are numbered on the wire.
    pub const ALL: [Order; 2] = [Order::Value, Order::Bits];
}

/// Operands in a row: places in an order, or seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first.
    pub from: u64,
    /// The one after the last.
    pub end: u64,
    /// From one to the next: 1 for every one of them.
    pub every: u64,
    /// In which order they come; seeds have one.
    pub order: Order,
    /// Where the second column begins, and every further one, in order.
    pub starts: Vec<u64>,
}

record! { Span { from, end, every, order, starts } }
listed! { Order = Order::ALL; }

impl Span {
    /// How many operands there are.
    pub fn operands(&self) -> u64 {
        self.end.saturating_sub(self.from).div_ceil(self.every.max(1))
    }

    /// From one operand to the next where at most about so many of all run. It is odd, so that it meets every last bit.
    pub fn step(all: u64, room: u64) -> u64 {
        if all > room { (all / room) | 1 } else { 1 }
    }

    /// A share for one of several workers; all but the first begin where a column's operands or the step say.
    pub fn share(&self, worker: u64, workers: u64) -> (Span, usize) {
        let workers = workers.max(1);
        let offset = |worker: u64| (u128::from(self.operands()) * u128::from(worker) / u128::from(workers)) as u64 * self.every.max(1);
        let (from, end) = (self.from + offset(worker), (self.from + offset(worker + 1)).min(self.end));
        self.part(from, end)
    }

    /// The operands from one place on to another, and the column that is the first of them.
    pub fn part(&self, from: u64, end: u64) -> (Span, usize) {
        let column = self.starts.partition_point(|start| *start <= from);
        let last = self.starts.partition_point(|start| *start < end).max(column);
        (Span { from, end, starts: self.starts[column..last].to_vec(), ..*self }, column)
    }
}

/// The operands of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Operands {
    /// One number of at most 32 bits: every pattern has a place.
    One(&'static Format),
    /// Numbers that are made from seeds.
    Seeds(Vec<&'static Format>),
}

impl Operands {
    /// Those of some inputs. The error is a sentence.
    pub fn of(inputs: &[(String, OperandType)]) -> Result<Operands, String> {
        if inputs.len() > MOST {
            return Err(format!("It takes {} numbers; {MOST} are the most.", inputs.len()));
        }
        Ok(match inputs {
            [(_, own)] if own.format.width() <= 32 => Operands::One(own.format),
            all => Operands::Seeds(all.iter().map(|(_, own)| own.format).collect()),
        })
    }

    /// How many patterns there are of one number; None where seeds are taken.
    pub fn patterns(&self) -> Option<u64> {
        match self {
            Operands::One(format) => Some(1 << format.width()),
            Operands::Seeds(_) => None,
        }
    }

    /// The bits of the operands at a place.
    pub fn at(&self, order: Order, place: u64) -> Vec<u64> {
        match self {
            Operands::One(format) => vec![pattern(format, order, place)],
            Operands::Seeds(formats) => formats.iter().enumerate().map(|(which, format)| seeded(format, place as u32, which)).collect(),
        }
    }

    /// The place of a pattern of one number in order of value.
    pub fn place(&self, bits: u64) -> u64 {
        match self {
            Operands::One(format) if is_signed(format) => Line::of(format.width()).place(bits as u32),
            Operands::One(format) if format.encoding == Encoding::Signed => bits ^ 1 << (format.width() - 1),
            _ => bits,
        }
    }

    /// The first places of the binades between two places in the order of bits, without the first; none of what has no exponent.
    pub fn binades(&self, from: u64, end: u64) -> Vec<u64> {
        match self {
            Operands::One(format) if is_signed(format) && format.width() > 8 => {
                let size = 1 << format.fraction_bits;
                (from / size + 1..end.div_ceil(size)).map(|binade| binade * size).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The operands of some lanes.
    pub(super) fn fill(&self, order: Order, from: u64, every: u64, count: usize, held: &mut [Together]) {
        let places = (0..count as u64).map(|lane| from + lane * every);
        match (self, held) {
            (Operands::One(format), [held, ..]) => places.zip(held).for_each(|(place, bits)| *bits = pattern(format, order, place)),
            (Operands::Seeds(formats), held) => {
                for (which, (format, held)) in formats.iter().zip(held).enumerate() {
                    places.clone().zip(held).for_each(|(seed, bits)| *bits = seeded(format, seed as u32, which));
                }
            }
            (Operands::One(_), []) => {}
        }
    }
}

/// Whether a format has a sign beside a magnitude.
fn is_signed(format: &Format) -> bool {
    format.is_floating() && format.sign_mask() != 0
}

/// The pattern at a place.
#[inline(always)]
fn pattern(format: &Format, order: Order, place: u64) -> u64 {
    match order {
        Order::Value if is_signed(format) => Line::of(format.width()).operand(place).into(),
        Order::Value if format.encoding == Encoding::Signed => place ^ 1 << (format.width() - 1),
        Order::Value | Order::Bits => place,
    }
}
