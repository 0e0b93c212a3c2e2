//! The core's order of dependence: a module names only modules that stand before it.
//!
//! The compiler accepts circles between the modules of a crate, so the order is held here. Code that only tests
//! compile may name anything.

use super::source;
use crate::{Outcome, project};
use std::path::{Path, PathBuf};

/// From the first to know nothing to the last to know everything; modules in one row may name each other.
#[rustfmt::skip]
const ORDER: &[&[&str]] = &[
    &["exact"],
    &["number"],
    &["rounding"],
    &["trace"],
    &["operation"],
    &["special_function"],
    &["instruction"],
    &["syntax"],
    &["evaluate", "program"],
    &["cuda"],
    &["sass"],
    &["sweep"],
    &["line"],
    &["capture"],
    &["oracle"],
    &["teaching"],
    &["comparison"],
    &["diagnosis"],
    &["search"],
    &["finder"],
];

pub fn check() -> Outcome {
    let core = project::root().join("src/semantics");
    let mut wrong = Vec::new();
    for module in ORDER.iter().flat_map(|row| row.iter()) {
        let folder = core.join(module);
        let mut files = Vec::new();
        project::files_below(&folder, "rs", &mut files);
        files.extend(Some(folder.with_extension("rs")).filter(|file| file.is_file()));
        files.sort();
        let tests = test_files(&files)?;
        for file in files.iter().filter(|file| !tests.iter().any(|test| file.starts_with(test) || **file == test.with_extension("rs"))) {
            wrong.extend(wrong_names(module, &core, file)?);
        }
    }
    let head = source::code(&project::read(&core.join("lib.rs"))?);
    wrong.extend(unknown_modules(&head).map(|module| {
        format!("src/semantics/lib.rs: `{module}` has no place in the order of dependence (ORDER in xtask/src/check/order.rs)")
    }));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Modules of the core that the order does not list.
fn unknown_modules(head: &str) -> impl Iterator<Item = &str> {
    let declared = head.lines().filter_map(|line| {
        let line = line.trim();
        line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ")?.split([';', ' ', '{']).next()
    });
    declared.filter(|module| rank(module).is_none())
}

/// Files and folders, without extension, that hold modules compiled only for tests.
fn test_files(files: &[PathBuf]) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    for file in files {
        let folder = if file.ends_with("mod.rs") { file.with_file_name("") } else { file.with_extension("") };
        found.extend(source::test_modules(&project::read(file)?).iter().map(|name| folder.join(name)));
    }
    Ok(found)
}

fn wrong_names(module: &str, core: &Path, file: &Path) -> Outcome<Vec<String>> {
    let below = file.strip_prefix(core).expect("the file lies in the core");
    let depth = below.components().count() - usize::from(file.ends_with("mod.rs"));
    let code = source::code(&project::read(file)?);
    let wrong = named_modules(&code, depth).into_iter().filter(|(_, name)| rank(name) > rank(module));
    let shown = project::shown(file);
    Ok(wrong.map(|(line, name)| format!("{shown}:{line}: `{module}` names `{name}`, which stands after it")).collect())
}

fn rank(module: &str) -> Option<usize> {
    ORDER.iter().position(|row| row.contains(&module))
}

/// The modules at the root of the crate that code names, each with its line. A path leads to the root by `crate`,
/// or by as many `super` as the file lies deep; from there it goes to one name or to several in braces.
fn named_modules(code: &str, depth: usize) -> Vec<(usize, String)> {
    let up = vec!["super"; depth].join("::");
    let mut found = Vec::new();
    for root in ["crate", &up] {
        for (at, _) in code.match_indices(root) {
            let whole = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
            let Some(rest) = code[at + root.len()..].trim_start().strip_prefix("::") else { continue };
            if whole {
                let from = code.len() - rest.len();
                found.extend(first_names(rest).map(|(offset, name)| (line_of(code, from + offset), name)));
            }
        }
    }
    found.sort();
    found
}

/// The first name of a path, or of each path in a pair of braces.
fn first_names(rest: &str) -> impl Iterator<Item = (usize, String)> {
    let mut names = Vec::new();
    let (mut depth, mut expected) = (0, true);
    for (at, character) in rest.char_indices() {
        match character {
            '{' => (depth, expected) = (depth + 1, depth == 0),
            // After a last comma no name follows.
            '}' => (depth, expected) = (depth - 1, false),
            ',' => expected = depth == 1,
            c if expected && (c.is_alphanumeric() || c == '_') => {
                let name: String = rest[at..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                names.push((at, name));
                expected = false;
            }
            _ => {}
        }
        if depth == 0 && !expected {
            break;
        }
    }
    names.into_iter()
}

fn line_of(code: &str, at: usize) -> usize {
    code[..at].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Code, how deep its file lies, and the modules found with their lines.
    type Row = (&'static str, usize, &'static [(usize, &'static str)]);

    #[test]
    fn every_way_to_name_a_module_of_the_root_is_seen() {
        #[rustfmt::skip]
        let table: &[Row] = &[
            ("use crate::sweep::X;",                                  1, &[(1, "sweep")]),
            ("use crate::{\n number::{A, B},\n exact,\n};\nuse a::b;", 1, &[(2, "number"), (3, "exact")]),
            ("fn f(x: crate::syntax::T) -> super::super::exact::E",    2, &[(1, "exact"), (1, "syntax")]),
            ("use super::exact::E;",                                  2, &[]),
            ("use super::{exact, trace::T};",                         1, &[(1, "exact"), (1, "trace")]),
            ("pub(crate) fn f() {} use my_crate::sweep;",             1, &[]),
            ("$crate::rounding::round()",                             1, &[(1, "rounding")]),
        ];
        for (code, depth, names) in table {
            let found = named_modules(code, *depth);
            let found: Vec<_> = found.iter().map(|(line, name)| (*line, name.as_str())).collect();
            assert_eq!(found, *names, "{code}");
        }
    }

    #[test]
    fn a_module_without_a_place_is_noticed() {
        let head = "pub mod number;\nmod gadget;\npub mod evaluate {}";
        assert_eq!(unknown_modules(head).collect::<Vec<_>>(), ["gadget"]);
    }
}
