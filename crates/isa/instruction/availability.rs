//! Since when and where a form or one of its modifiers can be used.

use super::{ModifierSet, Target};

/// A PTX version: `8.8`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version {
    /// The number before the point.
    pub major: u8,
    /// The number behind it.
    pub minor: u8,
}

impl Version {
    /// The version of those two numbers.
    pub const fn new(major: u8, minor: u8) -> Version {
        Version { major, minor }
    }
    /// Every version of PTX, oldest first.
    pub const ALL: &[Version] = &{
        const COUNTS: [(u8, u8); 9] = [(1, 6), (2, 4), (3, 3), (4, 4), (5, 1), (6, 6), (7, 9), (8, 9), (9, 6)];
        let mut all = [Version::new(0, 0); 48];
        let (mut row, mut count) = (0, 0);
        while row < COUNTS.len() {
            let mut minor = 0;
            while minor < COUNTS[row].1 {
                all[count] = Version::new(COUNTS[row].0, minor);
                count += 1;
                minor += 1;
            }
            row += 1;
        }
        assert!(count == 48);
        all
    };
    /// The newest version: that of ptxas 13.5.
    pub const NEWEST: Version = Version::new(9, 5);
    /// The version of the manual that the rows follow; what came later was measured with the assembler.
    pub const OF_THE_MANUAL: Version = Version::new(9, 1);

    /// The version of that name: `8.8`.
    pub fn named(name: &str) -> Option<Version> {
        Version::ALL.iter().copied().find(|version| version.to_string() == name)
    }
    /// Whether this version is the other one or a later one.
    #[inline]
    pub const fn is_at_least(self, other: Version) -> bool {
        self.major > other.major || (self.major == other.major && self.minor >= other.minor)
    }
}

impl core::fmt::Debug for Version {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl core::fmt::Display for Version {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// What an instruction is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Context {
    /// The target.
    pub target: Target,
    /// The PTX version.
    pub ptx: Version,
}

impl Default for Context {
    fn default() -> Context {
        Context { target: Target::SM_90, ptx: Version::OF_THE_MANUAL }
    }
}

impl Context {
    /// Why the context itself cannot be, if the PTX version does not know the target, or no longer.
    #[inline]
    pub fn refusal(self) -> Option<Refusal> {
        let (since, until) = (self.target.since(), self.target.until());
        match until.filter(|until| self.ptx > *until) {
            Some(until) => Some(Refusal::TargetEnded(until)),
            None => (!self.ptx.is_at_least(since)).then_some(Refusal::TargetNeedsPtx(since)),
        }
    }
}

/// A requirement of single modifiers of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The modifiers that have it.
    pub modifiers: ModifierSet,
    /// The first PTX version that takes them.
    pub ptx: Version,
    /// The first target that has them.
    pub target: Target,
}

/// Why something cannot be used in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The target is older than the first one that has it.
    NeedsTarget(Target),
    /// The PTX version is older than the first one that takes it.
    NeedsPtx(Version),
    /// The PTX version is older than the target; the first version that knows the target.
    TargetNeedsPtx(Version),
    /// The target's name is gone since this PTX version's successor.
    TargetEnded(Version),
    /// The form is only for some targets, which no order tells: those of single architectures and families.
    OnlyFor(&'static [Target]),
    /// The form is gone since this PTX version's successor.
    LastPtx(Version),
    /// The form is only for targets up to this one.
    LastTarget(Target),
}

impl Gate {
    /// Why the gate is closed in a context, if it is.
    #[inline]
    pub fn refusal(&self, context: Context) -> Option<Refusal> {
        if !context.target.is_at_least(self.target) {
            Some(Refusal::NeedsTarget(self.target))
        } else if !context.ptx.is_at_least(self.ptx) {
            Some(Refusal::NeedsPtx(self.ptx))
        } else {
            None
        }
    }

    /// The same of something that only some targets have, where any are given.
    #[inline]
    pub fn refusal_within(&self, only: &'static [Target], context: Context) -> Option<Refusal> {
        if !only.is_empty() && !only.contains(&context.target) { Some(Refusal::OnlyFor(only)) } else { self.refusal(context) }
    }
}
