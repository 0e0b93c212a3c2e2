//! A text of 128-bit machine code as a page and `ulp` read it: one instruction, several, a word, or a whole listing.
//!
//! Word and text of a line are checked against each other. What is no floating-point instruction of the table is named and left alone.

use super::super::document::add_nearest;
use super::line::word_of;
use super::listing;
use super::lower::left_out;
use super::parse::{What, parse};
use super::text::text as written;
use crate::instruction::sass::wide::{Instruction, Refusal, decode, generation, is_wide, opcode};
use crate::instruction::{Context, Target};
use crate::syntax::{Change, Diagnostic, Fix, Severity, Token, TokenKind, lex};
use core::ops::Range;

/// A line of a text: an instruction of the table, another, or what could not be read. What is said of it has its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its bytes in the text; empty where a word stands alone.
    pub span: Range<usize>,
    /// The bytes of its name with the dotted words.
    pub head: Range<usize>,
    /// What it is.
    pub what: What,
    /// The word that stood beside it.
    pub word: Option<u128>,
}

/// A text that was read.
#[derive(Clone, Debug)]
pub struct Document {
    /// The text.
    pub text: String,
    /// Target and PTX version.
    pub context: Context,
    /// The generation whose words are meant.
    pub generation: u32,
    /// The pieces of the text, for colouring.
    pub tokens: Vec<Token>,
    /// Its lines, in order.
    pub lines: Vec<Line>,
    /// What is to be said, in order of place.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the text is one word and no instruction in words.
    pub is_word: bool,
    /// Whether the text is a listing, of one line or many.
    pub is_listing: bool,
}

/// Lines beyond this many are counted and not read.
const MOST: usize = 5000;
/// Lines beyond this many are read and do not run together.
const MOST_RUN: usize = 64;
/// Targets that are offered where nothing says which is meant, one of each kind of words.
const OFFERED: [Target; 6] = [Target::SM_75, Target::SM_80, Target::SM_89, Target::SM_90, Target::SM_100, Target::SM_120];

impl Document {
    /// Reads a text.
    pub fn read(text: &str, context: &Context) -> Document {
        let is_word = word_of(text).is_some();
        let is_listing = is_word || listing::is_listing(text) || text.lines().filter(|line| word_of(line).is_some()).count() > 1;
        let found = if is_listing { listing::read(text) } else { listing::Listing::default() };
        let chosen = Some(context.target).filter(|target| is_wide(*target));
        let words: Vec<u128> = found.lines.iter().filter_map(|line| line.word).take(MOST_RUN).collect();
        let target = found.target.unwrap_or_else(|| likely(&words, chosen.unwrap_or(Target::SM_90)));
        let assumed = found.target.is_none() && (chosen.is_none() || Some(target) != chosen || differ(&words, target));
        let generation = generation(target).unwrap_or(90);
        let mut document = Document {
            text: text.to_owned(),
            context: Context { target, ..*context },
            generation,
            tokens: tokens(text),
            lines: Vec::new(),
            diagnostics: Vec::new(),
            is_word,
            is_listing: is_listing && !is_word,
        };
        if is_listing {
            let (first, rest) = found.lines.split_at(found.lines.len().min(MOST));
            for line in first {
                document.listed(line);
            }
            if !rest.is_empty() {
                let message = format!("{} more instructions of this listing are not read here.", rest.len());
                document.diagnostics.push(Diagnostic::note("folded", 0..0, message));
            }
        } else {
            document.written(text, 0);
        }
        if document.lines.is_empty() && document.diagnostics.is_empty() {
            document.diagnostics.push(Diagnostic::error("empty", 0..0, "There is no instruction here."));
        }
        document.tell_what_is_left_alone();
        if assumed && !document.lines.is_empty() {
            let message = format!("Which chip these words are for is nowhere said; they are read as those of {target}.");
            let mut note = Diagnostic::note("which-chip", 0..0, message);
            let others = OFFERED.into_iter().filter(|other| *other != target && likely(&words, *other) == *other);
            note.fixes = others.map(|target| Fix { label: format!("choose {target}"), change: Change::SetTarget(target) }).collect();
            document.diagnostics.push(note);
        }
        document
    }

    /// Instructions in words, from a byte of the text on. In a listing what cannot be read is a line too: an unknown name is another
    /// operation, with a note.
    fn written(&mut self, code: &str, base: usize) {
        let parsed = parse(code, self.generation);
        let first = self.lines.len();
        for statement in parsed.statements {
            self.lines.push(Line { span: statement.span, head: statement.head, what: statement.what, word: None });
        }
        for mut diagnostic in parsed.diagnostics {
            if self.is_listing {
                let span = statement_at(code, diagnostic.span.start);
                let own = name(&code[span.clone()]).to_owned();
                let what = if diagnostic.code == "unknown-mnemonic" {
                    diagnostic.severity = Severity::Note;
                    What::Other(own)
                } else {
                    What::Unread(own)
                };
                self.lines.push(Line { head: span.clone(), span, what, word: None });
            }
            diagnostic.spans_mut().for_each(|span| *span = span.start + base..span.end + base);
            if diagnostic.is_error() && diagnostic.fixes.is_empty() {
                add_nearest(&mut diagnostic, &self.text);
            }
            self.diagnostics.push(diagnostic);
        }
        let added = &mut self.lines[first..];
        added.sort_by_key(|line| line.span.start);
        for line in added {
            for span in [&mut line.span, &mut line.head] {
                *span = span.start + base..span.end + base;
            }
        }
    }

    /// A line of a listing: its text, its word, and whether they agree.
    fn listed(&mut self, line: &listing::Line) {
        let code = self.text[line.code.clone()].to_owned();
        let span = line.code.clone();
        if line.half.is_some() {
            let message = "Half of a machine word: its other 64 bits should stand on the next line.";
            self.diagnostics.push(Diagnostic::note("half-word", span.clone(), message));
        }
        let Some(word) = line.word else { return self.written(&code, span.start) };
        let own = name(&code);
        let what = match decode(word, self.generation) {
            Ok(instruction) => {
                let said = written(&instruction);
                if !code.is_empty() && plain(&said) != plain(&code) {
                    let message = format!("The word beside it says {}.", said.trim_end_matches([';', ' ']));
                    self.diagnostics.push(Diagnostic::note("word-differs", span.clone(), message));
                }
                What::Instruction(instruction)
            }
            Err(Refusal::Illegal(reason)) => {
                let message = format!("The word {word:032x} is no instruction of {}: {reason}", self.context.target);
                let said = if self.is_word { Diagnostic::error } else { Diagnostic::note };
                self.diagnostics.push(said("illegal", span.clone(), message));
                What::Unread(if own.is_empty() { format!("0x{word:032x}") } else { own.to_owned() })
            }
            Err(Refusal::Elsewhere(known)) => {
                if let Some(known) = known.filter(|known| !own.is_empty() && own.split('.').next() != Some(*known)) {
                    let message = format!("The opcode of the word beside it is that of {known}.");
                    self.diagnostics.push(Diagnostic::note("word-differs", span.clone(), message));
                }
                let opcode = || format!("opcode {:#05x}", opcode(word));
                What::Other(if own.is_empty() { known.map_or_else(opcode, str::to_owned) } else { own.to_owned() })
            }
        };
        let begins = code.find(own).unwrap_or(0) + span.start;
        self.lines.push(Line { head: begins..begins + own.len(), span, what, word: line.word });
    }

    /// What of the text runs and what does not, each said once.
    fn tell_what_is_left_alone(&mut self) {
        let others: Vec<&Line> = self.lines.iter().filter(|line| matches!(line.what, What::Other(_))).collect();
        if let [line, ..] = &others[..] {
            let count = self.lines.len();
            let message = if count == 1 {
                let What::Other(name) = &line.what else { return };
                format!("{name} is not a floating-point instruction of this table; it is left alone.")
            } else {
                format!(
                    "{} of {count} instructions are not floating-point ones of this table; they are named and left alone.",
                    others.len()
                )
            };
            let span = if count == 1 { line.span.clone() } else { 0..0 };
            self.diagnostics.push(Diagnostic::note("elsewhere", span, message));
        }
        for line in self.lines.iter().filter(|_| !self.is_listing || self.lines.len() == 1) {
            if let What::Instruction(instruction) = &line.what
                && let Some(reason) = left_out(instruction)
            {
                let message = format!("{} is taken apart but does not run: {reason}.", instruction.row.name);
                self.diagnostics.push(Diagnostic::note("not-run", line.span.clone(), message));
            }
        }
        if self.lines.len() > MOST_RUN {
            let message = format!("{} instructions are listed and opened one by one; {MOST_RUN} at most run together.", self.lines.len());
            self.diagnostics.push(Diagnostic::note("many", 0..0, message));
        }
    }

    /// The instructions of the table, with their lines.
    pub fn instructions(&self) -> impl Iterator<Item = (usize, Instruction)> {
        self.lines.iter().enumerate().filter_map(|(at, line)| match line.what {
            What::Instruction(instruction) => Some((at, instruction)),
            _ => None,
        })
    }

    /// Whether every line is an instruction that runs, and they are few.
    pub fn runs(&self) -> bool {
        (1..=MOST_RUN).contains(&self.lines.len())
            && self.lines.iter().all(|line| matches!(&line.what, What::Instruction(instruction) if left_out(instruction).is_none()))
    }
}

/// The first of some words' targets that has them all: the chosen one, else the latest of those that are offered; the chosen one where
/// none has.
fn likely(words: &[u128], chosen: Target) -> Target {
    let has = |target: &Target| {
        generation(*target)
            .is_some_and(|generation| words.iter().all(|word| !matches!(decode(*word, generation), Err(Refusal::Illegal(_)))))
    };
    core::iter::once(chosen).chain(OFFERED.into_iter().rev()).find(has).unwrap_or(chosen)
}

/// Whether words say something else on another target that has them too.
fn differ(words: &[u128], target: Target) -> bool {
    let said =
        |target: Target, word: u128| generation(target).and_then(|generation| decode(word, generation).ok()).map(|one| written(&one));
    words.iter().any(|word| OFFERED.into_iter().any(|other| said(other, *word).is_some_and(|text| said(target, *word) != Some(text))))
}

/// The bytes of the instruction around a place or just before it, its semicolon included.
fn statement_at(code: &str, place: usize) -> Range<usize> {
    let before = code.as_bytes().get(..place.saturating_sub(1)).unwrap_or_default();
    let start = before.iter().rposition(|byte| *byte == b';').map_or(0, |at| at + 1);
    let end = code[start..].find(';').map_or(code.len(), |at| start + at + 1);
    start + (code[start..end].len() - code[start..end].trim_start().len())..end
}

/// The name of a line's instruction with its dotted words.
fn name(code: &str) -> &str {
    code.split_whitespace().find(|part| !part.starts_with('@')).unwrap_or_default().trim_end_matches(';')
}

/// A text without blanks and semicolons, to compare.
pub(super) fn plain(code: &str) -> String {
    code.chars().filter(|letter| !letter.is_whitespace() && *letter != ';').collect()
}

/// The tokens of PTX, with words sorted as this language has them.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = lex(text);
    let mut fresh = true;
    for token in &mut tokens {
        let word = text.get(token.span.clone()).unwrap_or("");
        match token.kind {
            TokenKind::Comment | TokenKind::Guard => {}
            TokenKind::Word if fresh => {
                token.kind = TokenKind::Mnemonic;
                fresh = false;
            }
            TokenKind::Word if is_register(word) => token.kind = TokenKind::Register,
            _ => {}
        }
        fresh |= word == ";";
    }
    tokens
}

fn is_register(word: &str) -> bool {
    let rest = ["UR", "UP", "R", "P", "cx", "c"].iter().find_map(|stem| word.strip_prefix(stem));
    rest.is_some_and(|rest| matches!(rest, "" | "Z" | "T") || rest.bytes().all(|byte| byte.is_ascii_digit()))
}
