//! Debian's way to wasm32: its compiler and library source from apt, the library built here from that source.
//!
//! Debian ships no built library for wasm32-unknown-unknown, but `rustc-web` and `rust-web-src` are a compiler and
//! its own library source in one version, kept new for the browsers that Debian builds with them. The built library
//! lies in a folder of ours that links to the rest of Debian's toolchain; /usr gets nothing but packages.

use super::wasm_library::TARGET;
use crate::process::{output, path_with, program, run, say};
use crate::{Outcome, project, steps};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

const RUSTC: &str = "/usr/bin/rustc";
const CARGO: &str = "/usr/bin/cargo";
const PACKAGES: &[&str] = &["rustc-web", "cargo-web", "rust-web-src"];

/// Debian's compiler with the library for wasm32.
pub struct Toolchain {
    folder: PathBuf,
    linker: String,
}

impl Toolchain {
    /// A folder with `cargo` and a `rustc` that looks for libraries in our folder.
    pub fn programs(&self) -> PathBuf {
        self.folder.join("bin")
    }

    /// Points a command that runs cargo at this toolchain. What cargo and rustup left in the environment for
    /// their own programs must not reach another toolchain's.
    pub fn prepare(&self, command: &mut Command) {
        command.env("RUSTC", self.programs().join("rustc"));
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", &self.linker);
        for name in ["CARGO", "RUSTDOC", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH"] {
            command.env_remove(name);
        }
    }
}

/// The toolchain, if the folder was built by the compiler that is installed now.
pub fn present() -> Option<Toolchain> {
    let version = compiler_version()?;
    let folder = folder();
    let stamp = fs::read_to_string(folder.join("built-by")).ok()?;
    let linker = linker(&version)?;
    (stamp == version && Path::new("/usr/bin").join(&linker).is_file()).then_some(Toolchain { folder, linker })
}

/// Installs the packages that are missing and builds the library.
pub fn install() -> Outcome<Toolchain> {
    install_packages(PACKAGES, "a Rust compiler with the source of its library, to build that for wasm32")?;
    let version = compiler_version().ok_or(format!("{RUSTC} does not run"))?;
    let linker = linker(&version).ok_or(format!("{RUSTC} does not say which LLVM it has"))?;
    let package = linker.replace("wasm-ld", "lld");
    install_packages(&[&package], "the linker for wasm32 that fits this compiler")?;
    build_library(&version)?;
    Ok(Toolchain { folder: folder(), linker })
}

/// Installs the packages that dpkg does not know as installed.
pub fn install_packages(packages: &[&str], why: &str) -> Outcome {
    // apt lets nobody else in.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock();
    let missing: Vec<&str> = packages.iter().copied().filter(|package| !is_installed(package)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.join(" ");
    say(&format!("{names}, from apt ({why})"));
    // The lists of a fresh container are empty or old, so they are fetched first.
    steps::run("apt's lists", as_root()?.args(["apt-get", "--quiet", "update"]))?;
    let install = ["apt-get", "--quiet", "--yes", "install", "--no-install-recommends"];
    steps::run("apt", as_root()?.args(install).args(&missing)).map(|_| ())
}

/// Whether packages can be installed here at all: Debian itself, and the right to.
pub fn is_possible() -> bool {
    as_root().is_ok()
}

fn as_root() -> Outcome<Command> {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    // Derived systems have other packages under these names (Ubuntu's chromium is a stub), so only Debian counts.
    if !release.lines().any(|line| line == "ID=debian") {
        return Err("this is not Debian".to_string());
    }
    if output(program("id").arg("-u")).as_deref() == Some("0") {
        let mut command = program("env");
        command.arg("DEBIAN_FRONTEND=noninteractive");
        return Ok(command);
    }
    if output(program("sudo").args(["-n", "true"])).is_some() {
        let mut command = program("sudo");
        command.args(["-n", "env", "DEBIAN_FRONTEND=noninteractive"]);
        return Ok(command);
    }
    Err("installing packages needs root, or sudo without a password".to_string())
}

fn is_installed(package: &str) -> bool {
    let status = output(program("dpkg-query").args(["--show", "--showformat=${Status}", package]));
    status.as_deref() == Some("install ok installed")
}

/// All that `rustc -vV` says, which tells two builds of one version apart.
fn compiler_version() -> Option<String> {
    output(program(RUSTC).arg("-vV").env_remove("LD_LIBRARY_PATH"))
}

/// Debian names its linkers by the major version of LLVM.
fn linker(version: &str) -> Option<String> {
    let llvm = version.lines().find_map(|line| line.strip_prefix("LLVM version: "))?;
    Some(format!("wasm-ld-{}", llvm.split('.').next()?))
}

fn folder() -> PathBuf {
    project::tools().join("debian-rust")
}

/// Lets cargo build the library as the dependency of an empty crate, and lays it beside links to the rest.
fn build_library(version: &str) -> Outcome {
    let release = version.lines().next().unwrap_or(version);
    say(&format!("the library for wasm32, built by {release} into {} (about a minute)", folder().display()));
    let stub = project::tools().join("debian-rust-build");
    write(&stub.join("Cargo.toml"), "[package]\nname = \"stub\"\nedition = \"2021\"\n[workspace]\n")?;
    write(&stub.join("src/lib.rs"), "")?;
    let mut build = program(CARGO);
    build.current_dir(&stub).env("PATH", path_with(&["/usr/bin".into()])).env("RUSTC", RUSTC);
    for name in ["CARGO", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH"] {
        build.env_remove(name);
    }
    // RUSTC_BOOTSTRAP admits -Zbuild-std; link-time optimisation of the page needs the library's bitcode.
    build.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Cembed-bitcode=yes").env("CARGO_TARGET_DIR", stub.join("target"));
    steps::run("the library for wasm32", build.args(["build", "-Zbuild-std=std,panic_abort", "--target", TARGET, "--release"]))?;

    let part = project::tools().join("debian-rust.part");
    remove(&part)?;
    copy_libraries(&stub.join("target").join(TARGET).join("release/deps"), &part.join("lib/rustlib").join(TARGET).join("lib"))?;
    link_the_rest(&part)?;
    write(&part.join("built-by"), version)?;
    remove(&folder())?;
    fs::rename(&part, folder()).map_err(|error| format!("{}: {error}", part.display()))?;
    remove(&stub)
}

fn copy_libraries(from: &Path, to: &Path) -> Outcome {
    let mut libraries = Vec::new();
    project::files_below(from, "rlib", &mut libraries);
    libraries.retain(|file| !file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libstub")));
    if libraries.is_empty() {
        return Err(format!("cargo left no libraries in {}", from.display()));
    }
    fs::create_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
    for file in libraries {
        let name = file.file_name().expect("a listed file has a name");
        fs::copy(&file, to.join(name)).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

/// Build scripts and macros run on this machine, so they need the toolchain's own libraries too.
fn link_the_rest(part: &Path) -> Outcome {
    let rustlib = Path::new("/usr/lib/rustlib");
    let entries = fs::read_dir(rustlib).map_err(|error| format!("{}: {error}", rustlib.display()))?;
    for entry in entries.flatten().filter(|entry| entry.file_name() != TARGET) {
        link(&entry.path(), &part.join("lib/rustlib").join(entry.file_name()))?;
    }
    write(&part.join("bin/rustc"), &format!("#!/bin/sh\nexec {RUSTC} --sysroot '{}' \"$@\"\n", folder().display()))?;
    run(program("chmod").arg("+x").arg(part.join("bin/rustc")))?;
    link(Path::new(CARGO), &part.join("bin/cargo"))
}

fn link(to: &Path, at: &Path) -> Outcome {
    run(program("ln").arg("-s").arg(to).arg(at))
}

fn write(file: &Path, text: &str) -> Outcome {
    let folder = file.parent().expect("a file lies in a folder");
    fs::create_dir_all(folder).and_then(|()| fs::write(file, text)).map_err(|error| format!("{}: {error}", file.display()))
}

fn remove(folder: &Path) -> Outcome {
    if !folder.exists() {
        return Ok(());
    }
    fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}
