//! The JavaScript module and its example page, for other people's pages and notebooks.
//!
//! Its files keep plain names in one folder, because others link to them and copy them.

use crate::page::{Make, Site};
use crate::process::run as run_program;
use crate::setup::WASM_TARGET;
use crate::small::smaller;
use crate::{Outcome, project};
use std::fs;

/// Files that go into the site as they stand: in src/module/, and in the site.
const PLAIN: [(&str, &str); 6] = [
    ("ulpscope.mjs", "module/ulpscope.mjs"),
    ("ulpscope.d.ts", "module/ulpscope.d.ts"),
    // The name under which TypeScript looks for the types of an `.mjs`.
    ("ulpscope.d.ts", "module/ulpscope.d.mts"),
    ("example.js", "module/example.js"),
    ("example.css", "module/example.css"),
    ("example.html", "example.html"),
];

/// Builds the module and puts it into the site.
pub fn add(site: &Site) -> Outcome {
    let root = project::root();
    let profile = if site.make == Make::Small { "page" } else { "quick-page" };
    let mut cargo = site.tool("cargo");
    cargo.args(["build", "--quiet", "--offline", "--package", "ulpscope-module", "--lib", "--profile", profile, "--target", WASM_TARGET]);
    run_program(&mut cargo)?;

    let folder = root.join("target/module");
    let mut bindgen = site.tool("wasm-bindgen");
    bindgen.args(["--target", "web", "--no-typescript", "--out-name", "engine", "--out-dir"]).arg(&folder);
    run_program(bindgen.arg(root.join("target").join(WASM_TARGET).join(profile).join("ulpscope_module.wasm")))?;

    let mut wasm = folder.join("engine_bg.wasm");
    if site.make == Make::Small {
        wasm = smaller(site, &wasm, "-Oz")?;
    }
    let read = |path: &std::path::Path| fs::read(path).map_err(|error| format!("{}: {error}", project::shown(path)));
    site.write("module/engine.js", &read(&folder.join("engine.js"))?)?;
    site.write("module/engine_bg.wasm", &read(&wasm)?)?;
    PLAIN.iter().try_for_each(|(from, to)| site.write(to, &read(&root.join("src/module").join(from))?))
}
