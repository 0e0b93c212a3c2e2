//! What threads printed: a text leads to the thread and the step that printed it.

use super::Kernel;
use super::buffers::pages;
use super::done::Done;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, text};
use leptos::prelude::*;
use view_model::pages::program::kernel::printed::{Prints, SHOWN};
use wasm_bindgen::JsCast;

fn prints(done: &Done) -> Prints<'_> {
    Prints { read: &done.read, launched: &done.launched, memory: &done.end }
}

/// The section.
pub fn printed(kernel: Kernel) -> AnyView {
    let from = RwSignal::new(0usize);
    let length = Memo::new(move |_| kernel.with(|done| done.end.printed.len()));
    // Another run begins at its first text.
    Effect::new(move |_| {
        length.track();
        from.set(0);
    });
    let click = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let button = target.and_then(|target| target.closest("[data-printed]").ok().flatten());
        let number = button.and_then(|button| button.get_attribute("data-printed")).and_then(|number| number.parse().ok());
        let place = number.and_then(|number| untrack(|| kernel.with(|done| prints(done).place(number))));
        if let Some((thread, at)) = place {
            kernel.visit(thread, at);
        }
    };
    view! {
        <section class="inputs printed" aria-label="What was printed" hidden=flag(move || length.get() == 0)>
            <p>{text(move || kernel.with(|done| prints(done).said()))}</p>
            {pages(from, length, SHOWN, "texts")}
            <ol aria-label="Printed texts, each with its thread and its line" on:click=on_event(click) inner_html=text(move || kernel.with(|done| prints(done).rows(from.get())))></ol>
        </section>
    }
    .into_any()
}
