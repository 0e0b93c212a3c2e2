//! Two products of halves at once, with everything that HMUL2 does around them: lanes taken from registers, signs, results put back.

use super::arithmetic::multiply;
use super::convert::{Incoming, convert};
use super::halves::{Destination, Lanes};
use super::operand_io::{Answer, operand};
use super::register_ops::RegisterOp;
use crate::number::{Class, F16, F32, Narrow, Pattern};
use crate::rounding::{Flags, Mode, NanRule, Range, Rules, Subnormals};
use crate::trace::{Operand, Recorder, Silent, Step};

/// What happens to subnormal halves and to zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zeros {
    /// Subnormal numbers are kept.
    Kept,
    /// `.FTZ`: subnormal operands and results become zeros of their sign.
    Flushed,
    /// `.FMZ`: as `.FTZ`, and a zero operand makes the product +0, whatever the other is.
    Win,
}

/// A source: its register, how lanes are taken, and what happens to their signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The bits of the register.
    pub bits: u32,
    /// How lanes are taken.
    pub lanes: Lanes,
    /// Whether the signs are cleared.
    pub absolute: bool,
    /// Whether the signs are turned, after that.
    pub negate: bool,
}

/// How the products are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Products {
    /// What happens to subnormal numbers and zeros.
    pub zeros: Zeros,
    /// `.SAT`.
    pub range: Range,
    /// Which results go where.
    pub destination: Destination,
}

/// Conversion from a single cuts, and makes no subnormal halves; the text says so for operands, whatever `.FTZ` says.
const CUT: Rules = Rules { mode: Mode::Rz, subnormals: Subnormals::Flush, range: Range::Full, nan: NanRule::Canonical };

/// The new bits of the destination register, `before` being its old ones.
pub fn multiply_halves(a: Source, b: Source, before: u32, how: Products, recorder: &mut impl Recorder) -> Answer {
    let a = lanes(Operand::A, a, recorder);
    let b = lanes(Operand::B, b, recorder);
    let lane = |lane: usize, recorder: &mut _| {
        RegisterOp::tell(recorder, || RegisterOp::Half { lane: lane as u8 });
        product(a[lane], b[lane], how, recorder)
    };
    let (bits, flags) = match how.destination {
        Destination::Both => {
            let (low, high) = (lane(0, recorder), lane(1, recorder));
            (high.bits << 16 | low.bits, low.flags | high.flags)
        }
        Destination::Single => {
            let half = lane(0, recorder);
            let single = widened(half.bits, recorder);
            (single.bits, half.flags | single.flags)
        }
        Destination::Low => {
            let low = lane(0, recorder);
            (u64::from(before & 0xffff_0000) | low.bits, low.flags)
        }
        Destination::High => {
            let high = lane(1, recorder);
            (high.bits << 16 | u64::from(before & 0xffff), high.flags)
        }
    };
    RegisterOp::tell(recorder, || RegisterOp::Write { destination: how.destination, before, bits: bits as u32 });
    Answer { bits, flags }
}

/// The two lanes of a source as halves.
fn lanes(which: Operand, source: Source, recorder: &mut impl Recorder) -> [u64; 2] {
    let (low, high) = (u64::from(source.bits & 0xffff), u64::from(source.bits >> 16));
    let halves = match source.lanes {
        Lanes::Both => [low, high],
        Lanes::Low => [low, low],
        Lanes::High => [high, high],
        Lanes::Single => {
            let cut = convert(Incoming { which, ..Incoming::plain(F32::ROW, source.bits.into()) }, F16::ROW, &CUT, recorder).bits;
            [cut, cut]
        }
    };
    RegisterOp::tell(recorder, || RegisterOp::Extract { which, lanes: source.lanes, register: source.bits, halves });
    if !source.absolute && !source.negate {
        return halves;
    }
    let sign = F16::FORMAT.sign_mask();
    let signed = halves.map(|half| {
        let positive = if source.absolute { half & !sign } else { half };
        if source.negate { positive ^ sign } else { positive }
    });
    RegisterOp::tell(recorder, || {
        let to = signed.map(|half| Pattern::new(F16::ROW, half)).to_vec();
        RegisterOp::Sign { which, absolute: source.absolute, negate: source.negate, to }
    });
    signed
}

/// One product.
fn product(a: u64, b: u64, how: Products, recorder: &mut impl Recorder) -> Answer {
    let subnormals = if how.zeros == Zeros::Kept { Subnormals::Keep } else { Subnormals::Flush };
    let rules = Rules { mode: Mode::Rn, subnormals, range: how.range, nan: NanRule::Canonical };
    if how.zeros == Zeros::Win {
        let is_zero = |which, bits| operand(F16::ROW, which, bits, &rules, &mut Silent).is_zero();
        if is_zero(Operand::A, a) || is_zero(Operand::B, b) {
            operand(F16::ROW, Operand::A, a, &rules, recorder);
            operand(F16::ROW, Operand::B, b, &rules, recorder);
            RegisterOp::tell(recorder, || RegisterOp::ZeroWins);
            recorder.step(|| Step::Encode { result: Pattern::new(F16::ROW, 0) });
            return Answer { bits: 0, flags: Flags::NONE };
        }
    }
    multiply(Narrow::of(F16::ROW), a, b, &rules, recorder)
}

/// A result as a single: a subnormal half becomes a zero first.
fn widened(half: u64, recorder: &mut impl Recorder) -> Answer {
    let pattern = Pattern::new(F16::ROW, half);
    let half = if pattern.class() == Class::Subnormal { half & F16::FORMAT.sign_mask() } else { half };
    if half != pattern.bits {
        RegisterOp::tell(recorder, || RegisterOp::FlushHalf { to: Pattern::new(F16::ROW, half) });
    }
    convert(Incoming::plain(F16::ROW, half), F32::ROW, &Rules::default(), recorder)
}
