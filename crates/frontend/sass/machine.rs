//! What instructions read and write: registers, predicates, constants and condition codes of one thread.
//!
//! An instruction has few of them, so they stand in sorted lists: a worker judges a hundred thousand results, each on a machine of its own.

/// The state of a thread. What was never given reads as zero; PT is true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    registers: Words,
    predicates: [Option<bool>; 7],
    constants: Words,
    uniforms: Words,
    uniform_predicates: [Option<bool>; 7],
    /// The condition codes, if an instruction wrote them: zero 1, sign 2, carry 4, overflow 8.
    pub condition: Option<u8>,
}

/// The number of RZ.
pub const RZ: u8 = 255;

impl Machine {
    /// A register's bits, if it has been given or written; RZ is always zero.
    pub fn register(&self, number: u8) -> Option<u32> {
        if number == RZ { Some(0) } else { self.registers.get(number.into()) }
    }

    /// Writes a register; what goes to RZ is lost.
    pub fn set_register(&mut self, number: u8, bits: u32) {
        if number != RZ {
            self.registers.set(number.into(), bits);
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

    /// A uniform register's bits, if it has been given; URZ is always zero.
    pub fn uniform(&self, number: u8) -> Option<u32> {
        if number == RZ { Some(0) } else { self.uniforms.get(number.into()) }
    }

    /// Gives a uniform register.
    pub fn set_uniform(&mut self, number: u8, bits: u32) {
        if number != RZ {
            self.uniforms.set(number.into(), bits);
        }
    }

    /// Whether a uniform predicate holds, if it has been given; 7 is UPT.
    pub fn uniform_predicate(&self, number: u8) -> Option<bool> {
        self.uniform_predicates.get(usize::from(number)).map_or(Some(true), |predicate| *predicate)
    }

    /// Gives a uniform predicate; UPT keeps its value.
    pub fn set_uniform_predicate(&mut self, number: u8, holds: bool) {
        if let Some(predicate) = self.uniform_predicates.get_mut(usize::from(number)) {
            *predicate = Some(holds);
        }
    }

    /// A constant of 32 bits by its bank and its offset in bytes, if it has been given.
    pub fn constant(&self, bank: u8, offset: u16) -> Option<u32> {
        self.constants.get(place(bank, offset))
    }

    /// Gives a constant.
    pub fn set_constant(&mut self, bank: u8, offset: u16, bits: u32) {
        self.constants.set(place(bank, offset), bits);
    }
}

fn place(bank: u8, offset: u16) -> u32 {
    u32::from(bank) << 16 | u32::from(offset)
}

/// Words and their numbers, in the order of the numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Words(Vec<(u32, u32)>);

impl Words {
    fn find(&self, number: u32) -> Result<usize, usize> {
        self.0.binary_search_by_key(&number, |word| word.0)
    }

    fn get(&self, number: u32) -> Option<u32> {
        self.find(number).ok().map(|at| self.0[at].1)
    }

    fn set(&mut self, number: u32, bits: u32) {
        match self.find(number) {
            Ok(at) => self.0[at].1 = bits,
            Err(at) => self.0.insert(at, (number, bits)),
        }
    }
}
