//! From text to instruction: the shape is read, a form chosen, the operands taken.

use super::choosing;
use super::diagnostic::{Diagnostic, Fix, Severity};
use super::lexer::{self, Token, TokenKind};
use super::operand;
use super::parsed::{Instruction, Parsed, Register, Source};
use super::registers::{Declared, RegisterType, Registers};
use super::statement::{self, Statement};
use crate::instruction::{Context, Modifier, OperandKind};

/// Reads an instruction. Registers that are not declared fit any operand.
pub fn parse(text: &str, context: &Context) -> Parsed {
    parse_with(text, context, &Registers::default())
}

/// Reads an instruction among declared registers.
pub fn parse_with(text: &str, context: &Context, registers: &Registers) -> Parsed {
    let (mut tokens, comments) = lexer::tokens(text);
    let mut diagnostics = Vec::new();
    let statement = statement::read(text, &mut tokens, &mut diagnostics);
    let instruction = understand(text, &mut tokens, &statement, context, registers, &mut diagnostics);
    behind(text, &tokens, &statement, &mut diagnostics);
    if !comments.is_empty() {
        tokens.extend(comments);
        tokens.sort_by_key(|token| token.span.start);
    }
    if diagnostics.len() > 1 {
        diagnostics.sort_by_key(|diagnostic| (diagnostic.severity == Severity::Note, diagnostic.span.start));
    }
    Parsed { tokens, instruction, diagnostics }
}

fn understand(
    text: &str,
    tokens: &mut [Token],
    statement: &Statement,
    context: &Context,
    registers: &Registers,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Instruction> {
    let Some(mnemonic) = statement.mnemonic.clone() else {
        if diagnostics.is_empty() {
            let (code, message) = match tokens.first() {
                None => ("empty", "There is no instruction here."),
                Some(_) => ("missing-mnemonic", "The name of an instruction is missing here."),
            };
            let span = tokens.first().map_or(0..0, |token| token.span.clone());
            diagnostics.push(Diagnostic::error(code, span, message));
        }
        return None;
    };
    let head_span = mnemonic.start..statement.words.last().map_or(mnemonic.end, |word| word.span.end);
    let head = choosing::choose(text, mnemonic, statement, context, diagnostics)?;
    let pattern = &head.form.pattern;

    let mut operands = statement.operands.iter();
    let written = operands.next().filter(|range| !range.is_empty());
    let destination = match written {
        Some(range) => {
            let register = operand::destination(text, &tokens[range.clone()], diagnostics);
            tag(tokens, range.clone());
            register
        }
        None => Register { name: "%f0".into(), span: statement.end..statement.end },
    };
    let predicate = pattern.destination() == OperandKind::Predicate;
    check_register(&destination, registers, head.modifiers.data_type(), predicate, diagnostics);

    let mut sources = Vec::with_capacity(3);
    for range in operands.take(pattern.source_count()) {
        if range.is_empty() {
            continue;
        }
        let source = operand::source(text, &tokens[range.clone()], head.modifiers, registers, diagnostics);
        if let Source::Register(register) = &source {
            tag(tokens, range.clone());
            check_register(register, registers, head.modifiers.data_type(), false, diagnostics);
        }
        sources.push(source);
    }
    while sources.len() < pattern.source_count() {
        let name = format!("%f{}", sources.len() + 1);
        sources.push(Source::Register(Register { name, span: statement.end..statement.end }));
    }
    if let Some(guard) = &statement.guard {
        check_register(&guard.register, registers, None, true, diagnostics);
    }
    Some(Instruction {
        form: head.form,
        modifiers: head.modifiers,
        head: head_span,
        guard: statement.guard.clone(),
        destination,
        sources,
        context: *context,
    })
}

/// Marks the tokens of a register for colouring.
fn tag(tokens: &mut [Token], range: core::ops::Range<usize>) {
    for token in &mut tokens[range] {
        if matches!(token.kind, TokenKind::Word | TokenKind::Modifier) {
            token.kind = TokenKind::Register;
        }
    }
}

/// Holds a declared register against the operand it stands in.
fn check_register(
    register: &Register,
    registers: &Registers,
    data_type: Option<Modifier>,
    predicate: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let needed = match data_type {
        _ if predicate => ".pred",
        Some(Modifier::F64) => ".f64 or .b64",
        Some(Modifier::F32x2) => ".b64",
        _ => ".f32 or .b32",
    };
    let name = &register.name;
    let (code, message) = match registers.declared(name) {
        None => return,
        Some(Declared::Single(RegisterType::Predicate)) if predicate => return,
        Some(Declared::Single(declared)) if !predicate && data_type.is_none_or(|data_type| declared.fits(data_type)) => return,
        Some(Declared::Single(_)) => ("register-type", format!("`{name}` is declared with another type; this operand takes {needed}.")),
        Some(Declared::Vector) => ("vector-operand", format!("`{name}` is a vector; name one of its elements, as in `{name}.x`.")),
        Some(Declared::NoElement) => ("register-type", format!("`{name}` names an element that was not declared.")),
    };
    diagnostics.push(Diagnostic::error(code, register.span.clone(), message));
}

/// What stands behind the instruction.
fn behind(text: &str, tokens: &[Token], statement: &Statement, diagnostics: &mut Vec<Diagnostic>) {
    let rest = &tokens[statement.tokens..];
    let Some(first) = rest.iter().find(|token| &text[token.span.clone()] != "}") else { return };
    let span = first.span.start..rest[rest.len() - 1].span.end;
    if first.kind == TokenKind::Punctuation || first.kind == TokenKind::Unknown || statement.mnemonic.is_none() {
        let shown = &text[first.span.clone()];
        let message = format!("`{shown}` does not belong behind an instruction.");
        let fix = Fix::replace("remove it", first.span.clone(), "");
        diagnostics.push(Diagnostic::error("unexpected", first.span.clone(), message).with_fix(fix));
    } else {
        let message = "More instructions follow; only the first is shown here.";
        diagnostics.push(Diagnostic::note("more-instructions", span, message));
    }
}
