//! The box of a page that takes one number or a name, and what is said of its text.

use super::attributes::{AriaAttributes, GlobalAttributes};
use super::dynamic::{flag, text, when};
use leptos::prelude::*;
pub use view_model::components::entry::{button, open_group};

/// The box of a number. What is said of its text stands in the element `number-says`.
pub fn number_box(
    label: &'static str,
    value: impl Fn() -> String + Send + 'static,
    wrong: impl Fn() -> bool + Send + 'static,
    input: impl Fn(String) + 'static,
    key: impl Fn(web_sys::KeyboardEvent) + 'static,
) -> AnyView {
    text_box("number", "n", label, value, wrong, input, key)
}

/// The box of a part of the address. What is said of its text stands in the element whose name ends in `-says`.
pub fn text_box(
    id: &'static str,
    part: &'static str,
    label: &'static str,
    value: impl Fn() -> String + Send + 'static,
    wrong: impl Fn() -> bool + Send + 'static,
    input: impl Fn(String) + 'static,
    key: impl Fn(web_sys::KeyboardEvent) + 'static,
) -> AnyView {
    view! {
        <input
            id=id
            data-part=part
            type="text"
            spellcheck="false"
            autocomplete="off"
            autocapitalize="off"
            placeholder=label
            aria-label=label
            aria-invalid=when(wrong)
            aria-describedby=[id, "-says"].concat()
            prop:value=text(value)
            on:input=move |event| input(event_target_value(&event))
            on:keydown=key
        />
    }
    .into_any()
}

/// What is said of the text of a box.
pub fn says(id: &'static str, wrong: impl Fn() -> bool + Send + 'static, words: impl Fn() -> String + Send + 'static) -> AnyView {
    view! {
        <div class="under" class:error=flag(wrong)>
            <p id=[id, "-says"].concat() class="says" role="status">{text(words)}</p>
        </div>
    }
    .into_any()
}
