//! Between formats, and to whole numbers within one, each with one rounding.
//!
//! A whole number is a number of the format whose last place is not below 2^0, so rounding to one is rounding into a format with that
//! last place: there is still one function that rounds. Formats are values here, not types: a conversion is one copy of code.

use super::operand_io::{Answer, by_rule, infinity, operand, rounded, zero};
use super::register_ops::RegisterOp;
use crate::exact::Exact;
use crate::number::{Encoding, F32, Format, Kind, OperandType, Pattern, Unpacked, ieee, unpack};
use crate::rounding::{Flags, NanRule, Rules, Subnormals, round, saturate};
use crate::trace::{Operand, Reason, Recorder, Scaled, Silent, Step};

/// A source on its way into another format.
#[derive(Clone, Copy, Debug)]
pub struct Incoming {
    /// Its name in the steps.
    pub which: Operand,
    /// Its format.
    pub format: &'static Format,
    /// Its bits.
    pub bits: u64,
    /// What happens to a subnormal one.
    pub subnormals: Subnormals,
    /// The scale factor that comes in between.
    pub scale: Option<Scale>,
}

/// A power of two by which a number is scaled on its way into another format.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The factor.
    pub factor: Pattern,
    /// Whether the number is divided by it; else it is multiplied.
    pub divides: bool,
}

impl Incoming {
    /// A source that is taken as it is.
    pub fn plain(format: &'static Format, bits: u64) -> Incoming {
        Incoming { which: Operand::A, format, bits, subnormals: Subnormals::Keep, scale: None }
    }

    pub(super) fn read(&self, rules: &Rules, recorder: &mut impl Recorder) -> Unpacked {
        let read = operand(self.format, self.which, self.bits, &Rules { subnormals: self.subnormals, ..*rules }, recorder);
        let Some(Scale { factor, divides }) = self.scale else { return read };
        RegisterOp::tell(recorder, || RegisterOp::Scaled { which: self.which, factor, divides });
        let scale = factor.unpacked();
        if scale.is_nan() {
            return Unpacked { bits: self.format.default_nan, kind: Kind::Nan, ..read };
        }
        // A power of two: only the exponent moves, and nothing is rounded.
        let power = if divides { -scale.exact.exponent } else { scale.exact.exponent };
        Unpacked { exact: Exact { exponent: read.exact.exponent + power, ..read.exact }, ..read }
    }
}

/// The number of one floating-point format in another; `rules.subnormals` says what happens to a subnormal result.
pub fn convert(from: Incoming, to: &'static Format, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let read = unsigned(from.read(rules, recorder), to, from.which, recorder);
    if read.kind != Kind::Finite || read.is_zero() {
        return by_kind(&read, from.format, to, rules, recorder);
    }
    rounded(to, read.exact, || read.exact.into(), rules, recorder)
}

/// What a format without a sign takes of a number: its magnitude.
fn unsigned(read: Unpacked, to: &Format, which: Operand, recorder: &mut impl Recorder) -> Unpacked {
    if to.sign_mask() != 0 || !read.exact.negative || read.is_nan() {
        return read;
    }
    RegisterOp::tell(recorder, || RegisterOp::Unsigned { which, name: to.name });
    Unpacked { exact: Exact { negative: false, ..read.exact }, ..read }
}

/// A NaN, an infinity or a zero in another format.
fn by_kind(read: &Unpacked, from: &Format, to: &'static Format, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    match read.kind {
        Kind::Nan => nan(read, from, to, rules, recorder),
        Kind::Infinity => infinity(to, read.exact.negative, rules, recorder),
        Kind::Finite => zero(to, read.exact.negative, Reason::Zero, rules, recorder),
    }
}

/// A number in another format by stochastic rounding: random bits are added below the last place, and the carry decides. `below` of them
/// count, the highest of which stands just below the last place.
pub fn convert_with_random_bits(
    from: Incoming,
    to: &'static Format,
    (random, below): (u64, u32),
    rules: &Rules,
    recorder: &mut impl Recorder,
) -> Answer {
    let read = from.read(rules, recorder);
    if read.kind != Kind::Finite || read.is_zero() {
        return by_kind(&read, from.format, to, rules, recorder);
    }
    let last_place = (read.exact.leading() - to.fraction_bits as i32).max(to.quantum());
    let added = Exact { negative: read.exact.negative, magnitude: random & ((1 << below) - 1), exponent: last_place - below as i32 };
    let sum = if added.is_zero() { read.exact } else { read.exact.raised().plus(added.raised()) };
    RegisterOp::tell(recorder, || RegisterOp::RandomBits { below, random: added.magnitude, last_place });
    let in_full = || {
        let (negative, magnitude, exponent) = read.exact.sum_in_full(&added);
        Scaled { negative, magnitude, exponent }
    };
    recorder.step(|| Step::Add { left: read.exact.into(), right: added.into(), names: ["a", "random bits"], sum: in_full() });
    rounded(to, sum, in_full, rules, recorder)
}

/// The random bits of a lane. A register holds 16 for each of two numbers, the first operand's above. Of four, two share 16: the first
/// two those above, and the first of each two reads them in reverse; those of numbers of 4 bits are gathered from bytes 3 and 1, 2 and 0.
pub fn random_bits(register: u64, to: OperandType, lane: u32) -> u64 {
    if to.lanes <= 2 {
        return register >> (16 * lane) & 0xffff;
    }
    let byte = |place: u32| register >> (8 * place) & 0xff;
    let pair = lane / 2;
    let bits = if to.stride() == 4 { byte(pair + 2) << 8 | byte(pair) } else { register >> (16 * pair) & 0xffff };
    if lane % 2 == 1 { u64::from((bits as u16).reverse_bits()) } else { bits }
}

/// A number as a power of two: its sign is dropped and its exponent rounded; the ends of the range stand for whatever lies beyond them.
/// A zero gives the smallest power, a NaN the one NaN (NVIDIA's headers, CUDA 13.5).
pub fn to_scale(from: Incoming, to: &'static Format, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let read = from.read(rules, recorder);
    if read.is_nan() {
        return nan(&read, from.format, to, rules, recorder);
    }
    if read.is_infinite() {
        return infinity(to, false, rules, recorder);
    }
    RegisterOp::tell(recorder, || RegisterOp::Power { to });
    if read.is_zero() {
        return by_rule(to, 0, Flags::INEXACT, Reason::NoZero, rules, recorder);
    }
    let value = Exact { negative: false, ..read.exact };
    let decision = round(&POWERS, value, &Rules::ieee(rules.mode));
    recorder.step(|| Step::Round { value: value.into(), format: &POWERS, mode: rules.mode, rounded: decision });
    // A double can lie below all of them.
    let exponent = if decision.bits == 0 { POWERS.emin() } else { unpack(&POWERS, decision.bits).exact.leading() };
    let bits = match exponent {
        _ if exponent > to.emax() && !rules.range.is_finite() => to.default_nan,
        _ => to.power(exponent),
    };
    let beyond = exponent != exponent.clamp(to.emin(), to.emax());
    let result = Pattern::new(to, bits);
    if beyond {
        RegisterOp::tell(recorder, || RegisterOp::PowerBeyond { exponent, result });
    }
    recorder.step(|| Step::Encode { result });
    Answer { bits, flags: if beyond { Flags::INEXACT } else { decision.flags } }
}

/// The powers of two from 2^-510 on: enough for every single.
static POWERS: Format = ieee("power of two", "power of two", 10, 0, 0x3ff);

/// The bits of a number in a format that holds every number of its own; None where the format does not.
pub fn widen(which: Operand, from: &'static Format, bits: u64, to: &'static Format, recorder: &mut impl Recorder) -> Option<u64> {
    let read = from.is_floating() || from.encoding == Encoding::Scale;
    if !(read && to.is_floating() && to.holds(from)) {
        return None;
    }
    let source = Pattern::new(from, bits);
    let mut steps = Silent;
    let nan = if from.encoding == Encoding::Ieee { NanRule::Payload } else { NanRule::Canonical };
    let rules = Rules { nan, ..Rules::default() };
    let read = source.unpacked();
    // A signaling NaN stays one: whoever computes with it says so.
    let quiet = if read.is_nan() && quiet_flag(&read, from) == Flags::INVALID { to.quiet_bit() } else { 0 };
    let result = Pattern::new(to, convert(Incoming::plain(from, bits), to, &rules, &mut steps).bits ^ quiet);
    RegisterOp::tell(recorder, || RegisterOp::Widen { which, source, result });
    Some(result.bits)
}

/// Ends with a NaN: the destination's own, or the source's sign and the top of its payload, made quiet.
fn nan(read: &Unpacked, from: &Format, to: &'static Format, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let bits = match rules.nan {
        // A single that was flushed: its NaN, widened (an H100).
        NanRule::Canonical if from == F32::ROW && to.width() == 64 => {
            to.exponent_mask() | (F32::FORMAT.default_nan & F32::FORMAT.fraction_mask()) << (to.fraction_bits - F32::FORMAT.fraction_bits)
        }
        NanRule::Canonical => to.default_nan,
        NanRule::Payload | NanRule::Unchanged => {
            // Payloads are aligned at the quiet bit.
            let top = read.bits & from.fraction_mask();
            let payload = (top << (64 - from.fraction_bits)) >> (64 - to.fraction_bits);
            let sign = if read.exact.negative { to.sign_mask() } else { 0 };
            let quiet = if rules.nan == NanRule::Payload { to.quiet_bit() } else { 0 };
            let bits = sign | to.exponent_mask() | payload | quiet;
            // What makes an infinity finite meets the NaN, too: .rna.satfinite.tf32 takes a last place off whatever is not finite (an H100).
            bits - u64::from(rules.nan == NanRule::Unchanged && rules.range.is_finite())
        }
    };
    by_rule(to, bits, quiet_flag(read, from), Reason::NanOperand, rules, recorder)
}

/// The flag of a NaN that is read: invalid for a signaling one.
pub(super) fn quiet_flag(read: &Unpacked, format: &Format) -> Flags {
    let quiet = format.encoding != Encoding::Ieee || read.bits & format.quiet_bit() != 0;
    if quiet { Flags::NONE } else { Flags::INVALID }
}

/// The nearest whole number by the rounding mode, in the same format. Infinities stay and a zero keeps its sign; as in IEEE 754's
/// roundToIntegral the result counts as exact.
pub fn round_to_whole(from: Incoming, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let format = from.format;
    let read = from.read(rules, recorder);
    if read.is_nan() {
        return nan(&read, format, format, rules, recorder);
    }
    let negative = read.exact.negative;
    if read.is_infinite() {
        return infinity(format, negative, rules, recorder);
    }
    if read.is_zero() {
        return zero(format, negative, Reason::Zero, rules, recorder);
    }
    let (whole, _) = whole_number(read.exact, format, rules, recorder);
    if whole.is_zero() {
        return zero(format, negative, Reason::Zero, rules, recorder);
    }
    // A whole number of at most the format's precision is a number of the format: nothing is rounded here.
    let result = round(format, whole, &Rules::ieee(rules.mode)).bits;
    let saturated = saturate(format, result, rules.range);
    if saturated != result {
        recorder.step(|| Step::Saturate { from: Pattern::new(format, result), to: Pattern::new(format, saturated), range: rules.range });
    }
    recorder.step(|| Step::Encode { result: Pattern::new(format, saturated) });
    Answer { bits: saturated, flags: Flags::NONE }
}

/// A number of a format, not zero, rounded to a whole one, and whether that was inexact.
pub(super) fn whole_number(value: Exact<u64>, format: &Format, rules: &Rules, recorder: &mut impl Recorder) -> (Exact<u64>, Flags) {
    let whole = format.whole_numbers();
    let decision = round(whole, value, &Rules::ieee(rules.mode));
    RegisterOp::tell(recorder, || RegisterOp::Whole { last_place: decision.last_place });
    recorder.step(|| Step::Round { value: value.into(), format: whole, mode: rules.mode, rounded: decision });
    let inexact = if decision.flags.contains(Flags::INEXACT) { Flags::INEXACT } else { Flags::NONE };
    (unpack(whole, decision.bits).exact, inexact)
}
