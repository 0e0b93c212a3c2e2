//! Tables 8.7 and 8.8 of the text for seven formats, computed, with what the text prints beside what it should.

use super::query::COLUMNS;
use crate::components::html::{push_text, sentence};
use semantics::number::extreme::{Extreme, NAMES, extremes};
use semantics::number::{Encoding, Format, Pattern};

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// Every extreme value of every format; `chosen` is the one that is looked at.
pub fn values(chosen: Pattern) -> String {
    let mut html = String::with_capacity(14_000);
    html.push_str("<table><thead><tr><th scope=\"col\"><span class=\"unseen\">value</span></th>");
    for format in COLUMNS {
        put(&mut html, &["<th scope=\"col\"><b>", format.name, "</b> <small>", format.long_name, "</small></th>"]);
    }
    html.push_str("</tr></thead><tbody>");
    let columns = COLUMNS.map(extremes);
    for name in NAMES {
        put(&mut html, &["<tr><th scope=\"row\">", name, "</th>"]);
        for column in &columns {
            match column.iter().find(|extreme| extreme.name == name) {
                Some(extreme) => cell(&mut html, extreme, chosen),
                None => html.push_str("<td class=\"none\">none</td>"),
            }
        }
        html.push_str("</tr>");
    }
    html.push_str("<tr><th scope=\"row\">epsilon: 1 ulp of 1.0</th>");
    for format in COLUMNS {
        let epsilon = Pattern::new(format, format.one()).ulp_exponent().unwrap_or(0);
        put(&mut html, &["<td><span class=\"exact\">", &sentence(&format!("2^{epsilon}")), "</span></td>"]);
    }
    html.push_str("</tr></tbody></table>");
    html
}

fn cell(html: &mut String, extreme: &Extreme, chosen: Pattern) {
    let pattern = extreme.pattern;
    let hex = pattern.hex();
    let pressed = if pattern == chosen { "true" } else { "false" };
    let misprint = extreme.is_misprint();
    put(html, &[if misprint { "<td class=\"wrong\">" } else { "<td>" }, "<button type=\"button\" id=\"x-", pattern.format.name, "-", &hex]);
    put(html, &["\" aria-pressed=\"", pressed, "\" data-number=\"", pattern.format.name, " ", &hex, "\"><code>", &shortened(&hex)]);
    put(html, &["</code> <span class=\"exact\">", &sentence(&extreme.value()), "</span></button>"]);
    if let Some(printed) = extreme.printed {
        if misprint {
            put(html, &["<small class=\"misprint\">printed <s>", printed.hex, "</s></small>"]);
        }
        if extreme.lost_minus() {
            html.push_str("<small class=\"misprint\">printed <s>");
            push_text(html, printed.value);
            html.push_str("</s></small>");
        }
    }
    html.push_str("</td>");
}

/// Hex digits of a double with its long run of one digit shortened.
fn shortened(hex: &str) -> String {
    match hex.len() {
        16 => {
            let end = if hex.ends_with('1') { "0001" } else { &hex[15..] };
            [&hex[..4], "…", end].concat()
        }
        _ => hex.to_owned(),
    }
}

/// How bits are read in a format: the text's Table 8.7.
pub fn encodings(format: &'static Format) -> String {
    let top = (1u64 << format.exponent_bits) - 1;
    let least = format.emin();
    let mut html = format!(
        "<table><caption>{} ({})</caption><thead><tr><th scope=\"col\">exponent</th><th scope=\"col\">fraction</th><th scope=\"col\">value</th><th scope=\"col\">case</th></tr></thead><tbody>",
        format.name, format.long_name
    );
    let mut row = |cells: [&str; 4]| {
        html.push_str("<tr>");
        for cell in cells {
            put(&mut html, &["<td>", &sentence(cell), "</td>"]);
        }
        html.push_str("</tr>");
    };
    row(["0", "0", "±0", "zero"]);
    row(["0", "not 0", &format!("±2^{least} · 0.fraction"), "subnormal"]);
    let power = format!("±2ᵉ · 1.fraction, e = exponent - {}", format.bias);
    match format.encoding {
        Encoding::OneNan => {
            row([&format!("1 to {top}"), "any but all ones with the last", &power, "normal"]);
            row([&top.to_string(), "all ones", "none", "NaN; there is no infinity"]);
        }
        _ => {
            row([&format!("1 to {}", top - 1), "any", &power, "normal"]);
            row([&top.to_string(), "0", "±∞", "infinity"]);
            row([&top.to_string(), "not 0", "none", "NaN"]);
        }
    }
    html.push_str("</tbody></table>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::number::{F16, F64, Float};

    #[test]
    fn every_format_has_its_column_and_the_misprints_are_marked() {
        let html = values(Pattern::new(F16::ROW, 0x03ff));
        assert_eq!(html.matches("data-number").count(), 7 * 7 - 1);
        assert_eq!(html.matches("class=\"wrong\"").count(), 5);
        assert_eq!(html.matches("aria-pressed=\"true\"").count(), 1);
        assert!(html.contains("printed <s>07FF</s>") && html.contains("7fef…f") && html.contains("2<sup>-1074</sup>"));
        assert_eq!(shortened("0000000000000001"), "0000…0001");
        assert!(encodings(F64::ROW).contains("1 to 2046") && encodings(F16::ROW).contains("2<sup>-14</sup> · 0.fraction"));
    }
}
