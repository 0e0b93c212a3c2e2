//! A study under way: numbers first, then the exact sum, then order by order, then the numbers shuffled again and again.

use super::add::{self, Parts};
use super::numbers::{self, Kind, LIMIT, Numbers, Sort};
use super::order::{Core, ORDERS};
use super::total::{Off, Total, nearest};
use crate::exact::Natural;
use crate::number::{Format, Pattern, Random};
use crate::trace::Scaled;
use std::collections::BTreeMap;

/// Numbers that are read or made, and numbers that are shuffled and added, in one step.
const AT_ONCE: usize = 1 << 14;
/// The most times that the numbers are shuffled.
pub const MOST_SHUFFLES: u32 = 10_000;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The kind of numbers that are made; None where a text has them.
    pub kind: Option<Kind>,
    /// How many are made: at most [`LIMIT`].
    pub count: usize,
    /// The seed of what is random.
    pub seed: u64,
    /// The order in which the numbers stand.
    pub sort: Sort,
    /// The format of the numbers.
    pub format: &'static Format,
    /// The format in which they are added, one of those that [`super::ADDED_IN`] has for it.
    pub within: &'static Format,
    /// Numbers that are added before their sum is promoted.
    pub every: usize,
    /// The parts of split-K.
    pub split: usize,
    /// The tensor core.
    pub core: Core,
    /// How often the numbers are shuffled.
    pub shuffles: u32,
}

/// The exact sum and what follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// Every digit of it.
    pub decimal: String,
    /// The bits of the nearest number in the format in which the numbers are added.
    pub nearest: u64,
    /// The condition of the sum, Σ|x| over |Σx|, in thousandths; None where the sum is zero, or where it is 2^64 or more.
    pub condition: Option<u64>,
}

/// What an order gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The bits; None where the chip has no such path.
    pub bits: Option<u64>,
    /// How far they are from the exact sum; None where one of the two is no finite number.
    pub off: Option<Off>,
    /// The same for the first so many numbers.
    pub growth: Vec<(usize, Option<Off>)>,
}

/// What the numbers gave when they came in any order.
#[derive(Clone, Debug, PartialEq)]
pub struct Shuffled {
    /// The bits of a sum.
    pub bits: u64,
    /// How often it came.
    pub count: u32,
    /// How far it is from the exact sum.
    pub off: Option<Off>,
}

/// What a study has found so far.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Report {
    /// Why there is nothing to add, in a sentence; empty where there is.
    pub refused: String,
    /// How many numbers there are.
    pub count: usize,
    /// Steps done, and about how many there are in all.
    pub progress: (u64, u64),
    /// Whether everything is done.
    pub done: bool,
    /// The exact sum; None while it is not there and where an infinity or a NaN is among the numbers.
    pub exact: Option<Exact>,
    /// What each order gave, in the order of the table, as far as they are done.
    pub outcomes: Vec<Outcome>,
    /// Times that the numbers were shuffled.
    pub shuffles: u32,
    /// What came of it, smallest sum first.
    pub shuffled: Vec<Shuffled>,
}

/// A study.
#[derive(Clone, Debug)]
pub struct Study {
    asked: Asked,
    text: String,
    /// The place in the text behind what was read.
    read: usize,
    codes: Vec<u64>,
    numbers: Option<Numbers>,
    /// The lengths at which sums are taken, each with its exact sum; None where there is none.
    exact: Vec<(usize, Option<Scaled>)>,
    order: Vec<u64>,
    random: Random,
    sums: BTreeMap<u64, u32>,
    report: Report,
}

impl Study {
    /// Begins. The text has the numbers where they are not made.
    pub fn new(asked: Asked, text: String) -> Study {
        let random = Random::stream(asked.seed, u32::MAX);
        let asked = Asked { count: asked.count.clamp(1, LIMIT), shuffles: asked.shuffles.min(MOST_SHUFFLES), ..asked };
        Study {
            asked,
            text,
            read: 0,
            codes: Vec::new(),
            numbers: None,
            exact: Vec::new(),
            order: Vec::new(),
            random,
            sums: BTreeMap::new(),
            report: Report::default(),
        }
    }

    /// What is found so far.
    pub fn report(&self) -> Report {
        let sum = self.exact.last().and_then(|(_, exact)| exact.as_ref());
        let of = |(bits, count): (&u64, &u32)| {
            let result = Pattern::new(self.asked.within, *bits);
            Shuffled { bits: *bits, count: *count, off: sum.and_then(|sum| Off::of(result, sum)) }
        };
        let mut shuffled: Vec<Shuffled> = self.sums.iter().map(of).collect();
        shuffled.sort_by_key(|one| Pattern::new(self.asked.within, one.bits).ordinal());
        Report { shuffled, progress: (self.report.progress.0, self.steps()), ..self.report.clone() }
    }

    /// About how many steps there are.
    fn steps(&self) -> u64 {
        let made = match self.asked.kind {
            Some(_) => self.asked.count.div_ceil(AT_ONCE),
            None => self.text.len().div_ceil(AT_ONCE * 8),
        };
        let shuffles = (self.asked.shuffles as usize).div_ceil(self.shuffles_at_once());
        (made + 2 + ORDERS.len() + shuffles) as u64
    }

    fn shuffles_at_once(&self) -> usize {
        (AT_ONCE / self.report.count.max(1)).max(1)
    }

    /// Goes on by one step, which takes some hundredths of a second at most; whether there are more.
    pub fn go_on(&mut self) -> bool {
        self.report.progress.0 += 1;
        if self.numbers.is_none() {
            match self.gather() {
                Ok(false) => {}
                Ok(true) => {
                    let Asked { format, within, sort, .. } = self.asked;
                    let numbers = Numbers::new(format, within, core::mem::take(&mut self.codes), sort);
                    self.report.count = numbers.codes.len();
                    self.order = numbers.wide.clone();
                    self.numbers = Some(numbers);
                }
                Err(why) => {
                    self.report.refused = why;
                    self.report.done = true;
                }
            }
            return !self.report.done;
        }
        let Some(numbers) = self.numbers.as_ref() else { return false };
        if self.exact.is_empty() {
            self.exact = exact(numbers);
            self.report.exact = told(numbers, self.exact.last().and_then(|(_, sum)| sum.as_ref()));
        } else if let Some(row) = ORDERS.get(self.report.outcomes.len()) {
            let Asked { every, split, core, format, within, .. } = self.asked;
            let parts = Parts { every, split, tensor: core.row(format, within) };
            let result = |length: usize, exact: Option<&Scaled>| {
                let sum = add::sum(row.order, numbers, length, &parts);
                (sum, sum.zip(exact).and_then(|(sum, exact)| Off::of(sum, exact)))
            };
            let growth: Vec<_> = self.exact.iter().map(|(length, exact)| (*length, result(*length, exact.as_ref()))).collect();
            let last = growth.last().copied();
            self.report.outcomes.push(Outcome {
                bits: last.and_then(|(_, (sum, _))| sum).map(|sum| sum.bits),
                off: last.and_then(|(_, (_, off))| off),
                growth: growth.into_iter().map(|(length, (_, off))| (length, off)).collect(),
            });
        } else {
            for _ in 0..self.shuffles_at_once().min((self.asked.shuffles - self.report.shuffles) as usize) {
                shuffle(&mut self.order, &mut self.random);
                *self.sums.entry(add::in_a_loop(self.asked.within, &self.order)).or_default() += 1;
                self.report.shuffles += 1;
            }
        }
        self.report.done = self.report.outcomes.len() == ORDERS.len() && self.report.shuffles == self.asked.shuffles;
        !self.report.done
    }

    /// Makes or reads some more numbers; whether all are there.
    fn gather(&mut self) -> Result<bool, String> {
        let Asked { kind, count, seed, format, .. } = self.asked;
        if let Some(kind) = kind {
            let end = (self.codes.len() + AT_ONCE).min(count);
            self.codes.extend(kind.make(format, seed, count, self.codes.len()..end));
            return Ok(end == count);
        }
        // Up to a letter that parts words, so that no word is cut.
        let rest = &self.text[self.read..];
        let near = rest.char_indices().map(|(place, _)| place).find(|place| *place >= AT_ONCE * 8).unwrap_or(rest.len());
        let end = rest[near..].find(char::is_whitespace).map_or(rest.len(), |more| near + more);
        for word in numbers::words(&rest[..end]) {
            if self.codes.len() == LIMIT {
                return Err(format!("At most {LIMIT} numbers are added at once."));
            }
            self.codes.push(numbers::number(word, format)?);
        }
        self.read += end;
        match self.read == self.text.len() {
            true if self.codes.is_empty() => Err("There is no number here.".into()),
            all => Ok(all),
        }
    }
}

/// The exact sums of the first 1, 2, 4 and so on numbers, and of all.
fn exact(numbers: &Numbers) -> Vec<(usize, Option<Scaled>)> {
    let mut total = Total::default();
    let count = numbers.codes.len();
    let mut sums = Vec::new();
    for (place, code) in numbers.codes.iter().enumerate() {
        total.add(Pattern::new(numbers.format, *code));
        let length = place + 1;
        if length.is_power_of_two() || length == count {
            sums.push((length, total.value()));
        }
    }
    sums
}

/// What is said of the exact sum.
fn told(numbers: &Numbers, sum: Option<&Scaled>) -> Option<Exact> {
    let sum = sum?;
    let mut magnitudes = Total::default();
    let sign = numbers.format.sign_mask();
    numbers.codes.iter().for_each(|code| magnitudes.add(Pattern::new(numbers.format, code & !sign)));
    let condition = magnitudes.value().filter(|_| !sum.magnitude.is_zero()).and_then(|all| {
        let (quotient, power) = all.magnitude.times_small_plus(1000, 0).divided_sticky(&sum.magnitude);
        let by = power + all.exponent - sum.exponent;
        let quotient = Natural::from(quotient);
        let whole = if by < 0 { quotient.shifted_right(by.unsigned_abs()) } else { quotient.shifted_left(by.unsigned_abs()) };
        (whole.bits() <= 64).then(|| whole.leading_sticky(64).0 as u64)
    });
    Some(Exact { decimal: sum.decimal(), nearest: nearest(numbers.within, sum).bits, condition })
}

/// Every order of the numbers as likely as any other (Fisher and Yates).
fn shuffle(numbers: &mut [u64], random: &mut Random) {
    for last in (1..numbers.len()).rev() {
        numbers.swap(last, random.below(last as u64 + 1) as usize);
    }
}
