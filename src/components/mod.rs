//! The pieces that pages are made of. Each knows the core's types and its own signals, none knows a page.

pub mod attributes;
pub mod bits;
pub mod class_menu;
pub mod copy;
pub mod dynamic;
pub mod entry;
pub mod examples;
pub mod grid;
pub mod highlight;
pub mod lazy;
pub mod number_field;
pub mod picture;
pub mod redraw;
pub mod search_dialog;
pub mod search_results;
pub mod section_scheduler;
pub mod sections;
pub mod sweep;
pub mod value;

pub use view_model::components::{evidence, html, microscope, step_cards, word};
