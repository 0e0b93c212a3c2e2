//! The box of a page that takes one number.

use super::attributes::{AriaAttributes, GlobalAttributes};
use super::dynamic::{text, when};
use leptos::prelude::*;
pub use view_model::components::entry::open_group;

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
