//! A column of numbers, or a picture, made narrow by each recipe: how large the errors are, how many bits a number takes, where it is worst.
//!
//! Sums of squares are exact integers, so that a figure does not depend on how the work is cut. A [`Study`] goes step by step, so that a
//! worker can tell how far it is, and `ulp block` runs the same one.

mod figures;
pub mod npy;
mod picture;
mod reading;
mod study;
mod text;
mod wire;

pub use figures::Sizes;
pub use picture::Picture;
pub use reading::{Column, MOST};
pub use study::{Asked, Found, Report, Row, SOURCES, STRETCH, Source, Study, WORST, Worst, rows};
pub use text::short;
