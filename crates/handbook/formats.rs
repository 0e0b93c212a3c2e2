//! Pages of number formats: their fields, extreme values, how bits are read, and every code of a small one.

use crate::Page;
use crate::markup::{put, read};
use semantics::instruction::cuda::extreme::{Extreme, computed};
use semantics::number::{Format, Pattern, shown, taught};
use view_model::components::html::{push_text, sentence};
use view_model::pages::extremes::tables::encodings;
use view_model::pages::formats::codes::{has_codes, legend, table};
use view_model::pages::formats::formula::formula;
use view_model::pages::reference::links::slug;
use view_model::state::address::{Address, Page as AppPage};

/// A page for each format that the app shows.
pub fn formats() -> Vec<Page> {
    shown().map(page).collect()
}

fn page(format: &'static Format) -> Page {
    let largest = computed(format, Extreme::LargestNormal).filter(|_| taught().any(|one| one == format));
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
    if taught().any(|one| one == format) {
        extremes(&mut body, format);
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
    let address = Address { page: AppPage::Formats, ..Address::default() }.written();
    put(&mut body, &["<p><a href=\"", &address, "\">Open a number of every format in Ulpscope</a></p>"]);
    let value = largest.map_or(String::new(), |largest| format!(" Its largest value is {}.", largest.value_text()));
    Page {
        path: format!("formats/{}", slug(format.name)),
        name: format.name.to_owned(),
        title: format!("{}: {}", format.name, format.long_name),
        about: format!("{}, {}: {} bits.{value} Fields, extreme values and codes.", format.name, format.long_name, format.width()),
        language: "en",
        body,
    }
}

/// The ends of the format's classes, each with its bits.
fn extremes(html: &mut String, format: &'static Format) {
    html.push_str("<h2>Extreme values</h2><div class=\"scroll\" aria-label=\"Extreme values\"><table><thead><tr><th scope=\"col\">value</th><th scope=\"col\">bits</th><th scope=\"col\">as a formula</th><th scope=\"col\">decimal</th></tr></thead><tbody>");
    for extreme in Extreme::ALL {
        let Some(pattern) = computed(format, extreme) else {
            put(html, &["<tr><th scope=\"row\">", extreme.name(), "</th><td>none</td><td></td><td></td></tr>"]);
            continue;
        };
        put(html, &["<tr><th scope=\"row\">", extreme.name(), "</th><td><code>0x", &pattern.hex(), "</code></td><td>"]);
        put(html, &[&sentence(&extreme.value(format)), "</td><td>"]);
        push_text(html, &pattern.value_text());
        html.push_str("</td></tr>");
    }
    html.push_str("</tbody></table></div>");
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
