//! The search, over whatever page is shown: a field, and below it what its letters find.
//!
//! The list is markup that is drawn anew with each letter; one listener follows a click, the field's keys do the rest.

use super::attributes::{AriaAttributes, GlobalAttributes};
use super::dynamic::{maybe, on_event, text};
use super::search_results::{fetch, find};
use crate::state::app_state::AppState;
use crate::state::browser;
use leptos::prelude::*;
use semantics::search::Entry;
use std::borrow::Cow;
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

/// The place of the option that an event is about.
pub fn option_of(target: Option<web_sys::EventTarget>) -> Option<usize> {
    let element = target?.dyn_into::<Element>().ok()?;
    element.closest("[data-place]").ok()??.get_attribute("data-place")?.parse().ok()
}

/// The search as a dialog, closed at first.
#[component]
pub fn Finder() -> impl IntoView {
    let explorer = expect_context::<AppState>();
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
        if let Some(entry) = found.with_untracked(|found| found.0.get(place).cloned()) {
            close();
            let _ = find().map(|search| window().location().set_hash(&(search.href)(&entry, explorer)));
        }
    };
    // Enter pressed before the search is here is kept until it is.
    let entered = RwSignal::new(false);
    let arrive = move || {
        here.set(true);
        if entered.get_untracked() {
            go(0);
        }
    };
    let input = move |event: web_sys::Event| {
        typed.set(event_target_value(&event));
        chosen.set(0);
        entered.set(false);
    };
    let key = move |event: web_sys::KeyboardEvent| {
        let count = found.with_untracked(|found| found.0.len());
        let now = chosen.get_untracked();
        match event.key().as_str() {
            "ArrowDown" if count > 0 => chosen.set((now + 1) % count),
            "ArrowUp" if count > 0 => chosen.set((now + count - 1) % count),
            "Enter" => {
                entered.set(find().is_none());
                go(now);
            }
            // A search field would only clear itself.
            "Escape" => {
                entered.set(false);
                close();
            }
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
            (true, _) => "Instructions, functions, numbers, compiler options, error messages, lessons, terms; or a question in your words."
                .to_owned(),
            (false, 0) if !here.get() && find().is_none() => String::new(),
            (false, 0) => "Nothing found. Try another word.".to_owned(),
            (false, 1) => "1 entry".to_owned(),
            (false, COUNT) => "The first of several entries".to_owned(),
            (false, count) => [&count.to_string(), " entries"].concat(),
        }
    };
    view! {
        <dialog id="search" class="finder" aria-label="Search" on:click=on_event(click)>
            <div>
                <input
                    id="search-text"
                    type="search"
                    role="combobox"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    placeholder="fma, 0.1, -use_fast_math, why is my result 0 …"
                    aria-label="Search"
                    aria-controls="search-list"
                    aria-expanded=text(move || found.with(|found| !found.0.is_empty()).to_string())
                    aria-activedescendant=maybe(move || found.with(|found| !found.0.is_empty()).then(|| ["search-", &chosen.get().to_string()].concat()))
                    on:focus=on_event(move |_| fetch(arrive))
                    on:input=on_event(input)
                    on:keydown=on_event(key)
                />
                <ul id="search-list" role="listbox" aria-label="Found" inner_html=text(move || found.with(|found| find().map(|search| (search.options)(&found.0, chosen.get(), "search-")).unwrap_or_default()))></ul>
                <p role="status">{text(says)}</p>
            </div>
        </dialog>
    }
}

/// What was found.
#[derive(PartialEq)]
struct Found(Vec<Cow<'static, Entry>>);
