//! Minimum and maximum, with NVIDIA's modifiers.

use super::operand_io::{Answer, by_rule, operand};
use crate::number::{Format, Unpacked};
use crate::rounding::{Flags, Rules};
use crate::trace::{Compared, Operand, Reason, Recorder};

/// Which operand wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Which {
    /// The smaller value; -0 is smaller than +0.
    Smallest,
    /// The larger value; +0 is larger than -0.
    Largest,
}

/// What a NaN operand does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nan {
    /// It is ignored; the result is a NaN only when every operand is.
    Ignored,
    /// `.NaN`: any NaN operand makes the result the canonical NaN.
    Wins,
}

/// Whether signs take part in the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signs {
    /// Values are compared as they are.
    Compared,
    /// `.abs`: magnitudes are compared and the result is positive.
    Dropped,
    /// `.xorsign.abs`: magnitudes are compared; the result has the exclusive or of the signs of `a` and `b`.
    Xor,
}

/// A form of `min` or `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Selection {
    /// Which operand wins.
    pub which: Which,
    /// What a NaN does.
    pub nan: Nan,
    /// Whether signs are compared.
    pub signs: Signs,
}

/// The smallest or largest of two or three operands. Bits are right-aligned in the format.
pub fn select(format: &'static Format, operands: &[u64], selection: Selection, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let sign_bit = format.sign_mask();
    let mut sign = 0;
    let mut signaling = Flags::NONE;
    let mut best: Option<(Operand, u64)> = None;
    let mut nans = [None; 3];
    for (place, (&which, &bits)) in Operand::ALL.iter().zip(operands).enumerate() {
        let read = operand(format, which, bits, rules, recorder);
        if read.is_nan() {
            signaling = signaling | quiet_flag(format, &read);
            nans[place] = Some(read);
            continue;
        }
        let compared = if selection.signs == Signs::Compared { read.bits } else { read.bits & !sign_bit };
        let wins = best.is_none_or(|(_, other)| {
            let (new, old) = (order(compared, sign_bit), order(other, sign_bit));
            if selection.which == Which::Smallest { new < old } else { new > old }
        });
        if wins {
            best = Some((which, compared));
        }
    }
    // The exclusive or takes the signs as they came, of NaNs too; it exists with two operands only.
    if selection.signs == Signs::Xor {
        sign = operands.iter().take(2).fold(0, |sign, bits| sign ^ bits & sign_bit);
    }
    let any_nan = nans.iter().flatten().next();
    match (best, any_nan) {
        (Some((chosen, bits)), None) => chose(format, selection, chosen, bits | sign, signaling, rules, recorder),
        (Some((chosen, bits)), Some(_)) if selection.nan == Nan::Ignored && nans.iter().flatten().count() + 1 == operands.len() => {
            by_rule(format, bits | sign, signaling, Reason::OnlyNumber(chosen), rules, recorder)
        }
        (Some((chosen, bits)), Some(_)) if selection.nan == Nan::Ignored => {
            chose(format, selection, chosen, bits | sign, signaling, rules, recorder)
        }
        _ => {
            let operands: Vec<u64> = nans.iter().flatten().map(|nan| nan.bits).collect();
            let (bits, _) = crate::rounding::propagate_nan(format, format, &operands, rules.nan);
            by_rule(format, bits, signaling, Reason::NanOperand, rules, recorder)
        }
    }
}

fn chose(
    format: &'static Format,
    selection: Selection,
    chosen: Operand,
    bits: u64,
    flags: Flags,
    rules: &Rules,
    recorder: &mut impl Recorder,
) -> Answer {
    let compared = match selection.signs {
        Signs::Compared => Compared::Numbers,
        Signs::Dropped => Compared::Magnitudes,
        Signs::Xor => Compared::MagnitudesUnderSigns,
    };
    let reason = if selection.which == Which::Smallest { Reason::Smallest(chosen, compared) } else { Reason::Largest(chosen, compared) };
    by_rule(format, bits, flags, reason, rules, recorder)
}

/// A key that orders the patterns of all numbers as their values, with -0 below +0.
fn order(bits: u64, sign_bit: u64) -> i64 {
    if bits & sign_bit == 0 { bits as i64 } else { -((bits & !sign_bit) as i64) - 1 }
}

fn quiet_flag(format: &'static Format, nan: &Unpacked) -> Flags {
    crate::rounding::propagate_nan(format, format, &[nan.bits], crate::rounding::NanRule::Canonical).1
}

/// `|a|`, `-a` and the sign of `a` on `b`: the operations that touch nothing but the sign bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SignChange {
    /// `abs`: the sign bit is cleared.
    Clear,
    /// `neg`: the sign bit is turned over.
    Turn,
}

/// `abs` and `neg`. A NaN comes out as from arithmetic: the format's own (the manual leaves it open), of doubles the operand made quiet,
/// with its sign (the manual has `abs` pass it through unchanged). Measured on an H100; ptxas's constant folding keeps payloads of singles and
/// changes signs of doubles.
pub fn change_sign(format: &'static Format, a: u64, change: SignChange, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let sign_bit = format.sign_mask();
    let read = operand(format, Operand::A, a, rules, recorder);
    if read.is_nan() {
        let (nan, _) = crate::rounding::propagate_nan(format, format, &[read.bits], rules.nan);
        return by_rule(format, nan, Flags::NONE, Reason::NanOperand, rules, recorder);
    }
    let bits = match change {
        SignChange::Clear => read.bits & !sign_bit,
        SignChange::Turn => read.bits ^ sign_bit,
    };
    by_rule(format, bits, Flags::NONE, Reason::SignBit, rules, recorder)
}

/// `copysign`: the sign of `a` on the magnitude of `b`; a NaN is copied like any other pattern.
pub fn copy_sign(format: &'static Format, a: u64, b: u64, recorder: &mut impl Recorder) -> Answer {
    let rules = Rules::default();
    let sign_bit = format.sign_mask();
    let a = operand(format, Operand::A, a, &rules, recorder);
    let b = operand(format, Operand::B, b, &rules, recorder);
    by_rule(format, a.bits & sign_bit | b.bits & !sign_bit, Flags::NONE, Reason::SignBit, &rules, recorder)
}
