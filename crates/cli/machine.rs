//! `ulp decode` and `ulp encode`: machine words and text, a line each way.

use crate::{Outcome, ended, known, lines, listing};
use semantics::instruction::Target;
use semantics::instruction::sass;
use semantics::sass::line::{decode_line, encode_line};
use semantics::sass::listing::is_listing;
use std::io::{self, BufRead, Read, Write};

/// Machine words to SASS text
///
/// Reads machine words from standard input, one hexadecimal word a line, and prints the instruction as nvdisasm does. After a tab come comments
/// that `ulp encode` reads: what the text does not say of the word, and what the manual forbids.
/// Words of sm_70 and later have 32 digits, the most significant first; or two numbers of 16 digits, the lower 64 bits and the upper ones.
/// Their comments also say how they are issued. Of an instruction that is not floating point, the name is printed.
/// A listing of cuobjdump or nvdisasm is read as a whole: `cuobjdump -sass FILE | ulp decode`. Its header says for which chip it is. Lines without a
/// word pass through.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Decode {
    #[command(flatten)]
    chip: Chip,
    /// The lines are a program: the first of every four words schedules the other three. Words of 128 bits have no such word
    #[arg(long)]
    stream: bool,
}

/// SASS text to machine words
///
/// Reads instructions from standard input and prints their machine words in hexadecimal, the words of one line with blanks between. After a tab
/// come scheduling bits and notes, as comments.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Encode {
    #[command(flatten)]
    chip: Chip,
}

#[derive(clap::Args)]
struct Chip {
    /// The chip that they are for: sm_50 to sm_62 have words of 64 bits, sm_70 to sm_121 of 128
    #[arg(long, visible_alias = "arch", value_parser = target, default_value_t = Target::SM_53)]
    target: Target,
}

fn target(name: &str) -> Outcome<Target> {
    sass::target(name).ok_or_else(|| known(&sass::TARGETS.iter().copied().chain(sass::wide_targets()).collect::<Vec<_>>()))
}

impl Decode {
    pub fn run(self) -> Outcome {
        if self.stream && sass::is_wide(self.chip.target) {
            let target = self.chip.target;
            return Err(format!("--stream is for words of 64 bits, sm_50 to sm_62; each word of {target} says itself how it is issued"));
        }
        if begins_a_listing()? {
            let mut text = Vec::new();
            let read = io::stdin().lock().read_to_end(&mut text);
            ended(read.and_then(|_| {
                io::stdout().lock().write_all(listing::decoded(&String::from_utf8_lossy(&text), self.chip.target).as_bytes())
            }))?;
            return Ok(());
        }
        let mut count = 0usize;
        answer(|line| {
            let place = count;
            count += 1;
            decode_line(line, self.chip.target, self.stream && place.is_multiple_of(4))
        })
    }
}

impl Encode {
    pub fn run(self) -> Outcome {
        answer(|line| encode_line(line, self.chip.target))
    }
}

/// Whether the input begins as a listing does, as far as it has come: with a header or an address.
fn begins_a_listing() -> Outcome<bool> {
    let mut input = io::stdin().lock();
    let beginning = input.fill_buf().map_err(|error| format!("cannot read: {error}"))?;
    Ok(is_listing(&String::from_utf8_lossy(beginning)))
}

/// A line out for every line in; an empty one stays empty.
fn answer(mut answer: impl FnMut(&str) -> String) -> Outcome {
    lines::answer(|line, output| match String::from_utf8_lossy(line).trim_end_matches('\r') {
        line if line.trim().is_empty() => Ok(()),
        line => output.write_all(answer(line).as_bytes()),
    })
}
