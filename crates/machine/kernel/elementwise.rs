//! A kernel that maps one single, or up to four, to one single, as a function that is asked many times; or doubles to a double.
//!
//! What comes before the line that first reads the operand is the same for every one, so it runs once; from there on the kernel runs for
//! each, on the memory as it was before: what it keeps in a variable is gone for the next. Only slots that are read before they are written
//! need their values back. Many operands run abreast, each in a lane; what lanes do not do together, each does alone.

use super::argument::{Argument, Buffer, give};
use super::liveness::live;
use super::machine::{End, Go, Machine, NoObserver, Observer, Stop};
use super::memory::{Memory, Space, number};
use super::module::{Callee, Code, Formal, Function, Module, Place, Slot};
use super::special::Launch;
use crate::instruction::Evidence;
use crate::number::{F32, F64, Format};
use std::cell::RefCell;

/// Operands that run abreast.
pub const ABREAST: usize = 64;

/// How many operands a kernel may have, in words.
const COUNTS: [&str; 4] = ["one", "two", "three", "four"];

/// The bits of an operand or a result.
pub trait Bits: Copy + core::fmt::LowerHex {
    /// The format.
    const FORMAT: &'static Format;
    /// What it is called.
    const NAME: &'static str;
    /// The bits in memory.
    type Bytes: AsRef<[u8]>;
    /// To memory.
    fn bytes(self) -> Self::Bytes;
    /// From bits of 64.
    fn of(bits: u64) -> Self;
}

macro_rules! words {
    ($($own:ident $format:ident $name:literal;)*) => {
        $(impl Bits for $own {
            const FORMAT: &'static Format = $format::ROW;
            const NAME: &'static str = $name;
            type Bytes = [u8; size_of::<$own>()];
            #[inline(always)]
            fn bytes(self) -> Self::Bytes {
                self.to_le_bytes()
            }
            #[inline(always)]
            fn of(bits: u64) -> $own {
                bits as $own
            }
        })*
    };
}

words! {
    u32 F32 "single";
    u64 F64 "double";
}

/// A kernel between its operand and its result: singles, or doubles.
#[derive(Clone, Debug)]
pub struct Curve<'m, W = u32> {
    machine: RefCell<Machine<'m, ABREAST>>,
    /// The memory before the operand is read.
    before: Memory,
    /// The line that first reads the operand.
    at: usize,
    /// The lines that one operand may run.
    limit: u64,
    restored: Vec<(Slot, u64)>,
    inputs: Vec<(Space, usize)>,
    /// What else could be an operand.
    others: Vec<Candidate>,
    output: usize,
    /// The first operands for which the kernel stopped.
    stopped: RefCell<Option<(Vec<W>, Stop)>>,
    /// The lines that ran before the operand was read.
    begun: u64,
    lines: u64,
    evidence: Evidence,
}

/// What may hold the operand: a buffer, or a parameter.
#[derive(Clone, Debug)]
struct Candidate {
    name: String,
    base: u64,
    space: Space,
    segment: usize,
}

/// Watches which candidate is read first, and which buffer is written.
struct Probe<'m> {
    module: &'m Module,
    inputs: Vec<Candidate>,
    outputs: Vec<u64>,
    read: Option<usize>,
    written: Option<usize>,
}

impl Probe<'_> {
    fn address(place: &Place, registers: &[[u64; ABREAST]]) -> u64 {
        registers.get(place.base as usize).map_or(0, |base| base[0]).wrapping_add(place.offset)
    }
}

impl Observer for Probe<'_> {
    fn before(&mut self, function: usize, line: usize, registers: &mut [u64]) -> Go {
        let line = &self.module.functions[function].lines[line];
        let registers = registers.as_chunks().0;
        match &line.code {
            Code::Load { place, .. } if self.read.is_none() && line.lanes(registers, 1) == 1 => {
                let address = Probe::address(place, registers);
                self.read = self.inputs.iter().position(|input| input.base == address);
                if self.read.is_none() { Go::On } else { Go::Pause }
            }
            Code::Store { place, .. } if line.lanes(registers, 1) == 1 => {
                let address = Probe::address(place, registers);
                self.written = self.written.or(self.outputs.iter().position(|base| *base == address));
                Go::On
            }
            _ => Go::On,
        }
    }
}

impl Machine<'_, ABREAST> {
    /// Runs to the end. It is not generic, so it is compiled with this crate, however its caller is compiled.
    fn run_abreast(&mut self) -> End {
        self.run(&mut NoObserver)
    }
}

impl<'m> Curve<'m> {
    /// Finds operand and result of a kernel of one single, which may run so many lines for each operand. The error is a sentence.
    pub fn new(module: &'m Module, entry: usize, limit: u64) -> Result<Curve<'m>, String> {
        Self::of(module, entry, limit, 1)
    }
}

impl<'m, W: Bits> Curve<'m, W> {
    /// Finds operands and result of a kernel of some numbers. One alone is what is read first, several are what the first parameters hold.
    pub fn of(module: &'m Module, entry: usize, limit: u64, operands: usize) -> Result<Curve<'m, W>, String> {
        let count = operands.checked_sub(1).and_then(|last| COUNTS.get(last)).ok_or("A function of one to four numbers is wanted.")?;
        let function = module.functions.get(entry).ok_or("There is no such kernel.")?;
        let mut machine = Machine::abreast(module, entry, Launch::default(), limit);
        machine.rewind(0, 1, &[]);
        let arguments: Vec<Argument> = function.parameters.iter().map(|formal| argument(module, function, *formal, W::FORMAT)).collect();
        let buffers: Vec<Buffer> = give(&mut machine, module, &arguments)?;
        let segments = machine.memory.segments(Space::Global);
        let outputs: Vec<u64> = buffers.iter().map(|buffer| segments[buffer.segment].base).collect();
        let mut inputs: Vec<Candidate> = Vec::new();
        for formal in &function.parameters {
            let (Formal::Memory(variable), Some(base)) = (*formal, machine.parameter(*formal)) else { continue };
            let name = function.variables[variable as usize].name.clone();
            if let Some(Buffer { segment, .. }) = buffers.iter().find(|buffer| buffer.name == name) {
                inputs.push(Candidate { name, base: segments[*segment].base, space: Space::Global, segment: *segment });
            } else if own(function, *formal) == W::FORMAT {
                let segment = machine.memory.segments(Space::Param).iter().position(|segment| segment.base == base);
                inputs.extend(segment.map(|segment| Candidate { name, base, space: Space::Param, segment }));
            }
        }
        let mut probe = Probe { module, inputs, outputs, read: None, written: None };
        let ended = machine.run(&mut probe);
        let is_meant = |read: &usize| operands == 1 || (*read < operands && probe.inputs.len() >= operands);
        let read = probe.read.filter(|read| ended == End::Paused && machine.depth() == 1 && is_meant(read));
        let wanted = match operands {
            1 => format!("one {}", W::NAME),
            _ => format!("{count} {}s, its first parameters", W::NAME),
        };
        let unread = || format!("`{}` does not read {wanted}, through a pointer or as a parameter, in its own lines.", function.name);
        let Some(read) = read else {
            return Err(match ended {
                End::Stopped(stop) => format!("`{}` stops at line {}: {}", function.name, stop.number(module), stop.message),
                _ => unread(),
            });
        };
        let (at, begun) = (machine.at(), limit - machine.left);
        let live = live(function, at);
        let written: Vec<Slot> = function.lines.iter().flat_map(|line| line.code.writes()).collect();
        let mut restored: Vec<(Slot, u64)> =
            written.into_iter().filter(|slot| live.has(*slot)).map(|slot| (slot, machine.registers()[slot as usize * ABREAST])).collect();
        restored.sort_unstable();
        restored.dedup();
        machine.spread();
        let mut others = probe.inputs.clone();
        let first = if operands == 1 { read } else { 0 };
        let inputs: Vec<(Space, usize)> = others.drain(first..first + operands).map(|input| (input.space, input.segment)).collect();
        for (space, segment) in &inputs {
            machine.memory.segments_mut(*space)[*segment].divide(ABREAST);
        }
        let mut curve = Curve {
            before: machine.memory.clone(),
            machine: RefCell::new(machine),
            at,
            limit,
            restored,
            inputs,
            others,
            output: usize::MAX,
            stopped: RefCell::new(None),
            begun,
            lines: reached(module, entry).iter().flat_map(|function| &function.lines).filter(|line| !line.span.is_empty()).count() as u64,
            evidence: evidence(module, entry),
        };
        // The operand 1, to see where the result goes.
        curve.give([&[W::of(W::FORMAT.one()); COUNTS.len()][..operands]].into_iter());
        let ended = curve.machine.borrow_mut().run(&mut probe);
        if let Some(stop) = curve.stop(ended) {
            return Err(format!("`{}` stops at line {}: {}", function.name, stop.number(module), stop.message));
        }
        if !curve.inputs.iter().all(|(space, segment)| curve.machine.borrow().memory.was_read(*space, *segment)) {
            return Err(unread());
        }
        let written = probe.written.and_then(|written| buffers.get(written));
        curve.output = written.ok_or_else(|| format!("`{}` writes no {} through a pointer.", function.name, W::NAME))?.segment;
        Ok(curve)
    }

    /// Puts the kernel before its first line, with operands for as many lanes as there are some for.
    #[inline]
    fn give<'a>(&self, operands: impl ExactSizeIterator<Item = &'a [W]>)
    where
        W: 'a,
    {
        let machine = &mut *self.machine.borrow_mut();
        machine.left = self.limit;
        machine.rewind(self.at, u64::MAX >> (64 - operands.len().clamp(1, ABREAST)), &self.restored);
        machine.memory.restore(&self.before);
        for (lane, operands) in operands.enumerate() {
            for ((space, segment), bits) in self.inputs.iter().zip(operands) {
                let segment = machine.memory.segments_mut(*space).get_mut(*segment);
                let bytes = bits.bytes();
                let place = segment.and_then(|segment| segment.lane_mut(lane).get_mut(..size_of::<W>()));
                if let Some(place) = place {
                    place.copy_from_slice(bytes.as_ref());
                }
            }
        }
    }

    /// Why a run gives no result: it stopped, or it read something that is no operand of a function of one number.
    #[inline]
    fn stop(&self, ended: End) -> Option<Stop> {
        let memory = &self.machine.borrow().memory;
        match ended {
            End::Stopped(stop) => Some(stop),
            _ => self.others.iter().find(|other| memory.was_read(other.space, other.segment)).map(|other| Stop {
                code: "operand",
                message: format!(
                    "From here on it reads `{}` too, and is no function of {} {}{}.",
                    other.name,
                    COUNTS[self.inputs.len() - 1],
                    W::NAME,
                    if self.inputs.len() == 1 { "" } else { "s" },
                ),
                function: self.machine.borrow().outermost(),
                line: self.at,
            }),
        }
    }

    /// The result of an operand. Where the kernel stops it is a NaN, and so is every one after it: [`Curve::stopped`] says why.
    #[inline]
    pub fn evaluate(&self, bits: W) -> W {
        self.evaluate_all(&[bits])
    }

    /// The same of as many operands as the kernel has.
    #[inline]
    pub fn evaluate_all(&self, operands: &[W]) -> W {
        if self.stopped.borrow().is_some() {
            return W::of(W::FORMAT.default_nan);
        }
        self.give([operands].into_iter());
        let ended = self.machine.borrow_mut().run_abreast();
        if let Some(stop) = self.stop(ended) {
            *self.stopped.borrow_mut() = Some((operands.to_vec(), stop));
            return W::of(W::FORMAT.default_nan);
        }
        self.result(0)
    }

    /// What a lane left as its result.
    #[inline(always)]
    fn result(&self, lane: usize) -> W {
        let machine = self.machine.borrow();
        let result = machine.memory.segments(Space::Global).get(self.output).and_then(|segment| segment.lane(lane).get(..size_of::<W>()));
        W::of(result.map_or(0, number))
    }

    /// The results of many operands one after the other, each as [`Curve::evaluate_all`] has it of as many as the kernel takes.
    pub fn evaluate_each(&self, operands: &[W], mut take: impl FnMut(usize, W)) {
        let taken = self.operands();
        for (number, abreast) in operands.chunks(ABREAST * taken).enumerate() {
            let mut together = self.stopped.borrow().is_none();
            if together {
                self.give(abreast.chunks_exact(taken));
                let ended = self.machine.borrow_mut().run_abreast();
                together = self.stop(ended).is_none();
            }
            for (lane, own) in abreast.chunks_exact(taken).enumerate() {
                take(number * ABREAST + lane, if together { self.result(lane) } else { self.evaluate_all(own) });
            }
        }
    }

    /// The first operands for which the kernel stopped, and why.
    pub fn stopped(&self) -> Option<(Vec<W>, Stop)> {
        self.stopped.borrow().clone()
    }

    /// How many numbers it takes.
    #[inline(always)]
    pub fn operands(&self) -> usize {
        self.inputs.len()
    }

    /// The lines that the last operand ran, those before it was read among them.
    pub fn ran(&self) -> u64 {
        self.begun + (self.limit - self.machine.borrow().left)
    }

    /// The lines of the kernel and of the functions that it calls, without the return that a brace stands for.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// How we know what comes out: as the least known instruction that could run.
    pub fn evidence(&self) -> Evidence {
        self.evidence
    }
}

/// The format of a parameter that is a number; an empty one's is as good as any.
fn own(function: &Function, formal: Formal) -> &'static Format {
    let own = match formal {
        Formal::Memory(variable) => function.variables.get(variable as usize).map_or("", |variable| &variable.own),
        Formal::Register(..) => "",
    };
    Format::named(own).unwrap_or(crate::number::U64)
}

/// What a parameter is given: a pointer a buffer of one number of the format, an integer the number 1.
fn argument(module: &Module, function: &Function, formal: Formal, format: &'static Format) -> Argument {
    let size = match formal {
        Formal::Memory(variable) => function.variables.get(variable as usize).map_or(0, |variable| variable.bytes.len()),
        Formal::Register(_, width) => width as usize / 8,
    };
    let floats = own(function, formal).is_floating();
    if size * 8 == module.address_bits as usize && !floats { Argument::List(format, vec![0]) } else { Argument::Number("1".into()) }
}

/// A function and those that it may call.
fn reached(module: &Module, entry: usize) -> Vec<&Function> {
    let (mut waiting, mut seen, mut found) = (vec![entry], Vec::new(), Vec::new());
    while let Some(number) = waiting.pop() {
        let Some(function) = module.functions.get(number).filter(|_| !seen.contains(&number)) else { continue };
        seen.push(number);
        found.push(function);
        for line in &function.lines {
            let Code::Call(call) = &line.code else { continue };
            match call.callee {
                Callee::Function(callee) => waiting.push(callee as usize),
                // Which one it will be is not known: any that is no kernel.
                Callee::At(_) => waiting.extend((0..module.functions.len()).filter(|number| !module.functions[*number].entry)),
            }
        }
    }
    found
}

/// The weakest evidence among the instructions of a function and of those that it calls.
fn evidence(module: &Module, entry: usize) -> Evidence {
    let all = reached(module, entry).into_iter().flat_map(|function| &function.requests).map(|request| request.evidence());
    all.max_by_key(|evidence| evidence.weakness()).unwrap_or(Evidence::Documented("9.7"))
}
