//! `mov`: its types, and what it packs and takes apart, for programs and kernels alike. It is no row: what it moves has no type of its own.
//!
//! Types, operands and literals are as ptxas takes them: an untyped move takes any register of its width, an integer, and a bit pattern of
//! its width; 16, 32 and 64 bits are packed from two or four registers of at least 8 and taken apart into as many.

use super::ascii;
use super::diagnostic::{Diagnostic, Fix};
use super::lexer::{self, Token, TokenKind};
use super::literal;
use super::operand;
use super::order::sort_by_key;
use super::parsed::{Guard, Literal, Register, Source};
use super::registers::{RegisterType, Registers};
use super::statement::{self, Piece};
use super::whole::whole;
use crate::instruction::Type;
use crate::number::{F64, OperandType};
use std::borrow::Cow;

/// The type of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveType {
    /// The name, with its dot.
    pub name: &'static str,
    /// Bits.
    pub width: u32,
    /// The register that it moves.
    register: RegisterType,
}

const fn of(name: &'static str, width: u32, register: RegisterType) -> MoveType {
    MoveType { name, width, register }
}

const TYPES: [MoveType; 12] = [
    of(".b16", 16, RegisterType::Untyped(16)),
    of(".b32", 32, RegisterType::Untyped(32)),
    of(".b64", 64, RegisterType::Untyped(64)),
    of(".u16", 16, RegisterType::Integer(16)),
    of(".u32", 32, RegisterType::Integer(32)),
    of(".u64", 64, RegisterType::Integer(64)),
    of(".s16", 16, RegisterType::Integer(16)),
    of(".s32", 32, RegisterType::Integer(32)),
    of(".s64", 64, RegisterType::Integer(64)),
    of(".f32", 32, RegisterType::Float(32)),
    of(".f64", 64, RegisterType::Float(64)),
    of(".pred", 1, RegisterType::Predicate),
];

impl MoveType {
    /// The type of that name, without its dot.
    pub fn named(name: &str) -> Option<MoveType> {
        TYPES.iter().find(|known| &known.name[1..] == name).copied()
    }

    /// The register that it moves.
    pub fn register(self) -> RegisterType {
        self.register
    }

    /// The type of its numbers, where it moves floating-point numbers.
    fn float(self) -> Option<Type> {
        self.register.float()
    }

    /// What a register that is moved whole holds, as far as the type says.
    pub fn own(self) -> OperandType {
        if self.name == ".f64" { OperandType::one(F64::ROW) } else { OperandType::guessed(self.width) }
    }
}

/// The operands of a move: what is written and what is read, one of each, or parts, the lowest first.
#[derive(Clone, Debug)]
pub struct Shape<'t> {
    /// What is written.
    pub to: Vec<&'t [Token]>,
    /// What is read.
    pub from: Vec<&'t [Token]>,
    /// Whether what is written stands in braces.
    pub unpacks: bool,
    /// Whether what is read does.
    pub packs: bool,
    /// Bits of each that is written or read in braces; the whole where none are.
    pub width: u32,
}

impl MoveType {
    /// Tells whole operands from parts in braces; the error is about the tokens that it names.
    pub fn shape<'t>(self, text: &str, to: &'t [Token], from: &'t [Token]) -> Result<Shape<'t>, Diagnostic> {
        let shown = |token: &Token| &text[token.span.clone()];
        let inside = |tokens: &'t [Token]| match tokens {
            [open, inside @ .., close] if shown(open) == "{" && shown(close) == "}" => {
                Some(inside.split(|token| shown(token) == ",").collect::<Vec<_>>())
            }
            _ => None,
        };
        let (written, read) = (inside(to), inside(from));
        let (unpacks, packs) = (written.is_some(), read.is_some());
        let place = lexer::span_of(if unpacks { to } else { from });
        if unpacks && packs {
            return Err(Diagnostic::error("move", place, "mov packs or unpacks, not both at once."));
        }
        let Some(parts) = written.as_ref().or(read.as_ref()) else {
            return Ok(Shape { to: vec![to], from: vec![from], unpacks, packs, width: self.width });
        };
        let (count, untyped) = (parts.len() as u32, matches!(self.register, RegisterType::Untyped(_)));
        let width = self.width / count.max(1);
        if !untyped || !matches!(count, 1 | 2 | 4) || width < 8 || parts.iter().any(|part| part.is_empty()) {
            let takes = if untyped { "two or four registers of 8 bits or more" } else { "no registers" };
            let message = format!("mov{} takes {takes} in braces; there are {count}.", self.name);
            return Err(Diagnostic::error("vector-operand", place, message));
        }
        if unpacks && parts.iter().all(|part| matches!(part, [token] if shown(token) == "_")) {
            return Err(Diagnostic::error("vector-operand", place, "One register at least is written."));
        }
        Ok(Shape { to: written.unwrap_or_else(|| vec![to]), from: read.unwrap_or_else(|| vec![from]), unpacks, packs, width })
    }
}

/// A move that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The guard.
    pub guard: Option<Guard>,
    /// The type.
    pub move_type: MoveType,
    /// What is written: one register, or one for each part, the lowest first; None where a part is thrown away.
    pub to: Vec<Option<Register>>,
    /// What is read: one operand, or one for each part, the lowest first.
    pub from: Vec<Source>,
    /// Bits of a part.
    pub width: u32,
}

/// Everything that reading a move gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedMove {
    /// The pieces of the text, for colouring.
    pub tokens: Vec<Token>,
    /// The move; None where something is wrong.
    pub movement: Option<Move>,
    /// What is to be said.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a move among declared registers; None where the text is no move.
pub fn parse_move(text: &str, registers: &Registers) -> Option<ParsedMove> {
    let plain = ascii::read(text);
    let (mut tokens, comments) = lexer::tokens(&plain);
    let mut diagnostics = Vec::new();
    let statement = statement::read(&plain, &mut tokens, &mut diagnostics);
    let mnemonic = statement.mnemonic.clone().filter(|span| &plain[span.clone()] == "mov")?;
    ascii::complain(text, &comments, &mut diagnostics);
    let names = || TYPES.iter().map(|known| known.name).collect::<Vec<_>>().join(" ");
    let move_type = match &statement.words[..] {
        [word] => TYPES.iter().find(|known| known.name == word.text),
        _ => None,
    };
    let mut movement = None;
    match (move_type, &statement.operands[..]) {
        (None, _) => diagnostics.push(Diagnostic::error("move", mnemonic, format!("mov takes one type: {}.", names()))),
        (Some(move_type), [to, from]) => {
            let tokens_of = |piece: &Piece| &tokens[piece.tokens.clone()];
            let reader = Reader { text: &plain, tokens: &tokens, registers };
            match move_type.shape(&plain, tokens_of(to), tokens_of(from)) {
                Err(diagnostic) => diagnostics.push(diagnostic),
                Ok(shape) => {
                    let part = of("", shape.width, RegisterType::Untyped(shape.width as u8));
                    let [written, read] = [shape.unpacks, shape.packs].map(|braces| if braces { part } else { *move_type });
                    let to =
                        shape.to.iter().filter_map(|tokens| reader.written(tokens, written, shape.unpacks, &mut diagnostics)).collect();
                    let from = shape.from.iter().map(|tokens| reader.source(tokens, read, &mut diagnostics)).collect();
                    movement = Some(Move { guard: statement.guard, move_type: *move_type, to, from, width: shape.width });
                }
            }
        }
        (Some(_), operands) => {
            let message =
                format!("mov takes 2 operands (d, a); here {} {}.", if operands.len() == 1 { "is" } else { "are" }, operands.len());
            diagnostics.push(Diagnostic::error("operand-count", mnemonic, message));
        }
    }
    if diagnostics.iter().any(Diagnostic::is_error) {
        movement = None;
    }
    tokens.extend(comments);
    sort_by_key(&mut tokens, |token| token.span.start as u64);
    if matches!(plain, Cow::Owned(_)) {
        tokens.iter_mut().for_each(|token| ascii::widen(text, &mut token.span));
        diagnostics.iter_mut().flat_map(Diagnostic::spans_mut).for_each(|span| ascii::widen(text, span));
    }
    Some(ParsedMove { tokens, movement, diagnostics })
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    registers: &'a Registers,
}

impl Reader<'_> {
    /// A register that is written; None where nothing stands there. A part may be thrown away.
    fn written(&self, tokens: &[Token], move_type: MoveType, is_part: bool, diagnostics: &mut Vec<Diagnostic>) -> Option<Option<Register>> {
        match tokens {
            [] => None,
            [token] if is_part && &self.text[token.span.clone()] == "_" => Some(None),
            _ => {
                let register = operand::destination(self.text, tokens, diagnostics);
                self.check(&register, move_type, diagnostics);
                Some(Some(register))
            }
        }
    }

    fn source(&self, tokens: &[Token], move_type: MoveType, diagnostics: &mut Vec<Diagnostic>) -> Source {
        if let Some(register) = operand::register(self.text, tokens) {
            self.check(&register, move_type, diagnostics);
            if let Some(data_type) = move_type.float() {
                operand::named_value(&register, data_type, self.registers, diagnostics);
            }
            return Source::Register(register);
        }
        let span = lexer::span_of(tokens);
        let text = self.text[span.clone()].to_owned();
        let bits = if let Some(data_type) = move_type.float() {
            literal::read(self.text, tokens, data_type, diagnostics)
        } else {
            whole(&text, move_type.width).unwrap_or_else(|| {
                let message = format!("mov{} takes an integer or a bit pattern of {} bits, not `{text}`.", move_type.name, move_type.width);
                let mut diagnostic = Diagnostic::error("move", span.clone(), message);
                if tokens.iter().all(|token| token.kind == TokenKind::Literal) && move_type.width >= 32 {
                    let float = if move_type.width == 64 { ".f64" } else { ".f32" };
                    let place = self.tokens.iter().find(|token| token.kind == TokenKind::Modifier).map(|token| token.span.clone());
                    diagnostic.fixes.extend(place.map(|place| Fix::replace(format!("use mov{float}"), place, float)));
                }
                diagnostics.push(diagnostic);
                0
            })
        };
        Source::Literal(Literal { bits, text, span })
    }

    fn check(&self, register: &Register, move_type: MoveType, diagnostics: &mut Vec<Diagnostic>) {
        let declared = self.registers.type_of(&register.name);
        if declared.is_some_and(|declared| !declared.serves(move_type.register, false)) {
            let message =
                format!("`{}` is declared with another type; mov takes {} here.", register.name, move_type.register.in_words(false));
            diagnostics.push(Diagnostic::error("register-type", register.span.clone(), message));
        }
    }
}
