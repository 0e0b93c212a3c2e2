//! What MUFU, RRO, F2F and HMUL2 of Maxwell and Pascal compute, as their texts say it.

use super::execute::Reader;
use super::machine::Name;
use super::operands::Location;
use super::text::numbers;
use crate::instruction::sass::{Instruction, Letter, Mnemonic, Role, Source as Kind};
use crate::number::{Class, F16, F32, F64, Format, Pattern};
use crate::operation::{
    Answer, Destination, Incoming, Lanes, Products, RegisterOp, Source, Zeros, convert, multiply_halves, round_to_whole,
};
use crate::rounding::{Flags, Mode, NanRule, Range, Rules, Subnormals};
use crate::special_function::{Op, Operands, float, mufu, range_reduction};
use crate::trace::{Operand, Recorder};

/// The zero and the sign flag of a result. The text says only that codes are written; these are the flags of NVIDIA's earlier chips as
/// the envytools documentation has them: both are set for a NaN, so a negative zero sets the zero flag alone.
pub(super) fn condition(format: &'static Format, bits: u64) -> (bool, bool) {
    let pattern = Pattern::new(format, bits);
    let (nan, zero) = (pattern.is_nan(), pattern.class() == Class::Zero);
    (nan || zero, nan || pattern.is_negative() && !zero)
}

/// An instruction that takes its operands from a machine.
pub(super) struct Maxwell<'r, 'm> {
    pub instruction: &'r Instruction,
    pub reader: &'r mut Reader<'m>,
}

impl Maxwell<'_, '_> {
    /// What it gives, and in which format.
    pub fn run<R: Recorder>(&mut self, mnemonic: Mnemonic, recorder: &mut R) -> (Answer, &'static Format) {
        match mnemonic {
            Mnemonic::Mufu => (self.mufu(recorder), F32::ROW),
            Mnemonic::Rro => (self.rro(recorder), F32::ROW),
            Mnemonic::F2f => self.f2f(recorder),
            Mnemonic::Hmul2 | Mnemonic::Hmul2Wide => (self.hmul2(recorder), F32::ROW),
        }
    }

    /// A word of 32 bits of a source, the lower one first.
    fn word(&mut self, letter: Letter, part: u8) -> u32 {
        Location::of(self.instruction, letter, 2).name(part).map_or(0, |name| self.reader.get(name))
    }

    /// The last source as 32 bits; an immediate of 20 bits gives its upper ones.
    fn single(&mut self) -> u32 {
        match self.instruction.source(Letter::B) {
            Kind::Immediate => self.instruction.get(Role::Immediate) << 12,
            _ => self.word(Letter::B, 0),
        }
    }

    fn mufu<R: Recorder>(&mut self, recorder: &mut R) -> Answer {
        let source = u64::from(self.word(Letter::A, 0));
        let source = self.signed(F32::ROW, Operand::A, source, [Role::AbsoluteA, Role::NegateA], recorder);
        // A function without a name is illegal and does not come here.
        let op = self.instruction.function().unwrap_or(Op::Sqrt);
        let mut bits = mufu(op, Operands::Words, source as u32, recorder);
        if self.instruction.has(Role::Saturate) && op.saturates() {
            bits = float::saturate(bits, recorder);
        }
        Answer { bits: bits.into(), flags: Flags::NONE }
    }

    fn rro<R: Recorder>(&mut self, recorder: &mut R) -> Answer {
        let source = u64::from(self.single());
        let source = self.signed(F32::ROW, Operand::A, source, [Role::AbsoluteB, Role::NegateB], recorder) as u32;
        let bits = if self.instruction.has(Role::Reduction) {
            range_reduction::rro_ex2(source, recorder)
        } else {
            range_reduction::rro_sincos(source, recorder)
        };
        Answer { bits: bits.into(), flags: Flags::NONE }
    }

    /// A source with its absolute value and its sign worked in.
    fn signed(
        &self,
        format: &'static Format,
        which: Operand,
        bits: u64,
        [absolute, negate]: [Role; 2],
        recorder: &mut impl Recorder,
    ) -> u64 {
        let (absolute, negate) = (self.instruction.has(absolute), self.instruction.has(negate));
        let positive = if absolute { bits & !format.sign_mask() } else { bits };
        let signed = if negate { positive ^ format.sign_mask() } else { positive };
        if absolute || negate {
            RegisterOp::tell(recorder, || RegisterOp::Sign { which, absolute, negate, to: vec![Pattern::new(format, signed)] });
        }
        signed
    }

    fn f2f(&mut self, recorder: &mut impl Recorder) -> (Answer, &'static Format) {
        let source = self.f2f_source(recorder);
        let instruction = self.instruction;
        let (from, to) = (instruction.get(Role::From), instruction.get(Role::To));
        let signs = [Role::AbsoluteB, Role::NegateB];
        let rounding = instruction.get(Role::Rounding);
        let whole = rounding & 4 != 0 && from == to;
        let mode = match rounding & 3 {
            // Between equal formats without an integer rounding there is nothing to round (.PASS).
            _ if from == to && !whole => Mode::Rn,
            0 => Mode::Rn,
            1 => Mode::Rm,
            2 => Mode::Rp,
            _ => Mode::Rz,
        };
        // "fp32 denorm inputs and outputs are flushed (as long as neither format is FP64)": halves never are.
        let flush = instruction.has(Role::Flush) && from != 3 && to != 3;
        let singles = |format: u32| if flush && format == 2 { Subnormals::Flush } else { Subnormals::Keep };
        let rules = Rules {
            mode,
            subnormals: singles(to),
            range: if instruction.has(Role::Saturate) { Range::ZeroToOne } else { Range::Full },
            // As ptxas folds conversions: a payload survives between singles and doubles, where halves take part none does.
            nan: if from == 1 || to == 1 { NanRule::Canonical } else { NanRule::Payload },
        };
        let format = match from {
            1 => F16::ROW,
            3 => F64::ROW,
            _ => F32::ROW,
        };
        let bits = self.signed(format, Operand::A, source, signs, recorder);
        let source = Incoming { subnormals: singles(from), ..Incoming::plain(format, bits) };
        match to {
            _ if whole => (round_to_whole(source, &rules, recorder), format),
            1 if from != 3 => (convert(source, F16::ROW, &rules, recorder), F16::ROW),
            3 if from != 1 => (convert(source, F64::ROW, &rules, recorder), F64::ROW),
            _ => (convert(source, F32::ROW, &rules, recorder), F32::ROW),
        }
    }

    /// The source of F2F in its format: a half of 32 bits, a single, or a double from a pair of registers or from its upper word.
    fn f2f_source(&mut self, recorder: &mut impl Recorder) -> u64 {
        let kind = self.instruction.source(Letter::B);
        match (self.instruction.get(Role::From), kind) {
            (1, _) => {
                let register = match kind {
                    Kind::Immediate => (self.instruction.get(Role::Immediate) & 0xffff) * 0x1_0001,
                    _ => self.single(),
                };
                let high = self.instruction.has(Role::Half);
                RegisterOp::tell(recorder, || RegisterOp::TakeHalf { which: Operand::A, high, register });
                u64::from(if high { register >> 16 } else { register & 0xffff })
            }
            (3, Kind::Immediate) => u64::from(self.instruction.get(Role::Immediate)) << 44,
            (3, Kind::Constant) => u64::from(self.word(Letter::B, 0)) << 32,
            (3, _) => u64::from(self.word(Letter::B, 0)) | u64::from(self.word(Letter::B, 1)) << 32,
            _ => u64::from(self.single()),
        }
    }

    fn hmul2(&mut self, recorder: &mut impl Recorder) -> Answer {
        let instruction = self.instruction;
        let lanes = |role| [Lanes::Both, Lanes::Single, Lanes::Low, Lanes::High][(instruction.get(role) & 3) as usize];
        let a = Source {
            bits: self.word(Letter::A, 0),
            lanes: lanes(Role::SwizzleA),
            absolute: instruction.has(Role::AbsoluteA),
            negate: instruction.has(Role::NegateA),
        };
        let (bits, lanes) = match instruction.source(Letter::B) {
            Kind::Immediate => (numbers(instruction).iter().fold(0, |bits, half| bits << 16 | half.bits as u32), Lanes::Both),
            Kind::Constant => (self.word(Letter::B, 0), Lanes::Single),
            _ => (self.word(Letter::B, 0), lanes(Role::SwizzleB)),
        };
        let b = Source { bits, lanes, absolute: instruction.has(Role::AbsoluteB), negate: instruction.has(Role::NegateB) };
        let how = Products {
            zeros: [Zeros::Kept, Zeros::Flushed, Zeros::Win, Zeros::Win][(instruction.get(Role::Multiply) & 3) as usize],
            range: if instruction.has(Role::Saturate) { Range::ZeroToOne } else { Range::Full },
            destination: [Destination::Both, Destination::Single, Destination::Low, Destination::High]
                [(instruction.get(Role::Output) & 3) as usize],
        };
        let merges = matches!(how.destination, Destination::Low | Destination::High);
        let before = if merges { self.reader.get(Name::Register(instruction.destination())) } else { 0 };
        multiply_halves(a, b, before, how, recorder)
    }
}
