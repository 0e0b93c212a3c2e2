//! Accuracy: what an approximation is off by, for every float in view.

pub mod against;
pub mod choices;
pub mod figures;
pub mod model;
pub mod picture;
pub mod query;
pub mod view;
pub mod whole;
pub mod words;
