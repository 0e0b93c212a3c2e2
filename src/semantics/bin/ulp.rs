//! `ulp`, the batch command line: one subcommand a job, each with a usage text of its own.

mod eval;

use semantics::{capture, sass, sweep};
use std::io::{self, Write};
use std::process::ExitCode;

const USAGE: &str = "usage: ulp COMMAND [ARGUMENTS]

  ulp eval     evaluate instructions, one a line
  ulp sweep    measure the error of a function over a range of operands
  ulp decode   machine words to SASS text
  ulp encode   SASS text to machine words
  ulp capture  prepare a measurement on a GPU, or compare one with the model

`ulp COMMAND --help` tells more.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let Some((command, rest)) = arguments.split_first() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let usage = match command.as_str() {
        "eval" => eval::USAGE,
        "sweep" => sweep::command::USAGE,
        "capture" => capture::command::USAGE,
        "decode" => sass::command::DECODE_USAGE,
        "encode" => sass::command::ENCODE_USAGE,
        "help" | "--help" | "-h" => return help(USAGE),
        other => return complain(&format!("there is no command `{other}`\n{USAGE}")),
    };
    if rest.iter().any(|argument| matches!(argument.as_str(), "--help" | "-h")) {
        return help(usage);
    }
    let output = &mut io::stdout().lock();
    let ended = match command.as_str() {
        "sweep" => sweep::command::command(rest, output),
        "capture" => capture::command::command(rest, output),
        "decode" => sass::command::decode_command(rest, io::stdin().lock(), output),
        "encode" => sass::command::encode_command(rest, io::stdin().lock(), output),
        _ => return eval::command(rest, output),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => complain(&message),
    }
}

fn help(usage: &str) -> ExitCode {
    // A reader that has gone away is no failure.
    let _ = writeln!(io::stdout(), "{usage}");
    ExitCode::SUCCESS
}

/// Ends with a message about the arguments.
pub(crate) fn complain(message: &str) -> ExitCode {
    eprintln!("ulp: {message}");
    ExitCode::from(2)
}
