//! A kernel's run in slices, so that the page answers meanwhile, with what stands beside each line; and any moment of it once more.

use super::asked::Plan;
use super::types;
use crate::state::browser;
use leptos::prelude::window;
use semantics::findings::{Finding, findings};
use semantics::instruction::Context;
use semantics::kernel::argument::{Argument, Buffer, give};
use semantics::kernel::memory::{Memory, Space};
use semantics::kernel::module::{Code, Function, Line, Module, Slot};
use semantics::kernel::record::{Keeper, Record, Recording};
use semantics::kernel::{End, Launch, Machine, Stop, Watch};
use semantics::number::{OperandType, Pattern};
use semantics::sweep::verdict::Deviation;
use semantics::unrounded::{Beside, Companion};
use std::collections::HashMap;
use std::sync::Arc;
use wasm_bindgen_futures::JsFuture;

/// Milliseconds after which the page gets its turn.
const SLICE: f64 = 12.0;
/// Lines between two looks at the clock.
const BETWEEN: u32 = 2048;
/// Buffers with more elements than this have no errors beside them.
const COMPARED: usize = 1 << 16;

/// Which kernel a plan means: those of the module, or its functions where it has none.
pub fn entries(module: &Module) -> Vec<usize> {
    let of = |entry: bool| {
        let functions = module.functions.iter().enumerate().filter(move |(_, function)| function.defined && function.entry == entry);
        functions.map(|(at, _)| at).collect::<Vec<_>>()
    };
    let kernels = of(true);
    if kernels.is_empty() { of(false) } else { kernels }
}

/// The function of that name among those, or the first of them.
pub fn chosen(module: &Module, name: &str) -> Option<usize> {
    let all = entries(module);
    all.iter().find(|at| module.functions[**at].name == name).or(all.first()).copied()
}

/// Where the lines of functions stand in the text.
#[derive(Debug, Default)]
pub struct Places {
    /// The bytes at which the lines of the text begin.
    starts: Vec<usize>,
    /// The line of the text of each line of each function, from 0.
    of: Vec<Vec<u32>>,
}

impl Places {
    fn new(module: &Module) -> Places {
        let breaks = module.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let starts: Vec<usize> = core::iter::once(0).chain(breaks).collect();
        let line = |line: &Line| starts.partition_point(|start| *start <= line.span.start as usize).saturating_sub(1) as u32;
        let of = module.functions.iter().map(|function| function.lines.iter().map(line).collect()).collect();
        Places { starts, of }
    }

    /// How many lines the text has.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// A line of the text, without its break.
    fn text<'a>(&self, text: &'a str, line: usize) -> &'a str {
        let start = self.starts.get(line).copied().unwrap_or(text.len());
        let end = self.starts.get(line + 1).map_or(text.len(), |next| next - 1);
        text.get(start..end).unwrap_or("")
    }

    /// The line of a byte.
    pub fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// The line of a record.
    pub fn of(&self, record: &Record) -> usize {
        self.of.get(record.function as usize).and_then(|lines| lines.get(record.line as usize)).map_or(0, |line| *line as usize)
    }
}

/// A module with the places of its lines.
#[derive(Debug)]
pub struct Read {
    pub module: Module,
    pub places: Places,
}

impl Read {
    pub fn new(text: &str, context: &Context) -> Read {
        let module = Module::read(text, context);
        Read { places: Places::new(&module), module }
    }

    /// A line of the text, from 0.
    pub fn line(&self, line: usize) -> &str {
        self.places.text(&self.module.text, line)
    }
}

/// A register or a place in memory with its bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub name: String,
    pub own: OperandType,
    pub bits: u64,
}

impl Named {
    /// The value: a number, or an address in hexadecimal digits.
    pub fn value(&self) -> String {
        let address = self.own.width() == 64 && self.own.format.is_integer() && self.bits >> 28 != 0;
        match self.bits >> 60 {
            0 if address => format!("0x{:x}", self.bits),
            _ => self.own.decimal(self.bits),
        }
    }

    pub fn hex(&self) -> String {
        super::super::hex(self.own, self.bits)
    }
}

/// A run that has ended.
pub struct Done {
    pub read: Arc<Read>,
    entry: usize,
    launch: Launch,
    arguments: Vec<Argument>,
    recording: Recording,
    beside: Vec<Option<Beside>>,
    /// What is remarkable, by the place of the record.
    found: HashMap<u32, Vec<Finding>>,
    /// The records of each line of the text, in order.
    executions: Vec<Vec<u32>>,
    /// The types of the slots of each function.
    types: Vec<Vec<OperandType>>,
    /// The step that first wrote each slot of each function.
    written: HashMap<(u32, Slot), u32>,
    /// Why the thread did not come to its end; whether it is another thread than the one that is shown.
    pub stop: Option<(Stop, bool)>,
    pub buffers: Vec<Buffer>,
    /// What lies in the buffers at the end, less what would lie there had nothing rounded.
    pub errors: Vec<Vec<Option<Deviation>>>,
    /// Memory before the first line of the thread, and after the last of all threads.
    start: Memory,
    end: Memory,
}

/// A pause after so many lines, with or without a record of them.
struct Slice<'a, 'm> {
    keeper: Option<&'a mut Keeper<'m>>,
    left: usize,
}

impl Watch for Slice<'_, '_> {
    fn before(&mut self, function: usize, line: usize, registers: &[u64]) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.keeper.as_mut().is_none_or(|keeper| keeper.before(function, line, registers))
    }

    fn after(&mut self, function: usize, line: usize, ran: bool, registers: &[u64]) {
        if let Some(keeper) = &mut self.keeper {
            keeper.after(function, line, ran, registers);
        }
    }
}

/// Gives the page its turn when its time has come.
pub struct Clock(f64);

impl Clock {
    pub fn new() -> Clock {
        Clock(browser::now())
    }

    pub fn is_due(&self) -> bool {
        browser::now() - self.0 > SLICE
    }

    pub async fn turn(&mut self) {
        let turn = js_sys::Promise::new(&mut |go_on, _| drop(window().set_timeout_with_callback(&go_on)));
        // It cannot be refused: nobody holds what would refuse it.
        let _ = JsFuture::from(turn).await;
        self.0 = browser::now();
    }
}

fn launch(plan: &Plan, thread: u32) -> Launch {
    Launch {
        thread: [thread % plan.threads, 0, 0],
        threads: [plan.threads, 1, 1],
        block: [thread / plan.threads, 0, 0],
        blocks: [plan.blocks, 1, 1],
    }
}

/// Runs every thread up to the end, one after the other, and keeps what the one that is shown did. None where nobody waits for it any
/// more; the error is a sentence. `far` hears how many lines have run.
pub async fn run(
    read: Arc<Read>,
    plan: Plan,
    arguments: Vec<String>,
    waits: impl Fn() -> bool,
    far: impl Fn(u64),
) -> Option<Result<Done, String>> {
    let (module, places) = (&read.module, &read.places);
    let Some(entry) = chosen(module, &plan.entry) else {
        return Some(Err("There is no kernel here: no .entry with a body.".into()));
    };
    let given = arguments.iter().zip(1..).map(|(text, place)| Argument::read(text).map_err(|why| format!("Argument {place}: {why}")));
    let arguments = match given.collect::<Result<Vec<_>, _>>() {
        Ok(arguments) => arguments,
        Err(why) => return Some(Err(why)),
    };
    let mut clock = Clock::new();
    let mut machine = Machine::new(module, entry, launch(&plan, 0), plan.limit);
    let buffers = match give(&mut machine, module, &arguments) {
        Ok(buffers) => buffers,
        Err(why) => return Some(Err(why)),
    };
    let mut keeper = Keeper::new(module, plan.limit as usize);
    let (mut start, mut stop, mut lines) = (Memory::default(), None, 0);
    'threads: for thread in 0..plan.threads * plan.blocks {
        if thread > 0 {
            machine.next(entry, launch(&plan, thread));
        }
        machine.left = plan.limit;
        let shown = thread == plan.thread;
        if shown {
            start = machine.memory.clone();
        }
        loop {
            let mut slice = Slice { keeper: shown.then_some(&mut keeper), left: BETWEEN as usize };
            let end = machine.run(&mut slice);
            if clock.is_due() {
                clock.turn().await;
                if !waits() {
                    return None;
                }
                far(lines + plan.limit - machine.left);
            }
            match end {
                End::Paused => {}
                End::Finished => break,
                End::Stopped(why) => {
                    stop = Some((why, !shown));
                    // What the thread that is shown does is not known where one before it stopped.
                    break 'threads;
                }
            }
        }
        lines += plan.limit - machine.left;
    }
    let recording = keeper.recording;
    let mut written = HashMap::new();
    let mut executions = vec![Vec::new(); places.count()];
    let mut companion = Companion::new(module);
    let mut beside = Vec::with_capacity(recording.records.len());
    let mut found = HashMap::new();
    for (at, record) in recording.records.iter().enumerate() {
        if at % 64 == 0 && clock.is_due() {
            clock.turn().await;
            if !waits() {
                return None;
            }
        }
        let here = companion.line(&recording, record);
        let all = findings(module, &recording, record, here.as_ref());
        if !all.is_empty() {
            found.insert(at as u32, all);
        }
        beside.push(here);
        executions[places.of(record)].push(at as u32);
        if let Some((_, line)) = recording.line(module, record).filter(|_| record.ran) {
            for slot in line.code.writes() {
                written.entry((record.function, slot)).or_insert(at as u32);
            }
        }
    }
    let end = machine.memory.clone();
    let errors = |buffer: &Buffer| {
        let (numbers, base) = (buffer.numbers(&end), end.segments(Space::Global).get(buffer.segment).map_or(0, |segment| segment.base));
        let each = u64::from(buffer.own.width().div_ceil(8));
        let one = |(at, number): (usize, Pattern)| companion.in_memory(base + at as u64 * each, number);
        if numbers.len() > COMPARED || !buffer.own.is_floating() { Vec::new() } else { numbers.into_iter().enumerate().map(one).collect() }
    };
    let errors = buffers.iter().map(errors).collect();
    let types = module.functions.iter().map(types::slots).collect();
    let launch = launch(&plan, plan.thread);
    drop((machine, companion));
    Some(Ok(Done {
        entry,
        launch,
        arguments,
        recording,
        beside,
        found,
        executions,
        types,
        written,
        stop,
        buffers,
        errors,
        start,
        end,
        read,
    }))
}

/// What a line that ran did.
pub struct Step<'d> {
    done: &'d Done,
    /// Its place among the records.
    pub at: usize,
    record: &'d Record,
    function: &'d Function,
    line: &'d Line,
}

impl Done {
    /// How many lines the shown thread ran.
    pub fn steps(&self) -> usize {
        self.recording.records.len()
    }

    /// The records of a line of the text, in order.
    pub fn executions(&self, line: usize) -> &[u32] {
        self.executions.get(line).map_or(&[], Vec::as_slice)
    }

    /// The execution of a line that was the last when so many lines had run, counted from 0.
    pub fn latest(&self, line: usize, step: usize) -> Option<usize> {
        self.executions(line).partition_point(|at| (*at as usize) < step).checked_sub(1)
    }

    /// The name of the kernel.
    pub fn name(&self) -> &str {
        &self.read.module.functions[self.entry].name
    }

    /// What a record says.
    pub fn step(&self, at: usize) -> Option<Step<'_>> {
        let record = self.recording.records.get(at)?;
        let (function, line) = self.recording.line(&self.read.module, record)?;
        Some(Step { done: self, at, record, function, line })
    }

    /// The step after which the error of the result is largest.
    pub fn worst(&self) -> Option<usize> {
        let sizes = self.beside.iter().enumerate().filter_map(|(at, beside)| Some((at, beside.as_ref()?.whole.size())));
        // The first of equals: that is where the error came to be.
        sizes.filter(|(_, size)| *size > 0).rev().max_by_key(|(_, size)| *size).map(|(at, _)| at)
    }

    /// The number in the buffers that is farthest off at the end: which buffer, where in it, by how much.
    pub fn farthest(&self) -> Option<(usize, usize, Deviation)> {
        let all = self
            .errors
            .iter()
            .enumerate()
            .flat_map(|(buffer, errors)| errors.iter().enumerate().filter_map(move |(at, error)| Some((buffer, at, (*error)?))));
        all.reduce(|worst, one| if one.2.size() > worst.2.size() { one } else { worst })
    }

    /// How often a line is remarkable in some way, with the first time.
    pub fn remarkable(&self) -> Vec<(Finding, usize, usize)> {
        let mut all: Vec<(Finding, usize, usize)> = Vec::new();
        let mut places: Vec<&u32> = self.found.keys().collect();
        places.sort_unstable();
        for at in places {
            for finding in &self.found[at] {
                let same = |known: &Finding| core::mem::discriminant(known) == core::mem::discriminant(finding);
                match all.iter_mut().find(|(known, ..)| same(known)) {
                    Some((_, _, count)) => *count += 1,
                    None => all.push((*finding, *at as usize, 1)),
                }
            }
        }
        all
    }

    /// The registers of the innermost function that were written, and memory, when so many lines had run. The run is done once more up to there.
    pub fn moment(&self, step: usize) -> (Vec<Named>, Memory) {
        let module = &self.read.module;
        let mut machine = Machine::new(module, self.entry, self.launch, u64::MAX);
        if give(&mut machine, module, &self.arguments).is_err() {
            return Default::default();
        }
        machine.memory.clone_from(&self.start);
        machine.run(&mut Slice { keeper: None, left: step });
        let function = machine.function();
        let number = module.functions.iter().position(|known| core::ptr::eq(known, function)).unwrap_or(0);
        let named = |(slot, bits): (usize, &u64)| {
            self.written.get(&(number as u32, slot as Slot)).filter(|at| (**at as usize) < step)?;
            let (name, _) = function.registers.get(slot)?.as_ref()?;
            Some(Named { name: name.clone(), own: self.types[number][slot], bits: *bits })
        };
        let registers = machine.registers().iter().enumerate().filter_map(named).collect();
        let memory = if step >= self.steps() { self.end.clone() } else { machine.memory };
        (registers, memory)
    }

    /// A place in memory in words: `out[3]`, or its address.
    fn place(&self, address: u64) -> String {
        for buffer in &self.buffers {
            let Some(segment) = self.end.segments(Space::Global).get(buffer.segment) else { continue };
            let within = address.wrapping_sub(segment.base);
            if within < segment.bytes.len() as u64 {
                let name = super::short(&buffer.name, &self.read.module.functions[self.entry].name);
                return format!("{name}[{}]", within / u64::from(buffer.own.width().div_ceil(8).max(1)));
            }
        }
        format!("[0x{address:x}]")
    }
}

impl Step<'_> {
    /// Whether its guard let it run.
    pub fn ran(&self) -> bool {
        self.record.ran
    }

    /// The line of the text.
    pub fn line(&self) -> usize {
        self.done.read.places.of(self.record)
    }

    /// Its text with single blanks.
    pub fn text(&self) -> String {
        let span = self.line.span.start as usize..self.line.span.end as usize;
        self.done.read.module.text.get(span).unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn named(&self, slots: &[u32], bits: &[u64]) -> Vec<Named> {
        let types = &self.done.types[self.record.function as usize];
        let mut all: Vec<Named> = Vec::new();
        for (slot, bits) in slots.iter().zip(bits) {
            let own = self.own(*slot).unwrap_or(types[*slot as usize]);
            let name = self.function.name_of(*slot).unwrap_or("").to_owned();
            if all.iter().all(|known| known.name.is_empty() || known.name != name) {
                all.push(Named { name, own, bits: *bits });
            }
        }
        all
    }

    /// What an instruction of the table says of its own operands.
    fn own(&self, slot: u32) -> Option<OperandType> {
        let Code::Float { request, to, from, count, .. } = &self.line.code else { return None };
        let request = self.function.requests.get(*request as usize)?;
        let source = from[..*count as usize].iter().position(|from| *from == slot).map(|at| request.source_type(at));
        source.or_else(|| (*to == slot).then(|| request.destination_type()))
    }

    /// What it read; a constant has no name.
    pub fn read(&self) -> Vec<Named> {
        self.named(&self.line.code.reads(), self.done.recording.sources(self.record))
    }

    /// What it wrote: registers, or places in memory.
    pub fn wrote(&self) -> Vec<Named> {
        if !self.record.ran {
            return Vec::new();
        }
        if let Code::Store { from, place } = &self.line.code {
            let sources = self.done.recording.sources(self.record);
            let base = sources.first().copied().unwrap_or(0).wrapping_add(place.offset);
            let types = &self.done.types[self.record.function as usize];
            let one = |(at, (slot, bits)): (usize, (&u32, &u64))| Named {
                name: self.done.place(base.wrapping_add(at as u64 * u64::from(place.width))),
                own: types[*slot as usize],
                bits: *bits,
            };
            return from.iter().zip(sources.get(1..).unwrap_or_default()).enumerate().map(one).collect();
        }
        let (slots, results) = (self.line.code.writes(), self.done.recording.results(self.record));
        if let Code::Float { request, to, .. } = &self.line.code
            && let Some(request) = self.function.requests.get(*request as usize)
            && let Some(bits) = results.first()
        {
            // Where source and destination are one register, the destination's type is meant.
            let name = self.function.name_of(*to).unwrap_or("").to_owned();
            return vec![Named { name, own: request.destination_type(), bits: *bits }];
        }
        self.named(&slots, results)
    }

    /// What stands beside it.
    pub fn beside(&self) -> Option<&Beside> {
        self.done.beside.get(self.at)?.as_ref()
    }

    /// What is remarkable about it.
    pub fn found(&self) -> &[Finding] {
        self.done.found.get(&(self.at as u32)).map_or(&[], Vec::as_slice)
    }

    /// Whether the run stopped at it.
    pub fn stopped(&self) -> Option<&Stop> {
        let (stop, other) = self.done.stop.as_ref()?;
        let here =
            self.at + 1 == self.done.steps() && (stop.function, stop.line) == (self.record.function as usize, self.record.line as usize);
        (!other && here).then_some(stop)
    }

    /// The instruction without its guard, and the registers that it read, for the explorer; None where that shows nothing of it.
    pub fn alone(&self) -> Option<(String, Vec<Named>)> {
        let floats = |own: &Named| own.own.format.is_floating();
        let shows = match &self.line.code {
            Code::Float { .. } => true,
            Code::Compare { .. } | Code::Set { .. } => self.read().iter().any(floats),
            _ => false,
        };
        if !shows || !self.record.ran {
            return None;
        }
        let text = self.text();
        let code = if text.starts_with('@') { text.split_once(' ').map_or("", |(_, code)| code) } else { &text };
        Some((code.to_owned(), self.read().into_iter().filter(|one| !one.name.is_empty()).collect()))
    }
}
