//! A text of several statements, cut apart and read one by one.
//!
//! A whole PTX block may be pasted: its directives set the target and the version, its declarations are kept, and instructions of
//! other sections are passed over with a note.

use crate::instruction::{Context, Target, Version, ptx::ELSEWHERE};
use crate::syntax::{
    Change, Diagnostic, Guard, Instruction, Move, ParsedMove, Registers, Source, Token, TokenKind, declare, lex, parse_move, parse_with,
    sort_by_key,
};
use core::ops::Range;

/// What a statement is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A floating-point instruction.
    Instruction(Instruction),
    /// A move.
    Move(Move),
    /// A declaration of registers: their names in words.
    Declaration(Vec<String>),
    /// A directive, or an instruction of another section: nothing runs.
    Passed,
    /// Something that could not be understood: nothing runs.
    Wrong,
}

impl Content {
    /// The predicate that decides whether it runs.
    pub fn guard(&self) -> Option<&Guard> {
        match self {
            Content::Instruction(instruction) => instruction.guard.as_ref(),
            Content::Move(movement) => movement.guard.as_ref(),
            Content::Declaration(_) | Content::Passed | Content::Wrong => None,
        }
    }
}

/// One statement of a program. Every place is counted in the program's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its bytes, the semicolon included.
    pub span: Range<usize>,
    /// What it is.
    pub content: Content,
    /// Its pieces, for colouring.
    pub tokens: Vec<Token>,
    /// What is to be said.
    pub diagnostics: Vec<Diagnostic>,
}

/// Several statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The text.
    pub text: String,
    /// The statements in order.
    pub statements: Vec<Statement>,
    /// What the declarations declared.
    pub registers: Registers,
    /// What the last statements were read for: the directives of the text may have changed it.
    pub context: Context,
}

/// Directives that may stand around code. `.target` and `.version` count; the others mean nothing here.
const DIRECTIVES: [&str; 28] = [
    ".version",
    ".target",
    ".address_size",
    ".visible",
    ".entry",
    ".func",
    ".weak",
    ".extern",
    ".common",
    ".param",
    ".local",
    ".shared",
    ".global",
    ".const",
    ".file",
    ".loc",
    ".section",
    ".pragma",
    ".maxntid",
    ".minnctapersm",
    ".reqntid",
    ".maxnreg",
    ".branchtargets",
    ".callprototype",
    ".alias",
    ".noreturn",
    ".align",
    ".reg",
];

/// Whether a text begins with a directive.
pub fn begins_with_directive(text: &str) -> bool {
    let first = lex(text).into_iter().find(|token| token.kind != TokenKind::Comment);
    first.is_some_and(|token| DIRECTIVES.contains(&&text[token.span]))
}

impl Program {
    /// Reads a text. Declarations of earlier texts may be handed in.
    pub fn read(text: &str, context: &Context, registers: Registers) -> Program {
        let mut program = Program { text: text.to_owned(), statements: Vec::new(), registers, context: *context };
        let (spans, unbalanced) = pieces(text);
        for span in spans {
            let statement = program.statement(text, span);
            program.statements.push(statement);
        }
        if let (Some(span), Some(statement)) = (unbalanced, program.statements.last_mut()) {
            let message = if &text[span.clone()] == "{" { "This brace is open and not closed." } else { "This brace closes nothing." };
            statement.diagnostics.push(Diagnostic::error("unbalanced-brace", span, message));
        }
        program
    }

    /// A statement's own text.
    pub fn code(&self, statement: &Statement) -> &str {
        self.text.get(statement.span.clone()).unwrap_or("").trim()
    }

    /// Everything that is to be said, in the order of the text.
    pub fn said(&self) -> impl Iterator<Item = &Diagnostic> {
        self.statements.iter().flat_map(|statement| &statement.diagnostics)
    }

    fn statement(&mut self, text: &str, span: Range<usize>) -> Statement {
        let piece = &text[span.clone()];
        let start = span.start;
        let shifted = |content, tokens, diagnostics| shift(Statement { span, content, tokens, diagnostics }, start);
        if let Some(declaration) = declare(piece, &mut self.registers) {
            let content = Content::Declaration(declaration.names);
            return shifted(content, declaration.tokens, declaration.diagnostics);
        }
        if begins_with_directive(piece) {
            let tokens = lex(piece);
            let diagnostics = self.directive(piece, &tokens);
            return shifted(Content::Passed, tokens, diagnostics);
        }
        if let Some(ParsedMove { tokens, movement, diagnostics }) = parse_move(piece, &self.registers) {
            return shifted(movement.map_or(Content::Wrong, Content::Move), tokens, diagnostics);
        }
        let parsed = parse_with(piece, &self.context, &self.registers);
        let name = parsed.tokens.iter().find(|token| token.kind == TokenKind::Mnemonic).map(|token| token.span.clone());
        // A cvt with a type of its own kind (packed ones, say) is of another section like the rest; those of the table run.
        let known = |name: &Range<usize>| &piece[name.clone()] == "cvt" && !parsed.diagnostics.iter().any(has_unknown_type);
        if let Some(name) = name.filter(|name| is_elsewhere(&piece[name.clone()]) && !known(name)) {
            let message = format!("{} is skipped: only floating-point instructions and mov run here.", &piece[name.clone()]);
            return shifted(Content::Passed, parsed.tokens, vec![Diagnostic::note("passed-over", name, message)]);
        }
        let accepted = parsed.accepted().cloned();
        shifted(accepted.map_or(Content::Wrong, Content::Instruction), parsed.tokens, parsed.diagnostics)
    }

    /// `.target` and `.version` change what follows; other directives mean nothing here.
    fn directive(&mut self, piece: &str, tokens: &[Token]) -> Vec<Diagnostic> {
        let words: Vec<&str> = tokens.iter().map(|token| &piece[token.span.clone()]).collect();
        let unknown = |what: &str, at: usize| {
            let span = tokens.get(at).map_or(0..piece.len(), |token| token.span.clone());
            vec![Diagnostic::note("directive", span.clone(), format!("`{}` is no {what} that is known here.", &piece[span]))]
        };
        match words[..] {
            [".target", name, ..] => match Target::named(name) {
                Some(target) => self.context.target = target,
                None => return unknown("target", 1),
            },
            [".version", name, ..] => match Version::named(name) {
                Some(version) => self.context.ptx = version,
                None => return unknown("PTX version", 1),
            },
            _ => {}
        }
        Vec::new()
    }
}

/// Whether an instruction is passed over: one of another section, or of `cvt` one of another kind.
fn is_elsewhere(name: &str) -> bool {
    name == "cvt" || ELSEWHERE.contains(&name)
}

/// Whether a complaint is about a word that the table does not know.
fn has_unknown_type(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.code, "wrong-type" | "unknown-modifier")
}

/// Cuts a text into statements: up to a semicolon, a line for a directive that has none, an entry up to its opening brace. Braces around
/// statements are passed over; one that has no partner comes back too.
fn pieces(text: &str) -> (Vec<Range<usize>>, Option<Range<usize>>) {
    let tokens: Vec<Token> = lex(text).into_iter().filter(|token| token.kind != TokenKind::Comment).collect();
    let shown = |at: usize| &text[tokens[at].span.clone()];
    let (mut pieces, mut open, mut unbalanced) = (Vec::new(), Vec::new(), None);
    let mut at = 0;
    while at < tokens.len() {
        if matches!(shown(at), "{" | "}") {
            let span = tokens[at].span.clone();
            match shown(at) {
                "{" => open.push(span),
                _ if open.pop().is_none() => unbalanced = Some(span),
                _ => {}
            }
            at += 1;
            continue;
        }
        let first = at;
        let by_line = matches!(shown(first), ".version" | ".target" | ".address_size" | ".file" | ".loc" | ".section");
        let to_brace = matches!(shown(first), ".visible" | ".entry" | ".func" | ".weak" | ".extern" | ".common");
        let ends = |at: usize| {
            let new_line = at > first && text[tokens[at - 1].span.end..tokens[at].span.start].contains('\n');
            (by_line && new_line) || (to_brace && shown(at) == "{")
        };
        while at < tokens.len() && shown(at) != ";" && !ends(at) {
            at += 1;
        }
        at += usize::from(at < tokens.len() && shown(at) == ";");
        pieces.push(tokens[first].span.start..tokens[(at - 1).max(first)].span.end);
        at = at.max(first + 1);
    }
    (pieces, unbalanced.or(open.pop()))
}

/// Moves every place of a statement from its own text into the program's.
fn shift(mut statement: Statement, by: usize) -> Statement {
    let place = |span: &mut Range<usize>| *span = span.start + by..span.end + by;
    statement.tokens.iter_mut().for_each(|token| place(&mut token.span));
    for diagnostic in &mut statement.diagnostics {
        place(&mut diagnostic.span);
        for fix in &mut diagnostic.fixes {
            if let Change::Replace { span, .. } = &mut fix.change {
                place(span);
            }
        }
    }
    let source = |source: &mut Source| match source {
        Source::Register(register) => place(&mut register.span),
        Source::Literal(literal) => place(&mut literal.span),
    };
    match &mut statement.content {
        Content::Instruction(instruction) => {
            place(&mut instruction.head);
            place(&mut instruction.destination.span);
            instruction.second.iter_mut().for_each(|second| place(&mut second.span));
            instruction.guard.iter_mut().for_each(|guard| place(&mut guard.register.span));
            instruction.sources.iter_mut().for_each(source);
        }
        Content::Move(movement) => {
            movement.to.iter_mut().flatten().for_each(|register| place(&mut register.span));
            movement.guard.iter_mut().for_each(|guard| place(&mut guard.register.span));
            movement.from.iter_mut().for_each(source);
        }
        Content::Declaration(_) | Content::Passed | Content::Wrong => {}
    }
    sort_by_key(&mut statement.diagnostics, Diagnostic::order);
    statement
}
