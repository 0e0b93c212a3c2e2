//! `ulp eval`: instructions from standard input, results to standard output, one line each.
//!
//! Output is buffered, and handed on whenever the input pauses, so that a program may talk to `ulp eval` line by line.

use semantics::instruction::{Context, Target, Version};
use semantics::line::{Evaluator, Form};
use std::io::{BufRead, BufReader, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

/// How to use it.
pub const USAGE: &str = "usage: ulp eval [--target sm_90] [--ptx 8.8] [--json]

Reads lines `[NAME=HEXBITS ...] | INSTRUCTION` from standard input; the part before `|` gives registers their bits and may be left out.
A register that is not given reads as zero; a guard that is not given lets its instruction run. Predicates are given and printed as p=1. A name matches with or without its %.
Writes one line for each, its fields separated by tabs:
  ok     DEST=HEXBITS   FLAGS joined by commas, or -   NOTES
  error  CODE           START-END, bytes of the line   MESSAGE
A line of machine instructions (MUFU, RRO, F2F, HMUL2) is a program for sm_50 to sm_62, for sm_53 where the target is another:
  R1=3fc00000 c[0x3][0x10]=40000000 P0=1 | RRO.SINCOS R0, R1; @P0 MUFU.SIN R0, R0;
A line may call a function of CUDA instead; its variables are given like registers:
  x=3fc00000 | y = __fadd_rz(x, 2.5f);
A line may hold several instructions and mov; it prints every register that they wrote, DEST=HEXBITS,DEST=HEXBITS.
`.reg` lines declare registers; from there on operands are checked against them. An empty line gives the error `empty`.

  --target  what the instructions run on (default sm_90)
  --ptx     the PTX version they are written in (default 8.8)
  --json    one JSON object a line instead, with every step of the computation";

#[derive(Clone, Copy)]
struct Options {
    context: Context,
    form: Form,
}

/// Runs the command with the arguments behind `eval`, from standard input.
pub fn command(arguments: &[String], output: &mut impl Write) -> ExitCode {
    let options = match options(arguments) {
        Ok(options) => options,
        Err(message) => return crate::complain(&format!("{message}\n{USAGE}")),
    };
    match run(options, output) {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has seen enough, as `head` has, is no failure.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ulp eval: {error}");
            ExitCode::FAILURE
        }
    }
}

fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options { context: Context::default(), form: Form::Fields };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let (name, mut value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        let mut value = || value.take().or_else(|| words.next().cloned()).ok_or(format!("{name} needs a value"));
        match name {
            "--target" => {
                let value = value()?;
                options.context.target = Target::named(&value).ok_or(format!("there is no target `{value}`"))?;
            }
            "--ptx" => {
                let value = value()?;
                options.context.ptx = Version::named(&value).ok_or(format!("there is no PTX version `{value}`"))?;
            }
            "--json" if !word.contains('=') => options.form = Form::Json,
            _ => return Err(format!("`{word}` is not an option")),
        }
    }
    Ok(options)
}

fn run(options: Options, output: &mut impl Write) -> std::io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 18, std::io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 18, output);
    let mut evaluator = Evaluator::new(options.context, options.form);
    let mut bytes = Vec::new();
    loop {
        if input.buffer().is_empty() {
            output.flush()?;
        }
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            return output.flush();
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        }
        output.write_all(evaluator.evaluate(&bytes).as_bytes())?;
        output.write_all(b"\n")?;
    }
}
