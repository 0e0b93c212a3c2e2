//! The functions of WGSL that are run over 2^32 inputs: every single, every pair of halves, or singles that follow from the input's number.

use super::hash::{SECOND, mix};
use crate::sweep::functions::ReferenceFunction;
use crate::sweep::reading::Reading;
use crate::sweep::{FunctionUnderTest, measure::Kind};
use core::ops::Deref;

/// How operands follow from the number of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// x is the number.
    Single,
    /// x is the number, y and z are mixed from it; their exponents are such that x · y and z meet.
    Singles,
    /// x is the lower half of the number and y the upper; z is mixed from it, its exponent such that x · y and z meet.
    Halves,
}

/// What is known of a function.
#[derive(Debug)]
pub struct Row {
    /// How files and addresses name it.
    pub key: &'static str,
    /// How a page writes it.
    pub name: &'static str,
    /// The expression of WGSL, of `x`, `y` and `z`.
    pub wgsl: &'static str,
    /// Where its operands come from.
    pub takes: Takes,
    /// What it approximates, where errors are measured.
    pub truth: Option<ReferenceFunction>,
    /// What its results are: singles, or halves in the lower bits of a word.
    pub kind: Kind,
    /// What WGSL allows it to be off by, in words.
    pub allowed: &'static str,
    /// Operands on which its errors are drawn, none of them negative: the first and the last.
    pub drawn: (u32, u32),
}

/// A row begins with the name of its variant.
macro_rules! functions {
    ($($name:ident = $row:expr;)*) => {
        /// A function.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "their rows say what they are")]
        pub enum Function {
            $($name,)*
        }

        const ROWS: &[Row] = &[$($row,)*];

        impl Function {
            /// All of them, in the order in which they are run.
            pub const ALL: [Function; ROWS.len()] = [$(Self::$name,)*];
        }
    };
}

#[rustfmt::skip]
functions! {
    Reciprocal = single("rcp", "1/x", "1.0 / x", ReferenceFunction::Reciprocal, "2.5 ulp for |x| from 2^-126 to 2^126", (0x3f80_0000, 0x3fff_ffff));
    ReciprocalRoot = single("rsqrt", "1/√x", "inverseSqrt(x)", ReferenceFunction::ReciprocalRoot, "2 ulp", (0x3f80_0000, 0x407f_ffff));
    Root = single("sqrt", "√x", "sqrt(x)", ReferenceFunction::Root, "what 1/inverseSqrt(x) may be off by", (0x3f80_0000, 0x407f_ffff));
    Exp2 = single("exp2", "2^x", "exp2(x)", ReferenceFunction::Exp2, "3 + 2|x| ulp", (0x3f80_0000, 0x3fff_ffff));
    Log2 = single("log2", "log2 x", "log2(x)", ReferenceFunction::Log2, "2^-21 absolute on [0.5, 2], else 3 ulp", (0x3f00_0000, 0x407f_ffff));
    Sine = single("sin", "sin x", "sin(x)", ReferenceFunction::Sine, "2^-11 absolute on [-π, π]", (0x3f00_0000, 0x4049_0fdb));
    Cosine = single("cos", "cos x", "cos(x)", ReferenceFunction::Cosine, "2^-11 absolute on [-π, π]", (0x3f00_0000, 0x4049_0fdb));
    Tanh = single("tanh", "tanh x", "tanh(x)", ReferenceFunction::Tanh, "1e-5 absolute, or what sinh/cosh may be", (0x3f00_0000, 0x407f_ffff));
    ToHalf = Row { kind: Kind::Half, ..single("half", "x as f16", "pack2x16float(vec2f(x, 0.0))", ReferenceFunction::Itself, "either half beside x", (0x3f80_0000, 0x3fff_ffff)) };
    Quantized = Row { truth: None, ..single("quantize", "x as f16 and back", "quantizeToF16(x)", ReferenceFunction::Itself, "either half beside x", (0x3f80_0000, 0x3fff_ffff)) };
    Quotient = several("div", "y / x", "y / x", "2.5 ulp for |x| from 2^-126 to 2^126");
    Fused = several("fma", "x · y + z", "fma(x, y, z)", "x · y + z rounded once or twice");
    HalfSum = halves("f16-add", "x + y of halves", "x + y", "either half beside the sum");
    HalfProduct = halves("f16-mul", "x · y of halves", "x * y", "either half beside the product");
    HalfFused = halves("f16-fma", "x · y + z of halves", "fma(x, y, z)", "x · y + z rounded once or twice");
}

const fn single(
    key: &'static str,
    name: &'static str,
    wgsl: &'static str,
    truth: ReferenceFunction,
    allowed: &'static str,
    drawn: (u32, u32),
) -> Row {
    Row { key, name, wgsl, takes: Takes::Single, truth: Some(truth), kind: Kind::Float, allowed, drawn }
}

const fn several(key: &'static str, name: &'static str, wgsl: &'static str, allowed: &'static str) -> Row {
    Row { key, name, wgsl, takes: Takes::Singles, truth: None, kind: Kind::Float, allowed, drawn: (0x3f80_0000, 0x3fff_ffff) }
}

const fn halves(key: &'static str, name: &'static str, wgsl: &'static str, allowed: &'static str) -> Row {
    Row { takes: Takes::Halves, kind: Kind::Half, ..several(key, name, wgsl, allowed) }
}

impl Deref for Function {
    type Target = Row;
    fn deref(&self) -> &Row {
        &ROWS[*self as usize]
    }
}

impl Function {
    /// The function of a key.
    #[must_use]
    pub fn named(key: &str) -> Option<Function> {
        Self::ALL.into_iter().find(|function| function.key == key)
    }

    /// Whether it needs the type f16.
    #[must_use]
    pub fn is_half(&self) -> bool {
        self.takes == Takes::Halves
    }

    /// Its results as a sweep judges them, given by some code; None where errors are not measured.
    #[must_use]
    pub fn subject<C>(&self, code: C) -> Option<FunctionUnderTest<C>> {
        Some(FunctionUnderTest { name: self.name, code, truth: self.truth?, reading: Reading::Float, kind: self.kind })
    }

    /// The bits of x, y and z; what the function does not take means nothing.
    #[inline(always)]
    #[must_use]
    pub fn operands(&self, number: u32) -> [u32; 3] {
        if self.takes == Takes::Single {
            return [number, 0, 0];
        }
        let first = mix(number);
        if self.takes == Takes::Singles {
            let second = mix(first.wrapping_add(SECOND));
            let [a, b, c] = [number >> 23 & 255, first >> 23 & 63, second >> 23 & 63];
            let exponent = ((a + b + c).max(64) - 64).min(254);
            return [number, first & 0x807f_ffff | (95 + b) << 23, second & 0x807f_ffff | exponent << 23];
        }
        let [a, b, c] = [number >> 10 & 31, number >> 26 & 31, first >> 16 & 31];
        let exponent = ((a + b + c).max(31) - 31).min(30);
        [number & 0xffff, number >> 16, first & 0x83ff | exponent << 10]
    }

    /// The result with the one NaN that stands for all: WGSL does not say which a function gives.
    #[inline(always)]
    #[must_use]
    pub fn canonical(&self, result: u32) -> u32 {
        let (nan, beyond) = if self.kind == Kind::Half { (0x7fff, 0x7c00) } else { (0x7fff_ffff, 0x7f80_0000) };
        if result & nan > beyond { nan } else { result }
    }
}
