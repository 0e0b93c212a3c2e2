//! The package of Python: its wheel, and its tests in an environment that has nothing else.

use crate::process::{on_path, path_with, program};
use crate::{Outcome, project, steps};
use std::fs;
use std::path::{Path, PathBuf};

/// Where the crate lies.
const CRATE: &str = "crates/python";

/// Builds the wheel; the file. maturin comes from PyPI, ready made, into an environment of its own.
pub fn wheel() -> Outcome<PathBuf> {
    let manifest = project::root().join(CRATE).join("pyproject.toml");
    let text = project::read(&manifest)?;
    let pinned = text.lines().find_map(|line| line.strip_prefix("requires = [\"")?.strip_suffix("\"]"));
    let pinned = pinned.ok_or("crates/python/pyproject.toml names no maturin")?;
    let tools = project::tools().join("python");
    let maturin = inside(&tools, "maturin");
    let stamp = tools.join("installed");
    if fs::read_to_string(&stamp).ok().as_deref() != Some(pinned) {
        environment(&tools)?;
        steps::run(&format!("{pinned} from PyPI"), program(inside(&tools, "python")).args(["-m", "pip", "install", "--quiet", pinned]))?;
        fs::write(&stamp, pinned).map_err(|error| format!("{}: {error}", stamp.display()))?;
    }
    // A wheel takes licences only from below its own folder.
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let (from, to) = (project::root().join(licence), project::root().join(CRATE).join(licence));
        fs::copy(&from, &to).map_err(|error| format!("{}: {error}", to.display()))?;
    }
    let out = project::root().join("target/wheels");
    let _ = fs::remove_dir_all(&out);
    let mut build = program(maturin);
    build.args(["build", "--locked", "--manifest-path"]).arg(project::root().join(CRATE).join("Cargo.toml"));
    build.args(["--interpreter"]).arg(inside(&tools, "python")).arg("--out").arg(&out);
    steps::run("the wheel of Python's package", &mut build)?;
    let mut wheels = Vec::new();
    project::files_below(&out, "whl", &mut wheels);
    wheels.pop().ok_or_else(|| "maturin left no wheel".to_owned())
}

/// Installs the wheel with what its tests need into an empty environment and runs them there.
pub fn test() -> Outcome {
    let wheel = wheel()?;
    let folder = project::root().join("target/python");
    environment(&folder)?;
    let mut named = wheel.into_os_string();
    named.push("[test]");
    let python = inside(&folder, "python");
    steps::run("Python's package, installed", program(&python).args(["-m", "pip", "install", "--quiet"]).arg(named))?;
    let mut tests = program(&python);
    tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]).arg(project::root().join(CRATE).join("tests"));
    tests.env("PYTHONDONTWRITEBYTECODE", "1");
    // The command `ulp` of the environment is the one that is meant.
    tests.env("PATH", path_with(&[python.parent().unwrap_or(Path::new("")).to_path_buf()]));
    steps::run("Python's package", &mut tests).map(|_| ())
}

/// An empty environment in a folder.
fn environment(folder: &Path) -> Outcome {
    let python = on_path("python3").or_else(|| on_path("python"));
    let fix = "install Python 3.10 or later with its module venv (on Debian: apt install python3-venv)";
    let python = python.ok_or_else(|| format!("Python is missing: {fix}"))?;
    let _ = fs::remove_dir_all(folder);
    steps::run("an environment of Python", program(python).args(["-m", "venv"]).arg(folder))
        .map(|_| ())
        .map_err(|why| format!("{why}\n{fix}"))
}

/// A program of an environment.
fn inside(folder: &Path, name: &str) -> PathBuf {
    if cfg!(windows) { folder.join("Scripts").join(format!("{name}.exe")) } else { folder.join("bin").join(name) }
}
