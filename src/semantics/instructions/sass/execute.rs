//! One instruction on a machine. The recorder hears every step; a silent one runs the same code.

use super::legality::{self, Rule};
use super::machine::{Machine, RZ};
use crate::instruction::Target;
use crate::instruction::sass::{Instruction, Mnemonic, OperandKind, Role};
use crate::number::{Class, F16, F32, F64, Format, Pattern};
use crate::operation::{Answer, Destination, Handling, Incoming, Lanes, Products, Source, Zeros, convert, multiply_halves, round_to_whole};
use crate::register_file::{guard_holds, unset_predicate};
use crate::rounding::{Flags, Mode, NanRule, Range, Rules, Subnormals};
use crate::special_function::{Op, Operands, float, mufu, range_reduction};
use crate::trace::{Operand, Recorder};

/// What an instruction did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Whether the guard let it run.
    pub ran: bool,
    /// The registers it writes (wrote, if it ran), in order.
    pub registers: Vec<u8>,
    /// IEEE 754's flags of the computation.
    pub flags: Flags,
    /// The predicate of its guard, where that was never given and so let it run.
    pub assumed: Option<String>,
    /// What was read and never given, by name.
    pub unset: Vec<String>,
}

/// Runs an instruction. An illegal one changes nothing and gives the rule it breaks.
pub fn execute<R: Recorder>(instruction: &Instruction, target: Target, machine: &mut Machine, recorder: &mut R) -> Result<Effect, Rule> {
    match legality::rules(instruction, target).into_iter().find(|rule| rule.is_error) {
        Some(rule) => Err(rule),
        None => Ok(execute_legal(instruction, machine, recorder)),
    }
}

/// Runs an instruction that is known to be legal; what another one writes means nothing.
pub fn execute_legal<R: Recorder>(instruction: &Instruction, machine: &mut Machine, recorder: &mut R) -> Effect {
    let (number, negated) = (instruction.get(Role::Guard) as u8, instruction.has(Role::GuardNot));
    let assumed = machine.predicate(number).is_none().then(|| format!("P{number}"));
    if assumed.is_some() {
        machine.set_predicate(number, unset_predicate(negated) == 1);
    }
    let runs = guard_holds(negated, machine.predicate(number).map(u64::from));
    let mut reading = Reading { instruction, machine, unset: Vec::new() };
    let wide = instruction.form.mnemonic == Mnemonic::F2f && instruction.get(Role::To) == 3;
    let destination = instruction.get(Role::Destination) as u8;
    let pair = if destination == RZ { RZ } else { destination.wrapping_add(1) };
    let registers = if wide && pair != RZ { vec![destination, pair] } else { vec![destination] };
    if !runs {
        return Effect { ran: false, registers, flags: Flags::NONE, assumed, unset: Vec::new() };
    }
    let (answer, format) = match instruction.form.mnemonic {
        Mnemonic::Mufu => (reading.mufu(recorder), F32::ROW),
        Mnemonic::Rro => (reading.rro(recorder), F32::ROW),
        Mnemonic::F2f => reading.f2f(recorder),
        Mnemonic::Hmul2 | Mnemonic::Hmul2Wide => (reading.hmul2(recorder), F32::ROW),
    };
    let unset = reading.unset;
    machine.set_register(destination, answer.bits as u32);
    if wide {
        machine.set_register(pair, (answer.bits >> 32) as u32);
    }
    if instruction.has(Role::ConditionCode) {
        let (zero, sign) = condition(format, answer.bits);
        Handling::tell(recorder, || Handling::ConditionCode { zero, sign });
        machine.condition = Some(u8::from(zero) | u8::from(sign) << 1);
    }
    Effect { ran: true, registers, flags: answer.flags, assumed, unset }
}

/// The zero and the sign flag of a result. The text says only that codes are written; these are the flags of NVIDIA's earlier chips as
/// the envytools documentation has them: both are set for a NaN, so a negative zero sets the zero flag alone.
fn condition(format: &'static Format, bits: u64) -> (bool, bool) {
    let pattern = Pattern::new(format, bits);
    let (nan, zero) = (pattern.is_nan(), pattern.class() == Class::Zero);
    (nan || zero, nan || pattern.is_negative() && !zero)
}

/// An instruction taking its operands from a machine.
struct Reading<'a> {
    instruction: &'a Instruction,
    machine: &'a Machine,
    unset: Vec<String>,
}

impl Reading<'_> {
    fn given<T: Default>(&mut self, value: Option<T>, name: impl FnOnce() -> String) -> T {
        value.unwrap_or_else(|| {
            let name = name();
            if !self.unset.contains(&name) {
                self.unset.push(name);
            }
            T::default()
        })
    }

    fn register(&mut self, number: u8) -> u32 {
        self.given(self.machine.register(number), || format!("R{number}"))
    }

    fn constant(&mut self) -> u32 {
        let (bank, offset) = (self.instruction.get(Role::Bank) as u8, (self.instruction.get(Role::Offset) * 4) as u16);
        self.given(self.machine.constant(bank, offset), || format!("c[{bank:#x}][{offset:#x}]"))
    }

    /// The last source as 32 bits; an immediate of 20 bits gives its upper ones.
    fn single(&mut self) -> u32 {
        match self.instruction.form.operand {
            OperandKind::Register => self.register(self.instruction.get(Role::B) as u8),
            OperandKind::Constant => self.constant(),
            OperandKind::Immediate => self.instruction.get(Role::Immediate) << 12,
        }
    }

    fn mufu<R: Recorder>(&mut self, recorder: &mut R) -> Answer {
        let source = u64::from(self.register(self.instruction.get(Role::A) as u8));
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
            Handling::tell(recorder, || Handling::Sign { which, absolute, negate, to: vec![Pattern::new(format, signed)] });
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
        let operand = self.instruction.form.operand;
        match (self.instruction.get(Role::From), operand) {
            (1, _) => {
                let register = match operand {
                    OperandKind::Immediate => (self.instruction.get(Role::Immediate) & 0xffff) * 0x1_0001,
                    _ => self.single(),
                };
                let high = self.instruction.has(Role::Half);
                Handling::tell(recorder, || Handling::TakeHalf { which: Operand::A, high, register });
                u64::from(if high { register >> 16 } else { register & 0xffff })
            }
            (3, OperandKind::Register) => {
                let low = self.instruction.get(Role::B) as u8;
                let high = if low == RZ { RZ } else { low.wrapping_add(1) };
                u64::from(self.register(low)) | u64::from(self.register(high)) << 32
            }
            (3, OperandKind::Constant) => u64::from(self.constant()) << 32,
            (3, OperandKind::Immediate) => u64::from(self.instruction.get(Role::Immediate)) << 44,
            _ => u64::from(self.single()),
        }
    }

    fn hmul2(&mut self, recorder: &mut impl Recorder) -> Answer {
        let instruction = self.instruction;
        let lanes = |role| [Lanes::Both, Lanes::Single, Lanes::Low, Lanes::High][(instruction.get(role) & 3) as usize];
        let a = Source {
            bits: self.register(instruction.get(Role::A) as u8),
            lanes: lanes(Role::SwizzleA),
            absolute: instruction.has(Role::AbsoluteA),
            negate: instruction.has(Role::NegateA),
        };
        let (bits, lanes) = match instruction.form.operand {
            OperandKind::Register => (self.register(instruction.get(Role::B) as u8), lanes(Role::SwizzleB)),
            OperandKind::Constant => (self.constant(), Lanes::Single),
            OperandKind::Immediate => {
                let half = |role| super::listing::half_immediate(instruction, role).bits as u32;
                (half(Role::ImmediateH1) << 16 | half(Role::ImmediateH0), Lanes::Both)
            }
        };
        let b = Source { bits, lanes, absolute: instruction.has(Role::AbsoluteB), negate: instruction.has(Role::NegateB) };
        let how = Products {
            zeros: [Zeros::Kept, Zeros::Flushed, Zeros::Win, Zeros::Win][(instruction.get(Role::Multiply) & 3) as usize],
            range: if instruction.has(Role::Saturate) { Range::ZeroToOne } else { Range::Full },
            destination: [Destination::Both, Destination::Single, Destination::Low, Destination::High]
                [(instruction.get(Role::Output) & 3) as usize],
        };
        let destination = instruction.get(Role::Destination) as u8;
        let merges = matches!(how.destination, Destination::Low | Destination::High);
        let before = if merges { self.register(destination) } else { 0 };
        multiply_halves(a, b, before, how, recorder)
    }
}
