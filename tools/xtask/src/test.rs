//! `test`: the tests of every crate, and the page in real browsers. Both go on at once, each with its own compiler's locks.
//!
//! The page in the browsers is the one that `serve` shows, which is there soonest. What is about a release (its pieces, its size, visits without a
//! network) is tested on one, with `--release`, and so is everything else there.

use crate::process::{cargo, npm_program, program};
use crate::setup::{self, Tools, WASM_TARGET};
use crate::{Outcome, package, page, project, python, steps};
use std::path::PathBuf;
use std::process::Command;
use std::thread;

#[derive(clap::Args)]
pub struct Test {
    /// Everything that can be compared, for hours
    #[arg(long)]
    exhaustive: bool,
    /// The page as visitors get it, instead of the one that `serve` shows
    #[arg(long)]
    release: bool,
    /// The core and the tools alone
    #[arg(long)]
    no_browser: bool,
    /// The page alone: the one that ULPSCOPE_URL names, else it is built
    #[arg(long)]
    browser_only: bool,
    /// The package of Python alone
    #[arg(long)]
    python_only: bool,
    /// With --python-only: also on PyTorch and JAX, which take some gigabytes from PyPI
    #[arg(long, requires = "python_only")]
    tensors: bool,
    /// Tests with this in their names
    name: Option<String>,
}

pub fn run(options: &Test) -> Outcome {
    if options.browser_only {
        if std::env::var_os("ULPSCOPE_URL").is_none() {
            build(options)?;
        }
        in_browsers(options)?;
    } else if options.python_only {
        python::test(options.tensors)?;
    } else if options.no_browser {
        natively(options)?;
    } else {
        thread::scope(|scope| {
            // Browsers come from elsewhere than what builds the page, so both are set up at once.
            let browsers = scope.spawn(setup::browsers_for_tests);
            let page = scope.spawn(|| {
                build(options)?;
                if options.release {
                    steps::run("what a visitor downloads", program("node").arg("tests/size.mjs").arg(project::dist()))?;
                    package::npm()?;
                }
                browsers.join().expect("no set-up panics")?;
                in_browsers(options)
            });
            let core = natively(options).and_then(|said| if options.name.is_none() { million(&said, options.release) } else { Ok(()) });
            page.join().expect("no step panics").and(core)
        })?;
    }
    steps::sum_up();
    Ok(())
}

fn build(options: &Test) -> Outcome {
    steps::run("the page", &mut page::trunk("build", options.release)?).map(|_| ())
}

/// Returns what the tests printed.
fn natively(Test { exhaustive, name, .. }: &Test) -> Outcome<String> {
    steps::run("compiling the tests", cargo().args(["test", "--workspace", "--no-run"]))?;
    let mut tests = cargo();
    tests.args(["test", "--workspace", "--no-fail-fast"]).args(name).args(["--", "--show-output"]);
    if *exhaustive {
        tests.env("ULPSCOPE_EXHAUSTIVE", "1").arg("--include-ignored");
    }
    let said = steps::run("the core", &mut tests)?;
    if name.is_none() {
        python::test(false)?;
    }
    Ok(said)
}

/// The million vectors of the core's tests as WebAssembly under Node.js: the same bits. `said` holds the hashes of the native run. The core is
/// compiled as the page's workers are.
fn million(said: &str, release: bool) -> Outcome {
    let hashes: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("hash ")?.split(' ').next()).collect();
    let profile = if release { "release" } else { "page-dev" };
    let mut build = program("cargo");
    Tools::set_up(release, |_| ())?.prepare(&mut build);
    build.args(["build", "--package", "ulpscope-million", "--profile", profile, "--target", WASM_TARGET]);
    steps::run("a million vectors as WebAssembly", build.env("ULPSCOPE_MILLION", hashes.join(" ")))?;
    let built = project::root().join("target").join(WASM_TARGET).join(profile).join("million.wasm");
    steps::run("a million vectors, the same bits", program("node").arg("tests/million.mjs").arg(built))?;
    Ok(())
}

fn in_browsers(options: &Test) -> Outcome {
    let mut playwright = playwright("tests")?;
    if let Some(name) = &options.name {
        playwright.args(["--grep", name]);
    }
    steps::run("the page in browsers", &mut playwright)?;
    Ok(())
}

/// Playwright's runner with a configuration and the browsers that are there.
pub fn playwright(config: &str) -> Outcome<Command> {
    let (chromium, firefox): (PathBuf, Option<PathBuf>) = setup::browsers_for_tests()?;
    let mut playwright = npm_program("npx");
    playwright.args(["playwright", "test", "--config", config]).env("ULPSCOPE_CHROMIUM", chromium);
    match firefox {
        Some(firefox) => playwright.env("ULPSCOPE_FIREFOX", firefox),
        None => {
            steps::say("There is no Firefox here, so the page is tested in Chromium alone.");
            &mut playwright
        }
    };
    Ok(playwright)
}
