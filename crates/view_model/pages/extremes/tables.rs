//! Tables 8.7 and 8.8 of the text for every format, computed, with what the text prints beside what it should.

use crate::components::html::sentence;
use semantics::instruction::cuda::extreme::{Extreme, Line, Printed, extremes, formats, representations};
use semantics::number::{Format, Pattern};

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// Every extreme value of every format; `chosen` is the one that is looked at.
pub fn values(chosen: Pattern) -> String {
    let mut html = String::with_capacity(14_000);
    html.push_str("<table class=\"stacks\"><thead><tr><th scope=\"col\"><span class=\"unseen\">value</span></th>");
    for format in formats() {
        put(&mut html, &["<th scope=\"col\"><b>", format.name, "</b> <small>", format.long_name, "</small></th>"]);
    }
    html.push_str("</tr></thead><tbody>");
    for (place, extreme) in Extreme::ALL.into_iter().enumerate() {
        put(&mut html, &["<tr><th scope=\"row\">", extreme.name(), "</th>"]);
        for format in formats() {
            cell(&mut html, &extremes(format)[place], chosen);
        }
        html.push_str("</tr>");
    }
    html.push_str("<tr><th scope=\"row\">Epsilon: 1 ulp of 1.0</th>");
    for format in formats() {
        let epsilon = Pattern::new(format, format.one()).ulp_exponent().unwrap_or(0);
        put(&mut html, &["<td data-head=\"", format.name, "\"><span class=\"exact\">", &sentence(&format!("2^{epsilon}")), "</span></td>"]);
    }
    html.push_str("</tr></tbody></table>");
    html
}

fn cell(html: &mut String, line: &Line, chosen: Pattern) {
    put(html, &["<td data-head=\"", line.format.name, "\""]);
    let Some(pattern) = line.computed else { return html.push_str(" class=\"none\">none</td>") };
    let hex = pattern.hex();
    let pressed = if pattern == chosen { "true" } else { "false" };
    let wrong = line.printed.is_some_and(Printed::hex_is_wrong);
    put(html, &[if wrong { " class=\"wrong\">" } else { ">" }, "<button type=\"button\" id=\"x-", pattern.format.name, "-", &hex]);
    put(html, &["\" aria-pressed=\"", pressed, "\" data-number=\"", pattern.format.name, " ", &hex, "\">"]);
    // What one looks for is a decimal number.
    let decimal = if line.extreme == Extreme::Infinity { String::new() } else { pattern.value_text() };
    put(html, &["<b>", &decimal, "</b> <code>", &hex]);
    put(html, &["</code> <span class=\"exact\">", &sentence(&line.extreme.value(line.format).replace('[', " [")), "</span></button>"]);
    if let Some(printed) = line.printed {
        misprint(html, Some(printed.hex).filter(|_| wrong));
        misprint(html, Some(printed.value).filter(|_| printed.value_is_wrong()));
    }
    html.push_str("</td>");
}

/// What the text prints where it is wrong.
pub fn misprint(html: &mut String, printed: Option<&str>) {
    if let Some(printed) = printed {
        put(html, &[" <small class=\"misprint\">printed <s>", printed, "</s></small>"]);
    }
}

/// How bits are read in a format: the text's Table 8.7.
pub fn encodings(format: &'static Format) -> String {
    let mut html = format!(
        "<table class=\"stacks\"><caption>{} ({})</caption><thead><tr><th scope=\"col\">exponent</th><th scope=\"col\">fraction</th><th scope=\"col\">value</th><th scope=\"col\">case</th></tr></thead><tbody>",
        format.name, format.long_name
    );
    for line in representations(format) {
        html.push_str("<tr>");
        let value = sentence(&line.value).replace("</sup>[", "</sup> [");
        put(&mut html, &["<td>", &line.exponent, "</td><td>", line.mantissa, "</td><td>", &value]);
        misprint(&mut html, line.printed.filter(|_| line.is_misprint()));
        put(&mut html, &["</td><td>", line.case, "</td>"]);
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::number::{E4M3, F16, F32, F64};

    #[test]
    fn every_format_has_its_column_and_the_misprints_are_marked() {
        let html = values(Pattern::new(F16::ROW, 0x03ff));
        assert_eq!(html.matches("data-number").count(), 7 * 7 - 1);
        assert_eq!(html.matches("class=\"wrong\"").count(), 5);
        assert_eq!(html.matches("aria-pressed=\"true\"").count(), 1);
        assert!(html.contains("<b>65504.0</b>") && html.contains("<b>≈ 1.7976931348623157e308</b>"));
        assert!(html.contains("printed <s>07FF</s>") && html.contains("7fefffffffffffff") && html.contains("2<sup>-1074</sup>"));
        assert!(encodings(F64::ROW).contains("1 to 2046") && encodings(F16::ROW).contains("±2<sup>-14</sup> [0.mantissa]"));
        assert!(encodings(F32::ROW).contains("printed <s>±^126[0.mantissa]</s>") && !encodings(E4M3::ROW).contains("printed"));
        assert!(encodings(F16::ROW).contains("±2<sup>(e-15)</sup> [1.mantissa]"), "{}", encodings(F16::ROW));
    }
}
