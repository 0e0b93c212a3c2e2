//! SASS, the machine code of Maxwell and Pascal (sm_50 to sm_62): one row per form, naming every bit of its 64-bit word.
//!
//! A row holds the grammar's line, the test on the opcode bits and the fields. Decoding, encoding, the text and the page's bit table
//! all read the same rows; what an instruction computes stands in `sass`, behind `syntax` and `evaluate`.

mod field;
mod meaning;
mod schedule;
mod table;
pub mod wide;
mod word;

pub use field::{Field, Role};
pub use schedule::Schedule;
pub use table::{FORMS, Form, Mnemonic, OperandKind, Test};
pub use word::{Instruction, Unknown, decode};

use super::Target;

/// The targets whose words these rows describe: 64 bits, with a scheduling word before every three instructions.
pub const TARGETS: &[Target] = &[Target::SM_50, Target::SM_52, Target::SM_53, Target::SM_60, Target::SM_61, Target::SM_62];

/// The target of that name in either spelling, `SM53` or `sm_53`, if its machine words are known.
pub fn target(name: &str) -> Option<Target> {
    let digits = name.get(..2).filter(|start| start.eq_ignore_ascii_case("sm")).map_or(name, |_| &name[2..]);
    Target::named(digits.trim_start_matches('_')).filter(|target| TARGETS.contains(target) || wide::is_wide(*target))
}
