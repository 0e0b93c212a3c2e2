//! Names that begin with, or hold, what was typed.

use super::library::intrinsics;
use super::token::{Kind, pieces};
use crate::instruction::cuda::functions;
use crate::syntax::{Completion, sort_by_key};

/// Continuations at a cursor, best first: names that begin with the word, then names that hold it. `rint` and `float2half_rz` both lead.
pub fn complete(text: &str, cursor: usize) -> Vec<Completion> {
    let before = text.get(..cursor).unwrap_or(text);
    let Some(word) = pieces(before).pop().filter(|piece| piece.kind == Kind::Name && piece.span.end == before.len()) else {
        return Vec::new();
    };
    let typed = &before[word.span.clone()];
    if typed.len() < 2 {
        return Vec::new();
    }
    let bare = typed.trim_start_matches('_').to_ascii_lowercase();
    let mut list = Vec::new();
    for function in functions() {
        for (name, mode) in function.names() {
            let rank = match name.find(&*bare) {
                _ if name == typed => continue,
                _ if name.starts_with(typed) => 0,
                Some(at) if name.trim_start_matches('_').len() + at == name.len() => 1,
                Some(_) if bare.len() > 2 => 2,
                _ => continue,
            };
            let names: Vec<&str> = function.parameters.iter().map(|parameter| parameter.name).collect();
            let completion = Completion {
                span: word.span.clone(),
                text: format!("{name}({})", names.join(", ")),
                label: name,
                detail: format!("{}: {}", function.prototype(mode), function.row.summary),
            };
            list.push((rank, completion));
        }
    }
    for (name, prototype) in intrinsics().filter(|(name, _)| *name != typed) {
        let rank = match name.find(&*bare) {
            _ if name.starts_with(typed) => 0,
            Some(_) if bare.len() > 2 => 2,
            _ => continue,
        };
        if list.iter().all(|(_, known): &(i32, Completion)| known.label != name) {
            let text = format!("{name}(");
            list.push((rank, Completion { span: word.span.clone(), text, label: name.to_owned(), detail: prototype.to_owned() }));
        }
    }
    sort_by_key(&mut list, |(rank, _)| *rank as u64);
    list.into_iter().map(|(_, completion)| completion).collect()
}
