//! Problems to practise on: set from a seed, solved by the engine, marked field by field.
//!
//! A [`Set`] and a number make a [`Problem`]; nothing else does, so that a class with one link has the same problems.

mod export;
mod first_divergence;
mod kernels;
mod make;
mod qti;
mod record;
mod report;
mod zip;

pub use export::{File, exported};
pub use first_divergence::FirstDivergence;
pub use record::{Next, Record};
pub use report::{Attempt, report};

use super::answer::{Mark, mark_bits_of, mark_number, mark_whole};
use crate::number::{BF16, E4M3, E5M2, F16, F32, Format, Pattern, Random};
use crate::trace::Step;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Bits are given, the number is asked for.
    Decode,
    /// A number is given, the bits are asked for.
    Encode,
    /// An exact value is to be rounded.
    Round,
    /// A sum.
    Add,
    /// A fused multiply-add, and what mul and add make of the same operands.
    Fma,
    /// L, G, R, S of a sum.
    Grs,
    /// A result is given: which modes give it?
    Mode,
    /// A number of a wider format.
    Convert,
    /// Numbers that share a scale.
    Block,
    /// One sum of a tensor core.
    Group,
    /// A result is given: which flags of the compiler give it?
    Flag,
}

/// Kinds, their names in an address and on the page.
pub const KINDS: [(Kind, &str, &str); 11] = [
    (Kind::Decode, "decode", "decode"),
    (Kind::Encode, "encode", "encode"),
    (Kind::Round, "round", "round"),
    (Kind::Add, "add", "add"),
    (Kind::Fma, "fma", "fma"),
    (Kind::Grs, "grs", "L G R S"),
    (Kind::Mode, "mode", "which mode"),
    (Kind::Convert, "convert", "convert"),
    (Kind::Block, "block", "block"),
    (Kind::Group, "tensor", "tensor core"),
    (Kind::Flag, "flag", "which flag"),
];

/// Formats to practise in.
pub const FORMATS: [&Format; 5] = [F16::ROW, BF16::ROW, F32::ROW, E4M3::ROW, E5M2::ROW];

impl Kind {
    /// What it is called on the page.
    pub fn name(self) -> &'static str {
        KINDS.iter().find(|row| row.0 == self).map_or("", |row| row.2)
    }

    /// Whether something of the kind is computed in a format: nothing adds or multiplies in 8 bits.
    pub fn fits(self, format: &Format) -> bool {
        format.width() > 8 || !matches!(self, Kind::Add | Kind::Fma | Kind::Grs | Kind::Mode)
    }
}

/// A set of problems.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// The seed.
    pub seed: u64,
    /// The kinds that occur; every kind if there are none, or none that the format has.
    pub kinds: Vec<Kind>,
    /// The format.
    pub format: &'static Format,
    /// Whether zeros, subnormal numbers, infinities and NaNs occur.
    pub special: bool,
}

/// A problem with its solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// What is asked.
    pub kind: Kind,
    /// What is to be done, in a sentence.
    pub ask: String,
    /// What is given: a name, and how it is written.
    pub given: Vec<(&'static str, String)>,
    /// What is to be answered.
    pub fields: Vec<Field>,
    /// How the engine solves it.
    pub steps: Vec<Step>,
    /// What else would give an answer, and which: other modes, other flags, what is easily forgotten.
    pub others: Vec<(String, Pattern)>,
}

/// One thing to answer; each gives its own credit.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// What it is called.
    pub name: &'static str,
    /// What is right.
    pub wanted: Wanted,
}

/// What is right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wanted {
    /// So many bits.
    Bits(u64, u32),
    /// A whole number.
    Whole(i64),
    /// A number of a format.
    Number(Pattern),
    /// One of several words, by its place.
    Choice(&'static [&'static str], usize),
}

impl Field {
    /// Marks what was typed, or the place of the word that was chosen.
    pub fn mark(&self, given: &str) -> Mark {
        match self.wanted {
            Wanted::Bits(bits, width) => mark_bits_of(given, bits, width),
            Wanted::Whole(number) => mark_whole(given, number),
            Wanted::Number(number) => mark_number(given, number),
            Wanted::Choice(_, right) if given.parse() == Ok(right) => Mark::right(),
            Wanted::Choice(..) if given.is_empty() => Mark::malformed("Still empty."),
            Wanted::Choice(..) => Mark::wrong("Not this."),
        }
    }

    /// The right answer in words.
    pub fn solution(&self) -> String {
        match self.wanted {
            Wanted::Bits(bits, width) => format!("{bits:0width$b}", width = width as usize),
            Wanted::Whole(number) => number.to_string(),
            Wanted::Number(number) => number.digits(),
            Wanted::Choice(words, right) => words.get(right).copied().unwrap_or_default().to_owned(),
        }
    }

    /// The right answer as it would be given to [`Field::mark`].
    pub fn typed_solution(&self) -> String {
        match self.wanted {
            Wanted::Choice(_, right) => right.to_string(),
            _ => self.solution(),
        }
    }

    /// The words to choose among; none where something is typed.
    pub fn words(&self) -> &'static [&'static str] {
        match self.wanted {
            Wanted::Choice(words, _) => words,
            _ => &[],
        }
    }

    /// What is to be typed, for the page: "5 bits".
    pub fn hint(&self) -> String {
        match self.wanted {
            Wanted::Bits(_, 1) => "1 bit".into(),
            Wanted::Bits(_, width) => format!("{width} bits"),
            Wanted::Whole(_) => "whole number".into(),
            Wanted::Number(_) => "number".into(),
            Wanted::Choice(..) => String::new(),
        }
    }
}

impl Set {
    /// What it is, in a line.
    pub fn described(&self) -> String {
        let kinds = KINDS.iter().filter(|kind| self.kinds.is_empty() || self.kinds.contains(&kind.0));
        let kinds: Vec<&str> = kinds.map(|kind| kind.2).collect();
        let special = if self.special { "on" } else { "off" };
        format!("set {:x}, {}, {}, special patterns {special}", self.seed, self.format.name, kinds.join(", "))
    }

    /// The problem of a number.
    pub fn problem(&self, number: u32) -> Problem {
        let mut random = Random::stream(self.seed, number);
        let fit = |kinds: &[Kind]| kinds.iter().copied().filter(|kind| kind.fits(self.format)).collect::<Vec<_>>();
        let chosen = fit(&self.kinds);
        let kinds = if chosen.is_empty() { fit(&KINDS.map(|kind| kind.0)) } else { chosen };
        let kind = random.one(&kinds, Kind::Decode);
        problem(kind, self, &mut random)
    }
}

/// One problem of a kind.
fn problem(kind: Kind, set: &Set, random: &mut Random) -> Problem {
    match kind {
        Kind::Decode => make::decode(set, random),
        Kind::Encode => make::encode(set, random),
        Kind::Round => make::round(set, random),
        Kind::Add => make::sum(set, random),
        Kind::Fma => make::multiply_add(set, random),
        Kind::Grs => make::cut_off(set, random),
        Kind::Mode => make::which_mode(set, random),
        Kind::Convert => kernels::convert(set, random),
        Kind::Block => kernels::block(random),
        Kind::Group => kernels::group(random),
        Kind::Flag => kernels::flag(random),
    }
}
