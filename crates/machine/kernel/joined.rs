//! What ptxas makes of a product and a sum that no rounding mode keeps apart: one fma, which rounds once (`-fmad`, on unless told).
//!
//! The rules are those of ptxas 13.5, found by experiment; `tests/joined.rs` holds them against its code. A product is joined with a sum of
//! its stretch (`stretch.rs`), type and `.ftz`, also across `mov` and `neg`, where every use of it is such a sum. One that has a single use
//! goes first. Of two products in one sum the one with fewer uses is joined, or else the first.

use super::module::{Code, Function, Slot};
use super::stretch::Stretch;
use crate::evaluate::Request;
use crate::instruction::{Meaning, Modifier, Type};
use crate::number::OperandType;
use crate::operation::Alu;
use crate::syntax::sort_by_key;

const DOUBLED: &str =
    "Both terms are the same product. Whether ptxas joins one of them with the sum is not predicted here: they stay as written.";
const PAIRS: &str =
    "A product of pairs comes here that several sums read. Whether ptxas joins it is not predicted here: it stays as written.";
const TURNS: &str = "A product of another turn of the loop comes here. ptxas joins it with the sum where it unrolls the loop; here it stays as \
                     written.";

/// A sum that becomes one fma with a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Joined {
    /// The lines.
    pub sum: usize,
    pub product: usize,
    /// Which operand of the sum the product is, and whether with the other sign.
    pub place: usize,
    pub negative: bool,
}

/// What is known of a value within a stretch.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Made {
    /// It was there before.
    Before,
    /// A line makes it, of which no more is asked.
    Line(usize),
    /// The unrounded product of a line.
    Product(usize),
    /// Another value with the other sign.
    Negated(usize),
    /// Several values in one register, and the bits of each.
    Packed(Box<[usize]>, u32),
}

/// A line of a stretch: the values that it reads, by place, those that it needs besides, and those that it makes.
#[derive(Debug, Default)]
struct Step {
    reads: Vec<usize>,
    more: Vec<usize>,
    writes: Vec<usize>,
}

/// A use of a product: the line, and the place among its sources; of what is no sum there is none.
type Use = Option<(usize, usize)>;

struct Reading<'f> {
    function: &'f Function,
    values: Vec<Made>,
    /// The value in each slot that was looked at, and those slots.
    held: Vec<Option<usize>>,
    touched: Vec<Slot>,
    steps: Vec<(usize, Step)>,
    /// The place of each line among the steps of its stretch.
    places: Vec<usize>,
}

/// A row's request, where a line is one without a guard of its own kind.
pub(super) fn request(function: &Function, line: usize) -> Option<&Request> {
    match &function.lines.get(line)?.code {
        Code::Row { request, .. } => function.requests.get(*request as usize),
        _ => None,
    }
}

/// The type of a row whose operands have it all, where ptxas joins that type.
pub(super) fn own_type(request: &Request) -> Option<Type> {
    let own = request.modifiers.data_type().filter(|_| request.modifiers.places() == 1)?;
    use Type::{Bf16, Bf16x2, F16, F16x2, F32, F32x2, F64};
    matches!(own, F32 | F64 | F16 | F16x2 | Bf16 | Bf16x2 | F32x2).then_some(own)
}

/// Whether a row is a product that may be joined, or a sum: it says no rounding mode.
pub(super) fn is_free(request: &Request, meanings: &[Meaning]) -> bool {
    meanings.contains(&request.form.meaning) && request.modifiers.mode().is_none() && own_type(request).is_some()
}

fn is_sum(function: &Function, line: usize) -> bool {
    request(function, line).is_some_and(|own| is_free(own, &[Meaning::Add, Meaning::Subtract]))
}

/// Whether two rows have the same type and flush alike.
fn alike(one: &Request, other: &Request) -> bool {
    own_type(one) == own_type(other) && one.modifiers.has(Modifier::Ftz) == other.modifiers.has(Modifier::Ftz)
}

impl Reading<'_> {
    fn value(&mut self, made: Made) -> usize {
        self.values.push(made);
        self.values.len() - 1
    }

    fn held(&mut self, slot: Slot) -> usize {
        if let Some(value) = self.held[slot as usize] {
            return value;
        }
        let value = self.value(Made::Before);
        self.hold(slot, value);
        value
    }

    fn hold(&mut self, slot: Slot, value: usize) {
        if self.held[slot as usize].replace(value).is_none() {
            self.touched.push(slot);
        }
    }

    /// Forgets the stretch before.
    fn begin(&mut self) {
        self.values.clear();
        self.steps.clear();
        self.touched.drain(..).for_each(|slot| self.held[slot as usize] = None);
    }

    /// A value without the signs in front of it, and whether they turn it.
    fn root(&self, mut value: usize) -> (usize, bool) {
        let mut negative = false;
        while let Made::Negated(other) = self.values[value] {
            (value, negative) = (other, !negative);
        }
        (value, negative)
    }

    fn product(&self, value: usize) -> Option<(usize, bool)> {
        let (value, negative) = self.root(value);
        if let Made::Product(line) = self.values[value] { Some((line, negative)) } else { None }
    }

    /// The factors of a product, by what they are.
    fn factors(&self, line: usize) -> Option<[(usize, bool); 2]> {
        let mut factors = self.reads(line)?.map(|value| self.root(value));
        if factors[0] > factors[1] {
            factors.swap(0, 1);
        }
        Some(factors)
    }

    /// What a line gives that ptxas sees through: the value itself, with the other sign, or its parts.
    fn seen_through(&mut self, line: usize) -> Option<Vec<(Slot, usize)>> {
        let own = &self.function.lines[line];
        if own.guard.is_some() {
            return None;
        }
        match &own.code {
            Code::Copy { to, from, .. } => Some(vec![(*to, self.held(*from))]),
            Code::Pack { to, from, width } => {
                let parts = from.iter().map(|slot| self.held(*slot)).collect();
                Some(vec![(*to, self.value(Made::Packed(parts, *width)))])
            }
            Code::Unpack { to, from, width } => {
                let from = self.held(*from);
                match &self.values[from] {
                    Made::Packed(parts, own) if own == width && parts.len() == to.len() => {
                        Some(to.iter().copied().zip(parts.iter().copied()).collect())
                    }
                    _ => None,
                }
            }
            Code::Row { to, from, .. } => {
                let asked = request(self.function, line)?;
                let (source, mask) = (self.held(from[0]), self.function.initial[from[1] as usize]);
                let is_constant = self.function.name_of(from[1]).is_none();
                let (product, _) = self.product(source)?;
                let made = request(self.function, product)?;
                let own = own_type(made)?;
                let square = self.factors(product).is_some_and(|[a, b]| a == b);
                match asked.form.meaning {
                    // Of two bfloat16 it is a product of its own, and where it flushes by itself a sum.
                    Meaning::Negate if own_type(asked) == Some(own) && own != Type::Bf16x2 => {
                        let flushes = asked.modifiers.has(Modifier::Ftz);
                        let is_seen = !flushes || own == Type::F32 && made.modifiers.has(Modifier::Ftz);
                        is_seen.then(|| vec![(*to, self.value(Made::Negated(source)))])
                    }
                    Meaning::Alu(Alu::Xor) if is_constant && own != Type::Bf16x2 && mask == signs(own.operand()) => {
                        Some(vec![(*to, self.value(Made::Negated(source)))])
                    }
                    Meaning::AbsoluteValue if square && own == Type::F32 && alike(asked, made) => Some(vec![(*to, self.root(source).0)]),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Takes the lines of a stretch in order.
    fn take(&mut self, line: usize) {
        if let Some(seen) = self.seen_through(line) {
            seen.into_iter().for_each(|(slot, value)| self.hold(slot, value));
            return;
        }
        let own = &self.function.lines[line];
        let mut step = Step { reads: own.code.reads().into_iter().map(|slot| self.held(slot)).collect(), ..Step::default() };
        step.more.extend(own.guard.map(|(slot, _)| self.held(slot)));
        let writes = own.code.writes();
        if own.guard.is_some() {
            // Where the guard passes over it, the register keeps what it had.
            step.more.extend(writes.iter().map(|slot| self.held(*slot)));
        }
        let joins = own.guard.is_none()
            && request(self.function, line).is_some_and(|own| is_free(own, &[Meaning::Multiply]) && !own.modifiers.has(Modifier::Sat));
        for slot in writes {
            let value = self.value(if joins { Made::Product(line) } else { Made::Line(line) });
            self.hold(slot, value);
            step.writes.push(value);
        }
        self.places[line] = self.steps.len();
        self.steps.push((line, step));
    }

    /// The slots that were looked at and live on, with their values.
    fn left<'s>(&'s self, stretch: &'s Stretch) -> impl Iterator<Item = (Slot, usize)> + 's {
        self.touched.iter().filter(|slot| stretch.live.has(**slot)).filter_map(|slot| Some((*slot, self.held[*slot as usize]?)))
    }

    /// The uses of each product, by its place among the steps, of lines that anybody needs, and the sums among those lines.
    fn uses(&self, stretch: &Stretch) -> (Vec<Vec<Use>>, Vec<usize>) {
        let left: Vec<usize> = self.left(stretch).map(|(_, value)| value).collect();
        let mut waiting = left.clone();
        let mut needed = vec![false; self.steps.len()];
        for (place, (line, step)) in self.steps.iter().enumerate() {
            if !self.function.lines[*line].code.only_writes() {
                needed[place] = true;
                waiting.extend(step.reads.iter().chain(&step.more));
            }
        }
        let mut seen = vec![false; self.values.len()];
        while let Some(value) = waiting.pop() {
            if core::mem::replace(&mut seen[value], true) {
                continue;
            }
            match &self.values[value] {
                Made::Before => {}
                Made::Negated(other) => waiting.push(*other),
                Made::Packed(parts, _) => waiting.extend(parts),
                Made::Line(line) | Made::Product(line) => {
                    let place = self.places[*line];
                    if !core::mem::replace(&mut needed[place], true) {
                        let step = &self.steps[place].1;
                        waiting.extend(step.reads.iter().chain(&step.more));
                    }
                }
            }
        }
        let mut uses: Vec<Vec<Use>> = vec![Vec::new(); self.steps.len()];
        let mut used = |value: usize, by: Use| {
            if let Some((product, _)) = self.product(value) {
                uses[self.places[product]].push(by);
            }
        };
        left.iter().for_each(|value| used(*value, None));
        for (value, _) in seen.iter().enumerate().filter(|(_, seen)| **seen) {
            if let Made::Packed(parts, _) = &self.values[value] {
                parts.iter().for_each(|part| used(*part, None));
            }
        }
        let mut sums = Vec::new();
        for (_, (line, step)) in self.steps.iter().enumerate().filter(|(place, _)| needed[*place]) {
            let is_sum = is_sum(self.function, *line);
            sums.extend(is_sum.then_some(*line));
            step.more.iter().for_each(|value| used(*value, None));
            step.reads.iter().enumerate().for_each(|(place, value)| used(*value, is_sum.then_some((*line, place))));
        }
        (uses, sums)
    }

    fn reads(&self, line: usize) -> Option<[usize; 2]> {
        let (_, step) = self.steps.get(self.places[line])?;
        Some([*step.reads.first()?, *step.reads.get(1)?])
    }

    /// Whether the terms of a sum are the same product twice: whether ptxas joins one of them hangs on more than is known here.
    fn is_double(&self, sum: usize) -> bool {
        let Some([Some(one), Some(other)]) = self.reads(sum).map(|both| both.map(|value| self.product(value))) else { return false };
        let subtracts = request(self.function, sum).is_some_and(|own| own.form.meaning == Meaning::Subtract);
        let (Some(factors), Some(others)) = (self.factors(one.0), self.factors(other.0)) else { return false };
        let sign = |[a, b]: [(usize, bool); 2], negative: bool| a.1 ^ b.1 ^ negative;
        factors.map(|(value, _)| value) == others.map(|(value, _)| value) && sign(factors, one.1) == (sign(others, other.1) ^ subtracts)
    }

    /// Of pairs of halves it was seen both ways where a product has several uses and another product is in one of those sums.
    fn is_open(&self, product: &Request, uses: &[Use]) -> bool {
        let meets = |(sum, place): &(usize, usize)| self.reads(*sum).is_some_and(|terms| self.product(terms[1 - place]).is_some());
        matches!(own_type(product), Some(Type::F16x2 | Type::Bf16x2)) && uses.len() > 1 && uses.iter().flatten().any(meets)
    }

    fn joined(&self, stretch: &Stretch) -> (Vec<Joined>, Vec<(usize, &'static str)>) {
        let (uses, sums) = self.uses(stretch);
        let doubled: Vec<usize> = sums.iter().copied().filter(|sum| self.is_double(*sum)).collect();
        let mut done: Vec<Option<Joined>> = vec![None; self.steps.len()];
        let candidate = |sum: usize, place: usize, value: usize, done: &[Option<Joined>]| {
            let (product, negative) = self.product(value)?;
            let (made, adds) = (request(self.function, product)?, request(self.function, sum)?);
            let all = &uses[self.places[product]];
            let fits = |by: &Use| {
                let Some((line, place)) = *by else { return false };
                let other = all.iter().flatten().filter(|(other, _)| *other == line).count() > 1;
                let is_done = done[self.places[line]].map(|known| known.product == product && known.place == place);
                !other
                    && !doubled.contains(&line)
                    && is_done.unwrap_or(true)
                    && request(self.function, line).is_some_and(|own| alike(own, made))
            };
            (alike(made, adds) && all.iter().all(fits) && !self.is_open(made, all))
                .then_some((all.len(), Joined { sum, product, place, negative }))
        };
        for most in [1, usize::MAX] {
            for sum in &sums {
                let Some(terms) = self.reads(*sum).filter(|_| done[self.places[*sum]].is_none()) else { continue };
                let mut found: Vec<(usize, Joined)> =
                    terms.into_iter().enumerate().filter_map(|(place, value)| candidate(*sum, place, value, &done)).collect();
                found.retain(|(count, _)| *count <= most);
                if let Some((_, joined)) = found.into_iter().min_by_key(|(count, _)| *count) {
                    done[self.places[*sum]] = Some(joined);
                }
            }
        }
        let mut all: Vec<Joined> = done.into_iter().flatten().collect();
        sort_by_key(&mut all, |joined| joined.sum as u64);
        let mut said: Vec<(usize, &'static str)> = doubled.into_iter().map(|sum| (sum, DOUBLED)).collect();
        for ((product, _), uses) in self.steps.iter().zip(&uses) {
            if !uses.is_empty()
                && request(self.function, *product).is_some_and(|made| uses.iter().all(Option::is_some) && self.is_open(made, uses))
            {
                said.extend(uses.iter().flatten().map(|(sum, _)| (*sum, PAIRS)));
            }
        }
        sort_by_key(&mut said, |(line, _)| *line as u64);
        (all, said)
    }
}

/// What is to be joined in a function, and what is to be said of it.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub joined: Vec<(usize, Joined)>,
    pub said: Vec<(usize, &'static str)>,
}

/// Finds what ptxas joins in a function that leaves some slots to who reads them.
pub(super) fn find(function: &Function, stretches: &[Stretch]) -> Found {
    let mut found = Found::default();
    // Products that outlive their stretch, and sums of what came from elsewhere.
    let mut left: Vec<(Slot, usize, bool)> = Vec::new();
    let mut open: Vec<(Slot, usize, bool)> = Vec::new();
    let (held, places) = (vec![None; function.initial.len()], vec![0; function.lines.len()]);
    let mut reading = Reading { function, values: Vec::new(), held, touched: Vec::new(), steps: Vec::new(), places };
    for (number, stretch) in stretches.iter().enumerate() {
        reading.begin();
        // What a sum reads that was there before, in the order of the values.
        let mut entered: Vec<(usize, Slot)> = Vec::new();
        for line in &stretch.lines {
            let reads = if is_sum(function, *line) { function.lines[*line].code.reads() } else { Vec::new() };
            for slot in reads {
                if reading.held[slot as usize].is_none() {
                    entered.push((reading.values.len(), slot));
                }
                reading.held(slot);
            }
            reading.take(*line);
        }
        let (joined, said) = reading.joined(stretch);
        found.joined.extend(joined.into_iter().map(|joined| (number, joined)));
        found.said.extend(said);
        left.extend(reading.left(stretch).filter_map(|(slot, value)| Some((slot, reading.product(value)?.0, stretch.loops))));
        let sums = stretch.lines.iter().filter(|line| is_sum(function, **line)).filter_map(|line| Some((*line, reading.reads(*line)?)));
        for (line, terms) in sums {
            let slot =
                |value: usize| entered.binary_search_by_key(&reading.root(value).0, |(value, _)| *value).ok().map(|at| entered[at].1);
            open.extend(terms.into_iter().filter_map(slot).map(|slot| (slot, line, stretch.loops)));
        }
    }
    for (slot, sum, loops) in open {
        let comes = |(own, product, also): &(Slot, usize, bool)| {
            let alike = request(function, sum).zip(request(function, *product)).is_some_and(|(sum, product)| alike(sum, product));
            *own == slot && alike && (loops || *also)
        };
        if left.iter().any(comes) && found.said.iter().all(|(line, _)| *line != sum) {
            found.said.push((sum, TURNS));
        }
    }
    found
}

/// The signs of an operand's lanes.
pub(super) fn signs(own: OperandType) -> u64 {
    (0..own.lanes).fold(0, |mask, lane| mask | own.format.sign_mask() << (lane * own.stride()))
}
