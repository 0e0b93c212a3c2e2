//! Sweeps in the background: the crew of workers, and the button that sends it over all inputs.

mod crew;
mod task;

pub use crew::Crew;
pub use task::{Sweep, Task};

use super::dynamic::{flag, text};
use super::html::count;
use crate::state::browser::now;
use leptos::prelude::*;
use std::cell::RefCell;
use std::time::Duration;

/// A crew for a page; it ends with the page.
pub type Hired = StoredValue<Crew, LocalStorage>;

/// Says in the next frame that there is something new, and not again until the page has been left alone for three times as long as it took to
/// show that: a slow phone answers in between, and workers get the processor that plots of what is not yet whole would take.
pub fn announce(news: RwSignal<u32>) {
    thread_local! {
        /// What is being shown, and whether there is something newer.
        static SHOWN: RefCell<Vec<(RwSignal<u32>, bool)>> = const { RefCell::new(Vec::new()) };
    }
    let known = SHOWN.with_borrow_mut(|shown| match shown.iter_mut().find(|(known, _)| *known == news) {
        Some((_, newer)) => {
            *newer = true;
            true
        }
        None => {
            shown.push((news, false));
            false
        }
    });
    if known {
        return;
    }
    request_animation_frame(move || {
        SHOWN.with_borrow_mut(|shown| shown.iter_mut().filter(|(known, _)| *known == news).for_each(|(_, newer)| *newer = false));
        let began = now();
        // The page may be gone by now.
        let _ = news.try_update(|count| *count = count.wrapping_add(1));
        // Effects and the frame come before the next task.
        let rest = move || {
            let quiet = Duration::from_secs_f64((now() - began).max(0.0) * 3.0 / 1000.0);
            let end = move || {
                let newer = SHOWN.with_borrow_mut(|shown| shown.extract_if(.., |(known, _)| *known == news).any(|(_, newer)| newer));
                if newer {
                    announce(news);
                }
            };
            set_timeout(end, quiet);
        };
        set_timeout(rest, Duration::ZERO);
    });
}

/// Inputs a second and the time left.
pub fn pace(swept: u64, all: u64, milliseconds: f64) -> String {
    if swept == 0 || milliseconds < 50.0 {
        return "beginning …".to_owned();
    }
    let rate = swept as f64 / milliseconds * 1000.0;
    let left = (all - swept.min(all)) as f64 / rate;
    let left = if left < 1.0 { "under a second left".to_owned() } else { format!("{} s left", left.ceil() as u64) };
    let tenths = (rate / 1e5 + 0.5) as u64;
    format!("{}.{} million a second, {left}", tenths / 10, tenths % 10)
}

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
