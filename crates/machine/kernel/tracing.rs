//! What watches lines without a function and tells what each did: what it read and wrote, its flags, every step of it.
//!
//! Nothing is skipped in silence. A line does not run if it is not modelled, or if it reads memory at an address that nobody gave. What it
//! would have written has no value from there on, and a line that reads it does not run either.

mod ending;

use super::machine::{End, Go, Machine, NoObserver, Observer, Stop};
use super::module::{Code, Function, Line, Module, Slot};
use super::special::Launch;
use super::whole::{Whole, written};
use crate::evaluate::{CARRY, Outcome, Request, evaluate};
use crate::instruction::{Context, Evidence, Meaning, forms_of};
use crate::number::{Format, OperandType, U64};
use crate::register_file::{RegisterFile, unset_predicate};
use crate::rounding::Flags;
use crate::run::{Block, Run, StoppedBy, Value, mnemonic_of, name_of};
use crate::trace::Trace;
use ending::Ending;

/// The lines that a run tells of, where it goes through some of them again; of more lines than half of these, each may run twice.
const LINES: u64 = 4096;
/// The lines that a run may have. Of more than it tells of, it tells of the last ones.
const LONGEST: u64 = 1_000_000;
/// The last lines of a long run that it tells of, and a run so long that it tells of these alone.
const LAST: u64 = 128;
const LONG: u64 = 512;

impl Module {
    /// Runs the first function on registers by their names. One that has no value is zero, or lets the first instruction run that it guards.
    pub fn run(&self, registers: &RegisterFile) -> Run {
        let Some((mut tracing, values)) = self.tracing(registers) else { return Run::on(registers) };
        let mut machine = self.begun(&values, LINES.max(2 * tracing.function.lines.len() as u64));
        let ended = machine.run(&mut tracing);
        tracing.ended(ended, machine)
    }

    /// The same of a program that may run long: then it tells of the last lines.
    pub fn run_to_end(&self, registers: &RegisterFile) -> Run {
        let (mut tracing, values) = match self.tracing(registers) {
            Some(begun) => begun,
            None => return Run::on(registers),
        };
        // How long it is shows when nobody looks.
        let mut machine = self.begun(&values, LONGEST);
        if let End::Stopped(stop) = machine.run(&mut NoObserver)
            && stop.code == "limit"
        {
            tracing.stopped(stop);
            return tracing.run;
        }
        let lines = LONGEST - machine.left;
        let from = if lines > LONG { lines - LAST } else { 0 };
        let mut ending = Ending { tracing, from, passed: 0 };
        machine = self.begun(&values, LONGEST);
        let ended = machine.run(&mut ending);
        ending.tracing.run.earlier.lines = from;
        ending.tracing.ended(ended, machine)
    }

    /// The machine before its first line.
    fn begun(&self, values: &[(Slot, u64)], limit: u64) -> Machine<'_> {
        let mut machine = Machine::new(self, 0, Launch::default(), limit);
        machine.rewind(0, 1, values);
        machine
    }

    /// What watches a run on registers, and what the slots hold before it.
    fn tracing(&self, registers: &RegisterFile) -> Option<(Tracing<'_>, Vec<(Slot, u64)>)> {
        let function = self.functions.first()?;
        let value = |own: &Option<(String, _)>| registers.get(&own.as_ref()?.0);
        let given: Vec<Option<u64>> = function.registers.iter().map(value).collect();
        let set = given.iter().map(|bits| if bits.is_some() { Held::Set } else { Held::Unset }).collect();
        let values = given.iter().enumerate().filter_map(|(slot, bits)| Some((slot as Slot, (*bits)?))).collect();
        let tracing = Tracing {
            module: self,
            function,
            run: Run::on(registers),
            guessed: vec![false; given.len()],
            held: set,
            lacking: Vec::new(),
            memory: None,
            now: None,
            last: 0,
            computed: None,
            trace: Trace::default(),
        };
        Some((tracing, values))
    }
}

/// What a slot is worth.
#[derive(Clone, Debug, PartialEq)]
enum Held {
    /// Nobody gave it a value.
    Unset,
    /// It was given one, or a line wrote it.
    Set,
    /// An instruction would have written it that did not run: its name, and its block.
    Missing(String, usize),
}

struct Tracing<'m> {
    module: &'m Module,
    function: &'m Function,
    run: Run,
    held: Vec<Held>,
    /// Whether a slot follows from a register that nobody gave a value.
    guessed: Vec<bool>,
    /// Blocks that did not run for want of a register: each with the blocks that would have written what it reads.
    lacking: Vec<(usize, Vec<usize>)>,
    /// What would have written to memory and did not run.
    memory: Option<String>,
    /// The line that runs.
    now: Option<Block>,
    /// The place of the last line.
    last: usize,
    computed: Option<(Request, Outcome)>,
    trace: Trace,
}

impl<'m> Tracing<'m> {
    /// What a line says of itself before it runs. None for what no statement stands for: the return at the end.
    fn block(&self, line: &Line) -> Option<Block> {
        let start = line.span.start as usize;
        let statement = self.module.statements.binary_search_by_key(&start, |statement| statement.span.start).ok()?;
        let request = self.request(&line.code);
        let written = self.module.code(&self.module.statements[statement]);
        let text = self.joined(line, written).unwrap_or_else(|| written.to_owned());
        let context = request.map_or(self.module.context, |request| Context { target: request.target, ptx: request.ptx });
        let evidence = request.map_or_else(|| evidence_of(name_of(&text)), Request::evidence);
        let approximate = request.is_some_and(|request| request.form.meaning.approximated().is_some());
        Some(Block { statement, approximate, ..Block::of(text, context, evidence) })
    }

    /// The fma that ptxas makes of a sum and a product; None where PTX has no words for it, since a sign is turned or a number stands in it.
    fn joined(&self, line: &Line, written: &str) -> Option<String> {
        let Code::Row { to, from, count: 3, negated: 0, .. } = &line.code else { return None };
        let request = self.request(&line.code).filter(|request| request.form.mnemonic() != mnemonic_of(written))?;
        let names = [*to, from[0], from[1], from[2]].map(|slot| self.name(slot));
        let [Some(to), Some(a), Some(b), Some(c)] = names else { return None };
        Some(format!("{} {to}, {a}, {b}, {c};", request.form.pattern.spelled(request.modifiers)))
    }

    fn request(&self, code: &Code) -> Option<&'m Request> {
        let Code::Row { request, .. } = code else { return None };
        self.function.requests.get(*request as usize)
    }

    /// What a register is called; None for constants, and for what is thrown away.
    fn name(&self, slot: Slot) -> Option<&'m str> {
        self.function.name_of(slot)
    }

    fn value(&self, slot: Slot, own: OperandType, registers: &[u64]) -> Option<Value> {
        let name = self.name(slot)?.to_owned();
        Some(Value { name, own, bits: registers.get(slot as usize).copied().unwrap_or(0) })
    }

    /// What stands in the registers that a line writes, where it has a value.
    fn written(&self, code: &Code, name: &str, registers: &[u64]) -> Vec<Value> {
        let (_, written) = self.types(code, name);
        let shown = |slot: &Slot| !matches!(self.held[*slot as usize], Held::Missing(..));
        let all = code.writes().into_iter().zip(written).filter(|(slot, _)| shown(slot));
        all.filter_map(|(slot, own)| self.value(slot, own, registers)).collect()
    }

    /// What the registers that a line reads and writes hold, as far as it says.
    fn types(&self, code: &Code, name: &str) -> (Vec<OperandType>, Vec<OperandType>) {
        let moved = || name.rsplit('.').next().and_then(Format::named).map(OperandType::one);
        let of = |width: u32| moved().filter(|own| own.width() == width).unwrap_or(OperandType::guessed(width));
        let address = OperandType::one(U64);
        match code {
            Code::Row { request, count, .. } => {
                let Some(request) = self.function.requests.get(*request as usize) else { return Default::default() };
                let sources = (0..*count as usize).map(|place| request.source_type(place));
                let own = request.destination_type();
                let to = if own.is_predicate() { OperandType::PREDICATE } else { own };
                (sources.chain([OperandType::PREDICATE]).collect(), vec![to, OperandType::PREDICATE])
            }
            Code::Copy { own, .. } => (vec![*own], vec![*own]),
            Code::Pack { from, width, .. } => {
                (vec![OperandType::guessed(*width); from.len()], vec![OperandType::guessed(width * from.len() as u32)])
            }
            Code::Unpack { to, width, .. } => {
                (vec![OperandType::guessed(width * to.len() as u32)], vec![OperandType::guessed(*width); to.len()])
            }
            Code::Parts { to, from, widths } => (vec![of(widths[1]); from.len()], vec![of(widths[0]); to.len()]),
            Code::Composed { count, .. } => {
                let own = OperandType::guessed(32);
                let sources = (0..*count).map(|place| if place == 3 { OperandType::PREDICATE } else { own });
                (sources.collect(), vec![own, OperandType::PREDICATE])
            }
            Code::Load { to, place, .. } => (vec![address], vec![of(8 * place.width); to.len()]),
            Code::Store { from, place } => ([vec![address], vec![of(8 * place.width); from.len()]].concat(), Vec::new()),
            Code::Atomic(atomic) => {
                let own = of(8 * atomic.place.width);
                let operands = vec![own; atomic.from.len() + usize::from(atomic.new.is_some())];
                ([vec![address], operands].concat(), vec![own; atomic.to.len()])
            }
            Code::Within { .. } => (vec![address], vec![OperandType::PREDICATE]),
            Code::Whole { function: Whole { function, .. }, .. } => {
                let inputs = function.inputs().map(|parameter| OperandType::one(parameter.format)).collect();
                (inputs, function.outputs().map(|(_, format)| OperandType::one(format)).collect())
            }
            code => (vec![address; code.reads().len()], vec![address; code.writes().len()]),
        }
    }

    /// The line does not run, for a reason; what it would write has no value from here on.
    fn skip(&mut self, block: Block, code: &Code, stopped_by: StoppedBy, by: &str) -> Go {
        for slot in code.writes() {
            // A value that somebody gave stands for what would have been written.
            let given = self.held[slot as usize] == Held::Set
                && matches!(stopped_by, StoppedBy::Absent(_))
                && self.run.results.iter().all(|known| Some(&*known.name) != self.name(slot));
            if !given {
                self.held[slot as usize] = Held::Missing(by.to_owned(), self.run.blocks.len());
            }
        }
        if matches!(code, Code::Store { .. } | Code::Atomic(_)) || matches!(code, Code::Stop { .. } if block.text.contains('[')) {
            self.memory = Some(by.to_owned());
        }
        self.run.push(
            Block { stopped_by: Some(stopped_by), flags: Flags::NONE, approximate: false, unset: Vec::new(), ..block },
            Trace::default(),
        );
        Go::Over
    }

    /// A block that lacks a register gives an address and nothing else, as those do that would have given it the register.
    fn leads_to_an_address(&mut self, block: usize) {
        let Some(at) = self.lacking.iter().position(|(own, _)| *own == block) else { return };
        let (_, above) = self.lacking.swap_remove(at);
        let own = &mut self.run.blocks[block];
        if let Some(StoppedBy::Missing(register, by)) = &own.stopped_by {
            let sentence = format!("{} does not run here: it makes an address of {register}, which comes from {by}.", own.name());
            own.stopped_by = Some(StoppedBy::Absent(sentence));
        }
        above.into_iter().for_each(|block| self.leads_to_an_address(block));
    }

    /// The registers that a line would write, in words.
    fn named(&self, code: &Code) -> String {
        code.writes().into_iter().filter_map(|slot| self.name(slot)).collect::<Vec<_>>().join(", ")
    }

    /// Why a line does not run that is understood; None where it does.
    fn absent(&self, code: &Code, name: &str) -> Option<String> {
        let unset = |slot: Slot| {
            let held = &self.held[slot as usize];
            self.name(slot).is_some() && (*held == Held::Unset || self.guessed[slot as usize] || matches!(held, Held::Missing(..)))
        };
        match code {
            Code::Atomic(atomic) if unset(atomic.place.base) => {
                Some(format!("{name} does not run here: a kernel (.visible .entry) has memory."))
            }
            Code::Load { place, .. } if unset(place.base) => Some(format!(
                "{name} does not run here: give {} a value, or write a kernel (.visible .entry), which has memory.",
                self.named(code)
            )),
            Code::Load { .. } => {
                self.memory.as_ref().map(|by| format!("{name} does not run here: {by} before it would have written to memory."))
            }
            Code::Store { place, .. } if unset(place.base) => {
                Some(format!("{name} does not run here: a kernel (.visible .entry) has memory."))
            }
            Code::Apart(_) => Some(format!("{name} does not run here: a kernel (.visible .entry) has memory.")),
            Code::Meet(_) => Some(format!("{name} does not run here: a kernel (.visible .entry) has other threads, for which it waits.")),
            Code::Stop { reason, jumps: false, .. } => {
                let (kind, message) = &self.function.reasons[*reason as usize];
                let written = self.named(code);
                (*kind == "not-modelled").then(|| match &*written {
                    "" => message.clone(),
                    written => format!("{message} Give {written} a value."),
                })
            }
            _ => None,
        }
    }

    /// What became of a run that ended.
    fn ended(mut self, ended: End, machine: Machine) -> Run {
        if let End::Stopped(stop) = ended {
            self.stopped(stop);
        }
        self.run.printed = machine.memory.printed;
        self.run
    }

    /// The run ended at a line.
    fn stopped(&mut self, stop: Stop) {
        let place = if stop.function == 0 { stop.line } else { self.last };
        let Some(line) = self.function.lines.get(place) else { return };
        let Some(block) = self.now.take().or_else(|| self.block(line)) else { return };
        let code = if matches!(line.code, Code::Stop { .. }) { "not-run" } else { stop.code };
        let sentence = format!("{} Nothing after {} runs.", stop.message, name_of(&block.text));
        let block = Block { stopped_by: Some(StoppedBy::End(code, sentence)), written: Vec::new(), ..block };
        self.run.push(block, core::mem::take(&mut self.trace));
    }
}

/// How an instruction that moves data or control is known.
fn evidence_of(name: &str) -> Evidence {
    let forms = forms_of(name.split('.').next().unwrap_or(name));
    let form = forms.iter().find(|form| form.pattern.named(name).is_some()).or(forms.first());
    form.map_or(Evidence::Modelled("it has no row here and does not run"), |form| form.row.evidence)
}

impl Observer for Tracing<'_> {
    const TRACES: bool = true;

    fn before(&mut self, function: usize, line: usize, registers: &mut [u64]) -> Go {
        // Of a function that is called its result is told alone.
        if function != 0 {
            return Go::On;
        }
        self.last = line;
        let line = &self.function.lines[line];
        let Some(mut block) = self.block(line) else { return Go::On };
        let name = name_of(&block.text).to_owned();
        let jumps = matches!(line.code, Code::Branch(_) | Code::Switch { .. } | Code::Call(_) | Code::Return | Code::Exit)
            || matches!(line.code, Code::Stop { jumps: true, .. });
        let (types, _) = self.types(&line.code, &name);
        let drops = self.request(&line.code).is_some_and(|request| request.form.meaning == Meaning::Nothing);
        let mut runs = true;
        if let Some((slot, negated)) = line.guard {
            if self.held[slot as usize] == Held::Unset && !drops {
                let bits = unset_predicate(negated);
                (registers[slot as usize], self.held[slot as usize]) = (bits, Held::Set);
                block.assumed = self.name(slot).map(|name| (name.to_owned(), bits));
            }
            runs = (registers[slot as usize] & 1 == 1) != negated;
            block.read.extend(self.value(slot, OperandType::PREDICATE, registers));
        }
        let reads = line.code.reads();
        block.read.extend(reads.iter().zip(&types).filter_map(|(slot, own)| self.value(*slot, *own, registers)));
        // What stays where the line does not run.
        let kept = if drops || !runs { line.code.writes() } else { Vec::new() };
        // What the line depends on.
        let guard = line.guard.map(|(slot, _)| slot);
        let depends = guard.into_iter().chain(if runs { reads } else { Vec::new() });
        let missing = |slot: Slot| match &self.held[slot as usize] {
            Held::Missing(by, block) => Some((slot, by.clone(), *block)),
            Held::Unset | Held::Set => None,
        };
        let lacking: Vec<(Slot, String, usize)> = depends.clone().filter_map(missing).collect();
        let address = match line.code {
            Code::Load { place, .. } | Code::Store { place, .. } if runs => Some(place.base),
            Code::Atomic(ref atomic) if runs => Some(atomic.place.base),
            _ => None,
        };
        let lacks_guard = guard.is_some_and(|guard| lacking.iter().any(|(slot, ..)| *slot == guard));
        if let (Some(address), false, false) = (address, lacks_guard, lacking.is_empty()) {
            // What only leads to an address is as little a result as what would have been loaded.
            lacking.iter().filter(|(slot, ..)| *slot == address).for_each(|(.., block)| self.leads_to_an_address(*block));
            let sentence =
                self.absent(&line.code, &name).unwrap_or_else(|| format!("{name} does not run here: what it stores has no value."));
            return self.skip(block, &line.code, StoppedBy::Absent(sentence), &name);
        }
        if let Some((slot, by, _)) = lacking.first() {
            let register = self.name(*slot).unwrap_or("").to_owned();
            self.lacking.push((self.run.blocks.len(), lacking.iter().map(|(.., block)| *block).collect()));
            self.skip(block, &line.code, StoppedBy::Missing(register, by.clone()), by);
            return if jumps { Go::Pause } else { Go::Over };
        }
        let unset = |slot: &Slot| self.held[*slot as usize] == Held::Unset && self.name(*slot).is_some_and(|name| name != CARRY);
        for slot in depends.chain(kept).filter(unset) {
            let name = self.name(slot).unwrap_or("").to_owned();
            if Some(slot) != guard && !block.unset.contains(&name) {
                block.unset.push(name);
            }
        }
        if drops {
            block.written = self.written(&line.code, &name, registers);
            self.run.push(block, Trace::default());
            return Go::Over;
        }
        if runs && let Some(sentence) = self.absent(&line.code, &name) {
            return self.skip(block, &line.code, StoppedBy::Absent(sentence), &name);
        }
        if runs && let Code::Stop { jumps: false, .. } = line.code {
            // What is wrong with it has been said.
            for slot in line.code.writes() {
                self.held[slot as usize] = Held::Missing(name.clone(), self.run.blocks.len());
            }
            return Go::Over;
        }
        // Only a guard makes it worth telling that a line goes elsewhere.
        let tells = !matches!(line.code, Code::Nothing) && (!jumps || line.guard.is_some() || matches!(line.code, Code::Stop { .. }));
        self.now = tells.then_some(block);
        Go::On
    }

    fn row(&mut self, request: &Request) -> Outcome {
        let outcome = evaluate(request, &mut self.trace);
        self.computed = Some((*request, outcome));
        outcome
    }

    fn whole(&mut self, whole: &Whole, arguments: [u64; 2]) -> [u64; 2] {
        let results = (whole.run)(whole.function, arguments, Some(&mut self.trace));
        if let Some(block) = &mut self.now {
            (block.flags, block.evidence) = (results.value.flags, whole.function.row.evidence);
        }
        written(whole.function, &results)
    }

    fn after(&mut self, function: usize, line: usize, ran: bool, registers: &[u64]) {
        let (computed, trace) = (self.computed.take(), core::mem::take(&mut self.trace));
        if function != 0 {
            let flags = computed.map_or(Flags::NONE, |(_, outcome)| outcome.flags);
            self.run.earlier.flags = self.run.earlier.flags | flags;
            return;
        }
        let line = &self.function.lines[line];
        if ran {
            let unset = self.now.as_ref().is_some_and(|block| !block.unset.is_empty());
            let guessed = unset || line.code.reads().iter().any(|slot| self.guessed[*slot as usize]);
            for slot in line.code.writes() {
                (self.held[slot as usize], self.guessed[slot as usize]) = (Held::Set, guessed);
            }
        }
        let Some(mut block) = self.now.take() else { return };
        block.written = self.written(&line.code, name_of(&block.text), registers);
        if !ran {
            block.stopped_by = line.guard.and_then(|(slot, _)| self.name(slot)).map(|guard| StoppedBy::Guard(guard.to_owned()));
        }
        if let Some((request, outcome)) = computed {
            (block.flags, block.evidence) = (outcome.flags, request.evidence_of(outcome.bits));
            block.computed = computed;
        }
        self.run.push(block, trace);
    }
}
