//! Steps as a list of cards in markup, for pages that show them whole.

use super::html::{push_number, push_text, sentence as markup};
use super::picture::draw;
use semantics::trace::Step;
use semantics::trace::picture::of_step;
use semantics::trace::sentence::{sentence, title};

/// One card for each step, numbered from 1.
pub fn cards(steps: &[Step]) -> String {
    let mut html = String::new();
    for (index, step) in steps.iter().enumerate() {
        html.push_str("<li class=\"card\"><h3><b>");
        push_number(&mut html, index as i32 + 1);
        html.push_str("</b> ");
        push_text(&mut html, &title(step));
        html.push_str("</h3><p>");
        html.push_str(&markup(&sentence(step)));
        html.push_str("</p>");
        if let Some(picture) = of_step(step) {
            html.push_str("<div class=\"picture\" role=\"group\" aria-label=\"Bits at their weights\" tabindex=\"0\">");
            html.push_str(&draw(&picture));
            html.push_str("</div>");
        }
        html.push_str("</li>");
    }
    html
}
