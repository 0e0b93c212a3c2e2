//! What the standard library gives of a type and of bits: `std::numeric_limits`, `std::bit_cast` and `memcpy`.

use super::arguments::Argument;
use super::number::{NAN, power};
use super::parse::{Input, Reader};
use super::place::Place;
use super::tree::{Id, Kind};
use super::types::CType;
use crate::instruction::cuda::function_named;
use crate::number::{F32, F64};
use crate::syntax::TokenKind;

impl Reader<'_> {
    /// What begins here, where it is one of these.
    pub(super) fn of_standard(&mut self) -> Option<Option<Id>> {
        match (self.shown(self.at), self.shown(self.at + 1)) {
            ("numeric_limits", "<") => Some(self.limit()),
            ("bit_cast", "<") => Some(self.bit_cast()),
            ("memcpy", "(") => Some(self.copied()),
            _ => None,
        }
    }

    /// `bit_cast<T>(x)`
    fn bit_cast(&mut self) -> Option<Id> {
        let (at, start) = (self.at, self.span(self.at).start);
        self.mark_call(at);
        let (own, end) = self.type_at(at + 2)?;
        self.at = end + 2;
        let arguments = self.arguments("bit_cast")?;
        self.closed(end);
        let (own, span) = (own?, self.since(start));
        let [Argument { value: Some(value), .. }] = arguments[..] else {
            self.error("argument-count", span, "bit_cast takes 1 argument.");
            return None;
        };
        let from = self.tree.own(value);
        let name = match (from, own) {
            (CType::Float, CType::Int) => "__float_as_int",
            (CType::Float, CType::Unsigned) => "__float_as_uint",
            (CType::Int, CType::Float) => "__int_as_float",
            (CType::Unsigned, CType::Float) => "__uint_as_float",
            (CType::Double, CType::Long | CType::UnsignedLong) => "__double_as_longlong",
            (CType::Long | CType::UnsignedLong, CType::Double) => "__longlong_as_double",
            _ if from == own => return Some(value),
            _ => {
                self.error("not-covered", span, format!("bit_cast from {} to {} is not covered here.", from.name(), own.name()));
                return None;
            }
        };
        let (function, _) = function_named(name)?;
        let taken = self.tree.converted(value, CType::of(function.parameters[0].format));
        let returns = function.returns.map_or(own, CType::of);
        let call = self.tree.node(Kind::Call(function, None, vec![taken]), returns, span);
        Some(self.tree.converted(call, own))
    }

    /// `memcpy(&to, &from, sizeof to)` of one number, or of an array of few.
    fn copied(&mut self) -> Option<Id> {
        /// The most bytes that are copied one number at a time.
        const MOST: u64 = 1024;
        let (at, start) = (self.at, self.span(self.at).start);
        self.mark_call(at);
        self.at += 2;
        let arguments = self.arguments("memcpy")?;
        self.closed(at);
        let span = self.since(start);
        let values: Option<Vec<Id>> = arguments.iter().map(|argument| argument.value).collect();
        let [to, from, count] = values?[..] else {
            self.error("argument-count", span, "memcpy takes 3 arguments.");
            return None;
        };
        let bytes = self.tree.constant(count).map(|number| number.bits).filter(|bytes| *bytes <= MOST);
        let whole = |own: CType, bytes: Option<u64>| bytes.is_some_and(|bytes| own.pointee().is_some_and(|own| bytes % own.size() == 0));
        if self.on_host && !(self.tree.own(from).pointee().is_some() && whole(self.tree.own(to), bytes)) {
            let host = self.zero(CType::Int);
            self.asks("host_copy", &[to, from, count, host], CType::Int);
            return Some(to);
        }
        let [into, out_of] = [to, from].map(|id| self.tree.own(id).pointee());
        let (Some(own), Some(_), Some(bytes)) = (into, out_of, bytes) else {
            self.error(
                "not-covered",
                span,
                "memcpy is covered here between numbers and arrays, for a number of bytes that stands in the text.",
            );
            return None;
        };
        let size = own.size();
        if bytes % size != 0 {
            self.error("argument", span, format!("{bytes} bytes are no whole number of {}, which has {size}.", own.name()));
            return None;
        }
        for offset in (0..bytes).step_by(size as usize) {
            let value = self.read(&Place::Memory(from, offset as i64, own));
            self.write(&Place::Memory(to, offset as i64, own), value);
        }
        Some(to)
    }

    /// `numeric_limits<T>::max()`
    fn limit(&mut self) -> Option<Id> {
        let start = self.span(self.at).start;
        self.mark(self.at, TokenKind::Literal);
        let (own, end) = self.type_at(self.at + 2)?;
        let name = self.shown(end + 2);
        let closes = self.shown(end) == ">" && self.shown(end + 1) == "::";
        let called = self.shown(end + 3) == "(" && self.shown(end + 4) == ")";
        self.at = end + if called { 5 } else { 3 };
        let span = self.since(start);
        let Some((own, bits)) = own.filter(|_| closes).and_then(|own| limit_of(own, name, called)) else {
            self.error(
                "not-covered",
                span,
                format!("This limit `{name}` is not covered here: min, max, lowest, epsilon and their kind are."),
            );
            return None;
        };
        if !self.in_library() {
            self.inputs.push(Input { name: None, own, bits, span: span.clone() });
        }
        Some(self.tree.number(own, bits, None, span))
    }
}

/// A limit of a type; those that are numbers and not functions count something.
fn limit_of(own: CType, name: &str, called: bool) -> Option<(CType, u64)> {
    let format = own.format();
    let (single, double) = (own == CType::Float, own == CType::Double);
    if own.is_integer() {
        let top = if format.signed { format.mask() >> 1 } else { format.mask() };
        let low = if format.signed { top + 1 } else { 0 };
        return match (name, called) {
            ("max", true) => Some((own, top)),
            ("min" | "lowest", true) => Some((own, low)),
            ("digits", false) => Some((CType::Int, u64::from(format.width()) - u64::from(format.signed))),
            _ => None,
        };
    }
    if !single && !double {
        return None;
    }
    let (one, quiet) = if single { (&F32::FORMAT, NAN) } else { (&F64::FORMAT, F64::FORMAT.exponent_mask() | F64::FORMAT.quiet_bit()) };
    let bits = match (name, called) {
        ("max", true) => one.largest(),
        ("min", true) => one.smallest_normal(),
        ("lowest", true) => one.largest() | one.sign_mask(),
        ("epsilon", true) => power(one, -(one.fraction_bits as i32)),
        ("denorm_min", true) => 1,
        ("infinity", true) => one.exponent_mask(),
        ("quiet_NaN", true) => quiet,
        ("round_error", true) => power(one, -1),
        ("digits", false) => return Some((CType::Int, u64::from(one.fraction_bits) + 1)),
        ("digits10", false) => return Some((CType::Int, if single { 6 } else { 15 })),
        ("max_digits10", false) => return Some((CType::Int, if single { 9 } else { 17 })),
        _ => return None,
    };
    Some((own, bits))
}
