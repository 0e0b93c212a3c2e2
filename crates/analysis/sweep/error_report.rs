//! What the result of an approximation is worth: beside the correctly rounded one, with its error in units of the last place.
//!
//! The true value is taken to a hundred bits and everything after is integers, so that no library of doubles is downloaded for one operand.

use super::FunctionUnderTest;
use super::bigfloat::BigFloat;
use super::bounds::promise;
use super::function_under_test::{Code, UNIT};
use super::functions::ReferenceFunction;
use super::measure::rounded;
use crate::evaluate::Request;
use crate::exact::{Exact, Natural};
use crate::number::{F64, Format, Pattern};
use crate::operation::exact_value;
use crate::special_function::{Op, Operands};
use crate::trace::picture::{self, Picture};
use crate::trace::{Explained, Step, Trace};
use std::sync::Arc;

/// Fraction bits of an error in ulps.
const POINT: i32 = 30;
/// From more ulps than this on, ulps say nothing.
const FAR: u128 = 1 << 24;
/// From so many ulps on, the error itself is told too.
const MANY: u128 = 64;

/// Tenths of bits that agree where all of a true value's do and its next ones would not.
const ALL_BITS: u32 = 1000;

/// Beyond 2 to this power, up or down, a true value is told by its power of two.
const FARTHEST: i32 = 4000;

/// An approximation beside the truth.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorReport {
    /// The result.
    pub result: Pattern,
    /// The true value.
    pub real: BigFloat,
    /// The correctly rounded result, subnormals kept.
    pub nearest: Pattern,
    /// The true value in decimal.
    pub truth: String,
    /// The result less the true value.
    pub error: Deviation,
    /// Ten times the binary logarithm of the error itself, where it is so many ulps that these say little.
    pub absolute: Option<i32>,
    /// How many leading bits agree.
    pub good_bits: GoodBits,
    /// The documented bound that covers the operand.
    pub bound: Option<String>,
}

/// A result less the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deviation {
    /// In thousandths of an ulp of the true value.
    Ulps {
        /// Whether the result is the smaller one.
        negative: bool,
        /// The size.
        thousandths: u64,
    },
    /// A share of the true value, where ulps say nothing.
    Share {
        /// Whether the result is the smaller one.
        negative: bool,
        /// Ten times the negative binary logarithm of the share, rounded down.
        tenths: u32,
    },
    /// Not measured.
    Unmeasured,
}

impl Deviation {
    /// What larger errors have more of: in thousandths of an ulp, and shares of the true value beyond all of those.
    pub fn size(self) -> u64 {
        match self {
            Deviation::Ulps { thousandths, .. } => thousandths,
            Deviation::Share { tenths, .. } => u64::MAX - u64::from(tenths),
            Deviation::Unmeasured => 0,
        }
    }

    /// Thousandths of an ulp with their sign; None where ulps say nothing.
    pub fn thousandths(self) -> Option<i64> {
        let Deviation::Ulps { negative, thousandths } = self else { return None };
        let size = i64::try_from(thousandths).ok()?;
        Some(if negative { -size } else { size })
    }
}

impl core::fmt::Display for Deviation {
    fn fmt(&self, text: &mut core::fmt::Formatter) -> core::fmt::Result {
        let sign = |negative: bool| if negative { "−" } else { "+" };
        match *self {
            Deviation::Ulps { negative, thousandths } => {
                write!(text, "{}{}.{:03} ulp", sign(negative), thousandths / 1000, thousandths % 1000)
            }
            Deviation::Share { negative, tenths } => {
                let below_one = if tenths > 0 { "-" } else { "" };
                write!(text, "{}2^{below_one}{}.{} of the true value", sign(negative), tenths / 10, tenths % 10)
            }
            Deviation::Unmeasured => text.write_str("not measured in ulps"),
        }
    }
}

/// How many leading bits of a result and of the true value agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoodBits {
    /// All: the result is exact.
    All,
    /// So many tenths of a bit, rounded down.
    Tenths(u32),
    /// Not measured.
    Unmeasured,
}

impl core::fmt::Display for GoodBits {
    fn fmt(&self, text: &mut core::fmt::Formatter) -> core::fmt::Result {
        match *self {
            GoodBits::All => text.write_str("all"),
            GoodBits::Tenths(tenths) => write!(text, "{}.{}", tenths / 10, tenths % 10),
            GoodBits::Unmeasured => text.write_str("none"),
        }
    }
}

impl ErrorReport {
    /// The error in words: in ulps, and itself where it is many of them.
    pub fn off(&self) -> String {
        if matches!(self.error, Deviation::Ulps { thousandths: 0, .. }) && self.good_bits != GoodBits::All {
            return "less than 0.001 ulp".into();
        }
        let Some(tenths) = self.absolute else { return self.error.to_string() };
        let sign = if tenths < 0 { "-" } else { "" };
        format!("{} (2^{sign}{}.{} absolute)", self.error, tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10)
    }

    /// Why the result is what it is: what its distance from the true value is. `several` instructions made it, or one.
    pub fn why(&self, several: bool) -> String {
        let made = if several { "Several instructions make the result, which" } else { "A fast approximation: the result" };
        if self.good_bits == GoodBits::All {
            return format!("{made} is the true value.");
        }
        let same = if self.result == self.nearest { "the correctly rounded one" } else { "not the correctly rounded one" };
        format!("{made} is {} from the true value and is {same}.", self.off())
    }

    /// Adds the comparison to a trace, as its last step.
    pub fn tell(self, trace: &mut Trace) {
        trace.steps.push(Step::Told(Arc::new(self)));
    }
}

impl Explained for ErrorReport {
    fn title(&self) -> String {
        "Compare with the truth".into()
    }

    fn sentence(&self) -> String {
        if self.good_bits == GoodBits::All {
            return format!("The true value is {}, and so is the result.", self.truth);
        }
        let nearest = if self.result == self.nearest {
            "no number of the format is nearer".to_owned()
        } else {
            format!("the nearest would be {} (0x{})", self.nearest.value_text(), self.nearest.hex())
        };
        format!("The true value is {}. The result is off by {}; {nearest}.", self.truth, self.off())
    }

    /// The true value with as many places again below the result's last, the result, and what it is too large or too small by.
    fn picture(&self) -> Option<Picture> {
        let value = self.result.exact()?;
        let precision = self.result.format.precision() as i32;
        let last_place = self.real.leading() + 1 - precision;
        let bottom = last_place - precision;
        let truth = self.real.magnitude >> (bottom - self.real.exponent).clamp(0, 127);
        let value = shifted(value.magnitude.into(), value.exponent - bottom)?.unsigned_abs();
        let signed = |negative: bool, magnitude: u128| if negative { -(magnitude as i128) } else { magnitude as i128 };
        let error = signed(self.result.is_negative(), value) - signed(self.real.negative, truth);
        let row = |label: &str, number: i128| picture::row_of(label, number < 0, &Natural::from(number.unsigned_abs()), bottom);
        let rows = vec![
            row("truth", signed(self.real.negative, truth)),
            row("result", signed(self.result.is_negative(), value)),
            picture::Row { result: true, ..row("error", error) },
        ];
        Some(picture::of_rows(rows, Some(last_place)))
    }

    fn decides(&self) -> bool {
        false
    }

    fn heading(&self) -> bool {
        true
    }
}

/// The verdict; None for other instructions, and where operand, result or true value is no number to measure by.
pub fn verdict(request: &Request, bits: u64) -> Option<ErrorReport> {
    let sequence = request.sequence()?;
    let format = request.source_type(0).number()?;
    let [a, b, ..] = request.operands;
    let number = |bits| Pattern::new(format, bits).exact().map(|exact| real(exact).map_or(0.0, BigFloat::to_f64));
    let function = ReferenceFunction::of(request.form.meaning.approximated()?);
    let truth = function.precise_at(number(a)?, number(b)?)?;
    let result = Pattern::new(format, bits);
    let arguments = [a, b].map(|bits| Pattern::new(format, bits).exact());
    let is_exact = is_exact(function.name(), &arguments[..1 + usize::from(function.takes_two())], result);
    Some(judged(result, truth, promise(sequence.form, a as u32, b as u32), is_exact))
}

/// Whether a result is the value of a function at its arguments; None where nobody but the true value can say.
pub(super) fn is_exact(name: &str, arguments: &[Option<Exact<u64>>], result: Pattern) -> Option<bool> {
    let arguments: Option<Vec<_>> = arguments.iter().copied().collect();
    exact_value::is_exact(name, &arguments?, result.exact()?)
}

/// A result beside the true value, which has a hundred bits. Whether they are the same is asked of these where `is_exact` does not say.
pub(super) fn judged(result: Pattern, truth: BigFloat, bound: Option<String>, is_exact: Option<bool>) -> ErrorReport {
    let value = if is_exact == Some(true) { result.exact().and_then(real) } else { None };
    let real = value.unwrap_or(truth);
    let nearest = rounded(result.format, real);
    let (error, absolute, good_bits) = error(result.format, result, real).unwrap_or((Deviation::Unmeasured, None, GoodBits::Unmeasured));
    let good_bits = if is_exact == Some(false) && good_bits == GoodBits::All { GoodBits::Tenths(ALL_BITS) } else { good_bits };
    ErrorReport { result, real, nearest, truth: decimal(real), error, absolute, good_bits, bound }
}

/// The verdict on a function of the unit, for the operand that it took.
pub(super) fn of_unit(op: Op, operands: Operands, operand: u32, result: Pattern) -> Option<ErrorReport> {
    let is = |subject: &&FunctionUnderTest, read: Operands| matches!(subject.code, Code::Mufu(one, own) if (one, own) == (op, read));
    let of = |read| UNIT.iter().find(|subject| is(subject, read));
    // What reads floats on every chip has one row.
    let subject = of(operands).or_else(|| of(Operands::Words))?;
    let x = subject.reading.operand(operand);
    let truth = if x.is_finite() { subject.truth.precise(x)? } else { return None };
    result.exact()?;
    let is_exact = is_exact(subject.truth.name(), &[Pattern::new(F64::ROW, x.to_bits()).exact()], result);
    Some(judged(result, truth, promise(subject.name, operand, 0), is_exact))
}

/// An exact number; None of zero.
pub(crate) fn real(exact: Exact<u64>) -> Option<BigFloat> {
    BigFloat::new(exact.negative, exact.magnitude.into(), exact.exponent)
}

/// The error in ulps to three places, and the good bits to one. An error of more than [`FAR`] ulps is that of a seed, whose format has more
/// bits than anyone promised: it is told as a share of the true value.
fn error(format: &Format, result: Pattern, truth: BigFloat) -> Option<(Deviation, Option<i32>, GoodBits)> {
    let value = result.exact()?;
    let ulp = truth.leading().max(format.emin()) - format.fraction_bits as i32;
    let truth_units = shifted(truth.magnitude, truth.exponent - ulp + POINT)?;
    let value_units = shifted(value.magnitude.into(), value.exponent - ulp + POINT)?;
    let signed = |negative: bool, units: i128| if negative { -units } else { units };
    let difference = signed(value.negative, value_units) - signed(truth.negative, truth_units);
    let negative = difference < 0;
    // At most 53 bits and those of an error leave room for forty more, so that the tenth is the quotient's own, rounded down.
    let quotient = (truth_units.unsigned_abs() << 40) / difference.unsigned_abs().max(1);
    let tenths = (tenths_of_log2(quotient) - 400).max(0).unsigned_abs();
    let error = if difference.unsigned_abs() >> POINT > FAR {
        Deviation::Share { negative, tenths }
    } else {
        let thousandths = (difference.unsigned_abs() * 1000 + (1 << (POINT - 1))) >> POINT;
        Deviation::Ulps { negative, thousandths: thousandths as u64 }
    };
    let many = difference.unsigned_abs() >> POINT >= MANY;
    let absolute = many.then(|| tenths_of_log2(difference.unsigned_abs()) + 10 * (ulp - POINT));
    // What was cut off of the true value is no part of the result.
    let place = truth.exponent - ulp + POINT;
    let is_whole = place >= 0 || truth.magnitude.trailing_zeros() >= place.unsigned_abs();
    Some((error, absolute, if difference == 0 && is_whole { GoodBits::All } else { GoodBits::Tenths(tenths) }))
}

/// `magnitude · 2^shift`, cut off; None where it does not fit.
fn shifted(magnitude: u128, shift: i32) -> Option<i128> {
    if shift <= 0 {
        return i128::try_from(magnitude.checked_shr(-shift as u32).unwrap_or(0)).ok();
    }
    if magnitude == 0 {
        return Some(0);
    }
    (shift as u32 + 1 < magnitude.leading_zeros()).then(|| (magnitude << shift) as i128)
}

/// Ten times the binary logarithm, rounded down; the steps are 2^(30 + k/10).
fn tenths_of_log2(number: u128) -> i32 {
    const STEPS: [u32; 9] = [
        1_150_807_992,
        1_233_405_466,
        1_321_931_247,
        1_416_810_830,
        1_518_500_249,
        1_627_488_270,
        1_744_298_739,
        1_869_493_099,
        2_003_673_092,
    ];
    if number == 0 {
        return 0;
    }
    let leading = 127 - number.leading_zeros() as i32;
    let top = (number << number.leading_zeros() >> 97) as u32;
    leading * 10 + STEPS.iter().filter(|step| top >= **step).count() as i32
}

/// A result less the true value.
pub(crate) fn deviation(result: Pattern, truth: BigFloat) -> Deviation {
    error(result.format, result, truth).map_or(Deviation::Unmeasured, |(deviation, ..)| deviation)
}

/// A difference in ulps of a true value; unmeasured where ulps say nothing.
pub(crate) fn in_ulps(format: &Format, difference: Option<BigFloat>, truth: BigFloat) -> Deviation {
    let Some(difference) = difference else { return Deviation::Ulps { negative: false, thousandths: 0 } };
    let ulp = truth.leading().max(format.emin()) - format.fraction_bits as i32;
    let units = shifted(difference.magnitude, difference.exponent - ulp + POINT).map(i128::unsigned_abs);
    match units.filter(|units| units >> POINT <= FAR) {
        Some(units) => {
            let thousandths = (units * 1000 + (1 << (POINT - 1))) >> POINT;
            Deviation::Ulps { negative: difference.negative, thousandths: thousandths as u64 }
        }
        None => Deviation::Unmeasured,
    }
}

/// The true value to twenty significant digits, cut off: plain near 1, with a power of ten far from it.
pub(crate) fn decimal(truth: BigFloat) -> String {
    // Far below any number of a format (2 to the power of -10^6) nobody wants the digits, and there would be a million of them.
    if truth.leading().abs() > FARTHEST {
        return format!("{}about 2^{}", if truth.negative { "-" } else { "" }, truth.leading());
    }
    let all = crate::number::decimal(&Natural::from(truth.magnitude >> 32), truth.exponent + 32);
    let (whole, fraction) = all.split_once('.').unwrap_or((&all, ""));
    let digits = [whole, fraction].concat();
    let first = digits.bytes().position(|digit| digit != b'0').unwrap_or(0);
    let power = whole.len() as i32 - 1 - first as i32;
    let kept: &str = digits.get(first..digits.len().min(first + 20)).unwrap_or("");
    let more = if digits.len() > first + 20 { "…" } else { "" };
    let kept = if more.is_empty() { kept.trim_end_matches('0') } else { kept };
    let sign = if truth.negative { "-" } else { "" };
    match power {
        -4..0 => format!("{sign}0.{}{kept}{more}", "0".repeat(power.unsigned_abs() as usize - 1)),
        0..16 => {
            let (before, after) = kept.split_at(kept.len().min(power as usize + 1));
            let zeros = "0".repeat(power as usize + 1 - before.len());
            let after = if after.is_empty() { "0" } else { after };
            format!("{sign}{before}{zeros}.{after}{more}")
        }
        _ => {
            let (before, after) = kept.split_at(kept.len().min(1));
            format!("{sign}{before}.{}{more}e{power}", if after.is_empty() { "0" } else { after })
        }
    }
}
