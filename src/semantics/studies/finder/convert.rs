//! Conversions: what their two formats allow, and operands that are likely to show it.
//!
//! A conversion rounds once into the destination's grid: the numbers of a format, or the whole numbers. So every goal is a place beside
//! that grid, written as bits of the source; why there is no such place follows from precisions, exponents and the range.

use super::goal::Goal;
use crate::evaluate::Request;
use crate::exact::Exact;
use crate::instruction::{Modifier, ModifierSet};
use crate::number::{BF16, F16, F32, F64, Format, Random};
use crate::rounding::{Mode, round_into};

/// A conversion as a grid that values of a format fall on.
#[derive(Clone, Copy)]
pub(super) struct Conversion {
    from: &'static Format,
    to: &'static Format,
    /// Whether the grid is that of the whole numbers.
    whole: bool,
    /// Whether source and destination are one format and nothing is rounded.
    copies: bool,
    modifiers: ModifierSet,
    mode: Mode,
}

/// The bits of the greatest magnitude of an integer format.
fn integer_bits(format: &Format) -> u32 {
    64 - format.largest().leading_zeros()
}

/// The power of two of a format's greatest number.
fn top(format: &Format) -> i32 {
    if format.is_integer() { integer_bits(format) as i32 - 1 } else { format.emax() }
}

/// How many bits a number has between its first and its last.
fn precision(format: &Format) -> u32 {
    if format.is_integer() { integer_bits(format) } else { format.precision() }
}

/// The power of two of a format's smallest step.
fn quantum(format: &Format) -> i32 {
    if format.is_integer() { 0 } else { format.quantum() }
}

impl Conversion {
    /// The conversion of a request, if it is one.
    pub(super) fn of(request: &Request) -> Option<Conversion> {
        let (from, to) = (request.source_type(0).number()?, request.destination_type().number()?);
        let whole = to.is_integer() || !request.modifiers.intersection(ModifierSet::WHOLE).is_empty();
        (request.form.meaning == crate::instruction::Meaning::Convert).then_some(Conversion {
            from,
            to,
            whole: whole && from.is_floating(),
            copies: from == to && !whole,
            modifiers: request.modifiers,
            mode: request.rules().mode,
        })
    }

    /// Whether some value of the source is none of the grid.
    fn rounds(&self) -> bool {
        let (from, to) = (self.from, self.to);
        self.whole
            || (to.is_floating() && !self.copies && (precision(from) > precision(to) || quantum(from) < quantum(to) || top(from) > top(to)))
    }

    fn widens(&self) -> String {
        match (self.from.is_integer(), self.to.is_integer()) {
            (true, true) => "Between integers nothing is rounded: low bits go over, or the value is clamped.".into(),
            _ if self.copies => "A copy rounds nothing.".into(),
            _ => format!("Every {} is a number of {}: nothing is rounded.", self.from.name, self.to.name),
        }
    }

    /// A format between the two, through which a second rounding may go.
    pub(super) fn between(&self) -> Option<&'static Format> {
        let to = if self.whole { 0 } else { precision(self.to) };
        let narrower = self.from.is_integer() || self.from == F64::ROW;
        let wide = |format: &&'static Format| {
            let spare = precision(format) < precision(self.from) && precision(format) > to + 1;
            // Of integers, only those that fit the destination count.
            let reach = if self.from.is_integer() { top(self.from).min(top(self.to)) + 1 > precision(format) as i32 } else { true };
            spare && reach
        };
        let same = self.whole && self.from == self.to;
        (narrower && !same && self.rounds()).then(|| [F32::ROW, F64::ROW].into_iter().find(wide)).flatten()
    }

    /// The greatest magnitude below which a value still fits, as a power of two: for integers the range, of which unsigned ones have no
    /// negative half.
    fn limit(&self) -> i32 {
        top(self.to) + 1
    }

    /// Why the conversion cannot show something; None where it may.
    pub(super) fn impossible(&self, goal: Goal) -> Option<String> {
        let (from, to) = (self.from, self.to);
        let says = |text: &str| Some(text.to_owned());
        let integers = from.is_integer() || to.is_integer();
        let must_round = || (!self.rounds()).then(|| self.widens());
        let single_in = from == F32::ROW;
        let single_out = to == F32::ROW && !self.whole && from.is_floating() && from.quantum() < F32::ROW.emin();
        let flushes = self.modifiers.has(Modifier::Ftz);
        let nearest = || {
            (self.mode != Mode::Rn).then(|| "Directed roundings may be repeated: the result is the same. Look for it with .rn.".to_owned())
        };
        match goal {
            Goal::Modes | Goal::Wide if from.is_integer() && self.modifiers.has(Modifier::Sat) => {
                says("Clamped to [0, 1], an integer becomes 0 or 1: no rounding is left.")
            }
            Goal::Tie => must_round(),
            Goal::Modes => must_round(),
            Goal::Carry if self.whole => says("A whole number is not rounded to a number of digits: no exponent takes a carry."),
            Goal::Carry => must_round().or_else(|| match self.mode {
                _ if precision(from) <= precision(to) => {
                    Some(format!("{} has no more digits than {}: none is cut off but below the normal numbers.", from.name, to.name))
                }
                Mode::Rz => says("Rounding towards zero never carries."),
                _ => None,
            }),
            Goal::Overflow if self.whole && !to.is_integer() => {
                says("The whole number next to a number of the format is one of the format too.")
            }
            Goal::Overflow => must_round().or_else(|| {
                let finest = top(from).min(self.limit() - 1) - precision(from) as i32 + 1;
                // Just below the limit the source needs a digit more than the destination has.
                let needs = if self.whole { -1 } else { to.emax() - to.precision() as i32 };
                match self.mode {
                    Mode::Rz => says("Rounding towards zero never passes the largest number."),
                    _ if !self.whole && self.modifiers.has(Modifier::Sat) => says(".sat leaves nothing above 1."),
                    Mode::Rm | Mode::Rp if self.whole && self.reaches_below(to) => None,
                    _ if top(from) < self.limit() - 1 || finest.max(quantum(from)) > needs => Some(format!(
                        "No {} lies between the largest {} and the next power of two and is rounded up to it.",
                        from.name, to.name
                    )),
                    Mode::Rm if from.sign_mask() == 0 || to.sign_mask() == 0 => {
                        says("Rounding down, only a negative number passes the range.")
                    }
                    _ => None,
                }
            }),
            Goal::Subnormal if to.is_integer() || self.whole => says("A whole number is never subnormal."),
            Goal::Subnormal if flushes && to == F32::ROW => says("Subnormal results are flushed to zero here."),
            Goal::Subnormal if from.is_integer() || from.quantum() >= to.emin() => {
                Some(format!("The smallest {} is a normal number of {}.", if from.is_integer() { "integer" } else { from.name }, to.name))
            }
            Goal::Subnormal | Goal::Smallest | Goal::Underflow if flushes && single_in && !self.whole && quantum(to) < F32::ROW.emin() => {
                says("Only subnormal singles come so close to zero, and .ftz reads them as zero.")
            }
            Goal::Smallest if self.whole => says("A whole number is never so small."),
            Goal::Smallest => must_round().or_else(|| match self.mode {
                Mode::Rz => says("Rounding towards zero never goes up."),
                _ if from.is_integer() || precision(from) < precision(to) || quantum(from) >= quantum(to) => {
                    Some(format!("{} has no number so close below the smallest normal {}.", from.name, to.name))
                }
                _ => None,
            }),
            Goal::Underflow if from.is_integer() => says("An integer that is not zero is at least 1."),
            Goal::Underflow => must_round().or_else(|| {
                (!self.whole && quantum(from) >= quantum(to)).then(|| format!("The smallest {} is a number of {}.", from.name, to.name))
            }),
            Goal::Flush if self.takes(Modifier::Ftz) && !single_in && !single_out => {
                says("The assembler takes .ftz here, and nothing is ever a subnormal single.")
            }
            // What is below 2^-126 is zero in a grid so coarse, flushed or not.
            Goal::Flush
                if self.takes(Modifier::Ftz)
                    && !single_out
                    && (self.whole || to == F16::ROW)
                    && matches!(self.mode, Mode::Rn | Mode::Rz) =>
            {
                says("A subnormal single becomes zero here anyway.")
            }
            Goal::Flush if !self.takes(Modifier::Ftz) => Some(if single_in || to == F32::ROW {
                "This form takes no .ftz.".to_owned()
            } else {
                "Only singles are flushed: no form for these types takes .ftz.".to_owned()
            }),
            Goal::Saturate if self.whole && to.is_integer() => {
                says("A number that becomes an integer is clamped to its range anyway; .sat changes nothing.")
            }
            Goal::Saturate if !self.takes(Modifier::Sat) => says("No form for these types takes .sat."),
            Goal::Wide => nearest()
                .or_else(must_round)
                .or_else(|| self.between().is_none().then(|| "No wider format lies between the two that rounds first.".to_owned())),
            Goal::Narrow if to.is_integer() || self.whole || to.precision() <= F16::FORMAT.precision() => {
                says("There is no narrower format here to round the result to once more.")
            }
            Goal::Narrow => must_round()
                .or_else(nearest)
                .or_else(|| (integers && to == F32::ROW).then(|| "Every integer that F16 can hold is a number of F32.".to_owned())),
            Goal::Invalid => says("A conversion makes no NaN of a number."),
            Goal::Signaling if from.is_integer() => says("An integer is never a NaN."),
            Goal::MinusZero if integers => says("An integer has one zero."),
            Goal::MinusZero if self.modifiers.has(Modifier::Sat) => says(".sat turns every result with a sign into +0."),
            _ => None,
        }
    }

    /// Whether rounding away from zero passes the lower end: of unsigned ones that is 0 already.
    fn reaches_below(&self, to: &Format) -> bool {
        to.is_integer() && self.from.is_floating() && to.sign_mask() == 0 && self.mode == Mode::Rm
    }

    /// Whether a form for these types takes a modifier.
    fn takes(&self, modifier: Modifier) -> bool {
        let modifiers = ModifierSet::only(modifier).union(self.modifiers);
        crate::instruction::forms_of("cvt").iter().any(|form| form.row.last_ptx.is_none() && form.pattern.allows(modifiers))
    }

    /// An operand for a goal.
    pub(super) fn operand(&self, goal: Goal, random: &mut Random) -> u64 {
        let negative = random.below(2) == 1;
        let p = if self.whole { 0 } else { precision(self.to) };
        let step = match goal {
            Goal::Subnormal | Goal::Underflow | Goal::Flush if !self.whole => quantum(self.to),
            // The last place of a number somewhere in the range of both.
            _ if self.whole => 0,
            _ => {
                let low = (quantum(self.from).max(quantum(self.to)) + 2).max(-40);
                let high = (top(self.from).min(top(self.to)) - p as i32).max(low);
                low + random.below((high - low + 1) as u64) as i32
            }
        };
        let size = |random: &mut Random, bits: u32| random.word() >> (64 - bits.clamp(1, 63));
        // How many digits a value has above its step and below it.
        let above =
            if self.whole { 1 + random.below(u64::from(precision(self.from).min(integers_of(self.to)).max(2) - 1)) as u32 } else { p };
        let spare = precision(self.from).saturating_sub(above).clamp(1, 30);
        let beside = |kept: u64, eighths: i128, step: i32| self.written(negative, i128::from(kept) * (1 << 30) + eighths, step - 30);
        let half = 1i128 << 29;
        let tail = 1i128 << (30 - spare as i32).max(0);
        match goal {
            // Only below the normal halves has a bf16 digits that a half has not.
            Goal::Tie | Goal::Modes if self.to == F16::ROW && self.from == BF16::ROW => beside(size(random, 6), half, quantum(self.to)),
            // Only what is between 0 and 1 is not clamped.
            Goal::Modes if self.whole && self.modifiers.has(Modifier::Sat) => beside(0, i128::from(random.word() >> 34), 0),
            Goal::Tie => beside(size(random, above) | 1 << (above - 1), half, step),
            Goal::Modes => beside(size(random, above) | 1 << (above - 1), i128::from(random.word() >> 34), step),
            Goal::Carry => beside((1 << p) - 1, half + i128::from(random.word() >> 36), step),
            Goal::Overflow if self.whole => {
                let unsigned_down = self.reaches_below(self.to);
                let kept = if unsigned_down { 0 } else { self.to.largest() + u64::from(negative && self.to.sign_mask() != 0) };
                let fraction = half + (half / 4) * i128::from(random.below(4) as u8) + tail * i128::from(random.below(3) as u8);
                self.written(negative || unsigned_down, i128::from(kept) * (1 << 30) + fraction, -30)
            }
            Goal::Overflow => {
                let last = self.to.emax() - self.to.precision() as i32 + 1;
                beside((1 << p) - 1, half + i128::from(random.word() >> 36), last)
            }
            Goal::Smallest => beside((1u64 << (p - 1)) - 1, half + i128::from(random.word() >> 36), quantum(self.to)),
            Goal::Subnormal | Goal::Flush if random.below(2) == 0 && !self.whole => beside(size(random, p - 1).max(1), 0, step),
            Goal::Flush => {
                (size(random, F32::ROW.fraction_bits).max(1) | if negative { self.from.sign_mask() } else { 0 }) & self.from.mask()
            }
            Goal::Underflow => self.written(negative, i128::from(size(random, 20).max(1)), step - 22 - random.below(8) as i32),
            Goal::Saturate if self.from.is_integer() => random.word() & self.from.mask(),
            Goal::Saturate => self.written(negative, i128::from(size(random, 8)), -4),
            Goal::Wide => {
                // Beside a tie by less than the format between can tell.
                let between = self.between().map_or(24, precision);
                let kept = size(random, above.min(6)) | 1 << (above.min(6) - 1);
                let kept = if self.whole { kept } else { kept << (p - above.min(6)) };
                let far = (precision(self.from).min(60) - between).max(1);
                let width = 64 - kept.leading_zeros();
                let tiny = 1i128 << random.below(u64::from(far)).min(40);
                let shift = between.saturating_sub(width) + far;
                let whole = (i128::from(kept) << shift) + (1i128 << (shift - 1)) + if random.below(2) == 0 { tiny } else { -tiny };
                let least = if self.from.is_integer() { 0 } else { step - shift as i32 };
                self.written(negative && self.from.sign_mask() != 0, whole, least)
            }
            Goal::Narrow => {
                let narrow = if self.to.width() == 64 { 24 } else { 11 };
                let kept = size(random, narrow) | 1 << (narrow - 1);
                let shift = (precision(self.from) - narrow).min(60);
                let tiny = 1i128 << random.below(u64::from(precision(self.from) - precision(self.to)));
                let whole = (i128::from(kept) << shift) + (1i128 << (shift - 1)) + if random.below(2) == 0 { tiny } else { -tiny };
                let least = if self.from.is_integer() { 0 } else { random.below(10) as i32 - 10 - shift as i32 };
                self.written(negative, whole, least)
            }
            Goal::Signaling => {
                let payload = random.word() & (self.from.quiet_bit() - 1);
                self.from.exponent_mask() | payload.max(1) | if negative { self.from.sign_mask() } else { 0 }
            }
            Goal::MinusZero => self.from.sign_mask(),
            _ => random.word() & self.from.mask(),
        }
    }

    /// A number as bits of the source.
    fn written(&self, negative: bool, magnitude: i128, exponent: i32) -> u64 {
        let negative = negative != (magnitude < 0) && self.from.sign_mask() != 0;
        let magnitude = magnitude.unsigned_abs();
        if magnitude == 0 {
            return if negative && !self.from.is_integer() { self.from.sign_mask() } else { 0 };
        }
        round_into(self.from, Exact { negative, magnitude, exponent }, Mode::Rz).0
    }
}

/// The bits of a whole number that a format can hold.
fn integers_of(format: &Format) -> u32 {
    if format.is_integer() { integer_bits(format) } else { format.precision() }
}
