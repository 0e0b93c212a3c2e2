//! The plots on the screen: a canvas that a drawing is put on.

pub mod canvas;
pub mod file;

pub use view_model::plots::{axis, bins, curve, growth, histogram, shape, sheet, svg};
