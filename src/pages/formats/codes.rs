//! Every code of a format of 8 bits or fewer: a table whose rows have one upper digit, and the code that is pointed at taken apart.
//!
//! The table is drawn once, when its row is opened; which code is looked at is an attribute of its button.

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, text};
use leptos::html::Div;
use leptos::prelude::*;
use semantics::number::{Format, Pattern};
pub use view_model::pages::formats::codes::has_codes;
use view_model::pages::formats::codes::{apart, legend, table};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// The code of the button at or around an element.
fn code_of(target: Option<web_sys::EventTarget>) -> Option<u64> {
    let element: Element = target?.dyn_into().ok()?;
    u64::from_str_radix(&element.closest("[data-code]").ok()??.get_attribute("data-code")?, 16).ok()
}

fn button(table: &Element, code: u64) -> Option<HtmlElement> {
    table.children().item(u32::try_from(code).ok()?)?.dyn_into().ok()
}

/// How many codes stand beside each other.
fn columns(table: &Element) -> u64 {
    let top = |code| button(table, code).map(|button| button.offset_top());
    (1..256).find(|code| top(*code) != top(0)).unwrap_or(16)
}

/// The codes of a format.
#[component]
pub fn Codes(
    /// The format.
    format: &'static Format,
    /// The code that is looked at.
    pattern: Signal<Pattern>,
    /// Whether they are shown.
    open: Signal<bool>,
) -> impl IntoView {
    let grid = NodeRef::<Div>::new();
    let pointed = RwSignal::new(None::<u64>);
    // The code that is marked, and the one in the tab order.
    let (marked, current) = (StoredValue::new(0), StoredValue::new(0));
    let drawn = text(move || {
        if !open.get() {
            return String::new();
        }
        let now = pattern.get_untracked().bits;
        marked.set_value(now);
        current.set_value(now);
        table(format, now)
    });
    let hold = move |code: u64| {
        if let Some(grid) = grid.get_untracked() {
            for (code, order) in [(current.get_value(), "-1"), (code, "0")] {
                let _ = button(&grid, code).map(|button| button.set_attribute("tabindex", order));
            }
        }
        current.set_value(code);
    };
    Effect::new(move |_| {
        let (now, is_open) = (pattern.get().bits, open.get());
        let Some(grid) = grid.get().filter(|_| is_open) else { return };
        for (code, pressed) in [(marked.get_value(), "false"), (now, "true")] {
            let _ = button(&grid, code).map(|button| button.set_attribute("aria-pressed", pressed));
        }
        marked.set_value(now);
        hold(now);
    });
    let over = move |event: web_sys::PointerEvent| pointed.set(code_of(event.target()));
    let away = move |_: web_sys::PointerEvent| pointed.set(None);
    let focus = move |event: web_sys::FocusEvent| {
        if let Some(code) = code_of(event.target()) {
            pointed.set(Some(code));
            hold(code);
        }
    };
    let key = move |event: web_sys::KeyboardEvent| {
        let (Some(code), Some(grid)) = (code_of(event.target()), grid.get_untracked()) else { return };
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let to = match event.key().as_str() {
            "ArrowLeft" => code.checked_sub(1),
            "ArrowRight" => Some(code + 1),
            "ArrowUp" => code.checked_sub(columns(&grid)),
            "ArrowDown" => Some(code + columns(&grid)),
            "Home" => Some(0),
            "End" => Some(format.mask()),
            _ => return,
        };
        event.prevent_default();
        if let Some(button) = to.and_then(|to| button(&grid, to)) {
            let _ = button.focus();
        }
    };
    let shown = move || if open.get() { apart(Pattern::new(format, pointed.get().unwrap_or(pattern.get().bits))) } else { String::new() };
    let counts = move || if open.get() { legend(format) } else { String::new() };
    view! {
        <div class="codes" hidden=flag(move || !open.get()) on:pointerleave=on_event(away)>
            <p class="classes" aria-label=["codes of ", format.name, " by class"].concat() inner_html=text(counts)></p>
            <div
                class="table"
                role="group"
                aria-label=["every code of ", format.name].concat()
                node_ref=grid
                on:pointerover=on_event(over)
                on:focusin=on_event(focus)
                on:keydown=on_event(key)
                inner_html=drawn
            ></div>
            <div class="apart" inner_html=text(shown)></div>
        </div>
    }
    .into_any()
}
