//! From an exact number to a format, in one function.
//!
//! Before [`round`] everything is exact; after it everything is packing. It also decides what happens at the ends of the range
//! (overflow, gradual underflow, flush to zero, saturation), because the manuals define those by the value before rounding.
//! What a view needs to explain the decision comes back in [`Rounded`]; a caller that ignores it pays nothing once inlined.

mod bin;
mod flags;
mod literal;
mod rules;

pub use bin::{Bin, End, bins};
pub use flags::Flags;
pub use literal::{Literal, LiteralError, read, read_or_power, round_into};
pub use rules::{Lost, Mode, NanRule, Range, Rules, Subnormals, Tail};

use crate::exact::{Exact, Word};
use crate::number::{Encoding, Format, Kind, kind};
use core::hint::cold_path;

/// A result and how it came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounded {
    /// The bits of the result, after flushing and saturation.
    pub bits: u64,
    /// What IEEE 754 says of it.
    pub flags: Flags,
    /// The kept significand before any increment.
    pub kept: u64,
    /// The power of two of the kept significand's last place.
    pub last_place: i32,
    /// What was cut off, compared with half a unit in the last place.
    pub lost: Lost,
    /// Whether the significand was incremented.
    pub away: bool,
    /// Whether the value is below the smallest normal number even after rounding with an unbounded exponent.
    pub tiny: bool,
    /// The bits after rounding, before overflow was handled: the sign, and the significand's place on the number line.
    pub packed: u64,
    /// The bits after overflow was handled, before flushing.
    pub unflushed: u64,
    /// The bits after flushing, before saturation.
    pub unsaturated: u64,
}

/// Rounds a number that is not zero. Inlined with a constant format it is specialised for it.
///
/// The lowest bit of the magnitude may be sticky if it lies at least two places below the last place of the result.
#[inline(always)]
pub fn round<W: Word>(format: &'static Format, value: Exact<W>, rules: &Rules) -> Rounded {
    let (top, zeros) = value.magnitude.normalised();
    let leading = value.exponent + (W::BITS - 1 - zeros) as i32;
    if (format.emin()..=format.emax()).contains(&leading) {
        decide(format, value.negative, top, leading, rules)
    } else {
        at_the_ends(format, value.negative, top, leading, rules)
    }
}

/// What is decided below the smallest normal number and beyond the largest number: seldom asked, and one copy of code for all formats.
#[cold]
#[inline(never)]
fn at_the_ends(format: &'static Format, negative: bool, top: u64, leading: i32, rules: &Rules) -> Rounded {
    decide(format, negative, top, leading, rules)
}

/// Rounds a magnitude whose leading one stands at the top of a word and for 2^`leading`.
#[inline(always)]
fn decide(format: &'static Format, negative: bool, top: u64, leading: i32, rules: &Rules) -> Rounded {
    let sign = if negative { format.sign_mask() } else { 0 };
    let last_place = format.last_place(leading);
    let gradual = leading < format.emin();
    let too_large = leading > format.emax();
    // A normal result is always cut at the same place.
    let places = u64::BITS - format.precision() + if gradual { (format.emin() - leading) as u32 } else { 0 };
    // Where there is nothing between zero and the smallest normal number, that is the unit.
    let bare = gradual && !format.subnormals;
    let (kept, tail) = split(top, places + if bare { format.fraction_bits } else { 0 });
    let binades = if bare { 0 } else { (last_place - format.quantum()) as u64 };
    // The significand is added into the exponent field, so that the implicit bit and a carry both raise the exponent by one.
    let below = if too_large { 0 } else { (binades << format.fraction_bits) + kept };
    // Without a fraction the exponent's last bit says which code is even.
    let odd = if format.fraction_bits == 0 { below } else { kept } & 1 == 1;
    let away = rules.mode.away(negative, odd, tail);
    let step = if bare { format.smallest_normal() } else { 1 };
    let magnitude = if too_large { 0 } else { below + if away { step } else { 0 } };
    let packed = format.with_sign(negative, magnitude);

    let mut flags = if tail == Tail::NOTHING { Flags::NONE } else { Flags::INEXACT };
    let mut unflushed = packed;
    if too_large || magnitude > format.largest() {
        flags = Flags::OVERFLOW | Flags::INEXACT;
        unflushed = sign | overflow(format, negative, rules);
    }
    let tiny = gradual && !(leading == format.emin() - 1 && rounds_up_to_normal(format, top, negative, rules.mode));
    let mut unsaturated = unflushed;
    if tiny {
        if rules.subnormals == Subnormals::Flush {
            flags = Flags::UNDERFLOW | Flags::INEXACT;
            unsaturated = format.with_sign(negative, 0);
        } else if tail != Tail::NOTHING {
            flags = flags | Flags::UNDERFLOW;
        }
    }
    let bits = saturate(format, unsaturated, rules.range);
    Rounded { bits, flags, kept, last_place, lost: tail.lost(), away, tiny, packed, unflushed, unsaturated }
}

/// A word's part above its lowest `cut` (at least 1) bits, and those bits.
#[inline(always)]
fn split(word: u64, cut: u32) -> (u64, Tail) {
    match cut {
        _ if cut < u64::BITS => (word >> cut, Tail::top_of(word << (u64::BITS - cut))),
        _ if cut == u64::BITS => (0, Tail::top_of(word)),
        _ => (0, Tail::A_LITTLE),
    }
}

/// Whether a number just below the smallest normal one reaches it when rounded to the format's precision with an unbounded exponent; its
/// leading one stands at the top of the word. NVIDIA's `.ftz` decides by this, and so does IEEE's underflow when tininess is detected
/// after rounding.
#[inline(never)]
fn rounds_up_to_normal(format: &Format, top: u64, negative: bool, mode: Mode) -> bool {
    let (kept, tail) = split(top, u64::BITS - format.precision());
    let all_ones = (1u64 << format.precision()) - 1;
    kept == all_ones && mode.away(negative, true, tail)
}

/// The magnitude that stands for a number too large for the format: IEEE 754 gives the infinity or the largest finite number,
/// whichever the mode rounds towards; a format without infinity gives its NaN instead, with the sign, as NVIDIA's host functions do.
#[inline(never)]
fn overflow(format: &Format, negative: bool, rules: &Rules) -> u64 {
    let to_infinity = match rules.mode {
        _ if rules.range.is_finite() => false,
        Mode::Rn | Mode::Rna => true,
        Mode::Rz | Mode::Rs => false,
        Mode::Rm => negative,
        Mode::Rp => !negative,
    };
    if to_infinity { format.infinity().or(format.nan()).unwrap_or(format.largest()) } else { format.largest() }
}

/// The last stage of a result that needs no rounding: a zero, an infinity or an operand passed through.
#[inline(always)]
pub fn saturate(format: &'static Format, bits: u64, range: Range) -> u64 {
    if range == Range::Full {
        return bits;
    }
    cold_path();
    match range {
        Range::ZeroToOne => clamp(format, bits),
        Range::NotNegative | Range::FiniteNotNegative if bits & format.sign_mask() != 0 && !is_nan(format, bits) => 0,
        Range::PositiveZero | Range::FinitePositiveZero if bits == format.sign_mask() && format.has_negative_zero() => 0,
        range if range.is_finite() && Some(bits & !format.sign_mask()) == format.infinity() => bits & format.sign_mask() | format.largest(),
        _ => bits,
    }
}

fn is_nan(format: &'static Format, bits: u64) -> bool {
    crate::number::Pattern::new(format, bits).is_nan()
}

/// NVIDIA's `.sat`: clamps to [0, 1]; NaN and every value with a sign become +0.
fn clamp(format: &'static Format, bits: u64) -> u64 {
    if is_nan(format, bits) || bits & format.sign_mask() != 0 { 0 } else { bits.min(format.one()) }
}

/// The NaN of an operation with NaN operands of a format `from`, before saturation: the format's own, or one of the operands, made quiet.
/// Gives also the invalid flag when one of them was signaling.
pub fn propagate_nan(format: &Format, from: &Format, operands: &[u64], rule: NanRule) -> (u64, Flags) {
    let (mut chosen, mut flags) = (None, Flags::NONE);
    let order = operands.iter().skip(1).chain(operands.first());
    for &nan in order.filter(|bits| kind(from, **bits) == Kind::Nan) {
        chosen.get_or_insert(nan);
        if from.encoding == Encoding::Ieee && nan & from.quiet_bit() == 0 {
            flags = Flags::INVALID;
        }
    }
    let bits = match (rule, chosen) {
        (NanRule::Payload, Some(nan)) => nan | format.quiet_bit(),
        (NanRule::Unchanged, Some(nan)) => nan,
        _ => format.default_nan,
    };
    (bits, flags)
}
