//! The targets that PTX code can be assembled for, in order of age.
//!
//! What a generation does differently (sm_1x flushes every subnormal single) is a fact of its row, so that nobody compares numbers.

use super::Version;

/// A target architecture: `sm_90`. Targets compare by generation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target(u8);

struct Facts {
    name: &'static str,
    since: Version,
    until: Option<Version>,
}

macro_rules! last {
    () => {
        None
    };
    ($major:literal $minor:literal) => {
        Some(Version::new($major, $minor))
    };
}

macro_rules! targets {
    ($($constant:ident $name:literal $major:literal $minor:literal $(to $last:literal $of:literal)?;)*) => {
        const FACTS: &[Facts] = &[$(Facts { name: $name, since: Version::new($major, $minor), until: last!($($last $of)?) },)*];
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($constant,)* }
        impl Target {
            $(#[doc = concat!("`", $name, "`")] pub const $constant: Target = Target(Place::$constant as u8);)*
            /// Every target, oldest first.
            pub const ALL: &[Target] = &[$(Target::$constant,)*];
        }
    };
}

// The PTX version that first knew each target, and the last that did: the release history of the PTX manual; sm_107 from ptxas 13.5.
// PTX 9.0 calls sm_101 sm_110.
#[rustfmt::skip]
targets! {
    SM_10   "sm_10"   1 0;
    SM_11   "sm_11"   1 0;
    SM_12   "sm_12"   1 2;
    SM_13   "sm_13"   1 2;
    SM_20   "sm_20"   2 0;
    SM_30   "sm_30"   3 0;
    SM_32   "sm_32"   4 0;
    SM_35   "sm_35"   3 1;
    SM_37   "sm_37"   4 1;
    SM_50   "sm_50"   4 0;
    SM_52   "sm_52"   4 1;
    SM_53   "sm_53"   4 2;
    SM_60   "sm_60"   5 0;
    SM_61   "sm_61"   5 0;
    SM_62   "sm_62"   5 0;
    SM_70   "sm_70"   6 0;
    SM_72   "sm_72"   6 1;
    SM_75   "sm_75"   6 3;
    SM_80   "sm_80"   7 0;
    SM_86   "sm_86"   7 1;
    SM_87   "sm_87"   7 4;
    SM_88   "sm_88"   9 0;
    SM_89   "sm_89"   7 8;
    SM_90   "sm_90"   7 8;
    SM_90A  "sm_90a"  8 0;
    SM_100  "sm_100"  8 6;
    SM_100A "sm_100a" 8 6;
    SM_100F "sm_100f" 8 8;
    SM_101  "sm_101"  8 6 to 8 8;
    SM_101A "sm_101a" 8 6 to 8 8;
    SM_101F "sm_101f" 8 8 to 8 8;
    SM_103  "sm_103"  8 8;
    SM_103A "sm_103a" 8 8;
    SM_103F "sm_103f" 8 8;
    SM_107  "sm_107"  9 4;
    SM_107A "sm_107a" 9 4;
    SM_107F "sm_107f" 9 4;
    SM_110  "sm_110"  9 0;
    SM_110A "sm_110a" 9 0;
    SM_110F "sm_110f" 9 0;
    SM_120  "sm_120"  8 7;
    SM_120A "sm_120a" 8 7;
    SM_120F "sm_120f" 8 8;
    SM_121  "sm_121"  8 8;
    SM_121A "sm_121a" 8 8;
    SM_121F "sm_121f" 8 8;
}

/// The targets of single architectures and families, oldest first.
#[rustfmt::skip]
pub const SPECIAL: &[Target] = &[
    Target::SM_90A, Target::SM_100A, Target::SM_100F, Target::SM_101A, Target::SM_101F, Target::SM_103A, Target::SM_103F, Target::SM_107A,
    Target::SM_107F, Target::SM_110A, Target::SM_110F, Target::SM_120A, Target::SM_120F, Target::SM_121A, Target::SM_121F,
];
/// Those of the families of sm_100, sm_110 and sm_120.
pub const FAMILIES: &[Target] = SPECIAL.split_at(1).1;

impl Target {
    /// The target of that name (`sm_90`; the prefix may be left out).
    pub fn named(name: &str) -> Option<Target> {
        let digits = name.strip_prefix("sm_").unwrap_or(name);
        Target::ALL.iter().copied().find(|target| target.name()[3..] == *digits)
    }
    /// The name: `sm_90`.
    pub fn name(self) -> &'static str {
        FACTS[self.0 as usize].name
    }
    /// The number in the name: 90 for `sm_90` and `sm_90a`.
    pub fn number(self) -> u32 {
        self.name()[3..].bytes().filter(u8::is_ascii_digit).fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
    }
    /// The first PTX version that knows the target.
    pub fn since(self) -> Version {
        FACTS[self.0 as usize].since
    }
    /// The last PTX version that knows the target, where a later one does not.
    pub fn until(self) -> Option<Version> {
        FACTS[self.0 as usize].until
    }
    /// Whether the target is of the first generation, sm_10 to sm_13, whose single-precision unit has no subnormal numbers.
    #[inline]
    pub const fn is_first_generation(self) -> bool {
        self.0 <= Target::SM_13.0
    }
    /// Whether this target is the other one or a later one.
    #[inline]
    pub const fn is_at_least(self, other: Target) -> bool {
        self.0 >= other.0
    }
}

impl core::fmt::Debug for Target {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

impl core::fmt::Display for Target {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}
