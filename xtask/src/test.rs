//! `test`: the cargo tests of every crate, then the page's size and its tests in a real browser.

use crate::arguments::Arguments;
use crate::process::{cargo, output, program, run as run_program};
use crate::serve::{address, files};
use crate::setup::WASM_TARGET;
use crate::{Outcome, page, project, setup};
use std::net::TcpListener;
use std::path::{Path, PathBuf};

/// The browser tests see the page below a path, as on a static host that keeps several sites.
const BASE: &str = "/some/path/";

/// The tests that Firefox runs too: where people type, point and look, and the workers.
const IN_FIREFOX_TOO: &[&str] = &["explore.test.mjs", "sass.test.mjs", "program.test.mjs", "formats.test.mjs", "accuracy.test.mjs"];

pub fn run(mut arguments: Arguments) -> Outcome {
    let exhaustive = arguments.flag("--exhaustive");
    let no_browser = arguments.flag("--no-browser");
    let browser_only = arguments.flag("--browser-only");
    let name = arguments.word();
    arguments.finish()?;
    if !browser_only {
        cargo_tests(exhaustive, name.as_deref())?;
    }
    if no_browser {
        return Ok(());
    }
    // One turn for the page and its tools; the rest is quick to look for and different for each command.
    page::build_for_any_path()?;
    million_in_wasm()?;
    let browser = setup::browser_for_tests()?;
    run_program(program("node").arg("tests/size.mjs").arg(project::dist()))?;
    let url = serve_in_background()?;
    browser_tests(("ULPSCOPE_CHROMIUM", &browser), &url, name.as_deref(), &browser_test_files())?;
    match setup::firefox_for_tests()? {
        Some(firefox) => {
            let files: Vec<PathBuf> = IN_FIREFOX_TOO.iter().map(|file| project::root().join("tests").join(file)).collect();
            browser_tests(("ULPSCOPE_FIREFOX", &firefox), &url, name.as_deref(), &files)
        }
        None => {
            println!("There is no Firefox here, so the page was tested in Chromium alone.");
            Ok(())
        }
    }
}

fn cargo_tests(exhaustive: bool, name: Option<&str>) -> Outcome {
    let mut tests = cargo();
    tests.args(["test", "--workspace"]).args(name);
    if exhaustive {
        tests.env("ULPSCOPE_EXHAUSTIVE", "1").args(["--", "--include-ignored"]);
    }
    run_program(&mut tests)
}

/// A million vectors natively, then as WebAssembly under Node.js: both have the same bits.
fn million_in_wasm() -> Outcome {
    let mut native = cargo();
    native.args(["test", "--quiet", "--package", "ulpscope-semantics", "--test", "core", "million::", "--", "--nocapture"]);
    let said = output(&mut native).ok_or("the million vectors do not run natively")?;
    let hashes: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("hash ")?.split(' ').next()).collect();
    let mut build = program("cargo");
    setup::page_builder()?.prepare(&mut build);
    build.args(["build", "--quiet", "--package", "ulpscope-million", "--profile", "worker", "--target", WASM_TARGET]);
    run_program(build.env("ULPSCOPE_MILLION", hashes.join(" ")))?;
    let built = project::root().join("target").join(WASM_TARGET).join("worker/million.wasm");
    run_program(program("node").arg("tests/million.mjs").arg(built))
}

/// Serves dist/ from a thread that ends with this process.
pub fn serve_in_background() -> Outcome<String> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(|error| error.to_string())?;
    let url = format!("http://{}{BASE}", address(&listener)?);
    std::thread::spawn(move || files::answer_all(&listener, &project::dist(), BASE));
    Ok(url)
}

fn browser_tests((variable, browser): (&str, &Path), url: &str, name: Option<&str>, files: &[PathBuf]) -> Outcome {
    let mut tests = program("node");
    tests.args(["--test", "--test-reporter=spec"]).env(variable, browser).env("ULPSCOPE_URL", url);
    if let Some(name) = name {
        tests.arg(format!("--test-name-pattern={name}"));
    }
    run_program(tests.args(files))
}

/// Named one by one, because Node.js 20 does not expand patterns.
fn browser_test_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    project::files_below(&project::root().join("tests"), "mjs", &mut files);
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    files.sort();
    files
}
