//! One dot product on a tensor core: products in their window, what is cut off, what is carried on, and what the sum could also be.
//!
//! What is shown follows from the query alone (see [`query`]). While a text means nothing, the last numbers stay, dimmed.

mod entry;
mod lanes;

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, text};
use crate::components::grid;
use crate::components::html::sentence;
use crate::components::picture::show_cuts;
use crate::components::section_scheduler::{measured, turn};
use crate::state::address::Page;
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::history::Change;
use leptos::prelude::*;
pub use query::Query;
use semantics::dot::presets;
use std::sync::Arc;
use view_model::pages::tensor::{Shown, beside, button, done, named, parts, picks, query, same, short};
use wasm_bindgen::JsCast;

/// The page.
#[component]
pub fn Tensor() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let read = Memo::new(move |_| Query::read(&explorer.query(Page::Tensor)));
    let query = Memo::new(move |_| read.with(|(query, _)| query.clone()));
    let all = StoredValue::new(presets());
    let wrong = Memo::new(move |_| query.with(|query| query.case().err()));
    let shown = Memo::new_with_compare(
        move |old: Option<&Option<Arc<Shown>>>| query.with(Shown::of).map(Arc::new).or_else(|| old.cloned().flatten()),
        |old, new| match (old.and_then(Option::as_ref), new.and_then(Option::as_ref)) {
            (Some(old), Some(new)) => !Arc::ptr_eq(old, new),
            (old, new) => old.is_some() != new.is_some(),
        },
    );
    Effect::new(move |_| {
        let notices = read.with(|(_, notices)| notices.clone());
        explorer.notify(notices);
        let d = shown.get().map(|shown| ["0x", &shown.d.hex(), " on ", shown.query.chip].concat());
        explorer.subject.set(["Dot product ", &d.unwrap_or_default()].concat());
    });
    Effect::new(move |_| {
        shown.track();
        measured(|| show_cuts(".window .picture .result .end"));
    });
    let change = move |query: Query, change: Change| {
        if !query.texts.iter().chain([&query.seen]).any(|text| explorer.refuses(text.len())) {
            explorer.set_query(Page::Tensor, &query.settled().written(), change);
        }
    };
    let click = on_event(move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let Some(button) = target.and_then(|target| target.closest("[data-do]").ok().flatten()) else { return };
        let (action, id) = (button.get_attribute("data-do").unwrap_or_default(), button.id());
        let now = query.get_untracked();
        if let Some((next, what)) = all.with_value(|all| done(&action, &now, all)) {
            change(next, what);
            request_animation_frame(move || {
                if let Some(button) = browser::element::<web_sys::HtmlElement>(&id) {
                    let _ = button.focus();
                }
            });
        }
    });
    // What does not change with a number is not drawn anew with it.
    let held = Memo::new(move |_| shown.get().map(|shown| lanes::section(&shown)).unwrap_or_default());
    let said = RwSignal::new(String::new());
    Effect::new(move |_| {
        // What was said names a number above.
        shown.track();
        said.set(String::new());
    });
    let point = move |target: Option<web_sys::EventTarget>| {
        let cell = target.and_then(|target| target.dyn_into::<web_sys::Element>().ok()).filter(|cell| cell.has_attribute("data-lane"));
        let Some((cell, shown)) = cell.zip(shown.get_untracked()) else { return };
        let Some((lane, text)) = lanes::named(&shown, &cell.id()) else { return };
        said.set(text);
        if let Ok(Some(section)) = cell.closest(".lanes") {
            lanes::mark(&section, lane, &cell);
        }
    };
    let keys = |event: web_sys::KeyboardEvent| {
        if matches!(&*event.key(), "Enter" | " ")
            && let Some(cell) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok())
            && cell.has_attribute("data-do")
        {
            event.prevent_default();
            cell.click();
        }
        grid::walk(&event);
    };
    let ask = Callback::new(move |(query, what)| change(query, what));
    let drawn = move |make: fn(&Shown) -> String| text(move || shown.get().map(|shown| make(&shown)).unwrap_or_default());
    let chosen = move || query.with(|query| all.with_value(|all| all.iter().position(|preset| same(query, preset))));
    let says =
        move || chosen().and_then(|at| all.with_value(|all| all.get(at).map(|preset| sentence(&preset.sentence())))).unwrap_or_default();
    view! {
        <main id="main" class="tensor" on:click=click>
            <h1 class="unseen">"One dot product on a tensor core"</h1>
            <p class="invite">"How a tensor core adds: one element of D = A·B + C, bit by bit, on each chip."</p>
            <p class="presets" role="group" aria-label="Dot products worth a look" inner_html=text(move || all.with_value(|all| picks(all, chosen())))></p>
            <p class="claim" role="status" inner_html=text(says)></p>
            {turn(move || entry::entry(query, wrong, ask))}
            <div class="computed" class:stale=flag(move || wrong.with(Option::is_some))>
                {turn(move || view! { <section class="outcome" aria-label="The result" inner_html=drawn(parts::outcome)></section> }.into_any())}
                {turn(move || view! { <section class="window" aria-label="The sums" inner_html=drawn(parts::window)></section> }.into_any())}
                {turn(move || view! {
                    <section class="beside" aria-labelledby="beside-title">
                        <h2 id="beside-title">"Beside it"</h2>
                        <div class="scroll" role="region" aria-label="What else the sum could be" tabindex="0" inner_html=drawn(beside::table)></div>
                        <p class="under-table" inner_html=drawn(beside::orders)></p>
                    </section>
                }.into_any())}
                {turn(move || entry::find(query, shown, ask))}
                {turn(move || view! { <section class="products" aria-label="The products" inner_html=drawn(parts::products)></section> }.into_any())}
                {turn(move || view! {
                    <section
                        class="lanes"
                        aria-labelledby="lanes-title"
                        on:focusin=on_event(move |event: web_sys::FocusEvent| point(event.target()))
                        on:mouseover=on_event(move |event: web_sys::MouseEvent| point(event.target()))
                        on:keydown=on_event(keys)
                    >
                        <h2 id="lanes-title">"Which lane holds which element"</h2>
                        <p class="named" role="status" inner_html=text(move || said.get())></p>
                        <div inner_html=text(move || held.get())></div>
                    </section>
                }.into_any())}
            </div>
        </main>
    }
}
