//! Python's types: whose a number is, and in which type two of them meet (NumPy's NEP 50, PyTorch's and JAX's tables).

use crate::c::token::Piece;
use crate::c::tree::Id;
use crate::c::types::CType;
use crate::instruction::Evidence;

/// Whose type a number has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Owner {
    /// Python's float is a double, its int a long long here, its bool an int that is 0 or 1.
    #[default]
    Python,
    /// NumPy's scalars, and those of ml_dtypes.
    NumPy,
    /// Tensors of PyTorch that hold one number.
    Torch,
    /// Arrays of JAX that hold one number.
    Jax,
    /// What a comparison of theirs gives.
    Truth,
}

/// A number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    pub id: Id,
    pub owner: Owner,
}

/// The types that a library has by these names.
const TYPES: [(&str, CType); 21] = [
    ("float16", CType::Half),
    ("half", CType::Half),
    ("bfloat16", CType::Brain),
    ("float32", CType::Float),
    ("single", CType::Float),
    ("float", CType::Float),
    ("float64", CType::Double),
    ("double", CType::Double),
    ("float8_e4m3fn", CType::E4m3),
    ("float8_e5m2", CType::E5m2),
    ("int8", CType::SignedChar),
    ("int16", CType::Short),
    ("short", CType::Short),
    ("int32", CType::Int),
    ("intc", CType::Int),
    ("int64", CType::Long),
    ("long", CType::Long),
    ("uint8", CType::UnsignedChar),
    ("uint16", CType::UnsignedShort),
    ("uint32", CType::Unsigned),
    ("uint64", CType::UnsignedLong),
];

/// The type of a name in a library; the error says what is not covered.
pub fn type_named(owner: Owner, name: &str) -> Option<CType> {
    let own = TYPES.iter().find(|(known, _)| *known == name).map(|(_, own)| *own)?;
    let of_torch = matches!(own, CType::Half | CType::Brain | CType::Float | CType::Double);
    match owner {
        Owner::NumPy => (name != "float").then_some(own),
        Owner::Torch => of_torch.then_some(own),
        // JAX has no doubles unless it is told so.
        Owner::Jax if own == CType::Double => (name == "float64").then_some(CType::Float),
        Owner::Jax => (own != CType::Long && own != CType::UnsignedLong && name != "float").then_some(own),
        _ => None,
    }
}

/// What Python calls a type.
pub fn name(owner: Owner, own: CType) -> &'static str {
    match (owner, own) {
        (Owner::Python, CType::Double) => "float",
        (Owner::Python, CType::Long) => "int",
        (Owner::Python | Owner::Truth, CType::Int) => "bool",
        _ => TYPES.iter().find(|(_, known)| *known == own).map_or("object", |(name, _)| name),
    }
}

/// How a value of somebody's is computed here, and how that is known.
pub fn rules(owner: Owner) -> (&'static str, Evidence) {
    const DATE: &str = "2026-11-27";
    const PYTHON: &str = "Python 3.13.0, NumPy 2.5.5 and ml_dtypes 0.6.0 on x86-64, whose results hundreds of random programs have";
    match owner {
        Owner::NumPy => (
            "Each operation is rounded by itself, as in NumPy 2; a Python number beside a NumPy number takes its type (NEP 50). float16, bfloat16 and FP8 are computed in float32 and rounded after.",
            Evidence::Measured { by: PYTHON, date: DATE },
        ),
        Owner::Torch => (
            "Each operation on tensors is rounded by itself. float16 and bfloat16 are computed in float32 and rounded after.",
            Evidence::Measured {
                by: "PyTorch 2.15.0 on a CPU, whose results more than 150 random expressions of tensors have",
                date: DATE,
            },
        ),
        Owner::Jax => (
            "Each operation is rounded by itself; a Python number beside a JAX number takes its type. Subnormal numbers stay, as on a GPU; on a CPU JAX flushes them.",
            Evidence::Measured { by: "JAX 0.10.2 on a CPU, whose results more than 150 random expressions have", date: DATE },
        ),
        Owner::Python | Owner::Truth => (
            "Python's floats are doubles, its integers exact; each operation is rounded by itself.",
            Evidence::Measured { by: PYTHON, date: DATE },
        ),
    }
}

/// Whether a text names a type beside which an int and a float of Python give different types.
pub fn tells_apart(text: &str, pieces: &[Piece]) -> bool {
    let alike = |own: CType| matches!(own, CType::Half | CType::Float | CType::Double);
    let other = |word: &str| word == "int" || TYPES.iter().any(|(name, own)| *name == word && !alike(*own));
    pieces.iter().any(|piece| other(text[piece.span.clone()].trim_matches(['"', '\''])))
}

/// A type with whose it is: `float (double)`, `float32 (NumPy)`.
pub fn described(owner: Owner, own: CType) -> String {
    let whose = match owner {
        Owner::NumPy if matches!(own, CType::Brain | CType::E4m3 | CType::E5m2) => "ml_dtypes",
        Owner::NumPy => "NumPy",
        Owner::Torch => "PyTorch",
        Owner::Jax => "JAX",
        Owner::Python if own == CType::Double => "a double",
        _ => return name(owner, own).to_owned(),
    };
    [name(owner, own), " (", whose, ")"].concat()
}

/// Whether numbers of a type are computed as singles and rounded behind each operation.
pub fn is_narrow(own: CType) -> bool {
    matches!(own, CType::Half | CType::Brain | CType::E4m3 | CType::E5m2)
}

/// Of two numbers whose types are these: the type and the owner of what an operation gives. The error is a sentence.
pub fn met(a: (Owner, CType), b: (Owner, CType)) -> Result<(Owner, CType), String> {
    use Owner::{Jax, NumPy, Python, Torch, Truth};
    let refused = || {
        let [one, other] = [name(a.0, a.1), name(b.0, b.1)];
        Err(format!("An operation with {one} and {other} is not covered here: convert one of them."))
    };
    let (weak, strong) = match (a.0, b.0) {
        (Truth, _) | (_, Truth) => {
            return Err("Arithmetic with a comparison's result is not covered here: write int(…) around it.".to_owned());
        }
        (Python, Python) => {
            let own = if a.1 == CType::Double || b.1 == CType::Double { CType::Double } else { CType::Long };
            return Ok((Python, own));
        }
        (Python, _) => (a.1, b),
        (_, Python) => (b.1, a),
        (one, other) if one == other => return strong(one, a.1, b.1).map_or_else(refused, |own| Ok((one, own))),
        _ => return refused(),
    };
    let (owner, own) = strong;
    // A Python number takes the type of what it meets, if that can be a number of its kind.
    let own = match (owner, weak) {
        (NumPy, CType::Double) if matches!(own, CType::Brain | CType::E4m3 | CType::E5m2) => CType::Float,
        (NumPy, CType::Double) if own.is_integer() => CType::Double,
        (Jax, CType::Double) if own.is_integer() => CType::Float,
        (Torch | Jax | NumPy, _) => own,
        _ => return refused(),
    };
    Ok((owner, own))
}

/// The type of two that a library has.
fn strong(owner: Owner, a: CType, b: CType) -> Option<CType> {
    if a == b {
        return Some(a);
    }
    let narrow = |own: CType| is_narrow(own) && own != CType::Half;
    match (a.is_integer(), b.is_integer()) {
        (false, false) if a == CType::Double || b == CType::Double => Some(CType::Double),
        // Halves, bfloat16 and FP8 have no type of 16 bits that holds both.
        (false, false) if narrow(a) || narrow(b) => {
            let eighths = [a, b].iter().all(|own| matches!(own, CType::E4m3 | CType::E5m2));
            (owner != Owner::Jax || !eighths).then_some(CType::Float)
        }
        (false, false) => Some(a.max(b)),
        (true, true) => whole(a, b).filter(|_| owner == Owner::NumPy),
        (first, _) => {
            let (whole, own) = if first { (a, b) } else { (b, a) };
            match (owner, whole.size(), own) {
                (Owner::Jax, ..) => Some(own),
                (Owner::NumPy, 1, CType::Half) | (Owner::NumPy, 1 | 2, CType::Float) => Some(own),
                (Owner::NumPy, 2, CType::Half) => Some(CType::Float),
                (Owner::NumPy, 4 | 8, CType::Half | CType::Float) | (Owner::NumPy, _, CType::Double) => Some(CType::Double),
                _ => None,
            }
        }
    }
}

/// The integer that holds two, as NumPy has it; of 64 bits with and without a sign none does.
fn whole(a: CType, b: CType) -> Option<CType> {
    let signed = |own: CType| matches!(own, CType::SignedChar | CType::Short | CType::Int | CType::Long);
    if signed(a) == signed(b) {
        return Some(if a.size() > b.size() { a } else { b });
    }
    let (with, without) = if signed(a) { (a, b) } else { (b, a) };
    match (with.size() > without.size(), without.size()) {
        (true, _) => Some(with),
        (_, 1) => Some(CType::Short),
        (_, 2) => Some(CType::Int),
        (_, 4) => Some(CType::Long),
        _ => Some(CType::Double),
    }
}
