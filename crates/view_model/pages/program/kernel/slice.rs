//! A run in slices.

use semantics::kernel::Watch;
use semantics::kernel::record::Keeper;

/// A pause after so many lines, with or without a record of them.
pub struct Slice<'a, 'm> {
    pub keeper: Option<&'a mut Keeper<'m>>,
    pub left: usize,
}

impl Watch for Slice<'_, '_> {
    fn before(&mut self, function: usize, line: usize, registers: &[u64]) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.keeper.as_mut().is_none_or(|keeper| keeper.before(function, line, registers))
    }

    fn after(&mut self, function: usize, line: usize, ran: bool, registers: &[u64]) {
        if let Some(keeper) = &mut self.keeper {
            keeper.after(function, line, ran, registers);
        }
    }
}
