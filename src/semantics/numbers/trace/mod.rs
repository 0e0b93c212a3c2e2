//! What happened between the operands and the result, as data.
//!
//! An operation tells a [`Recorder`] each [`Step`] it takes. [`Silent`] forgets them at compile time, so the code that a sweep runs a
//! billion times is the code that the page explains. Wording ([`sentence`]), drawing ([`picture`],
//! [`microscope`]) and plain text ([`text`]) read steps and change none.

mod explained;
pub mod microscope;
pub mod picture;
pub mod sentence;
mod step;
pub mod text;

pub use explained::{Explained, Remark};
pub use step::{Operand, Reason, Scaled, Step};

/// Something that listens while an operation runs.
pub trait Recorder {
    /// Whether anything is done with the steps.
    const LISTENING: bool;
    /// Takes one step. `make` is only called by a recorder that listens.
    fn step(&mut self, make: impl FnOnce() -> Step);
}

/// The recorder that costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Recorder for Silent {
    const LISTENING: bool = false;
    #[inline(always)]
    fn step(&mut self, _make: impl FnOnce() -> Step) {}
}

/// The steps in the order in which they happened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The steps.
    pub steps: Vec<Step>,
}

impl Recorder for Trace {
    const LISTENING: bool = true;
    fn step(&mut self, make: impl FnOnce() -> Step) {
        self.steps.push(make());
    }
}
