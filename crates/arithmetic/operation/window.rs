//! Where the shared memory of the blocks of a cluster lies among addresses.
//!
//! A block sees its own shared memory in one window, and that of every block of its cluster in windows behind one another. The manual leaves
//! the places open. Here each of these has 24 bits for what has a size in the text, and 24 for what a launch gives one.

/// Where a block's own window begins, and where what a launch gives a size begins in it.
pub const OWN: [u64; 2] = [0x3000_0000, 0x3800_0000];
/// Where the windows of a cluster's blocks begin, and the bits of each half of one.
const CLUSTER: u64 = 0x6000_0000;
const HALF: u32 = 24;
/// The most blocks of a cluster.
pub const BLOCKS: u32 = 16;

/// Whether an address lies in a window of a cluster's block.
#[inline(always)]
pub fn is_of_cluster(address: u64) -> bool {
    address >> 29 == CLUSTER >> 29
}

/// The block of an address in such a window, by its rank, and the address as that block's own.
pub fn own(address: u64) -> (u32, u64) {
    let within = address - CLUSTER;
    ((within >> (HALF + 1)) as u32, OWN[(within >> HALF & 1) as usize] + (within & ((1 << HALF) - 1)))
}

/// The address that every block of the cluster has for a place in the own window of one. None where that is no such place.
pub fn of_cluster(address: u64, rank: u32) -> Option<u64> {
    let half = OWN.iter().rposition(|start| *start <= address)?;
    let within = address - OWN[half];
    let first = CLUSTER + (u64::from(rank) << (HALF + 1)) + ((half as u64) << HALF);
    (within >> HALF == 0 && rank < BLOCKS).then_some(first + within)
}

/// `mapa`: the place of an address in the shared memory of another block. What is no place in shared memory becomes no address.
pub(super) fn mapped(address: u64, rank: u64) -> u64 {
    let address = if is_of_cluster(address) { own(address).1 } else { address };
    u32::try_from(rank).ok().and_then(|rank| of_cluster(address, rank)).unwrap_or(0)
}

/// `getctarank`: the block in whose shared memory an address lies, where a block of a rank asks.
pub(super) fn rank(address: u64, asking: u64) -> u64 {
    if is_of_cluster(address) { own(address).0.into() } else { asking }
}
