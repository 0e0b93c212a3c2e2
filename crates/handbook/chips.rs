//! Pages of chips: their targets, PTX versions, machine words, and how each path of their tensor cores adds.

use crate::Page;
use crate::machine;
use crate::markup::put;
use semantics::chips::{CHIPS, Chip};
use semantics::instruction::sass::{self, Mnemonic};
use semantics::instruction::{Target, forms_of, mnemonics};
use semantics::tensor_core::{Method, Row, TABLE};
use view_model::components::evidence::push_evidence;
use view_model::components::html::{push_text, sentence};
use view_model::pages::reference::{links::plain, matrix};
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
    let is_early = sass::TARGETS.iter().any(|target| target.number() == chip.number);
    let words = match chip.words {
        Some(generation) => format!("128 bits, read as those of sm_{generation}"),
        None if is_early => "64 bits".to_owned(),
        None => "not covered here".to_owned(),
    };
    put(&mut body, &["<dt>machine words</dt><dd>", &words, "</dd></dl>"]);
    let rows: Vec<&Row> = TABLE.iter().filter(|row| row.targets.contains(&chip.number)).collect();
    if !rows.is_empty() {
        tensor_cores(&mut body, &rows);
    }
    let number = chip.number;
    let begins = |mnemonic: &&str| forms_of(mnemonic).iter().any(|form| form.row.target.number() == number && form.row.in_manual);
    let link = |folder: &str, name: &str| ["<a href=\"../", &plain(folder, name), "\">", name, "</a>"].concat();
    let matrices = matrix::ENTRIES.iter().filter(|entry| entry.forms().any(|(form, _)| form.gate().1.number() == number));
    let first = mnemonics().filter(begins).chain(matrices.map(|entry| entry.name)).map(|name| link("reference/ptx", name));
    list(&mut body, "Instructions of PTX with a form that begins here", &first.collect::<Vec<_>>());
    let has = |name: &&str| machine::targets(name).iter().any(|target| target.number() == number);
    let words = machine::names().into_iter().filter(has);
    let early = Mnemonic::ALL.into_iter().filter(|_| chip.words.is_none() && is_early).map(Mnemonic::name);
    let sass = words.chain(early).map(|name| link("reference/sass", name));
    list(&mut body, "Its machine instructions of floating point", &sass.collect::<Vec<_>>());
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

/// Names under a heading, if there are any.
fn list(html: &mut String, title: &str, links: &[String]) {
    if !links.is_empty() {
        put(html, &["<h2>", title, "</h2><p>", &links.join(", "), "</p>"]);
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
        html.push('.');
        row.doubts.iter().for_each(|doubt| put(html, &[" ", &sentence(doubt.sentence())]));
        html.push_str("</td></tr>");
    }
    html.push_str("</tbody></table></div>");
}
