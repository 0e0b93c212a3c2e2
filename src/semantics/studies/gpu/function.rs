//! The functions of WGSL that are run over every single.

use crate::sweep::truth::{Reading, Truth};
use crate::sweep::{Subject, measure::Kind};
use core::ops::Deref;

/// A function of one single.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// 1/x.
    Reciprocal,
    /// 1/√x.
    ReciprocalRoot,
    /// √x.
    Root,
    /// 2^x.
    Exp2,
    /// log2 x.
    Log2,
    /// sin x.
    Sine,
    /// cos x.
    Cosine,
    /// tanh x.
    Tanh,
    /// x as a half.
    ToHalf,
}

/// What is known of a function.
#[derive(Debug)]
pub struct Row {
    /// How files and addresses name it.
    pub key: &'static str,
    /// How a page writes it.
    pub name: &'static str,
    /// The expression of WGSL, of `x: f32`.
    pub wgsl: &'static str,
    /// What it approximates.
    pub truth: Truth,
    /// What its results are: singles, or halves in the lower bits of a word.
    pub kind: Kind,
    /// What WGSL allows it to be off by, in words.
    pub allowed: &'static str,
    /// Operands on which its errors are drawn, none of them negative: the first and the last.
    pub drawn: (u32, u32),
}

#[rustfmt::skip]
const ROWS: [Row; 9] = [
    single("rcp",   "1/x",     "1.0 / x",        Truth::Reciprocal,          "2.5 ulp for |x| from 2^-126 to 2^126",    (0x3f80_0000, 0x3fff_ffff)),
    single("rsqrt", "1/√x",    "inverseSqrt(x)", Truth::ReciprocalRoot,      "2 ulp",                                   (0x3f80_0000, 0x407f_ffff)),
    single("sqrt",  "√x",      "sqrt(x)",        Truth::Root,                "what 1/inverseSqrt(x) may be off by",     (0x3f80_0000, 0x407f_ffff)),
    single("exp2",  "2^x",     "exp2(x)",        Truth::Exp2,                "3 + 2|x| ulp",                            (0x3f80_0000, 0x3fff_ffff)),
    single("log2",  "log2 x",  "log2(x)",        Truth::Log2,                "2^-21 absolute on [0.5, 2], else 3 ulp",  (0x3f00_0000, 0x407f_ffff)),
    single("sin",   "sin x",   "sin(x)",         Truth::Sine { later: 0 },   "2^-11 absolute on [-π, π]",               (0x3f00_0000, 0x4049_0fdb)),
    single("cos",   "cos x",   "cos(x)",         Truth::Sine { later: 1 },   "2^-11 absolute on [-π, π]",               (0x3f00_0000, 0x4049_0fdb)),
    single("tanh",  "tanh x",  "tanh(x)",        Truth::Tanh,                "1e-5 absolute, or what sinh/cosh may be", (0x3f00_0000, 0x407f_ffff)),
    Row { kind: Kind::Half, ..single("half", "x as f16", "pack2x16float(vec2f(x, 0.0))", Truth::Itself, "either half beside x", (0x3f80_0000, 0x3fff_ffff)) },
];

const fn single(key: &'static str, name: &'static str, wgsl: &'static str, truth: Truth, allowed: &'static str, drawn: (u32, u32)) -> Row {
    Row { key, name, wgsl, truth, kind: Kind::Float, allowed, drawn }
}

impl Deref for Function {
    type Target = Row;
    fn deref(&self) -> &Row {
        &ROWS[*self as usize]
    }
}

impl Function {
    /// All of them, in the order in which they are run.
    pub const ALL: [Function; 9] =
        [Self::Reciprocal, Self::ReciprocalRoot, Self::Root, Self::Exp2, Self::Log2, Self::Sine, Self::Cosine, Self::Tanh, Self::ToHalf];

    /// The function of a key.
    #[must_use]
    pub fn named(key: &str) -> Option<Function> {
        Self::ALL.into_iter().find(|function| function.key == key)
    }

    /// Its results as a sweep judges them, given by some code.
    #[must_use]
    pub fn subject<C>(&self, code: C) -> Subject<C> {
        Subject { name: self.name, code, truth: self.truth, reading: Reading::Float, kind: self.kind }
    }

    /// The result with the one NaN that stands for all: WGSL does not say which a function gives.
    #[inline(always)]
    #[must_use]
    pub fn canonical(&self, result: u32) -> u32 {
        let (nan, beyond) = if self.kind == Kind::Half { (0x7fff, 0x7c00) } else { (0x7fff_ffff, 0x7f80_0000) };
        if result & nan > beyond { nan } else { result }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_stands_at_its_place() {
        for function in Function::ALL {
            assert_eq!(Function::named(function.key), Some(function));
            let [from, to] = <[u32; 2]>::from(function.drawn).map(|bits| crate::sweep::order::Line::WORDS.place(bits));
            assert!(from < to, "{}", function.name);
        }
        assert_eq!(Function::ToHalf.canonical(0xfe01), 0x7fff);
        assert_eq!(Function::Root.canonical(0xffc0_0001), 0x7fff_ffff);
        assert_eq!(Function::Root.canonical(0xff80_0000), 0xff80_0000);
    }
}
