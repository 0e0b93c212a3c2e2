//! Special registers: where the thread stands among the others, which whoever runs a kernel says.

use crate::operation::window::{is_of_cluster, own};

/// The thread that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The thread in its block.
    pub thread: [u32; 3],
    /// Threads of a block.
    pub threads: [u32; 3],
    /// The block in the grid.
    pub block: [u32; 3],
    /// Blocks of the grid.
    pub blocks: [u32; 3],
    /// Bytes of the block's dynamic shared memory.
    pub shared: u32,
    /// Blocks of a cluster; None where no kernel asks for clusters, and each is one block.
    pub cluster: Option<[u32; 3]>,
}

/// The place of a number that is counted along x first.
pub(super) fn place(number: u32, [columns, rows, _]: [u32; 3]) -> [u32; 3] {
    let (columns, rows) = (columns.max(1), rows.max(1));
    [number % columns, number / columns % rows, number / columns / rows]
}

/// The number of a place.
pub(super) fn number([x, y, z]: [u32; 3], [columns, rows, _]: [u32; 3]) -> u32 {
    z.wrapping_mul(rows).wrapping_add(y).wrapping_mul(columns).wrapping_add(x)
}

impl Launch {
    /// A thread by its number in its block, and by that block's number; both are counted along x first.
    pub fn of(thread: u32, block: u32, threads: [u32; 3], blocks: [u32; 3], shared: u32) -> Launch {
        Launch { thread: place(thread, threads), threads, block: place(block, blocks), blocks, shared, cluster: None }
    }

    /// The thread's number in its block, counted along x first.
    pub fn thread_number(&self) -> u32 {
        number(self.thread, self.threads)
    }

    /// The block's number, counted along x first.
    pub fn block_number(&self) -> u32 {
        number(self.block, self.blocks)
    }

    /// The blocks of its cluster.
    fn clustered(&self) -> [u32; 3] {
        self.cluster.unwrap_or([1; 3]).map(|size| size.max(1))
    }

    /// The cluster in the grid.
    pub fn cluster_place(&self) -> [u32; 3] {
        core::array::from_fn(|axis| self.block[axis] / self.clustered()[axis])
    }

    /// The block in its cluster.
    fn in_cluster(&self) -> [u32; 3] {
        core::array::from_fn(|axis| self.block[axis] % self.clustered()[axis])
    }

    /// The block's number in its cluster, counted along x first.
    pub fn rank(&self) -> u32 {
        number(self.in_cluster(), self.clustered())
    }

    /// The block in whose shared memory an address lies, and the address as that block's own.
    pub fn of_shared(&self, address: u64) -> (u32, u64) {
        if !is_of_cluster(address) {
            return (self.block_number(), address);
        }
        let (rank, address) = own(address);
        (self.of_rank(rank), address)
    }

    /// The number of another block of its cluster, by its rank.
    pub fn of_rank(&self, rank: u32) -> u32 {
        let (size, of, rank) = (self.clustered(), self.cluster_place(), place(rank, self.clustered()));
        number(core::array::from_fn(|axis| of[axis] * size[axis] + rank[axis]), self.blocks)
    }

    fn clusters(&self) -> [u32; 3] {
        core::array::from_fn(|axis| self.blocks[axis].div_ceil(self.clustered()[axis]))
    }
}

impl Default for Launch {
    /// One thread alone.
    fn default() -> Launch {
        Launch { thread: [0; 3], threads: [1; 3], block: [0; 3], blocks: [1; 3], shared: 0, cluster: None }
    }
}

/// Whether a launch has clusters: the special register that is a predicate.
pub const EXPLICIT: &str = "%is_explicit_cluster";

/// Threads of a warp.
pub const WARP: u32 = 32;

/// A special register that is known here.
#[derive(Clone, Copy, Debug)]
pub struct Special {
    /// The name, with its `%` and its element.
    pub name: &'static str,
    /// Its value for a thread, of 32 bits.
    pub value: fn(&Launch) -> u32,
}

const fn special(name: &'static str, value: fn(&Launch) -> u32) -> Special {
    Special { name, value }
}

/// The special registers of PTX ISA 10 that follow from the thread's place; a fourth element is zero.
static SPECIALS: [Special; 43] = [
    special("%tid.x", |launch| launch.thread[0]),
    special("%tid.y", |launch| launch.thread[1]),
    special("%tid.z", |launch| launch.thread[2]),
    special("%tid.w", |_| 0),
    special("%ntid.x", |launch| launch.threads[0]),
    special("%ntid.y", |launch| launch.threads[1]),
    special("%ntid.z", |launch| launch.threads[2]),
    special("%ntid.w", |_| 0),
    special("%ctaid.x", |launch| launch.block[0]),
    special("%ctaid.y", |launch| launch.block[1]),
    special("%ctaid.z", |launch| launch.block[2]),
    special("%ctaid.w", |_| 0),
    special("%nctaid.x", |launch| launch.blocks[0]),
    special("%nctaid.y", |launch| launch.blocks[1]),
    special("%nctaid.z", |launch| launch.blocks[2]),
    special("%nctaid.w", |_| 0),
    special("%laneid", lane),
    special("%lanemask_eq", |launch| 1 << lane(launch)),
    special("%lanemask_le", |launch| u32::MAX >> (WARP - 1 - lane(launch))),
    special("%lanemask_lt", |launch| (1 << lane(launch)) - 1),
    special("%lanemask_ge", |launch| u32::MAX << lane(launch)),
    special("%lanemask_gt", |launch| !(u32::MAX >> (WARP - 1 - lane(launch)))),
    special("%dynamic_smem_size", |launch| launch.shared),
    special("WARP_SZ", |_| WARP),
    // A launch without clusters has one of each block.
    special(EXPLICIT, |launch| launch.cluster.is_some().into()),
    special("%clusterid.x", |launch| launch.cluster_place()[0]),
    special("%clusterid.y", |launch| launch.cluster_place()[1]),
    special("%clusterid.z", |launch| launch.cluster_place()[2]),
    special("%clusterid.w", |_| 0),
    special("%nclusterid.x", |launch| launch.clusters()[0]),
    special("%nclusterid.y", |launch| launch.clusters()[1]),
    special("%nclusterid.z", |launch| launch.clusters()[2]),
    special("%nclusterid.w", |_| 0),
    special("%cluster_ctaid.x", |launch| launch.in_cluster()[0]),
    special("%cluster_ctaid.y", |launch| launch.in_cluster()[1]),
    special("%cluster_ctaid.z", |launch| launch.in_cluster()[2]),
    special("%cluster_ctaid.w", |_| 0),
    special("%cluster_nctaid.x", |launch| launch.clustered()[0]),
    special("%cluster_nctaid.y", |launch| launch.clustered()[1]),
    special("%cluster_nctaid.z", |launch| launch.clustered()[2]),
    special("%cluster_nctaid.w", |_| 0),
    special("%cluster_ctarank", Launch::rank),
    special("%cluster_nctarank", |launch| launch.clustered().iter().product()),
];

/// The thread's lane. Threads are counted along x first.
fn lane(launch: &Launch) -> u32 {
    number(launch.thread, launch.threads) % WARP
}

/// The special register of that name; elements of vectors have the names of colours too.
pub fn find(name: &str) -> Option<&'static Special> {
    let element = |place: usize| ["x", "y", "z", "w"][place];
    let name = match name.split_once('.') {
        Some((stem, colour @ ("r" | "g" | "b" | "a"))) => format!("{stem}.{}", element("rgba".find(colour)?)),
        _ => name.to_owned(),
    };
    SPECIALS.iter().find(|special| special.name == name)
}

/// Why a vector has no value: one of its elements has.
pub const VECTOR: &str = "it is a vector";

/// Why a special register has no value here; None of what is no special register.
pub fn wants(name: &str) -> Option<&'static str> {
    let (stem, element) = name.split_once('.').map_or((name, None), |(stem, element)| (stem, Some(element)));
    let vector =
        matches!(stem, "%tid" | "%ntid" | "%ctaid" | "%nctaid" | "%clusterid" | "%nclusterid" | "%cluster_ctaid" | "%cluster_nctaid");
    if vector != element.is_some() {
        return vector.then_some(VECTOR);
    }
    let below = |stem: &str, count: u32| (name.strip_prefix(stem)?.trim_end_matches("_64").parse::<u32>().ok()? < count).then_some(());
    match stem {
        "%clock" | "%clock_hi" | "%clock64" | "%globaltimer" | "%globaltimer_lo" | "%globaltimer_hi" => Some("it counts what a chip does"),
        _ if below("%pm", 8).is_some() => Some("it counts what a chip does"),
        "%smid" | "%nsmid" | "%warpid" | "%nwarpid" => Some("it says where on a chip the thread runs"),
        "%gridid" | "%current_graph_exec" => Some("it says which launch this is"),
        _ if below("%envreg", 32).is_some() => Some("the driver sets it"),
        "%total_smem_size" | "%aggr_smem_size" => Some("it depends on what a chip reserves"),
        _ if name.starts_with("%reserved_smem_offset_") => Some("it depends on what a chip reserves"),
        _ => None,
    }
}
