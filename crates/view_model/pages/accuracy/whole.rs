//! All operands of the function, and the verdict: each promise beside the worst that was found, and how many operands break it.

use super::model::{promise, stretches};
use super::words::short;
use crate::components::html::count;
use crate::components::html::push_text;
use crate::components::sweep::Sweep;
use semantics::sweep::column_statistics::{Check, Found};

/// One promise and what became of it.
struct Kept {
    on: &'static str,
    documented: String,
    source: &'static str,
    found: String,
    operand: u32,
    within: bool,
    /// How many operands break it, where each was held against it.
    beyond: Option<u64>,
}

/// Every promise of the function, judged by the parts of a sweep.
fn kept(sweep: &Sweep) -> Vec<Kept> {
    let bounds = sweep.task.subject.bounds();
    bounds
        .map(|bound| {
            let stretches = stretches(bound);
            let mut whole = Found::new(0);
            let mut checked = true;
            for (from, end, found) in &sweep.parts {
                if stretches.iter().any(|stretch| stretch.0 <= *from && *end <= stretch.1) {
                    whole.merge(found, 0);
                    checked &= sweep.task.check_at(*from) == Some(super::model::check(bound));
                }
            }
            let (found, operand) = bound.measure.of(&whole.summary);
            let within = if bound.measure.counts_bits() { found >= bound.documented } else { found <= bound.documented };
            Kept {
                on: bound.on,
                documented: promise(bound),
                source: bound.source.name(),
                found: short(found, 4),
                operand,
                within,
                beyond: checked.then_some(whole.beyond),
            }
        })
        .collect()
}

/// What came of it, as markup.
pub fn verdict(sweep: &Sweep) -> String {
    let (task, found) = (&sweep.task, &sweep.found);
    let summary = &found.summary;
    let seconds = sweep.took.unwrap_or(0.0) / 1000.0;
    let mut html = format!(
        "<p><b>{}</b> inputs of {} on sm_{} in {} s. {} results are numbers, of which {} % are correctly rounded; ",
        count(sweep.operands()),
        task.subject.name,
        task.target,
        short(seconds, 1),
        count(summary.measured.count),
        short(summary.share_nearest() * 100.0, 3)
    );
    html.push_str(&format!(
        "{} are flushed to zero, {} infinite ({} wrongly), {} NaN ({} wrongly).</p>",
        count(summary.flushed),
        count(summary.infinite[0] + summary.infinite[1]),
        count(summary.infinite[1]),
        count(summary.nan[0] + summary.nan[1]),
        count(summary.nan[1])
    ));
    if task.check_at(0) == Some(Check::Routine) {
        html.push_str(&match found.first_beyond {
            None => "<p class=\"within\" id=\"routine\">✓ Every result equals that of the CUDA text’s routine (Listing 8.3), bit for bit.</p>".to_owned(),
            Some(first) => format!(
                "<p class=\"beyond\" id=\"routine\">≠ {} results differ from the CUDA text’s routine (Listing 8.3), first that of <code>0x{first:08x}</code>.</p>",
                count(found.beyond)
            ),
        });
    }
    let promises = kept(sweep);
    if promises.is_empty() {
        return html;
    }
    html.push_str("<div class=\"scroll\" role=\"region\" aria-label=\"Verdict\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">inputs</th><th scope=\"col\">documented</th><th scope=\"col\">worst found</th><th scope=\"col\">at</th><th scope=\"col\">beyond it</th></tr></thead><tbody>");
    for kept in promises {
        html.push_str(if kept.within { "<tr class=\"within\"><td>" } else { "<tr class=\"beyond\"><td>" });
        push_text(&mut html, kept.on);
        let mark = if kept.within { "✓ within" } else { "≠ beyond" };
        let beyond = kept.beyond.map_or("–".to_owned(), count);
        let operand = task.subject.reading.line().hex(kept.operand);
        html.push_str(&format!(
            "</td><td>{} <small>{}</small></td><td>{} <em>{mark}</em></td><td><button type=\"button\" data-near=\"{operand}\"><code>{operand}</code></button></td><td>{beyond}</td></tr>",
            kept.documented, kept.source, kept.found
        ));
    }
    html.push_str("</tbody></table></div>");
    html
}

/// The verdict as CSV.
pub fn numbers(sweep: &Sweep) -> String {
    let (summary, line) = (&sweep.found.summary, sweep.task.subject.reading.line());
    let mut csv = format!(
        "function,{}\ntarget,sm_{}\ninputs,{}\nmeasured,{}\ncorrectly rounded,{}\nflushed,{}\ninfinite,{}\ninfinite wrongly,{}\nNaN,{}\nNaN wrongly,{}\n",
        sweep.task.subject.name,
        sweep.task.target,
        sweep.operands(),
        summary.measured.count,
        summary.nearest,
        summary.flushed,
        summary.infinite[0],
        summary.infinite[1],
        summary.nan[0],
        summary.nan[1]
    );
    csv.push_str(&format!("greatest error in ulps,{:e},{}\n", summary.ulps.error, line.hex(summary.ulps.operand)));
    csv.push_str("inputs,documented,source,found,at,beyond\n");
    for kept in kept(sweep) {
        let beyond = kept.beyond.map_or(String::new(), |beyond| beyond.to_string());
        csv.push_str(&format!("\"{}\",{},{},{},{},{beyond}\n", kept.on, kept.documented, kept.source, kept.found, line.hex(kept.operand)));
    }
    csv
}

#[cfg(test)]
mod tests {
    use super::super::model::Model;
    use super::super::query::Query;
    use super::*;

    #[test]
    fn each_promise_is_checked_where_it_stands_alone() {
        let model = Model::new(Query { function: "cos.approx.f32".into(), ..Query::default() }, 90);
        let task = model.whole();
        assert!(task.checks.iter().all(|(from, end, _)| from < end));
        assert_eq!(task.check_at(0), None);
        assert!(matches!(task.check_at(semantics::sweep::order::Line::WORDS.zero() + 5), Some(Check::Limit(..))));
        let half = Model::new(Query { function: "cvt.rn.f16.f32".into(), ..Query::default() }, 90);
        assert_eq!(half.whole().check_at(0), Some(Check::Routine));
    }
}
