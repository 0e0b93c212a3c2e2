//! A run in slices.

use semantics::kernel::record::Keeper;
use semantics::kernel::{Go, Watch};

/// A pause after so many lines, with or without a record of them.
pub struct Slice<'a, 'm> {
    pub keeper: Option<&'a mut Keeper<'m>>,
    pub left: usize,
}

impl Watch for Slice<'_, '_> {
    fn before(&mut self, function: usize, line: usize, registers: &mut [u64]) -> Go {
        if self.left == 0 {
            return Go::Pause;
        }
        self.left -= 1;
        self.keeper.as_mut().map_or(Go::On, |keeper| keeper.before(function, line, registers))
    }

    fn after(&mut self, function: usize, line: usize, ran: bool, registers: &[u64]) {
        if let Some(keeper) = &mut self.keeper {
            keeper.after(function, line, ran, registers);
        }
    }
}
