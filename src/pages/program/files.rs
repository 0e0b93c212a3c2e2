//! A module or a program from a file, and into one: where a text is longer than a link can be, that is the way to share it.

use crate::components::attributes::GlobalAttributes;
use crate::components::dynamic::{flag, on_event, part, text};
use crate::components::html::count;
use crate::state::address::{LARGEST, LONGEST};
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::listing::Listing;
use crate::state::program::{is_module, runs_as_kernel};
use leptos::prelude::*;
use leptos::task::spawn_local;
use semantics::sass::is_kernel;
use view_model::pages::program::elsewhere::page_of;
use wasm_bindgen_futures::JsFuture;

/// The buttons.
pub fn files(explorer: AppState, module: Memo<bool>, editing: RwSignal<bool>) -> AnyView {
    let chosen = on_event(move |event: web_sys::Event| {
        if let Some(file) = browser::chosen_file(&event) {
            open(explorer, file);
        }
    });
    browser::launched_with(move |file| open(explorer, file));
    let save = on_event(move |_: web_sys::MouseEvent| {
        let text = explorer.program.with_untracked(|listing| listing.text.clone());
        if let Some(file) = browser::file(text.as_bytes(), "text/plain") {
            let name = match runs_as_kernel(&text) && !is_module(&text) {
                true if is_kernel(&text) => "ulpscope.sass",
                true => "ulpscope.cu",
                false => "ulpscope.ptx",
            };
            browser::save(&file, name);
        }
    });
    let turn = on_event(move |_: web_sys::MouseEvent| editing.update(|editing| *editing = !*editing));
    let length = Memo::new(move |_| explorer.program.with(|listing| listing.text.len()));
    let gone = Memo::new(move |_| explorer.program.with(|listing| listing.text.is_empty() && !listing.kernel.is_empty()));
    let long =
        move || format!("The text has {} letters: too many for a link. Save it as a file to pass it on.", count(length.get() as u64));
    let said = part(move || match (length.get() > LONGEST, gone.get()) {
        (true, _) => view! { <p class="says">{text(long)}</p> }.into_any(),
        (_, true) => view! { <p class="says">"The module of this link was too long for it: open its file."</p> }.into_any(),
        _ => ().into_any(),
    });
    view! {
        <span class="files">
            <button type="button" class="quiet" id="edit" hidden=flag(move || !module.get()) on:click=turn>
                {text(move || if editing.get() { "done" } else { "edit the text" }.to_owned())}
            </button>
            <label class="quiet">"open a file"<input type="file" id="open" class="unseen" accept=".ptx,.cu,.cuh,.c,.cpp,.h,.py,.sass,.txt,text/*" on:change=chosen /></label>
            <button type="button" class="quiet" id="save" on:click=save>"save"</button>
        </span>
        {said}
    }
    .into_any()
}

/// Opens a file; what was asked of a kernel whose text the link could not hold is asked of it.
fn open(explorer: AppState, file: web_sys::File) {
    if file.size() > LARGEST as f64 {
        return explorer.notices.set(vec![format!("{} is longer than {} MB.", file.name(), LARGEST / 1_000_000)]);
    }
    spawn_local(async move {
        let Ok(text) = JsFuture::from(file.text()).await else {
            return explorer.notices.set(vec![format!("{} could not be read.", file.name())]);
        };
        let text = text.as_string().unwrap_or_default();
        if text.contains('\0') {
            return explorer.notices.set(vec![format!("{} is no text.", file.name())]);
        }
        if text.len() <= LONGEST && page_of(&text) == "Explore" {
            return explorer.open_text(text);
        }
        let waits = explorer.program.with_untracked(|listing| listing.text.is_empty());
        let before = explorer.program.get_untracked();
        let listing = if waits { before } else { Listing::blank() };
        explorer.open_program(Listing { text, ..listing });
    });
}
