//! What a bit pattern means.
//!
//! A format is a row of facts, and everything said about bits (class, value, neighbours, spellings) is computed from that row, so a
//! new format is one row. Values are carried as bits in a `u64`, never as a host float: WebAssembly does not promise NaN bits.

mod float;
mod format;
mod formats;
mod interned;
mod named_elsewhere;
mod operand_type;
pub mod operands;
mod own;
mod pattern;
mod random;
mod spelling;
mod unpacked;

pub use float::{Float, Narrow};
pub use format::{Encoding, Field, FieldRole, Format, ieee};
pub use formats::{
    BF16, E2M1, E2M1_IN_A_BYTE, E2M3, E3M2, E4M3, E5M2, EVERY, F16, F32, F64, F64_HIGH, PREDICATE, RANGE_REDUCTION, S2F6, S8, S16, S32,
    S64, TF32, U8, U16, U32, U64, UE4M3, UE5M3, UE8M0, integers, shown, taught,
};
pub use interned::interned;
pub use named_elsewhere::own_format;
pub use operand_type::OperandType;
pub use own::{Own, Refused};
pub use pattern::{Class, Pattern};
pub use random::Random;
pub use spelling::decimal;
pub use unpacked::{Kind, Unpacked, kind, unpack};
