//! What a text puts around its definitions: `extern "C"` and namespaces of its own. Their braces and names go, so that all is one scope.

use super::library::intrinsics;
use super::token::{Kind as Cut, Piece};
use super::types::is_type_word;
use crate::instruction::cuda::function_named;
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

/// Whether the library has a function of a name, for floats or for doubles.
fn is_of_library(name: &str) -> bool {
    intrinsics().any(|(own, _)| own == name || own.strip_suffix('f') == Some(name)) || function_named(name).is_some()
}

/// The pieces of a text without its scopes. A name that would then be that of two things is refused: one that two scopes declare, one of the
/// library, and one that is qualified while a function or a structure declares it, too.
pub(super) fn flattened(text: &str, pieces: Vec<Piece>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Piece> {
    let shown = |at: usize| pieces.get(at).map_or("", |piece| &text[piece.span.clone()]);
    let is = |at: usize, kind: Cut| pieces.get(at).is_some_and(|piece| piece.kind == kind);
    // Where a path of names ends, `a::b`.
    let path = |from: usize| (from..).find(|at| !is(*at, Cut::Name) && shown(*at) != "::").unwrap_or(from);
    let mut open: Vec<Open> = Vec::new();
    let mut spaces: Vec<&str> = Vec::new();
    // What scopes declare, what stands inside of functions and structures, and what is qualified.
    let (mut declared, mut inside, mut qualified): (Vec<(&str, String)>, Vec<&str>, Vec<usize>) = (Vec::new(), Vec::new(), Vec::new());
    let mut all = Vec::with_capacity(pieces.len());
    let mut refused = |at: usize, message: String| {
        if diagnostics.iter().all(|said| said.message != message) {
            diagnostics.push(Diagnostic::error("namespace", pieces[at].span.clone(), message));
        }
    };
    let (mut at, mut depth, mut in_enumeration) = (0, 0, None);
    while at < pieces.len() {
        let own = open.last().map_or("", |last| &*last.space).to_owned();
        let of_scope = open.last().map_or(0, |last| last.depth);
        let begin = at + usize::from(shown(at) == "inline");
        let end = path(begin + 1);
        let names = || (begin + 1..end).map(shown).filter(|name| *name != "::");
        let is_own = |at: usize| spaces.contains(&shown(at));
        match shown(begin) {
            "extern" if is(begin + 1, Cut::Text) && shown(begin + 2) == "{" => {
                open.push(Open { depth, space: own, at });
                at = begin + 3;
                continue;
            }
            "namespace" if shown(end) == "{" => {
                let space = [&*own, "::", &names().collect::<Vec<_>>().join("::")].concat();
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
            "enum" => in_enumeration = Some(depth),
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
            _ => {}
        }
        if in_enumeration == Some(depth) && matches!(shown(at), "}" | ";") {
            in_enumeration = None;
        }
        // `a::x` is x; also behind the sign of the whole text.
        let is_first = !(at > 0 && (is(at - 1, Cut::Name) || shown(at - 1) == ">")) || shown(at.saturating_sub(1)) == "return";
        let behind = usize::from(is_own(at)) + 1;
        if (is_own(at) && shown(at + 1) == "::" || shown(at) == "::" && is_first) && is(at + behind, Cut::Name) {
            at += behind;
            qualified.push(at);
            continue;
        }
        let before = shown(at.wrapping_sub(1));
        let next = shown(at + 1);
        // Behind a sign stands a declared name, or an operand.
        let typed = match before {
            "*" | "&" | ">" => next != "(" || depth == of_scope || is_type_word(shown(at.wrapping_sub(2))),
            "," => matches!(next, "=" | ";" | "[") || depth == of_scope,
            _ => at > 0 && is(at - 1, Cut::Name) && before != "return",
        };
        let ends = matches!(next, "(" | "=" | ";" | "[" | "{" | "," | ")" | ":" | ">");
        let enumerates = in_enumeration.is_some_and(|around| around + 1 == depth) && matches!(before, "{" | ",");
        if is(at, Cut::Name) && (typed && ends || enumerates) {
            let name = shown(at);
            if depth == of_scope || enumerates && depth == of_scope + 1 {
                if declared.iter().any(|(known, other)| *known == name && *other != own) {
                    refused(at, format!("`{name}` is declared in two namespaces, which are one scope here."));
                }
                if !own.is_empty() && is_of_library(name) {
                    refused(at, format!("`{name}` is a function of the library, and namespaces are one scope here: give it another name."));
                }
                declared.push((name, own));
            } else {
                inside.push(name);
            }
        }
        all.push(pieces[at].clone());
        at += 1;
    }
    for at in qualified {
        let name = shown(at);
        if inside.contains(&name) {
            refused(at, format!("`{name}` is declared elsewhere, too, and qualified names are not told apart here: give it another name."));
        }
    }
    if let Some(last) = open.last() {
        diagnostics.push(Diagnostic::error("unbalanced-brace", pieces[last.at].span.clone(), "The brace behind this is not closed."));
    }
    all
}
