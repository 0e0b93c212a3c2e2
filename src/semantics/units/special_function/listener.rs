//! Who hears what happens inside the unit: nobody, when results alone are wanted, or a recorder of [`Stage`]s.
//!
//! Every function of the unit is generic over [`Listener`], so the explained path and the silent path are one source. A stage is made
//! only inside `hear`, and [`Silent`] never calls its argument: compiled, the silent path holds no trace of it.

use super::stage::Stage;
use crate::trace::Silent;

/// Something that may want to know each stage of a computation.
pub trait Listener {
    /// Called once for each stage, in order; `make` builds the stage if it is wanted.
    fn hear(&mut self, make: impl FnOnce() -> Stage);
}

impl Listener for Silent {
    #[inline(always)]
    fn hear(&mut self, _make: impl FnOnce() -> Stage) {}
}

impl Listener for Vec<Stage> {
    fn hear(&mut self, make: impl FnOnce() -> Stage) {
        self.push(make());
    }
}
