//! A Chromium for the browser tests: one that is installed, Debian's package, or Playwright's own download. A Firefox: the first two.

use super::debian;
use crate::process::{npm_program, on_path, output, program, say};
use crate::{Outcome, project, steps};
use std::path::PathBuf;

/// Names a browser to use instead of looking for one.
const CHOICE: &str = "ULPSCOPE_CHROMIUM";

#[rustfmt::skip]
const NAMES: &[&str] = &["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

#[rustfmt::skip]
const FIREFOX: &[&str] = &["firefox-esr", "firefox"];

#[rustfmt::skip]
const MAC_APPS: &[&str] = &[
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// The browser's program, installed if there is none. The npm packages must be there.
pub fn install() -> Outcome<PathBuf> {
    if let Some(chosen) = std::env::var_os(CHOICE) {
        return works(PathBuf::from(chosen)).ok_or_else(|| format!("the browser that {CHOICE} names does not run"));
    }
    if let Some(found) = installed().or_else(downloaded) {
        return Ok(found);
    }
    if debian::is_possible() {
        debian::install_packages(&["chromium-headless-shell"], "the browser that the page's tests run in")?;
        return installed().ok_or_else(|| "apt installed a Chromium, but it does not run".to_string());
    }
    say("Chromium, downloaded by Playwright into target/tools (the browser that the page's tests run in)");
    let download = steps::run("Chromium", playwright(&mut npm_program("npx")).args(["playwright-core", "install", "chromium"]));
    downloaded().ok_or_else(|| {
        let reason = download.err().unwrap_or_else(|| "the downloaded browser does not run".to_string());
        format!("no browser for the page's tests: {reason}. Install Chromium or Chrome, or set {CHOICE} to one's program")
    })
}

/// A Firefox, installed if there is none and Debian has it.
pub fn firefox() -> Outcome<Option<PathBuf>> {
    let installed = || FIREFOX.iter().filter_map(|name| on_path(name)).find_map(works);
    if installed().is_none() && debian::is_possible() {
        debian::install_packages(&["firefox-esr"], "the other browser that the page's tests run in")?;
    }
    Ok(installed())
}

fn installed() -> Option<PathBuf> {
    let named = NAMES.iter().filter_map(|name| on_path(name));
    named.chain(MAC_APPS.iter().map(PathBuf::from)).find_map(works)
}

/// Playwright decides where its browser lies below our folder, so it is asked.
fn downloaded() -> Option<PathBuf> {
    let script = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))";
    output(playwright(&mut program("node")).args(["-e", script])).map(PathBuf::from).and_then(works)
}

fn playwright(command: &mut std::process::Command) -> &mut std::process::Command {
    command.env("PLAYWRIGHT_BROWSERS_PATH", project::tools().join("browsers"))
}

fn works(file: PathBuf) -> Option<PathBuf> {
    // A stub that only says where to get the browser (as Ubuntu's) fails here.
    output(program(&file).arg("--version")).map(|_| file)
}
