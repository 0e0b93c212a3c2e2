//! Calls and powers inside an expression, and what C does that surprises.

use super::number;
use super::parse::{Input, Reader};
use super::token::Kind as Cut;
use super::tree::{Id, Kind, Operation};
use super::types::CType;
use crate::cuda::{of_doubles, unknown_function};
use crate::exact::Natural;
use crate::instruction::cuda::{Function, function_named};
use crate::number::F32;
use crate::rounding::{Flags, Literal, Mode};
use crate::syntax::{Fix, TokenKind};
use core::ops::Range;

/// Functions that -use_fast_math takes in the place of others.
const FAST: [(&str, &str); 9] = [
    ("sinf", "__sinf"),
    ("cosf", "__cosf"),
    ("tanf", "__tanf"),
    ("expf", "__expf"),
    ("exp10f", "__exp10f"),
    ("logf", "__logf"),
    ("log2f", "__log2f"),
    ("log10f", "__log10f"),
    ("powf", "__powf"),
];
/// Names that CUDA C++ has for every type.
const OVERLOADED: [(&str, &str); 3] = [("min", "fmin"), ("max", "fmax"), ("abs", "fabs")];
/// The largest exponent of a power that is a number.
const LARGEST_POWER: i64 = 1100;

impl Reader<'_> {
    /// A call whose name stands at a place.
    pub(super) fn call(&mut self, word: &str, at: usize) -> Option<Id> {
        let (span, start) = (self.span(at), self.span(at).start);
        self.mark(at, TokenKind::Mnemonic);
        self.at += 1;
        let mut arguments = Vec::new();
        while !matches!(self.shown(self.at), ")" | "" | ";") {
            arguments.push(self.choice()?);
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
            if self.shown(self.at) == ")" {
                let place = self.span(self.at);
                self.error("missing-operand", place, "An argument is missing behind `,`.");
            }
        }
        if self.shown(self.at) == ")" {
            self.at += 1;
        } else {
            let (open, end) = (self.span(at + 1), self.since(start).end);
            self.error("missing-parenthesis", open, "This parenthesis is not closed.").fixes.push(Fix::replace("add )", end..end, ")"));
        }
        let Some((function, mode)) = self.function(word, &arguments) else {
            self.unknown(word, span);
            return arguments.first().copied();
        };
        if function.parameters.iter().any(|parameter| parameter.written) || function.returns.is_none() {
            let message = format!("{} writes through a pointer: it stands in a call alone.", function.stem);
            self.error("pointer", span, message);
            return arguments.first().copied();
        }
        let wanted = function.parameters.len();
        if arguments.len() != wanted {
            let noun = if wanted == 1 { "argument" } else { "arguments" };
            let message = format!("{} takes {wanted} {noun}; here are {}: {}.", function.stem, arguments.len(), function.prototype(mode));
            self.error("argument-count", span.clone(), message);
        }
        let mut converted = Vec::new();
        for (place, parameter) in function.parameters.iter().enumerate() {
            // A missing argument stands as the variable that the prototype names.
            let argument = arguments.get(place).copied();
            let argument =
                argument.unwrap_or_else(|| self.tree.node(Kind::Variable(parameter.name.to_owned()), CType::Float, span.clone()));
            converted.push(self.tree.converted(argument, CType::of(parameter.format)));
        }
        let own = function.returns.map_or(CType::Float, CType::of);
        let whole = self.since(start);
        Some(self.tree.node(Kind::Call(function, mode, converted), own, whole))
    }

    /// The function of a name for some arguments: CUDA C++ takes `sqrt` of a float for `sqrtf`.
    fn function(&self, word: &str, arguments: &[Id]) -> Option<(&'static Function, Option<Mode>)> {
        let single = arguments.iter().all(|id| matches!(self.tree.own(*id), CType::Float | CType::Half));
        let word = OVERLOADED.iter().find(|(name, _)| *name == word).map_or(word, |(_, own)| own);
        let of_singles = [word, "f"].concat();
        let name = if single && !arguments.is_empty() && function_named(&of_singles).is_some() { &*of_singles } else { word };
        let fast = |name: &str| FAST.iter().find(|(slow, _)| self.options.fast && single && (*slow == name || *slow == of_singles));
        let (function, mode) = function_named(name).or_else(|| function_named(fast(name)?.1))?;
        let double = arguments.iter().any(|id| self.tree.own(*id) == CType::Double);
        of_doubles(word, function).filter(|_| double).and_then(function_named).or(Some((function, mode)))
    }

    fn unknown(&mut self, word: &str, span: Range<usize>) {
        let fast = FAST.iter().find(|(slow, _)| *slow == word || slow.strip_suffix('f') == Some(word));
        match fast {
            Some((_, fast)) => {
                let message = format!(
                    "nvcc makes a sequence of {word} that is not covered here. With -use_fast_math it takes {fast}, which is, and is less accurate."
                );
                self.error("unknown-function", span.clone(), message).fixes.push(Fix::replace(format!("write {fast}"), span, *fast));
            }
            None => self.diagnostics.push(unknown_function(word, span)),
        }
    }

    /// A number or the like, and perhaps a power of it.
    pub(super) fn power(&mut self) -> Option<Id> {
        let (start, inputs) = (self.span(self.at).start, self.inputs.len());
        let base = self.primary()?;
        if !matches!(self.shown(self.at), "^" | "**") {
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
        let message = "Powers of numbers stand here, and whole powers up to 4; __powf approximates the others.";
        self.error("power", operator, message).fixes.push(Fix::replace(format!("write {instead}"), span, instead));
        Some(base)
    }

    /// Notes on what C does with two operands where people expect something else.
    pub(super) fn advise(&mut self, operation: Operation, left: Id, right: Id, span: &Range<usize>) {
        if operation == Operation::Divide && self.tree.own(left).is_integer() && self.tree.own(right).is_integer() {
            let exact = match (self.tree.constant(left), self.tree.constant(right)) {
                (Some(a), Some(b)) => b.bits == 0 || super::tree::whole(Operation::Remainder, a, b) == 0,
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
        self.widening(left, right);
        let (a, b) = (self.tree.own(left), self.tree.own(right));
        if a != b && (a == CType::Half || b == CType::Half) {
            let message = "A half beside another type is made one of that type here, beside an integer a float. nvcc refuses this as ambiguous: write a cast.";
            if self.diagnostics.iter().all(|said| said.message != message) {
                self.note("half", span.clone(), message);
            }
        }
    }

    /// An integer operand as a float: `1.0f`.
    fn as_float(&self, id: Id) -> String {
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
