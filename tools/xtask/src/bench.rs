//! `bench`: the core beside other libraries, the special function unit, launches of many threads, then the page's size and its time from a key
//! press to the new picture.
//!
//! Figures are printed and judged by people: a timed test would fail on a busy machine.

use crate::process::{cargo, program, run as run_program};
use crate::{Outcome, page, project, setup, test};

pub fn run() -> Outcome {
    // The page's tools first, so that no figure is taken while something else compiles.
    page::build(&page::Build::default())?;
    let mut playwright = test::playwright("tests/bench.config.mjs")?;
    setup::c_build_tools()?;
    // A part of SoftFloat's crate asks for the rules of CMake 2.6, which CMake 4 refuses unless told.
    let mut beside = cargo();
    beside.env("CMAKE_POLICY_VERSION_MINIMUM", "3.5");
    run_program(beside.args(["run", "--release", "--locked", "--manifest-path", "bench/Cargo.toml"]))?;
    for name in ["special_function", "threads"] {
        run_program(cargo().args(["bench", "--locked", "--package", "ulpscope-semantics", "--bench", name]))?;
    }
    run_program(program("node").arg("tests/size.mjs").arg(project::dist()))?;
    // The accuracy page is timed beside the command line, which runs the same sweeps natively.
    run_program(cargo().args(["build", "--release", "--locked", "--package", "ulpscope-cli"]))?;
    run_program(playwright.env("ULPSCOPE_ULP", project::root().join("target/release/ulp")))
}
