//! The functions of CUDA's math library that are exact or rounded once, and that no single instruction computes.
//!
//! The quotient of a remainder may have two thousand bits; only its residue and its lowest three bits are ever asked for, and those follow from
//! arithmetic modulo eight times the divisor. Results that need no rounding pass through the one rounding all the same: it finds nothing to lose.

use super::answer::{Answer, by_rule_in, infinity_in, operand_in, rounded_in, zero_in};
use super::convert::{Incoming, quiet_flag, whole_number};
use crate::exact::Exact;
use crate::number::{F64, Format, Pattern, S32, Unpacked};
use crate::rounding::{Flags, Mode, Rules};
use crate::trace::picture::Picture;
use crate::trace::{Explained, Operand, Reason, Recorder, Step};
use std::sync::Arc;

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Library {
    /// `x - n·y`, n being x/y cut towards zero.
    Fmod,
    /// `x - n·y`, n being x/y rounded to nearest, ties to even.
    Remainder,
    /// The same, and the low three bits of n with its sign.
    Remquo,
    /// A significand in [0.5, 1) and the power of two that goes with it.
    Frexp,
    /// `x · 2^n`, rounded once.
    Scale,
    /// The exponent as a number.
    Logb,
    /// The exponent as an integer.
    Ilogb,
    /// The fraction, and the whole part.
    Modf,
    /// The nearest whole number, halves away from zero.
    Round,
    /// `x - y` where x is larger, else +0.
    PositiveDifference,
    /// The next number towards y.
    NextAfter,
    /// `1/sqrt(x)`, rounded once.
    ReciprocalRoot,
}

/// What a function gives: its value, and what it writes through a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Results {
    /// The value.
    pub value: Answer,
    /// What is written besides.
    pub second: Option<u64>,
}

/// Something that a function did.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Told {
    title: &'static str,
    sentence: String,
}

impl Explained for Told {
    fn title(&self) -> String {
        self.title.into()
    }
    fn sentence(&self) -> String {
        self.sentence.clone()
    }
    fn picture(&self) -> Option<Picture> {
        None
    }
    fn decides(&self) -> bool {
        true
    }
    fn heading(&self) -> bool {
        false
    }
}

fn tell(recorder: &mut impl Recorder, title: &'static str, sentence: impl FnOnce() -> String) {
    recorder.step(|| Step::Told(Arc::new(Told { title, sentence: sentence() })));
}

/// Runs a function in a format. `second` is the second argument: a number of the format, or for [`Library::Scale`] an integer of 32 bits.
pub fn run(function: Library, format: &'static Format, first: u64, second: u64, recorder: &mut impl Recorder) -> Results {
    let rules = &Rules::default();
    let alone = |value| Results { value, second: None };
    match function {
        Library::Fmod | Library::Remainder | Library::Remquo => remainder(function, format, [first, second], rules, recorder),
        Library::Frexp => significand(format, first, rules, recorder),
        Library::Scale => alone(scale(format, first, second, rules, recorder)),
        Library::Logb => alone(exponent(format, first, rules, recorder)),
        Library::Ilogb => alone(integer_exponent(format, first, rules, recorder)),
        Library::Modf => parts(format, first, rules, recorder),
        Library::Round => alone(half_away(format, first, rules, recorder)),
        Library::PositiveDifference => alone(positive_difference(format, [first, second], rules, recorder)),
        Library::NextAfter => alone(next_after(format, [first, second], rules, recorder)),
        Library::ReciprocalRoot => alone(reciprocal_root(format, first, rules, recorder)),
    }
}

/// Ends with the format's NaN because an operand is one.
fn of_nan(format: &'static Format, operands: &[Unpacked], rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let flags = operands.iter().filter(|read| read.is_nan()).fold(Flags::NONE, |flags, read| flags | quiet_flag(read, format));
    by_rule_in(format, format.default_nan, flags, Reason::NanOperand, rules, recorder)
}

/// Ends with the NaN of an operation that has no value.
fn no_value(format: &'static Format, reason: Reason, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    by_rule_in(format, format.default_nan, Flags::INVALID, reason, rules, recorder)
}

/// Ends with a number that the format holds exactly.
fn exactly(format: &'static Format, value: Exact<u64>, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    if value.is_zero() {
        return zero_in(format, value.negative, Reason::Zero, rules, recorder);
    }
    rounded_in(format, value, || value.into(), rules, recorder)
}

/// Ends with bits that are copied.
fn as_it_is(format: &'static Format, bits: u64, recorder: &mut impl Recorder) -> Answer {
    recorder.step(|| Step::Encode { result: Pattern::new(format, bits) });
    Answer { bits, flags: Flags::NONE }
}

/// `magnitude · 2^shift` modulo a modulus below 2^57.
fn shifted_modulo(magnitude: u64, shift: u32, modulus: u64) -> u64 {
    let modulus = u128::from(modulus);
    let (mut power, mut result, mut left) = (2 % modulus, u128::from(magnitude) % modulus, shift);
    while left > 0 {
        if left & 1 == 1 {
            result = result * power % modulus;
        }
        power = power * power % modulus;
        left >>= 1;
    }
    result as u64
}

fn remainder(function: Library, format: &'static Format, bits: [u64; 2], rules: &Rules, recorder: &mut impl Recorder) -> Results {
    let x = operand_in(format, Operand::A, bits[0], rules, recorder);
    let y = operand_in(format, Operand::B, bits[1], rules, recorder);
    let quotient_of = |quotient: i64| (function == Library::Remquo).then_some(quotient as u64 & 0xffff_ffff);
    if x.is_nan() || y.is_nan() {
        return Results { value: of_nan(format, &[x, y], rules, recorder), second: quotient_of(0) };
    }
    if x.is_infinite() || y.is_zero() {
        let reason = if x.is_infinite() { Reason::InfiniteDividend } else { Reason::RemainderOfZero };
        return Results { value: no_value(format, reason, rules, recorder), second: quotient_of(0) };
    }
    if x.is_zero() || y.is_infinite() {
        tell(recorder, "Nothing to take away", || {
            "The dividend is smaller than any multiple of the divisor: it is the remainder itself.".into()
        });
        return Results { value: as_it_is(format, x.bits, recorder), second: quotient_of(0) };
    }
    let (ex, ey) = (x.exact.exponent, y.exact.exponent);
    let (mx, my) = (x.exact.magnitude, y.exact.magnitude);
    // Both as multiples of the smaller last place; a divisor far above the dividend goes into it no time.
    let (unit, residue, divisor) = if ex >= ey {
        (ey, u128::from(shifted_modulo(mx, (ex - ey) as u32, my * 8)), u128::from(my))
    } else if ey - ex > 64 {
        (ex, u128::from(mx), u128::MAX >> 2)
    } else {
        let divisor = u128::from(my) << (ey - ex);
        (ex, u128::from(mx) % (divisor * 8), divisor)
    };
    let (low_bits, rest) = (residue / divisor, residue % divisor);
    tell(recorder, "Divide with remainder", || {
        let name = if low_bits == 0 && residue == u128::from(mx) && ex < ey {
            "goes into it no whole time"
        } else {
            "is taken away as often as it goes"
        };
        format!("The divisor {name}; the low three bits of how often are {low_bits:03b}. What is left is a multiple of 2^{unit}: exact.")
    });
    let nearest = function != Library::Fmod;
    let twice = rest * 2;
    let up = nearest && (twice > divisor || (twice == divisor && low_bits & 1 == 1));
    if nearest {
        tell(recorder, "Nearest multiple", || match twice.cmp(&divisor) {
            core::cmp::Ordering::Less => "Less than half a divisor is left: the quotient below is the nearest.".into(),
            core::cmp::Ordering::Equal if up => {
                "Exactly half a divisor is left and the quotient is odd: one more makes it even, and the remainder changes sign.".into()
            }
            core::cmp::Ordering::Equal => "Exactly half a divisor is left and the quotient is even: it stays.".into(),
            core::cmp::Ordering::Greater => "More than half a divisor is left: one more is nearer, and the remainder changes sign.".into(),
        });
    }
    let magnitude = if up { divisor - rest } else { rest } as u64;
    let count = (low_bits as i64 + i64::from(up)) & 7;
    let second = quotient_of(if x.exact.negative != y.exact.negative { -count } else { count });
    let negative = x.exact.negative != (up && magnitude != 0);
    let value = exactly(format, Exact { negative, magnitude, exponent: unit }, rules, recorder);
    Results { value, second }
}

fn significand(format: &'static Format, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Results {
    let x = operand_in(format, Operand::A, bits, rules, recorder);
    if x.is_nan() {
        return Results { value: of_nan(format, &[x], rules, recorder), second: Some(0) };
    }
    if x.is_infinite() || x.is_zero() {
        tell(recorder, "No exponent", || "A zero or an infinity is its own significand, and the exponent is 0.".into());
        return Results { value: as_it_is(format, x.bits, recorder), second: Some(0) };
    }
    let power = x.exact.leading() + 1;
    tell(recorder, "Take the exponent out", || {
        format!("The leading one stands at 2^{}; a significand in [0.5, 1) leaves 2^{power}.", power - 1)
    });
    let value = exactly(format, Exact { exponent: x.exact.exponent - power, ..x.exact }, rules, recorder);
    Results { value, second: Some(power as u64 & 0xffff_ffff) }
}

fn scale(format: &'static Format, bits: u64, power: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let x = operand_in(format, Operand::A, bits, rules, recorder);
    if x.is_nan() {
        return of_nan(format, &[x], rules, recorder);
    }
    if x.is_infinite() || x.is_zero() {
        return as_it_is(format, x.bits, recorder);
    }
    let power = power as u32 as i32;
    tell(recorder, "Add to the exponent", || {
        format!("The number is multiplied by 2^{power}: only its exponent changes, before one rounding.")
    });
    // Beyond these every number is far out of range.
    let value = Exact { exponent: x.exact.exponent + power.clamp(-8192, 8192), ..x.exact };
    rounded_in(format, value, || value.into(), rules, recorder)
}

fn exponent(format: &'static Format, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let x = operand_in(format, Operand::A, bits, rules, recorder);
    if x.is_nan() {
        return of_nan(format, &[x], rules, recorder);
    }
    if x.is_infinite() {
        return infinity_in(format, false, rules, recorder);
    }
    if x.is_zero() {
        let infinity = format.sign_mask() | format.infinity().unwrap_or(0);
        return by_rule_in(format, infinity, Flags::DIVIDE_BY_ZERO, Reason::ExponentOfZero, rules, recorder);
    }
    let leading = x.exact.leading();
    tell(recorder, "Read the exponent", || format!("The leading one stands at 2^{leading}, as if a subnormal number were normalised."));
    exactly(format, Exact { negative: leading < 0, magnitude: leading.unsigned_abs().into(), exponent: 0 }, rules, recorder)
}

fn integer_exponent(format: &'static Format, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let x = operand_in(format, Operand::A, bits, rules, recorder);
    let (result, flags) = if x.is_infinite() {
        (S32.largest(), Flags::INVALID)
    } else if x.is_nan() || x.is_zero() {
        (S32.lowest_integer(), Flags::INVALID)
    } else {
        (x.exact.leading() as u32 as u64, Flags::NONE)
    };
    let result = Pattern::new(S32, result);
    tell(recorder, "Read the exponent", || match flags == Flags::NONE {
        true => format!("The leading one stands at 2^{}, as if a subnormal number were normalised.", result.exact_decimal()),
        false => format!(
            "There is no exponent: an infinity gives the largest integer, a zero or a NaN the smallest, {}.",
            result.exact_decimal()
        ),
    });
    recorder.step(|| Step::Encode { result });
    Answer { bits: result.bits, flags }
}

fn parts(format: &'static Format, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Results {
    let x = operand_in(format, Operand::A, bits, rules, recorder);
    if x.is_nan() {
        let value = of_nan(format, &[x], rules, recorder);
        return Results { value, second: Some(value.bits) };
    }
    let sign = x.bits & format.sign_mask();
    if x.is_infinite() || x.is_zero() {
        tell(recorder, "No fraction", || "A zero or an infinity is its own whole part; the fraction is a zero of its sign.".into());
        return Results { value: as_it_is(format, sign, recorder), second: Some(x.bits) };
    }
    let whole = super::round_to_whole(Incoming::plain(format, bits), &Rules::ieee(Mode::Rz), &mut crate::trace::Silent).bits;
    let fraction_bits = (-x.exact.exponent).clamp(0, 64) as u32;
    let fraction = x.exact.magnitude & if fraction_bits == 64 { u64::MAX } else { (1 << fraction_bits) - 1 };
    tell(recorder, "Cut at the point", || {
        format!(
            "The whole part is {}; what stands behind the point is the fraction, exactly.",
            Pattern::new(format, whole).shortest_decimal()
        )
    });
    let value = exactly(format, Exact { magnitude: fraction, ..x.exact }, rules, recorder);
    Results { value, second: Some(whole) }
}

fn half_away(format: &'static Format, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let x = operand_in(format, Operand::A, bits, rules, recorder);
    if x.is_nan() {
        return of_nan(format, &[x], rules, recorder);
    }
    if x.is_infinite() || x.is_zero() {
        return as_it_is(format, x.bits, recorder);
    }
    let (whole, _) = whole_number(x.exact, format, &Rules::ieee(Mode::Rz), recorder);
    // What was cut off is half or more exactly where the place below the point holds a one.
    let up = x.exact.exponent < 0 && x.exact.magnitude.checked_shr(x.exact.exponent.unsigned_abs() - 1).unwrap_or(0) & 1 == 1;
    tell(recorder, "Half away from zero", || match up {
        true => "What was cut off is half or more: the magnitude goes up, and a half goes away from zero.".into(),
        false => "What was cut off is less than half: the cut number stays.".into(),
    });
    let magnitude = match whole.exponent {
        0 => whole.magnitude + u64::from(up),
        // A number with a last place above 2^0 is whole already.
        _ => whole.magnitude,
    };
    exactly(format, Exact { magnitude, ..whole }, rules, recorder)
}

fn positive_difference(format: &'static Format, bits: [u64; 2], rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let [x, y] = bits.map(|bits| Pattern::new(format, bits));
    let (Some(a), Some(b)) = (x.ordinal(), y.ordinal()) else {
        let reads = [(Operand::A, bits[0]), (Operand::B, bits[1])].map(|(which, bits)| operand_in(format, which, bits, rules, recorder));
        return of_nan(format, &reads, rules, recorder);
    };
    if a <= b {
        operand_in(format, Operand::A, bits[0], rules, recorder);
        operand_in(format, Operand::B, bits[1], rules, recorder);
        tell(recorder, "Compare", || "x is not larger than y: the difference counts as +0.".into());
        return as_it_is(format, 0, recorder);
    }
    match format.width() {
        64 => super::subtract::<F64>(bits[0], bits[1], rules, recorder),
        _ => super::subtract::<crate::number::F32>(bits[0], bits[1], rules, recorder),
    }
}

fn next_after(format: &'static Format, bits: [u64; 2], rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let x = operand_in(format, Operand::A, bits[0], rules, recorder);
    let y = operand_in(format, Operand::B, bits[1], rules, recorder);
    let from = Pattern::new(format, bits[0]);
    let (Some(a), Some(b)) = (from.ordinal(), Pattern::new(format, bits[1]).ordinal()) else {
        return of_nan(format, &[x, y], rules, recorder);
    };
    let result = match a.cmp(&b) {
        core::cmp::Ordering::Equal => y.bits,
        core::cmp::Ordering::Less => from.next_up().map_or(x.bits, |next| next.bits),
        // From the smallest positive number the next one down is +0, not -0.
        core::cmp::Ordering::Greater => from.next_down().map_or(x.bits, |next| next.bits),
    };
    let result = if result == 0 && x.exact.negative && a != b { format.sign_mask() } else { result };
    tell(recorder, "One step", || match a == b {
        true => "x equals y: the result is y.".into(),
        false => format!(
            "Patterns of one sign order like integers: the neighbour of 0x{} towards y is 0x{}.",
            from.hex(),
            Pattern::new(format, result).hex()
        ),
    });
    as_it_is(format, result, recorder)
}

fn reciprocal_root(format: &'static Format, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let x = operand_in(format, Operand::A, bits, rules, recorder);
    let negative = x.exact.negative;
    if x.is_nan() {
        return of_nan(format, &[x], rules, recorder);
    }
    if x.is_zero() {
        let infinity = format.infinity().unwrap_or(0) | x.bits & format.sign_mask();
        return by_rule_in(format, infinity, Flags::DIVIDE_BY_ZERO, Reason::DivideByZero, rules, recorder);
    }
    if negative {
        return no_value(format, Reason::NegativeRoot, rules, recorder);
    }
    if x.is_infinite() {
        return zero_in(format, false, Reason::OverInfinity, rules, recorder);
    }
    // With x = m · 2^2e, the root of 2^126 / m has 50 bits and more below it only a remainder; the sticky bit stands for that.
    let odd = x.exact.exponent & 1 == 1;
    let (m, e) = if odd { (x.exact.magnitude << 1, x.exact.exponent - 1) } else { (x.exact.magnitude, x.exact.exponent) };
    let numerator = 1u128 << 126;
    let root = (numerator / u128::from(m)).isqrt();
    let exact = root * root * u128::from(m) == numerator;
    tell(recorder, "Form the root", || {
        let digits = 128 - root.leading_zeros();
        let rest = if exact { "nothing remains" } else { "a sticky bit stands for the rest" };
        format!("The root of the reciprocal is formed by integers to {digits} bits; {rest}.")
    });
    let value = Exact { negative: false, magnitude: root, exponent: -63 - e / 2 }.lifted(2).sticky(!exact);
    rounded_in(format, value, || value.into(), rules, recorder)
}
