//! nvcc's options that change what an expression computes, as a comment of the text: `a*b + c // -fmad=false`.

use super::token::{Kind, Piece};
use crate::syntax::{self, Diagnostic, Fix, Switch};
use core::ops::Range;

/// The options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// `-fmad`: a product and a sum become one fma.
    pub fuse: bool,
    /// `-ftz`: subnormal singles become zero.
    pub flush: bool,
    /// `-prec-div`: single-precision division is rounded once.
    pub exact_division: bool,
    /// `-prec-sqrt`: single-precision roots are rounded once.
    pub exact_root: bool,
    /// `-use_fast_math`: all of the above the fast way, and division by an approximate reciprocal.
    pub fast: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { fuse: true, flush: false, exact_division: true, exact_root: true, fast: false }
    }
}

impl Options {
    /// What g++ and clang do for x86-64 unless told otherwise: each operation is rounded by itself, in its own type. nvcc's options are for
    /// the device.
    pub const HOST: Options = Options { fuse: false, flush: false, exact_division: true, exact_root: true, fast: false };

    /// Takes a switch; None where it is not what nvcc does unless told.
    pub fn with(self, switch: Switch, on: bool) -> Options {
        match switch {
            Switch::Fmad => Options { fuse: on, ..self },
            Switch::Ftz => Options { flush: on, ..self },
            Switch::PrecDiv => Options { exact_division: on, ..self },
            Switch::PrecSqrt => Options { exact_root: on, ..self },
            Switch::FastMath if on => Options { flush: true, exact_division: false, exact_root: false, fast: true, ..self },
            Switch::FastMath => self,
        }
    }

    /// Whether a switch stands as nvcc does not have it by itself.
    pub fn has(self, switch: Switch) -> bool {
        match switch {
            Switch::Fmad => !self.fuse,
            Switch::Ftz => self.flush,
            Switch::PrecDiv => !self.exact_division,
            Switch::PrecSqrt => !self.exact_root,
            Switch::FastMath => self.fast,
        }
    }
}

/// An option that stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub switch: Switch,
    pub span: Range<usize>,
}

/// Reads the options of every comment.
pub(super) fn read(text: &str, pieces: &[Piece], diagnostics: &mut Vec<Diagnostic>) -> (Options, Vec<Written>) {
    let (mut options, mut written) = (Options::default(), Vec::new());
    for piece in pieces.iter().filter(|piece| piece.kind == Kind::Comment) {
        for syntax::Written { span, switch } in syntax::options(text, piece.span.clone()) {
            let bare = &text[span.clone()];
            match switch {
                Some((switch, on)) => {
                    options = options.with(switch, on);
                    written.push(Written { switch, span });
                }
                None if bare.starts_with("-O") => {}
                None => {
                    let all = Switch::ALL.map(Switch::text).join(" ");
                    let message = format!("`{bare}` changes nothing here. Known are {all}.");
                    diagnostics.push(Diagnostic::note("option", span.clone(), message).with_fix(Fix::replace("remove it", span, "")));
                }
            }
        }
    }
    (options, written)
}
