//! Register declarations: which types fit which operands.
//!
//! As ptxas has it, an untyped register of the right width serves as any type of that width, and nothing else converts.
//! A register that nobody declared fits any operand.

use crate::instruction::Modifier;
use std::collections::HashMap;

/// The type of a declared register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegisterType {
    /// `.pred`
    Predicate,
    /// `.f32`, `.f64`: as in the instruction.
    Float(u8),
    /// `.b8` to `.b128`
    Untyped(u8),
    /// Every other type (`.u32`, `.s64`, `.f16`); no operand of these instructions takes it.
    Other,
}

impl RegisterType {
    /// The type of that name, with its dot.
    pub fn named(name: &str) -> Option<RegisterType> {
        Some(match name {
            ".pred" => RegisterType::Predicate,
            ".f32" => RegisterType::Float(32),
            ".f64" => RegisterType::Float(64),
            ".b8" => RegisterType::Untyped(8),
            ".b16" => RegisterType::Untyped(16),
            ".b32" => RegisterType::Untyped(32),
            ".b64" => RegisterType::Untyped(64),
            ".b128" => RegisterType::Untyped(128),
            ".u8" | ".u16" | ".u32" | ".u64" | ".s8" | ".s16" | ".s32" | ".s64" | ".f16" | ".f16x2" | ".bf16" | ".bf16x2" => {
                RegisterType::Other
            }
            _ => return None,
        })
    }

    /// Whether such a register fits an operand of an instruction's type.
    pub fn fits(self, data_type: Modifier) -> bool {
        match data_type {
            Modifier::F64 => matches!(self, RegisterType::Float(64) | RegisterType::Untyped(64)),
            Modifier::F32x2 => self == RegisterType::Untyped(64),
            _ => matches!(self, RegisterType::Float(32) | RegisterType::Untyped(32)),
        }
    }
}

/// Declared registers by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registers {
    types: HashMap<String, RegisterType>,
}

impl Registers {
    /// Declares one register.
    pub fn declare(&mut self, name: &str, register_type: RegisterType) {
        self.types.insert(name.to_owned(), register_type);
    }

    /// The type of a register, if it was declared.
    pub fn type_of(&self, name: &str) -> Option<RegisterType> {
        if self.types.is_empty() { None } else { self.types.get(name).copied() }
    }
}
