//! Numbers: exact integers, what bits mean in a format, the one rounding, and steps as data.

#![deny(clippy::float_arithmetic)]

pub mod exact;
pub mod number;
pub mod rounding;
pub mod trace;
