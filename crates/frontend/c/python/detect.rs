//! Whether a text is Python rather than C. The page asks this before the code of either is there.

use crate::c::token::{Kind, Piece, assigns, ends_operand};
use crate::c::types::{is_type_word, lists};

/// Modules by the names that people give them.
const MODULES: &str = " np numpy jnp jax torch ml_dtypes math ";
/// Words that only Python has between two operands, and those that begin one of its statements with a colon.
const BETWEEN: &str = " and or is in ";
const BEGINNINGS: &str = " for while if ";

/// Whether some pieces of a text, comments left out, are Python.
pub fn is_python(text: &str, pieces: &[Piece]) -> bool {
    let shown = |at: usize| pieces.get(at).map_or("", |piece| &text[piece.span.clone()]);
    let name = |at: usize| pieces.get(at).is_some_and(|piece| piece.kind == Kind::Name);
    let operand = |at: usize| name(at) || pieces.get(at).is_some_and(|piece| piece.kind == Kind::Number) || shown(at) == "(";
    let has = |word: &str| (0..pieces.len()).any(|at| shown(at) == word);
    // What has braces is C or PTX, and what has a bar has registers before it.
    if has("{") || has("|") {
        return false;
    }
    let gap = |at: usize| if at == 0 { "\n" } else { &text[pieces[at - 1].span.end..pieces[at].span.start] };
    let begins = |at: usize| gap(at).contains('\n') || shown(at - 1) == ";";
    let computes =
        pieces.iter().any(|piece| piece.kind == Kind::Operator && !matches!(&text[piece.span.clone()], ";" | "." | "," | "?" | ":"));
    let ends = |at: usize| {
        text[pieces[at].span.end..].lines().next().is_some_and(|rest| rest.split('#').next().unwrap_or(rest).trim_end().ends_with(':'))
    };
    let marks = |at: usize| {
        let word = shown(at);
        let behind = !begins(at) && ends_operand(&pieces[at - 1], text);
        match word {
            "**" => behind && !is_type_word(shown(at - 1)) && (operand(at + 1) || matches!(shown(at + 1), "-" | "+")),
            "[" => at > 0 && matches!(shown(at - 1), "=" | "(") && !has(";"),
            _ if !name(at) => false,
            "True" | "False" | "None" => computes,
            "not" => computes && operand(at + 1),
            "if" if behind => (at..pieces.len()).any(|at| shown(at) == "else"),
            _ if lists(BETWEEN, word) => behind && computes && (operand(at + 1) || shown(at + 1) == "not"),
            _ if lists(MODULES, word) => shown(at + 1) == "." && name(at + 2) && gap(at + 1).is_empty() && gap(at + 2).is_empty(),
            // C has a letter there, in quotes.
            "float" => {
                let inner = text[pieces[at].span.end..].strip_prefix('(').unwrap_or("");
                inner.starts_with('"')
                    || inner.starts_with('\'') && inner.as_bytes().get(1) != Some(&b'\\') && inner.as_bytes().get(2) != Some(&b'\'')
            }
            "print" | "range" => begins(at) && shown(at + 1) == "(",
            "import" | "from" | "def" => begins(at) && name(at + 1),
            _ => begins(at) && lists(BEGINNINGS, word) && ends(at),
        }
    };
    // What C takes for a comment is a quotient where it stands in parentheses.
    let open = |word: &str| pieces.iter().filter(|piece| text[piece.span.clone()] == *word).count();
    let divides = || text.contains("//") && open("(") > open(")") && !has(";");
    (0..pieces.len()).any(marks) || divides() || several(text, pieces)
}

/// Whether lines without semicolons each give a name its value, but perhaps the last.
fn several(text: &str, pieces: &[Piece]) -> bool {
    let shown = |piece: Option<&Piece>| piece.map_or("", |piece| &text[piece.span.clone()]);
    let mut lines: Vec<&[Piece]> = pieces.chunk_by(|a, b| !text[a.span.end..b.span.start].contains('\n')).collect();
    let gives =
        |own: &&[Piece]| own[0].kind == Kind::Name && assigns(shown(own.get(1))) && !own.iter().any(|piece| shown(Some(piece)) == ";");
    let Some(last) = lines.pop().filter(|_| !lines.is_empty()) else { return false };
    let alone = |own: &[Piece]| !own.windows(2).any(|pair| pair.iter().all(|piece| matches!(piece.kind, Kind::Name | Kind::Number)));
    lines.iter().all(gives) && (gives(&last) || alone(last) && last.iter().all(|piece| !matches!(shown(Some(piece)), ";" | ".")))
}
