//! The dotted words of an instruction, each one bit of a set.
//!
//! A type is a word too: the assembler reads `.f32` like any other and takes it at any place. What tells two types of an instruction apart
//! is their order, so a set holds them apart by it.

use super::Type;
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
    /// `.sat .satfinite`
    Saturation,
    /// `.relu`
    Relu,
    /// `.pzo`
    Zero,
    /// `.scaled::n1::ue8m0 .scaled::n2::ue8m0`
    Scaling,
    /// `.oob`
    OutOfBounds,
    /// `.NaN`
    Nan,
    /// `.xorsign .abs`
    Sign,
    /// `.finite` and the other questions of `testp`
    Question,
    /// `.eq` and the other relations of `set` and `setp`
    Comparison,
    /// `.and .or .xor`
    Boolean,
    /// `.lo .hi .wide`
    Part,
    /// `.cc`
    Carry,
    /// `.l .r .clamp .wrap .shiftamt`
    Shift,
    /// `.f4e` and the other modes of `prmt`
    Permutation,
    /// `.weak .volatile .relaxed .acquire .release .mmio`
    Ordering,
    /// `.cta .cluster .gpu .sys`
    Scope,
    /// `.global` and the other state spaces
    Space,
    /// `.ca` and the other cache operators, `.L1::evict_first` and the other priorities of the first cache
    Cache,
    /// `.L2::evict_first` and the other priorities of the second cache
    Eviction,
    /// `.L2::cache_hint`
    Policy,
    /// `.L2::64B .L2::128B .L2::256B`
    Prefetch,
    /// `.nc`
    NonCoherent,
    /// `.v2 .v4 .v8`
    Vector,
    /// `.uni`
    Uniform,
    /// `.to .idx`
    Direction,
    /// `.L1 .L2 .tensormap`
    Level,
    /// The first type; of a conversion, that of its destination.
    Type,
    /// The second type; of a conversion, that of its source.
    SourceType,
    /// The third type, that of the second source.
    SecondSourceType,
    /// The fourth type, that of the third source.
    ThirdSourceType,
}

macro_rules! modifiers {
    ($($(#[$doc:meta])* $name:ident $text:literal $family:ident $words:literal;)*) => {
        /// A dotted word of PTX.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Modifier {
            $($(#[$doc])* $name,)*
            /// A type, and its place among the types of the instruction, from 0.
            Type(u8, Type),
        }
        /// The words that are no types, numbered.
        enum Word { $($name,)* }
        /// The words that are no types, in the order in which manuals write them.
        const WORDS: &[Modifier] = &[$(Modifier::$name,)*];

        impl Modifier {
            /// The word with its dot: `.rn`.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Modifier::$name => $text,)*
                    Modifier::Type(_, data_type) => data_type.text(),
                }
            }
            /// What the modifier does, in a few words.
            pub const fn words(self) -> &'static str {
                match self {
                    $(Modifier::$name => $words,)*
                    Modifier::Type(0, data_type) => data_type.words(),
                    Modifier::Type(_, data_type) => data_type.from_words(),
                }
            }
            /// What the modifier is about.
            pub const fn family(self) -> Family {
                match self {
                    $(Modifier::$name => Family::$family,)*
                    Modifier::Type(0, _) => Family::Type,
                    Modifier::Type(1, _) => Family::SourceType,
                    Modifier::Type(2, _) => Family::SecondSourceType,
                    Modifier::Type(..) => Family::ThirdSourceType,
                }
            }
            /// The modifier of that exact spelling, its dot included; a type is the first of an instruction.
            pub fn named(text: &str) -> Option<Modifier> {
                match text {
                    $($text => Some(Modifier::$name),)*
                    _ => Type::named(text).map(|data_type| Modifier::Type(0, data_type)),
                }
            }
            /// The bit of a word that is no type.
            const fn bit(self) -> u128 {
                match self {
                    $(Modifier::$name => 1 << Word::$name as u8,)*
                    Modifier::Type(..) => 0,
                }
            }
        }
    };
}

#[rustfmt::skip]
modifiers! {
    /// To nearest, ties to even.
    Rn ".rn" Rounding "round to nearest, ties to even";
    /// Towards zero.
    Rz ".rz" Rounding "round towards zero";
    /// Towards negative infinity.
    Rm ".rm" Rounding "round towards negative infinity";
    /// Towards positive infinity.
    Rp ".rp" Rounding "round towards positive infinity";
    /// To nearest, ties away from zero.
    Rna ".rna" Rounding "round to nearest, ties away from zero";
    /// By random bits.
    Rs ".rs" Rounding "round by random bits";
    /// To the nearest whole number, ties to even.
    Rni ".rni" WholeRounding "round to the nearest whole number, ties to even";
    /// To the whole number towards zero.
    Rzi ".rzi" WholeRounding "round to a whole number towards zero";
    /// To the whole number towards negative infinity.
    Rmi ".rmi" WholeRounding "round to a whole number towards negative infinity";
    /// To the whole number towards positive infinity.
    Rpi ".rpi" WholeRounding "round to a whole number towards positive infinity";
    /// A fast approximation.
    Approx ".approx" Accuracy "fast approximation";
    /// An approximation over the full range.
    Full ".full" Accuracy "approximation over the full range";
    /// Subnormal operands and results become zero of their sign.
    Ftz ".ftz" Flush "flush subnormal numbers to zero";
    /// The result is clamped to [0, 1].
    Sat ".sat" Saturation "clamp the result to [0, 1], an integer to its range";
    /// A result beyond the largest number becomes that number.
    Satfinite ".satfinite" Saturation "clamp the result to the largest number";
    /// A negative result becomes +0, a NaN the canonical one.
    Relu ".relu" Relu "a negative result becomes +0";
    /// A result of -0 becomes +0.
    Pzo ".pzo" Zero "a result of -0 becomes +0";
    /// Every number is divided by one scale factor.
    ScaledN1 ".scaled::n1::ue8m0" Scaling "one scale factor for all numbers";
    /// Every number has a scale factor.
    ScaledN2 ".scaled::n2::ue8m0" Scaling "a scale factor for each number";
    /// The NaN that stands for an element out of bounds makes the result +0.
    Oob ".oob" OutOfBounds "an operand out of bounds makes the result +0";
    /// A NaN operand makes the result a NaN.
    NaN ".NaN" Nan "a NaN operand makes the result a NaN";
    /// The sign of the result is the exclusive or of the signs of the operands.
    Xorsign ".xorsign" Sign "the result takes the exclusive or of the signs";
    /// Magnitudes are compared.
    Abs ".abs" Sign "compare magnitudes";
    /// Neither infinite nor a NaN.
    Finite ".finite" Question "neither infinite nor a NaN";
    /// Infinite.
    Infinite ".infinite" Question "an infinity";
    /// Not a NaN.
    Number ".number" Question "not a NaN";
    /// A NaN.
    NotANumber ".notanumber" Question "a NaN";
    /// A normal number or a zero.
    Normal ".normal" Question "a normal number or a zero";
    /// A subnormal number.
    Subnormal ".subnormal" Question "a subnormal number";
    /// Equal.
    Eq ".eq" Comparison "equal";
    /// Less or greater.
    Ne ".ne" Comparison "not equal";
    /// Less.
    Lt ".lt" Comparison "less";
    /// Less or equal.
    Le ".le" Comparison "less or equal";
    /// Greater.
    Gt ".gt" Comparison "greater";
    /// Greater or equal.
    Ge ".ge" Comparison "greater or equal";
    /// Equal, or one is a NaN.
    Equ ".equ" Comparison "equal, or one is a NaN";
    /// Less or greater, or one is a NaN.
    Neu ".neu" Comparison "not equal, or one is a NaN";
    /// Less, or one is a NaN.
    Ltu ".ltu" Comparison "less, or one is a NaN";
    /// Less or equal, or one is a NaN.
    Leu ".leu" Comparison "less or equal, or one is a NaN";
    /// Greater, or one is a NaN.
    Gtu ".gtu" Comparison "greater, or one is a NaN";
    /// Greater or equal, or one is a NaN.
    Geu ".geu" Comparison "greater or equal, or one is a NaN";
    /// Neither is a NaN.
    Num ".num" Comparison "neither is a NaN";
    /// One is a NaN.
    Nan ".nan" Comparison "one is a NaN";
    /// Both hold.
    And ".and" Boolean "and the predicate c";
    /// One of them holds.
    Or ".or" Boolean "or the predicate c";
    /// One of them holds, not both.
    Xor ".xor" Boolean "or the predicate c, not both";
    /// The lower half; of a comparison, less without a sign.
    Lo ".lo" Part "the lower half; of a comparison, less";
    /// The upper half; of a comparison, greater without a sign.
    Hi ".hi" Part "the upper half; of a comparison, greater";
    /// Less or equal, without a sign.
    Ls ".ls" Comparison "less or equal, without signs";
    /// Greater or equal, without a sign.
    Hs ".hs" Comparison "greater or equal, without signs";
    /// The whole product.
    Wide ".wide" Part "the whole product, twice as wide";
    /// The carry is written.
    Cc ".cc" Carry "write the carry to the condition code";
    /// The result counts as a shift.
    Shiftamt ".shiftamt" Shift "as a count for a shift to the left";
    /// To the left.
    L ".l" Shift "to the left";
    /// To the right.
    R ".r" Shift "to the right";
    /// A count that is too large counts as the largest.
    Clamp ".clamp" Shift "a count that is too large counts as the largest";
    /// A count is taken modulo 32.
    Wrap ".wrap" Shift "a count is taken modulo 32";
    /// Four bytes in a row.
    F4e ".f4e" Permutation "four bytes in a row, forwards";
    /// Four bytes in a row, backwards.
    B4e ".b4e" Permutation "four bytes in a row, backwards";
    /// One byte four times.
    Rc8 ".rc8" Permutation "one byte four times";
    /// Bytes below one replaced by it.
    Ecl ".ecl" Permutation "bytes below one replaced by it";
    /// Bytes above one replaced by it.
    Ecr ".ecr" Permutation "bytes above one replaced by it";
    /// One half twice.
    Rc16 ".rc16" Permutation "one half twice";
    /// No order beside other threads.
    Weak ".weak" Ordering "no order beside other threads";
    /// Done as it stands, neither joined nor dropped.
    Volatile ".volatile" Ordering "done as it stands, neither joined nor dropped";
    /// A strong access without an order of its own.
    Relaxed ".relaxed" Ordering "a strong access without an order of its own";
    /// What stands behind it happens later.
    Acquire ".acquire" Ordering "what stands behind it happens later";
    /// What stands before it happens earlier.
    Release ".release" Ordering "what stands before it happens earlier";
    /// An access to a device.
    Mmio ".mmio" Ordering "an access to a device";
    /// Among the threads of the block.
    Cta ".cta" Scope "among the threads of the block";
    /// Among the threads of the cluster.
    Cluster ".cluster" Scope "among the threads of the cluster";
    /// Among the threads of the GPU.
    Gpu ".gpu" Scope "among the threads of the GPU";
    /// Among all threads of the system.
    Sys ".sys" Scope "among all threads of the system";
    /// Constant memory.
    Const ".const" Space "constant memory";
    /// Global memory.
    Global ".global" Space "global memory";
    /// The thread's own memory.
    Local ".local" Space "the thread's own memory";
    /// Parameters.
    Param ".param" Space "parameters";
    /// Parameters of the kernel.
    ParamEntry ".param::entry" Space "parameters of the kernel";
    /// Parameters of a function.
    ParamFunc ".param::func" Space "parameters of a function";
    /// Memory of the block.
    Shared ".shared" Space "memory of the block";
    /// Memory of the block.
    SharedCta ".shared::cta" Space "memory of the block";
    /// Memory of the cluster.
    SharedCluster ".shared::cluster" Space "memory of the cluster";
    /// Kept at all levels.
    Ca ".ca" Cache "kept at all levels";
    /// Kept in the second cache only.
    Cg ".cg" Cache "kept in the second cache only";
    /// Probably used once.
    Cs ".cs" Cache "probably used once";
    /// Last use.
    Lu ".lu" Cache "last use";
    /// Read again each time.
    Cv ".cv" Cache "read again each time";
    /// Written back later.
    Wb ".wb" Cache "written back later";
    /// Written through to memory.
    Wt ".wt" Cache "written through to memory";
    /// First cache: usual priority.
    L1EvictNormal ".L1::evict_normal" Cache "first cache: usual priority";
    /// First cache: priority as it was.
    L1EvictUnchanged ".L1::evict_unchanged" Cache "first cache: priority as it was";
    /// First cache: goes first.
    L1EvictFirst ".L1::evict_first" Cache "first cache: goes first";
    /// First cache: goes last.
    L1EvictLast ".L1::evict_last" Cache "first cache: goes last";
    /// Not kept in the first cache.
    L1NoAllocate ".L1::no_allocate" Cache "not kept in the first cache";
    /// Second cache: usual priority.
    L2EvictNormal ".L2::evict_normal" Eviction "second cache: usual priority";
    /// Second cache: goes first.
    L2EvictFirst ".L2::evict_first" Eviction "second cache: goes first";
    /// Second cache: goes last.
    L2EvictLast ".L2::evict_last" Eviction "second cache: goes last";
    /// A last operand holds the cache policy.
    CacheHint ".L2::cache_hint" Policy "a last operand holds the cache policy";
    /// Fetch 64 bytes.
    Fetch64 ".L2::64B" Prefetch "fetch 64 bytes";
    /// Fetch 128 bytes.
    Fetch128 ".L2::128B" Prefetch "fetch 128 bytes";
    /// Fetch 256 bytes.
    Fetch256 ".L2::256B" Prefetch "fetch 256 bytes";
    /// Through the read-only cache.
    Nc ".nc" NonCoherent "through the read-only cache";
    /// Two numbers.
    V2 ".v2" Vector "two numbers";
    /// Four numbers.
    V4 ".v4" Vector "four numbers";
    /// Eight numbers.
    V8 ".v8" Vector "eight numbers";
    /// All threads of the warp go the same way.
    Uni ".uni" Uniform "all threads of the warp go the same way";
    /// The label of that number in a list.
    Idx ".idx" Direction "the label of that number in a list";
    /// From a generic address to one of the space.
    To ".to" Direction "from a generic address to one of the space";
    /// The first cache.
    L1 ".L1" Level "the first cache";
    /// The second cache.
    L2 ".L2" Level "the second cache";
    /// A tensor map.
    Tensormap ".tensormap" Level "a tensor map";
}

/// How many types an instruction can name: that of its destination, and of three sources.
pub const PLACES: usize = 4;

impl Modifier {
    /// `.f32`, as the first type of an instruction.
    pub const F32: Modifier = Modifier::Type(0, Type::F32);
    /// `.f64`, as the first type of an instruction.
    pub const F64: Modifier = Modifier::Type(0, Type::F64);
    /// `.pred`, which only moves and logic name.
    pub const PRED: Modifier = Modifier::Type(0, Type::Pred);

    /// Every modifier, in the order in which manuals write them.
    pub const ALL: &[Modifier] = &{
        let mut all = [Modifier::Rn; WORDS.len() + PLACES * Type::ALL.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = if i < WORDS.len() {
                WORDS[i]
            } else {
                let of_type = i - WORDS.len();
                Modifier::Type((of_type / Type::ALL.len()) as u8, Type::ALL[of_type % Type::ALL.len()])
            };
            i += 1;
        }
        all
    };

    /// The type that the modifier names.
    pub const fn data_type(self) -> Option<Type> {
        match self {
            Modifier::Type(_, data_type) => Some(data_type),
            _ => None,
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
            Modifier::Rna => Some(Mode::Rna),
            Modifier::Rs => Some(Mode::Rs),
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
            Mode::Rna => Modifier::Rna,
            Mode::Rs => Modifier::Rs,
        }
    }

    /// The modifier that names a rounding to a whole number.
    pub const fn of_whole_mode(mode: Mode) -> Modifier {
        match mode {
            Mode::Rn => Modifier::Rni,
            Mode::Rz => Modifier::Rzi,
            Mode::Rm => Modifier::Rmi,
            Mode::Rp => Modifier::Rpi,
            // No whole number is rounded so.
            Mode::Rna | Mode::Rs => Modifier::Rni,
        }
    }
}

/// A set of modifiers: words, and at each place types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct ModifierSet {
    words: u128,
    types: [u64; PLACES],
}

impl ModifierSet {
    /// No modifier.
    pub const NONE: ModifierSet = ModifierSet { words: 0, types: [0; PLACES] };
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
    pub const TYPES: ModifierSet = ModifierSet { words: 0, types: [(1 << Type::ALL.len()) - 1; PLACES] };
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
    pub const fn words(self) -> u128 {
        self.words
    }
    /// The set of such bits; those that are no word's are dropped.
    pub const fn from_words(words: u128) -> ModifierSet {
        ModifierSet { words: words & ((1 << WORDS.len()) - 1), types: [0; PLACES] }
    }
    /// The set of one modifier.
    #[inline]
    pub const fn only(modifier: Modifier) -> ModifierSet {
        match modifier {
            Modifier::Type(place, data_type) => {
                let mut types = [0; PLACES];
                types[place as usize % PLACES] = 1 << data_type as u8;
                ModifierSet { words: 0, types }
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
        ModifierSet { words: self.words | other.words, types: [first | a, second | b, third | c, fourth | d] }
    }
    /// The modifiers in both sets.
    #[inline]
    pub const fn intersection(self, other: ModifierSet) -> ModifierSet {
        let ([first, second, third, fourth], [a, b, c, d]) = (self.types, other.types);
        ModifierSet { words: self.words & other.words, types: [first & a, second & b, third & c, fourth & d] }
    }
    /// The modifiers of this set that are not in the other.
    #[inline]
    pub const fn difference(self, other: ModifierSet) -> ModifierSet {
        let ([first, second, third, fourth], [a, b, c, d]) = (self.types, other.types);
        ModifierSet { words: self.words & !other.words, types: [first & !a, second & !b, third & !c, fourth & !d] }
    }
    /// Whether all of this set is in the other.
    #[inline]
    pub const fn is_within(self, other: ModifierSet) -> bool {
        self.difference(other).is_empty()
    }
    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.words == 0 && self.every_type() == 0
    }
    /// How many modifiers are in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        let [first, second, third, fourth] = self.types;
        self.words.count_ones() + first.count_ones() + second.count_ones() + third.count_ones() + fourth.count_ones()
    }
    /// The first modifier in the order of [`Modifier::ALL`].
    #[inline]
    pub fn first(self) -> Option<Modifier> {
        let word = WORDS.get(self.words.trailing_zeros() as usize).copied();
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
