//! Dot products on tensor cores: which row of the table is asked, what comes out, and how that compares.

mod asked;

pub use asked::{Asked, chip, kind, number, path, scale};
