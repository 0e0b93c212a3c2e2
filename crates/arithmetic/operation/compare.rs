//! Comparison: a relation is the set of the outcomes for which it holds.
//!
//! Two numbers are less, equal, greater, or, where one is a NaN, unordered: one of four, so that `ltu` is less or unordered.

use super::alu::Kind;
use super::convert::quiet_flag;
use super::operand_io::{Answer, operand};
use super::register_ops::{ALWAYS, NEVER, RegisterOp};
use crate::number::{Encoding, Format, Pattern};
use crate::rounding::{Flags, Rules, Subnormals};
use crate::trace::{Operand, Recorder};
use core::cmp::Ordering;

/// A relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relation {
    /// Its word in PTX: `.ltu`.
    pub word: &'static str,
    /// The outcomes for which it holds.
    pub outcomes: u8,
}

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const UNORDERED: u8 = 8;

/// The relations of PTX; the last four are of integers without a sign.
const WORDS: [(&str, u8); 18] = [
    (".eq", EQUAL),
    (".ne", LESS | GREATER),
    (".lt", LESS),
    (".le", LESS | EQUAL),
    (".gt", GREATER),
    (".ge", GREATER | EQUAL),
    (".equ", EQUAL | UNORDERED),
    (".neu", LESS | GREATER | UNORDERED),
    (".ltu", LESS | UNORDERED),
    (".leu", LESS | EQUAL | UNORDERED),
    (".gtu", GREATER | UNORDERED),
    (".geu", GREATER | EQUAL | UNORDERED),
    (".num", LESS | EQUAL | GREATER),
    (".nan", UNORDERED),
    (".lo", LESS),
    (".ls", LESS | EQUAL),
    (".hi", GREATER),
    (".hs", GREATER | EQUAL),
];

impl Relation {
    /// The relation of a word of PTX without its dot.
    pub fn named(name: &str) -> Option<Relation> {
        WORDS.iter().find(|row| &row.0[1..] == name).map(|(word, outcomes)| Relation { word, outcomes: *outcomes })
    }

    /// The relation of a word of PTX; one that is none never holds.
    pub fn of(word: &'static str) -> Relation {
        Relation::named(word.get(1..).unwrap_or_default()).unwrap_or(Relation { word, outcomes: 0 })
    }

    /// The relation that holds for outcomes: 1 less, 2 equal, 4 greater, 8 unordered, added up.
    pub fn among(outcomes: u8) -> Relation {
        let word = WORDS.iter().find(|row| row.1 == outcomes).map(|row| row.0);
        Relation { word: word.unwrap_or(if outcomes == 0 { NEVER } else { ALWAYS }), outcomes }
    }

    /// Whether it holds between two that stand so to each other; None where one is a NaN.
    #[inline]
    pub fn holds(self, order: Option<Ordering>) -> bool {
        self.outcomes & outcome(order) != 0
    }
}

#[inline]
fn outcome(order: Option<Ordering>) -> u8 {
    match order {
        Some(Ordering::Less) => LESS,
        Some(Ordering::Equal) => EQUAL,
        Some(Ordering::Greater) => GREATER,
        None => UNORDERED,
    }
}

/// 1 if the relation holds between the two numbers or integers, else 0. IEEE 754 calls a comparison by order with a NaN invalid, any other only with a signaling one.
pub fn compare<R: Recorder>(format: &'static Format, (a, b): (u64, u64), relation: Relation, rules: &Rules, recorder: &mut R) -> Answer {
    let order = ordering(format, a, b, rules.subnormals == Subnormals::Flush);
    if format.is_integer() {
        tell(recorder, [a, b].map(|bits| Pattern::new(format, bits)), order, relation);
        return Answer { bits: relation.holds(order).into(), flags: Flags::NONE };
    }
    let mut flags = Flags::NONE;
    if R::LISTENS || order.is_none() {
        let [x, y] = [(Operand::A, a), (Operand::B, b)].map(|(which, bits)| operand(format, which, bits, rules, recorder));
        tell(recorder, [&x, &y].map(|read| Pattern::new(format, read.bits)), order, relation);
        let signals = || [x, y].iter().any(|read| read.is_nan() && quiet_flag(read, format) == Flags::INVALID);
        if order.is_none() && (matches!(relation.word, ".lt" | ".le" | ".gt" | ".ge") || signals()) {
            flags = Flags::INVALID;
        }
    }
    Answer { bits: relation.holds(order).into(), flags }
}

/// How two numbers or integers stand to each other; None where one is a NaN. Both zeros are equal, and where subnormal numbers are flushed
/// they are zeros.
#[inline(always)]
pub fn ordering(format: &'static Format, a: u64, b: u64, flushes: bool) -> Option<Ordering> {
    if format.is_integer() {
        let kind = Kind::of(format);
        let turned = |bits: u64| if kind.signed { kind.extended(bits) ^ 1 << 63 } else { bits & kind.mask() };
        return Some(turned(a).cmp(&turned(b)));
    }
    let place = |bits: u64| {
        let magnitude = bits & format.mask() & !format.sign_mask();
        let is_nan = match format.encoding {
            Encoding::Ieee => magnitude > format.exponent_mask(),
            _ => Pattern::new(format, bits & format.mask()).is_nan(),
        };
        let magnitude = if flushes && magnitude < format.smallest_normal() { 0 } else { magnitude as i64 };
        (!is_nan).then_some(if bits & format.sign_mask() == 0 { magnitude } else { -magnitude })
    };
    Some(place(a)?.cmp(&place(b)?))
}

fn tell(recorder: &mut impl Recorder, [a, b]: [Pattern; 2], order: Option<Ordering>, relation: Relation) {
    let outcome = match order {
        Some(Ordering::Less) => "less than",
        Some(Ordering::Equal) => "equal to",
        Some(Ordering::Greater) => "greater than",
        None => "unordered with",
    };
    RegisterOp::tell(recorder, || RegisterOp::Compared { a, b, outcome, word: relation.word, holds: relation.holds(order) });
}

/// 1 if c is at least zero, else 0, as `slct` asks of a number or a signed integer; None of other integers. A NaN is not (PTX ISA, slct),
/// and IEEE 754 calls the comparison invalid.
pub fn at_least_zero(format: &'static Format, c: u64, rules: &Rules, recorder: &mut impl Recorder) -> Option<Answer> {
    let bits = match format.encoding {
        Encoding::Signed => c,
        _ if format.is_floating() => operand(format, Operand::C, c, rules, recorder).bits,
        _ => return None,
    };
    let by = Pattern::new(format, bits);
    let holds = by.ordinal().is_some_and(|place| place >= 0);
    RegisterOp::tell(recorder, || RegisterOp::Chosen { by: Some(by), holds });
    Some(Answer { bits: holds.into(), flags: if by.is_nan() { Flags::INVALID } else { Flags::NONE } })
}
