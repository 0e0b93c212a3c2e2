//! Learn: places in the lessons and in practice, what was done, and what is drawn and printed of it.

pub mod follow;
pub mod language;
pub mod line;
pub mod progress;
pub mod query;
pub mod sheet;
pub mod terms;
