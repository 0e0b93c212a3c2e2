//! A format of one's own, or one of the table: its facts, its codes on a line, and the reals that are rounded to each of them.

pub mod facts;
pub mod line;
pub mod query;
