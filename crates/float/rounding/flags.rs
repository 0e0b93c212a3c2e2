//! The five exceptions of IEEE 754, as a set.
//!
//! NVIDIA's hardware raises none of them; they are computed because they say in one word what happened to a result.

use core::ops::BitOr;

/// A set of IEEE 754 exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Flags(u8);

impl Flags {
    /// No exception.
    pub const NONE: Flags = Flags(0);
    /// The result is not the exact one.
    pub const INEXACT: Flags = Flags(1);
    /// Tiny (after rounding) and inexact.
    pub const UNDERFLOW: Flags = Flags(2);
    /// Too large for the format.
    pub const OVERFLOW: Flags = Flags(4);
    /// An exact infinity from finite operands.
    pub const DIVIDE_BY_ZERO: Flags = Flags(8);
    /// No meaningful result, or a signaling NaN went in.
    pub const INVALID: Flags = Flags(16);

    const NAMES: [(Flags, &'static str); 5] = [
        (Flags::INVALID, "invalid"),
        (Flags::DIVIDE_BY_ZERO, "divide by zero"),
        (Flags::OVERFLOW, "overflow"),
        (Flags::UNDERFLOW, "underflow"),
        (Flags::INEXACT, "inexact"),
    ];

    /// Whether all of `other` are in the set.
    pub fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// The names in the order of IEEE 754: invalid, divide by zero, overflow, underflow, inexact.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Flags::NAMES.into_iter().filter(move |(flag, _)| self.contains(*flag)).map(|(_, name)| name)
    }

    /// The set as Berkeley TestFloat prints it: invalid 10, divide by zero 08, overflow 04, underflow 02, inexact 01.
    pub fn testfloat(self) -> u8 {
        self.0
    }
}

impl BitOr for Flags {
    type Output = Flags;
    #[inline(always)]
    fn bitor(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}
