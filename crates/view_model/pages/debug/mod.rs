//! Debug: a wrong bit explained, many of them, two computations side by side, operands that show something, every special value.

pub mod batch;
pub mod carry;
pub mod find;
pub mod links;
pub mod pair;
pub mod products;
pub mod query;
pub mod rows;
