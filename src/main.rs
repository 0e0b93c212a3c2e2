//! The page: mounts the app behind the static first paint, then takes over from it, with whatever was typed there meanwhile.

mod app;
mod components;
mod embedding;
mod pages;
mod plots;
mod state;

use components::section_scheduler;
use leptos::prelude::*;
use state::browser;
use std::time::Duration;
use wasm_bindgen::JsCast;

fn main() {
    // assets/first.js shows it, together with what was typed, once the trap that follows reaches it.
    std::panic::set_hook(Box::new(|panic| browser::note_panic(&panic.to_string())));
    // After the first frame: the static page is on the screen then, and a key that is pressed meanwhile does not wait for both. A page in the
    // background gets no frames, and its clock a tick a second.
    if document().hidden() {
        set_timeout(|| mount().map_or((), take_over), Duration::ZERO);
    } else {
        request_animation_frame(|| {
            set_timeout(
                || {
                    section_scheduler::begin();
                    let both = mount();
                    section_scheduler::go_on(move || both.map_or((), take_over));
                },
                Duration::ZERO,
            );
        });
    }
}

/// The app, which is not in the document yet, and the static page that it will stand for.
type Both = [web_sys::HtmlElement; 2];

fn mount() -> Option<Both> {
    let still = browser::element::<web_sys::HtmlElement>("app")?;
    let app: web_sys::HtmlElement = still.clone_node().ok()?.dyn_into().ok()?;
    embedding::prepare(state::embed::Embed::read(&browser::hash()));
    leptos::mount::mount_to(app.clone(), app::App).forget();
    Some([app, still])
}

fn take_over([app, still]: Both) {
    let before = browser::element::<web_sys::HtmlTextAreaElement>("box");
    let typed = before.as_ref().map(|area| area.value()).filter(|text| text != state::address::EXAMPLE);
    let caret = before.as_ref().and_then(|area| area.selection_end().ok().flatten());
    let first_visit = browser::hash().len() <= 2;
    let _ = still.replace_with_with_node_1(&app);
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
