//! `cargo xtask`: the project's own commands, each of which sets up what it needs before it runs.
//!
//! A command is one row of the table below and one module. The crate has no dependencies, so that the first
//! command on a fresh machine starts after seconds.

mod alike;
mod app;
mod arguments;
mod bench;
mod check;
mod fuzz;
mod glue;
mod measure;
mod module;
mod offline;
mod page;
mod pieces;
mod process;
mod project;
mod serve;
mod setup;
mod small;
mod style;
mod tables;
mod test;
mod wasm;
mod worker;

use arguments::Arguments;
use std::process::ExitCode;

/// What a command returns: nothing, or one message for the person at the terminal.
pub type Outcome<T = ()> = Result<T, String>;

/// One row of the table: name, options, what it does, and the function that does it.
type Command = (&'static str, &'static str, &'static str, fn(Arguments) -> Outcome);

#[rustfmt::skip]
const COMMANDS: &[Command] = &[
    ("serve", "[--port N] [--as-is]",                    "build the page and serve it on this machine (--as-is: serve dist/ as it stands)", serve::run),
    ("build", "[--quick] [--public-url URL]",            "build the page as a static site in dist/ (--quick: large and soon there, for looking at)", page::run),
    ("test",  "[--exhaustive] [--no-browser] [--browser-only] [NAME]", "run every test, in the core and in a real browser",                 test::run),
    ("check", "",                                        "formatting, lints, order of dependence, documentation",                           check::run),
    ("bench", "",                                        "benchmarks of the core, size and speed of the page",                              bench::run),
    ("tables", "",                                       "derive the coefficients of the special function unit again",                    tables::run),
    ("measure", "[--gpu N]",                             "run every form on an NVIDIA GPU and compare its answers with the model",            measure::run),
    ("fuzz",  "[--seconds N] [--keep] [TARGET]",     "feed random input to the core, 60 seconds a target; or keep the best of it",      fuzz::run),
];

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_default();
    let Some((_, _, _, run)) = COMMANDS.iter().find(|(known, ..)| *known == name) else {
        eprint!("{}", usage(&name));
        return ExitCode::from(2);
    };
    match run(Arguments::new(words)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("cargo xtask {name}: {message}");
            ExitCode::FAILURE
        }
    }
}

fn usage(name: &str) -> String {
    let mut text = String::new();
    if !matches!(name, "" | "help" | "--help" | "-h") {
        text += &format!("There is no command `{name}`.\n");
    }
    for (name, options, says, _) in COMMANDS {
        text += &format!("  cargo xtask {name} {options}\n      {says}\n");
    }
    text
}
