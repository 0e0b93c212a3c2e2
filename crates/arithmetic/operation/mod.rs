//! Arithmetic that knows formats and rules but no instruction set.
//!
//! Every operation has the same shape: read the operands, settle NaNs, infinities and zeros by rule, compute exactly, round once.

mod alu;
mod arithmetic;
mod compare;
pub mod composed;
mod convert;
mod divide;
pub mod exact_value;
pub mod float_to_half;
mod half;
mod halves;
mod integer;
pub mod library;
mod operand_io;
mod property;
mod register_ops;
mod select;
mod truncating_mad;
pub mod window;

pub use alu::{Alu, Function, Kind};
pub use arithmetic::{add, add_signed, fused, multiply, subtract};
pub use compare::{Relation, at_least_zero, compare, ordering};
pub use convert::{Incoming, Scale, convert, convert_with_random_bits, random_bits, round_to_whole, to_scale, widen};
pub use divide::{divide, reciprocal, square_root};
pub use half::{Products, Source, Zeros, multiply_halves};
pub use halves::{Destination, Lanes};
pub use integer::{between_integers, from_integer, to_fixed_point, to_integer};
pub use operand_io::Answer;
pub use property::{Property, test};
pub use register_ops::RegisterOp;
pub use select::{Nan, Selection, SignChange, Signs, Which, change_sign, copy_sign, select};
pub use truncating_mad::multiply_add_truncated;
