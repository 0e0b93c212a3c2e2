//! What the page shows, as signals and plain data: the address, the registers, the instruction and its evaluation.

pub mod app_state;
pub mod browser;
pub mod history;
pub mod program;
pub mod study;
pub mod worker;

pub use view_model::state::{address, embed, evaluated, examples, language, listing, lookup, number, page, percent, queries, registers};
