//! The visitor's own GPU: what is asked of it, what is known of it so far, and what is said of that.

pub mod curve;
pub mod query;
pub mod show;
pub mod state;
