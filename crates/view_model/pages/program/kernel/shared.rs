//! Memory of a block as tables: each element at the moment that is shown, and who wrote it last.

use super::done::{Done, value_text};
use super::ran::{Put, Ran};
use super::{error_cell, push_cell};
use crate::components::html::{count, push_text};
use semantics::kernel::memory::Space;
use semantics::kernel::module::Code;
use semantics::number::{Format, OperandType, U8, U16, U32, U64};
use semantics::run::Value;
use std::fmt::Write;

/// Elements at once.
pub const SHOWN: usize = 64;

/// A variable of the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    address: u64,
    /// What an element is.
    own: OperandType,
    /// Bytes of an element, and how many elements there are.
    width: u32,
    pub length: usize,
}

/// What is known of the bytes of an element.
#[derive(Clone, Copy, Default)]
struct Element<'d> {
    bits: u64,
    /// The bytes that were written.
    written: u64,
    last: Option<&'d Put>,
    /// Whether the last write was to all of it and to nothing else.
    is_whole: bool,
}

impl Variable {
    /// The element at an address, in words.
    pub(super) fn named(&self, address: u64) -> Option<String> {
        let within = address.checked_sub(self.address).filter(|within| *within < self.length as u64 * u64::from(self.width))?;
        Some(format!("{}[{}]", self.name, within / u64::from(self.width)))
    }
}

impl Ran {
    /// The variables of `.shared` that have any bytes.
    pub(super) fn shared_variables(&self) -> Vec<Variable> {
        let module = &self.read.module;
        let segments = self.end.segments(Space::Shared).iter();
        let named = |base: u64| module.variables.iter().find(|one| one.space == Space::Shared && one.address == base);
        segments
            .filter(|segment| !segment.bytes.is_empty())
            .filter_map(|segment| {
                let (variable, size) = (named(segment.base)?, segment.bytes.len() as u64);
                let own = self.element(variable.address, size).unwrap_or_else(|| declared(&variable.own));
                let width = own.width().div_ceil(8).max(1);
                let name = super::short(&variable.name, self.name()).to_owned();
                Some(Variable { name, address: segment.base, own, width, length: size as usize / width as usize })
            })
            .collect()
    }

    /// What lines take the elements of a variable for: what the first that writes a register there does, or what a load of it gives.
    fn element(&self, address: u64, size: u64) -> Option<OperandType> {
        let inside = |at: u64| (address..address + size).contains(&at);
        let puts = self.shared.iter().filter(|put| inside(put.stored.address));
        let of = |record: u32, slot: u32| self.types[self.recording.records[record as usize].function as usize][slot as usize];
        let stored = puts.clone().filter_map(|put| Some((of(put.record, put.stored.slot?), put.stored.width)));
        if let Some((own, _)) = { stored }.find(|(own, width)| own.width() == width * 8) {
            return Some(own);
        }
        // Copies write it without a register: then the first line that reads it tells.
        let width = puts.map(|put| put.stored.width).next()?;
        let loads = self.recording.records.iter().filter(|record| record.ran).filter_map(|record| {
            let (_, line) = self.recording.line(&self.read.module, record)?;
            let Code::Load { to, place, .. } = &line.code else { return None };
            let at = self.recording.sources(record).first()?.wrapping_add(place.offset);
            let own = self.types[record.function as usize][*to.first()? as usize];
            (inside(at) && own.width() == place.width * 8).then_some(own)
        });
        Some({ loads }.next().unwrap_or(plain(width)))
    }
}

/// What a variable is declared as; bytes count as words.
fn declared(own: &str) -> OperandType {
    let format = Format::named(own).filter(|format| format.is_floating());
    format.map_or_else(
        || plain(own.trim_start_matches(|letter: char| !letter.is_ascii_digit()).parse::<u32>().map_or(4, |bits| bits / 8).max(4)),
        OperandType::one,
    )
}

/// A number of so many bytes without a sign.
fn plain(width: u32) -> OperandType {
    OperandType::one(match width {
        1 => U8,
        2 => U16,
        8 => U64,
        _ => U32,
    })
}

impl Done {
    /// The bytes of some elements at a moment.
    fn elements<'d>(&'d self, variable: &Variable, from: usize, step: usize) -> Vec<Element<'d>> {
        let shown = variable.length.saturating_sub(from).min(SHOWN);
        let width = u64::from(variable.width);
        let start = variable.address + from as u64 * width;
        let mut all = vec![Element::default(); shown];
        let (moment, block) = (self.moment_at(step), self.thread / self.launched.per_block());
        for put in self.shared.iter().take_while(|put| put.record < moment) {
            let by = self.recording.in_block(self.recording.records[put.record as usize].block);
            let ((of, address), bytes) = (by.of_shared(put.stored.address), u64::from(put.stored.width));
            if of != block || address + bytes <= start {
                continue;
            }
            for at in 0..bytes {
                let Some(within) = (address + at).checked_sub(start) else { continue };
                let Some(element) = all.get_mut((within / width) as usize) else { break };
                let shift = within % width * 8;
                element.bits = element.bits & !(0xff << shift) | (put.stored.bits >> (at * 8) & 0xff) << shift;
                element.written |= 0xff << shift;
                element.last = Some(put);
                element.is_whole = bytes == width && within % width == at;
            }
        }
        all
    }

    /// A variable in words.
    pub fn shared_title(&self, variable: &Variable, step: usize) -> String {
        let block = match self.launched.count() / self.launched.per_block() {
            1 => String::new(),
            _ => format!(" of block {}", self.thread / self.launched.per_block()),
        };
        let name = format!("{} {}[{}]", variable.name, variable.own.format.name.to_lowercase(), count(variable.length as u64));
        let when = if step >= self.steps() {
            self.end_said().to_owned()
        } else {
            format!("after step {} of thread {}", count(step as u64), self.thread)
        };
        format!("{name} in shared memory{block}, {when}")
    }

    /// The table of some elements: who wrote a number last leads to the step.
    pub fn shared_rows(&self, variable: &Variable, from: usize, step: usize) -> String {
        let all = self.elements(variable, from, step);
        let off = |element: &Element| element.last.filter(|_| element.is_whole).and_then(|put| put.shadow_value);
        let has_errors = all.iter().any(|element| off(element).is_some());
        let mut html = String::from("<table><thead><tr>");
        for head in ["at", "value", "hex"]
            .into_iter()
            .chain(["error, ulp", "without rounding"].into_iter().filter(|_| has_errors))
            .chain(["written by"])
        {
            let _ = write!(html, "<th scope=\"col\">{head}</th>");
        }
        html.push_str("</tr></thead><tbody>");
        for (at, element) in (from..).zip(&all) {
            let _ = write!(html, "<tr><th scope=\"row\">{at}</th>");
            let Some(put) = element.last else {
                let columns = if has_errors { 5 } else { 3 };
                let _ = write!(html, "<td colspan=\"{columns}\" class=\"none\">not written yet</td></tr>");
                continue;
            };
            let full = u64::MAX >> (64 - 8 * variable.width.clamp(1, 8));
            let value = Value { name: String::new(), own: variable.own, bits: element.bits };
            let hex = format!("0x{:0digits$x}", element.bits, digits = 2 * variable.width as usize);
            if element.written == full {
                push_cell(&mut html, "decimal", &value_text(&value));
                push_cell(&mut html, "hex", &hex);
            } else {
                push_cell(&mut html, "decimal", "written in part");
                push_cell(&mut html, "hex", "");
            }
            if has_errors {
                let known = off(element);
                push_cell(&mut html, "error", &known.map(|known| error_cell(known.error)).unwrap_or_default());
                push_cell(&mut html, "decimal", &known.map(|known| known.exact()).unwrap_or_default());
            }
            let record = &self.recording.records[put.record as usize];
            let line = self.read.number(self.read.places.of(record));
            let _ = write!(html, "<td><button type=\"button\" class=\"quiet\" data-record=\"{}\">", put.record);
            push_text(&mut html, &format!("thread {}, line {line}", record.thread));
            html.push_str("</button></td></tr>");
        }
        html + "</tbody></table>"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::program::kernel::done::tests::ran;
    use std::sync::Arc;

    /// Two blocks of four threads; the second half of `s` is never written, and `d` is as large as the launch says.
    const TEXT: &str = "\
__global__ void k(const float *x, float *out) {
    __shared__ float s[8];
    extern __shared__ double d[];
    int t = threadIdx.x;
    s[t] = x[t] + 0.1f;
    __syncthreads();
    if (t == 0)
        s[3] = 0.5f;
    d[t & 1] = t;
    out[t] = s[t] + (float)d[0];
}";

    #[test]
    fn who_wrote_last_stands_beside_each_element() {
        let ran = ran(TEXT, "0=f32[1, 2, 3, 4]\n1=f32[4]\nthreads=4\nblocks=2\nshared=16");
        let done = Done::new(Arc::clone(&ran), 5);
        let variables = &ran.variables;
        let all: Vec<(&str, usize)> = variables.iter().map(|one| (one.name.as_str(), one.length)).collect();
        assert_eq!(all, [("s", 8), ("d", 2)]);
        assert_eq!(done.shared_title(&variables[0], done.steps()), "s f32[8] in shared memory of block 1, after the run");
        assert!(done.shared_title(&variables[1], 3).starts_with("d f64[2] "));
        let html = done.shared_rows(&variables[0], 0, done.steps());
        let rows: Vec<&str> = html.split("<tr>").skip(2).collect();
        let written = |row: &str, words: &str| assert!(row.contains(words), "{row}");
        written(rows[0], "1.1");
        written(rows[0], "0x3f8ccccd");
        written(rows[0], "thread 4, line 5");
        // The sum of 1 and the float beside 0.1, before it was rounded.
        written(rows[0], "1.100000001490116");
        written(rows[3], "0x3f000000");
        written(rows[3], "thread 4, line 8");
        assert!(rows[4..].iter().all(|row| row.contains("not written yet")), "{html}");
        // Before the barrier the last element has what its own thread put there, and nothing is there of the other block.
        let store =
            done.executions((0..done.read.places.count()).find(|row| done.read.line(*row).trim_start().starts_with("st.f32")).unwrap())[0];
        assert_eq!(done.step(store as usize).unwrap().wrote()[0].name, "s[1]");
        let html = done.shared_rows(&variables[0], 0, store as usize + 1);
        let rows: Vec<&str> = html.split("<tr>").skip(2).collect();
        written(rows[1], "thread 5, line 5");
        assert!(rows[2..].iter().all(|row| row.contains("not written yet")), "{html}");
        // What the table says is what memory has in the end.
        let end = ran.end.segments(Space::Shared).iter().find(|segment| segment.bytes.len() == 32).unwrap();
        let bits: Vec<u64> = done.elements(&variables[0], 0, done.steps()).iter().map(|element| element.bits).collect();
        let held: Vec<u64> = end.bytes.chunks(4).map(|bytes| u32::from_le_bytes(bytes.try_into().unwrap()).into()).collect();
        assert_eq!(bits, held);
    }
}
