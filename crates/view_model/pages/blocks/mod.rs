//! Blocks: numbers that share a scale factor, as MXFP8, MXFP6, MXFP4 and NVFP4 keep them.

pub mod query;
pub mod table;
