//! SASS, the machine code: a row for each operation, naming the bits of its word.
//!
//! A word is an [`Instruction`]: a row, a generation and the bits. Rows of 64-bit words (Maxwell and Pascal) and of 128-bit words (from
//! Volta on) are two tables of one kind. Decoding, encoding, the text and the page's bit table read the same rows; what an instruction
//! computes stands in `sass`, behind `syntax` and `evaluate`.

mod choice;
mod decode;
mod field;
mod manual;
pub mod maxwell;
mod meaning;
mod names;
mod parts;
mod row;
mod schedule;
pub mod volta;
mod word;

pub use choice::{Choice, Is, Span};
pub use decode::{Refusal, Unknown, decode, decode_64, opcode, schedule, taken_apart};
pub use field::{Field, Role};
pub use maxwell::Mnemonic;
pub use names::{BY_OPCODE, OTHERS, WITHIN, about_other, elsewhere, name_of, name_of_text};
pub use row::{Immediate, Layout, Letter, Operand, Place, Row, Signs, Slot, Source, Test};
pub use schedule::Schedule;
pub use word::{Instruction, spelled_word};

use super::Target;

/// The targets whose words have 64 bits, with a scheduling word before every three instructions.
pub const TARGETS: &[Target] = &[Target::SM_50, Target::SM_52, Target::SM_53, Target::SM_60, Target::SM_61, Target::SM_62];

/// The first generation with words of 128 bits.
const VOLTA: u32 = 70;

/// The number of bits of a generation's words.
pub const fn width(generation: u32) -> u32 {
    if generation < VOLTA { 64 } else { 128 }
}

/// The target of that name in either spelling, `SM53` or `sm_53`, if its machine words are known.
pub fn target(name: &str) -> Option<Target> {
    let digits = name.get(..2).filter(|start| start.eq_ignore_ascii_case("sm")).map_or(name, |_| &name[2..]);
    Target::named(digits.trim_start_matches('_')).filter(|target| TARGETS.contains(target) || is_wide(*target))
}

/// The number of the generation whose words of 128 bits a target reads, by the first target that has it: 75 for sm_70 to sm_75, 86 for
/// sm_86 and sm_87. None where machine words have 64 bits, or are not known.
pub fn generation(target: Target) -> Option<u32> {
    crate::chips::of_number(target.number())?.words
}

/// Whether a target's machine words have 128 bits.
pub fn is_wide(target: Target) -> bool {
    generation(target).is_some()
}

/// The targets whose machine words have 128 bits.
pub fn wide_targets() -> impl Iterator<Item = Target> {
    Target::ALL.iter().copied().filter(|target| is_wide(*target))
}
