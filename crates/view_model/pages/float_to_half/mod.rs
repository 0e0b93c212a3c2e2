//! The case study: a single becomes a half by integer arithmetic, line by line, with every variable as bits.

pub mod figure;
pub mod listing;
pub mod proof;
pub mod query;
pub mod remarks;
