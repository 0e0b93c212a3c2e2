//! Groups of buttons below a box, as markup.

use super::html::push_text;

/// Opens a group of buttons: its name for a screen reader, and its title on the page.
pub fn open_group(html: &mut String, class: &str, name: &str, title: &str) {
    for piece in [
        "<div class=\"",
        class,
        "\" role=\"group\" aria-label=\"",
        name,
        "\"><span class=\"title\" aria-hidden=\"true\">",
        title,
        "</span>",
    ] {
        html.push_str(piece);
    }
}

/// A button of a group: what it does, whether it is the one that holds, and its text, with some smaller words beside it or none.
pub fn button(html: &mut String, action: &str, pressed: bool, label: &str, words: &str) {
    html.push_str("<button type=\"button\" data-do=\"");
    push_text(html, action);
    html.push_str(if pressed { "\" aria-pressed=\"true\">" } else { "\" aria-pressed=\"false\">" });
    push_text(html, label);
    if !words.is_empty() {
        html.push_str(" <small>");
        push_text(html, words);
        html.push_str("</small>");
    }
    html.push_str("</button>");
}
