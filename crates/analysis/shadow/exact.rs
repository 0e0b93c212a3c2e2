//! What instructions give of numbers when they do not round.

use crate::evaluate::Request;
use crate::instruction::{Meaning, Modifier};
use crate::number::{Format, Pattern};
use crate::operation::Kind;
use crate::special_function::Elementary;
use crate::sweep::bigfloat::BigFloat;
use crate::sweep::error_report::real;
use crate::sweep::functions::ReferenceFunction;
use core::cmp::Ordering;

/// A number without its rounding; None for zero.
pub(super) type Number = Option<BigFloat>;

/// From so many bits on that fall away in a sum it is marked.
const MANY: i32 = 8;

/// The number that bits stand for; None of a NaN and an infinity.
pub(super) fn number(format: &'static Format, bits: u64) -> Option<Number> {
    if format.is_integer() {
        let value = Kind::of(format).value(bits);
        return Some(BigFloat::new(value < 0, value.unsigned_abs(), 0));
    }
    Some(real(Pattern::new(format, bits).exact()?))
}

/// How two numbers stand to each other.
pub(super) fn order(a: Number, b: Number) -> Option<Ordering> {
    Some(match difference(a, b) {
        None => Ordering::Equal,
        Some(difference) if difference.negative => Ordering::Less,
        Some(_) => Ordering::Greater,
    })
}

pub(super) fn sum(a: Number, b: Number) -> Number {
    match (a, b) {
        (Some(a), Some(b)) => a.plus(b),
        (one, other) => one.or(other),
    }
}

fn negated(a: Number) -> Number {
    a.map(BigFloat::negated)
}

pub(super) fn magnitude(a: Number) -> Number {
    a.map(|a| BigFloat { negative: false, ..a })
}

pub(super) fn difference(a: Number, b: Number) -> Number {
    sum(a, negated(b))
}

pub(super) fn product(a: Number, b: Number) -> Number {
    Some(a?.times(b?))
}

/// What an instruction gives of numbers when it does not round; None where it has no value or is not computed here.
pub(super) fn apply(request: &Request, of: &[Number]) -> Option<Number> {
    let first = *of.first()?;
    let second = of.get(1).copied();
    let result = match request.form.meaning {
        Meaning::Add => sum(first, second?),
        Meaning::Subtract => difference(first, second?),
        Meaning::Multiply => product(first, second?),
        Meaning::Fused | Meaning::MultiplyAddTruncated => sum(product(first, second?), *of.get(2)?),
        Meaning::AbsoluteValue => magnitude(first),
        Meaning::Negate => negated(first),
        Meaning::CopySign => {
            let negative = request.source_type(0).pattern(request.operands[0], 0).is_negative();
            second?.map(|b| BigFloat { negative, ..b })
        }
        Meaning::Minimum | Meaning::Maximum => {
            let magnitudes = request.modifiers.has(Modifier::Abs);
            let of: Vec<Number> = of.iter().map(|number| if magnitudes { magnitude(*number) } else { *number }).collect();
            let mut chosen = of[0];
            for other in &of[1..] {
                let less = order(*other, chosen)? == Ordering::Less;
                chosen = if less == (request.form.meaning == Meaning::Minimum) { *other } else { chosen };
            }
            let sign = |at: usize| request.source_type(at).pattern(request.operands[at], 0).is_negative();
            let negative = request.modifiers.has(Modifier::Xorsign) && sign(0) != sign(1);
            chosen.map(|number| BigFloat { negative: number.negative != negative, ..number })
        }
        Meaning::Convert => first,
        Meaning::Divide | Meaning::Reciprocal | Meaning::SquareRoot | Meaning::Approximation(_) => {
            elementary(request.form.meaning.elementary()?, first, second)?
        }
        // What answers a question, chooses or works with bits has no such value here, nor has what computes nothing.
        Meaning::Test
        | Meaning::Compare
        | Meaning::Choose
        | Meaning::Alu(_)
        | Meaning::Work(_)
        | Meaning::Nothing
        | Meaning::Unmodelled => return None,
    };
    let clamps = request.modifiers.has(Modifier::Sat);
    let one = BigFloat::new(false, 1, 0);
    Some(match result {
        Some(real) if real.negative && (clamps || request.modifiers.has(Modifier::Relu)) => None,
        Some(_) if clamps && order(result, one) == Some(Ordering::Greater) => one,
        other => other,
    })
}

/// The value of a function; None where it has none, or where a hundred bits of the operand do not fix a hundred of it.
fn elementary(function: Elementary, a: Number, b: Option<Number>) -> Option<Number> {
    use Elementary::{Cosine, Exp2, Log2, Quotient, Reciprocal, ReciprocalRoot, Root, Sine, Tanh};
    let (is_zero, is_known) = match function {
        Quotient => {
            let b = b??;
            return Some(a.and_then(|a| a.over(b)));
        }
        Root | Tanh => (a.is_none(), true),
        Sine => (a.is_none(), a.is_none_or(|a| a.leading() < 64)),
        Cosine => (false, a.is_none_or(|a| a.leading() < 64)),
        Log2 => (a == BigFloat::new(false, 1, 0), a.is_some_and(|a| a.leading().abs() < 250)),
        Reciprocal | ReciprocalRoot | Exp2 => (false, true),
    };
    match (is_zero, ReferenceFunction::of(function).precise_of(a)) {
        (true, _) => Some(None),
        (false, Some(value)) if is_known => Some(Some(value)),
        (false, _) => None,
    }
}

/// How many leading bits of the larger term fell away.
pub(super) fn cancelled(request: &Request, formats: &[&'static Format], result: Number) -> u32 {
    let plain = |at: usize| number(formats[at], request.operands[at]).flatten();
    let (a, b) = if request.form.meaning.traits().is_fused() { (product(plain(0), plain(1)), plain(2)) } else { (plain(0), plain(1)) };
    let largest = a.map(BigFloat::leading).max(b.map(BigFloat::leading));
    match (largest, result.map(BigFloat::leading)) {
        (Some(largest), Some(left)) if largest - left >= MANY => (largest - left) as u32,
        _ => 0,
    }
}
