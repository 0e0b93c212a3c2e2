//! A run that has ended: what every thread did, and what stands beside it. Whichever thread is shown, this is the same.

use super::asked::Plan;
use super::grid::Met;
use super::read::Read;
use super::shared::Variable;
use semantics::kernel::argument::Buffer;
use semantics::kernel::memory::{Memory, Space};
use semantics::kernel::record::{Record, Recording, Stored};
use semantics::kernel::{Launched, Stop};
use semantics::number::OperandType;
use semantics::shadow::{Beside, ShadowValue, error_size};
use semantics::sweep::error_report::Deviation;
use std::sync::Arc;

/// Bytes that a record put into memory.
#[derive(Clone, Debug)]
pub struct Put {
    pub record: u32,
    pub stored: Stored,
    /// What is known of the number, in memory of a block.
    pub shadow_value: Option<ShadowValue>,
}

/// A run that has ended.
pub struct Ran {
    pub read: Arc<Read>,
    /// What was asked, whatever the thread that is shown, with the arguments.
    pub of: (Plan, Vec<String>),
    pub launched: Launched,
    /// What threads did, in the order in which they did it.
    pub recording: Recording,
    /// The one thread whose records are kept, where all together are too many and none of them waits for another.
    pub only: Option<u32>,
    /// Whether there are more records than are kept.
    pub cut: bool,
    /// Where threads wait that nobody has let go on.
    pub waiting: Vec<Record>,
    /// What stands beside records, in their order.
    pub(super) beside: Vec<(u32, Beside)>,
    /// The types of the slots of each function.
    pub types: Vec<Vec<OperandType>>,
    /// Why a thread did not come to its end, and which.
    pub stop: Option<(Stop, u32)>,
    pub buffers: Vec<Buffer>,
    /// What is known of what lies in the buffers at the end.
    pub(super) results: Vec<Vec<Option<ShadowValue>>>,
    /// Memory before the first line of the one thread, and after the last of all.
    pub(super) start: Option<Memory>,
    pub end: Memory,
    /// The records of each thread and of each line of the text.
    pub(super) own: Vec<Vec<u32>>,
    pub(super) rows: Vec<Vec<u32>>,
    /// The meetings of each thread.
    pub(super) met: Vec<Vec<Met>>,
    /// What went into `.global` and into `.shared`.
    pub(super) global: Vec<(u32, Stored)>,
    pub(super) shared: Vec<Put>,
    /// The variables of a block.
    pub variables: Vec<Variable>,
    /// Whether memory at any moment follows from that.
    pub(super) replays: bool,
}

impl Ran {
    /// The name of the kernel.
    pub fn name(&self) -> &str {
        &self.read.module.functions[self.launched.entry].name
    }

    /// Whether the records of all threads are there, as far as they are kept.
    pub fn is_whole(&self) -> bool {
        self.only.is_none()
    }

    /// What stands beside a record.
    pub fn beside(&self, record: u32) -> Option<&Beside> {
        self.beside.binary_search_by_key(&record, |one| one.0).ok().map(|at| &self.beside[at].1)
    }

    /// The records of a thread.
    pub fn own(&self, thread: u32) -> &[u32] {
        self.own.get(thread as usize).map_or(&[], Vec::as_slice)
    }

    /// The records of a line of the text, over all threads.
    pub fn row(&self, line: usize) -> &[u32] {
        self.rows.get(line).map_or(&[], Vec::as_slice)
    }

    /// The thread of a record, and the place of the record among those of its thread.
    pub fn place_of(&self, record: u32) -> Option<(u32, usize)> {
        let thread = self.recording.records.get(record as usize)?.thread;
        Some((thread, self.own(thread).binary_search(&record).ok()?))
    }

    /// The number in the buffers that is farthest off at the end: which buffer, where in it, by how much.
    pub fn farthest(&self) -> Option<(usize, usize, Deviation)> {
        let all = self.results.iter().enumerate().flat_map(|(buffer, all)| {
            all.iter().enumerate().filter_map(move |(at, known)| known.as_ref().map(|known| (buffer, at, known.error)))
        });
        all.reduce(|worst, one| if error_size(one.2) > error_size(worst.2) { one } else { worst })
    }

    /// An element of a buffer in words: `out[3]`; of a program without a kernel the variable, `s`.
    pub fn element_name(&self, buffer: usize, at: usize) -> String {
        let Some(buffer) = self.buffers.get(buffer) else { return String::new() };
        let name = super::short(&buffer.name, self.name());
        let is_program = self.read.program().is_some();
        let name = name.strip_prefix("out_").filter(|_| is_program).unwrap_or(name);
        let length = self.end.segments(Space::Global).get(buffer.segment).map_or(0, |segment| segment.bytes.len());
        let is_one = length * 8 <= buffer.own.width().max(8) as usize && is_program;
        if is_one { name.to_owned() } else { format!("{name}[{at}]") }
    }

    /// What is known of an element of a buffer at the end.
    pub fn result(&self, buffer: usize, at: usize) -> Option<&ShadowValue> {
        self.results.get(buffer)?.get(at)?.as_ref()
    }

    /// The text of a record's line, with single blanks.
    pub fn text(&self, record: &Record) -> String {
        let line = self.recording.line(&self.read.module, record).map(|(_, line)| line.span.start as usize..line.span.end as usize);
        let text = line.and_then(|span| self.read.module.text.get(span)).unwrap_or("");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A place in memory in words: `out[3]`, or its address.
    pub(super) fn place(&self, address: u64) -> String {
        if let Some(named) = self.variables.iter().find_map(|one| one.named(address)) {
            return named;
        }
        for (place, buffer) in self.buffers.iter().enumerate() {
            let Some(segment) = self.end.segments(Space::Global).get(buffer.segment) else { continue };
            let within = address.wrapping_sub(segment.base);
            if within < segment.bytes.len() as u64 {
                return self.element_name(place, within as usize / buffer.own.bytes());
            }
        }
        format!("[0x{address:x}]")
    }
}

#[cfg(test)]
mod tests {
    use crate::pages::program::kernel::done::tests::ran;
    use crate::pages::program::kernel::off_by;

    #[test]
    fn what_ulps_do_not_measure_is_the_farthest() {
        let text = "__global__ void k(float x, float *out) { out[0] = x; out[1] = ((x + 1.0f) - x) - 1.0f; out[2] = x * 0.1f; }";
        let ran = ran(text, "0=1e8\n1=f32[3]");
        assert_eq!(ran.farthest().map(|(_, at, error)| (at, off_by(error))), Some((1, "off by more than ulps measure".to_owned())));
    }
}
