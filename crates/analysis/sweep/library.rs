//! What nvcc's code of the math library computes, run by the model and held against the true functions: the figures of `library.txt`.
//!
//! `cargo xtask library` compiles the functions, sweeps them and writes the file; NVIDIA's code is no part of the project. A row that was
//! not swept over every operand says which grid it was. A bound of the guide is a distance from the correctly rounded result, and is held
//! against that.

use super::functions::ReferenceFunction;
use crate::instruction::cuda::{Entry, LIBRARY};

/// What was found of one function over a range of operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Its name, as LIBRARY has it or spells it for a single or a double.
    pub function: &'static str,
    /// One operand out of so many was run.
    pub every: u32,
    /// The first operand's bits, and the last one's; seeds of a function of two numbers or of doubles.
    pub range: (u32, u32),
    /// The largest error in ulps of the true value, with three decimal places; written as 2.2e-6, the largest absolute error.
    pub error: &'static str,
    /// An operand that has it; two of a function of two numbers, with a comma.
    pub operand: &'static str,
    /// How many numbers of the format the farthest result lies from the correctly rounded one; None where that is a NaN and should be none, or
    /// should be.
    pub farthest: Option<u64>,
    /// The operand that has it.
    pub far: &'static str,
    /// Results that are not the correctly rounded ones.
    pub off: u64,
    /// Those two numbers from it or more.
    pub off_by_two: u64,
    /// The lines of PTX.
    pub instructions: u32,
    /// How many lines the operand runs that is worst in ulps.
    pub run: u32,
    /// The compiler's version.
    pub nvcc: &'static str,
    /// The target that was compiled for.
    pub target: &'static str,
    /// The day of the sweep.
    pub date: &'static str,
}

/// The rows of the table; what is no row is left out, which a test does not allow.
pub fn figures() -> impl Iterator<Item = Figure> {
    include_str!("library.txt").lines().filter_map(read)
}

fn read(line: &'static str) -> Option<Figure> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [function, every, from, to, error, operand, farthest, far, off, off_by_two, instructions, run, nvcc, target, date] = words[..]
    else {
        return None;
    };
    let hexadecimal = |word| u32::from_str_radix(word, 16).ok();
    Some(Figure {
        function,
        every: every.parse().ok().filter(|every| *every > 0)?,
        range: (hexadecimal(from)?, hexadecimal(to)?),
        error,
        operand,
        farthest: farthest.parse().ok(),
        far,
        off: off.parse().ok()?,
        off_by_two: off_by_two.parse().ok()?,
        instructions: instructions.parse().ok()?,
        run: run.parse().ok()?,
        nvcc,
        target,
        date,
    })
}

impl Figure {
    /// The operands that were run.
    #[must_use]
    pub fn operands(&self) -> u64 {
        (u64::from(self.range.1) + 1).saturating_sub(self.range.0.into()).div_ceil(u64::from(self.every))
    }

    /// Whether its operands are seeds of pairs.
    #[must_use]
    pub fn takes_two(&self) -> bool {
        ReferenceFunction::named(self.function).is_some_and(ReferenceFunction::takes_two)
    }

    /// Whether its operands are doubles, which are made from seeds.
    #[must_use]
    pub fn is_double(&self) -> bool {
        self.entry().is_some_and(|entry| !entry.is_single(self.function))
    }

    /// The line of the text's table.
    #[must_use]
    pub fn entry(&self) -> Option<&'static Entry> {
        LIBRARY.iter().find(|entry| entry.has(self.function))
    }

    /// Whether the error is the absolute one.
    #[must_use]
    pub fn is_absolute(&self) -> bool {
        self.error.contains('e')
    }

    /// Whether the guide promises more; None where it promises nothing.
    #[must_use]
    pub fn is_above(&self) -> Option<bool> {
        if self.is_absolute() {
            let [found, bound] = [self.error, self.entry()?.guide_absolute()?].map(|error| error.parse::<f64>().ok());
            return Some(self.farthest.is_none() || found? > bound?);
        }
        let bound = self.entry()?.guide(self.is_double())?;
        Some(self.farthest.is_none_or(|floats| floats > bound.into()))
    }
}
