//! A run as one piece of markup that needs no page around it: bits, the rounding as a picture, and the steps; for a notebook.

use super::html::{push_text, sentence};
use super::{bits, microscope, step_cards};
use semantics::run::{Run, Value};

/// The styles of [`markup`]; every rule of theirs is for what stands in it.
const STYLE: &str = include_str!("explanation.css");

/// What was read, what came out, why, and every step.
pub fn markup(text: &str, run: &Run) -> String {
    let mut html = ["<div class=\"ulpscope\"><style>", STYLE, "</style><p class=\"text\"><code>"].concat();
    push_text(&mut html, text);
    html.push_str("</code></p><table>");
    run.inputs().into_iter().for_each(|value| row(&mut html, value, ""));
    run.results.iter().for_each(|value| row(&mut html, value, " class=\"result\""));
    html.push_str("</table><p class=\"why\">");
    html.push_str(&sentence(&run.why(0)));
    html.push_str("</p>");
    if let Some(view) = run.microscope(0) {
        html.push_str("<div class=\"microscope\">");
        html.push_str(&microscope::draw(&view));
        html.push_str(&microscope::rule(&view));
        html.push_str("</div>");
    }
    html.push_str("<details><summary>steps</summary><ol>");
    html.push_str(&step_cards::cards(&run.trace.steps));
    html.push_str("</ol></details></div>");
    html
}

/// A register: its name, its bits under their fields, and its value; of several lanes each has a row.
fn row(html: &mut String, value: &Value, class: &str) {
    for lane in 0..value.own.lanes {
        let own = value.own.pattern(value.bits, lane);
        for piece in ["<tr", class, "><th>"] {
            html.push_str(piece);
        }
        push_text(html, &value.name);
        html.push_str("</th><td class=\"bits\">");
        html.push_str(&bits::markup(own, None));
        html.push_str("</td><td>0x");
        html.push_str(&own.hex());
        html.push_str("</td><td>");
        push_text(html, &own.value_text());
        html.push_str("</td></tr>");
    }
}
