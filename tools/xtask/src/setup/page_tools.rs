//! Trunk, wasm-bindgen and the cutter of WebAssembly in a folder of the project, in the versions that it states: the programs that their authors
//! publish where those can be fetched, else compiled.

use super::archive;
use crate::process::{cargo, on_path, output, program, say};
use crate::{Outcome, project, steps};
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

/// The folder of the programs.
pub fn folder() -> PathBuf {
    project::tools().join("bin")
}

/// The cutter's package and version. It says none itself, so cargo's list of what it installed is asked.
pub const CUTTER: (&str, &str) = ("wasm_split_cli_support", "0.2.4");

/// A program that builds the page.
struct Tool {
    /// Its step's name, and what the program is called.
    name: &'static str,
    /// Its package on crates.io.
    package: &'static str,
    version: String,
    why: &'static str,
    /// Packages of it that every build of the page waits for: they are optimised.
    busy: &'static [&'static str],
    /// Features that it needs to be a program.
    features: &'static [&'static str],
}

/// Those that are missing; what cuts the app only for a release.
fn missing(release: bool) -> Outcome<Vec<Tool>> {
    let trunk = project::trunk_versions()?;
    let bindgen = project::wasm_bindgen_version()?;
    let mut missing = Vec::new();
    if !found("trunk", |version| project::is_between(version, &trunk)) {
        let [version, _] = trunk;
        missing.push(Tool { name: "trunk", package: "trunk", version, why: "builds the page", busy: &[], features: &[] });
    }
    if !found("wasm-bindgen", |version| version == bindgen) {
        missing.push(Tool {
            name: "wasm-bindgen",
            package: "wasm-bindgen-cli",
            version: bindgen,
            why: "joins the page's WebAssembly to the browser",
            // It takes 5 seconds for the page of `serve` instead of 18, for twenty more of compiling.
            busy: &["walrus", "wasmparser", "wasm-encoder", "wasm-bindgen-cli-support", "hashbrown", "id-arena", "leb128fmt"],
            features: &[],
        });
    }
    let (package, version) = CUTTER;
    let installed = fs::read_to_string(project::tools().join("wasm-split-cli/.crates.toml")).unwrap_or_default();
    if release && !(installed.contains(&format!("\"{package} {version} ")) && ours("wasm-split-cli").is_file()) {
        let why = "cuts the page's WebAssembly into pieces";
        missing.push(Tool { name: "wasm-split-cli", package, version: version.to_string(), why, busy: &[], features: &["build-binary"] });
    }
    Ok(missing)
}

/// Whether every program is there.
pub fn present(release: bool) -> Outcome<bool> {
    Ok(missing(release)?.is_empty())
}

/// Installs what is missing, all at once: each has long stretches in which only one core is at work.
pub fn install(release: bool) -> Outcome {
    thread::scope(|scope| {
        let all: Vec<_> = missing(release)?.into_iter().map(|tool| scope.spawn(move || tool.install())).collect();
        all.into_iter().try_for_each(|one| one.join().expect("no installation panics"))
    })
}

fn ours(name: &str) -> PathBuf {
    folder().join(format!("{name}{EXE_SUFFIX}"))
}

/// Whether a program is ours or the machine's, in a version that fits. It is the word after its name, as in `trunk 0.21.14`.
fn found(name: &str, fits: impl Fn(&str) -> bool) -> bool {
    let is_fit = |file: PathBuf| {
        let said = output(program(&file).arg("--version"));
        said.is_some_and(|said| said.split_whitespace().nth(1).is_some_and(&fits))
    };
    is_fit(ours(name)) || on_path(name).is_some_and(is_fit)
}

impl Tool {
    fn install(&self) -> Outcome {
        let Tool { name, package, version, why, .. } = self;
        if let Some(published) = archive::of(name, version) {
            match published.fetch(&project::tools().join("fetched").join(name), &ours(name)) {
                Ok(()) => {
                    say(&format!("{name} {version}, as its authors publish it, in {} ({why})", project::shown(&folder())));
                    return Ok(());
                }
                Err(reason) => say(&format!("{name} {version} is compiled, since it could not be fetched: {reason}")),
            }
        }
        say(&format!("{package} {version} is compiled into {} ({why})", project::shown(&folder())));
        // The author's own lock file first. A registry that lags behind may lack a version that it names.
        self.compile(&["--locked"]).or_else(|_| {
            say(&format!("not with the versions that {package} was published with; trying others that fit"));
            self.compile(&[])
        })?;
        // Cargo keeps a list of what it installed into a folder, so that each program gets one of its own.
        let built = self.root().join("bin").join(format!("{name}{EXE_SUFFIX}"));
        put(&built, &ours(name))?;
        let build = self.build();
        fs::remove_dir_all(&build).map_err(|error| format!("{}: {error}", build.display()))
    }

    fn compile(&self, options: &[&str]) -> Outcome {
        let mut install = cargo();
        install.args(["install", self.package, "--version", &self.version, "--no-default-features", "--force", "--root"]);
        install.arg(self.root()).args(options).env("CARGO_TARGET_DIR", self.build());
        if !self.features.is_empty() {
            install.arg("--features").arg(self.features.join(","));
        }
        // The programs work for seconds, so their own speed matters less than the minutes that optimising all of them takes.
        for package in self.busy {
            install.args(["--config", &format!("profile.release.package.{package}.opt-level=1")]);
        }
        install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0").env("CARGO_PROFILE_RELEASE_LTO", "off");
        steps::attempt(self.name, &mut install).map(|_| ())
    }

    fn root(&self) -> PathBuf {
        project::tools().join(self.name)
    }

    /// Kept until a tool is in place, so that an interrupted compilation goes on where it stopped.
    fn build(&self) -> PathBuf {
        project::tools().join("build").join(self.name)
    }
}

/// Puts a finished program in place by one rename.
pub fn put(built: &Path, place: &Path) -> Outcome {
    let folder = place.parent().expect("a program lies in a folder");
    fs::create_dir_all(folder).and_then(|()| fs::rename(built, place)).map_err(|error| format!("{}: {error}", place.display()))
}
