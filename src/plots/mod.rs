//! The plots on the screen: a canvas that a drawing is put on.

pub mod canvas;

pub use view_model::plots::{axis, curve, growth, histogram, shape, sheet, svg};
