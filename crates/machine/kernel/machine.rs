//! A thread that runs: one line after another over slots and memory, until it returns, stops or has run its limit of lines.
//!
//! A machine has N lanes, threads that differ in what they read and run through each line together; the page's has one. Where their ways
//! part, those that are furthest behind run, until they come to where others wait. What is not done for several at once (a call, a stop)
//! ends the run: it is then one lane's to do alone.

use super::lanes::{Running, all};
use super::memory::{DYNAMIC, GAP, Memory, Segment, Space};
use super::module::{Code, Formal, Function, Module, Slot};
use super::special::Launch;
use super::whole::Whole;
use crate::evaluate::{Outcome, Request, evaluate};
use crate::trace::Silent;

/// What becomes of a line that is about to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// It runs, or its guard keeps it from it.
    On,
    /// It is skipped.
    Over,
    /// The run pauses before it.
    Pause,
}

/// Who watches a run. A run that nobody watches pays nothing for it.
pub trait Observer {
    /// Whether rows are computed by [`Observer::row`], which gives steps and flags; otherwise the machine computes the bits alone.
    const TRACES: bool = false;
    /// A line is about to run, or its guard is about to skip it. The slots hold these bits, one lane after the other.
    #[inline(always)]
    fn before(&mut self, _function: usize, _line: usize, _registers: &mut [u64]) -> Go {
        Go::On
    }
    /// Computes a row of PTX's table for an observer that traces.
    fn row(&mut self, request: &Request) -> Outcome {
        evaluate(request, &mut Silent)
    }
    /// Computes a function that runs whole, likewise.
    fn whole(&mut self, whole: &Whole, arguments: [u64; 2]) -> [u64; 2] {
        whole.bits(arguments)
    }
    /// It ran, or its guard kept it from it. Of a call this comes when the function is back, of a meeting when all are there.
    #[inline(always)]
    fn after(&mut self, _function: usize, _line: usize, _ran: bool, _registers: &[u64]) {}
    /// Another thread of the launch is next, or goes on after a meeting.
    fn turn(&mut self, _thread: u32, _launch: &Launch) {}
    /// Threads have met. What comes next is the line's [`Observer::after`] of each; here are the threads whose values they get.
    fn met(&mut self, _sources: &[u32]) {}
}

/// Nobody.
pub struct NoObserver;

impl Observer for NoObserver {}

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
    /// It waits for other threads at the line before the next.
    Waits,
    /// It cannot go on.
    Stopped(Stop),
}

/// A function that runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame<const N: usize> {
    pub function: usize,
    running: Running,
    pub registers: Vec<[u64; N]>,
    /// Segments of `.param` and `.local` when it was entered.
    pub marks: [usize; 2],
    /// The addresses of its variables.
    pub variables: Vec<u64>,
    /// Where what it gives back goes, in who called it.
    pub results: Vec<Formal>,
}

impl<const N: usize> Frame<N> {
    /// The line before the next.
    pub fn before(&self) -> usize {
        self.running.at.saturating_sub(1)
    }
}

/// A thread with its memory, or several.
#[derive(Clone, Debug)]
pub struct Machine<'m, const N: usize = 1> {
    pub(super) module: &'m Module,
    /// What it reads and writes.
    pub memory: Memory,
    pub(super) launch: Launch,
    /// The functions that run, the innermost last.
    pub(super) frames: Vec<Frame<N>>,
    /// The lanes that there are.
    pub(super) lanes: u64,
    /// Where lanes go that part.
    pub(super) targets: Vec<(usize, u64)>,
    /// The lines that it may still run.
    pub left: u64,
}

/// What a line that has run asks for.
pub(super) enum Next {
    Line,
    Jump(u32),
    /// Each lane to its own line, of [`Machine::targets`].
    Scatter,
    Enter,
    Meet,
    Leave,
    End,
}

/// Why something ends a run: a name for programs, and a sentence.
pub(super) type Reason = (&'static str, String);

/// What several lanes do not do.
pub(super) fn apart() -> Reason {
    ("lanes", "This is done for one lane only.".to_owned())
}

impl<'m> Machine<'m> {
    /// A thread before its first line, with the module's variables in memory. Buffers and parameters are its caller's to give.
    pub fn new(module: &'m Module, entry: usize, launch: Launch, limit: u64) -> Machine<'m> {
        Machine::abreast(module, entry, launch, limit)
    }
}

impl<'m, const N: usize> Machine<'m, N> {
    /// The same with as many lanes as are asked for, up to 64.
    pub fn abreast(module: &'m Module, entry: usize, launch: Launch, limit: u64) -> Machine<'m, N> {
        let mut memory = Memory::default();
        for variable in &module.variables {
            memory.push(variable.space, Segment::new(variable.address, variable.bytes.clone()));
        }
        let mut machine = Machine { module, memory, launch, frames: Vec::new(), lanes: all::<N>(), targets: Vec::new(), left: limit };
        machine.enter(entry, Vec::new());
        machine
    }

    /// Gives the block's dynamic variables so many bytes. The error is a sentence.
    pub(super) fn share(&mut self, bytes: u32) -> Result<(), String> {
        self.memory.room(bytes.into())?;
        self.memory.resize(Space::Shared, DYNAMIC, bytes as usize);
        Ok(())
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
        let mut registers: Vec<[u64; N]> = function.initial.iter().map(|bits| [*bits; N]).collect();
        for (slot, variable) in &function.addresses {
            let slot = &mut registers[*slot as usize];
            *slot = [slot[0].wrapping_add(variables.get(*variable as usize).copied().unwrap_or(0)); N];
        }
        for (slot, special) in &function.specials {
            registers[*slot as usize] = [(special.value)(&self.launch).into(); N];
        }
        let running = Running::new(0, self.frames.last().map_or(all::<N>(), |frame| frame.running.group));
        self.frames.push(Frame { function: number, running, registers, marks, variables, results });
    }

    /// Another thread of the same kernel, on the memory that this one leaves; a thread's own memory begins anew with it, and a block's with
    /// the block. The parameters stay.
    pub fn next(&mut self, entry: usize, launch: Launch) {
        let kept: Vec<Segment> = self.memory.segments(Space::Param).to_vec();
        self.cut(0);
        let new = if launch.cluster_place() != self.launch.cluster_place() { &[Space::Local, Space::Shared][..] } else { &[Space::Local] };
        for space in new {
            // Each block of a cluster has them.
            let variables = self.module.variables.iter().filter(|variable| variable.space == *space).cycle();
            for (segment, variable) in self.memory.segments_mut(*space).iter_mut().zip(variables) {
                // What a launch gives a size begins with zeros.
                match variable.address {
                    DYNAMIC => segment.bytes.fill(0),
                    _ => segment.bytes.clone_from(&variable.bytes),
                }
            }
        }
        self.launch = launch;
        self.memory.turn_to(launch.rank());
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

    /// The slots of the innermost function, a lane after the other.
    pub fn registers(&self) -> &[u64] {
        self.frames.last().map_or(&[], |frame| frame.registers.as_flattened())
    }

    /// The line that is next in the innermost function.
    pub fn at(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.running.at)
    }

    /// How many functions run inside one another.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Ends functions until so many run inside one another; their variables go with them, and memory stays that they allocated.
    pub(super) fn cut(&mut self, depth: usize) {
        while self.frames.len() > depth {
            let Some(frame) = self.frames.pop() else { return };
            for (space, count) in [Space::Param, Space::Local].into_iter().zip(frame.marks) {
                self.memory.remove(space, count, &frame.variables);
            }
        }
    }

    /// Goes back to a line of the outermost function with some lanes, and other values in some slots.
    pub fn rewind(&mut self, at: usize, lanes: u64, values: &[(Slot, u64)]) {
        self.cut(1);
        self.lanes = lanes;
        self.targets.clear();
        if let Some(frame) = self.frames.last_mut() {
            frame.running = Running::new(at, lanes);
            for (slot, bits) in values {
                frame.registers[*slot as usize] = [*bits; N];
            }
        }
    }

    /// Gives all lanes what the first has in its slots.
    pub(super) fn spread(&mut self) {
        self.frames.iter_mut().flat_map(|frame| &mut frame.registers).for_each(|slot| *slot = [slot[0]; N]);
    }

    /// The address of a parameter of the function that is innermost; None of a register.
    pub fn parameter(&self, formal: Formal) -> Option<u64> {
        match formal {
            Formal::Memory(variable) => self.frames.last()?.variables.get(variable as usize).copied(),
            Formal::Register(..) => None,
        }
    }

    /// Runs on.
    pub fn run(&mut self, watch: &mut impl Observer) -> End {
        while let Some(frame) = self.frames.last_mut() {
            let number = frame.function;
            let (mut running, mut registers) = (core::mem::take(&mut frame.running), core::mem::take(&mut frame.registers));
            let function = &self.module.functions[number];
            let ended = self.lines(number, function, &mut running, &mut registers, watch);
            let at = running.at;
            let Some(frame) = self.frames.last_mut() else { break };
            (frame.running, frame.registers) = (running, registers);
            let stopped = |(code, message)| End::Stopped(Stop { code, message, function: number, line: at.saturating_sub(1) });
            match ended {
                Err(None) => return End::Paused,
                Err(Some(reason)) => return stopped(reason),
                Ok(Next::Enter) => {
                    let Some(Code::Call(call)) = function.lines.get(at.wrapping_sub(1)).map(|line| &line.code) else {
                        return End::Finished;
                    };
                    match self.call(call) {
                        Ok(true) => {}
                        Ok(false) => {
                            if let Some(frame) = self.frames.last() {
                                watch.after(frame.function, frame.before(), true, frame.registers.as_flattened());
                            }
                        }
                        Err(reason) => return stopped(reason),
                    }
                }
                Ok(Next::Meet) => return End::Waits,
                // A kernel that is done keeps its slots, so that it can be run again from a line of it.
                Ok(Next::Leave) if self.frames.len() > 1 => {
                    self.leave();
                    if let Some(frame) = self.frames.last() {
                        watch.after(frame.function, frame.before(), true, frame.registers.as_flattened());
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
        running: &mut Running,
        registers: &mut [[u64; N]],
        watch: &mut impl Observer,
    ) -> Result<Next, Option<Reason>> {
        loop {
            if N > 1 {
                running.meet();
            }
            let Some(line) = function.lines.get(running.at) else { return Ok(Next::Leave) };
            let here = running.at;
            match watch.before(number, here, registers.as_flattened_mut()) {
                Go::On => running.at += 1,
                Go::Over => {
                    running.at += 1;
                    continue;
                }
                Go::Pause => return Err(None),
            }
            if self.left == 0 {
                return Err(Some(("limit", "The limit of lines is reached.".to_owned())));
            }
            self.left -= 1;
            let group = line.lanes(registers, running.group);
            if group == 0 {
                watch.after(number, here, false, registers.as_flattened());
                continue;
            }
            let next = self.line(&line.code, function, registers, group, watch).map_err(Some)?;
            if N > 1 && matches!(next, Next::Meet) {
                return Err(Some((
                    "threads",
                    "Threads meet at this line, and a curve has one thread: such a line is not swept.".to_owned(),
                )));
            }
            if matches!(next, Next::Enter | Next::Meet) {
                return if group == 1 && running.is_alone() { Ok(next) } else { Err(Some(apart())) };
            }
            watch.after(number, here, true, registers.as_flattened());
            match next {
                Next::Line => {}
                Next::Jump(target) => running.jump(group, target as usize),
                Next::Scatter => running.scatter(group, core::mem::take(&mut self.targets)),
                Next::Leave | Next::End if running.leave(group) => return Ok(next),
                _ => {}
            }
        }
    }
}
