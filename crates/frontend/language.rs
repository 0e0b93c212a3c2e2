//! What can be typed: each language claims its texts and reads them into a [`ParsedSource`], which judges a text, completes it and runs it.
//!
//! Another language joins with a line in [`LANGUAGES`] and a [`ParsedSource`] of its own.

use crate::c::Expression;
use crate::instruction::Context;
pub use crate::pasted::asks_for_help;
pub use crate::reading::{Fact, ParsedSource};
use crate::single::Single;
use crate::{c, figure, matrix, pasted, sass};

/// A language.
pub struct Language {
    /// Whether a text is in it.
    pub claims: fn(&str) -> bool,
    /// Reads a text. This never fails: what is wrong is in the diagnostics.
    pub read: fn(&str, &Context) -> Box<dyn ParsedSource>,
}

/// The languages, in the order in which they are asked; PTX is everything that is nothing else.
pub const LANGUAGES: [Language; 6] = [
    Language { claims: pasted::claims, read: |text, context| Box::new(pasted::Pasted::read(text, context)) },
    Language { claims: matrix::claims, read: |text, context| Box::new(matrix::parse(text, context)) },
    Language { claims: sass::claims, read: sass::read },
    Language { claims: figure::claims, read: |text, context| Box::new(figure::Figure::read(text, context)) },
    Language { claims: c::claims, read: |text, context| Box::new(Expression::read(text, context)) },
    Language { claims: |_| true, read: |text, context| Box::new(Single::read(text, context)) },
];

/// Whether no other language than PTX claims a text.
pub fn is_ptx(text: &str) -> bool {
    LANGUAGES[..LANGUAGES.len() - 1].iter().all(|language| !(language.claims)(text))
}

/// Reads a text in a language that runs: not as something pasted.
pub(crate) fn read_as_it_is(text: &str, context: &Context) -> Box<dyn ParsedSource> {
    read_among(&LANGUAGES[1..], text, context)
}

/// Reads a text in its language.
pub fn read(text: &str, context: &Context) -> Box<dyn ParsedSource> {
    read_among(&LANGUAGES, text, context)
}

fn read_among(languages: &[Language], text: &str, context: &Context) -> Box<dyn ParsedSource> {
    let own = languages.iter().find(|language| (language.claims)(text));
    own.map_or_else(|| Box::new(Single::read(text, context)) as Box<dyn ParsedSource>, |language| (language.read)(text, context))
}
