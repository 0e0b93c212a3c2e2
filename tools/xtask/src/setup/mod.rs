//! What a machine needs before the page builds and the browser tests run, installed where it is missing.
//!
//! Everything goes below target/tools or node_modules, except the packages that Debian's way takes from apt.
//! Each part first looks for what is there, says in a line what it installs and why, and puts finished work
//! in place by one rename, so that an interrupted set-up is simply continued by the next command.

mod archive;
mod browser;
mod debian;
mod npm;
mod page_tools;
mod wasm_library;

use crate::process::{on_path, path_with, say};
use crate::{Outcome, project};
use std::fs::{File, TryLockError};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, Mutex, Weak};
use std::thread;

pub use page_tools::CUTTER;
pub use wasm_library::{TARGET as WASM_TARGET, WasmLibrary};

/// Everything that turns the sources into the page.
pub struct Tools {
    wasm: WasmLibrary,
}

impl Tools {
    /// Sets up the library for wasm32, wasm-bindgen and Trunk, and for a release what cuts the app and optimises it. Where programs have to be
    /// made first, `beside` runs at the same time: what needs nothing but the library.
    pub fn set_up(release: bool, beside: impl FnOnce(&Tools) + Send) -> Outcome<Tools> {
        let _turn = take_turn()?;
        if release {
            // npm first: it takes seconds, and a machine without Node.js should say so before minutes of compiling.
            npm::install()?;
        }
        let tools = Tools { wasm: wasm_library::install()? };
        if !page_tools::present(release)? {
            thread::scope(|scope| {
                scope.spawn(|| beside(&tools));
                page_tools::install(release)
            })?;
        }
        Ok(tools)
    }

    /// Makes a command find the tools before any others that the machine has, and the library for wasm32.
    pub fn prepare(&self, command: &mut Command) {
        let mut folders = vec![page_tools::folder(), npm::programs()];
        folders.extend(self.wasm.programs());
        command.env("PATH", path_with(&folders));
        self.wasm.prepare(command);
    }
}

/// Waits until no other command of this checkout sets up. The file is held while tools are put in place, so that two commands started at once do
/// not build over each other; it is released when dropped or when the process ends. Threads of one command share it.
fn take_turn() -> Outcome<Arc<File>> {
    static HELD: Mutex<Weak<File>> = Mutex::new(Weak::new());
    let mut held = HELD.lock().expect("no set-up panics");
    if let Some(file) = held.upgrade() {
        return Ok(file);
    }
    let folder = project::tools();
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let file = File::create(folder.join("turn")).map_err(|error| error.to_string())?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        say("another `cargo xtask` of this checkout is at work; waiting for it");
        file.lock().map_err(|error| error.to_string())?;
    }
    let file = Arc::new(file);
    *held = Arc::downgrade(&file);
    Ok(file)
}

/// Rust's library for wasm32, installed if it is missing.
pub fn wasm_library() -> Outcome<WasmLibrary> {
    let _turn = take_turn()?;
    wasm_library::install()
}

/// Sets up what the browser tests need: the program of a Chromium, and of an ordinary Firefox, which Debian has where it is missing; None where
/// there is none and none can be installed.
pub fn browsers_for_tests() -> Outcome<(PathBuf, Option<PathBuf>)> {
    let _turn = take_turn()?;
    npm::install()?;
    Ok((browser::install()?, browser::firefox()?))
}

/// Sets up what Berkeley SoftFloat, which the benchmarks compare with, is compiled with.
pub fn c_build_tools() -> Outcome {
    if on_path("cmake").is_some() && on_path("cc").is_some() {
        return Ok(());
    }
    let packages = ["cmake", "gcc", "libc6-dev", "make"];
    debian::install_packages(&packages, "to compile Berkeley SoftFloat, which the benchmarks compare with")
        .map_err(|reason| format!("the benchmarks need CMake and a C compiler ({reason}): install both and put them on PATH"))
}
