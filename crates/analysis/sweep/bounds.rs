//! What NVIDIA's texts promise of each approximation, beside the worst that the model does over every operand of the promise's range.
//!
//! The measured figures are committed, so that a page shows them at once; a test sweeps the short ranges again and another, for
//! acceptance, the long ones. Where the worst is beyond the promise, [`Bound::met`] says so: LG2 misses the MUFU text by 1.6 %, SIN and
//! COS the good bits of the Tesla paper, cos.approx of sm_70 and later PTX's bound on ±2π by 5 %, and sqrt.approx of sm_50, which is RCP of
//! RSQ, the bound that PTX gives for all targets.
//!
//! Functions that are odd or even bit for bit are swept over positive operands; a test holds that symmetry.
#![expect(clippy::float_arithmetic, reason = "error figures; no instruction's result passes through here")]

use super::{FunctionUnderTest, Summary};
use crate::instruction::Modifier;
use crate::special_function::Elementary;

/// A promise and what became of it.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// The text that makes the promise.
    pub source: Source,
    /// The function, by its name in [`super::FunctionUnderTest::find`].
    pub function: &'static str,
    /// The target, for a PTX instruction.
    pub target: u32,
    /// The operands it is for, in words.
    pub on: &'static str,
    /// The same as ranges of bits, both ends included.
    pub ranges: &'static [(u32, u32)],
    /// What is promised.
    pub measure: Measure,
    /// The promise: good bits or ulps.
    pub documented: f64,
    /// The worst over the ranges in the same unit, to three or four decimal places.
    pub measured: f64,
    /// An operand that attains it, the first in the order of the ranges.
    pub operand: u32,
}

/// Where a promise is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Table 8.11 of the CUDA handbook, excerpted from the paper on the Tesla architecture.
    Tesla,
    /// The text on MUFU, SPA 5.0.
    Mufu,
    /// The PTX manual's section on the instruction.
    Ptx,
    /// The CUDA programming guide's table of intrinsics.
    Cuda,
}

/// The quantity that is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The greatest absolute error is two to the power of minus this.
    AbsoluteBits,
    /// The greatest relative error is two to the power of minus this.
    RelativeBits,
    /// The greatest error in ulps of the true value.
    Ulps,
    /// The greatest distance from the correctly rounded result, in ulps.
    UlpsFromNearest,
}

impl Source {
    /// The text, in a word or two.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tesla => "CUDA handbook, Table 8.11",
            Self::Mufu => "MUFU text",
            Self::Ptx => "PTX manual",
            Self::Cuda => "CUDA guide",
        }
    }
}

impl Measure {
    /// Whether a greater figure is better.
    #[must_use]
    pub const fn counts_bits(self) -> bool {
        matches!(self, Self::AbsoluteBits | Self::RelativeBits)
    }

    /// The figure of a summary, and the operand that attains it.
    #[must_use]
    pub fn of(self, summary: &Summary) -> (f64, u32) {
        match self {
            Self::AbsoluteBits => (-libm::log2(summary.absolute.error), summary.absolute.operand),
            Self::RelativeBits => (-libm::log2(summary.relative.error), summary.relative.operand),
            Self::Ulps => (summary.ulps.error, summary.ulps.operand),
            // The nearest result is at most half an ulp from the true value, so distances round to whole ulps.
            Self::UlpsFromNearest => (summary.ulps.error.round(), summary.ulps.operand),
        }
    }
}

impl Bound {
    /// Whether it is about what PTX approximates so.
    #[must_use]
    pub fn is_of(&self, approximated: Elementary) -> bool {
        FunctionUnderTest::find(self.function, self.target).and_then(|subject| subject.approximated()) == Some(approximated)
    }

    /// Whether the promise is kept.
    #[must_use]
    pub fn met(&self) -> bool {
        if self.measure.counts_bits() { self.measured >= self.documented } else { self.measured <= self.documented }
    }

    /// The number of operands it is for.
    #[must_use]
    pub fn operands(&self) -> u64 {
        self.ranges.iter().map(|(from, to)| u64::from(to - from) + 1).sum()
    }
}

/// A promise about an instruction of two operands. There are too many pairs to run over, so nothing stands beside it.
#[derive(Clone, Copy, Debug)]
pub struct PairBound {
    /// The instruction, without `.ftz`.
    pub function: &'static str,
    /// The operands it is for, in words.
    pub on: &'static str,
    /// The magnitudes of the second operand it is for, as bits, both ends included.
    pub divisors: (u32, u32),
    /// The greatest error in ulps that is promised.
    pub ulps: f64,
}

/// What the PTX manual promises of divisions, 9.7.3.8.
pub const PAIRS: [PairBound; 2] = [
    PairBound { function: "div.approx.f32", on: "b in [2^-126, 2^126]", divisors: (0x0080_0000, 0x7e80_0000), ulps: 2.0 },
    PairBound { function: "div.full.f32", on: "the full range", divisors: (0, 0x7f7f_ffff), ulps: 2.0 },
];

/// The promise of the PTX manual, or of MUFU's text, about a result, in a phrase; None where it promises nothing for these operands.
#[must_use]
pub fn promise(form: &str, a: u32, b: u32) -> Option<String> {
    let plain = |form: &str| form.replace(Modifier::Ftz.text(), "");
    let name = plain(form);
    let of_pairs = PAIRS.iter().find(|bound| bound.function == name);
    if let Some(bound) = of_pairs.filter(|bound| (bound.divisors.0..=bound.divisors.1).contains(&(b & !SIGN))) {
        return Some(phrase(Source::Ptx, Measure::Ulps, bound.ulps, bound.on));
    }
    let covers = |ranges: &[(u32, u32)]| ranges.iter().any(|(from, to)| [a, a & !SIGN].iter().any(|bits| (from..=to).contains(&bits)));
    // PTX promises the same of every target; rows that name another differ in what was measured.
    let bound = BOUNDS
        .iter()
        .find(|bound| matches!(bound.source, Source::Ptx | Source::Mufu) && plain(bound.function) == name && covers(bound.ranges))?;
    Some(phrase(bound.source, bound.measure, bound.documented, bound.on))
}

/// A figure that is not negative, to three places at most.
#[must_use]
pub fn thousandths(figure: f64) -> String {
    let thousandths = (figure * 1000.0 + 0.5) as u32;
    match thousandths % 1000 {
        0 => format!("{}", thousandths / 1000),
        part => format!("{}.{}", thousandths / 1000, format!("{part:03}").trim_end_matches('0')),
    }
}

fn phrase(source: Source, measure: Measure, documented: f64, on: &str) -> String {
    let figure = thousandths(documented);
    let text = if source == Source::Mufu { "MUFU" } else { "PTX" };
    match measure {
        Measure::AbsoluteBits => format!("absolute error of {figure} bits on {on} ({text})"),
        Measure::RelativeBits => format!("relative error of {figure} bits on {on} ({text})"),
        Measure::Ulps => format!("{figure} ulp on {on} ({text})"),
        Measure::UlpsFromNearest => format!("{figure} ulp from the nearest on {on} ({text})"),
    }
}

const SIGN: u32 = 0x8000_0000;

const ONE_TO_TWO: &[(u32, u32)] = &[(0x3f80_0000, 0x3fff_ffff)];
const ONE_TO_FOUR: &[(u32, u32)] = &[(0x3f80_0000, 0x407f_ffff)];
const HALF_TO_TWO: &[(u32, u32)] = &[(0x3f00_0001, 0x3fff_ffff)];
const OUTSIDE: &[(u32, u32)] = &[(0x0000_0001, 0x3f00_0000), (0x4000_0000, 0x7f7f_ffff)];
const FRACTION: &[(u32, u32)] = &[(0x0000_0000, 0x007f_ffff)];
const HIGH_ONE_TO_TWO: &[(u32, u32)] = &[(0x3ff0_0000, 0x3fff_ffff)];
const HIGH_ONE_TO_FOUR: &[(u32, u32)] = &[(0x3ff0_0000, 0x400f_ffff)];
const POSITIVE: &[(u32, u32)] = &[(0x0000_0001, 0x7f7f_ffff)];
const FINITE: &[(u32, u32)] = &[(0x0000_0001, 0x7f7f_ffff), (0x8000_0001, 0xff7f_ffff)];
const UP_TO_PI: (u32, u32) = (0x0000_0000, 0x4049_0fda);
const UP_TO_TWO_PI: (u32, u32) = (0x4049_0fdb, 0x40c9_0fda);
const UP_TO_HUNDRED_PI: (u32, u32) = (0x40c9_0fdb, 0x439d_1462);
const PI: &[(u32, u32)] = &[UP_TO_PI];
const TWO_PI: &[(u32, u32)] = &[UP_TO_PI, UP_TO_TWO_PI];
const HUNDRED_PI: &[(u32, u32)] = &[UP_TO_PI, UP_TO_TWO_PI, UP_TO_HUNDRED_PI];

#[allow(clippy::too_many_arguments, reason = "the columns of a table")]
const fn row(
    source: Source,
    function: &'static str,
    target: u32,
    on: &'static str,
    ranges: &'static [(u32, u32)],
    measure: Measure,
    documented: f64,
    measured: f64,
    operand: u32,
) -> Bound {
    Bound { source, function, target, on, ranges, measure, documented, measured, operand }
}

use Measure::{AbsoluteBits, RelativeBits, Ulps, UlpsFromNearest};
use Source::{Cuda, Mufu, Ptx, Tesla};

/// Every promise that a sweep of one operand can judge.
#[rustfmt::skip]
pub const BOUNDS: [Bound; 43] = [
    row(Tesla, "RCP", 50, "[1, 2)", ONE_TO_TWO, AbsoluteBits, 24.02, 24.0367, 0x3f81_cfff),
    row(Tesla, "RCP", 50, "[1, 2)", ONE_TO_TWO, Ulps, 0.98, 0.9749, 0x3f81_cfff),
    row(Tesla, "RSQ", 50, "[1, 4)", ONE_TO_FOUR, AbsoluteBits, 23.40, 23.4012, 0x3f82_0399),
    row(Tesla, "RSQ", 50, "[1, 4)", ONE_TO_FOUR, Ulps, 1.52, 1.5145, 0x3f82_0399),
    row(Tesla, "EX2", 50, "fractions [0, 1)", FRACTION, AbsoluteBits, 22.51, 22.5246, 0x0042_fc00),
    row(Tesla, "EX2", 50, "fractions [0, 1)", FRACTION, Ulps, 1.41, 1.3903, 0x0042_fc00),
    row(Tesla, "LG2", 50, "[1, 2)", ONE_TO_TWO, AbsoluteBits, 22.57, 22.5770, 0x3f85_5fff),
    row(Tesla, "SIN", 50, "quadrant 0", FRACTION, AbsoluteBits, 22.47, 22.3831, 0x0035_4d00),
    row(Tesla, "COS", 50, "quadrant 0", FRACTION, AbsoluteBits, 22.47, 21.4869, 0x0073_ffcc),
    row(Mufu, "RCP", 50, "[1, 2)", ONE_TO_TWO, AbsoluteBits, 23.0, 24.0367, 0x3f81_cfff),
    row(Mufu, "RSQ", 50, "[1, 4)", ONE_TO_FOUR, AbsoluteBits, 22.4, 23.4012, 0x3f82_0399),
    row(Mufu, "EX2", 50, "fractions [0, 1)", FRACTION, AbsoluteBits, 22.5, 22.5246, 0x0042_fc00),
    row(Mufu, "LG2", 50, "mantissa [1, 2)", ONE_TO_TWO, AbsoluteBits, 22.6, 22.5770, 0x3f85_5fff),
    row(Mufu, "SIN", 50, "quadrant 0", FRACTION, AbsoluteBits, 20.9, 22.3831, 0x0035_4d00),
    row(Mufu, "COS", 50, "quadrant 0", FRACTION, AbsoluteBits, 20.9, 21.4869, 0x0073_ffcc),
    row(Mufu, "SQRT", 62, "[1, 4), approximately", ONE_TO_FOUR, RelativeBits, 20.0, 23.2534, 0x3f84_80a8),
    row(Mufu, "RCP64H", 50, "[1, 2), approximately", HIGH_ONE_TO_TWO, RelativeBits, 20.0, 20.0433, 0x3fff_e8bf),
    row(Mufu, "RSQ64H", 50, "[1, 4), approximately", HIGH_ONE_TO_FOUR, RelativeBits, 20.0, 20.0366, 0x400f_81ab),
    row(Ptx, "rcp.approx.f32", 90, "full range", POSITIVE, Ulps, 1.0, 0.9848, 0x7e81_dfff),
    row(Ptx, "rsqrt.approx.f32", 90, "positive and finite", POSITIVE, RelativeBits, 22.9, 22.9354, 0x0000_0041),
    row(Ptx, "sqrt.approx.f32", 90, "positive and finite", POSITIVE, RelativeBits, 23.0, 23.2534, 0x0021_202a),
    row(Ptx, "sqrt.approx.f32", 50, "positive and finite", POSITIVE, RelativeBits, 23.0, 22.4744, 0x0045_01ff),
    row(Ptx, "lg2.approx.f32", 90, "(0.5, 2)", HALF_TO_TWO, AbsoluteBits, 22.0, 22.1476, 0x3f07_5fff),
    row(Ptx, "lg2.approx.f32", 90, "outside (0.5, 2)", OUTSIDE, RelativeBits, 22.0, 22.0566, 0x3ef3_ffde),
    row(Ptx, "ex2.approx.f32", 90, "full range", FINITE, UlpsFromNearest, 2.0, 2.0, 0xc2fc_500a),
    row(Ptx, "sin.approx.f32", 90, "[-2π, 2π]", TWO_PI, AbsoluteBits, 20.5, 20.5520, 0x4052_7e14),
    row(Ptx, "sin.approx.f32", 50, "[-2π, 2π]", TWO_PI, AbsoluteBits, 20.5, 21.0285, 0x4052_7d5d),
    row(Ptx, "cos.approx.f32", 90, "[-2π, 2π]", TWO_PI, AbsoluteBits, 20.5, 20.4268, 0x409c_cdb6),
    row(Ptx, "cos.approx.f32", 50, "[-2π, 2π]", TWO_PI, AbsoluteBits, 20.5, 20.8533, 0x409b_8254),
    row(Ptx, "sin.approx.f32", 90, "[-100π, 100π]", HUNDRED_PI, AbsoluteBits, 14.7, 14.7402, 0x439b_846e),
    row(Ptx, "sin.approx.f32", 50, "[-100π, 100π]", HUNDRED_PI, AbsoluteBits, 14.7, 16.2484, 0x439b_8ab7),
    row(Ptx, "cos.approx.f32", 90, "[-100π, 100π]", HUNDRED_PI, AbsoluteBits, 14.7, 14.7380, 0x439c_53b9),
    row(Ptx, "cos.approx.f32", 50, "[-100π, 100π]", HUNDRED_PI, AbsoluteBits, 14.7, 16.2413, 0x439c_53d8),
    row(Ptx, "tanh.approx.f32", 90, "full range", POSITIVE, RelativeBits, 11.0, 16.4556, 0x3f17_040f),
    row(Ptx, "ex2.approx.f16", 90, "results that are normal", &[(0, 0x4bff), (0x8000, 0xcb00)], RelativeBits, 9.9, 10.0020, 0x15c4),
    row(Ptx, "ex2.approx.ftz.bf16", 90, "results that are normal", &[(0, 0x42ff), (0x8000, 0xc2fc)], RelativeBits, 7.0, 7.0186, 0x3c37),
    row(Ptx, "tanh.approx.f16", 90, "full range", &[(0, 0x7bff), (0x8000, 0xfbff)], AbsoluteBits, 10.987, 10.9873, 0x3e23),
    row(Ptx, "tanh.approx.bf16", 90, "full range", &[(0, 0x7f7f), (0x8000, 0xff7f)], AbsoluteBits, 8.0, 7.9999, 0x3f3f),
    row(Cuda, "sin.approx.f32", 90, "[-π, π]", PI, AbsoluteBits, 21.41, 21.4567, 0x3f27_4c12),
    row(Cuda, "cos.approx.f32", 90, "[-π, π]", PI, AbsoluteBits, 21.19, 21.2398, 0x3fe1_1dca),
    row(Cuda, "lg2.approx.f32", 90, "[0.5, 2]", &[(0x3f00_0000, 0x4000_0000)], AbsoluteBits, 22.0, 22.1476, 0x3f07_5fff),
    row(Cuda, "sin.approx.f32", 50, "[-π, π]", PI, AbsoluteBits, 21.41, 21.4567, 0x3f27_4c12),
    row(Cuda, "cos.approx.f32", 50, "[-π, π]", PI, AbsoluteBits, 21.19, 21.2398, 0x3fe1_1dca),
];
