//! Integer operations of several steps: sums and shifts of parts of registers (the scalar video instructions, PTX ISA 9.7.18.1), a logic function
//! with a predicate, and two integers packed into one.

use super::Kind;
use super::alu::clamped;
use super::window::{mapped, rank};

/// A part of a register: so many bits from a place on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its lowest bit.
    pub from: u32,
    /// Its bits.
    pub width: u32,
}

impl Part {
    /// All of it.
    pub const WORD: Part = Part { from: 0, width: 32 };

    /// The part of a name without its dot: `b0` to `b3`, `h0`, `h1`.
    pub fn named(name: &str) -> Option<Part> {
        let (width, last) = match name.get(..1)? {
            "b" => (8, 3),
            "h" => (16, 1),
            _ => return None,
        };
        let place: u32 = name[1..].parse().ok().filter(|place| *place <= last && name.len() == 2)?;
        Some(Part { from: place * width, width })
    }

    fn read(self, bits: u64, signed: bool) -> i128 {
        Kind { width: self.width, signed }.value(bits >> self.from)
    }

    fn merged(self, bits: i128, into: u64) -> u64 {
        let mask = u64::MAX >> (64 - self.width) << self.from;
        into & !mask | (bits as u64) << self.from & mask
    }
}

/// What is done to two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Video {
    /// `vadd`
    Add,
    /// `vsub`
    Subtract,
    /// `vabsdiff`
    Distance,
    /// `vmin`
    Minimum,
    /// `vmax`
    Maximum,
    /// `vshl`, with whether a count beyond 32 counts as 32; otherwise it is taken modulo 32.
    Left(bool),
    /// `vshr`
    Right(bool),
    /// `vset`: which of less, equal and greater hold.
    Set([bool; 3]),
    /// `vmad`: which of the product and of c is negated, and whether 1 is added.
    Mad {
        /// The product is negated.
        product: bool,
        /// c is negated.
        addend: bool,
        /// 1 is added.
        plus_one: bool,
    },
}

/// What is done with c after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    /// The sum.
    Add,
    /// The smaller.
    Minimum,
    /// The larger.
    Maximum,
}

/// An operation, from up to four sources: a, b, c, and of a logic function the predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Composed {
    /// `lop3` with a predicate: the table, and whether the answers are joined by or.
    Lookup {
        /// The table.
        table: u8,
        /// By or; otherwise by and.
        or: bool,
    },
    /// `cvt.pack`: two integers, clamped to a type, below what c holds.
    Pack(Kind),
    /// `mapa`: the address in the shared memory of the block of rank b.
    Mapped,
    /// `getctarank`: the rank of the block in whose shared memory a lies; b is the own rank.
    Rank,
    /// A scalar video instruction.
    Video {
        /// What is done.
        what: Video,
        /// Whether the result, a and b have signs.
        signed: [bool; 3],
        /// The parts of a and b.
        parts: [Part; 2],
        /// The part of the result, which is put into c.
        into: Option<Part>,
        /// What follows.
        second: Option<Second>,
    },
}

impl Composed {
    /// The result, and of a logic function the predicate.
    pub fn run(self, [a, b, c, q]: [u64; 4]) -> [u64; 2] {
        match self {
            Composed::Lookup { table, or } => {
                let bits = super::Alu::Lop3.function()(Kind::U32, [a, b, c, table.into()], &mut false) & Kind::U32.mask();
                let (set, q) = (bits != 0, q & 1 == 1);
                [bits, u64::from(if or { set || q } else { set && q })]
            }
            Composed::Mapped => [mapped(a, b), 0],
            Composed::Rank => [rank(a, b), 0],
            Composed::Pack(kind) => {
                let part = |bits| clamped(kind, Part::WORD.read(bits, true)) & kind.mask();
                [(part(b) | part(a) << kind.width | c << (2 * kind.width)) & Kind::U32.mask(), 0]
            }
            Composed::Video { what, signed: [to, of_a, of_b], parts, into, second } => {
                let (a, b) = (parts[0].read(a, of_a), parts[1].read(b, of_b));
                let value = what.value(a, b, c, [of_a, of_b]);
                let word = Kind { width: 32, signed: to };
                let held = word.value(value as u64);
                let value = match second {
                    Some(Second::Add) => held + word.value(c),
                    Some(Second::Minimum) => held.min(word.value(c)),
                    Some(Second::Maximum) => held.max(word.value(c)),
                    None => value,
                };
                [into.unwrap_or(Part::WORD).merged(value, c) & Kind::U32.mask(), 0]
            }
        }
    }
}

impl Video {
    fn value(self, a: i128, b: i128, c: u64, signed: [bool; 2]) -> i128 {
        let count = |clamps: bool| if clamps { (b as u32).min(32) } else { b as u32 & 31 };
        match self {
            Video::Add => a + b,
            Video::Subtract => a - b,
            Video::Distance => (a - b).abs(),
            Video::Minimum => a.min(b),
            Video::Maximum => a.max(b),
            Video::Left(clamps) => a << count(clamps),
            Video::Right(clamps) => a >> count(clamps),
            Video::Set(holds) => holds[1 + (a > b) as usize - (a < b) as usize].into(),
            Video::Mad { product, addend, plus_one } => {
                let c = Part::WORD.read(c, self.has_sign(signed));
                let product = if product { -(a * b) } else { a * b };
                product + if addend { -c } else { c } + i128::from(plus_one)
            }
        }
    }

    /// Whether a sum of products has a sign.
    fn has_sign(self, signed: [bool; 2]) -> bool {
        matches!(self, Video::Mad { product: true, .. } | Video::Mad { addend: true, .. }) || signed[0] || signed[1]
    }
}
