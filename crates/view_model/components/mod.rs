//! The pieces that pages are made of, as markup and words. Each knows the core's types, none knows a page.

pub mod bits;
pub mod entry;
pub mod evidence;
pub mod explanation;
pub mod grid;
pub mod html;
pub mod microscope;
pub mod number_field;
pub mod picture;
pub mod search_results;
pub mod step_cards;
pub mod svg;
pub mod sweep;
pub mod word;
