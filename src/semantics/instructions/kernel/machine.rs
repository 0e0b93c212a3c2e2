//! A thread that runs: one line after another over slots and memory, until it returns, stops or has run its limit of lines.

use super::memory::{Fault, GAP, Memory, Segment, Space};
use super::module::{Code, Comparison, Formal, Function, Module, Slot};
use super::special::Launch;

/// Who watches a run. A run that nobody watches pays nothing for it.
pub trait Watch {
    /// A line is about to run, or to be passed over by its guard. False pauses before it.
    #[inline(always)]
    fn before(&mut self, _function: usize, _line: usize, _registers: &[u64]) -> bool {
        true
    }
    /// It ran, or its guard kept it from it. Of a call this comes when the function is back.
    #[inline(always)]
    fn after(&mut self, _function: usize, _line: usize, _ran: bool, _registers: &[u64]) {}
}

/// Nobody.
pub struct Nobody;

impl Watch for Nobody {}

/// Why a run ended before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// A name for programs: `wild-address`.
    pub code: &'static str,
    /// A sentence.
    pub message: String,
    /// The function.
    pub function: usize,
    /// The line of it.
    pub line: usize,
}

impl Stop {
    /// The number of the line in the text, from 1 on.
    pub fn number(&self, module: &Module) -> usize {
        let line = module.functions.get(self.function).and_then(|function| function.lines.get(self.line));
        line.map_or(0, |line| module.line_number(line.span.start as usize))
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The thread is done.
    Finished,
    /// Who watches paused it.
    Paused,
    /// It cannot go on.
    Stopped(Stop),
}

/// A function that runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    pub function: usize,
    /// The line that is next.
    at: usize,
    pub registers: Vec<u64>,
    /// Segments of `.param` and `.local` when it was entered.
    pub marks: [usize; 2],
    /// The addresses of its variables.
    pub variables: Vec<u64>,
    /// Where what it gives back goes, in who called it.
    pub results: Vec<Formal>,
}

/// A thread with its memory.
#[derive(Clone, Debug)]
pub struct Machine<'m> {
    pub(super) module: &'m Module,
    /// What it reads and writes.
    pub memory: Memory,
    launch: Launch,
    /// The functions that run, the innermost last.
    pub(super) frames: Vec<Frame>,
    carry: bool,
    /// The lines that it may still run.
    pub left: u64,
}

/// What a line that has run asks for.
enum Next {
    Line,
    Jump(u32),
    Enter,
    Leave,
    End,
}

impl<'m> Machine<'m> {
    /// A thread before its first line, with the module's variables in memory. Buffers and parameters are its caller's to give.
    pub fn new(module: &'m Module, entry: usize, launch: Launch, limit: u64) -> Machine<'m> {
        let mut memory = Memory::default();
        for variable in &module.variables {
            memory.push(variable.space, Segment::new(variable.address, variable.bytes.clone()));
        }
        let mut machine = Machine { module, memory, launch, frames: Vec::new(), carry: false, left: limit };
        machine.enter(entry, Vec::new());
        machine
    }

    /// Makes a function the innermost: its variables get their places, its slots their values.
    pub(super) fn enter(&mut self, number: usize, results: Vec<Formal>) {
        let Some(function) = self.module.functions.get(number) else { return };
        let bits = self.module.address_bits;
        let marks = [Space::Param, Space::Local].map(|space| self.memory.count(space));
        let starts = [Space::Param, Space::Local].map(|space| (self.memory.end(space, bits) + GAP).next_multiple_of(256));
        let mut variables = Vec::with_capacity(function.variables.len());
        for variable in &function.variables {
            let base = starts[usize::from(variable.space == Space::Local)] + variable.address;
            variables.push(base);
            self.memory.push(variable.space, Segment::new(base, variable.bytes.clone()));
        }
        let mut registers = function.initial.clone();
        for (slot, variable) in &function.addresses {
            let slot = &mut registers[*slot as usize];
            *slot = slot.wrapping_add(variables.get(*variable as usize).copied().unwrap_or(0));
        }
        for (slot, special) in &function.specials {
            registers[*slot as usize] = (special.value)(&self.launch).into();
        }
        self.frames.push(Frame { function: number, at: 0, registers, marks, variables, results });
    }

    /// Another thread of the same kernel, on the memory that this one leaves; a thread's own memory begins anew with it, and a block's with
    /// the block. The parameters stay.
    pub fn next(&mut self, entry: usize, launch: Launch) {
        let kept: Vec<Segment> = self.memory.segments(Space::Param).to_vec();
        self.cut(0);
        let new = if launch.block != self.launch.block { &[Space::Local, Space::Shared][..] } else { &[Space::Local] };
        for space in new {
            let variables = self.module.variables.iter().filter(|variable| variable.space == *space);
            for (segment, variable) in self.memory.segments_mut(*space).iter_mut().zip(variables) {
                segment.bytes.clone_from(&variable.bytes);
            }
        }
        self.launch = launch;
        self.carry = false;
        self.enter(entry, Vec::new());
        let parameters = self.module.functions.get(entry).map_or(0, |function| function.parameters.len());
        for (segment, known) in self.memory.segments_mut(Space::Param).iter_mut().zip(kept).take(parameters) {
            *segment = known;
        }
    }

    /// The function that is innermost.
    pub fn function(&self) -> &'m Function {
        &self.module.functions[self.frames.last().map_or(0, |frame| frame.function)]
    }

    /// The number of the function that is outermost.
    pub(super) fn outermost(&self) -> usize {
        self.frames.first().map_or(0, |frame| frame.function)
    }

    /// The slots of the innermost function.
    pub fn registers(&self) -> &[u64] {
        self.frames.last().map_or(&[], |frame| &frame.registers)
    }

    /// The line that is next in the innermost function.
    pub fn at(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.at)
    }

    /// How many functions run inside one another.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Ends functions until so many run inside one another; their variables go with them.
    pub(super) fn cut(&mut self, depth: usize) {
        let Some(frame) = self.frames.get(depth) else { return };
        for (space, count) in [Space::Param, Space::Local].into_iter().zip(frame.marks) {
            self.memory.truncate(space, count);
        }
        self.frames.truncate(depth);
    }

    /// Goes back to a line of the outermost function with other values in some slots.
    pub fn rewind(&mut self, at: usize, carry: bool, values: &[(Slot, u64)]) {
        self.cut(1);
        self.carry = carry;
        if let Some(frame) = self.frames.last_mut() {
            frame.at = at;
            for (slot, bits) in values {
                frame.registers[*slot as usize] = *bits;
            }
        }
    }

    /// The carry of the condition code.
    pub fn carry(&self) -> bool {
        self.carry
    }

    /// The address of a parameter of the function that is innermost; None of a register.
    pub fn parameter(&self, formal: Formal) -> Option<u64> {
        match formal {
            Formal::Memory(variable) => self.frames.last()?.variables.get(variable as usize).copied(),
            Formal::Register(..) => None,
        }
    }

    /// Runs on.
    pub fn run(&mut self, watch: &mut impl Watch) -> End {
        while let Some(frame) = self.frames.last_mut() {
            let number = frame.function;
            let (mut at, mut registers) = (frame.at, core::mem::take(&mut frame.registers));
            let function = &self.module.functions[number];
            let ended = self.lines(number, function, &mut at, &mut registers, watch);
            let Some(frame) = self.frames.last_mut() else { break };
            (frame.at, frame.registers) = (at, registers);
            let stopped = |code, message| End::Stopped(Stop { code, message, function: number, line: at.saturating_sub(1) });
            match ended {
                Err(None) => return End::Paused,
                Err(Some((code, message))) => return stopped(code, message),
                Ok(Next::Enter) => {
                    let Some(Code::Call(call)) = function.lines.get(at.wrapping_sub(1)).map(|line| &line.code) else {
                        return End::Finished;
                    };
                    if let Err((code, message)) = self.call(call) {
                        return stopped(code, message);
                    }
                }
                // A kernel that is done keeps its slots, so that it can be run again from a line of it.
                Ok(Next::Leave) if self.frames.len() > 1 => {
                    self.leave();
                    if let Some(frame) = self.frames.last() {
                        watch.after(frame.function, frame.at.saturating_sub(1), true, &frame.registers);
                    }
                }
                Ok(_) => return End::Finished,
            }
        }
        End::Finished
    }

    /// Runs lines of one function until something else is asked for. The error is a pause, or why it stops.
    #[inline]
    fn lines(
        &mut self,
        number: usize,
        function: &Function,
        at: &mut usize,
        registers: &mut [u64],
        watch: &mut impl Watch,
    ) -> Result<Next, Option<(&'static str, String)>> {
        loop {
            let Some(line) = function.lines.get(*at) else { return Ok(Next::Leave) };
            if !watch.before(number, *at, registers) {
                return Err(None);
            }
            let here = *at;
            *at += 1;
            if self.left == 0 {
                return Err(Some(("limit", "The limit of lines is reached.".to_owned())));
            }
            self.left -= 1;
            if !line.runs(registers) {
                watch.after(number, here, false, registers);
                continue;
            }
            let next = self.line(&line.code, function, registers).map_err(Some)?;
            if matches!(next, Next::Enter) {
                return Ok(next);
            }
            watch.after(number, here, true, registers);
            match next {
                Next::Line => {}
                Next::Jump(target) => *at = target as usize,
                other => return Ok(other),
            }
        }
    }

    /// Runs one line by itself on some slots; false where it does not go on to the next.
    pub(super) fn alone(&mut self, code: &Code, function: &Function, registers: &mut [u64]) -> bool {
        matches!(self.line(code, function, registers), Ok(Next::Line))
    }

    #[inline(always)]
    fn line(&mut self, code: &Code, function: &Function, registers: &mut [u64]) -> Result<Next, (&'static str, String)> {
        let wild = |fault: Fault| ("wild-address", fault.to_string());
        match code {
            Code::Float { request, to, from, fit, .. } => {
                let operands = from.map(|slot| registers[slot as usize]);
                let bits = function.ready[*request as usize].bits(operands);
                registers[*to as usize] = fit.map_or(bits, |fit| fit.of(bits));
            }
            Code::Integer { row, kind, mask, to, from } => {
                let sources = from.map(|slot| registers[slot as usize]);
                if row.divides() && sources[1] & kind.mask() == 0 {
                    return Err(("division", "The divisor is zero, and the manual leaves the result open.".to_owned()));
                }
                registers[*to as usize] = (row.run)(*kind, sources, &mut self.carry) & mask;
            }
            Code::Copy { to, from, mask } => registers[*to as usize] = registers[*from as usize] & mask,
            Code::Pack { to, from, width } => {
                let part = u64::MAX >> (64 - width.clamp(&1, &64));
                let bits =
                    from.iter().rev().fold(0u64, |all, slot| all.checked_shl(*width).unwrap_or(0) | registers[*slot as usize] & part);
                registers[*to as usize] = bits;
            }
            Code::Unpack { to, from, width } => {
                let (bits, part) = (registers[*from as usize], u64::MAX >> (64 - width.clamp(&1, &64)));
                for (place, slot) in to.iter().enumerate() {
                    registers[*slot as usize] = bits.checked_shr(place as u32 * width).unwrap_or(0) & part;
                }
            }
            Code::Compare { comparison, to, opposite } => {
                let (holds, other) = compared(comparison, registers);
                registers[*to as usize] = holds.into();
                if let Some(opposite) = opposite {
                    registers[*opposite as usize] = other.into();
                }
            }
            Code::Set { comparison, to, holds } => registers[*to as usize] = if compared(comparison, registers).0 { *holds } else { 0 },
            Code::Select { to, from, by } => {
                let chosen = from[usize::from(registers[*by as usize] & 1 == 0)];
                registers[*to as usize] = registers[chosen as usize];
            }
            Code::Choose { to, from, by, compared } => {
                let chosen = from[usize::from(!compared.at_least_zero(registers[*by as usize]))];
                registers[*to as usize] = registers[chosen as usize];
            }
            Code::Load { to, place, kind } => {
                let address = registers[place.base as usize].wrapping_add(place.offset);
                self.aligned(address, place.width * to.len() as u32)?;
                for (number, slot) in to.iter().enumerate() {
                    let bits = self
                        .memory
                        .read(place.space, address.wrapping_add(number as u64 * u64::from(place.width)), place.width)
                        .map_err(wild)?;
                    let held = function.registers[*slot as usize].as_ref().map_or(64, |(_, own)| own.width());
                    registers[*slot as usize] = kind.extended(bits) & u64::MAX >> (64 - held.clamp(1, 64));
                }
            }
            Code::Store { from, place } => {
                let address = registers[place.base as usize].wrapping_add(place.offset);
                self.aligned(address, place.width * from.len() as u32)?;
                for (number, slot) in from.iter().enumerate() {
                    let address = address.wrapping_add(number as u64 * u64::from(place.width));
                    self.memory.write(place.space, address, place.width, registers[*slot as usize]).map_err(wild)?;
                }
            }
            Code::Within { to, from, space } => {
                let there = self.memory.find(None, registers[*from as usize], 1);
                registers[*to as usize] = there.is_ok_and(|(own, ..)| own == *space).into();
            }
            Code::Branch(target) => return Ok(Next::Jump(*target)),
            Code::Switch { index, targets } => match targets.get(registers[*index as usize] as usize) {
                Some(target) => return Ok(Next::Jump(*target)),
                None => {
                    return Err((
                        "branch",
                        format!("The index {} is beyond the {} labels of the list.", registers[*index as usize], targets.len()),
                    ));
                }
            },
            Code::Call(_) => return Ok(Next::Enter),
            Code::Return => return Ok(Next::Leave),
            Code::Exit => return Ok(Next::End),
            Code::Nothing => {}
            Code::Stop(reason) => {
                let (code, message) = &function.reasons[*reason as usize];
                return Err((code, message.clone()));
            }
        }
        Ok(Next::Line)
    }

    /// A vector lies at a multiple of its whole size.
    #[inline(always)]
    fn aligned(&self, address: u64, width: u32) -> Result<(), (&'static str, String)> {
        if address & u64::from(width.wrapping_sub(1)) == 0 {
            return Ok(());
        }
        Err(("wild-address", Fault::Misaligned { address, width }.to_string()))
    }
}

/// Whether a comparison holds, and whether its opposite does, each joined with the predicate.
#[inline]
fn compared(comparison: &Comparison, registers: &[u64]) -> (bool, bool) {
    let [a, b] = comparison.from.map(|slot| registers[slot as usize]);
    let holds = comparison.relation.holds(comparison.compared.order(a, b));
    match comparison.join {
        None => (holds, !holds),
        Some((join, predicate, negated)) => {
            let predicate = (registers[predicate as usize] & 1 == 1) != negated;
            (join.of(holds, predicate), join.of(!holds, predicate))
        }
    }
}
