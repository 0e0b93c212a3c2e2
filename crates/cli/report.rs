//! A summary as text for people and as JSON for programs.

use semantics::kernel::Curve;
use semantics::line::object::Object;
use semantics::sweep::doubles::{Doubles, operands};
use semantics::sweep::function_under_test::Code;
use semantics::sweep::pairs::pair;
use semantics::sweep::reading::Reading;
use semantics::sweep::summary::{BINS_PER_ULP, Far, Group, Worst, bin_start};
use semantics::sweep::{FunctionUnderTest, Plan, Summary};
use std::fmt::Write;

/// What gives results that are known somehow.
pub trait Known: Sized {
    /// How they are known, in words.
    fn evidence(subject: &FunctionUnderTest<Self>) -> String;
}

impl Known for Code {
    fn evidence(subject: &FunctionUnderTest) -> String {
        subject.known().map_or("Documented".into(), |known| match known.validated {
            [] => format!("{:?}", known.evidence),
            chips => format!("{:?}; validated on {}", known.evidence, chips.iter().map(|chips| chips.name).collect::<Vec<_>>().join(", ")),
        })
    }
}

impl Known for Curve<'_> {
    fn evidence(subject: &FunctionUnderTest<Self>) -> String {
        format!("its weakest instruction is {}", subject.code.evidence().word())
    }
}

/// A page of text.
pub fn text<C: Known>(plan: &Plan<C>, summary: &Summary, facts: &[(&str, u64)]) -> String {
    let mut page = String::new();
    let subject = &plan.subject;
    let every = if plan.every == 1 { String::new() } else { format!(", one in {}", plan.every) };
    let (known, reading) = (C::evidence(subject), subject.reading);
    let [from, to] = [plan.from, plan.to].map(|bits| reading.line().hex(bits));
    let _ = writeln!(page, "{} {from}..{to}{every}  {} operands  ({known})", subject.name, plan.operands());
    let mut line = |name: &str, value: String| {
        let _ = writeln!(page, "  {name:<22}{value}");
    };
    line("measured", summary.measured.count.to_string());
    if summary.measured.count > 0 {
        let bits = summary.good_bits().map_or(String::new(), |bits| format!("  ({bits:.3} good bits)"));
        line("greatest error", format!("{}{bits}", worst(reading, &summary.absolute)));
        line("  in ulps", worst(reading, &summary.ulps));
        line("  relative", worst(reading, &summary.relative));
        let mean = summary.measured.mean().zip(summary.mean_magnitude());
        let mean = mean.map(|(mean, magnitude)| format!("{mean:+.6} ulp, magnitude {magnitude:.6} ulp"));
        line("mean error", mean.unwrap_or_else(|| "unknown: an error is too large for the sum".to_owned()));
        line("correctly rounded", format!("{} ({:.3} %)", summary.nearest, percent(summary)));
        let first = summary.first_break.map_or(String::new(), |operand| format!(", first at {}", reading.line().hex(operand)));
        line("not so, or no number", format!("{}, two floats off or more {}", summary.off[0], summary.off[1]));
        if let Far { floats: floats @ 1.., operand } = summary.farthest {
            line("farthest from it", format!("{} at {}", floats_away(floats), shown(reading, operand)));
        }
        // Neighbouring seeds give no neighbours.
        if reading != Reading::Seed {
            line("monotonicity breaks", format!("{}{first}", summary.breaks));
        }
    }
    for (name, count) in summary.specials() {
        if count > 0 {
            line(name, count.to_string());
        }
    }
    for (name, count) in facts {
        line(&name.replace('_', " "), count.to_string());
    }
    histogram(&mut page, summary);
    page
}

/// A distance in floats, which a NaN has no place among.
fn floats_away(floats: u64) -> String {
    if floats == u64::MAX { "no number".to_owned() } else { format!("{floats} floats") }
}

fn percent(summary: &Summary) -> f64 {
    summary.share_nearest() * 100.0
}

fn worst(reading: Reading, worst: &Worst) -> String {
    format!("{:.6e} at {}", worst.error, shown(reading, worst.operand))
}

/// An operand's bits, or those of the pair that a seed makes.
fn shown(reading: Reading, operand: u32) -> String {
    match reading {
        Reading::Seed => pair(operand).map(|bits| format!("{bits:08x}")).join(","),
        _ => reading.line().hex(operand),
    }
}

/// The histogram's occupied range, one line a bin, the longest bar 50 wide.
fn histogram(page: &mut String, summary: &Summary) {
    let Some(first) = summary.histogram.iter().position(|&count| count > 0) else { return };
    let last = summary.histogram.iter().rposition(|&count| count > 0).unwrap_or(first);
    let most = summary.histogram.iter().copied().max().unwrap_or(1).max(1);
    let _ = writeln!(page, "  errors in ulps");
    for at in first..=last {
        let count = summary.histogram[at];
        let start = bin_start(at);
        let bar = "#".repeat((u128::from(count) * 50).div_ceil(u128::from(most)) as usize);
        let _ = writeln!(page, "    {start:>8.4} {count:>10} {bar}");
    }
}

/// One JSON object, its numbers exact where they are counts; doubles are written so that they read back the same.
pub fn json<C: Known>(plan: &Plan<C>, summary: &Summary, facts: &[(&str, u64)]) -> String {
    let mut text = String::new();
    let reading = plan.subject.reading;
    let mut object = Object::new(&mut text);
    object.text("function", plan.subject.name);
    object.text("evidence", &C::evidence(&plan.subject));
    object.text("from", &reading.line().hex(plan.from));
    object.text("to", &reading.line().hex(plan.to));
    object.plain("operands", plan.operands());
    object.plain("every", plan.every);
    object.plain("measured", summary.measured.count);
    json_worst(&mut object, "max_absolute", reading, &summary.absolute);
    object.plain("good_bits", or_null(summary.good_bits()));
    json_worst(&mut object, "max_ulp", reading, &summary.ulps);
    json_worst(&mut object, "max_relative", reading, &summary.relative);
    object.plain("mean_ulp", or_null(summary.measured.mean()));
    object.plain("mean_magnitude_ulp", or_null(summary.mean_magnitude()));
    object.plain("correctly_rounded", summary.nearest);
    object.plain("correctly_rounded_share", format_args!("{:?}", summary.share_nearest()));
    object.plain("not_correctly_rounded", summary.off[0]);
    object.plain("two_floats_or_more", summary.off[1]);
    object.object("farthest", |object| {
        let floats = summary.farthest.floats;
        object.plain("floats", if floats == u64::MAX { "null".to_owned() } else { floats.to_string() });
        object.text("operand", &shown(reading, summary.farthest.operand));
    });
    let first_break = summary.first_break.filter(|_| reading != Reading::Seed);
    object.plain("monotonicity_breaks", if reading == Reading::Seed { "null".to_owned() } else { summary.breaks.to_string() });
    object.plain("first_break", first_break.map_or("null".into(), |operand| ["\"", &reading.line().hex(operand), "\""].concat()));
    for (name, count) in summary.specials() {
        object.plain(&name.to_lowercase().replace(", ", "_").replace(' ', "_"), count);
    }
    object.plain("histogram_bins_per_ulp", BINS_PER_ULP);
    object.list("histogram", &summary.histogram, |list, count| list.push_str(&count.to_string()));
    object.list("segments", &summary.segments, json_group);
    object.list("envelope", &summary.envelope, json_group);
    facts.iter().for_each(|(name, count)| object.plain(name, count));
    object.end();
    text + "\n"
}

/// What was found of a function of doubles, as text or as one JSON object. The seeds are the first, the last and how many go by from one to the
/// next.
pub fn doubles(name: &str, curve: &Curve<u64>, found: &Doubles, seeds: (u32, u32, u32), facts: &[(&str, u64)], as_json: bool) -> String {
    let (from, to, every) = seeds;
    let at = |seed: u32| operands(seed)[..curve.operands()].iter().map(|bits| format!("{bits:016x}")).collect::<Vec<_>>().join(",");
    let Doubles { run, largest, farthest, off, off_by_two } = found;
    let mut page = String::new();
    if as_json {
        let mut object = Object::new(&mut page);
        object.text("function", name);
        object.text("evidence", curve.evidence().word());
        object.text("from", &format!("{from:08x}"));
        object.text("to", &format!("{to:08x}"));
        object.plain("operands", run);
        object.plain("every", every);
        object.object("max_ulp", |object| {
            let thousandths = largest.by.thousandths().map(i64::unsigned_abs);
            object.plain("error", thousandths.map_or("null".into(), |error| format!("{}.{:03}", error / 1000, error % 1000)));
            object.text("operand", &at(largest.seed));
        });
        object.plain("not_correctly_rounded", off);
        object.plain("two_floats_or_more", off_by_two);
        object.object("farthest", |object| {
            object.plain("floats", if farthest.by == u64::MAX { "null".to_owned() } else { farthest.by.to_string() });
            object.text("operand", &at(farthest.seed));
        });
        facts.iter().for_each(|(name, count)| object.plain(name, count));
        object.end();
        page.push('\n');
        return page;
    }
    let every = if every == 1 { String::new() } else { format!(", one in {every}") };
    let _ = writeln!(
        page,
        "{name} {run} operands from seeds {from:08x}..{to:08x}{every}  (its weakest instruction is {})",
        curve.evidence().word()
    );
    let mut line = |name: &str, value: String| {
        let _ = writeln!(page, "  {name:<22}{value}");
    };
    line("greatest error", format!("{} at {}", largest.by, at(largest.seed)));
    line("not correctly rounded", format!("{off}, two doubles off or more {off_by_two}"));
    if farthest.by > 0 {
        line("farthest from it", format!("{} at {}", floats_away(farthest.by).replace("floats", "doubles"), at(farthest.seed)));
    }
    for (name, count) in facts {
        line(&name.replace('_', " "), count.to_string());
    }
    page
}

fn json_worst(object: &mut Object, key: &str, reading: Reading, worst: &Worst) {
    object.object(key, |object| {
        object.plain("error", format_args!("{:?}", worst.error));
        object.text("operand", &shown(reading, worst.operand));
    });
}

fn json_group(list: &mut String, group: &Group) {
    let Some((low, high)) = group.range() else { return list.push_str("null") };
    let mut object = Object::new(list);
    object.plain("count", group.count);
    object.plain("min", format_args!("{low:?}"));
    object.plain("max", format_args!("{high:?}"));
    object.plain("mean", or_null(group.mean()));
    object.end();
}

fn or_null(number: Option<f64>) -> String {
    number.map_or("null".to_owned(), |number| format!("{number:?}"))
}
