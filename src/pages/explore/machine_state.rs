//! The registers, predicates and constants of machine instructions: every one that was set or is read, and a line to set another.

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, text};
use crate::components::html::push_text;
use crate::state::app_state::AppState;
use crate::state::browser;
use leptos::prelude::*;
use semantics::number::F32;
use semantics::rounding::{Mode, read};
use semantics::sass::{Document, Name};
use std::any::Any;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

/// The section; hidden while the box holds no machine instruction of 64 bits.
#[component]
pub fn MachineState() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let content = Memo::new(move |_| {
        let reading = explorer.shown.get().map(|shown| shown.evaluated.reading.clone());
        let reading = reading.filter(|reading| (&**reading as &dyn Any).downcast_ref::<Document>().is_some_and(Document::is_short));
        reading.map(|reading| drawn(explorer, &explorer.registers.with(|registers| reading.examples(&registers.file)))).unwrap_or_default()
    });
    let change = move |event: web_sys::Event| {
        let Some(input) = browser::field(&event) else { return };
        let name = match input.get_attribute("data-register") {
            Some(name) => name,
            None => other(&input).map(|name| name.value()).unwrap_or_default(),
        };
        let Some(name) = Name::read(name.trim()).map(|name| name.to_string()) else { return };
        match bits(&name, &input.value()) {
            Some(bits) => explorer.set_register(&name, bits),
            // What cannot be read goes back to what holds.
            None => input.set_value(
                &explorer
                    .registers
                    .with_untracked(|registers| registers.get(&name))
                    .map(|bits| format!("{bits:#010x}"))
                    .unwrap_or_default(),
            ),
        }
    };
    // The list is drawn anew with every change; the focus goes back to the line that it was on.
    let focused = StoredValue::new(String::new());
    Effect::new(move |_| {
        content.track();
        // The section may be gone by then.
        browser::focus_then(move || Some(["[data-register=\"", &focused.try_get_value()?, "\"]"].concat()));
    });
    let focus = move |event: web_sys::FocusEvent| {
        let name = event.target().and_then(|target| target.dyn_into::<Element>().ok()?.get_attribute("data-register"));
        focused.set_value(name.unwrap_or_default());
    };
    view! {
        <section class="machine-state" aria-labelledby="machine-state-title" hidden=flag(move || content.with(String::is_empty)) on:change=on_event(change) on:focusin=on_event(focus)>
            <h2 id="machine-state-title">"Registers, predicates, constants"</h2>
            <div inner_html=text(move || content.get())></div>
        </section>
    }
}

fn drawn(explorer: AppState, examples: &[(String, u64)]) -> String {
    let mut all: Vec<(String, u64)> = explorer.registers.with(|registers| {
        registers.iter().filter(|(name, _)| Name::read(name).is_some()).map(|(name, bits)| (name.to_owned(), bits)).collect()
    });
    all.extend(examples.iter().cloned());
    let mut html = String::from("<ul>");
    for (name, bits) in all {
        html.push_str("<li><code>");
        push_text(&mut html, &name);
        html.push_str("</code><input class=\"number hex\" type=\"text\" spellcheck=\"false\" autocomplete=\"off\" aria-label=\"");
        push_text(&mut html, &name);
        html.push_str(" before the first instruction\" data-register=\"");
        push_text(&mut html, &name);
        let value = if name.starts_with('P') { (bits & 1).to_string() } else { format!("{bits:#010x}") };
        html.push_str("\" value=\"");
        html.push_str(&value);
        html.push_str("\"></li>");
    }
    html.push_str("<li><input class=\"number\" type=\"text\" data-name spellcheck=\"false\" autocomplete=\"off\" placeholder=\"c[0x3][0x10]\" aria-label=\"another register, predicate or constant\"><input class=\"number hex\" type=\"text\" spellcheck=\"false\" autocomplete=\"off\" placeholder=\"1.5\" aria-label=\"its value, as bits or as a single\"></li></ul>");
    html
}

/// The name beside a new value; None where the input is the name itself.
fn other(input: &HtmlInputElement) -> Option<HtmlInputElement> {
    if input.has_attribute("data-name") {
        return None;
    }
    let row: Element = input.closest("li").ok().flatten()?;
    row.query_selector("[data-name]").ok().flatten()?.dyn_into().ok()
}

/// The bits of a value: hex digits with `0x`, or a number, which becomes a single; of a predicate its last bit.
fn bits(name: &str, value: &str) -> Option<u64> {
    let literal = read(value.trim()).ok()?;
    if name.starts_with('P') {
        return value.trim().parse::<u64>().ok().filter(|bit| *bit < 2);
    }
    Some(literal.to_bits(F32::ROW, Mode::Rn).0)
}
