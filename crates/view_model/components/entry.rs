//! Groups of buttons below a box, as markup.

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
