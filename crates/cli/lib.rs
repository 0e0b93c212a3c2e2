//! `ulp`, the batch command line: one subcommand a job, in a file of its own. Python's package has it too.
//!
//! What is wrong with the arguments, or with what a job finds, ends it with 2. `ulp eval` ends with 1 where it cannot read or write; what is
//! wrong with a line is that line's output.

mod against;
mod block;
mod eval;
mod explain;
mod files;
mod lines;
mod listing;
mod machine;
mod mcp;
mod mma;
mod orders;
mod report;
mod run;
mod sum;
mod sweep;

use clap::Parser;
use semantics::dot;
use semantics::instruction::{Target, Version};
use std::ffi::OsString;
use std::io::{self, ErrorKind};

/// What a command returns: nothing, or one message for the person at the terminal.
type Outcome<T = ()> = Result<T, String>;

/// What NVIDIA floating-point instructions compute, bit for bit.
#[derive(Parser)]
#[command(name = "ulp")]
enum Command {
    Eval(eval::Eval),
    Explain(explain::Explain),
    Run(run::Run),
    Block(block::Block),
    Sum(sum::Sum),
    Sweep(sweep::Sweep),
    Mma(mma::Mma),
    Decode(machine::Decode),
    Encode(machine::Encode),
    Mcp(mcp::Mcp),
}

/// Runs a command of these words, the program's name first, and returns with what it ends.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    let command = match Command::try_parse_from(words) {
        Ok(command) => command,
        Err(said) => {
            // Help is no failure. Who reads it may have seen enough.
            let _ = said.print();
            return u8::try_from(said.exit_code()).unwrap_or(2);
        }
    };
    let failure = if matches!(command, Command::Eval(_)) { 1 } else { 2 };
    let done = match command {
        Command::Eval(eval) => eval.run(),
        Command::Explain(explain) => explain.run(),
        Command::Run(run) => run.run(),
        Command::Block(block) => block.run(),
        Command::Sum(sum) => sum.run(),
        Command::Sweep(sweep) => sweep.run(),
        Command::Mma(mma) => mma.run(),
        Command::Decode(decode) => decode.run(),
        Command::Encode(encode) => encode.run(),
        Command::Mcp(mcp) => mcp.run(),
    };
    match done {
        Ok(()) => 0,
        Err(message) => {
            eprintln!("ulp: {message}");
            failure
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

/// The target of a name, of a chip (`H100`) or of a generation (`hopper`).
fn target(name: &str) -> Outcome<Target> {
    let of_chip = || dot::chip(name).and_then(|number| Target::named(&format!("sm_{number}")));
    Target::named(name).or_else(of_chip).ok_or_else(|| known(Target::ALL))
}

/// The PTX version of a name.
fn version(name: &str) -> Outcome<Version> {
    Version::named(name).ok_or_else(|| known(Version::ALL))
}

/// What a value can be, behind clap's words that it is none.
fn known<T: ToString>(all: &[T]) -> String {
    format!("these are known: {}", all.iter().map(T::to_string).collect::<Vec<_>>().join(" "))
}
