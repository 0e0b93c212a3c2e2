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
    build.args(["build", "--locked", "--compression-level", "9", "--manifest-path"]).arg(project::root().join(CRATE).join("Cargo.toml"));
    build.args(["--interpreter"]).arg(inside(&tools, "python")).arg("--out").arg(&out);
    if cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) {
        // Rust's linker here is LLD, which keeps one of several functions with the same code.
        build.args(["--", "-C", "link-arg=-Wl,--icf=all"]);
    }
    steps::run("the wheel of Python's package", &mut build)?;
    let mut wheels = Vec::new();
    project::files_below(&out, "whl", &mut wheels);
    wheels.pop().ok_or_else(|| "maturin left no wheel".to_owned())
}

/// Installs the wheel with what its tests need into an empty environment and runs them there. With PyTorch and JAX no test may be skipped.
pub fn test(tensors: bool) -> Outcome {
    let wheel = wheel()?;
    let (folder, extras) = if tensors { ("target/python-tensors", "[test,tensors]") } else { ("target/python", "[test]") };
    let folder = project::root().join(folder);
    environment(&folder)?;
    let mut named = wheel.into_os_string();
    named.push(extras);
    let python = inside(&folder, "python");
    steps::run("Python's package, installed", program(&python).args(["-m", "pip", "install", "--quiet"]).arg(named))?;
    let mut tests = program(&python);
    // An environment without PyTorch and JAX skips their tests, and a line names each.
    tests.args(["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider"]).arg(project::root().join(CRATE).join("tests"));
    tests.env("PYTHONDONTWRITEBYTECODE", "1");
    // The command `ulp` of the environment is the one that is meant.
    tests.env("PATH", path_with(&[python.parent().unwrap_or(Path::new("")).to_path_buf()]));
    let said = steps::run("Python's package", &mut tests)?;
    let skipped: Vec<&str> = said.lines().filter(|line| line.starts_with("SKIPPED")).collect();
    skipped.iter().for_each(|line| println!("{line}"));
    if tensors && !skipped.is_empty() { Err("PyTorch and JAX are there, so no test may be skipped".to_owned()) } else { Ok(()) }
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

#[cfg(test)]
mod tests {
    use crate::project::{files_below, read, root};

    /// The source that `maturin sdist` packs has crates and nothing beside them. A program of a crate is not built from it, nor is a test.
    #[test]
    fn no_crate_includes_a_file_from_outside() {
        let (mut files, mut seen) = (Vec::new(), 0);
        files_below(&root().join("crates"), "rs", &mut files);
        for file in files.iter().filter(|file| !file.ends_with("main.rs") && !file.components().any(|part| part.as_os_str() == "tests")) {
            let text = read(file).unwrap();
            let built = text.split("#[cfg(test)]").next().unwrap_or("");
            let own = file.ancestors().find(|folder| folder.join("Cargo.toml").exists()).unwrap();
            for included in ["include_str!(\"", "include_bytes!(\""].iter().flat_map(|call| built.split(call).skip(1)) {
                let path = file.with_file_name(included.split('"').next().unwrap_or("")).canonicalize().unwrap();
                assert!(path.starts_with(own.canonicalize().unwrap()), "{} includes {}", file.display(), path.display());
                seen += 1;
            }
        }
        assert!(seen > 40, "{seen} files are included");
    }
}
