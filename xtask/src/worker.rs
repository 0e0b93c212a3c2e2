//! The page's workers: for each one script and one WebAssembly file beside the page, built for speed where the page is built for size.
//!
//! Trunk builds everything with one profile and gives worker files no hash, so these are builds of their own. The hash of both files stands
//! in their names, and the page learns a script's name from a `<meta>` of index.html: a page never meets another version's worker.

use crate::page::{Make, Site};
use crate::process::run as run_program;
use crate::setup::WASM_TARGET;
use crate::small::{shorter, smaller};
use crate::{Outcome, project};
use std::fs;

/// The workers: one crate below src/ each, with a script of the same name.
const WORKERS: [&str; 2] = ["worker", "judge"];

/// Builds the workers and puts them into the site.
pub fn add(site: &Site) -> Outcome {
    WORKERS.into_iter().try_for_each(|name| add_one(site, name))
}

fn add_one(site: &Site, name: &str) -> Outcome {
    let root = project::root();
    let package = format!("ulpscope-{name}");
    let mut cargo = site.tool("cargo");
    cargo.args(["build", "--quiet", "--package", &package, "--lib", "--profile", "worker", "--target", WASM_TARGET]);
    run_program(&mut cargo)?;

    let folder = root.join("target/worker");
    let mut bindgen = site.tool("wasm-bindgen");
    bindgen.args(["--target", "no-modules", "--no-typescript", "--out-name", name, "--out-dir"]).arg(&folder);
    let compiled = package.replace('-', "_") + ".wasm";
    run_program(bindgen.arg(root.join("target").join(WASM_TARGET).join("worker").join(compiled)))?;

    let mut wasm = folder.join(format!("{name}_bg.wasm"));
    if site.make == Make::Small {
        wasm = smaller(site, &wasm, "-O3")?;
    }

    let own = root.join("src").join(name).join(name).with_extension("js");
    let script = shorter(site, "js", &(project::read(&folder.join(name).with_extension("js"))? + &project::read(&own)?))?;
    let bytes = fs::read(&wasm).map_err(|error| error.to_string())?;
    let hash = project::hash(&bytes, project::hash(&script, project::HASH_START));
    let hashed = format!("{name}-{hash:016x}");
    site.write(&format!("{hashed}.js"), &script)?;
    site.write(&format!("{hashed}.wasm"), &bytes)?;
    // What index.html says before the name is known.
    let place = format!("<meta name=\"{name}\" content=\"{name}.js\">");
    site.fill(&place, &place.replace(&format!("{name}.js"), &format!("{hashed}.js")))
}
