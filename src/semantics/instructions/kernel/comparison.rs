//! Comparisons of `setp`, `set` and `slct`, of integers and of floating-point numbers.

use super::integer::Kind;
use crate::number::{BF16, F16, F32, F64, Format};
use crate::operation::Relation;
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

    /// Whether a number is at least zero, as `slct` asks.
    #[inline]
    pub fn at_least_zero(self, bits: u64) -> bool {
        Relation::AT_LEAST.holds(self.order(bits, 0))
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

/// The relations that numbers of a type are compared by: PTX ISA 9.3.1; of unsigned integers also those of signed ones (ptxas 13.5.37).
pub fn relations(own: &str) -> &'static str {
    match own {
        "b16" | "b32" | "b64" => "eq ne",
        "u16" | "u32" | "u64" => "eq ne lt le gt ge lo ls hi hs",
        "s16" | "s32" | "s64" => "eq ne lt le gt ge",
        _ => "eq ne lt le gt ge equ neu ltu leu gtu geu num nan",
    }
}

/// The relation of that name: PTX ISA 9.3.1, with the four of unsigned integers.
pub fn relation(name: &str) -> Option<Relation> {
    Relation::named(match name {
        "lo" => "lt",
        "ls" => "le",
        "hi" => "gt",
        "hs" => "ge",
        other => other,
    })
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
