//! The pages, each from its parts: what it is asked, what it knows, what it says. What else is known of a page is its row in `state/page.rs`.

pub mod accuracy;
pub mod blocks;
pub mod cuda;
pub mod debug;
pub mod explore;
pub mod extremes;
pub mod float_to_half;
pub mod formats;
pub mod gpu;
pub mod learn;
pub mod own_format;
pub mod program;
pub mod provenance;
pub mod reference;
pub mod rounding;
pub mod sums;
pub mod tensor;
