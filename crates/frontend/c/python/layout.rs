//! Python's lines as C's statements: what is indented stands in braces, a line ends with a semicolon, a condition stands in parentheses.
//!
//!     if x < 0:         if ( x < 0 ) {
//!         x = -x            x = -x ; }
//!
//! Each piece keeps its place in the text, so that each message names that place.

use crate::c::token::{Kind, Piece, end_of_number, end_of_text};
use crate::syntax::Diagnostic;

const THREE: [&str; 5] = ["**=", "//=", "<<=", ">>=", "..."];
const TWO: [&str; 20] =
    ["**", "//", "->", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", "<=", ">=", "==", "!=", "<<", ">>", "<>"];
const ONE: &str = "+-*/%^(),;:=<>&|~[].@{}!";

/// Cuts a text into pieces, comments among them.
pub fn pieces(text: &str) -> Vec<Piece> {
    let (bytes, mut pieces, mut at) = (text.as_bytes(), Vec::new(), 0);
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii_whitespace() || byte == b'\\' && matches!(bytes.get(at + 1), Some(b'\n' | b'\r')) {
            at += 1;
            continue;
        }
        let begins = |all: &[&str]| all.iter().any(|operator| text[at..].starts_with(operator));
        let digit = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        let (kind, end) = match byte {
            b'#' => (Kind::Comment, text[at..].find('\n').map_or(text.len(), |length| at + length)),
            b'"' | b'\'' => (Kind::Text, end_of_text(bytes, at)),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let length = bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
                (Kind::Name, at + length)
            }
            b'0'..=b'9' => (Kind::Number, end_of_number(bytes, at)),
            b'.' if digit => (Kind::Number, end_of_number(bytes, at)),
            _ if begins(&THREE) => (Kind::Operator, at + 3),
            _ if begins(&TWO) => (Kind::Operator, at + 2),
            _ if ONE.as_bytes().contains(&byte) => (Kind::Operator, at + 1),
            _ => (Kind::Unknown, at + text[at..].chars().next().map_or(1, char::len_utf8)),
        };
        pieces.push(Piece { kind, span: at..end, word: "" });
        at = end;
    }
    pieces
}

/// Statements inside one another, at most.
const DEPTH: usize = 100;

/// The pieces as C has them. What is not indented as Python asks is said.
pub fn laid_out(text: &str, pieces: Vec<Piece>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Piece> {
    let mut layout = Layout { text, all: Vec::with_capacity(pieces.len() * 2), columns: vec![0], diagnostics };
    let (mut depth, mut line, mut last) = (0i32, Vec::new(), 0);
    for piece in pieces {
        let gap = &text[last..piece.span.start];
        let joined = gap.contains('\\');
        if gap.contains('\n') && depth <= 0 && !joined && !line.is_empty() {
            layout.line(core::mem::take(&mut line));
            depth = 0;
        }
        depth += match &text[piece.span.clone()] {
            "(" | "[" | "{" => 1,
            ")" | "]" | "}" => -1,
            _ => 0,
        };
        last = piece.span.end;
        line.push(piece);
    }
    if !line.is_empty() {
        layout.line(line);
    }
    let end = text.trim_end().len();
    if layout.all.last().is_some_and(|last| last.word == "{") {
        layout.wrong(end, "An indented line is missing here.");
    }
    while layout.columns.len() > 1 {
        layout.columns.pop();
        layout.add(end, "}");
    }
    layout.all
}

struct Layout<'a> {
    text: &'a str,
    all: Vec<Piece>,
    /// The columns at which the blocks around begin.
    columns: Vec<usize>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Layout<'_> {
    fn add(&mut self, at: usize, word: &'static str) {
        self.all.push(Piece { kind: Kind::Operator, span: at..at, word });
    }

    fn shown(&self, piece: &Piece) -> &str {
        &self.text[piece.span.clone()]
    }

    /// One line, which may go on in the lines of the text below.
    fn line(&mut self, line: Vec<Piece>) {
        let start = line[0].span.start;
        let head = self.text[..start].rfind('\n').map_or(0, |end| end + 1);
        // A tab goes on to the next column of eight.
        let column = self.text[head..start].bytes().fold(0, |column, byte| if byte == b'\t' { (column / 8 + 1) * 8 } else { column + 1 });
        let opens = self.all.last().is_some_and(|last| last.word == "{");
        let current = self.columns.last().copied().unwrap_or(0);
        // The first line says where the text begins.
        if self.all.is_empty() {
            self.columns[0] = column;
        } else if opens {
            if column <= current {
                self.wrong(start, "An indented line is missing here: what belongs to the line above stands further right.");
            }
            self.columns.push(column.max(current + 1));
        } else if column > current {
            self.wrong(start, "This line is indented more than the one above, which opens nothing.");
        } else {
            while self.columns.len() > 1 && self.columns.last().is_some_and(|own| column < *own) {
                self.columns.pop();
                self.add(start, "}");
            }
            if self.columns.last() != Some(&column) {
                self.wrong(start, "This line is indented like none of the lines that it could belong to.");
            }
        }
        self.statements(line);
    }

    fn wrong(&mut self, at: usize, message: &str) {
        let end = at + self.text[at..].chars().next().map_or(0, char::len_utf8);
        self.diagnostics.push(Diagnostic::error("indentation", at..end, message));
    }

    /// The statements of a line, and those behind a colon.
    fn statements(&mut self, mut line: Vec<Piece>) {
        if self.columns.len() > DEPTH {
            self.wrong(line[0].span.start, "This is nested too deeply.");
            return;
        }
        let word = self.shown(&line[0]).to_owned();
        if !matches!(&*word, "if" | "elif" | "else" | "while" | "for" | "def" | "class" | "with" | "try" | "except" | "finally") {
            let end = line.last().map_or(0, |last| last.span.end);
            self.all.append(&mut line);
            self.add(end, ";");
            return;
        }
        let mut depth = 0;
        let colon = line.iter().position(|piece| {
            depth += match self.shown(piece) {
                "(" | "[" | "{" => 1,
                ")" | "]" | "}" => -1,
                _ => 0,
            };
            depth == 0 && self.shown(piece) == ":"
        });
        let Some(colon) = colon else {
            let end = line.last().map_or(0, |last| last.span.end);
            self.diagnostics.push(Diagnostic::error(
                "missing-colon",
                line[0].span.clone(),
                format!("A colon is missing at the end of `{word}`."),
            ));
            self.all.append(&mut line);
            self.add(end, ";");
            return;
        };
        let rest = line.split_off(colon + 1);
        let opening = line.pop().map_or(0..0, |colon| colon.span);
        let mut line = line.into_iter();
        let tested = matches!(&*word, "if" | "elif" | "while");
        if let Some(mut first) = line.next() {
            let end = first.span.end;
            if word == "elif" {
                first.word = "else";
                self.all.push(first);
                self.all.push(Piece { kind: Kind::Name, span: end..end, word: "if" });
            } else {
                self.all.push(first);
            }
            if tested {
                self.add(end, "(");
            }
        }
        self.all.extend(line);
        if tested {
            self.add(opening.start, ")");
        }
        self.all.push(Piece { kind: Kind::Operator, span: opening.clone(), word: "{" });
        if !rest.is_empty() {
            self.statements(rest);
            let end = self.all.last().map_or(0, |last| last.span.end);
            self.add(end, "}");
        }
    }
}
