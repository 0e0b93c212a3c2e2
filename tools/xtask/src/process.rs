//! Running other programs: their output streams through, and a failure names the program and what it was for.

use crate::Outcome;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Runs to the end with output on the terminal. Standard input is closed: nothing here may wait for an answer.
pub fn run(command: &mut Command) -> Outcome {
    let status = command.stdin(Stdio::null()).status().map_err(|error| cannot_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", shown(command))) }
}

/// Runs to the end without a word; what it wrote is the message of its failure.
pub fn quietly(command: &mut Command) -> Outcome {
    let output = command.stdin(Stdio::null()).output().map_err(|error| cannot_start(command, &error))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    Err(format!("{said}\n`{}` failed ({})", shown(command), output.status))
}

/// Runs to the end and returns what it wrote to standard output; `None` if it cannot start or fails.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// Runs with output on the terminal and ends the program when it takes longer than `limit`.
pub fn run_within(command: &mut Command, limit: Duration) -> Outcome {
    let mut child = command.stdin(Stdio::null()).spawn().map_err(|error| cannot_start(command, &error))?;
    let start = Instant::now();
    loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(format!("`{}` failed ({status})", shown(command))),
            None if start.elapsed() > limit => {
                // Both can only fail when the program has just ended by itself.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("`{}` took longer than {} s", shown(command), limit.as_secs()));
            }
            None => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}

/// A command that runs in the root of the project.
pub fn program(name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(crate::project::root());
    command
}

/// The cargo that started us, so that both use one toolchain.
pub fn cargo() -> Command {
    program(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// npm and npx are scripts on Windows, and only their full name starts them.
pub fn npm_program(name: &str) -> Command {
    program(if cfg!(windows) { format!("{name}.cmd") } else { name.to_string() })
}

/// Puts folders before the rest of PATH, for a command that looks programs up itself.
pub fn path_with(folders: &[PathBuf]) -> std::ffi::OsString {
    let old = std::env::var_os("PATH").unwrap_or_default();
    let all = folders.iter().cloned().chain(std::env::split_paths(&old));
    std::env::join_paths(all).expect("the project's path holds no PATH separator")
}

/// Where PATH finds a program.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(&name)).find(|file| file.is_file())
}

/// Announces a step of the set-up in one line.
pub fn say(line: &str) {
    crate::steps::say(&format!("set-up: {line}"));
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("`{}` could not be started: {error}", Path::new(command.get_program()).display())
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
