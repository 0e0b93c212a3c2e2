//! Python as people write it with NumPy, PyTorch and JAX: a second grammar for the tree that C has.
//!
//! Each operation is rounded by itself, so nothing is fused. What Python would raise an error for ends the run with `trap`; what is not
//! covered is refused by its name, because a wrong result is worse than none.

mod arithmetic;
mod control;
mod convert;
mod definition;
mod detect;
mod expression;
mod function;
mod import;
mod join;
mod layout;
mod library;
mod list;
mod member;
mod promote;
mod statement;

pub(super) use convert::stops;
pub(super) use detect::is_python;
pub(super) use join::State;
pub(super) use layout::{laid_out, pieces};
pub(super) use library::called_of_library;
pub(super) use promote::{Owner, described, rules, tells_apart};
