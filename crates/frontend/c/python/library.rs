//! Functions of NumPy, PyTorch, JAX and Python's math by their names, and what each becomes.

use super::promote::Owner;
use crate::c::library::called;
use crate::c::token::{self, Kind, Piece};

/// A module that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Module {
    Types(Owner),
    Math,
}

/// Modules by their names, and those that people give them.
pub const MODULES: [(&str, &str, Module); 7] = [
    ("numpy", "np", Module::Types(Owner::NumPy)),
    ("ml_dtypes", "ml_dtypes", Module::Types(Owner::NumPy)),
    ("torch", "torch", Module::Types(Owner::Torch)),
    ("jax.numpy", "jnp", Module::Types(Owner::Jax)),
    ("math", "math", Module::Math),
    ("jax", "jax", Module::Types(Owner::Jax)),
    ("np", "numpy", Module::Types(Owner::NumPy)),
];

/// What a function of one number does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It gives the number that IEEE 754 asks for.
    Exact,
    /// CUDA's stands here, which the library's own may differ from.
    Near,
}

/// Functions of one number: their names, C's, and how they are known.
pub const UNARY: [(&str, &str, Kept); 33] = [
    ("sqrt", "sqrt", Kept::Exact),
    ("fabs", "fabs", Kept::Exact),
    ("floor", "floor", Kept::Exact),
    ("ceil", "ceil", Kept::Exact),
    ("trunc", "trunc", Kept::Exact),
    ("rint", "rint", Kept::Exact),
    ("exp", "exp", Kept::Near),
    ("expm1", "expm1", Kept::Near),
    ("log", "log", Kept::Near),
    ("log2", "log2", Kept::Near),
    ("log10", "log10", Kept::Near),
    ("log1p", "log1p", Kept::Near),
    ("sin", "sin", Kept::Near),
    ("cos", "cos", Kept::Near),
    ("tan", "tan", Kept::Near),
    ("arcsin", "asin", Kept::Near),
    ("arccos", "acos", Kept::Near),
    ("arctan", "atan", Kept::Near),
    ("asin", "asin", Kept::Near),
    ("acos", "acos", Kept::Near),
    ("atan", "atan", Kept::Near),
    ("sinh", "sinh", Kept::Near),
    ("cosh", "cosh", Kept::Near),
    ("tanh", "tanh", Kept::Near),
    ("arcsinh", "asinh", Kept::Near),
    ("arccosh", "acosh", Kept::Near),
    ("arctanh", "atanh", Kept::Near),
    ("asinh", "asinh", Kept::Near),
    ("acosh", "acosh", Kept::Near),
    ("atanh", "atanh", Kept::Near),
    ("cbrt", "cbrt", Kept::Near),
    ("erf", "erf", Kept::Near),
    ("erfc", "erfc", Kept::Near),
];

/// Functions of two numbers.
pub const BINARY: [(&str, &str, Kept); 9] = [
    ("fmod", "fmod", Kept::Exact),
    ("copysign", "copysign", Kept::Exact),
    ("fmax", "fmax", Kept::Exact),
    ("fmin", "fmin", Kept::Exact),
    ("nextafter", "nextafter", Kept::Exact),
    ("arctan2", "atan2", Kept::Near),
    ("atan2", "atan2", Kept::Near),
    ("hypot", "hypot", Kept::Near),
    ("remainder", "remainder", Kept::Exact),
];

/// Functions that are operators.
pub const AS_OPERATORS: [(&str, &str); 9] = [
    ("add", "+"),
    ("subtract", "-"),
    ("multiply", "*"),
    ("divide", "/"),
    ("true_divide", "/"),
    ("floor_divide", "//"),
    ("mod", "%"),
    ("power", "**"),
    ("pow", "**"),
];

/// What some pieces of Python need of the library.
pub fn called_of_library(text: &str, all: &[Piece]) -> String {
    let mut wanted = String::new();
    let mut want = |names: &[&str]| names.iter().for_each(|name| wanted.extend([name, "( "]));
    for piece in all {
        let word = &text[piece.span.clone()];
        match word {
            "//" | "//=" | "floor_divide" => want(&["quotient_of_python", "quotient_of_pythonf"]),
            "%" | "%=" | "mod" | "remainder" => want(&["remainder_of_python", "remainder_of_pythonf"]),
            "**" | "**=" | "pow" | "power" => want(&["pow", "powf"]),
            word if word.starts_with("float8") => want(&["__nv_cvt_float_to_fp8", "__nv_cvt_double_to_fp8"]),
            _ if piece.kind == Kind::Name => {
                let functions = UNARY.iter().chain(&BINARY).filter(|(name, _, kept)| *name == word && *kept == Kept::Near);
                functions.for_each(|(_, own, _)| want(&[own, &[own, "f"].concat()]));
            }
            _ => {}
        }
    }
    called(&wanted, &token::pieces(&wanted))
}
