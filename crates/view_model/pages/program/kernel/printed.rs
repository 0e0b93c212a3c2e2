//! What threads printed: each text with its thread and its line, as markup.

use super::read::Read;
use crate::components::html::{count, push_text};
use semantics::kernel::Launched;
use semantics::kernel::memory::Memory;
use semantics::kernel::printing::Printed;
use std::fmt::Write;

/// Texts at once.
pub const SHOWN: usize = 100;

/// The texts of a run, in the order in which its threads printed them.
pub struct Prints<'d> {
    pub read: &'d Read,
    pub launched: &'d Launched,
    pub memory: &'d Memory,
}

impl Prints<'_> {
    /// The thread of a text, counted through all blocks, and the place of the line that printed it among those that the thread ran.
    pub fn place(&self, number: usize) -> Option<(u32, usize)> {
        let Printed { thread: [block, thread], left, .. } = self.memory.printed.get(number)?;
        let ran = self.launched.limit.checked_sub(*left)?;
        Some((block * self.launched.per_block() + thread, (ran as usize).checked_sub(1)?))
    }

    /// How many there are, and what their order means.
    pub fn said(&self) -> String {
        let printed = &self.memory.printed;
        let texts = if printed.len() == 1 { "text was" } else { "texts were" };
        let mut said = format!("{} {texts} printed.", count(printed.len() as u64));
        if self.memory.unkept > 0 {
            let _ = write!(said, " {} more are not kept.", count(self.memory.unkept));
        }
        if printed.iter().any(|one| one.thread != printed[0].thread) {
            said.push_str(" They stand in the order in which the threads ran here; no chip promises it.");
        }
        said
    }

    /// Some of them, each with a button that leads to its step.
    pub fn rows(&self, from: usize) -> String {
        let mut html = String::new();
        for (number, printed) in self.memory.printed.iter().enumerate().skip(from).take(SHOWN) {
            let [block, thread] = printed.thread;
            let line = self.read.number(self.read.places.at(printed.line[0], printed.line[1]));
            let block = if self.launched.blocks == [1; 3] { String::new() } else { format!("block {block}, ") };
            let _ = write!(
                html,
                "<li><button type=\"button\" class=\"quiet\" data-printed=\"{number}\">{block}thread {thread}, line {line}</button><code>"
            );
            push_text(&mut html, &visible(&printed.text));
            html.push_str("</code></li>");
        }
        html
    }
}

/// A text without the end of its last line; controls that nobody sees become their pictures.
fn visible(text: &str) -> String {
    let picture = |letter: char| match letter {
        '\n' | '\t' => letter,
        '\0'..='\x1f' => char::from_u32(0x2400 + letter as u32).unwrap_or(letter),
        '\x7f' => '␡',
        _ => letter,
    };
    text.strip_suffix('\n').unwrap_or(text).chars().map(picture).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::program::kernel::slice::Slice;
    use semantics::instruction::Context;
    use semantics::kernel::record::RunRecorder;
    use semantics::kernel::{NoObserver, Step};

    /// Each thread prints its number in a loop: as often as the number says and once more.
    const TEXT: &str = "\
.version 8.0
.target sm_90
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.global .align 1 .b8 text[8] = {60, 37, 100, 27, 255, 62, 10, 0};
.visible .entry k()
{
.local .align 8 .b8 depot[8]; .reg .b64 q<9>; .reg .b32 r<9>; .reg .pred p;
mov.u64 q1, depot;
mov.u32 r1, %tid.x;
mov.u32 r3, r1;
st.local.u32 [q1], r1;
mov.u64 q3, text;
again:
{ .param .b64 a; .param .b64 b; .param .b32 c; st.param.b64 [a], q3; st.param.b64 [b], q1;
call.uni (c), vprintf, (a, b);
}
sub.s32 r3, r3, 1;
setp.ge.s32 p, r3, 0;
@p bra again;
ret;
}";

    fn launched(threads: u32, blocks: u32) -> (Read, Launched) {
        let read = Read::new(TEXT, &Context::default());
        assert!(read.said().is_empty());
        let entry = read.module.entry(None).unwrap();
        (read, Launched { entry, threads: [threads, 1, 1], blocks: [blocks, 1, 1], limit: 100_000, ..Launched::default() })
    }

    #[test]
    fn each_text_leads_to_the_step_that_printed_it() {
        let (read, launched) = launched(3, 2);
        let mut threads = launched.begin(&read.module).unwrap();
        let mut keeper = RunRecorder::new(&read.module, 1 << 20);
        while threads.step(&mut Slice::new(Some(&mut keeper), usize::MAX, threads.thread, None)) != Step::Finished {}
        let prints = Prints { read: &read, launched: &launched, memory: &threads.machine.memory };
        let places: Vec<(u32, usize)> = (0..).map_while(|number| prints.place(number)).collect();
        let who: Vec<u32> = places.iter().map(|place| place.0).collect();
        assert_eq!(who, [0, 1, 1, 2, 2, 2, 3, 4, 4, 5, 5, 5]);
        for (at, (thread, place)) in places.iter().enumerate() {
            assert!(!places[..at].contains(&(*thread, *place)), "two texts of one step");
            let records = keeper.recording.records.iter().filter(|record| record.thread == *thread);
            let record = records.clone().nth(*place).unwrap();
            assert!(read.line(read.places.of(record)).contains("vprintf"), "{thread} {place}");
        }
        assert_eq!(prints.said(), "12 texts were printed. They stand in the order in which the threads ran here; no chip promises it.");
        let html = prints.rows(4);
        assert!(html.starts_with(
            "<li><button type=\"button\" class=\"quiet\" data-printed=\"4\">block 0, thread 2, line 16</button><code>&lt;2␛\u{fffd}&gt;</code></li>"
        ), "{html}");
        assert_eq!(html.matches("<li>").count(), 8);
    }

    #[test]
    fn what_is_not_kept_is_counted() {
        let (read, launched) = launched(256, 1);
        let mut threads = launched.begin(&read.module).unwrap();
        assert_eq!(threads.run(&mut NoObserver), None);
        let memory = &threads.machine.memory;
        assert!(memory.unkept > 0);
        // One, and one for each that counts down to 0.
        let printed: u64 = (0..256).map(|thread| thread + 1).sum();
        assert_eq!(memory.printed.len() as u64 + memory.unkept, printed);
        let prints = Prints { read: &read, launched: &launched, memory };
        assert!(prints.said().contains(" more are not kept."), "{}", prints.said());
        assert_eq!(prints.rows(0).matches("<li>").count(), SHOWN);
    }
}
