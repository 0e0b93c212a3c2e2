//! A row of bits in field colours: a click or the space bar flips, arrows move, up and down step one ulp.
//!
//! One bit is one button, so that a screen reader can name it; only one of a row is in the tab order.

use super::attributes::{AriaAttributes, GlobalAttributes};
use super::dynamic::{on_event, text};
use leptos::html::Div;
use leptos::prelude::*;
use semantics::number::Pattern;
pub use view_model::components::bits::role_name;
use view_model::components::bits::{base, digit, flipped, implicit, label, markup, padded, zeros};
use wasm_bindgen::JsCast;

/// The row. Without `edit` it only shows.
#[component]
pub fn BitRow(
    /// What a screen reader calls the row.
    #[prop(into)]
    name: Signal<String>,
    /// The bits.
    pattern: Signal<Pattern>,
    /// Takes the changed bits.
    #[prop(optional)]
    edit: Option<Callback<Pattern>>,
    /// Zeros of the register above the number and below it.
    #[prop(optional)]
    padding: [u32; 2],
) -> impl IntoView {
    let row = NodeRef::<Div>::new();
    let format = Memo::new(move |_| pattern.get().format.name);
    // The bits that the markup shows, and the one in the tab order.
    let shown = StoredValue::new(pattern.get_untracked());
    let current = StoredValue::new(0);
    let bits = text(move || {
        format.track();
        let now = pattern.get_untracked();
        shown.set_value(now);
        current.update_value(|current| *current = (*current).min(now.format.width() - 1));
        let [above, below] = padding.map(zeros);
        [above, markup(now, edit.map(|_| current.get_value())), below].concat()
    });
    // Buttons stay the same elements as long as the format does, so that the focus stays on a bit that was flipped.
    Effect::new(move |_| {
        let now = pattern.get();
        let before = shown.get_value();
        if let Some(row) = row.get().filter(|_| before != now && before.format == now.format) {
            shown.set_value(now);
            show_changes(&row, before, now);
        }
    });
    let hold = move |bit| {
        if let Some(row) = row.get_untracked() {
            for (bit, order) in [(current.get_value(), "-1"), (bit, "0")] {
                let _ = button(&row, bit).map(|button| button.set_attribute("tabindex", order));
            }
        }
        current.set_value(bit);
    };
    let click = move |event: web_sys::MouseEvent| {
        if let (Some(edit), Some(bit)) = (edit, bit_of(event.target())) {
            hold(bit);
            edit.run(flipped(pattern.get_untracked(), bit));
        }
    };
    let focus = move |event: web_sys::FocusEvent| {
        if let Some(bit) = bit_of(event.target()) {
            hold(bit);
        }
    };
    let key = move |event: web_sys::KeyboardEvent| {
        let (Some(edit), Some(bit)) = (edit, bit_of(event.target())) else { return };
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let now = pattern.get_untracked();
        let top = now.format.width() - 1;
        let moved = match event.key().as_str() {
            "ArrowLeft" => Some((bit + 1).min(top)),
            "ArrowRight" => Some(bit.saturating_sub(1)),
            "Home" => Some(top),
            "End" => Some(0),
            _ => None,
        };
        let changed = match event.key().as_str() {
            " " => Some(flipped(now, bit)),
            "0" | "1" if (now.bits >> bit & 1 == 1) != (event.key() == "1") => Some(flipped(now, bit)),
            "ArrowUp" => now.next_up(),
            "ArrowDown" => now.next_down(),
            "0" | "1" => None,
            _ if moved.is_none() => return,
            _ => None,
        };
        event.prevent_default();
        event.stop_propagation();
        if let Some(to) = moved {
            let _ = row.get_untracked().and_then(|row| button(&row, to)).map(|button| button.focus());
        }
        if let Some(changed) = changed {
            edit.run(changed);
        }
    };
    view! {
        <div
            class="bits"
            role="group"
            node_ref=row
            class:fixed=edit.is_none()
            aria-label=text(move || [name.get(), padded(padding)].concat())
            data-base=text(move || base(pattern.get()))
            on:click=on_event(click)
            on:focusin=on_event(focus)
            on:keydown=on_event(key)
            inner_html=bits
        ></div>
    }
}

/// Changes the elements of the bits that differ.
fn show_changes(row: &web_sys::Element, before: Pattern, now: Pattern) {
    for bit in (0..now.format.width()).filter(|bit| (before.bits ^ now.bits) >> bit & 1 == 1) {
        let (Some(button), digit) = (button(row, bit), digit(now, bit)) else { continue };
        button.set_text_content(Some(digit));
        let _ = button.class_list().toggle_with_force("one", digit == "1");
        if button.has_attribute("aria-label") {
            let role = button.parent_element().and_then(|field| field.get_attribute("data-role")).unwrap_or_default();
            let _ = button.set_attribute("aria-label", &label(&bit.to_string(), &role, digit));
        }
    }
    if let Ok(Some(hidden)) = row.query_selector(".implicit") {
        hidden.set_text_content(Some(implicit(now)));
    }
}

fn bit_of(target: Option<web_sys::EventTarget>) -> Option<u32> {
    let element: web_sys::Element = target?.dyn_into().ok()?;
    element.get_attribute("data-bit")?.parse().ok()
}

fn button(row: &web_sys::Element, bit: u32) -> Option<web_sys::HtmlElement> {
    row.query_selector(&format!("[data-bit=\"{bit}\"]")).ok()??.dyn_into().ok()
}
