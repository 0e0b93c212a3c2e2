//! What rewritings of the code there are, and what they are made of: an instruction, other operands, another result.

use super::code::{Code, Line, Operand};
use super::kind::Kind;
use super::modifier_mutation::form_of;
use crate::instruction::{ModifierSet, Type};
use crate::rounding::Mode;

/// What else may have been computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Rewrite {
    /// A fused product and sum as two instructions.
    Split,
    /// A product and a sum as one fma.
    Joined,
    /// Of two products that are added, the one contracted that was rounded, and the other rounded.
    OtherProduct,
    /// Additions in another order.
    Associated,
    /// An fma of sm_1x, its product cut.
    Truncated,
    /// Subnormal operands flushed, results kept.
    FlushedOperands,
    /// A subnormal result flushed, operands kept.
    FlushedResult,
    /// A quotient or a root by way of a reciprocal.
    Reciprocal(Detour),
    /// Singles computed as doubles, the result rounded so.
    ThroughDouble(Mode),
    /// Doubles computed as singles.
    ThroughSingle,
    /// The result by way of a narrower type, rounded so.
    NarrowResult(Type, Mode),
    /// Operands by way of a narrower type, rounded so.
    NarrowOperands(Type, Mode),
    /// A conversion by way of another type.
    Between(Type),
    /// The result as a whole number, rounded so.
    Whole(Mode),
    /// The sign of an input, or of the result, turned.
    Negated(Option<String>),
    /// An input, or the result, without its sign.
    Absolute(Option<String>),
    /// The inputs in another order.
    Order(Vec<String>),
}

/// A way by a reciprocal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detour {
    /// `a · (1/b)`, each rounded.
    Rounded,
    /// `a · (1/b)`, the reciprocal approximated.
    Approximate,
    /// `a · (1/b)`, approximated, both flushing.
    Flushing,
    /// A root as `a · (1/√a)`.
    TimesRoot,
    /// A root as `1/(1/√a)`.
    OfReciprocalRoot,
    /// A reciprocal root as `1/√a`, each rounded.
    OfRoundedRoot,
    /// A reciprocal root as `1/√a`, approximated.
    OfApproximateRoot,
}

impl Rewrite {
    /// What it is about.
    pub fn kind(&self) -> Kind {
        match self {
            Rewrite::Split | Rewrite::Joined | Rewrite::OtherProduct => Kind::Contraction,
            Rewrite::Truncated => Kind::Generation,
            Rewrite::FlushedOperands | Rewrite::FlushedResult => Kind::Flush,
            Rewrite::Reciprocal(_) => Kind::Reciprocal,
            Rewrite::ThroughDouble(mode) | Rewrite::NarrowResult(_, mode) | Rewrite::NarrowOperands(_, mode) | Rewrite::Whole(mode) => {
                if *mode == Mode::Rz {
                    Kind::Truncation
                } else {
                    Kind::Precision
                }
            }
            Rewrite::ThroughSingle | Rewrite::Between(_) => Kind::Precision,
            Rewrite::Negated(_) | Rewrite::Absolute(_) => Kind::Sign,
            Rewrite::Order(_) | Rewrite::Associated => Kind::Operands,
        }
    }

    /// Whether changes of words are tried on top.
    pub(super) fn varies(&self) -> bool {
        matches!(self, Rewrite::Split | Rewrite::Joined | Rewrite::Reciprocal(_))
    }

    /// What was done, as a phrase.
    pub fn phrase(&self) -> String {
        let how = |mode: &Mode| if *mode == Mode::Rz { "cut" } else { "rounded" };
        let what = |input: &Option<String>| input.clone().unwrap_or_else(|| "the result".into());
        match self {
            Rewrite::Split => "the product rounded before the addition (mul and add instead of fma)".into(),
            Rewrite::Joined => "product and sum contracted to one fma, rounded once".into(),
            Rewrite::OtherProduct => "the other one of two products contracted to the fma, and this one rounded".into(),
            Rewrite::Associated => "added in another order".into(),
            Rewrite::Truncated => "computed as mad.f32 of sm_1x does, which cuts the product to 24 bits".into(),
            Rewrite::FlushedOperands => "subnormal operands flushed to zero, results kept".into(),
            Rewrite::FlushedResult => "a subnormal result flushed to zero, operands kept".into(),
            Rewrite::Reciprocal(detour) => detour.phrase().into(),
            Rewrite::ThroughDouble(Mode::Rz) => "computed in double precision and cut to single (.rz)".into(),
            Rewrite::ThroughDouble(_) => "computed in double precision and rounded to single afterwards".into(),
            Rewrite::ThroughSingle => "computed in single precision".into(),
            Rewrite::NarrowResult(narrow, mode) => format!("the result {} to {}", how(mode), narrow.name()),
            Rewrite::NarrowOperands(narrow, mode) => format!("operands {} to {}", how(mode), narrow.name()),
            Rewrite::Between(between) => format!("converted by way of {}, rounded twice", between.name()),
            Rewrite::Whole(mode) => format!("the result {} to a whole number", how(mode)),
            Rewrite::Negated(input) => format!("{} negated", what(input)),
            Rewrite::Absolute(input) => format!("{} without its sign", what(input)),
            Rewrite::Order(names) => format!("operands in the order {}", names.join(", ")),
        }
    }
}

impl Detour {
    fn phrase(self) -> &'static str {
        match self {
            Detour::Rounded => "a times the rounded reciprocal of b",
            Detour::Approximate => "a times the approximate reciprocal of b",
            Detour::Flushing => "a times the approximate reciprocal of b, both flushing",
            Detour::TimesRoot => "a times its approximate reciprocal root",
            Detour::OfReciprocalRoot => "the reciprocal of the approximate reciprocal root",
            Detour::OfRoundedRoot => "the rounded reciprocal of the rounded root",
            Detour::OfApproximateRoot => "the approximate reciprocal of the approximate root",
        }
    }
}

/// A rewriting and the code that it gives.
pub(super) type Rewritten = (Rewrite, Code);

pub(super) fn instruction(mnemonic: &str, modifiers: ModifierSet, to: &str, from: Vec<Operand>) -> Option<Line> {
    Some(Line { form: form_of(mnemonic, modifiers)?, modifiers, to: to.to_owned(), from })
}

/// The code with each of some inputs passed through a line first; None without inputs.
pub(super) fn with_inputs(code: &Code, inputs: &[String], line: impl Fn(&str, &str) -> Option<Line>) -> Option<Code> {
    if inputs.is_empty() {
        return None;
    }
    let (mut lines, mut body, mut taken) = (Vec::new(), code.lines.clone(), Vec::new());
    for input in inputs {
        let t = code.fresh(&taken);
        lines.push(line(input, &t)?);
        rename_reads(&mut body, input, &t);
        taken.push(t);
    }
    lines.extend(body);
    Some(Code { lines, ..code.clone() })
}

/// Lets lines read another register, as long as the first is not written.
pub(super) fn rename_reads(lines: &mut [Line], name: &str, to: &str) {
    for line in lines {
        for operand in line.from.iter_mut().filter(|operand| matches!(operand, Operand::Register(register) if register == name)) {
            *operand = Operand::register(to);
        }
        if line.to == name {
            return;
        }
    }
}

/// The code with its result passed through more lines.
pub(super) fn with_result(code: &Code, more: impl Fn(&str, &str) -> Option<Vec<Line>>) -> Option<Code> {
    let t = code.fresh(&[]);
    let mut lines = code.lines.clone();
    let last = lines.last_mut()?;
    let to = core::mem::replace(&mut last.to, t.clone());
    lines.extend(more(&t, &to)?);
    Some(Code { lines, ..code.clone() })
}
