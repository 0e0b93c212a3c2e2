//! Putting text on the clipboard: the button that was pressed says for a while whether the browser let it.
//!
//! A browser may refuse, and over plain http there is no clipboard at all; nothing is called copied that is not.

use super::dynamic::on_event;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Element;

/// How long a button says what came of it.
const WHILE: core::time::Duration = core::time::Duration::from_millis(1600);

/// A button that copies what there is to copy when it is pressed.
pub fn copy_button(class: Option<&'static str>, name: &'static str, content: impl Fn() -> Option<String> + 'static) -> AnyView {
    let copy = on_event(move |event: web_sys::MouseEvent| {
        let button = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
        if let (Some(button), Some(text)) = (button, content()) {
            copy_from(&button, &text);
        }
    });
    view! { <button type="button" class=class on:click=copy>{name}</button> }.into_any()
}

/// Copies for a button, whose text is its name.
pub fn copy_from(button: &Element, text: &str) {
    let clipboard = window().navigator().clipboard();
    let written = (!clipboard.is_undefined()).then(|| clipboard.write_text(text));
    let button = button.clone();
    spawn_local(async move {
        let done = match written {
            Some(written) => JsFuture::from(written).await.is_ok(),
            None => false,
        };
        // Pressed again while it says so: the name is what it was before.
        let said = "data-said";
        let name = button.get_attribute(said).or_else(|| button.text_content()).unwrap_or_default();
        let _ = button.set_attribute(said, &name);
        button.set_text_content(Some(if done { "copied" } else { "the browser refuses" }));
        set_timeout(
            move || {
                button.set_text_content(Some(&name));
                let _ = button.remove_attribute(said);
            },
            WHILE,
        );
    });
}
