//! What a line or a number in memory would be had nothing rounded, and how far off it is.

use super::exact::Number;
use crate::number::{Format, Pattern};
use crate::sweep::error_report::{Deviation, decimal, deviation};
use crate::sweep::measure::rounded;

/// The error of one line's result, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// What the result would be had nothing rounded.
    pub(super) number: Option<Number>,
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
    /// Whether an error is caught on purpose: a product less what it was rounded to, of which without rounding nothing would be left.
    pub is_residual: bool,
    /// Whether the comparison would have gone the other way.
    pub other_way: bool,
    /// The records that computed its first three operands; None of what no line computed.
    pub from: [Option<u32>; 3],
}

impl Beside {
    /// What the result would be had nothing rounded, in decimal; None where the line has no such number.
    pub fn exact(&self) -> Option<String> {
        self.number.map(|number| number.map_or("0".to_owned(), decimal))
    }
}

/// What is known of a number in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShadowValue {
    /// What it would be had nothing rounded.
    pub(super) number: Number,
    /// The number less that.
    pub error: Deviation,
    /// The record that computed it.
    pub by: u32,
}

impl ShadowValue {
    /// What it would be had nothing rounded, in decimal.
    pub fn exact(&self) -> String {
        self.number.map_or("0".to_owned(), decimal)
    }

    /// The number of a format that is nearest to it.
    pub fn nearest(&self, format: &'static Format) -> Pattern {
        self.number.map_or(Pattern::new(format, 0), |number| rounded(format, number))
    }

    /// Another number in its place, less what it would be.
    pub fn error_of(&self, other: Pattern) -> Deviation {
        off(other, self.number)
    }
}

/// A result less a number, in ulps of the number; of a zero, which has none, in ulps of the result's smallest.
pub(super) fn off(result: Pattern, truth: Number) -> Deviation {
    match truth {
        Some(truth) => deviation(result, truth),
        None if result.exact().is_some_and(|exact| exact.magnitude == 0) => Deviation::Ulps { negative: false, thousandths: 0 },
        None => Deviation::Unmeasured,
    }
}
