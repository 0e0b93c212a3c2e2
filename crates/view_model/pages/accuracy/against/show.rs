//! What was found, as markup: counts, the worst and the first operands with links, sizes.

use super::query::Query;
use crate::components::html::{count, push_text, sentence};
use crate::pages::debug::query as debug;
use crate::plots::axis::minus;
use crate::state::address::{Address, Page};
use crate::state::registers::Registers;
use semantics::against::difference::{self, told};
use semantics::against::study::{Report, held, truth_named};
use semantics::against::{Apart, Order};
use semantics::instruction::Context;

/// The operands at a place: bits of each.
pub fn operand(report: &Report, place: u64) -> String {
    let bits = report.operands().at(Order::Value, place);
    let hex = |(bits, (_, format)): (u64, &(String, String))| held(format).map_or(String::new(), |own| own.hex(bits));
    bits.into_iter().zip(&report.inputs).map(hex).collect::<Vec<_>>().join(", ")
}

/// The value of the operand at a place, for an axis.
pub fn short(report: &Report, place: u64) -> String {
    let bits = report.operands().at(Order::Value, place);
    let one = bits.first().zip(report.inputs.first()).and_then(|(bits, (_, format))| Some((held(format)?, *bits)));
    let Some((own, bits)) = one else { return String::new() };
    let digits = own.pattern(bits, 0).digits();
    let digits = digits.strip_suffix(".0").unwrap_or(&digits);
    if digits.len() <= 9 { minus(digits) } else { own.hex(bits) }
}

/// How far the study is; `took` is in milliseconds.
pub fn state(report: &Report, stopped: bool, took: f64) -> String {
    let Report { span, found, .. } = report;
    if report.refused.is_some() {
        return String::new();
    }
    if span.end == 0 {
        return "Beginning …".into();
    }
    let rate = if took >= 50.0 { format!(" {} a second.", count((found.run as f64 / took * 1000.0) as u64)) } else { String::new() };
    let every = if span.every == 1 { String::new() } else { format!(", one in {}", count(span.every)) };
    let what = if report.seeds { "operands from seeds" } else { "operands" };
    match (report.is_done(), stopped) {
        (true, _) => format!("<b id=\"operands\">{}</b> {what}{every}.{rate}", count(found.run)),
        (false, true) => format!("Stopped after {} of {} {what}{every}.", count(found.run), count(span.operands())),
        (false, false) => format!("{} of {} {what}{every}.{rate}", count(found.run), count(span.operands())),
    }
}

/// What is wrong with a side: 0 is A, 1 is B, 2 the range.
pub fn wrong(report: &Report, side: u32) -> String {
    report.refused.as_ref().filter(|(_, own)| *own == side).map_or(String::new(), |(why, _)| sentence(why))
}

/// The verdict in a sentence, and what else is known.
pub fn summary(report: &Report, query: &Query) -> String {
    let found = &report.found;
    if report.refused.is_some() || found.run == 0 {
        return String::new();
    }
    let mut html = String::from("<p class=\"verdict\">");
    let share = found.differ as f64 * 100.0 / found.run as f64;
    let same = if report.is_true { [&truth_named(&query.texts[1]), ", rounded once"].concat() } else { "the same".into() };
    let than = ["not ", &same].concat();
    // Seeds are never every operand.
    let is_every = report.is_done() && report.span.every == 1 && !report.seeds && found.unknown == 0;
    html.push_str(&match (found.differ, found.worst.and_then(|worst| worst.by)) {
        _ if found.unknown == found.run => "<b>No operand here has a true value.</b>".to_owned(),
        (0, _) if !is_every => format!("<b>Every result that was compared is {}.</b>", escaped(&same)),
        (0, _) if report.is_true => format!("<b>Every result is {}.</b>", escaped(&same)),
        (0, _) => "<b>They never differ here.</b>".to_owned(),
        (differ, by) => {
            let by = by.map_or(String::new(), |by| format!(" The largest difference is <b id=\"largest\">{}</b>.", told(by)));
            format!("<b id=\"differ\">{}</b> results ({share:.3} %) are {}.{by}", count(differ), escaped(&than))
        }
    });
    html.push_str("</p><ul class=\"notes\">");
    let mut note = |text: String| html.push_str(&["<li>", &text, "</li>"].concat());
    if found.one_nan > 0 {
        note(format!("{} results are a NaN on one side only.", count(found.one_nan)));
    }
    if found.signs > 0 {
        note(format!("{} differ only in the sign of a zero.", count(found.signs)));
    }
    if found.payloads > 0 {
        note(format!("{} are NaNs on both sides with other bits, which count as equal.", count(found.payloads)));
    }
    if found.unknown > 0 {
        note(format!("{} operands have no true value here.", count(found.unknown)));
    }
    for (a, b) in &report.paired {
        note(escaped(&format!("{b} of B is {a} of A.")));
    }
    let [a, b] = &report.evidence;
    note(if report.is_true { format!("A is {a}.") } else { format!("A is {a}, B is {b}.") });
    html.push_str("</ul>");
    html
}

fn escaped(text: &str) -> String {
    let mut html = String::new();
    push_text(&mut html, text);
    html
}

/// The worst and the first operands.
pub fn operands(report: &Report, context: Context) -> String {
    let found = &report.found;
    let nan = found.first_nan.filter(|nan| !found.first.contains(nan));
    let rows = found.worst.iter().map(|one| ("largest", one)).chain(nan.iter().map(|one| ("first NaN", one)));
    let rows: Vec<(&str, &Apart)> = rows.chain(found.first.iter().map(|one| ("first", one))).collect();
    if rows.is_empty() {
        return String::new();
    }
    let b = if report.is_true { "true, rounded" } else { "B" };
    let mut html = format!(
        "<table><thead><tr><td></td><th scope=\"col\">operand</th><th scope=\"col\">A</th><th scope=\"col\">{b}</th><th scope=\"col\">A less B</th><td></td></tr></thead><tbody>"
    );
    let mut before = "";
    for (name, apart) in rows {
        let number = |format: &str, bits: u64| {
            held(format).map_or(String::new(), |own| format!("<code>{}</code> {}", own.hex(bits), minus(&own.decimal(bits))))
        };
        let bits = report.operands().at(Order::Value, apart.at);
        let own: Vec<String> = bits.iter().zip(&report.inputs).map(|(bits, (_, format))| number(format, *bits)).collect();
        let [one, other] = apart.results.map(|bits| number(&report.output, bits));
        let by = apart.by.map_or("a NaN".to_owned(), told);
        // The rows of a kind follow each other, and the first one names it.
        let head = if name == before { "<td></td>".to_owned() } else { format!("<th scope=\"row\">{name}</th>") };
        html.push_str(&format!("<tr>{head}<td>{}</td><td>{one}</td><td>{other}</td><td>{by}</td><td>", own.join("<br>")));
        if let Some((link, words)) = opened(report, &bits, context) {
            html.push_str("<a href=\"");
            push_text(&mut html, &link);
            html.push_str(&["\">", words, "</a>"].concat());
        }
        html.push_str("</td></tr>");
        before = name;
    }
    html.push_str("</tbody></table>");
    html
}

/// A link that opens operands step by step: both texts in Debug, or A alone in the explorer.
fn opened(report: &Report, bits: &[u64], context: Context) -> Option<(String, &'static str)> {
    let [a, b] = &report.texts;
    let mut registers = Registers::default();
    for ((name, _), bits) in report.inputs.iter().zip(bits) {
        let others = report.paired.iter().filter(|(own, _)| own == name).map(|(_, other)| other);
        for name in [name].into_iter().chain(others) {
            registers.set(name, *bits);
            registers.set(&["%", name].concat(), *bits);
        }
    }
    if a.is_empty() {
        return None;
    }
    if report.is_true {
        let address = Address { page: Page::Explore, text: a.clone(), registers, context, ..Address::default() };
        return Some((address.written(), "open"));
    }
    let query = debug::Query { tab: debug::Tab::Compare, text: a.clone(), other: b.clone(), registers, ..debug::Query::default() };
    (!b.is_empty()).then(|| (query.link(context), "compare"))
}

/// The sizes of differences, with how often A is less and how often it is more.
pub fn sizes(report: &Report) -> String {
    let found = &report.found;
    let bins: Vec<usize> = (0..found.below.len()).filter(|bin| found.below[*bin] + found.above[*bin] > 0).collect();
    if bins.is_empty() {
        return String::new();
    }
    let most = bins.iter().map(|bin| found.below[*bin] + found.above[*bin]).max().unwrap_or(1);
    let mut html = String::from(
        "<table class=\"sizes\"><thead><tr><th scope=\"col\">ulps apart</th><th scope=\"col\">A is less</th><th scope=\"col\">A is more</th><td></td></tr></thead><tbody>",
    );
    for bin in bins {
        let both = found.below[bin] + found.above[bin];
        html.push_str(&format!(
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td><meter aria-label=\"share\" max=\"{most}\" value=\"{both}\"></meter></td></tr>",
            difference::sizes(bin, report.is_true),
            count(found.below[bin]),
            count(found.above[bin])
        ));
    }
    html.push_str("</tbody></table>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::against::study::Study;

    fn done(query: &Query) -> Report {
        let mut study = Study::new(&query.asked(90));
        while study.go_on() {}
        study.report().clone()
    }

    #[test]
    fn halves_are_told_in_full() {
        let query = Query { texts: ["abs.f16".into(), "neg.f16".into()], range: Default::default(), every: 0 };
        let report = done(&query);
        let summary = summary(&report, &query);
        assert!(summary.contains("<b id=\"differ\">31\u{202f}745</b> results (48.439 %)"), "{summary}");
        assert!(summary.contains("1 differ only in the sign of a zero."), "{summary}");
        assert!(state(&report, false, 0.0).contains("65\u{202f}536</b> operands."), "{}", state(&report, false, 0.0));
        let operands = operands(&report, Context::default());
        assert!(operands.contains("k=compare") && operands.contains("<code>7c00</code>"), "{operands}");
        assert!(sizes(&report).contains("<th scope=\"row\">2 to 3</th>"), "{}", sizes(&report));
    }

    /// A verdict tells of what was compared, and of no more.
    #[test]
    fn a_verdict_claims_what_was_looked_at() {
        let verdict = |a: &str, b: &str, range: [&str; 2], every: u64, steps: usize| {
            let query = Query { texts: [a, b].map(String::from), range: range.map(String::from), every };
            let mut study = Study::new(&query.asked(90));
            for _ in 0..steps {
                study.go_on();
            }
            summary(study.report(), &query)
        };
        let same = "<b>Every result that was compared is the same.</b>";
        for (a, b, range, every, steps, said) in [
            ("x + 1", "1 + x", ["1", "1.1"], 1, 99, "<b>They never differ here.</b>"),
            ("x + 1", "1 + x", ["1", "1.1"], 7, 99, same),
            ("x + 1", "1 + x", ["1", "1.1"], 1, 1, same),
            ("x + y", "y + x", ["0", "99"], 1, 1, same),
            ("x * 2", "exact", ["1", "1.0001"], 1, 99, "<b>Every result is the exact result, rounded once.</b>"),
            ("x * 2", "exact", ["1", "1.0001"], 3, 99, "<b>Every result that was compared is the exact result, rounded once.</b>"),
            ("sqrtf(x)", "exact", ["-2", "-1.9999"], 1, 99, "<b>No operand here has a true value.</b>"),
        ] {
            let verdict = verdict(a, b, range, every, steps);
            assert!(verdict.contains(said), "{a} {b} {every} {steps}: {verdict}");
        }
    }

    /// TF32 and predicates stand in no list of formats that a page chooses from.
    #[test]
    fn numbers_of_every_format_are_shown() {
        let query =
            |a: &str, b: &str, range: [&str; 2]| done(&Query { texts: [a, b].map(String::from), range: range.map(String::from), every: 0 });
        let narrow = query("cvt.rna.tf32.f32", "cvt.rn.tf32.f32", ["1", "1.001"]);
        let shown = operands(&narrow, Context::default());
        assert!(shown.contains("<code>3f802000</code> ≈ 1.001") && shown.contains("+1 ulp"), "{shown}");
        let choice = query("selp.f32", "selp.f32 %d, %b, %a, %c;", ["0", "9"]);
        assert_eq!(operand(&choice, 0).split(", ").count(), 3);
        assert!(operands(&choice, Context::default()).contains("</code> true"));
    }

    #[test]
    fn an_operand_opens_with_the_numbers_of_both_sides() {
        let query = Query { texts: ["tanhf(x)".into(), "tanh.approx.f32".into()], range: ["1".into(), "1.001".into()], every: 0 };
        let report = done(&query);
        let worst = report.found.worst.unwrap();
        let bits = report.operands().at(Order::Value, worst.at);
        assert_eq!(report.texts[0], "tanhf(x)");
        let (link, _) = opened(&report, &bits, Context::default()).unwrap();
        let read = debug::Query::read(link.split_once('?').unwrap().1).0;
        assert_eq!(read.tab, debug::Tab::Compare);
        assert_eq!((read.registers.get("x"), read.registers.get("%a")), (Some(bits[0]), Some(bits[0])));
        let refused = done(&Query { texts: ["x + 1".into(), "y / z".into()], ..query });
        assert!(wrong(&refused, 1).contains("both must take the same") && wrong(&refused, 0).is_empty());
    }

    #[test]
    fn the_plot_has_every_column_that_ran() {
        let query = Query { texts: ["x*x - 0.5f*x + 1".into(), "exact".into()], range: ["1".into(), "2".into()], every: 9973 };
        let report = done(&query);
        let curve = super::super::picture::curve(&report, 800.0);
        assert_eq!(curve.series[0].bars.len(), report.span.starts.len() + 1);
        assert!(curve.series[0].bars.iter().all(|bar| bar.low <= bar.high && bar.high < 1.5));
        assert_eq!((curve.x.ticks.first().unwrap().1.as_str(), curve.x.ticks.last().unwrap().1.as_str()), ("1", "2"));
    }
}
