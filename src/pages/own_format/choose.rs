//! The format: its name, the fields that make it, and presets.

use super::Shared;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{on_event, text};
use crate::components::entry::{button, open_group, says, text_box};
use crate::state::history::Change;
use leptos::prelude::*;
use semantics::number::{Encoding, Own, Refused};
use view_model::pages::own_format::facts::{ENDINGS, PRESETS, changed, meaning};
use view_model::pages::own_format::query::{Query, named};
use wasm_bindgen::JsCast;

/// The section.
pub fn choose(shared: Shared, refused: impl Fn() -> Option<Refused> + Copy + Send + 'static) -> AnyView {
    let Shared { query, format, .. } = shared;
    let wrong = move || refused().is_some();
    // Fields show what was asked for, even where it cannot be.
    let own = move || match query.with(|query| named(&query.name)) {
        Ok(format) => Own::of(format),
        Err(_) => query.with(|query| Own::named(&query.name)).ok().or_else(|| Own::of(format.get())),
    };
    let words = move || match refused() {
        Some(reason) => reason.sentence().to_owned(),
        None => meaning(format.get()),
    };
    let presets = move || {
        let mut html = String::new();
        open_group(&mut html, "group presets", "Formats worth a look", "such as");
        query.with(|query| {
            for (name, what) in PRESETS {
                button(&mut html, &["preset ", name].concat(), query.name == name, name, what);
            }
        });
        html.push_str("</div>");
        html
    };
    let bias = |own: &Own| match own.bias {
        Some(bias) => bias.to_string(),
        None => own.format().map_or(String::new(), |format| format.bias.to_string()),
    };
    let change = move |event: web_sys::Event| {
        let Some(target) = event.target() else { return };
        let Some(field) = target.dyn_ref::<web_sys::Element>().and_then(|element| element.get_attribute("data-field")) else { return };
        let is_box = matches!(field.as_str(), "signed" | "subnormals");
        let value = if is_box { event_target_checked(&event).to_string() } else { event_target_value(&event) };
        match untrack(own).and_then(|own| changed(&own, &field, &value)) {
            Some(own) => shared.edit("f", &Query { name: own.name(), ..query.get_untracked() }),
            // What is no number goes back to what holds.
            None => {
                let held = untrack(own).map_or(String::new(), |own| match field.as_str() {
                    "exponent" => own.exponent_bits.to_string(),
                    "fraction" => own.fraction_bits.to_string(),
                    _ => bias(&own),
                });
                if let Some(input) = target.dyn_ref::<web_sys::HtmlInputElement>() {
                    input.set_value(&held);
                }
            }
        }
    };
    let count = move |field: &'static str, label: &'static str, value: fn(&Own) -> String| {
        view! {
            <label>
                <span>{label}</span>
                <input type="text" autocomplete="off" data-field=field prop:value=text(move || own().map_or(String::new(), |own| value(&own))) />
            </label>
        }
        .into_any()
    };
    let tick = move |field: &'static str, label: &'static str, value: fn(&Own) -> bool| {
        view! {
            <label class="tick">
                <input type="checkbox" data-field=field prop:checked=move || own().is_some_and(|own| value(&own)) />
                <span>{label}</span>
            </label>
        }
        .into_any()
    };
    let codes = move || {
        let now = own().map_or(Encoding::Ieee, |own| own.encoding);
        let option = |(key, encoding, words): &(&str, Encoding, &str)| {
            format!("<option value=\"{key}\"{}>{words}</option>", if *encoding == now { " selected" } else { "" })
        };
        ENDINGS.iter().map(option).collect::<String>()
    };
    let input = move |name: String| {
        if !shared.explorer.refuses(name.len()) {
            shared.change(&Query { name, ..query.get_untracked() }, Change::Typing);
        }
    };
    view! {
        <section class="entry of-format" aria-label="The format">
            {text_box("format", "f", "Name of the format", move || query.get().name, wrong, input, |_| {})}
            {says("format", wrong, words)}
            <div class="fields" role="group" aria-label="Fields of the format" on:change=on_event(change)>
                {count("exponent", "exponent bits", |own| own.exponent_bits.to_string())}
                {count("fraction", "fraction bits", |own| own.fraction_bits.to_string())}
                {count("bias", "bias", bias)}
                <label>
                    <span>"codes that are no numbers"</span>
                    <select data-field="codes" inner_html=text(codes)></select>
                </label>
                {tick("signed", "a sign", |own| own.signed)}
                {tick("subnormals", "subnormal numbers", |own| own.subnormals)}
            </div>
            <div class="choices" inner_html=text(presets)></div>
        </section>
    }
    .into_any()
}
