//! Rust's standard library for wasm32: from rustup where it can be reached, else from Debian's packages.

use super::debian;
use crate::Outcome;
use crate::process::{on_path, output, program, run_within, say};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The page's target.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Long enough to fetch 20 MB over a slow line, short enough to wait for on a machine that can fetch nothing.
const RUSTUP_LIMIT: Duration = Duration::from_secs(180);

/// Where the library is, which decides the compiler that builds the page.
pub enum WasmLibrary {
    /// In the toolchain that runs us.
    Own,
    /// In a folder of ours beside Debian's compiler.
    Debian(debian::Toolchain),
}

impl WasmLibrary {
    /// The library if it is there already; installs nothing.
    pub fn present() -> Option<Self> {
        if own_toolchain_has_it() {
            return Some(WasmLibrary::Own);
        }
        debian::present().map(WasmLibrary::Debian)
    }

    /// A folder with the cargo and rustc that have the library, unless they are the ones we run under.
    pub fn programs(&self) -> Option<PathBuf> {
        match self {
            WasmLibrary::Own => None,
            WasmLibrary::Debian(toolchain) => Some(toolchain.programs()),
        }
    }

    /// Points a command that runs cargo at the library.
    pub fn prepare(&self, command: &mut Command) {
        if let WasmLibrary::Debian(toolchain) = self {
            toolchain.prepare(command);
        }
    }
}

/// Finds or installs the library.
pub fn install() -> Outcome<WasmLibrary> {
    if let Some(present) = WasmLibrary::present() {
        return Ok(present);
    }
    let refusal = match on_path("rustup") {
        None => "rustup is not installed".to_string(),
        Some(rustup) => {
            say("Rust's library for wasm32, from rustup into the toolchain in use (the page runs as WebAssembly)");
            // Its own backtrace would only hide what it has to say.
            match run_within(program(rustup).args(["target", "add", TARGET]).env("RUST_BACKTRACE", "0"), RUSTUP_LIMIT) {
                Ok(()) if own_toolchain_has_it() => return Ok(WasmLibrary::Own),
                Ok(()) => "rustup added it to another toolchain than the one in use".to_string(),
                Err(message) => message,
            }
        }
    };
    say("rustup cannot provide it; trying Debian's packages");
    let toolchain = debian::install().map_err(|reason| {
        format!(
            "Rust's library for wasm32 is missing, and neither way to get it works.\n  \
             rustup: {refusal}\n  Debian: {reason}\n  \
             To fix it, install rustup (https://rustup.rs) and run `rustup target add {TARGET}`."
        )
    })?;
    Ok(WasmLibrary::Debian(toolchain))
}

/// Looks among the libraries of the compiler behind our cargo.
fn own_toolchain_has_it() -> bool {
    let folder = output(program(own_rustc()).args(["--print", "sysroot"]));
    folder.is_some_and(|folder| Path::new(&folder).join("lib/rustlib").join(TARGET).join("lib").is_dir())
}

/// A toolchain keeps rustc beside cargo; the one on PATH may belong to another.
fn own_rustc() -> PathBuf {
    let beside = std::env::var_os("CARGO").map(|cargo| Path::new(&cargo).with_file_name("rustc"));
    let beside = beside.map(|file| file.with_extension(std::env::consts::EXE_EXTENSION));
    beside.filter(|file| file.is_file()).unwrap_or_else(|| "rustc".into())
}
