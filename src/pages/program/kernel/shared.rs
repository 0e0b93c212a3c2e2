//! Memory of the block: its variables with who wrote what last. A click leads to the step that wrote.

use super::Kernel;
use super::buffers::pages;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, part, text};
use crate::components::html::sentence;
use leptos::prelude::*;
use view_model::pages::program::kernel::shared::{SHOWN, Variable};
use wasm_bindgen::JsCast;

/// The sections; nothing where the kernel has no such memory.
pub fn shared(kernel: Kernel) -> AnyView {
    let all = Memo::new(move |_| kernel.with(|done| if done.is_whole() { done.variables.clone() } else { Vec::new() }));
    let tables = part(move || all.get().into_iter().map(|one| variable(kernel, one)).collect_view().into_any());
    let click = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let button = target.and_then(|target| target.closest("[data-record]").ok().flatten());
        let record = button.and_then(|button| button.get_attribute("data-record")).and_then(|record| record.parse().ok());
        if let Some((thread, at)) = record.and_then(|record| untrack(|| kernel.with(|done| done.place_of(record)))) {
            kernel.visit(thread, at);
        }
    };
    view! {
        <div class="held-now shared" on:click=on_event(click) hidden=flag(move || all.with(Vec::is_empty))>
            {tables}
        </div>
    }
    .into_any()
}

/// A variable, some elements at once.
fn variable(kernel: Kernel, one: Variable) -> AnyView {
    let (one, from) = (StoredValue::new(one), RwSignal::new(0usize));
    let length = Memo::new(move |_| one.with_value(|one| one.length));
    let title = move || kernel.with(|done| one.with_value(|one| done.shared_title(one, kernel.step.get())));
    let html = move || kernel.with(|done| one.with_value(|one| done.shared_rows(one, from.get(), kernel.step.get())));
    view! {
        <section class="buffer">
            <h2 inner_html=text(move || sentence(&title()))></h2>
            {pages(from, length, SHOWN, "elements")}
            <div class="scroll" tabindex="0" role="region" aria-label=text(move || one.with_value(|one| ["Elements of ", &one.name].concat())) inner_html=text(html)></div>
        </section>
    }
    .into_any()
}
