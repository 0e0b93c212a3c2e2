//! The dotted words of an instruction, each one bit of a set.
//!
//! Types are modifiers too: the assembler reads `.f32` like any other dotted word and takes it at any place.

use crate::rounding::Mode;

/// What a modifier is about; at most one of a family stands in an instruction, except for those that go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// `.rn .rz .rm .rp`
    Rounding,
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
    /// `.f32 .f64 .f32x2`
    Type,
}

macro_rules! modifiers {
    ($($(#[$doc:meta])* $name:ident $text:literal $family:ident;)*) => {
        /// A dotted word of PTX.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Modifier {
            $($(#[$doc])* $name,)*
        }
        impl Modifier {
            /// Every modifier, in the order in which manuals write them.
            pub const ALL: &[Modifier] = &[$(Modifier::$name,)*];

            /// The word with its dot: `.rn`.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Modifier::$name => $text,)*
                }
            }
            /// What the modifier is about.
            pub const fn family(self) -> Family {
                match self {
                    $(Modifier::$name => Family::$family,)*
                }
            }
            /// The modifier of that exact spelling, its dot included.
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
    /// To nearest, ties to even.
    Rn ".rn" Rounding;
    /// Towards zero.
    Rz ".rz" Rounding;
    /// Towards negative infinity.
    Rm ".rm" Rounding;
    /// Towards positive infinity.
    Rp ".rp" Rounding;
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
}

impl Modifier {
    /// What the modifier does, in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Modifier::Rn => "round to nearest, ties to even",
            Modifier::Rz => "round towards zero",
            Modifier::Rm => "round towards negative infinity",
            Modifier::Rp => "round towards positive infinity",
            Modifier::Approx => "fast approximation",
            Modifier::Full => "approximation over the full range",
            Modifier::Ftz => "flush subnormal numbers to zero",
            Modifier::Sat => "clamp the result to [0, 1]",
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
        }
    }

    /// The rounding mode that the modifier names.
    #[inline]
    pub const fn mode(self) -> Option<Mode> {
        match self {
            Modifier::Rn => Some(Mode::Rn),
            Modifier::Rz => Some(Mode::Rz),
            Modifier::Rm => Some(Mode::Rm),
            Modifier::Rp => Some(Mode::Rp),
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
}

/// A set of modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct ModifierSet(u64);

impl ModifierSet {
    /// No modifier.
    pub const NONE: ModifierSet = ModifierSet(0);
    /// The four rounding modes.
    pub const ROUNDING: ModifierSet = ModifierSet::of(&[Modifier::Rn, Modifier::Rz, Modifier::Rm, Modifier::Rp]);
    /// The types.
    pub const TYPES: ModifierSet = ModifierSet::of(&[Modifier::F32, Modifier::F64, Modifier::F32x2]);
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
    /// The rounding mode in the set.
    #[inline]
    pub fn mode(self) -> Option<Mode> {
        self.intersection(ModifierSet::ROUNDING).first().and_then(Modifier::mode)
    }
    /// The type in the set.
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
