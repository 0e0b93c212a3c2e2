//! `.reg` declarations: `.reg .f32 %f<4>, a;` makes register types known from there on.

use super::diagnostic::Diagnostic;
use super::lexer::{self, Token, TokenKind, span_of};
use super::registers::{RegisterType, Registers};
use super::sort::sort_by_key;

/// Everything that reading a declaration gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The pieces of the text, for colouring.
    pub tokens: Vec<Token>,
    /// What was declared, in words: `f0 to f8`.
    pub names: Vec<String>,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// More registers than this in one declaration are more than any program has.
const MANY: u32 = 1 << 20;

/// Reads a `.reg` declaration and adds what it declares; None where the text is none.
pub fn declare(text: &str, registers: &mut Registers) -> Option<Declaration> {
    let (mut tokens, comments) = lexer::tokens(text);
    let shown = |token: &Token| &text[token.span.clone()];
    if tokens.first().is_none_or(|token| shown(token) != ".reg") {
        return None;
    }
    let mut diagnostics = Vec::new();
    let mut names = Vec::new();
    let end = tokens.iter().position(|token| shown(token) == ";").unwrap_or(tokens.len());
    if end == tokens.len() {
        let place = tokens.last().map_or(text.len(), |token| token.span.end);
        let message = "The assembler needs a semicolon at the end.";
        diagnostics.push(Diagnostic::note("missing-semicolon", place..place, message));
    }
    let vector = tokens.get(1).map(shown).and_then(|word| match word {
        ".v2" => Some(2),
        ".v4" => Some(4),
        _ => None,
    });
    let at = 1 + usize::from(vector.is_some());
    let register_type = tokens.get(at).map(shown).and_then(RegisterType::named);
    let Some(register_type) = register_type else {
        let span = tokens.get(at).filter(|_| at < end).map_or(tokens[0].span.clone(), |token| token.span.clone());
        diagnostics.push(Diagnostic::error("declaration", span, "A declaration needs a type: .reg .f32 %f<4>;"));
        return Some(Declaration { tokens, names, diagnostics });
    };
    for item in tokens[(at + 1).min(end)..end].split(|token| shown(token) == ",") {
        let span = span_of(item);
        match item {
            [name] if name.kind == TokenKind::Word && shown(name) != "_" => {
                match vector {
                    Some(elements) => registers.declare_vector(shown(name), elements, register_type),
                    None => registers.declare(shown(name), register_type),
                }
                names.push(shown(name).to_owned());
            }
            [stem, open, count, close] if shown(open) == "<" && shown(close) == ">" && stem.kind == TokenKind::Word => {
                match shown(count).parse::<u32>() {
                    Ok(count) if count <= MANY => {
                        registers.declare_many(shown(stem), count, register_type);
                        let stem = shown(stem);
                        names.push(if count < 2 { format!("{stem}0") } else { format!("{stem}0 to {stem}{}", count - 1) });
                    }
                    _ => diagnostics.push(Diagnostic::error("declaration", span, "The number in <> counts registers: f<4> is f0 to f3.")),
                }
            }
            [] if at + 1 >= end => {}
            _ => {
                let place = if item.is_empty() { tokens[at].span.clone() } else { span };
                diagnostics.push(Diagnostic::error("declaration", place, "A name is missing here: .reg .f32 %f<4>, a;"));
            }
        }
    }
    for token in &mut tokens {
        if token.kind == TokenKind::Word {
            token.kind = TokenKind::Register;
        }
    }
    tokens.extend(comments);
    sort_by_key(&mut tokens, |token| token.span.start as u64);
    Some(Declaration { tokens, names, diagnostics })
}
