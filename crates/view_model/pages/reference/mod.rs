//! The reference: pages that are markup made from the instruction table, and a box that finds forms as one types.

pub mod accuracy;
pub mod article;
pub mod find;
pub mod links;
pub mod machine;
pub mod matrix;
pub mod overview;
pub mod values;
pub mod words;

pub use links::Links;
