//! The pages, each from its parts.

pub mod accuracy;
pub mod cuda;
pub mod debug;
pub mod explore;
pub mod extremes;
pub mod formats;
pub mod glossary;
pub mod half;
pub mod how;
pub mod learn;
pub mod program;
pub mod reference;
pub mod rounding;
