//! The dotted words of an instruction, each one bit of a set.
//!
//! Types are modifiers too: the assembler reads `.f32` like any other dotted word and takes it at any place.

use crate::number::{BF16, F16, F32, F64, Float, Format, S8, S16, S32, S64, U8, U16, U32, U64};
use crate::rounding::Mode;

/// What a modifier is about; at most one of a family stands in an instruction, except for those that go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// `.rn .rz .rm .rp`
    Rounding,
    /// `.rni .rzi .rmi .rpi`
    WholeRounding,
    /// `.approx .full`
    Accuracy,
    /// `.ftz`
    Flush,
    /// `.sat`
    Saturation,
    /// `.NaN`
    Nan,
    /// `.xorsign .abs`
    Sign,
    /// `.finite` and the other questions of `testp`
    Question,
    /// `.f32 .f64 .f32x2`; of a conversion, the type of its destination.
    Type,
    /// The second type of a conversion: that of its source.
    SourceType,
}

macro_rules! modifiers {
    (
        words { $($(#[$doc:meta])* $name:ident $text:literal $family:ident;)* }
        sources { $($(#[$source_doc:meta])* $source:ident of $of:ident;)* }
    ) => {
        /// A dotted word of PTX.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Modifier {
            $($(#[$doc])* $name,)*
            $($(#[$source_doc])* $source,)*
        }
        impl Modifier {
            /// Every modifier, in the order in which manuals write them.
            pub const ALL: &[Modifier] = &[$(Modifier::$name,)* $(Modifier::$source,)*];

            /// The word with its dot: `.rn`.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Modifier::$name => $text,)*
                    $(Modifier::$source => Modifier::$of.text(),)*
                }
            }
            /// What the modifier is about.
            pub const fn family(self) -> Family {
                match self {
                    $(Modifier::$name => Family::$family,)*
                    $(Modifier::$source => Family::SourceType,)*
                }
            }
            /// The type that the modifier names, whichever place it has.
            pub const fn named_type(self) -> Option<Modifier> {
                match self {
                    $(Modifier::$source => Some(Modifier::$of),)*
                    _ if matches!(self.family(), Family::Type) => Some(self),
                    _ => None,
                }
            }
            /// A type as the second one of a conversion: that of its source.
            pub const fn as_source(self) -> Modifier {
                match self {
                    $(Modifier::$of => Modifier::$source,)*
                    _ => self,
                }
            }
            /// The modifier of that exact spelling, its dot included; a type is the first of an instruction.
            #[inline]
            pub fn named(text: &str) -> Option<Modifier> {
                match text {
                    $($text => Some(Modifier::$name),)*
                    _ => None,
                }
            }
        }
    };
}

#[rustfmt::skip]
modifiers! {
words {
    /// To nearest, ties to even.
    Rn ".rn" Rounding;
    /// Towards zero.
    Rz ".rz" Rounding;
    /// Towards negative infinity.
    Rm ".rm" Rounding;
    /// Towards positive infinity.
    Rp ".rp" Rounding;
    /// To the nearest whole number, ties to even.
    Rni ".rni" WholeRounding;
    /// To the whole number towards zero.
    Rzi ".rzi" WholeRounding;
    /// To the whole number towards negative infinity.
    Rmi ".rmi" WholeRounding;
    /// To the whole number towards positive infinity.
    Rpi ".rpi" WholeRounding;
    /// A fast approximation.
    Approx ".approx" Accuracy;
    /// An approximation over the full range.
    Full ".full" Accuracy;
    /// Subnormal operands and results become zero of their sign.
    Ftz ".ftz" Flush;
    /// The result is clamped to [0, 1].
    Sat ".sat" Saturation;
    /// A NaN operand makes the result a NaN.
    NaN ".NaN" Nan;
    /// The sign of the result is the exclusive or of the signs of the operands.
    Xorsign ".xorsign" Sign;
    /// Magnitudes are compared.
    Abs ".abs" Sign;
    /// Neither infinite nor a NaN.
    Finite ".finite" Question;
    /// Infinite.
    Infinite ".infinite" Question;
    /// Not a NaN.
    Number ".number" Question;
    /// A NaN.
    NotANumber ".notanumber" Question;
    /// A normal number or a zero.
    Normal ".normal" Question;
    /// A subnormal number.
    Subnormal ".subnormal" Question;
    /// Single precision.
    F32 ".f32" Type;
    /// Double precision.
    F64 ".f64" Type;
    /// Two singles in one 64-bit register.
    F32x2 ".f32x2" Type;
    /// Half precision.
    F16 ".f16" Type;
    /// bfloat16.
    Bf16 ".bf16" Type;
    /// Unsigned integers of 8 bits.
    U8 ".u8" Type;
    /// Unsigned integers of 16 bits.
    U16 ".u16" Type;
    /// Unsigned integers of 32 bits.
    U32 ".u32" Type;
    /// Unsigned integers of 64 bits.
    U64 ".u64" Type;
    /// Signed integers of 8 bits.
    S8 ".s8" Type;
    /// Signed integers of 16 bits.
    S16 ".s16" Type;
    /// Signed integers of 32 bits.
    S32 ".s32" Type;
    /// Signed integers of 64 bits.
    S64 ".s64" Type;
}
sources {
    /// From single precision.
    FromF32 of F32;
    /// From double precision.
    FromF64 of F64;
    /// From half precision.
    FromF16 of F16;
    /// From bfloat16.
    FromBf16 of Bf16;
    /// From unsigned integers of 8 bits.
    FromU8 of U8;
    /// From unsigned integers of 16 bits.
    FromU16 of U16;
    /// From unsigned integers of 32 bits.
    FromU32 of U32;
    /// From unsigned integers of 64 bits.
    FromU64 of U64;
    /// From signed integers of 8 bits.
    FromS8 of S8;
    /// From signed integers of 16 bits.
    FromS16 of S16;
    /// From signed integers of 32 bits.
    FromS32 of S32;
    /// From signed integers of 64 bits.
    FromS64 of S64;
}
}

impl Modifier {
    /// What the modifier does, in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Modifier::Rn => "round to nearest, ties to even",
            Modifier::Rz => "round towards zero",
            Modifier::Rm => "round towards negative infinity",
            Modifier::Rp => "round towards positive infinity",
            Modifier::Rni => "round to the nearest whole number, ties to even",
            Modifier::Rzi => "round to a whole number towards zero",
            Modifier::Rmi => "round to a whole number towards negative infinity",
            Modifier::Rpi => "round to a whole number towards positive infinity",
            Modifier::Approx => "fast approximation",
            Modifier::Full => "approximation over the full range",
            Modifier::Ftz => "flush subnormal numbers to zero",
            Modifier::Sat => "clamp the result to [0, 1], an integer to its range",
            Modifier::NaN => "a NaN operand makes the result a NaN",
            Modifier::Xorsign => "the result takes the exclusive or of the signs",
            Modifier::Abs => "compare magnitudes",
            Modifier::Finite => "neither infinite nor a NaN",
            Modifier::Infinite => "an infinity",
            Modifier::Number => "not a NaN",
            Modifier::NotANumber => "a NaN",
            Modifier::Normal => "a normal number or a zero",
            Modifier::Subnormal => "a subnormal number",
            Modifier::F32 => "single precision",
            Modifier::F64 => "double precision",
            Modifier::F32x2 => "two singles in one 64-bit register",
            Modifier::F16 => "half precision",
            Modifier::Bf16 => "bfloat16",
            Modifier::U8 => "unsigned, 8 bits",
            Modifier::U16 => "unsigned, 16 bits",
            Modifier::U32 => "unsigned, 32 bits",
            Modifier::U64 => "unsigned, 64 bits",
            Modifier::S8 => "signed, 8 bits",
            Modifier::S16 => "signed, 16 bits",
            Modifier::S32 => "signed, 32 bits",
            Modifier::S64 => "signed, 64 bits",
            Modifier::FromF32 => "from single precision",
            Modifier::FromF64 => "from double precision",
            Modifier::FromF16 => "from half precision",
            Modifier::FromBf16 => "from bfloat16",
            Modifier::FromU8 => "from unsigned, 8 bits",
            Modifier::FromU16 => "from unsigned, 16 bits",
            Modifier::FromU32 => "from unsigned, 32 bits",
            Modifier::FromU64 => "from unsigned, 64 bits",
            Modifier::FromS8 => "from signed, 8 bits",
            Modifier::FromS16 => "from signed, 16 bits",
            Modifier::FromS32 => "from signed, 32 bits",
            Modifier::FromS64 => "from signed, 64 bits",
        }
    }

    /// The rounding mode that the modifier names.
    #[inline]
    pub const fn mode(self) -> Option<Mode> {
        match self {
            Modifier::Rn | Modifier::Rni => Some(Mode::Rn),
            Modifier::Rz | Modifier::Rzi => Some(Mode::Rz),
            Modifier::Rm | Modifier::Rmi => Some(Mode::Rm),
            Modifier::Rp | Modifier::Rpi => Some(Mode::Rp),
            _ => None,
        }
    }

    /// The modifier that names a rounding mode.
    pub const fn of_mode(mode: Mode) -> Modifier {
        match mode {
            Mode::Rn => Modifier::Rn,
            Mode::Rz => Modifier::Rz,
            Mode::Rm => Modifier::Rm,
            Mode::Rp => Modifier::Rp,
        }
    }

    /// The modifier that names a rounding to a whole number.
    pub const fn of_whole_mode(mode: Mode) -> Modifier {
        match mode {
            Mode::Rn => Modifier::Rni,
            Mode::Rz => Modifier::Rzi,
            Mode::Rm => Modifier::Rmi,
            Mode::Rp => Modifier::Rpi,
        }
    }

    /// The format of a type, first or second; None for other words and for packed types.
    pub const fn format(self) -> Option<&'static Format> {
        match self.named_type() {
            Some(Modifier::F32) => Some(F32::ROW),
            Some(Modifier::F64) => Some(F64::ROW),
            Some(Modifier::F16) => Some(F16::ROW),
            Some(Modifier::Bf16) => Some(BF16::ROW),
            Some(Modifier::U8) => Some(U8),
            Some(Modifier::U16) => Some(U16),
            Some(Modifier::U32) => Some(U32),
            Some(Modifier::U64) => Some(U64),
            Some(Modifier::S8) => Some(S8),
            Some(Modifier::S16) => Some(S16),
            Some(Modifier::S32) => Some(S32),
            Some(Modifier::S64) => Some(S64),
            _ => None,
        }
    }
}

/// A set of modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct ModifierSet(u64);

impl ModifierSet {
    /// No modifier.
    pub const NONE: ModifierSet = ModifierSet(0);
    /// The four rounding modes.
    pub const ROUNDING: ModifierSet = ModifierSet::of(&[Modifier::Rn, Modifier::Rz, Modifier::Rm, Modifier::Rp]);
    /// The four roundings to a whole number.
    pub const WHOLE: ModifierSet = ModifierSet::of(&[Modifier::Rni, Modifier::Rzi, Modifier::Rmi, Modifier::Rpi]);
    /// Integer types, as the first type of an instruction.
    pub const INTEGERS: ModifierSet = ModifierSet::of(&[
        Modifier::U8,
        Modifier::U16,
        Modifier::U32,
        Modifier::U64,
        Modifier::S8,
        Modifier::S16,
        Modifier::S32,
        Modifier::S64,
    ]);
    /// The types, as the first of an instruction.
    pub const TYPES: ModifierSet =
        ModifierSet::INTEGERS.union(ModifierSet::of(&[Modifier::F32, Modifier::F64, Modifier::F32x2, Modifier::F16, Modifier::Bf16]));
    /// The types as the second of a conversion.
    pub const SOURCE_TYPES: ModifierSet = ModifierSet::TYPES.as_sources();
    /// The questions of `testp`.
    pub const QUESTIONS: ModifierSet = ModifierSet::of(&[
        Modifier::Finite,
        Modifier::Infinite,
        Modifier::Number,
        Modifier::NotANumber,
        Modifier::Normal,
        Modifier::Subnormal,
    ]);

    /// The set of the modifiers in a list.
    pub const fn of(list: &[Modifier]) -> ModifierSet {
        let mut bits = 0;
        let mut i = 0;
        while i < list.len() {
            bits |= 1 << list[i] as u8;
            i += 1;
        }
        ModifierSet(bits)
    }
    /// The set as bits, each modifier at the place of its number.
    pub const fn bits(self) -> u64 {
        self.0
    }
    /// The set of such bits; those that are no modifier's are dropped.
    pub const fn from_bits(bits: u64) -> ModifierSet {
        ModifierSet(bits & ((1 << Modifier::ALL.len()) - 1))
    }
    /// The set of one modifier.
    #[inline]
    pub const fn only(modifier: Modifier) -> ModifierSet {
        ModifierSet(1 << modifier as u8)
    }
    /// Whether the modifier is in the set.
    #[inline]
    pub const fn has(self, modifier: Modifier) -> bool {
        self.0 >> modifier as u8 & 1 == 1
    }
    /// The set with a modifier added.
    #[inline]
    pub const fn with(self, modifier: Modifier) -> ModifierSet {
        ModifierSet(self.0 | 1 << modifier as u8)
    }
    /// The set with a modifier taken out.
    #[inline]
    pub const fn without(self, modifier: Modifier) -> ModifierSet {
        ModifierSet(self.0 & !(1 << modifier as u8))
    }
    /// The modifiers in either set.
    #[inline]
    pub const fn union(self, other: ModifierSet) -> ModifierSet {
        ModifierSet(self.0 | other.0)
    }
    /// The modifiers in both sets.
    #[inline]
    pub const fn intersection(self, other: ModifierSet) -> ModifierSet {
        ModifierSet(self.0 & other.0)
    }
    /// The modifiers of this set that are not in the other.
    #[inline]
    pub const fn difference(self, other: ModifierSet) -> ModifierSet {
        ModifierSet(self.0 & !other.0)
    }
    /// Whether all of this set is in the other.
    #[inline]
    pub const fn is_within(self, other: ModifierSet) -> bool {
        self.0 & !other.0 == 0
    }
    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// How many modifiers are in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    /// The first modifier in the order of [`Modifier::ALL`].
    #[inline]
    pub fn first(self) -> Option<Modifier> {
        Modifier::ALL.get(self.0.trailing_zeros() as usize).copied()
    }
    /// The modifiers in the order of [`Modifier::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Modifier> {
        Modifier::ALL.iter().copied().filter(move |modifier| self.has(*modifier))
    }
    /// The rounding mode in the set, to a whole number or not.
    #[inline]
    pub fn mode(self) -> Option<Mode> {
        self.intersection(ModifierSet::ROUNDING.union(ModifierSet::WHOLE)).first().and_then(Modifier::mode)
    }
    /// The same types as those of a source.
    pub const fn as_sources(self) -> ModifierSet {
        let (mut bits, mut i) = (0, 0);
        while i < Modifier::ALL.len() {
            let modifier = Modifier::ALL[i];
            if self.has(modifier) && !matches!(modifier, Modifier::F32x2) {
                bits |= 1 << modifier.as_source() as u8;
            }
            i += 1;
        }
        ModifierSet(bits)
    }
    /// The type of the sources in the set: a conversion's second type, or the only one.
    #[inline]
    pub fn source_data_type(self) -> Option<Modifier> {
        match self.intersection(ModifierSet::SOURCE_TYPES).first() {
            Some(source) => source.named_type(),
            None => self.data_type(),
        }
    }
    /// The type in the set; of a conversion, that of its destination.
    #[inline]
    pub fn data_type(self) -> Option<Modifier> {
        self.intersection(ModifierSet::TYPES).first()
    }
    /// The words with a blank between: `.rn .rz`.
    pub fn listed(self) -> String {
        self.iter().map(Modifier::text).collect::<Vec<_>>().join(" ")
    }
}

impl FromIterator<Modifier> for ModifierSet {
    fn from_iter<T: IntoIterator<Item = Modifier>>(modifiers: T) -> ModifierSet {
        modifiers.into_iter().fold(ModifierSet::NONE, ModifierSet::with)
    }
}
