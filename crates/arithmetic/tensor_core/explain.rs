//! The stages in words and bits, so that a trace tells them like any other step.

use super::stage::{Named, Places, Stage, Summand};
use crate::number::{F64, Pattern};
use crate::trace::picture::{self, Mark, Picture, Row};
use crate::trace::{Explained, Reason, Scaled};

impl Named {
    /// The term as a picture labels it.
    pub fn label(self) -> String {
        match self {
            Named::Product(k) => format!("a{k}·b{k}"),
            Named::Products(first, last) => format!("k {first} to {last}"),
            Named::C => "c".into(),
        }
    }
}

impl Explained for Stage {
    fn title(&self) -> String {
        match self {
            Stage::Group { places, count, .. } => format!("Products {}", range(*places, *count)),
            Stage::Multiply { .. } => "Multiply exactly".into(),
            Stage::Align { .. } => "Align to the largest exponent".into(),
            Stage::Add { .. } => "Cut, then add exactly".into(),
            Stage::Missed { .. } => "Compare with the exact sum".into(),
            Stage::Overflow { .. } => "Overflow".into(),
            Stage::Rule { reason, .. } => match reason {
                Reason::NanOperand => "NaN in, NaN out",
                Reason::InfiniteOperand => "Infinity by rule",
                Reason::Cancellation | Reason::Zero => "Zero",
                _ => "Invalid operation",
            }
            .into(),
        }
    }

    fn sentence(&self) -> String {
        match self {
            Stage::Group { count, fraction, carried, .. } => format!(
                "{count} products and {} are one sum, in a window of {fraction} bits below the largest exponent.",
                if *carried { "the result before, which is their c," } else { "c" }
            ),
            Stage::Multiply { terms, .. } => multiplied(terms),
            Stage::Align { terms, largest, zero, last } => aligned(terms, *largest, *zero, *last),
            Stage::Add { terms, sum, last } => added(terms, sum, *last),
            Stage::Missed { exact, result } => format!(
                "What the window cut off is missing: the exact sum, as a double, is {}, the result {}.",
                exact.nearest(F64::ROW).value_text(),
                result.value_text()
            ),
            Stage::Overflow { to } => {
                format!(
                    "The sum is beyond the largest {} number: {}, although bits are cut towards zero elsewhere.",
                    to.format.name,
                    to.value_text()
                )
            }
            Stage::Rule { reason, result } => by_rule(*reason, *result),
        }
    }

    fn picture(&self) -> Option<Picture> {
        match self {
            Stage::Multiply { terms, .. } => Some(picture::of_rows(rows(terms), None)),
            Stage::Align { terms, last, .. } => {
                let marked = rows(terms).into_iter().map(|row| cut(row, *last)).collect();
                Some(picture::of_rows(marked, Some(*last)))
            }
            Stage::Add { terms, sum, last } => {
                let sum = picture::row_of("sum", sum.negative, &sum.magnitude, sum.exponent);
                let all = rows(terms).into_iter().chain([Row { result: true, ..sum }]).collect();
                Some(picture::of_rows(all, Some(*last)))
            }
            _ => None,
        }
    }

    fn decides(&self) -> bool {
        matches!(self, Stage::Missed { .. } | Stage::Overflow { .. } | Stage::Rule { .. })
    }

    fn heading(&self) -> bool {
        matches!(self, Stage::Group { .. })
    }
}

/// Which k a group has: "0 to 15", or "0, 1, 4, 5, … 29" where they are not neighbours.
fn range(places: Places, count: usize) -> String {
    let k = |place| places.k(place);
    match count {
        0 => String::new(),
        1 => k(0).to_string(),
        _ if places.pairs && count > 4 => format!("{}, {}, {}, {}, … {}", k(0), k(1), k(2), k(3), k(count - 1)),
        _ => format!("{} to {}", k(0), k(count - 1)),
    }
}

/// Whether something of a number stands below a place.
fn loses(value: &Scaled, last: i32) -> bool {
    !value.magnitude.is_zero() && value.exponent + (value.magnitude.trailing_zeros() as i32) < last
}

fn multiplied(terms: &[Summand]) -> String {
    let summed = terms.iter().find_map(|term| if let Named::Products(first, last) = term.named { Some(last - first + 1) } else { None });
    match summed {
        Some(count) => format!(
            "Each {count} products of one block are added exactly and multiplied with the significands of their scales. The result counts with the sum of the scales' exponents, wherever its leading one is."
        ),
        None => "Every product keeps all its bits and is not normalised: it counts with the sum of its factors' exponents, wherever its leading one is.".into(),
    }
}

fn aligned(terms: &[Summand], largest: i32, zero: i32, last: i32) -> String {
    let zeros = |term: &&Summand| term.value.magnitude.is_zero() && term.counts == zero;
    let of = match terms.iter().find(|term| term.counts == largest) {
        Some(term) if zeros(&term) => format!("the one that the chip assumes for a zero (here {})", term.named.label()),
        Some(term) => format!("that of {}", term.named.label()),
        None => String::new(),
    };
    let losing = terms.iter().filter(|term| loses(&term.value, last)).count();
    let cut = match losing {
        0 => "no term reaches below it".to_owned(),
        _ => format!("{losing} of {} terms reach below it", terms.len()),
    };
    format!("The largest exponent is {largest}, {of}. All terms are aligned to it, and the window ends at 2^{last}: {cut}.")
}

fn added(terms: &[Summand], sum: &Scaled, last: i32) -> String {
    if sum.magnitude.is_zero() {
        return format!("All bits below 2^{last} are cut off each term, towards zero. The rest adds up to zero.");
    }
    let left = match terms.iter().filter(|term| !term.value.magnitude.is_zero()).count() {
        1 => "The one that is left is the sum.".to_owned(),
        count => format!("The {count} that are left are added as integers: no carry is lost and nothing is normalised on the way."),
    };
    format!("All bits below 2^{last} are cut off each term, towards zero, and no sticky bit is kept. {left}")
}

fn by_rule(reason: Reason, result: Pattern) -> String {
    let hex = result.hex();
    match reason {
        Reason::NanOperand => format!("A factor, a scale or c is a NaN: the result is the NaN 0x{hex}, whatever the payload."),
        Reason::ZeroTimesInfinity => format!("Zero times infinity has no value: the result is the NaN 0x{hex}."),
        Reason::InfinityMinusInfinity => format!("Infinities of both signs meet: the result is the NaN 0x{hex}."),
        Reason::InfiniteOperand => format!("An infinity outweighs every number: the result is {}.", result.value_text()),
        _ => "A zero result is +0, whatever the signs.".into(),
    }
}

/// The terms that are not zero, as rows.
fn rows(terms: &[Summand]) -> Vec<Row> {
    let there = terms.iter().filter(|term| !term.value.magnitude.is_zero());
    there.map(|term| picture::row_of(&term.named.label(), term.value.negative, &term.value.magnitude, term.value.exponent)).collect()
}

/// A row with its bits marked as kept and cut off.
fn cut(mut row: Row, last: i32) -> Row {
    for (weight, cell) in (i32::MIN..=row.top).rev().zip(&mut row.cells) {
        cell.mark = if weight >= last { Mark::Kept } else { Mark::Sticky };
    }
    row
}
