//! Conditions and sums over the numbers of an experiment, as a lesson writes them: `d is inexact`, `s + e = a * b`, `steps(a, b) <= 2`.
//!
//! A sum is computed exactly, with nothing rounded. Its parts are numbers, registers, and places of a text (see [`super::template`]).

use super::template::place;
use super::values::Values;
use crate::exact::Natural;
use crate::number::{F64, Pattern};
use crate::rounding::{Mode, read};
use core::cmp::Ordering;

/// Something that the numbers make true or false: alternatives, each of which asks for all of its clauses.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition(Vec<Vec<Clause>>);

#[derive(Clone, Debug, PartialEq)]
enum Clause {
    /// What a place says, and another place or words.
    Is(String, bool, String),
    /// Two sums, and how they must compare.
    Compare(Sum, &'static str, Sum),
}

/// Terms, each added or subtracted.
#[derive(Clone, Debug, PartialEq)]
pub struct Sum(Vec<(bool, Vec<Factor>)>);

#[derive(Clone, Debug, PartialEq)]
enum Factor {
    /// A number as it is written; one that no double holds exactly is the nearest double.
    Number(Pattern),
    /// A register, or what a place says of one.
    Place(String),
    /// A register with one bit flipped.
    Flip(String, u32),
    /// How many steps from number to number lie between two numbers of a format.
    Steps(String, String),
    /// How many different bits some registers have.
    Distinct(Vec<String>),
}

/// How two sums can compare, longer spellings first.
const COMPARISONS: [&str; 6] = ["!=", "<=", ">=", "=", "<", ">"];

/// A number that is added exactly: its sign, its magnitude, and a power of two.
type Term = (bool, Natural, i32);

impl Condition {
    /// Reads a condition.
    pub fn read(text: &str) -> Result<Condition, String> {
        let alternatives = text.split(" or ").map(|all| all.split(" and ").map(Clause::read).collect());
        alternatives.collect::<Result<_, _>>().map(Condition)
    }

    /// Whether the numbers make it true.
    pub fn holds(&self, values: &Values) -> bool {
        self.0.iter().any(|all| all.iter().all(|clause| clause.holds(values)))
    }
}

impl Clause {
    fn read(text: &str) -> Result<Clause, String> {
        if let Some((place, what)) = text.split_once(" is ") {
            let (is, what) = what.strip_prefix("not ").map_or((true, what), |what| (false, what));
            return Ok(Clause::Is(place.trim().to_owned(), is, what.trim().to_owned()));
        }
        let found = COMPARISONS.iter().find_map(|sign| Some((text.split_once(&[" ", sign, " "].concat())?, *sign)));
        let Some(((left, right), sign)) = found else {
            return Err(["`", text, "` is no condition: `a is exact`, `a = b + c`, `steps(a, b) <= 2`"].concat());
        };
        Ok(Clause::Compare(Sum::read(left)?, sign, Sum::read(right)?))
    }

    fn holds(&self, values: &Values) -> bool {
        match self {
            Clause::Is(what, is, words) if what.contains(':') => {
                let said = place(what, values);
                let other = if words.contains(':') { place(words, values) } else { Some(words.clone()) };
                said.is_some() && (said == other) == *is
            }
            Clause::Is(name, is, word) => {
                let said = ["class", "rounding", "method"].map(|kind| place(&[name, ":", kind].concat(), values));
                said[0].is_some() && said.iter().flatten().any(|said| said == word) == *is
            }
            Clause::Compare(left, sign, right) => match (*sign, left.compare(right, values)) {
                ("!=", order) => order != Some(Ordering::Equal),
                (_, None) => false,
                ("=", Some(order)) => order.is_eq(),
                ("<", Some(order)) => order.is_lt(),
                (">", Some(order)) => order.is_gt(),
                ("<=", Some(order)) => order.is_le(),
                (_, Some(order)) => order.is_ge(),
            },
        }
    }
}

impl Sum {
    /// Reads a sum of products; the signs between them have blanks around them.
    pub fn read(text: &str) -> Result<Sum, String> {
        let terms = text.trim().replace(" - ", " + -");
        let terms = terms.split(" + ").map(|term| {
            let (negative, term) = term.strip_prefix('-').map_or((false, term), |term| (true, term));
            Ok((negative, term.split(" * ").map(Factor::read).collect::<Result<_, String>>()?))
        });
        terms.collect::<Result<_, String>>().map(Sum)
    }

    /// The register, if it is one and nothing else.
    pub fn register(&self) -> Option<&str> {
        match self.only()? {
            Factor::Place(name) if !name.contains(':') => Some(name),
            _ => None,
        }
    }

    /// Its value as a whole number.
    pub fn whole(&self, values: &Values) -> Option<i64> {
        let mut total = 0i64;
        for (negative, magnitude, exponent) in self.terms(values)? {
            let below = exponent.min(0).unsigned_abs();
            if !magnitude.is_zero() && magnitude.trailing_zeros() < below || exponent > 63 {
                return None;
            }
            let magnitude = magnitude.shifted_right(below).shifted_left(exponent.max(0).unsigned_abs());
            let magnitude: i64 = magnitude.decimal().parse().ok()?;
            total = total.checked_add(if negative { -magnitude } else { magnitude })?;
        }
        Some(total)
    }

    fn only(&self) -> Option<&Factor> {
        match self.0.as_slice() {
            [(false, factors)] if factors.len() == 1 => factors.first(),
            _ => None,
        }
    }

    /// How two sums compare; None where one of them has no value. A register alone may be infinite, too, and equals one with the same bits.
    fn compare(&self, other: &Sum, values: &Values) -> Option<Ordering> {
        let alone = |sum: &Sum| sum.only().and_then(|factor| factor.pattern(values));
        if let (Some(left), Some(right)) = (alone(self), alone(other))
            && left.format == right.format
        {
            return if left.bits == right.bits { Some(Ordering::Equal) } else { Some(left.ordinal()?.cmp(&right.ordinal()?)) };
        }
        let turned = other.terms(values)?.into_iter().map(|(negative, magnitude, exponent)| (!negative, magnitude, exponent));
        let all: Vec<Term> = self.terms(values)?.into_iter().chain(turned).collect();
        let lowest = all.iter().map(|term| term.2).min().unwrap_or(0);
        let total = |sign: bool| {
            let terms = all.iter().filter(|term| term.0 == sign);
            terms.fold(Natural::from(0), |sum, (_, magnitude, exponent)| sum.plus(&magnitude.shifted_left(exponent.abs_diff(lowest))))
        };
        Some(total(false).cmp(&total(true)))
    }

    fn terms(&self, values: &Values) -> Option<Vec<Term>> {
        let product = |(negative, factors): &(bool, Vec<Factor>)| {
            factors.iter().try_fold((*negative, Natural::from(1), 0), |(negative, magnitude, exponent), factor| {
                let value = factor.value(values)?;
                Some((negative != value.0, magnitude.times(&value.1), exponent + value.2))
            })
        };
        self.0.iter().map(product).collect()
    }
}

impl Factor {
    fn read(text: &str) -> Result<Factor, String> {
        let text = text.trim();
        if let Some((name, rest)) = text.split_once('(') {
            let names: Vec<String> = rest.trim_end_matches(')').split(',').map(|name| name.trim().to_owned()).collect();
            return match (name, names.as_slice()) {
                ("steps", [from, to]) => Ok(Factor::Steps(from.clone(), to.clone())),
                ("flip", [name, bit]) if bit.parse::<u32>().is_ok_and(|bit| bit < 64) => {
                    Ok(Factor::Flip(name.clone(), bit.parse().unwrap_or(0)))
                }
                ("distinct", [_, _, ..]) => Ok(Factor::Distinct(names)),
                _ => Err(["`", text, "` is none of `steps(a, b)`, `flip(a, 31)`, `distinct(a, b, c)`"].concat()),
            };
        }
        if text.starts_with(|first: char| first.is_ascii_digit()) {
            let literal = read(text).map_err(|error| ["`", text, "` ", &error.0].concat())?;
            return Ok(Factor::Number(Pattern::new(F64::ROW, literal.to_bits(F64::ROW, Mode::Rn).0)));
        }
        match !text.is_empty() && text.chars().all(|letter| letter.is_alphanumeric() || "_:".contains(letter)) {
            true => Ok(Factor::Place(text.to_owned())),
            false => Err(["`", text, "` is no number, no register and no place"].concat()),
        }
    }

    /// The number of a format that it is, if it is one.
    fn pattern(&self, values: &Values) -> Option<Pattern> {
        match self {
            Factor::Place(place) => pattern(place, values),
            Factor::Flip(name, bit) => pattern(name, values).map(|number| Pattern::new(number.format, number.bits ^ 1 << bit)),
            _ => None,
        }
    }

    fn value(&self, values: &Values) -> Option<Term> {
        let number = match self {
            Factor::Number(number) => Some(*number),
            other => other.pattern(values),
        };
        if let Some(number) = number {
            let exact = number.exact()?;
            return Some((exact.negative, Natural::from(u128::from(exact.magnitude)), exact.exponent));
        }
        let whole: i64 = match self {
            Factor::Steps(from, to) => {
                let ordinal = |name: &str| pattern(name, values)?.ordinal();
                ordinal(from)?.abs_diff(ordinal(to)?).try_into().ok()?
            }
            Factor::Distinct(names) => {
                let mut bits: Vec<u64> = names.iter().map(|name| values.find(name).map(|number| number.bits)).collect::<Option<_>>()?;
                bits.sort_unstable();
                bits.dedup();
                bits.len() as i64
            }
            // What a place says in digits; of a power of two, its exponent.
            Factor::Place(text) => {
                let said = place(text, values)?;
                said.strip_prefix("2^").unwrap_or(&said).parse().ok()?
            }
            _ => return None,
        };
        Some((whole < 0, Natural::from(u128::from(whole.unsigned_abs())), 0))
    }
}

/// The number that a place stands for: a register, its neighbour, or the number nearest to its true value.
fn pattern(place: &str, values: &Values) -> Option<Pattern> {
    let (name, kind) = place.split_once(':').unwrap_or((place, ""));
    match kind {
        "" => values.find(name),
        "next" => values.find(name)?.next_up(),
        "before" => values.find(name)?.next_down(),
        "nearest" => values.verdict(name).map(|verdict| verdict.nearest),
        _ => None,
    }
}
