//! The zero-sized names of formats that let the compiler specialise arithmetic for a row, and the rows that are looked at while they compute.

use super::format::Format;
use super::formats::{F32, F64};

/// A format to compute in. One that is known when the code is compiled is a type ([`F32`]), and arithmetic is specialised for it; every
/// other of at most 32 bits is a row that is looked at while it computes ([`Narrow`]), and so are singles where a recorder listens.
pub trait Float: Copy {
    /// An integer that holds a whole product in this format with room for the discarded tail.
    type Product: crate::exact::Word;
    /// The row of facts.
    fn row(self) -> &'static Format;
    /// That of the operands of a sum or a product, where results are rounded into a narrower one.
    #[inline(always)]
    fn operands(self) -> &'static Format {
        self.row()
    }
}

/// A format of at most 32 bits, by its row, and that of the operands.
#[derive(Clone, Copy, Debug)]
pub struct Narrow {
    to: &'static Format,
    from: &'static Format,
}

impl Narrow {
    /// A format whose operands and results are its own.
    pub const fn of(format: &'static Format) -> Narrow {
        Narrow { to: format, from: format }
    }
    /// A format into which what is computed in another one is rounded.
    pub const fn from(self, from: &'static Format) -> Narrow {
        Narrow { from, ..self }
    }
}

impl Float for Narrow {
    type Product = u64;
    #[inline(always)]
    fn row(self) -> &'static Format {
        self.to
    }
    #[inline(always)]
    fn operands(self) -> &'static Format {
        self.from
    }
}

impl Float for F32 {
    type Product = u64;
    #[inline(always)]
    fn row(self) -> &'static Format {
        F32::ROW
    }
}

impl Float for F64 {
    type Product = u128;
    #[inline(always)]
    fn row(self) -> &'static Format {
        F64::ROW
    }
}
