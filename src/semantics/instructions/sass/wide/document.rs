//! A text of 128-bit machine code as a page and `ulp` read it: one instruction, several, a word, or a whole listing.
//!
//! Word and text of a line are checked against each other. What is no floating-point instruction of the table is named and left alone.

use super::line::{spelled, word_of};
use super::listing;
use super::lower::left_out;
use super::parse::{What, parse};
use super::text::text as written;
use crate::instruction::sass::wide::{Instruction, Refusal, decode, generation, is_wide, opcode};
use crate::instruction::{Context, Target};
use crate::syntax::{Change, Diagnostic, Fix, Token, TokenKind, lex};
use core::ops::Range;

/// A line of a text: an instruction of the table, another, or what could not be read.
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
}

/// Lines beyond this many are counted and not read.
const MOST: usize = 4096;

impl Document {
    /// Reads a text.
    pub fn read(text: &str, context: &Context) -> Document {
        let is_word = word_of(text).is_some();
        let is_listing = is_word || listing::is_listing(text) || text.lines().filter(|line| word_of(line).is_some()).count() > 1;
        let found = if is_listing { listing::read(text) } else { listing::Listing::default() };
        let target = found.target.or(Some(context.target).filter(|target| is_wide(*target)));
        let (target, assumed) = (target.unwrap_or(Target::SM_90), target.is_none());
        let generation = generation(target).unwrap_or(90);
        let mut document = Document {
            text: text.to_owned(),
            context: Context { target, ..*context },
            generation,
            tokens: tokens(text),
            lines: Vec::new(),
            diagnostics: Vec::new(),
            is_word,
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
        if assumed && !document.lines.is_empty() {
            let message = format!("Which chip these words are for is nowhere said; they are read as those of {target}.");
            let fixes = [Target::SM_75, Target::SM_80, Target::SM_89, Target::SM_90, Target::SM_100, Target::SM_120];
            let mut note = Diagnostic::note("which-chip", 0..0, message);
            note.fixes = fixes.map(|target| Fix { label: format!("choose {target}"), change: Change::SetTarget(target) }).to_vec();
            document.diagnostics.push(note);
        }
        document.tell_what_is_left_alone();
        document
    }

    /// Instructions in words, from a byte of the text on.
    fn written(&mut self, code: &str, base: usize) {
        let parsed = parse(code, self.generation);
        let moved = |span: &Range<usize>| span.start + base..span.end + base;
        for statement in parsed.statements {
            let (span, head) = (moved(&statement.span), moved(&statement.head));
            self.lines.push(Line { span, head, what: statement.what, word: None });
        }
        self.diagnostics.extend(parsed.diagnostics.into_iter().map(|mut diagnostic| {
            diagnostic.span = moved(&diagnostic.span);
            for fix in &mut diagnostic.fixes {
                if let Change::Replace { span, .. } = &mut fix.change {
                    *span = span.start + base..span.end + base;
                }
            }
            diagnostic
        }));
    }

    /// A line of a listing: its text, its word, and whether they agree.
    fn listed(&mut self, line: &listing::Line) {
        let code = self.text[line.code.clone()].to_owned();
        let span = line.code.clone();
        let decoded = line.word.map(|word| decode(word, self.generation));
        if line.half.is_some() {
            let message = "Half of a machine word: its other 64 bits should stand on the next line.";
            self.diagnostics.push(Diagnostic::note("half-word", span.clone(), message));
        }
        let name =
            |code: &str| code.split_whitespace().find(|part| !part.starts_with('@')).unwrap_or_default().trim_end_matches(';').to_owned();
        let what = match decoded {
            Some(Ok(instruction)) => {
                let said = written(&instruction);
                if !code.is_empty() && plain(&said) != plain(&code) {
                    let message = format!("The word beside it says {}.", said.trim_end_matches([';', ' ']));
                    self.diagnostics.push(Diagnostic::note("word-differs", span.clone(), message));
                }
                What::Instruction(instruction)
            }
            Some(Err(Refusal::Illegal(reason))) => {
                let word = line.word.unwrap_or_default();
                let message = format!("The word {word:032x} is no instruction of {}: {reason}", self.context.target);
                let said = if self.is_word { Diagnostic::error } else { Diagnostic::note };
                self.diagnostics.push(said("illegal", span.clone(), message));
                What::Other(name(&code))
            }
            Some(Err(Refusal::Elsewhere(known))) => {
                let own = name(&code);
                if let Some(known) = known.filter(|known| !own.is_empty() && own.split('.').next() != Some(*known)) {
                    let message = format!("The opcode of the word beside it is that of {known}.");
                    self.diagnostics.push(Diagnostic::note("word-differs", span.clone(), message));
                }
                let opcode = || format!("opcode {:#05x}", opcode(line.word.unwrap_or_default()));
                What::Other(if own.is_empty() { known.map_or_else(opcode, str::to_owned) } else { own })
            }
            None => {
                let parsed = parse(&code, self.generation);
                match parsed.statements.into_iter().next() {
                    Some(statement) => statement.what,
                    None => What::Other(name(&code)),
                }
            }
        };
        let length = name(&code).len();
        let begins = code.find(&name(&code)).unwrap_or(0) + span.start;
        self.lines.push(Line { head: begins..begins + length, span, what, word: line.word });
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
        if let [Line { what: What::Instruction(instruction), span, .. }] = &self.lines[..]
            && let Some(reason) = left_out(instruction)
        {
            let message = format!("{} is taken apart but does not run: {reason}.", instruction.row.name);
            self.diagnostics.push(Diagnostic::note("not-run", span.clone(), message));
        }
    }

    /// The instructions of the table, with their lines.
    pub fn instructions(&self) -> impl Iterator<Item = (usize, Instruction)> {
        self.lines.iter().enumerate().filter_map(|(at, line)| match line.what {
            What::Instruction(instruction) => Some((at, instruction)),
            What::Other(_) => None,
        })
    }

    /// The word of a text that is one instruction or one word.
    pub fn only_word(&self) -> Option<u128> {
        match &self.lines[..] {
            [Line { what: What::Instruction(instruction), .. }] => Some(instruction.encode()),
            [Line { word, .. }] => *word,
            _ => None,
        }
    }

    /// A text for another word: an instruction in words with what they leave unsaid, or the word where it is none.
    pub fn with_word(&self, word: u128) -> Option<String> {
        match decode(word, self.generation) {
            Ok(instruction) if !self.is_word => Some(spelled(&instruction)),
            _ => Some(format!("0x{word:032x}")),
        }
    }

    /// Whether every line is an instruction that runs.
    pub fn runs(&self) -> bool {
        !self.lines.is_empty()
            && self.lines.iter().all(|line| matches!(&line.what, What::Instruction(instruction) if left_out(instruction).is_none()))
    }
}

/// A text without blanks and semicolons, to compare.
fn plain(code: &str) -> String {
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
