//! `cargo xtask`: the project's own commands, each of which sets up what it needs before it runs.

mod bench;
mod check;
mod finish;
mod fuzz;
mod join;
mod library;
mod measure;
mod package;
mod page;
mod process;
mod project;
mod python;
mod setup;
mod steps;
mod test;
#[cfg(test)]
mod words;

use clap::Parser;
use std::process::ExitCode;

/// What a command returns: nothing, or one message for the person at the terminal.
pub type Outcome<T = ()> = Result<T, String>;

/// The project's own commands. Each first sets up what it needs and says in a line what it installs.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Command {
    /// Serve the page on this machine, built anew at every change (`trunk serve`)
    Serve(page::Serve),
    /// Build the page as a static site in dist/ (`trunk build --release`)
    Build(page::Build),
    /// Make a package of the built page, or of the core for Python
    #[command(subcommand)]
    Package(package::Package),
    /// Run every test, in the core and in real browsers
    Test(test::Test),
    /// Formatting, lints, documentation
    Check,
    /// Benchmarks of the core, size and speed of the page
    Bench,
    /// Derive the coefficients of the special function unit again
    Tables,
    /// Run every form on an NVIDIA GPU and compare its answers with the model
    Measure(measure::Measure),
    /// Run what nvcc makes of the math library's functions over their operands, and write how far off they are into the project's table
    Library(library::Library),
    /// Feed random input to the core
    Fuzz(fuzz::Fuzz),
    /// What Trunk calls at the end of a build: a release gets its pieces, its version and the list of its files
    #[command(hide = true)]
    Finish,
}

fn main() -> ExitCode {
    let done = match Command::parse() {
        Command::Serve(serve) => page::serve(&serve),
        Command::Build(build) => page::build(&build),
        Command::Package(package) => package::run(&package),
        Command::Test(test) => test::run(&test),
        Command::Check => check::run(),
        Command::Bench => bench::run(),
        Command::Tables => tables(),
        Command::Measure(measure) => measure::run(&measure),
        Command::Library(library) => library::run(&library),
        Command::Fuzz(fuzz) => fuzz::run(&fuzz),
        Command::Finish => finish::run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("cargo xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The generator lives beside the special function unit; a test holds the committed file to it.
fn tables() -> Outcome {
    process::run(process::cargo().args(["run", "--quiet", "--package", "ulpscope-units", "--example", "tables"]))
}
