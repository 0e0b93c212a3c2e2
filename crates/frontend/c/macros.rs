//! What the preprocessor does: conditions, macros, and lines that go on behind a backslash.

use super::token::{Kind as Cut, Piece};
use crate::instruction::Context;
use crate::number::interned;
use core::ops::Range;
use std::sync::Mutex;

/// Pieces that macros may make.
const PIECES: usize = 100_000;
/// Parentheses and signs of a condition inside one another, at most.
const DEPTH: u32 = 64;

/// The number of a line.
pub(super) const LINE: &str = "__LINE__";

/// What a text defines.
struct Macro {
    name: String,
    parameters: Option<Vec<String>>,
    body: Vec<Piece>,
}

/// The preprocessor.
struct Preprocessor<'a> {
    text: &'a str,
    /// The bytes at which lines end.
    ends: Vec<usize>,
    macros: Vec<Macro>,
    /// Of each condition around: whether its part is read, and whether one of its parts was.
    conditions: Vec<(bool, bool)>,
    /// The last piece of the text itself, outside of all macros.
    outermost: Range<usize>,
    /// What nvcc defines of itself, with its number.
    given: [(&'static str, i64); 4],
}

/// Replaces what `#define` names, and leaves out what `#if` does. A macro is known from its line on. The error is a sentence.
pub(super) fn expanded(text: &str, pieces: Vec<Piece>, context: &Context) -> Result<Vec<Piece>, &'static str> {
    let shown = |piece: &Piece| &text[piece.span.clone()];
    let directs = |pair: &[Piece]| shown(&pair[0]) == "#" && !matches!(shown(&pair[1]), "include" | "pragma");
    if !pieces.windows(2).any(directs) && pieces.iter().all(|piece| shown(piece) != "\\") {
        return Ok(pieces);
    }
    let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect();
    let arch = i64::from(context.target.number()) * 10;
    let given = [("__CUDACC__", 1), ("__NVCC__", 1), ("__CUDA_ARCH__", arch), ("__cplusplus", 201_703)];
    Preprocessor { text, ends, macros: Vec::new(), conditions: Vec::new(), outermost: 0..0, given }.run(pieces)
}

impl<'a> Preprocessor<'a> {
    fn shown(&self, piece: &Piece) -> &'a str {
        if piece.word.is_empty() { &self.text[piece.span.clone()] } else { piece.word }
    }

    fn line_of(&self, piece: &Piece) -> usize {
        self.ends.partition_point(|end| *end < piece.span.start)
    }

    fn is_read(&self) -> bool {
        self.conditions.iter().all(|(read, _)| *read)
    }

    fn run(mut self, pieces: Vec<Piece>) -> Result<Vec<Piece>, &'static str> {
        let (mut taken, mut all): (usize, Vec<Piece>) = (0, Vec::new());
        let mut waiting: Vec<Piece> = pieces.into_iter().rev().collect();
        while let Some(piece) = waiting.pop() {
            taken += 1;
            if piece.span.start > self.outermost.start {
                self.outermost = piece.span.clone();
            }
            if taken + waiting.len() > PIECES {
                return Err("The macros of this text replace one another without an end, or make it too long.");
            }
            let word = waiting.last().map_or("", |next| self.shown(next));
            if self.shown(&piece) == "#" && !matches!(word, "include" | "pragma") {
                let line = self.rest_of_line(&piece, &mut waiting);
                self.directive(&line)?;
            } else if self.is_read() && !self.joins_lines(&piece) {
                self.piece(piece, &mut waiting, &mut all);
            }
        }
        if self.conditions.is_empty() { Ok(all) } else { Err("An `#if` of this text has no `#endif`.") }
    }

    /// Whether a piece is the sign at the end of a line that goes on in the next one.
    fn joins_lines(&self, piece: &Piece) -> bool {
        let behind = || self.text[piece.span.end..].trim_start_matches([' ', '\t', '\r']);
        self.shown(piece) == "\\" && behind().starts_with('\n')
    }

    /// The pieces of a directive behind its `#`.
    fn rest_of_line(&self, begin: &Piece, waiting: &mut Vec<Piece>) -> Vec<Piece> {
        let (mut line, mut own) = (self.line_of(begin), Vec::<Piece>::new());
        while let Some(next) = waiting.last() {
            if self.line_of(next) != line {
                if own.last().is_none_or(|last| self.shown(last) != "\\") {
                    break;
                }
                own.pop();
                line += 1;
                continue;
            }
            own.extend(waiting.pop());
        }
        own.retain(|piece| self.shown(piece) != "\\");
        own
    }

    fn directive(&mut self, line: &[Piece]) -> Result<(), &'static str> {
        let word = line.first().map_or("", |first| self.shown(first));
        let name = line.get(1).map_or("", |second| self.shown(second));
        let is_defined = self.is_defined(name);
        match word {
            "ifdef" => self.conditions.push((is_defined, is_defined)),
            "ifndef" => self.conditions.push((!is_defined, !is_defined)),
            "if" => {
                let holds = self.is_read() && self.condition(&line[1..]).ok_or("The condition of an `#if` is not understood.")?;
                self.conditions.push((holds, holds));
            }
            "elif" | "else" => {
                let (_, before) = self.conditions.pop().ok_or("This `#else` has no `#if` before it.")?;
                let holds = !before && self.is_read() && (word == "else" || self.condition(&line[1..]).unwrap_or(false));
                self.conditions.push((holds, before || holds));
            }
            "endif" => drop(self.conditions.pop().ok_or("This `#endif` has no `#if` before it.")?),
            _ if !self.is_read() => {}
            "define" => return self.define(line),
            "undef" => self.macros.retain(|known| known.name != name),
            "error" => return Err("The text itself says by `#error` that it does not compile so."),
            _ => return Err("`#` begins a line that is not covered here: define, undef, if, ifdef, ifndef, elif, else, endif are."),
        }
        Ok(())
    }

    fn define(&mut self, line: &[Piece]) -> Result<(), &'static str> {
        let Some(name) = line.get(1) else { return Ok(()) };
        let opens = line.get(2).is_some_and(|open| self.shown(open) == "(" && open.span.start == name.span.end);
        let close = if opens { line.iter().position(|piece| self.shown(piece) == ")") } else { None };
        let names = |close: usize| line[3..close.max(3)].iter().filter(|piece| piece.kind == Cut::Name);
        let parameters = close.map(|close| names(close).map(|piece| self.shown(piece).to_owned()).collect());
        let body = line[close.map_or(2, |close| close + 1).min(line.len())..].to_vec();
        let parameters: Option<Vec<String>> = parameters;
        let is_parameter = |piece: &Piece| parameters.iter().flatten().any(|name| piece.kind == Cut::Name && name == self.shown(piece));
        let sign = |at: &usize| self.shown(&body[*at]) == "#";
        if (0..body.len()).filter(sign).any(|at| !body.get(at + 1).is_some_and(is_parameter)) {
            return Err("A macro that joins names with `##` is not covered here.");
        }
        self.macros.push(Macro { name: self.shown(name).to_owned(), parameters, body });
        Ok(())
    }

    /// One piece: a macro's own come in its place.
    fn piece(&self, piece: Piece, waiting: &mut Vec<Piece>, all: &mut Vec<Piece>) {
        let known = if piece.kind == Cut::Name { self.macros.iter().rev().find(|known| known.name == self.shown(&piece)) } else { None };
        match known {
            Some(Macro { parameters: None, body, .. }) => {
                waiting.extend(body.iter().rev().filter(|own| self.shown(own) != self.shown(&piece)).cloned());
            }
            Some(Macro { parameters: Some(names), body, .. }) if waiting.last().is_some_and(|next| self.shown(next) == "(") => {
                waiting.pop();
                let (mut arguments, mut depth): (Vec<Vec<Piece>>, i32) = (vec![Vec::new()], 0);
                while let Some(next) = waiting.pop() {
                    match self.shown(&next) {
                        ")" if depth == 0 => break,
                        "," if depth == 0 => {
                            arguments.push(Vec::new());
                            continue;
                        }
                        "(" => depth += 1,
                        ")" => depth -= 1,
                        _ => {}
                    }
                    if let Some(last) = arguments.last_mut() {
                        last.push(next);
                    }
                }
                let names_itself = |own: &Piece| self.shown(own) == self.shown(&piece);
                for (at, own) in body.iter().enumerate().rev().filter(|(_, own)| !names_itself(own)) {
                    let argument = names.iter().position(|name| own.kind == Cut::Name && name == self.shown(own));
                    match argument.map(|place| arguments.get(place).map_or(&[][..], Vec::as_slice)) {
                        Some(argument) if at > 0 && self.shown(&body[at - 1]) == "#" => waiting.push(self.quoted(argument, &piece)),
                        Some(argument) => waiting.extend(argument.iter().rev().cloned()),
                        None if self.shown(own) == "#" => {}
                        None => waiting.push(own.clone()),
                    }
                }
            }
            // The line on which a macro stands.
            _ if self.shown(&piece) == LINE => all.push(Piece { span: self.outermost.clone(), word: LINE, ..piece }),
            _ => all.push(piece),
        }
    }

    /// An argument as a text in quotes, which `#` makes of it.
    fn quoted(&self, argument: &[Piece], called: &Piece) -> Piece {
        static TEXTS: Mutex<Vec<&'static String>> = Mutex::new(Vec::new());
        let (mut text, mut end) = ("\"".to_owned(), None);
        for piece in argument {
            let word = self.shown(piece);
            text.push_str(if end.is_some_and(|end| end != piece.span.start) { " " } else { "" });
            text.push_str(&if piece.kind == Cut::Text { word.replace('\\', "\\\\").replace('"', "\\\"") } else { word.to_owned() });
            end = Some(piece.span.end);
        }
        text.push('"');
        Piece { kind: Cut::Text, span: called.span.clone(), word: interned(&TEXTS, text).as_str() }
    }

    fn is_defined(&self, name: &str) -> bool {
        self.macros.iter().any(|known| known.name == name) || self.given.iter().any(|(known, _)| *known == name)
    }

    fn condition(&self, pieces: &[Piece]) -> Option<bool> {
        let mut at = 0;
        let value = self.level(pieces, &mut at, 0, DEPTH)?;
        (at == pieces.len()).then_some(value != 0)
    }

    fn level(&self, pieces: &[Piece], at: &mut usize, level: usize, depth: u32) -> Option<i64> {
        const LEVELS: [&[&str]; 6] = [&["||"], &["&&"], &["==", "!="], &["<=", ">=", "<", ">"], &["+", "-"], &["*", "/", "%"]];
        let Some(operators) = LEVELS.get(level) else { return self.number(pieces, at, depth.checked_sub(1)?) };
        let mut left = self.level(pieces, at, level + 1, depth)?;
        while let Some(operator) = pieces.get(*at).map(|piece| self.shown(piece)).filter(|word| operators.contains(word)) {
            *at += 1;
            let right = self.level(pieces, at, level + 1, depth)?;
            left = match operator {
                "||" => i64::from(left != 0 || right != 0),
                "&&" => i64::from(left != 0 && right != 0),
                "==" => i64::from(left == right),
                "!=" => i64::from(left != right),
                "<=" => i64::from(left <= right),
                ">=" => i64::from(left >= right),
                "<" => i64::from(left < right),
                ">" => i64::from(left > right),
                "+" => left.wrapping_add(right),
                "-" => left.wrapping_sub(right),
                "*" => left.wrapping_mul(right),
                "/" => left.checked_div(right)?,
                _ => left.checked_rem(right)?,
            };
        }
        Some(left)
    }

    fn number(&self, pieces: &[Piece], at: &mut usize, depth: u32) -> Option<i64> {
        let word = self.shown(pieces.get(*at)?);
        *at += 1;
        let next = |at: &mut usize, wanted: &str| {
            let is = pieces.get(*at).is_some_and(|piece| self.shown(piece) == wanted);
            *at += usize::from(is);
            is
        };
        match word {
            "!" => self.number(pieces, at, depth.checked_sub(1)?).map(|value| i64::from(value == 0)),
            "-" => self.number(pieces, at, depth.checked_sub(1)?).map(i64::wrapping_neg),
            "(" => self.level(pieces, at, 0, depth.checked_sub(1)?).filter(|_| next(at, ")")),
            "defined" => {
                let opens = next(at, "(");
                let name = self.shown(pieces.get(*at)?);
                *at += 1;
                (!opens || next(at, ")")).then(|| i64::from(self.is_defined(name)))
            }
            _ if pieces[*at - 1].kind == Cut::Number => {
                let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
                digits.strip_prefix("0x").map_or_else(|| digits.parse().ok(), |digits| i64::from_str_radix(digits, 16).ok())
            }
            _ => {
                if let Some((_, value)) = self.given.iter().find(|(name, _)| *name == word) {
                    return Some(*value);
                }
                match self.macros.iter().rev().find(|known| known.name == word && known.parameters.is_none()) {
                    Some(known) => self.level(&known.body, &mut 0, 0, depth.checked_sub(1)?),
                    // A name that nothing defines is zero.
                    None => Some(0),
                }
            }
        }
    }
}
