//! Register declarations: which types fit which operands.
//!
//! As ptxas has it, an untyped register of the right width serves as any type of that width, and nothing else converts.
//! A register that nobody declared fits any operand.

use crate::instruction::Type;
use std::collections::HashMap;

/// The type of a declared register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegisterType {
    /// `.pred`
    Predicate,
    /// `.f32` and `.f64`, by width.
    Float(u8),
    /// `.b8` to `.b128`, by width.
    Untyped(u8),
    /// `.u8` to `.s64`, by width; conversions alone take them.
    Integer(u8),
    /// Half precision and packed types, by width; a conversion of halves takes those of 16 bits.
    Other(u8),
    /// Of a register that nobody declared, in lines without a function around them: it fits any operand.
    Any,
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
            ".u8" | ".s8" => RegisterType::Integer(8),
            ".u16" | ".s16" => RegisterType::Integer(16),
            ".u32" | ".s32" => RegisterType::Integer(32),
            ".u64" | ".s64" => RegisterType::Integer(64),
            ".f16" | ".bf16" => RegisterType::Other(16),
            ".f16x2" | ".bf16x2" | ".tf32" | ".u16x2" | ".s16x2" => RegisterType::Other(32),
            _ => return None,
        })
    }

    /// Bits.
    pub fn width(self) -> u32 {
        match self {
            RegisterType::Predicate => 1,
            RegisterType::Any => 64,
            RegisterType::Float(width) | RegisterType::Untyped(width) | RegisterType::Integer(width) | RegisterType::Other(width) => {
                width.into()
            }
        }
    }

    /// The type in which numbers are written, where it is one of floating-point numbers.
    pub fn float(self) -> Option<Type> {
        match self {
            RegisterType::Float(32) => Some(Type::F32),
            RegisterType::Float(64) => Some(Type::F64),
            _ => None,
        }
    }

    /// Whether such a register fits an operand of a type of integers, moves, comparisons and memory (ptxas 13.5.37): an untyped operand takes
    /// any register, an untyped register fits any operand, and the others their own kind. Loads and stores take wider registers too, but
    /// for wider floating-point ones (PTX ISA 9.4.1).
    pub fn serves(self, wanted: RegisterType, wider: bool) -> bool {
        let same = self.width() == wanted.width();
        let holds = same || (wider && self.width() > wanted.width());
        match (wanted, self) {
            (_, RegisterType::Any) => true,
            (RegisterType::Predicate, _) | (_, RegisterType::Predicate) => self == wanted,
            (RegisterType::Untyped(_), _) | (_, RegisterType::Untyped(_)) => holds,
            (RegisterType::Integer(_), RegisterType::Integer(_)) => holds,
            (RegisterType::Float(_), RegisterType::Float(_)) | (RegisterType::Other(_), RegisterType::Other(_)) => same,
            _ => false,
        }
    }

    /// The registers that fit such an operand, in words.
    pub fn in_words(self, wider: bool) -> String {
        let width = self.width();
        let more = if wider { " or more" } else { "" };
        match self {
            RegisterType::Any => "any register".to_owned(),
            RegisterType::Predicate => "a predicate: .reg .pred %p<4>;".to_owned(),
            RegisterType::Float(_) => {
                format!("a register of type .f{width} or .b{width}{}", if wider { ", or a wider untyped one" } else { "" })
            }
            RegisterType::Untyped(_) => format!("a register of {width} bits{more}"),
            RegisterType::Integer(_) => format!("an integer or untyped register of {width} bits{more}"),
            RegisterType::Other(_) => format!("an untyped register of {width} bits{more}, or one of its own type"),
        }
    }

    /// Whether such a register fits an operand of an instruction's type. A conversion takes wider integer and untyped registers too
    /// (ptxas 12.9.86).
    pub fn fits(self, data_type: Type, converts: bool) -> bool {
        let width = data_type.width();
        let holds = |own: u8| u32::from(own) == width || (converts && u32::from(own) > width);
        match (self, data_type) {
            (RegisterType::Any, _) => true,
            (RegisterType::Predicate, _) => data_type == Type::Pred,
            _ if data_type.is_untyped() => self.width() == width,
            (RegisterType::Untyped(own), _) => holds(own),
            (RegisterType::Float(own), Type::F32 | Type::F64) => u32::from(own) == width,
            (RegisterType::Other(16), Type::F16) | (RegisterType::Other(32), Type::F16x2) => true,
            (RegisterType::Integer(own), _) => data_type.is_integer() && holds(own),
            _ => false,
        }
    }
}

/// What a name was declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Declared {
    /// One register of a type.
    Single(RegisterType),
    /// A vector, which only its elements can stand for.
    Vector,
    /// An element of something that has none.
    NoElement,
}

/// Declared registers by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registers {
    /// Single registers and vectors; a vector has a number of elements.
    names: HashMap<String, (RegisterType, Option<u8>)>,
    /// `f<9>` declares f0 to f8: stem, count and type.
    ranges: Vec<(String, u32, RegisterType)>,
}

impl Registers {
    /// Declares one register.
    pub fn declare(&mut self, name: &str, register_type: RegisterType) {
        self.names.insert(name.to_owned(), (register_type, None));
    }

    /// Declares `stem0` to `stem(count-1)`, as `.reg .f32 f<count>` does.
    pub fn declare_many(&mut self, stem: &str, count: u32, register_type: RegisterType) {
        self.ranges.push((stem.to_owned(), count, register_type));
    }

    /// Declares a vector register with elements `.x .y .z .w`.
    pub fn declare_vector(&mut self, name: &str, elements: u8, register_type: RegisterType) {
        self.names.insert(name.to_owned(), (register_type, Some(elements)));
    }

    /// Whether nothing is declared.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.ranges.is_empty()
    }

    /// The type of a register or of a vector's element, if it was declared.
    pub fn type_of(&self, name: &str) -> Option<RegisterType> {
        match self.declared(name) {
            Some(Declared::Single(register_type)) => Some(register_type),
            _ => None,
        }
    }

    /// How many elements a register has that was declared as a vector.
    pub fn elements(&self, name: &str) -> Option<usize> {
        self.names.get(name)?.1.map(usize::from)
    }

    /// Whether a name was declared, be it as a vector or with an element that it does not have.
    pub fn has(&self, name: &str) -> bool {
        self.declared(name).is_some()
    }

    /// What a name, perhaps with an element behind it, was declared as.
    pub(super) fn declared(&self, name: &str) -> Option<Declared> {
        if self.is_empty() {
            return None;
        }
        let (stem, element) = name.split_once('.').map_or((name, None), |(stem, element)| (stem, Some(element)));
        let (register_type, elements) = self.names.get(stem).copied().or_else(|| Some((self.of_range(stem)?, None)))?;
        Some(match (elements, element) {
            (None, None) => Declared::Single(register_type),
            (Some(_), None) => Declared::Vector,
            (None, Some(_)) => Declared::NoElement,
            (Some(count), Some(element)) => match "xyzwrgba".find(element) {
                Some(at) if element.len() == 1 && at % 4 < usize::from(count) => Declared::Single(register_type),
                _ => Declared::NoElement,
            },
        })
    }

    /// The type of a register of a range. As ptxas has it, `f01` is `f1`.
    fn of_range(&self, name: &str) -> Option<RegisterType> {
        self.ranges.iter().rev().find_map(|(stem, count, register_type)| {
            let number = name.strip_prefix(stem.as_str())?;
            let good = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            (good && number.parse::<u32>().ok()? < *count).then_some(*register_type)
        })
    }
}
