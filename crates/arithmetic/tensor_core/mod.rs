//! Tensor cores: one element of D = A·B + C, bit for bit, chip by chip.
//!
//! NVIDIA documents neither order nor rounding (PTX 9.7.14 to 9.7.16). What stands here follows two published models that agree wherever both
//! speak (MMA-Sim, arXiv 2511.10909; Khattak and Mikaitis, arXiv 2512.07004) and the answers that the authors of the second published of
//! eight chips. A [`Row`] says how one path of some chips adds and how well that is known; [`element`] is the one operation for all of
//! them.
//!
//! A reading order: [`element`], then `fused.rs`, one sum in a window of bits; `sequence.rs`, the paths that are no tensor operation;
//! `sparse.rs`, which products there are where A is sparse.

mod dot;
mod element;
mod explain;
mod fused;
mod row;
mod sequence;
mod sparse;
mod stage;
mod table;

pub use dot::{Dot, Side};
pub use element::{element, in_steps, of_kept, with_zeros};
pub use row::{E8M13, Evidence, Fused, Method, OpenQuestion, Path, Row, Scale, Term};
pub use sparse::{Grain, Kept, NotSparse};
pub use stage::{Named, Places, Stage, Summand};
pub use table::{TABLE, find, target};
