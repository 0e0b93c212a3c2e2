//! Operands that are likely to show something: constructed from the result that is wanted, or drawn at random where that is enough.
//!
//! The operations that solve for an operand are the engine's own; whether the proposal is any good is judged by the engine too.

use super::goal::Goal;
use super::matrix::result_format;
use crate::evaluate::Request;
use crate::instruction::{Meaning, Modifier};
use crate::number::{Encoding, F32, F64, Float, Format, Narrow, Pattern, Random};
use crate::operation::{Answer, Incoming, add, convert, divide, fused, multiply, reciprocal, square_root, subtract, to_scale, widen};
use crate::rounding::{Mode, Range, Rules};
use crate::special_function::Elementary;
use crate::trace::{Operand, Silent, Trace};

const RULES: Rules = Rules::ieee(Mode::Rn);

/// Operands of one lane. What is solved for is bits of one format; each operand is written in its own.
pub(super) struct Proposer<'a> {
    /// What results are rounded to; where a question is answered, what it is about.
    pub(super) to: &'static Format,
    /// A format that holds the numbers of the result and of every operand.
    pub(super) format: &'static Format,
    pub(super) from: [&'static Format; 3],
    pub(super) meaning: Meaning,
    /// Whether results beyond [0, 1] are clamped.
    pub(super) clamps: bool,
    pub(super) random: &'a mut Random,
}

impl<'a> Proposer<'a> {
    pub(super) fn new(request: &Request, random: &'a mut Random) -> Proposer<'a> {
        let (meaning, own) = (request.form.meaning, request.source_type(0).format);
        let to = if meaning == Meaning::Compare { own } else { result_format(request) };
        let from = core::array::from_fn(|place| {
            let own = request.source_type(place);
            if place < request.form.pattern.source_count() && !own.is_predicate() { own.format } else { to }
        });
        let held = |from: &&'static Format| to.holds(from);
        let format = if from.iter().all(held) { to } else { F32::ROW };
        Proposer { to, format, from, meaning, clamps: request.modifiers.has(Modifier::Sat), random }
    }

    /// A number as bits of an operand's own format; one that is too large for it is its largest.
    pub(super) fn own(&self, place: usize, bits: u64) -> u64 {
        let from = self.from[place];
        if from == self.format {
            return bits;
        }
        let source = Incoming::plain(self.format, bits);
        let infinite = from.infinity().is_some() && !Pattern::new(self.format, bits).is_finite();
        let rules = Rules { range: if infinite { Range::Full } else { Range::Finite }, ..RULES };
        let scale = from.encoding == Encoding::Scale;
        let answer = if scale { to_scale(source, from, &rules, &mut Silent) } else { convert(source, from, &rules, &mut Silent) };
        answer.bits
    }

    /// A number of another format as one of that in which is solved.
    fn read(&self, from: &'static Format, bits: u64) -> u64 {
        if from == self.format { bits } else { widen(Operand::A, from, bits, self.format, &mut Silent).unwrap_or(bits) }
    }

    /// The number nearest to one that an operand can hold.
    pub(super) fn fit(&self, place: usize, bits: u64) -> u64 {
        self.read(self.from[place], self.own(place, bits))
    }

    /// The same some of the operand's own steps further.
    pub(super) fn moved(&self, place: usize, bits: u64, steps: i64) -> u64 {
        let from = self.from[place];
        let moved = Pattern::new(from, self.own(place, bits)).ordinal().and_then(|at| Pattern::at_ordinal(from, at + steps));
        moved.map_or(bits, |pattern| self.read(from, pattern.bits))
    }

    /// An operand with an exponent between two, as far as its format has them; zero where it has none so small.
    pub(super) fn drawn(&mut self, place: usize, low: i32, high: i32) -> u64 {
        let from = self.from[place];
        if high < from.quantum() && from.encoding != Encoding::Scale && self.random.flip() {
            return self.sign();
        }
        let bits = self.normal(low.clamp(from.emin(), from.emax()), high.clamp(from.emin(), from.emax()));
        self.fit(place, bits)
    }

    /// Two places in either order, where operands are of several formats.
    pub(super) fn places(&mut self) -> (usize, usize) {
        let same = self.from[0] == self.from[1];
        if same || self.random.flip() { (0, 1) } else { (1, 0) }
    }

    /// Digits that a number has here beyond those of a result.
    pub(super) fn spare(&self) -> u32 {
        self.format.fraction_bits - self.to.fraction_bits
    }

    /// A few steps less than half of a result's last place, where a number has them.
    fn part(&mut self, more: u32) -> i64 {
        match self.spare() {
            0 => 0,
            spare => self.random.below(1 << (spare - 1 + more)) as i64,
        }
    }

    pub(super) fn two(&self, which: Meaning, a: u64, b: u64) -> u64 {
        self.solve(which, [a, b, 0])
    }

    fn fma(&self, a: u64, b: u64, c: u64) -> u64 {
        self.solve(Meaning::Fused, [a, b, c])
    }

    /// The result of an operation in the format; the reciprocal for one without a case of its own.
    fn solve(&self, which: Meaning, operands: [u64; 3]) -> u64 {
        fn in_format(format: impl Float, which: Meaning, [a, b, c]: [u64; 3]) -> u64 {
            let recorder = &mut Trace::default();
            let Answer { bits, .. } = match which {
                Meaning::Add => add(format, a, b, &RULES, recorder),
                Meaning::Subtract => subtract(format, a, b, &RULES, recorder),
                Meaning::Multiply => multiply(format, a, b, &RULES, recorder),
                Meaning::Divide => divide(format, a, b, &RULES, recorder),
                Meaning::Fused => fused(format, a, b, c, &RULES, recorder),
                Meaning::SquareRoot => square_root(format, a, &RULES, recorder),
                _ => reciprocal(format, a, &RULES, recorder),
            };
            bits
        }
        if self.format == F64::ROW { in_format(F64, which, operands) } else { in_format(Narrow::of(self.format), which, operands) }
    }

    pub(super) fn sign(&mut self) -> u64 {
        if self.random.flip() { self.format.sign_mask() } else { 0 }
    }

    /// A normal number with an exponent between two, its fraction of a random length.
    pub(super) fn normal(&mut self, low: i32, high: i32) -> u64 {
        let format = self.format;
        let span = (high - low).max(0) as u64 + 1;
        let exponent = (low + self.random.below(span) as i32).clamp(format.emin(), format.emax());
        let field = (exponent + format.bias) as u64;
        let short = self.random.below(u64::from(format.fraction_bits) + 1);
        let fraction = self.random.word() & format.fraction_mask();
        let fraction = if self.random.below(3) == 0 { fraction >> short << short } else { fraction };
        self.sign() | field << format.fraction_bits | fraction
    }

    /// A subnormal number of the result's format.
    fn subnormal(&mut self) -> u64 {
        self.subnormal_of(self.to)
    }

    pub(super) fn subnormal_of(&mut self, format: &'static Format) -> u64 {
        let shift = self.random.below(u64::from(format.fraction_bits.max(1)));
        let bits = ((self.random.word() & format.fraction_mask()) >> shift).max(1);
        self.sign() | self.read(format, bits)
    }

    /// 2 to a power, if the format has it.
    pub(super) fn power(&self, exponent: i32) -> u64 {
        let format = self.format;
        if exponent >= format.emin() {
            ((exponent.min(format.emax()) + format.bias) as u64) << format.fraction_bits
        } else {
            1u64.checked_shl((exponent - format.quantum()).max(0) as u32).unwrap_or(1)
        }
    }

    /// A number some steps further.
    fn stepped(&mut self, bits: u64, steps: i64) -> u64 {
        let pattern = Pattern::new(self.format, bits);
        pattern.ordinal().and_then(|at| Pattern::at_ordinal(self.format, at + steps)).map_or(bits, |pattern| pattern.bits)
    }

    /// Anything: the edges of the format, small whole numbers, numbers near each other.
    pub(super) fn any(&mut self) -> u64 {
        let format = self.format;
        let spread = format.precision() as i32 / 2 + 2;
        match self.random.below(10) {
            0 => {
                let edges =
                    [0, 1, format.fraction_mask(), format.smallest_normal(), format.one(), format.largest(), format.exponent_mask()];
                let edge = edges[self.random.below(edges.len() as u64) as usize];
                self.sign() | edge
            }
            1 => self.subnormal(),
            2 => self.normal(format.emin(), format.emax()),
            _ => self.normal(-spread, spread),
        }
    }

    /// Operands whose result is close to a number: all but one at random, that one solved for and moved by a few steps.
    pub(super) fn solved(&mut self, target: u64, steps: i64) -> [u64; 3] {
        let format = self.format;
        let exponent = Pattern::new(format, target).exact().filter(|exact| !exact.is_zero()).map_or(0, |exact| exact.leading());
        let jitter = self.random.below(2 * steps as u64 + 1) as i64 - steps;
        let near = |exponent: i32| exponent.clamp(format.emin() / 2, format.emax() / 2);
        let mut operands = [0; 3];
        match self.meaning {
            Meaning::Add | Meaning::Subtract => {
                let (first, second) = self.places();
                let sign = |place: usize| if self.meaning == Meaning::Subtract && place == 1 { format.sign_mask() } else { 0 };
                let (turn, back) = (sign(first), sign(second));
                operands[first] = self.drawn(first, exponent - format.precision() as i32, exponent);
                let rest = self.two(Meaning::Subtract, target, operands[first] ^ turn);
                operands[second] = self.moved(second, rest ^ back, jitter);
            }
            Meaning::Multiply => {
                let (first, second) = self.places();
                operands[first] = self.drawn(first, near(exponent / 2) - 8, near(exponent / 2) + 8);
                let rest = self.two(Meaning::Divide, target, operands[first]);
                operands[second] = self.moved(second, rest, jitter);
            }
            Meaning::Fused | Meaning::MultiplyAddTruncated => {
                let a = self.drawn(0, near(exponent / 2) - 4, near(exponent / 2) + 4);
                // Half the time the product alone comes close, and c is small or zero.
                if self.random.flip() {
                    let b = self.two(Meaning::Divide, target, a);
                    let tiny = if self.random.flip() { 0 } else { self.subnormal_of(self.from[2]) };
                    return [a, self.moved(1, b, jitter), tiny];
                }
                // A product that may be far below c.
                let less = if self.random.flip() { 4 } else { self.random.below(u64::from(format.precision()) + 4) as i32 };
                let b = self.drawn(1, near(exponent - exponent / 2) - less, near(exponent - exponent / 2) + 3 - less / 2);
                let c = self.fma(a ^ format.sign_mask(), b, target);
                return [a, b, self.moved(2, c, jitter)];
            }
            Meaning::Divide | Meaning::Approximation(Elementary::Quotient) => {
                let b = self.normal(near(-exponent / 2) - 8, near(-exponent / 2) + 8);
                let a = self.two(Meaning::Multiply, target, b);
                return [self.stepped(a, jitter), b, 0];
            }
            Meaning::Reciprocal | Meaning::Approximation(Elementary::Reciprocal) => {
                let a = self.two(Meaning::Reciprocal, target, 0);
                operands[0] = self.stepped(a, jitter);
            }
            Meaning::SquareRoot => {
                let a = self.two(Meaning::Multiply, target, target);
                operands[0] = self.stepped(a, jitter);
            }
            // 2 to a power that lies beyond the smallest normal number.
            Meaning::Approximation(Elementary::Exp2) => operands[0] = self.normal(6, 7) | format.sign_mask(),
            Meaning::Approximation(_) => operands[0] = self.stepped(target, jitter),
            // The first operand, or one of them, is the result, or close to it.
            Meaning::AbsoluteValue
            | Meaning::Negate
            | Meaning::CopySign
            | Meaning::Minimum
            | Meaning::Maximum
            | Meaning::Test
            | Meaning::Compare
            | Meaning::Choose
            | Meaning::Convert
            | Meaning::Alu(_)
            | Meaning::Work(_)
            | Meaning::Nothing
            | Meaning::Unmodelled => operands = [self.stepped(target, jitter), self.any(), self.any()],
        }
        operands
    }

    /// Operands for a goal, each in its own format.
    pub(super) fn operands(&mut self, goal: Goal) -> [u64; 3] {
        let wanted = self.wanted(goal);
        let mut operands = core::array::from_fn(|place| self.own(place, wanted[place]));
        let from = self.from;
        // Of codes so short any may do.
        if from.iter().all(|format| format.width() <= 8) && self.random.flip() {
            let mut any = from.map(|format| self.random.word() & format.mask());
            if self.random.flip() {
                any[2] &= from[2].sign_mask() | from[2].fraction_mask();
            }
            return any;
        }
        if goal == Goal::Signaling {
            let place = self.random.below(3) as usize;
            let own = from[place];
            let payload = self.random.word() & (own.quiet_bit().max(1) - 1);
            let sign = if self.random.flip() { own.sign_mask() } else { 0 };
            operands[place] = sign | own.exponent_mask() | payload.max(1);
        }
        operands
    }

    fn wanted(&mut self, goal: Goal) -> [u64; 3] {
        let (format, to) = (self.format, self.to);
        let random = [self.any(), self.any(), self.any()];
        match goal {
            Goal::Tie => self.tie(),
            Goal::Carry => {
                let exponent = (self.random.below(40) as i32 - 20).clamp(to.emin() + 1, to.emax());
                let less = self.part(0);
                let target = self.stepped(self.power(exponent), -less) | self.sign();
                self.solved(target, 2)
            }
            Goal::Overflow => {
                let half = if self.spare() == 0 { 0 } else { 1 << (self.spare() - 1) };
                let more = half + self.part(0);
                let target = self.stepped(self.read(to, to.largest()), more) | self.sign();
                self.solved(target, 3)
            }
            Goal::Smallest => {
                let less = self.part(1);
                let target = self.stepped(self.read(to, to.smallest_normal()), -less) | self.sign();
                self.solved(target, 3)
            }
            // What is subnormal before .ftz is zero after it.
            Goal::Subnormal => {
                let target = self.subnormal();
                self.solved(target, 3)
            }
            Goal::Underflow | Goal::Flush if self.random.flip() => {
                let target = self.subnormal();
                self.solved(target, 3)
            }
            Goal::Underflow => {
                let quarter = self.power(-2);
                let steps = self.random.below(2) + 1;
                let target = self.read(to, steps) | self.sign();
                if self.spare() > 0 {
                    let target = self.two(Meaning::Multiply, target, quarter);
                    return self.solved(target, 0);
                }
                let mut operands = self.solved(target, 0);
                operands[0] = self.two(Meaning::Multiply, operands[0], quarter);
                if self.meaning.traits().is_fused() {
                    operands[2] = 0;
                }
                operands
            }
            Goal::Flush => {
                let mut operands = [0; 3].map(|_: u64| self.normal(-4, 4));
                let place = self.random.below(3) as usize;
                operands[place] = self.subnormal_of(self.from[place]);
                if self.random.below(3) == 0 {
                    let other = (place + 1) % 3;
                    operands[other] = self.subnormal_of(self.from[other]);
                }
                operands
            }
            Goal::Saturate => {
                let target = self.normal(0, 6);
                self.solved(target, 3)
            }
            Goal::Cancel => self.cancelling(),
            Goal::Fused => {
                // Far from 1 products leave the range of a format that has all their digits.
                let middle = if self.random.flip() { 0 } else { format.emin() / 2 - 5 };
                let [a, b] = [0, 1].map(|place| self.drawn(place, middle - 6, middle + 6));
                let product = self.two(Meaning::Multiply, a, b);
                let steps = self.random.below(5) as i64 - 2;
                [a, b, self.moved(2, product, steps) ^ format.sign_mask()]
            }
            Goal::Wide => self.twice(),
            Goal::Narrow => self.midway(),
            Goal::Invalid | Goal::MinusZero => {
                let zero = self.sign();
                let infinity = self.sign() | format.exponent_mask();
                let special = |proposer: &mut Self, other: u64| match proposer.random.below(4) {
                    0 => zero,
                    1 => infinity,
                    2 => proposer.subnormal(),
                    _ => other,
                };
                let [a, b, c] = random;
                // A cosine is zero where its angle has few digits behind the point.
                let a = if goal == Goal::MinusZero && self.random.flip() { self.normal(22, 27) } else { a };
                let a = special(self, a);
                let b = special(self, b);
                [a, if self.random.below(4) == 0 { a ^ format.sign_mask() } else { b }, special(self, c)]
            }
            Goal::Signaling => random,
            Goal::Modes | Goal::Reciprocal | Goal::Approx | Goal::Worst => match self.meaning {
                Meaning::SquareRoot | Meaning::Approximation(Elementary::Root | Elementary::ReciprocalRoot) => {
                    [self.normal(-12, 12) & !format.sign_mask(), self.normal(-12, 12), 0]
                }
                Meaning::Approximation(_) => [self.normal(-12, 12), self.normal(-12, 12), 0],
                _ => [0; 3].map(|_: u64| self.normal(-4, 4)),
            },
        }
    }
}
