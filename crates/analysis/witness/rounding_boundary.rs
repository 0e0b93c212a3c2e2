//! Operands of a conversion that are likely to show something: numbers beside a place of the destination's grid, written as bits of the source.

use super::convert::{Conversion, integer_bits, precision, top};
use super::goal::Goal;
use crate::evaluate::Request;
use crate::exact::Exact;
use crate::instruction::{Modifier, Operands, SOURCES};
use crate::number::{BF16, F16, F32, Format, Random};
use crate::rounding::{Mode, round_into};

impl Conversion {
    /// Operands for a goal: the numbers, every lane by itself, then random bits or scale factors.
    pub(super) fn operands(&self, request: &Request, goal: Goal, random: &mut Random) -> Operands {
        let mut operands = [0; SOURCES];
        let scaled = self.reach != 0;
        // Mostly a factor near 1, sometimes any that the formats may want.
        let power = match random.below(4) {
            _ if !scaled => 0,
            0 => random.below(2 * self.reach as u64 + 1) as i32 - self.reach,
            _ => random.below(17) as i32 - 8,
        };
        let numbers = request.form.pattern.source_count() - usize::from(scaled || self.modifiers.has(Modifier::Rs));
        for (place, operand) in operands.iter_mut().enumerate().take(numbers) {
            let own = request.source_type(place);
            // Numbers that are made narrower are divided, others multiplied.
            let moved = if request.destination_type().stride() < own.stride() { power } else { -power };
            *operand = (0..own.lanes).fold(0, |word, lane| own.with_lane(word, lane, self.operand(goal, moved, random)));
        }
        if let Some(last) = operands.get_mut(numbers).filter(|_| numbers < request.form.pattern.source_count()) {
            let own = request.source_type(numbers);
            *last = if scaled { own.in_every_lane(own.format.power(power)) } else { random.word() & own.format.mask() };
        }
        operands
    }

    /// A number for a goal, before it is moved by a power of two.
    fn operand(&self, goal: Goal, moved: i32, random: &mut Random) -> u64 {
        if self.from.width() <= 8 && !self.from.is_integer() {
            return random.word() & self.from.mask();
        }
        let negative = random.below(2) == 1;
        let p = if self.whole { 0 } else { precision(self.to) };
        let step = match goal {
            Goal::Subnormal | Goal::Underflow | Goal::Flush if !self.whole => self.quantum(),
            // The last place of a number somewhere in the range of both.
            _ if self.whole => self.quantum(),
            _ => {
                let least = if self.from.is_integer() { 0 } else { self.from.quantum() };
                let low = (least.max(self.quantum()) + 2).max(-40);
                let high = (top(self.from).min(top(self.to)) - p as i32).max(low);
                low + random.below((high - low + 1) as u64) as i32
            }
        };
        let ones = |bits: u32| u64::MAX >> (64 - bits.clamp(1, 62));
        let size = |random: &mut Random, bits: u32| random.word() >> (64 - bits.clamp(1, 63));
        // How many digits a value has above its step and below it.
        let above =
            if self.whole { 1 + random.below(u64::from(precision(self.from).min(integers_of(self.to)).max(2) - 1)) as u32 } else { p };
        let spare = precision(self.from).saturating_sub(above).clamp(1, 30);
        let beside = |kept: u64, eighths: i128, step: i32| self.written(negative, moved, i128::from(kept) * (1 << 30) + eighths, step - 30);
        let half = 1i128 << 29;
        let tail = 1i128 << (30 - spare as i32).max(0);
        match goal {
            // Only below the normal halves has a bf16 digits that a half has not.
            Goal::Tie | Goal::Modes if self.to == F16::ROW && self.from == BF16::ROW => beside(size(random, 6), half, self.quantum()),
            // Only what is between 0 and 1 is not clamped.
            Goal::Modes if self.whole && self.modifiers.has(Modifier::Sat) => beside(0, i128::from(random.word() >> 34), 0),
            Goal::Tie => beside(size(random, above) | 1 << (above - 1), half, step),
            Goal::Modes => beside(size(random, above) | 1 << (above - 1), i128::from(random.word() >> 34), step),
            Goal::Carry => beside(ones(p), half + i128::from(random.word() >> 36), step),
            Goal::Overflow if self.whole || self.to.is_integer() => {
                let unsigned_down = self.reaches_below() && (negative || self.mode == Mode::Rm);
                let kept = if unsigned_down { 0 } else { self.to.largest() + u64::from(negative && self.to.sign_mask() != 0) };
                let fraction = half + (half / 4) * i128::from(random.below(4) as u8) + tail * i128::from(random.below(3) as u8);
                self.written(negative || unsigned_down, moved, i128::from(kept) * (1 << 30) + fraction, step - 30)
            }
            Goal::Overflow => {
                let last = self.to.emax() - self.to.precision() as i32 + 1;
                let largest = self.to.largest() & self.to.fraction_mask() | 1 << self.to.fraction_bits;
                beside(largest, half + i128::from(random.word() >> 36), last)
            }
            // What .ftz leaves is rounded up with all its digits.
            Goal::Smallest if self.modifiers.has(Modifier::Ftz) => {
                beside(ones(p), half + i128::from(random.word() >> 36), self.quantum() - 1)
            }
            Goal::Smallest => beside(ones(p.max(2) - 1), half + i128::from(random.word() >> 36), self.quantum()),
            Goal::Subnormal | Goal::Flush if random.below(2) == 0 && !self.whole => beside(size(random, p.max(2) - 1).max(1), 0, step),
            Goal::Flush => {
                (size(random, F32::ROW.fraction_bits).max(1) | if negative { self.from.sign_mask() } else { 0 }) & self.from.mask()
            }
            Goal::Underflow => self.written(negative, moved, i128::from(size(random, 20).max(1)), step - 22 - random.below(8) as i32),
            Goal::Saturate if self.from.is_integer() => random.word() & self.from.mask(),
            Goal::Saturate => self.written(negative, moved, i128::from(size(random, 8)), -4),
            Goal::Wide if self.loses_whole_digits() && random.flip() => {
                beside(size(random, above) | 1 << (above - 1), i128::from(random.word() >> 34), step)
            }
            Goal::Wide => {
                // Beside a tie by less than the format between can tell.
                let between = self.between().map_or(24, precision);
                let kept = size(random, above.min(6)) | 1 << (above.min(6) - 1);
                let kept = if self.whole { kept } else { kept << (p.max(above) - above.min(6)) };
                let far = precision(self.from).min(60).saturating_sub(between).max(1);
                let width = 64 - kept.leading_zeros();
                let tiny = 1i128 << random.below(u64::from(far)).min(40);
                let shift = between.saturating_sub(width) + far;
                let whole = (i128::from(kept) << shift) + (1i128 << (shift - 1)) + if random.below(2) == 0 { tiny } else { -tiny };
                let least = if self.from.is_integer() { 0 } else { step - shift as i32 };
                self.written(negative && self.from.sign_mask() != 0, moved, whole, least)
            }
            Goal::Narrow => {
                let narrow = if self.to.width() == 64 { 24 } else { 11 };
                let kept = size(random, narrow) | 1 << (narrow - 1);
                let shift = precision(self.from).saturating_sub(narrow).clamp(1, 60);
                let tiny = 1i128 << random.below(u64::from(precision(self.from).saturating_sub(precision(self.to))));
                let whole = (i128::from(kept) << shift) + (1i128 << (shift - 1)) + if random.below(2) == 0 { tiny } else { -tiny };
                let least = if self.from.is_integer() {
                    0
                } else {
                    random.below(10) as i32 - if self.modifiers.has(Modifier::Sat) { 22 } else { 10 } - shift as i32
                };
                self.written(negative, moved, whole, least)
            }
            Goal::Signaling if !self.from.is_integer() => {
                let payload = random.word() & (self.from.quiet_bit() - 1);
                self.from.exponent_mask() | payload.max(1) | if negative { self.from.sign_mask() } else { 0 }
            }
            Goal::Invalid if negative => self.from.infinity().unwrap_or(0),
            Goal::MinusZero => self.from.sign_mask(),
            _ => random.word() & self.from.mask(),
        }
    }

    /// A number as bits of the source.
    fn written(&self, negative: bool, moved: i32, magnitude: i128, exponent: i32) -> u64 {
        let negative = negative != (magnitude < 0) && self.from.sign_mask() != 0;
        let magnitude = magnitude.unsigned_abs();
        if magnitude == 0 {
            return if negative && !self.from.is_integer() { self.from.sign_mask() } else { 0 };
        }
        round_into(self.from, Exact { negative, magnitude, exponent: exponent + moved }, Mode::Rz).0
    }
}

/// The bits of a whole number that a format can hold.
fn integers_of(format: &Format) -> u32 {
    if format.is_integer() { integer_bits(format) } else { format.precision() }
}
