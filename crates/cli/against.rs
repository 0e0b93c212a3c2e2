//! `ulp sweep A --against B`: where two texts differ, on several threads, as text for people and as JSON for programs.

use crate::sweep::shared_out;
use crate::{Outcome, ended};
use semantics::against::difference::{self, BEYOND, bin_start, told};
use semantics::against::{Against, Apart, Differences, Operands, Order, Span};
use semantics::comparison::{Source, with_target};
use semantics::instruction::{Context, Evidence, Target};
use semantics::kernel::Module;
use semantics::line::object::Object;
use std::fmt::Write as _;
use std::io::Write;
use std::time::Instant;

/// About so many operands are run beside a true value unless somebody says how many.
const SAMPLED: u64 = 1 << 20;
/// The operands after which a thread asks whether another one stopped.
const PIECE: u64 = 1 << 16;
/// The binades that a text lists.
const BINADES: usize = 8;

/// One side, as it was given: what it is called, and its text with the kernel that is meant.
pub struct Side<'a> {
    /// The word of the command line.
    pub name: &'a str,
    /// The text.
    pub text: String,
    /// The kernel, where a file has several.
    pub entry: Option<&'a str>,
    /// The chip for a text that names none.
    pub context: Context,
}

impl Side<'_> {
    /// The chip that its text names, or else that of its context.
    pub fn target(&self) -> Target {
        let (target, behind) = with_target(&self.text, self.context.target);
        if behind.contains(".entry") { Module::read(behind, &Context { target, ..self.context }).context.target } else { target }
    }
}

/// What else was asked.
pub struct Asked {
    /// The first operand's bits, or the first seed.
    pub from: u32,
    /// The last.
    pub to: Option<u32>,
    /// One operand out of so many.
    pub every: Option<u32>,
    /// The threads that share the work.
    pub threads: u64,
    /// Whether JSON is wanted.
    pub json: bool,
}

/// Runs both.
pub fn run(sides: &[Side; 2], asked: &Asked, out: &mut dyn Write) -> Outcome {
    let [a, b] = sides.each_ref().map(|side| Source { text: &side.text, context: side.context });
    let against = Against::read(a, b, sides.each_ref().map(|side| side.entry))
        .map_err(|(side, why)| format!("{}, {}: {why}", ["A", "B"][side], sides[side].name))?;
    let span = span(&against, asked)?;
    let begun = Instant::now();
    let found = shared(&against, &span, asked.threads)?;
    let rate = found.run as u128 * 1000 / begun.elapsed().as_millis().max(1);
    let names = sides.each_ref().map(|side| side.name);
    let page = if asked.json { json(&against, names, &span, &found) } else { text(&against, names, &span, &found, rate) };
    ended(out.write_all(page.as_bytes()))
}

/// The operands that are asked for, a column a binade.
fn span(against: &Against, asked: &Asked) -> Outcome<Span> {
    let all = against.operands.patterns().unwrap_or(1 << 32);
    let (from, end) = (u64::from(asked.from), asked.to.map_or(all, |to| u64::from(to) + 1));
    if end > all {
        return Err(format!("{:x} has more than the {} bits of an operand", end - 1, all.ilog2()));
    }
    if from >= end {
        return Err(format!("the range is empty: {from:08x} comes after {:08x}", end.saturating_sub(1)));
    }
    let every = asked.every.map_or_else(|| if against.is_true() { Span::step(end - from, SAMPLED) } else { 1 }, u64::from);
    Ok(Span { from, end, every, order: Order::Bits, starts: against.operands.binades(from, end) })
}

/// What several threads find, joined.
fn shared(against: &Against, span: &Span, threads: u64) -> Outcome<Differences> {
    let mut whole = Differences::new(span.starts.len() + 1);
    let share = |thread: u64, goes_on: &dyn Fn() -> bool| {
        let said = |(side, why): (usize, String)| format!("{}: {why}", ["A", "B"][side]);
        let (pair, (part, first)) = (against.pair().map_err(said)?, span.share(thread, threads));
        let mut found = Differences::new(part.starts.len() + 1);
        let (mut at, step) = (part.from, PIECE * span.every);
        while at < part.end && goes_on() {
            let (piece, column) = part.part(at, (at + step).min(part.end));
            found.merge(&pair.run(&piece).map_err(said)?, column);
            at += step;
        }
        Ok((found, first))
    };
    shared_out(threads, share, |(found, column)| whole.merge(&found, column))?;
    Ok(whole)
}

/// The bits of the operands at a place.
fn operands(against: &Against, at: u64) -> String {
    let bits = against.operands.at(Order::Bits, at);
    let hex = |(bits, (_, own)): (u64, &(String, semantics::number::OperandType))| own.hex(bits);
    bits.into_iter().zip(&against.inputs).map(hex).collect::<Vec<_>>().join(",")
}

/// An operand with both results.
fn apart(against: &Against, apart: &Apart) -> String {
    let result = |bits: u64| format!("{} {}", against.output().hex(bits), against.output().pattern(bits, 0).equation());
    let by = apart.by.map_or(String::new(), |by| [&told(by), " "].concat());
    format!("{by}at {}: A {}, B {}", operands(against, apart.at), result(apart.results[0]), result(apart.results[1]))
}

fn known(evidence: Option<Evidence>) -> &'static str {
    evidence.map_or("the true value, rounded once", Evidence::word)
}

fn text(against: &Against, names: [&str; 2], span: &Span, found: &Differences, rate: u128) -> String {
    let mut page = String::new();
    for ((side, name), evidence) in ["A", "B"].iter().zip(names).zip(against.evidence()) {
        let _ = writeln!(page, "{side}  {}  ({})", name.trim(), known(evidence));
    }
    if let Operands::Seeds(_) = against.operands {
        let _ = writeln!(page, "operands from seeds: {}", list(against));
    }
    for (a, b) in &against.paired {
        let _ = writeln!(page, "{b} of B is {a} of A");
    }
    let mut line = |name: &str, value: String| {
        let _ = writeln!(page, "  {name:<22}{value}");
    };
    let every = if span.every == 1 { String::new() } else { format!(", one in {}", span.every) };
    line("operands", format!("{} of {:08x}..{:08x}{every}", found.run, span.from, span.end - 1));
    let percent = found.differ as f64 * 100.0 / found.run.max(1) as f64;
    line("differ", format!("{} ({percent:.4} %)", found.differ));
    let rows =
        [("largest difference", &found.worst), ("first", &found.first.first().copied()), ("first NaN on one side", &found.first_nan)];
    for (name, found) in rows {
        if let Some(found) = found {
            line(name, apart(against, found));
        }
    }
    let rows = [
        ("a NaN on one side", found.one_nan),
        ("zeros of other sign", found.signs),
        ("NaNs of other bits", found.payloads),
        ("no true value here", found.unknown),
    ];
    for (name, count) in rows {
        if count > 0 {
            let alike = if name.starts_with("NaNs") { ", which count as equal" } else { "" };
            line(name, format!("{count}{alike}"));
        }
    }
    line("operands a second", rate.to_string());
    histogram(&mut page, against, found);
    binades(&mut page, against, span, found);
    page
}

/// What the operands hold.
fn list(against: &Against) -> String {
    let name = |(name, own): &(String, semantics::number::OperandType)| {
        format!("{} {}", own.format.name.to_lowercase(), name.trim_start_matches('%'))
    };
    against.inputs.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// The sizes that occur, each with how often A is less and how often it is more.
fn histogram(page: &mut String, against: &Against, found: &Differences) {
    let occurs = |bin: &usize| found.below[*bin] + found.above[*bin] > 0;
    let bins: Vec<usize> = (0..found.below.len()).filter(occurs).collect();
    if !bins.is_empty() {
        let _ = writeln!(page, "  {:<22}{:>12}{:>12}", "ulps apart", "A is less", "A is more");
    }
    for bin in bins {
        let _ = writeln!(page, "    {:<20}{:>12}{:>12}", difference::sizes(bin, against.is_true()), found.below[bin], found.above[bin]);
    }
}

/// The binades with the largest differences.
fn binades(page: &mut String, against: &Against, span: &Span, found: &Differences) {
    let firsts = [span.from].into_iter().chain(span.starts.iter().copied());
    let mut all: Vec<_> = firsts.zip(&found.columns).filter(|(_, column)| column.differ > 0).collect();
    if span.starts.is_empty() || all.is_empty() {
        return;
    }
    let count = all.len();
    let size = |worst: &Option<Apart>| worst.and_then(|worst| worst.by).map_or(0, i128::unsigned_abs);
    all.sort_by_key(|(first, column)| (std::cmp::Reverse(size(&column.worst)), *first));
    let _ = writeln!(page, "  {count} binades differ{}", if count > BINADES { ", the worst first" } else { "" });
    for (first, column) in all.into_iter().take(BINADES) {
        let worst = column.worst.and_then(|worst| Some(format!(", {} at {}", told(worst.by?), operands(against, worst.at))));
        let _ = writeln!(page, "    from {}  {} of {}{}", operands(against, first), column.differ, column.run, worst.unwrap_or_default());
    }
}

fn json(against: &Against, names: [&str; 2], span: &Span, found: &Differences) -> String {
    let mut page = String::new();
    let mut object = Object::new(&mut page);
    object.text("a", names[0]);
    object.text("b", names[1]);
    let [one, other] = against.evidence().map(known);
    object.text("evidence_a", one);
    object.text("evidence_b", other);
    object.text("operands_are", if against.operands.patterns().is_some() { "patterns" } else { "seeds" });
    object.text("from", &format!("{:08x}", span.from));
    object.text("to", &format!("{:08x}", span.end - 1));
    object.plain("every", span.every);
    let counts = [
        ("operands", found.run),
        ("differ", found.differ),
        ("zeros_of_other_sign", found.signs),
        ("nan_on_one_side", found.one_nan),
        ("nans_of_other_bits", found.payloads),
        ("no_true_value", found.unknown),
    ];
    counts.iter().for_each(|(name, count)| object.plain(name, count));
    let one = |list: &mut String, found: &Apart| {
        let mut object = Object::new(list);
        object.text("operand", &operands(against, found.at));
        let [a, b] = found.results.map(|bits| against.output().hex(bits));
        object.text("a", &a);
        object.text("b", &b);
        object.plain("ulps", found.by.map_or("null".to_owned(), ulps));
        object.end();
    };
    object.list("largest", &found.worst, |list, found| one(list, found));
    object.list("first", &found.first, one);
    object.list("first_nan_on_one_side", &found.first_nan, one);
    object.list("sizes", (0..found.below.len()).filter(|bin| found.below[*bin] + found.above[*bin] > 0), |list, bin| {
        let mut object = Object::new(list);
        object.plain("from_ulps", ulps(bin_start(bin) as i128));
        object.plain("a_is_less", found.below[bin]);
        object.plain("a_is_more", found.above[bin]);
        object.end();
    });
    let firsts = [span.from].into_iter().chain(span.starts.iter().copied());
    let binades = firsts.zip(&found.columns).filter(|_| !span.starts.is_empty());
    object.list("binades", binades, |list, (first, column)| {
        let mut object = Object::new(list);
        object.text("from", &operands(against, first));
        object.plain("operands", column.run);
        object.plain("differ", column.differ);
        object.plain("least_ulps", column.range.map_or("null".to_owned(), |(low, _)| ulps(low)));
        object.plain("greatest_ulps", column.range.map_or("null".to_owned(), |(_, high)| ulps(high)));
        object.end();
    });
    object.end();
    page + "\n"
}

/// Thousandths of an ulp as a number of JSON; null where there are too many.
fn ulps(by: i128) -> String {
    if by.unsigned_abs() == BEYOND {
        return "null".to_owned();
    }
    told(by).trim_end_matches(" ulp").replace('−', "-").trim_start_matches('+').to_owned()
}
