//! One sum in many orders: the same numbers added as programs and chips add them, each result beside the exact sum.
//!
//! Every addition is that of an instruction, run silently; the exact sum loses nothing, so that an error is a number and not an estimate.
//! Orders are the rows of one table ([`ORDERS`]), numbers are pasted or made from a seed ([`KINDS`]). A [`Study`] goes step by step, so
//! that a worker can tell how far it is.

mod add;
mod numbers;
mod order;
mod study;
mod total;
mod wire;

pub use numbers::{ADDED_IN, KINDS, Kind, LIMIT, Numbers, SORTS, Sort};
pub use order::{CORES, Core, ORDERS, Order, Row};
pub use study::{Asked, Exact, MOST_SHUFFLES, Outcome, Report, Shuffled, Study};
pub use total::{Off, Total};

pub(crate) use numbers::{converted, number, words};
