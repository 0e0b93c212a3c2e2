//! The box of a page that takes one number, and groups of buttons below it.

use super::attributes::{AriaAttributes, GlobalAttributes};
use super::dynamic::{text, when};
use leptos::prelude::*;

/// The box. What is said of its text stands in the element `number-says`.
pub fn number_box(
    label: &'static str,
    value: impl Fn() -> String + Send + 'static,
    wrong: impl Fn() -> bool + Send + 'static,
    input: impl Fn(String) + 'static,
    key: impl Fn(web_sys::KeyboardEvent) + 'static,
) -> AnyView {
    view! {
        <input
            id="number"
            data-part="n"
            type="text"
            spellcheck="false"
            autocomplete="off"
            autocapitalize="off"
            placeholder=label
            aria-label=label
            aria-invalid=when(wrong)
            aria-describedby="number-says"
            prop:value=text(value)
            on:input=move |event| input(event_target_value(&event))
            on:keydown=key
        />
    }
    .into_any()
}

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
