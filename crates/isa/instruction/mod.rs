//! The instruction tables: one row per form, keyed by the manual's own syntax line.
//!
//! A row says what a form is called, which modifiers it takes, since when and where, what it means and how we know. Nothing here
//! computes: [`Meaning`] names an operation, and `evaluate` runs it. Rows are constants; their syntax lines are read once, on first use.

mod availability;
pub mod cuda;
mod data_type;
mod evidence;
mod form;
mod meaning;
mod modifier;
mod modifier_set;
mod pattern;
pub mod ptx;
pub mod sass;
mod target;

pub use availability::{Context, Gate, Refusal, Version};
pub use data_type::Type;
pub use evidence::Evidence;
pub use form::{Form, Operands, Row, SOURCES, form};
pub use meaning::{Gives, Meaning, Traits, Work};
pub use modifier::{Family, Modifier, PLACES};
pub use modifier_set::ModifierSet;
pub use pattern::{OperandKind, Part, Pattern};
pub use ptx::{forms, forms_of, mnemonics, modifier_of};
pub use target::{FAMILIES, SPECIAL, Target};
