//! A text that is no program, such as an expression, machine code or a number, is taken along to the page that reads it.

use super::Ran;
use crate::components::dynamic::{flag, on_event, text};
use crate::state::number::bare_number;
use leptos::prelude::*;
use view_model::pages::program::elsewhere::page_of;

/// The way to the text's own page, where it has another.
pub fn elsewhere(ran: Ran) -> AnyView {
    let explorer = ran.explorer;
    let page = Memo::new(move |_| {
        // A program that is right is read no further.
        let is_wrong = ran.executed.with(|executed| executed.module.diagnostics.iter().any(|one| one.is_error()));
        if is_wrong { explorer.program.with(|listing| page_of(&listing.text)) } else { "" }
    });
    let open = move |_| {
        let text = explorer.program.with_untracked(|listing| listing.text.clone());
        match bare_number(&text) {
            Some((number, typed)) => explorer.open_number(number, typed),
            None => explorer.open_text(text),
        }
    };
    view! {
        <p class="elsewhere" hidden=flag(move || page.get().is_empty())>
            "This is no PTX. "
            <button type="button" class="fix" on:click=on_event(open)>{text(move || ["open it in ", page.get()].concat())}</button>
        </p>
    }
    .into_any()
}
