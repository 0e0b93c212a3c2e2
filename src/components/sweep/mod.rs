//! Sweeps in the background: the crew of workers, and the button that sends it over all inputs.

mod worker_pool;

use super::dynamic::{flag, text};
use super::html::count;
use crate::state::browser::now;
use leptos::prelude::*;
pub use view_model::components::sweep::{FEW, Sweep, Task, pace};
pub use worker_pool::WorkerPool;

/// A crew for a page; it ends with the page.
pub type Hired = StoredValue<WorkerPool, LocalStorage>;

/// A button that begins a task over all inputs, one that ends it, a bar in between, and the verdict at last.
pub fn all_inputs(
    crew: Hired,
    at: usize,
    news: RwSignal<u32>,
    label: impl Fn() -> String + Send + 'static,
    task: impl Fn() -> Task + 'static,
    verdict: fn(&Sweep) -> String,
) -> AnyView {
    let look = move |look: fn(&Sweep) -> bool| {
        news.track();
        crew.get_value().with(at, |sweep| sweep.is_some_and(look))
    };
    let running = Memo::new(move |_| look(|sweep| !sweep.is_done() && !sweep.stopped));
    let part = move || {
        news.track();
        crew.get_value().with(at, |sweep| sweep.map_or(0, |sweep| sweep.swept() * 1000 / sweep.operands())).to_string()
    };
    let progress = move || {
        news.track();
        let (_, nobody) = crew.get_value().trouble();
        crew.get_value().with(at, |sweep| match sweep {
            Some(sweep) if !sweep.is_done() && nobody => ["Stopped at ", &count(sweep.swept()), ": no worker can be had here."].concat(),
            Some(sweep) if !sweep.is_done() => {
                let (swept, all) = (sweep.swept(), sweep.operands());
                [&*count(swept), " of ", &count(all), ": ", &pace(swept, all, now() - sweep.began)].concat()
            }
            _ => String::new(),
        })
    };
    let verdict = Memo::new(move |_| {
        news.track();
        crew.get_value().with(at, |sweep| sweep.filter(|sweep| sweep.is_done()).map_or(String::new(), verdict))
    });
    view! {
        <p>
            <button type="button" class="strong" id="whole" hidden=flag(move || running.get()) on:click=move |_| crew.get_value().set(at, Some(task()))>
                {text(label)}
            </button>
            <button type="button" hidden=flag(move || !running.get()) on:click=move |_| crew.get_value().set(at, None)>"cancel"</button>
            <progress max="1000" aria-label="All inputs" hidden=flag(move || !running.get()) prop:value=text(part)></progress>
            " "
            <span>{text(progress)}</span>
        </p>
        <div id="verdict" role="status" inner_html=text(move || verdict.get())></div>
    }
    .into_any()
}
