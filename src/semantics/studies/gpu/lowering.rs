//! What a driver may make of a function, each a program of ours: what becomes of a PTX instruction, or the exact result rounded once.
//!
//! Which of them a driver takes is not published; a row claims nothing but that it can be told from the others by its bits.

use super::{Function, Hash, WINDOW_BITS};
use crate::number::{F16, F32};
use crate::operation::{Incoming, convert, reciprocal, square_root};
use crate::rounding::{Mode, Rules, Subnormals};
use crate::special_function::sequence::{Condition, Instruction, Operation, Register, Sequence, Source};
use crate::special_function::{Op, Operands, Silent, sequence_table};
use crate::sweep::measure::Kind;

/// Whose chips may compute so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maker {
    /// NVIDIA's: its special function unit takes part.
    Nvidia,
    /// Anybody's: the exact result, rounded once.
    Anybody,
}

/// What gives the bits.
#[derive(Clone, Copy, Debug)]
pub enum Program {
    /// What the assembler makes of a PTX instruction for a target. A division divides 1 by the operand.
    Ptx(&'static str, u32),
    /// The exact result, rounded once.
    Rounded(Mode, Subnormals),
}

/// One row.
#[derive(Debug)]
pub struct Lowering {
    /// How files name it.
    pub key: &'static str,
    /// Of which function.
    pub function: Function,
    /// What it is, in words that follow “is”.
    pub says: &'static str,
    /// What gives the bits.
    pub program: Program,
}

const fn row(key: &'static str, function: Function, program: Program, says: &'static str) -> Lowering {
    Lowering { key, function, says, program }
}

use Function::{Cosine, Exp2, Log2, Reciprocal, ReciprocalRoot, Root, Sine, Tanh, ToHalf};
use Program::{Ptx, Rounded};
use Subnormals::{Flush, Keep};

/// Every lowering, in the order of [`super::table`].
#[rustfmt::skip]
pub static LOWERINGS: &[Lowering] = &[
    row("rcp",          Reciprocal,     Ptx("rcp.approx.ftz.f32", 90),   "MUFU.RCP with subnormals flushed"),
    row("rsqrt",        ReciprocalRoot, Ptx("rsqrt.approx.ftz.f32", 90), "MUFU.RSQ with subnormals flushed"),
    row("ex2",          Exp2,           Ptx("ex2.approx.ftz.f32", 90),   "MUFU.EX2 with subnormals flushed"),
    row("lg2",          Log2,           Ptx("lg2.approx.ftz.f32", 90),   "MUFU.LG2 with subnormals flushed"),
    row("sqrt",         Root,           Ptx("sqrt.approx.ftz.f32", 90),  "MUFU.SQRT with subnormals flushed"),
    row("sin-rz",       Sine,           Ptx("sin.approx.f32", 90),       "FMUL.RZ by 1/2π, then MUFU.SIN, as in CUDA from sm_70 on"),
    row("cos-rz",       Cosine,         Ptx("cos.approx.f32", 90),       "FMUL.RZ by 1/2π, then MUFU.COS, as in CUDA from sm_70 on"),
    row("rcp-scaled",   Reciprocal,     Ptx("rcp.approx.f32", 90),       "MUFU.RCP, scaled where operand or result is subnormal"),
    row("rsqrt-scaled", ReciprocalRoot, Ptx("rsqrt.approx.f32", 90),     "MUFU.RSQ, scaled where the operand is subnormal"),
    row("ex2-scaled",   Exp2,           Ptx("ex2.approx.f32", 90),       "MUFU.EX2, of half the operand and squared where the result is subnormal"),
    row("lg2-scaled",   Log2,           Ptx("lg2.approx.f32", 90),       "MUFU.LG2, scaled where the operand is subnormal"),
    row("sqrt-scaled",  Root,           Ptx("sqrt.approx.f32", 90),      "MUFU.SQRT, scaled where the operand is subnormal"),
    row("sqrt-rn",      Root,           Rounded(Mode::Rn, Keep),         "the exact root, rounded to nearest"),
    row("sqrt-rn-ftz",  Root,           Rounded(Mode::Rn, Flush),        "the exact root, rounded to nearest, with subnormals flushed"),
    row("rcp-rn",       Reciprocal,     Rounded(Mode::Rn, Keep),         "the exact reciprocal, rounded to nearest"),
    row("rcp-rn-ftz",   Reciprocal,     Rounded(Mode::Rn, Flush),        "the exact reciprocal, rounded to nearest, with subnormals flushed"),
    row("tanh",         Tanh,           Ptx("tanh.approx.f32", 90),      "MUFU.TANH"),
    row("rcp-div",      Reciprocal,     Ptx("div.approx.f32", 90),       "MUFU.RCP, scaled where the operand is subnormal, as in div.approx"),
    row("half-rn",      ToHalf,         Rounded(Mode::Rn, Keep),         "x rounded to nearest even"),
    row("half-rz",      ToHalf,         Rounded(Mode::Rz, Keep),         "x rounded towards zero"),
];

/// What a program is once it is looked up.
#[derive(Clone, Copy, Debug)]
pub enum Running {
    /// Instructions, and whether 1 is divided by the operand.
    Sequence(&'static Sequence, Order),
    /// One rounding.
    Rounded(Mode, Subnormals),
}

/// Where the operand stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// It is the only one.
    Alone,
    /// It is what 1 is divided by.
    Divisor,
}

impl Lowering {
    /// The row of a key.
    #[must_use]
    pub fn named(key: &str) -> Option<&'static Lowering> {
        LOWERINGS.iter().find(|row| row.key == key)
    }

    /// Whose chips may compute so.
    #[must_use]
    pub fn maker(&self) -> Maker {
        if matches!(self.program, Program::Rounded(..)) { Maker::Anybody } else { Maker::Nvidia }
    }

    /// The instructions, where they are some; a row whose instruction no table has would give zeros, and a test asks for all.
    #[must_use]
    pub fn running(&self) -> Option<Running> {
        Some(match self.program {
            Ptx(form, target) => {
                let order = if form.starts_with("div") { Order::Divisor } else { Order::Alone };
                Running::Sequence(sequence_table::find(form, target)?, order)
            }
            Rounded(mode, subnormals) => Running::Rounded(mode, subnormals),
        })
    }

    /// The result of an operand, its NaN canonical.
    #[must_use]
    pub fn result(&self, operand: u32) -> u32 {
        self.running().map_or(0, |running| running.result(self.function, operand))
    }

    /// The hash of the operands from `first` on.
    #[must_use]
    pub fn hash(&self, first: u32, count: u32) -> Hash {
        let mut hash = Hash::default();
        if let Some(running) = self.running() {
            (first..=first + (count - 1)).for_each(|operand| hash.add(operand, running.result(self.function, operand)));
        }
        hash
    }

    /// The hash of a window.
    #[must_use]
    pub fn window(&self, window: u8) -> Hash {
        self.hash(u32::from(window) << WINDOW_BITS, 1 << WINDOW_BITS)
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
                    Source::Register(register) => order == Order::Divisor && *register == Register::A,
                    Source::Negated(_) => false,
                };
                let idle = |step: &&Instruction| step.operation == Operation::Fmul(Mode::Rn, Keep) && step.from.iter().any(one);
                let mut busy = first.instructions.iter().filter(|step| !idle(step));
                whole.then_some(match (busy.next()?.operation, busy.next()) {
                    (Operation::Mufu(op, operands), None) => Alike::Unit(op, operands),
                    _ => Alike::Instructions(first.instructions),
                })
            }
            // No subnormal operand, and neither root nor reciprocal is subnormal.
            Running::Rounded(Mode::Rn, _) if self.function != ToHalf && (1..=0x7d).contains(&(window & 0x7f)) => {
                Some(Alike::Rounded(self.function.key))
            }
            Running::Rounded(..) => None,
        }
    }
}

/// See [`Lowering::alike`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Alike {
    /// The special function unit by itself.
    Unit(Op, Operands),
    /// One case of a sequence.
    Instructions(&'static [Instruction]),
    /// One rounding, of a function.
    Rounded(&'static str),
}

impl Running {
    /// The result of an operand, its NaN canonical.
    #[inline(always)]
    fn result(self, function: Function, operand: u32) -> u32 {
        let a = u64::from(operand);
        function.canonical(match self {
            Running::Sequence(sequence, Order::Alone) => sequence.run(a, 0, &mut Silent) as u32,
            Running::Sequence(sequence, Order::Divisor) => sequence.run(F32::ROW.one(), a, &mut Silent) as u32,
            Running::Rounded(mode, subnormals) => {
                let rules = Rules { subnormals, ..Rules::ieee(mode) };
                let answer = match (function, function.kind) {
                    (_, Kind::Half) => convert(Incoming::plain(F32::ROW, a), F16::ROW, &rules, &mut Silent),
                    (Function::Root, _) => square_root(F32, a, &rules, &mut Silent),
                    _ => reciprocal(F32, a, &rules, &mut Silent),
                };
                answer.bits as u32
            }
        })
    }
}
