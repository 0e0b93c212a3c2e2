//! Other bits were seen than the kernel leaves here: a field for them, and what gives exactly these. A star asks of every change where it shows.

use super::Kernel;
use super::asked::Asked;
use super::run::Clock;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{on_event, text};
use crate::components::html::sentence;
use crate::state::history::Change;
use crate::state::listing::Listing;
use leptos::prelude::*;
use leptos::task::spawn_local;
use view_model::pages::program::kernel::wrong::{proposed, question};
use wasm_bindgen::JsCast;

/// The section.
pub fn wrong(kernel: Kernel) -> AnyView {
    let html = RwSignal::new(String::new());
    // The changed kernels, in the order of the list.
    let found = StoredValue::new(Vec::new());
    let turn = StoredValue::new(0u32);
    let why = Memo::new(move |_| kernel.asked.with(|asked| asked.why.clone()));
    // A link that asks opens it; who empties the field goes on typing.
    let opened = Memo::new(move |before| before == Some(&true) || !why.with(String::is_empty));
    Effect::new(move |_| {
        let (why, done) = (why.get(), kernel.done.get());
        turn.update_value(|turn| *turn = turn.wrapping_add(1));
        let now = turn.get_value();
        let waits = move || turn.try_get_value() == Some(now);
        found.set_value(Vec::new());
        html.set(String::new());
        // Until the kernel has run, nothing is known of what it leaves.
        let (Some(done), false) = (done.map(|done| done.0), why.trim().is_empty()) else { return };
        spawn_local(async move {
            let module = &done.read.module;
            let mut asked = match question(module, &done.launched, &why, done.steps() as u64) {
                Ok(asked) => asked,
                Err(said) => return html.set(["<p class=\"says\">", &sentence(&said), "</p>"].concat()),
            };
            let mut clock = Clock::new();
            while asked.go_on() {
                if clock.is_due() {
                    html.set(asked.drawn(false));
                    clock.turn().await;
                    if !waits() {
                        return;
                    }
                }
            }
            found.set_value(asked.found());
            html.set(asked.drawn(true));
        });
    });
    let typed = on_event(move |event: web_sys::Event| {
        let why = event_target_value(&event);
        kernel.ask(Change::Typing, |asked| Asked { why, ..asked });
    });
    let open = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let button = target.and_then(|target| target.closest("[data-found]").ok().flatten());
        let at = button.and_then(|button| button.get_attribute("data-found")).and_then(|at| at.parse::<usize>().ok());
        if let Some((text, drawn)) = at.and_then(|at| found.with_value(|found| found.get(at).cloned())) {
            let mut asked = kernel.asked.get_untracked();
            if let Some(drawn) = drawn {
                asked.plan.arguments = drawn.iter().map(|argument| Some(argument.to_string())).collect();
            }
            let listing = Listing { text, kernel: Asked { why: String::new(), step: None, ..asked }.written(), ..Listing::blank() };
            kernel.explorer.open_program(listing);
        }
    };
    let hint = text(move || kernel.with(|done| proposed(&done.buffers, done.name())));
    view! {
        <details class="inputs" prop:open=move || opened.get()>
            <summary>"You got other bits? Find the line that made them, or what would"</summary>
            <label class="ask" for="why">"An element and what you got there, in any spelling, such as "{hint}"0x3f800001; or * for every change of a line, with inputs for which it shows"</label>
            <input id="why" type="text" spellcheck="false" autocomplete="off" autocapitalize="off" prop:value=text(move || why.get()) on:input=typed on:blur=on_event(move |_: web_sys::FocusEvent| kernel.explorer.commit()) />
            <div class="answer" aria-live="polite" on:click=open inner_html=text(move || html.get())></div>
        </details>
    }
    .into_any()
}
