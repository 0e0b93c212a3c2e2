//! One operand of a SASS instruction as it is written: signs, bars, braces, dotted words, before a form says what they mean.

use super::cursor::Cursor;
use crate::number::Format;
use crate::rounding::{self, Literal, Mode};
use crate::syntax::{Diagnostic, Fix};
use core::ops::Range;

/// What an operand names.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// A register, 255 being RZ.
    Register(u32),
    /// `c[bank][offset]`, the offset in bytes modulo 2^16.
    Constant { bank: u32, offset: u32 },
    /// A number and whether a minus stands directly before it.
    Number { literal: Literal, negative: bool },
    /// `SNAN`, and whether a minus stands directly before it.
    SignalingNan { negative: bool },
    /// A uniform register; None is URZ.
    Uniform(Option<u32>),
    /// `cx[UR4][offset]`: a constant whose bank a uniform register names.
    Indirect { register: Option<u32>, offset: u32 },
    /// A predicate by its number, 7 being PT.
    Predicate { number: u32, uniform: bool },
    /// Eight letters P, N and Z.
    Signs(String),
}

/// An operand.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Operand {
    pub kind: Kind,
    /// A minus before the bars or the register.
    pub negate: bool,
    /// Bars.
    pub absolute: bool,
    /// An exclamation mark before a predicate.
    pub not: bool,
    /// Braces, which make minus and bars part of an immediate.
    pub braces: bool,
    /// Dotted words behind it, without their dots.
    pub words: Vec<(String, Range<usize>)>,
    /// All its bytes.
    pub span: Range<usize>,
}

/// Reads an operand.
pub(super) fn operand(cursor: &mut Cursor) -> Result<Operand, Diagnostic> {
    cursor.skip();
    let start = cursor.at;
    let braces = cursor.take('{').is_some();
    let not = cursor.take('!').is_some();
    let mut negate = cursor.take('-').is_some();
    let plus = !negate && cursor.take('+').is_some();
    let bar = cursor.take('|');
    let inner_minus = bar.is_some() && cursor.take('-').is_some();
    let mut words = Vec::new();
    let mut kind = kind(cursor)?;
    if let Kind::Number { negative, .. } | Kind::SignalingNan { negative } = &mut kind {
        // Without bars the minus is the number's own.
        *negative = inner_minus || (bar.is_none() && negate);
        negate &= bar.is_some();
    } else if braces || plus || inner_minus {
        let message = "Braces and signs inside bars belong to immediates; a register or constant takes a minus and bars around it.";
        return Err(Diagnostic::error("operand", start..cursor.at, message));
    }
    dotted_words(cursor, &mut words);
    if let Some(bar) = &bar {
        if cursor.take('|').is_none() {
            let end = cursor.at;
            let message = "The bar of this absolute value is not closed.";
            return Err(Diagnostic::error("operand", bar.clone(), message).with_fix(Fix::replace("close the bar", end..end, "|")));
        }
        dotted_words(cursor, &mut words);
    }
    if braces && cursor.take('}').is_none() {
        let end = cursor.at;
        let message = "The brace of this immediate is not closed.";
        return Err(Diagnostic::error("operand", start..start + 1, message).with_fix(Fix::replace("close the brace", end..end, "}")));
    }
    Ok(Operand { kind, negate, absolute: bar.is_some(), not, braces, words, span: start..cursor.at })
}

fn dotted_words(cursor: &mut Cursor, words: &mut Vec<(String, Range<usize>)>) {
    while let Some((word, span)) = cursor.dotted() {
        words.push((word.to_ascii_uppercase(), span));
    }
}

fn kind(cursor: &mut Cursor) -> Result<Kind, Diagnostic> {
    cursor.skip();
    let start = cursor.at;
    if let Some((digits, span)) = cursor.number() {
        if digits.eq_ignore_ascii_case("SNAN") {
            return Ok(Kind::SignalingNan { negative: false });
        }
        return match rounding::read(digits) {
            Ok(literal) => Ok(Kind::Number { literal, negative: false }),
            Err(error) => Err(Diagnostic::error("literal", span, format!("`{digits}` {}.", error.0))),
        };
    }
    let Some((word, span)) = cursor.word() else {
        let (shown, span) = cursor.shown();
        return Err(Diagnostic::error("operand", span, format!("An operand is missing here: {shown} is not one.")));
    };
    if let Some(number) = register(word) {
        return number.map(Kind::Register).map_err(|message| Diagnostic::error("register", span, message));
    }
    if word.eq_ignore_ascii_case("c") {
        let bank = index(cursor, start)?;
        let offset = index(cursor, start)?;
        return constant(bank, offset);
    }
    if word.eq_ignore_ascii_case("cx") {
        return indirect(cursor, start);
    }
    if let Some(kind) = named(word) {
        return Ok(kind);
    }
    let message = format!("`{word}` is no operand: registers are R0 to R254 and RZ, constants c[bank][offset].");
    Err(Diagnostic::error("operand", span, message).with_alternatives(["R0", "RZ", "c[0][0]"]))
}

/// The number of a register, or why it is none; None where the word does not look like one.
fn register(word: &str) -> Option<Result<u32, String>> {
    let rest = word.strip_prefix(['R', 'r'])?;
    if rest.eq_ignore_ascii_case("z") {
        return Some(Ok(255));
    }
    if rest.is_empty() || !rest.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(match rest.parse::<u32>() {
        Ok(number @ 0..=254) => Ok(number),
        Ok(255) => Err("The register with the number 255 always reads as zero and is called RZ.".to_owned()),
        _ => Err(format!("There is no {word}: registers are R0 to R254 and RZ.")),
    })
}

/// What 128-bit words have beside registers: uniform registers, predicates, signs.
fn named(word: &str) -> Option<Kind> {
    let word = word.to_ascii_uppercase();
    if let Some(number) = uniform(&word) {
        return Some(Kind::Uniform(number));
    }
    if word.len() == 8 && word.bytes().all(|letter| b"PNZ".contains(&letter)) {
        return Some(Kind::Signs(word));
    }
    let (rest, is_uniform) = word.strip_prefix("UP").map_or((word.strip_prefix('P'), false), |rest| (Some(rest), true));
    let number = match rest? {
        "T" => Some(7),
        digit => digit.parse().ok().filter(|number| *number < 7 && digit.len() == 1),
    };
    Some(Kind::Predicate { number: number?, uniform: is_uniform })
}

/// The number of a uniform register, None for URZ.
fn uniform(word: &str) -> Option<Option<u32>> {
    match word.strip_prefix("UR")? {
        "Z" => Some(None),
        digits if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            digits.parse().ok().filter(|n| *n < 255).map(Some)
        }
        _ => None,
    }
}

fn indirect(cursor: &mut Cursor, start: usize) -> Result<Kind, Diagnostic> {
    let wrong = |end| Diagnostic::error("constant", start..end, "A constant of a named bank is written cx[UR4][0x10].");
    let open = cursor.take('[').is_some();
    let register = cursor.word().and_then(|(word, _)| uniform(&word.to_ascii_uppercase()));
    let (true, Some(register), true) = (open, register, cursor.take(']').is_some()) else { return Err(wrong(cursor.at)) };
    match constant((0, start..cursor.at), index(cursor, start)?)? {
        Kind::Constant { offset, .. } => Ok(Kind::Indirect { register, offset }),
        _ => Err(wrong(cursor.at)),
    }
}

/// A number in square brackets.
fn index(cursor: &mut Cursor, start: usize) -> Result<(i64, Range<usize>), Diagnostic> {
    let wrong = |span: Range<usize>| Diagnostic::error("constant", span, "A constant is written c[bank][offset], as in c[0x3][0x10].");
    if cursor.take('[').is_none() {
        return Err(wrong(start..cursor.at));
    }
    let begin = cursor.at;
    let negative = cursor.take('-').is_some();
    let Some((digits, span)) = cursor.word() else { return Err(wrong(start..cursor.at)) };
    let hex = digits.strip_prefix("0x").or(digits.strip_prefix("0X"));
    let value = hex.map_or_else(|| digits.parse::<i64>().ok(), |hex| i64::from_str_radix(hex, 16).ok());
    if cursor.take(']').is_none() {
        return Err(wrong(start..cursor.at));
    }
    let value = value.ok_or_else(|| wrong(span.clone()))?;
    Ok((if negative { -value } else { value }, begin..span.end))
}

fn constant(bank: (i64, Range<usize>), offset: (i64, Range<usize>)) -> Result<Kind, Diagnostic> {
    if !(0..=31).contains(&bank.0) {
        return Err(Diagnostic::error("constant", bank.1, "Constant banks are 0 to 31."));
    }
    if !(-0x8000..=0xffff).contains(&offset.0) {
        return Err(Diagnostic::error("constant", offset.1, "Constant offsets have 16 bits: 0 to 65535, or from -32768 on."));
    }
    if offset.0 % 4 != 0 {
        return Err(Diagnostic::error("constant", offset.1, "Constant offsets count bytes and are divisible by 4."));
    }
    Ok(Kind::Constant { bank: bank.0 as u32, offset: (offset.0 & 0xffff) as u32 })
}

/// The bits of a number in a format, its own minus included; a pattern must fit.
pub(super) fn bits(literal: &Literal, negative: bool, format: &'static Format, span: &Range<usize>) -> Result<u64, Diagnostic> {
    if let Literal::Bits { bits, .. } = literal
        && bits & !format.mask() != 0
    {
        let message = format!("{bits:#x} has more than the {} bits of an {}.", format.width(), format.name);
        return Err(Diagnostic::error("literal-range", span.clone(), message));
    }
    // The sign of a written NaN is the text's; some formats' own NaN is negative.
    let bits = match literal {
        Literal::Nan { .. } => format.default_nan & !format.sign_mask(),
        _ => literal.to_bits(format, Mode::Rn).0,
    };
    Ok(if negative { bits ^ format.sign_mask() } else { bits })
}
