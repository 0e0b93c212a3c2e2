//! From a line to what it computes: one element of D, or every element of one lane.
//!
//! `mma… {d}, {a of every k}, {b of every k}, {c}` is one element: a row of A and a column of B, numbers or registers with one number each.
//! With as many registers as the manual gives a lane, the line is the whole instruction: `a0@5` has the bits of lane 5, `a0` those of every
//! other lane, and shown is what lane `%laneid` gets.

use super::{Head, Matrix, Refusal, format, lowering, read, registers, scale};
use crate::instruction::Context;
use crate::number::{Encoding, F32, Format};
use crate::rounding::{Flags, Literal, Mode, read as read_literal, read_or_power};
use crate::syntax::{Change, Diagnostic, Fix, Token, TokenKind, lex};
use crate::tensor_core::{Path, Row, find};
use core::ops::Range;

/// What stands in a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A register, or a variable.
    Register(String),
    /// A number, as bits of its format.
    Number(u64),
}

/// One place of an operand.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// What stands there.
    pub source: Source,
}

/// A line that can run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its head.
    pub head: Head,
    /// How it adds.
    pub row: &'static Row,
    /// The formats of A, B and C.
    pub formats: [&'static Format; 3],
    /// D, A, B, C, and the scales of A and B where there are some.
    pub operands: Vec<Vec<Item>>,
    /// Whether it is one element.
    pub element: bool,
    /// K.
    pub length: usize,
    /// The machine instructions that it becomes; empty where nobody looked.
    pub becomes: String,
}

/// A line as it was read.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text.
    pub text: String,
    /// What it is assembled for.
    pub context: Context,
    /// Its pieces.
    pub tokens: Vec<Token>,
    /// What it says, if that can be run.
    pub plan: Option<Plan>,
    /// What is to be said of it.
    pub diagnostics: Vec<Diagnostic>,
}

/// Whether a text is a matrix instruction.
pub fn claims(text: &str) -> bool {
    let text = text.trim_start();
    ["mma.", "wgmma.", "tcgen05.mma"].iter().any(|begins| text.starts_with(begins))
}

/// Reads a line.
pub fn parse(text: &str, context: &Context) -> Line {
    let start = text.len() - text.trim_start().len();
    let end = text[start..].find(|letter: char| letter.is_whitespace() || letter == '{').map_or(text.len(), |at| start + at);
    let tokens = tokens(text, start..end);
    let mut diagnostics = Vec::new();
    let plan = plan(text, start..end, context, &mut diagnostics).map_err(|error| diagnostics.insert(0, *error)).ok();
    Line { text: text.to_owned(), context: *context, tokens, plan, diagnostics }
}

/// The words of the head, and the pieces behind it.
fn tokens(text: &str, head: Range<usize>) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = head.start;
    for word in text[head.clone()].split_inclusive('.').map(str::len) {
        // The dot belongs to the word behind it.
        let from = if at == head.start { at } else { at - 1 };
        let to = if at + word < head.end { at + word - 1 } else { head.end };
        tokens.push(Token { kind: if from == head.start { TokenKind::Mnemonic } else { TokenKind::Modifier }, span: from..to });
        at += word;
    }
    tokens.extend(lex(&text[head.end..]).into_iter().map(|token| Token {
        kind: if token.kind == TokenKind::Word { TokenKind::Register } else { token.kind },
        span: token.span.start + head.end..token.span.end + head.end,
    }));
    tokens
}

type Read<T> = Result<T, Box<Diagnostic>>;

fn error<T>(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Read<T> {
    Err(Box::new(Diagnostic::error(code, span, message)))
}

fn plan(text: &str, span: Range<usize>, context: &Context, notes: &mut Vec<Diagnostic>) -> Read<Plan> {
    let head = match read(&text[span.clone()]) {
        Ok(head) => head,
        Err(word) => {
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            if word.is_empty() {
                return error(
                    "incomplete",
                    at.saturating_sub(1)..at,
                    "A word of the head belongs after this dot: `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`.",
                );
            }
            return error("unknown-modifier", at..at + word.len(), format!("`{word}` has no meaning in the head of a matrix instruction."));
        }
    };
    let target = context.target.name();
    let becomes = match lowering(&head, target, context.ptx) {
        Ok(becomes) => becomes,
        Err(Refusal::NoForm) => return error("no-form", span, "No matrix instruction has this shape with these types and modifiers."),
        Err(Refusal::Version(first)) => {
            let set = Fix { label: format!("set PTX {first}"), change: Change::SetPtx(first) };
            return Err(Box::new(Diagnostic::error("ptx-version", span, format!("This takes PTX {first} or later.")).with_fix(set)));
        }
        Err(Refusal::Target(targets)) => {
            let said = Diagnostic::error("target", span, format!("{targets}; the target is {target}."));
            let set = targets.nearest(context.target).map(|to| Fix { label: format!("set {to}"), change: Change::SetTarget(to) });
            return Err(Box::new(set.into_iter().fold(said, Diagnostic::with_fix)));
        }
    };
    let (Some(path), Some(shape)) = (head.path, head.shape) else {
        return error("descriptor", span, "The types of tcgen05.mma are in a descriptor: run one element of mma or wgmma instead.");
    };
    if head.types.iter().any(|name| format(name).is_none()) {
        return error("not-covered", span, "Matrices of integers run in a kernel (.visible .entry), not alone.");
    }
    let types: Vec<&'static Format> = head.types.iter().filter_map(|name| format(name)).collect();
    let [d, a, b] = [0, 1, 2].map(|place| types.get(place).copied().unwrap_or(F32::ROW));
    let c = types.get(3).copied().unwrap_or(d);
    let length = shape.k as usize;
    let Some(row) = find(context.target.number(), path, &head.kind, [a, b, d], scale(&head), length) else {
        return error("nobody-knows", span, format!("Nobody has published how {target} adds these products."));
    };
    let groups = groups(text, span.end)?;
    let count = |place: usize| groups.get(place).map_or(0, Vec::len);
    let scales = row.scale.map_or(0, |scale| length / scale.block);
    let wanted = if scales > 0 { 6 } else { 4 };
    if groups.len() != wanted {
        let message = format!(
            "{wanted} operands in braces belong here, and {} are given: d, a, b, c{}.",
            groups.len(),
            if scales > 0 { " and the scales of a and b" } else { "" }
        );
        return error("operand-count", span.end..text.len(), message);
    }
    let element = [1, 2].iter().all(|place| count(*place) == length) && count(0) == 1 && count(3) == 1;
    let registers =
        [(Matrix::C, d), (Matrix::A, a), (Matrix::B, b), (Matrix::C, c)].map(|(matrix, format)| registers(&head, matrix, format.name));
    let whole = scales == 0 && path == Path::MmaSync && (0..4).all(|place| count(place) == registers[place]);
    if !element && !whole {
        let whole = format!("{}, {}, {} and {} registers", registers[0], registers[1], registers[2], registers[3]);
        let also = if scales == 0 && path == Path::MmaSync { format!(", or the whole instruction {whole}") } else { String::new() };
        let message = format!("One element takes 1, {length}, {length} and 1 numbers in its braces{also}.");
        return error("operand-count", span.end..text.len(), message);
    }
    if element && scales > 0 && (count(4) != scales || count(5) != scales) {
        return error("operand-count", span.end..text.len(), format!("There are {scales} scales of a and {scales} of b."));
    }
    let formats = [d, a, b, c].into_iter().chain(row.scale.into_iter().flat_map(|scale| [scale.format; 2]));
    let operands: Read<Vec<Vec<Item>>> = groups
        .into_iter()
        .zip(formats)
        .enumerate()
        .map(|(place, (items, format))| items.into_iter().map(|span| item(text, span, format, element && place > 0)).collect())
        .collect();
    let said = if element {
        ("element", "One element of D, as it is written here; the assembler takes the registers of a lane.")
    } else {
        ("lanes", "Every lane holds these registers, except those that are given for one lane (a0@5). What is shown is lane %laneid.")
    };
    notes.push(Diagnostic::note(said.0, span, said.1));
    Ok(Plan { head, row, formats: [a, b, c], operands: operands?, element, length, becomes })
}

/// The items of every pair of braces, as places in the text.
fn groups(text: &str, from: usize) -> Read<Vec<Vec<Range<usize>>>> {
    let (mut groups, mut at) = (Vec::new(), from);
    while let Some(open) = text[at..].find('{').map(|open| at + open) {
        let between = text[at..open].trim();
        if !matches!(between, "" | ",") {
            return error("between", at..open, format!("`{between}` stands between two operands."));
        }
        let Some(close) = text[open..].find('}').map(|close| open + close) else {
            return error("open-brace", open..open + 1, "This brace is never closed.");
        };
        let mut start = open + 1;
        let items = text[open + 1..close].split(',').map(|item| {
            let first = start + item.len() - item.trim_start().len();
            start += item.len() + 1;
            first..first + item.trim().len()
        });
        groups.push(items.collect());
        at = close + 1;
    }
    match text[at..].trim() {
        "" | ";" => Ok(groups),
        rest => error("rest", at..text.len(), format!("`{rest}` follows the operands and does not belong there.")),
    }
}

/// One place: a register's name or, where it may be, a number.
fn item(text: &str, span: Range<usize>, format: &'static Format, number: bool) -> Read<Item> {
    let word = text.get(span.clone()).unwrap_or_default();
    if word.is_empty() {
        return error("missing", span, format!("A {} is missing here.", if number { "number" } else { "register" }));
    }
    let name = word.strip_prefix('%').unwrap_or(word);
    let named = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    if named && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') && !(number && matches!(word, "inf" | "nan")) {
        return Ok(Item { span, source: Source::Register(word.to_owned()) });
    }
    if number {
        return match code(word, format) {
            Ok(bits) => Ok(Item { span, source: Source::Number(bits) }),
            Err(why) => error("literal", span, why),
        };
    }
    match read_literal(word) {
        Ok(_) => error("register", span, format!("`{word}` stands where a register belongs.")),
        Err(why) => error("literal", span, format!("`{word}` {}.", why.0)),
    }
}

/// The bits of a number as written, rounded to nearest where it has more digits than the format; else why it is none, in a sentence. A
/// scale of powers of two is one of them.
pub fn code(word: &str, format: &'static Format) -> Result<u64, String> {
    let literal = read_or_power(word).map_err(|why| format!("`{word}` {}.", why.0))?;
    let (bits, flags) = literal.to_bits(format, Mode::Rn);
    match literal {
        // A whole register of TF32: the number stands above its spare bits.
        Literal::Bits { bits, width, .. } if format.spare_bits > 0 && width == format.width() + format.spare_bits => {
            Ok(bits >> format.spare_bits)
        }
        Literal::Bits { format: Some(other), .. } if other != format => {
            Err(format!("`{word}` is a pattern of {}, not of {}.", other.name, format.name))
        }
        Literal::Bits { bits: all, .. } if all != bits => {
            Err(format!("`{word}` has more bits than the {} of {}.", format.width(), format.name))
        }
        Literal::Infinity { .. } | Literal::Number { .. }
            if format.encoding == Encoding::Scale && (flags != Flags::NONE || format.nan() == Some(bits)) =>
        {
            Err(format!("`{word}` is no power of two of {}, which has those from 2^{} to 2^{}.", format.name, format.emin(), format.emax()))
        }
        Literal::Number { negative: true, .. } if format.sign_mask() == 0 => {
            Err(format!("`{word}` has a sign, and {} has none.", format.name))
        }
        _ => Ok(bits),
    }
}
