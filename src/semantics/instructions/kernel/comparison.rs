//! Comparisons of `setp`, `set` and `slct`: which of four outcomes make a relation true.

use super::integer::Kind;
use crate::number::{BF16, F16, F32, F64, Format};
use core::cmp::Ordering;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Compared {
    /// Integers.
    Integers(Kind),
    /// Floating-point numbers, and whether subnormal ones count as zero.
    Floats(&'static Format, bool),
}

impl Compared {
    /// The type of that name, without its dot.
    pub fn named(name: &str, flushes: bool) -> Option<Compared> {
        let format = match name {
            "f32" => F32::ROW,
            "f64" => F64::ROW,
            "f16" => F16::ROW,
            "bf16" => BF16::ROW,
            _ => return Kind::named(name).map(Compared::Integers),
        };
        Some(Compared::Floats(format, flushes))
    }

    /// Bits of an operand.
    pub fn width(self) -> u32 {
        match self {
            Compared::Integers(kind) => kind.width,
            Compared::Floats(format, _) => format.width(),
        }
    }

    /// How two operands stand to each other; None where one is a NaN.
    #[inline]
    pub fn order(self, a: u64, b: u64) -> Option<Ordering> {
        match self {
            Compared::Integers(kind) if kind.signed => Some((kind.extended(a) as i64).cmp(&(kind.extended(b) as i64))),
            Compared::Integers(kind) => Some((a & kind.mask()).cmp(&(b & kind.mask()))),
            Compared::Floats(format, flushes) => Some(place(format, flushes, a)?.cmp(&place(format, flushes, b)?)),
        }
    }
}

/// The place of a number in the order of values, both zeros at one; None for a NaN.
#[inline]
fn place(format: &Format, flushes: bool, bits: u64) -> Option<i64> {
    let magnitude = bits & (format.sign_mask() - 1);
    if magnitude > format.exponent_mask() {
        return None;
    }
    let magnitude = if flushes && magnitude < format.smallest_normal() { 0 } else { magnitude } as i64;
    Some(if bits & format.sign_mask() == 0 { magnitude } else { -magnitude })
}

/// A relation: whether it holds where the first is less, equal, greater, or where there is a NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation([bool; 4]);

/// The relations by name: PTX ISA 9.3.1. The last four are of unsigned integers.
const RELATIONS: [(&str, u8); 18] = [
    ("eq", 0b0100),
    ("ne", 0b1010),
    ("lt", 0b1000),
    ("le", 0b1100),
    ("gt", 0b0010),
    ("ge", 0b0110),
    ("equ", 0b0101),
    ("neu", 0b1011),
    ("ltu", 0b1001),
    ("leu", 0b1101),
    ("gtu", 0b0011),
    ("geu", 0b0111),
    ("num", 0b1110),
    ("nan", 0b0001),
    ("lo", 0b1000),
    ("ls", 0b1100),
    ("hi", 0b0010),
    ("hs", 0b0110),
];

impl Relation {
    /// Whether a number is at least zero, as `slct` asks.
    pub const AT_LEAST: Relation = Relation([false, true, true, false]);

    /// The relation of that name.
    pub fn named(name: &str) -> Option<Relation> {
        let (_, holds) = RELATIONS.iter().find(|(known, _)| *known == name)?;
        Some(Relation([3, 2, 1, 0].map(|place| holds >> place & 1 == 1)))
    }

    /// Whether it holds.
    #[inline]
    pub fn holds(self, order: Option<Ordering>) -> bool {
        match order {
            Some(Ordering::Less) => self.0[0],
            Some(Ordering::Equal) => self.0[1],
            Some(Ordering::Greater) => self.0[2],
            None => self.0[3],
        }
    }
}

/// How `setp` joins a comparison with a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// `.and`
    And,
    /// `.or`
    Or,
    /// `.xor`
    Xor,
}

impl Join {
    /// The operator of that name.
    pub fn named(name: &str) -> Option<Join> {
        [("and", Join::And), ("or", Join::Or), ("xor", Join::Xor)].into_iter().find(|(known, _)| *known == name).map(|(_, join)| join)
    }

    /// Both joined.
    #[inline]
    pub fn of(self, a: bool, b: bool) -> bool {
        match self {
            Join::And => a && b,
            Join::Or => a || b,
            Join::Xor => a != b,
        }
    }
}
