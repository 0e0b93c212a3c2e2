//! What the assembler makes of each approximate PTX instruction, target by target.
//!
//! Read off the output of NVIDIA's ptxas 12.9 through nvdisasm for sm_50, 52, 53, 62 (in the project's test data) and sm_75, 90 and 120;
//! the targets between are taken to be as their neighbours. Comparisons and selections are the cases' conditions; register moves are
//! left out. Where the assembler multiplies by a selected scale, the scale stands in the line of its case.

use super::machine::Register::{A, B, D, X, Y};
use super::machine::{Instruction, Operation, Register, Source};
use super::range_reduction::TURNS;
use super::sequence::{Case, Condition, Sequence, Width};
use super::{Op, Operands};
use crate::number::{BF16, F16};
use crate::rounding::{Mode, Subnormals};

/// The sequence that a target runs for a PTX instruction, or None where the target has no such instruction.
#[must_use]
pub fn find(form: &str, target: u32) -> Option<&'static Sequence> {
    SEQUENCES.iter().find(|sequence| sequence.form == form && (sequence.targets.0..=sequence.targets.1).contains(&target))
}

/// The fast path of a correctly rounded instruction, `rcp.rn.f32`: what runs unless an operand is near the ends of the range, where a
/// subroutine takes over. No case fits an operand that the assembler's test sends there; for `div.rn.f32`, whose FCHK is not public, all do.
#[must_use]
pub fn fast_path(form: &str) -> Option<&'static Sequence> {
    FAST_PATHS.iter().find(|sequence| sequence.form == form)
}

const OPEN: u32 = 999;
const WORDS: Operands = Operands::Words;
const FLOATS: Operands = Operands::Floats;

/// |x| < 2^-126: subnormal or zero, which MUFU would flush.
const SMALL_A: Option<Condition> = Some(Condition { of: A, least: 0, greatest: 0x007f_ffff, negative: None });
const SMALL_B: Option<Condition> = Some(Condition { of: B, least: 0, greatest: 0x007f_ffff, negative: None });
/// |x| > 2^126, whose reciprocal MUFU would flush; a NaN compares false.
const LARGE_A: Option<Condition> = Some(Condition { of: A, least: 0x7e80_0001, greatest: 0x7f80_0000, negative: None });
const LARGE_B: Option<Condition> = Some(Condition { of: B, least: 0x7e80_0001, greatest: 0x7f80_0000, negative: None });
/// x < -126, whose power of two MUFU would flush.
const DEEP: Option<Condition> = Some(Condition { of: A, least: 0x42fc_0001, greatest: 0x7f80_0000, negative: Some(true) });

/// 2^24, the scale that makes every subnormal number normal.
const UP: Source = Source::Bits(0x4b80_0000);
/// A quarter, the scale that keeps a reciprocal normal.
const QUARTER: Source = Source::Bits(0x3e80_0000);
const ONE: Source = Source::Bits(0x3f80_0000);
const HALF: Source = Source::Bits(0x3f00_0000);
/// 2^12, which undoes 2^24 under a reciprocal root, and 2^-12, which undoes it under a root.
const UP_12: Source = Source::Bits(0x4580_0000);
const DOWN_12: Source = Source::Bits(0x3980_0000);
/// -24, which undoes 2^24 under a logarithm.
const MINUS_24: Source = Source::Bits(0xc1c0_0000);
const TURN: Source = Source::Bits(TURNS as u64);
const NONE: Source = Source::Bits(0);

const RA: Source = Source::Register(A);
const RB: Source = Source::Register(B);
const RD: Source = Source::Register(D);
const RX: Source = Source::Register(X);
const RY: Source = Source::Register(Y);

const fn fmul(to: Register, a: Source, b: Source) -> Instruction {
    Instruction { operation: Operation::Fmul(Mode::Rn, Subnormals::Keep), to, from: [a, b, NONE] }
}
const fn fmul_ftz(to: Register, a: Source, b: Source) -> Instruction {
    Instruction { operation: Operation::Fmul(Mode::Rn, Subnormals::Flush), to, from: [a, b, NONE] }
}
const fn fmul_rz(to: Register, a: Source, b: Source) -> Instruction {
    Instruction { operation: Operation::Fmul(Mode::Rz, Subnormals::Keep), to, from: [a, b, NONE] }
}
const fn mufu(op: Op, operands: Operands, to: Register, a: Source) -> Instruction {
    Instruction { operation: Operation::Mufu(op, operands), to, from: [a, NONE, NONE] }
}
const fn plain(operation: Operation, to: Register, from: [Source; 3]) -> Instruction {
    Instruction { operation, to, from }
}
const fn case(when: Option<Condition>, instructions: &'static [Instruction]) -> Case {
    Case { when, instructions }
}
const fn row(form: &'static str, first: u32, last: u32, cases: &'static [Case]) -> Sequence {
    Sequence { form, targets: (first, last), width: Width::Single, cases }
}
const fn row64(form: &'static str, first: u32, last: u32, cases: &'static [Case]) -> Sequence {
    Sequence { form, targets: (first, last), width: Width::Double, cases }
}

macro_rules! half {
    ($form:literal, $op:expr, $format:expr, $first:literal) => {
        Sequence {
            form: $form,
            targets: ($first, OPEN),
            width: Width::Half,
            cases: &[case(None, &[plain(Operation::MufuHalf($op, $format), D, [RA, NONE, NONE])])],
        }
    };
}

/// Every sequence.
#[rustfmt::skip]
pub static SEQUENCES: &[Sequence] = &[
    row("rcp.approx.ftz.f32", 50, OPEN, &[case(None, &[mufu(Op::Rcp, FLOATS, D, RA)])]),
    row("rcp.approx.f32", 50, OPEN, &[
        case(SMALL_A, &[fmul(X, RA, UP), mufu(Op::Rcp, FLOATS, D, RX), fmul(D, RD, UP)]),
        case(LARGE_A, &[fmul(X, RA, QUARTER), mufu(Op::Rcp, FLOATS, D, RX), fmul(D, RD, QUARTER)]),
        case(None, &[fmul(X, RA, ONE), mufu(Op::Rcp, FLOATS, D, RX), fmul(D, RD, ONE)]),
    ]),
    row("rsqrt.approx.ftz.f32", 50, OPEN, &[case(None, &[mufu(Op::Rsq, FLOATS, D, RA)])]),
    row("rsqrt.approx.f32", 50, OPEN, &[
        case(SMALL_A, &[fmul(X, RA, UP), mufu(Op::Rsq, FLOATS, D, RX), fmul(D, RD, UP_12)]),
        case(None, &[mufu(Op::Rsq, FLOATS, D, RA)]),
    ]),
    row("sqrt.approx.ftz.f32", 50, 50, &[case(None, &[mufu(Op::Rsq, WORDS, X, RA), mufu(Op::Rcp, WORDS, D, RX)])]),
    row("sqrt.approx.ftz.f32", 52, OPEN, &[case(None, &[mufu(Op::Sqrt, FLOATS, D, RA)])]),
    row("sqrt.approx.f32", 50, 50, &[
        case(SMALL_A, &[fmul(X, RA, UP), mufu(Op::Rsq, WORDS, X, RX), mufu(Op::Rcp, WORDS, D, RX), fmul(D, RD, DOWN_12)]),
        case(None, &[mufu(Op::Rsq, WORDS, X, RA), mufu(Op::Rcp, WORDS, D, RX)]),
    ]),
    row("sqrt.approx.f32", 52, OPEN, &[
        case(SMALL_A, &[fmul(X, RA, UP), mufu(Op::Sqrt, FLOATS, D, RX), fmul(D, RD, DOWN_12)]),
        case(None, &[mufu(Op::Sqrt, FLOATS, D, RA)]),
    ]),
    row("lg2.approx.ftz.f32", 50, OPEN, &[case(None, &[mufu(Op::Lg2, FLOATS, D, RA)])]),
    row("lg2.approx.f32", 50, OPEN, &[
        case(SMALL_A, &[fmul(X, RA, UP), mufu(Op::Lg2, FLOATS, D, RX), plain(Operation::Fadd, D, [RD, MINUS_24, NONE])]),
        case(None, &[mufu(Op::Lg2, FLOATS, D, RA)]),
    ]),
    row("ex2.approx.ftz.f32", 50, 69, &[
        case(None, &[plain(Operation::RroEx2, X, [RA, NONE, NONE]), mufu(Op::Ex2, WORDS, D, RX)]),
    ]),
    row("ex2.approx.ftz.f32", 70, OPEN, &[case(None, &[mufu(Op::Ex2, FLOATS, D, RA)])]),
    row("ex2.approx.f32", 50, 69, &[
        case(DEEP, &[fmul(X, RA, HALF), plain(Operation::RroEx2, X, [RX, NONE, NONE]), mufu(Op::Ex2, WORDS, D, RX), fmul(D, RD, RD)]),
        case(None, &[plain(Operation::RroEx2, X, [RA, NONE, NONE]), mufu(Op::Ex2, WORDS, D, RX)]),
    ]),
    row("ex2.approx.f32", 70, OPEN, &[
        case(DEEP, &[fmul(X, RA, HALF), mufu(Op::Ex2, FLOATS, D, RX), fmul(D, RD, RD)]),
        case(None, &[mufu(Op::Ex2, FLOATS, D, RA)]),
    ]),
    row("sin.approx.f32", 50, 69, SIN_BY_WORD),
    row("sin.approx.f32", 70, OPEN, SIN_BY_TURNS),
    row("sin.approx.ftz.f32", 50, 69, SIN_BY_WORD),
    row("sin.approx.ftz.f32", 70, OPEN, SIN_BY_TURNS),
    row("cos.approx.f32", 50, 69, COS_BY_WORD),
    row("cos.approx.f32", 70, OPEN, COS_BY_TURNS),
    row("cos.approx.ftz.f32", 50, 69, COS_BY_WORD),
    row("cos.approx.ftz.f32", 70, OPEN, COS_BY_TURNS),
    row("tanh.approx.f32", 75, OPEN, &[case(None, &[mufu(Op::Tanh, FLOATS, D, RA)])]),
    half!("tanh.approx.f16", Op::Tanh, F16::ROW, 75),
    half!("tanh.approx.bf16", Op::Tanh, BF16::ROW, 90),
    half!("ex2.approx.f16", Op::Ex2, F16::ROW, 75),
    half!("ex2.approx.ftz.bf16", Op::Ex2, BF16::ROW, 90),
    row("div.approx.ftz.f32", 50, OPEN, &[case(None, &[mufu(Op::Rcp, FLOATS, X, RB), fmul_ftz(D, RX, RA)])]),
    row("div.approx.f32", 50, OPEN, &[
        case(SMALL_B, &[fmul(Y, RB, UP), mufu(Op::Rcp, FLOATS, Y, RY), fmul(X, RA, UP), fmul(D, RY, RX)]),
        case(None, &[mufu(Op::Rcp, FLOATS, Y, RB), fmul(D, RY, RA)]),
    ]),
    row("div.full.ftz.f32", 50, OPEN, &[
        case(LARGE_B, &[fmul_ftz(Y, RB, QUARTER), mufu(Op::Rcp, FLOATS, Y, RY), fmul_ftz(X, RA, QUARTER), fmul_ftz(D, RY, RX)]),
        case(None, &[mufu(Op::Rcp, FLOATS, Y, RB), fmul_ftz(D, RY, RA)]),
    ]),
    row("div.full.f32", 50, OPEN, &[
        case(SMALL_B, &[fmul(Y, RB, UP), mufu(Op::Rcp, FLOATS, Y, RY), fmul(X, RA, UP), fmul(D, RY, RX)]),
        case(LARGE_B, &[fmul(Y, RB, QUARTER), mufu(Op::Rcp, FLOATS, Y, RY), fmul(X, RA, QUARTER), fmul(D, RY, RX)]),
        case(None, &[mufu(Op::Rcp, FLOATS, Y, RB), fmul(D, RY, RA)]),
    ]),
    row64("rcp.approx.ftz.f64", 50, OPEN, &[case(None, &[plain(Operation::MufuHigh(Op::Rcp64h), D, [RA, NONE, NONE])])]),
    row64("rsqrt.approx.ftz.f64", 50, OPEN, &[case(None, &[plain(Operation::MufuHigh(Op::Rsq64h), D, [RA, NONE, NONE])])]),
    row64("rsqrt.approx.f64", 50, OPEN, &[
        case(on_doubles(0, 0, None), &[plain(Operation::Lop, D, [RA, SIGN_64, INF_64])]),
        case(on_doubles(INF + 1, u64::MAX >> 1, None), &[plain(Operation::Dadd, D, [RA, RA, NONE])]),
        case(on_doubles(1, INF, Some(true)), &[plain(Operation::Mov, D, [Source::Bits(0xfff8_0000_0000_0000), NONE, NONE])]),
        case(on_doubles(INF, INF, None), &[plain(Operation::Mov, D, [NONE, NONE, NONE])]),
        case(on_doubles(1, 0x000f_ffff_ffff_ffff, None), &[
            plain(Operation::Dmul, A, [RA, UP_54, NONE]),
            plain(Operation::MufuHigh(Op::Rsq64h), X, [RA, NONE, NONE]), RSQ_SQUARE, RSQ_REST, RSQ_CURVE, RSQ_SLOPE, RSQ_STEP,
            plain(Operation::Dmul, D, [RD, UP_27, NONE]),
        ]),
        case(None, &[plain(Operation::MufuHigh(Op::Rsq64h), X, [RA, NONE, NONE]), RSQ_SQUARE, RSQ_REST, RSQ_CURVE, RSQ_SLOPE, RSQ_STEP]),
    ]),
];

const SIN_BY_WORD: &[Case] = &[case(None, &[plain(Operation::RroSinCos, X, [RA, NONE, NONE]), mufu(Op::Sin, WORDS, D, RX)])];
const COS_BY_WORD: &[Case] = &[case(None, &[plain(Operation::RroSinCos, X, [RA, NONE, NONE]), mufu(Op::Cos, WORDS, D, RX)])];
const SIN_BY_TURNS: &[Case] = &[case(None, &[fmul_rz(X, RA, TURN), mufu(Op::Sin, FLOATS, D, RX)])];
const COS_BY_TURNS: &[Case] = &[case(None, &[fmul_rz(X, RA, TURN), mufu(Op::Cos, FLOATS, D, RX)])];

const INF: u64 = 0x7ff0_0000_0000_0000;
const INF_64: Source = Source::Bits(INF);
const SIGN_64: Source = Source::Bits(1 << 63);
/// 2^54 makes every subnormal double normal; 2^27 undoes it under a reciprocal root.
const UP_54: Source = Source::Bits(0x4350_0000_0000_0000);
const UP_27: Source = Source::Bits(0x41a0_0000_0000_0000);

const fn on_doubles(least: u64, greatest: u64, negative: Option<bool>) -> Option<Condition> {
    Some(Condition { of: A, least, greatest, negative })
}

// The refinement of rsqrt.approx.f64, one step of third order: e = 1 - a·x², then x + x·e·(1/2 + 3/8·e).
const RSQ_SQUARE: Instruction = plain(Operation::Dmul, Y, [RX, RX, NONE]);
const RSQ_REST: Instruction = plain(Operation::Dfma, Y, [RA, Source::Negated(Y), Source::Bits(0x3ff0_0000_0000_0000)]);
const RSQ_CURVE: Instruction = plain(Operation::Dfma, B, [RY, Source::Bits(0x3fd8_0000_0000_0000), Source::Bits(0x3fe0_0000_0000_0000)]);
const RSQ_SLOPE: Instruction = plain(Operation::Dmul, Y, [RX, RY, NONE]);
const RSQ_STEP: Instruction = plain(Operation::Dfma, D, [RB, RY, RX]);

const fn ffma(to: Register, a: Source, b: Source, c: Source) -> Instruction {
    Instruction { operation: Operation::Ffma, to, from: [a, b, c] }
}
const fn dfma(to: Register, a: Source, b: Source, c: Source) -> Instruction {
    Instruction { operation: Operation::Dfma, to, from: [a, b, c] }
}
const fn on_floats(least: u64, greatest: u64, negative: Option<bool>) -> Option<Condition> {
    Some(Condition { of: A, least, greatest, negative })
}
const fn minus(register: Register) -> Source {
    Source::Negated(register)
}
const MINUS_ONE: Source = Source::Bits(0xbf80_0000);
const ONE_64: Source = Source::Bits(0x3ff0_0000_0000_0000);

/// Fast paths as ptxas 12.3 and 12.9 emit them. A test runs each against the correctly rounded instruction.
#[rustfmt::skip]
pub static FAST_PATHS: &[Sequence] = &[
    row("rcp.rn.f32", 50, OPEN, &[
        case(on_floats(0x0080_0000, 0x7e7f_ffff, None), &[
            mufu(Op::Rcp, FLOATS, D, RA), ffma(X, RA, RD, MINUS_ONE), ffma(D, RD, minus(X), RD),
        ]),
    ]),
    row("sqrt.rn.f32", 50, OPEN, &[
        case(on_floats(0x0d00_0000, 0x7f7f_ffff, Some(false)), &[
            mufu(Op::Rsq, FLOATS, Y, RA), fmul_ftz(X, RA, RY), fmul_ftz(Y, RY, HALF), ffma(D, minus(X), RX, RA), ffma(D, RD, RY, RX),
        ]),
    ]),
    row("div.rn.f32", 50, OPEN, &[
        case(None, &[
            mufu(Op::Rcp, FLOATS, Y, RB), ffma(X, minus(B), RY, ONE), ffma(Y, RY, RX, RY), ffma(D, RY, RA, NONE),
            ffma(X, minus(B), RD, RA), ffma(D, RY, RX, RD), ffma(X, minus(B), RD, RA), ffma(D, RY, RX, RD),
        ]),
    ]),
    row64("rcp.rn.f64", 50, OPEN, &[
        case(on_doubles(0x0010_0000_0000_0000, 0x7fcf_fbfd_ffff_ffff, None), &[
            plain(Operation::MufuHigh(Op::Rcp64h), D, [RA, NONE, NONE]), plain(Operation::SeedLow, D, [RD, RA, NONE]),
            dfma(X, minus(A), RD, ONE_64), dfma(X, RX, RX, RX), dfma(D, RD, RX, RD), dfma(X, minus(A), RD, ONE_64), dfma(D, RD, RX, RD),
        ]),
    ]),
];
