//! Single questions to a GPU: an expression of WGSL, its operands, and what each answer means. Where PTX has an instruction that answers so, it
//! stands beside the answer; a test runs it and asks for the same bits, and the page opens it.

/// A question.
#[derive(Debug, PartialEq, Eq)]
pub struct Probe {
    /// How files name it.
    pub key: &'static str,
    /// What it is about.
    pub topic: Topic,
    /// The question, in words.
    pub asks: &'static str,
    /// The expression that gives the answer's bits, of `a`, `b`, `c: f32` and their bits `A`, `B`, `C`.
    pub wgsl: &'static str,
    /// The bits of a, b and c.
    pub operands: [u32; 3],
    /// Answers that mean something.
    pub answers: &'static [Answer],
    /// Whether it needs the type f16.
    pub half: bool,
}

/// What questions are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Whether expressions are computed as they are written.
    Rewriting,
    /// What becomes of subnormal operands and results.
    Subnormals,
    /// How results are rounded.
    Rounding,
    /// Halves.
    Halves,
    /// NaN, infinities and signs of zero.
    Specials,
}

impl Topic {
    /// All of them, with their titles.
    pub const ALL: [(Topic, &str); 5] = [
        (Topic::Rewriting, "Are expressions computed as they are written?"),
        (Topic::Subnormals, "Are subnormal numbers kept?"),
        (Topic::Rounding, "How are results rounded?"),
        (Topic::Halves, "Halves"),
        (Topic::Specials, "NaN, infinities and signs of zero"),
    ];
}

/// An answer.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its bits.
    pub bits: Bits,
    /// What it means.
    pub means: &'static str,
    /// PTX of `%a`, `%b`, `%c` that answers so in `%d`, if there is some.
    pub ptx: &'static str,
}

/// The bits of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// These.
    Are(u32),
    /// Any NaN of a single.
    Nan,
}

impl Bits {
    fn are(self, got: u32) -> bool {
        match self {
            Bits::Are(bits) => bits == got,
            Bits::Nan => got & 0x7fff_ffff > 0x7f80_0000,
        }
    }
}

const fn to(bits: u32, means: &'static str, ptx: &'static str) -> Answer {
    Answer { bits: Bits::Are(bits), means, ptx }
}
const fn nan(means: &'static str, ptx: &'static str) -> Answer {
    Answer { bits: Bits::Nan, means, ptx }
}
const fn ask(
    topic: Topic,
    key: &'static str,
    asks: &'static str,
    wgsl: &'static str,
    operands: [u32; 3],
    answers: &'static [Answer],
) -> Probe {
    Probe { key, topic, asks, wgsl, operands, answers, half: false }
}
const fn in_half(probe: Probe) -> Probe {
    Probe { half: true, ..probe }
}

use Topic::{Halves, Rewriting, Rounding, Specials, Subnormals};

const ONE: u32 = 0x3f80_0000;
const TWO: u32 = 0x4000_0000;
const HALF: u32 = 0x3f00_0000;
/// 2^-127, the subnormal number with one bit at the top.
const SMALL: u32 = 0x0040_0000;
/// 2^-126, the smallest normal number.
const LEAST: u32 = 0x0080_0000;
const INF: u32 = 0x7f80_0000;
const NEGATIVE: u32 = 0x8000_0000;
/// A signaling NaN with a payload.
const LOADED: u32 = 0x7fa1_2345;
const FLUSHED: &str = "flushed to zero";
const KEPT: &str = "kept";

/// Every question.
#[rustfmt::skip]
pub static PROBES: &[Probe] = &[
    ask(Rewriting, "contract-add", "Is a · b + c joined into one fma?", "bitcast<u32>(a * b + c)", [0x3f80_0001, 0x3f80_0001, 0xbf80_0002], &[
        to(0, "two roundings, as written", "mul.rn.f32 %t, %a, %b; add.rn.f32 %d, %t, %c;"),
        to(0x2880_0000, "joined: one rounding", "fma.rn.f32 %d, %a, %b, %c;"),
    ]),
    ask(Rewriting, "contract-sub", "Is a · b − c?", "bitcast<u32>(a * b - c)", [0x3f80_0001, 0x3f80_0001, 0x3f80_0002], &[
        to(0, "two roundings, as written", "mul.rn.f32 %t, %a, %b; sub.rn.f32 %d, %t, %c;"),
        to(0x2880_0000, "joined: one rounding", "neg.f32 %t, %c; fma.rn.f32 %d, %a, %b, %t;"),
    ]),
    ask(Rewriting, "fma", "Does fma(a, b, c) round once?", "bitcast<u32>(fma(a, b, c))", [0x3f80_0001, 0x3f80_0001, 0xbf80_0002], &[
        to(0x2880_0000, "fused: one rounding", "fma.rn.f32 %d, %a, %b, %c;"),
        to(0, "a product and a sum, rounded each", "mul.rn.f32 %t, %a, %b; add.rn.f32 %d, %t, %c;"),
    ]),
    ask(Rewriting, "reassociate", "Is (a + b) + c added from the left?", "bitcast<u32>((a + b) + c)", [ONE, 0x4e80_0000, 0xce80_0000], &[
        to(0, "as written", "add.rn.f32 %t, %a, %b; add.rn.f32 %d, %t, %c;"),
        to(ONE, "regrouped", "add.rn.f32 %t, %b, %c; add.rn.f32 %d, %a, %t;"),
    ]),
    ask(Rewriting, "cancel-sum", "Is (a − b) + b cancelled?", "bitcast<u32>((a - b) + b)", [ONE, 0x4e80_0000, 0], &[
        to(0, "as written", "sub.rn.f32 %t, %a, %b; add.rn.f32 %d, %t, %b;"),
        to(ONE, "cancelled to a", ""),
    ]),
    ask(Rewriting, "cancel-product", "Is (a · b) / b cancelled where a · b overflows?", "bitcast<u32>((a * b) / b)", [0x7f00_0000, 0x4080_0000, 0], &[
        to(INF, "as written: infinity stays", "mul.rn.f32 %t, %a, %b; div.full.f32 %d, %t, %b;"),
        to(0x7f00_0000, "cancelled to a", ""),
    ]),
    ask(Rewriting, "same-difference", "What is ∞ − ∞?", "bitcast<u32>(a - b)", [INF, INF, 0], &[
        nan("NaN, as in IEEE 754", "sub.rn.f32 %d, %a, %b;"),
        to(0, "zero: infinities are taken not to occur", ""),
    ]),
    ask(Rewriting, "zero-product", "What is 0 · ∞?", "bitcast<u32>(a * b)", [0, INF, 0], &[
        nan("NaN, as in IEEE 754", "mul.rn.f32 %d, %a, %b;"),
        to(0, "zero: a product with zero is zero", ""),
    ]),
    ask(Rewriting, "nan-equal", "Is a NaN unequal to itself?", "select(0u, 1u, a == b)", [0x7fc0_0000, 0x7fc0_0000, 0], &[
        to(0, "yes, as in IEEE 754", ""),
        to(1, "no: NaN is taken not to occur", ""),
    ]),

    ask(Subnormals, "in-add", "As an operand of a sum, a + 0", "bitcast<u32>(a + b)", [SMALL, 0, 0], &[
        to(SMALL, KEPT, "add.rn.f32 %d, %a, %b;"), to(0, FLUSHED, "add.rn.ftz.f32 %d, %a, %b;"),
    ]),
    ask(Subnormals, "in-mul", "As an operand of a product, a · 1", "bitcast<u32>(a * b)", [SMALL, ONE, 0], &[
        to(SMALL, KEPT, "mul.rn.f32 %d, %a, %b;"), to(0, FLUSHED, "mul.rn.ftz.f32 %d, %a, %b;"),
    ]),
    ask(Subnormals, "in-large", "As an operand whose product is normal, a · 2^60", "bitcast<u32>(a * b)", [SMALL, 0x5d80_0000, 0], &[
        to(0x1e00_0000, KEPT, "mul.rn.f32 %d, %a, %b;"), to(0, FLUSHED, "mul.rn.ftz.f32 %d, %a, %b;"),
    ]),
    ask(Subnormals, "in-fma", "As an operand of fma(a, 1, 0)", "bitcast<u32>(fma(a, b, c))", [SMALL, ONE, 0], &[
        to(SMALL, KEPT, "fma.rn.f32 %d, %a, %b, %c;"), to(0, FLUSHED, "fma.rn.ftz.f32 %d, %a, %b, %c;"),
    ]),
    ask(Subnormals, "in-div", "As both operands of a quotient, a / a", "bitcast<u32>(a / b)", [SMALL, SMALL, 0], &[
        to(ONE, KEPT, "div.full.f32 %d, %a, %b;"), nan("flushed to zero: 0 / 0", "div.full.ftz.f32 %d, %a, %b;"),
    ]),
    ask(Subnormals, "out-mul", "As a product, 2^-126 · ½", "bitcast<u32>(a * b)", [LEAST, HALF, 0], &[
        to(SMALL, KEPT, "mul.rn.f32 %d, %a, %b;"), to(0, FLUSHED, "mul.rn.ftz.f32 %d, %a, %b;"),
    ]),
    ask(Subnormals, "out-sub", "As a difference, 1.5 · 2^-126 − 2^-126", "bitcast<u32>(a - b)", [0x00c0_0000, LEAST, 0], &[
        to(SMALL, KEPT, "sub.rn.f32 %d, %a, %b;"), to(0, FLUSHED, "sub.rn.ftz.f32 %d, %a, %b;"),
    ]),
    ask(Subnormals, "out-fma", "As a result of fma(2^-126, ½, 0)", "bitcast<u32>(fma(a, b, c))", [LEAST, HALF, 0], &[
        to(SMALL, KEPT, "fma.rn.f32 %d, %a, %b, %c;"), to(0, FLUSHED, "fma.rn.ftz.f32 %d, %a, %b, %c;"),
    ]),
    ask(Subnormals, "out-div", "As a quotient, 2^-126 / 2", "bitcast<u32>(a / b)", [LEAST, TWO, 0], &[
        to(SMALL, KEPT, "div.full.f32 %d, %a, %b;"), to(0, FLUSHED, "div.full.ftz.f32 %d, %a, %b;"),
    ]),
    ask(Subnormals, "out-up", "A product just below 2^-126 that rounds up to it", "bitcast<u32>(a * b)", [0x00ff_ffff, HALF, 0], &[
        to(LEAST, "2^-126: nothing is flushed", "mul.rn.f32 %d, %a, %b;"), to(0, FLUSHED, "mul.rn.ftz.f32 %d, %a, %b;"),
    ]),
    ask(Subnormals, "out-after", "A product below 2^-126 that 24 bits round up to it", "bitcast<u32>(a * b)", [0x2000_0400, 0x1fff_f800, 0], &[
        to(LEAST, "2^-126: kept, or flushed by the value after rounding", "mul.rn.ftz.f32 %d, %a, %b;"),
        to(0, "flushed by the value before rounding", ""),
    ]),
    ask(Subnormals, "negate", "Under a minus sign, −a", "bitcast<u32>(-a)", [SMALL, 0, 0], &[
        to(0x8040_0000, KEPT, "neg.f32 %d, %a;"), to(NEGATIVE, FLUSHED, "neg.ftz.f32 %d, %a;"),
    ]),
    ask(Subnormals, "absolute", "In abs(a)", "bitcast<u32>(abs(a))", [0x8040_0000, 0, 0], &[
        to(SMALL, KEPT, "abs.f32 %d, %a;"), to(0, FLUSHED, "abs.ftz.f32 %d, %a;"),
    ]),
    ask(Subnormals, "minimum", "In min(a, 1)", "bitcast<u32>(min(a, b))", [SMALL, ONE, 0], &[
        to(SMALL, KEPT, "min.f32 %d, %a, %b;"), to(0, FLUSHED, "min.ftz.f32 %d, %a, %b;"),
    ]),
    ask(Subnormals, "compare", "Is it greater than zero?", "select(0u, 1u, a > b)", [SMALL, 0, 0], &[
        to(1, "yes: kept", ""), to(0, "no: flushed to zero", ""),
    ]),
    ask(Subnormals, "in-rcp", "1/a of 2^-127", "bitcast<u32>(b / a)", [SMALL, ONE, 0], &[
        to(0x7f00_0000, KEPT, "rcp.approx.f32 %d, %a;"), to(INF, FLUSHED, "rcp.approx.ftz.f32 %d, %a;"),
    ]),
    ask(Subnormals, "out-rcp", "1/a of 2^127", "bitcast<u32>(b / a)", [0x7f00_0000, ONE, 0], &[
        to(SMALL, KEPT, "rcp.approx.f32 %d, %a;"), to(0, FLUSHED, "rcp.approx.ftz.f32 %d, %a;"),
    ]),
    ask(Subnormals, "in-rsqrt", "inverseSqrt of 2^-127", "bitcast<u32>(inverseSqrt(a))", [SMALL, 0, 0], &[
        to(0x5f35_04f2, "kept, as MUFU.RSQ has it", "rsqrt.approx.f32 %d, %a;"), to(0x5f35_04f3, "kept: the nearest", ""), to(INF, FLUSHED, "rsqrt.approx.ftz.f32 %d, %a;"),
    ]),
    ask(Subnormals, "in-sqrt", "sqrt of 2^-127", "bitcast<u32>(sqrt(a))", [SMALL, 0, 0], &[
        to(0x1fb5_04f3, KEPT, "sqrt.rn.f32 %d, %a;"), to(0, FLUSHED, "sqrt.rn.ftz.f32 %d, %a;"),
    ]),
    ask(Subnormals, "in-log2", "log2 of 2^-127", "bitcast<u32>(log2(a))", [SMALL, 0, 0], &[
        to(0xc2fd_ffff, "kept, as MUFU.LG2 has it", "lg2.approx.f32 %d, %a;"), to(0xc2fe_0000, "kept: the exact result", ""), to(0xff80_0000, FLUSHED, "lg2.approx.ftz.f32 %d, %a;"),
    ]),
    ask(Subnormals, "out-exp2", "exp2 of −127", "bitcast<u32>(exp2(a))", [0xc2fe_0000, 0, 0], &[
        to(0x003f_ffff, "kept, as MUFU.EX2 has it", "ex2.approx.f32 %d, %a;"), to(SMALL, "kept: the exact result", ""), to(0, FLUSHED, "ex2.approx.ftz.f32 %d, %a;"),
    ]),
    ask(Subnormals, "in-sin", "sin of 2^-127", "bitcast<u32>(sin(a))", [SMALL, 0, 0], &[
        to(SMALL, KEPT, ""), to(0, FLUSHED, "sin.approx.f32 %d, %a;"),
    ]),

    ask(Rounding, "tie-even", "A sum half way above an even number", "bitcast<u32>(a + b)", [ONE, 0x3380_0000, 0], &[
        to(ONE, "down, to even", "add.rn.f32 %d, %a, %b;"), to(0x3f80_0001, "up", "add.rp.f32 %d, %a, %b;"),
    ]),
    ask(Rounding, "tie-odd", "A sum half way above an odd number", "bitcast<u32>(a + b)", [0x3f80_0001, 0x3380_0000, 0], &[
        to(0x3f80_0002, "up, to even", "add.rn.f32 %d, %a, %b;"), to(0x3f80_0001, "towards zero", "add.rz.f32 %d, %a, %b;"),
    ]),
    ask(Rounding, "sum-above", "A sum just above half way", "bitcast<u32>(a + b)", [ONE, 0x3380_0080, 0], &[
        to(0x3f80_0001, "to nearest", "add.rn.f32 %d, %a, %b;"), to(ONE, "towards zero", "add.rz.f32 %d, %a, %b;"),
    ]),
    ask(Rounding, "sum-negative", "A negative sum just beyond half way", "bitcast<u32>(a + b)", [0xbf80_0000, 0xb380_0080, 0], &[
        to(0xbf80_0001, "to nearest", "add.rn.f32 %d, %a, %b;"), to(0xbf80_0000, "towards zero", "add.rz.f32 %d, %a, %b;"),
    ]),
    ask(Rounding, "product", "A product half way above an odd number", "bitcast<u32>(a * b)", [0x3f80_0001, 0x3fc0_0000, 0], &[
        to(0x3fc0_0002, "to nearest even", "mul.rn.f32 %d, %a, %b;"), to(0x3fc0_0001, "towards zero", "mul.rz.f32 %d, %a, %b;"),
    ]),
    ask(Rounding, "third", "1 / 3", "bitcast<u32>(a / b)", [ONE, 0x4040_0000, 0], &[
        to(0x3eaa_aaab, "the nearest", "div.rn.f32 %d, %a, %b;"), to(0x3eaa_aaaa, "the float below", "div.rz.f32 %d, %a, %b;"),
    ]),
    ask(Rounding, "quotient", "A quotient that a · (1/b) misses", "bitcast<u32>(a / b)", [0x40a0_0000, 0x40c0_0000, 0], &[
        to(0x3f55_5555, "the nearest", "div.rn.f32 %d, %a, %b;"), to(0x3f55_5556, "a times the unit’s reciprocal", "div.full.f32 %d, %a, %b;"),
    ]),
    ask(Rounding, "far-divisor", "2^127 / 2^127, whose reciprocal is subnormal", "bitcast<u32>(a / b)", [0x7f00_0000, 0x7f00_0000, 0], &[
        to(ONE, "right", "div.full.f32 %d, %a, %b;"), to(0, "a times a reciprocal that was flushed", "div.approx.ftz.f32 %d, %a, %b;"),
    ]),
    ask(Rounding, "reciprocal", "1/a where the special function unit errs most", "bitcast<u32>(b / a)", [0x3f81_cfff, ONE, 0], &[
        to(0x3f7c_6cf7, "the nearest", "rcp.rn.f32 %d, %a;"), to(0x3f7c_6cf6, "as MUFU.RCP has it", "rcp.approx.ftz.f32 %d, %a;"),
    ]),
    ask(Rounding, "root", "A root that the special function unit misses", "bitcast<u32>(sqrt(a))", [0x3f80_3571, 0, 0], &[
        to(0x3f80_1ab6, "the nearest", "sqrt.rn.f32 %d, %a;"), to(0x3f80_1ab5, "as MUFU.SQRT has it", "sqrt.approx.ftz.f32 %d, %a;"),
    ]),
    ask(Rounding, "reciprocal-root", "inverseSqrt where the special function unit errs most", "bitcast<u32>(inverseSqrt(a))", [0x3f82_0399, 0, 0], &[
        to(0x3f7e_0267, "as MUFU.RSQ has it", "rsqrt.approx.ftz.f32 %d, %a;"),
    ]),
    ask(Rounding, "power", "exp2 of about 0.9086", "bitcast<u32>(exp2(a))", [0x3f68_a936, 0, 0], &[
        to(0x3ff0_52bc, "as MUFU.EX2 has it", "ex2.approx.ftz.f32 %d, %a;"),
    ]),
    ask(Rounding, "power-folded", "The same of a constant, which a compiler may compute", "bitcast<u32>(exp2(bitcast<f32>(0x3f68a936u)))", [0x3f68_a936, 0, 0], &[
        to(0x3ff0_52bc, "as MUFU.EX2 has it", "ex2.approx.ftz.f32 %d, %a;"),
    ]),
    ask(Rounding, "sine", "sin of a million", "bitcast<u32>(sin(a))", [0x4974_2400, 0, 0], &[
        to(0xbef1_5ae7, "as FMUL.RZ and MUFU.SIN have it", "sin.approx.f32 %d, %a;"),
    ]),
    ask(Rounding, "whole", "round(2.5)", "bitcast<u32>(round(a))", [0x4020_0000, 0, 0], &[
        to(TWO, "to even", "cvt.rni.f32.f32 %d, %a;"), to(0x4040_0000, "away from zero", ""),
    ]),

    ask(Halves, "pack-above", "pack2x16float just above half way", "pack2x16float(vec2f(a, 0.0))", [0x3f80_1008, 0, 0], &[
        to(0x3c01, "to nearest", "cvt.rn.f16.f32 %d, %a;"), to(0x3c00, "towards zero", "cvt.rz.f16.f32 %d, %a;"),
    ]),
    ask(Halves, "pack-tie", "pack2x16float half way above an even half", "pack2x16float(vec2f(a, 0.0))", [0x3f80_1000, 0, 0], &[
        to(0x3c00, "down: to even, or towards zero", "cvt.rn.f16.f32 %d, %a;"), to(0x3c01, "away from zero", ""),
    ]),
    ask(Halves, "pack-large", "pack2x16float of 65520, half way to 2^16", "pack2x16float(vec2f(a, 0.0))", [0x477f_f000, 0, 0], &[
        to(0x7c00, "infinity", "cvt.rn.f16.f32 %d, %a;"), to(0x7bff, "the largest half", "cvt.rz.f16.f32 %d, %a;"),
    ]),
    ask(Halves, "pack-small", "pack2x16float of 2^-20, a subnormal half", "pack2x16float(vec2f(a, 0.0))", [0x3580_0000, 0, 0], &[
        to(0x0010, KEPT, "cvt.rn.f16.f32 %d, %a;"), to(0, FLUSHED, ""),
    ]),
    ask(Halves, "unpack-small", "unpack2x16float of the smallest half", "bitcast<u32>(unpack2x16float(A).x)", [1, 0, 0], &[
        to(0x3380_0000, KEPT, "cvt.f32.f16 %d, %a;"), to(0, FLUSHED, ""),
    ]),
    ask(Halves, "quantize-above", "quantizeToF16 just above half way", "bitcast<u32>(quantizeToF16(a))", [0x3f80_1008, 0, 0], &[
        to(0x3f80_2000, "to nearest", "cvt.rn.f16.f32 %t, %a; cvt.f32.f16 %d, %t;"), to(ONE, "towards zero", "cvt.rz.f16.f32 %t, %a; cvt.f32.f16 %d, %t;"),
    ]),
    ask(Halves, "quantize-small", "quantizeToF16 of 2^-20", "bitcast<u32>(quantizeToF16(a))", [0x3580_0000, 0, 0], &[
        to(0x3580_0000, KEPT, "cvt.rn.f16.f32 %t, %a; cvt.f32.f16 %d, %t;"), to(0, FLUSHED, ""),
    ]),
    in_half(ask(Halves, "f16-convert", "f16(a) just above half way", "pack2x16float(vec2f(f32(f16(a)), 0.0))", [0x3f80_1008, 0, 0], &[
        to(0x3c01, "to nearest", "cvt.rn.f16.f32 %d, %a;"), to(0x3c00, "towards zero", "cvt.rz.f16.f32 %d, %a;"),
    ])),
    in_half(ask(Halves, "f16-product", "A product of halves half way above an odd half", "pack2x16float(vec2f(f32(f16(unpack2x16float(A).x) * f16(unpack2x16float(B).x)), 0.0))", [0x3c01, 0x3e00, 0], &[
        to(0x3e02, "to nearest even", "mul.rn.f16 %d, %a, %b;"), to(0x3e01, "towards zero", ""),
    ])),
    in_half(ask(Halves, "f16-small", "A subnormal half times 1", "pack2x16float(vec2f(f32(f16(unpack2x16float(A).x) * f16(unpack2x16float(B).x)), 0.0))", [1, 0x3c00, 0], &[
        to(1, KEPT, "mul.rn.f16 %d, %a, %b;"), to(0, FLUSHED, "mul.rn.ftz.f16 %d, %a, %b;"),
    ])),
    in_half(ask(Halves, "f16-contract", "Is a · b + c of halves joined into one fma?", "pack2x16float(vec2f(f32(f16(unpack2x16float(A).x) * f16(unpack2x16float(B).x) + f16(unpack2x16float(C).x)), 0.0))", [0x3c01, 0x3c01, 0xbc02], &[
        to(0, "two roundings, as written", "mul.rn.f16 %t, %a, %b; add.rn.f16 %d, %t, %c;"),
        to(0x0010, "joined, or computed in single precision", "fma.rn.f16 %d, %a, %b, %c;"),
    ])),

    ask(Specials, "nan-made", "Which NaN 0 / 0 gives", "bitcast<u32>(a / b)", [0, 0, 0], &[
        to(0x7fff_ffff, "7fffffff, as PTX’s instructions give", "div.full.f32 %d, %a, %b;"),
        to(0x7fc0_0000, "7fc00000", ""), to(0xffc0_0000, "ffc00000, as on x86", ""),
    ]),
    ask(Specials, "nan-added", "Which NaN comes out of a NaN plus 0", "bitcast<u32>(a + b)", [LOADED, 0, 0], &[
        to(0x7fff_ffff, "7fffffff: the payload is lost", "add.rn.f32 %d, %a, %b;"),
        to(0x7fe1_2345, "its own, made quiet", ""), to(0x7fc0_0000, "7fc00000: the payload is lost", ""),
    ]),
    ask(Specials, "nan-stored", "Whether a signaling NaN passes through", "bitcast<u32>(a)", [LOADED, 0, 0], &[
        to(LOADED, "untouched", ""), to(0x7fe1_2345, "made quiet", ""), to(0x7fff_ffff, "made 7fffffff", ""),
    ]),
    ask(Specials, "nan-minimum", "min(NaN, 1)", "bitcast<u32>(min(a, b))", [0x7fc0_0000, ONE, 0], &[
        to(ONE, "the number", "min.f32 %d, %a, %b;"), nan("NaN", "min.NaN.f32 %d, %a, %b;"),
    ]),
    ask(Specials, "zero-sum", "−0 + −0", "bitcast<u32>(a + b)", [NEGATIVE, NEGATIVE, 0], &[
        to(NEGATIVE, "−0", "add.rn.f32 %d, %a, %b;"), to(0, "+0: the sign is lost", ""),
    ]),
    ask(Specials, "zero-maximum", "max(−0, +0)", "bitcast<u32>(max(a, b))", [NEGATIVE, 0, 0], &[
        to(0, "+0", "max.f32 %d, %a, %b;"), to(NEGATIVE, "−0: zeros are taken to be equal", ""),
    ]),
    ask(Specials, "zero-rsqrt", "inverseSqrt(−0)", "bitcast<u32>(inverseSqrt(a))", [NEGATIVE, 0, 0], &[
        to(0xff80_0000, "−∞", "rsqrt.approx.f32 %d, %a;"), to(INF, "+∞", ""),
    ]),
    ask(Specials, "zero-sqrt", "sqrt(−0)", "bitcast<u32>(sqrt(a))", [NEGATIVE, 0, 0], &[
        to(NEGATIVE, "−0", "sqrt.rn.f32 %d, %a;"), to(0, "+0", ""),
    ]),
    ask(Specials, "zero-sin", "sin(−0)", "bitcast<u32>(sin(a))", [NEGATIVE, 0, 0], &[
        to(NEGATIVE, "−0", "sin.approx.f32 %d, %a;"), to(0, "+0", ""),
    ]),
];

impl Probe {
    /// The probe of a key.
    #[must_use]
    pub fn named(key: &str) -> Option<&'static Probe> {
        PROBES.iter().find(|probe| probe.key == key)
    }

    /// The answer that some bits are, if they are one that means something.
    #[must_use]
    pub fn answer(&self, got: u32) -> Option<&'static Answer> {
        self.answers.iter().find(|answer| answer.bits.are(got))
    }
}
