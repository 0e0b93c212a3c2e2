//! Memory of one thread: state spaces with their addresses, variables and buffers, every access checked.
//!
//! All addresses are generic ones: a variable of any space has one address, and `cvta` changes nothing. The manual leaves open where the
//! windows of `.shared` and `.local` lie; here they fit in 32 bits, so that code with short addresses runs. Between two variables lies
//! a gap, so that what runs over the end of one is found.

use super::printing::Printed;
use crate::instruction::ModifierSet;
use crate::operation::window;

/// A state space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Parameters, of the kernel and of functions.
    Param,
    /// A thread's own memory.
    Local,
    /// A block's memory.
    Shared,
    /// Constants.
    Const,
    /// Buffers, and variables of the module.
    Global,
}

impl Space {
    /// Every space, each at the place of its number.
    pub const ALL: [Space; 5] = [Space::Param, Space::Local, Space::Shared, Space::Const, Space::Global];

    /// The space of a word with its dot: `.shared`. What stands behind colons, as in `.shared::cta`, is no part of it.
    pub fn named(word: &str) -> Option<Space> {
        let stem = word.strip_prefix('.')?;
        Space::ALL.into_iter().find(|space| space.word() == stem)
    }

    /// The space that the words of an instruction name; None for a generic address.
    pub fn of_words(words: ModifierSet) -> Option<Space> {
        let word = words.intersection(ModifierSet::SPACES).first()?.text();
        Space::named(word.split("::").next()?)
    }

    /// The word without its dot.
    pub fn word(self) -> &'static str {
        match self {
            Space::Param => "param",
            Space::Local => "local",
            Space::Shared => "shared",
            Space::Const => "const",
            Space::Global => "global",
        }
    }

    /// Where it begins; `.global` begins beyond 32 bits where addresses have 64.
    pub fn start(self, address_bits: u32) -> u64 {
        match self {
            Space::Param => 0x1000_0000,
            Space::Local => 0x2000_0000,
            Space::Shared => window::OWN[0],
            Space::Const => 0x4000_0000,
            Space::Global if address_bits == 64 => 0x7f00_0000_0000,
            Space::Global => 0x8000_0000,
        }
    }

    /// The space that an address lies in.
    pub fn of(address: u64) -> Option<Space> {
        match address >> 28 {
            1 => Some(Space::Param),
            2 => Some(Space::Local),
            3 => Some(Space::Shared),
            4 => Some(Space::Const),
            // As every block of a cluster sees it.
            6 | 7 => Some(Space::Shared),
            8.. => Some(Space::Global),
            _ => None,
        }
    }
}

/// The bytes of all variables and buffers of a run, at most.
pub const MOST_BYTES: u64 = 1 << 28;

/// The number of up to 8 bytes, the first lowest.
pub fn number(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).rev().fold(0, |all, byte| all << 8 | u64::from(*byte))
}

/// Where the variables of a block lie whose size the launch says: all at one address, behind those whose size the text says.
pub(super) const DYNAMIC: u64 = window::OWN[1];

/// The least bytes between two variables.
pub const GAP: u64 = 64;

/// The next place for a variable of an alignment, behind another's end.
pub fn behind(end: u64, align: u64) -> u64 {
    (end + GAP).next_multiple_of(align.clamp(1, 1 << 12))
}

/// A variable or a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its address.
    pub base: u64,
    /// What it holds.
    pub bytes: Vec<u8>,
    /// Whether it was read since [`Memory::restore`].
    read: bool,
    /// Whether it was written since then.
    written: bool,
    /// What each lane behind the first holds, one behind the other; empty while they hold the same.
    others: Vec<u8>,
}

/// The bytes of all lanes of a segment, at most.
const MOST_OF_LANES: usize = 1 << 22;

impl Segment {
    /// Some bytes at an address.
    pub fn new(base: u64, bytes: Vec<u8>) -> Segment {
        Segment { base, bytes, read: false, written: false, others: Vec::new() }
    }

    /// Gives so many lanes bytes of their own; false where that would be too many.
    pub(super) fn divide(&mut self, lanes: usize) -> bool {
        if lanes > 1 && self.others.is_empty() && self.bytes.len() <= MOST_OF_LANES / lanes {
            self.others = self.bytes.repeat(lanes - 1);
        }
        lanes == 1 || !self.others.is_empty()
    }

    /// What a lane holds.
    #[inline(always)]
    pub(super) fn lane(&self, lane: usize) -> &[u8] {
        let (size, others) = (self.bytes.len(), &self.others);
        if lane == 0 || others.is_empty() { &self.bytes } else { &others[(lane - 1) * size..lane * size] }
    }

    /// The same, to be changed.
    #[inline(always)]
    pub(super) fn lane_mut(&mut self, lane: usize) -> &mut [u8] {
        let size = self.bytes.len();
        if lane == 0 || self.others.is_empty() { &mut self.bytes } else { &mut self.others[(lane - 1) * size..lane * size] }
    }
}

/// What is wrong with an access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing lies there.
    Wild {
        /// The address.
        address: u64,
        /// Bytes.
        width: u32,
        /// The space that was named.
        space: Option<Space>,
    },
    /// The address is no multiple of the width.
    Misaligned {
        /// The address.
        address: u64,
        /// Bytes.
        width: u32,
    },
    /// The space cannot be written.
    Constant,
    /// The space is neither .global nor .shared: what needs one of these.
    Private(&'static str),
}

impl core::fmt::Display for Fault {
    fn fmt(&self, text: &mut core::fmt::Formatter) -> core::fmt::Result {
        match self {
            Fault::Wild { address, width, space } => {
                let space = space.map_or(String::new(), |space| format!(" of .{}", space.word()));
                write!(text, "Nothing{space} lies at 0x{address:x}, where {width} bytes are wanted.")?;
                match Space::of(*address) {
                    Some(Space::Shared) if *address >= DYNAMIC && !window::is_of_cluster(*address) => {
                        text.write_str(" How large dynamic shared memory is, the launch says.")
                    }
                    _ => Ok(()),
                }
            }
            Fault::Misaligned { address, width } => {
                write!(text, "The address 0x{address:x} is no multiple of {width}, as an access of {width} bytes asks.")
            }
            Fault::Private(what) => write!(text, "{what} works in .global and .shared."),
            Fault::Constant => text.write_str("Constants cannot be written."),
        }
    }
}

/// The memory of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The segments of each space, in order of address.
    spaces: [Vec<Segment>; 5],
    /// The bytes of all segments.
    bytes: u64,
    /// What threads printed.
    pub printed: Vec<Printed>,
    /// How many texts more they printed than are kept.
    pub unkept: u64,
    /// The block whose window of shared memory is the own one, by its rank in the cluster.
    rank: u32,
}

impl Memory {
    /// Whether so many bytes more are no more than [`MOST_BYTES`]. The error is a sentence.
    pub fn room(&self, bytes: u64) -> Result<(), String> {
        if self.bytes.saturating_add(bytes) <= MOST_BYTES {
            return Ok(());
        }
        Err(format!("Variables and buffers would take more than {MOST_BYTES} bytes together; more is not kept here."))
    }

    /// Gives each block of a cluster the shared memory that the first has. The error is a sentence.
    pub(super) fn clustered(&mut self, blocks: u32) -> Result<(), String> {
        let own: Vec<Segment> = self.segments(Space::Shared).to_vec();
        let size: u64 = own.iter().map(|segment| segment.bytes.len() as u64).sum();
        self.room(size.saturating_mul(u64::from(blocks) - 1))?;
        for rank in 1..blocks {
            for segment in &own {
                let end = window::of_cluster(segment.base + segment.bytes.len() as u64, rank);
                let base = window::of_cluster(segment.base, rank).filter(|_| end.is_some());
                let base = base.ok_or("A block of a cluster has 16777215 bytes of shared memory at most here.")?;
                self.push(Space::Shared, Segment { base, ..segment.clone() });
            }
        }
        Ok(())
    }

    /// Makes the block of a rank the one whose shared memory lies in the own window. The others have theirs where the cluster sees it.
    pub fn turn_to(&mut self, rank: u32) {
        let before = core::mem::replace(&mut self.rank, rank);
        if before == rank {
            return;
        }
        let segments = &mut self.spaces[Space::Shared as usize];
        for segment in &mut *segments {
            match window::is_of_cluster(segment.base).then(|| window::own(segment.base)) {
                Some((own, base)) if own == rank => segment.base = base,
                Some(_) => {}
                None => segment.base = window::of_cluster(segment.base, before).unwrap_or(segment.base),
            }
        }
        segments.sort_by_key(|segment| segment.base);
    }

    /// Puts a segment behind those of its space.
    pub fn push(&mut self, space: Space, segment: Segment) {
        self.bytes += segment.bytes.len() as u64;
        self.spaces[space as usize].push(segment);
    }

    /// Puts other segments in the place of a space's own.
    pub(super) fn exchange(&mut self, space: Space, segments: Vec<Segment>) -> Vec<Segment> {
        let size = |all: &[Segment]| all.iter().map(|segment| segment.bytes.len() as u64).sum::<u64>();
        let own = &mut self.spaces[space as usize];
        self.bytes = self.bytes - size(own) + size(&segments);
        core::mem::replace(own, segments)
    }

    /// Gives the segment at an address another size, of zeros.
    pub(super) fn resize(&mut self, space: Space, base: u64, bytes: usize) {
        if let Some(segment) = self.spaces[space as usize].iter_mut().find(|segment| segment.base == base) {
            self.bytes = self.bytes - segment.bytes.len() as u64 + bytes as u64;
            segment.bytes = vec![0; bytes];
        }
    }

    /// How many segments a space has.
    pub fn count(&self, space: Space) -> usize {
        self.spaces[space as usize].len()
    }

    /// Takes away the segments at some addresses, which lie behind so many others of their space.
    pub(super) fn remove(&mut self, space: Space, count: usize, bases: &[u64]) {
        let segments = &mut self.spaces[space as usize];
        for segment in segments.split_off(count.min(segments.len())) {
            if bases.contains(&segment.base) {
                self.bytes -= segment.bytes.len() as u64;
            } else {
                segments.push(segment);
            }
        }
    }

    /// Gives what was written since the last time the bytes that it has in a copy from before, which has the same segments.
    pub fn restore(&mut self, before: &Memory) {
        for (segment, old) in self.spaces.iter_mut().flatten().zip(before.spaces.iter().flatten()) {
            segment.read = false;
            if core::mem::take(&mut segment.written) {
                segment.bytes.copy_from_slice(&old.bytes);
                segment.others.chunks_exact_mut(old.bytes.len().max(1)).for_each(|lane| lane.copy_from_slice(&old.bytes));
            }
        }
    }

    /// Fills the variable at an address; what is too short is filled with zeros.
    pub fn fill(&mut self, space: Space, base: u64, bytes: &[u8]) {
        let Some(segment) = self.spaces[space as usize].iter_mut().find(|segment| segment.base == base) else { return };
        segment.written = true;
        let count = segment.bytes.len().min(bytes.len());
        segment.bytes[..count].copy_from_slice(&bytes[..count]);
        segment.bytes[count..].fill(0);
    }

    /// Whether a segment was read since the last [`Memory::restore`].
    pub fn was_read(&self, space: Space, at: usize) -> bool {
        self.spaces[space as usize].get(at).is_some_and(|segment| segment.read)
    }

    /// The segments of a space, in order of address.
    pub fn segments(&self, space: Space) -> &[Segment] {
        &self.spaces[space as usize]
    }

    /// The same, to be changed.
    pub fn segments_mut(&mut self, space: Space) -> &mut [Segment] {
        &mut self.spaces[space as usize]
    }

    /// The end of the last segment of a space.
    pub fn end(&self, space: Space, address_bits: u32) -> u64 {
        self.spaces[space as usize].last().map_or(space.start(address_bits), |last| last.base + last.bytes.len() as u64)
    }

    /// The segment that an address lies in, and the place in it.
    #[inline]
    pub fn find(&self, space: Option<Space>, address: u64, width: u32) -> Result<(Space, usize, usize), Fault> {
        let wild = Fault::Wild { address, width, space };
        if address & u64::from(width - 1) != 0 {
            return Err(Fault::Misaligned { address, width });
        }
        let Some(own) = space.or_else(|| Space::of(address)) else { return Err(wild) };
        // The own window is one of the cluster's, too.
        let address = match window::is_of_cluster(address).then(|| window::own(address)) {
            Some((rank, address)) if rank == self.rank => address,
            _ => address,
        };
        let segments = &self.spaces[own as usize];
        let Some(at) = segments.iter().rposition(|segment| segment.base <= address) else { return Err(wild) };
        let within = address - segments[at].base;
        if within.saturating_add(width.into()) > segments[at].bytes.len() as u64 {
            return Err(wild);
        }
        Ok((own, at, within as usize))
    }

    /// Reads up to 8 bytes of a lane, the lowest address in the lowest bits.
    #[inline]
    pub fn read(&mut self, space: Option<Space>, address: u64, width: u32, lane: usize) -> Result<u64, Fault> {
        let (own, at, within) = self.find(space, address, width)?;
        let segment = &mut self.spaces[own as usize][at];
        segment.read = true;
        let bytes = &segment.lane(lane)[within..];
        Ok(match (width, bytes) {
            (4, &[a, b, c, d, ..]) => u32::from_le_bytes([a, b, c, d]).into(),
            (8, &[a, b, c, d, e, f, g, h, ..]) => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
            _ => number(&bytes[..width as usize]),
        })
    }

    /// Writes up to 8 bytes of a lane, one of so many that write.
    #[inline]
    pub fn write(&mut self, space: Option<Space>, address: u64, width: u32, bits: u64, (lane, lanes): (usize, usize)) -> Result<(), Fault> {
        let (own, at, within) = self.find(space, address, width)?;
        if own == Space::Const {
            return Err(Fault::Constant);
        }
        let segment = &mut self.spaces[own as usize][at];
        if !segment.divide(lanes) {
            return Err(Fault::Wild { address, width, space });
        }
        segment.written = true;
        let width = width as usize;
        segment.lane_mut(lane)[within..within + width].copy_from_slice(&bits.to_le_bytes()[..width]);
        Ok(())
    }
}
