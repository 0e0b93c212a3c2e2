//! The explorer: the text in colours, and the code that it becomes.

pub mod code;
pub mod listing;
pub mod paint;

pub use paint::paint;
