//! `ulp` as a program of its own.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(ulpscope_cli::run(std::env::args_os()))
}
