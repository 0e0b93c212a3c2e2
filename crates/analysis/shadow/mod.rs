//! A kernel's run beside the same run with nothing rounded: along the path that was taken, every number to a hundred bits.
//!
//! Two errors stand beside each floating-point line: its own, the result less what the line would give without rounding, and the whole, the
//! result less what it would be had no line before it rounded either. Numbers keep their exact companion through moves, selections and
//! memory; where bits pass through integers the companion is the number that the bits stand for, because such code computes with the bits.
//! A rounding to a whole number is no error: it is what was asked for, by a modifier or by adding 1.5·2^23, as compiled `expf` does to read
//! the whole number off the bits.

mod error_attribution;
mod exact;
mod in_memory;
mod matrices;
mod threads;
mod value;

pub use error_attribution::{Pass, Share, candidates, error_size, ranked, shares};
pub use value::{Beside, ShadowValue};

use crate::evaluate::{Comparison, Request, takes_first};
use crate::instruction::{Meaning, ModifierSet, SOURCES};
use crate::kernel::Module;
use crate::kernel::matrices::Copies;
use crate::kernel::memory::Space;
use crate::kernel::module::{Call, Callee, Code, Formal, Place, Slot};
use crate::kernel::record::{Record, Recording};
use crate::kernel::special::Launch;
use crate::number::{F32, Format, Pattern};
use crate::operation::compare;
use crate::sweep::error_report::{Deviation, in_ulps};
use crate::trace::Silent;
use exact::{Number, apply, cancelled, difference, number, order, sum};
use matrices::{Products, product_of};
use std::collections::HashMap;
use value::off;

/// A companion: the bits that it goes with, their format, and the number.
#[derive(Clone, Copy, Debug)]
struct Kept {
    bits: u64,
    format: &'static Format,
    number: Number,
    /// Where the bits are a part of the number's: those of all of it, and the place of the part.
    part: Option<(u64, usize)>,
    /// The record that computed it.
    by: u32,
}

/// A function that runs.
#[derive(Debug, Default)]
struct Frame {
    /// The companions of its slots.
    slots: HashMap<Slot, Kept>,
    /// Where it put some in memory that ends with it.
    stored: Vec<u64>,
    /// Registers that go back to who called it: its own and the caller's.
    results: Vec<(Slot, Slot)>,
}

/// What each of those that met held: the thread, the bits and their companion.
type Brought = Vec<(u32, u64, Option<Kept>)>;

/// So many bits below a number another is little beside it.
const LITTLE: i32 = 8;

/// Whose rounding is taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Removed {
    /// That of every line.
    Every,
    /// That of one line of a function; the others err as they did.
    Only(u32, u32),
}

/// What stands beside each record; None where a line has nothing to do with floating-point numbers.
pub fn beside(module: &Module, recording: &Recording) -> Vec<Option<Beside>> {
    let mut companion = ShadowObserver::new(module);
    (0..recording.records.len()).map(|at| companion.line(recording, at)).collect()
}

/// The run without rounding, as far as it has come.
pub struct ShadowObserver<'m> {
    module: &'m Module,
    removed: Removed,
    /// The thread that the last record was of, its block, and its functions.
    thread: u32,
    block: u32,
    launch: Launch,
    frames: Vec<Frame>,
    /// The functions of the other threads.
    others: HashMap<u32, Vec<Frame>>,
    /// By the thread or the block whose own memory it is, if it is one's, and the address.
    memory: HashMap<(Option<u32>, u64), Kept>,
    /// The last meeting, and what was brought to it.
    met: (u32, Brought),
    products: Products,
    /// The record that is gone through.
    now: u32,
}

impl<'m> ShadowObserver<'m> {
    /// Before the first line.
    pub fn new(module: &'m Module) -> ShadowObserver<'m> {
        ShadowObserver {
            module,
            removed: Removed::Every,
            thread: 0,
            // None that there is: the first record tells.
            block: u32::MAX,
            launch: Launch::default(),
            frames: vec![Frame::default()],
            others: HashMap::new(),
            memory: HashMap::new(),
            met: (0, Vec::new()),
            products: Products::new(),
            now: 0,
        }
    }

    /// The companion of a slot, where it still goes with the bits.
    fn of(&self, slot: Slot, bits: u64) -> Option<Kept> {
        self.frames.last()?.slots.get(&slot).filter(|kept| kept.bits == bits).copied()
    }

    fn keep(&mut self, slot: Slot, kept: Option<Kept>) {
        let Some(Frame { slots, .. }) = self.frames.last_mut() else { return };
        match kept {
            Some(kept) => slots.insert(slot, kept),
            None => slots.remove(&slot),
        };
    }

    /// Goes over to a record's thread. A block's memory is gone with the block.
    fn turn(&mut self, recording: &Recording, record: &Record) {
        if record.thread != self.thread {
            let own = self.others.remove(&record.thread).unwrap_or_else(|| vec![Frame::default()]);
            let other = core::mem::replace(&mut self.frames, own);
            self.others.insert(core::mem::replace(&mut self.thread, record.thread), other);
        }
        if record.block != self.block {
            let [before, now] = [self.block, record.block].map(|block| recording.in_block(block).cluster_place());
            (self.block, self.launch) = (record.block, recording.in_block(record.block));
            if before != now {
                self.others.clear();
                self.memory.retain(|(_, address), _| Space::of(*address) != Some(Space::Shared));
            }
        }
    }

    /// Where a companion lies that goes with an address.
    fn place(&self, address: u64) -> (Option<u32>, u64) {
        match Space::of(address) {
            Some(Space::Param | Space::Local) => (Some(self.thread), address),
            Some(Space::Shared) => {
                let (block, address) = self.launch.of_shared(address);
                (Some(block), address)
            }
            _ => (None, address),
        }
    }

    /// The exact value and the errors to show beside record number `at`; the caller gives records one after the other, from 0 on.
    /// None where the line computes no floating-point number.
    pub fn line(&mut self, recording: &Recording, at: usize) -> Option<Beside> {
        let record = recording.records.get(at)?;
        self.now = at as u32;
        self.turn(recording, record);
        let (function, line) = recording.line(self.module, record).filter(|_| record.ran)?;
        let (sources, results) = (recording.sources(record), recording.results(record));
        match &line.code {
            Code::Row { request, to, from, .. } => {
                let operands = recording.operands(record, &line.code);
                let request = Request { operands, ..*function.requests.get(*request as usize)? };
                match request.form.meaning {
                    Meaning::Compare => {
                        line.code.writes().into_iter().for_each(|slot| self.keep(slot, None));
                        return self.compared(&request, from);
                    }
                    Meaning::Choose => {
                        let first = takes_first(&request.computation(), request.operands[2], &mut Silent)?.bits == 1;
                        let kept = self.of(from[usize::from(!first)], *results.first()?);
                        self.keep(*to, kept);
                        return None;
                    }
                    _ => {}
                }
                let exactly = matches!(self.removed, Removed::Every) || self.removed == Removed::Only(record.function, record.line);
                return self.computed(&request, *to, from, *results.first()?, exactly);
            }
            Code::Copy { to, from, .. } => {
                let kept = self.of(*from, *sources.first()?).filter(|kept| Some(&kept.bits) == results.first());
                self.keep(*to, kept);
            }
            Code::Parts { to, from, widths: [one, other] } if one == other => {
                let parts = from.iter().zip(sources).zip(results);
                let all: Vec<_> = parts.map(|((slot, bits), result)| self.of(*slot, *bits).filter(|_| bits == result)).collect();
                to.iter().zip(all).for_each(|(slot, kept)| self.keep(*slot, kept));
            }
            Code::Load { to, place, .. } => {
                for (address, slot, bits) in accesses(place, *sources.first()?, to, results) {
                    let kept = self.memory.get(&self.place(address)).filter(|kept| kept.bits == bits).copied();
                    self.keep(slot, kept);
                }
            }
            Code::Atomic(atomic) => return self.atomic(function, atomic, sources, results, (record.function, record.line)),
            Code::Store { from, place } => {
                for (address, slot, bits) in accesses(place, *sources.first()?, from, sources.get(1..)?) {
                    self.store(address, place.width, self.of(slot, bits));
                }
            }
            Code::Unpack { to, from, .. } => {
                let (whole, kept) = (*sources.first()?, self.whole(*from, *sources.first()?));
                for (place, (slot, bits)) in to.iter().zip(results).enumerate() {
                    self.keep(*slot, kept.map(|kept| Kept { bits: *bits, part: Some((whole, place)), ..kept }));
                }
            }
            Code::Pack { to, from, .. } => {
                let parts = from.iter().zip(sources).enumerate();
                let whole = *results.first()?;
                let mut parts = parts.map(|(place, (slot, bits))| self.of(*slot, *bits).filter(|kept| kept.part == Some((whole, place))));
                let kept = parts.next().flatten().filter(|_| parts.all(|part| part.is_some()));
                self.keep(*to, kept.map(|kept| Kept { bits: whole, part: None, ..kept }));
            }
            Code::Meet(meet) if meet.stores(function) => {
                let [_, _, address] = results[..] else { return None };
                self.store(address, 16, None);
            }
            Code::Meet(meet) => {
                let product = product_of(function, meet);
                if self.met.0 != record.meeting {
                    self.met = (record.meeting, self.brought(recording, at));
                    self.products = product.map(|product| self.products(recording, at, product)).unwrap_or_default();
                }
                if product.is_some() {
                    let own = self.products.remove(&record.thread).unwrap_or_default();
                    let told = own.first().and_then(|(_, beside)| beside.clone());
                    let mut own = own.into_iter().map(|(kept, _)| kept);
                    meet.to.iter().for_each(|slot| self.keep(*slot, own.next().flatten()));
                    return told;
                }
                for (place, slot) in meet.to.iter().enumerate() {
                    let kept = if place == 0 { self.of_others(function, meet, record, results) } else { None };
                    self.keep(*slot, kept);
                }
            }
            Code::Apart(apart) => match &apart.what {
                Copies::Tile(tile) => self.tile(tile, sources, results),
                Copies::Transfer(transfer) => self.transfer(transfer, sources),
            },
            Code::Call(call) => self.call(call, sources),
            Code::Return => self.leave(),
            Code::Exit => (0..self.frames.len()).for_each(|_| self.leave()),
            // Code that computes with bits gives what they stand for.
            other => other.writes().into_iter().for_each(|slot| self.keep(slot, None)),
        }
        None
    }

    /// Puts a companion into memory, in place of every one that the bytes overlap.
    fn store(&mut self, address: u64, width: u32, kept: Option<Kept>) {
        for near in address.saturating_sub(7)..address.saturating_add(width.into()) {
            let over = |kept: &Kept| near.saturating_add(u64::from(kept.format.width().div_ceil(8))) > address;
            let near = self.place(near);
            if self.memory.get(&near).is_some_and(over) {
                self.memory.remove(&near);
            }
        }
        let Some(kept) = kept else { return };
        self.memory.insert(self.place(address), kept);
        if let (Some(Space::Param | Space::Local), Some(frame)) = (Space::of(address), self.frames.last_mut()) {
            frame.stored.push(address);
        }
    }

    /// Enters a function; registers that are handed over keep their companions, variables do not.
    fn call(&mut self, call: &Call, sources: &[u64]) {
        let (mut frame, mut sources) = (Frame::default(), sources.iter());
        let address = match call.callee {
            Callee::Function(_) => 0,
            Callee::At(_) => sources.next().copied().unwrap_or(0),
        };
        let Some(callee) = self.module.callee(call, address).map(|number| &self.module.functions[number]) else { return };
        for (formal, argument) in callee.parameters.iter().zip(&call.arguments) {
            let Formal::Register(from, _) = *argument else { continue };
            let kept = sources.next().and_then(|bits| self.of(from, *bits));
            if let (Formal::Register(to, _), Some(kept)) = (*formal, kept) {
                frame.slots.insert(to, kept);
            }
        }
        for (own, to) in callee.results.iter().zip(&call.results) {
            if let (Formal::Register(own, _), Formal::Register(to, _)) = (*own, *to) {
                frame.results.push((own, to));
            }
        }
        self.frames.push(frame);
    }

    /// Leaves a function, or lets a thread end: what lay in its own memory is gone.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        for address in &frame.stored {
            self.memory.remove(&self.place(*address));
        }
        if self.frames.is_empty() {
            self.frames.push(Frame::default());
        }
        for (own, to) in frame.results {
            self.keep(to, frame.slots.get(&own).copied());
        }
    }

    /// The companion of a slot that holds all of a number.
    fn whole(&self, slot: Slot, bits: u64) -> Option<Kept> {
        self.of(slot, bits).filter(|kept| kept.part.is_none())
    }

    /// The number without rounding that a slot stands for; None of a NaN and an infinity.
    fn number(&self, format: &'static Format, slot: Slot, bits: u64) -> Option<Number> {
        self.whole(slot, bits).map(|kept| kept.number).or_else(|| number(format, bits))
    }

    /// A comparison: whether it would have gone the other way; None of integers, of several at once, of NaNs and infinities.
    fn compared(&self, request: &Request, from: &[Slot; SOURCES]) -> Option<Beside> {
        let computation = request.computation();
        let comparison = Comparison::of(&computation).filter(|comparison| comparison.own.lanes == 1)?;
        let format = Some(comparison.own.format).filter(|format| format.is_floating())?;
        let [a, b, ..] = request.operands;
        let exact = order(self.number(format, from[0], a)?, self.number(format, from[1], b)?);
        let holds = compare(format, (a, b), comparison.relation, &computation.rules(), &mut Silent).bits == 1;
        Some(Beside { other_way: holds != comparison.relation.holds(exact), ..nothing() })
    }

    /// A line that computes: exactly, or with the error that it made.
    fn computed(&mut self, request: &Request, to: Slot, from: &[Slot; SOURCES], result: u64, exactly: bool) -> Option<Beside> {
        let (kept, beside) = self.beside(request, &|at| self.whole(from[at], request.operands[at]), result, exactly);
        self.keep(to, kept);
        beside
    }

    /// The exact companion of a line's result, and the errors to show beside the line. `companion(at)` is the exact companion of
    /// operand `at`, None where only its bits are known. `exactly` is false where the line keeps its own rounding error.
    fn beside(
        &self,
        request: &Request,
        companion: &dyn Fn(usize) -> Option<Kept>,
        result: u64,
        exactly: bool,
    ) -> (Option<Kept>, Option<Beside>) {
        let own = request.destination_type();
        let format = own.number().filter(|format| format.is_floating());
        let count = request.form.pattern.source_count();
        let formats: Option<Vec<&'static Format>> = (0..count).map(|source| request.source_type(source).number()).collect();
        let (Some(format), Some(formats)) = (format, formats) else { return (None, None) };
        let plain: Option<Vec<Number>> = (0..count).map(|at| number(formats[at], request.operands[at])).collect();
        let exact: Option<Vec<Number>> =
            (0..count).map(|at| companion(at).map(|kept| kept.number).or_else(|| number(formats[at], request.operands[at]))).collect();
        let pattern = Pattern::new(format, result);
        // A term that no line computed.
        let mut terms = request.form.meaning.traits().terms.filter(|at| companion(*at).is_none());
        let added = terms.any(|at| is_shifter(formats[at], request.operands[at]));
        let whole_number = added || !request.modifiers.intersection(ModifierSet::WHOLE).is_empty();
        let (own, whole) = match (plain, exact, pattern.is_finite()) {
            (Some(_), Some(_), true) if whole_number => (number(format, result), number(format, result)),
            (Some(plain), Some(exact), true) => {
                let own = apply(request, &plain);
                (own, if plain == exact { own } else { apply(request, &exact) })
            }
            _ => (None, None),
        };
        let given = (0..count).filter(|at| formats[*at].is_floating());
        let given = given.filter_map(|at| companion(at).map(|kept| (at, kept.number)));
        let given = given.map(|(at, number)| off(Pattern::new(formats[at], request.operands[at]), number));
        let given = given.max_by_key(|given| given.size()).unwrap_or(Deviation::Ulps { negative: false, thousandths: 0 });
        let error = |own: Number| Some(difference(number(format, result)?, own));
        let whole = if exactly { whole } else { whole.zip(own.and_then(error)).map(|(whole, error)| sum(whole, error)) };
        let kept = whole.map(|number| Kept { bits: result, format, number, part: None, by: self.now });
        let (Some(own), Some(whole)) = (own, whole) else { return (kept, None) };
        let adds = !request.form.meaning.traits().terms.is_empty();
        let fell_away = if adds && !added { cancelled(request, &formats, own) } else { 0 };
        // What stands below the last places of both terms of an fma, and would not stand there without rounding.
        let nothing_left = whole.is_none_or(|whole| own.is_some_and(|own| own.leading() - whole.leading() >= LITTLE));
        let is_residual = request.form.meaning == Meaning::Fused && fell_away + 2 >= format.precision() && nothing_left;
        let beside = Beside {
            number: Some(whole),
            inherited: match whole {
                Some(truth) => in_ulps(format, difference(own, whole), truth),
                None if own.is_none() => Deviation::Ulps { negative: false, thousandths: 0 },
                None => Deviation::Unmeasured,
            },
            given,
            whole: off(pattern, whole),
            own: off(pattern, own),
            cancelled: if is_residual { 0 } else { fell_away },
            is_residual,
            other_way: false,
            from: core::array::from_fn(|at| if at < count { companion(at).map(|kept| kept.by) } else { None }),
        };
        (kept, Some(beside))
    }
}

/// Whether a term is 1.5·2^23 (in doubles 1.5·2^52) or a little more: adding it rounds the other term to a whole number.
fn is_shifter(format: &'static Format, bits: u64) -> bool {
    const MOST: u64 = 1 << 10;
    if format.precision() < F32::FORMAT.precision() {
        return false;
    }
    let least = 3 << (format.precision() - 2);
    Pattern::new(format, bits).exact().is_some_and(|exact| exact.exponent == 0 && (least..least + MOST).contains(&exact.magnitude))
}

fn nothing() -> Beside {
    let none = Deviation::Unmeasured;
    Beside {
        number: None,
        whole: none,
        own: none,
        inherited: none,
        given: none,
        cancelled: 0,
        is_residual: false,
        other_way: false,
        from: [None; 3],
    }
}

/// The places of a load or a store: address, slot, bits.
fn accesses<'a>(place: &Place, base: u64, slots: &'a [Slot], bits: &'a [u64]) -> impl Iterator<Item = (u64, Slot, u64)> + use<'a> {
    let (address, width) = (base.wrapping_add(place.offset), u64::from(place.width));
    slots.iter().zip(bits).enumerate().map(move |(at, (slot, bits))| (address.wrapping_add(at as u64 * width), *slot, *bits))
}
