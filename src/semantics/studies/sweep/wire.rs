//! A span and what was found in it as words of 64 bits: what passes between a page and its workers.
//!
//! Doubles travel as their bits, because a NaN is not promised to pass through JavaScript unchanged. Reading never fails: a word that is
//! missing reads as zero, and the two sides are built together.

use super::Span;
use super::span::{Check, Column, Found, Scale};
use super::summary::{Edge, Errors, Group, Summary, Worst};

/// Something that words are written to or read from, so that both directions are one list of fields.
trait Wire {
    fn word(&mut self, word: &mut u64);

    fn double(&mut self, value: &mut f64) {
        let mut word = value.to_bits();
        self.word(&mut word);
        *value = f64::from_bits(word);
    }

    fn operand(&mut self, value: &mut u32) {
        let mut word = u64::from(*value);
        self.word(&mut word);
        *value = word as u32;
    }

    fn sum(&mut self, value: &mut i128) {
        let (mut low, mut high) = (*value as u64, (*value >> 64) as u64);
        self.word(&mut low);
        self.word(&mut high);
        *value = i128::from(high as i64) << 64 | i128::from(low);
    }

    /// A value that may be absent, with one word to say so.
    fn maybe<T: Clone>(&mut self, value: &mut Option<T>, blank: T, mut each: impl FnMut(&mut Self, &mut T))
    where
        Self: Sized,
    {
        let mut there = u64::from(value.is_some());
        self.word(&mut there);
        if there != 0 {
            each(self, value.get_or_insert(blank));
        }
    }

    /// A list, with its length before it.
    fn list<T: Clone>(&mut self, list: &mut Vec<T>, blank: T, mut each: impl FnMut(&mut Self, &mut T))
    where
        Self: Sized,
    {
        let mut length = list.len() as u64;
        self.word(&mut length);
        list.resize(length.min(1 << 20) as usize, blank);
        for item in list {
            each(self, item);
        }
    }
}

/// Words to come.
struct Writer(Vec<u64>);

impl Wire for Writer {
    fn word(&mut self, word: &mut u64) {
        self.0.push(*word);
    }
}

/// Words that came.
struct Reader<'a>(std::slice::Iter<'a, u64>);

impl Wire for Reader<'_> {
    fn word(&mut self, word: &mut u64) {
        *word = self.0.next().copied().unwrap_or(0);
    }
}

impl Span {
    /// The span as words.
    #[must_use]
    pub fn to_words(&self) -> Vec<u64> {
        let mut writer = Writer(Vec::with_capacity(self.starts.len() + 8));
        self.clone().pass(&mut writer);
        writer.0
    }

    /// The span of some words.
    #[must_use]
    pub fn from_words(words: &[u64]) -> Span {
        let mut span = Span { from: 0, end: 0, scale: Scale::Ulps, check: None, starts: Vec::new() };
        span.pass(&mut Reader(words.iter()));
        span
    }

    fn pass(&mut self, wire: &mut impl Wire) {
        wire.word(&mut self.from);
        wire.word(&mut self.end);
        scale(wire, &mut self.scale);
        wire.maybe(&mut self.check, Check::Routine, |wire, check| {
            let mut limit = match check {
                Check::Limit(scale, limit) => Some((*scale, *limit)),
                Check::Routine => None,
            };
            wire.maybe(&mut limit, (Scale::Ulps, 0.0), |wire, (measure, limit)| {
                scale(wire, measure);
                wire.double(limit);
            });
            *check = limit.map_or(Check::Routine, |(scale, limit)| Check::Limit(scale, limit));
        });
        wire.list(&mut self.starts, 0, |wire, start| wire.word(start));
    }
}

fn scale(wire: &mut impl Wire, scale: &mut Scale) {
    let mut number = Scale::ALL.iter().position(|known| known == scale).unwrap_or(0) as u64;
    wire.word(&mut number);
    *scale = Scale::ALL.get(number as usize).copied().unwrap_or(Scale::Ulps);
}

impl Found {
    /// What was found as words.
    #[must_use]
    pub fn to_words(mut self) -> Vec<u64> {
        let mut writer = Writer(Vec::with_capacity(4 * self.columns.len() + 5 * self.summary.segments.len() + 200));
        self.pass(&mut writer);
        writer.0
    }

    /// What some words say was found.
    #[must_use]
    pub fn from_words(words: &[u64]) -> Found {
        let mut found = Found::new(0);
        found.pass(&mut Reader(words.iter()));
        found
    }

    fn pass(&mut self, wire: &mut impl Wire) {
        let Summary { measured, magnitude_sum, nearest, absolute, ulps, relative, flushed, infinite, nan, .. } = &mut self.summary;
        group(wire, measured);
        wire.sum(magnitude_sum);
        wire.word(nearest);
        for Worst { error, operand } in [absolute, ulps, relative] {
            wire.double(error);
            wire.operand(operand);
        }
        wire.word(flushed);
        infinite.iter_mut().chain(nan).for_each(|count| wire.word(count));
        let Summary { histogram, breaks, first_break, segments, edges, .. } = &mut self.summary;
        wire.list(histogram, 0, |wire, count| wire.word(count));
        wire.word(breaks);
        wire.maybe(first_break, 0, |wire, operand| wire.operand(operand));
        wire.list(segments, Group::default(), group);
        let blank = Edge { operand: 0, value: 0.0, truth: 0.0 };
        wire.maybe(edges, (blank, blank), |wire, (first, last)| {
            for Edge { operand, value, truth } in [first, last] {
                wire.operand(operand);
                wire.double(value);
                wire.double(truth);
            }
        });
        wire.list(&mut self.columns, Column::default(), |wire, column| errors(wire, column, |wire, sum| wire.double(sum)));
        wire.word(&mut self.beyond);
        wire.word(&mut self.apart);
        for first in [&mut self.first_beyond, &mut self.first_apart] {
            wire.maybe(first, 0, |wire, operand| wire.operand(operand));
        }
    }
}

fn group(wire: &mut impl Wire, group: &mut Group) {
    errors(wire, group, |wire, sum| wire.sum(sum));
}

fn errors<W: Wire, Sum>(wire: &mut W, Errors { count, low, high, sum }: &mut Errors<Sum>, pass: impl FnOnce(&mut W, &mut Sum)) {
    wire.word(count);
    wire.double(low);
    wire.double(high);
    pass(wire, sum);
}
