//! One instruction of a function's body, cut into guard, words and operands before anybody asks what they mean.

use crate::syntax::{Diagnostic, Token, TokenKind};
use core::ops::Range;

/// Why a line cannot run.
pub(super) struct Wrong {
    pub code: &'static str,
    pub message: String,
    /// Where; None for the whole line.
    pub span: Option<Range<usize>>,
    /// Whether the assembler refuses it too; otherwise it is not modelled here.
    pub error: bool,
}

impl Wrong {
    pub fn error(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Wrong {
        Wrong { code, message: message.into(), span: Some(span), error: true }
    }

    pub fn not_modelled(message: impl Into<String>) -> Wrong {
        Wrong { code: "not-modelled", message: message.into(), span: None, error: false }
    }
}

impl From<Diagnostic> for Wrong {
    fn from(said: Diagnostic) -> Wrong {
        Wrong { code: said.code, message: said.message, span: Some(said.span), error: true }
    }
}

pub(super) type Decoded<T> = Result<T, Wrong>;

/// An instruction cut into its parts.
pub(super) struct Instruction<'a> {
    pub text: &'a str,
    /// Those behind the guard.
    pub tokens: &'a [Token],
    pub guard: &'a [Token],
    /// The name and the words behind it, without dots.
    pub words: Vec<&'a str>,
    pub operands: Vec<&'a [Token]>,
    pub span: Range<usize>,
}

impl<'a> Instruction<'a> {
    pub fn cut(text: &'a str, tokens: &'a [Token]) -> Instruction<'a> {
        let shown = |token: &Token| &text[token.span.clone()];
        let name = tokens.iter().position(|token| token.kind == TokenKind::Word);
        let guarded = tokens.first().is_some_and(|token| shown(token) == "@");
        // Behind a guard the first word is the predicate, perhaps with the element of a vector.
        let begin = match name {
            Some(first) if guarded => {
                let element = tokens.get(first + 1).is_some_and(|token| token.kind == TokenKind::Modifier);
                first + 1 + usize::from(element)
            }
            _ => 0,
        };
        let (guard, rest) = tokens.split_at(begin.min(tokens.len()));
        let mut words = Vec::new();
        let mut at = 0;
        while let Some(token) = rest.get(at) {
            match token.kind {
                TokenKind::Word if at == 0 => words.push(shown(token)),
                TokenKind::Modifier | TokenKind::Literal if at > 0 && shown(token).starts_with('.') => words.push(&shown(token)[1..]),
                _ => break,
            }
            at += 1;
            // `.shared::cta` is a kind of `.shared`.
            while rest.get(at..at + 2).is_some_and(|colons| colons.iter().all(|token| shown(token) == ":")) {
                at = (at + 3).min(rest.len());
            }
        }
        let (mut operands, mut depth, mut first) = (Vec::new(), 0i32, at);
        for (place, token) in rest.iter().enumerate().skip(at) {
            match shown(token) {
                "{" | "[" | "(" => depth += 1,
                "}" | "]" | ")" => depth -= 1,
                "," if depth <= 0 => {
                    operands.push(&rest[first..place]);
                    first = place + 1;
                }
                _ => {}
            }
        }
        if first < rest.len() {
            operands.push(&rest[first..]);
        }
        let span = match (rest.first(), rest.last()) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => tokens.first().map_or(0..0, |token| token.span.clone()),
        };
        Instruction { text, tokens: rest, guard, words, operands, span }
    }

    pub fn shown(&self, token: &Token) -> &'a str {
        &self.text[token.span.clone()]
    }

    pub fn texts(&self, tokens: &[Token]) -> Vec<&'a str> {
        tokens.iter().map(|token| self.shown(token)).collect()
    }

    /// The last word: the type.
    pub fn own(&self) -> &'a str {
        self.words.last().copied().unwrap_or("")
    }

    pub fn operand(&self, at: usize) -> Decoded<&'a [Token]> {
        let wanted = || Wrong::error("operand-count", self.span.clone(), format!("{} wants another operand.", self.words.join(".")));
        self.operands.get(at).copied().ok_or_else(wanted)
    }

    /// Complains of operands beyond a number of them.
    pub fn no_more_than(&self, count: usize) -> Decoded<()> {
        match self.operands.get(count) {
            None => Ok(()),
            Some(_) => Err(Wrong::error("operand-count", self.span.clone(), format!("{} takes {count} operands.", self.words.join(".")))),
        }
    }
}

/// Where some tokens stand.
pub(super) fn span_of(tokens: &[Token]) -> Range<usize> {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.span.start..last.span.end,
        _ => 0..0,
    }
}

/// The parts between brackets; None where there are none.
pub(super) fn inside<'t>(it: &Instruction, tokens: &'t [Token], open: &str, close: &str) -> Option<Vec<&'t [Token]>> {
    match tokens {
        [first, inside @ .., last] if it.shown(first) == open && it.shown(last) == close => {
            Some(inside.split(|token| it.shown(token) == ",").filter(|part| !part.is_empty()).collect())
        }
        _ => None,
    }
}

pub(super) fn unknown(it: &Instruction) -> Wrong {
    Wrong::error("unknown-modifier", it.span.clone(), format!("`{}` is no instruction that is known here.", it.words.join(".")))
}
