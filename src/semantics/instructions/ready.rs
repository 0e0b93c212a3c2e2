//! A computation for many operands: what does not depend on them is looked up once.

use crate::evaluate::Computation;
use crate::instruction::{Meaning, Operands, SOURCES};
use crate::kernel::lanes::each;
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

    /// The results of some lanes, from what each source holds in all of them.
    #[inline]
    pub fn each<'a, const N: usize>(&self, group: u64, source: impl Fn(usize) -> &'a [u64; N]) -> [u64; N] {
        let mut results = [0; N];
        if N == 1 {
            results[0] = self.bits(core::array::from_fn(|at| source(at)[0]));
            return results;
        }
        let (rules, recorder) = (&self.rules, &mut Silent);
        if let (Some(sequence), true) = (self.computation.sequence, self.computation.to.lanes == 1) {
            each::<N>(group, |lane| results[lane] = sequence.run(source(0)[lane], source(1)[lane], recorder));
            return results;
        }
        // A loop for each operation, without a choice in it.
        macro_rules! loops {
            ($([$only:ident $format:ident $meaning:ident $operation:expr])*) => {
                match (self.only, self.computation.meaning) {
                    $((Some(Only::$only), Meaning::$meaning) => {
                        let (of, [a, b, c]) = (|bits| bits & $format::FORMAT.mask(), [source(0), source(1), source(2)]);
                        each::<N>(group, |lane| {
                            results[lane] = $operation($format, [of(a[lane]), of(b[lane]), of(c[lane])], rules, recorder).bits;
                        });
                    })*
                    _ => {
                        let all: [&[u64; N]; SOURCES] = core::array::from_fn(source);
                        each::<N>(group, |lane| results[lane] = self.bits(all.map(|bits| bits[lane])));
                    }
                }
            };
        }
        loops! {
            [Single F32 Add |format, [a, b, _]: [u64; 3], rules, recorder| add(format, a, b, rules, recorder)]
            [Single F32 Subtract |format, [a, b, _]: [u64; 3], rules, recorder| subtract(format, a, b, rules, recorder)]
            [Single F32 Multiply |format, [a, b, _]: [u64; 3], rules, recorder| multiply(format, a, b, rules, recorder)]
            [Single F32 Fused |format, [a, b, c]: [u64; 3], rules, recorder| fused(format, a, b, c, rules, recorder)]
            [Double F64 Add |format, [a, b, _]: [u64; 3], rules, recorder| add(format, a, b, rules, recorder)]
            [Double F64 Multiply |format, [a, b, _]: [u64; 3], rules, recorder| multiply(format, a, b, rules, recorder)]
            [Double F64 Fused |format, [a, b, c]: [u64; 3], rules, recorder| fused(format, a, b, c, rules, recorder)]
        }
        results
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
