//! Operands that are likely to show something: constructed from the result that is wanted, or drawn at random where that is enough.
//!
//! The operations that solve for an operand are the engine's own; whether the proposal is any good is judged by the engine too.

use super::goal::Goal;
use crate::instruction::Meaning;
use crate::number::{F64, Float, Format, Narrow, Pattern, Random};
use crate::operation::{Answer, add, divide, fused, multiply, reciprocal, square_root, subtract};
use crate::rounding::{Mode, Rules};
use crate::trace::Trace;

const RULES: Rules = Rules::ieee(Mode::Rn);

/// Operands of one lane.
pub(super) struct Proposer<'a> {
    pub(super) format: &'static Format,
    pub(super) meaning: Meaning,
    pub(super) mnemonic: &'static str,
    pub(super) random: &'a mut Random,
}

impl Proposer<'_> {
    fn two(&self, which: Meaning, a: u64, b: u64) -> u64 {
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

    fn sign(&mut self) -> u64 {
        if self.random.flip() { self.format.sign_mask() } else { 0 }
    }

    /// A normal number with an exponent between two, its fraction of a random length.
    fn normal(&mut self, low: i32, high: i32) -> u64 {
        let format = self.format;
        let span = (high - low).max(0) as u64 + 1;
        let exponent = (low + self.random.below(span) as i32).clamp(format.emin(), format.emax());
        let field = (exponent + format.bias) as u64;
        let short = self.random.below(u64::from(format.fraction_bits) + 1);
        let fraction = self.random.word() & format.fraction_mask();
        let fraction = if self.random.below(3) == 0 { fraction >> short << short } else { fraction };
        self.sign() | field << format.fraction_bits | fraction
    }

    fn subnormal(&mut self) -> u64 {
        let shift = self.random.below(u64::from(self.format.fraction_bits));
        self.sign() | ((self.random.word() & self.format.fraction_mask()) >> shift).max(1)
    }

    /// 2 to a power, if the format has it.
    fn power(&self, exponent: i32) -> u64 {
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

    /// Operands whose result is close to a number: one or two at random, the last solved for and moved by a few steps.
    fn solved(&mut self, target: u64, steps: i64) -> [u64; 3] {
        let format = self.format;
        let exponent = Pattern::new(format, target).exact().filter(|exact| !exact.is_zero()).map_or(0, |exact| exact.leading());
        let jitter = self.random.below(2 * steps as u64 + 1) as i64 - steps;
        let near = |exponent: i32| exponent.clamp(format.emin() / 2, format.emax() / 2);
        match self.meaning {
            Meaning::Add | Meaning::Subtract => {
                let low = exponent - format.precision() as i32;
                let a = self.normal(low.max(format.emin()), exponent);
                let rest = self.two(Meaning::Subtract, target, a);
                let b = if self.meaning == Meaning::Add { rest } else { rest ^ format.sign_mask() };
                [a, self.stepped(b, jitter), 0]
            }
            Meaning::Multiply => {
                let a = self.normal(near(exponent / 2) - 8, near(exponent / 2) + 8);
                let b = self.two(Meaning::Divide, target, a);
                [a, self.stepped(b, jitter), 0]
            }
            Meaning::Fused | Meaning::MultiplyAddTruncated => {
                let a = self.normal(near(exponent / 2) - 4, near(exponent / 2) + 4);
                let b = self.normal(near(exponent - exponent / 2) - 4, near(exponent - exponent / 2) + 3);
                let c = self.fma(a ^ format.sign_mask(), b, target);
                // Half the time the product alone comes close, and c is small or zero.
                if self.random.flip() {
                    let b = self.two(Meaning::Divide, target, a);
                    let tiny = if self.random.flip() { 0 } else { self.subnormal() };
                    [a, self.stepped(b, jitter), tiny]
                } else {
                    [a, b, self.stepped(c, jitter)]
                }
            }
            Meaning::Divide => {
                let b = self.normal(near(-exponent / 2) - 8, near(-exponent / 2) + 8);
                let a = self.two(Meaning::Multiply, target, b);
                [self.stepped(a, jitter), b, 0]
            }
            Meaning::Reciprocal => {
                let a = self.two(Meaning::Reciprocal, target, 0);
                [self.stepped(a, jitter), 0, 0]
            }
            Meaning::SquareRoot => {
                let a = self.two(Meaning::Multiply, target, target);
                [self.stepped(a, jitter), 0, 0]
            }
            Meaning::Approximation => match self.mnemonic {
                "div" => {
                    let b = self.normal(near(-exponent / 2) - 8, near(-exponent / 2) + 8);
                    let a = self.two(Meaning::Multiply, target, b);
                    [self.stepped(a, jitter), b, 0]
                }
                "rcp" => {
                    let a = self.two(Meaning::Reciprocal, target, 0);
                    [self.stepped(a, jitter), 0, 0]
                }
                // 2 to a power that lies beyond the smallest normal number.
                "ex2" => [self.normal(6, 7) | format.sign_mask(), 0, 0],
                _ => [self.stepped(target, jitter), 0, 0],
            },
            _ => [self.stepped(target, jitter), self.any(), self.any()],
        }
    }

    /// Operands for a goal.
    pub(super) fn operands(&mut self, goal: Goal) -> [u64; 3] {
        let format = self.format;
        let random = [self.any(), self.any(), self.any()];
        match goal {
            Goal::Tie => self.tie(),
            Goal::Carry => {
                let exponent = self.random.below(40) as i32 - 20;
                let target = self.power(exponent) | self.sign();
                self.solved(target, 2)
            }
            Goal::Overflow => {
                let target = format.largest() | self.sign();
                self.solved(target, 3)
            }
            Goal::Subnormal => {
                let target = self.subnormal();
                self.solved(target, 3)
            }
            Goal::Smallest => {
                let target = format.smallest_normal() | self.sign();
                self.solved(target, 3)
            }
            // What is subnormal before .ftz is zero after it.
            Goal::Underflow if self.random.flip() => {
                let target = self.subnormal();
                self.solved(target, 3)
            }
            Goal::Underflow => {
                let target = (self.random.below(2) + 1) | self.sign();
                let mut operands = self.solved(target, 0);
                let quarter = self.power(-2);
                operands[0] = self.two(Meaning::Multiply, operands[0], quarter);
                if matches!(self.meaning, Meaning::Fused | Meaning::MultiplyAddTruncated) {
                    operands[2] = 0;
                }
                operands
            }
            Goal::Flush if self.random.flip() => {
                let target = self.subnormal();
                self.solved(target, 3)
            }
            Goal::Flush => {
                let mut operands = [0; 3].map(|_: u64| self.normal(-4, 4));
                let place = self.random.below(3) as usize;
                operands[place] = self.subnormal();
                if self.random.below(3) == 0 {
                    operands[(place + 1) % 3] = self.subnormal();
                }
                operands
            }
            Goal::Saturate => {
                let target = self.normal(0, 6);
                self.solved(target, 3)
            }
            Goal::Cancel => self.cancelling(),
            Goal::Fused => {
                let [a, b] = [0; 2].map(|_: u64| self.normal(-6, 6));
                let product = self.two(Meaning::Multiply, a, b);
                let steps = self.random.below(5) as i64 - 2;
                [a, b, self.stepped(product, steps) ^ format.sign_mask()]
            }
            Goal::Wide => self.twice(),
            Goal::Narrow => self.midway(),
            Goal::Signaling => {
                let mut operands = random;
                let payload = self.random.word() & (format.quiet_bit() - 1);
                operands[self.random.below(3) as usize] = self.sign() | format.exponent_mask() | payload.max(1);
                operands
            }
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
                let a = special(self, a);
                let b = special(self, b);
                [a, if self.random.below(4) == 0 { a ^ format.sign_mask() } else { b }, special(self, c)]
            }
            Goal::Modes | Goal::Reciprocal | Goal::Approx | Goal::Worst => match self.meaning {
                Meaning::SquareRoot | Meaning::Approximation => {
                    let a = self.normal(-12, 12);
                    [if self.mnemonic == "sqrt" || self.mnemonic == "rsqrt" { a & !format.sign_mask() } else { a }, self.normal(-12, 12), 0]
                }
                _ => [0; 3].map(|_: u64| self.normal(-4, 4)),
            },
        }
    }

    fn tie(&mut self) -> [u64; 3] {
        let format = self.format;
        let p = format.precision();
        let odd = |proposer: &mut Self, bits: u32| {
            // A whole number of exactly so many bits, its lowest one set.
            let top = 1u64 << (bits - 1);
            top | (proposer.random.word() & (top - 1)) | 1
        };
        let place = |proposer: &Self, whole: u64, exponent: i32| {
            let shift = p - 1 - (63 - whole.leading_zeros());
            let fraction = whole << shift & format.fraction_mask();
            proposer.power(exponent + 63 - whole.leading_zeros() as i32) | fraction
        };
        match self.meaning {
            // i and j odd bits multiply to p or p + 1 of them, the last one set.
            Meaning::Multiply => {
                let i = 2 + self.random.below(u64::from(p) - 3) as u32;
                let (a, b) = (odd(self, i), odd(self, p + 1 - i));
                let (x, y) = (self.random.below(12) as i32 - 12, self.random.below(12) as i32 - 12);
                [place(self, a, x) | self.sign(), place(self, b, y) | self.sign(), 0]
            }
            // A product that counts halves of c's last place.
            Meaning::Fused | Meaning::MultiplyAddTruncated => {
                let c = self.normal(-4, 4);
                let last = Pattern::new(format, c).ulp_exponent().unwrap_or(0) - 1;
                let (a, b) = (1 + self.random.below(4) as u32, 1 + self.random.below(4) as u32);
                let (a, b) = (odd(self, a), odd(self, b));
                let x = self.random.below(9) as i32 - 4;
                [place(self, a, x) | self.sign(), place(self, b, last - x) | self.sign(), c]
            }
            // Subnormal quotients alone can lie half way: a divisor that is a power of two.
            Meaning::Divide => {
                let up = 1 + self.random.below(u64::from(p) - 2) as i32;
                let (a, sign) = (self.normal(format.emin(), format.emin() + 2), self.sign());
                [a, self.power(up) | sign, 0]
            }
            _ => {
                let a = self.normal(-4, 4);
                let last = Pattern::new(format, a).ulp_exponent().unwrap_or(0) - 1;
                let length = 1 + self.random.below(6) as u32;
                let b = odd(self, length);
                [a, place(self, b, last) | self.sign(), 0]
            }
        }
    }

    fn cancelling(&mut self) -> [u64; 3] {
        let sign = self.format.sign_mask();
        match self.meaning {
            Meaning::Fused | Meaning::MultiplyAddTruncated => {
                // Factors of half the bits have an exact product.
                let half = self.format.precision() / 2 + 1;
                let mask = !((1u64 << half) - 1);
                let [a, b] = [0; 2].map(|_: u64| self.normal(-6, 6) & mask);
                [a, b, self.two(Meaning::Multiply, a, b) ^ sign]
            }
            Meaning::Subtract => {
                let a = self.any();
                [a, a, 0]
            }
            _ => {
                let a = self.any();
                [a, a ^ sign, 0]
            }
        }
    }

    /// A product a hair beside half of c's last place: (1 + x)(1 - x) = 1 - x² below it, (1 + x)(1 - x + x²) = 1 + x³ above.
    fn twice(&mut self) -> [u64; 3] {
        let format = self.format;
        let bits = format.fraction_bits;
        let c = self.normal(-6, 6);
        let last = Pattern::new(format, c).ulp_exponent().unwrap_or(0) - 1;
        let i = self.random.below(20) as i32 - 10;
        let one = |fraction: u64, exponent: i32| ((exponent + format.bias) as u64) << bits | fraction;
        // Below 1 a number has its leading one half as high, so that its fraction counts twice as fine.
        let (a, b, odd) = if self.random.flip() {
            let least = bits.min(15);
            let m = least + self.random.below(u64::from(bits - least) + 1) as u32;
            (1u64 << (bits - m.min(bits)), (1u64 << bits) - (1u64 << (bits + 1 - m.min(bits))), true)
        } else {
            let m = if bits > 22 { 10 } else { bits / 4 } + self.random.below(3) as u32;
            (1u64 << (bits - m), (1u64 << bits) - (1u64 << (bits + 1 - m)) + (1u64 << (bits + 1 - 2 * m)), false)
        };
        let sign = c & format.sign_mask();
        let c = if odd { c | 1 } else { c & !1 };
        [one(a, i), one(b & format.fraction_mask(), last - i - 1) | sign, c]
    }

    /// Results next to the middle between two numbers of the next narrower format.
    fn midway(&mut self) -> [u64; 3] {
        let narrow = if self.format == F64::ROW { 23 } else { 10 };
        let spare = self.format.fraction_bits.saturating_sub(narrow).max(1);
        let random = self.normal(-8, 8);
        let target = random >> spare << spare | 1 << (spare - 1);
        match self.meaning {
            // A sum with something far below the last place.
            Meaning::Add | Meaning::Subtract => {
                let far = self.format.precision() as i32 + 2 + self.random.below(8) as i32;
                let exponent = Pattern::new(self.format, target).exact().map_or(0, |exact| exact.leading());
                [target, self.normal(exponent - far - 4, exponent - far), 0]
            }
            _ => self.solved(target, 1),
        }
    }
}
