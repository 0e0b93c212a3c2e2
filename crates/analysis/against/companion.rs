//! What a result is held against where B is no text that runs: the exact result of an expression, or a true function.

use super::difference::{BEYOND, apart};
use crate::c::{self, Expression};
use crate::comparison::{Source, with_target};
use crate::diagnosis::with_operands;
use crate::elementwise::Elementwise;
use crate::exact::Exact;
use crate::instruction::Context;
use crate::number::{Format, Pattern};
use crate::sweep::bigfloat::BigFloat;
use crate::sweep::doubles::nearest;
use crate::sweep::error_report::real;
use crate::sweep::functions::ReferenceFunction;
use crate::sweep::measure::rounded;
use core::cmp::Ordering;

/// The word for the result of A if nothing were rounded.
pub const EXACT: &str = "exact";

/// What is true.
#[derive(Clone, Debug)]
pub(super) enum Companion {
    /// An expression without any rounding, and its operands by name.
    Expression(Box<Expression>, Vec<String>),
    /// A function.
    Function(ReferenceFunction, Vec<&'static Format>),
}

impl Companion {
    /// What B names, if it is no text that runs. The error is a sentence.
    pub fn of(a: Source, b: &str, first: &Elementwise) -> Result<Option<Companion>, String> {
        let b = b.trim();
        // `1/x` is an expression here, which rounds its result.
        let function = ReferenceFunction::named(b).filter(|_| b.chars().all(char::is_alphanumeric));
        if b != EXACT && function.is_none() {
            return Ok(None);
        }
        if !first.output.format.is_floating() {
            return Err("A true value is for results that are floats.".into());
        }
        let Some(function) = function else {
            let (target, behind) = with_target(a.text, a.context.target);
            let context = Context { target, ..a.context };
            let text = with_operands(behind, &context);
            let expression = c::claims(&text).then(|| Expression::read(&text, &context));
            let expression = expression.filter(Expression::has_exact).ok_or(
                "The exact result is known of an expression in C or Python with + - * / and sqrtf. Name a true function here, such as exp, or another text.",
            )?;
            let names = first.inputs.iter().map(|(name, _)| name.trim_start_matches('%').to_owned()).collect();
            return Ok(Some(Companion::Expression(Box::new(expression), names)));
        };
        let formats: Vec<&Format> = first.inputs.iter().map(|(_, own)| own.format).collect();
        if formats.len() != 1 + usize::from(function.takes_two()) {
            let takes = if function.takes_two() { "two numbers" } else { "one number" };
            return Err(format!("`{b}` is a function of {takes}; A reads {}.", formats.len()));
        }
        if let Some(odd) = formats.iter().find(|format| !format.is_floating()) {
            return Err(format!("`{b}` is a function of floats; A reads {}.", odd.name.to_lowercase()));
        }
        Ok(Some(Companion::Function(function, formats)))
    }

    /// The correctly rounded result and the difference of the given one from the true value, in thousandths of an ulp, with its side; None
    /// where there is no true value here.
    pub fn at(&self, operands: &[u64], result: Pattern) -> Option<(Pattern, Option<(i128, Ordering)>)> {
        let (near, truth) = match self {
            Companion::Expression(expression, names) => {
                let bits = |name: &str| names.iter().zip(operands).find(|(own, _)| *own == name).map_or(0, |(_, bits)| *bits);
                let Exact { negative, magnitude, exponent } = expression.exact(bits)?;
                let truth = BigFloat::new(negative, magnitude, exponent);
                (truth.map_or(Pattern::new(result.format, 0), |truth| rounded(result.format, truth)), truth)
            }
            Companion::Function(function, formats) => {
                let mut at = formats.iter().zip(operands).map(|(format, bits)| value(Pattern::new(format, *bits)));
                let x = at.next()?;
                nearest(*function, [x, at.next().unwrap_or(x)], result.format)
            }
        };
        let steps = || apart(result, near).map(|by| (by, by.cmp(&0)));
        Some((near, truth.and_then(|truth| off(result, truth)).or_else(steps)))
    }
}

/// A finite result less the true value, in thousandths of the true value's ulp, cut off; and on which side it is.
fn off(result: Pattern, truth: BigFloat) -> Option<(i128, Ordering)> {
    let own = real(result.exact()?);
    let Some(off) = own.map_or(Some(truth.negated()), |own| own.plus(truth.negated())) else { return Some((0, Ordering::Equal)) };
    let ulp = truth.leading().max(result.format.emin()) - result.format.fraction_bits as i32;
    // Eleven bits make room for the factor of a thousand.
    let size = match u32::try_from(ulp - off.exponent - 11) {
        Ok(shift) => ((off.magnitude >> 11) * 1000).checked_shr(shift).unwrap_or(0) as i128,
        Err(_) => BEYOND as i128,
    };
    Some(if off.negative { (-size, Ordering::Less) } else { (size, Ordering::Greater) })
}

/// The double of a number, which holds it.
fn value(number: Pattern) -> f64 {
    let sign = u64::from(number.is_negative()) << 63;
    match number.exact() {
        Some(exact) => real(exact).map_or(f64::from_bits(sign), BigFloat::to_f64),
        None if number.is_nan() => f64::NAN,
        None => f64::from_bits(f64::INFINITY.to_bits() | sign),
    }
}
