//! What a text puts around its definitions: `extern "C"` and namespaces of its own. Their braces and names go, so that all is one scope.

use super::token::{Kind as Cut, Piece};
use crate::syntax::Diagnostic;

/// A brace that goes, with its namespace.
struct Open {
    /// How many other braces are open around it.
    depth: usize,
    space: String,
    /// The piece that opens it.
    at: usize,
}

/// Namespaces whose names the library has.
const OF_LIBRARY: [&str; 3] = ["std", "nvcuda", "cooperative_groups"];

/// The pieces of a text without its scopes. A name that two of them declare would be one name here, so it is refused.
pub(super) fn flattened(text: &str, pieces: Vec<Piece>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Piece> {
    let shown = |at: usize| pieces.get(at).map_or("", |piece| &text[piece.span.clone()]);
    let is = |at: usize, kind: Cut| pieces.get(at).is_some_and(|piece| piece.kind == kind);
    // Where a path of names ends, `a::b`.
    let path = |from: usize| (from..).find(|at| !is(*at, Cut::Name) && shown(*at) != "::").unwrap_or(from);
    let mut open: Vec<Open> = Vec::new();
    let mut spaces: Vec<&str> = Vec::new();
    let mut declared: Vec<(&str, String)> = Vec::new();
    let mut all = Vec::with_capacity(pieces.len());
    let (mut at, mut depth, mut is_value) = (0, 0, false);
    while at < pieces.len() {
        let inside = open.last().map_or("", |last| &*last.space);
        let begin = at + usize::from(shown(at) == "inline");
        let end = path(begin + 1);
        let names = || (begin + 1..end).map(shown).filter(|name| *name != "::");
        let is_own = |at: usize| spaces.contains(&shown(at));
        match shown(begin) {
            "extern" if is(begin + 1, Cut::Text) && shown(begin + 2) == "{" => {
                open.push(Open { depth, space: inside.to_owned(), at });
                at = begin + 3;
                continue;
            }
            "namespace" if shown(end) == "{" => {
                let space = [inside, "::", &names().collect::<Vec<_>>().join("::")].concat();
                spaces.extend(names().filter(|name| !OF_LIBRARY.contains(name)));
                open.push(Open { depth, space, at });
                at = end + 1;
                continue;
            }
            // Another name of it, `namespace x = a::b;`
            "namespace" if shown(end) == "=" && is_own(end + 1) => {
                spaces.extend(names());
                at = path(end + 1) + 1;
                continue;
            }
            // `using namespace a;`, `using a::x;`
            "using" if is_own(begin + 1) || shown(begin + 1) == "namespace" && is_own(begin + 2) => {
                at = end + 1;
                continue;
            }
            _ => {}
        }
        match shown(at) {
            "}" if open.last().is_some_and(|last| last.depth == depth) => {
                open.pop();
                at += 1;
                continue;
            }
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            "=" => is_value = true,
            ";" => is_value = false,
            _ => {}
        }
        // `a::x` is x; also behind the sign of the whole text.
        let is_member = shown(at + 1) == "::" && is(at + 2, Cut::Name);
        if is_member && is_own(at) {
            at += 2;
            continue;
        }
        let is_first = !(at > 0 && (is(at - 1, Cut::Name) || shown(at - 1) == ">"));
        if shown(at) == "::" && is(at + 1, Cut::Name) && (is_first || shown(at - 1) == "return") {
            at += 1;
            continue;
        }
        let typed = at > 0 && (is(at - 1, Cut::Name) || matches!(shown(at - 1), "*" | "&" | ">"));
        let ends = matches!(shown(at + 1), "(" | "=" | ";" | "[" | "{" | ",");
        let is_of_scope = depth == open.last().map_or(0, |last| last.depth) && !is_value;
        if is(at, Cut::Name) && typed && ends && is_of_scope {
            let (name, space) = (shown(at), open.last().map_or("", |last| &*last.space));
            if declared.iter().any(|(known, other)| *known == name && *other != space) {
                let message = format!("`{name}` is declared in two namespaces, which are one scope here.");
                diagnostics.push(Diagnostic::error("namespace", pieces[at].span.clone(), message));
            }
            declared.push((name, space.to_owned()));
        }
        all.push(pieces[at].clone());
        at += 1;
    }
    if let Some(last) = open.last() {
        diagnostics.push(Diagnostic::error("unbalanced-brace", pieces[last.at].span.clone(), "The brace behind this is not closed."));
    }
    all
}
