//! A row of bits in field colours: a click or the space bar flips, arrows move, up and down step one ulp.
//!
//! One bit is one button, so that a screen reader can name it; only one of a row is in the tab order.

use super::attributes::{AriaAttributes, GlobalAttributes};
use super::dynamic::{flag, heard, part, text};
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
) -> impl IntoView {
    let format = Memo::new(move |_| pattern.get().format.name);
    let current = RwSignal::new(0usize);
    let fields = part(move || {
        format.track();
        let shape = pattern.get_untracked().format;
        current.set((shape.width() as usize - 1).min(current.get_untracked()));
        shape.fields().into_iter().map(|field| one_field(field, pattern, current, edit.is_some())).collect_view().into_any()
    });
    let click = move |event: web_sys::MouseEvent| {
        if let (Some(edit), Some(bit)) = (edit, bit_of(event.target())) {
            current.set(bit as usize);
            edit.run(flipped(pattern.get_untracked(), bit));
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
            current.set(to as usize);
            focus_bit(&event, to);
        }
        if let Some(changed) = changed {
            edit.run(changed);
        }
    };
    view! {
        <div class="bits" role="group" class:fixed=edit.is_none() aria-label=text(move || name.get()) data-base=text(move || base(pattern.get())) on:click=heard(click) on:keydown=heard(key)>
            {fields}
        </div>
    }
}

fn one_field(field: semantics::number::Field, pattern: Signal<Pattern>, current: RwSignal<usize>, editable: bool) -> AnyView {
    let role = role_name(field.role);
    let bits = (field.low..=field.high).rev().map(|bit| one_bit(bit, role, pattern, current, editable)).collect_view();
    let hidden = (field.role == FieldRole::Fraction)
        .then(|| view! { <span class="implicit" data-role="implicit" aria-hidden="true">{text(move || implicit(pattern.get()).to_owned())}</span> });
    view! { {hidden}<span class="field" data-role=role>{bits}</span> }.into_any()
}

fn one_bit(bit: u32, role: &'static str, pattern: Signal<Pattern>, current: RwSignal<usize>, editable: bool) -> AnyView {
    let set = Memo::new(move |_| pattern.get().bits >> bit & 1 == 1);
    let digit = move || if set.get() { "1" } else { "0" }.to_owned();
    if !editable {
        return view! { <span class="bit" class:one=flag(move || set.get()) data-bit=bit>{text(digit)}</span> }.into_any();
    }
    view! {
        <button
            type="button"
            class="bit"
            class:one=flag(move || set.get())
            data-bit=bit
            tabindex=text(move || if current.get() == bit as usize { "0" } else { "-1" }.to_owned())
            aria-label=text(move || ["bit ", &bit.to_string(), ", ", role, ", ", &digit()].concat())
            on:focus=heard(move |_| current.set(bit as usize))
        >
            {text(digit)}
        </button>
    }
    .into_any()
}

fn flipped(pattern: Pattern, bit: u32) -> Pattern {
    Pattern::new(pattern.format, pattern.bits ^ 1 << bit)
}

fn bit_of(target: Option<web_sys::EventTarget>) -> Option<u32> {
    let element: web_sys::Element = target?.dyn_into().ok()?;
    element.get_attribute("data-bit")?.parse().ok()
}

fn focus_bit(event: &web_sys::KeyboardEvent, bit: u32) {
    let row = event.current_target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let found = row.and_then(|row| row.query_selector(&format!("[data-bit=\"{bit}\"]")).ok().flatten());
    if let Some(button) = found.and_then(|found| found.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = button.focus();
    }
}
