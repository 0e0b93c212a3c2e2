//! Pages of chips: their targets, PTX versions, machine words, and how each path of their tensor cores adds.

use crate::Page;
use crate::markup::put;
use semantics::chips::{CHIPS, Chip};
use semantics::instruction::Target;
use semantics::tensor_core::{Method, Row, TABLE};
use view_model::components::evidence::push_evidence;
use view_model::components::html::{push_text, sentence};
use view_model::pages::tensor::named;
use view_model::state::address::{Address, Page as AppPage};

/// A page for each architecture.
pub fn chips() -> Vec<Page> {
    CHIPS.iter().map(page).collect()
}

fn page(chip: &Chip) -> Page {
    let name = format!("sm_{}", chip.number);
    let names = chip.names.join(", ");
    let mut body = ["<h1>", &name, "</h1><dl class=\"facts\">"].concat();
    if !names.is_empty() {
        put(&mut body, &["<dt>chips</dt><dd>", &names, "</dd>"]);
    }
    for target in Target::ALL.iter().filter(|target| target.number() == chip.number) {
        let until = target.until().map(|last| format!(" to {last}")).unwrap_or_default();
        put(
            &mut body,
            &["<dt>", target.name(), "</dt><dd>PTX ", &target.since().to_string(), if until.is_empty() { " on" } else { &until }, "</dd>"],
        );
    }
    let words = match chip.words {
        Some(generation) => format!("128 bits, read as those of sm_{generation}"),
        None if semantics::instruction::sass::TARGETS.iter().any(|target| target.number() == chip.number) => "64 bits".to_owned(),
        None => "not covered here".to_owned(),
    };
    put(&mut body, &["<dt>machine words</dt><dd>", &words, "</dd></dl>"]);
    let rows: Vec<&Row> = TABLE.iter().filter(|row| row.targets.contains(&chip.number)).collect();
    if !rows.is_empty() {
        tensor_cores(&mut body, &rows);
    }
    let address = Address { page: AppPage::Tensor, ..Address::default() }.written();
    put(&mut body, &["<p><a href=\"", &address, "\">Open a dot product in Ulpscope</a></p>"]);
    let also = if names.is_empty() { String::new() } else { format!(" ({names})") };
    Page {
        path: format!("chips/{name}"),
        title: format!("{name}{also}: targets, machine words, tensor cores"),
        about: format!("{name}{also}: which PTX versions know it, how wide its machine words are, and how its tensor cores add."),
        name,
        language: "en",
        body,
    }
}

fn tensor_cores(html: &mut String, rows: &[&Row]) {
    html.push_str("<h2>How its tensor cores add</h2><div class=\"scroll\" aria-label=\"How its tensor cores add\"><table><thead><tr>");
    for head in ["path", "A and B", "D", "K", "products in one sum", "fraction bits of the window", "how known"] {
        put(html, &["<th scope=\"col\">", head, "</th>"]);
    }
    html.push_str("</tr></thead><tbody>");
    for row in rows {
        html.push_str("<tr><th scope=\"row\">");
        push_text(html, &named(row));
        html.push_str("</th>");
        let inputs: Vec<&str> = row.inputs.iter().map(|format| format.name).collect();
        let ks: Vec<String> = row.k.iter().map(usize::to_string).collect();
        let (products, window) = match row.method {
            Method::Fused(how) => (how.products.to_string(), how.fraction.to_string()),
            Method::Unpacked(how) => (format!("{}, after FP8 became halves", how.products), how.fraction.to_string()),
            Method::Chain => ("1: fused multiply-adds in a row".to_owned(), "none".to_owned()),
            Method::Subroutine => ("1: a subroutine of ordinary instructions".to_owned(), "none".to_owned()),
        };
        for cell in [inputs.join(", "), row.accumulator.name.to_owned(), ks.join(", "), products, window] {
            put(html, &["<td>", &cell, "</td>"]);
        }
        html.push_str("<td>");
        push_evidence(html, row.evidence.into());
        row.doubts.iter().for_each(|doubt| put(html, &[" ", &sentence(doubt.sentence())]));
        html.push_str("</td></tr>");
    }
    html.push_str("</tbody></table></div>");
}
