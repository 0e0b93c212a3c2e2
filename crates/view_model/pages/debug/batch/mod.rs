//! Many results at once: a table with what became of each.

pub mod table;
