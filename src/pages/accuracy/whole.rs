//! The section that sweeps all operands of the function.

use super::words::all;
use super::{Shared, WHOLE};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, text};
use crate::components::sweep::{Sweep, all_inputs};
use crate::plots::file::save;
use leptos::prelude::*;
use view_model::pages::accuracy::whole::{numbers, verdict};

/// The section with its button, progress and verdict.
pub fn whole(shared: Shared) -> AnyView {
    let news = shared.whole_news;
    let done = Memo::new(move |_| {
        news.track();
        shared.crew().with(WHOLE, |sweep| sweep.is_some_and(Sweep::is_done))
    });
    let csv = move |_| {
        let text = shared.crew().with(WHOLE, |sweep| sweep.map_or(String::new(), numbers));
        save("csv", "text/csv", &text);
    };
    let label = move || ["Sweep every input of ", shared.model.get().subject.name].concat();
    let task = move || shared.model.get_untracked().whole();
    view! {
        <section class="whole" aria-labelledby="whole-title">
            <h2 id="whole-title">{text(move || ["All ", all(shared.model.get().subject), " inputs"].concat())}</h2>
            {all_inputs(shared.crew, WHOLE, news, label, task, verdict)}
            <button type="button" hidden=flag(move || !done.get()) on:click=csv>"verdict as CSV"</button>
        </section>
    }
    .into_any()
}
