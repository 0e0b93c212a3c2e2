//! The npm packages of package-lock.json: wasm-opt for a release of the page, Playwright and axe for the browser tests.

use crate::process::{npm_program, output, program, say};
use crate::{Outcome, project, steps};
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

const NODE_AT_LEAST: u32 = 20;

/// The folder of the packages' programs.
pub fn programs() -> PathBuf {
    project::root().join("node_modules/.bin")
}

/// Installs exactly what package-lock.json names, unless that was the last thing installed.
pub fn install() -> Outcome {
    // Threads of one command may want it at once.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock();
    let lock = project::read(&project::root().join("package-lock.json"))?;
    // npm ci begins by removing node_modules, and with it this copy, so an interrupted run leaves none.
    let stamp = project::root().join("node_modules/.installed-lock.json");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    need_node()?;
    say("npm's packages into node_modules (wasm-opt makes a release small, Playwright drives the browser tests)");
    steps::run("npm", npm_program("npm").args(["ci", "--no-audit", "--no-fund"]))?;
    fs::write(&stamp, lock).map_err(|error| format!("{}: {error}", stamp.display()))
}

fn need_node() -> Outcome {
    let fix = format!(
        "install Node.js {NODE_AT_LEAST} or later with npm (https://nodejs.org, or your system's packages); \
         wasm-opt and the browser tests run on it"
    );
    let version = output(program("node").arg("--version")).ok_or(format!("node is missing: {fix}"))?;
    let major = version.trim_start_matches('v').split('.').next().and_then(|digits| digits.parse::<u32>().ok());
    if major.is_none_or(|major| major < NODE_AT_LEAST) {
        return Err(format!("node is {version}: {fix}"));
    }
    match output(npm_program("npm").arg("--version")) {
        Some(_) => Ok(()),
        None => Err(format!("npm is missing: {fix}")),
    }
}
