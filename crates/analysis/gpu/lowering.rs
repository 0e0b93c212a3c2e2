//! What a driver may make of a function, each a program of ours: what becomes of a PTX instruction, other instructions of the special function
//! unit, or exact arithmetic and its roundings.
//!
//! Which of them a driver takes is not published; a row claims nothing but that it can be told from the others by its bits.

use super::program::{Order, Program};
use super::{Function, Hash, WINDOW_BITS, sequences};
use crate::instruction::Modifier;
use crate::rounding::{Mode, Subnormals};

/// Whose chips may compute so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maker {
    /// NVIDIA's: its special function unit takes part.
    Nvidia,
    /// Anybody's: exact arithmetic and its roundings.
    Anybody,
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

use Function::{
    Cosine, Exp2, Fused, HalfFused, HalfProduct, HalfSum, Log2, Quantized, Quotient, Reciprocal, ReciprocalRoot, Root, Sine, Tanh, ToHalf,
};
use Program::{Clipped, Ptx, Rounded, Steps, Twice, Widened};
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
    row("sqrt-rcp-rsq", Root,           Ptx("sqrt.approx.ftz.f32", 50),  "MUFU.RCP of MUFU.RSQ with subnormals flushed, as in CUDA on sm_50"),
    row("sqrt-x-rsq",   Root,           Steps(&sequences::ROOT),         "x · MUFU.RSQ with subnormals flushed, zero and infinity as they are"),
    row("sin-rn",       Sine,           Steps(&sequences::SINE),         "FMUL by 1/2π to nearest, then MUFU.SIN, as Mesa has it"),
    row("cos-rn",       Cosine,         Steps(&sequences::COSINE),       "FMUL by 1/2π to nearest, then MUFU.COS, as Mesa has it"),
    row("sin-rro",      Sine,           Ptx("sin.approx.f32", 50),       "RRO.SINCOS, then MUFU.SIN, as in CUDA before sm_70"),
    row("cos-rro",      Cosine,         Ptx("cos.approx.f32", 50),       "RRO.SINCOS, then MUFU.COS, as in CUDA before sm_70"),
    row("tanh-powers",  Tanh,           Steps(&sequences::TANGENT),      "(e^x - e^-x) · MUFU.RCP(e^x + e^-x) with MUFU.EX2, as Mesa has it"),
    row("half-rn-ftz",  ToHalf,         Rounded(Mode::Rn, Flush),        "x rounded to nearest even, with subnormals flushed"),
    row("half-rz-ftz",  ToHalf,         Rounded(Mode::Rz, Flush),        "x rounded towards zero, with subnormals flushed"),
    row("quantize-rn",  Quantized,      Rounded(Mode::Rn, Keep),         "x rounded to nearest even"),
    row("quantize-rz",  Quantized,      Rounded(Mode::Rz, Keep),         "x rounded towards zero"),
    row("quantize-rn-ftz", Quantized,   Rounded(Mode::Rn, Flush),        "x rounded to nearest even, and zero below 2^-14"),
    row("quantize-rz-ftz", Quantized,   Rounded(Mode::Rz, Flush),        "x rounded towards zero, and zero below 2^-14"),
    row("div-rn",       Quotient,       Rounded(Mode::Rn, Keep),         "the exact quotient, rounded to nearest"),
    row("div-rn-ftz",   Quotient,       Rounded(Mode::Rn, Flush),        "the exact quotient, rounded to nearest, with subnormals flushed"),
    row("div-approx-ftz", Quotient,     Ptx("div.approx.ftz.f32", 90),   "y · MUFU.RCP(x) with subnormals flushed"),
    row("div-approx",   Quotient,       Ptx("div.approx.f32", 90),       "y · MUFU.RCP(x), scaled where x is subnormal"),
    row("div-full-ftz", Quotient,       Ptx("div.full.ftz.f32", 90),     "y · MUFU.RCP(x) with subnormals flushed, scaled where x is beyond 2^126"),
    row("div-full",     Quotient,       Ptx("div.full.f32", 90),         "y · MUFU.RCP(x), scaled where x is subnormal or beyond 2^126"),
    row("fma-rn",       Fused,          Rounded(Mode::Rn, Keep),         "x · y + z rounded once, to nearest"),
    row("fma-rn-ftz",   Fused,          Rounded(Mode::Rn, Flush),        "x · y + z rounded once, to nearest, with subnormals flushed"),
    row("fma-twice",    Fused,          Twice(Keep),                     "x · y rounded to nearest, and then the sum"),
    row("fma-twice-ftz", Fused,         Twice(Flush),                    "x · y rounded to nearest, and then the sum, with subnormals flushed"),
    row("f16-add-rn",   HalfSum,        Rounded(Mode::Rn, Keep),         "the sum rounded once, to nearest"),
    row("f16-add-rn-ftz", HalfSum,      Rounded(Mode::Rn, Flush),        "the sum rounded once, to nearest, with subnormals flushed"),
    row("f16-mul-rn",   HalfProduct,    Rounded(Mode::Rn, Keep),         "the product rounded once, to nearest"),
    row("f16-mul-rn-ftz", HalfProduct,  Rounded(Mode::Rn, Flush),        "the product rounded once, to nearest, with subnormals flushed"),
    row("f16-fma-rn",   HalfFused,      Rounded(Mode::Rn, Keep),         "x · y + z rounded once, to nearest"),
    row("f16-fma-rn-ftz", HalfFused,    Rounded(Mode::Rn, Flush),        "x · y + z rounded once, to nearest, with subnormals flushed"),
    row("f16-fma-twice", HalfFused,     Twice(Keep),                     "x · y rounded to nearest, and then the sum"),
    row("f16-fma-single", HalfFused,    Widened,                         "x · y + z in single precision, rounded to a half"),
    row("quantize-clipped", Quantized,  Clipped,                         "x rounded to nearest even; zero where that is subnormal, infinite above 65504"),
];

impl Lowering {
    /// The row of a key.
    #[must_use]
    pub fn named(key: &str) -> Option<&'static Lowering> {
        LOWERINGS.iter().find(|row| row.key == key)
    }

    /// Whose chips may compute so.
    #[must_use]
    pub fn maker(&self) -> Maker {
        if self.program.has_unit() { Maker::Nvidia } else { Maker::Anybody }
    }

    /// The result of an input, its NaN canonical.
    #[must_use]
    pub fn result(&self, number: u32) -> u32 {
        self.running().map_or(0, |running| running.result(self.function, number))
    }

    /// The hash of the inputs from `first` on.
    #[must_use]
    pub fn hash(&self, first: u32, count: u32) -> Hash {
        let mut hash = Hash::default();
        if let Some(running) = self.running() {
            (first..=first + (count - 1)).for_each(|number| hash.add(number, running.result(self.function, number)));
        }
        hash
    }

    /// The hash of a window.
    #[must_use]
    pub fn window(&self, window: u8) -> Hash {
        self.hash(u32::from(window) << WINDOW_BITS, 1 << WINDOW_BITS)
    }

    /// The PTX that computes so, its operands' names with their bits for an input, and the target that it is for; None where no single
    /// instruction does.
    #[must_use]
    pub fn ptx(&self, number: u32) -> Option<Ptxed> {
        let [x, y, z] = self.function.operands(number);
        let flushed = |name: &str, kind: &str, subnormals: Subnormals| {
            let ftz = if subnormals == Flush { Modifier::Ftz.text() } else { "" };
            [name, ftz, kind].concat()
        };
        let (form, target, operands) = match self.program {
            Ptx(form, target) => {
                let operands = match Program::order(form, self.function) {
                    Order::Alone => vec![x],
                    Order::Reciprocal => vec![0x3f80_0000, x],
                    Order::Quotient => vec![y, x],
                };
                (form.to_owned(), target, operands)
            }
            Rounded(mode, subnormals) => {
                let (name, kind, operands) = match self.function {
                    Root => ("sqrt.rn", ".f32", vec![x]),
                    Reciprocal => ("rcp.rn", ".f32", vec![x]),
                    Quotient => ("div.rn", ".f32", vec![y, x]),
                    Fused => ("fma.rn", ".f32", vec![x, y, z]),
                    HalfSum => ("add.rn", ".f16", vec![x, y]),
                    HalfProduct => ("mul.rn", ".f16", vec![x, y]),
                    HalfFused => ("fma.rn", ".f16", vec![x, y, z]),
                    ToHalf if subnormals == Keep => (if mode == Mode::Rn { "cvt.rn" } else { "cvt.rz" }, ".f16.f32", vec![x]),
                    _ => return None,
                };
                (flushed(name, kind, subnormals), 90, operands)
            }
            _ => return None,
        };
        let operands: Vec<_> = ["a", "b", "c"].into_iter().zip(operands).collect();
        let text = operands.iter().fold([&form, " %d"].concat(), |text, (name, _)| [&text, ", %", name].concat());
        Some(Ptxed { text: [&text, ";"].concat(), operands, target })
    }
}

/// An instruction of PTX with operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ptxed {
    /// The instruction.
    pub text: String,
    /// Registers and their bits.
    pub operands: Vec<(&'static str, u32)>,
    /// The number of the target.
    pub target: u32,
}
