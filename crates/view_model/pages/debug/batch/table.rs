//! What the worker tells of a batch, as markup: what explains most, and the lines that are shown.

use crate::components::html::{count, push_text};
use crate::pages::debug::query::{Query, Tab};
use semantics::diagnosis::table::{Report, Row, Says};
use semantics::instruction::Context;

/// As many of them as leave room for the lines.
const LEADERS: usize = 5;

/// What explains most, as a table; nothing where nothing explains anything.
pub fn leaders(report: &Report) -> String {
    if report.leaders.is_empty() {
        return String::new();
    }
    let wrong = count((report.counts.explained + report.counts.unexplained) as u64);
    let right = report.counts.right as u64;
    let mut html = String::from(
        "<table class=\"leaders\"><thead><tr><th scope=\"col\">explains</th><th scope=\"col\">contradicts</th><th scope=\"col\">what</th></tr></thead><tbody>",
    );
    for (_, explains, contradicts, sentence, causes) in report.leaders.iter().take(LEADERS) {
        let against = if right == 0 { "no right line".to_owned() } else { [&count((*contradicts).into()), " of ", &count(right)].concat() };
        for part in ["<tr><td>", &count((*explains).into()), " of ", &wrong, "</td><td>", &against, "</td><td>"] {
            html.push_str(part);
        }
        for said in [sentence, " ", causes] {
            push_text(&mut html, said);
        }
        html.push_str("</td></tr>");
    }
    html.push_str("</tbody></table>");
    html
}

/// Some rows, which begin behind so many of all.
pub fn rows(report: &Report, rows: &[Row], from: usize, all: usize, instruction: &str, context: Context) -> String {
    let mut html = String::with_capacity(rows.len() * 400 + 400);
    let first = from + usize::from(!rows.is_empty());
    for part in ["<table class=\"judged\"><caption>", &count(first as u64), "–", &count((from + rows.len()) as u64), " of "] {
        html.push_str(part);
    }
    html.push_str(&count(all as u64));
    html.push_str("</caption><thead><tr>");
    let names = report.names.iter().map(String::as_str);
    for name in core::iter::once("line").chain(names).chain(["got", "expected", "ulp", "verdict"]) {
        html.push_str("<th scope=\"col\">");
        push_text(&mut html, name);
        html.push_str("</th>");
    }
    html.push_str("</tr></thead><tbody>");
    for one in rows {
        row(&mut html, report, one, instruction, context);
    }
    html.push_str("</tbody></table>");
    html
}

fn row(html: &mut String, report: &Report, row: &Row, instruction: &str, context: Context) {
    for part in ["<tr><th scope=\"row\">", &row.line.to_string(), "</th>"] {
        html.push_str(part);
    }
    if row.says == Says::Unread {
        html.push_str(&format!("<td class=\"unread\" colspan=\"{}\">", report.names.len() + 4));
        push_text(html, &row.why);
        html.push_str(" <code>");
        push_text(html, row.cells.first().map_or("", String::as_str));
        html.push_str("</code></td></tr>");
        return;
    }
    let mut asked = instruction.split_whitespace().collect::<Vec<_>>().join(" ");
    for (name, cell) in report.names.iter().map(String::as_str).chain(["got"]).zip(&row.cells) {
        for part in [" ", name, if name == "got" { "=0x" } else { "=" }, cell] {
            asked.push_str(part);
        }
    }
    for cell in &row.cells {
        for part in ["<td class=\"hex\">", cell, "</td>"] {
            html.push_str(part);
        }
    }
    let (class, says) = match row.says {
        Says::Right => ("right", "as expected"),
        Says::Unexplained => ("unexplained", "unexplained"),
        _ => ("explained", row.why.as_str()),
    };
    let ulps = if row.ulps.is_empty() { "–" } else { &row.ulps };
    for part in ["<td class=\"ulps\">", ulps, "</td><td class=\"", class, "\"><a href=\""] {
        html.push_str(part);
    }
    push_text(html, &Query { tab: Tab::Explain, line: asked, ..Query::default() }.link(context));
    html.push_str("\">");
    push_text(html, says);
    html.push_str("</a></td></tr>");
}
