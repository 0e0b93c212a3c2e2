//! What gives a lowering's bits: a sequence of machine instructions or exact arithmetic, looked up once and run for input after input.

use super::function::Takes;
use super::{Function, Lowering, WINDOW_BITS};
use crate::number::{F16, F32, Narrow};
use crate::operation::{Incoming, add, convert, divide, fused, multiply, reciprocal, square_root};
use crate::rounding::{Mode, Rules, Subnormals};
use crate::special_function::machine::{Instruction, Operation, Register, Source};
use crate::special_function::sequence::{Condition, Sequence};
use crate::special_function::{Op, Operands, Silent, sequence_table};
use crate::sweep::measure::Kind;

/// What gives the bits.
#[derive(Clone, Copy, Debug)]
pub enum Program {
    /// What the assembler makes of a PTX instruction for a target. Where the function has one operand, a division divides 1 by it.
    Ptx(&'static str, u32),
    /// Machine instructions that no PTX instruction becomes.
    Steps(&'static Sequence),
    /// The exact result, rounded once.
    Rounded(Mode, Subnormals),
    /// The product rounded to nearest, and the sum rounded to nearest.
    Twice(Subnormals),
    /// Halves widened, the result in single precision rounded to nearest, and that rounded to a half.
    Widened,
    /// The nearest half, but zero where that is subnormal, and infinity where the operand is beyond the largest half.
    Clipped,
}

/// A program that is looked up.
#[derive(Clone, Copy, Debug)]
pub enum Running {
    /// Instructions, and where the operands stand.
    Sequence(&'static Sequence, Order),
    /// Exact arithmetic.
    Exact(Program),
}

/// Where operands stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// x is the only one.
    Alone,
    /// 1 is divided by x.
    Reciprocal,
    /// y is divided by x.
    Quotient,
}

impl Program {
    /// Whether NVIDIA's special function unit takes part.
    #[must_use]
    pub fn has_unit(self) -> bool {
        matches!(self, Program::Ptx(..) | Program::Steps(_))
    }

    /// The order of the operands in a PTX instruction of a function.
    #[must_use]
    pub fn order(form: &str, function: Function) -> Order {
        match (form.starts_with("div"), function.takes) {
            (true, Takes::Single) => Order::Reciprocal,
            (true, _) => Order::Quotient,
            (false, _) => Order::Alone,
        }
    }
}

impl Lowering {
    /// The program looked up; a row whose instruction no table has would give zeros, and a test asks for all.
    #[must_use]
    pub fn running(&self) -> Option<Running> {
        Some(match self.program {
            Program::Ptx(form, target) => Running::Sequence(sequence_table::find(form, target)?, Program::order(form, self.function)),
            Program::Steps(sequence) => Running::Sequence(sequence, Order::Alone),
            exact => Running::Exact(exact),
        })
    }

    /// What alone decides the results of a whole window, if that is one thing: lowerings with the same share its hash.
    #[must_use]
    pub fn alike(&self, window: u8) -> Option<Alike> {
        let least = u64::from(window & 0x7f) << WINDOW_BITS;
        let greatest = least + (1 << WINDOW_BITS) - 1;
        match self.running()? {
            Running::Sequence(sequence, order) => {
                let meets = |condition: &Condition| {
                    condition.least <= greatest
                        && condition.greatest >= least
                        && condition.negative.is_none_or(|negative| negative == (window >= 0x80))
                };
                let first = sequence.cases.iter().find(|case| case.when.as_ref().is_none_or(meets))?;
                let whole = first.when.as_ref().is_none_or(|condition| condition.least <= least && condition.greatest >= greatest);
                // A product with one changes nothing but a NaN, of which one stands for all.
                let one = |source: &Source| match source {
                    Source::Bits(bits) => *bits == F32::ROW.one(),
                    Source::Register(register) => order == Order::Reciprocal && *register == Register::A,
                    Source::Negated(_) => false,
                };
                let idle = |step: &&Instruction| step.operation == Operation::Fmul(Mode::Rn, Subnormals::Keep) && step.from.iter().any(one);
                let mut busy = first.instructions.iter().filter(|step| !idle(step));
                whole.then_some(match (busy.next()?.operation, busy.next()) {
                    (Operation::Mufu(op, operands), None) => Alike::Unit(op, operands),
                    _ => Alike::Instructions(order, first.instructions),
                })
            }
            // Neither an operand nor a result is subnormal, so that it does not matter what becomes of those.
            Running::Exact(program @ (Program::Rounded(..) | Program::Twice(_))) => {
                let at = window & 0x7f;
                let normal = match self.function {
                    Function::Root | Function::Reciprocal => (1..=0x7d).contains(&at),
                    Function::Quotient => (1..=0x6d).contains(&at),
                    Function::Fused => at >= 0x2d,
                    Function::ToHalf | Function::Quantized => !(0x32..=0x38).contains(&at),
                    _ => false,
                };
                let mode = if let Program::Rounded(mode, _) = program { Some(mode) } else { None };
                normal.then_some(Alike::Exact(self.function.key, mode))
            }
            Running::Exact(_) => None,
        }
    }
}

/// See [`Lowering::alike`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Alike {
    /// The special function unit by itself.
    Unit(Op, Operands),
    /// One case of a sequence.
    Instructions(Order, &'static [Instruction]),
    /// Roundings of a function: one, or two.
    Exact(&'static str, Option<Mode>),
}

/// Halves.
const HALF: Narrow = Narrow::of(F16::ROW);

impl Running {
    /// The result of an input, its NaN canonical.
    #[inline(always)]
    #[must_use]
    pub fn result(self, function: Function, number: u32) -> u32 {
        let [x, y, z] = function.operands(number).map(u64::from);
        function.canonical(match self {
            Running::Sequence(sequence, Order::Alone) => sequence.run(x, 0, &mut Silent) as u32,
            Running::Sequence(sequence, Order::Reciprocal) => sequence.run(F32::ROW.one(), x, &mut Silent) as u32,
            Running::Sequence(sequence, Order::Quotient) => sequence.run(y, x, &mut Silent) as u32,
            Running::Exact(program) => exact(function, program, [x, y, z]) as u32,
        })
    }
}

/// A result without the special function unit.
#[inline(always)]
fn exact(function: Function, program: Program, [x, y, z]: [u64; 3]) -> u64 {
    const NEAREST: Rules = Rules::ieee(Mode::Rn);
    let silent = &mut Silent;
    let rules = match program {
        Program::Rounded(mode, subnormals) => Rules { subnormals, ..Rules::ieee(mode) },
        Program::Twice(subnormals) => Rules { subnormals, ..NEAREST },
        _ => NEAREST,
    };
    let wide = |half: u64| convert(Incoming::plain(F16::ROW, half), F32::ROW, &NEAREST, &mut Silent).bits;
    let narrow = |single: u64, rules: &Rules| convert(Incoming::plain(F32::ROW, single), F16::ROW, rules, &mut Silent).bits;
    if let Program::Twice(_) = program {
        return match function.kind {
            Kind::Half => add(HALF, multiply(HALF, x, y, &rules, silent).bits, z, &rules, silent).bits,
            _ => add(F32, multiply(F32, x, y, &rules, silent).bits, z, &rules, silent).bits,
        };
    }
    match function {
        Function::Root => square_root(F32, x, &rules, silent).bits,
        Function::ToHalf => narrow(x, &rules),
        Function::Quantized if matches!(program, Program::Clipped) => {
            let (sign, half) = (x & F32::ROW.sign_mask(), narrow(x, &rules));
            let beyond = wide(F16::ROW.largest()) + 1..F32::ROW.exponent_mask();
            match wide(half) {
                _ if beyond.contains(&(x & !F32::ROW.sign_mask())) => sign | F32::ROW.exponent_mask(),
                _ if half & F16::ROW.exponent_mask() == 0 => sign,
                result => result,
            }
        }
        // SPIR-V's OpQuantizeToF16 has what is below the halves' normal numbers before it is rounded be zero.
        Function::Quantized if rules.subnormals == Subnormals::Flush && x & 0x7fff_ffff < 0x3880_0000 => x & 0x8000_0000,
        Function::Quantized => wide(narrow(x, &rules)),
        Function::Quotient => divide(F32, y, x, &rules, silent).bits,
        Function::Fused => fused(F32, x, y, z, &rules, silent).bits,
        Function::HalfSum => add(HALF, x, y, &rules, silent).bits,
        Function::HalfProduct => multiply(HALF, x, y, &rules, silent).bits,
        Function::HalfFused if matches!(program, Program::Widened) => {
            narrow(fused(F32, wide(x), wide(y), wide(z), &rules, silent).bits, &rules)
        }
        Function::HalfFused => fused(HALF, x, y, z, &rules, silent).bits,
        _ => reciprocal(F32, x, &rules, silent).bits,
    }
}
