//! Two computations of one thing, side by side: their steps aligned, and the first where they part said in one sentence.
//!
//! Steps are aligned as texts are compared: pairs of equal effect count most, pairs of one kind less. What only reads, names or places
//! digits parts nothing; a rounding that loses nothing neither.

mod align;
mod divergence;
mod side;

pub use align::{Likeness, Row};
pub use divergence::Divergence;
pub use side::{Side, with_target};

use crate::instruction::Context;
use crate::number::Pattern;
use crate::register_file::RegisterFile;

/// Two sides and how they go together.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The two sides.
    pub sides: [Side; 2],
    /// The steps of both in one order.
    pub rows: Vec<Row>,
    /// Where they part; None where every step has the same effect.
    pub parting: Option<Divergence>,
    /// How far apart the results are, in representable steps; None where one is a NaN, there is none, or the formats differ.
    pub distance: Option<u64>,
    /// Whether the results have the same bits.
    pub same: bool,
}

/// One side's text and what it runs on.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// One instruction or several, of either language.
    pub text: &'a str,
    /// Target and PTX version.
    pub context: Context,
}

/// Runs two texts on the same registers.
pub fn compare(left: Source, right: Source, registers: &RegisterFile) -> Comparison {
    let [left, right] = [left, right].map(|source| Side::run(source.text, &source.context, registers));
    let rows = align::align(left.steps(), right.steps());
    let parting = divergence::parting(&left, &right, &rows);
    let bits = |side: &Side| side.result().map(|value| value.bits);
    let same_format = left.format() == right.format();
    let same = same_format && bits(&left).is_some() && bits(&left) == bits(&right);
    let number = |side: &Side| Some(Pattern::new(side.format()?, bits(side)?));
    let distance = number(&left).zip(number(&right)).filter(|_| same_format).and_then(|(left, right)| distance(left, right));
    Comparison { sides: [left, right], rows, parting, distance, same }
}

/// How many representable steps lie between two numbers of one format; both zeros are one place.
pub fn distance(one: Pattern, other: Pattern) -> Option<u64> {
    Some(one.ordinal()?.abs_diff(other.ordinal()?))
}
