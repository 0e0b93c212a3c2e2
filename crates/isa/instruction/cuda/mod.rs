//! CUDA's intrinsics and exact math functions: one row a prototype, with the PTX that it becomes.
//!
//! `float __fadd_[rn,rz,ru,rd](float x, float y)` names four functions; its PTX is written once, with `.rnd` for the mode. What nvcc
//! makes of each name was read off the PTX that libnvvm 12.9.86 emits for libdevice's function of that name, without fast-math.

mod builtins;
mod exact;
pub mod extreme;
mod intrinsics;
mod library;

pub use library::{Entry, FOOTNOTES, LIBRARY, MISPRINTS, PRESENT, SOURCES};

use super::Evidence;
use crate::number::{F16, F32, F64, Format, S32, S64, U32, U64};
use crate::operation::library::Library;
use crate::rounding::Mode;
use std::sync::OnceLock;

/// What a function becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// PTX over the parameters' names, the result in `d`; `.rnd` and `.irnd` stand for the mode of the name's suffix.
    Ptx(&'static str),
    /// A function of the library, which nvcc compiles to a sequence with branches; here it runs whole.
    Library(Library),
    /// A function of the library that stands as C, which is read as a part of the text that calls it.
    Source,
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The prototype; roundings that the name takes stand in brackets.
    pub prototype: &'static str,
    /// What it becomes.
    pub body: Body,
    /// The text's table that lists it; empty where none does.
    pub table: &'static str,
    /// The documented error, as the text or the CUDA guide gives it.
    pub accuracy: &'static str,
    /// How we know.
    pub evidence: Evidence,
    /// Other spellings, those of the text among them.
    pub spellings: &'static [&'static str],
    /// What it does, in a sentence.
    pub summary: &'static str,
}

const LOWERED: Evidence = Evidence::Measured { by: "libnvvm 12.9.86 with libdevice 10, its PTX for compute_90", date: "2026-11-21" };

/// Begins a row.
const fn function(prototype: &'static str, body: Body) -> Row {
    Row { prototype, body, table: "", accuracy: "", evidence: LOWERED, spellings: &[], summary: "" }
}

/// Begins a row that becomes PTX.
const fn ptx(prototype: &'static str, lines: &'static str) -> Row {
    function(prototype, Body::Ptx(lines))
}

impl Row {
    const fn table(self, table: &'static str) -> Row {
        Row { table, ..self }
    }
    const fn within(self, accuracy: &'static str) -> Row {
        Row { accuracy, ..self }
    }
    const fn also(self, spellings: &'static [&'static str]) -> Row {
        Row { spellings, ..self }
    }
    const fn documented(self, section: &'static str) -> Row {
        Row { evidence: Evidence::Documented(section), ..self }
    }
    const fn modelled(self, why: &'static str) -> Row {
        Row { evidence: Evidence::Modelled(why), ..self }
    }
    const fn does(self, summary: &'static str) -> Row {
        Row { summary, ..self }
    }
}

/// A parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in the prototype.
    pub name: &'static str,
    /// Its type.
    pub format: &'static Format,
    /// Whether the function writes through it.
    pub written: bool,
}

/// A row with its prototype taken apart.
#[derive(Debug)]
pub struct Function {
    /// The row.
    pub row: &'static Row,
    /// The name without its rounding.
    pub stem: &'static str,
    /// The roundings that the name takes; empty where it takes none.
    pub modes: Vec<Mode>,
    /// The type of the value; None where there is none.
    pub returns: Option<&'static Format>,
    /// The parameters in order.
    pub parameters: Vec<Parameter>,
}

impl PartialEq for Function {
    fn eq(&self, other: &Function) -> bool {
        self.row.prototype == other.row.prototype
    }
}
impl Eq for Function {}

/// CUDA's name for a rounding mode of arithmetic: `ru` for PTX's `.rp`, `rd` for `.rm`.
pub fn suffix(mode: Mode) -> &'static str {
    match mode {
        Mode::Rn | Mode::Rna | Mode::Rs => "rn",
        Mode::Rz => "rz",
        Mode::Rp => "ru",
        Mode::Rm => "rd",
    }
}

/// The modes in CUDA's order.
pub const MODES: [Mode; 4] = [Mode::Rn, Mode::Rz, Mode::Rp, Mode::Rm];

impl Function {
    /// Takes a prototype apart; None where it is not one.
    fn read(row: &'static Row) -> Option<Function> {
        let (head, parameters) = row.prototype.strip_suffix(')')?.split_once('(')?;
        let (returned, name) = head.rsplit_once(' ')?;
        let (stem, modes) = match name.split_once("_[") {
            None => (name, Vec::new()),
            Some((stem, modes)) => {
                let named = |word: &str| MODES.into_iter().find(|mode| suffix(*mode) == word);
                (stem, modes.strip_suffix(']')?.split(',').map(named).collect::<Option<_>>()?)
            }
        };
        let parameter = |text: &'static str| {
            let (format, name) = text.trim().rsplit_once(' ')?;
            let name = name.strip_prefix('*').map_or((name, false), |name| (name, true));
            Some(Parameter { name: name.0, format: format_named(format)?, written: name.1 })
        };
        let parameters = parameters.split(',').map(parameter).collect::<Option<_>>()?;
        let returns = if returned == "void" { None } else { Some(format_named(returned)?) };
        Some(Function { row, stem, modes, returns, parameters })
    }

    /// Every name that the row stands for, with its mode.
    pub fn names(&self) -> Vec<(String, Option<Mode>)> {
        if self.modes.is_empty() {
            return vec![(self.stem.to_owned(), None)];
        }
        self.modes.iter().map(|mode| (format!("{}_{}", self.stem, suffix(*mode)), Some(*mode))).collect()
    }

    /// The parameters that are read.
    pub fn inputs(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|parameter| !parameter.written)
    }

    /// What is written, with its type: the value as `d`, then the parameters that are pointers.
    pub fn outputs(&self) -> impl Iterator<Item = (&'static str, &'static Format)> {
        let pointers = self.parameters.iter().filter(|parameter| parameter.written).map(|parameter| (parameter.name, parameter.format));
        self.returns.map(|format| ("d", format)).into_iter().chain(pointers)
    }

    /// The prototype of one name.
    pub fn prototype(&self, mode: Option<Mode>) -> String {
        match (self.row.prototype.split_once("_["), mode) {
            (Some((before, rest)), Some(mode)) => {
                let behind = rest.split_once(']').map_or("", |(_, behind)| behind);
                [before, "_", suffix(mode), behind].concat()
            }
            _ => self.row.prototype.to_owned(),
        }
    }
}

/// The format that a type of C stands for; a half is handed over as an unsigned short.
fn format_named(name: &str) -> Option<&'static Format> {
    Some(match name {
        "float" => F32::ROW,
        "double" => F64::ROW,
        "half" => F16::ROW,
        "int" => S32,
        "unsigned" => U32,
        // A long is as wide as the host's; 64 bits everywhere but on Windows.
        "long" | "long long" => S64,
        "unsigned long long" => U64,
        _ => return None,
    })
}

/// The word of C for a format that a parameter can have.
pub fn type_name(format: &Format) -> &'static str {
    match format.name {
        "F32" => "float",
        "F64" => "double",
        "F16" => "half",
        "S32" => "int",
        "U32" => "unsigned int",
        "S64" => "long long",
        _ => "unsigned long long",
    }
}

/// Every row, in the order of the text's tables.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    intrinsics::ROWS.iter().chain(exact::ROWS).chain(library::sources()).chain(builtins::ROWS)
}

/// Every function, in the order of the text's tables.
pub fn functions() -> &'static [Function] {
    static FUNCTIONS: OnceLock<Vec<Function>> = OnceLock::new();
    // A test holds that every row reads; a row that did not would be missing, never a panic.
    FUNCTIONS.get_or_init(|| rows().filter_map(Function::read).collect())
}

/// The function of a name, and its mode. A spelling of the text counts, and `__float2half` is `__float2half_rn`.
pub fn function_named(name: &str) -> Option<(&'static Function, Option<Mode>)> {
    functions().iter().find_map(|function| {
        let known = function.names().into_iter().find(|(known, _)| known == name);
        let mode =
            known.map(|(_, mode)| mode).or_else(|| function.row.spellings.contains(&name).then(|| function.modes.first().copied()))?;
        Some((function, mode))
    })
}
