//! A computation for many operands: what does not depend on them is looked up once.

use crate::evaluate::{Comparison, Computation, Outcome};
use crate::instruction::{Meaning, Operands, SOURCES};
use crate::kernel::ABREAST;
use crate::kernel::lanes::each;
use crate::number::{F32, F64, Float, Format, S32, U32};
use crate::operation::{Alu, Function, Kind, SignChange, add, change_sign, copy_sign, fused, multiply, ordering, subtract};
use crate::rounding::Rules;
use crate::trace::Silent;

/// A computation with its rules and formats. It gives the bits that [`Computation::run`] gives.
#[derive(Clone, Copy, Debug)]
pub struct PreparedOp {
    computation: Computation,
    rules: Rules,
    /// The format of all operands and the result, where it is one number of singles or doubles.
    only: Option<Only>,
    /// An operation on integers: its function, its type, and the bits of its result.
    integers: Option<(Alu, Function, Kind, u64)>,
    /// A comparison, and what it writes where that is one of two words.
    comparison: Option<(Comparison, Option<[u64; 2]>)>,
    /// The bits that a predicate chooses.
    chosen: Option<u64>,
}

/// A format that arithmetic is specialised for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Only {
    Single,
    Double,
}

impl Computation {
    /// Looks up what does not depend on the operands.
    pub fn ready(&self) -> PreparedOp {
        let of = |format: &Format| core::iter::once(&self.to).chain(&self.from).all(|own| own.lanes == 1 && own.format == format);
        let only = if of(F32::ROW) { Some(Only::Single) } else { of(F64::ROW).then_some(Only::Double) };
        let integers = match self.meaning {
            Meaning::Alu(alu) => {
                let (function, kind, mask) = self.function(alu);
                Some((alu, function, kind, mask))
            }
            _ => None,
        };
        let comparison = if self.meaning == Meaning::Compare { Comparison::of(self) } else { None };
        let comparison = comparison.map(|comparison| (comparison, comparison.answers()));
        let chosen = (self.meaning == Meaning::Choose && self.from[2].is_predicate()).then(|| self.to.format.mask());
        PreparedOp { computation: *self, rules: self.rules(), only, integers, comparison, chosen }
    }
}

impl PreparedOp {
    /// The bits of the result. Nobody listens.
    #[inline]
    pub fn bits(&self, operands: Operands) -> u64 {
        let held = operands.map(|bits| [bits]);
        self.each::<1>(1, |at| &held[at])[0]
    }

    /// The result, with the carry that goes.
    pub fn outcome(&self, operands: Operands) -> Outcome {
        self.computation.run(operands, &mut Silent)
    }

    /// The type of a divisor that must not be zero.
    #[inline]
    pub fn divisor(&self) -> Option<Kind> {
        self.integers.filter(|(alu, ..)| alu.divides()).map(|(_, _, kind, _)| kind)
    }

    /// Whether the condition code's carry is written.
    #[inline]
    pub fn writes_carry(&self) -> bool {
        self.integers.is_some_and(|(alu, ..)| alu.writes_carry())
    }

    /// The results of some lanes, from what each source holds in all of them.
    #[inline]
    pub fn each<'a, const N: usize>(&self, group: u64, source: impl Fn(usize) -> &'a [u64; N]) -> [u64; N] {
        let mut results = [0; N];
        if let Some((alu, function, kind, mask)) = self.integers {
            let (all, came) = ([0, 1, 2, 3].map(&source), source(SOURCES - 1));
            // A loop of its own for what kernels are full of: there the function is known, and no call is left.
            macro_rules! loops {
                ($($alu:ident)*) => {
                    match alu {
                        $(Alu::$alu => {
                            const FUNCTION: Function = Alu::$alu.function();
                            each::<N>(group, |lane| results[lane] = FUNCTION(kind, all.map(|bits| bits[lane]), &mut false) & mask);
                        })*
                        _ => each::<N>(group, |lane| {
                            results[lane] = function(kind, all.map(|bits| bits[lane]), &mut (came[lane] & 1 == 1)) & mask;
                        }),
                    }
                };
            }
            loops!(Add Subtract MultiplyLow MultiplyWide MadLow And Or Xor Not ShiftLeft ShiftRight ShiftRightSigned);
            return results;
        }
        if let Some(mask) = self.chosen {
            let [a, b, c] = [0, 1, 2].map(&source);
            each::<N>(group, |lane| results[lane] = (if c[lane] & 1 == 1 { a[lane] } else { b[lane] }) & mask);
            return results;
        }
        if let Some((comparison, answers)) = &self.comparison {
            let [a, b, c] = [0, 1, 2].map(&source);
            let Some([holds, fails]) = *answers else {
                each::<N>(group, |lane| results[lane] = comparison.run([a[lane], b[lane], c[lane], 0, 0], &mut Silent).bits);
                return results;
            };
            let (relation, flush) = (comparison.relation, comparison.flush);
            // A loop for each format, so that its facts are constants in it.
            macro_rules! loops {
                ($($format:expr),*) => {
                    match comparison.own.format {
                        $(format if format == $format => each::<N>(group, |lane| {
                            let holds_here = relation.holds(ordering($format, a[lane], b[lane], flush));
                            results[lane] = if holds_here { holds } else { fails };
                        }),)*
                        format => each::<N>(group, |lane| {
                            let holds_here = relation.holds(ordering(format, a[lane], b[lane], flush));
                            results[lane] = if holds_here { holds } else { fails };
                        }),
                    }
                };
            }
            loops!(F32::ROW, F64::ROW, U32, S32);
            return results;
        }
        let sources = || [0, 1, 2].map(&source);
        let done = match (self.only, self.computation.sequence) {
            (_, Some(sequence)) if self.computation.to.lanes == 1 => {
                each::<N>(group, |lane| results[lane] = sequence.run(source(0)[lane], source(1)[lane], &mut Silent));
                true
            }
            (Some(Only::Single), _) => self.arithmetic(F32, group, sources(), &mut results),
            (Some(Only::Double), _) => self.arithmetic(F64, group, sources(), &mut results),
            (None, _) => false,
        };
        if !done {
            let all: [&[u64; N]; SOURCES] = core::array::from_fn(source);
            each::<N>(group, |lane| results[lane] = self.computation.run(all.map(|bits| bits[lane]), &mut Silent).bits);
        }
        results
    }

    /// The results of as many lanes as run abreast. It is not generic, so it is compiled with this crate, however its caller is compiled.
    pub fn abreast<'a>(&self, group: u64, source: &dyn Fn(usize) -> &'a [u64; ABREAST]) -> [u64; ABREAST] {
        self.each(group, source)
    }

    /// A loop for each operation of one format, without a choice in it; false for an operation that has none.
    #[inline(always)]
    fn arithmetic<const N: usize>(&self, format: impl Float, group: u64, sources: [&[u64; N]; 3], results: &mut [u64; N]) -> bool {
        let (rules, mask) = (&self.rules, format.row().mask());
        macro_rules! loops {
            ($($meaning:ident $operation:expr;)*) => {
                match self.computation.meaning {
                    $(Meaning::$meaning => {
                        let operation = $operation;
                        each::<N>(group, |lane| results[lane] = operation(sources.map(|bits| bits[lane] & mask)).bits);
                    })*
                    _ => return false,
                }
            };
        }
        loops! {
            Add |[a, b, _]: [u64; 3]| add(format, a, b, rules, &mut Silent);
            Subtract |[a, b, _]: [u64; 3]| subtract(format, a, b, rules, &mut Silent);
            Multiply |[a, b, _]: [u64; 3]| multiply(format, a, b, rules, &mut Silent);
            Fused |[a, b, c]: [u64; 3]| fused(format, a, b, c, rules, &mut Silent);
            AbsoluteValue |[a, ..]: [u64; 3]| change_sign(format.row(), a, SignChange::Clear, rules, &mut Silent);
            Negate |[a, ..]: [u64; 3]| change_sign(format.row(), a, SignChange::Turn, rules, &mut Silent);
            CopySign |[a, b, _]: [u64; 3]| copy_sign(format.row(), a, b, &mut Silent);
        }
        true
    }
}
