//! What one row of the table says: who computes so, of which formats, how, and how well that is known.

use crate::number::{F32, Format, UE4M3, UE8M0, ieee};
use crate::rounding::Mode;

/// A single whose significand is cut to 1 + 13 bits; the ten places below are zero.
pub const E8M13: &Format = &ieee("E8M13", "a single cut to 14 bits", 8, 13, 0x1f_ffff).above_zeros(10);

/// The PTX instruction that asks for the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    /// `mma.sync`: one warp, operands in registers.
    MmaSync,
    /// `wgmma.mma_async`: four warps of Hopper.
    Wgmma,
    /// `tcgen05.mma`: one thread asks, accumulators in tensor memory.
    Tcgen05,
    /// `mma.sp`: `mma.sync` with a sparse A.
    MmaSp,
}

impl Path {
    /// All of them.
    pub const ALL: [Path; 4] = [Path::MmaSync, Path::Wgmma, Path::Tcgen05, Path::MmaSp];

    /// The instruction's name.
    pub const fn name(self) -> &'static str {
        match self {
            Path::MmaSync => "mma.sync",
            Path::Wgmma => "wgmma",
            Path::Tcgen05 => "tcgen05",
            Path::MmaSp => "mma.sp",
        }
    }
}

/// How the elements of D of one path of some chips are computed.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The chips, as people call them.
    pub chips: &'static str,
    /// Their targets: 80 for sm_80.
    pub targets: &'static [u32],
    /// What asks for it.
    pub path: Path,
    /// The `.kind::` of the PTX instruction, where it has one.
    pub kind: &'static str,
    /// The machine instructions that run, without shape and types.
    pub sass: &'static str,
    /// The formats that A and B may have. Two different ones only where they have 8 bits or fewer.
    pub inputs: &'static [&'static Format],
    /// The format of D, and of C.
    pub accumulator: &'static Format,
    /// The scales of blocks of A and B, if there are any.
    pub scale: Option<Scale>,
    /// The K of one instruction, smallest first; a sparse A has half as many products. A longer row of A is as many instructions, each taking the D before it as its C.
    pub k: &'static [usize],
    /// How it is computed.
    pub method: Method,
    /// How that is known.
    pub evidence: Evidence,
    /// What no data decides.
    pub doubts: &'static [OpenQuestion],
}

/// What neither a document nor a chip's answer decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OpenQuestion {
    /// With which exponent a subnormal c counts.
    SubnormalC,
    /// The width of the window.
    Width,
    /// Whether the window is wider.
    Wider,
    /// Whether eight products are one sum, or four and four.
    Fours,
    /// Which half of the products is added first.
    Order,
    /// Whether eight products of TF32 are one sum.
    LongTf,
    /// Whether doubles are added in increasing k.
    Chain,
    /// How many of the products that a sparse A keeps are one sum.
    Sparse,
}

impl OpenQuestion {
    /// In a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            OpenQuestion::SubnormalC => "With a subnormal c the models differ.",
            OpenQuestion::Width => "No published answer shows the width of the window; only the models give it.",
            OpenQuestion::Wider => "The published answers rule out a narrower window; only the models say that it is no wider.",
            OpenQuestion::Fours => "The models differ: 8 products in one sum, or twice 4.",
            OpenQuestion::Order => "Only the models say that K = 16 is added as two groups, k 0 to 7 first; no published answer shows it.",
            OpenQuestion::LongTf => "The answers have K = 4; only the models give K = 8.",
            OpenQuestion::Sparse => "Not measured: nobody has published which of the products that a sparse A keeps are one sum.",
            OpenQuestion::Chain => "The manual has fused multiply-adds; only the models say that they follow increasing k.",
        }
    }

    /// Windows that the one of a row could be instead.
    pub fn otherwise(self, how: Fused) -> Vec<Fused> {
        let wider = Fused { fraction: how.fraction + 1, ..how };
        match self {
            OpenQuestion::Width => vec![Fused { fraction: how.fraction - 1, ..how }, wider],
            OpenQuestion::Wider => vec![wider],
            // Where the answers had four products, the row has sums of four.
            OpenQuestion::Fours | OpenQuestion::LongTf => vec![Fused { products: if how.products == 8 { 4 } else { 8 }, ..how }],
            OpenQuestion::Order => vec![Fused { products: 2 * how.products, ..how }],
            OpenQuestion::Sparse => [how.products / 2, 2 * how.products].map(|products| Fused { products, ..how }).to_vec(),
            OpenQuestion::SubnormalC | OpenQuestion::Chain => Vec::new(),
        }
    }
}

/// The scales of blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Their name in PTX: `ue8m0`, or `ue4m3`.
    pub name: &'static str,
    /// The format in which they are read; bits of a register above it do not count.
    pub format: &'static Format,
    /// How many elements have one in common.
    pub block: usize,
}

/// The way from the operands to D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Groups of products, in increasing k, each added to the result of the one before in a window of bits.
    Fused(Fused),
    /// No tensor operation of FP8: the numbers become halves, the products of k mod 4 in {0, 1} are added up from zero, those of {2, 3} to
    /// that, and c last, by an ordinary addition to nearest.
    Unpacked(Fused),
    /// Fused multiply-adds in increasing k, each rounded by the instruction's mode.
    Chain,
    /// ptxas's subroutine for m8n8k4: a chain of single-precision instructions, each to nearest.
    Subroutine,
}

/// The window in which one group is added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fused {
    /// Bits kept below the largest exponent: what lies further down is cut off each term, towards zero.
    pub fraction: u32,
    /// Products in one group.
    pub products: usize,
    /// The exponent that a zero counts with.
    pub zero: i32,
    /// What one term of the sum is.
    pub term: Term,
    /// The format into which the sum is rounded.
    pub result: &'static Format,
    /// How.
    pub mode: Mode,
}

/// A term of a group's sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// A product, with its scales. It counts with the sum of its exponents.
    Product,
    /// So many products of one block, added exactly, times the significands of the scales. It counts with the scales' exponents alone.
    Sum(usize),
}

/// How a row is known, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Answers of real chips, every one of which comes out, and both models.
    Chips {
        /// Whose, with commas between.
        names: &'static str,
        /// How many were published.
        answers: u32,
    },
    /// This project asked a chip, where no answers were published: which chip, and how many elements of D. All of them come out.
    Asked {
        /// The chip.
        name: &'static str,
        /// How many elements.
        answers: u32,
    },
    /// The instructions were read off the assembler's output; each of them is ordinary arithmetic.
    Assembler(&'static str),
    /// The PTX manual says so, in this section.
    Documented(&'static str),
    /// One of the two models says so, and nobody published answers.
    OneModel(&'static str),
    /// Nobody says so; the reason why we believe it.
    Inferred(&'static str),
}

impl Fused {
    /// The format of the register that the result stands in.
    #[inline(always)]
    pub fn register(&self) -> &'static Format {
        if self.result.spare_bits == 0 { self.result } else { F32::ROW }
    }
}

impl Scale {
    /// Powers of two, for blocks of so many elements.
    pub const fn ue8m0(block: usize) -> Scale {
        Scale { name: "ue8m0", format: UE8M0::ROW, block }
    }

    /// The scale of a sparse A: a block has as many products as of a dense one, so twice as many elements.
    pub const fn of_sparse(self) -> Scale {
        Scale { block: 2 * self.block, ..self }
    }

    /// Numbers without a sign, for blocks of 16.
    pub const UE4M3: Scale = Scale { name: "ue4m3", format: UE4M3::ROW, block: 16 };
}

impl Row {
    /// The same with scales.
    pub const fn scaled(self, scale: Scale) -> Row {
        Row { scale: Some(scale), ..self }
    }

    /// The same for a `.kind::`.
    pub const fn kind(self, kind: &'static str) -> Row {
        Row { kind, ..self }
    }

    /// Whether the row is about A of one format and B of another, for a D of a third.
    pub fn takes(&self, a: &Format, b: &Format, d: &Format) -> bool {
        let has = |format: &Format| self.inputs.iter().any(|input| **input == *format);
        has(a) && has(b) && (a == b || a.width().max(b.width()) <= 8) && *self.accumulator == *d
    }

    /// Whether another row adds a row of A of so many elements by the same steps: a sum of 8 products is one, however many an instruction has.
    pub fn adds_like(&self, other: &Row, length: usize) -> bool {
        let [mine, theirs] = [self, other].map(|row| row.at_once(if row.is_sparse() { length / 2 } else { length }));
        let whole = match self.method {
            Method::Fused(how) => [mine, theirs].iter().all(|step| step.is_multiple_of(how.products)),
            Method::Chain => true,
            Method::Unpacked(_) | Method::Subroutine => false,
        };
        self.method == other.method && self.is_sparse() == other.is_sparse() && (mine == theirs || whole)
    }

    /// How many of so many products one instruction adds: as many as its K, or half of that.
    pub fn at_once(&self, products: usize) -> usize {
        if self.is_sparse() { (self.step(2 * products) / 2).max(1) } else { self.step(products) }
    }

    /// Whether half of A is left out.
    pub fn is_sparse(&self) -> bool {
        self.path == Path::MmaSp
    }

    /// The K of the instructions that a row of A of so many elements becomes: the largest that divides it. Where none does, the last
    /// instruction is short.
    pub fn step(&self, length: usize) -> usize {
        let fits = self.k.iter().rev().copied().find(|k| length.is_multiple_of(*k));
        fits.or(self.k.last().copied()).unwrap_or(length).max(1)
    }
}
