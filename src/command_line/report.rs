//! A summary as text for people and as JSON for programs.

use semantics::sweep::summary::{BINS_PER_ULP, Group, HALF_BINS, Worst};
use semantics::sweep::{Plan, Subject, Summary};
use std::fmt::Write;

/// A page of text.
pub fn text(plan: &Plan, summary: &Summary) -> String {
    let mut page = String::new();
    let subject = plan.subject;
    let _ = writeln!(page, "{} {:08x}..{:08x}  {} operands  ({})", subject.name, plan.from, plan.to, plan.operands(), evidence(&subject));
    let mut line = |name: &str, value: String| {
        let _ = writeln!(page, "  {name:<22}{value}");
    };
    line("measured", summary.measured.count.to_string());
    if summary.measured.count > 0 {
        let bits = summary.good_bits().map_or(String::new(), |bits| format!("  ({bits:.3} good bits)"));
        line("greatest error", format!("{}{bits}", worst(&summary.absolute)));
        line("  in ulps", worst(&summary.ulps));
        line("  relative", worst(&summary.relative));
        line("mean error", format!("{:+.6} ulp, magnitude {:.6} ulp", summary.measured.mean(), summary.mean_magnitude()));
        line("correctly rounded", format!("{} ({:.3} %)", summary.nearest, percent(summary)));
        let first = summary.first_break.map_or(String::new(), |operand| format!(", first at {operand:08x}"));
        line("monotonicity breaks", format!("{}{first}", summary.breaks));
    }
    for (name, count) in specials(summary) {
        if count > 0 {
            line(name, count.to_string());
        }
    }
    histogram(&mut page, summary);
    page
}

fn evidence(subject: &Subject) -> String {
    subject.known().map_or("Documented".into(), |known| format!("{:?}", known.evidence))
}

/// The counts of operands that were not measured.
fn specials(summary: &Summary) -> [(&'static str, u64); 5] {
    [
        ("flushed to zero", summary.flushed),
        ("infinite", summary.infinite[0]),
        ("infinite, wrongly", summary.infinite[1]),
        ("NaN", summary.nan[0]),
        ("NaN, wrongly", summary.nan[1]),
    ]
}

fn percent(summary: &Summary) -> f64 {
    summary.share_nearest() * 100.0
}

fn worst(worst: &Worst) -> String {
    format!("{:.6e} at {:08x}", worst.error, worst.operand)
}

/// The histogram's occupied range, one line a bin, the longest bar 50 wide.
fn histogram(page: &mut String, summary: &Summary) {
    let Some(first) = summary.histogram.iter().position(|&count| count > 0) else { return };
    let last = summary.histogram.iter().rposition(|&count| count > 0).unwrap_or(first);
    let most = summary.histogram.iter().copied().max().unwrap_or(1).max(1);
    let _ = writeln!(page, "  errors in ulps");
    for at in first..=last {
        let count = summary.histogram[at];
        let start = f64::from(at as i32 - HALF_BINS) / f64::from(BINS_PER_ULP);
        let bar = "#".repeat((u128::from(count) * 50).div_ceil(u128::from(most)) as usize);
        let _ = writeln!(page, "    {start:>8.4} {count:>10} {bar}");
    }
}

/// One JSON object, its numbers exact where they are counts; doubles are written so that they read back the same.
pub fn json(plan: &Plan, summary: &Summary) -> String {
    let subject = plan.subject;
    let mut object = format!(
        "{{\"function\":\"{}\",\"evidence\":\"{}\",\"from\":\"{:08x}\",\"to\":\"{:08x}\",\"operands\":{}",
        subject.name,
        evidence(&subject),
        plan.from,
        plan.to,
        plan.operands()
    );
    let mut field = |name: &str, value: String| {
        let _ = write!(object, ",\"{name}\":{value}");
    };
    field("measured", summary.measured.count.to_string());
    field("max_absolute", json_worst(&summary.absolute));
    field("good_bits", summary.good_bits().map_or("null".into(), |bits| format!("{bits:?}")));
    field("max_ulp", json_worst(&summary.ulps));
    field("max_relative", json_worst(&summary.relative));
    field("mean_ulp", format!("{:?}", summary.measured.mean()));
    field("mean_magnitude_ulp", format!("{:?}", summary.mean_magnitude()));
    field("correctly_rounded", summary.nearest.to_string());
    field("correctly_rounded_share", format!("{:?}", summary.share_nearest()));
    field("monotonicity_breaks", summary.breaks.to_string());
    field("first_break", summary.first_break.map_or("null".into(), |operand| format!("\"{operand:08x}\"")));
    for (name, count) in specials(summary) {
        field(&name.to_lowercase().replace(", ", "_").replace(' ', "_"), count.to_string());
    }
    let list = |counts: &[u64]| counts.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    field("histogram_bins_per_ulp", BINS_PER_ULP.to_string());
    field("histogram", format!("[{}]", list(&summary.histogram)));
    let groups = |groups: &[Group]| groups.iter().map(json_group).collect::<Vec<_>>().join(",");
    field("segments", format!("[{}]", groups(&summary.segments)));
    field("envelope", format!("[{}]", groups(&summary.envelope)));
    object.push_str("}\n");
    object
}

fn json_worst(worst: &Worst) -> String {
    format!("{{\"error\":{:?},\"operand\":\"{:08x}\"}}", worst.error, worst.operand)
}

fn json_group(group: &Group) -> String {
    let Some((low, high)) = group.range() else { return "null".into() };
    format!("{{\"count\":{},\"min\":{low:?},\"max\":{high:?},\"mean\":{:?}}}", group.count, group.mean())
}
