//! A kernel's launch in many orders of its threads: which bits each number of its buffers ends with, and how often.
//!
//! An order is the order in which the threads of a block take their turns. A thread runs until it ends or waits for others; then the next one
//! runs. Threads that have met go on in the same order. So an order decides who comes first, but no thread stops between two lines for
//! another one: a chip may do that, too. Every block has the same order of threads. A seed orders the blocks as well.

mod exact;

use crate::comparison::distance;
use crate::diagnosis::kernel::Place;
use crate::kernel::argument::Buffer;
use crate::kernel::memory::{Space, number};
use crate::kernel::{Launched, MOST_LISTED, Module, NoObserver, Order, Step, Stop, Threads};
use crate::number::Pattern;
use crate::shadow::ShadowValue;
pub use exact::NoExact;
use exact::{Observed, agreed};
use std::collections::BTreeMap;

/// Seeds unless others are asked for.
pub const USUAL_SEEDS: u32 = 1000;
/// The most seeds.
pub const MOST_SEEDS: u32 = 1_000_000;
/// The lines that all orders together may run, unless somebody says how many: some minutes.
pub const MOST_LINES: u64 = 1_000_000_000;
/// Different results of all numbers together that are kept.
const MOST_RESULTS: usize = 1 << 18;
/// Orders that are repeated without rounding, at most.
const MOST_REPEATS: usize = 32;
/// Lines that run between two looks at the clock, and what a turn counts beside its lines.
const AT_ONCE: u64 = 1 << 14;
const TURN: u64 = 32;

/// Which orders run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// Every order of the threads of one block.
    Every,
    /// By number, reversed, and the seeds from 1 up to this one.
    Seeds(u32),
}

/// Bits that a number ended with.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The bits.
    pub bits: u64,
    /// In how many orders.
    pub count: u64,
    /// The first of these.
    pub first: Order,
}

/// A number that does not have the same bits after every order.
#[derive(Clone, Debug, PartialEq)]
pub struct Differing {
    /// Which number.
    pub place: Place,
    /// Its results, the least first and NaNs last.
    pub results: Vec<(Pattern, Outcome)>,
    /// What it would be had no line rounded.
    pub exact: Result<ShadowValue, NoExact>,
}

impl Differing {
    /// How many representable steps lie between its least and its greatest result. None where fewer than two are numbers.
    pub fn spread(&self) -> Option<u64> {
        let mut numbers = self.results.iter().map(|(number, _)| *number).filter(|number| number.ordinal().is_some());
        distance(numbers.next()?, numbers.next_back()?)
    }
}

/// An order in which the launch does not come to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// The order.
    pub order: Order,
    /// Why.
    pub stop: Stop,
    /// The thread that stops, counted through all blocks.
    pub thread: u32,
}

/// A study, as far as it has come.
pub struct Study<'m> {
    module: &'m Module,
    launched: &'m Launched,
    orders: Orders,
    /// How many orders are asked for.
    pub of: u64,
    /// How many have run.
    pub ran: u64,
    /// How many of these stopped.
    pub stops: u64,
    /// The first that did.
    pub stopped: Option<Stopped>,
    /// The lines that ran.
    pub lines: u64,
    /// How many may run.
    most: u64,
    /// Why it ended before all orders had run, in a sentence.
    pub cut: Option<&'static str>,
    now: Option<Threads<'m>>,
    /// The buffers.
    pub buffers: Vec<Buffer>,
    /// What the first order that ended left in them, and that order.
    base: Option<(Vec<Vec<u8>>, Order)>,
    /// What other orders left instead.
    others: BTreeMap<Place, BTreeMap<u64, Outcome>>,
    kept: usize,
    /// Orders that are still to be repeated without rounding, the one that is, and what those before it agree on.
    repeats: Vec<Order>,
    observed: Option<Observed<'m>>,
    exact: BTreeMap<Place, Result<ShadowValue, NoExact>>,
    is_done: bool,
}

impl<'m> Study<'m> {
    /// Before the first order; `most` is how many lines all orders may run together. The error is a sentence.
    pub fn new(module: &'m Module, launched: &'m Launched, orders: Orders, most: u64) -> Result<Study<'m>, String> {
        let of = match orders {
            Orders::Seeds(seeds) if seeds <= MOST_SEEDS => 2 + u64::from(seeds),
            Orders::Seeds(_) => return Err(format!("At most {MOST_SEEDS} seeds can run.")),
            Orders::Every => {
                let none = || format!("Every order is run of one block with up to {MOST_LISTED} threads. Of more, seeds are run.");
                every(launched.threads, launched.blocks).ok_or_else(none)?.into()
            }
        };
        let now = launched.begin_in(module, Order::Number)?;
        Ok(Study {
            module,
            launched,
            orders,
            of,
            ran: 0,
            stops: 0,
            stopped: None,
            lines: 0,
            most,
            cut: None,
            now: Some(now),
            buffers: Vec::new(),
            base: None,
            others: BTreeMap::new(),
            kept: 0,
            repeats: Vec::new(),
            observed: None,
            exact: BTreeMap::new(),
            is_done: false,
        })
    }

    /// One of the orders, from 0 on.
    fn order(&self, at: u64) -> Order {
        match (self.orders, at) {
            (Orders::Every, at) => Order::nth(self.launched.per_block(), at as u32),
            (Orders::Seeds(_), 0) => Order::Number,
            (Orders::Seeds(_), 1) => Order::Reversed,
            (Orders::Seeds(_), at) => Order::Seed(at - 1),
        }
    }

    /// Goes on for some hundredths of a second at most; whether there is more to do.
    pub fn go_on(&mut self) -> bool {
        if self.is_done {
            return false;
        }
        if self.now.is_none() {
            self.is_done = !self.observe();
            return !self.is_done;
        }
        let mut left = AT_ONCE;
        while left > 0
            && let Some(threads) = &mut self.now
        {
            let before = threads.lines();
            let step = threads.step(&mut NoObserver);
            let lines = threads.lines().saturating_sub(before);
            left = left.saturating_sub(lines + TURN);
            self.lines += lines;
            match step {
                Step::Paused | Step::Turn if self.lines < self.most => {}
                Step::Paused | Step::Turn => self.end("All orders together have run as many lines as they may."),
                Step::Finished => self.ended(None),
                Step::Stopped(stop) => self.ended(Some(stop)),
            }
        }
        true
    }

    /// Ends it before its time: what has run is counted.
    pub fn stop(&mut self) {
        match self.now {
            Some(_) => self.end("The others were stopped."),
            // What only some of the runs agree on is not known.
            None => {
                self.exact.clear();
                self.is_done = true;
            }
        }
    }

    /// No other order runs.
    fn end(&mut self, why: &'static str) {
        self.cut = Some(why);
        self.now = None;
        self.choose();
    }

    /// An order has run: what it left is counted, and the next one begins.
    fn ended(&mut self, stop: Option<Stop>) {
        let (Some(mut threads), order) = (self.now.take(), self.order(self.ran)) else { return };
        self.ran += 1;
        match stop {
            Some(stop) => {
                self.stops += 1;
                self.stopped.get_or_insert(Stopped { order, stop, thread: threads.thread });
            }
            None => {
                threads.show_device();
                if !self.count(&threads, order) {
                    self.ran -= 1;
                    return self.end("The next one leaves more different numbers than are kept.");
                }
            }
        }
        if self.ran == self.of {
            return self.choose();
        }
        if self.kept > MOST_RESULTS {
            return self.end("The numbers have more different results than are kept.");
        }
        match self.launched.begin_in(self.module, self.order(self.ran)) {
            Ok(threads) => self.now = Some(threads),
            Err(_) => self.end("The next one cannot begin."),
        }
    }

    /// Counts what an order left; not where too many numbers differ.
    fn count(&mut self, threads: &Threads, order: Order) -> bool {
        let segments = threads.machine.memory.segments(Space::Global);
        let bytes = |buffer: &Buffer| segments.get(buffer.segment).map_or(&[][..], |segment| &segment.bytes);
        let Some((base, _)) = &self.base else {
            self.base = Some((threads.buffers.iter().map(|buffer| bytes(buffer).to_vec()).collect(), order));
            self.buffers.clone_from(&threads.buffers);
            return true;
        };
        let differ = |(own, base): (&Buffer, &Vec<u8>)| {
            let each = own.own.bytes();
            bytes(own).chunks_exact(each).zip(base.chunks_exact(each)).filter(|(new, base)| new != base).count()
        };
        if threads.buffers.iter().zip(base).map(differ).sum::<usize>() > MOST_RESULTS {
            return false;
        }
        for (place, (own, base)) in threads.buffers.iter().zip(base).enumerate() {
            let (each, new) = (own.own.bytes(), bytes(own));
            if new == &base[..] {
                continue;
            }
            for (at, (new, _)) in new.chunks_exact(each).zip(base.chunks_exact(each)).enumerate().filter(|(_, (new, base))| new != base) {
                let (bits, results) = (number(new), self.others.entry(Place { buffer: place, at }).or_default());
                let one = results.entry(bits).or_insert(Outcome { bits, count: 0, first: order });
                one.count += 1;
                self.kept += usize::from(one.count == 1);
            }
        }
        true
    }

    /// Finds the orders that are repeated without rounding: those of the least and the greatest results, as long as they are few.
    fn choose(&mut self) {
        let mut repeats: Vec<Order> = Vec::new();
        for place in self.differing() {
            let Some(number) = self.number(place).filter(|_| self.buffers[place.buffer].own.is_floating()) else { continue };
            let ends = [number.results.first(), number.results.last()].map(|end| end.map(|(_, one)| one.first));
            let new: Vec<Order> = ends.into_iter().flatten().filter(|order| !repeats.contains(order)).collect();
            if repeats.len() + new.len() > MOST_REPEATS {
                continue;
            }
            repeats.extend(new);
            self.exact.insert(place, Err(NoExact::Unrepeated));
        }
        self.repeats = repeats;
    }

    /// Repeats the orders that were chosen; whether there is more to do.
    fn observe(&mut self) -> bool {
        if self.observed.as_mut().is_some_and(Observed::go_on) {
            return true;
        }
        if let Some(run) = self.observed.take() {
            for (place, known) in &mut self.exact {
                let own = run.known(*place);
                *known = if *known == Err(NoExact::Unrepeated) { own } else { agreed(*known, own, self.buffers[place.buffer].own) };
            }
        }
        let Some(order) = self.repeats.pop() else { return false };
        self.observed = self.launched.begin_in(self.module, order).ok().map(|threads| Observed::new(self.module, threads));
        true
    }

    /// How many orders ran and what they leave, in a sentence or two.
    pub fn said(&self) -> String {
        let ran = match (self.orders, self.cut, self.of) {
            (Orders::Every, None, 1) => "One thread has one order.".to_owned(),
            (Orders::Every, None, _) => format!("Every order of {} threads ran: {}.", self.launched.per_block(), self.ran),
            (Orders::Every, Some(why), of) => format!("{} of {of} orders ran. {why}", self.ran),
            (Orders::Seeds(_), None, _) => format!("By number, reversed, and {} seeds: {} orders ran.", self.ran - 2, self.ran),
            (Orders::Seeds(_), Some(why), of) => format!("{} of {of} orders ran: by number, reversed, then seeds. {why}", self.ran),
        };
        let stops = match self.stops {
            0 => String::new(),
            1 if self.ran == 1 => " It stops and leaves nothing that is counted.".to_owned(),
            1 => " One of them stops and leaves nothing that is counted.".to_owned(),
            stops => format!(" {stops} of them stop and leave nothing that is counted."),
        };
        let differs = match self.others.len() {
            _ if self.ran == self.stops => "",
            0 if self.ran - self.stops == 1 => "",
            0 if self.stops > 0 => " The others leave the same bits in every buffer.",
            0 => " Each leaves the same bits in every buffer.",
            1 => " One number differs between orders.",
            _ => " Several numbers differ between orders.",
        };
        [ran.as_str(), &stops, differs].concat()
    }

    /// The numbers that differ, in the order of the buffers.
    pub fn differing(&self) -> Vec<Place> {
        self.others.keys().copied().collect()
    }

    /// What is known of one of them.
    pub fn number(&self, place: Place) -> Option<Differing> {
        let ((base, first), others) = (self.base.as_ref()?, self.others.get(&place)?);
        let format = self.buffers.get(place.buffer)?.own;
        let each = self.buffers.get(place.buffer)?.own.bytes();
        let bits = number(base.get(place.buffer)?.chunks_exact(each).nth(place.at)?);
        let ended = self.ran - self.stops;
        let count = ended - others.values().map(|one| one.count).sum::<u64>();
        let all = core::iter::once(Outcome { bits, count, first: *first }).chain(others.values().cloned());
        let mut results: Vec<(Pattern, Outcome)> = all.map(|one| (Pattern::new(format, one.bits), one)).collect();
        results.sort_by_key(|(number, one)| (number.ordinal().is_none(), number.ordinal(), one.bits));
        let exact = match self.exact.get(&place) {
            _ if !format.is_floating() => Err(NoExact::Integer),
            Some(exact) => *exact,
            None => Err(NoExact::Unrepeated),
        };
        Some(Differing { place, results, exact })
    }
}

/// How many orders so many threads of so many blocks have, where every one can run.
pub fn every(threads: [u32; 3], blocks: [u32; 3]) -> Option<u32> {
    let threads = threads.into_iter().fold(1, u32::saturating_mul);
    Order::how_many(threads).filter(|_| blocks == [1; 3])
}
