//! A kernel that maps one single to one single, as a function that is asked many times.
//!
//! What comes before the line that first reads the operand is the same for every one, so it runs once; from there on the kernel runs for
//! each. Only slots that are read before they are written need their values back.

use super::argument::{Argument, Buffer, give};
use super::machine::{End, Machine, Nobody, Stop, Watch};
use super::memory::Space;
use super::module::{Code, Formal, Function, Line, Module, Place, Slot};
use super::special::Launch;
use crate::instruction::Evidence;
use crate::number::{F32, Format};
use std::cell::RefCell;

/// A kernel between its operand and its result.
#[derive(Clone, Debug)]
pub struct Curve<'m> {
    machine: RefCell<Machine<'m>>,
    /// The line that first reads the operand.
    at: usize,
    carry: bool,
    /// The lines that one operand may run.
    limit: u64,
    restored: Vec<(Slot, u64)>,
    input: (Space, usize),
    output: usize,
    /// The kernel's own memory that it writes.
    local: bool,
    /// The first operand for which the kernel stopped.
    stopped: RefCell<Option<(u32, Stop)>>,
    evidence: Evidence,
}

/// Watches which buffer is read first, and which is written.
struct Probe<'m> {
    module: &'m Module,
    /// Where the candidates for the operand lie.
    inputs: Vec<(u64, Space, usize)>,
    outputs: Vec<u64>,
    read: Option<usize>,
    written: Option<usize>,
}

impl Probe<'_> {
    fn address(place: &Place, registers: &[u64]) -> u64 {
        registers.get(place.base as usize).copied().unwrap_or(0).wrapping_add(place.offset)
    }
}

impl Watch for Probe<'_> {
    fn before(&mut self, function: usize, line: usize, registers: &[u64]) -> bool {
        match &self.module.functions[function].lines[line].code {
            Code::Load { place, .. } if self.read.is_none() => {
                let address = Probe::address(place, registers);
                self.read = self.inputs.iter().position(|(base, ..)| *base == address);
                self.read.is_none()
            }
            Code::Store { place, .. } => {
                let address = Probe::address(place, registers);
                self.written = self.written.or(self.outputs.iter().position(|base| *base == address));
                true
            }
            _ => true,
        }
    }
}

impl<'m> Curve<'m> {
    /// Finds operand and result of a kernel, which may run so many lines for each operand. The error is a sentence.
    pub fn new(module: &'m Module, entry: usize, limit: u64) -> Result<Curve<'m>, String> {
        let function = module.functions.get(entry).ok_or("There is no such kernel.")?;
        let mut machine = Machine::new(module, entry, Launch::default(), limit);
        let arguments: Vec<Argument> = function.parameters.iter().map(|formal| argument(module, function, *formal)).collect();
        let buffers: Vec<Buffer> = give(&mut machine, module, &arguments)?;
        let segments = machine.memory.segments(Space::Global);
        let outputs: Vec<u64> = buffers.iter().map(|buffer| segments[buffer.segment].base).collect();
        let mut inputs: Vec<(u64, Space, usize)> =
            buffers.iter().map(|buffer| (segments[buffer.segment].base, Space::Global, buffer.segment)).collect();
        for formal in &function.parameters {
            if let Some(base) = machine.parameter(*formal)
                && own(function, *formal) == F32::ROW
            {
                let place = machine.memory.segments(Space::Param).iter().position(|segment| segment.base == base);
                inputs.extend(place.map(|place| (base, Space::Param, place)));
            }
        }
        let mut probe = Probe { module, inputs, outputs, read: None, written: None };
        let ended = machine.run(&mut probe);
        let read = probe.read.filter(|_| ended == End::Paused && machine.depth() == 1);
        let Some(read) = read else {
            return Err(match ended {
                End::Stopped(stop) => format!("`{}` stops at line {}: {}", function.name, stop.number(module), stop.message),
                _ => format!("`{}` does not read one single, through a pointer or as a parameter, in its own lines.", function.name),
            });
        };
        let (at, carry) = (machine.at(), machine.carry());
        let live = live(function, at);
        let written: Vec<Slot> = function.lines.iter().flat_map(|line| line.code.writes()).collect();
        let wanted = |slot: &Slot| live.get(*slot as usize).copied().unwrap_or(false) && written.contains(slot);
        let restored = (0..function.initial.len() as Slot).filter(wanted).map(|slot| (slot, machine.registers()[slot as usize])).collect();
        let (_, space, segment) = probe.inputs[read];
        let local = function.variables.iter().any(|variable| variable.space == Space::Local);
        let mut curve = Curve {
            machine: RefCell::new(machine),
            at,
            carry,
            limit,
            restored,
            input: (space, segment),
            output: usize::MAX,
            local,
            stopped: RefCell::new(None),
            evidence: evidence(module, entry),
        };
        // The operand 1, to see where the result goes.
        curve.give(0x3f80_0000);
        if let End::Stopped(stop) = curve.machine.borrow_mut().run(&mut probe) {
            return Err(format!("`{}` stops at line {}: {}", function.name, stop.number(module), stop.message));
        }
        let written = probe.written.and_then(|written| buffers.get(written));
        curve.output = written.ok_or_else(|| format!("`{}` writes no single through a pointer.", function.name))?.segment;
        Ok(curve)
    }

    /// Puts the kernel before its first line for an operand.
    #[inline]
    fn give(&self, bits: u32) {
        let machine = &mut *self.machine.borrow_mut();
        machine.left = self.limit;
        if self.local {
            machine.memory.segments_mut(Space::Local).iter_mut().for_each(|segment| segment.bytes.fill(0));
        }
        if let Some(segment) = machine.memory.segments_mut(Space::Global).get_mut(self.output) {
            segment.bytes.fill(0);
        }
        let (space, segment) = self.input;
        if let Some(place) = machine.memory.segments_mut(space).get_mut(segment).and_then(|segment| segment.bytes.first_chunk_mut()) {
            *place = bits.to_le_bytes();
        }
        machine.rewind(self.at, self.carry, &self.restored);
    }

    /// The result of an operand. Where the kernel stops it is a NaN, and [`Curve::stopped`] says why.
    #[inline]
    pub fn evaluate(&self, bits: u32) -> u32 {
        self.give(bits);
        let mut machine = self.machine.borrow_mut();
        if let End::Stopped(stop) = machine.run(&mut Nobody) {
            self.stopped.borrow_mut().get_or_insert((bits, stop));
            return F32::FORMAT.default_nan as u32;
        }
        let result = machine.memory.segments(Space::Global).get(self.output).and_then(|segment| segment.bytes.first_chunk());
        result.map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }

    /// The first operand for which the kernel stopped, and why.
    pub fn stopped(&self) -> Option<(u32, Stop)> {
        self.stopped.borrow().clone()
    }

    /// Whether the module's variables are as they were: a kernel that keeps something there is no function.
    pub fn is_function(&self, module: &Module) -> bool {
        let machine = self.machine.borrow();
        module.variables.iter().all(|variable| {
            let kept = machine.memory.segments(variable.space).iter().find(|segment| segment.base == variable.address);
            kept.is_none_or(|segment| segment.bytes == variable.bytes)
        })
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

/// What a parameter is given: a pointer a buffer of one single, an integer the number 1.
fn argument(module: &Module, function: &Function, formal: Formal) -> Argument {
    let size = match formal {
        Formal::Memory(variable) => function.variables.get(variable as usize).map_or(0, |variable| variable.bytes.len()),
        Formal::Register(_, width) => width as usize / 8,
    };
    let floats = own(function, formal).is_floating();
    if size * 8 == module.address_bits as usize && !floats { Argument::List(F32::ROW, vec![0]) } else { Argument::Number("1".into()) }
}

/// Which slots are read before they are written when a function runs on from a line.
fn live(function: &Function, from: usize) -> Vec<bool> {
    let count = function.lines.len();
    let mut before = vec![vec![false; function.initial.len()]; count + 1];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, line) in function.lines.iter().enumerate().rev() {
            let mut now = vec![false; function.initial.len()];
            for next in following(line, at) {
                for (slot, alive) in before[next.min(count)].iter().enumerate() {
                    now[slot] |= alive;
                }
            }
            // A line that its guard may pass over writes nothing for sure.
            if line.guard.is_none() {
                line.code.writes().into_iter().for_each(|slot| now[slot as usize] = false);
            }
            line.code.reads().into_iter().chain(line.guard.map(|(slot, _)| slot)).for_each(|slot| now[slot as usize] = true);
            if now != before[at] {
                before[at] = now;
                changed = true;
            }
        }
    }
    before.swap_remove(from.min(count))
}

/// The lines that may run behind one.
fn following(line: &Line, at: usize) -> Vec<usize> {
    let falls =
        line.guard.is_some() || !matches!(line.code, Code::Branch(_) | Code::Switch { .. } | Code::Return | Code::Exit | Code::Stop(_));
    let jumps: &[u32] = match &line.code {
        Code::Branch(target) => core::slice::from_ref(target),
        Code::Switch { targets, .. } => targets,
        _ => &[],
    };
    jumps.iter().map(|target| *target as usize).chain(falls.then_some(at + 1)).collect()
}

/// The weakest evidence among the instructions of a function and of those that it calls.
fn evidence(module: &Module, entry: usize) -> Evidence {
    let (mut waiting, mut seen) = (vec![entry], Vec::new());
    let mut weakest = Evidence::Documented("9.7");
    while let Some(number) = waiting.pop() {
        let Some(function) = module.functions.get(number).filter(|_| !seen.contains(&number)) else { continue };
        seen.push(number);
        let all = function.requests.iter().map(|request| request.evidence()).chain([weakest]);
        weakest = all.max_by_key(|evidence| evidence.weakness()).unwrap_or(weakest);
        waiting.extend(function.lines.iter().filter_map(|line| match &line.code {
            Code::Call(call) => Some(call.function as usize),
            _ => None,
        }));
    }
    weakest
}
