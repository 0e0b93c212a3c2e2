//! The dotted words of an instruction, each one bit of a set.
//!
//! A type is a word too: the assembler reads `.f32` like any other and takes it at any place. What tells two types of an instruction apart
//! is their order, so a set holds them apart by it.

use super::{Type, modifier_set::Words};
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
    /// `.sync`, `.arrive`, `.red`, `.warp`: how threads meet.
    Meeting,
    /// `.aligned`
    Alignment,
    /// `.up .down .bfly`: from which lane; `.idx` is of [`Family::Direction`].
    Lane,
    /// `.all .any .ballot .popc`: what a question of several threads gives.
    Vote,
    /// `.add .min .max .exch .cas .inc .dec`: what is done to memory, or across a warp.
    Operation,
    /// `.noftz`
    NoFlush,
    /// `.gl`
    Reach,
    /// `.L1 .L2 .tensormap`
    Level,
    /// `.pack`
    Packing,
    /// `.u2 .s2 .u4 .s4`, to which integers are clamped
    Narrow,
    /// `.wait .launch_dependents`
    Launch,
    /// `.mask`
    Event,
    /// `.fractional .range .cvt`
    Creation,
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
    ($($name:ident $text:literal $family:ident $words:literal;)*) => {
        /// A dotted word of PTX.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Modifier {
            $(#[doc = $words] $name,)*
            /// A type, and its place among the types of the instruction, from 0.
            Type(u8, Type),
        }
        /// The words that are no types, numbered.
        enum Word { $($name,)* }
        /// The words that are no types, in the order in which manuals write them.
        pub(super) const WORDS: &[Modifier] = &[$(Modifier::$name,)*];

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
            pub(super) const fn bit(self) -> Words {
                let number = match self {
                    $(Modifier::$name => Word::$name as u32,)*
                    Modifier::Type(..) => return [0; 3],
                };
                let mut words = [0; 3];
                words[number as usize / 64] = 1 << (number % 64);
                words
            }
        }
    };
}

#[rustfmt::skip]
modifiers! {
    Rn ".rn" Rounding "round to nearest, ties to even";
    Rz ".rz" Rounding "round towards zero";
    Rm ".rm" Rounding "round towards negative infinity";
    Rp ".rp" Rounding "round towards positive infinity";
    Rna ".rna" Rounding "round to nearest, ties away from zero";
    Rs ".rs" Rounding "round by random bits";
    Rni ".rni" WholeRounding "round to the nearest whole number, ties to even";
    Rzi ".rzi" WholeRounding "round to a whole number towards zero";
    Rmi ".rmi" WholeRounding "round to a whole number towards negative infinity";
    Rpi ".rpi" WholeRounding "round to a whole number towards positive infinity";
    Approx ".approx" Accuracy "fast approximation";
    Full ".full" Accuracy "approximation over the full range";
    Ftz ".ftz" Flush "flush subnormal numbers to zero";
    Sat ".sat" Saturation "clamps the result to [0, 1], an integer to its range";
    Satfinite ".satfinite" Saturation "clamps the result to the largest number";
    Relu ".relu" Relu "a negative result becomes +0";
    Pzo ".pzo" Zero "a result of -0 becomes +0";
    ScaledN1 ".scaled::n1::ue8m0" Scaling "one scale factor for all numbers";
    ScaledN2 ".scaled::n2::ue8m0" Scaling "a scale factor for each number";
    Oob ".oob" OutOfBounds "an operand out of bounds makes the result +0";
    NaN ".NaN" Nan "a NaN operand makes the result a NaN";
    Xorsign ".xorsign" Sign "the result takes the exclusive or of the signs";
    Abs ".abs" Sign "compare magnitudes";
    Finite ".finite" Question "neither infinite nor a NaN";
    Infinite ".infinite" Question "an infinity";
    Number ".number" Question "not a NaN";
    NotANumber ".notanumber" Question "a NaN";
    Normal ".normal" Question "a normal number or a zero";
    Subnormal ".subnormal" Question "a subnormal number";
    Eq ".eq" Comparison "equal";
    Ne ".ne" Comparison "not equal";
    Lt ".lt" Comparison "less";
    Le ".le" Comparison "less or equal";
    Gt ".gt" Comparison "greater";
    Ge ".ge" Comparison "greater or equal";
    Equ ".equ" Comparison "equal, or one is a NaN";
    Neu ".neu" Comparison "not equal, or one is a NaN";
    Ltu ".ltu" Comparison "less, or one is a NaN";
    Leu ".leu" Comparison "less or equal, or one is a NaN";
    Gtu ".gtu" Comparison "greater, or one is a NaN";
    Geu ".geu" Comparison "greater or equal, or one is a NaN";
    Num ".num" Comparison "neither is a NaN";
    Nan ".nan" Comparison "one is a NaN";
    And ".and" Boolean "both; of a comparison, it and the predicate c";
    Or ".or" Boolean "one or both; of a comparison, it or the predicate c";
    Xor ".xor" Boolean "one and not both; of a comparison, either it or the predicate c";
    Lo ".lo" Part "the lower half; of a comparison, less";
    Hi ".hi" Part "the upper half; of a comparison, greater";
    Ls ".ls" Comparison "less or equal, without signs";
    Hs ".hs" Comparison "greater or equal, without signs";
    Wide ".wide" Part "the whole product, twice as wide";
    Cc ".cc" Carry "write the carry to the condition code";
    Shiftamt ".shiftamt" Shift "as a count for a shift to the left";
    L ".l" Shift "to the left";
    R ".r" Shift "to the right";
    Clamp ".clamp" Shift "a count that is too large counts as the largest";
    Wrap ".wrap" Shift "a count is taken modulo 32";
    F4e ".f4e" Permutation "four bytes in a row, forwards";
    B4e ".b4e" Permutation "four bytes in a row, backwards";
    Rc8 ".rc8" Permutation "one byte four times";
    Ecl ".ecl" Permutation "bytes below one replaced by it";
    Ecr ".ecr" Permutation "bytes above one replaced by it";
    Rc16 ".rc16" Permutation "one half twice";
    Weak ".weak" Ordering "no order beside other threads";
    Volatile ".volatile" Ordering "done as written, neither joined nor dropped";
    Relaxed ".relaxed" Ordering "a strong access without an order of its own";
    Acquire ".acquire" Ordering "what follows it happens later";
    Release ".release" Ordering "what precedes it happens earlier";
    Mmio ".mmio" Ordering "an access to a device";
    Cta ".cta" Scope "among the threads of the block";
    Cluster ".cluster" Scope "among the threads of the cluster";
    Gpu ".gpu" Scope "among the threads of the GPU";
    Sys ".sys" Scope "among all threads of the system";
    Const ".const" Space "constant memory";
    Global ".global" Space "global memory";
    Local ".local" Space "the thread's own memory";
    Param ".param" Space "parameters";
    ParamEntry ".param::entry" Space "parameters of the kernel";
    ParamFunc ".param::func" Space "parameters of a function";
    Shared ".shared" Space "memory of the block";
    SharedCta ".shared::cta" Space "memory of the block";
    SharedCluster ".shared::cluster" Space "memory of the cluster";
    Ca ".ca" Cache "kept at all levels";
    Cg ".cg" Cache "kept in the second cache only";
    Cs ".cs" Cache "probably used once";
    Lu ".lu" Cache "last use";
    Cv ".cv" Cache "read again each time";
    Wb ".wb" Cache "written back later";
    Wt ".wt" Cache "written through to memory";
    L1EvictNormal ".L1::evict_normal" Cache "first cache: usual priority";
    L1EvictUnchanged ".L1::evict_unchanged" Cache "first cache: priority as it was";
    L1EvictFirst ".L1::evict_first" Cache "first cache: goes first";
    L1EvictLast ".L1::evict_last" Cache "first cache: goes last";
    L1NoAllocate ".L1::no_allocate" Cache "not kept in the first cache";
    L2EvictNormal ".L2::evict_normal" Eviction "second cache: usual priority";
    L2EvictFirst ".L2::evict_first" Eviction "second cache: goes first";
    L2EvictLast ".L2::evict_last" Eviction "second cache: goes last";
    L2EvictUnchanged ".L2::evict_unchanged" Eviction "second cache: priority as it was";
    CacheHint ".L2::cache_hint" Policy "a last operand holds the cache policy";
    Fetch64 ".L2::64B" Prefetch "fetch 64 bytes";
    Fetch128 ".L2::128B" Prefetch "fetch 128 bytes";
    Fetch256 ".L2::256B" Prefetch "fetch 256 bytes";
    Nc ".nc" NonCoherent "through the read-only cache";
    V2 ".v2" Vector "two numbers";
    V4 ".v4" Vector "four numbers";
    V8 ".v8" Vector "eight numbers";
    Uni ".uni" Uniform "all threads of the warp go the same way";
    Idx ".idx" Direction "the label of that number in a list; of a shuffle, from the lane of that number";
    To ".to" Direction "from a generic address to one of the space";
    L1 ".L1" Level "the first cache";
    L2 ".L2" Level "the second cache";
    Tensormap ".tensormap" Level "a tensor map";
    Sync ".sync" Meeting "waits for the others";
    Arrive ".arrive" Meeting "arrives without waiting";
    Red ".red" Meeting "joins a predicate of all that meet";
    Warp ".warp" Meeting "among the threads of a warp";
    Aligned ".aligned" Alignment "all threads of the warp run the same instruction";
    Up ".up" Lane "from a lower lane";
    Down ".down" Lane "from a higher lane";
    Bfly ".bfly" Lane "from the lane whose number differs in some bits";
    All ".all" Vote "whether it holds for all";
    Any ".any" Vote "whether it holds for one at least; of match, which threads have the same";
    Ballot ".ballot" Vote "a bit for each thread";
    Popc ".popc" Vote "for how many it holds";
    Add ".add" Operation "the sum";
    Min ".min" Operation "the smallest";
    Max ".max" Operation "the largest";
    Exch ".exch" Operation "the new value takes the old one's place";
    Cas ".cas" Operation "a new value where the old one is as expected";
    Inc ".inc" Operation "one more, and 0 behind a limit";
    Dec ".dec" Operation "one less, and a limit behind 0";
    Noftz ".noftz" NoFlush "subnormal numbers stay as they are";
    AcqRel ".acq_rel" Ordering "what precedes it happens earlier, what follows it later";
    Sc ".sc" Ordering "in one order for all threads";
    Gl ".gl" Reach "among the threads of the GPU";
    Po ".po" Carry "1 is added";
    Shr7 ".shr7" Shift "shifted right by 7";
    Shr15 ".shr15" Shift "shifted right by 15";
    Pack ".pack" Packing "two integers side by side";
    U2 ".u2" Narrow "unsigned, 2 bits";
    S2 ".s2" Narrow "signed, 2 bits";
    U4 ".u4" Narrow "unsigned, 4 bits";
    S4 ".s4" Narrow "signed, 4 bits";
    Wait ".wait" Launch "until the launches before have ended";
    LaunchDependents ".launch_dependents" Launch "launches that depend on this one may begin";
    Mask ".mask" Event "several events, a bit each";
    Fractional ".fractional" Creation "for a fraction of the accesses";
    Range ".range" Creation "for ranges of addresses";
    Cvt ".cvt" Creation "from an access property of CUDA";
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
