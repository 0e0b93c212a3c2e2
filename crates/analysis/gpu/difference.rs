//! Results that were read back: where they part from a lowering, and what both are worth beside the truth.

use super::{Function, Lowering};
use crate::sweep::ColumnStatistics;
use crate::sweep::column_statistics::Found;
use crate::sweep::function_under_test::Gives;
use crate::trace::Recorder;
use crate::wire::record;

/// How many differing operands are kept.
pub const KEPT: usize = 8;

/// What is found in some results that were read back.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// How many results were looked at.
    pub looked: u64,
    /// How many differ from the lowering's.
    pub differ: u64,
    /// The first of them: number of the input, measured, modelled.
    pub first: Vec<[u32; 3]>,
    /// The errors of what was measured, where the function has some.
    pub measured: Found,
    /// The errors of the lowering.
    pub modelled: Found,
}

record! { Difference { looked, differ, first, measured, modelled } }

/// Results that were read back, of operands from the first on.
#[derive(Clone, Copy, Debug)]
struct Recorded<'a> {
    function: Function,
    first: u32,
    bits: &'a [u32],
}

impl Gives for Recorded<'_> {
    fn run<R: Recorder>(&self, bits: u32, _recorder: &mut R) -> u32 {
        self.bits.get(bits.wrapping_sub(self.first) as usize).map_or(0, |bits| self.function.canonical(*bits))
    }
}

impl Gives for &'static Lowering {
    fn run<R: Recorder>(&self, bits: u32, _recorder: &mut R) -> u32 {
        self.result(bits)
    }
}

impl Difference {
    /// Nothing looked at, in some columns.
    #[must_use]
    pub fn new(columns: usize) -> Difference {
        Difference { looked: 0, differ: 0, first: Vec::new(), measured: Found::new(columns), modelled: Found::new(columns) }
    }

    /// Looks at results of a lowering's function, for the operands from `first` on, which are those of the span.
    #[must_use]
    pub fn of(lowering: &'static Lowering, first: u32, bits: &[u32], span: &ColumnStatistics) -> Difference {
        let function = lowering.function;
        let mut found = Difference { looked: bits.len() as u64, ..Difference::new(0) };
        if let (Some(measured), Some(modelled)) = (function.subject(Recorded { function, first, bits }), function.subject(lowering)) {
            (found.measured, found.modelled) = (span.run(&measured), span.run(&modelled));
        }
        for (operand, got) in (first..=u32::MAX).zip(bits) {
            let (got, model) = (function.canonical(*got), lowering.result(operand));
            if got != model {
                found.differ += 1;
                if found.first.len() < KEPT {
                    found.first.push([operand, got, model]);
                }
            }
        }
        found
    }

    /// Joins what was found in the operands that follow, whose first column is the one at `column` here.
    pub fn merge(&mut self, next: &Difference, column: usize) {
        self.looked += next.looked;
        self.differ += next.differ;
        let room = KEPT - self.first.len().min(KEPT);
        self.first.extend(next.first.iter().take(room));
        self.measured.merge(&next.measured, column);
        self.modelled.merge(&next.modelled, column);
    }
}
