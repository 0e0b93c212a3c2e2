//! Conversions: what their two formats allow, and operands that are likely to show it.
//!
//! A conversion rounds once into the destination's grid: the numbers of a format, or equal steps (whole numbers, 64ths). So every goal is a
//! place beside that grid, written as bits of the source; why there is no such place follows from precisions, exponents and the range.
//! A scale factor widens the exponents that a source reaches; random bits are drawn.

use super::goal::Goal;
use crate::evaluate::Request;
use crate::instruction::{Form, Modifier, ModifierSet, Type, forms_of};
use crate::number::{Encoding, F16, F32, F64, Format, UE8M0};
use crate::rounding::Mode;

/// Why results of few digits are not rounded to another format.
pub(super) const NO_NARROWER: &str = "The result has no more digits than a half: it is not rounded to one once more.";

/// Why no operand signals.
pub(super) const NO_SIGNAL: &str = "No format of these operands has a signaling NaN.";

/// A conversion as a grid that values of a format fall on.
#[derive(Clone, Copy)]
pub(super) struct Conversion {
    pub(super) from: &'static Format,
    pub(super) to: &'static Format,
    /// Whether the grid has equal steps: the whole numbers, or those of a fixed-point format.
    pub(super) whole: bool,
    /// How far a scale factor moves exponents, up or down.
    pub(super) reach: i32,
    /// The format between the two of a packed conversion, through which PTX has another way.
    way: Option<&'static Format>,
    /// Whether source and destination are one format and nothing is rounded.
    copies: bool,
    pub(super) modifiers: ModifierSet,
    pub(super) mode: Mode,
}

/// The bits of the greatest magnitude of an integer format.
pub(super) fn integer_bits(format: &Format) -> u32 {
    64 - format.largest().leading_zeros()
}

/// The power of two of a format's greatest number.
pub(super) fn top(format: &Format) -> i32 {
    if format.is_integer() { integer_bits(format) as i32 - 1 } else { format.emax() }
}

/// How many bits a number has between its first and its last.
pub(super) fn precision(format: &Format) -> u32 {
    if format.is_integer() { integer_bits(format) } else { format.precision() }
}

/// The two instructions that make of singles the same as a packed conversion, by way of halves or bfloat16 numbers.
pub(super) fn by_way(request: &Request) -> Option<(Request, Request, &'static Format)> {
    let to = request.destination_type();
    if to.lanes != 2 || request.source_type(0).number() != Some(F32::ROW) || request.rules().mode != Mode::Rn {
        return None;
    }
    let form = |modifiers: ModifierSet, sources: usize| -> Option<&'static Form> {
        let fits = |form: &&Form| form.row.last_ptx.is_none() && form.pattern.source_count() == sources && form.pattern.allows(modifiers);
        forms_of("cvt").iter().find(fits)
    };
    [(Type::F16, Type::F16x2), (Type::Bf16, Type::Bf16x2)].into_iter().find_map(|(one, two)| {
        let format = one.operand().format;
        let first = ModifierSet::of(&[Modifier::Rn, Modifier::Type(0, two), Modifier::Type(1, Type::F32)]);
        let second = request.modifiers.difference(ModifierSet::LATER_TYPES).with(Modifier::Type(1, two));
        let with = |form, modifiers| Request { form, modifiers, ..*request };
        let lies_between = format.precision() > to.format.precision() && format.holds(to.format);
        let ways = (form(first, 2)?, form(second, request.form.pattern.source_count() - 1).filter(|_| lies_between)?);
        Some((with(ways.0, first), with(ways.1, second), format))
    })
}

impl Conversion {
    /// The conversion of a request, if it is one.
    pub(super) fn of(request: &Request) -> Option<Conversion> {
        if request.form.meaning != crate::instruction::Meaning::Convert {
            return None;
        }
        let (from, to, modifiers) = (request.source_type(0).format, request.destination_type().format, request.modifiers);
        let whole = to.is_evenly_spaced() || !modifiers.intersection(ModifierSet::WHOLE).is_empty();
        let scaled = modifiers.has(Modifier::ScaledN1) || modifiers.has(Modifier::ScaledN2);
        Some(Conversion {
            from,
            to,
            whole: whole && from.is_floating(),
            reach: if scaled { UE8M0::FORMAT.emax() } else { 0 },
            way: by_way(request).map(|(.., between)| between),
            copies: from == to && !whole,
            modifiers,
            mode: request.rules().mode,
        })
    }

    /// The power of two of the smallest step of the source, scaled as far down as it goes.
    fn lowest(&self) -> i32 {
        if self.from.is_integer() { 0 } else { self.from.quantum() - self.reach }
    }

    /// The power of two of the destination's smallest step.
    pub(super) fn quantum(&self) -> i32 {
        if self.to.is_integer() || (self.whole && !self.to.is_evenly_spaced()) { 0 } else { self.to.quantum() }
    }

    /// The power of two of the source's greatest number, scaled as far up as it goes.
    fn top(&self) -> i32 {
        top(self.from) + self.reach
    }

    /// Whether some value of the source is none of the grid.
    fn rounds(&self) -> bool {
        let (from, to) = (self.from, self.to);
        let scale = to.encoding == Encoding::Scale;
        self.whole
            || ((to.is_floating() || scale)
                && !self.copies
                && (precision(from) > precision(to) || self.lowest() < to.quantum() || self.top() > top(to)))
    }

    fn widens(&self) -> String {
        match (self.from.is_integer(), self.to.is_integer()) {
            (true, true) => "Between integers nothing is rounded: low bits go over, or the value is clamped.".into(),
            _ if self.copies => "A copy rounds nothing.".into(),
            _ if self.reach != 0 => {
                format!(
                    "Every {} times a scale factor is a number of {}, or beyond its range: nothing is rounded.",
                    self.from.name, self.to.name
                )
            }
            _ => format!("Every {} is a number of {}: nothing is rounded.", self.from.name, self.to.name),
        }
    }

    /// A format between the two, through which a second rounding may go.
    pub(super) fn between(&self) -> Option<&'static Format> {
        if self.way.is_some() {
            return self.way;
        }
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
        let scale = to.encoding == Encoding::Scale;
        let nearest = || match self.mode {
            Mode::Rn | Mode::Rna => None,
            Mode::Rs => says(RANDOM),
            _ if scale => says("Directed roundings may be repeated: the result is the same."),
            _ => says("Directed roundings may be repeated: the result is the same. Look for it with .rn."),
        };
        match goal {
            Goal::Tie | Goal::Modes if self.mode == Mode::Rs => says(RANDOM),
            Goal::Tie | Goal::Modes | Goal::Carry | Goal::Overflow | Goal::Wide | Goal::Narrow
                if from.is_integer() && to.is_floating() && self.modifiers.has(Modifier::Sat) =>
            {
                says("Clamped to [0, 1], an integer becomes 0 or 1: no rounding is left.")
            }
            Goal::Tie => must_round(),
            Goal::Modes => must_round(),
            Goal::Carry if to.encoding == Encoding::SignedFixedPoint => {
                says("A fixed-point number is not rounded to a number of digits: no exponent takes a carry.")
            }
            Goal::Carry if self.whole => says("A whole number is not rounded to a number of digits: no exponent takes a carry."),
            Goal::Carry if scale => says("A power of two has one digit: whatever is rounded up becomes the next power."),
            Goal::Carry => must_round().or_else(|| match self.mode {
                _ if precision(from) <= precision(to) => {
                    Some(format!("{} has no more digits than {}: none is cut off but below the normal numbers.", from.name, to.name))
                }
                Mode::Rz => says("Rounding towards zero never carries."),
                _ => None,
            }),
            Goal::Overflow if self.whole && !to.is_evenly_spaced() => {
                says("The whole number next to a number of the format is one of the format too.")
            }
            Goal::Overflow => must_round().or_else(|| {
                let finest = self.top().min(self.limit() - 1) - precision(from) as i32 + 1;
                // Just below the limit the source needs a digit more than the destination has.
                let needs = if self.whole { self.quantum() - 1 } else { to.emax() - to.precision() as i32 };
                match self.mode {
                    Mode::Rz => says("Rounding towards zero never passes the largest number."),
                    _ if !self.whole && self.modifiers.has(Modifier::Sat) => says(".sat leaves nothing above 1."),
                    _ if self.reaches_below() => None,
                    _ if self.top() < self.limit() - 1 || finest.max(self.lowest()) > needs => {
                        Some(format!("No {} lies between the largest {} and the next step and is rounded up to it.", from.name, to.name))
                    }
                    Mode::Rm if from.sign_mask() == 0 || to.sign_mask() == 0 => {
                        says("Rounding down, only a negative number passes the range.")
                    }
                    _ => None,
                }
            }),
            Goal::Subnormal | Goal::Smallest if scale || to.encoding == Encoding::SignedFixedPoint => {
                Some(format!("{} has no subnormal numbers.", to.name))
            }
            Goal::Subnormal if to.is_integer() || self.whole => says("A whole number is never subnormal."),
            Goal::Subnormal if flushes && to == F32::ROW => says("Subnormal results are flushed to zero here."),
            Goal::Subnormal if from.is_integer() || self.lowest() >= to.emin() => {
                Some(format!("The smallest {} is a normal number of {}.", if from.is_integer() { "integer" } else { from.name }, to.name))
            }
            Goal::Subnormal | Goal::Smallest | Goal::Underflow
                if flushes && single_in && !self.whole && self.quantum() < F32::ROW.emin() =>
            {
                says("Only subnormal singles come so close to zero, and .ftz reads them as zero.")
            }
            Goal::Smallest if self.whole => says("A whole number is never so small."),
            Goal::Smallest => must_round().or_else(|| match self.mode {
                Mode::Rz => says("Rounding towards zero never goes up."),
                _ if from.is_integer() || precision(from) < precision(to) || self.lowest() >= self.quantum() => {
                    Some(format!("{} has no number so close below the smallest normal {}.", from.name, to.name))
                }
                _ => None,
            }),
            Goal::Underflow if from.is_integer() => says("An integer that is not zero is at least 1."),
            Goal::Underflow if scale => Some(format!("{} has no zero: what is too small becomes its smallest power of two.", to.name)),
            Goal::Underflow if self.mode == Mode::Rp && to.is_floating() && to.sign_mask() == 0 => {
                says("Rounding up, no number becomes zero where there are no signs.")
            }
            Goal::Underflow if flushes && to == F32::ROW && self.lowest() < to.emin() => None,
            Goal::Underflow => must_round().or_else(|| {
                (!self.whole && self.lowest() >= self.quantum()).then(|| format!("The smallest {} is a number of {}.", from.name, to.name))
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
            Goal::Flush if self.takes(Modifier::Ftz) && single_in && to == F16::ROW && !self.whole => {
                says("The assembler takes .ftz here and emits the same code: a subnormal single is rounded like any other.")
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
            Goal::Wide if self.loses_whole_digits() => None,
            Goal::Wide => nearest().or_else(must_round).or_else(|| {
                self.between().is_none().then(|| "No conversions of PTX lead here by way of a format between the two.".to_owned())
            }),
            Goal::Narrow if to.is_integer() || (self.whole && !to.is_evenly_spaced()) => {
                says("A whole number is not rounded to a half or a single once more here.")
            }
            Goal::Narrow if to.precision() <= F16::FORMAT.precision() => says(NO_NARROWER),
            Goal::Narrow => must_round()
                .or_else(nearest)
                .or_else(|| (integers && to == F32::ROW).then(|| "Every integer that F16 can hold is a number of F32.".to_owned())),
            Goal::Invalid if to.infinity().is_none() && to.nan().is_some() && !self.modifiers.has(Modifier::Satfinite) => None,
            Goal::Invalid => says("A conversion makes no NaN of a number here."),
            Goal::Signaling if from.is_integer() => says("An integer is never a NaN."),
            Goal::Signaling if from.encoding != Encoding::Ieee => says(NO_SIGNAL),
            Goal::MinusZero if integers => says("An integer has one zero."),
            Goal::MinusZero => {
                let word = |modifier| self.modifiers.has(modifier);
                let one = [to, from].into_iter().find(|format| !format.has_negative_zero());
                match one {
                    Some(one) => Some(format!("{} has no negative zero.", one.name)),
                    None if word(Modifier::Sat) => says(".sat turns every result with a sign into +0."),
                    None if word(Modifier::Relu) => says(".relu turns every result with a sign into +0."),
                    None if word(Modifier::Pzo) => says(".pzo turns -0 into +0."),
                    None => None,
                }
            }
            _ => None,
        }
    }

    /// Whether rounding away from zero passes the lower end: of unsigned ones that is 0 already.
    pub(super) fn reaches_below(&self) -> bool {
        self.to.is_integer() && self.from.is_floating() && self.to.sign_mask() == 0 && matches!(self.mode, Mode::Rm | Mode::Rn)
    }

    /// Whether the format between has fewer digits than the integer that is converted to.
    pub(super) fn loses_whole_digits(&self) -> bool {
        self.whole && self.to.is_integer() && self.between().is_some_and(|between| precision(between) < precision(self.to))
    }

    /// Whether a form for these types takes a modifier.
    fn takes(&self, modifier: Modifier) -> bool {
        let modifiers = ModifierSet::only(modifier).union(self.modifiers);
        forms_of("cvt").iter().any(|form| form.row.last_ptx.is_none() && form.pattern.allows(modifiers))
    }
}

/// Why stochastic rounding has no ties and no other mode beside it.
const RANDOM: &str = "Random bits decide here, not a mode: they are added, and what is left below the last place is dropped.";
