//! A text of several statements, cut apart and read one by one.
//!
//! A whole PTX block may be pasted: its directives set the target and the version, its declarations are kept. Of instructions that do not
//! run here (memory, branches, other threads) is kept what they would write, so that nothing is computed from it.

use crate::instruction::{Context, Target, Version, ptx::ELSEWHERE};
use crate::syntax::{
    Change, Diagnostic, Guard, Instruction, Move, ParsedMove, Register, Registers, Source, Token, TokenKind, declare, lex, parse_move,
    parse_with, sort_by_key,
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
    /// A directive: nothing runs.
    Passed,
    /// An instruction that does not run here: a load, a branch.
    Skipped(Skipped),
    /// Something that could not be understood: nothing runs.
    Wrong,
}

impl Content {
    /// The predicate that decides whether it runs.
    pub fn guard(&self) -> Option<&Guard> {
        match self {
            Content::Instruction(instruction) => instruction.guard.as_ref(),
            Content::Move(movement) => movement.guard.as_ref(),
            Content::Skipped(skipped) => skipped.guard.as_ref(),
            Content::Declaration(_) | Content::Passed | Content::Wrong => None,
        }
    }
}

/// An instruction that does not run in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The name with its words: `ld.param.u64`.
    pub name: String,
    /// The guard.
    pub guard: Option<Guard>,
    /// The registers that it would write.
    pub writes: Vec<String>,
    /// Where it goes instead of to the next line.
    pub goes: Goes,
}

/// Where an instruction goes that does not run here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goes {
    /// To the next line.
    On,
    /// Somewhere else.
    Elsewhere,
    /// Out of the code.
    Out,
}

impl Skipped {
    /// Reads one off its tokens, comments among them.
    fn read(text: &str, tokens: &[Token]) -> Skipped {
        let shown = |token: &Token| &text[token.span.clone()];
        let mnemonic = tokens.iter().position(|token| token.kind == TokenKind::Mnemonic).unwrap_or(0);
        let before = || tokens.iter().take(mnemonic);
        let negated = before().any(|token| token.kind == TokenKind::Guard && shown(token).contains('!'));
        let guard = before().find(|token| token.kind == TokenKind::GuardRegister).map(|token| {
            let register = Register { name: shown(token).to_owned(), span: token.span.clone() };
            Guard { register, negated }
        });
        let behind = tokens.iter().skip(mnemonic + 1).take_while(|token| token.kind == TokenKind::Modifier).count();
        let (head, rest) = tokens.split_at((mnemonic + 1 + behind).min(tokens.len()));
        let name: String = head.iter().skip(mnemonic).map(shown).collect();
        let mut depth = 0i32;
        let first = rest.iter().take_while(|token| {
            depth += i32::from(matches!(shown(token), "{" | "(" | "[")) - i32::from(matches!(shown(token), "}" | ")" | "]"));
            depth > 0 || !matches!(shown(token), "," | ";")
        });
        let first: Vec<&Token> = first.filter(|token| token.kind != TokenKind::Comment).collect();
        let in_memory = first.first().is_some_and(|token| shown(token) == "[");
        let names = first.iter().filter(|token| !in_memory && matches!(token.kind, TokenKind::Word | TokenKind::Register));
        let goes = match name.split('.').next().unwrap_or("") {
            "bra" | "brx" | "call" => Goes::Elsewhere,
            "ret" | "exit" | "trap" => Goes::Out,
            _ => Goes::On,
        };
        let writes =
            if goes == Goes::On { names.map(|token| shown(token).to_owned()).filter(|name| name != "_").collect() } else { Vec::new() };
        Skipped { name, guard, writes, goes }
    }

    /// What is to be said of it.
    fn message(&self) -> String {
        let name = &self.name;
        match (self.goes, &self.writes[..]) {
            (Goes::Out, _) => format!("{name} ends the program."),
            (Goes::Elsewhere, _) => {
                format!("{name} does not run here, and nothing behind it: a kernel (.visible .entry) has branches and calls.")
            }
            (Goes::On, []) => format!("{name} does not run here: a kernel (.visible .entry) has memory and other threads."),
            (Goes::On, writes) => {
                format!(
                    "{name} does not run here: give {} a value, or write a kernel (.visible .entry), which has memory.",
                    writes.join(", ")
                )
            }
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
            let skipped = Skipped::read(piece, &parsed.tokens);
            let said = Diagnostic::note("passed-over", name, skipped.message());
            return shifted(Content::Skipped(skipped), parsed.tokens, vec![said]);
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
        Content::Skipped(skipped) => skipped.guard.iter_mut().for_each(|guard| place(&mut guard.register.span)),
        Content::Declaration(_) | Content::Passed | Content::Wrong => {}
    }
    sort_by_key(&mut statement.diagnostics, Diagnostic::order);
    statement
}
