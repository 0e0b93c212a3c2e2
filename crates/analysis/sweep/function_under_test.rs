//! What a sweep runs: a function of 32 bits or of 16, the mathematical function it approximates, and how to read both.
#![expect(clippy::float_arithmetic, reason = "reference values of sweeps; no instruction's result passes through here")]

use super::bigfloat::BigFloat;
use super::bounds::{BOUNDS, Bound};
use super::functions::{BOUND, ReferenceFunction};
use super::measure::{Error, Kind, Outcome, precise_ulps, rounded};
use super::pairs::pair;
use super::reading::Reading;
use crate::instruction::Modifier;
use crate::kernel::Curve;
use crate::number::{BF16, F16, F32, Format};
use crate::operation::{Incoming, convert, reciprocal, square_root};
use crate::rounding::{Mode, NanRule, Range, Rules, Subnormals};
use crate::special_function::sequence::{Sequence, Width};
use crate::special_function::stage::Stage;
use crate::special_function::{self, Elementary, Known, Op, Operands, Silent, mufu, range_reduction, sequence_table};
use crate::trace::{Explained, Recorder, Step};
use core::any::{Any, TypeId};

/// What gives results.
pub trait Gives {
    /// The result of an operand. A recorder that listens hears every step, where there are some to be heard.
    fn run<R: Recorder>(&self, bits: u32, recorder: &mut R) -> u32;

    /// The result of each of some operands, with its number and the row of the table that the last interpolation took, if there was one.
    #[inline(always)]
    fn run_each(&self, operands: &[u32], take: impl FnMut(usize, u32, Option<u8>)) {
        each(operands, |bits, row| self.run(bits, row), take);
    }
}

/// Something to sweep.
#[derive(Clone, Copy, Debug)]
pub struct FunctionUnderTest<C = Code> {
    /// Its name: `RCP`, `RRO.SINCOS`, `ex2.approx.f32`.
    pub name: &'static str,
    /// The code that gives the results.
    pub code: C,
    /// What it approximates.
    pub truth: ReferenceFunction,
    /// How its operands are read.
    pub reading: Reading,
    /// What its results are.
    pub kind: Kind,
}

/// The code that gives the results.
#[derive(Clone, Copy, Debug)]
pub enum Code {
    /// The special function unit.
    Mufu(Op, Operands),
    /// The range reduction of a sine.
    RroSinCos,
    /// The range reduction of a power of two.
    RroEx2,
    /// A PTX instruction of one operand of 32 bits or of 16.
    Ptx(&'static Sequence),
    /// A PTX instruction of one 64-bit operand whose low word is zero; the high word of its result.
    PtxHigh(&'static Sequence),
    /// A PTX instruction of one single that rounds the exact result.
    Rounded(Exactly, Mode),
}

/// What is rounded once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exactly {
    /// 1/x.
    Reciprocal,
    /// √x.
    Root,
    /// x itself, to a half.
    ToHalf,
    /// x itself, to a bfloat16.
    ToBrain,
}

const fn rounded_row(name: &'static str, what: Exactly, mode: Mode) -> FunctionUnderTest {
    let (truth, kind) = match what {
        Exactly::Reciprocal => (ReferenceFunction::Reciprocal, Kind::Float),
        Exactly::Root => (ReferenceFunction::Root, Kind::Float),
        Exactly::ToHalf => (ReferenceFunction::Itself, Kind::Half),
        Exactly::ToBrain => (ReferenceFunction::Itself, Kind::Brain),
    };
    FunctionUnderTest { name, code: Code::Rounded(what, mode), truth, reading: Reading::Float, kind }
}

/// PTX instructions of one single whose result is the exact one, rounded once: what an approximation is compared with.
#[rustfmt::skip]
pub const ROUNDED: [FunctionUnderTest; 12] = [
    rounded_row("rcp.rn.f32", Exactly::Reciprocal, Mode::Rn),
    rounded_row("rcp.rz.f32", Exactly::Reciprocal, Mode::Rz),
    rounded_row("rcp.rm.f32", Exactly::Reciprocal, Mode::Rm),
    rounded_row("rcp.rp.f32", Exactly::Reciprocal, Mode::Rp),
    rounded_row("sqrt.rn.f32", Exactly::Root, Mode::Rn),
    rounded_row("sqrt.rz.f32", Exactly::Root, Mode::Rz),
    rounded_row("sqrt.rm.f32", Exactly::Root, Mode::Rm),
    rounded_row("sqrt.rp.f32", Exactly::Root, Mode::Rp),
    rounded_row("cvt.rn.f16.f32", Exactly::ToHalf, Mode::Rn),
    rounded_row("cvt.rz.f16.f32", Exactly::ToHalf, Mode::Rz),
    rounded_row("cvt.rn.bf16.f32", Exactly::ToBrain, Mode::Rn),
    rounded_row("cvt.rz.bf16.f32", Exactly::ToBrain, Mode::Rz),
];

const fn mufu_row(name: &'static str, op: Op, operands: Operands, truth: ReferenceFunction, reading: Reading) -> FunctionUnderTest {
    let kind = if matches!(reading, Reading::DoubleHigh) { Kind::DoubleHigh } else { Kind::Float };
    FunctionUnderTest { name, code: Code::Mufu(op, operands), truth, reading, kind }
}

/// The functions of the unit by their names. Those with `.TURNS` and `.FLOAT` take a float, as from sm_70 on.
#[rustfmt::skip]
pub const UNIT: [FunctionUnderTest; 15] = [
    mufu_row("RCP", Op::Rcp, Operands::Words, ReferenceFunction::Reciprocal, Reading::Float),
    mufu_row("RSQ", Op::Rsq, Operands::Words, ReferenceFunction::ReciprocalRoot, Reading::Float),
    mufu_row("LG2", Op::Lg2, Operands::Words, ReferenceFunction::Log2, Reading::Float),
    FunctionUnderTest { name: "RRO.SINCOS", code: Code::RroSinCos, truth: ReferenceFunction::Quadrants, reading: Reading::Float, kind: Kind::Quadrants },
    FunctionUnderTest { name: "RRO.EX2", code: Code::RroEx2, truth: ReferenceFunction::Magnitude, reading: Reading::Float, kind: Kind::Fixed },
    mufu_row("SIN", Op::Sin, Operands::Words, ReferenceFunction::SineOfQuadrants, Reading::Word),
    mufu_row("COS", Op::Cos, Operands::Words, ReferenceFunction::CosineOfQuadrants, Reading::Word),
    mufu_row("EX2", Op::Ex2, Operands::Words, ReferenceFunction::Exp2, Reading::Word),
    mufu_row("SQRT", Op::Sqrt, Operands::Words, ReferenceFunction::Root, Reading::Float),
    mufu_row("TANH", Op::Tanh, Operands::Words, ReferenceFunction::Tanh, Reading::Float),
    mufu_row("RCP64H", Op::Rcp64h, Operands::Words, ReferenceFunction::Reciprocal, Reading::DoubleHigh),
    mufu_row("RSQ64H", Op::Rsq64h, Operands::Words, ReferenceFunction::ReciprocalRoot, Reading::DoubleHigh),
    mufu_row("SIN.TURNS", Op::Sin, Operands::Floats, ReferenceFunction::SineOfQuadrants, Reading::Turns),
    mufu_row("COS.TURNS", Op::Cos, Operands::Floats, ReferenceFunction::CosineOfQuadrants, Reading::Turns),
    mufu_row("EX2.FLOAT", Op::Ex2, Operands::Floats, ReferenceFunction::Exp2, Reading::Float),
];

/// The rules of a single without modifiers.
const SINGLE: Rules = Rules { mode: Mode::Rn, subnormals: Subnormals::Keep, range: Range::Full, nan: NanRule::Canonical };

impl FunctionUnderTest {
    /// The subject of a name; a PTX form is taken as a target (`sm_90` is 90) runs it.
    #[must_use]
    pub fn find(name: &str, target: u32) -> Option<Self> {
        if let Some(subject) = UNIT.iter().chain(&ROUNDED).find(|subject| subject.name.eq_ignore_ascii_case(name)) {
            return Some(*subject);
        }
        let sequence = sequence_table::find(name, target)?;
        let truth = ReferenceFunction::of(Elementary::of_form(name)?);
        if truth.takes_two() {
            return None;
        }
        let (code, reading, kind) = match sequence.width {
            Width::Half if !name.ends_with(".bf16") => (Code::Ptx(sequence), Reading::Half, Kind::Half),
            Width::Half if name.contains(Modifier::Ftz.text()) => (Code::Ptx(sequence), Reading::Brain, Kind::BrainFlushed),
            Width::Half => (Code::Ptx(sequence), Reading::Brain, Kind::Brain),
            Width::Single => (Code::Ptx(sequence), Reading::Float, Kind::Float),
            Width::Double => (Code::PtxHigh(sequence), Reading::DoubleHigh, Kind::DoubleHigh),
        };
        Some(Self { name: sequence.form, code, truth, reading, kind })
    }

    /// The names of the PTX approximations that a target has.
    pub fn approximations(target: u32) -> impl Iterator<Item = &'static str> {
        let names = sequence_table::SEQUENCES.iter().filter(move |sequence| (sequence.targets.0..=sequence.targets.1).contains(&target));
        names.map(|sequence| sequence.form).filter(move |name| Self::find(name, target).is_some())
    }

    /// Whether two names stand for the same code: a PTX instruction is the same on many targets.
    #[must_use]
    pub fn is_same_code(&self, other: &Self) -> bool {
        match (self.code, other.code) {
            (Code::Ptx(one), Code::Ptx(two)) | (Code::PtxHigh(one), Code::PtxHigh(two)) => std::ptr::eq(one, two),
            _ => self.name == other.name,
        }
    }

    /// The function that it approximates; None of what only rounds or reduces a range.
    #[must_use]
    pub fn approximated(&self) -> Option<Elementary> {
        match self.code {
            Code::Mufu(op, _) => Some(op.elementary()),
            Code::Ptx(sequence) | Code::PtxHigh(sequence) => Elementary::of_form(sequence.form),
            Code::RroSinCos | Code::RroEx2 | Code::Rounded(..) => None,
        }
    }

    /// What is promised of it.
    pub fn bounds(&self) -> impl Iterator<Item = &'static Bound> {
        let ours = |bound: &&Bound| Self::find(bound.function, bound.target).is_some_and(|subject| subject.is_same_code(self));
        BOUNDS.iter().filter(ours)
    }

    /// How well the results are known; None where the manual says what they are.
    #[must_use]
    pub fn known(&self) -> Option<Known> {
        Some(match self.code {
            Code::Mufu(op, operands) => op.known(operands),
            Code::RroSinCos | Code::RroEx2 => special_function::RANGE_REDUCTION,
            Code::Ptx(sequence) | Code::PtxHigh(sequence) => sequence.known()?,
            Code::Rounded(..) => return None,
        })
    }
}

impl<C: Gives> FunctionUnderTest<C> {
    /// The result.
    #[inline]
    #[must_use]
    pub fn evaluate(&self, bits: u32) -> u32 {
        self.run(bits, &mut Silent)
    }

    /// The result and the row of the table that the last interpolation took, if there was one.
    #[inline(always)]
    #[must_use]
    pub fn evaluate_with_segment(&self, bits: u32) -> (u32, Option<u8>) {
        let mut segment = Segment(None);
        let result = self.run(bits, &mut segment);
        (result, segment.0)
    }

    /// What the result of one operand is worth, with the error from a hundred bits: for a page that looks at a single operand.
    #[must_use]
    pub fn judge(&self, bits: u32) -> Judgement {
        let result = self.evaluate(bits);
        let x = self.reading.operand(bits);
        let outcome = match self.kind.compare(result, self.truth.estimate(x), || self.truth.precise(x)) {
            Outcome::Measured(error) => Outcome::Measured(Error { nearest: error.nearest, ..self.exact_error(bits) }),
            other => other,
        };
        Judgement { result, truth: self.truth.precise(x), outcome }
    }

    /// The error of an operand whose result and true value are numbers, from a hundred bits. Whether it is the nearest is not looked at.
    #[cold]
    #[must_use]
    pub fn exact_error(&self, bits: u32) -> Error {
        let x = self.reading.operand(bits);
        let estimate = self.truth.estimate(x);
        let exponent = self.kind.ulp(estimate);
        let value = self.kind.in_ulps(self.kind.value(self.evaluate(bits)), exponent);
        let precise = self.truth.precise(x);
        let ulps = precise_ulps(value, precise, exponent, self.kind);
        let truth = precise.map_or(estimate, BigFloat::to_f64);
        Error { ulps, truth: self.kind.in_ulps(truth, exponent), exponent, nearest: false }
    }

    /// How many numbers of a format lie between a result and the correctly rounded one, it included: none where they are the same, and
    /// where both are no number. `truth` is an estimate of the value at `x`.
    #[must_use]
    pub fn floats_off(&self, format: &'static Format, result: u32, x: f64, truth: f64) -> u64 {
        let value = self.kind.value(result);
        if value.is_nan() || truth.is_nan() {
            return if value.is_nan() && truth.is_nan() { 0 } else { u64::MAX };
        }
        let [low, high] = [1.0 - 2.0 * BOUND, 1.0 + 2.0 * BOUND].map(|factor| (truth * factor) as f32);
        let nearest = if low == high && format == F32::ROW {
            low.to_bits()
        } else {
            // What has no hundred bits is a zero, whose sign stands first in every format.
            self.truth.precise(x).map_or(low.to_bits() >> (32 - format.width()), |real| rounded(format, real).bits as u32)
        };
        let sign = format.sign_mask() as u32;
        let place = |bits: u32| if bits & sign == 0 { i64::from(bits) } else { -i64::from(bits & !sign) };
        place(result).abs_diff(place(nearest))
    }

    /// The result, with a recorder.
    #[inline(always)]
    pub fn run<R: Recorder>(&self, bits: u32, recorder: &mut R) -> u32 {
        self.code.run(bits, recorder)
    }
}

impl Gives for Code {
    #[inline(always)]
    fn run<R: Recorder>(&self, bits: u32, recorder: &mut R) -> u32 {
        match *self {
            Code::Mufu(op, operands) => mufu(op, operands, bits, recorder),
            Code::RroSinCos => range_reduction::rro_sincos(bits, recorder),
            Code::RroEx2 => range_reduction::rro_ex2(bits, recorder),
            Code::Ptx(sequence) => sequence.run(bits.into(), 0, recorder) as u32,
            Code::PtxHigh(sequence) => (sequence.run(u64::from(bits) << 32, 0, recorder) >> 32) as u32,
            Code::Rounded(what, mode) => {
                let (a, rules) = (u64::from(bits), Rules { mode, ..SINGLE });
                let answer = match what {
                    Exactly::Reciprocal => reciprocal(F32, a, &rules, recorder),
                    Exactly::Root => square_root(F32, a, &rules, recorder),
                    Exactly::ToHalf => convert(Incoming::plain(F32::ROW, a), F16::ROW, &rules, recorder),
                    Exactly::ToBrain => convert(Incoming::plain(F32::ROW, a), BF16::ROW, &rules, recorder),
                };
                answer.bits as u32
            }
        }
    }

    #[inline(always)]
    fn run_each(&self, operands: &[u32], take: impl FnMut(usize, u32, Option<u8>)) {
        // A loop for each function of the unit, without a choice in it.
        macro_rules! loops {
            ($($op:ident)*) => {
                match *self {
                    $(Code::Mufu(Op::$op, takes) => each(operands, |bits, row| mufu(Op::$op, takes, bits, row), take),)*
                    _ => each(operands, |bits, row| self.run(bits, row), take),
                }
            };
        }
        loops!(Cos Ex2 Lg2 Rcp Rsq Sin Sqrt Tanh)
    }
}

/// A kernel, whose operand is the seed of both where it takes two; it has no steps to be heard.
impl Gives for Curve<'_> {
    #[inline(always)]
    fn run<R: Recorder>(&self, bits: u32, _recorder: &mut R) -> u32 {
        if self.operands() == 1 { self.evaluate(bits) } else { self.evaluate_all(&pair(bits)) }
    }

    #[inline]
    fn run_each(&self, operands: &[u32], mut take: impl FnMut(usize, u32, Option<u8>)) {
        let take = |at, result| take(at, result, None);
        match self.operands() {
            1 => self.evaluate_each(operands, take),
            _ => self.evaluate_each(operands.iter().flat_map(|seed| pair(*seed)).collect::<Vec<u32>>().as_slice(), take),
        }
    }
}

/// One result beside the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The result's bits.
    pub result: u32,
    /// The true value to a hundred bits; None where it is zero or there is none.
    pub truth: Option<BigFloat>,
    /// How they compare.
    pub outcome: Outcome,
}

#[inline(always)]
fn each(operands: &[u32], run: impl Fn(u32, &mut Segment) -> u32, mut take: impl FnMut(usize, u32, Option<u8>)) {
    for (at, &bits) in operands.iter().enumerate() {
        let mut segment = Segment(None);
        let result = run(bits, &mut segment);
        take(at, result, segment.0);
    }
}

/// Hears only which row of a table was taken.
struct Segment(Option<u8>);

impl Recorder for Segment {
    const LISTENS: bool = false;
    #[inline(always)]
    fn step(&mut self, _make: impl FnOnce() -> Step) {}
    #[inline(always)]
    fn told<T: Explained>(&mut self, make: impl FnOnce() -> T) {
        if TypeId::of::<T>() == TypeId::of::<Stage>()
            && let Some(Stage::Interpolation(step)) = (&make() as &dyn Any).downcast_ref()
        {
            self.0 = Some(step.segment as u8);
        }
    }
}
