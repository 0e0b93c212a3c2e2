//! What the page shows, as signals and plain data: the address, the registers, the instruction and its evaluation.

pub mod browser;
pub mod explorer;
pub mod hand;
pub mod journal;
pub mod program;

pub use view_model::state::{address, embed, evaluated, examples, language, listing, lookup, number, page, percent, queries, registers};
