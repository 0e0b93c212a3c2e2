//! Powers of numbers, and what C does that surprises.

use super::number;
use super::parse::{Input, Reader};
use super::token::Kind as Cut;
use super::tree::{Id, Operation, in_type, whole};
use super::types::CType;
use crate::exact::Natural;
use crate::number::{F32, Pattern};
use crate::rounding::{Flags, Literal, Mode};
use crate::syntax::{Diagnostic, Fix};
use core::ops::Range;

/// The largest exponent of a power that is a number.
const LARGEST_POWER: i64 = 1100;

impl Reader<'_> {
    /// A number or the like, and perhaps a power of it.
    pub(super) fn power(&mut self) -> Option<Id> {
        let (start, inputs) = (self.span(self.at).start, self.inputs.len());
        let base = self.primary()?;
        if !matches!(self.shown(self.at), "^" | "**") || (self.in_program && self.shown(self.at) == "^") {
            return Some(base);
        }
        let operator = self.span(self.at);
        self.at += 1;
        let Some(exponent) = self.deeper(|reader| reader.unary()) else { return Some(base) };
        let span = self.since(start);
        let text = &self.text[span.clone()];
        let whole = self.tree.constant(exponent).filter(|number| number.format.is_integer());
        let whole = whole.and_then(|number| number.ordinal()).filter(|power| power.abs() <= LARGEST_POWER);
        let number = self.tree.constant(base).filter(|number| number.format.is_integer());
        if let Some((literal, whole)) = number.and_then(|base| power_of(base.ordinal()?, whole?)).zip(whole) {
            let (bits, flags) = literal.to_bits(F32::ROW, Mode::Rn);
            let (own, bits) = if flags == Flags::NONE {
                (CType::Float, bits)
            } else {
                (CType::Double, literal.to_bits(CType::Double.format(), Mode::Rn).0)
            };
            let message = format!("`{text}` is a power here, as a {}. C's ^ is the exclusive or of two integers.", own.name());
            let two = number.is_some_and(|base| base.bits == 2);
            let note = self.note("power", span.clone(), message);
            if two {
                let instead = format!("0x1p{whole}{}", if own == CType::Float { "f" } else { "" });
                note.fixes.push(Fix::replace(format!("write {instead}"), span.clone(), instead));
            }
            self.inputs.truncate(inputs);
            self.inputs.push(Input { name: None, own, bits, span: span.clone() });
            return Some(self.tree.number(own, bits, Some(literal), span));
        }
        if let Some(times @ 2..=4) = whole {
            let message =
                format!("`{text}` is a power here: {}. C's ^ is the exclusive or of two integers.", vec!["x"; times as usize].join("*"));
            self.note("power", span.clone(), message);
            self.inputs.retain(|input| input.name.is_some() || input.span.start < operator.start);
            let product = |reader: &mut Self, left: Id| reader.tree.binary(Operation::Multiply, left, base, span.clone()).unwrap_or(left);
            return Some((1..times).fold(base, |left, _| product(self, left)));
        }
        let instead = format!("__powf({}, {})", &self.text[self.tree.span(base)], &self.text[self.tree.span(exponent)]);
        let message = "Powers of numbers are computed here, and whole powers up to 4; __powf approximates the others.";
        self.error("power", operator, message).fixes.push(Fix::replace(format!("write {instead}"), span, instead));
        Some(base)
    }

    /// Notes on what C does with two operands where people expect something else.
    pub(super) fn advise(&mut self, operation: Operation, left: Id, right: Id, span: &Range<usize>) {
        if operation == Operation::Divide && self.tree.own(left).is_integer() && self.tree.own(right).is_integer() {
            let exact = match (self.tree.constant(left), self.tree.constant(right)) {
                (Some(a), Some(b)) => b.bits == 0 || whole(Operation::Remainder, a, b) == 0,
                _ => false,
            };
            if !exact {
                let text = &self.text[span.clone()];
                let instead = [self.as_float(left), "/".to_owned(), self.as_float(right)].concat();
                let message = format!("Both operands of `{text}` are integers: C cuts the quotient to an integer.");
                self.note("integer-division", span.clone(), message).fixes.push(Fix::replace(
                    format!("write {instead}"),
                    span.clone(),
                    instead,
                ));
            }
        }
        self.stays_whole(operation, left, right, span);
        self.widening(left, right);
        let (a, b) = (self.tree.own(left), self.tree.own(right));
        if a != b && (a == CType::Half || b == CType::Half) {
            let message = "Here a half becomes the type of the other operand, or a float if that is an integer. nvcc refuses this as ambiguous: write a cast.";
            if self.diagnostics.iter().all(|said| said.message != message) {
                self.note("half", span.clone(), message);
            }
        }
    }

    /// A text that is only a sum or a product of two whole numbers, and that no float holds: who tries out where floats end may have meant floats.
    fn stays_whole(&mut self, operation: Operation, left: Id, right: Id, span: &Range<usize>) {
        let sign = match operation {
            Operation::Add => " + ",
            Operation::Subtract => " - ",
            Operation::Multiply => " * ",
            _ => return,
        };
        let (Some(a), Some(b)) = (self.tree.constant(left), self.tree.constant(right)) else { return };
        let is_all = self.pieces.iter().skip(self.begin).all(|piece| span.start <= piece.span.start && piece.span.end <= span.end);
        let has_digits = |id| self.text[self.tree.span(id)].bytes().all(|byte| byte.is_ascii_digit());
        let asked = is_all && !self.python.on && has_digits(left) && has_digits(right) && a.format.is_integer() && a.format == b.format;
        if !asked || in_type(Pattern::new(a.format, whole(operation, a, b)), CType::Float).1 {
            return;
        }
        let instead = [self.as_float(left), sign.to_owned(), self.as_float(right)].concat();
        let message = format!("Both operands of `{}` are integers, so nothing is rounded here. Floats would be.", &self.text[span.clone()]);
        self.note("whole", span.clone(), message).fixes.push(Fix::replace(format!("write {instead}"), span.clone(), instead));
    }

    /// An integer that goes where one is wanted was meant: what was said of its quotients and its digits goes.
    pub(super) fn is_meant(&mut self, own: CType, span: Range<usize>) {
        if own.is_integer() {
            let about = |said: &Diagnostic| matches!(said.code, "integer-division" | "literal") && !said.is_error();
            self.diagnostics.retain(|said| !(about(said) && span.start <= said.span.start && said.span.end <= span.end));
        }
    }

    /// An integer operand as a float: `1.0f`.
    pub(super) fn as_float(&self, id: Id) -> String {
        let text = &self.text[self.tree.span(id)];
        match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => [text, ".0f"].concat(),
            false => ["(float)(", text, ")"].concat(),
        }
    }

    /// A number without a suffix makes a double of everything beside it.
    pub(super) fn widening(&mut self, left: Id, right: Id) {
        for (number, other) in [(left, right), (right, left)] {
            let span = self.tree.span(number);
            let text = &self.text[span.clone()];
            let literal = self.tree.constant(number).is_some()
                && self.pieces.iter().any(|piece| piece.kind == Cut::Number && piece.span.end == span.end);
            let bare = text.bytes().last().is_some_and(|byte| byte.is_ascii_digit() || byte == b'.') && number::named(text).is_none();
            let decimal = bare && !text.contains('^') && !text.starts_with("0d") && !text.starts_with("0D");
            if self.tree.own(number) == CType::Double && self.tree.own(other) == CType::Float && literal && decimal {
                let instead = [text, "f"].concat();
                let message = format!("`{text}` is a double, so C computes this in double precision; {instead} is a float.");
                self.note("double", span.clone(), message).fixes.push(Fix::replace(format!("write {instead}"), span, instead));
            }
        }
    }
}

/// A whole power of an integer as a number; None where it has too many digits.
fn power_of(base: i64, power: i64) -> Option<Literal> {
    let negative = base < 0 && power % 2 != 0;
    let of = |numerator: Natural, exponent: i64, decimals: i64| {
        Some(Literal::Number { negative, numerator, exponent: exponent as i32, decimals: decimals as i32 })
    };
    let size = u32::try_from(base.unsigned_abs()).ok()?;
    let one = Natural::from(1);
    match size {
        2 => of(one, power, 0),
        10 => of(one, 0, -power),
        _ if power < 0 => None,
        _ if power * i64::from(32 - size.leading_zeros()) > 4000 => None,
        _ => of((0..power).fold(one, |product, _| product.times_small_plus(size, 0)), 0, 0),
    }
}
