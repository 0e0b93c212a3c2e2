//! Accuracy: what an approximation is off by, for every float in view.
//!
//! What is shown follows from the query alone (see [`query`]).

pub mod query;

use crate::components::dynamic::text;
use crate::state::address::Page;
use crate::state::explorer::Explorer;
use leptos::prelude::*;
use query::Query;

/// The page.
#[component]
pub fn Accuracy() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let read = Memo::new(move |_| Query::read(&explorer.query(Page::Accuracy), explorer.context.get().target.number()));
    Effect::new(move |_| {
        let (query, notices) = read.get();
        explorer.subject.set(["Accuracy of ", &query.function].concat());
        if !notices.is_empty() {
            explorer.notices.set(notices);
        }
    });
    view! {
        <main id="main" class="accuracy">
            <h1>{text(move || read.with(|(query, _)| ["Accuracy of ", &query.function].concat()))}</h1>
        </main>
    }
}
