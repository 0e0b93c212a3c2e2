//! Sets of modifiers, and the sets that parts of the instruction set share.

use super::Type;
use super::modifier::{Modifier, PLACES, WORDS};
use crate::rounding::Mode;

/// The words that are no types as bits, each at the place of its number, the lowest first.
pub type Words = [u64; 3];

/// A set of modifiers: words, and at each place types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct ModifierSet {
    words: Words,
    types: [u64; PLACES],
}

const _: () = assert!(WORDS.len() <= 64 * 3, "the words have more bits than there are");

impl ModifierSet {
    /// No modifier.
    pub const NONE: ModifierSet = ModifierSet { words: [0; 3], types: [0; PLACES] };
    /// The four rounding modes.
    pub const ROUNDING: ModifierSet = ModifierSet::of(&[Modifier::Rn, Modifier::Rz, Modifier::Rm, Modifier::Rp]);
    /// The four roundings to a whole number.
    pub const WHOLE: ModifierSet = ModifierSet::of(&[Modifier::Rni, Modifier::Rzi, Modifier::Rmi, Modifier::Rpi]);
    /// Every rounding there is.
    pub const EVERY_ROUNDING: ModifierSet = ModifierSet::ROUNDING.union(ModifierSet::WHOLE).with(Modifier::Rna).with(Modifier::Rs);
    /// Integer types, as the first type of an instruction.
    pub const INTEGERS: ModifierSet = ModifierSet::of(&[
        Modifier::Type(0, Type::U8),
        Modifier::Type(0, Type::U16),
        Modifier::Type(0, Type::U32),
        Modifier::Type(0, Type::U64),
        Modifier::Type(0, Type::S8),
        Modifier::Type(0, Type::S16),
        Modifier::Type(0, Type::S32),
        Modifier::Type(0, Type::S64),
    ]);
    /// The types at every place.
    pub const TYPES: ModifierSet = ModifierSet { words: [0; 3], types: [(1 << Type::ALL.len()) - 1; PLACES] };
    /// The types, as the first of an instruction.
    pub const FIRST_TYPES: ModifierSet = ModifierSet::TYPES.at_place(0);
    /// The types behind the first of an instruction.
    pub const LATER_TYPES: ModifierSet = ModifierSet::TYPES.difference(ModifierSet::FIRST_TYPES);
    /// The relations of `set` and `setp` between numbers.
    pub const COMPARISONS: ModifierSet = ModifierSet::of(&[
        Modifier::Eq,
        Modifier::Ne,
        Modifier::Lt,
        Modifier::Le,
        Modifier::Gt,
        Modifier::Ge,
        Modifier::Equ,
        Modifier::Neu,
        Modifier::Ltu,
        Modifier::Leu,
        Modifier::Gtu,
        Modifier::Geu,
        Modifier::Num,
        Modifier::Nan,
    ]);
    /// The relations of `set` and `setp` between numbers or integers.
    pub const RELATIONS: ModifierSet =
        ModifierSet::COMPARISONS.union(ModifierSet::of(&[Modifier::Lo, Modifier::Ls, Modifier::Hi, Modifier::Hs]));
    /// The Boolean operators of `set` and `setp`.
    pub const BOOLEANS: ModifierSet = ModifierSet::of(&[Modifier::And, Modifier::Or, Modifier::Xor]);
    /// The state spaces of memory.
    pub const SPACES: ModifierSet = ModifierSet::of(&[
        Modifier::Const,
        Modifier::Global,
        Modifier::Local,
        Modifier::Param,
        Modifier::ParamEntry,
        Modifier::ParamFunc,
        Modifier::Shared,
        Modifier::SharedCta,
        Modifier::SharedCluster,
    ]);
    /// The threads among which an access is ordered.
    pub const SCOPES: ModifierSet = ModifierSet::of(&[Modifier::Cta, Modifier::Cluster, Modifier::Gpu, Modifier::Sys]);
    /// How many numbers an access is about.
    pub const VECTORS: ModifierSet = ModifierSet::of(&[Modifier::V2, Modifier::V4, Modifier::V8]);
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
        let (mut set, mut i) = (ModifierSet::NONE, 0);
        while i < list.len() {
            set = set.with(list[i]);
            i += 1;
        }
        set
    }
    /// The words that are no types as bits, each at the place of its number.
    pub const fn words(self) -> Words {
        self.words
    }
    /// The set of such bits; those that are no word's are dropped.
    pub const fn from_words(words: Words) -> ModifierSet {
        let mut every = [0; 3];
        let mut at = 0;
        while at < WORDS.len() {
            every[at / 64] |= 1 << (at % 64);
            at += 1;
        }
        ModifierSet { words, types: [0; PLACES] }.intersection(ModifierSet { words: every, types: [0; PLACES] })
    }
    /// The set of one modifier.
    #[inline]
    pub const fn only(modifier: Modifier) -> ModifierSet {
        match modifier {
            Modifier::Type(place, data_type) => {
                let mut types = [0; PLACES];
                types[place as usize % PLACES] = 1 << data_type as u8;
                ModifierSet { words: [0; 3], types }
            }
            word => ModifierSet { words: word.bit(), types: [0; PLACES] },
        }
    }
    /// Whether the modifier is in the set.
    #[inline]
    pub const fn has(self, modifier: Modifier) -> bool {
        ModifierSet::only(modifier).is_within(self)
    }
    /// The set with a modifier added.
    #[inline]
    pub const fn with(self, modifier: Modifier) -> ModifierSet {
        self.union(ModifierSet::only(modifier))
    }
    /// The set with a modifier taken out.
    #[inline]
    pub const fn without(self, modifier: Modifier) -> ModifierSet {
        self.difference(ModifierSet::only(modifier))
    }
    /// The modifiers in either set.
    #[inline]
    pub const fn union(self, other: ModifierSet) -> ModifierSet {
        let ([first, second, third, fourth], [a, b, c, d]) = (self.types, other.types);
        let ([low, middle, high], [l, m, h]) = (self.words, other.words);
        ModifierSet { words: [low | l, middle | m, high | h], types: [first | a, second | b, third | c, fourth | d] }
    }
    /// The modifiers in both sets.
    #[inline]
    pub const fn intersection(self, other: ModifierSet) -> ModifierSet {
        let ([first, second, third, fourth], [a, b, c, d]) = (self.types, other.types);
        let ([low, middle, high], [l, m, h]) = (self.words, other.words);
        ModifierSet { words: [low & l, middle & m, high & h], types: [first & a, second & b, third & c, fourth & d] }
    }
    /// The modifiers of this set that are not in the other.
    #[inline]
    pub const fn difference(self, other: ModifierSet) -> ModifierSet {
        let ([first, second, third, fourth], [a, b, c, d]) = (self.types, other.types);
        let ([low, middle, high], [l, m, h]) = (self.words, other.words);
        ModifierSet { words: [low & !l, middle & !m, high & !h], types: [first & !a, second & !b, third & !c, fourth & !d] }
    }
    /// Whether all of this set is in the other.
    #[inline]
    pub const fn is_within(self, other: ModifierSet) -> bool {
        self.difference(other).is_empty()
    }
    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        (self.words[0] | self.words[1] | self.words[2] | self.every_type()) == 0
    }
    /// How many modifiers are in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        let ([low, middle, high], [first, second, third, fourth]) = (self.words, self.types);
        let words = low.count_ones() + middle.count_ones() + high.count_ones();
        words + first.count_ones() + second.count_ones() + third.count_ones() + fourth.count_ones()
    }
    /// The first modifier in the order of [`Modifier::ALL`].
    #[inline]
    pub fn first(self) -> Option<Modifier> {
        let in_part = |part: usize| self.words[part] != 0;
        let word =
            (0..3).find(|part| in_part(*part)).and_then(|part| WORDS.get(64 * part + self.words[part].trailing_zeros() as usize)).copied();
        let typed = |place: usize| Some(Modifier::Type(place as u8, self.type_at(place)?));
        word.or_else(|| (0..PLACES).find_map(typed))
    }
    /// The modifiers in the order of [`Modifier::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Modifier> {
        let mut rest = self;
        core::iter::from_fn(move || {
            let next = rest.first()?;
            rest = rest.without(next);
            Some(next)
        })
    }
    /// The rounding mode in the set, to a whole number or not.
    #[inline]
    pub fn mode(self) -> Option<Mode> {
        self.intersection(ModifierSet::EVERY_ROUNDING).first().and_then(Modifier::mode)
    }
    /// The types of any place as bits.
    const fn every_type(self) -> u64 {
        let [first, second, third, fourth] = self.types;
        first | second | third | fourth
    }
    /// Types at another place.
    pub const fn at_place(self, place: usize) -> ModifierSet {
        let mut types = [0; PLACES];
        types[place % PLACES] = self.every_type();
        ModifierSet { words: self.words, types }
    }
    /// The type at a place.
    #[inline]
    pub fn type_at(self, place: usize) -> Option<Type> {
        Type::ALL.get(self.types.get(place)?.trailing_zeros() as usize).copied()
    }
    /// The first type of an instruction: that of its destination, where it has one.
    #[inline]
    pub fn data_type(self) -> Option<Type> {
        self.type_at(0)
    }
    /// How many numbers a load or a store is about.
    pub fn vector(self) -> u32 {
        match self.intersection(ModifierSet::VECTORS).first() {
            Some(Modifier::V2) => 2,
            Some(Modifier::V4) => 4,
            Some(Modifier::V8) => 8,
            _ => 1,
        }
    }
    /// How many places have types.
    pub fn places(self) -> usize {
        self.types.iter().filter(|types| **types != 0).count()
    }
    /// Whether a type is in the set, at any place.
    pub fn names(self, data_type: Type) -> bool {
        self.every_type() >> data_type as u8 & 1 == 1
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
