//! `ulp sweep`: the error of a function over a range of operands, on several threads.

use crate::{Outcome, ended, report, target};
use semantics::instruction::{Context, Target};
use semantics::sweep::{Plan, Subject, Summary, subject};
use std::io::{self, Write};
use std::num::NonZero;

/// Measure the error of a function over a range of operands
#[derive(clap::Args)]
pub struct Sweep {
    /// RCP RSQ LG2 RRO.SINCOS RRO.EX2 SQRT TANH RCP64H RSQ64H, SIN COS EX2 (of range-reduction words),
    /// SIN.TURNS COS.TURNS EX2.FLOAT (of floats, as from sm_70 on), or a PTX instruction such as ex2.approx.f32
    #[arg(verbatim_doc_comment)]
    function: String,
    /// The first operand's bits in hexadecimal
    #[arg(long, value_name = "BITS", value_parser = bits, default_value = "00000000")]
    from: u32,
    /// The last operand's bits in hexadecimal
    #[arg(long, value_name = "BITS", value_parser = bits, default_value = "ffffffff")]
    to: u32,
    /// The chip that a PTX instruction is compiled for
    #[arg(long, value_parser = target, default_value_t = Context::default().target)]
    target: Target,
    /// The bins of the envelope in the JSON
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=1 << 20), default_value_t = 0)]
    bins: u32,
    /// The threads that share the work [default: one for each processor]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// Write the summary as one JSON object
    #[arg(long, conflicts_with = "raw")]
    json: bool,
    /// Write no summary but the results themselves, 32 bits each, little-endian
    #[arg(long)]
    raw: bool,
}

impl Sweep {
    pub fn run(self) -> Outcome {
        let Sweep { from, to, bins, .. } = self;
        let subject = Subject::find(&self.function, self.target.number()).ok_or_else(|| unknown(&self.function, self.target))?;
        if from > to {
            return Err(format!("the range is empty: {from:08x} comes after {to:08x}"));
        }
        let plan = Plan { subject, from, to, bins };
        let mut out = io::stdout().lock();
        if self.raw {
            return ended(raw(&plan, &mut out));
        }
        let threads = self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get) as u64);
        let summary = summary(&plan, threads);
        let page = if self.json { report::json(&plan, &summary) } else { report::text(&plan, &summary) };
        ended(out.write_all(page.as_bytes()))
    }
}

fn unknown(name: &str, target: Target) -> String {
    let names: Vec<&str> = subject::UNIT.iter().map(|subject| subject.name).collect();
    format!("`{name}` cannot be swept on {target}; these can: {}, and unary PTX approximations such as ex2.approx.f32", names.join(" "))
}

fn bits(text: &str) -> Outcome<u32> {
    let digits = text.trim_start_matches("0x").replace('_', "");
    u32::from_str_radix(&digits, 16).map_err(|_| "wanted is a hexadecimal pattern of 32 bits".to_owned())
}

/// The whole plan on several threads.
fn summary(plan: &Plan, threads: u64) -> Summary {
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
    out.write_all(&piece)?;
    out.flush()
}
