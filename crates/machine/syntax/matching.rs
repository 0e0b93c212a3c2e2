//! From text to instruction: the shape is read, a form chosen, the operands taken.

use super::ascii;
use super::diagnostic::{Diagnostic, Fix};
use super::lexer::{self, Token, TokenKind};
use super::operand;
use super::overload_resolution;
use super::parsed::{Heading, Instruction, Parsed, Register, Source};
use super::registers::{Declared, RegisterType, Registers};
use super::sort::sort_by_key;
use super::statement::{self, Head, Piece, Statement};
use crate::instruction::{Context, Meaning, OperandKind, Type, forms_of};
use std::borrow::Cow;

/// Reads an instruction. Registers that are not declared fit any operand.
pub fn parse(text: &str, context: &Context) -> Parsed {
    parse_with(text, context, &Registers::default())
}

/// Reads an instruction among declared registers.
pub fn parse_with(text: &str, context: &Context, registers: &Registers) -> Parsed {
    let plain = ascii::read(text);
    let (tokens, comments) = lexer::tokens(&plain);
    let mut diagnostics = Vec::new();
    ascii::complain(text, &comments, &mut diagnostics);
    let Parsed { mut tokens, mut instruction, mut heading, diagnostics: said } = parse_tokens(&plain, tokens, context, registers);
    diagnostics.extend(said);
    if !comments.is_empty() {
        tokens.extend(comments);
        sort_by_key(&mut tokens, |token| token.span.start as u64);
    }
    sort_by_key(&mut diagnostics, Diagnostic::order);
    if matches!(plain, Cow::Owned(_)) {
        let widen = |span| ascii::widen(text, span);
        tokens.iter_mut().for_each(|token| widen(&mut token.span));
        diagnostics.iter_mut().flat_map(Diagnostic::spans_mut).for_each(widen);
        instruction.iter_mut().flat_map(Instruction::spans_mut).for_each(widen);
        heading.iter_mut().flat_map(Heading::spans_mut).for_each(widen);
    }
    Parsed { tokens, instruction, heading, diagnostics }
}

/// Reads an instruction that was cut into tokens, comments left out; they and all places count in the text that it stands in.
pub fn parse_tokens(text: &str, mut tokens: Vec<Token>, context: &Context, registers: &Registers) -> Parsed {
    let mut diagnostics = Vec::new();
    let statement = statement::read(text, &mut tokens, &mut diagnostics);
    let (mut instruction, mut heading) = (None, None);
    if let Some(head) = head(text, &tokens, &statement, context, &mut diagnostics) {
        if head.form.meaning.work().is_some() {
            if let Some(guard) = &statement.guard {
                check_register(&guard.register, registers, Needed::Predicate, &mut diagnostics);
            }
            heading = Some(Heading {
                form: head.form,
                modifiers: head.modifiers,
                head: head_span(&statement),
                guard: statement.guard.clone(),
                operands: statement.operands.len(),
                context: *context,
            });
        } else {
            instruction = Some(understand(text, &mut tokens, &statement, head, context, registers, &mut diagnostics));
        }
    }
    behind(text, &tokens, &statement, &mut diagnostics);
    Parsed { tokens, instruction, heading, diagnostics }
}

/// The form that an instruction names, with its modifiers.
fn head(text: &str, tokens: &[Token], statement: &Statement, context: &Context, diagnostics: &mut Vec<Diagnostic>) -> Option<Head> {
    let Some(mnemonic) = statement.mnemonic.clone() else {
        if !diagnostics.iter().any(Diagnostic::is_error) {
            let (code, message) = match tokens.first() {
                None => ("empty", "There is no instruction here."),
                Some(_) => ("missing-mnemonic", "The name of an instruction is missing here."),
            };
            let span = tokens.first().map_or(0..0, |token| token.span.clone());
            diagnostics.push(Diagnostic::error(code, span, message));
        }
        return None;
    };
    overload_resolution::choose(text, mnemonic, statement, context, diagnostics)
}

/// The bytes from the mnemonic to the last modifier.
fn head_span(statement: &Statement) -> core::ops::Range<usize> {
    let mnemonic = statement.mnemonic.clone().unwrap_or(0..0);
    mnemonic.start..statement.words.last().map_or(mnemonic.end, |word| word.span.end)
}

/// Takes the operands of what computes.
fn understand(
    text: &str,
    tokens: &mut [Token],
    statement: &Statement,
    head: Head,
    context: &Context,
    registers: &Registers,
    diagnostics: &mut Vec<Diagnostic>,
) -> Instruction {
    let pattern = &head.form.pattern;

    let mut operands = statement.operands.iter();
    let written = operands.next().filter(|piece| !piece.tokens.is_empty());
    let (destination, second) = match written {
        Some(piece) => {
            let written = match head.form.destination_type(head.modifiers) {
                None => operand::predicates(text, &tokens[piece.tokens.clone()], pattern.pair, diagnostics),
                Some(_) => (operand::destination(text, &tokens[piece.tokens.clone()], diagnostics), None),
            };
            tag(tokens, piece.tokens.clone());
            written
        }
        None => (Register { name: "%f0".into(), span: statement.end..statement.end }, None),
    };
    let converts = head.form.meaning == Meaning::Convert;
    let is_integer = head.form.destination_type(head.modifiers).is_some_and(Type::is_integer);
    let needed = head.form.destination_type(head.modifiers).map_or(Needed::Predicate, |data_type| Needed::Typed(data_type, converts));
    for written in core::iter::once(&destination).chain(&second) {
        check_register(written, registers, needed, diagnostics);
    }

    let mut negated = 0;
    let mut sources = Vec::with_capacity(3);
    for piece in operands.take(pattern.source_count()).filter(|piece| !piece.tokens.is_empty()) {
        let mut range = piece.tokens.clone();
        let data_type = head.form.source_type(head.modifiers, sources.len());
        let kind = pattern.operands.get(sources.len() + 1).map(|(kind, _)| *kind);
        if data_type == Type::Pred && range.len() > 1 && &text[tokens[range.start].span.clone()] == "!" {
            negated |= 1 << sources.len();
            range.start += 1;
        }
        let source = operand::source(
            text,
            &tokens[range.clone()],
            data_type,
            converts && is_integer && data_type.is_integer(),
            registers,
            diagnostics,
        );
        if let Some(said) = diagnostics.last_mut().filter(|said| said.code == "decorated-register" && said.span == piece.span) {
            said.fixes.extend(sign_into_name(text, statement, head, piece, sources.len()));
        }
        if let Source::Register(register) = &source {
            if kind == Some(OperandKind::Immediate) {
                let message = format!("`{}` is a register; {} takes a number here.", register.name, head.form.mnemonic());
                diagnostics.push(Diagnostic::error("operand", register.span.clone(), message));
            }
            tag(tokens, range.clone());
            let needed = if data_type == Type::Pred { Needed::Predicate } else { Needed::Typed(data_type, converts) };
            check_register(register, registers, needed, diagnostics);
        }
        sources.push(source);
    }
    while sources.len() < pattern.source_count() {
        let name = format!("%f{}", sources.len() + 1);
        sources.push(Source::Register(Register { name, span: statement.end..statement.end }));
    }
    if let Some(guard) = &statement.guard {
        check_register(&guard.register, registers, Needed::Predicate, diagnostics);
    }
    Instruction {
        form: head.form,
        modifiers: head.modifiers,
        head: head_span(statement),
        guard: statement.guard.clone(),
        destination,
        second,
        negated,
        sources,
        context: *context,
    }
}

/// The difference for a sum with a minus before its second register, and the sum for such a difference.
fn sign_into_name(text: &str, statement: &Statement, head: Head, piece: &Piece, place: usize) -> Option<Fix> {
    let other = match head.form.meaning {
        Meaning::Add => "sub",
        Meaning::Subtract => "add",
        _ => return None,
    };
    let register = text[piece.span.clone()].strip_prefix('-').filter(|register| place == 1 && !register.contains(['-', '|']))?;
    forms_of(other).iter().find(|form| form.pattern.allows(head.modifiers))?;
    let mnemonic = statement.mnemonic.clone()?;
    let mended = [other, &text[mnemonic.end..piece.span.start], register.trim()].concat();
    Some(Fix::replace(format!("write {other}"), mnemonic.start..piece.span.end, mended))
}

/// Marks the tokens of a register for colouring.
fn tag(tokens: &mut [Token], range: core::ops::Range<usize>) {
    for token in &mut tokens[range] {
        if matches!(token.kind, TokenKind::Word | TokenKind::Modifier) {
            token.kind = TokenKind::Register;
        }
    }
}

/// What an operand takes.
#[derive(Clone, Copy)]
enum Needed {
    Predicate,
    /// A type, and whether the instruction converts.
    Typed(Type, bool),
}

impl Needed {
    /// The registers that can stand there, in words.
    fn in_words(self) -> String {
        let Needed::Typed(data_type, converts) = self else { return ".pred".into() };
        let width = data_type.width();
        match data_type {
            Type::F32 | Type::F64 => format!(".f{width} or .b{width}"),
            Type::F16 => ".f16, .b16 or wider untyped registers".into(),
            Type::Bf16 => ".b16 or wider untyped registers".into(),
            _ if data_type.is_untyped() => format!("a register of {width} bits"),
            _ if data_type.is_integer() && converts => format!("an integer or untyped register of {} bits or more", width.max(16)),
            _ if data_type.is_integer() => format!("an integer or untyped register of {width} bits"),
            _ => format!(".b{width}"),
        }
    }

    fn takes(self, register_type: RegisterType) -> bool {
        match self {
            Needed::Predicate => register_type == RegisterType::Predicate,
            Needed::Typed(data_type, converts) => register_type.fits(data_type, converts),
        }
    }
}

/// Holds a declared register against the operand it stands in.
fn check_register(register: &Register, registers: &Registers, needed: Needed, diagnostics: &mut Vec<Diagnostic>) {
    let name = &register.name;
    let (code, message) = match registers.declared(name) {
        None => return,
        Some(Declared::Single(declared)) if needed.takes(declared) => return,
        Some(Declared::Single(_)) => {
            ("register-type", format!("`{name}` is declared with another type; this operand takes {}.", needed.in_words()))
        }
        Some(Declared::Vector) => ("vector-operand", format!("`{name}` is a vector; name one of its elements, as in `{name}.x`.")),
        Some(Declared::NoElement) => ("register-type", format!("`{name}` names an element that was not declared.")),
    };
    diagnostics.push(Diagnostic::error(code, register.span.clone(), message));
}

/// What stands behind the instruction: the braces that close those before it, other instructions, or something that does not belong.
fn behind(text: &str, tokens: &[Token], statement: &Statement, diagnostics: &mut Vec<Diagnostic>) {
    let rest = &tokens[statement.tokens..];
    let closed = rest.iter().take(statement.braces).take_while(|token| &text[token.span.clone()] == "}").count();
    let Some(first) = rest.get(closed) else {
        if closed < statement.braces {
            let place = tokens.last().map_or(0..0, |token| token.span.end..token.span.end);
            let fix = Fix::replace("add }", place.clone(), " }");
            diagnostics.push(Diagnostic::error("unclosed-brace", place, "A brace is open and not closed.").with_fix(fix));
        }
        return;
    };
    let begins_another = matches!(first.kind, TokenKind::Word) || &text[first.span.clone()] == "@";
    if !begins_another || statement.mnemonic.is_none() {
        let shown = &text[first.span.clone()];
        let message = format!("`{shown}` does not belong after an instruction.");
        let fix = Fix::replace("remove it", first.span.clone(), "");
        diagnostics.push(Diagnostic::error("unexpected", first.span.clone(), message).with_fix(fix));
    } else {
        let span = first.span.start..rest[rest.len() - 1].span.end;
        diagnostics.push(Diagnostic::note("more-instructions", span, "More instructions follow; only the first is shown here."));
    }
}
