//! The page's worker: one script and one WebAssembly file beside the page, built for speed.
//!
//! Trunk builds everything with one profile and gives worker files no hash, so this is a build of its own. The hash of both files stands
//! in their names, and the page learns the script's name from a `<meta>` of index.html: a page never meets another version's worker.

use crate::process::{program, run as run_program};
use crate::setup::{PageBuilder, WASM_TARGET};
use crate::{Outcome, project};
use std::fs;
use std::path::Path;

/// What index.html says before the name is known.
const PLACE: &str = "<meta name=\"worker\" content=\"worker.js\">";

/// Builds the worker and puts it into dist/, which Trunk has just filled.
pub fn add(tools: &PageBuilder) -> Outcome {
    let root = project::root();
    let mut cargo = program("cargo");
    tools.prepare(&mut cargo);
    cargo.args(["build", "--quiet", "--package", "ulpscope-worker", "--lib", "--profile", "worker", "--target", WASM_TARGET]);
    run_program(&mut cargo)?;

    let folder = root.join("target/worker");
    let mut bindgen = program("wasm-bindgen");
    tools.prepare(&mut bindgen);
    bindgen.args(["--target", "no-modules", "--no-typescript", "--out-name", "worker", "--out-dir"]).arg(&folder);
    run_program(bindgen.arg(root.join("target").join(WASM_TARGET).join("worker/ulpscope_worker.wasm")))?;

    let wasm = folder.join("worker.wasm");
    let mut optimise = program("wasm-opt");
    tools.prepare(&mut optimise);
    optimise.args(["-O3", "--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext", "--enable-mutable-globals"]);
    optimise.args(["--enable-reference-types", "--enable-multivalue"]);
    run_program(optimise.arg(folder.join("worker_bg.wasm")).arg("-o").arg(&wasm))?;

    let script = project::read(&folder.join("worker.js"))? + &project::read(&root.join("src/worker/worker.js"))?;
    let bytes = fs::read(&wasm).map_err(|error| error.to_string())?;
    let name = format!("worker-{:016x}", hash(&bytes, hash(script.as_bytes(), 0xcbf2_9ce4_8422_2325)));
    let dist = project::dist();
    write(&dist.join(format!("{name}.js")), script.as_bytes())?;
    write(&dist.join(format!("{name}.wasm")), &bytes)?;
    let index = dist.join("index.html");
    let page = project::read(&index)?;
    if !page.contains(PLACE) {
        return Err(format!("index.html has no line {PLACE}"));
    }
    write(&index, page.replace(PLACE, &PLACE.replace("worker.js", &format!("{name}.js"))).as_bytes())
}

fn write(file: &Path, bytes: &[u8]) -> Outcome {
    fs::write(file, bytes).map_err(|error| format!("{}: {error}", project::shown(file)))
}

/// FNV-1a, going on from an earlier value.
fn hash(bytes: &[u8], start: u64) -> u64 {
    bytes.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
