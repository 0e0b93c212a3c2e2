//! A text of machine code as a page and `ulp` read it: instructions, a word, or a whole listing, coloured, judged, with ways out.
//!
//! The command line reads instructions strictly ([`super::parse()`]) and words as words; a box that takes anything has to tell them apart,
//! and to say more than the first thing that is wrong. Word and text of a line are checked against each other. What is no floating-point
//! instruction of the table is named and left alone.

use super::detect::{is_name, machine_word};
use super::legality;
use super::line::{word_of, word_on};
use super::listing;
use super::machine::Name;
use super::parse::parse;
use super::statement::{Place, Statement, What};
use super::text::text as written;
use crate::instruction::sass::{Instruction, Refusal, Role, Unknown, decode, generation, is_wide, opcode, width};
use crate::instruction::{Context, Target};
use crate::syntax::{Change, Diagnostic, Fix, Severity, Token, TokenKind, lex, misspelt};
use core::ops::Range;

/// A text that was read.
#[derive(Clone, Debug)]
pub struct Document {
    /// The text.
    pub text: String,
    /// Target and PTX version; the target is that whose words are meant.
    pub context: Context,
    /// The generation whose words are meant.
    pub generation: u32,
    /// The pieces of the text, for colouring.
    pub tokens: Vec<Token>,
    /// Its statements, in order.
    pub statements: Vec<Statement>,
    /// What is to be said, in order of place.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the text is one word and no instruction in words.
    pub is_word: bool,
    /// Whether the text is a listing, of one line or many.
    pub is_listing: bool,
    /// Constants that stand beside the code of a listing.
    pub constants: Vec<(Name, u32)>,
    /// The word of 64 bits that the text is, where that is no instruction.
    pub unknown: Option<Unknown>,
}

/// Lines beyond this many are counted and not read.
const MOST: usize = 5000;
/// Lines beyond this many are read and do not run together.
pub(super) const MOST_RUN: usize = 256;
/// Targets that are offered where nothing says which is meant, one of each kind of words.
const OFFERED: [Target; 6] = [Target::SM_75, Target::SM_80, Target::SM_89, Target::SM_90, Target::SM_100, Target::SM_120];

impl Document {
    fn blank(text: &str, context: Context, generation: u32) -> Document {
        Document {
            text: text.to_owned(),
            context,
            generation,
            tokens: tokens(text, width(generation) == 64),
            statements: Vec::new(),
            diagnostics: Vec::new(),
            is_word: false,
            is_listing: false,
            constants: Vec::new(),
            unknown: None,
        }
    }

    /// Reads a text of 64-bit words, those of the target (see [`super::machine_target`]).
    pub fn read_64(text: &str, context: &Context) -> Document {
        let target = context.target;
        let machine = super::machine_target(target);
        let mut document = Document::blank(text, Context { target: machine, ..*context }, machine.number());
        match machine_word(text) {
            Some((word, span)) => document.of_word(word, span),
            None => {
                let parsed = parse(text, document.generation);
                (document.statements, document.diagnostics) = (parsed.statements, parsed.diagnostics);
            }
        }
        document.tell_of_nothing();
        for statement in &document.statements {
            document.diagnostics.extend(legality::diagnostics(statement));
        }
        for diagnostic in &mut document.diagnostics {
            // A missing semicolon is passed over, for the sake of people who type.
            if diagnostic.code == "missing-semicolon" {
                diagnostic.severity = Severity::Note;
            }
            add_ways_out(diagnostic, text);
        }
        if machine != target && !document.statements.is_empty() {
            let own = word_on(text, target).map(|word| format!(" There it is the word 0x{word:032x}.")).unwrap_or_default();
            let message =
                format!("{target} has machine words of 128 bits or of another layout; these 64-bit words are read as on {machine}.{own}");
            document.diagnostics.push(Diagnostic::note("other-words", 0..0, message));
        }
        document
    }

    /// Reads a text of 128-bit words or a listing.
    pub fn read_128(text: &str, context: &Context) -> Document {
        let is_word = word_of(text).is_some();
        let is_listing = is_word || listing::is_listing(text) || text.lines().filter(|line| word_of(line).is_some()).count() > 1;
        let found = if is_listing { listing::read(text) } else { listing::Listing::default() };
        let chosen = Some(context.target).filter(|target| is_wide(*target));
        let words: Vec<u128> = found.lines.iter().filter_map(|line| line.word).take(MOST_RUN).collect();
        let target = found.target.unwrap_or_else(|| likely(&words, chosen.unwrap_or(Target::SM_90)));
        let assumed = found.target.is_none() && (chosen.is_none() || Some(target) != chosen || differ(&words, target));
        let mut document = Document::blank(text, Context { target, ..*context }, generation(target).unwrap_or(90));
        (document.is_word, document.is_listing) = (is_word, is_listing && !is_word);
        document.constants = found.constants;
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
        document.tell_of_nothing();
        document.tell_what_does_not_run();
        if let Some(whose) = found.columns {
            let message = format!(
                "The columns before the instructions are those of {whose}. They say how instructions are issued and compute nothing, so they are not read."
            );
            document.diagnostics.push(Diagnostic::note("columns", 0..0, message));
        }
        if assumed && !document.statements.is_empty() {
            let message = format!("Which chip these words are for is nowhere said; they are read as those of {target}.");
            let mut note = Diagnostic::note("which-chip", 0..0, message);
            let others = OFFERED.into_iter().filter(|other| *other != target && likely(&words, *other) == *other);
            note.fixes = others.map(|target| Fix { label: format!("choose {target}"), change: Change::SetTarget(target) }).collect();
            document.diagnostics.push(note);
        }
        document
    }

    /// A text that is one word of 64 bits.
    fn of_word(&mut self, word: u64, span: Range<usize>) {
        self.is_word = true;
        match decode(word.into(), self.generation) {
            Ok(instruction) if !instruction.is_available() => {
                let (row, target) = (instruction.row, self.context.target);
                let message = format!("The word is an {}, which came with sm_{}; {target} does not have it.", row.name, row.span.0);
                self.diagnostics.push(Diagnostic::error("needs-target", span, message));
            }
            Ok(instruction) => {
                // Every field stands in the whole of the word.
                let places = instruction.fields().into_iter().map(|(field, _)| Place { role: field.role, span: span.clone() }).collect();
                self.statements.push(Statement { places, ..Statement::of(What::Instruction(instruction), span.clone(), span) });
            }
            Err(refusal) => {
                self.diagnostics.push(Diagnostic::error("opcode", span, refusal.to_string()));
                if let Refusal::Unknown(unknown) = refusal {
                    self.unknown = Some(unknown);
                }
            }
        }
    }

    fn tell_of_nothing(&mut self) {
        if self.statements.is_empty() && self.diagnostics.is_empty() {
            self.diagnostics.push(Diagnostic::error("empty", 0..0, "There is no instruction here."));
        }
    }

    /// Instructions in words, from a byte of the text on. In a listing what cannot be read is a line too: an unknown name is another
    /// operation, with a note.
    fn written(&mut self, code: &str, base: usize) {
        let parsed = parse(code, self.generation);
        let first = self.statements.len();
        self.statements.extend(parsed.statements);
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
                self.statements.push(Statement::of(what, span.clone(), span));
            }
            diagnostic.spans_mut().for_each(|span| *span = span.start + base..span.end + base);
            if diagnostic.is_error() && diagnostic.fixes.is_empty() {
                add_nearest(&mut diagnostic, &self.text);
            }
            self.diagnostics.push(diagnostic);
        }
        let added = &mut self.statements[first..];
        added.sort_by_key(|statement| statement.span.start);
        for statement in added {
            for span in [&mut statement.span, &mut statement.head] {
                *span = span.start + base..span.end + base;
            }
        }
    }

    /// A line of a listing: its text, its word, and whether they agree.
    fn listed(&mut self, line: &listing::Line) {
        let code = self.text[line.code.clone()].to_owned();
        let span = line.code.clone();
        if line.half.is_some() {
            let message = "Half of a machine word: its other 64 bits should be on the next line.";
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
            Err(Refusal::Elsewhere(known)) => {
                if let Some(known) = known.filter(|known| !own.is_empty() && own.split('.').next() != Some(*known)) {
                    let message = format!("The opcode of the word beside it is that of {known}.");
                    self.diagnostics.push(Diagnostic::note("word-differs", span.clone(), message));
                }
                let opcode = || format!("opcode {:#05x}", opcode(word));
                What::Other(if own.is_empty() { known.map_or_else(opcode, str::to_owned) } else { own.to_owned() })
            }
            Err(reason) => {
                let message = format!("The word {word:032x} is no instruction of {}: {reason}", self.context.target);
                let said = if self.is_word { Diagnostic::error } else { Diagnostic::note };
                self.diagnostics.push(said("illegal", span.clone(), message));
                What::Unread(if own.is_empty() { format!("0x{word:032x}") } else { own.to_owned() })
            }
        };
        let begins = code.find(own).unwrap_or(0) + span.start;
        let statement = Statement::of(what, span, begins..begins + own.len());
        self.statements.push(Statement { word: line.word, ..statement });
    }

    /// The instructions of the table, with the places of their statements.
    pub fn instructions(&self) -> impl DoubleEndedIterator<Item = (usize, Instruction)> {
        self.statements.iter().enumerate().filter_map(|(at, statement)| Some((at, statement.instruction()?)))
    }

    /// Whether the words have 64 bits.
    pub fn is_short(&self) -> bool {
        width(self.generation) == 64
    }

    /// The fields that a piece of an instruction's text sets, of words of 64 bits. A sign or a bar sets its own alone, though it stands in
    /// the operand.
    pub fn roles(&self, statement: &Statement, span: &Range<usize>) -> Vec<Role> {
        if self.is_word {
            return Vec::new();
        }
        let piece = self.text.get(span.clone()).unwrap_or("");
        let covered = statement.places.iter().filter(|place| place.span.start <= span.start && span.end <= place.span.end);
        let fits = |role: Role| match role {
            Role::NegateA | Role::NegateB => piece == "-",
            Role::AbsoluteA | Role::AbsoluteB => piece == "|",
            Role::Guard | Role::GuardNot => true,
            _ => !matches!(piece, "-" | "|" | "{" | "}"),
        };
        // A dotted word in an operand is its own, not the register's.
        let shortest = covered.clone().map(|place| place.span.len()).min().unwrap_or(0);
        let dotted = piece.starts_with('.');
        covered.filter(|place| fits(place.role) && (!dotted || place.span.len() == shortest)).map(|place| place.role).collect()
    }
}

/// The tokens of PTX, with words sorted as this language has them. The first word of an instruction is its name; of 64-bit words whose
/// names are few, only what is one.
fn tokens(text: &str, is_short: bool) -> Vec<Token> {
    let mut tokens = lex(text);
    let (mut guard, mut fresh) = (false, true);
    for token in &mut tokens {
        let word = text.get(token.span.clone()).unwrap_or("");
        token.kind = match token.kind {
            TokenKind::Guard => {
                guard = true;
                continue;
            }
            TokenKind::Comment => continue,
            TokenKind::Word if guard => TokenKind::GuardRegister,
            TokenKind::Word if if is_short { is_name(word) } else { fresh } => {
                fresh = false;
                TokenKind::Mnemonic
            }
            TokenKind::Word if is_register(word) => TokenKind::Register,
            TokenKind::Unknown if matches!(word, "&" | "?" | "=") => TokenKind::Punctuation,
            kind => kind,
        };
        guard = false;
        fresh |= word == ";";
    }
    tokens
}

fn is_register(word: &str) -> bool {
    let word = word.to_ascii_uppercase();
    let rest = ["UR", "UP", "R", "P", "CX", "C"].iter().find_map(|stem| word.strip_prefix(stem));
    rest.is_some_and(|rest| matches!(rest, "" | "Z" | "T") || rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Edits that mend what is wrong: another target, the word that was meant, or the word away.
fn add_ways_out(diagnostic: &mut Diagnostic, text: &str) {
    if !diagnostic.is_error() || !diagnostic.fixes.is_empty() {
        return;
    }
    let span = diagnostic.span.clone();
    let word = text.get(span.clone()).unwrap_or("");
    match diagnostic.code {
        "needs-target" | "function" => {
            let target = if diagnostic.message.contains("sm_52") { Target::SM_52 } else { Target::SM_53 };
            diagnostic.fixes.push(Fix { label: format!("choose {target}"), change: Change::SetTarget(target) });
        }
        "sat-f64" | "rounding" | "extract" | "fmz" if word.starts_with('.') => {
            diagnostic.fixes.push(Fix::replace(format!("remove {word}"), span, ""));
        }
        _ => add_nearest(diagnostic, text),
    }
}

/// An edit that puts the word that was meant in the place of a misspelt one.
fn add_nearest(diagnostic: &mut Diagnostic, text: &str) {
    let span = diagnostic.span.clone();
    let word = text.get(span.clone()).unwrap_or("").to_ascii_uppercase();
    let words = diagnostic.alternatives.iter().map(String::as_str).filter(|other| !other.contains("INVALID"));
    let fix = misspelt(&word, words).map(|other| Fix::replace(format!("write {other}"), span, other));
    diagnostic.fixes.extend(fix);
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
