//! A text as it is read: cut into pieces, macros replaced, and behind it what it calls of the math library.

use super::detect::is_program;
use super::library::{called, placed};
use super::macros::expanded;
use super::namespace::unqualified;
use super::option::{self, Options, Written};
use super::python::{self, called_of_library, is_python, laid_out};
use super::scope::flattened;
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
    /// Whether the text is Python.
    pub is_python: bool,
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
        let mut all = pieces(text);
        all.retain(|piece| piece.kind != Cut::Comment);
        if is_python(text, &all) { Source::of_python(text) } else { Source::of_c(text, context) }
    }

    /// Prepares a text of Python. Nothing in it is fused.
    fn of_python(text: &str) -> Source {
        let mut all = python::pieces(text);
        let tokens = all.iter().map(token::token).collect();
        all.retain(|piece| piece.kind != Cut::Comment);
        let (length, behind, mut diagnostics) = (text.len(), called_of_library(text, &all), Vec::new());
        let pieces = laid_out(text, all, &mut diagnostics);
        let (library, options) = (placed(&behind, length), Options { fuse: false, ..Options::default() });
        let text = [text, &behind].concat();
        Source { text, length, library, pieces, is_python: true, in_program: true, options, written: Vec::new(), tokens, diagnostics }
    }

    fn of_c(text: &str, context: &Context) -> Source {
        let all = pieces(text);
        let tokens = all.iter().map(token::token).collect();
        let mut diagnostics = Vec::new();
        let (options, written) = option::read(text, &all, &mut diagnostics);
        let own: Vec<Piece> = all.into_iter().filter(|piece| piece.kind != Cut::Comment).collect();
        let own = lists_apart(text, own);
        let in_program = is_program(text, &own);
        let own = expanded(text, own, context).unwrap_or_else(|message| {
            diagnostics.push(Diagnostic::error("macro", 0..text.trim_end().len(), message));
            Vec::new()
        });
        let own = unqualified(text, flattened(text, own, &mut diagnostics), &mut diagnostics);
        let (length, behind) = (text.len(), called(text, &own));
        let (library, text) = (placed(&behind, length), [text, &behind].concat());
        Source { text, length, library, pieces: own, is_python: false, in_program, options, written, tokens, diagnostics }
    }
}

/// `>>` behind a list inside of another as two pieces: `vector<vector<float>>`.
fn lists_apart(text: &str, pieces: Vec<Piece>) -> Vec<Piece> {
    let shown = |piece: &Piece| &text[piece.span.clone()];
    let mut all: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let closes = shown(&piece) == ">>" && {
            let goes_on = |at: &usize| all[*at].kind != Cut::Operator || matches!(shown(&all[*at]), "<" | "::" | "," | "*");
            let opens = (1..all.len()).rev().take_while(goes_on).filter(|at| shown(&all[*at]) == "<");
            opens
                .take(2)
                .filter(|at| matches!(shown(&all[at - 1]), "vector" | "array" | "pair" | "static_cast" | "underlying_type_t"))
                .count()
                == 2
        };
        if closes {
            let middle = piece.span.start + 1;
            all.push(Piece { span: piece.span.start..middle, ..piece.clone() });
            all.push(Piece { span: middle..piece.span.end, ..piece });
        } else {
            all.push(piece);
        }
    }
    all
}
