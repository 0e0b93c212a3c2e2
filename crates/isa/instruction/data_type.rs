//! The types of PTX: how each is written, and what an operand of it holds.

use crate::number::{
    BF16, E2M1, E2M1_IN_A_BYTE, E2M3, E3M2, E4M3, E5M2, F16, F32, F64, OperandType, PREDICATE, S2F6, S8, S16, S32, S64, TF32, U8, U16, U32,
    U64, UE5M3, UE8M0,
};

macro_rules! types {
    ($($name:ident $text:literal $format:expr, $lanes:literal, $words:literal;)*) => {
        /// A type of PTX.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Type {
            $(#[doc = concat!("`", $text, "`: ", $words)] $name,)*
        }
        impl Type {
            /// Every type, each at the place of its number.
            pub const ALL: &[Type] = &[$(Type::$name,)*];

            /// The word with its dot: `.f16x2`.
            pub const fn text(self) -> &'static str {
                match self { $(Type::$name => $text,)* }
            }
            /// The type in a few words.
            pub const fn words(self) -> &'static str {
                match self { $(Type::$name => $words,)* }
            }
            /// The type of a source in a few words.
            pub const fn from_words(self) -> &'static str {
                match self { $(Type::$name => concat!("from ", $words),)* }
            }
            /// The type of that exact spelling, its dot included.
            #[inline]
            pub fn named(text: &str) -> Option<Type> {
                match text {
                    $($text => Some(Type::$name),)*
                    _ => None,
                }
            }
            /// What an operand of the type holds.
            #[inline(always)]
            pub const fn operand(self) -> OperandType {
                match self { $(Type::$name => OperandType { format: $format, lanes: $lanes },)* }
            }
        }
    };
}

#[rustfmt::skip]
types! {
    F32    ".f32"    F32::ROW,  1, "single precision";
    F64    ".f64"    F64::ROW,  1, "double precision";
    F32x2  ".f32x2"  F32::ROW,  2, "two singles in one 64-bit register";
    F16    ".f16"    F16::ROW,  1, "half precision";
    Bf16   ".bf16"   BF16::ROW, 1, "bfloat16";
    U8     ".u8"     U8,        1, "unsigned, 8 bits";
    U16    ".u16"    U16,       1, "unsigned, 16 bits";
    U32    ".u32"    U32,       1, "unsigned, 32 bits";
    U64    ".u64"    U64,       1, "unsigned, 64 bits";
    S8     ".s8"     S8,        1, "signed, 8 bits";
    S16    ".s16"    S16,       1, "signed, 16 bits";
    S32    ".s32"    S32,       1, "signed, 32 bits";
    S64    ".s64"    S64,       1, "signed, 64 bits";
    Tf32   ".tf32"   TF32,      1, "TensorFloat-32: the upper 19 bits of a single";
    F16x2  ".f16x2"  F16::ROW,  2, "two halves in one 32-bit register";
    Bf16x2 ".bf16x2" BF16::ROW, 2, "two bfloat16 numbers in one 32-bit register";
    E4m3x2 ".e4m3x2" E4M3::ROW, 2, "two numbers of 8 bits, E4M3, in one 16-bit register";
    E5m2x2 ".e5m2x2" E5M2::ROW, 2, "two numbers of 8 bits, E5M2, in one 16-bit register";
    E4m3x4 ".e4m3x4" E4M3::ROW, 4, "four numbers of 8 bits, E4M3, in one 32-bit register";
    E2m3x2 ".e2m3x2" E2M3::ROW, 2, "two numbers of 6 bits, E2M3, each below two zero bits, in one 16-bit register";
    E3m2x2 ".e3m2x2" E3M2::ROW, 2, "two numbers of 6 bits, E3M2, each below two zero bits, in one 16-bit register";
    E2m1x2 ".e2m1x2" E2M1::ROW, 2, "two numbers of 4 bits, E2M1, in one 8-bit register";
    Ue8m0x2 ".ue8m0x2" UE8M0::ROW, 2, "two scale factors, UE8M0, in one 16-bit register";
    E5m2x4 ".e5m2x4" E5M2::ROW, 4, "four numbers of 8 bits, E5M2, in one 32-bit register";
    E2m3x4 ".e2m3x4" E2M3::ROW, 4, "four numbers of 6 bits, E2M3, each below two zero bits, in one 32-bit register";
    E3m2x4 ".e3m2x4" E3M2::ROW, 4, "four numbers of 6 bits, E3M2, each below two zero bits, in one 32-bit register";
    E2m1x4 ".e2m1x4" E2M1::ROW, 4, "four numbers of 4 bits, E2M1, in one 16-bit register";
    E2m1p4x4 ".e2m1p4x4" E2M1_IN_A_BYTE, 4, "four numbers of 4 bits, E2M1, each below four zero bits, in one 32-bit register";
    Ue8m0x4 ".ue8m0x4" UE8M0::ROW, 4, "four scale factors, UE8M0, in one 32-bit register";
    Ue5m3x2 ".ue5m3x2" UE5M3::ROW, 2, "two scale factors of 8 bits, UE5M3, in one 16-bit register";
    S2f6x2 ".s2f6x2" S2F6::ROW, 2, "two fixed-point numbers of 8 bits, S2F6, in one 16-bit register";
    Pred   ".pred"   &PREDICATE, 1, "a predicate";
    B16    ".b16"    U16,       1, "16 bits, whatever they stand for";
    B32    ".b32"    U32,       1, "32 bits, whatever they stand for";
    B64    ".b64"    U64,       1, "64 bits, whatever they stand for";
    U16x2  ".u16x2"  U16,       2, "two unsigned integers of 16 bits in one register";
    S16x2  ".s16x2"  S16,       2, "two signed integers of 16 bits in one register";
    Ue8m0  ".ue8m0"  UE8M0::ROW, 1, "a scale factor, UE8M0, in an 8-bit register";
    B8     ".b8"     U8,        1, "8 bits, whatever they stand for";
    B128   ".b128"   U64,       2, "128 bits, whatever they stand for";
}

impl Type {
    /// Whether it is an integer.
    pub const fn is_integer(self) -> bool {
        self.operand().format.is_integer()
    }

    /// Whether it is an integer, bits or a predicate: nothing with a point.
    pub const fn is_bits(self) -> bool {
        self.is_integer() || matches!(self, Type::Pred)
    }

    /// Whether it says how many bits there are and nothing of what they stand for.
    pub const fn is_untyped(self) -> bool {
        matches!(self, Type::B8 | Type::B16 | Type::B32 | Type::B64 | Type::B128)
    }

    /// Bits of a register that holds it.
    pub const fn width(self) -> u32 {
        self.operand().width()
    }

    /// Whether the assembler takes numbers for it: singles, doubles and integers; everything else comes from a register.
    pub const fn takes_literals(self) -> bool {
        self.is_integer() || matches!(self, Type::F32 | Type::F64)
    }

    /// The name of the bare type: `f16x2`.
    pub fn name(self) -> &'static str {
        &self.text()[1..]
    }

    /// How registers of the type are usually called, before their number: `%fd`.
    pub fn register_stem(self) -> &'static str {
        let own = self.operand();
        if own.is_predicate() {
            return "%p";
        }
        match (own.number().is_some_and(|format| format.is_floating()), self.width()) {
            (_, 32) if matches!(self, Type::Tf32) => "%r",
            (true, 64) => "%fd",
            (true, 32) => "%f",
            (true, _) => "%h",
            (false, 128) => "%rq",
            (false, 64) => "%rd",
            (false, 32) => "%r",
            (false, _) => "%rs",
        }
    }
}
