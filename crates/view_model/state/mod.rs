//! What the page shows, as plain data: the address, the registers, the instruction and its evaluation.

pub mod address;
pub mod compiler_explorer;
pub mod decimal;
pub mod embed;
pub mod evaluated;
pub mod examples;
pub mod history;
pub mod language;
pub mod listing;
pub mod lookup;
pub mod number;
pub mod page;
pub mod percent;
pub mod program;
pub mod queries;
pub mod registers;
