//! What an expression would give if nothing were rounded: quotients of naturals, and roots to more places than anybody asks for.

use super::tree::{Id, Kind, Operation, Tree};
use crate::exact::{Exact, Natural};
use crate::instruction::cuda::Function;
use crate::number::{Format, Pattern};
use crate::rounding::{Literal, Mode, round_into};
use core::cmp::Ordering;

/// Numbers with more binary digits than these are left.
const BITS: u32 = 20_000;
/// Binary digits of a root that does not end.
const ROOT_BITS: u32 = 160;
/// Literals with exponents beyond this are left.
const DECIMALS: u32 = 400;

/// `± numerator / denominator · 2^exponent`.
#[derive(Clone, Debug)]
pub(super) struct Ratio {
    pub negative: bool,
    pub numerator: Natural,
    pub denominator: Natural,
    pub exponent: i32,
    /// Whether it is only very nearly the number, behind a root.
    pub near: bool,
}

impl Ratio {
    fn whole(negative: bool, numerator: Natural, exponent: i32) -> Ratio {
        Ratio { negative, numerator, denominator: Natural::from(1), exponent, near: false }
    }

    fn small(number: u64) -> Ratio {
        Ratio::whole(false, Natural::from(u128::from(number)), 0)
    }

    /// The value of a finite number.
    pub fn of(number: Pattern) -> Option<Ratio> {
        let exact = number.exact()?;
        Some(Ratio::whole(exact.negative, Natural::from(u128::from(exact.magnitude)), exact.exponent))
    }

    /// The number that was written.
    pub fn written(literal: &Literal) -> Option<Ratio> {
        let Literal::Number { negative, numerator, exponent, decimals } = literal else { return None };
        let (power, size) = (decimals.unsigned_abs(), exponent.unsigned_abs());
        if power > DECIMALS || size > BITS {
            return None;
        }
        let ten = Natural::from(1).times_power_of_ten(power);
        let mut ratio = Ratio::whole(*negative, numerator.clone(), *exponent);
        if *decimals > 0 {
            ratio.denominator = ten;
        } else {
            ratio.numerator = ratio.numerator.times(&ten);
        }
        Some(ratio)
    }

    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    fn kept(self) -> Option<Ratio> {
        let spare = self.numerator.trailing_zeros();
        let ratio = Ratio { numerator: self.numerator.shifted_right(spare), exponent: self.exponent.checked_add(spare as i32)?, ..self };
        let fits = ratio.numerator.bits() < BITS && ratio.denominator.bits() < BITS && ratio.exponent.unsigned_abs() < BITS;
        fits.then_some(ratio)
    }

    pub fn negated(&self) -> Ratio {
        Ratio { negative: !self.negative, ..self.clone() }
    }

    pub fn plus(&self, other: &Ratio) -> Option<Ratio> {
        if self.is_zero() {
            return Some(other.clone());
        }
        if other.is_zero() {
            return Some(self.clone());
        }
        let exponent = self.exponent.min(other.exponent);
        let (up, down) = (self.exponent.abs_diff(exponent), other.exponent.abs_diff(exponent));
        if up.max(down) > BITS {
            return None;
        }
        let (a, b) = (self.numerator.shifted_left(up), other.numerator.shifted_left(down));
        let same = self.denominator == other.denominator;
        let (a, b, denominator) = match same {
            true => (a, b, self.denominator.clone()),
            false => (a.times(&other.denominator), b.times(&self.denominator), self.denominator.times(&other.denominator)),
        };
        let (negative, numerator) = match (self.negative == other.negative, a.cmp(&b)) {
            (true, _) => (self.negative, a.plus(&b)),
            (false, Ordering::Less) => (other.negative, b.minus(&a)),
            (false, _) => (self.negative, a.minus(&b)),
        };
        Ratio { negative, numerator, denominator, exponent, near: self.near || other.near }.kept()
    }

    pub fn minus(&self, other: &Ratio) -> Option<Ratio> {
        self.plus(&other.negated())
    }

    pub fn times(&self, other: &Ratio) -> Option<Ratio> {
        Ratio {
            negative: self.negative != other.negative,
            numerator: self.numerator.times(&other.numerator),
            denominator: self.denominator.times(&other.denominator),
            exponent: self.exponent.checked_add(other.exponent)?,
            near: self.near || other.near,
        }
        .kept()
    }

    fn over(&self, other: &Ratio) -> Option<Ratio> {
        if other.is_zero() {
            return None;
        }
        let inverse = Ratio {
            numerator: other.denominator.clone(),
            denominator: other.numerator.clone(),
            exponent: other.exponent.checked_neg()?,
            ..other.clone()
        };
        self.times(&inverse)
    }

    fn compared(&self, other: &Ratio) -> Option<Ordering> {
        let difference = self.minus(other)?;
        Some(match difference {
            _ if difference.is_zero() => Ordering::Equal,
            _ if difference.negative => Ordering::Less,
            _ => Ordering::Greater,
        })
    }

    /// The root of a number that is not negative.
    fn root(&self) -> Option<Ratio> {
        if self.negative && !self.is_zero() {
            return None;
        }
        // √(n/d · 2^e) = √(n·d·2^(2k)) / d · 2^(e/2 - k), with e even.
        let odd = self.exponent.rem_euclid(2);
        let radicand = self.numerator.times(&self.denominator).shifted_left(odd as u32);
        let places = (ROOT_BITS.saturating_sub(radicand.bits() / 2)).min(ROOT_BITS);
        let radicand = radicand.shifted_left(2 * places);
        if radicand.bits() > 2 * ROOT_BITS + 2200 {
            return None;
        }
        let root = root_of(&radicand);
        let near = self.near || root.times(&root) != radicand;
        let exponent = (self.exponent - odd) / 2 - places as i32;
        Ratio { negative: false, numerator: root, denominator: self.denominator.clone(), exponent, near }.kept()
    }

    /// The leading bits with a sticky lowest one; None for zero.
    pub fn rounded(&self) -> Option<Exact<u128>> {
        if self.is_zero() {
            return None;
        }
        let (magnitude, exponent) = self.numerator.divided_sticky(&self.denominator);
        Some(Exact { negative: self.negative, magnitude, exponent: exponent.checked_add(self.exponent)? })
    }

    /// The nearest number of a format.
    pub fn nearest(&self, format: &'static Format) -> Pattern {
        Pattern::new(format, self.rounded().map_or(0, |exact| round_into(format, exact, Mode::Rn).0))
    }
}

/// The integer root, digit by digit.
fn root_of(number: &Natural) -> Natural {
    let mut root = Natural::default();
    for place in (0..number.bits().div_ceil(2)).rev() {
        let tried = root.plus(&Natural::from(1).shifted_left(place));
        if tried.times(&tried) <= *number {
            root = tried;
        }
    }
    root
}

/// The exact value of a node; None where it has none or where it is not computed here. `leaf` gives those of numbers and variables.
pub(super) fn value(tree: &Tree, root: Id, leaf: impl Fn(Id) -> Option<Ratio>) -> Option<Ratio> {
    let mut values: Vec<Option<Ratio>> = Vec::new();
    let truth = |holds: bool| Some(Ratio::small(u64::from(holds)));
    for (id, node) in tree.nodes.iter().enumerate().take(root + 1) {
        let get = |id: &Id| values[*id].as_ref();
        let computed = (|| match &node.kind {
            _ if node.own.lane().is_some() => None,
            Kind::Constant(..) | Kind::Variable(_) => leaf(id),
            Kind::Convert(from) => {
                let cuts = node.own.is_integer() && !tree.own(*from).is_integer();
                get(from).filter(|ratio| !cuts || (ratio.exponent >= 0 && ratio.denominator == Natural::from(1))).cloned()
            }
            Kind::Negate(a) => get(a).map(Ratio::negated),
            Kind::Magnitude(a) => get(a).map(|ratio| Ratio { negative: false, ..ratio.clone() }),
            Kind::Binary(operation, a, b) => {
                let (a, b) = (get(a)?, get(b)?);
                match operation {
                    Operation::Add => a.plus(b),
                    Operation::Subtract => a.minus(b),
                    Operation::Multiply => a.times(b),
                    Operation::Divide if node.own.is_integer() => None,
                    Operation::Divide => a.over(b),
                    Operation::Remainder
                    | Operation::And
                    | Operation::Or
                    | Operation::Xor
                    | Operation::ShiftLeft
                    | Operation::ShiftRight => None,
                    Operation::Minimum => Some(if a.compared(b)?.is_le() { a } else { b }.clone()),
                    Operation::Maximum => Some(if a.compared(b)?.is_ge() { a } else { b }.clone()),
                }
            }
            Kind::Compare(relation, a, b) => truth(relation.holds(Some(get(a)?.compared(get(b)?)?))),
            Kind::Not(a) => truth(get(a)?.is_zero()),
            Kind::And(a, b) => truth(!get(a)?.is_zero() && !get(b)?.is_zero()),
            Kind::Or(a, b) => truth(!get(a)?.is_zero() || !get(b)?.is_zero()),
            Kind::Choose(condition, a, b) => get(if get(condition)?.is_zero() { b } else { a }).cloned(),
            // What has no value but its bits, and what memory holds.
            Kind::Written(..)
            | Kind::Invert(_)
            | Kind::Address(..)
            | Kind::Load(..)
            | Kind::Store(..)
            | Kind::Special(_)
            | Kind::Line(..)
            | Kind::Group(_) => None,
            Kind::Call(function, _, arguments) => {
                let all: Option<Vec<&Ratio>> = arguments.iter().map(get).collect();
                called(function, &all?)
            }
        })();
        values.push(computed);
    }
    values.pop()?
}

/// The exact value of a function that is arithmetic.
fn called(function: &Function, arguments: &[&Ratio]) -> Option<Ratio> {
    let stem = function.stem.trim_start_matches('_');
    match (stem, arguments) {
        ("fadd" | "dadd", [a, b]) => a.plus(b),
        ("fsub" | "dsub", [a, b]) => a.minus(b),
        ("fmul" | "dmul", [a, b]) => a.times(b),
        ("fdiv" | "ddiv" | "fdividef", [a, b]) => a.over(b),
        ("frcp" | "drcp", [a]) => Ratio::small(1).over(a),
        ("fmaf" | "fma", [a, b, c]) => a.times(b)?.plus(c),
        ("sqrtf" | "sqrt" | "fsqrt" | "dsqrt", [a]) => a.root(),
        ("frsqrt", [a]) => Ratio::small(1).over(&a.root()?),
        ("fabsf" | "fabs", [a]) => Some(Ratio { negative: false, ..(*a).clone() }),
        ("fminf" | "fmin", [a, b]) => Some(if a.compared(b)?.is_le() { (*a).clone() } else { (*b).clone() }),
        ("fmaxf" | "fmax", [a, b]) => Some(if a.compared(b)?.is_ge() { (*a).clone() } else { (*b).clone() }),
        _ => None,
    }
}
