//! One operand: a register, or a literal expression.

use super::diagnostic::{Diagnostic, Fix};
use super::foreign_literal::{ForeignLiteral, by_move, decimal_comma};
use super::integer_literal::whole;
use super::lexer::{Token, TokenKind, span_of};
use super::literal::read;
use super::parsed::{Literal, Register, Source};
use super::print::literal_text;
use super::registers::Registers;
use crate::instruction::Type;
use core::ops::Range;

/// Words that are no registers: the assembler's constants and special registers.
const SPECIAL: [&str; 6] = ["WARP_SZ", "%clock", "%clock64", "%laneid", "%warpid", "%smid"];
const SPECIAL_VECTORS: [&str; 4] = ["%tid", "%ntid", "%ctaid", "%nctaid"];

/// Reads the register that the tokens spell: a word, or a word and a vector element (`v.x`).
pub(super) fn register(text: &str, tokens: &[Token]) -> Option<Register> {
    let is_register = match tokens {
        [word] => word.kind == TokenKind::Word && !matches!(&text[word.span.clone()], "_" | "%" | "$"),
        [word, element] => {
            let names_element = matches!(&text[element.span.clone()], ".x" | ".y" | ".z" | ".w" | ".r" | ".g" | ".b" | ".a");
            word.kind == TokenKind::Word && names_element && word.span.end == element.span.start
        }
        _ => false,
    };
    let span = span_of(tokens);
    is_register.then(|| Register { name: text[span.clone()].to_owned(), span })
}

/// Reads an operand that is written.
pub(super) fn destination(text: &str, tokens: &[Token], diagnostics: &mut Vec<Diagnostic>) -> Register {
    if let Some(register) = register(text, tokens) {
        special(&register, diagnostics);
        return register;
    }
    let span = span_of(tokens);
    let shown = &text[span.clone()];
    let (code, message) = match tokens.first().map(|token| (token.kind, &text[token.span.clone()])) {
        Some((_, "_")) => ("destination", "The result cannot be thrown away here: name a register.".to_owned()),
        Some((_, "{")) => ("vector-operand", "These instructions write one register, not a vector.".to_owned()),
        Some((_, "[")) => ("memory-operand", "These instructions write a register, not memory.".to_owned()),
        Some((TokenKind::Literal, _)) => ("destination", format!("{shown} is a number; the result needs a register.")),
        Some((_, "-" | "+" | "!")) => ("destination", format!("The result needs a plain register, not `{shown}`.")),
        _ if shown.contains('|') => ("destination", "These instructions write one register, without a second one after `|`.".to_owned()),
        _ => ("destination", format!("The result needs a register; `{shown}` is not one.")),
    };
    diagnostics.push(Diagnostic::error(code, span.clone(), message));
    Register { name: "%f0".into(), span }
}

/// Reads the predicates that are written: one, or where a second may follow `p|q`. Of two, `_` throws one away.
pub(super) fn predicates(text: &str, tokens: &[Token], pair: bool, diagnostics: &mut Vec<Diagnostic>) -> (Register, Option<Register>) {
    let mut one = |tokens: &[Token]| match tokens {
        [sink] if pair && &text[sink.span.clone()] == "_" => Register { name: "_".into(), span: sink.span.clone() },
        _ => destination(text, tokens, diagnostics),
    };
    match tokens.iter().position(|token| &text[token.span.clone()] == "|").filter(|_| pair) {
        Some(bar) => (one(&tokens[..bar]), Some(one(&tokens[bar + 1..]))),
        None => (one(tokens), None),
    }
}

/// Reads an operand that is read.
/// What conversions between integers read may be a special register.
pub(super) fn source(
    text: &str,
    tokens: &[Token],
    data_type: Type,
    special: bool,
    registers: &Registers,
    diagnostics: &mut Vec<Diagnostic>,
) -> Source {
    if let Some(register) = register(text, tokens) {
        if register.name == "WARP_SZ" && data_type.is_integer() {
            return Source::Literal(Literal { bits: 32, text: register.name, span: register.span });
        }
        if !special || (data_type.width() > 32 && register.name != "%clock64" && registers.type_of(&register.name).is_none()) {
            self::special(&register, diagnostics);
        }
        diagnostics.extend(named_number(&register.name, register.span.clone(), data_type, registers));
        return Source::Register(register);
    }
    let span = span_of(tokens);
    Source::Literal(Literal { bits: literal(text, tokens, data_type, diagnostics), text: text[span.clone()].to_owned(), span })
}

/// The bits of an operand that is no register, in its type. What is no number is reported and stands for zero.
pub fn literal(text: &str, tokens: &[Token], data_type: Type, diagnostics: &mut Vec<Diagnostic>) -> u64 {
    let span = span_of(tokens);
    let first = tokens.first().map(|token| (token.kind, &text[token.span.clone()]));
    match first {
        Some((TokenKind::Word, "_")) => {
            diagnostics.push(Diagnostic::error("operand", span.clone(), "`_` throws a result away; it cannot be read."));
            0
        }
        Some((_, "{")) => {
            diagnostics.push(Diagnostic::error("vector-operand", span.clone(), vector_message(data_type)));
            0
        }
        Some((_, "[")) => {
            diagnostics.push(Diagnostic::error(
                "memory-operand",
                span.clone(),
                "These instructions read registers, not memory: load first.",
            ));
            0
        }
        _ => match decorated(text, tokens).filter(|_| ForeignLiteral::read(&text[span.clone()]).is_none()) {
            Some(inner) => {
                let message = match first {
                    Some((_, "-")) => "A register takes no sign here: use neg first.",
                    Some((_, "|")) => "A register takes no bars here: use abs first.",
                    _ => "A register is written without anything around it here.",
                };
                let shown = &text[span.clone()];
                let fix = Fix::replace(format!("write {inner}"), span.clone(), inner);
                let means_the_same = !shown.contains(['-', '|', '!']);
                let diagnostic = Diagnostic::error("decorated-register", span.clone(), message);
                diagnostics.push(means_the_same.then_some(fix).into_iter().fold(diagnostic, Diagnostic::with_fix));
                0
            }
            None if data_type.is_integer() => integer(text, tokens, data_type, diagnostics),
            None if data_type.takes_literals() => {
                decimal_comma(text, span, data_type, diagnostics).unwrap_or_else(|| read(text, tokens, data_type, diagnostics))
            }
            None => {
                let message = match data_type.operand().number() {
                    None => format!("{} takes .b{} registers only, no numbers.", data_type.name(), data_type.width()),
                    Some(_) => format!(
                        "A source of type {} must be a register: the assembler takes no number here.{}",
                        data_type.text(),
                        by_move(&text[span.clone()], data_type)
                    ),
                };
                diagnostics.push(Diagnostic::error("literal-type", span, message));
                0
            }
        },
    }
}

/// An integer where a conversion reads one.
fn integer(text: &str, tokens: &[Token], data_type: Type, diagnostics: &mut Vec<Diagnostic>) -> u64 {
    let span = span_of(tokens);
    let width = data_type.width();
    if tokens.is_empty() {
        return 0;
    }
    let shown = &text[span.clone()];
    let pattern = matches!(shown.get(..2), Some("0f" | "0F" | "0d" | "0D"));
    whole(text, tokens, width).filter(|_| !pattern || data_type.is_untyped()).unwrap_or_else(|| {
        let message = format!("`{}` is no integer of {width} bits, which {} reads.", shown, data_type.text());
        diagnostics.push(Diagnostic::error("literal-type", span, message));
        0
    })
}

fn vector_message(data_type: Type) -> String {
    match data_type {
        Type::F32x2 => "f32x2 takes .b64 registers: pack two singles with mov.b64 first.".into(),
        _ => "These instructions take one number an operand, not a vector.".into(),
    }
}

/// The register in a sign, bars or parentheses: `-f1`, `!f1`, `|f1|`, `(f1)`.
fn decorated<'a>(text: &'a str, tokens: &[Token]) -> Option<&'a str> {
    let mut words = tokens.iter().filter(|token| token.kind == TokenKind::Word);
    let word = words.next().filter(|word| words.next().is_none() && &text[word.span.clone()] != "WARP_SZ")?;
    let decoration = |token: &&Token| matches!(&text[token.span.clone()], "-" | "+" | "!" | "|" | "(" | ")");
    let only_decoration = tokens.iter().filter(|token| token.kind != TokenKind::Word).all(|token| decoration(&token));
    only_decoration.then(|| &text[word.span.clone()])
}

/// `inf` and `nan` look like numbers to a person and like registers to the assembler.
pub(crate) fn named_number(name: &str, span: Range<usize>, data_type: Type, registers: &Registers) -> Option<Diagnostic> {
    let first = name.bytes().next().filter(|first| matches!(first, b'i' | b'I' | b'n' | b'N'))?;
    let known = matches!(&*name.to_ascii_lowercase(), "inf" | "infinity" | "nan");
    if !known || registers.type_of(name).is_some() || data_type.is_integer() {
        return None;
    }
    // A register is the only source of the other types; what is named is told as a single.
    let data_type = if data_type == Type::F64 { data_type } else { Type::F32 };
    let format = data_type.operand().format;
    let bits = if matches!(first, b'i' | b'I') { format.exponent_mask() } else { format.default_nan };
    let text = literal_text(bits, data_type);
    let message = format!("PTX has no name for this value: write {text}.");
    let fix = Fix::replace(format!("write {text}"), span.clone(), text);
    Some(Diagnostic::error("named-value", span, message).with_fix(fix))
}

fn special(register: &Register, diagnostics: &mut Vec<Diagnostic>) {
    let stem = register.name.split('.').next().unwrap_or("");
    if SPECIAL.contains(&&*register.name) || SPECIAL_VECTORS.contains(&stem) {
        let message = format!("`{}` is a special register: mov reads it, and cvt between integers of 32 bits at most.", register.name);
        diagnostics.push(Diagnostic::error("special-register", register.span.clone(), message));
    }
}
