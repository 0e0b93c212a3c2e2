//! `ulp sweep`: the command line of sweeps.

use super::{Plan, Subject, Summary, report, subject};
use std::io::{self, Write};
use std::num::NonZero;

/// What `ulp sweep` takes.
pub const USAGE: &str = "ulp sweep FUNCTION [--from BITS] [--to BITS] [--target sm_NN] [--bins N] [--threads N] [--json | --raw]
  FUNCTION  RCP RSQ LG2 RRO.SINCOS RRO.EX2 SQRT TANH RCP64H RSQ64H, SIN COS EX2 (of range-reduction words),
            SIN.TURNS COS.TURNS EX2.FLOAT (of floats, as from sm_70 on), or a PTX instruction such as ex2.approx.f32
  BITS      operand bits in hexadecimal; both ends belong to the range, which is all operands when left out
  --target  the chip that a PTX instruction is compiled for (default sm_90)
  --bins    the bins of the envelope in the JSON (default none)
  --json    the summary as one JSON object
  --raw     no summary: the results themselves, 32 bits each, little-endian";

/// What is written instead of a summary in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Output {
    Text,
    Json,
    Raw,
}

/// Runs `ulp sweep` with the arguments after `sweep`, writing to `out`. The error is a message for the person at the terminal.
pub fn command(arguments: &[String], out: &mut impl Write) -> Result<(), String> {
    let (plan, output, threads) = parse(arguments)?;
    let written = match output {
        Output::Raw => raw(&plan, out),
        Output::Text => out.write_all(report::text(&plan, &run(&plan, threads)).as_bytes()),
        Output::Json => out.write_all(report::json(&plan, &run(&plan, threads)).as_bytes()),
    };
    match written.and_then(|()| out.flush()) {
        // A reader that has seen enough, as `head` has, is no failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("cannot write: {error}")),
        _ => Ok(()),
    }
}

fn parse(arguments: &[String]) -> Result<(Plan, Output, u64), String> {
    let mut words = arguments.iter();
    let (mut name, mut from, mut to, mut target, mut bins) = (None, 0, u32::MAX, 90, 0);
    let mut output = Output::Text;
    let mut threads = std::thread::available_parallelism().map_or(1, NonZero::get) as u64;
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("`{word}` wants a value"));
        match word.as_str() {
            "--from" => from = bits(value()?)?,
            "--to" => to = bits(value()?)?,
            "--target" => target = number(value()?.trim_start_matches("sm_"))?,
            "--bins" => bins = number::<u32>(value()?)?.min(1 << 20),
            "--threads" => threads = number::<u64>(value()?)?.clamp(1, 1024),
            "--json" => output = Output::Json,
            "--raw" => output = Output::Raw,
            option if option.starts_with('-') => return Err(format!("there is no option `{option}`\n{USAGE}")),
            _ if name.is_none() => name = Some(word),
            more => return Err(format!("`{more}` is one function too many\n{USAGE}")),
        }
    }
    let name = name.ok_or_else(|| format!("which function?\n{USAGE}"))?;
    let subject = Subject::find(name, target).ok_or_else(|| unknown(name, target))?;
    if from > to {
        return Err(format!("the range is empty: {from:08x} comes after {to:08x}"));
    }
    Ok((Plan { subject, from, to, bins }, output, threads))
}

fn unknown(name: &str, target: u32) -> String {
    let names: Vec<&str> = subject::UNIT.iter().map(|subject| subject.name).collect();
    format!("`{name}` cannot be swept on sm_{target}; these can: {}, and unary PTX approximations such as ex2.approx.f32", names.join(" "))
}

fn bits(text: &str) -> Result<u32, String> {
    let digits = text.trim_start_matches("0x").replace('_', "");
    u32::from_str_radix(&digits, 16).map_err(|_| format!("`{text}` is no hexadecimal pattern of 32 bits"))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

/// The whole plan on several threads.
fn run(plan: &Plan, threads: u64) -> Summary {
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|worker| scope.spawn(move || plan.run(plan.share(worker, threads)))).collect();
        let mut whole = Summary::new(plan.bins as usize);
        for part in workers.into_iter().filter_map(|worker| worker.join().ok()) {
            whole.merge(&part);
        }
        whole
    })
}

/// The results, little-endian, in pieces that fit a cache.
fn raw(plan: &Plan, out: &mut impl Write) -> io::Result<()> {
    let mut piece = Vec::with_capacity(1 << 16);
    for operand in plan.from..=plan.to {
        piece.extend_from_slice(&plan.subject.evaluate(operand).to_le_bytes());
        if piece.len() == 1 << 16 {
            out.write_all(&piece)?;
            piece.clear();
        }
    }
    out.write_all(&piece)
}
