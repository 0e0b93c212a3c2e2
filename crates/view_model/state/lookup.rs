//! What the reference shows: an instruction's name with its modifiers, and what is looked for.

use semantics::instruction::ptx::special_values::SpecialClass;

/// The state of the reference pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// `fma.rn.ftz.f32`, or only `fma`; empty for the overview.
    pub name: String,
    /// The third operand of a special-value table, as a place in the list of classes.
    pub third: usize,
    /// What stands in the search box.
    pub find: String,
}

/// The third operand of a table that nobody chose.
pub const PLAIN_THIRD: usize = SpecialClass::PositiveNormal as usize;
const _: () = assert!(matches!(SpecialClass::ALL[PLAIN_THIRD], SpecialClass::PositiveNormal));

/// How the names of matrix instructions begin. Whoever reads an address knows them without their table.
pub const MATRICES: [&str; 8] = ["wmma", "mma", "ldmatrix", "stmatrix", "movmatrix", "wgmma", "tcgen05", "cp"];

impl Default for Lookup {
    fn default() -> Lookup {
        Lookup { name: String::new(), third: PLAIN_THIRD, find: String::new() }
    }
}

impl Lookup {
    /// The word before the first dot.
    pub fn mnemonic(&self) -> &str {
        self.name.split('.').next().unwrap_or("")
    }
}
