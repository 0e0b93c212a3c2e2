//! Files of the app that several pieces share, joined: the cutter makes one for every set of pieces, three hundred where fifty do.

use crate::finish::replaced;
use crate::process::{output, quietly};
use crate::{Outcome, project};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What a file costs besides its bytes, in bytes before they are optimised and compressed: a slow phone asks for it and starts it in a millisecond.
const FILE: i64 = 11_000;

/// What the compiler uses of WebAssembly, for Binaryen; a joined file does not say so itself, and tools/xtask/optimise.mjs says it once more.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Files that come together.
#[derive(Clone, Debug, PartialEq)]
struct Group {
    /// The pieces that ask for them, a bit each.
    pieces: u64,
    bytes: i64,
    /// Their numbers.
    numbers: Vec<String>,
}

/// What all pieces pay that ask for a file.
fn cost(pieces: u64, bytes: i64) -> i64 {
    i64::from(pieces.count_ones()) * (bytes + FILE)
}

/// Joins what costs less together, again and again the two that save most.
fn joined(mut groups: Vec<Group>) -> Vec<Group> {
    loop {
        let pairs = (0..groups.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let saved = |&(a, b): &(usize, usize)| {
            let (a, b) = (&groups[a], &groups[b]);
            cost(a.pieces, a.bytes) + cost(b.pieces, b.bytes) - cost(a.pieces | b.pieces, a.bytes + b.bytes)
        };
        let Some((a, b)) = pairs.max_by_key(saved).filter(|pair| saved(pair) > 0) else { return groups };
        let other = groups.swap_remove(b);
        groups[a].pieces |= other.pieces;
        groups[a].bytes += other.bytes;
        groups[a].numbers.extend(other.numbers);
    }
}

/// Joins the files of a folder by the script that loads them. `tool` starts a program of Binaryen.
pub fn join(folder: &Path, script: &Path, tool: impl Fn(&str) -> Command) -> Outcome {
    let mut text = project::read(script)?;
    let file = |number: &str| folder.join(format!("chunk_{number}.wasm"));
    let mut all = Vec::new();
    // Before each file the script says which pieces share it.
    let shared = text.split("/* ").skip(1).filter_map(|part| {
        let (pieces, rest) = part.split_once(" */\nconst __chunk_")?;
        let number = rest.split(' ').next()?.to_owned();
        let bytes = fs::metadata(file(&number)).ok()?.len() as i64;
        let pieces = pieces.split(", ").map(|piece| {
            let known = all.iter().position(|known| known == piece);
            1 << known.unwrap_or_else(|| {
                all.push(piece.to_owned());
                all.len() - 1
            })
        });
        Some(Group { pieces: pieces.sum(), bytes, numbers: vec![number] })
    });
    let groups = joined(shared.collect());
    let page = folder.join("page.wat");
    fs::write(&page, page_of(folder, &tool)?).map_err(|error| format!("{}: {error}", page.display()))?;
    for Group { numbers, .. } in &groups {
        let [first, rest @ ..] = &numbers[..] else { continue };
        if !rest.is_empty() {
            let mut merge = tool("wasm-merge");
            merge.args(FEATURES).arg(&page).arg("__wasm_split");
            for number in numbers {
                merge.arg(file(number)).arg(number);
            }
            quietly(merge.arg("-o").arg(file(first)))?;
        }
        for number in rest {
            fs::remove_file(file(number)).map_err(|error| format!("chunk {number}: {error}"))?;
            replace(&mut text, [&head(number), ", []);"], "")?;
        }
    }
    for (place, piece) in all.iter().enumerate() {
        let own = groups.iter().filter(|group| group.pieces >> place & 1 != 0);
        let own: Vec<String> = own.map(|group| format!("__chunk_{}", group.numbers[0])).collect();
        let load = format!("__wasm_split_load_{piece} = ");
        let begin = text.find(&load).ok_or("the script loads every piece")?;
        let mut rest = text.split_off(begin);
        replace(&mut rest, ["\n, [", "]"], &format!("\n, [{}]", own.join(", ")))?;
        text += &rest;
    }
    // A joined file imports from `page`, because what it was made of imports from `__wasm_split`.
    let own = "sharedImports = { __wasm_split: {  } };";
    let text = replaced(&text, own, &format!("{own}\n        sharedImports.page = sharedImports.__wasm_split;"))?;
    fs::write(script, text).map_err(|error| format!("{}: {error}", script.display()))
}

/// Replaces what stands from one text to the end of another.
fn replace(text: &mut String, [from, to]: [&str; 2], by: &str) -> Outcome {
    let begin = text.find(from).ok_or_else(|| format!("the script says nothing of {from}"))?;
    let end = text[begin..].find(to).ok_or_else(|| format!("nothing ends {from}"))?;
    text.replace_range(begin..begin + end + to.len(), by);
    Ok(())
}

fn head(number: &str) -> String {
    format!("const __chunk_{number} = ")
}

/// A module that hands on what every file imports, memory, table and stack pointer, so that a joined file imports each once. How large they are at
/// least, the largest file says.
fn page_of(folder: &Path, tool: impl Fn(&str) -> Command) -> Outcome<String> {
    let mut files = Vec::new();
    project::files_below(folder, "wasm", &mut files);
    files.retain(|file| file.to_string_lossy().contains("split_"));
    let largest = files.into_iter().max_by_key(|file| fs::metadata(file).map_or(0, |file| file.len()));
    let text = output(tool("wasm-dis").arg("--all-features").args(largest)).ok_or("wasm-dis cannot read a piece")?;
    let mut module = String::from("(module\n");
    // (import "__wasm_split" "memory" (memory $mimport$0 32))
    for import in text.lines().filter_map(|line| line.strip_prefix(" (import \"__wasm_split\" ")) {
        let (name, kind) = import.split_once(' ').ok_or("an import has a name")?;
        let own: Vec<&str> = kind.split(' ').take(2).collect();
        let _ = writeln!(module, "(import \"page\" {import}\n(export {name} {}))", own.join(" "));
    }
    Ok(module + ")\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_files_that_go_together_become_one() {
        let file = |pieces, bytes, number: &str| Group { pieces, bytes, numbers: vec![number.to_owned()] };
        // A piece that needs the hundred bytes of `a` would get all of `c`, which costs more than a file.
        let all = [file(0b011, 100, "a"), file(0b111, 200, "b"), file(0b010, 90_000, "c")];
        let both = Group { pieces: 0b111, bytes: 300, numbers: vec!["a".into(), "b".into()] };
        assert_eq!(joined(all.to_vec()), [both, all[2].clone()]);
    }
}
