//! The format page: any pattern or number in every format at once, and by how much each conversion misses.

pub mod codes;
pub mod conversion;
pub mod formula;
pub mod row;
