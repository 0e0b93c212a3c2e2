//! `mov`, which programs need between floating-point instructions; it is of another section of the manual, and no row.
//!
//! Types, operands and literals are as ptxas 12.9.86 takes them: an untyped move takes any register of its width, an integer, and a bit
//! pattern of its width; 64 bits are packed from two registers and unpacked into two.

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
    /// The type of its numbers, where it moves floating-point numbers.
    fn float(self) -> Option<Type> {
        self.register.float()
    }

    /// What a register that is moved whole holds, as far as the type says.
    pub fn own(self) -> OperandType {
        if self.name == ".f64" { OperandType::one(F64::ROW) } else { OperandType::guessed(self.width) }
    }
}

/// A move that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The guard.
    pub guard: Option<Guard>,
    /// The type.
    pub move_type: MoveType,
    /// What is written: one register, or two for the halves, the lower first; None where a half is thrown away.
    pub to: Vec<Option<Register>>,
    /// What is read: one operand, or two halves, the lower first.
    pub from: Vec<Source>,
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
            let reader = Reader { text: &plain, tokens: &tokens, move_type: *move_type, registers };
            let (to, from) = (reader.written(to, &mut diagnostics), reader.read(from, &mut diagnostics));
            if to.len() == 2 && from.len() == 2 {
                diagnostics.push(Diagnostic::error("move", mnemonic, "mov packs or unpacks, not both at once."));
            }
            movement = Some(Move { guard: statement.guard, move_type: *move_type, to, from });
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
    move_type: MoveType,
    registers: &'a Registers,
}

impl Reader<'_> {
    fn tokens_of(&self, piece: &Piece) -> &[Token] {
        &self.tokens[piece.tokens.clone()]
    }

    /// The tokens of the two halves in braces; None where there are no braces.
    fn halves<'t>(&self, tokens: &'t [Token], diagnostics: &mut Vec<Diagnostic>) -> Option<Vec<&'t [Token]>> {
        let shown = |token: &Token| &self.text[token.span.clone()];
        let inside = match tokens {
            [open, inside @ .., close] if shown(open) == "{" && shown(close) == "}" => inside,
            _ => return None,
        };
        let halves: Vec<&[Token]> = inside.split(|token| shown(token) == ",").collect();
        if halves.len() != 2 || halves.iter().any(|half| half.is_empty()) || self.move_type.name != ".b64" {
            let message = "Two registers in braces are the halves of a mov.b64.";
            diagnostics.push(Diagnostic::error("vector-operand", lexer::span_of(tokens), message));
            return Some(Vec::new());
        }
        Some(halves)
    }

    fn written(&self, piece: &Piece, diagnostics: &mut Vec<Diagnostic>) -> Vec<Option<Register>> {
        let tokens = self.tokens_of(piece);
        if tokens.is_empty() {
            return Vec::new();
        }
        if let Some(halves) = self.halves(tokens, diagnostics) {
            let discards = |half: &&[Token]| matches!(half, [token] if &self.text[token.span.clone()] == "_");
            let mut half = |tokens: &[Token]| {
                let register = operand::destination(self.text, tokens, diagnostics);
                self.check(&register, HALF, diagnostics);
                register
            };
            return halves.iter().map(|tokens| if discards(tokens) { None } else { Some(half(tokens)) }).collect();
        }
        let register = operand::destination(self.text, tokens, diagnostics);
        self.check(&register, self.move_type, diagnostics);
        vec![Some(register)]
    }

    fn read(&self, piece: &Piece, diagnostics: &mut Vec<Diagnostic>) -> Vec<Source> {
        let tokens = self.tokens_of(piece);
        match self.halves(tokens, diagnostics) {
            Some(halves) => halves.iter().map(|half| self.source(half, HALF, diagnostics)).collect(),
            None => vec![self.source(tokens, self.move_type, diagnostics)],
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
            let message = format!("`{}` is declared with another type; mov{} does not take it.", register.name, self.move_type.name);
            diagnostics.push(Diagnostic::error("register-type", register.span.clone(), message));
        }
    }
}

/// Half of a 64-bit move.
const HALF: MoveType = TYPES[1];
