//! A text as it is read: cut into pieces, macros replaced, and behind it what it calls of the math library.

use super::claims::is_program;
use super::library::called;
use super::macros::expanded;
use super::option::{self, Options, Written};
use super::token::{self, Kind as Cut, Piece, pieces};
use crate::instruction::Context;
use crate::syntax::{Diagnostic, Token};

/// A text that is ready to be read.
pub(super) struct Source {
    /// The text, and behind it what it calls of the library.
    pub text: String,
    /// The bytes of the text alone.
    pub length: usize,
    /// The pieces of the library, and those of the text.
    pub library: Vec<Piece>,
    pub pieces: Vec<Piece>,
    /// Whether the text has more than expressions.
    pub in_program: bool,
    /// nvcc's options, and where they stand.
    pub options: Options,
    pub written: Vec<Written>,
    /// How the text is painted, as far as its pieces say.
    pub tokens: Vec<Token>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Source {
    /// Prepares a text.
    pub fn new(text: &str, context: &Context) -> Source {
        let all = pieces(text);
        let tokens = all.iter().map(token::token).collect();
        let mut diagnostics = Vec::new();
        let (options, written) = option::read(text, &all, &mut diagnostics);
        let own: Vec<Piece> = all.into_iter().filter(|piece| piece.kind != Cut::Comment).collect();
        let in_program = is_program(text, &own);
        let own = expanded(text, own, context).unwrap_or_else(|message| {
            diagnostics.push(Diagnostic::error("macro", 0..text.trim_end().len(), message));
            Vec::new()
        });
        let (length, behind) = (text.len(), called(text, &own));
        let mut library: Vec<Piece> = pieces(&behind).into_iter().filter(|piece| piece.kind != Cut::Comment).collect();
        library.iter_mut().for_each(|piece| piece.span = piece.span.start + length..piece.span.end + length);
        Source { text: [text, &behind].concat(), length, library, pieces: own, in_program, options, written, tokens, diagnostics }
    }
}
