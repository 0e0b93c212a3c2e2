//! `test`: the tests of every crate, and the page in real browsers. Both are built at once, each with its own compiler's locks.

use crate::process::{cargo, npm_program, program};
use crate::setup::{self, Tools, WASM_TARGET};
use crate::steps::Steps;
use crate::{Outcome, finish, page, project};
use std::path::PathBuf;
use std::process::Command;
use std::thread;

#[derive(clap::Args)]
pub struct Test {
    /// Everything that can be compared, for hours
    #[arg(long)]
    exhaustive: bool,
    /// The core and the tools alone
    #[arg(long)]
    no_browser: bool,
    /// The page as dist/ has it, alone
    #[arg(long)]
    browser_only: bool,
    /// Tests with this in their names
    name: Option<String>,
}

pub fn run(options: &Test) -> Outcome {
    let steps = Steps::default();
    if options.browser_only {
        // What `trunk serve` leaves is no release. A page that is served already is taken as it is.
        let index = project::read(&project::dist().join("index.html")).unwrap_or_default();
        if !finish::is_release(&index) && std::env::var_os("ULPSCOPE_URL").is_none() {
            page::build(&page::Build::default())?;
        }
        in_browsers(&steps, options)?;
    } else if options.no_browser {
        natively(&steps, options)?;
    } else {
        // The set-up speaks for itself, before anything runs beside it.
        let mut trunk = page::trunk("build", true)?;
        let said = thread::scope(|scope| {
            let page = scope.spawn(|| steps.run("the page", &mut trunk));
            let core = natively(&steps, options);
            page.join().expect("no step panics").and(core)
        })?;
        if options.name.is_none() {
            million(&steps, &said)?;
        }
        steps.run("what a visitor downloads", program("node").arg("tests/size.mjs").arg(project::dist()))?;
        in_browsers(&steps, options)?;
    }
    steps.sum_up();
    Ok(())
}

/// Returns what the tests printed.
fn natively(steps: &Steps, Test { exhaustive, name, .. }: &Test) -> Outcome<String> {
    steps.run("compiling the tests", cargo().args(["test", "--workspace", "--no-run"]))?;
    let mut tests = cargo();
    tests.args(["test", "--workspace", "--no-fail-fast"]).args(name).args(["--", "--show-output"]);
    if *exhaustive {
        tests.env("ULPSCOPE_EXHAUSTIVE", "1").arg("--include-ignored");
    }
    steps.run("the core", &mut tests)
}

/// The million vectors of the core's tests as WebAssembly under Node.js: the same bits. `said` holds the hashes of the native run.
fn million(steps: &Steps, said: &str) -> Outcome {
    let hashes: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("hash ")?.split(' ').next()).collect();
    let mut build = program("cargo");
    Tools::set_up(true)?.prepare(&mut build);
    build.args(["build", "--package", "ulpscope-million", "--release", "--target", WASM_TARGET]);
    steps.run("a million vectors as WebAssembly", build.env("ULPSCOPE_MILLION", hashes.join(" ")))?;
    let built = project::root().join("target").join(WASM_TARGET).join("release/million.wasm");
    steps.run("a million vectors, the same bits", program("node").arg("tests/million.mjs").arg(built))?;
    Ok(())
}

fn in_browsers(steps: &Steps, options: &Test) -> Outcome {
    let mut playwright = playwright("tests")?;
    if let Some(name) = &options.name {
        playwright.args(["--grep", name]);
    }
    steps.run("the page in browsers", &mut playwright)?;
    Ok(())
}

/// Playwright's runner with a configuration and the browsers that are there.
pub fn playwright(config: &str) -> Outcome<Command> {
    let browser: PathBuf = setup::browser_for_tests()?;
    let mut playwright = npm_program("npx");
    playwright.args(["playwright", "test", "--config", config]).env("ULPSCOPE_CHROMIUM", browser);
    match setup::firefox_for_tests()? {
        Some(firefox) => playwright.env("ULPSCOPE_FIREFOX", firefox),
        None => {
            println!("There is no Firefox here, so the page is tested in Chromium alone.");
            &mut playwright
        }
    };
    Ok(playwright)
}
