//! The text in the box in colours: what lies under the transparent text that is edited.

use crate::components::html::push_text;
use core::ops::Range;
use semantics::syntax::{Diagnostic, Token, TokenKind};

fn class(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Word => "word",
        TokenKind::Mnemonic => "mnemonic",
        TokenKind::Modifier => "modifier",
        TokenKind::Register => "register",
        TokenKind::GuardRegister | TokenKind::Guard => "guard",
        TokenKind::Literal => "literal",
        TokenKind::Label => "label",
        TokenKind::Punctuation => "punctuation",
        TokenKind::Comment => "comment",
        TokenKind::Unknown => "unknown",
    }
}

/// Pieces that have colours; what stands further down is plain: the layout of a thousand takes a twentieth of a second.
const MOST: usize = 1_000;

/// Markup with the same characters as the text and the ghost behind it.
///
/// `fields` names the fields of a machine word that a piece of the text sets.
pub fn paint(text: &str, tokens: &[Token], diagnostics: &[Diagnostic], ghost: &str, fields: impl Fn(&Range<usize>) -> String) -> String {
    let mut html = String::with_capacity(text.len() * 6 + 64);
    let errors: Vec<Range<usize>> =
        diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).map(|diagnostic| diagnostic.span.clone()).collect();
    let mut at = 0;
    for token in tokens.iter().take(MOST) {
        push_text(&mut html, text.get(at..token.span.start).unwrap_or(""));
        let bad = errors.iter().any(|span| span.start < token.span.end && token.span.start < span.end);
        let names = fields(&token.span);
        html.push_str("<span ");
        if !names.is_empty() {
            html.push_str("data-field=\"");
            push_text(&mut html, &names);
            html.push_str("\" ");
        }
        html.push_str("class=\"");
        html.push_str(class(token.kind));
        html.push_str(if bad { " bad\">" } else { "\">" });
        push_text(&mut html, text.get(token.span.clone()).unwrap_or(""));
        html.push_str("</span>");
        at = token.span.end;
    }
    push_text(&mut html, text.get(at..).unwrap_or(""));
    html.push_str("<span class=\"ghost\">");
    push_text(&mut html, ghost);
    // A final line break needs something behind it to have a height.
    html.push_str("</span>\u{200b}");
    html
}
