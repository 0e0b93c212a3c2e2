//! Pages of number formats: their fields, extreme values, how bits are read, and every code of a small one.

use crate::Page;
use crate::markup::{put, read};
use crate::reference::worked;
use semantics::instruction::cuda::extreme::{Extreme, Line, computed, extremes as lines};
use semantics::instruction::{Context, Modifier, forms_of, mnemonics};
use semantics::matrix::Form;
use semantics::number::{EVERY, Format, Pattern};
use view_model::components::html::{push_text, sentence};
use view_model::pages::extremes::tables::{encodings, misprint};
use view_model::pages::formats::codes::{has_codes, legend, table};
use view_model::pages::formats::formula::formula;
use view_model::pages::reference::links::{plain, slug};
use view_model::pages::reference::matrix;
use view_model::state::address::{Address, Page as AppPage};

/// The formats that have pages: those that the app shows or teaches.
pub fn all() -> impl Iterator<Item = &'static Format> {
    EVERY.iter().copied().filter(|format| format.shown || format.taught)
}

/// Where the page of a format lies.
pub fn path(format: &Format) -> String {
    format!("formats/{}", slug(format.name))
}

/// A page for each of them.
pub fn formats() -> Vec<Page> {
    all().map(page).collect()
}

fn page(format: &'static Format) -> Page {
    let largest = computed(format, Extreme::LargestNormal).filter(|_| format.is_floating());
    let mut body = ["<h1>", format.name, "</h1><p class=\"lead\">", format.long_name, "</p><dl class=\"facts\">"].concat();
    let bias = format!("{}", format.bias);
    for (name, value) in [
        ("bits", format.width().to_string()),
        ("exponent bits", format.exponent_bits.to_string()),
        ("fraction bits", format.fraction_bits.to_string()),
        ("bias", bias),
    ] {
        put(&mut body, &["<dt>", name, "</dt><dd>", &value, "</dd>"]);
    }
    body.push_str("</dl>");
    if format.spare_bits > 0 {
        put(&mut body, &["<p>In a register these bits stand above ", &format.spare_bits.to_string(), " zeros.</p>"]);
    }
    if format.is_floating() {
        extremes(&mut body, format);
    }
    if format.is_floating() && format.signed {
        put(
            &mut body,
            &["<h2>How bits are read</h2><div class=\"scroll\" aria-label=\"How bits are read\">", &encodings(format), "</div>"],
        );
    }
    if let Some(largest) = largest {
        put(&mut body, &["<h2>The largest number, taken apart</h2><p class=\"formula\">", &formula(largest), "</p>"]);
    }
    if has_codes(format) {
        put(&mut body, &["<h2>Every code</h2><p>", &legend(format), "</p>"]);
        codes(&mut body, format);
    }
    body.push_str(&worked(&["0.3 in ", &format.name.to_lowercase()].concat(), Context::default()));
    users(&mut body, format);
    let address = Address { page: AppPage::Formats, ..Address::default() }.written();
    put(&mut body, &["<p><a href=\"", &address, "\">Open a number of every format in Ulpscope</a></p>"]);
    let value = |before: &str| largest.map_or(String::new(), |largest| [before, &largest.value_text()].concat());
    Page {
        path: path(format),
        name: format.name.to_owned(),
        title: format!("{} number format: {}{}", format.name, format.long_name, value("; largest value ")),
        about: format!(
            "{}, {}: {} bits{}. Fields, extreme values, codes and instructions.",
            format.name,
            format.long_name,
            format.width(),
            value("; the largest value is ")
        ),
        language: "en",
        body,
    }
}

/// The ends of the format's classes, each with its bits, and what the CUDA handbook prints where that is wrong.
fn extremes(html: &mut String, format: &'static Format) {
    html.push_str("<h2>Extreme values</h2><div class=\"scroll\" aria-label=\"Extreme values\"><table><thead><tr><th scope=\"col\">value</th><th scope=\"col\">bits</th><th scope=\"col\">as a formula</th><th scope=\"col\">decimal</th></tr></thead><tbody>");
    for Line { extreme, computed, printed, .. } in lines(format) {
        let Some(pattern) = computed else {
            put(html, &["<tr><th scope=\"row\">", extreme.name(), "</th><td>none</td><td></td><td></td></tr>"]);
            continue;
        };
        // Where a format ends before its integers have gaps, rounding stops short of the formula.
        if extreme == Extreme::MaximumInteger && pattern.bits == format.largest() {
            continue;
        }
        put(html, &["<tr><th scope=\"row\">", extreme.name(), "</th><td><code>0x", &pattern.hex(), "</code>"]);
        misprint(html, printed.filter(|printed| printed.hex_is_wrong()).map(|printed| printed.hex));
        put(html, &["</td><td>", &sentence(&extreme.value(format).replace('[', " ["))]);
        misprint(html, printed.filter(|printed| printed.value_is_wrong()).map(|printed| printed.value));
        html.push_str("</td><td>");
        push_text(html, &pattern.value_text());
        html.push_str("</td></tr>");
    }
    html.push_str("</tbody></table></div>");
    if html.contains("misprint") {
        html.push_str("<p class=\"under-table\">“Printed” is what the CUDA handbook (2013, Table 8.8) has instead.</p>");
    }
}

/// The instructions of PTX that have a type of the format.
fn users(html: &mut String, format: &'static Format) {
    let is_type = |modifier: Modifier| modifier.data_type().is_some_and(|own| own.operand().format == format);
    let ptx = mnemonics().filter(|mnemonic| forms_of(mnemonic).iter().any(|form| form.pattern.all.iter().any(is_type)));
    let word = format.name.to_lowercase();
    let has = |(form, _): (&Form, String)| form.syntax.split(['.', '(', ')', '|', '{', '}']).any(|own| own == word);
    let matrices = matrix::ENTRIES.iter().filter(|entry| entry.forms().any(has)).map(|entry| entry.name);
    let links: Vec<String> =
        ptx.chain(matrices).map(|name| ["<a href=\"../", &plain("reference/ptx", name), "\">", name, "</a>"].concat()).collect();
    if !links.is_empty() {
        put(html, &["<h2>Instructions with this format</h2><p>", &links.join(", "), "</p>"]);
    }
}

/// The app's buttons of all codes, as a table of sixteen columns.
fn codes(html: &mut String, format: &'static Format) {
    let buttons = read(&table(format, Pattern::new(format, 0).bits));
    let cells: Vec<String> = buttons.select("button b").iter().map(|value| value.inner_html().to_string()).collect();
    html.push_str("<div class=\"scroll\" aria-label=\"Every code\"><table class=\"codes\"><thead><tr><th scope=\"col\">code</th>");
    let columns = cells.len().min(16);
    (0..columns).for_each(|column| put(html, &["<th scope=\"col\">", &format!("{column:x}"), "</th>"]));
    html.push_str("</tr></thead><tbody>");
    for (row, cells) in cells.chunks(16).enumerate() {
        put(html, &["<tr><th scope=\"row\">", &format!("{row:x}_"), "</th>"]);
        cells.iter().for_each(|cell| put(html, &["<td>", cell, "</td>"]));
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
}
