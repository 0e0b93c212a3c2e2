//! The orders themselves: every addition is that of `add.rn` in its format.

use super::numbers::{Numbers, converted};
use super::order::{BLOCK, Order, WARP};
use crate::number::{F32, F64, Float, Format, Narrow, Pattern};
use crate::operation::{add, subtract};
use crate::rounding::{Mode, NanRule, Rules};
use crate::tensor_core::{Dot, Row, Side, element};
use crate::trace::Silent;

/// Arithmetic in one format, to nearest.
#[derive(Clone, Copy)]
struct Arithmetic<F> {
    format: F,
    rules: Rules,
}

/// How numbers are parted and who multiplies.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// Numbers that are added before their sum is promoted; at least 1.
    pub every: usize,
    /// The parts of split-K; at least 1.
    pub split: usize,
    /// The row of the tensor core; None where it takes no such numbers.
    pub tensor: Option<&'static Row>,
}

/// Runs generic code with a format that is known when it is compiled, where it is a single or a double.
macro_rules! within {
    ($format:expr, $arithmetic:ident => $run:expr) => {{
        let format: &'static Format = $format;
        let nan = if format == F64::ROW { NanRule::Payload } else { NanRule::Canonical };
        let rules = Rules { nan, ..Rules::ieee(Mode::Rn) };
        match () {
            () if format == F32::ROW => {
                let $arithmetic = Arithmetic { format: F32, rules };
                $run
            }
            () if format == F64::ROW => {
                let $arithmetic = Arithmetic { format: F64, rules };
                $run
            }
            () => {
                let $arithmetic = Arithmetic { format: Narrow::of(format), rules };
                $run
            }
        }
    }};
}

/// The sum of the first so many numbers in an order; None where there is no such tensor core.
pub fn sum(order: Order, numbers: &Numbers, first: usize, parts: &Parts) -> Option<Pattern> {
    let within = numbers.within;
    let wide = &numbers.wide[..first.min(numbers.wide.len())];
    let codes = &numbers.codes[..wide.len()];
    let bits = match order {
        Order::Promoted => {
            let narrowest = numbers.narrowest();
            let groups = codes.chunks(parts.every.max(1)).map(|group| {
                let narrow = group.iter().map(|code| converted(numbers.format, narrowest, *code));
                converted(narrowest, within, within!(narrowest, one => one.in_a_loop(narrow)))
            });
            within!(within, one => one.in_a_loop(groups))
        }
        Order::Tensor => tensor(parts.tensor?, numbers, codes),
        Order::TensorPromoted => {
            let row = parts.tensor?;
            let groups = codes.chunks(parts.every.max(1)).map(|group| tensor(row, numbers, group));
            within!(within, one => one.in_a_loop(groups))
        }
        _ => within!(within, one => one.plain(order, wide, parts.split)),
    };
    Some(Pattern::new(within, bits))
}

/// The sum of numbers in a loop: what atomics make of them in this order of arrival.
pub fn in_a_loop(within: &'static Format, numbers: &[u64]) -> u64 {
    within!(within, one => one.in_a_loop(numbers.iter().copied()))
}

/// The products with ones, from zero. What is missing to a whole instruction is zeros.
fn tensor(row: &Row, numbers: &Numbers, codes: &[u64]) -> u64 {
    /// A multiple of every row's K.
    const AT_ONCE: usize = 256;
    let ones = [numbers.format.one(); AT_ONCE];
    codes.chunks(AT_ONCE).fold(0, |c, codes| {
        let k = row.k.last().copied().unwrap_or(1);
        let mut a = [0; AT_ONCE];
        a[..codes.len()].copy_from_slice(codes);
        let length = codes.len().next_multiple_of(k).min(AT_ONCE);
        let side = |codes| Side::plain(numbers.format, codes);
        let c = Pattern::new(row.accumulator, c);
        element(row, &Dot { a: side(&a[..length]), b: side(&ones[..length]), c, mode: Mode::Rn }, &mut Silent)
    })
}

impl<F: Float> Arithmetic<F> {
    #[inline(always)]
    fn plus(self, a: u64, b: u64) -> u64 {
        add(self.format, a, b, &self.rules, &mut Silent).bits
    }

    #[inline(always)]
    fn minus(self, a: u64, b: u64) -> u64 {
        subtract(self.format, a, b, &self.rules, &mut Silent).bits
    }

    fn in_a_loop(self, numbers: impl Iterator<Item = u64>) -> u64 {
        numbers.fold(0, |sum, number| self.plus(sum, number))
    }

    /// An order that takes no more than numbers and, for split-K, the number of parts.
    fn plain(self, order: Order, numbers: &[u64], split: usize) -> u64 {
        match order {
            Order::Pairs => self.pairs(numbers),
            Order::Warp => self.warp(&self.lanes::<WARP>(numbers)),
            Order::Block => {
                let threads = self.lanes::<BLOCK>(numbers);
                let warps: Vec<u64> = threads.chunks(WARP).map(|lanes| self.warp(lanes)).collect();
                self.warp(&warps)
            }
            Order::Split => {
                let part = numbers.len().div_ceil(split.max(1)).max(1);
                self.in_a_loop(numbers.chunks(part).map(|part| self.in_a_loop(part.iter().copied())))
            }
            Order::Kahan => self.kahan(numbers),
            Order::Neumaier => self.neumaier(numbers),
            _ => self.in_a_loop(numbers.iter().copied()),
        }
    }

    /// Level by level, a last one without a neighbour going up as it is. A binary counter does it in one pass: sums of equally many
    /// numbers are added as soon as there are two.
    fn pairs(self, numbers: &[u64]) -> u64 {
        let mut sums: Vec<u64> = Vec::with_capacity(64);
        for (place, number) in numbers.iter().enumerate() {
            let mut sum = *number;
            for _ in 0..(place + 1).trailing_zeros() {
                sum = sums.pop().map_or(sum, |before| self.plus(before, sum));
            }
            sums.push(sum);
        }
        sums.into_iter().rev().reduce(|sum, before| self.plus(before, sum)).unwrap_or(0)
    }

    /// What each of some threads adds up: every number that is as many places on.
    fn lanes<const THREADS: usize>(self, numbers: &[u64]) -> Vec<u64> {
        let mut sums = vec![0; THREADS];
        for numbers in numbers.chunks(THREADS) {
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum = self.plus(*sum, *number);
            }
        }
        sums
    }

    /// A warp's tree of shuffles; lanes that are not there hold zeros.
    fn warp(self, lanes: &[u64]) -> u64 {
        let mut held = [0; WARP];
        for (lane, sum) in held.iter_mut().zip(lanes) {
            *lane = *sum;
        }
        let mut apart = WARP / 2;
        while apart > 0 {
            for lane in 0..apart {
                held[lane] = self.plus(held[lane], held[lane + apart]);
            }
            apart /= 2;
        }
        held[0]
    }

    fn kahan(self, numbers: &[u64]) -> u64 {
        let (sum, _) = numbers.iter().fold((0, 0), |(sum, lost), number| {
            let y = self.minus(*number, lost);
            let t = self.plus(sum, y);
            (t, self.minus(self.minus(t, sum), y))
        });
        sum
    }

    fn neumaier(self, numbers: &[u64]) -> u64 {
        let magnitude = self.format.row().sign_mask() - 1;
        let (sum, lost) = numbers.iter().fold((0, 0), |(sum, lost), number| {
            let t = self.plus(sum, *number);
            let (large, small) = if sum & magnitude >= number & magnitude { (sum, *number) } else { (*number, sum) };
            (t, self.plus(lost, self.plus(self.minus(large, t), small)))
        });
        self.plus(sum, lost)
    }
}
