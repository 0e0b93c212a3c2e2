//! PTX that runs: modules with functions, and lines without one, which are the body of a function that nobody named.
//!
//! A text is read once into lines over numbered slots, and one machine runs them for one thread or several. Reading never fails; what is
//! not modelled or not understood stops a run at its line, and the lines before it have run. What computes is a row of PTX's table.

mod access;
pub mod argument;
pub mod atomic;
mod barriers;
mod body;
mod builder;
mod calling;
pub mod composed;
mod decode;
mod elementwise;
pub mod example;
mod fusing;
pub mod host;
mod implicit;
mod invariant;
mod joined;
pub(crate) mod lanes;
mod launched;
mod liveness;
pub mod machine;
pub mod matrices;
pub mod meet;
mod meeting;
pub mod memory;
pub mod module;
mod mov;
mod operand;
mod order;
pub mod printing;
pub mod products;
mod random;
mod read;
pub mod record;
pub mod rows;
pub mod special;
mod statement;
mod step;
mod stretch;
mod tracing;
mod variable;
pub mod whole;

pub use elementwise::{ABREAST, Bits, Curve};
pub use invariant::without_fixed;
pub use launched::{Launched, Step, Threads};
pub use machine::{End, Go, Machine, NoObserver, Observer, Stop};
pub use module::Module;
pub use order::{MOST_LISTED, Order};
pub use special::Launch;
