//! Matrix instructions of PTX: what a head says, where it is legal, what the assembler makes of it, and which lane holds what.
//!
//! The arithmetic is `units::tensor_core`; here stands what PTX and the assembler put around it.

pub mod complete;
mod form;
mod fragment;
mod head;
mod parse;
mod reading;
mod run;

pub use form::{FORMS, Form, Refusal, Targets, lowering, lowerings};
pub use fragment::{Fragment, Layout, Matrix, Place, Shape};
pub use head::{Head, read};
pub use parse::{Item, Line, Plan, Source, claims, code, container, format, fragment, parse, scale};
