//! The page's worker: one script and one WebAssembly file beside the page, built for speed.
//!
//! Trunk builds everything with one profile and gives worker files no hash, so this is a build of its own. The hash of both files stands
//! in their names, and the page learns the script's name from a `<meta>` of index.html: a page never meets another version's worker.

use crate::app::FEATURES;
use crate::page::{Make, Site};
use crate::process::run as run_program;
use crate::setup::WASM_TARGET;
use crate::{Outcome, project};
use std::fs;

/// What index.html says before the name is known.
const PLACE: &str = "<meta name=\"worker\" content=\"worker.js\">";

/// Builds the worker and puts it into the site.
pub fn add(site: &Site) -> Outcome {
    let root = project::root();
    let mut cargo = site.tool("cargo");
    cargo.args(["build", "--quiet", "--package", "ulpscope-worker", "--lib", "--profile", "worker", "--target", WASM_TARGET]);
    run_program(&mut cargo)?;

    let folder = root.join("target/worker");
    let mut bindgen = site.tool("wasm-bindgen");
    bindgen.args(["--target", "no-modules", "--no-typescript", "--out-name", "worker", "--out-dir"]).arg(&folder);
    run_program(bindgen.arg(root.join("target").join(WASM_TARGET).join("worker/ulpscope_worker.wasm")))?;

    let mut wasm = folder.join("worker_bg.wasm");
    if site.make == Make::Small {
        let faster = folder.join("worker.wasm");
        run_program(site.tool("wasm-opt").args(FEATURES).arg("-O3").arg(&wasm).arg("-o").arg(&faster))?;
        wasm = faster;
    }

    let script = project::read(&folder.join("worker.js"))? + &project::read(&root.join("src/worker/worker.js"))?;
    let bytes = fs::read(&wasm).map_err(|error| error.to_string())?;
    let name = format!("worker-{:016x}", project::hash(&bytes, project::hash(script.as_bytes(), project::HASH_START)));
    site.write(&format!("{name}.js"), script.as_bytes())?;
    site.write(&format!("{name}.wasm"), &bytes)?;
    site.fill(PLACE, &PLACE.replace("worker.js", &format!("{name}.js")))
}
