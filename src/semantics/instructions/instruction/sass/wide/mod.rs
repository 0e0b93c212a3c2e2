//! Machine words of 128 bits, sm_70 to sm_121: one row a form, naming the bits of its operands and modifiers.
//!
//! Generations share nearly all of a word; where they part, a field, an operand or a row says which have it. The bits were found by
//! flipping each of them through NVIDIA's nvdisasm 13.5, and a test holds the rows to its texts. sm_70 and sm_72, which that tool does
//! not read, are taken to be as sm_75 (`chips.rs`).

mod field;
mod form;
mod names;
mod parts;
mod table;
mod word;

pub use field::{Choice, Is, Span};
pub use form::{Immediate, Layout, Letter, Operand, Place, Row, Signs, Slot, Source};
pub use names::{is_other, name_of, name_of_text};
pub use table::ROWS;
pub use word::{Instruction, Refusal, decode, opcode, schedule, taken_apart};

use crate::instruction::Target;

/// The number of the generation whose words a target reads, by the first target that has it: 75 for sm_70 to sm_75, 86 for sm_86 and
/// sm_87. None where machine words have 64 bits, or are not known.
pub fn generation(target: Target) -> Option<u32> {
    crate::chips::of_number(target.number())?.words
}

/// Whether a target's machine words have 128 bits.
pub fn is_wide(target: Target) -> bool {
    generation(target).is_some()
}

/// The targets whose machine words these are.
pub fn targets() -> impl Iterator<Item = Target> {
    Target::ALL.iter().copied().filter(|target| is_wide(*target))
}
