//! Why a number that a kernel leaves has other bits than expected: what may have departed, in one line or in all lines alike, is written into
//! the kernel's text, which is read and run once more.
//!
//! The changes are those of straight-line code, each made on a line, or on two of which one alone reads what the other writes.

use super::code::{Code, Line, Operand};
use super::departure::{Departure, Mutation, Rewrite, sentence};
use super::modifier_mutation::mutations;
use super::reinterpretation::{Look, Reinterpretation};
use super::rewrite::rewrites;
use super::{Kind, cause, value};
use crate::instruction::{Context, Meaning};
use crate::kernel::argument::{Argument, Buffer, give};
use crate::kernel::memory::{Memory, Space};
use crate::kernel::module::{self, Function, Slot};
use crate::kernel::record::Keeper;
use crate::kernel::{End, Launch, Machine, Module, Nobody};
use crate::number::{Format, OperandType, Pattern};
use core::ops::Range;
use std::collections::HashSet;

/// How a kernel is launched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launched {
    /// The kernel's name.
    pub entry: String,
    /// What it takes, in its order.
    pub arguments: Vec<Argument>,
    /// Threads of a block, along x.
    pub threads: u32,
    /// Blocks, along x.
    pub blocks: u32,
    /// The lines that a thread may run.
    pub limit: u64,
}

/// A number that a kernel leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which buffer.
    pub buffer: usize,
    /// Which element of it.
    pub at: usize,
}

impl Place {
    /// Reads `out[3]=1.5`: a buffer by its name, an element, and what was seen there. The error is a sentence.
    pub fn read(text: &str, kernel: &str, buffers: &[(&str, &'static Format)]) -> Result<(Place, u64), String> {
        let wanted = || format!("`{text}` names no element and its bits: out[3]=0x3f800001.");
        let (place, seen) = text.split_once('=').ok_or_else(wanted)?;
        let (name, at) = place.trim().strip_suffix(']').and_then(|place| place.split_once('[')).ok_or_else(wanted)?;
        let at = at.trim().parse().map_err(|_| wanted())?;
        let short = |name: &str| name.strip_prefix(kernel).and_then(|name| name.strip_prefix('_')).unwrap_or(name).to_owned();
        let named = |own: &str| own == name.trim() || short(own) == name.trim();
        let names = || buffers.iter().map(|(own, _)| short(own)).collect::<Vec<_>>().join(", ");
        let buffer = buffers.iter().position(|(own, _)| named(own));
        let buffer = buffer.ok_or_else(|| format!("There is no buffer `{}`; these are here: {}.", name.trim(), names()))?;
        Ok((Place { buffer, at }, value::seen(seen, Some(buffers[buffer].1))?))
    }
}

/// Something that gives exactly the bits that were seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// What departs from the kernel, one thing or two.
    pub departures: Vec<Departure>,
    /// The lines that change, by their numbers in the text, from 1 on; none where the right bits were read as something else.
    pub lines: Vec<usize>,
    /// Whether every line changes that can.
    pub everywhere: bool,
    /// The kernel with the change.
    pub text: String,
}

impl Explanation {
    /// What it is about.
    pub fn kind(&self) -> Kind {
        self.departures.iter().map(Departure::kind).max().unwrap_or(Kind::Unwritten)
    }

    /// What happened, in a sentence, with its lines.
    pub fn sentence(&self) -> String {
        let said = sentence(&self.departures);
        let numbers = || self.lines.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        match (&self.lines[..], self.everywhere) {
            ([], _) => said,
            ([line], _) => format!("Line {line}: {}", lowered(&said)),
            (lines, true) => {
                format!("Every line that can ({}): {}", if lines.len() > 6 { lines.len().to_string() } else { numbers() }, lowered(&said))
            }
            (_, false) => format!("Lines {}: {}", numbers(), lowered(&said)),
        }
    }

    /// What of a compiler or of somebody's habits brings it about, in a sentence each, where it is known.
    pub fn causes(&self) -> Vec<&'static str> {
        self.departures.iter().filter_map(cause::cause).collect()
    }
}

fn lowered(said: &str) -> String {
    let mut letters = said.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_lowercase).collect();
    [&first, letters.as_str()].concat()
}

/// One or two rows of PTX's table as code that can be changed, and where they stand.
#[derive(Clone, Debug)]
struct Unit {
    code: Code,
    /// Each line's bytes with its semicolon, and its guard.
    places: Vec<(Range<usize>, String)>,
}

/// A change that may have been made.
#[derive(Clone, Debug)]
struct Change {
    departures: Vec<Departure>,
    edits: Vec<(Range<usize>, String)>,
    lines: Vec<usize>,
    everywhere: bool,
}

/// A kernel that is asked about, its changes tried one after the other.
#[derive(Clone, Debug)]
pub struct Inquiry {
    text: String,
    context: Context,
    launched: Launched,
    place: Place,
    /// The format of the number.
    pub format: &'static Format,
    /// The bits that were to be expected.
    pub expected: u64,
    /// The bits that were seen.
    pub seen: u64,
    /// The thread that alone decides on the number; None where several do.
    thread: Option<u32>,
    /// The lines that a thread may run when it is changed.
    limit: u64,
    changes: Vec<Change>,
    tried: usize,
    /// Whether two things at once are among the changes.
    twice: bool,
    found: Vec<Explanation>,
}

impl Launched {
    fn launch(&self, thread: u32) -> Launch {
        Launch {
            thread: [thread % self.threads, 0, 0],
            threads: [self.threads, 1, 1],
            block: [thread / self.threads, 0, 0],
            blocks: [self.blocks, 1, 1],
        }
    }

    /// Runs a module: all threads in their order, or one alone. `after` hears of each thread with the memory that it leaves. None where it
    /// stops.
    fn run(&self, module: &Module, only: Option<u32>, limit: u64, mut after: impl FnMut(u32, &[Buffer], &Memory)) -> Option<()> {
        let entry = module.entry(Some(&self.entry)).ok()?;
        let first = only.unwrap_or(0);
        let mut machine = Machine::new(module, entry, self.launch(first), limit);
        let buffers = give(&mut machine, module, &self.arguments).ok()?;
        let last = only.unwrap_or(self.threads * self.blocks - 1);
        for thread in first..=last {
            if thread > first {
                machine.next(entry, self.launch(thread));
            }
            machine.left = limit;
            if machine.run(&mut Nobody) != End::Finished {
                return None;
            }
            after(thread, &buffers, &machine.memory);
        }
        Some(())
    }

    /// The bits that a module leaves in a place; None where it stops.
    fn bits(&self, module: &Module, place: Place, only: Option<u32>, limit: u64) -> Option<u64> {
        let mut bits = None;
        self.run(module, only, limit, |_, buffers, memory| bits = element(buffers, memory, place))?;
        bits
    }
}

/// The bits of an element.
fn element(buffers: &[Buffer], memory: &Memory, place: Place) -> Option<u64> {
    let buffer = buffers.get(place.buffer)?;
    let each = buffer.own.width().div_ceil(8).max(1) as usize;
    let bytes = memory.segments(Space::Global).get(buffer.segment)?.bytes.get(place.at * each..(place.at + 1) * each)?;
    Some(bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)))
}

/// The most rows that are varied.
const MOST_ROWS: usize = 400;

impl Inquiry {
    /// Asks why a kernel left other bits than it should. The error is a sentence.
    pub fn new(module: &Module, launched: Launched, place: Place, seen: u64) -> Result<Inquiry, String> {
        let entry = module.entry(Some(&launched.entry))?;
        let mut machine = Machine::new(module, entry, launched.launch(0), launched.limit);
        let buffers = give(&mut machine, module, &launched.arguments)?;
        let format = buffers.get(place.buffer).map(|buffer| buffer.own).ok_or("There is no such buffer.")?;
        let before = element(&buffers, &machine.memory, place).ok_or("There is no such element.")?;
        drop(machine);
        // The last thread that changes the number decides on it, if it leaves the same when it runs alone.
        let (mut bits, mut thread) = (before, None);
        let ended = launched.run(module, None, launched.limit, |number, buffers, memory| {
            let now = element(buffers, memory, place).unwrap_or(bits);
            if now != bits {
                (bits, thread) = (now, Some(number));
            }
        });
        ended.ok_or("The kernel does not come to its end with these arguments, so nothing can be said of what it leaves.")?;
        let thread = thread.filter(|thread| launched.bits(module, place, Some(*thread), launched.limit) == Some(bits));
        let (ran, lines) = ran(module, &launched, thread.unwrap_or(0));
        let units = units(module, &ran);
        if units.len() > MOST_ROWS {
            return Err(format!("{} instructions ran that could be varied; {MOST_ROWS} are the most.", units.len()));
        }
        let mut inquiry = Inquiry {
            text: module.text.clone(),
            context: module.context,
            limit: launched.limit.min(lines.saturating_mul(4) + 1000),
            launched,
            place,
            format,
            expected: bits,
            seen,
            thread,
            changes: Vec::new(),
            tried: 0,
            twice: false,
            found: Vec::new(),
        };
        inquiry.changes = changes(module, &units);
        if inquiry.expected != seen {
            inquiry.readings();
        } else {
            inquiry.changes.clear();
            inquiry.twice = true;
        }
        Ok(inquiry)
    }

    /// What the right bits may have been read as.
    fn readings(&mut self) {
        if !self.format.is_floating() {
            return;
        }
        let look = Look::new(Pattern::new(self.format, self.expected), &[], self.seen);
        for reading in Reinterpretation::all(self.format, false, 0).into_iter().filter(|reading| reading.gives(&look)) {
            let (departures, text) = (vec![Departure::Reinterpretation(reading)], self.text.clone());
            self.found.push(Explanation { departures, lines: Vec::new(), everywhere: false, text });
        }
    }

    /// Tries one more change; false where none is left. Two things at once are tried where one explains nothing.
    pub fn go_on(&mut self) -> bool {
        if self.tried == self.changes.len() {
            if self.twice || !self.found.is_empty() {
                return false;
            }
            self.twice = true;
            let module = Module::read(&self.text, &self.context);
            let (ran, _) = ran(&module, &self.launched, self.thread.unwrap_or(0));
            self.changes.extend(pairs(&module, &units(&module, &ran)));
        }
        let Some(change) = self.changes.get(self.tried) else { return false };
        self.tried += 1;
        let text = edited(&self.text, &change.edits);
        let known = self.found.iter().any(|found| found.text == text && !found.lines.is_empty());
        let bits = || self.launched.bits(&Module::read(&text, &self.context), self.place, self.thread, self.limit);
        if !known && bits() == Some(self.seen) {
            let Change { departures, lines, everywhere, .. } = change.clone();
            self.found.push(Explanation { departures, lines, everywhere, text });
        }
        true
    }

    /// How many changes were tried, of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.tried, self.changes.len())
    }

    /// What gives the bits that were seen, the likeliest first.
    pub fn found(&self) -> Vec<&Explanation> {
        let mut found: Vec<&Explanation> = self.found.iter().collect();
        found.sort_by_key(|one| (one.departures.len(), one.kind(), !one.everywhere, one.lines.len(), one.lines.first().copied()));
        found
    }
}

/// The lines that a thread runs, and how many of them it runs in all.
fn ran(module: &Module, launched: &Launched, thread: u32) -> (HashSet<(u32, u32)>, u64) {
    let mut keeper = Keeper::new(module, 1_000_000);
    let Ok(entry) = module.entry(Some(&launched.entry)) else { return Default::default() };
    let mut machine = Machine::new(module, entry, launched.launch(thread), launched.limit);
    if give(&mut machine, module, &launched.arguments).is_err() {
        return Default::default();
    }
    machine.run(&mut keeper);
    let ran = keeper.recording.records.iter().filter(|record| record.ran).map(|record| (record.function, record.line)).collect();
    (ran, launched.limit - machine.left)
}

/// The rows among lines that ran, each as code of one line.
fn units(module: &Module, ran: &HashSet<(u32, u32)>) -> Vec<Unit> {
    let mut units = Vec::new();
    for (number, function) in module.functions.iter().enumerate() {
        for (_, line) in function.lines.iter().enumerate().filter(|(at, _)| ran.contains(&(number as u32, *at as u32))) {
            if let Some(code) = as_code(function, &line.code) {
                let place = place(function, line);
                units.push(Unit { code: Code { lines: vec![code], context: module.context }, places: vec![place] });
            }
        }
    }
    units
}

/// A row as a line of code; None of rows that nothing here varies.
fn as_code(function: &Function, code: &module::Code) -> Option<Line> {
    let module::Code::Row { request, to, second: None, from, count, carry: None, negated: 0, .. } = code else { return None };
    let request = function.requests.get(*request as usize)?;
    let (form, modifiers) = (request.form, request.modifiers);
    if form.is_of_integers() || form.meaning == Meaning::Nothing {
        return None;
    }
    let operand = |(place, slot): (usize, &Slot)| match function.name_of(*slot) {
        Some(name) => Operand::Register(name.to_owned()),
        None => {
            let bits = function.initial.get(*slot as usize).copied().unwrap_or(0);
            let own = request.source_type(place);
            let text = if own.format.is_integer() { bits.to_string() } else { Pattern::new(own.as_word(), bits).ptx() };
            Operand::Literal(text, bits)
        }
    };
    let from = from.iter().take(*count as usize).enumerate().map(operand).collect();
    Some(Line { form, modifiers, to: function.name_of(*to)?.to_owned(), from })
}

/// The bytes of a line with its semicolon, and its guard.
fn place(function: &Function, line: &module::Line) -> (Range<usize>, String) {
    let guard = line
        .guard
        .map_or(String::new(), |(slot, negated)| format!("@{}{} ", if negated { "!" } else { "" }, function.name_of(slot).unwrap_or("")));
    (line.span.start as usize..line.span.end as usize, guard)
}

/// Pairs of rows that stand in one block, of which the second alone reads what the first writes.
fn couples(module: &Module, units: &[Unit]) -> Vec<Unit> {
    let mut all = Vec::new();
    let at = |unit: &Unit| unit.places[0].0.start;
    for function in &module.functions {
        let lines = &function.lines;
        let jumps = |line: &module::Line| match &line.code {
            module::Code::Branch(target) => vec![*target],
            module::Code::Switch { targets, .. } => targets.to_vec(),
            _ => Vec::new(),
        };
        let entered: HashSet<u32> = lines.iter().flat_map(jumps).collect();
        let leaves = |line: &module::Line| {
            use module::Code::{Branch, Call, Exit, Return, Stop, Switch};
            matches!(line.code, Branch(_) | Switch { .. } | Call(_) | Return | Exit | Stop { .. })
        };
        let reads = |slot: Slot| lines.iter().flat_map(|line| line.code.reads()).filter(|read| *read == slot).count();
        for (first, line) in lines.iter().enumerate().filter(|(_, line)| line.guard.is_none()) {
            let module::Code::Row { to, .. } = line.code else { continue };
            let Some(unit) = units.iter().find(|unit| at(unit) == line.span.start as usize) else { continue };
            if reads(to) != 1 {
                continue;
            }
            let operands = line.code.reads();
            for (second, next) in lines.iter().enumerate().skip(first + 1) {
                if entered.contains(&(second as u32)) || leaves(next) {
                    break;
                }
                if next.code.reads().contains(&to) {
                    let other = units.iter().find(|unit| at(unit) == next.span.start as usize).filter(|_| next.guard.is_none());
                    if let Some(other) = other {
                        let lines = [&unit.code.lines[..], &other.code.lines[..]].concat();
                        let places = [&unit.places[..], &other.places[..]].concat();
                        all.push(Unit { code: Code { lines, ..unit.code.clone() }, places });
                    }
                    break;
                }
                if next.code.writes().iter().any(|slot| operands.contains(slot) || *slot == to) {
                    break;
                }
            }
        }
    }
    all
}

/// The rewritings that need two lines.
fn is_of_two(departure: &Departure) -> bool {
    matches!(departure, Departure::Rewrite(Rewrite::Joined | Rewrite::OtherProduct | Rewrite::Associated))
}

/// Every change of one kind: of one line, of two that belong together, and of all lines alike.
fn changes(module: &Module, units: &[Unit]) -> Vec<Change> {
    let mut all = Vec::new();
    let couples = couples(module, units);
    let words = mutations();
    let mut kinds: Vec<Departure> = Vec::new();
    let mut note = |departure: &Departure| {
        let alike = match departure {
            Departure::Mutation(Mutation::Words(..)) => true,
            Departure::Rewrite(rewrite) => {
                matches!(rewrite, Rewrite::Split | Rewrite::Joined | Rewrite::Reciprocal(_) | Rewrite::OtherProduct)
            }
            _ => false,
        };
        if alike && !kinds.contains(departure) {
            kinds.push(departure.clone());
        }
    };
    let mut add = |unit: &Unit, departure: Departure, code: &Code| {
        note(&departure);
        all.extend(change(module, vec![departure], [(unit, code)].into_iter(), false));
    };
    for unit in units {
        for one in words.iter().filter(|one| matches!(one, Mutation::Words(..))) {
            if let Some(code) = one.apply(&unit.code) {
                add(unit, Departure::Mutation(*one), &code);
            }
        }
        for (rewrite, code) in rewrites(&unit.code) {
            add(unit, Departure::Rewrite(rewrite), &code);
        }
    }
    for couple in &couples {
        for (rewrite, code) in rewrites(&couple.code).into_iter().filter(|(rewrite, _)| is_of_two(&Departure::Rewrite(rewrite.clone()))) {
            add(couple, Departure::Rewrite(rewrite), &code);
        }
    }
    let mut everywhere: Vec<Change> = kinds.iter().filter_map(|kind| alike(module, units, &couples, core::slice::from_ref(kind))).collect();
    // Another target is another for all lines.
    let whole = Code { lines: units.iter().flat_map(|unit| unit.code.lines.clone()).collect(), context: module.context };
    for one in words.iter().filter(|one| matches!(one, Mutation::Target(_))) {
        if let (Some(code), Some(place)) = (one.apply(&whole), target_place(&module.text)) {
            let departures = vec![Departure::Mutation(*one)];
            let edits = vec![(place.clone(), code.context.target.name().to_owned())];
            everywhere.push(Change { departures, edits, lines: vec![module.line_number(place.start)], everywhere: true });
        }
    }
    everywhere.extend(all);
    everywhere
}

/// Two kinds of change at once, each of all lines alike.
fn pairs(module: &Module, units: &[Unit]) -> Vec<Change> {
    let couples = couples(module, units);
    let mut kinds: Vec<Departure> = Vec::new();
    for change in changes(module, units).into_iter().filter(|change| change.everywhere || change.lines.len() == 1) {
        for departure in change.departures {
            let alike = match &departure {
                Departure::Mutation(Mutation::Words(..)) => true,
                Departure::Rewrite(rewrite) => rewrite.varies(),
                _ => false,
            };
            if alike && !kinds.contains(&departure) {
                kinds.push(departure);
            }
        }
    }
    let mut all = Vec::new();
    for (at, first) in kinds.iter().enumerate() {
        for second in kinds.iter().skip(at + 1).filter(|second| second.kind() != first.kind()) {
            // Words are changed in what was rewritten.
            let both =
                if matches!(second, Departure::Rewrite(_)) { [second.clone(), first.clone()] } else { [first.clone(), second.clone()] };
            all.extend(alike(module, units, &couples, &both));
        }
    }
    all
}

/// The code with a departure; None where nothing changes.
fn applied(departure: &Departure, code: &Code) -> Option<Code> {
    match departure {
        Departure::Mutation(mutation) => mutation.apply(code),
        Departure::Rewrite(rewrite) => rewrites(code).into_iter().find(|(own, _)| own == rewrite).map(|(_, code)| code),
        Departure::Toggled(..) | Departure::Reinterpretation(_) => None,
    }
}

/// A change of all lines that it can be made of; None where that is none.
fn alike(module: &Module, units: &[Unit], couples: &[Unit], departures: &[Departure]) -> Option<Change> {
    let mut taken: HashSet<usize> = HashSet::new();
    let mut made: Vec<(&Unit, Code)> = Vec::new();
    let pairs = if departures.iter().any(is_of_two) { couples } else { &[] };
    for unit in pairs.iter().chain(units) {
        let fresh = unit.places.iter().all(|(span, _)| !taken.contains(&span.start));
        let mut code = unit.code.clone();
        for departure in departures {
            code = applied(departure, &code).unwrap_or(code);
        }
        // Of two lines, only what needs both.
        let needs = unit.places.len() == 1 || departures.iter().filter(|one| is_of_two(one)).any(|one| applied(one, &unit.code).is_some());
        if fresh && needs && code.lines != unit.code.lines {
            taken.extend(unit.places.iter().map(|(span, _)| span.start));
            made.push((unit, code));
        }
    }
    // What changes one line alone is among the changes of that line.
    let several = made.len() > 1;
    (several || departures.len() > 1)
        .then(|| change(module, departures.to_vec(), made.iter().map(|(unit, code)| (*unit, code)), several))
        .flatten()
}

/// A change as edits of the text; None where there are none.
fn change<'a>(
    module: &Module,
    departures: Vec<Departure>,
    made: impl Iterator<Item = (&'a Unit, &'a Code)>,
    everywhere: bool,
) -> Option<Change> {
    let (mut edits, mut lines) = (Vec::new(), Vec::new());
    for (unit, code) in made {
        // Of two lines both stand where the second stood: what that one reads has been written there.
        let (last, before) = unit.places.split_last()?;
        edits.extend(before.iter().map(|(span, _)| (span.clone(), String::new())));
        edits.push((last.0.clone(), written(unit, &code.lines, &last.1, &module.text)));
        lines.extend(unit.places.iter().map(|(span, _)| module.line_number(span.start)));
    }
    lines.sort_unstable();
    lines.dedup();
    edits.sort_by_key(|(span, _)| span.start);
    (!edits.is_empty()).then_some(Change { departures, edits, lines, everywhere })
}

/// Lines as text, what they need of registers declared around them.
fn written(unit: &Unit, lines: &[Line], guard: &str, text: &str) -> String {
    let known: HashSet<&str> = unit.code.lines.iter().flat_map(|line| names(line)).collect();
    let mut fresh: Vec<(String, OperandType)> = Vec::new();
    let mut lines = lines.to_vec();
    // A name that stands nowhere in the text.
    let stem = (0..).map(|number| format!("%ulp{number}_")).find(|stem| !text.contains(stem.as_str())).unwrap_or_default();
    for line in &lines {
        if !known.contains(&*line.to) && fresh.iter().all(|(name, _)| *name != line.to) {
            fresh.push((line.to.clone(), line.result_type()));
        }
    }
    let renamed = |name: &str| fresh.iter().position(|(own, _)| own == name).map(|at| format!("{stem}{at}"));
    for line in &mut lines {
        line.to = renamed(&line.to).unwrap_or_else(|| line.to.clone());
        for operand in &mut line.from {
            if let Operand::Register(name) = operand
                && let Some(new) = renamed(name)
            {
                *name = new;
            }
        }
    }
    let written: Vec<String> = lines.iter().map(|line| [guard, &line.text()].concat()).collect();
    if fresh.is_empty() {
        return written.join(" ");
    }
    let declared = fresh.iter().enumerate().map(|(at, (_, own))| {
        let own = if own.is_predicate() { ".pred".to_owned() } else { format!(".b{}", own.width().max(16)) };
        format!(".reg {own} {stem}{at};")
    });
    format!("{{ {} {} }}", declared.collect::<Vec<_>>().join(" "), written.join(" "))
}

/// The registers that a line names.
fn names(line: &Line) -> impl Iterator<Item = &str> {
    let read = line.from.iter().filter_map(|operand| match operand {
        Operand::Register(name) => Some(name.as_str()),
        Operand::Literal(..) => None,
    });
    core::iter::once(line.to.as_str()).chain(read)
}

/// The bytes of the target's name.
fn target_place(text: &str) -> Option<Range<usize>> {
    let word = text.find(".target")? + ".target".len();
    let rest = text.get(word..)?;
    let start = word + rest.len() - rest.trim_start().len();
    let end = start + text.get(start..)?.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')?;
    Some(start..end)
}

/// A text with edits, which stand in order and apart.
fn edited(text: &str, edits: &[(Range<usize>, String)]) -> String {
    let (mut made, mut at) = (String::with_capacity(text.len() + 64), 0);
    for (span, new) in edits {
        made.push_str(text.get(at..span.start).unwrap_or(""));
        made.push_str(new);
        at = span.end;
    }
    made.push_str(text.get(at..).unwrap_or(""));
    made
}
