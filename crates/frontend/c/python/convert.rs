//! Numbers from one type to another, and what Python raises an error for.

use super::promote::{Owner, Value, is_narrow, name};
use crate::c::parse::Reader;
use crate::c::tree::{Id, Kind, Node, Operation, in_type};
use crate::c::types::CType;
use crate::instruction::cuda::function_named;
use crate::operation::Relation;
use core::ops::Range;

/// Integers up to here are doubles without a rounding.
const EXACT: i128 = 1 << 53;
/// How far bounds are followed through operations.
const DEPTH: u32 = 12;

impl Reader<'_> {
    /// Ends the run where a condition holds, as Python ends with an error.
    pub(super) fn raises(&mut self, condition: Id, why: &str, span: &Range<usize>) {
        match self.decided(condition) {
            Some(false) => {}
            Some(true) => self.stops_here(why, span),
            None => self.stop_line(format!("@{{p0}} trap; // {why}"), vec![condition], span),
        }
    }

    /// Ends the run, or says so at once where the run surely comes here.
    pub(super) fn stops_here(&mut self, why: &str, span: &Range<usize>) {
        // Behind a `return` under a condition nothing is sure either.
        if self.open > 0 || self.python.calls.iter().any(|call| !call.returns.is_empty()) {
            return self.stop_line(format!("trap; // {why}"), Vec::new(), span);
        }
        let (code, message) = stops(why);
        self.error(code, span.clone(), message);
    }

    fn stop_line(&mut self, line: String, reads: Vec<Id>, span: &Range<usize>) {
        self.tree.nodes.push(Node { kind: Kind::Line(line, reads), own: CType::Int, span: span.clone(), is_place: false });
        let id = self.tree.nodes.len() - 1;
        self.effects.push(id);
    }

    pub(super) fn whole(&mut self, number: i64) -> Id {
        self.tree.number(CType::Long, number as u64, None, 0..0)
    }

    pub(super) fn related(&mut self, relation: &'static str, left: Id, right: Id) -> Id {
        self.tree.compared(Relation::of(relation), left, right, 0..0)
    }

    /// What an integer can be at least and at most.
    pub(super) fn bounds(&self, id: Id) -> (i128, i128) {
        self.bounds_within(id, DEPTH)
    }

    fn bounds_within(&self, id: Id, depth: u32) -> (i128, i128) {
        let (own, width) = (self.tree.own(id), self.tree.own(id).format().width());
        let all = match own {
            CType::Unsigned | CType::UnsignedLong | CType::UnsignedShort | CType::UnsignedChar => (0, (1 << width) - 1),
            _ => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        };
        let Some(depth) = depth.checked_sub(1) else { return all };
        let known = match &self.tree.nodes[id].kind {
            Kind::Constant(..) => self.tree.constant(id).and_then(|number| number.ordinal()).map(|number| (number.into(), number.into())),
            Kind::Variable(register) => {
                let known = self.python.bounds.iter().find(|(own, ..)| own == register);
                known.map(|(_, least, most)| (i128::from(*least), i128::from(*most)))
            }
            Kind::Compare(..) | Kind::Not(_) | Kind::And(..) | Kind::Or(..) => Some((0, 1)),
            Kind::Convert(from) if self.tree.own(*from).is_integer() => Some(self.bounds_within(*from, depth)),
            Kind::Binary(operation, a, b) => ranged(*operation, self.bounds_within(*a, depth), self.bounds_within(*b, depth)),
            _ => None,
        };
        known.filter(|(least, most)| *least >= all.0 && *most <= all.1).unwrap_or(all)
    }

    /// Python's sum, difference or product of integers, which has no end; here it ends with 64 bits.
    pub(super) fn whole_operation(&mut self, operation: Operation, x: Id, y: Id, span: &Range<usize>) -> Id {
        let why = "an integer needs more than 64 bits";
        let range = ranged(operation, self.bounds(x), self.bounds(y));
        let fits = range.is_some_and(|(least, most)| least >= i64::MIN.into() && most <= i64::MAX.into());
        let both = self.tree.constant(x).is_some() && self.tree.constant(y).is_some();
        if both && !fits {
            self.error("integer", span.clone(), "Python's integers have no end; here they have 64 bits, and this one needs more.");
            return x;
        }
        let Ok(result) = self.tree.binary(operation, x, y, span.clone()) else { return x };
        if fits {
            return result;
        }
        let lost = match operation {
            Operation::Multiply => {
                let Some((function, _)) = function_named("__mul64hi") else { return result };
                let upper = self.tree.node(Kind::Call(function, None, vec![x, y]), CType::Long, 0..0);
                let places = self.tree.number(CType::Int, 63, None, 0..0);
                let signs = self.tree.binary(Operation::ShiftRight, result, places, 0..0).unwrap_or(result);
                self.related(".neu", upper, signs)
            }
            _ => {
                let other = if operation == Operation::Add { result } else { y };
                let mut differs = |a: Id, b: Id| self.tree.binary(Operation::Xor, a, b, 0..0).unwrap_or(a);
                let (a, b) = (differs(x, result), differs(if operation == Operation::Add { y } else { x }, other));
                let both = self.tree.binary(Operation::And, a, b, 0..0).unwrap_or(a);
                let zero = self.whole(0);
                self.related(".lt", both, zero)
            }
        };
        self.raises(lost, why, span);
        result
    }

    /// A Python integer as a double, where that must lose nothing.
    pub(super) fn exact_double(&mut self, id: Id, span: &Range<usize>) -> Id {
        let (least, most) = self.bounds(id);
        if least < -EXACT || most > EXACT {
            let [low, high] = [-EXACT, EXACT].map(|end| self.whole(end as i64));
            let (below, above) = (self.related(".lt", id, low), self.related(".gt", id, high));
            let outside = match (self.decided(below), self.decided(above)) {
                (Some(false), Some(false)) => below,
                (Some(true), _) => below,
                (_, Some(true)) => above,
                _ => self.tree.node(Kind::Or(below, above), CType::Int, 0..0),
            };
            if self.decided(outside) == Some(true) {
                self.error("integer", span.clone(), "An integer beyond 2**53 beside a float is not covered here.");
            } else {
                self.raises(outside, "an integer beyond 2**53 beside a float", span);
            }
        }
        self.tree.converted(id, CType::Double)
    }

    /// A number in a type, as the constructor of that type and an operation in it convert.
    pub(super) fn number_as(&mut self, value: Value, own: CType, span: &Range<usize>) -> Id {
        let Value { id, owner } = value;
        let from = self.tree.own(id);
        if from == own {
            return id;
        }
        let python = matches!(owner, Owner::Python | Owner::Truth);
        match (from.is_integer(), own.is_integer()) {
            (true, true) => {
                let (least, most) = self.bounds(id);
                let width = own.format().width();
                let signed = matches!(own, CType::SignedChar | CType::Short | CType::Int | CType::Long);
                let ends = if signed { (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1) } else { (0, (1i128 << width) - 1) };
                if python && (least < ends.0 || most > ends.1) {
                    let range = format!("{} holds {} to {}", name(Owner::NumPy, own), ends.0, ends.1);
                    if least == most {
                        self.error("integer", span.clone(), format!("{least} does not fit: {range}."));
                        return self.zero(own);
                    }
                    if ends.0 > i64::MIN.into() && least < ends.0 {
                        let end = self.whole(ends.0 as i64);
                        let outside = self.related(".lt", id, end);
                        self.raises(outside, &["OverflowError: ", &range].concat(), span);
                    }
                    if ends.1 < i64::MAX.into() && most > ends.1 {
                        let end = self.whole(ends.1 as i64);
                        let outside = self.related(".gt", id, end);
                        self.raises(outside, &["OverflowError: ", &range].concat(), span);
                    }
                }
                self.tree.converted(id, own)
            }
            // A Python integer becomes a double on its way.
            (true, false) if python && own != CType::Double => {
                let wide = self.tree.converted(id, CType::Double);
                self.number_as(Value { id: wide, owner }, own, span)
            }
            (true, false) if is_narrow(own) => {
                let single = self.tree.converted(id, CType::Float);
                self.rounded(single, own)
            }
            (false, true) => self.cut(id, own, span),
            _ => self.rounded(id, own),
        }
    }

    /// A floating-point number in another type, rounded to nearest; beyond the largest number of E4M3 it is a NaN.
    pub(super) fn rounded(&mut self, id: Id, own: CType) -> Id {
        let from = self.tree.own(id);
        // Of ml_dtypes, PyTorch and JAX alike: a double becomes bfloat16 by way of a single.
        if own == CType::Brain && from == CType::Double {
            let single = self.rounded(id, CType::Float);
            return self.rounded(single, own);
        }
        if from == own {
            return id;
        }
        if let Some(number) = self.tree.constant(id).filter(|number| !number.format.is_integer()) {
            let ((bits, is_exact), span) = (in_type(number, own), self.tree.span(id));
            let made = self.tree.number(own, bits, None, span);
            if !is_exact || self.python.rounded.iter().any(|(made, _)| *made == id) {
                self.python.rounded.push((made, id));
            }
            return made;
        }
        self.rounds(id, own)
    }

    /// A number that was rounded where it was read, as what rounds it: of a text that does no more, this is what it shows.
    pub(super) fn with_its_rounding(&mut self, value: Value) -> Value {
        let Some((made, from)) = self.python.rounded.iter().copied().find(|(made, _)| *made == value.id) else { return value };
        let inner = self.with_its_rounding(Value { id: from, ..value });
        Value { id: self.rounds(inner.id, self.tree.own(made)), ..value }
    }

    /// The instructions that round a number to another type.
    fn rounds(&mut self, id: Id, own: CType) -> Id {
        let from = self.tree.own(id);
        if matches!(own, CType::E4m3 | CType::E5m2) {
            let (name, wide) = if from == CType::Double {
                ("__nv_cvt_double_to_fp8", id)
            } else {
                ("__nv_cvt_float_to_fp8", self.rounded(id, CType::Float))
            };
            let [zero, which] = [0, u64::from(own == CType::E5m2)].map(|bits| self.tree.number(CType::Int, bits, None, 0..0));
            if let Some(code) = self.intrinsic(name, vec![wide, zero, which], self.at.saturating_sub(1)) {
                return self.tree.of_bits(code, own);
            }
        }
        self.tree.converted(id, own)
    }

    /// A floating-point number cut to an integer. What does not fit ends the run.
    pub(super) fn cut(&mut self, id: Id, own: CType, span: &Range<usize>) -> Id {
        let id = if is_narrow(self.tree.own(id)) { self.tree.converted(id, CType::Float) } else { id };
        let id = if own == CType::Long { id } else { self.rounded(id, CType::Double) };
        let from = self.tree.own(id);
        let width = own.format().width();
        let signed = matches!(own, CType::SignedChar | CType::Short | CType::Int | CType::Long);
        // Both ends are powers of two, so that they are numbers of the format: -2^(n-1) - 1 < x is x >= -2^(n-1) where no fraction fits between.
        let power = |exponent: u32| (1u128 << exponent) as i128;
        let ends = if signed { (-power(width - 1), power(width - 1)) } else { (0, power(width)) };
        let low = if from == CType::Double && width < 64 { ends.0 - 1 } else { ends.0 };
        let strict = from == CType::Double && width < 64;
        let [low, high] = [low, ends.1].map(|end| {
            let text = format!("{}{}", if end < 0 { "-" } else { "" }, end.unsigned_abs());
            crate::rounding::read(&text).map_or(0, |number| number.to_bits(from.format(), crate::rounding::Mode::Rn).0)
        });
        if let Some(number) = self.tree.constant(id) {
            let value = |bits: u64| crate::number::Pattern::new(from.format(), bits).ordinal();
            let fits = number
                .ordinal()
                .zip(value(low))
                .zip(value(high))
                .is_some_and(|((own, low), high)| (own > low || !strict && own == low) && own < high);
            if !fits {
                self.error(
                    "integer",
                    span.clone(),
                    "This does not fit into the integer: Python stops here, or the integer needs more than 64 bits.",
                );
                return self.zero(own);
            }
            let bits = in_type(number, own).0;
            return self.tree.number(own, bits, None, span.clone());
        }
        let [low, high] = [low, high].map(|bits| self.tree.number(from, bits, None, 0..0));
        let (above, below) = (self.related(if strict { ".gt" } else { ".ge" }, id, low), self.related(".lt", id, high));
        let inside = self.tree.node(Kind::And(above, below), CType::Int, 0..0);
        let outside = self.tree.node(Kind::Not(inside), CType::Int, 0..0);
        self.raises(outside, "a number that does not fit into the integer", span);
        self.tree.converted(id, own)
    }

    /// A condition: whether a number is not zero.
    pub(super) fn truth_of(&mut self, value: Value) -> Id {
        let id = value.id;
        if matches!(value.owner, Owner::Python | Owner::Truth) && self.tree.own(id) == CType::Int {
            return id;
        }
        let id = if is_narrow(self.tree.own(id)) { self.tree.converted(id, CType::Float) } else { id };
        let zero = self.zero(self.tree.own(id));
        self.related(".neu", id, zero)
    }
}

/// Why a run stops, as a code and a sentence: an error of Python's, or what is not covered.
pub fn stops(why: &str) -> (&'static str, String) {
    match why.contains("Error") {
        true => ("raises", format!("Python stops here: {why}.")),
        false => ("not-covered", format!("This is not covered here: {why}.")),
    }
}

/// What comes of integers between bounds.
fn ranged(operation: Operation, a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    let over = |all: [i128; 4]| (all.iter().copied().min().unwrap_or(0), all.iter().copied().max().unwrap_or(0));
    match operation {
        Operation::Add => Some((a.0 + b.0, a.1 + b.1)),
        Operation::Subtract => Some((a.0 - b.1, a.1 - b.0)),
        Operation::Multiply => {
            let products = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(a, b)| a.checked_mul(b));
            let [Some(p), Some(q), Some(r), Some(s)] = products else { return None };
            Some(over([p, q, r, s]))
        }
        Operation::Remainder if b.0 > 0 => Some((if a.0 < 0 { 1 - b.1 } else { 0 }, if a.1 > 0 { b.1 - 1 } else { 0 })),
        Operation::Divide if b.0 > 0 => Some((a.0.min(0), a.1.max(0))),
        Operation::And if a.0 >= 0 && b.0 >= 0 => Some((0, a.1.min(b.1))),
        _ => None,
    }
}
