//! What instructions read and write: registers, predicates, constants and condition codes of one thread.

use std::collections::BTreeMap;

/// The state of a thread. What was never given reads as zero; PT is true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    registers: BTreeMap<u8, u32>,
    predicates: [Option<bool>; 7],
    constants: BTreeMap<(u8, u16), u32>,
    /// The condition codes, if an instruction wrote them: zero 1, sign 2, carry 4, overflow 8.
    pub condition: Option<u8>,
}

/// The number of RZ.
pub const RZ: u8 = 255;

impl Machine {
    /// A register's bits, if it has been given or written; RZ is always zero.
    pub fn register(&self, number: u8) -> Option<u32> {
        if number == RZ { Some(0) } else { self.registers.get(&number).copied() }
    }

    /// Writes a register; what goes to RZ is lost.
    pub fn set_register(&mut self, number: u8, bits: u32) {
        if number != RZ {
            self.registers.insert(number, bits);
        }
    }

    /// Whether a predicate holds, if it has been given; 7 is PT.
    pub fn predicate(&self, number: u8) -> Option<bool> {
        self.predicates.get(usize::from(number)).map_or(Some(true), |predicate| *predicate)
    }

    /// Gives a predicate; PT keeps its value.
    pub fn set_predicate(&mut self, number: u8, holds: bool) {
        if let Some(predicate) = self.predicates.get_mut(usize::from(number)) {
            *predicate = Some(holds);
        }
    }

    /// A constant of 32 bits by its bank and its offset in bytes, if it has been given.
    pub fn constant(&self, bank: u8, offset: u16) -> Option<u32> {
        self.constants.get(&(bank, offset)).copied()
    }

    /// Gives a constant.
    pub fn set_constant(&mut self, bank: u8, offset: u16, bits: u32) {
        self.constants.insert((bank, offset), bits);
    }
}
