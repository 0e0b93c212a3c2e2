//! Whole modules of PTX: read once into lines over numbered slots, and run for one thread.
//!
//! Reading never fails; what is not modelled or not understood stops a run at its line, and the lines before it have run. What computes
//! is a row of PTX's table, run by `evaluate`.

mod access;
pub mod argument;
mod body;
mod builder;
mod calling;
pub mod curve;
mod decode;
mod fixed;
pub(crate) mod lanes;
mod live;
pub mod machine;
pub mod memory;
pub mod module;
mod operand;
mod read;
pub mod record;
pub mod special;
mod statement;
mod step;
mod variable;

pub use curve::{Bits, Curve};
pub use fixed::without_fixed;
pub use machine::{End, Machine, Nobody, Stop, Watch};
pub use module::Module;
pub use special::Launch;
