//! The page: takes over from the static first paint, with whatever was typed there meanwhile, and mounts the app.

mod app;
mod components;
mod embedding;
mod pages;
mod plots;
mod state;

use leptos::prelude::*;
use state::browser;
use std::time::Duration;
use wasm_bindgen::JsCast;

fn main() {
    // assets/first.js shows it, together with what was typed, once the trap that follows reaches it.
    std::panic::set_hook(Box::new(|panic| browser::note_panic(&panic.to_string())));
    // After the first frame: the static page is on the screen then, and a key that is pressed meanwhile does not wait for both. A page in the
    // background gets no frames.
    let soon = || set_timeout(take_over, Duration::ZERO);
    if document().hidden() { soon() } else { request_animation_frame(soon) }
}

fn take_over() {
    let Some(root) = browser::element::<web_sys::HtmlElement>("app") else { return };
    let before = browser::element::<web_sys::HtmlTextAreaElement>("box");
    let typed = before.as_ref().map(|area| area.value()).filter(|text| text != state::address::EXAMPLE);
    let caret = before.as_ref().and_then(|area| area.selection_end().ok().flatten());
    let first_visit = browser::hash().len() <= 2;
    root.set_inner_html("");
    embedding::prepare(state::embed::Embed::read(&browser::hash()));
    leptos::mount::mount_to(root, app::App).forget();
    if let Some(area) = browser::element::<web_sys::HtmlTextAreaElement>("box")
        && first_visit
    {
        match typed {
            // Someone was quicker than the app: go on with their text.
            Some(text) => {
                let _ = area.focus();
                let caret = caret.unwrap_or(u32::MAX);
                area.set_value(&text);
                let _ = area.set_selection_range(caret, caret);
                if let Ok(event) = web_sys::Event::new("input") {
                    let _ = area.dispatch_event(&event);
                }
            }
            // The focus asks for the layout of the whole page; with the frame, that is made once and in a task of its own. Setting the
            // text has put the caret at its end, so the selection comes after.
            None => request_animation_frame(move || {
                let _ = area.focus();
                area.select();
            }),
        }
    }
    if let Some(html) = document().document_element().and_then(|html| html.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = html.dataset().set("ready", "");
        html.dataset().delete("asked");
    }
}
