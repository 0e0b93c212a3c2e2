//! What is to be said about a text: the place, what is wrong, what would be right, and edits that mend it.

use crate::instruction::{Target, Version};
use core::ops::Range;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The assembler refuses the text.
    Error,
    /// The text is accepted; there is something to know.
    Note,
}

/// What a fix changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Bytes of the text.
    Replace {
        /// The bytes taken out.
        span: Range<usize>,
        /// What comes in.
        text: String,
    },
    /// The target that the text is written for.
    SetTarget(Target),
    /// The PTX version that the text is written for.
    SetPtx(Version),
    /// Another page of the app answers: its name in an address, and what it is asked there.
    Open {
        /// The page.
        page: &'static str,
        /// Names and values.
        asked: Vec<(&'static str, String)>,
    },
}

/// A way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the button says.
    pub label: String,
    /// What it does.
    pub change: Change,
}

impl Fix {
    /// A fix that puts a text in the place of some bytes.
    pub fn replace(label: impl Into<String>, span: Range<usize>, text: impl Into<String>) -> Fix {
        Fix { label: label.into(), change: Change::Replace { span, text: text.into() } }
    }

    /// A fix that leads to another page.
    pub fn open(label: &str, page: &'static str, asked: Vec<(&'static str, String)>) -> Fix {
        Fix { label: label.to_owned(), change: Change::Open { page, asked } }
    }

    /// The text after the fix; None where the fix changes something else instead.
    pub fn apply(&self, text: &str) -> Option<String> {
        match &self.change {
            Change::Replace { span, text: new } => Some([text.get(..span.start)?, new, text.get(span.end..)?].concat()),
            Change::SetTarget(_) | Change::SetPtx(_) | Change::Open { .. } => None,
        }
    }
}

/// One thing to be said about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A name for programs: `unknown-modifier`.
    pub code: &'static str,
    /// The bytes of the text that it is about.
    pub span: Range<usize>,
    /// Short whole sentences.
    pub message: String,
    /// What the table would accept in this place.
    pub alternatives: Vec<String>,
    /// Ways out, the likeliest first.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, code, span, message: message.into(), alternatives: Vec::new(), fixes: Vec::new() }
    }
    /// Where it stands among others: errors first, each kind in the order of the text.
    pub fn order(&self) -> u64 {
        u64::from(self.severity == Severity::Note) << 32 | self.span.start as u64
    }
    /// A note.
    pub fn note(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Note, ..Diagnostic::error(code, span, message) }
    }
    /// The same with what would be accepted in its place.
    pub fn with_alternatives<T: Into<String>>(mut self, alternatives: impl IntoIterator<Item = T>) -> Diagnostic {
        self.alternatives.extend(alternatives.into_iter().map(Into::into));
        self
    }
    /// The same with a way out.
    pub fn with_fix(mut self, fix: Fix) -> Diagnostic {
        self.fixes.push(fix);
        self
    }
    /// Whether something is wrong.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
    /// Whether the assembler refuses the text for this: for an error, and for what is passed over here for the sake of people who type.
    pub fn is_refusal(&self) -> bool {
        self.is_error() || matches!(self.code, "missing-semicolon" | "not-ascii")
    }
    /// The places that it names.
    pub fn spans_mut(&mut self) -> impl Iterator<Item = &mut Range<usize>> {
        core::iter::once(&mut self.span).chain(self.fixes.iter_mut().filter_map(|fix| match &mut fix.change {
            Change::Replace { span, .. } => Some(span),
            Change::SetTarget(_) | Change::SetPtx(_) | Change::Open { .. } => None,
        }))
    }
}
