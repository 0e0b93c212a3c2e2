//! The class of a number as a menu: it says what the number is, and offers the patterns at the borders of each class.

use super::attributes::AriaAttributes;
use super::dynamic::{on_event, text};
use leptos::prelude::*;
use semantics::number::{Encoding, Format, Pattern};

/// The patterns worth a visit in a format, with their names.
pub fn landmarks(format: &'static Format) -> Vec<(&'static str, u64)> {
    // Powers of two have no zero, and without a sign, or in two's complement, there is one.
    let mut marks = Vec::new();
    if format.encoding != Encoding::Scale {
        marks.push(("+0", 0));
    }
    if format.has_negative_zero() {
        marks.push(("-0", format.sign_mask()));
    }
    if format.is_floating() {
        marks.push(("smallest subnormal", 1));
        marks.push(("largest subnormal", format.fraction_mask()));
        marks.push(("smallest normal", format.smallest_normal()));
    }
    marks.push(("1", format.one()));
    marks.push(("1 + 1 ulp", format.one() + 1));
    marks.push(("largest finite", format.largest()));
    if let Some(infinity) = format.infinity() {
        marks.push(("+infinity", infinity));
        marks.push(("-infinity", infinity | format.sign_mask()));
    }
    marks.extend(format.nan().map(|nan| ("canonical NaN", nan)));
    if format.encoding == Encoding::Ieee {
        marks.push(("signaling NaN", format.exponent_mask() | 1));
    }
    marks
}

/// The menu; without `edit` just the name of the class.
#[component]
pub fn ClassMenu(
    /// What the number is, for the menu's name.
    #[prop(into)]
    of: Signal<String>,
    /// The number.
    pattern: Signal<Pattern>,
    /// Takes the chosen pattern.
    #[prop(optional)]
    edit: Option<Callback<Pattern>>,
) -> impl IntoView {
    let class = Memo::new(move |_| pattern.get().class_name());
    let format = Memo::new(move |_| pattern.get().format);
    let Some(edit) = edit else {
        return view! { <span class="class">{text(move || class.get().to_owned())}</span> }.into_any();
    };
    // The first option shows the class itself and is always the selected one: choosing is an action, not a state.
    let options = text(move || {
        let mut html = ["<option value=\"\" selected hidden>", class.get(), "</option>"].concat();
        for (name, bits) in landmarks(format.get()) {
            html.push_str(&format!("<option value=\"{bits:x}\">{name}</option>"));
        }
        html
    });
    let chosen = move |event: web_sys::Event| {
        if let Ok(bits) = u64::from_str_radix(&event_target_value(&event), 16) {
            edit.run(Pattern::new(pattern.get_untracked().format, bits));
        }
    };
    view! {
        <select class="class" aria-label=text(move || ["class of ", &of.get(), "; choose a special value"].concat()) prop:value="" on:change=on_event(move |event: web_sys::Event| {
            chosen(event.clone());
            if let Some(select) = event_target_select(&event) {
                select.set_value("");
            }
        }) inner_html=options></select>
    }
    .into_any()
}

fn event_target_select(event: &web_sys::Event) -> Option<web_sys::HtmlSelectElement> {
    use wasm_bindgen::JsCast;
    event.target()?.dyn_into().ok()
}
