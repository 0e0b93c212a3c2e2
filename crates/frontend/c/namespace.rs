//! Namespaces: a name that a text qualifies is one name. What the library has of cooperative groups and of `std` is its own; elsewhere `std` says
//! nothing.

use super::token::{Kind as Cut, Piece};
use crate::syntax::Diagnostic;

/// The namespace of cooperative groups.
pub(super) const GROUPS: &str = "cooperative_groups";
/// Names in namespaces, as the library has them.
const NAMES: [&str; 25] = [
    "cooperative_groups::thread_block",
    "cooperative_groups::this_thread_block",
    "cooperative_groups::thread_block_tile",
    "cooperative_groups::tiled_partition",
    "cooperative_groups::coalesced_group",
    "cooperative_groups::coalesced_threads",
    "cooperative_groups::sync",
    "cooperative_groups::reduce",
    "cooperative_groups::plus",
    "cooperative_groups::less",
    "cooperative_groups::greater",
    "cooperative_groups::bit_and",
    "cooperative_groups::bit_or",
    "cooperative_groups::bit_xor",
    "std::max",
    "std::min",
    "std::fill",
    "std::iota",
    "std::accumulate",
    "std::copy",
    "std::min_element",
    "std::max_element",
    "std::swap",
    "std::pair",
    "std::make_pair",
];

/// The name in a namespace that a word is.
fn named(space: &str, word: &str) -> Option<&'static str> {
    NAMES.iter().find(|name| name.split_once("::") == Some((space, word))).copied()
}

/// Takes qualified names together: `std::sqrt` is `sqrt`, and `cg::reduce` a name that no text gives to something else. The same holds for a name
/// alone behind `using namespace`, unless the text has a function of that name.
pub(super) fn unqualified(text: &str, pieces: Vec<Piece>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Piece> {
    let shown = |at: usize| pieces.get(at).map_or("", |piece| &text[piece.span.clone()]);
    let is_name = |at: usize| pieces.get(at).is_some_and(|piece| piece.kind == Cut::Name);
    let defines = |word: &str| {
        let named = |at: &usize| shown(*at) == word && shown(at + 1) == "(";
        let typed = |at: usize| (is_name(at) && !matches!(shown(at), "return" | "else" | "case")) || matches!(shown(at), "*" | "&");
        (1..pieces.len()).filter(named).any(|at| typed(at - 1))
    };
    let (mut aliases, mut open, mut all, mut at) = (vec![GROUPS], Vec::new(), Vec::with_capacity(pieces.len()), 0);
    while at < pieces.len() {
        let word = shown(at);
        let qualifies = shown(at + 1) == "::" && is_name(at + 2);
        match word {
            "namespace" if shown(at + 2) == "=" && aliases.contains(&shown(at + 3)) && shown(at + 4) == ";" => {
                aliases.push(shown(at + 1));
                at += 5;
            }
            "using" if shown(at + 1) == "namespace" && (aliases.contains(&shown(at + 2)) || shown(at + 2) == "std") => {
                open.push(if shown(at + 2) == "std" { "std" } else { GROUPS });
                at += 3;
            }
            "cuda" if qualifies && shown(at + 2) == "std" => at += 2,
            "std" if qualifies => {
                let piece = pieces[at + 2].clone();
                all.push(named(word, shown(at + 2)).map_or(piece.clone(), |word| Piece { word, ..piece }));
                at += 3;
            }
            _ if qualifies && aliases.contains(&word) => {
                let piece = pieces[at + 2].clone();
                match named(GROUPS, shown(at + 2)) {
                    Some(word) => all.push(Piece { word, ..piece }),
                    None => {
                        let message = format!("`{}` of cooperative groups is not covered here.", shown(at + 2));
                        diagnostics.push(Diagnostic::error("not-covered", piece.span.clone(), message));
                        all.push(piece);
                    }
                }
                at += 3;
            }
            _ => {
                let member = at > 0 && (shown(at - 1) == "." || (shown(at - 1) == ">" && at > 1 && shown(at - 2) == "-"));
                // Elsewhere it is a name that the text gives to something; and CUDA's own max and min are nearer than those of `std`.
                let used = matches!(shown(at + 1), "(" | "<" | "&") || is_name(at + 1);
                let free = is_name(at) && used && !member && !matches!(word, "max" | "min");
                let found = open.iter().filter(|_| free).find_map(|space| named(space, word));
                let own = found.filter(|_| !defines(word));
                let piece = pieces[at].clone();
                all.push(own.map_or(piece.clone(), |word| Piece { word, ..piece }));
                at += 1;
            }
        }
    }
    all
}
