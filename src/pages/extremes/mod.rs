//! Extreme values: where the classes of a format meet, every one opened bit by bit; how bits are read; gradual underflow as a line.
//!
//! What is shown follows from the query alone: a format and bits in it (see [`query`]).

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::bits::BitRow;
use crate::components::dynamic::text;
use crate::components::examples::{Example, invitation};
use crate::components::html::sentence;
use crate::components::sections::Sections;
use crate::components::value::Value;
use crate::state::address::Page;
use crate::state::app_state::AppState;
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use query::{read, written};
use semantics::instruction::cuda::extreme::formats;
use semantics::number::Pattern;
use view_model::pages::extremes::{query, spacing, tables, underflow};
use wasm_bindgen::JsCast;

const EXAMPLES: &[Example] = &[
    ("largest half", "formats/extremes?v=1&f=F16&b=7bff"),
    ("smallest single", "formats/extremes?v=1&f=F32&b=00000001"),
    ("last double below normal", "formats/extremes?v=1&f=F64&b=000fffffffffffff"),
    ("largest E4M3", "formats/extremes?v=1&f=E4M3&b=7e"),
];

/// The page.
#[component]
pub fn Extremes() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let asked = Memo::new(move |_| read(&explorer.query(Page::Extremes)));
    let pattern: Signal<Pattern> = Memo::new(move |_| asked.with(|(pattern, _)| *pattern)).into();
    Effect::new(move |_| {
        let (pattern, notices) = asked.get();
        explorer.subject.set([pattern.format.name, " 0x", &pattern.hex(), " · Extreme values"].concat());
        explorer.notify(notices);
    });
    let show = move |pattern: Pattern, what: EditLabel| explorer.set_query(Page::Extremes, &written(pattern), Change::Edit(what));
    let edit = Callback::new(move |pattern| show(pattern, EditLabel::ExtremeBits));
    let click = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let Some(button) = target.and_then(|target| target.closest("[data-number]").ok().flatten()) else { return };
        let number = button.get_attribute("data-number").unwrap_or_default();
        let Some((name, hex)) = number.split_once(' ') else { return };
        let format = formats().find(|format| format.name == name);
        if let (Some(format), Ok(bits)) = (format, u64::from_str_radix(hex, 16)) {
            show(Pattern::new(format, bits), EditLabel::Extreme);
            let id = button.id();
            request_animation_frame(move || {
                if let Some(button) = crate::state::browser::element::<web_sys::HtmlElement>(&id) {
                    let _ = button.focus();
                }
            });
        }
    };
    let of = Signal::derive(move || ["the ", pattern.get().format.name].concat());
    let format = Memo::new(move |_| pattern.get().format.name);
    let encodings = text(move || {
        format.track();
        tables::encodings(pattern.get_untracked().format)
    });
    view! {
        <main id="main" class="extremes" on:click=click>
            <Sections />
            <h1 class="unseen">"Extreme values"</h1>
            {invitation("Where each format begins, ends and turns subnormal.", EXAMPLES)}
            <div class="scroll" role="region" aria-label="Extreme values of every format" tabindex="0" inner_html=text(move || tables::values(pattern.get()))></div>
            <p class="under-table">"Computed. “Printed” is what Tables 8.7 and 8.8 of the CUDA handbook have where that is wrong. Denormal is their word for subnormal."</p>
            <section class="opened" aria-label="The value, bit by bit">
                <div class="one" data-format=text(move || format.get().to_owned())>
                    <b>{text(move || format.get().to_owned())}</b>
                    <BitRow name=Signal::stored("bits of the value".to_owned()) pattern edit />
                    <Value of pattern edit=Some(edit) />
                    <p class="spacing" inner_html=text(move || spacing(pattern.get()))></p>
                </div>
                <div class="scroll" role="region" aria-label="How bits are read" tabindex="0" inner_html=encodings></div>
            </section>
            <section class="underflow" aria-labelledby="underflow-title">
                <h2 id="underflow-title">{text(move || ["Gradual underflow in ", format.get()].concat())}</h2>
                <div inner_html=text(move || underflow::drawing(pattern.get()))></div>
                <p class="under-table" inner_html=text(move || sentence(&underflow::words(pattern.get().format)))></p>
            </section>
        </main>
    }
}
