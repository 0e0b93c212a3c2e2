//! Trunk, wasm-bindgen and the cutter of WebAssembly, compiled from crates.io into a folder of the project, in the versions that it states.

use crate::process::{cargo, on_path, output, program, run, say};
use crate::{Outcome, project};
use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the two programs.
pub fn folder() -> PathBuf {
    project::tools().join("bin")
}

/// The cutter says no version of its own, so it is stated here and read from cargo's list of what it installed.
const CUTTER: (&str, &str) = ("wasm_split_cli_support", "0.2.4");

/// Installs whichever is not there in the right version; what cuts the app only for a release.
pub fn install(release: bool) -> Outcome {
    let version = project::wasm_bindgen_version()?;
    install_one("wasm-bindgen", "wasm-bindgen-cli", &version, "joins the page's WebAssembly to the browser; a minute, once")?;
    let version = project::trunk_version()?;
    install_one("trunk", "trunk", &version, "builds the page; two to three minutes, once")?;
    if !release {
        return Ok(());
    }
    let (package, version) = CUTTER;
    let installed = fs::read_to_string(project::tools().join(".crates.toml")).unwrap_or_default();
    if installed.contains(&format!("\"{package} {version} ")) && folder().join("wasm-split-cli").with_extension(EXE_EXTENSION).is_file() {
        return Ok(());
    }
    install_package(package, version, "cuts the page's WebAssembly into pieces; a minute, once")
}

fn install_one(name: &str, package: &str, version: &str, why: &str) -> Outcome {
    let ours = folder().join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if is_version(&ours, version) || on_path(name).is_some_and(|file| is_version(&file, version)) {
        return Ok(());
    }
    install_package(package, version, why)
}

fn install_package(package: &str, version: &str, why: &str) -> Outcome {
    say(&format!("{package} {version}, compiled into {} ({why})", folder().display()));
    // The author's own lock file first. A registry that lags behind may lack a version that it names.
    compile(package, version, &["--locked"]).or_else(|_| {
        say(&format!("not with the versions that {package} was published with; trying others that fit"));
        compile(package, version, &[])
    })?;
    let build = build_folder();
    fs::remove_dir_all(&build).map_err(|error| format!("{}: {error}", build.display()))
}

fn compile(package: &str, version: &str, options: &[&str]) -> Outcome {
    let mut install = cargo();
    install.args(["install", package, "--version", version, "--no-default-features", "--force", "--root"]);
    install.arg(project::tools()).args(options).env("CARGO_TARGET_DIR", build_folder());
    if package == CUTTER.0 {
        install.args(["--features", "build-binary"]);
    }
    // The programs work for seconds, so their own speed matters less than the minutes that optimising them takes.
    install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0").env("CARGO_PROFILE_RELEASE_LTO", "off");
    run(&mut install)
}

/// Kept until a tool is in place, so that an interrupted compilation goes on where it stopped.
fn build_folder() -> PathBuf {
    project::tools().join("build")
}

/// The word after the program's name is its version, as in `trunk 0.21.14`.
fn is_version(file: &Path, version: &str) -> bool {
    let said = output(program(file).arg("--version"));
    said.is_some_and(|said| said.split_whitespace().nth(1) == Some(version))
}
