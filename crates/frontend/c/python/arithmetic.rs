//! Operators: each is computed in the type in which its two numbers meet, and rounded by itself.

use super::promote::{Owner, Value, is_narrow, met, name};
use crate::c::parse::Reader;
use crate::c::tree::{Id, Kind, Operation, in_type};
use crate::c::types::CType;
use crate::number::Pattern;
use core::ops::Range;

const RULE_OF_POWER: &str = "A square is one product here and a power of 0.5 one root, each rounded once. NumPy and Python call the C library's pow, which differs in its last bit for about 1 in 1,000 numbers.";
const OTHER_POWERS: &str =
    "Here CUDA's pow computes this power. NumPy and Python call that of the C library, which may differ in its last bits.";
const OF_TORCH: &str = "Here a Python number is a single beside the tensor, as in PyTorch's kernels for GPUs; on a CPU PyTorch rounds it to the tensor's type before some operations.";
const ZERO: &str = "ZeroDivisionError: division by zero";

impl Reader<'_> {
    /// The type in which a number is computed, in that type.
    fn computed_as(&mut self, value: Value, (owner, own): (Owner, CType), span: &Range<usize>) -> Id {
        if !is_narrow(own) {
            return self.number_as(value, own, span);
        }
        // PyTorch keeps a Python number in single precision beside a tensor; the others make it a number of the narrow type.
        let direct = owner == Owner::Torch && value.owner == Owner::Python;
        if direct && self.tree.constant(value.id).is_none_or(|number| !in_type(number, own).1) {
            self.said_once("python", span.clone(), OF_TORCH);
        }
        let id = self.number_as(value, if direct { CType::Float } else { own }, span);
        self.tree.converted(id, CType::Float)
    }

    /// Two numbers in the type in which they are computed.
    fn both_as(&mut self, [a, b]: [Value; 2], meeting: (Owner, CType), span: &Range<usize>) -> [Id; 2] {
        [self.computed_as(a, meeting, span), self.computed_as(b, meeting, span)]
    }

    /// An operator between two numbers.
    pub(super) fn arithmetic(&mut self, operator: &str, [a, b]: [Value; 2], place: Range<usize>, span: Range<usize>) -> Value {
        let owns = [a, b].map(|value| (value.owner, self.tree.own(value.id)));
        if operator == "**" {
            return self.raised([a, b], owns, place, span);
        }
        let meeting = match met(owns[0], owns[1]) {
            Ok(meeting) => meeting,
            Err(message) => {
                self.error("operation", place, message);
                return a;
            }
        };
        let (owner, own) = meeting;
        self.weakened(owns, meeting, &span);
        match operator {
            "/" if own.is_integer() => {
                let own = if owner == Owner::Jax { CType::Float } else { CType::Double };
                let [x, y] = if owner == Owner::Python {
                    [self.exact_double(a.id, &span), self.exact_double(b.id, &span)]
                } else {
                    self.both_as([a, b], (owner, own), &span)
                };
                let id = self.quotient_of([x, y], owner, &span);
                Value { id, owner }
            }
            "//" | "%" => self.divided_down(operator, [a, b], meeting, place, span),
            "&" | "|" | "^" | "<<" | ">>" => self.on_bits(operator, [a, b], meeting, place, span),
            "+" | "-" | "*" | "/" => {
                let [x, y] = self.both_as([a, b], meeting, &span);
                if operator == "/" {
                    let id = self.quotient_of([x, y], owner, &span);
                    return Value { id: self.rounded(id, own), owner };
                }
                let operation = match operator {
                    "+" => Operation::Add,
                    "-" => Operation::Subtract,
                    _ => Operation::Multiply,
                };
                if owner == Owner::Python && own == CType::Long {
                    return Value { id: self.whole_operation(operation, x, y, &span), owner };
                }
                let id = self.tree.binary(operation, x, y, span).unwrap_or(x);
                let id = if own.is_integer() { self.tree.converted(id, own) } else { self.rounded(id, own) };
                Value { id, owner }
            }
            _ => {
                self.error("not-covered", place, format!("`{operator}` is not covered here."));
                a
            }
        }
    }

    /// A note where a Python number takes another type.
    fn weakened(&mut self, owns: [(Owner, CType); 2], (owner, own): (Owner, CType), span: &Range<usize>) {
        let python = owns.iter().any(|(own, _)| *own == Owner::Python);
        if python && owner == Owner::NumPy && matches!(own, CType::Half | CType::Float) && owns.iter().any(|(_, own)| *own == CType::Double)
        {
            let message = format!("NumPy 2: beside {} a Python number counts as {0}.", name(owner, own));
            self.said_once("python", span.clone(), &message);
        }
    }

    /// A note that is said at most once.
    pub(super) fn said_once(&mut self, code: &'static str, span: Range<usize>, message: &str) {
        if self.diagnostics.iter().all(|said| said.message != message) {
            self.note(code, span, message);
        }
    }

    /// Where a divisor is zero, Python stops.
    fn zero_raises(&mut self, divisor: Id, owner: Owner, span: &Range<usize>) {
        let own = self.tree.own(divisor);
        let why = if owner == Owner::Python { ZERO } else { "an integer divided by zero, of which NumPy warns" };
        if let Some(number) = self.tree.constant(divisor) {
            if number.bits & !(if own.is_integer() { 0 } else { own.sign_mask() }) == 0 {
                self.stops_here(why, span);
            }
            return;
        }
        let zero = self.zero(own);
        let is_zero = self.related(".eq", divisor, zero);
        self.raises(is_zero, why, span);
    }

    fn quotient_of(&mut self, [x, y]: [Id; 2], owner: Owner, span: &Range<usize>) -> Id {
        if owner == Owner::Python {
            self.zero_raises(y, owner, span);
        }
        self.tree.binary(Operation::Divide, x, y, span.clone()).unwrap_or(x)
    }

    /// `//` and `%`: rounded down.
    fn divided_down(
        &mut self,
        operator: &str,
        values: [Value; 2],
        meeting: (Owner, CType),
        place: Range<usize>,
        span: Range<usize>,
    ) -> Value {
        let (owner, own) = meeting;
        let remains = operator == "%";
        if matches!(owner, Owner::Torch | Owner::Jax) {
            self.error("not-covered", place, format!("`{operator}` of PyTorch's and JAX's numbers is not covered here."));
            return values[0];
        }
        let [x, y] = self.both_as(values, meeting, &span);
        if !own.is_integer() {
            if owner == Owner::Python {
                self.zero_raises(y, owner, &span);
            }
            let name = match (remains, self.tree.own(x)) {
                (true, CType::Double) => "remainder_of_python",
                (true, _) => "remainder_of_pythonf",
                (false, CType::Double) => "quotient_of_python",
                (false, _) => "quotient_of_pythonf",
            };
            let id = self.intrinsic(name, vec![x, y], self.at.saturating_sub(1)).unwrap_or(x);
            return Value { id: self.rounded(id, own), owner };
        }
        self.zero_raises(y, owner, &span);
        let positive = self.bounds(y).0 > 0;
        let own = self.tree.own(x).promoted();
        let lowest = i64::MIN as u64 >> (64 - own.format().width());
        if !positive
            && own.format().width() >= 32
            && self.bounds(x).0 <= i128::from(Pattern::new(own.format(), lowest).ordinal().unwrap_or(0))
        {
            let (lowest, one) = (self.tree.number(own, lowest, None, 0..0), self.tree.number(own, u64::MAX, None, 0..0));
            let (is_lowest, is_one) = (self.related(".eq", x, lowest), self.related(".eq", y, one));
            let both = self.tree.node(Kind::And(is_lowest, is_one), CType::Int, 0..0);
            self.raises(both, "the lowest integer divided by -1", &span);
        }
        let (Ok(quotient), Ok(rest)) =
            (self.tree.binary(Operation::Divide, x, y, span.clone()), self.tree.binary(Operation::Remainder, x, y, span.clone()))
        else {
            return values[0];
        };
        let zero = self.zero(own);
        let id = if let (Some(rest), Some(divisor)) = (self.tree.constant(rest), self.tree.constant(y)) {
            let turned = rest.bits != 0 && rest.is_negative() != divisor.is_negative();
            let (from, operation, step) = match (remains, turned) {
                (true, true) => (self.tree.number(own, rest.bits, None, 0..0), Operation::Add, y),
                (true, false) => return self.back(self.tree.nodes.len(), Some((own, rest.bits)), meeting),
                (false, true) => (quotient, Operation::Subtract, self.tree.number(own, 1, None, 0..0)),
                (false, false) => (quotient, Operation::Add, zero),
            };
            self.tree.binary(operation, from, step, span).unwrap_or(from)
        } else {
            let differs = self.related(".neu", rest, zero);
            let turned = if positive {
                self.related(".lt", rest, zero)
            } else {
                let mixed = self.tree.binary(Operation::Xor, rest, y, 0..0).unwrap_or(rest);
                self.related(".lt", mixed, zero)
            };
            let moves = if positive { turned } else { self.tree.node(Kind::And(differs, turned), CType::Int, 0..0) };
            let (from, moved) = if remains {
                (rest, self.tree.binary(Operation::Add, rest, y, span.clone()).unwrap_or(rest))
            } else {
                let one = self.tree.number(own, 1, None, 0..0);
                (quotient, self.tree.binary(Operation::Subtract, quotient, one, span.clone()).unwrap_or(quotient))
            };
            match self.bounds(x).0 >= 0 && positive {
                true => from,
                false => self.tree.chosen(moves, moved, from, span),
            }
        };
        self.back(id, None, meeting)
    }

    /// An integer in its own type again.
    fn back(&mut self, id: Id, bits: Option<(CType, u64)>, (owner, own): (Owner, CType)) -> Value {
        let id = bits.map_or(id, |(own, bits)| self.tree.number(own, bits, None, 0..0));
        Value { id: self.tree.converted(id, own), owner }
    }

    fn on_bits(&mut self, operator: &str, values: [Value; 2], meeting: (Owner, CType), place: Range<usize>, span: Range<usize>) -> Value {
        let (owner, own) = meeting;
        if !own.is_integer() {
            self.error("operation", place, format!("`{operator}` takes integers."));
            return values[0];
        }
        let [x, y] = self.both_as(values, meeting, &span);
        let (least, most) = self.bounds(y);
        let operation = match operator {
            "&" => Operation::And,
            "|" => Operation::Or,
            "^" => Operation::Xor,
            "<<" => Operation::ShiftLeft,
            _ => Operation::ShiftRight,
        };
        if matches!(operator, "<<" | ">>") && (least < 0 || most >= i128::from(own.format().width())) {
            self.error("not-covered", span, "A shift by a number that may be negative or too large is not covered here.");
            return values[0];
        }
        if operator == "<<" && owner == Owner::Python {
            return Value { id: self.shifted(x, y, &span), owner };
        }
        let id = self.tree.binary(operation, x, y, span).unwrap_or(x);
        Value { id: self.tree.converted(id, own), owner }
    }

    /// A Python integer times a power of two.
    fn shifted(&mut self, x: Id, places: Id, span: &Range<usize>) -> Id {
        let why = "Python's integers have no end; here they have 64 bits, and this one needs more.";
        let ((low, high), (least, most)) = (self.bounds(x), self.bounds(places));
        let largest = low.unsigned_abs().max(high.unsigned_abs());
        if (0..=63).contains(&least)
            && (0..=63).contains(&most)
            && largest
                .checked_shl(most as u32)
                .is_some_and(|largest| largest >> most == low.unsigned_abs().max(high.unsigned_abs()) && largest < 1 << 63)
        {
            return self.tree.binary(Operation::ShiftLeft, x, places, span.clone()).unwrap_or(x);
        }
        self.error("integer", span.clone(), why);
        x
    }

    /// `**`
    fn raised(&mut self, [a, b]: [Value; 2], owns: [(Owner, CType); 2], place: Range<usize>, span: Range<usize>) -> Value {
        let python = owns.iter().all(|(owner, _)| *owner == Owner::Python);
        let exponent = self.tree.constant(b.id);
        let whole = exponent.filter(|number| number.format.is_integer()).and_then(|number| number.ordinal());
        let integers = owns.iter().all(|(_, own)| own.is_integer());
        if python && integers {
            match whole {
                Some(power @ 0..=64) => {
                    let mut id = self.whole(1);
                    let base = self.number_as(a, CType::Long, &span);
                    for _ in 0..power {
                        id = self.whole_operation(Operation::Multiply, id, base, &span);
                    }
                    return Value { id, owner: Owner::Python };
                }
                Some(0..) => {
                    self.error("integer", span, "Python's integers have no end; here they have 64 bits.");
                    return a;
                }
                Some(_) => {}
                None => {
                    let (least, most) = self.bounds(b.id);
                    let two = self.tree.constant(a.id).is_some_and(|base| base.bits == 2);
                    if !two || least < 0 || most > 62 {
                        self.error(
                            "not-covered",
                            place,
                            "A power with an exponent that is no number is covered here for 2**i, with i from 0 to 62.",
                        );
                        return a;
                    }
                    let one = self.whole(1);
                    return Value { id: self.shifted(one, b.id, &span), owner: Owner::Python };
                }
            }
        }
        if integers && !python {
            let own = owns[0].1;
            if owns[1].0 != Owner::Python || owns[0].0 != Owner::NumPy || !matches!(whole, Some(0..=64)) {
                self.error("not-covered", place, "A power of integers takes a Python number from 0 to 64 here.");
                return a;
            }
            let one = self.tree.number(own.promoted(), 1, None, 0..0);
            let base = self.tree.converted(a.id, own.promoted());
            let times = |reader: &mut Self, left: Id| {
                let product = reader.tree.binary(Operation::Multiply, left, base, span.clone()).unwrap_or(left);
                let product = reader.tree.converted(product, own);
                reader.tree.converted(product, own.promoted())
            };
            let id = (0..whole.unwrap_or(0)).fold(one, |left, _| times(self, left));
            return Value { id: self.tree.converted(id, own), owner: Owner::NumPy };
        }
        let meeting = match met(owns[0], owns[1]) {
            // Two Python integers with a negative exponent are floats.
            Ok((owner, own)) => (owner, if own.is_integer() { CType::Double } else { own }),
            Err(message) => {
                self.error("operation", place, message);
                return a;
            }
        };
        let (owner, own) = meeting;
        let [x, y] = if python {
            [a, b].map(|value| if self.tree.own(value.id).is_integer() { self.exact_double(value.id, &span) } else { value.id })
        } else {
            self.both_as([a, b], meeting, &span)
        };
        let wide = self.tree.own(x);
        let known = self.tree.constant(y).map(|number| number.bits);
        let one = wide.format().one();
        let is = |bits: u64| known == Some(bits);
        let [half, two] = [one - (1 << wide.format().fraction_bits), one + (1 << wide.format().fraction_bits)];
        let id = match () {
            () if is(two) => {
                self.said_once("power", span.clone(), RULE_OF_POWER);
                self.tree.binary(Operation::Multiply, x, x, span.clone()).unwrap_or(x)
            }
            () if is(one) => x,
            () if is(half) => {
                self.said_once("power", span.clone(), RULE_OF_POWER);
                let zero = self.zero(wide);
                if python {
                    let negative = self.related(".lt", x, zero);
                    self.constant_raises(x, negative, "a power that is a complex number", &span);
                }
                // pow(-0.0, 0.5) is 0.0 and pow(-inf, 0.5) is inf; both are told from the root.
                let away = self.related(".neu", x, zero);
                let infinite = self.tree.number(wide, wide.format().exponent_mask() | wide.sign_mask(), None, 0..0);
                let root = self.called_by_name("sqrt", vec![x]).unwrap_or(x);
                if self.tree.constant(x).is_some_and(|number| !number.is_negative()) {
                    root
                } else {
                    let infinity = self.tree.number(wide, wide.format().exponent_mask(), None, 0..0);
                    let endless = self.related(".eq", x, infinite);
                    let root = self.tree.chosen(endless, infinity, root, span.clone());
                    self.tree.chosen(away, root, zero, span.clone())
                }
            }
            () if matches!(owner, Owner::Torch | Owner::Jax) => {
                self.error("not-covered", place, "Of PyTorch's and JAX's powers those of 1, 2 and 0.5 are covered here.");
                return a;
            }
            () => {
                if python {
                    self.power_raises([x, y], &span);
                }
                self.power_of([x, y], python, &span)
            }
        };
        Value { id: self.rounded(id, own), owner }
    }

    /// Ends the run, or says so at once where a constant decides.
    fn constant_raises(&mut self, x: Id, condition: Id, why: &str, span: &Range<usize>) {
        match self.tree.constant(x) {
            Some(number) if number.is_negative() && number.bits & !number.format.sign_mask() != 0 => {
                self.error("raises", span.clone(), format!("This is not covered here: {why}."));
            }
            Some(_) => {}
            None => self.raises(condition, why, span),
        }
    }

    /// What Python's pow does not give: complex numbers, and quotients by zero.
    fn power_raises(&mut self, [x, y]: [Id; 2], span: &Range<usize>) {
        let zero = self.zero(CType::Double);
        if self.tree.constant(y).is_none_or(|number| number.is_negative()) {
            let (is_zero, negative) = (self.related(".eq", x, zero), self.related(".lt", y, zero));
            if self.tree.constant(x).is_none_or(|number| number.bits & !number.format.sign_mask() == 0) {
                let both = self.tree.node(Kind::And(is_zero, negative), CType::Int, 0..0);
                self.raises(both, ZERO, span);
            }
        }
        if self.tree.constant(x).is_none_or(|number| number.is_negative()) {
            let down = self.called_by_name("floor", vec![y]).unwrap_or(y);
            let (below, apart) = (self.related(".lt", x, zero), self.related(".neu", down, y));
            let both = self.tree.node(Kind::And(below, apart), CType::Int, 0..0);
            self.raises(both, "a power that is a complex number", span);
        }
    }

    /// A power that the library computes, or that is exact: of 2.
    fn power_of(&mut self, [x, y]: [Id; 2], python: bool, span: &Range<usize>) -> Id {
        let wide = self.tree.own(x);
        let two = wide.format().one() + (1 << wide.format().fraction_bits);
        if self.tree.constant(x).is_some_and(|number| number.bits == two)
            && matches!(self.tree.nodes[y].kind, Kind::Convert(_) | Kind::Constant(..))
        {
            let from = match self.tree.nodes[y].kind {
                Kind::Convert(from) if self.tree.own(from).is_integer() => Some(from),
                Kind::Constant(..) => {
                    let number = self.tree.constant(y).map(|number| in_type(number, CType::Int));
                    number.filter(|(_, exact)| *exact).map(|(bits, _)| self.tree.number(CType::Int, bits, None, 0..0))
                }
                _ => None,
            };
            if let Some(from) = from.filter(|from| self.bounds(*from).0 >= -5000 && self.bounds(*from).1 < 1024) {
                let places = self.tree.converted(from, CType::Int);
                let one = self.tree.number(wide, wide.format().one(), None, 0..0);
                return self.called_by_name("ldexp", vec![one, places]).unwrap_or(x);
            }
        }
        self.said_once("power", span.clone(), OTHER_POWERS);
        let (kept, id) = self.with_pending(&[x, y], |reader| reader.called_by_name("pow", vec![x, y]));
        let id = id.unwrap_or(x);
        if python {
            self.overflow_raises(&kept, id, span);
        }
        id
    }

    /// Where a result is infinite or no number and what it was made of is not, Python stops.
    pub(super) fn overflow_raises(&mut self, from: &[Id], id: Id, span: &Range<usize>) {
        let own = self.tree.own(id);
        let size = self.called_by_name("fabs", vec![id]).unwrap_or(id);
        let infinity = self.tree.number(own, own.format().exponent_mask(), None, 0..0);
        let mut outside = self.related(".lt", size, infinity);
        outside = self.tree.node(Kind::Not(outside), CType::Int, 0..0);
        for operand in from.iter().copied() {
            let size = self.called_by_name("fabs", vec![operand]).unwrap_or(operand);
            let finite = self.related(".lt", size, infinity);
            outside = self.tree.node(Kind::And(outside, finite), CType::Int, 0..0);
        }
        self.raises(outside, "OverflowError or ValueError: the result is no finite number", span);
    }

    /// A comparison.
    pub(super) fn related_values(&mut self, operator: &str, values: [Value; 2], place: Range<usize>, span: Range<usize>) -> Value {
        let plain = values.map(|value| Value { owner: if value.owner == Owner::Truth { Owner::Python } else { value.owner }, ..value });
        let owns = plain.map(|value| (value.owner, self.tree.own(value.id)));
        let relation = match operator {
            "==" => ".eq",
            "!=" => ".neu",
            "<=" => ".le",
            ">=" => ".ge",
            "<" => ".lt",
            _ => ".gt",
        };
        let (owner, own) = match met(owns[0], owns[1]) {
            Ok(meeting) => meeting,
            Err(message) => {
                self.error("operation", place, message);
                return values[0];
            }
        };
        // PyTorch compares in the tensor's own type.
        let meeting = (if owner == Owner::Torch { Owner::NumPy } else { owner }, own);
        let [x, y] = if owner == Owner::Python && own == CType::Double {
            plain.map(|value| if self.tree.own(value.id).is_integer() { self.exact_double(value.id, &span) } else { value.id })
        } else {
            self.both_as(plain, meeting, &span)
        };
        let id = self.tree.compared(crate::operation::Relation::of(relation), x, y, span);
        Value { id, owner: if owner == Owner::Python { owner } else { Owner::Truth } }
    }

    /// A number with the other sign.
    pub(super) fn negative(&mut self, value: Value, span: Range<usize>) -> Value {
        let own = self.tree.own(value.id);
        match (value.owner, own) {
            (Owner::Python, CType::Int | CType::Long) => {
                let id = self.number_as(value, CType::Long, &span);
                let zero = self.whole(0);
                Value { id: self.whole_operation(Operation::Subtract, zero, id, &span), owner: Owner::Python }
            }
            (Owner::Truth, _) => {
                self.error("operation", span, "A comparison's result takes no sign here: write int(…) around it.");
                value
            }
            (owner, CType::E4m3 | CType::E5m2) => {
                let single = self.tree.converted(value.id, CType::Float);
                let negated = self.tree.negated(single, span);
                Value { id: self.rounded(negated, own), owner }
            }
            (owner, _) => {
                let id = self.tree.negated(value.id, span);
                Value { id: self.tree.converted(id, own), owner }
            }
        }
    }
}
