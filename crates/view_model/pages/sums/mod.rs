//! One sum in many orders: what is asked, its pictures and its table.

pub mod picture;
pub mod query;
pub mod table;
