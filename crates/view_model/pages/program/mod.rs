//! Several instructions over one register file, or a module of PTX that runs as a kernel.

pub mod editor;
pub mod elsewhere;
pub mod kernel;

use semantics::number::OperandType;

/// All hex digits of a register; of a predicate its bit.
pub fn hex(own: OperandType, bits: u64) -> String {
    let digits = own.hex(bits);
    if own.is_predicate() { digits } else { ["0x", &digits].concat() }
}
