//! Numbers in a table, as markup: name, bits in their fields, hex and value; bits that differ from those of another row are marked.

use crate::components::bits::role_name;
use crate::components::html::push_text;
use semantics::number::{Format, Pattern};

/// Adds one row. `unlike` are the bits of the row that this one is compared with.
pub fn row(html: &mut String, class: &str, name: &str, bits: u64, format: Option<&'static Format>, unlike: Option<u64>) {
    for part in ["<tr class=\"", class, "\"><th scope=\"row\">"] {
        html.push_str(part);
    }
    push_text(html, name);
    html.push_str("</th><td class=\"row-bits\">");
    match format.filter(|format| bits <= format.mask()) {
        Some(format) => {
            let pattern = Pattern::new(format, bits);
            for field in format.fields() {
                html.push_str("<span data-role=\"");
                html.push_str(role_name(field.role));
                html.push_str("\">");
                for bit in (field.low..=field.high).rev() {
                    let one = bits >> bit & 1 == 1;
                    let off = unlike.is_some_and(|other| (other ^ bits) >> bit & 1 == 1);
                    html.push_str(match (one, off) {
                        (true, false) => "<i class=\"one\">1</i>",
                        (false, false) => "<i>0</i>",
                        (true, true) => "<i class=\"one off\">1</i>",
                        (false, true) => "<i class=\"off\">0</i>",
                    });
                }
                html.push_str("</span>");
            }
            cell(html, "hex", &["0x", &pattern.hex()].concat());
            cell(html, "decimal", &pattern.value_text());
            cell(html, "class", pattern.class_name());
        }
        None => {
            cell(html, "hex", &format!("0x{bits:x}"));
            cell(html, "decimal", "");
            cell(html, "class", if format.is_none() { "predicate" } else { "more bits than the result" });
        }
    }
    html.push_str("</td></tr>");
}

fn cell(html: &mut String, class: &str, text: &str) {
    for part in ["</td><td class=\"", class, "\">"] {
        html.push_str(part);
    }
    push_text(html, text);
}
