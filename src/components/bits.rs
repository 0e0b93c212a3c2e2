//! A row of bits in field colours: a click or the space bar flips, arrows move, up and down step one ulp.
//!
//! One bit is one button, so that a screen reader can name it; only one of a row is in the tab order.

use super::attributes::{AriaAttributes, GlobalAttributes};
use super::dynamic::{heard, text};
use leptos::html::Div;
use leptos::prelude::*;
use semantics::number::{Class, FieldRole, Pattern};
use wasm_bindgen::JsCast;

/// A role as the style sheets and the page's text name it.
pub fn role_name(role: FieldRole) -> &'static str {
    match role {
        FieldRole::Sign => "sign",
        FieldRole::Special => "special",
        FieldRole::Exponent => "exponent",
        FieldRole::Integer => "integer",
        FieldRole::Fraction => "fraction",
    }
}

/// What stands before the fraction without being stored.
fn implicit(pattern: Pattern) -> &'static str {
    match (pattern.format.is_floating(), pattern.class()) {
        (false, _) => ".",
        (true, Class::Normal) => "1.",
        (true, Class::Zero | Class::Subnormal) => "0.",
        (true, _) => "",
    }
}

/// The power of two of the lowest bit, which lets equal weights find each other; empty where there is none.
fn base(pattern: Pattern) -> String {
    pattern.ulp_exponent().map(|exponent| exponent.to_string()).unwrap_or_default()
}

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
            on:click=heard(click)
            on:focusin=heard(focus)
            on:keydown=heard(key)
            inner_html=bits
        ></div>
    }
}

/// The bits under their fields; buttons where one of them is in the tab order.
fn markup(pattern: Pattern, current: Option<u32>) -> String {
    let mut html = String::with_capacity(pattern.format.width() as usize * 128);
    for field in pattern.format.fields() {
        let role = role_name(field.role);
        let mut put = |pieces: &[&str]| pieces.iter().for_each(|piece| html.push_str(piece));
        if field.role == FieldRole::Fraction {
            put(&["<span class=\"implicit\" data-role=\"implicit\" aria-hidden=\"true\">", implicit(pattern), "</span>"]);
        }
        put(&["<span class=\"field\" data-role=\"", role, "\">"]);
        for bit in (field.low..=field.high).rev() {
            let (digit, number) = (digit(pattern, bit), bit.to_string());
            let class = if digit == "1" { "bit one" } else { "bit" };
            match current {
                None => put(&["<span class=\"", class, "\" data-bit=\"", &number, "\">", digit, "</span>"]),
                Some(current) => {
                    let order = if bit == current { "0" } else { "-1" };
                    let place = ["\" data-bit=\"", &number, "\" tabindex=\"", order, "\" aria-label=\""].concat();
                    let label = label(&number, role, digit);
                    put(&["<button type=\"button\" class=\"", class, &place, &label, "\">", digit, "</button>"]);
                }
            }
        }
        html.push_str("</span>");
    }
    html
}

/// Bits that belong to no number.
fn zeros(count: u32) -> String {
    if count == 0 {
        return String::new();
    }
    let title = if count == 1 { "one bit of padding".to_owned() } else { format!("{count} bits of padding") };
    let bits = "<span class=\"bit\">0</span>".repeat(count as usize);
    ["<span class=\"field padding\" aria-hidden=\"true\" title=\"", &title, "\">", &bits, "</span>"].concat()
}

/// What a screen reader is told of them.
fn padded([above, below]: [u32; 2]) -> String {
    let said = |count: u32, place: &str| if count == 0 { String::new() } else { format!(", {count} of padding {place}") };
    [said(above, "above"), said(below, "below")].concat()
}

fn digit(pattern: Pattern, bit: u32) -> &'static str {
    if pattern.bits >> bit & 1 == 1 { "1" } else { "0" }
}

fn label(number: &str, role: &str, digit: &str) -> String {
    ["bit ", number, ", ", role, ", ", digit].concat()
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

fn flipped(pattern: Pattern, bit: u32) -> Pattern {
    Pattern::new(pattern.format, pattern.bits ^ 1 << bit)
}

fn bit_of(target: Option<web_sys::EventTarget>) -> Option<u32> {
    let element: web_sys::Element = target?.dyn_into().ok()?;
    element.get_attribute("data-bit")?.parse().ok()
}

fn button(row: &web_sys::Element, bit: u32) -> Option<web_sys::HtmlElement> {
    row.query_selector(&format!("[data-bit=\"{bit}\"]")).ok()??.dyn_into().ok()
}
