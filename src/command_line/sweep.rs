//! `ulp sweep`: the error of a function over a range of operands, on several threads.

use crate::{Outcome, ended, report, run, target};
use semantics::instruction::{Context, Target};
use semantics::kernel::{Curve, without_fixed};
use semantics::sweep::functions;
use semantics::sweep::measure::Kind;
use semantics::sweep::subject::Gives;
use semantics::sweep::truth::{Reading, Truth};
use semantics::sweep::{Plan, Subject, Summary, subject};
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The lines of a kernel that one operand may run.
const LIMIT: u64 = 1 << 22;

/// Measure the error of a function over a range of operands
#[derive(clap::Args)]
pub struct Sweep {
    /// RCP RSQ LG2 RRO.SINCOS RRO.EX2 SQRT TANH RCP64H RSQ64H, SIN COS EX2 (of range-reduction words),
    /// SIN.TURNS COS.TURNS EX2.FLOAT (of floats, as from sm_70 on), a PTX instruction such as ex2.approx.f32,
    /// or FILE.ptx:ENTRY, a kernel that maps one single to one single
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
    /// The true function of a kernel, by its name in C: exp, log1p, erfc
    #[arg(long, value_parser = against)]
    against: Option<Truth>,
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
        let (from, to) = (self.from, self.to);
        if from > to {
            return Err(format!("the range is empty: {from:08x} comes after {to:08x}"));
        }
        if let Some((file, entry)) = kernel(&self.function) {
            return self.kernel(&file, entry);
        }
        if self.against.is_some() {
            return Err("--against names the true function of a kernel; that of an instruction is known".to_owned());
        }
        let subject = Subject::find(&self.function, self.target.number()).ok_or_else(|| unknown(&self.function, self.target))?;
        let plan = self.plan(subject);
        self.report(&plan, |share| Ok(plan.run(plan.share(share, self.threads()))))
    }

    /// A kernel's sweep: each thread has a machine of its own.
    fn kernel(&self, file: &Path, entry: Option<&str>) -> Outcome {
        let module = run::module(&file.to_owned())?;
        let entry = module.entry(entry)?;
        let module = without_fixed(&module, entry);
        let truth = match self.against {
            Some(truth) => truth,
            None if self.raw => Truth::Itself,
            None => return Err(format!("--against is missing: the true function, one of {}", names())),
        };
        let name = self.function.clone().leak();
        let plan = |curve| self.plan(Subject { name, code: curve, truth, reading: Reading::Float, kind: Kind::Float });
        let own = plan(Curve::new(&module, entry, LIMIT)?);
        let begun = Instant::now();
        self.report(&own, |share| {
            let plan = plan(Curve::new(&module, entry, LIMIT)?);
            let summary = plan.run(plan.share(share, self.threads()));
            match plan.subject.code.stopped() {
                Some((bits, stop)) => Err(format!("for {bits:08x} the kernel stops at line {}: {}", stop.number(&module), stop.message)),
                None if !plan.subject.code.is_function(&module) => {
                    Err("the kernel writes variables of its module: it is no function of its operand".to_owned())
                }
                None => Ok(summary),
            }
        })?;
        if !self.json && !self.raw {
            let rate = own.operands() as u128 * 1000 / begun.elapsed().as_millis().max(1);
            println!("  {rate} operands a second");
        }
        Ok(())
    }

    fn plan<C>(&self, subject: Subject<C>) -> Plan<C> {
        Plan { subject, from: self.from, to: self.to, bins: self.bins }
    }

    fn threads(&self) -> u64 {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get) as u64)
    }

    /// Writes what was asked for; `share` sweeps one thread's share of the plan.
    fn report<C: Gives + report::Known>(&self, plan: &Plan<C>, share: impl Fn(u64) -> Outcome<Summary> + Sync) -> Outcome {
        let mut out = io::stdout().lock();
        if self.raw {
            return ended(raw(plan, &mut out));
        }
        let summary = summary(plan.bins, self.threads(), share)?;
        let page = if self.json { report::json(plan, &summary) } else { report::text(plan, &summary) };
        ended(out.write_all(page.as_bytes()))
    }
}

/// File and entry of a kernel; None where an instruction is meant.
fn kernel(text: &str) -> Option<(PathBuf, Option<&str>)> {
    let (file, entry) = text.rsplit_once(".ptx").map(|(stem, rest)| ([stem, ".ptx"].concat(), rest.strip_prefix(':')))?;
    Some((file.into(), entry))
}

/// The true function of a name.
fn against(name: &str) -> Outcome<Truth> {
    functions::named(name).ok_or_else(|| format!("these are known: {}", names()))
}

fn names() -> String {
    functions::all().map(|(name, _)| name).collect::<Vec<_>>().join(" ")
}

fn unknown(name: &str, target: Target) -> String {
    let names: Vec<&str> = subject::UNIT.iter().map(|subject| subject.name).collect();
    format!("`{name}` cannot be swept on {target}; these can: {}, and unary PTX approximations such as ex2.approx.f32", names.join(" "))
}

fn bits(text: &str) -> Outcome<u32> {
    let digits = text.trim_start_matches("0x").replace('_', "");
    u32::from_str_radix(&digits, 16).map_err(|_| "wanted is a hexadecimal pattern of 32 bits".to_owned())
}

/// The shares of several threads, joined.
fn summary(bins: u32, threads: u64, share: impl Fn(u64) -> Outcome<Summary> + Sync) -> Outcome<Summary> {
    std::thread::scope(|scope| {
        let share = &share;
        let workers: Vec<_> = (0..threads).map(|worker| scope.spawn(move || share(worker))).collect();
        let mut whole = Summary::new(bins as usize);
        for part in workers.into_iter().filter_map(|worker| worker.join().ok()) {
            whole.merge(&part?);
        }
        Ok(whole)
    })
}

/// The results, little-endian, in pieces that fit a cache.
fn raw<C: Gives>(plan: &Plan<C>, out: &mut impl Write) -> io::Result<()> {
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
