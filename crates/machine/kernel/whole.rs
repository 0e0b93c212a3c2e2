//! Functions that have no PTX here and run whole: a language hands them in, because it knows which there are.

use crate::instruction::cuda::Function;
use crate::operation::library::Results;
use crate::trace::Trace;

/// Such a function.
#[derive(Clone, Copy, Debug)]
pub struct Whole {
    /// Its name, its types and how it is known.
    pub function: &'static Function,
    /// Computes it of its arguments' bits, with steps for a trace.
    pub run: fn(&'static Function, [u64; 2], Option<&mut Trace>) -> Results,
}

impl PartialEq for Whole {
    fn eq(&self, other: &Whole) -> bool {
        self.function == other.function
    }
}
impl Eq for Whole {}

impl Whole {
    /// The value's bits, and what is written through a pointer.
    pub(super) fn bits(&self, arguments: [u64; 2]) -> [u64; 2] {
        written(self.function, &(self.run)(self.function, arguments, None))
    }
}

/// What a function writes, in the order of its outputs.
pub(super) fn written(function: &Function, results: &Results) -> [u64; 2] {
    let second = results.second.unwrap_or(0);
    if function.returns.is_some() { [results.value.bits, second] } else { [second, 0] }
}

/// The functions that a language has by their names.
pub type Externals = fn(&str) -> Option<Whole>;
