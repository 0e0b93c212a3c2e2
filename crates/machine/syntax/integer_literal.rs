//! Whole numbers and constant expressions of them, as PTX writes them (4.5.5). They have 64 bits, with or without a sign.
//!
//! Where the manual says less or something else, ptxas 13.5.37 is followed: a number beyond 64 bits loses its upper bits, a count of a shift its
//! bits above the sixth, a remainder has no sign, and of `a ? b : c` the chosen one keeps its type. A single number may be a bit pattern.

use super::lexer::{Token, TokenKind};

/// The operators of two sides, the loosest first.
const OPERATORS: [&[&str]; 10] =
    [&["||"], &["&&"], &["|"], &["^"], &["&"], &["==", "!="], &["<=", ">=", "<", ">"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

/// Deeper nesting than anybody writes; it keeps the stack safe.
const DEPTH: u32 = 64;

/// What an expression is worth, and whether it has no sign.
#[derive(Clone, Copy)]
struct Value {
    bits: u64,
    unsigned: bool,
}

const fn signed(bits: u64) -> Value {
    Value { bits, unsigned: false }
}

/// The lower bits of a constant expression; None where the tokens are none.
pub(super) fn whole(text: &str, tokens: &[Token], width: u32) -> Option<u64> {
    if let [token] = tokens {
        let text = &text[token.span.clone()];
        let pattern = |prefix: [&str; 2], digits: usize| {
            let rest = text.strip_prefix(prefix[0]).or(text.strip_prefix(prefix[1]))?;
            (rest.len() == digits).then(|| u64::from_str_radix(rest, 16).ok()).flatten()
        };
        match width {
            32 if text.starts_with("0f") || text.starts_with("0F") => return pattern(["0f", "0F"], 8),
            64 if text.starts_with("0d") || text.starts_with("0D") => return pattern(["0d", "0D"], 16),
            _ => {}
        }
    }
    let mut reader = Reader { text, tokens, at: 0, depth: 0 };
    let value = reader.chosen()?.bits;
    let mask = u64::MAX >> (64 - width.clamp(1, 64));
    // A predicate is set by anything but zero.
    (reader.at == tokens.len()).then_some(if width == 1 { u64::from(value != 0) } else { value & mask })
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    depth: u32,
}

impl<'a> Reader<'a> {
    fn shown(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |token| &self.text[token.span.clone()])
    }

    /// One of some operators, each token of which is a letter.
    fn take(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        let [first, second] = [0, 1].map(|ahead| self.tokens.get(self.at + ahead));
        let end = second.filter(|second| first.is_some_and(|first| first.span.end == second.span.start)).or(first)?.span.end;
        let pair = self.text.get(first?.span.start..end)?;
        // `<` is not the beginning of `<<`.
        let doubled = OPERATORS.iter().flat_map(|all| *all).find(|known| known.len() == 2 && **known == pair);
        let found = doubled.copied().unwrap_or_else(|| self.shown(0));
        let operator = *operators.iter().find(|operator| **operator == found)?;
        self.at += operator.len();
        Some(operator)
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.depth += 1;
        let read = if self.depth > DEPTH { None } else { read(self) };
        self.depth -= 1;
        read
    }

    fn chosen(&mut self) -> Option<Value> {
        let condition = self.joined(0)?;
        if self.take(&["?"]).is_none() {
            return Some(condition);
        }
        let first = self.nested(Self::chosen)?;
        self.take(&[":"])?;
        let second = self.nested(Self::chosen)?;
        Some(if condition.bits != 0 { first } else { second })
    }

    fn joined(&mut self, level: usize) -> Option<Value> {
        let Some(operators) = OPERATORS.get(level) else { return self.unary() };
        let mut left = self.joined(level + 1)?;
        while let Some(operator) = self.take(operators) {
            left = combined(operator, left, self.joined(level + 1)?)?;
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Value> {
        if let Some(operator) = self.take(&["+", "-", "~", "!"]) {
            let value = self.nested(Self::unary)?;
            return Some(match operator {
                "-" => Value { bits: value.bits.wrapping_neg(), ..value },
                "~" => Value { bits: !value.bits, unsigned: true },
                "!" => signed((value.bits == 0).into()),
                _ => value,
            });
        }
        if self.take(&["("]).is_some() {
            if let (unsigned @ (".u64" | ".s64"), ")") = (self.shown(0), self.shown(1)) {
                self.at += 2;
                let value = self.nested(Self::unary)?;
                return Some(Value { unsigned: unsigned == ".u64", ..value });
            }
            let value = self.nested(Self::chosen)?;
            return self.take(&[")"]).map(|_| value);
        }
        let token = self.tokens.get(self.at)?;
        let shown = self.shown(0);
        self.at += 1;
        match token.kind {
            TokenKind::Literal => number(shown),
            _ if shown == "WARP_SZ" => Some(signed(32)),
            _ => None,
        }
    }
}

fn number(text: &str) -> Option<Value> {
    let digits = text.strip_suffix('U').unwrap_or(text);
    let (radix, shown) = match digits.get(..2) {
        Some("0x" | "0X") => (16, &digits[2..]),
        Some("0b" | "0B") => (2, &digits[2..]),
        _ if digits.len() > 1 && digits.starts_with('0') => (8, &digits[1..]),
        _ => (10, digits),
    };
    if shown.is_empty() {
        return None;
    }
    let each = |all: u64, digit: char| Some(all.wrapping_mul(radix.into()).wrapping_add(digit.to_digit(radix)?.into()));
    let bits = shown.chars().try_fold(0, each)?;
    Some(Value { bits, unsigned: digits.len() < text.len() || bits >> 63 == 1 })
}

/// What an operator gives; None of a division by zero, which the assembler refuses.
fn combined(operator: &str, left: Value, right: Value) -> Option<Value> {
    let (a, b) = (left.bits, right.bits);
    let (unsigned, below) = match left.unsigned || right.unsigned {
        true => (true, a < b),
        false => (false, (a as i64) < b as i64),
    };
    let number = |bits| Some(Value { bits, unsigned });
    let answer = |is: bool| Some(signed(is.into()));
    let bits_of = |bits| Some(Value { bits, unsigned: true });
    let count = b as u32 % 64;
    match operator {
        "+" => number(a.wrapping_add(b)),
        "-" => number(a.wrapping_sub(b)),
        "*" => number(a.wrapping_mul(b)),
        "/" if b == 0 => None,
        "/" if unsigned => number(a / b),
        "/" => number((a as i64).wrapping_div(b as i64) as u64),
        "%" => bits_of(a.checked_rem(b)?),
        "&" => bits_of(a & b),
        "|" => bits_of(a | b),
        "^" => bits_of(a ^ b),
        "<<" => Some(Value { bits: a << count, ..left }),
        ">>" if left.unsigned => Some(Value { bits: a >> count, ..left }),
        ">>" => Some(signed(((a as i64) >> count) as u64)),
        "==" => answer(a == b),
        "!=" => answer(a != b),
        "<" => answer(below),
        ">" => answer(!below && a != b),
        "<=" => answer(below || a == b),
        ">=" => answer(!below),
        "&&" => answer(a != 0 && b != 0),
        _ => answer(a != 0 || b != 0),
    }
}
