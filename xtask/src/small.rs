//! What is downloaded, made smaller: WebAssembly optimised and its functions in the order that packs best, scripts and styles without
//! what only a reader needs.

use crate::page::Site;
use crate::process::run as run_program;
use crate::{Outcome, alike, project, wasm};
use std::fs;
use std::path::{Path, PathBuf};

/// What rustc lets the compiler use on this target.
#[rustfmt::skip]
const FEATURES: &[&str] = &[
    "--enable-bulk-memory", "--enable-bulk-memory-opt", "--enable-nontrapping-float-to-int", "--enable-sign-ext",
    "--enable-mutable-globals", "--enable-reference-types", "--enable-multivalue",
];

/// The same file for less download, optimised as wasm-opt is asked: `-Oz` for size, `-O3` for speed.
pub fn smaller(site: &Site, file: &Path, optimise: &str) -> Outcome<PathBuf> {
    let (optimised, named, small) = (file.with_extension("optimised"), file.with_extension("named"), file.with_extension("small"));
    // The lowest kilobyte is the far end of the stack, so no pointer with an offset wraps round into it.
    run_program(site.tool("wasm-opt").args(FEATURES).args([optimise, "--low-memory-unused"]).arg(file).arg("-o").arg(&optimised))?;
    // wasm-opt puts functions in the order of their names.
    let bytes = fs::read(&optimised).map_err(|error| format!("{}: {error}", optimised.display()))?;
    let functions = wasm::bodies(&bytes)?;
    let mut names = vec![String::new(); functions.len()];
    alike::order(&functions).into_iter().enumerate().for_each(|(place, function)| names[function] = format!("{place:05}"));
    fs::write(&named, wasm::named(&bytes, &names)?).map_err(|error| format!("{}: {error}", named.display()))?;
    let mut order = site.tool("wasm-opt");
    order.args(FEATURES).args(["--reorder-functions-by-name", "--strip-debug", "--strip-producers", "--strip-target-features"]);
    run_program(order.arg(&named).arg("-o").arg(&small))?;
    Ok(small)
}

/// A text of the page without comments, blanks and long names, by esbuild. `kind` ends its name: `css`, `js`, or `mjs` for a module, of which
/// nothing but its exports keeps its name.
pub fn shorter(site: &Site, kind: &str, text: &str) -> Outcome<Vec<u8>> {
    let folder = project::root().join("target/shorter");
    let (long, short) = (folder.join("long").with_extension(kind), folder.join("short").with_extension(kind));
    let wrong = |error: std::io::Error| format!("{}: {error}", long.display());
    fs::create_dir_all(&folder).and_then(|()| fs::write(&long, text)).map_err(wrong)?;
    let mut esbuild = site.tool("esbuild");
    esbuild.arg(&long).args(["--minify", "--log-level=error", "--legal-comments=none"]).arg(format!("--outfile={}", short.display()));
    if kind == "mjs" {
        esbuild.arg("--format=esm");
    }
    run_program(&mut esbuild)?;
    fs::read(&short).map_err(wrong)
}
