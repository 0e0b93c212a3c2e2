//! Numbers beside the table's instructions: what `mov`, integer instructions and initialisers take.

use super::diagnostic::Diagnostic;
use super::integer_literal::whole;
use super::lexer::{Token, span_of};
use super::literal;
use crate::instruction::Type;

/// The bits of a number of so many bits: a floating-point one in a type, otherwise an integer or a bit pattern. The error is the first
/// thing that is wrong.
pub fn constant(text: &str, tokens: &[Token], float: Option<Type>, width: u32) -> Result<u64, Diagnostic> {
    let span = span_of(tokens);
    let shown = &text[span.clone()];
    let refused = || Diagnostic::error("operand", span.clone(), format!("`{shown}` is no register and no number of {width} bits."));
    let Some(data_type) = float else { return whole(text, tokens, width).ok_or_else(refused) };
    if tokens.is_empty() {
        return Err(refused());
    }
    let mut diagnostics = Vec::new();
    let bits = literal::read(text, tokens, data_type, &mut diagnostics);
    diagnostics.into_iter().find(Diagnostic::is_error).map_or(Ok(bits), Err)
}
