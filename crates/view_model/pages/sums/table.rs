//! What the orders gave, as tables and sentences.

use super::query::Query;
use crate::components::html::{count, push_text, sentence};
use semantics::number::{Format, Pattern};
use semantics::sums::{ORDERS, Off, Outcome, Report, Row};

/// The cells of a sum that is not known yet.
const AWAITED: &str = "<td colspan=\"3\" class=\"none\">not yet</td>";

/// What stands for a distance that there is none of.
fn distance(off: Option<&Off>, sum: Pattern) -> String {
    match off {
        Some(off) => off.text(),
        None if sum.is_nan() => "not a number".into(),
        None if !sum.is_finite() => "infinite".into(),
        None => "no exact sum".into(),
    }
}

fn cells(html: &mut String, sum: Pattern) {
    html.push_str("<td class=\"sum\">");
    push_text(html, &sum.value_text());
    html.push_str("</td><td><code>0x");
    html.push_str(&sum.hex());
    html.push_str("</code></td>");
}

fn row(html: &mut String, row: &Row, outcome: Option<&Outcome>, query: &Query) {
    let chosen = row.key == query.row.key;
    html.push_str(if chosen { "<tr class=\"chosen\">" } else { "<tr>" });
    html.push_str("<th scope=\"row\"><button type=\"button\" data-row=\"");
    html.push_str(row.key);
    html.push_str(if chosen { "\" aria-pressed=\"true\">" } else { "\" aria-pressed=\"false\">" });
    push_text(html, row.name);
    html.push_str("</button></th>");
    match outcome {
        None => html.push_str(AWAITED),
        Some(Outcome { bits: None, .. }) => {
            html.push_str("<td colspan=\"3\" class=\"none\">");
            let (format, within) = (query.asked.format.name, query.asked.within.name);
            push_text(html, &format!("{} adds no {format} in {within}", query.asked.core.name));
            html.push_str("</td>");
        }
        Some(Outcome { bits: Some(bits), off, .. }) => {
            let sum = Pattern::new(query.asked.within, *bits);
            cells(html, sum);
            html.push_str("<td class=\"off\">");
            push_text(html, &distance(off.as_ref(), sum));
            html.push_str("</td>");
        }
    }
    html.push_str("</tr>");
}

/// The exact sum, and a row for each order.
pub fn orders(report: &Report, query: &Query) -> String {
    let mut html = String::with_capacity(4000);
    html.push_str("<table><thead><tr><th scope=\"col\">order</th><th scope=\"col\">sum</th><th scope=\"col\">bits</th><th scope=\"col\">error, ulp</th></tr></thead><tbody>");
    // The row is there from the beginning, so that nothing is pushed down; of infinities and NaNs there is none.
    if report.exact.is_some() || report.count == 0 {
        html.push_str("<tr class=\"exact\"><th scope=\"row\">nearest to the exact sum</th>");
        match &report.exact {
            Some(exact) => {
                cells(&mut html, Pattern::new(query.asked.within, exact.nearest));
                html.push_str("<td class=\"off\">at most ½</td>");
            }
            None => html.push_str(AWAITED),
        }
        html.push_str("</tr>");
    }
    for (place, order) in ORDERS.iter().enumerate() {
        row(&mut html, order, report.outcomes.get(place), query);
    }
    html.push_str("</tbody></table>");
    html
}

/// The chosen order in a sentence, and where one meets it.
pub fn order(query: &Query) -> String {
    [&sentence(query.row.how), " <span class=\"seen\">Seen in: ", &sentence(query.row.seen), ".</span>"].concat()
}

/// The exact sum with every digit, and how far it is conditioned.
pub fn exact(report: &Report) -> String {
    let Some(exact) = &report.exact else {
        return match report.count {
            0 => String::new(),
            _ => "<p>An infinity or a NaN is among the numbers: there is no exact sum.</p>".into(),
        };
    };
    let mut html = String::from("<p>Exactly <code class=\"digits\">");
    push_text(&mut html, &exact.decimal);
    html.push_str("</code>. ");
    match exact.condition {
        None => html.push_str("The numbers cancel so far that no result has a digit to trust."),
        Some(1000) => html.push_str("All numbers have one sign: Σ|x| is |Σx|, the best condition there is."),
        Some(thousandths) => {
            html.push_str("Condition Σ|x| / |Σx|: ");
            let (whole, rest) = (thousandths / 1000, thousandths % 1000);
            html.push_str(&if whole < 1000 { format!("{whole}.{rest:03}") } else { count(whole) });
            html.push_str(": the relative error may be so many times larger than for numbers of one sign.");
        }
    }
    html.push_str("</p>");
    html
}

/// What the shuffles gave, in a sentence.
pub fn shuffles(report: &Report, within: &'static Format) -> String {
    let most = report.shuffled.iter().max_by_key(|one| one.count);
    let (Some(most), Some(first), Some(last)) = (most, report.shuffled.first(), report.shuffled.last()) else { return String::new() };
    let times = count(u64::from(report.shuffles));
    let text = |bits| Pattern::new(within, bits).hex();
    if report.shuffled.len() == 1 {
        return format!("{times} shuffles gave one and the same sum, 0x{}.", text(most.bits));
    }
    let far = |one: &semantics::sums::Shuffled| distance(one.off.as_ref(), Pattern::new(within, one.bits));
    format!(
        "{times} shuffles gave {} different sums, from {} to {} ulp; the most frequent, 0x{}, came {} times.",
        count(report.shuffled.len() as u64),
        far(first),
        far(last),
        text(most.bits),
        count(u64::from(most.count)),
    )
}

/// Growth and shuffles in numbers.
pub fn numbers(report: &Report, within: &'static Format) -> String {
    let mut html = String::with_capacity(20_000);
    html.push_str("<h2>Errors in ulp after so many numbers</h2><table><thead><tr><th scope=\"col\">numbers</th>");
    for (row, _) in ORDERS.iter().zip(&report.outcomes) {
        html.push_str("<th scope=\"col\">");
        push_text(&mut html, row.name);
        html.push_str("</th>");
    }
    html.push_str("</tr></thead><tbody>");
    let lengths = report.outcomes.first().map_or(0, |outcome| outcome.growth.len());
    for place in 0..lengths {
        let length = report.outcomes.first().and_then(|outcome| outcome.growth.get(place)).map_or(0, |point| point.0);
        html.push_str("<tr><th scope=\"row\">");
        html.push_str(&count(length as u64));
        html.push_str("</th>");
        for outcome in &report.outcomes {
            let off = outcome.growth.get(place).and_then(|point| point.1);
            html.push_str("<td>");
            html.push_str(&off.map_or("none".into(), |off| off.text()));
            html.push_str("</td>");
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table>");
    if !report.shuffled.is_empty() {
        html.push_str("<h2>Shuffled sums</h2><table><thead><tr><th scope=\"col\">sum</th><th scope=\"col\">bits</th><th scope=\"col\">error, ulp</th><th scope=\"col\">times</th></tr></thead><tbody>");
        for one in &report.shuffled {
            let sum = Pattern::new(within, one.bits);
            html.push_str("<tr>");
            cells(&mut html, sum);
            html.push_str(&format!("<td>{}</td><td>{}</td></tr>", distance(one.off.as_ref(), sum), count(u64::from(one.count))));
        }
        html.push_str("</tbody></table>");
    }
    html
}
