//! The format page: one number in every format.

use crate::components::bits::BitRow;
use crate::components::value::Value;
use crate::state::explorer::Explorer;
use leptos::prelude::*;

/// The page.
#[component]
pub fn Formats() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let edit = Callback::new(move |pattern| explorer.set_number(pattern, String::new()));
    let of = Signal::stored("the number".to_owned());
    view! {
        <main id="main" class="formats">
            <h1>"One number in every format"</h1>
            <BitRow name=Signal::stored("bits of the number".to_owned()) pattern=explorer.number.into() edit />
            <Value of pattern=explorer.number.into() edit=Some(edit) />
        </main>
    }
}
