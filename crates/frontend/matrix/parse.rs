//! From a line to what it computes: one element of D, or every element of one lane.
//!
//! `mma… {d}, {a of every k}, {b of every k}, {c}` is one element: a row of A and a column of B, numbers or registers with one number each.
//! With as many registers as the manual gives a lane, the line is the whole instruction: `a0@5` has the bits of lane 5, `a0` those of every
//! other lane, and shown is what lane `%laneid` gets.
//! A of `mma.sp` has the K / 2 numbers that are kept, and behind C stand the indices, for one element those of its row: four bits for each
//! chunk. Without indices one element has all K numbers of A, zeros included.

use super::{Form, Head, Matrix, Sparse, Wmma, absent, at_once, container, format, heading, registers, scale};
use crate::instruction::Context;
use crate::number::{Encoding, F32, Format, U32, U64};
use crate::rounding::{Flags, Literal, Mode, read as read_literal, read_or_power};
use crate::syntax::{Diagnostic, Token, TokenKind, lex};
use crate::tensor_core::{OpenQuestion, Path, Row, find};
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
    /// Its row among the matrix instructions.
    pub form: &'static Form,
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
    /// How many products one machine instruction adds.
    pub step: usize,
    /// What a sparse A leaves out, and its indices; None where A has all its zeros.
    pub sparse: Option<(Sparse, Option<Item>)>,
    /// The machine instructions that it becomes; empty where nobody looked.
    pub becomes: String,
}

impl Plan {
    /// How many products go into an element of D.
    pub fn products(&self) -> usize {
        if self.sparse.is_some() { self.length / 2 } else { self.length }
    }
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
    ["mma.", "wmma.", "wgmma.", "tcgen05.mma"].iter().any(|begins| text.starts_with(begins))
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
    let (form, head) = heading(&text[span.clone()], span.clone(), context)?;
    if matches!(head.wmma, Some(Wmma::Load(_) | Wmma::Store)) {
        let said = "wmma.load and wmma.store copy between registers and memory: they run in a kernel (.visible .entry), not alone.";
        return error("not-covered", span, said);
    }
    if !form.runs {
        return error("not-covered", span.clone(), absent(&text[span]));
    }
    let becomes = form.lowered(&head, context.target.number());
    let (Some(path), Some(shape)) = (head.path, head.shape) else {
        return error(
            "descriptor",
            span,
            "The types of tcgen05.mma are in a descriptor. Choose them under Tensor cores, or run one element of mma or wgmma.",
        );
    };
    if head.types.iter().any(|name| format(name).is_none()) {
        return error("not-covered", span, "Matrices of integers run in a kernel (.visible .entry), not alone.");
    }
    let types: Vec<&'static Format> = head.types.iter().filter_map(|name| format(name)).collect();
    let [d, a, b] = [0, 1, 2].map(|place| types.get(place).copied().unwrap_or(F32::ROW));
    let c = types.get(3).copied().unwrap_or(d);
    let length = shape.k as usize;
    let Some(row) = find(context.target.number(), path, &head.kind, [a, b, d], scale(&head), length) else {
        return error("nobody-knows", span, format!("Nobody has published how {} adds these products.", context.target));
    };
    let (groups, rest) = groups(text, span.end)?;
    if path == Path::Wgmma && !rest.is_empty() {
        let said = "B of wgmma, and often A, is in shared memory behind a descriptor. Write one element instead: d, a row of A, a column of B and c, each in braces.";
        return error("descriptor", rest, said);
    }
    let count = |place: usize| groups.get(place).map_or(0, Vec::len);
    let kept = if row.is_sparse() { length / 2 } else { length };
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
    let has_indices = row.is_sparse() && !rest.is_empty();
    let across = if has_indices { kept } else { length };
    let element = count(1) == across && count(2) == length && count(0) == 1 && count(3) == 1;
    let registers =
        [(Matrix::C, d), (Matrix::A, a), (Matrix::B, b), (Matrix::C, c)].map(|(matrix, format)| registers(&head, matrix, format.name));
    let in_lanes = scales == 0 && matches!(path, Path::MmaSync | Path::MmaSp);
    let whole = in_lanes && has_indices == row.is_sparse() && (0..4).all(|place| count(place) == registers[place]);
    if !element && !whole {
        let whole = format!("{}, {}, {} and {} registers", registers[0], registers[1], registers[2], registers[3]);
        let behind = if row.is_sparse() { ", with the indices behind them" } else { "" };
        let also = if in_lanes { format!(", or the whole instruction {whole}{behind}") } else { String::new() };
        let said = match (row.is_sparse(), has_indices) {
            (false, _) => "",
            (true, true) => ", where indices follow",
            (true, false) => ", where no indices follow",
        };
        let message = format!("One element takes 1, {across}, {length} and 1 numbers in its braces{said}{also}.");
        return error("operand-count", span.end..text.len(), message);
    }
    if element && scales > 0 && (count(4) != scales || count(5) != scales) {
        return error("operand-count", span.end..text.len(), format!("There are {scales} scales of a and {scales} of b."));
    }
    let sparse = if row.is_sparse() { Some(sparse(text, rest, &head, a, element)?) } else { None };
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
    notes.push(Diagnostic::note(said.0, span.clone(), said.1));
    if row.is_sparse() {
        notes.push(Diagnostic::note("not-measured", span, OpenQuestion::Sparse.sentence()));
    }
    let step = at_once(&head, row, if row.is_sparse() { length / 2 } else { length });
    Ok(Plan { form, head, row, formats: [a, b, c], operands: operands?, element, length, step, sparse, becomes })
}

/// What follows the braces where A is sparse: the indices, and the number that says which lanes have them; nothing where A has its zeros.
fn sparse(text: &str, rest: Range<usize>, head: &Head, a: &'static Format, element: bool) -> Read<(Sparse, Option<Item>)> {
    let bits = container(head, a);
    let chunks = Sparse::chunks(head, bits);
    let of = |selector| Sparse::of(head, bits, selector).or_else(|why| error("operand", rest.clone(), why));
    if rest.is_empty() {
        return Ok((of(Some(0))?, None));
    }
    let (indices, selector) = match text[rest.clone()].split_once(',') {
        Some((indices, selector)) => (indices, Some(selector.trim())),
        None => (&text[rest.clone()], None),
    };
    let start = rest.start + indices.len() - indices.trim_start().len();
    let span = start..start + indices.trim().len();
    let own = if element && chunks > 8 { U64 } else { U32 };
    let indices = item(text, span.clone(), own, element)?;
    if let Source::Number(bits) = indices.source
        && chunks < 16
        && bits >> (4 * chunks) != 0
    {
        return error("literal", span, format!("A row of A has {chunks} chunks here: its indices have {} bits.", 4 * chunks));
    }
    // Both are integers, and not numbers that are rounded to one.
    let is_real = |word: &str| {
        word.contains('.') || !word.starts_with("0x") && word.starts_with(|first: char| first.is_ascii_digit()) && word.contains(['e', 'E'])
    };
    if is_real(&text[span.clone()]) {
        return error("literal", span, "The indices are bits: write them as 0x44444444.");
    }
    let whole = |word: &&str| !is_real(word);
    let selector = match selector.filter(whole) {
        Some(word) => read_literal(word).ok().map(|literal| literal.to_bits(U32, Mode::Rn).0),
        None => Some(0).filter(|_| element && !text[rest.clone()].contains(',')),
    };
    Ok((of(selector)?, Some(indices)))
}

/// The items of every pair of braces, as places in the text.
type Groups = Vec<Vec<Range<usize>>>;

/// Those of a text, and what follows them without a semicolon, which only a sparse A and `wgmma` have.
fn groups(text: &str, from: usize) -> Read<(Groups, Range<usize>)> {
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
    let rest = text[at..].trim().trim_end_matches(';').trim_end();
    if rest.is_empty() {
        return Ok((groups, at..at));
    }
    match rest.strip_prefix(',').filter(|_| ["mma.sp", "wgmma"].iter().any(|begins| text.trim_start().starts_with(begins))) {
        Some(operands) => {
            let start = text.len() - text[at..].trim_start().len() + 1;
            Ok((groups, start..start + operands.len()))
        }
        None => error("rest", at..text.len(), format!("`{rest}` follows the operands and does not belong there.")),
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
