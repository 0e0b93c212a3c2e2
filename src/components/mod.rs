//! The pieces that pages are made of. Each knows the core's types and its own signals, none knows a page.

pub mod attributes;
pub mod bits;
pub mod chunk;
pub mod class_menu;
pub mod copy;
pub mod dynamic;
pub mod entry;
pub mod finder;
pub mod found;
pub mod grid;
pub mod invitation;
pub mod light;
pub mod number_field;
pub mod picture;
pub mod redraw;
pub mod sections;
pub mod sweep;
pub mod turn;
pub mod value;

pub use view_model::components::{evidence, html, microscope, story, word};
