//! The tabs of operands that show what one wants to see, and of special values: pages of links, made anew from the query.

use super::{Debug, instruction_box};
use crate::components::attributes::AriaAttributes;
use crate::components::dynamic::text;
use crate::components::grid;
use leptos::prelude::*;
use view_model::pages::debug::find::{found, table};

/// The tab of cases.
pub fn cases(debug: Debug) -> AnyView {
    let html = Memo::new(move |_| debug.query.with(|query| found(query, debug.explorer.context.get())));
    view! {
        <section aria-label="Find cases">
            {instruction_box(debug, "The instruction to find operands for")}
            <div class="found" inner_html=text(move || html.get())></div>
        </section>
    }
    .into_any()
}

/// The tab of special values.
pub fn special(debug: Debug) -> AnyView {
    let html = Memo::new(move |_| debug.query.with(|query| table(query, debug.explorer.context.get())));
    view! {
        <section aria-label="Special values">
            {instruction_box(debug, "The instruction")}
            <div class="found" on:keydown=|event: web_sys::KeyboardEvent| grid::walk(&event) inner_html=text(move || html.get())></div>
        </section>
    }
    .into_any()
}
