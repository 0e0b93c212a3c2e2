//! Namespaces: a name that a text qualifies is one name. What the library has of cooperative groups, of tensor cores and of `std` is its own;
//! elsewhere `std` says nothing.

use super::fragment::WMMA;
use super::fragment_calls::CALLS;
use super::token::{Kind as Cut, Piece};
use crate::syntax::{Diagnostic, Fix};

/// The namespace of cooperative groups.
pub(super) const GROUPS: &str = "cooperative_groups";
/// Those that the library has; `std` is one where a name of it stands there.
const SPACES: [&str; 4] = [GROUPS, NVCUDA, WMMA, "nvcuda::wmma::precision"];
const NVCUDA: &str = "nvcuda";
/// Names in namespaces, as the library has them.
const NAMES: [&str; 54] = [
    "cooperative_groups::cluster_group",
    "cooperative_groups::this_cluster",
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
    "nvcuda::wmma::fragment",
    "nvcuda::wmma::matrix_a",
    "nvcuda::wmma::matrix_b",
    "nvcuda::wmma::accumulator",
    "nvcuda::wmma::row_major",
    "nvcuda::wmma::col_major",
    "nvcuda::wmma::layout_t",
    "nvcuda::wmma::mem_row_major",
    "nvcuda::wmma::mem_col_major",
    "nvcuda::wmma::fill_fragment",
    "nvcuda::wmma::load_matrix_sync",
    "nvcuda::wmma::store_matrix_sync",
    "nvcuda::wmma::mma_sync",
    "nvcuda::wmma::__float_to_tf32",
    "nvcuda::wmma::precision::tf32",
    "std::max",
    "std::min",
    "std::fill",
    "std::iota",
    "std::accumulate",
    "std::copy",
    "std::min_element",
    "std::max_element",
    "std::swap",
    "std::inner_product",
    "std::count",
    "std::count_if",
    "std::find",
    "std::transform",
    "std::reverse",
    "std::less",
    "std::greater",
    "std::sort",
    "std::stable_sort",
    "std::pair",
    "std::make_pair",
    "std::byte",
    "std::to_integer",
];

/// The name in a namespace that a word is.
fn named(space: &str, word: &str) -> Option<&'static str> {
    NAMES.iter().find(|name| name.rsplit_once("::") == Some((space, word))).copied()
}

/// The namespace inside of another that a word is.
fn inner(space: &str, word: &str) -> Option<&'static str> {
    SPACES.into_iter().find(|own| own.rsplit_once("::") == Some((space, word)))
}

/// Takes qualified names together: `std::sqrt` is `sqrt`, and `cg::reduce` a name that no text gives to something else. The same holds for a name
/// alone behind `using namespace`, unless the text has a function of that name.
pub(super) fn unqualified(text: &str, pieces: Vec<Piece>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Piece> {
    let shown = |at: usize| pieces.get(at).map_or("", |piece| &text[piece.span.clone()]);
    let is_name = |at: usize| pieces.get(at).is_some_and(|piece| piece.kind == Cut::Name);
    let defines = |word: &str| {
        let named = |at: &usize| shown(*at) == word && shown(at + 1) == "(";
        let typed = |at: usize| is_name(at) && !matches!(shown(at), "return" | "else" | "case");
        // Behind a sign it may be an operand: a definition has a body.
        let has_body = |at: usize| {
            let mut depth = 0;
            let close = (at + 1..pieces.len()).find(|at| {
                depth += i32::from(shown(*at) == "(") - i32::from(shown(*at) == ")");
                depth == 0
            });
            close.is_some_and(|close| shown(close + 1) == "{")
        };
        let is_one = |at: usize| typed(at - 1) || matches!(shown(at - 1), "*" | "&") && at > 1 && typed(at - 2) && has_body(at);
        (1..pieces.len()).filter(named).any(is_one)
    };
    // The namespace of the library that stands at a place, and the place behind it.
    let space_at = |begin: usize, aliases: &[(&str, &'static str)], open: &[&'static str]| {
        let alias = aliases.iter().find(|(name, _)| *name == shown(begin)).map(|(_, space)| *space);
        let mut space = alias.or_else(|| open.iter().find_map(|space| inner(space, shown(begin))))?;
        let mut at = begin + 1;
        while shown(at) == "::"
            && let Some(own) = inner(space, shown(at + 1))
        {
            (space, at) = (own, at + 2);
        }
        Some((space, at))
    };
    let mut aliases = vec![(GROUPS, GROUPS), (NVCUDA, NVCUDA)];
    let (mut open, mut all, mut at) = (Vec::new(), Vec::with_capacity(pieces.len()), 0);
    while at < pieces.len() {
        let word = shown(at);
        let qualifies = shown(at + 1) == "::" && is_name(at + 2);
        // What `namespace x =` and `using namespace` name, and a name that is qualified.
        let from = match word {
            "namespace" if shown(at + 2) == "=" => at + 3,
            "using" if shown(at + 1) == "namespace" => at + 2,
            _ => at,
        };
        let space = if from > at || qualifies { space_at(from, &aliases, &open) } else { None };
        match (word, space) {
            ("namespace", Some((space, end))) if shown(end) == ";" => {
                aliases.push((shown(at + 1), space));
                at = end + 1;
            }
            ("using", Some((space, end))) => {
                open.push(space);
                at = end;
            }
            ("using", None) if from > at && shown(from) == "std" => {
                open.push("std");
                at += 3;
            }
            ("cuda", _) if qualifies && shown(at + 2) == "std" => at += 2,
            ("std", _) if qualifies => {
                let piece = pieces[at + 2].clone();
                all.push(named(word, shown(at + 2)).map_or(piece.clone(), |word| Piece { word, ..piece }));
                at += 3;
            }
            (_, Some((space, end))) if shown(end) == "::" && is_name(end + 1) => {
                let piece = pieces[end + 1].clone();
                match named(space, shown(end + 1)) {
                    Some(word) => all.push(Piece { word, ..piece }),
                    None => {
                        let of = if space == GROUPS { "cooperative groups" } else { space };
                        let message = format!("`{}` of {of} is not covered here.", shown(end + 1));
                        diagnostics.push(Diagnostic::error("not-covered", piece.span.clone(), message));
                        all.push(piece);
                    }
                }
                at = end + 2;
            }
            // A function outside of all namespaces, which the text does not define.
            ("::", _) if shown(at + 2) == "(" && !defines(shown(at + 1)) && !(at > 0 && (is_name(at - 1) || shown(at - 1) == ">")) => {
                at += 1
            }
            ("wmma", None) if qualifies => {
                let span = pieces[at].span.clone();
                let message = "`wmma` is a namespace inside of `nvcuda`: write `using namespace nvcuda;` before, or nvcuda::wmma.";
                if diagnostics.iter().all(|said| said.message != message) {
                    let fix = Fix::replace("write nvcuda::wmma", span.clone(), "nvcuda::wmma");
                    diagnostics.push(Diagnostic::error("namespace", span, message).with_fix(fix));
                }
                let word = named(WMMA, shown(at + 2)).unwrap_or("");
                all.push(Piece { word, ..pieces[at + 2].clone() });
                at += 3;
            }
            _ => {
                let member = at > 0 && (shown(at - 1) == "." || (shown(at - 1) == ">" && at > 1 && shown(at - 2) == "-"));
                // Elsewhere it is a name that the text gives to something; and CUDA's own max and min are nearer than those of `std`.
                let used = matches!(shown(at + 1), "(" | "<" | "&") || is_name(at + 1);
                let listed = at > 0 && matches!(shown(at - 1), "<" | ",") && matches!(shown(at + 1), "," | ">" | ")");
                let free = is_name(at) && !member && !matches!(word, "max" | "min");
                let found = open.iter().filter(|_| free).find_map(|space| {
                    let in_place = used || listed && space.starts_with(NVCUDA);
                    named(space, word).filter(|_| in_place)
                });
                // What takes a fragment is found by it, without its namespace.
                let by_argument = || named(WMMA, word).filter(|name| CALLS.iter().any(|own| name.ends_with(own)) && shown(at + 1) == "(");
                let own = found.or_else(by_argument).filter(|_| !defines(word));
                let piece = pieces[at].clone();
                all.push(own.map_or(piece.clone(), |word| Piece { word, ..piece }));
                at += 1;
            }
        }
    }
    let uses = all.iter().find(|piece| piece.word.starts_with(NVCUDA));
    if let Some(first) = uses.filter(|_| !text.contains("mma.h")) {
        let said = "nvcc has fragments only behind `#include <mma.h>`.";
        let fix = Fix::replace("add it", 0..0, "#include <mma.h>\n");
        diagnostics.push(Diagnostic::note("include", first.span.clone(), said).with_fix(fix));
    }
    all
}
