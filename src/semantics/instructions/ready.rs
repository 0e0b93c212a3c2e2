//! A computation for many operands: what does not depend on them is looked up once.

use crate::evaluate::Computation;
use crate::instruction::{Meaning, Operands};
use crate::number::{F32, F64, Float, Format};
use crate::operation::{SignChange, add, change_sign, fused, multiply, subtract};
use crate::rounding::Rules;
use crate::trace::Silent;

/// A computation with its rules and formats. It gives the bits that [`Computation::run`] gives.
#[derive(Clone, Copy, Debug)]
pub struct Ready {
    computation: Computation,
    rules: Rules,
    /// The format of all operands and the result, where it is one number of singles or doubles.
    only: Option<Only>,
}

/// A format that arithmetic is specialised for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Only {
    Single,
    Double,
}

impl Computation {
    /// Looks up what does not depend on the operands.
    pub fn ready(&self) -> Ready {
        let of = |format: &Format| core::iter::once(&self.to).chain(&self.from).all(|own| own.lanes == 1 && own.format == format);
        let only = if of(F32::ROW) { Some(Only::Single) } else { of(F64::ROW).then_some(Only::Double) };
        Ready { computation: *self, rules: self.rules(), only }
    }
}

impl Ready {
    /// The bits of the result. Nobody listens.
    #[inline]
    pub fn bits(&self, operands: Operands) -> u64 {
        match self.only {
            Some(Only::Single) => self.arithmetic(F32, operands.map(|bits| bits & 0xffff_ffff)),
            Some(Only::Double) => self.arithmetic(F64, operands),
            None => self.computation.run(operands, &mut Silent).bits,
        }
    }

    #[inline(always)]
    fn arithmetic(&self, format: impl Float, operands: Operands) -> u64 {
        let (rules, recorder) = (&self.rules, &mut Silent);
        let [a, b, c, ..] = operands;
        let answer = match self.computation.meaning {
            Meaning::Add => add(format, a, b, rules, recorder),
            Meaning::Subtract => subtract(format, a, b, rules, recorder),
            Meaning::Multiply => multiply(format, a, b, rules, recorder),
            Meaning::Fused => fused(format, a, b, c, rules, recorder),
            Meaning::AbsoluteValue => change_sign(format.row(), a, SignChange::Clear, rules, recorder),
            Meaning::Negate => change_sign(format.row(), a, SignChange::Turn, rules, recorder),
            _ => return self.computation.run(operands, recorder).bits,
        };
        answer.bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Request;
    use crate::instruction::{Context, SOURCES, forms};

    #[test]
    fn what_is_ready_gives_the_same_bits() {
        let mut random = crate::number::Random::new(19);
        for form in forms() {
            for modifiers in form.pattern.combinations() {
                let computation = Request::new(form, modifiers, [0; SOURCES], Context::default()).computation();
                let ready = computation.ready();
                for step in 0..20 {
                    // Every other time numbers of one size, which meet, and subnormal ones.
                    let size = [u64::MAX, 0x807f_ffff_00ff_ffff | 0x3f00_0000_3f00_0000, 0x800f_ffff_807f_ffff][step % 3];
                    let operands: Operands = core::array::from_fn(|_| random.word() & size);
                    assert_eq!(ready.bits(operands), computation.run(operands, &mut Silent).bits, "{} {operands:x?}", form.row.syntax);
                }
            }
        }
    }
}
