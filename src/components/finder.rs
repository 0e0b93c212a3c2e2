//! The search, over whatever page is shown: a field, and below it what its letters find.
//!
//! The list is markup that is drawn anew with each letter; one listener follows a click, the field's keys do the rest.

use super::attributes::{AriaAttributes, GlobalAttributes};
use super::dynamic::{heard, maybe, text};
use super::html::{push_text, sentence};
use crate::state::browser;
use crate::state::explorer::Explorer;
use crate::state::found::{fetch, find};
use leptos::prelude::*;
use semantics::search::Entry;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement, HtmlInputElement};

/// Entries shown at once.
const COUNT: usize = 12;

/// Opens the search with its text marked, so that typing begins anew.
pub fn open() {
    let Some(dialog) = browser::element::<HtmlDialogElement>("search") else { return };
    if !dialog.open() {
        let _ = dialog.show_modal();
    }
    if let Some(input) = browser::element::<HtmlInputElement>("search-text") {
        let _ = input.focus();
        input.select();
    }
}

/// Entries as options of a list; `prefix` begins their ids, a number follows.
pub fn options(entries: &[&Entry], chosen: usize, prefix: &str) -> String {
    let mut html = String::with_capacity(entries.len() * 300);
    for (place, entry) in entries.iter().enumerate() {
        let place_text = place.to_string();
        let selected = if place == chosen { "true" } else { "false" };
        let mut put = |pieces: &[&str]| pieces.iter().for_each(|piece| html.push_str(piece));
        put(&[
            "<li role=\"option\" id=\"",
            prefix,
            &place_text,
            "\" data-place=\"",
            &place_text,
            "\" aria-selected=\"",
            selected,
            "\"><code>",
        ]);
        push_text(&mut html, &entry.name);
        for piece in ["</code><span>", &sentence(&entry.detail), "</span><small>", entry.kind.name(), "</small></li>"] {
            html.push_str(piece);
        }
    }
    html
}

/// The place of the option that an event is about.
pub fn option_of(target: Option<web_sys::EventTarget>) -> Option<usize> {
    let element = target?.dyn_into::<Element>().ok()?;
    element.closest("[data-place]").ok()??.get_attribute("data-place")?.parse().ok()
}

/// The search as a dialog, closed at first.
#[component]
pub fn Finder() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let typed = RwSignal::new(String::new());
    let chosen = RwSignal::new(0usize);
    let here = RwSignal::new(false);
    let found = Memo::new(move |_| {
        here.track();
        typed.with(|typed| Found(find().map(|search| (search.find)(typed, COUNT)).unwrap_or_default()))
    });
    let close = || {
        if let Some(dialog) = browser::element::<HtmlDialogElement>("search") {
            dialog.close();
        }
    };
    let go = move |place: usize| {
        if let Some(entry) = found.with_untracked(|found| found.0.get(place).copied()) {
            close();
            let _ = find().map(|search| window().location().set_hash(&(search.href)(entry, explorer)));
        }
    };
    let input = move |event: web_sys::Event| {
        typed.set(event_target_value(&event));
        chosen.set(0);
    };
    let key = move |event: web_sys::KeyboardEvent| {
        let count = found.with_untracked(|found| found.0.len());
        let now = chosen.get_untracked();
        match event.key().as_str() {
            "ArrowDown" if count > 0 => chosen.set((now + 1) % count),
            "ArrowUp" if count > 0 => chosen.set((now + count - 1) % count),
            "Enter" => go(now),
            // A search field would only clear itself.
            "Escape" => close(),
            _ => return,
        }
        event.prevent_default();
    };
    let click = move |event: web_sys::MouseEvent| match option_of(event.target()) {
        Some(place) => go(place),
        // Beside the search is out of it.
        None if event.target() == event.current_target() => close(),
        None => {}
    };
    let says = move || {
        let count = found.with(|found| found.0.len());
        match (typed.with(|typed| typed.trim().is_empty()), count) {
            (true, _) => "Instructions, modifiers, intrinsics, functions, extreme values, error curves, lessons, pages, terms.".to_owned(),
            (false, 0) if !here.get() && find().is_none() => String::new(),
            (false, 0) => "Nothing is called so.".to_owned(),
            (false, 1) => "1 entry".to_owned(),
            (false, COUNT) => "The first of several entries".to_owned(),
            (false, count) => [&count.to_string(), " entries"].concat(),
        }
    };
    view! {
        <dialog id="search" class="finder" aria-label="Search" on:click=heard(click)>
            <div>
                <input
                    id="search-text"
                    type="search"
                    role="combobox"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    placeholder="fma, float2half, rint, .ftz, sticky …"
                    aria-label="Search"
                    aria-controls="search-list"
                    aria-expanded=text(move || found.with(|found| !found.0.is_empty()).to_string())
                    aria-activedescendant=maybe(move || found.with(|found| !found.0.is_empty()).then(|| ["search-", &chosen.get().to_string()].concat()))
                    on:focus=heard(move |_| fetch(move || here.set(true)))
                    on:input=heard(input)
                    on:keydown=heard(key)
                />
                <ul id="search-list" role="listbox" aria-label="Found" inner_html=text(move || found.with(|found| find().map(|search| (search.options)(&found.0, chosen.get(), "search-")).unwrap_or_default()))></ul>
                <p role="status">{text(says)}</p>
            </div>
        </dialog>
    }
}

/// What was found; equal lists are the same entries of the index.
struct Found(Vec<&'static Entry>);

impl PartialEq for Found {
    fn eq(&self, other: &Found) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(a, b)| core::ptr::eq(*a, *b))
    }
}
