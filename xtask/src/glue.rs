//! The scripts between the page and its WebAssembly, as wasm-bindgen and the cutter write them, with short names on both sides.
//!
//! Names of imports and exports hold hashes, which no compression makes shorter and no tool for scripts may touch. A script that is not of the
//! expected shape is an error, so that a new version of either tool cannot be shortened wrongly without a word.

use crate::{Outcome, wasm};
use std::collections::HashMap;

/// Whether an export belongs to the classes that the server functions of Leptos bring along. The page calls none, but an export keeps
/// everything that it needs: sixteen kilobytes.
pub fn is_of_streams(export: &str) -> bool {
    export.contains("intounderlying")
}

/// The script and its WebAssembly with short names between them, and without the classes whose exports are gone.
pub fn joined(script: &str, file: &[u8]) -> Outcome<(String, Vec<u8>)> {
    let script = without_classes(script)?;
    let of_script = wasm::imports(file)?.into_iter().filter(|(module, _)| module == "./app_bg.js").map(|(_, name)| name);
    let exported = wasm::exports(file)?.into_iter().filter(|name| name.starts_with("wasm_bindgen__"));
    // No name of the scripts begins so.
    let names: HashMap<String, String> = of_script.chain(exported).enumerate().map(|(count, name)| (name, format!("${count}"))).collect();
    let file = wasm::renamed(file, |name| names.get(name).cloned())?;
    Ok((replaced(&script, &names), file))
}

/// A part of the app that is downloaded when it is first needed.
pub struct Part {
    /// What the app calls to load it.
    loader: String,
    /// Its own file, without the ending.
    pub file: String,
    /// The numbers of the pieces that it shares with other parts.
    pub pieces: Vec<u32>,
}

/// The cutter's script, taken apart: what stands before the pieces, and the parts.
pub fn parts(script: &str) -> Outcome<(&str, Vec<Part>)> {
    let place = script.find("/* ").or_else(|| script.find("const __chunk_")).ok_or("the cutter's script names no piece")?;
    let (head, table) = script.split_at(place);
    let mut parts = Vec::new();
    for statement in table.split("export const ").skip(1) {
        let piece = || format!("the cutter's script loads a part in an unknown way: {statement}");
        let (loader, rest) = statement.split_once(" = wrapAsyncCb(makeLoad(").ok_or_else(piece)?;
        let (_, rest) = rest.split_once("new URL(\"./").ok_or_else(piece)?;
        let (file, rest) = rest.split_once(".wasm\"").ok_or_else(piece)?;
        let (_, rest) = rest.rsplit_once(", [").ok_or_else(piece)?;
        let (list, _) = rest.split_once("]));").ok_or_else(piece)?;
        let numbers: Option<Vec<u32>> = list
            .split(", ")
            .filter(|name| !name.is_empty())
            .map(|name| name.trim().strip_prefix("__chunk_").and_then(|number| number.parse().ok()))
            .collect();
        parts.push(Part { loader: loader.to_string(), file: file.to_string(), pieces: numbers.ok_or_else(piece)? });
    }
    Ok((head, parts))
}

/// The script that loads the parts, behind the same head.
pub fn table(head: &str, parts: &[Part]) -> String {
    let line = |part: &Part| {
        let numbers: Vec<String> = part.pieces.iter().map(u32::to_string).collect();
        format!("export const {} = part('{}', '{}');\n", part.loader, part.file, numbers.join(" "))
    };
    head.to_string() + TABLE + &parts.iter().map(line).collect::<String>()
}

/// What loads a part: its pieces and the styles of the pages are asked for once, whoever needs them first. `ahead` asks for them before
/// the app is there to take them; an answer that was taken is not kept, so that another attempt asks again.
const TABLE: &str = "\
const asked = {};
const ask = (name) => {
asked[name] ??= fetch(new URL(`./${name}.wasm`, import.meta.url));
asked[name].catch(() => {});
return asked[name];
};
const fetched = (name) => () => {
const answer = ask(name);
delete asked[name];
return async (imports) => WebAssembly.instantiateStreaming(answer, imports);
};
const styles = makeLoad(() => {
const link = document.querySelector('link[data-later]');
const there = new Promise((resolve, reject) => {
link.addEventListener('load', resolve, { once: true });
link.addEventListener('error', reject, { once: true });
});
there.catch(() => {});
if (link.sheet) return () => {};
link.href = link.dataset.later;
return () => there;
}, []);
const pieces = {};
const piece = (number) => pieces[number] ??= makeLoad(fetched(`chunk_${number}`), []);
const parts = {};
const part = (name, list) => {
const numbers = list.split(' ').filter(Boolean);
parts[name] = [name, ...numbers.map((number) => `chunk_${number}`)];
return wrapAsyncCb(makeLoad(fetched(name), [styles, ...numbers.map(piece)]));
};
export const ahead = (name) => parts[`split_${name}`]?.map(ask);
";

/// Without the classes of `is_of_streams`, which wasm-bindgen writes although nothing is left behind them.
fn without_classes(script: &str) -> Outcome<String> {
    let mut kept = script.to_string();
    while let Some(start) = kept.find("export class IntoUnderlying") {
        let end = kept[start..].find("\n}\n").ok_or("a class of wasm-bindgen's script has no end")?;
        kept.replace_range(start..start + end + 3, "");
    }
    let mut lines = Vec::new();
    let mut registry = false;
    for line in kept.lines() {
        registry |= line.starts_with("const IntoUnderlying");
        if !registry && !line.starts_with("if (Symbol.dispose) IntoUnderlying") {
            lines.push(line);
        }
        registry &= !line.ends_with(';');
    }
    let kept = lines.join("\n") + "\n";
    if kept.contains("IntoUnderlying") { Err("wasm-bindgen's script uses a class of server functions".to_string()) } else { Ok(kept) }
}

/// The script with other names, each replaced only as a whole word.
fn replaced(script: &str, names: &HashMap<String, String>) -> String {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$');
    let mut made = String::new();
    let mut rest = script;
    while let Some(start) = rest.find(is_part) {
        let (before, word) = rest.split_at(start);
        let (word, behind) = word.split_at(word.find(|letter| !is_part(letter)).unwrap_or(word.len()));
        made += before;
        made += names.get(word).map_or(word, String::as_str);
        rest = behind;
    }
    made + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_names_are_replaced() {
        let names = HashMap::from([("__wbg_add_1".to_string(), "$0".to_string())]);
        assert_eq!(replaced("{ __wbg_add_1: f(__wbg_add_12), __wbg_add_1 }", &names), "{ $0: f(__wbg_add_12), $0 }");
    }

    #[test]
    fn the_parts_are_read_and_written() {
        let script = "function makeLoad() {}\n/* a, b */\nconst __chunk_3 = makeLoad(() => {\n}, []);\n\
            export const __wasm_split_load_a = wrapAsyncCb(makeLoad(() => {\n const src = fetch(new URL(\"./split_a.wasm\", import.meta.url));\n}\n, [__chunk_3, __chunk_5]));\n\
            export const __wasm_split_load_b = wrapAsyncCb(makeLoad(() => {\n const src = fetch(new URL(\"./split_b.wasm\", import.meta.url));\n}\n, []));\n";
        let (head, read) = parts(script).unwrap();
        let short = table(head, &read);
        assert!(short.starts_with("function makeLoad() {}\nconst asked"), "{short}");
        assert!(short.ends_with("part('split_a', '3 5');\nexport const __wasm_split_load_b = part('split_b', '');\n"), "{short}");
        assert!(parts("export const x = 1;").is_err());
    }

    #[test]
    fn classes_without_exports_go() {
        let script = "a\nexport class IntoUnderlyingSink {\n    free() {\n    }\n}\nif (Symbol.dispose) IntoUnderlyingSink.x = 1;\nb\n\
            const IntoUnderlyingSinkFinalization = (x)\n    ? 1\n    : 2;\nc\n";
        assert_eq!(without_classes(script).unwrap(), "a\nb\nc\n");
        assert!(without_classes("new IntoUnderlyingSink()").is_err());
    }
}
