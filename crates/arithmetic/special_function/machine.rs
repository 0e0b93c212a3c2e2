//! The machine instructions of sequences, as data.

use super::{Op, Operands};
use crate::number::Format;
use crate::rounding::{Mode, Subnormals};

/// A register of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// The first operand.
    A,
    /// The second operand.
    B,
    /// The destination, also used on the way.
    D,
    /// A value on the way.
    X,
    /// A value on the way.
    Y,
}

/// Where an instruction takes an operand from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A register.
    Register(Register),
    /// A register with its sign turned over.
    Negated(Register),
    /// A constant.
    Bits(u64),
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A 32-bit product.
    Fmul(Mode, Subnormals),
    /// A 32-bit sum, rounded to nearest.
    Fadd,
    /// A 32-bit fused multiply-add, rounded to nearest.
    Ffma,
    /// A 64-bit product, rounded to nearest.
    Dmul,
    /// A 64-bit sum, rounded to nearest.
    Dadd,
    /// A 64-bit fused multiply-add, rounded to nearest.
    Dfma,
    /// The range reduction of a sine.
    RroSinCos,
    /// The range reduction of a power of two.
    RroEx2,
    /// The special function unit.
    Mufu(Op, Operands),
    /// The special function unit on the high word of a 64-bit register; the low word of the result is zero.
    MufuHigh(Op),
    /// The special function unit on a number of 16 bits: its function of singles, cut to them.
    MufuHalf(Op, &'static Format),
    /// The first source's upper word over the second's upper word with a constant added: bits of the right size for a seed's low word.
    SeedLow,
    /// A copy.
    Mov,
    /// The bits of the first source that are set in the second, or those set in the third.
    Lop,
}

impl Operation {
    /// The name in assembly.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Fmul(mode, subnormals) => {
                let flush = if subnormals == Subnormals::Flush { ".FTZ" } else { "" };
                let rounding = if mode == Mode::Rn { String::new() } else { format!(".{}", mode.name().to_ascii_uppercase()) };
                format!("FMUL{flush}{rounding}")
            }
            Self::Fadd => "FADD".into(),
            Self::Ffma => "FFMA".into(),
            Self::SeedLow => "IADD32I".into(),
            Self::Dmul => "DMUL".into(),
            Self::Dadd => "DADD".into(),
            Self::Dfma => "DFMA".into(),
            Self::RroSinCos => "RRO.SINCOS".into(),
            Self::RroEx2 => "RRO.EX2".into(),
            Self::Mufu(op, _) | Self::MufuHigh(op) => format!("MUFU.{}", op.name()),
            Self::MufuHalf(op, format) => format!("MUFU.{}.{}", op.name(), format.name),
            Self::Mov => "MOV".into(),
            Self::Lop => "LOP3".into(),
        }
    }
}

/// One machine instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// What it does.
    pub operation: Operation,
    /// Where the result goes.
    pub to: Register,
    /// What it takes; sources that it has no use for are zero.
    pub from: [Source; 3],
}
