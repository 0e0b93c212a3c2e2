//! One instruction of a function's body, cut into guard, words and operands before anybody asks what they mean.

use crate::syntax::{Diagnostic, Token, TokenKind};
use core::ops::Range;

/// Why a line cannot run: an error where the assembler refuses it too, otherwise a note.
pub(super) struct Wrong {
    pub said: Diagnostic,
    /// Whether it is about the whole line.
    pub whole: bool,
    /// Whether the module's diagnostics have it already.
    pub known: bool,
}

impl Wrong {
    pub fn error(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Wrong {
        Diagnostic::error(code, span, message).into()
    }

    /// What the assembler takes and this does not.
    pub fn note(code: &'static str, message: impl Into<String>) -> Wrong {
        Wrong { said: Diagnostic::note(code, 0..0, message), whole: true, known: false }
    }

    pub fn not_modelled(message: impl Into<String>) -> Wrong {
        Wrong::note("not-modelled", message)
    }
}

impl From<Diagnostic> for Wrong {
    fn from(said: Diagnostic) -> Wrong {
        Wrong { said, whole: false, known: false }
    }
}

/// The elements of a vector.
const ELEMENTS: [&str; 8] = [".x", ".y", ".z", ".w", ".r", ".g", ".b", ".a"];

pub(super) type Decoded<T> = Result<T, Wrong>;

/// An instruction cut into its parts.
pub(super) struct Instruction<'a> {
    pub text: &'a str,
    /// All of its tokens, its semicolon among them.
    pub whole: &'a [Token],
    pub guard: &'a [Token],
    /// The name and the words behind it, without dots.
    pub words: Vec<&'a str>,
    pub operands: Vec<&'a [Token]>,
    pub span: Range<usize>,
}

impl<'a> Instruction<'a> {
    pub fn cut(text: &'a str, whole: &'a [Token]) -> Instruction<'a> {
        let shown = |token: &Token| &text[token.span.clone()];
        let tokens = match whole {
            [tokens @ .., last] if shown(last) == ";" => tokens,
            _ => whole,
        };
        let name = tokens.iter().position(|token| token.kind == TokenKind::Word);
        let guarded = tokens.first().is_some_and(|token| shown(token) == "@");
        // Behind a guard the first word is the predicate, perhaps with the element of a vector.
        let begin = match name {
            Some(first) if guarded => {
                let element = tokens.get(first + 1).is_some_and(|token| ELEMENTS.contains(&shown(token)));
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
        Instruction { text, whole, guard, words, operands, span }
    }

    pub fn shown(&self, token: &Token) -> &'a str {
        &self.text[token.span.clone()]
    }

    pub fn texts(&self, tokens: &[Token]) -> Vec<&'a str> {
        tokens.iter().map(|token| self.shown(token)).collect()
    }

    /// The bytes of the name.
    pub fn name(&self) -> Range<usize> {
        self.span.start..self.span.start + self.words.first().map_or(0, |name| name.len())
    }

    pub fn operand(&self, at: usize) -> Decoded<&'a [Token]> {
        let wanted = || Wrong::error("operand-count", self.span.clone(), format!("{} wants another operand.", self.words.join(".")));
        self.operands.get(at).copied().ok_or_else(wanted)
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
