//! The overview: the section's summary computed from the rows, beside what the manual prints.

use super::find::name;
use super::find::plain;
use super::links;
use crate::components::html::push_text;
use crate::state::lookup::Lookup;
use semantics::instruction::ptx::summary::{COLUMNS, LINES, Marks, marks, uncovered};
use semantics::instruction::{Context, Form, Meaning, forms_of, mnemonics};

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// The overview as markup.
pub fn overview(context: Context) -> String {
    let mut html = String::with_capacity(16_000);
    let differences = LINES.iter().filter(|line| line.computed() != Some(line.printed)).count();
    html.push_str("<h1>Floating-point instructions of PTX</h1><p class=\"lead\">Which instruction takes which modifier, read off the rows that this page computes with. ");
    html.push_str(if differences == 0 {
        "All 17 lines of the manual’s Table 29 say the same."
    } else {
        "Where the manual’s Table 29 says otherwise, its mark is beside ours."
    });
    html.push_str("</p><div class=\"scroll\" role=\"region\" aria-label=\"Modifiers by instruction\" tabindex=\"0\"><table class=\"summary-table\"><thead><tr><th scope=\"col\">instructions</th>");
    for modifier in COLUMNS {
        put(&mut html, &["<th scope=\"col\"><code>", modifier.text(), "</code></th>"]);
    }
    html.push_str("</tr></thead><tbody>");
    for line in LINES {
        html.push_str("<tr><th scope=\"row\">");
        let mut tail = line.instructions;
        if let Some((names, rest)) = line.instructions.strip_prefix('{').and_then(|text| text.split_once('}')) {
            tail = rest;
            debug_assert!(!names.is_empty());
        } else if let Some(at) = line.instructions.find('.') {
            tail = line.instructions.get(at..).unwrap_or("");
        }
        for (index, mnemonic) in line.mnemonics.iter().enumerate() {
            let form = line.forms().find(|form| form.mnemonic() == *mnemonic);
            put(&mut html, &[if index > 0 { ", " } else { "" }]);
            link(&mut html, mnemonic, form, context);
        }
        put(&mut html, &["<code>", tail, "</code></th>"]);
        cells(&mut html, line.computed().unwrap_or_default(), Some(line.printed));
        html.push_str("</tr>");
    }
    html.push_str("<tr><td class=\"break\" colspan=\"7\">In the manual’s text, but not in its table</td></tr>");
    for form in uncovered() {
        html.push_str("<tr><th scope=\"row\">");
        link(&mut html, form.mnemonic(), Some(form), context);
        let head = form.row.syntax.split_whitespace().next().unwrap_or("");
        put(&mut html, &["<code>", head.get(form.mnemonic().len()..).unwrap_or(""), "</code></th>"]);
        cells(&mut html, marks(form), None);
        html.push_str("</tr>");
    }
    html.push_str(
        "</tbody></table></div><p class=\"under-table\">Comparisons, selections, conversions, integers, logic, shifts, memory and branches have sections of their own in the manual:",
    );
    for mnemonic in conversions() {
        html.push(' ');
        link(&mut html, mnemonic, None, context);
    }
    html.push_str(".</p>");
    html
}

/// The mnemonics of other sections, which the summary does not speak of.
fn conversions() -> impl Iterator<Item = &'static str> {
    let elsewhere =
        |form: &Form| matches!(form.meaning, Meaning::Compare | Meaning::Choose | Meaning::Convert | Meaning::Alu(_) | Meaning::Work(_));
    mnemonics().filter(move |mnemonic| forms_of(mnemonic).iter().all(elsewhere))
}

fn link(html: &mut String, mnemonic: &str, form: Option<&Form>, context: Context) {
    let lookup = Lookup { name: form.map_or(mnemonic.to_owned(), |form| name(form, plain(form))), third: 6, find: String::new() };
    html.push_str("<a href=\"");
    push_text(html, &links::page(&lookup, context));
    put(html, &["\"><code>", mnemonic, "</code></a>"]);
}

fn cells(html: &mut String, computed: Marks, printed: Option<Marks>) {
    for (index, mark) in computed.into_iter().enumerate() {
        let differs = printed.is_some_and(|printed| printed.get(index) != Some(&mark));
        html.push_str(if differs { "<td class=\"differs\">" } else { "<td>" });
        html.push_str(if mark {
            "<b>●</b><span class=\"unseen\">yes</span>"
        } else {
            "<span aria-hidden=\"true\">·</span><span class=\"unseen\">no</span>"
        });
        if differs {
            html.push_str(" <span>≠ the manual</span>");
        }
        html.push_str("</td>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mnemonic_is_in_the_overview() {
        for mnemonic in mnemonics() {
            let in_line = LINES.iter().any(|line| line.mnemonics.contains(&mnemonic));
            let beside = uncovered().any(|form| form.mnemonic() == mnemonic) || conversions().any(|name| name == mnemonic);
            assert!(in_line || beside, "{mnemonic}");
        }
    }
}
