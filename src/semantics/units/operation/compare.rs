//! Comparison: a relation is the set of the outcomes for which it holds.
//!
//! Two numbers are less, equal, greater, or, where one is a NaN, unordered: one of four, so that `ltu` is less or unordered.

use super::answer::{Answer, operand};
use super::convert::quiet_flag;
use super::handling::{ALWAYS, Handling, NEVER};
use crate::number::{Encoding, Format, Pattern};
use crate::rounding::{Flags, Rules};
use crate::trace::{Operand, Recorder};
use core::cmp::Ordering;

/// A relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relation {
    /// Its word in PTX: `.ltu`.
    pub word: &'static str,
    /// The outcomes for which it holds.
    outcomes: u8,
}

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const UNORDERED: u8 = 8;

/// The relations of PTX.
const WORDS: [(&str, u8); 14] = [
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
];

impl Relation {
    /// That of `.ge`, which `slct` asks of a number and zero.
    pub const AT_LEAST: Relation = Relation { word: ".ge", outcomes: GREATER | EQUAL };

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

/// 1 if the relation holds between the two, else 0. IEEE 754 calls a comparison by order with a NaN invalid, any other only with a signaling one.
pub fn compare(format: &'static Format, (a, b): (u64, u64), relation: Relation, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let [x, y] = [(Operand::A, a), (Operand::B, b)].map(|(which, bits)| operand(format, which, bits, rules, recorder));
    let [x_read, y_read] = [x, y].map(|read| Pattern::new(format, read.bits));
    let order = x_read.ordinal().zip(y_read.ordinal()).map(|(x, y)| x.cmp(&y));
    let outcome = outcome(order);
    let holds = relation.holds(order);
    let words = match outcome {
        LESS => "less than",
        EQUAL => "equal to",
        GREATER => "greater than",
        _ => "unordered with",
    };
    Handling::tell(recorder, || Handling::Compared { a: x_read, b: y_read, outcome: words, word: relation.word, holds });
    let by_order = matches!(relation.word, ".lt" | ".le" | ".gt" | ".ge");
    let signals = [x, y].iter().any(|read| read.is_nan() && quiet_flag(read, format) == Flags::INVALID);
    let invalid = outcome == UNORDERED && (by_order || signals);
    Answer { bits: holds.into(), flags: if invalid { Flags::INVALID } else { Flags::NONE } }
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
    Handling::tell(recorder, || Handling::Chosen { by: Some(by), holds });
    Some(Answer { bits: holds.into(), flags: if by.is_nan() { Flags::INVALID } else { Flags::NONE } })
}
