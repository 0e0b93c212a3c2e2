//! What drivers may make of a function with the special function unit where no PTX instruction becomes the same, as data that runs.

use crate::rounding::{Mode, Subnormals};
use crate::special_function::machine::Register::{A, D, X, Y};
use crate::special_function::machine::{Instruction, Operation, Register, Source};
use crate::special_function::range_reduction::TURNS;
use crate::special_function::sequence::{Case, Condition, Sequence, Width};
use crate::special_function::{Op, Operands};

const NONE: Source = Source::Bits(0);
const ONE: Source = Source::Bits(0x3f80_0000);
/// log2 e.
const LOG2_E: Source = Source::Bits(0x3fb8_aa3b);
/// 1/2π.
const TURN: Source = Source::Bits(TURNS as u64);
const TEN: u64 = 0x4120_0000;

const RA: Source = Source::Register(A);
const RX: Source = Source::Register(X);
const RY: Source = Source::Register(Y);

const fn step(operation: Operation, to: Register, a: Source, b: Source) -> Instruction {
    Instruction { operation, to, from: [a, b, NONE] }
}
const fn fmul(subnormals: Subnormals, to: Register, a: Source, b: Source) -> Instruction {
    step(Operation::Fmul(Mode::Rn, subnormals), to, a, b)
}
const fn mufu(op: Op, to: Register, a: Source) -> Instruction {
    step(Operation::Mufu(op, Operands::Floats), to, a, NONE)
}
/// Operands whose magnitudes lie between two.
const fn within(least: u64, greatest: u64, negative: Option<bool>) -> Option<Condition> {
    Some(Condition { of: A, least, greatest, negative })
}
const fn sequence(cases: &'static [Case]) -> Sequence {
    Sequence { form: "", targets: (50, 999), width: Width::Single, cases }
}

use Subnormals::{Flush, Keep};

/// The operand times 1/2π rounded to nearest, then the unit's sine.
pub static SINE: Sequence = sequence(&[Case { when: None, instructions: &[fmul(Keep, X, RA, TURN), mufu(Op::Sin, D, RX)] }]);
/// The same with the unit's cosine.
pub static COSINE: Sequence = sequence(&[Case { when: None, instructions: &[fmul(Keep, X, RA, TURN), mufu(Op::Cos, D, RX)] }]);

/// x · RSQ(x); zero and infinity, of which that would be a NaN, as they are.
pub static ROOT: Sequence = sequence(&[
    Case { when: within(0, 0x007f_ffff, None), instructions: &[fmul(Flush, D, RA, ONE)] },
    Case { when: within(0x7f80_0000, 0x7f80_0000, Some(false)), instructions: &[fmul(Flush, D, RA, ONE)] },
    Case { when: None, instructions: &[mufu(Op::Rsq, X, RA), fmul(Flush, D, RA, RX)] },
]);

/// (e^x - e^-x) / (e^x + e^-x) with x held within ±10, each power by EX2 and the quotient by RCP, as Mesa has it.
pub static TANGENT: Sequence = sequence(&[
    Case { when: within(0, 0x007f_ffff, None), instructions: &[fmul(Flush, D, RA, ONE)] },
    Case { when: within(0x7f80_0001, 0x7fff_ffff, None), instructions: &[step(Operation::Mov, D, RA, NONE)] },
    Case { when: within(TEN, 0x7f80_0000, Some(false)), instructions: &of_exponentials(Source::Bits(TEN)) },
    Case { when: within(TEN, 0x7f80_0000, Some(true)), instructions: &of_exponentials(Source::Bits(TEN | 1 << 31)) },
    Case { when: None, instructions: &of_exponentials(RA) },
]);

const fn of_exponentials(x: Source) -> [Instruction; 7] {
    [
        fmul(Flush, X, x, LOG2_E),
        mufu(Op::Ex2, Y, RX),
        mufu(Op::Ex2, D, Source::Negated(X)),
        step(Operation::Fadd, X, RY, Source::Negated(D)),
        step(Operation::Fadd, Y, RY, Source::Register(D)),
        mufu(Op::Rcp, Y, RY),
        fmul(Flush, D, RX, RY),
    ]
}
