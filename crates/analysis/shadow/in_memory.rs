//! What is known of the numbers that a run left in memory.

use super::{ShadowObserver, ShadowValue, off};
use crate::kernel::argument::Buffer;
use crate::kernel::memory::{Memory, Space};
use crate::number::Pattern;

impl ShadowObserver<'_> {
    /// What is known of a number at an address of `.global` or `.shared`; None where no line computed it.
    pub fn in_memory(&self, address: u64, bits: u64) -> Option<ShadowValue> {
        let kept = self.memory.get(&self.place(address)).filter(|kept| kept.bits == bits && kept.part.is_none())?;
        Some(ShadowValue { number: kept.number, error: off(Pattern::new(kept.format, bits), kept.number), by: kept.by })
    }

    /// What is known of each number of a buffer. `numbers` are the bits that the buffer holds; None where no line computed one.
    pub fn in_buffer(&self, buffer: &Buffer, memory: &Memory, numbers: &[Pattern]) -> Vec<Option<ShadowValue>> {
        let base = memory.segments(Space::Global).get(buffer.segment).map_or(0, |segment| segment.base);
        let size = buffer.own.bytes() as u64;
        (0..).zip(numbers).map(|(at, number)| self.in_memory(base + at * size, number.bits)).collect()
    }
}
