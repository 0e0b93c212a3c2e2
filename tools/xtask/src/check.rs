//! `check`: everything that can be judged without running the program.
//!
//! All parts run even when one fails, so that one look shows everything there is to mend.

use crate::process::{cargo, run as run_program};
use crate::setup::{self, WASM_TARGET, WasmLibrary};
use crate::{Outcome, project};
use std::process::Stdio;

/// A part's name, and the function that returns a message when something is wrong.
type Part = (&'static str, fn() -> Outcome);

#[rustfmt::skip]
const PARTS: &[Part] = &[
    ("every file says in its first line what it is", heads),
    ("formatting",                                   formatting),
    ("locks of the crates beside the workspace",     locks),
    ("lints",                                        lints),
    ("lints of the page",                            page_lints),
    ("documentation",                                documentation),
];

pub fn run() -> Outcome {
    let mut failed = Vec::new();
    for (name, check) in PARTS {
        eprintln!("check: {name}");
        if let Err(message) = check() {
            eprintln!("{message}");
            failed.push(*name);
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join("; "))) }
}

fn heads() -> Outcome {
    let mut wrong = String::new();
    for file in project::rust_files() {
        if !project::read(&file)?.starts_with("//! ") {
            wrong += &format!("{}:1: the file does not begin with `//!` and a sentence\n", project::shown(&file));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// Crates with a lock of their own. They need a C compiler or much that nothing else does, so that no other part builds them.
const BESIDE: [&str; 3] = ["bench/Cargo.toml", "fuzz/Cargo.toml", "tools/measure/vulkan/Cargo.toml"];

fn formatting() -> Outcome {
    run_program(cargo().args(["fmt", "--all", "--check"]))?;
    BESIDE.iter().try_for_each(|manifest| run_program(cargo().args(["fmt", "--check", "--manifest-path", manifest])))
}

/// What the core depends on must stand in their locks too, or they stop with the next dependency.
fn locks() -> Outcome {
    let resolve = ["metadata", "--locked", "--quiet", "--format-version=1", "--manifest-path"];
    BESIDE.iter().try_for_each(|manifest| run_program(cargo().args(resolve).arg(manifest).stdout(Stdio::null())))
}

/// Everything but the page, whose framework takes minutes and is compiled for one target alone.
const ALL_BUT_THE_PAGE: [&str; 3] = ["--workspace", "--exclude", "ulpscope"];

fn lints() -> Outcome {
    clippy(&[&ALL_BUT_THE_PAGE[..], &["--all-targets"]].concat())
}

fn page_lints() -> Outcome {
    clippy(&page()?)
}

/// The page for its own target, where that is set up for the toolchain that clippy belongs to; otherwise the native compiler has to do.
fn page() -> Outcome<Vec<&'static str>> {
    Ok(match setup::wasm_library()? {
        WasmLibrary::Own => vec!["--package", "ulpscope", "--target", WASM_TARGET],
        WasmLibrary::Debian(_) => vec!["--package", "ulpscope"],
    })
}

fn clippy(what: &[&str]) -> Outcome {
    run_program(cargo().args(["clippy", "--locked"]).args(what).args(["--", "-D", "warnings"]))
}

fn documentation() -> Outcome {
    let document =
        |what: &[&str]| run_program(cargo().args(["doc", "--locked", "--no-deps"]).args(what).env("RUSTDOCFLAGS", "-D warnings"));
    document(&ALL_BUT_THE_PAGE)?;
    document(&page()?)
}
