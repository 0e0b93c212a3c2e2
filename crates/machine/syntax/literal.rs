//! Numbers in an instruction, as ptxas 12.9 reads them.
//!
//! A decimal or a `0d` literal is a double, and constant expressions of them are computed in doubles; in a single-precision
//! instruction the double is then rounded again. A `0f` literal stands for its bits, takes no sign and enters an expression only in
//! parentheses, where it counts as the double that has them as its low half. Integers are refused. All of this was measured
//! (tests/data/ptxas_literals.csv, ptxas_operand_forms.csv.gz, and ptxas 12.9.86 by hand); the manual says less.

use super::decimal::{double, is_decimal, single};
use super::diagnostic::{Diagnostic, Fix};
use super::foreign_literal::ForeignLiteral;
use super::lexer::{Token, TokenKind, span_of};
use super::print::literal_text;
use crate::instruction::Type;
use crate::number::{F32, F64, unpack};
use crate::operation::{add, divide, multiply, subtract};
use crate::rounding::{self, Flags, Mode, NanRule, Rules};
use crate::trace::Silent;
use core::ops::Range;

/// What an expression is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// A `0f` literal: bits, not a number.
    Pattern(u64),
    /// A double.
    Double(u64),
    /// Something wrong that has been reported.
    Wrong,
}

/// The rules of the assembler's own arithmetic.
const RULES: Rules = Rules { nan: NanRule::Payload, ..Rules::ieee(Mode::Rn) };
/// Deeper nesting than anybody writes; it keeps the stack safe.
const DEPTH: u32 = 64;

/// Reads the tokens of an operand as a literal expression; the bits are those of the instruction's type.
///
/// `tokens` hold no comment. Where there are none, the missing operand has been reported.
pub(super) fn read(text: &str, tokens: &[Token], data_type: Type, diagnostics: &mut Vec<Diagnostic>) -> u64 {
    if tokens.is_empty() {
        return 0;
    }
    let said = diagnostics.len();
    let mut reader = Reader { text, tokens, at: 0, data_type, diagnostics, depth: 0 };
    let value = reader.sum();
    if value != Value::Wrong
        && let Some(token) = reader.tokens.get(reader.at)
    {
        let rest = token.span.start..tokens[tokens.len() - 1].span.end;
        let what = &text[rest.clone()];
        reader.diagnostics.push(Diagnostic::error("literal", rest, format!("`{what}` does not belong after a literal.")));
    }
    let whole = span_of(tokens);
    if diagnostics.len() > said
        && let Some(meant) = ForeignLiteral::read(&text[whole.clone()])
    {
        // The whole operand is a number to a person: nothing else need be said of its pieces.
        diagnostics.truncate(said);
        return meant.advise(whole, data_type, diagnostics);
    }
    let shown = &text[whole];
    if shown.contains('^') || shown.contains("**") {
        // A piece alone may not be mended: `3.0^2` is no more a number than `3^2`.
        diagnostics[said..].iter_mut().for_each(|one| one.fixes.clear());
    }
    in_type(value, data_type)
}

/// The bits in the type that an instruction reads.
fn in_type(value: Value, data_type: Type) -> u64 {
    match value {
        Value::Wrong => 0,
        Value::Pattern(bits) => bits,
        Value::Double(bits) if data_type == Type::F64 => bits,
        Value::Double(bits) => single(bits),
    }
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    data_type: Type,
    diagnostics: &'a mut Vec<Diagnostic>,
    depth: u32,
}

impl Reader<'_> {
    /// The operator at the cursor, if it is one of `operators`.
    fn operator(&mut self, operators: &[u8]) -> Option<(u8, Range<usize>)> {
        let token = self.tokens.get(self.at)?;
        let byte = self.text.as_bytes()[token.span.start];
        (token.kind == TokenKind::Punctuation && operators.contains(&byte)).then(|| {
            self.at += 1;
            (byte, token.span.clone())
        })
    }

    fn wrong(&mut self, code: &'static str, span: Range<usize>, message: String) -> Value {
        self.diagnostics.push(Diagnostic::error(code, span, message));
        Value::Wrong
    }

    fn sum(&mut self) -> Value {
        let mut left = self.product();
        while let Some((operator, span)) = self.operator(b"+-") {
            let right = self.product();
            left = self.combine(operator, span, left, right);
        }
        left
    }

    fn product(&mut self) -> Value {
        let mut left = self.signed();
        while let Some((operator, span)) = self.operator(b"*/") {
            let right = self.signed();
            left = self.combine(operator, span, left, right);
        }
        left
    }

    fn combine(&mut self, operator: u8, span: Range<usize>, left: Value, right: Value) -> Value {
        let (a, b) = match (left, right) {
            (Value::Wrong, _) | (_, Value::Wrong) => return Value::Wrong,
            (Value::Double(a) | Value::Pattern(a), Value::Double(b) | Value::Pattern(b)) => (a, b),
        };
        let answer = match operator {
            b'+' => add(F64, a, b, &RULES, &mut Silent),
            b'-' => subtract(F64, a, b, &RULES, &mut Silent),
            b'*' => multiply(F64, a, b, &RULES, &mut Silent),
            _ if unpack(F64::ROW, b).is_zero() => {
                return self.wrong("literal-division", span, "The assembler refuses a division by zero in a constant.".into());
            }
            _ => divide(F64, a, b, &RULES, &mut Silent),
        };
        Value::Double(answer.bits)
    }

    fn signed(&mut self) -> Value {
        let Some((sign, span)) = self.operator(b"+-") else { return self.primary() };
        self.depth += 1;
        if self.depth > DEPTH {
            return self.too_deep(span);
        }
        let value = self.signed();
        self.depth -= 1;
        let in_parentheses = &self.text[self.tokens[self.at - 1].span.clone()] == ")";
        match value {
            Value::Pattern(bits) if !in_parentheses => {
                let end = self.tokens[self.at - 1].span.end;
                let flipped = if sign == b'-' { bits ^ F32::FORMAT.sign_mask() } else { bits };
                let whole = span.start..end;
                let text = format!("0f{flipped:08X}");
                let message = format!("A `0f` literal is a bit pattern and takes no sign. Its negative is {text}.");
                let message = if sign == b'-' { message } else { "A `0f` literal is a bit pattern and takes no sign.".into() };
                self.diagnostics.push(Diagnostic::error("signed-pattern", whole.clone(), message).with_fix(Fix::replace(
                    format!("write {text}"),
                    whole,
                    text,
                )));
                Value::Wrong
            }
            Value::Double(bits) | Value::Pattern(bits) if sign == b'-' => Value::Double(bits ^ F64::FORMAT.sign_mask()),
            value => value,
        }
    }

    fn too_deep(&mut self, span: Range<usize>) -> Value {
        self.at = self.tokens.len();
        self.wrong("literal", span, "This expression is nested too deeply.".into())
    }

    fn primary(&mut self) -> Value {
        if let Some((_, span)) = self.operator(b"(") {
            self.depth += 1;
            if self.depth > DEPTH {
                return self.too_deep(span);
            }
            let value = self.sum();
            self.depth -= 1;
            if value != Value::Wrong && self.operator(b")").is_none() {
                return self.wrong("literal", span, "This parenthesis is not closed.".into());
            }
            return value;
        }
        let Some(token) = self.tokens.get(self.at) else {
            let end = self.tokens[self.tokens.len() - 1].span.end;
            return self.wrong("literal", end..end, "A number is missing here.".into());
        };
        let span = token.span.clone();
        self.at += 1;
        if token.kind != TokenKind::Literal {
            let message = format!("`{}` is neither a register nor a number.", &self.text[span.clone()]);
            return self.wrong("operand", span, message);
        }
        match number(&self.text[span.clone()]) {
            Ok(Value::Pattern(_)) if !self.stands_alone() => {
                let message = "A `0f` literal is a bit pattern: the assembler computes with decimals and `0d` literals.";
                self.wrong("literal", span, message.into())
            }
            Ok(value) => value,
            Err(refusal) => {
                let mut diagnostic = Diagnostic::error(refusal.code, span.clone(), refusal.message);
                let text = match refusal.instead {
                    Instead::Text(text) => Some(text),
                    // In an expression the assembler computes with doubles only.
                    Instead::Value(double) if !self.stands_alone() => Some(literal_text(double, Type::F64)),
                    Instead::Value(double) => Some(literal_text(in_type(Value::Double(double), self.data_type), self.data_type)),
                    Instead::Nothing => None,
                };
                if let Some(text) = text {
                    diagnostic = diagnostic.with_fix(Fix::replace(format!("write {text}"), span, text));
                }
                self.diagnostics.push(diagnostic);
                Value::Wrong
            }
        }
    }
}

impl Reader<'_> {
    /// Whether the token just read is a whole operand, the whole of a pair of parentheses, or has a sign (which is reported apart).
    fn stands_alone(&self) -> bool {
        let shown = |at: usize| self.tokens.get(at).map_or("", |token| &self.text[token.span.clone()]);
        let before = if self.at < 2 { "" } else { shown(self.at - 2) };
        let signed = matches!(before, "+" | "-") && (self.at < 3 || shown(self.at - 3) == "(");
        let behind = shown(self.at);
        signed || (before.is_empty() && behind.is_empty()) || (before == "(" && behind == ")")
    }
}

/// Why a number is refused, and what could stand there.
struct Refused {
    code: &'static str,
    message: String,
    instead: Instead,
}

/// What could stand in the place of a number that is refused.
enum Instead {
    Nothing,
    Text(String),
    /// A double, to be spelled in the type of the instruction.
    Value(u64),
}

fn refused(code: &'static str, message: String, instead: Instead) -> Result<Value, Refused> {
    Err(Refused { code, message, instead })
}

/// One number token.
fn number(text: &str) -> Result<Value, Refused> {
    let prefix = text.get(..2).unwrap_or("");
    match prefix {
        "0f" | "0F" => return pattern(text, 8, Value::Pattern),
        "0d" | "0D" => return pattern(text, 16, Value::Double),
        _ => {}
    }
    let integer = text.strip_suffix('U').unwrap_or(text);
    let digits = integer.strip_prefix("0x").or(integer.strip_prefix("0X"));
    if let Some(digits) = digits.filter(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit())) {
        let instead = match digits.len() {
            8 => Instead::Text(format!("0f{}", digits.to_ascii_uppercase())),
            16 => Instead::Text(format!("0d{}", digits.to_ascii_uppercase())),
            _ => Instead::Nothing,
        };
        let message = "The assembler takes no integers here. Bit patterns are written 0f and 8 hex digits, or 0d and 16.";
        return refused("integer-literal", message.into(), instead);
    }
    if !integer.is_empty() && integer.bytes().all(|byte| byte.is_ascii_digit()) {
        let instead = format!("{}.0", if integer.len() > 1 { integer.trim_start_matches('0') } else { integer });
        return refused("integer-literal", format!("The assembler takes no integers here: write {instead}."), Instead::Text(instead));
    }
    if is_decimal(text) {
        return decimal(text);
    }
    let suffix = text.strip_suffix(['f', 'F', 'l', 'L']).filter(|rest| is_decimal(rest) || rest.bytes().all(|byte| byte.is_ascii_digit()));
    if let Some(rest) = suffix {
        let instead = if is_decimal(rest) { rest.to_owned() } else { format!("{rest}.0") };
        return refused("literal", format!("PTX numbers have no suffix: write {instead}."), Instead::Text(instead));
    }
    if let Ok(literal) = rounding::read(text) {
        let bits = literal.to_bits(F64::ROW, Mode::Rn).0;
        let instead = match literal {
            rounding::Literal::Number { .. } => Instead::Value(bits),
            _ => Instead::Nothing,
        };
        return refused("literal", format!("`{text}` is not a number to the assembler."), instead);
    }
    refused("literal", format!("`{text}` is not a number: PTX takes 1.5, 1e-3, 0f and 8 hex digits, 0d and 16."), Instead::Nothing)
}

/// `0f` with 8 or `0d` with 16 hex digits.
fn pattern(text: &str, count: usize, value: fn(u64) -> Value) -> Result<Value, Refused> {
    let digits = &text[2..];
    if digits.len() == count
        && let Ok(bits) = u64::from_str_radix(digits, 16)
    {
        return Ok(value(bits));
    }
    let prefix = &text[..2];
    let message = match digits.chars().find(|digit| !digit.is_ascii_hexdigit()) {
        Some(wrong) => format!("`{wrong}` is not a hex digit."),
        None => format!("`{prefix}` takes exactly {count} hex digits; here are {}.", digits.len()),
    };
    // Which digits are missing, the first or the last, nobody knows.
    refused("literal", message, Instead::Nothing)
}

fn decimal(text: &str) -> Result<Value, Refused> {
    let Some((bits, flags)) = double(text) else {
        return refused("literal", format!("`{text}` is not a number."), Instead::Nothing);
    };
    if flags.contains(Flags::OVERFLOW) {
        return refused(
            "literal-range",
            format!("{text} is beyond the largest double, and the assembler refuses it."),
            Instead::Value(bits),
        );
    }
    if flags.contains(Flags::UNDERFLOW) {
        let message = format!("{text} is too small for an accurate double, and the assembler refuses it.");
        return refused("literal-range", message, Instead::Value(bits));
    }
    Ok(Value::Double(bits))
}
