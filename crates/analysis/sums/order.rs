//! The orders in which numbers are added, one row each, and the tensor cores that may add them.

use crate::number::Format;
use crate::tensor_core::{self, Path, TABLE};

/// The lanes of a warp, and the threads of the block that adds.
pub const WARP: usize = 32;
/// Eight warps.
pub const BLOCK: usize = 256;

/// An order of additions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// One after the other.
    Loop,
    /// Neighbours first, then their sums.
    Pairs,
    /// One warp.
    Warp,
    /// One block.
    Block,
    /// Parts one after the other.
    Split,
    /// A loop with Kahan's correction.
    Kahan,
    /// A loop with Neumaier's correction.
    Neumaier,
    /// Few numbers in the narrowest format, their sums in the wider one.
    Promoted,
    /// A tensor core.
    Tensor,
    /// A tensor core for few numbers, an addition for their sums.
    TensorPromoted,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The order.
    pub order: Order,
    /// Its name in a command line.
    pub key: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// What is added to what, in a sentence.
    pub how: &'static str,
    /// Where one meets it, in a phrase.
    pub seen: &'static str,
}

const fn row(order: Order, key: &'static str, name: &'static str, how: &'static str, seen: &'static str) -> Row {
    Row { order, key, name, how, seen }
}

/// Every order.
#[rustfmt::skip]
pub const ORDERS: [Row; 10] = [
    row(Order::Loop, "loop", "loop", "Each number is added to the sum of those before it.", "`for (i …) s += x[i];` in one thread"),
    row(Order::Pairs, "pairs", "pairwise", "Neighbours are added first, then their sums, level by level.", "NumPy’s and Julia’s sums, in principle"),
    row(Order::Warp, "warp", "warp shuffle", "Each of 32 lanes adds every 32nd number in a loop; then lanes 16, 8, 4, 2 and 1 apart are added.", "`__shfl_down_sync` in one warp"),
    row(Order::Block, "block", "block tree", "Each of 256 threads adds every 256th number in a loop, each warp adds its lanes, and the first warp adds the eight sums.", "`cub::BlockReduce` and most reduction kernels, in principle"),
    row(Order::Split, "split-k", "split-K", "Each part is a loop of its own; the sums of the parts are added in their order.", "split-K matrix products, partial sums of several blocks"),
    row(Order::Kahan, "kahan", "Kahan", "A loop that carries what was lost and takes it from the next number.", "compensated loops in CPU and GPU code"),
    row(Order::Neumaier, "neumaier", "Neumaier", "A loop that adds up what was lost, whichever of the two was larger, and adds it at the end.", "Python’s `sum` of floats since 3.12"),
    row(Order::Promoted, "promoted", "promoted", "N numbers are added in a loop in the narrowest format, and each such sum in a loop in the wider one.", "half-precision kernels with a float accumulator outside"),
    row(Order::Tensor, "tensor", "tensor core", "The numbers are a row of A, ones the column of B; each instruction’s D is the next one’s C.", "a matrix product over a long K"),
    row(Order::TensorPromoted, "tensor-promoted", "tensor core, promoted", "The tensor core adds N numbers from zero, and each such sum is added in a loop outside.", "FP8 kernels that promote every 128 products"),
];

impl Order {
    /// Its row.
    pub fn row(self) -> &'static Row {
        &ORDERS[ORDERS.iter().position(|row| row.order == self).unwrap_or(0)]
    }
}

/// A tensor core that may be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Core {
    /// Its name in an address.
    pub key: &'static str,
    /// The chip and, where there are several, the instruction.
    pub name: &'static str,
    target: u32,
    path: Path,
}

const fn core(key: &'static str, name: &'static str, target: u32, path: Path) -> Core {
    Core { key, name, target, path }
}

/// Every tensor core that may be chosen.
pub const CORES: [Core; 8] = [
    core("v100", "V100", 70, Path::MmaSync),
    core("a100", "A100", 80, Path::MmaSync),
    core("rtx40", "RTX 40", 89, Path::MmaSync),
    core("h100", "H100, mma.sync", 90, Path::MmaSync),
    core("h100-wgmma", "H100, wgmma", 90, Path::Wgmma),
    core("b200", "B200, mma.sync", 100, Path::MmaSync),
    core("b200-tcgen05", "B200, tcgen05", 100, Path::Tcgen05),
    core("rtx50", "RTX 50", 120, Path::MmaSync),
];

impl PartialEq for Core {
    fn eq(&self, other: &Core) -> bool {
        self.key == other.key
    }
}

impl Core {
    /// The core of a name.
    pub fn named(key: &str) -> Option<Core> {
        CORES.into_iter().find(|core| core.key == key)
    }

    /// The row of the table for numbers of a format that are added in another; None where the chip has no such path.
    pub fn row(self, numbers: &Format, within: &Format) -> Option<&'static tensor_core::Row> {
        let fits = |row: &&tensor_core::Row| {
            row.targets.contains(&self.target) && row.path == self.path && row.scale.is_none() && row.takes(numbers, numbers, within)
        };
        TABLE.iter().find(fits)
    }
}
