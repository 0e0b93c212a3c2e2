//! PTX that runs: modules with functions, and lines without one, which are the body of a function that nobody named.
//!
//! A text is read once into lines over numbered slots, and one machine runs them for one thread or several. Reading never fails; what is
//! not modelled or not understood stops a run at its line, and the lines before it have run. What computes is a row of PTX's table.

mod access;
pub mod argument;
pub mod atomic;
mod body;
mod builder;
mod calling;
pub mod composed;
mod curve;
mod decode;
pub mod example;
mod fixed;
mod fusing;
pub mod host;
mod implicit;
mod joined;
pub(crate) mod lanes;
mod launched;
mod live;
pub mod machine;
pub mod matrices;
pub mod meet;
mod meeting;
pub mod memory;
pub mod module;
mod movement;
mod operand;
pub mod printing;
mod read;
pub mod record;
pub mod special;
mod statement;
mod step;
mod stretch;
mod tracing;
mod variable;
pub mod whole;

pub use curve::{Bits, Curve};
pub use fixed::without_fixed;
pub use launched::{Launched, Order, Step, Threads};
pub use machine::{End, Go, Machine, Nobody, Stop, Watch};
pub use module::Module;
pub use special::Launch;
