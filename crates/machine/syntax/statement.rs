//! The shape of an instruction: guard, mnemonic, dotted words, operands, semicolon, before anybody asks what they mean.

use super::diagnostic::{Diagnostic, Fix};
use super::known_typos::meant_type;
use super::lexer::{Token, TokenKind, span_of};
use super::parsed::{Guard, Register};
use crate::instruction::{Form, Modifier, ModifierSet, forms_of, modifier_of};
use core::ops::Range;

/// A dotted word behind the mnemonic.
#[derive(Clone, Debug)]
pub(super) struct Word<'a> {
    /// The word with its dot, without blanks.
    pub text: &'a str,
    /// Its bytes, dot included.
    pub span: Range<usize>,
    /// What it means; None for a word that the table does not know.
    pub modifier: Option<Modifier>,
    /// The type that an unknown word is a slip for, in the place that the word takes.
    pub slip: Option<Modifier>,
}

impl Word<'_> {
    /// What it means, or what it is a slip for.
    pub fn meant(&self) -> Option<Modifier> {
        self.modifier.or(self.slip)
    }
}

/// An operand by its tokens and its bytes.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub tokens: Range<usize>,
    pub span: Range<usize>,
}

/// The parts of an instruction.
#[derive(Debug, Default)]
pub(super) struct Statement<'a> {
    /// How many braces were opened before it.
    pub braces: usize,
    /// The guard.
    pub guard: Option<Guard>,
    /// The bytes of the mnemonic.
    pub mnemonic: Option<Range<usize>>,
    /// The dotted words.
    pub words: Vec<Word<'a>>,
    /// The operands; one without tokens where it is missing between commas.
    pub operands: Vec<Piece>,
    /// Those of them that stand in braces.
    pub group: Range<usize>,
    /// The byte behind the last token that belongs to the instruction, its semicolon left out.
    pub end: usize,
    /// The number of tokens that belong to the instruction, its semicolon included.
    pub tokens: usize,
}

/// A form with its modifiers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub form: &'static Form,
    pub modifiers: ModifierSet,
}

/// Cuts the first instruction out of some tokens (without comments) and refines their kinds.
pub(super) fn read<'a>(text: &'a str, tokens: &mut [Token], diagnostics: &mut Vec<Diagnostic>) -> Statement<'a> {
    let mut reader = Reader { text, tokens, at: 0, diagnostics };
    let braces = reader.openings();
    let mut statement = Statement { braces, guard: reader.guard(), ..Statement::default() };
    reader.mnemonic(&mut statement);
    reader.words(&mut statement);
    reader.operands(&mut statement);
    statement.tokens = reader.at;
    statement
}

impl<'a> Statement<'a> {
    /// Takes a dotted word.
    fn word(&mut self, text: &'a str, span: Range<usize>, forms: &[Form]) {
        let before = self.words.iter().filter_map(Word::meant).collect();
        let modifier = modifier_of(forms, text, before);
        let slip = if modifier.is_none() { meant_type(forms, text, before) } else { None };
        self.words.push(Word { text, span, modifier, slip });
    }

    /// The modifiers among the words.
    pub fn modifiers(&self) -> ModifierSet {
        self.words.iter().filter_map(|word| word.modifier).collect()
    }
}

struct Reader<'a, 't> {
    text: &'a str,
    tokens: &'t mut [Token],
    at: usize,
    diagnostics: &'t mut Vec<Diagnostic>,
}

impl<'a> Reader<'a, '_> {
    fn is_mnemonic(&self, word: &str) -> bool {
        !forms_of(word).is_empty()
    }

    fn kind(&self, ahead: usize) -> Option<TokenKind> {
        self.tokens.get(self.at + ahead).map(|token| token.kind)
    }

    fn shown(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |token| &self.text[token.span.clone()])
    }

    fn span(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(self.text.len()..self.text.len(), |token| token.span.clone())
    }

    fn end_of_last(&self) -> usize {
        if self.at == 0 { 0 } else { self.tokens[self.at - 1].span.end }
    }

    /// Braces, labels and characters that PTX does not know, before the instruction. Gives the number of braces.
    fn openings(&mut self) -> usize {
        let mut braces = 0;
        loop {
            match self.kind(0) {
                Some(TokenKind::Punctuation) if self.shown(0) == "{" => {
                    braces += 1;
                    self.at += 1;
                }
                Some(TokenKind::Word) if self.shown(1) == ":" => {
                    self.tokens[self.at].kind = TokenKind::Label;
                    self.tokens[self.at + 1].kind = TokenKind::Label;
                    self.at += 2;
                }
                // `p1 add.f32`: a guard whose @ is missing.
                Some(TokenKind::Word)
                    if self.kind(1) == Some(TokenKind::Word) && self.is_mnemonic(self.shown(1)) && !self.is_mnemonic(self.shown(0)) =>
                {
                    let span = self.span();
                    let message = format!("A guard is written @{}.", self.shown(0));
                    let fix = Fix::replace("add @", span.start..span.start, "@");
                    self.diagnostics.push(Diagnostic::error("guard", span, message).with_fix(fix));
                    self.tokens[self.at].kind = TokenKind::GuardRegister;
                    self.at += 1;
                }
                Some(TokenKind::Word | TokenKind::Guard | TokenKind::Modifier) | None => return braces,
                Some(TokenKind::Punctuation) if self.shown(0) == ";" => return braces,
                Some(_) => {
                    let (span, shown) = (self.span(), self.shown(0));
                    let unclosed = shown.starts_with("/*");
                    let message =
                        if unclosed { "This comment is not closed.".to_owned() } else { format!("`{shown}` cannot begin an instruction.") };
                    let fix = if unclosed {
                        Fix::replace("close it", span.end..span.end, " */")
                    } else {
                        Fix::replace("remove it", span.clone(), "")
                    };
                    self.diagnostics.push(Diagnostic::error("unexpected", span, message).with_fix(fix));
                    self.at += 1;
                }
            }
        }
    }

    /// `@p` or `@!p`, with blanks anywhere between.
    fn guard(&mut self) -> Option<Guard> {
        if self.kind(0) != Some(TokenKind::Guard) {
            return None;
        }
        let start = self.span().start;
        let well_begun = self.shown(0) == "@";
        let mut negations = 0;
        while self.kind(0) == Some(TokenKind::Guard) {
            negations += usize::from(self.shown(0) == "!");
            self.at += 1;
        }
        let marks = self.text[start..self.end_of_last()].chars().filter(|letter| *letter == '@').count();
        let is_register =
            self.kind(0) == Some(TokenKind::Word) && self.shown(0) != "_" && !matches!(self.kind(1), Some(TokenKind::Modifier));
        if !is_register {
            let span = start..self.end_of_last();
            self.diagnostics.push(Diagnostic::error("guard", span, "A guard needs a predicate register: @p or @!p."));
            // `@1 add...`: whatever stands in the place of the register is passed over.
            if matches!(self.kind(0), Some(TokenKind::Literal | TokenKind::Punctuation | TokenKind::Unknown)) && self.shown(0) != ";" {
                self.at += 1;
            }
            return None;
        }
        let register = Register { name: self.shown(0).to_owned(), span: self.span() };
        self.tokens[self.at].kind = TokenKind::GuardRegister;
        self.at += 1;
        let span = start..register.span.end;
        if !well_begun || marks != 1 || negations > 1 {
            let text = format!("@{}{}", if negations % 2 == 1 { "!" } else { "" }, register.name);
            let message = "A guard is written @p or @!p.";
            self.diagnostics.push(Diagnostic::error("guard", span, message).with_fix(Fix::replace(
                format!("write {text}"),
                start..register.span.end,
                text,
            )));
        } else if self.kind(0) == Some(TokenKind::Guard) {
            let span = self.span();
            self.diagnostics.push(Diagnostic::error("guard", span, "An instruction has one guard at most."));
            while matches!(self.kind(0), Some(TokenKind::Guard)) {
                self.at += 1;
            }
            self.at += usize::from(self.kind(1) == Some(TokenKind::Word));
        } else if self.kind(0) == Some(TokenKind::Punctuation) || self.kind(0) == Some(TokenKind::Unknown) {
            let (span, shown) = (self.span(), self.shown(0));
            let message = format!("The instruction follows its guard directly, without `{shown}`.");
            self.diagnostics.push(Diagnostic::error("guard", span.clone(), message).with_fix(Fix::replace("remove it", span, "")));
            self.at += 1;
        }
        Some(Guard { register, negated: negations % 2 == 1 })
    }

    fn mnemonic(&mut self, statement: &mut Statement<'a>) {
        if self.kind(0) == Some(TokenKind::Word) {
            statement.mnemonic = Some(self.span());
            self.tokens[self.at].kind = TokenKind::Mnemonic;
            self.at += 1;
        }
        statement.end = self.end_of_last();
    }

    /// The dotted words. A dot that stands alone is reported, and what follows it is taken as meant.
    fn words(&mut self, statement: &mut Statement<'a>) {
        loop {
            match self.kind(0) {
                Some(TokenKind::Modifier) => {
                    statement.word(self.shown(0), self.span(), forms_of(self.name(statement)));
                    self.at += 1;
                }
                // `.32`: a number to the lexer, a dotted word to the reader.
                Some(TokenKind::Literal) if self.shown(0).starts_with('.') && self.span().start == self.end_of_last() => {
                    self.tokens[self.at].kind = TokenKind::Modifier;
                    statement.word(self.shown(0), self.span(), forms_of(self.name(statement)));
                    self.at += 1;
                }
                Some(TokenKind::Unknown) if self.shown(0) == "." => self.lone_dot(statement),
                _ => break,
            }
        }
        statement.end = self.end_of_last();
    }

    /// The name of the instruction.
    fn name(&self, statement: &Statement) -> &'a str {
        statement.mnemonic.clone().map_or("", |span| &self.text[span])
    }

    fn lone_dot(&mut self, statement: &mut Statement<'a>) {
        let dot = self.span();
        self.at += 1;
        let joined = (self.kind(0) == Some(TokenKind::Word) && self.text.as_bytes().get(dot.end) == Some(&b' '))
            .then(|| (self.span(), format!(".{}", self.shown(0))))
            .and_then(|(word, text)| Some((word, Modifier::named(&text)?)));
        match joined {
            Some((word, modifier)) => {
                let whole = dot.start..word.end;
                self.diagnostics.push(
                    Diagnostic::error("stray-dot", whole.clone(), "A modifier follows its dot directly.").with_fix(Fix::replace(
                        format!("write {}", modifier.text()),
                        whole.clone(),
                        modifier.text(),
                    )),
                );
                self.tokens[self.at].kind = TokenKind::Modifier;
                self.at += 1;
                statement.word(modifier.text(), whole, forms_of(self.name(statement)));
            }
            None => self.diagnostics.push(Diagnostic::error("stray-dot", dot.clone(), "Nothing follows this dot.").with_fix(Fix::replace(
                "remove it",
                dot,
                "",
            ))),
        }
    }

    /// The operands up to the semicolon or the end.
    fn operands(&mut self, statement: &mut Statement<'a>) {
        let first = self.at;
        let end = (first..self.tokens.len()).find(|at| self.is_punctuation(*at, ";")).unwrap_or(self.tokens.len());
        let mut start = first;
        let mut nesting = 0;
        let groups = forms_of(self.name(statement)).iter().any(|form| !form.pattern.braces.is_empty());
        let mut open = None;
        for at in first..end {
            match &self.text[self.tokens[at].span.clone()] {
                "{" if groups && start == at => {
                    open = Some(statement.operands.len());
                    start = at + 1;
                }
                "}" if open.is_some() => {
                    self.operand(start..at, statement);
                    statement.group = open.take().unwrap_or(0)..statement.operands.len();
                    start = at + 1;
                }
                // The comma behind the brace.
                "," if start == at && statement.group.end == statement.operands.len() && start > first => start = at + 1,
                "{" | "[" | "(" => nesting += 1,
                "}" | "]" | ")" => nesting -= 1,
                "," if nesting <= 0 => {
                    self.operand(start..at, statement);
                    start = at + 1;
                }
                _ => {}
            }
        }
        let closed = start == end && statement.group.end == statement.operands.len();
        if start < end || (start > first && !closed) {
            self.operand(start..end, statement);
        }
        if end > first {
            statement.end = self.tokens[end - 1].span.end;
        }
        self.at = end;
        if end < self.tokens.len() {
            self.at += 1;
        } else if statement.mnemonic.is_some() {
            let place = statement.end;
            self.diagnostics.push(
                Diagnostic::note("missing-semicolon", place..place, "The assembler needs a semicolon at the end.").with_fix(Fix::replace(
                    "add ;",
                    place..place,
                    ";",
                )),
            );
        }
    }

    fn is_punctuation(&self, at: usize, text: &str) -> bool {
        self.tokens[at].kind == TokenKind::Punctuation && &self.text[self.tokens[at].span.clone()] == text
    }

    /// Takes the tokens of one operand; where a comma was forgotten, of several.
    fn operand(&mut self, range: Range<usize>, statement: &mut Statement<'a>) {
        if range.is_empty() {
            let comma = self.tokens.get(range.start).or_else(|| self.tokens.get(range.start.wrapping_sub(1)));
            let place = comma.map_or(self.text.len()..self.text.len(), |token| token.span.clone());
            self.diagnostics.push(Diagnostic::error("missing-operand", place, "An operand is missing next to this comma."));
        }
        let mut start = range.start;
        for at in range.start + 1..range.end {
            // The remainder's sign is no word.
            let is_word = |at: usize| {
                matches!(self.tokens[at].kind, TokenKind::Word | TokenKind::Literal) && &self.text[self.tokens[at].span.clone()] != "%"
            };
            let (begins, ends) = (is_word(at), is_word(at - 1));
            if begins && ends {
                let (left, right) = (self.tokens[at - 1].span.end, self.tokens[at].span.start);
                let gap = left..right;
                let diagnostic = if gap.is_empty() {
                    let whole = span_of(&self.tokens[at - 1..=at]);
                    let message = format!("`{}` is neither a register nor a number.", &self.text[whole.clone()]);
                    Diagnostic::error("operand", whole, message)
                } else {
                    Diagnostic::error("missing-comma", gap.clone(), "Operands are separated by commas.")
                        .with_fix(Fix::replace("add ,", gap, ", "))
                };
                self.diagnostics.push(diagnostic);
                self.piece(start..at, statement);
                start = at;
            }
        }
        self.piece(start..range.end, statement);
    }
    fn piece(&self, tokens: Range<usize>, statement: &mut Statement<'a>) {
        let span = if tokens.is_empty() {
            let end = self.tokens.get(tokens.start.wrapping_sub(1)).map_or(statement.end, |token| token.span.end);
            end..end
        } else {
            span_of(&self.tokens[tokens.clone()])
        };
        statement.operands.push(Piece { tokens, span });
    }
}
