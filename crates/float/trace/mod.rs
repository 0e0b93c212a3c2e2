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
pub use step::{Compared, Operand, Reason, Scaled, Step};

use std::sync::Arc;

/// Something that listens while an operation runs.
pub trait Recorder {
    /// Whether steps are heard. Then making them takes longer than the arithmetic, and that need not be compiled for every format, nor inlined.
    const LISTENS: bool;
    /// Takes one step. `make` is only called by a recorder that listens.
    fn step(&mut self, make: impl FnOnce() -> Step);
    /// Takes a step that brings its own words. A recorder that wants one type of them alone looks for it here.
    #[inline(always)]
    fn told<T: Explained>(&mut self, make: impl FnOnce() -> T) {
        self.step(|| Step::Told(Arc::new(make())));
    }
}

/// The recorder that costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Recorder for Silent {
    const LISTENS: bool = false;
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
    const LISTENS: bool = true;
    fn step(&mut self, make: impl FnOnce() -> Step) {
        self.push(make());
    }
    #[inline(always)]
    fn told<T: Explained>(&mut self, make: impl FnOnce() -> T) {
        self.tell(make());
    }
}

impl Trace {
    /// Adds a step that brings its own words.
    #[inline(never)]
    fn tell<T: Explained>(&mut self, told: T) {
        self.push(Step::Told(Arc::new(told)));
    }

    /// Adds a step. Operations come here from hundreds of places.
    #[inline(never)]
    fn push(&mut self, step: Step) {
        let in_sequence = self.steps.iter().any(|step| matches!(step, Step::Told(stage) if stage.heading()));
        self.steps.push(if in_sequence { step.in_sequence() } else { step });
    }
}
