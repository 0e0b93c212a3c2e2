//! The machine instructions that an approximate PTX instruction becomes, as data that runs.
//!
//! PTX promises subnormal support and full range where MUFU has neither; the assembler makes up for it with a scaling before and after.
//! A [`Sequence`] has one straight line of instructions for each case that its comparisons tell apart, so that what is shown for an
//! operand is what ran for it. The lines are in `sequence_table.rs`.

use super::float::SIGN;
use super::machine::{Instruction, Operation, Register, Source};
use super::stage::Stage;
use super::{Evidence, HALVES, Known, Operands, mufu, range_reduction};
use crate::number::{F32, F64, Float, Narrow};
use crate::operation::{Incoming, add, convert, fused, multiply, widen};
use crate::rounding::{Mode, NanRule, Rules, Subnormals};
use crate::trace::{Operand, Recorder};

/// What one PTX instruction becomes on some chips.
#[derive(Debug)]
pub struct Sequence {
    /// The PTX instruction, with all its modifiers.
    pub form: &'static str,
    /// The first and the last target (`sm_50` is 50) for which the assembler emits it; 999 for an open end.
    pub targets: (u32, u32),
    /// The width of the operands and the result.
    pub width: Width,
    /// The cases, of which the first that fits the operands is taken. The last fits all.
    pub cases: &'static [Case],
}

/// The width of the operands and the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// 16 bits.
    Half,
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

/// The instructions for some operands.
#[derive(Debug)]
pub struct Case {
    /// The operands for which they run; None for all.
    pub when: Option<Condition>,
    /// The instructions in order. The result is what is left in [`Register::D`].
    pub instructions: &'static [Instruction],
}

/// A comparison of an operand: its magnitude's bits lie in a range, and its sign is the given one, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The operand.
    pub of: Register,
    /// The least magnitude.
    pub least: u64,
    /// The greatest magnitude.
    pub greatest: u64,
    /// The sign bit, where it matters.
    pub negative: Option<bool>,
}

/// Arithmetic of doubles as PTX has it: to nearest, and a NaN keeps its payload.
const DOUBLES: Rules = Rules { nan: NanRule::Payload, ..Rules::ieee(Mode::Rn) };

/// What ptxas adds to the upper word of an operand for the low word of its reciprocal's seed.
const SEED_LOW: u32 = 0x0030_0402;

impl Sequence {
    /// The case that the operands fall into.
    #[inline(always)]
    #[must_use]
    pub fn case(&self, a: u64, b: u64) -> Option<&'static Case> {
        self.cases.iter().find(|case| case.when.is_none_or(|condition| self.holds(condition, a, b)))
    }

    #[inline(always)]
    fn holds(&self, condition: Condition, a: u64, b: u64) -> bool {
        let bits = if condition.of == Register::B { b } else { a };
        let sign = self.sign();
        let magnitude = bits & (sign - 1);
        (condition.least..=condition.greatest).contains(&magnitude)
            && condition.negative.is_none_or(|negative| negative == (bits & sign != 0))
    }

    /// The sign bit of the operands.
    #[must_use]
    pub const fn sign(&self) -> u64 {
        match self.width {
            Width::Half => 1 << 15,
            Width::Single => SIGN as u64,
            Width::Double => 1 << 63,
        }
    }

    /// Runs the sequence. A recorder hears of each instruction before and after it, and between them all that happened in it.
    pub fn run<R: Recorder>(&self, a: u64, b: u64, recorder: &mut R) -> u64 {
        let mut registers = [a, b, 0, 0, 0];
        let Some(case) = self.case(a, b) else { return 0 };
        for instruction in case.instructions {
            // Asked for one by one: most instructions take fewer than three, and a sweep comes here a billion times.
            let source = |at: usize| match instruction.from[at] {
                Source::Register(register) => registers[register as usize],
                Source::Negated(register) => registers[register as usize] ^ self.sign(),
                Source::Bits(bits) => bits,
            };
            recorder.told(|| Stage::Instruction { instruction: *instruction, operands: [source(0), source(1), source(2)] });
            let result = instruction.operation.apply(source, recorder);
            let is_word = matches!(instruction.operation, Operation::RroSinCos | Operation::RroEx2);
            recorder.told(|| Stage::InstructionResult { to: instruction.to, result, is_word });
            registers[instruction.to as usize] = result;
        }
        registers[Register::D as usize]
    }

    /// How well the result's bits are known: what is least known of the functions that take part, on chips later than the tested one.
    ///
    /// Which instructions an assembler emits is known for certain; it was read off its output.
    #[must_use]
    pub fn known(&self) -> Option<Known> {
        let functions = self.cases.iter().flat_map(|case| case.instructions).filter_map(|instruction| match instruction.operation {
            Operation::Mufu(op, operands) => Some(op.known(operands)),
            Operation::MufuHigh(op) => Some(op.known(Operands::Floats)),
            Operation::MufuHalf(..) => Some(HALVES),
            _ => None,
        });
        let known = functions.map(Known::on_later_chips).reduce(Known::and)?;
        // What was compared has one operand: of a quotient only the reciprocal in it.
        let compared = if self.form.starts_with("div") { &[] } else { known.validated };
        Some(Known { validated: compared, ..known })
    }

    /// The same without the reason.
    #[must_use]
    pub fn evidence(&self) -> Evidence {
        self.known().map_or(Evidence::Modelled, |known| known.evidence)
    }
}

impl Operation {
    /// The result, from sources that are asked for by their places.
    #[inline(always)]
    pub fn apply<R: Recorder>(self, source: impl Fn(usize) -> u64, recorder: &mut R) -> u64 {
        if R::LISTENS { self.apply_in(Narrow::of(F32::ROW), source, recorder) } else { self.apply_in(F32, source, recorder) }
    }

    #[inline(always)]
    fn apply_in<F: Float, R: Recorder>(self, single: F, source: impl Fn(usize) -> u64, recorder: &mut R) -> u64 {
        const NEAREST: Rules = Rules::ieee(Mode::Rn);
        let a = source(0);
        match self {
            // The rules that occur, each on its own, so that what they ask for is known before an operand is.
            Self::Fmul(Mode::Rn, Subnormals::Keep) => multiply(single, a, source(1), &NEAREST, recorder).bits,
            Self::Fmul(mode, subnormals) => multiply(single, a, source(1), &Rules { mode, subnormals, ..NEAREST }, recorder).bits,
            Self::Fadd => add(single, a, source(1), &NEAREST, recorder).bits,
            Self::Ffma => fused(single, a, source(1), source(2), &NEAREST, recorder).bits,
            Self::SeedLow => a >> 32 << 32 | u64::from(((source(1) >> 32) as u32).wrapping_add(SEED_LOW)),
            Self::Dmul => multiply(F64, a, source(1), &DOUBLES, recorder).bits,
            Self::Dadd => add(F64, a, source(1), &DOUBLES, recorder).bits,
            Self::Dfma => fused(F64, a, source(1), source(2), &DOUBLES, recorder).bits,
            Self::RroSinCos => range_reduction::rro_sincos(a as u32, recorder).into(),
            Self::RroEx2 => range_reduction::rro_ex2(a as u32, recorder).into(),
            // One call of the unit for all widths: it is large, and inlined here.
            Self::Mufu(op, _) | Self::MufuHigh(op) | Self::MufuHalf(op, _) => {
                let (operands, bits) = match self {
                    Self::Mufu(_, operands) => (operands, Some(a as u32)),
                    Self::MufuHalf(_, format) => {
                        (Operands::Floats, widen(Operand::A, format, a, F32::ROW, recorder).map(|wide| wide as u32))
                    }
                    _ => (Operands::Floats, Some((a >> 32) as u32)),
                };
                let result = u64::from(mufu(op, operands, bits.unwrap_or(0), recorder));
                match self {
                    Self::MufuHigh(_) => result << 32,
                    // The function's result is cut, but to infinity where the format ends: there nearest says the same.
                    Self::MufuHalf(_, format) => {
                        let end = ((format.bias + 1 + F32::ROW.bias) as u64) << F32::ROW.fraction_bits;
                        let mode = if result & !u64::from(SIGN) < end { Mode::Rz } else { Mode::Rn };
                        convert(Incoming::plain(F32::ROW, result), format, &Rules::ieee(mode), recorder).bits
                    }
                    _ => result,
                }
            }
            Self::Mov => a,
            Self::Lop => a & source(1) | source(2),
        }
    }
}
