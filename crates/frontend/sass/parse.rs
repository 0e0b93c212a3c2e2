//! Text to instructions. Reading never fails: what cannot be read is said in diagnostics with its place, and the rest goes on.
//!
//! Words of 64 bits are written in the manual's grammar, where words have defaults and any order ([`super::parse_64`]); those of 128 bits as
//! nvdisasm writes them, so that the text of a row is tried against what stands there ([`super::parse_128`]).

use super::cursor::Cursor;
use super::parse_64::Reading;
use super::parse_128;
use super::statement::Statement;
use crate::instruction::sass::width;
use crate::syntax::Diagnostic;
use core::ops::Range;

/// Everything that reading a text gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The statements that could be read, in order.
    pub statements: Vec<Statement>,
    /// What is to be said, in order of place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// The first error.
    pub fn error(&self) -> Option<&Diagnostic> {
        self.diagnostics.iter().find(|diagnostic| diagnostic.is_error())
    }
}

/// Reads the instructions of a text, each ended by a semicolon, for a generation.
pub fn parse(text: &str, generation: u32) -> Parsed {
    let mut cursor = Cursor::new(text);
    let mut parsed = Parsed::default();
    while cursor.peek().is_some() {
        cursor.comments.clear();
        let (read, notes) = if width(generation) == 64 {
            let mut reading = Reading::new(&mut cursor, generation);
            (reading.statement(), reading.notes)
        } else {
            (parse_128::statement(&mut cursor, generation), Vec::new())
        };
        match read {
            Ok(statement) => parsed.statements.push(statement),
            Err(diagnostic) => {
                parsed.diagnostics.push(diagnostic);
                cursor.skip_statement();
            }
        }
        parsed.diagnostics.extend(notes);
    }
    parsed
}

/// The name of an instruction.
pub(super) fn name<'a>(cursor: &mut Cursor<'a>) -> Result<(&'a str, Range<usize>), Diagnostic> {
    cursor.word().ok_or_else(|| {
        let (shown, span) = cursor.shown();
        Diagnostic::error("instruction", span, format!("An instruction begins with its name; here is {shown}."))
    })
}
