//! Whole modules of PTX: read once into lines over numbered slots, and run for one thread.
//!
//! Reading never fails; what is not modelled or not understood stops a run at its line, and the lines before it have run. Floating-point
//! instructions are those of the table, run by `evaluate`; integers are rows of a table of their own (`integer.rs`).

mod access;
pub mod argument;
mod body;
mod builder;
mod calling;
pub mod comparison;
pub mod curve;
mod decode;
mod fixed;
pub mod integer;
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
