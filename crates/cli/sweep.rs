//! `ulp sweep`: the error of a function over a range of operands, or where two functions differ, on several threads.

use crate::against::{self, Asked, Side};
use crate::{Outcome, ended, report, run, target};
use semantics::against::EXACT;
use semantics::instruction::{Context, Target};
use semantics::kernel::{Bits, Curve, Module, without_fixed};
use semantics::sweep::doubles::{Doubles, operands};
use semantics::sweep::function_under_test::Gives;
use semantics::sweep::functions::ReferenceFunction;
use semantics::sweep::measure::Kind;
use semantics::sweep::reading::Reading;
use semantics::sweep::{FunctionUnderTest, Plan, Summary, function_under_test};
use semantics::syntax::switch_named;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// The operands of a kernel after which it is asked whether it stopped.
const PIECE: usize = 1 << 20;

/// The lines of a kernel that one operand may run.
const LIMIT: u64 = 1 << 22;

/// The whole help.
const HELP: &str = "Measure the error of a function over a range of operands, or find where two texts differ

With --against B, the function A can be any text that computes one number: an instruction (ex2.approx.ftz.f32), several lines of PTX
('mul.f32 t, x, x; add.f32 d, t, y;': the last line writes the result), an expression of C or Python ('x*x - 0.5f*x + 1'), or a file
with a kernel (k.ptx:ENTRY, k.cu). B is one of these:
  a text or a file      how many results differ, by how many ulps, the first and the worst operand
  options of nvcc       the text of A under them: --against=-use_fast_math
  a true function       exp, log2, tanh: the error of A; for FILE.ptx with the figures of an instruction's sweep
  exact                 the result of an expression if nothing were rounded
A first line of a text may name its chip: '.target sm_80'. A NaN counts as equal to a NaN. A function of one number of up to 32 bits
runs over the patterns from --from to --to; of several numbers, or of doubles, over operands made from so many seeds.
Beside a true value about a million operands run unless --every says otherwise.";

/// Measure the error of a function over a range of operands, or find where two texts differ
#[derive(clap::Args)]
#[command(long_about = HELP)]
pub struct Sweep {
    /// RCP RSQ LG2 RRO.SINCOS RRO.EX2 SQRT TANH RCP64H RSQ64H; SIN COS EX2 (of range-reduction words);
    /// SIN.TURNS COS.TURNS EX2.FLOAT (of floats, as from sm_70 on). Or a PTX instruction such as ex2.approx.f32
    /// or tanh.approx.bf16. Or FILE.ptx:ENTRY, a kernel that maps one single, two singles or a double to a result; pairs and doubles are made from
    /// seeds
    #[arg(verbatim_doc_comment)]
    function: String,
    /// The first operand's bits in hexadecimal, or the first seed
    #[arg(long, value_name = "BITS", value_parser = bits, default_value = "00000000")]
    from: u32,
    /// The last operand's bits in hexadecimal, or the last seed [default: ffffffff, or ffff where an operand has 16 bits]
    #[arg(long, value_name = "BITS", value_parser = bits)]
    to: Option<u32>,
    /// Sweep one operand out of N [default: 1, or as many as give about a million beside a true value]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,
    /// The chip for a PTX instruction, or for a kernel that names no chip [default: sm_90]
    #[arg(long, value_parser = target)]
    target: Option<Target>,
    /// What the function is held against: a true function by its name in C (exp, log1p, erfc, pow), `exact`, another text or file, or
    /// options of nvcc; see above
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    against: Option<String>,
    /// The chip for B [default: that of A]
    #[arg(long, value_parser = target, requires = "against")]
    against_target: Option<Target>,
    /// The bins of the envelope in the JSON
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=1 << 20), default_value_t = 0)]
    bins: u32,
    /// The threads that share the work [default: one for each processor]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// Write the summary as one JSON object
    #[arg(long, conflicts_with = "raw")]
    json: bool,
    /// Write the results themselves instead of a summary, 32 bits each, little-endian
    #[arg(long)]
    raw: bool,
}

impl Sweep {
    pub fn run(self) -> Outcome {
        self.write(&mut io::stdout().lock())
    }

    /// Sweeps, and writes what was found.
    pub fn write(&self, out: &mut dyn Write) -> Outcome {
        let truth = self.against.as_deref().and_then(ReferenceFunction::named);
        if self.against_target.is_some() && (truth.is_some() || self.against.as_deref() == Some(EXACT)) {
            return Err("--against-target: a true value has no chip".to_owned());
        }
        let kernel = kernel(&self.function)?;
        if let Some(b) = self.against.as_deref().filter(|_| truth.is_none() || kernel.is_none()) {
            return self.against(b, out);
        }
        if let Some((file, entry)) = kernel {
            return self.kernel(&file, entry, truth, out);
        }
        let target = self.context().target;
        let subject = FunctionUnderTest::find(&self.function, target.number()).ok_or_else(|| unknown(&self.function, target))?;
        let plan = self.plan(subject)?;
        self.report(&plan, || Ok(()), |_| Vec::new(), |share, _| Ok(plan.run(plan.share(share, self.threads()))), out)
    }

    /// Where two texts differ.
    fn against(&self, b: &str, out: &mut dyn Write) -> Outcome {
        if self.raw || self.bins > 0 {
            return Err("--raw and --bins are for one function alone".to_owned());
        }
        let context = self.context();
        let a = side(&self.function, context)?;
        let other = Context { target: self.against_target.unwrap_or_else(|| a.target()), ..context };
        names_no_other(&self.function, a.target(), self.target, "--target")?;
        // Options hold for the text of A, and so does the target that it names.
        if b.split_whitespace().all(|word| word.starts_with('-') && switch_named(word).is_some()) {
            names_no_other(&self.function, side(&self.function, other)?.target(), self.against_target, "--against-target")?;
        }
        let sides = [a, side(b, other)?];
        names_no_other(b, sides[1].target(), self.against_target, "--against-target")?;
        let Sweep { from, to, every, json, .. } = *self;
        against::run(&sides, &Asked { from, to, every, json, threads: self.threads() }, out)
    }

    /// What is meant where a text names no target.
    fn context(&self) -> Context {
        let context = Context::default();
        Context { target: self.target.unwrap_or(context.target), ..context }
    }

    /// A kernel's sweep: each thread has a machine of its own.
    fn kernel(&self, file: &Path, entry: Option<&str>, truth: Option<ReferenceFunction>, out: &mut dyn Write) -> Outcome {
        let module = run::module(file, &self.context(), true)?;
        names_no_other(&file.display().to_string(), module.context.target, self.target, "--target")?;
        let entry = module.entry(entry)?;
        let (written, module) = (&module, without_fixed(&module, entry));
        let truth = match truth {
            Some(truth) => truth,
            None if self.raw => ReferenceFunction::Itself,
            None => return Err(format!("--against is missing: the true function, one of {}", names())),
        };
        let name = self.function.clone().leak();
        let reading = truth.reading();
        let operands = if reading == Reading::Seed { 2 } else { 1 };
        let plan = |curve| self.plan(FunctionUnderTest { name, code: curve, truth, reading, kind: Kind::Float });
        let curve = |module| Curve::of(module, entry, LIMIT, operands);
        let own = match curve(&module) {
            Ok(own) => plan(own)?,
            // What reads eight bytes is stopped as a function of singles.
            Err(why) => {
                let double = Curve::of(&module, entry, LIMIT, operands).map_err(|_| why)?;
                return self.doubles(&double, &Curve::of(written, entry, LIMIT, operands)?, &module, truth, out);
            }
        };
        let whole = plan(curve(written)?)?;
        // Of the kernel as it is written: its length, and how much of it the worst operand runs.
        let facts = |summary: &Summary| {
            let _ = whole.subject.evaluate(summary.ulps.operand);
            vec![("instructions", whole.subject.code.lines()), ("run_at_max_ulp", whole.subject.code.ran())]
        };
        let stopped = |plan: &Plan<Curve>| stopped(&plan.subject.code, &module);
        let begun = Instant::now();
        // On a machine of its own, since what stops there is not the first to stop.
        let floor = if self.raw { [0.0; 3] } else { plan(curve(&module)?)?.floor() };
        self.report(
            &own,
            || stopped(&own),
            facts,
            |number, goes_on| {
                let plan = plan(curve(&module)?)?;
                let share = plan.share(number, self.threads());
                let mut summary = Summary::new(self.bins as usize);
                for from in share.clone().step_by(PIECE).take_while(|_| goes_on()) {
                    summary.merge(&plan.run_above(from..share.end.min(from + PIECE as u64), floor));
                    stopped(&plan)?;
                }
                Ok(summary)
            },
            out,
        )?;
        if !self.json && !self.raw {
            let rate = own.operands() as u128 * 1000 / begun.elapsed().as_millis().max(1);
            return ended(writeln!(out, "  {rate} operands a second"));
        }
        Ok(())
    }

    /// A sweep of a kernel of doubles, whose operands are made from seeds; `whole` is the kernel as it is written.
    fn doubles(&self, curve: &Curve<u64>, whole: &Curve<u64>, module: &Module, truth: ReferenceFunction, out: &mut dyn Write) -> Outcome {
        if self.raw || self.bins > 0 {
            return Err("--raw and --bins are for singles; this kernel takes doubles".to_owned());
        }
        let (from, to) = (self.from, self.to.unwrap_or(u32::MAX));
        if from > to {
            return Err(format!("the range is empty: {from:08x} comes after {to:08x}"));
        }
        let threads = self.threads() as u32;
        let share = |thread: u32| {
            let curve = curve.clone();
            let seeds = (from..=to).step_by(self.every() as usize).skip(thread as usize).step_by(threads as usize);
            move || {
                let found = Doubles::of(&curve, truth, seeds);
                stopped(&curve, module).map(|()| found)
            }
        };
        let mut found = Doubles::default();
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(share(thread))).collect();
            for worker in workers {
                found.merge(&worker.join().unwrap_or_else(|_| Err("a thread of the sweep broke off".to_owned()))?);
            }
            Ok::<(), String>(())
        })?;
        let _ = whole.evaluate_all(&operands(found.largest.seed)[..whole.operands()]);
        let facts = [("instructions", whole.lines()), ("run_at_max_ulp", whole.ran())];
        let page = report::doubles(&self.function, curve, &found, (from, to, self.every()), &facts, self.json);
        ended(out.write_all(page.as_bytes()))
    }

    fn plan<C>(&self, subject: FunctionUnderTest<C>) -> Outcome<Plan<C>> {
        let line = subject.reading.line();
        let (from, to) = (self.from, self.to.unwrap_or(line.last()));
        if let Some(long) = [from, to].into_iter().find(|bits| *bits > line.last()) {
            return Err(format!("{long:x} has more than the {} bits of an operand of {}", line.width(), subject.name));
        }
        if from > to {
            return Err(format!("the range is empty: {} comes after {}", line.hex(from), line.hex(to)));
        }
        Ok(Plan { subject, from, to, every: self.every(), bins: self.bins })
    }

    fn every(&self) -> u32 {
        self.every.unwrap_or(1)
    }

    fn threads(&self) -> u64 {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get) as u64)
    }

    /// Writes what was asked for; `share` sweeps one thread's share of the plan, and `so_far` says whether all results are good.
    fn report<C: Gives + report::Known>(
        &self,
        plan: &Plan<C>,
        so_far: impl Fn() -> Outcome,
        facts: impl Fn(&Summary) -> Vec<(&'static str, u64)>,
        share: impl Fn(u64, &dyn Fn() -> bool) -> Outcome<Summary> + Sync,
        out: &mut dyn Write,
    ) -> Outcome {
        if self.raw {
            return raw(plan, so_far, out);
        }
        let mut summary = Summary::new(plan.bins as usize);
        shared_out(self.threads(), share, |part| summary.merge(&part))?;
        let facts = facts(&summary);
        let page = if self.json { report::json(plan, &summary, &facts) } else { report::text(plan, &summary, &facts) };
        ended(out.write_all(page.as_bytes()))
    }
}

/// For which operands a kernel stopped, and why.
fn stopped<W: Bits>(curve: &Curve<W>, module: &Module) -> Outcome {
    let Some((operands, stop)) = curve.stopped() else { return Ok(()) };
    let operands: Vec<String> = operands.iter().map(|bits| format!("{bits:0digits$x}", digits = 2 * size_of::<W>())).collect();
    Err(format!("for {} the kernel stops at line {}: {}", operands.join(" and "), stop.number(module), stop.message))
}

/// File and entry of a kernel; None where an instruction is meant.
fn kernel(text: &str) -> Outcome<Option<(PathBuf, Option<&str>)>> {
    let Some((stem, rest)) = text.rsplit_once(".ptx") else { return Ok(None) };
    let file = PathBuf::from([stem, ".ptx"].concat());
    match (rest, rest.strip_prefix(':')) {
        ("", _) => Ok(Some((file, None))),
        (":", _) => Err(format!("the name of a kernel is missing behind `{text}`")),
        (_, Some(entry)) => Ok(Some((file, Some(entry)))),
        _ => Err(format!("`{text}` is no file of PTX: wanted is FILE.ptx or FILE.ptx:ENTRY")),
    }
}

/// Refuses a chip that is asked for by an option where a text names another one.
fn names_no_other(name: &str, own: Target, asked: Option<Target>, option: &str) -> Outcome {
    match asked.filter(|asked| *asked != own) {
        Some(asked) => Err(format!("{name} says .target {own}; {option}={asked} is for what names none")),
        None => Ok(()),
    }
}

/// A text, or the text of a file and the kernel that is meant.
fn side(name: &str, context: Context) -> Outcome<Side<'_>> {
    let known = |name: &str| [".ptx", ".cu", ".c", ".cpp", ".py"].iter().any(|ending| name.ends_with(ending));
    let (file, entry) = match name.rsplit_once(':') {
        Some((file, entry)) if known(file) => (file, Some(entry)),
        _ => (name, None),
    };
    let is_file = known(file) && !file.contains(char::is_whitespace);
    let text = if is_file { std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))? } else { name.to_owned() };
    Ok(Side { name, text, entry, context })
}

fn names() -> String {
    let [of_one, of_two] = [false, true].map(|two| ReferenceFunction::of_c().filter(move |function| function.takes_two() == two));
    of_one.chain(of_two).map(ReferenceFunction::name).collect::<Vec<_>>().join(" ")
}

fn unknown(name: &str, target: Target) -> String {
    let names: Vec<&str> = function_under_test::UNIT.iter().map(|subject| subject.name).collect();
    format!("`{name}` cannot be swept on {target}; these can: {}, and unary PTX approximations such as ex2.approx.f32", names.join(" "))
}

fn bits(text: &str) -> Outcome<u32> {
    let digits = text.trim_start_matches("0x").replace('_', "");
    u32::from_str_radix(&digits, 16).map_err(|_| "wanted is a hexadecimal pattern of 32 bits".to_owned())
}

/// Joins what several threads find, each in its share. A share that asks is told whether to go on: where one stopped only later ones break
/// off, so that the first operand to stop is named, however threads run.
pub fn shared_out<T: Send>(threads: u64, share: impl Fn(u64, &dyn Fn() -> bool) -> Outcome<T> + Sync, mut join: impl FnMut(T)) -> Outcome {
    let (share, first) = (&share, &AtomicU64::new(u64::MAX));
    std::thread::scope(|scope| {
        let work = |number| {
            let goes_on = move || first.load(Ordering::Relaxed) >= number;
            move || share(number, &goes_on).inspect_err(|_| _ = first.fetch_min(number, Ordering::Relaxed))
        };
        let workers: Vec<_> = (0..threads).map(|number| scope.spawn(work(number))).collect();
        for worker in workers {
            join(worker.join().unwrap_or_else(|_| Err("a thread of the sweep broke off".to_owned()))?);
        }
        Ok(())
    })
}

/// The results, little-endian, in pieces that fit a cache. A piece is written where all of its results are good.
fn raw<C: Gives>(plan: &Plan<C>, so_far: impl Fn() -> Outcome, out: &mut dyn Write) -> Outcome {
    for from in (0..plan.operands()).step_by(1 << 14) {
        let offsets = from..plan.operands().min(from + (1 << 14));
        let operands: Vec<u32> = offsets.map(|offset| plan.from + offset as u32 * plan.every).collect();
        let mut piece = Vec::with_capacity(1 << 16);
        plan.subject.code.run_each(&operands, |_, result, _| piece.extend_from_slice(&result.to_le_bytes()));
        so_far()?;
        match out.write_all(&piece).and_then(|()| out.flush()) {
            // A reader that has seen enough wants no more.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            done => ended(done)?,
        }
    }
    Ok(())
}
