//! Blocks: numbers that share a scale factor, as MXFP8, MXFP6, MXFP4 and NVFP4 keep them, and columns and pictures made of such blocks.

pub mod column;
pub mod query;
pub mod table;
