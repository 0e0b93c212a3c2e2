//! Steps in English: a title of a few words and sentences that say what happened and why.

use super::{Compared, Reason, Scaled, Step};
use crate::number::{Class, Encoding, Format, Pattern};
use crate::rounding::{Lost, Mode, NanRule, Range, Rounded};

/// A count with spaces between thousands.
#[must_use]
pub fn count(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + 6);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            // A narrow space that does not break.
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A title for a step, without its number: "Add exactly".
pub fn title(step: &Step) -> String {
    match step {
        Step::Lane { lane, .. } => format!("Lane {lane}"),
        Step::Decode { operand, .. } => format!("Decode {}", operand.name()),
        Step::FlushInput { operand, .. } => format!("Flush {} to zero", operand.name()),
        Step::Negate { operand } => format!("Turn the sign of {}", operand.name()),
        Step::Multiply { .. } => "Multiply exactly".into(),
        Step::Truncate { .. } => "Cut the product".into(),
        Step::Align { .. } => "Align".into(),
        Step::Add { .. } => "Add exactly".into(),
        Step::Divide { .. } => "Divide".into(),
        Step::SquareRoot { .. } => "Extract the root".into(),
        Step::Test { .. } => "Test the class".into(),
        Step::Told(stage) => stage.title(),
        Step::Normalise { .. } => "Normalise".into(),
        Step::Round { .. } => "Round".into(),
        Step::Overflow { .. } => "Overflow".into(),
        Step::FlushOutput { .. } => "Flush the result to zero".into(),
        Step::Special { reason, .. } => match reason {
            Reason::NanOperand => "NaN in, NaN out",
            Reason::InfinityMinusInfinity
            | Reason::ZeroTimesInfinity
            | Reason::InfinityOverInfinity
            | Reason::ZeroOverZero
            | Reason::InfiniteDividend
            | Reason::RemainderOfZero
            | Reason::NegativeRoot => "Invalid operation",
            Reason::InfiniteOperand => "Infinity by rule",
            Reason::DivideByZero | Reason::ExponentOfZero => "Divide by zero",
            Reason::Zero | Reason::OverInfinity => "Zero by rule",
            Reason::NoZero => "No zero",
            Reason::OnlyNumber(_) | Reason::Smallest(..) | Reason::Largest(..) => "Compare",
            Reason::SignBit => "Set the sign",
            Reason::Cancellation => "Complete cancellation",
        }
        .into(),
        Step::Saturate { .. } => "Saturate".into(),
        Step::Encode { .. } => "Encode".into(),
    }
}

/// What happened in a step and why.
pub fn sentence(step: &Step) -> String {
    match step {
        Step::Lane { lane, width: Some(width) } => {
            let low = u32::from(*lane) * width;
            format!("Bits {} to {low} of each packed operand form this lane.", low + width - 1)
        }
        Step::Lane { width: None, .. } => "Each lane of the result is computed by itself.".into(),
        Step::Decode { pattern, .. } => decode(*pattern),
        Step::FlushInput { operand, to, .. } => {
            let sign = if to.is_negative() { "-0" } else { "+0" };
            format!("Flush to zero replaces {}, which is subnormal, by a zero of its sign: {sign}.", operand.name())
        }
        Step::Negate { operand } => format!("a - b is a + (-b): only the sign bit of {} changes.", operand.name()),
        Step::Multiply { left, right, product } => format!(
            "{} times {} give {}, and all of them are kept; the exponents add.",
            counted(left.magnitude.bits(), "bit"),
            counted(right.magnitude.bits(), "bit"),
            counted(product.magnitude.bits(), "bit")
        ),
        Step::Truncate { from, to } => format!(
            "On sm_1x the product of mad.f32 is cut from {} to {} significant bits before the addition, without rounding.",
            from.magnitude.bits(),
            to.magnitude.bits()
        ),
        Step::Align { larger, smaller, names, distance } => format!(
            "The leading one of {} is at 2^{}, that of {} at 2^{}, {} further down; equal weights are under each other.",
            term(names[0]),
            larger.leading(),
            term(names[1]),
            smaller.leading(),
            counted(*distance, "place")
        ),
        Step::Add { left, right, sum, .. } => add(left, right, sum),
        Step::Divide { quotient, remainder, .. } => digits("quotient", quotient, remainder),
        Step::SquareRoot { root, remainder, .. } => digits("root", root, remainder),
        Step::Test { class, holds } => format!("The class of the operand is {}: the answer is {}.", class.name(), u8::from(*holds)),
        Step::Told(stage) => stage.sentence(),
        Step::Normalise { value, format } => normalise(value, format),
        Step::Round { value, format, mode, rounded } => round(value, format, *mode, rounded),
        Step::Overflow { mode, to } => overflow(*mode, *to),
        Step::FlushOutput { to, .. } => format!(
            "Rounded to the format's precision, as if the exponent had no lower limit, the value stays below the smallest normal number, so flush to zero makes it {}0.",
            if to.is_negative() { "-" } else { "+" }
        ),
        Step::Special { reason, mode, nan, result } => special(*reason, *mode, *nan, *result),
        Step::Saturate { from, to, range } => saturate(*from, *to, *range),
        Step::Encode { result } => format!("The destination holds 0x{}, which is {}.", result.hex(), result.value_text()),
    }
}

fn decode(pattern: Pattern) -> String {
    let sign = if pattern.is_negative() { "negative" } else { "positive" };
    let format = pattern.format;
    if format.is_integer() {
        let how = if pattern.is_negative() { "two's complement with the sign bit set" } else { "read as they stand" };
        return format!("{} bits of an integer, {how}: {}.", format.width(), pattern.exact_decimal());
    }
    match pattern.class() {
        Class::Zero if pattern.fraction_field() != 0 => {
            format!("The exponent field is 0, and the format has no subnormal numbers: a {sign} zero.")
        }
        Class::Infinity if matches!(format.encoding, Encoding::LastTwo | Encoding::Classic) => {
            format!("Every bit but the sign and the last is 1: {sign} infinity.")
        }
        Class::QuietNan if matches!(format.encoding, Encoding::LastTwo | Encoding::OneNan) => "Every bit but the sign is 1: a NaN.".into(),
        Class::Infinity if format.encoding == Encoding::UnsignedZeroInfinity => {
            format!("Every bit but the sign is 1: {sign} infinity.")
        }
        Class::QuietNan if format.encoding.has_unsigned_zero() => "Only the sign bit is 1: the NaN, in the place of -0.".into(),
        Class::QuietNan if format.encoding == Encoding::Classic || format.fraction_bits == 0 => {
            "The exponent is all ones, and the code is no infinity: a NaN.".into()
        }
        Class::Zero => format!("Exponent and fraction are all zeros: a {sign} zero."),
        Class::Infinity => format!("The exponent is all ones and the fraction zero: {sign} infinity."),
        Class::QuietNan => "The exponent is all ones and the fraction is not zero: a quiet NaN.".into(),
        Class::SignalingNan => "The exponent is all ones, the fraction is not zero and its top bit is clear: a signaling NaN.".into(),
        Class::Subnormal => {
            format!("The exponent field is 0: a {sign} subnormal number with no implicit bit, counted in units of 2^{}.", format.quantum())
        }
        Class::Normal => {
            let field = pattern.exponent_field();
            format!(
                "Exponent field {field} minus bias {} is {}; an implicit 1 precedes the {} fraction bits.",
                format.bias,
                field as i64 - i64::from(format.bias),
                format.fraction_bits
            )
        }
    }
}

/// A term as it is called inside a sentence: "a", "the product".
fn term(name: &str) -> String {
    if name.len() == 1 { name.into() } else { format!("the {name}") }
}

/// "1 bit", "24 bits".
fn counted(count: u32, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn add(left: &Scaled, right: &Scaled, sum: &Scaled) -> String {
    let bits = counted(sum.magnitude.bits(), "bit");
    if left.magnitude.is_zero() || right.magnitude.is_zero() {
        return "One term is zero, so the sum is the other.".into();
    }
    if sum.magnitude.is_zero() {
        return "The two terms have equal magnitude and opposite sign: nothing remains.".into();
    }
    if left.negative == right.negative {
        return format!("The signs agree, so the magnitudes add. The exact sum takes {bits}.");
    }
    let cancelled = left.leading().max(right.leading()) - sum.leading();
    if cancelled >= 2 {
        format!(
            "The signs differ, so the smaller magnitude is taken from the larger. {cancelled} leading bits cancel; the exact difference takes {bits}."
        )
    } else {
        format!("The signs differ, so the smaller magnitude is taken from the larger. The exact difference takes {bits}.")
    }
}

fn digits(what: &str, digits: &Scaled, remainder: &Scaled) -> String {
    let formed = counted(digits.magnitude.bits(), "bit");
    if remainder.magnitude.is_zero() {
        format!("{formed} of the {what} are formed and nothing remains: it is exact.")
    } else {
        format!("{formed} of the {what} are formed. The remainder is not zero, so a sticky bit says that more follows.")
    }
}

fn normalise(value: &Scaled, format: &Format) -> String {
    let leading = value.leading();
    if leading < format.emin() && !format.subnormals {
        format!("The leading one is at 2^{leading}, below the smallest number above zero, 2^{}.", format.emin())
    } else if leading < format.emin() {
        format!(
            "The leading one is at 2^{leading}, below the smallest normal exponent {}: the last place is fixed at 2^{}.",
            format.emin(),
            format.quantum()
        )
    } else {
        format!(
            "The leading one is at 2^{leading}, so the last of the {} significant bits is at 2^{}.",
            format.precision(),
            leading - format.fraction_bits as i32
        )
    }
}

fn round(value: &Scaled, format: &Format, mode: Mode, rounded: &Rounded) -> String {
    let odd = rounded.kept & 1 == 1;
    let side = if value.negative { "negative" } else { "positive" };
    match (rounded.lost, mode) {
        (Lost::Nothing, _) if rounded.last_place == format.quantum() && value.leading() < format.emin() => {
            format!("No bit lies below 2^{}: the result is exact.", format.quantum())
        }
        (Lost::Nothing, _) if value.leading() > format.emax() => {
            format!("Every bit fits into {} significant bits; only the exponent is too large.", format.precision())
        }
        (Lost::Nothing, _) => format!("Every bit fits into {} significant bits: the result is exact.", format.precision()),
        (Lost::BelowHalf, Mode::Rn) => "The part cut off is below half a unit in the last place, so it is dropped.".into(),
        (Lost::AboveHalf, Mode::Rn) => "The part cut off is above half a unit in the last place, so the magnitude goes up.".into(),
        (Lost::Half, Mode::Rn) if odd => {
            "Exactly half way: nearest-even takes the even candidate, and the last kept bit is 1, so the magnitude goes up.".into()
        }
        (Lost::Half, Mode::Rn) => "Exactly half way: nearest-even keeps the even candidate, and the last kept bit is already 0.".into(),
        (Lost::BelowHalf, Mode::Rna) => "The part cut off is below half a unit in the last place, so it is dropped.".into(),
        (_, Mode::Rna) => "Half a unit in the last place or more was cut off, so the magnitude goes up.".into(),
        (_, Mode::Rs) => "The random bits are in the sum already; the rest below the last place is dropped.".into(),
        (_, Mode::Rz) => "Rounding towards zero drops whatever does not fit.".into(),
        (_, Mode::Rm | Mode::Rp) if rounded.away => {
            format!("The value is {side} and something was cut off; rounding {} takes the candidate further from zero.", mode.words())
        }
        (_, Mode::Rm | Mode::Rp) => {
            format!("The value is {side}; rounding {} takes the candidate nearer to zero.", mode.words())
        }
    }
}

fn overflow(mode: Mode, to: Pattern) -> String {
    let format = to.format;
    let value = to.value_text();
    if to.is_finite() && format.infinity().is_none() && format.nan().is_none() {
        format!("The value is beyond the largest {} number, and the format has no infinity: the result is {value}.", format.name)
    } else if to.is_finite() && !matches!(mode, Mode::Rz | Mode::Rm | Mode::Rp) {
        format!("The rounded value is beyond the largest {} number, and .satfinite gives that number: the result is {value}.", format.name)
    } else if to.is_finite() {
        format!(
            "The value is beyond the largest {} number, and rounding {} never passes it: the result is {value}.",
            format.name,
            mode.words()
        )
    } else {
        let finite = Pattern::new(format, format.largest() | to.bits & format.sign_mask()).value_text();
        let instead = if format.infinity().is_none() && format.shown { format!(" With .satfinite it is {finite}.") } else { String::new() };
        format!("The rounded value is beyond the largest {} number: the result is {value}.{instead}", format.name)
    }
}

fn special(reason: Reason, mode: Mode, nan: NanRule, result: Pattern) -> String {
    let value = if result.is_nan() { format!("0x{}", result.hex()) } else { result.value_text() };
    match (reason, nan) {
        (Reason::NanOperand, _) if !result.is_nan() && result.format.nan().is_none() => {
            format!("The operand is a NaN, and {} has none: a conversion gives its largest number, {value}.", result.format.name)
        }
        (Reason::NanOperand, NanRule::Canonical) => {
            format!("An operand is a NaN. The result is the NaN {value}, whatever the payload was.")
        }
        (Reason::NanOperand, NanRule::Payload) => {
            format!("An operand is a NaN. It comes out with its payload, made quiet: {value}.")
        }
        (Reason::NanOperand, NanRule::Unchanged) => {
            let less = if result.format == crate::number::TF32 { ", with .satfinite less a last place" } else { "" };
            format!("The operand is a NaN. Its sign and the upper bits of its payload come out as they are{less}: {value}.")
        }
        (Reason::InfinityMinusInfinity, _) => format!("Infinity minus infinity has no value: the result is NaN {value}."),
        (Reason::ZeroTimesInfinity, _) => format!("Zero times infinity has no value: the result is NaN {value}."),
        (Reason::InfinityOverInfinity, _) => format!("Infinity over infinity has no value: the result is NaN {value}."),
        (Reason::ZeroOverZero, _) => format!("Zero over zero has no value: the result is NaN {value}."),
        (Reason::NegativeRoot, _) => format!("A negative number has no real square root: the result is NaN {value}."),
        (Reason::InfiniteDividend, _) => format!("An infinite dividend leaves no remainder: the result is NaN {value}."),
        (Reason::RemainderOfZero, _) => format!("A division by zero leaves no remainder: the result is NaN {value}."),
        (Reason::NoZero, _) => format!("{} has no zero: the result is its smallest power of two, {value}.", result.format.name),
        (Reason::ExponentOfZero, _) => format!("Zero lies below every power of two: the result is {value}."),
        (Reason::DivideByZero, _) => format!("A nonzero number divided by zero is exactly infinite: {value}."),
        (Reason::OverInfinity, _) => format!("A finite number over infinity is a zero: {value}."),
        (Reason::OnlyNumber(operand), _) => format!("A NaN does not count: {} is a number, and the result is {value}.", operand.name()),
        (Reason::Smallest(operand, Compared::Numbers), _) => {
            format!("The smallest number is {}, where -0 counts as below +0: {value}.", operand.name())
        }
        (Reason::Largest(operand, Compared::Numbers), _) => {
            format!("The largest number is {}, where +0 counts as above -0: {value}.", operand.name())
        }
        (Reason::Smallest(operand, compared), _) => magnitude(operand.name(), "smallest", compared, &value),
        (Reason::Largest(operand, compared), _) => magnitude(operand.name(), "largest", compared, &value),
        (Reason::SignBit, _) => format!("Only the sign bit is changed: {value}."),
        (Reason::InfiniteOperand, _) if result.format.infinity().is_none() => {
            format!("The result is infinite, and {} has no infinity: it becomes {value}.", result.format.name)
        }
        (Reason::InfiniteOperand, _) => format!("An infinite operand outweighs every finite one: the result is {value}, exactly."),
        (Reason::Zero | Reason::Cancellation, _) if result.format.encoding.has_unsigned_zero() => {
            format!("The result is a zero, and {} has only one: {value}.", result.format.name)
        }
        (Reason::Zero, _) => format!("The result is a zero, and its sign follows from the operands: {value}."),
        (Reason::Cancellation, _) if mode == Mode::Rm => {
            "An exact zero from opposite terms is negative when rounding towards negative infinity: -0.".into()
        }
        (Reason::Cancellation, _) => {
            "An exact zero from opposite terms is positive in every mode but rounding towards negative infinity: +0.".into()
        }
    }
}

fn magnitude(operand: &str, which: &str, compared: Compared, value: &str) -> String {
    let sign = match compared {
        Compared::MagnitudesUnderSigns => "; the result has this magnitude, and its sign is the XOR of the operands' signs",
        _ => ", which is the result",
    };
    format!("Of the numbers, {operand} has the {which} magnitude{sign}: {value}.")
}

fn saturate(from: Pattern, to: Pattern, range: Range) -> String {
    if matches!(range, Range::PositiveZero | Range::FinitePositiveZero) && to.bits == 0 {
        return ".pzo makes a zero with a minus sign +0.".into();
    }
    if matches!(range, Range::NotNegative | Range::FiniteNotNegative) && to.bits == 0 {
        return format!(".relu makes every number with a minus sign +0: {} becomes +0.", from.value_text());
    }
    if range.is_finite() {
        return format!(".satfinite keeps results finite: {} becomes {}.", from.value_text(), to.value_text());
    }
    if from.is_nan() {
        return ".sat turns a NaN into +0.".into();
    }
    if to.bits == 0 {
        return format!(".sat keeps results in [0, 1]: {} becomes +0.", from.value_text());
    }
    format!(".sat keeps results in [0, 1]: {} becomes {}.", from.value_text(), to.value_text())
}

/// The one sentence that says why the result is what it is: the last step that decided something.
pub fn why(steps: &[Step]) -> String {
    let decisive = |step: &&Step| match step {
        Step::Round { .. } | Step::Overflow { .. } | Step::FlushOutput { .. } | Step::Special { .. } | Step::Saturate { .. } => true,
        Step::Test { .. } => true,
        Step::Told(stage) => stage.decides(),
        _ => false,
    };
    let Some(at) = steps.iter().rposition(|step| decisive(&step)) else { return String::new() };
    let (before, said) = (&steps[..at], sentence(&steps[at]));
    match (&steps[at], before.last()) {
        // The rounding itself went beyond the largest number.
        (Step::Overflow { .. }, Some(round @ Step::Round { rounded, format, value, .. }))
            if rounded.away && value.leading() <= format.emax() =>
        {
            [sentence(round), said].join(" ")
        }
        (Step::Round { rounded, .. }, _) if rounded.lost == Lost::Nothing && before.iter().any(loses) => {
            match before.iter().rfind(decisive) {
                // What a function decided itself: at a half, away from zero.
                Some(step @ Step::Told(_)) => sentence(step),
                _ => "This rounding loses nothing; an earlier step did, so the result is not exact.".into(),
            }
        }
        _ => said,
    }
}

/// Whether a step drops bits that are not zero.
fn loses(step: &Step) -> bool {
    match step {
        Step::Round { rounded, .. } => rounded.lost != Lost::Nothing,
        Step::Truncate { from, to } => from.magnitude != to.magnitude.shifted_left((to.exponent - from.exponent).unsigned_abs()),
        _ => false,
    }
}
