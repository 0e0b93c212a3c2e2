//! `ulp`, the batch command line: one subcommand a job, in a file of its own.
//!
//! What is wrong with the arguments, or with what a job finds, ends it with 2. `ulp eval` ends with 1 where it cannot read or write; what is
//! wrong with a line is that line's output.

mod block;
mod eval;
mod files;
mod lines;
mod listing;
mod machine;
mod mma;
mod report;
mod run;
mod sum;
mod sweep;

use clap::Parser;
use semantics::instruction::{Target, Version};
use std::io::{self, ErrorKind};
use std::process::ExitCode;

/// What a command returns: nothing, or one message for the person at the terminal.
type Outcome<T = ()> = Result<T, String>;

/// What NVIDIA floating-point instructions compute, bit for bit.
#[derive(Parser)]
#[command(name = "ulp")]
enum Command {
    Eval(eval::Eval),
    Run(run::Run),
    Block(block::Block),
    Sum(sum::Sum),
    Sweep(sweep::Sweep),
    Mma(mma::Mma),
    Decode(machine::Decode),
    Encode(machine::Encode),
}

fn main() -> ExitCode {
    let command = Command::parse();
    let failure = if matches!(command, Command::Eval(_)) { 1 } else { 2 };
    let done = match command {
        Command::Eval(eval) => eval.run(),
        Command::Run(run) => run.run(),
        Command::Block(block) => block.run(),
        Command::Sum(sum) => sum.run(),
        Command::Sweep(sweep) => sweep.run(),
        Command::Mma(mma) => mma.run(),
        Command::Decode(decode) => decode.run(),
        Command::Encode(encode) => encode.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("ulp: {message}");
            ExitCode::from(failure)
        }
    }
}

/// What came of reading and writing. A reader that has seen enough, as `head` has, is no failure.
fn ended(ended: io::Result<()>) -> Outcome {
    match ended {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("cannot read or write: {error}")),
        _ => Ok(()),
    }
}

/// The target of a name.
fn target(name: &str) -> Outcome<Target> {
    Target::named(name).ok_or_else(|| known(Target::ALL))
}

/// The PTX version of a name.
fn version(name: &str) -> Outcome<Version> {
    Version::named(name).ok_or_else(|| known(Version::ALL))
}

/// What a value can be, behind clap's words that it is none.
fn known<T: ToString>(all: &[T]) -> String {
    format!("these are known: {}", all.iter().map(T::to_string).collect::<Vec<_>>().join(" "))
}
