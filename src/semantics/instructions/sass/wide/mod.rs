//! Machine code of 128 bits: words and text of the rows in [`crate::instruction::sass::wide`].

mod bar;
mod completion;
mod document;
mod edit;
pub mod execute;
mod fill;
mod integers;
mod lift;
pub mod line;
pub mod listing;
pub mod lower;
pub mod lowering;
pub mod parse;
mod reading;
mod short;
pub mod text;

pub(super) use completion::following;
pub use document::{Document, Line};
pub use edit::value_of;
pub use short::{Short, shortened};

/// Whether a text is a word of 128 bits or a listing.
pub fn is_meant(text: &str) -> bool {
    line::word_of(text).is_some() || listing::is_listing(text)
}
