//! The reals that are rounded to a number: its bin on the number line.

use super::Mode;
use crate::exact::Exact;
use crate::number::{Class, Format, Pattern};

/// One end of a bin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Where it is; None where the line goes on for ever.
    pub at: Option<Exact<u64>>,
    /// Whether this point belongs to the bin.
    pub closed: bool,
}

/// An interval of reals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bin {
    /// The end towards negative infinity.
    pub low: End,
    /// The end towards positive infinity.
    pub high: End,
}

/// How a mode rounds magnitudes of one sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Towards {
    Zero,
    Infinity,
    Nearest,
    NearestAway,
}

/// The bins of a code of a format that numbers are rounded into: one, or none for a code that no real gives in this mode. Zero itself is in the
/// bin of +0. What belongs to a code that is no number is what overflows to it, from both sides where there is one such NaN.
pub fn bins(pattern: Pattern, mode: Mode) -> Vec<Bin> {
    let format = pattern.format;
    let code = pattern.bits & !format.sign_mask();
    // Random bits decide in the last mode.
    if mode == Mode::Rs || !format.is_floating() || (pattern.class() == Class::Zero && code != 0) {
        return Vec::new();
    }
    let of = |negative, code| bin(format, negative, code, mode);
    match code {
        0 if format.encoding.has_unsigned_zero() && pattern.is_nan() => {
            let overflows = beyond(format).filter(|code| *code == pattern.bits);
            overflows.map_or(Vec::new(), |code| [true, false].into_iter().filter_map(|negative| of(negative, code)).collect())
        }
        // Zero has the numbers of both signs.
        0 if format.encoding.has_unsigned_zero() => {
            let low = of(true, 0).map_or(End { at: Some(value(format, 0)), closed: true }, |bin| bin.low);
            of(false, 0).map(|bin| Bin { low, ..bin }).into_iter().collect()
        }
        _ => of(pattern.is_negative(), code).into_iter().collect(),
    }
}

/// The reals of one sign that become a code, which is given without its sign.
fn bin(format: &'static Format, negative: bool, code: u64, mode: Mode) -> Option<Bin> {
    let towards = match mode {
        Mode::Rn => Towards::Nearest,
        Mode::Rna => Towards::NearestAway,
        Mode::Rm if negative => Towards::Infinity,
        Mode::Rp if !negative => Towards::Infinity,
        _ => Towards::Zero,
    };
    let signed = |end: End| End { at: end.at.map(|at| Exact { negative, ..at }), ..end };
    let (inner, outer) = (signed(inner(format, code, negative, towards)?), signed(outer(format, code, towards)));
    let is_empty = inner.at == outer.at && inner.at.is_some() && !(inner.closed && outer.closed);
    let bin = if negative { Bin { low: outer, high: inner } } else { Bin { low: inner, high: outer } };
    (!is_empty).then_some(bin)
}

/// The code that numbers beyond the largest become, if they do not stay there.
fn beyond(format: &Format) -> Option<u64> {
    format.infinity().or(format.nan())
}

/// The end of a bin that is nearer to zero.
fn inner(format: &'static Format, code: u64, negative: bool, towards: Towards) -> Option<End> {
    let largest = format.largest();
    if code == 0 {
        return Some(End { at: Some(value(format, 0)), closed: !negative });
    }
    if code > largest && (beyond(format) != Some(code) || towards == Towards::Zero) {
        return None;
    }
    let below = match code {
        _ if code > largest => largest,
        _ if code == format.subnormal_zero_codes() + 1 => 0,
        _ => code - 1,
    };
    let here = if code > largest { behind_the_last(format) } else { value(format, code) };
    Some(match towards {
        Towards::Zero => End { at: Some(here), closed: true },
        Towards::Infinity => End { at: Some(value(format, below)), closed: false },
        // The tie goes to the even code, and away from zero only where the lower one is odd.
        Towards::Nearest => End { at: Some(middle(value(format, below), here)), closed: below & 1 == 1 },
        Towards::NearestAway => End { at: Some(middle(value(format, below), here)), closed: true },
    })
}

/// The end of a bin that is further from zero.
fn outer(format: &'static Format, code: u64, towards: Towards) -> End {
    let largest = format.largest();
    if code > largest || (code == largest && (towards == Towards::Zero || beyond(format).is_none())) {
        return End { at: None, closed: false };
    }
    let next = match format.above(code) {
        Some(next) if code < largest => value(format, next),
        _ => behind_the_last(format),
    };
    match towards {
        Towards::Zero => End { at: Some(next), closed: false },
        Towards::Infinity => End { at: Some(value(format, code)), closed: true },
        Towards::Nearest => End { at: Some(middle(value(format, code), next)), closed: code & 1 == 0 },
        Towards::NearestAway => End { at: Some(middle(value(format, code), next)), closed: false },
    }
}

fn value(format: &'static Format, code: u64) -> Exact<u64> {
    Pattern::new(format, code).unpacked().exact
}

/// The number that would come after the largest.
fn behind_the_last(format: &'static Format) -> Exact<u64> {
    let last = value(format, format.largest());
    Exact { magnitude: last.magnitude + 1, ..last }
}

/// The middle of two magnitudes whose last places are close to each other.
fn middle(a: Exact<u64>, b: Exact<u64>) -> Exact<u64> {
    let exponent = if a.is_zero() { b.exponent } else { a.exponent.min(b.exponent) };
    let lifted = |one: Exact<u64>| if one.is_zero() { 0 } else { one.magnitude << (one.exponent - exponent) };
    Exact { negative: false, magnitude: lifted(a) + lifted(b), exponent: exponent - 1 }
}
