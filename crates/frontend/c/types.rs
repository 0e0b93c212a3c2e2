//! C's types, as far as an expression knows them, and what becomes of two of them.

use super::enumeration::Enumeration;
use super::host::DIM3;
use super::layout::Layout;
use super::narrow::narrow;
use crate::number::{BF16, E4M3, E5M2, F16, F32, F64, Format, OperandType, S8, S16, S32, S64, U8, U16, U32, U64, interned};
use std::sync::Mutex;

/// A type of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CType {
    /// `bool`
    Bool,
    /// `char`, which has a sign as on x86-64
    Char,
    /// `signed char`
    SignedChar,
    /// `unsigned char`
    UnsignedChar,
    /// `short`
    Short,
    /// `unsigned short`
    UnsignedShort,
    /// `int`
    Int,
    /// `unsigned int`
    Unsigned,
    /// `long long`, and `long` as on Linux
    Long,
    /// `unsigned long long`
    UnsignedLong,
    /// `__nv_fp8_e4m3`
    E4m3,
    /// `__nv_fp8_e5m2`
    E5m2,
    /// `__half`
    Half,
    /// `__nv_bfloat16`
    Brain,
    /// `__half2`: two of them in one register.
    Halves,
    /// `__nv_bfloat162`
    Brains,
    /// `float`
    Float,
    /// `double`
    Double,
    /// A pointer to something of a type.
    Pointer(&'static CType),
    /// A structure, or a vector of CUDA's.
    Group(&'static Layout),
    /// An enumeration.
    Enumerated(&'static Enumeration),
}

use CType::{
    Bool, Brain, Brains, Char, Double, E4m3, E5m2, Enumerated, Float as Single, Group, Half, Halves, Int, Long, Pointer, Short, SignedChar,
    Unsigned, UnsignedChar, UnsignedLong, UnsignedShort,
};

/// Words that types are made of.
const WORDS: &str = " float double int unsigned signed long short auto char bool _Bool int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t ptrdiff_t uint ulong ushort uchar ";
/// CUDA's vectors.
const VECTORS: &str = " float2 float3 float4 double2 double3 double4 int2 int3 int4 uint2 uint3 uint4 longlong2 ulonglong2 short2 short4 ushort2 ushort4 char2 char4 uchar2 uchar4 dim3 ";
/// Words that stand beside them and change nothing here.
const QUALIFIERS: &str = " const volatile static constexpr register inline extern __device__ __host__ __forceinline__ __shared__ __restrict__ __global__ __constant__ __noinline__ __inline__ __managed__ __grid_constant__ explicit friend ";

/// Types that the library defines as structures.
const DEFINED: &str = " __nv_fp8x2_e4m3 __nv_fp8x2_e5m2 __nv_fp8x4_e4m3 __nv_fp8x4_e5m2 __nv_fp4_e2m1 __nv_fp4x2_e2m1 __nv_fp4x4_e2m1 ";

/// Whether a word is a type that the library defines as a structure.
pub(super) fn is_defined_type(word: &str) -> bool {
    lists(DEFINED, word)
}

/// Whether a list has a word between two blanks.
pub(super) fn lists(list: &str, word: &str) -> bool {
    let stands = |(from, _): (usize, &str)| list[..from].ends_with(' ') && list[from + word.len()..].starts_with(' ');
    !word.is_empty() && list.match_indices(word).any(stands)
}

/// Whether a word stands beside a type and changes nothing here.
pub(super) fn is_qualifier(word: &str) -> bool {
    lists(QUALIFIERS, word)
}

/// Whether a word is part of a type's name.
pub(super) fn is_type_word(word: &str) -> bool {
    lists(WORDS, word) || lists(VECTORS, word) || lists(QUALIFIERS, word) || lists(DEFINED, word) || narrow(word).is_some()
}

impl CType {
    /// The type that some words name; None where they name none. `auto` leaves it open.
    pub(super) fn named(words: &[&str]) -> Option<Option<CType>> {
        let words: Vec<&str> = words.iter().copied().filter(|word| !lists(QUALIFIERS, word)).collect();
        Some(Some(match words[..] {
            ["auto"] => return Some(None),
            ["float"] => Single,
            ["double"] | ["long", "double"] => Double,
            ["bool" | "_Bool"] => Bool,
            ["char"] => Char,
            ["int8_t"] | ["signed", "char"] => SignedChar,
            ["uint8_t" | "uchar"] | ["unsigned", "char"] => UnsignedChar,
            ["short" | "int16_t"] | ["short", "int"] => Short,
            ["ushort" | "uint16_t"] | ["unsigned", "short"] | ["unsigned", "short", "int"] => UnsignedShort,
            ["int" | "signed" | "int32_t"] | ["signed", "int"] => Int,
            ["unsigned" | "uint" | "uint32_t"] | ["unsigned", "int"] => Unsigned,
            ["long" | "int64_t" | "ptrdiff_t"] | ["long", "long"] | ["long", "int"] | ["long", "long", "int"] => Long,
            ["ulong" | "uint64_t" | "size_t"]
            | ["unsigned", "long"]
            | ["unsigned", "long", "long"]
            | ["unsigned", "long", "int"]
            | ["unsigned", "long", "long", "int"] => UnsignedLong,
            [name] => return narrow(name).or_else(|| CType::vector(name)).map(Some),
            _ => return None,
        }))
    }

    /// CUDA's vectors: `float4` has the members x, y, z and w.
    fn vector(name: &str) -> Option<CType> {
        if name == DIM3 {
            let axes = ["x", "y", "z"].map(|name| (name.to_owned(), Unsigned));
            return Some(CType::group(Layout::new(name.to_owned(), axes.to_vec())));
        }
        let element = name.strip_suffix(['2', '3', '4'])?;
        let count = usize::from(name.as_bytes()[element.len()] - b'0');
        let own = match element {
            "longlong" => Long,
            "ulonglong" => UnsignedLong,
            "char" => SignedChar,
            _ if narrow(element).is_some() => return None,
            _ => CType::named(&[element])??,
        };
        if own.layout().is_some() || element.ends_with(|letter: char| letter.is_ascii_digit()) {
            return None;
        }
        let members = ["x", "y", "z", "w"].into_iter().take(count).map(|name| (name.to_owned(), own));
        let mut layout = Layout::new(name.to_owned(), members.collect());
        // A vector of two or four is loaded as one, up to 16 bytes.
        if count != 3 {
            layout.align = layout.size.min(16);
        }
        Some(CType::group(layout))
    }

    /// A pointer to it.
    pub(super) fn pointer(self) -> CType {
        static POINTED: Mutex<Vec<&'static CType>> = Mutex::new(Vec::new());
        Pointer(interned(&POINTED, self.named_inside()))
    }

    /// What it points to.
    pub(super) fn pointee(self) -> Option<CType> {
        if let Pointer(own) = self { Some(own.whole()) } else { None }
    }

    /// The bytes that it has in memory.
    pub(super) fn size(self) -> u64 {
        match self {
            Bool => 1,
            Group(layout) => layout.size,
            Enumerated(own) => own.own.size(),
            Halves | Brains => 4,
            _ => u64::from(self.format().width()) / 8,
        }
    }

    /// How loads and stores name it.
    pub(super) fn memory(self) -> &'static str {
        match self {
            Bool | UnsignedChar | E4m3 | E5m2 => "u8",
            Enumerated(own) => own.own.memory(),
            Char | SignedChar => "s8",
            Short => "s16",
            UnsignedShort => "u16",
            Int => "s32",
            Unsigned => "u32",
            Long => "s64",
            UnsignedLong | Pointer(_) | Group(_) => "u64",
            Half | Brain => "b16",
            Halves | Brains => "b32",
            Single => "f32",
            Double => "f64",
        }
    }

    /// The type that C computes in with it: small integers are ints.
    pub(super) fn promoted(self) -> CType {
        match self {
            Enumerated(_) if self.is_scoped() => self,
            Enumerated(own) => own.own.promoted(),
            _ if self < Int => Int,
            _ => self,
        }
    }

    /// Bits of the registers that hold it.
    pub(super) fn register_width(self) -> u32 {
        match self {
            Enumerated(own) => own.own.register_width(),
            _ if self < Int => 32,
            Halves | Brains => 32,
            E4m3 | E5m2 => 16,
            _ => self.format().width(),
        }
    }

    /// Whether a register that holds an integer of another type holds it just so.
    pub(super) fn is_held_as(self, other: CType) -> bool {
        let (own, other) = (self.underlying(), other.underlying());
        let fits = match own {
            // What becomes a bool was compared.
            Bool => true,
            _ if own < Int => {
                let widens = matches!((own, other), (Short, Char | SignedChar | UnsignedChar) | (UnsignedShort, UnsignedChar));
                other == own || other == Bool || widens || matches!((own, other), (Char, SignedChar) | (SignedChar, Char))
            }
            _ => true,
        };
        fits && own.register_width() == other.register_width()
    }

    /// The type whose numbers have a format.
    pub(super) fn of(format: &Format) -> CType {
        match format.name {
            "F64" => Double,
            "F16" => Half,
            "BF16" => Brain,
            "S32" => Int,
            "U32" => Unsigned,
            "S64" => Long,
            "U64" => UnsignedLong,
            _ => Single,
        }
    }

    /// The format of its numbers.
    pub fn format(self) -> &'static Format {
        match self {
            Bool | UnsignedChar => U8,
            Enumerated(own) => own.own.format(),
            Char | SignedChar => S8,
            Short => S16,
            UnsignedShort => U16,
            Int => S32,
            Unsigned => U32,
            Long => S64,
            UnsignedLong | Pointer(_) | Group(_) => U64,
            E4m3 => E4M3::ROW,
            E5m2 => E5M2::ROW,
            Half | Halves => F16::ROW,
            Brain | Brains => BF16::ROW,
            Single => F32::ROW,
            Double => F64::ROW,
        }
    }

    /// Its name in C.
    pub fn name(self) -> &'static str {
        match self {
            Half => "__half",
            Brain => "__nv_bfloat16",
            Halves => "__half2",
            Brains => "__nv_bfloat162",
            E4m3 => "__nv_fp8_e4m3",
            E5m2 => "__nv_fp8_e5m2",
            Bool => "bool",
            Char => "char",
            SignedChar => "signed char",
            Enumerated(own) => &own.name,
            UnsignedChar => "unsigned char",
            Short => "short",
            UnsignedShort => "unsigned short",
            Pointer(_) => "a pointer",
            Group(layout) => &layout.name,
            _ => crate::instruction::cuda::type_name(self.format()),
        }
    }

    /// Its name in PTX.
    pub(super) fn ptx(self) -> String {
        let lanes = if self.lane().is_some() { "x2" } else { "" };
        [".", &self.format().name.to_ascii_lowercase(), lanes].concat()
    }

    /// Whether it holds integers.
    pub(super) fn is_integer(self) -> bool {
        self.layout().is_none() && self.format().is_integer()
    }

    /// Whether PTX computes in it here.
    pub(super) fn computes(self) -> bool {
        matches!(self, Half | Brain | Halves | Brains | Single | Double)
    }

    /// How registers of it begin in nvcc's PTX.
    pub(super) fn stem(self) -> &'static str {
        match self {
            Enumerated(own) => own.own.stem(),
            Bool | Char | SignedChar | UnsignedChar | Short | UnsignedShort | Int | Unsigned | Halves | Brains => "r",
            Long | UnsignedLong | Pointer(_) | Group(_) => "rd",
            Half | Brain | E4m3 | E5m2 => "h",
            Single => "f",
            Double => "fd",
        }
    }

    /// The type in which C computes with two: a double if one is, else a float if one is, else the wider integer. A half beside something
    /// else counts as a float; nvcc refuses that as ambiguous.
    pub(super) fn common(self, other: CType) -> CType {
        match self.promoted().max(other.promoted()) {
            Half | Brain if self != other => Single,
            larger => larger,
        }
    }

    /// Example bits for a variable, by its place among others.
    pub(super) fn example(self, place: usize) -> u64 {
        if let Some(lane) = self.lane() {
            return lane.example(place) | lane.example(place + 1) << 16;
        }
        crate::reading::example(OperandType::one(self.format()), place)
    }
}
