//! Lines in, lines out, for whoever talks to `ulp` line by line.

use crate::{Outcome, ended};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

/// Writes a line for every line of standard input.
pub fn answer(answer: impl FnMut(&[u8], &mut dyn Write) -> io::Result<()>) -> Outcome {
    answer_of(None, answer)
}

/// Writes a line for every line of a file, or of standard input.
pub fn answer_of(file: Option<&Path>, mut answer: impl FnMut(&[u8], &mut dyn Write) -> io::Result<()>) -> Outcome {
    each(file, u64::MAX, |line, output| {
        answer(line, output)?;
        output.write_all(b"\n")
    })
}

/// Hands on every line of a file, or of standard input, and of a line at most so many bytes. Output is buffered, and handed on whenever the input
/// pauses.
pub fn each(file: Option<&Path>, most: u64, mut take: impl FnMut(&[u8], &mut dyn Write) -> io::Result<()>) -> Outcome {
    let input: Box<dyn Read> = match file {
        Some(path) => Box::new(File::open(path).map_err(|error| format!("{}: {error}", path.display()))?),
        None => Box::new(io::stdin().lock()),
    };
    let mut input = BufReader::with_capacity(1 << 18, input);
    let mut output = BufWriter::with_capacity(1 << 18, io::stdout().lock());
    let mut line = Vec::new();
    let mut run = || {
        loop {
            if input.buffer().is_empty() {
                output.flush()?;
            }
            line.clear();
            if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
                return output.flush();
            }
            if line.len() as u64 == most && !line.ends_with(b"\n") {
                input.skip_until(b'\n')?;
            }
            take(line.strip_suffix(b"\n").unwrap_or(&line), &mut output)?;
        }
    };
    ended(run())
}
