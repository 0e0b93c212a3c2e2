//! Sections that are built in a task each while the app starts, and when a page's code has just come.
//!
//! At its first call every function of WebAssembly has to be compiled, some two thousand of them for a page: in one task, a slow phone would
//! not answer for half a second. Until all sections are built the static first paint stands, or a page that has just come is hidden. Later,
//! where a page that grows would flicker, a section is built where it stands.

use super::dynamic::{Part, part};
use leptos::prelude::*;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::time::Duration;

/// What waits.
#[derive(Default)]
struct Waiting {
    /// Sections, until their turn.
    sections: VecDeque<RwSignal<bool>>,
    /// What needs the page on the screen.
    after: Vec<Box<dyn FnOnce()>>,
}

thread_local! {
    /// None when nothing is being built.
    static WAITING: RefCell<Option<Waiting>> = const { RefCell::new(None) };
}

/// From now on sections wait, until [`go_on`] has built them.
pub fn begin() {
    WAITING.with_borrow_mut(|waiting| {
        waiting.get_or_insert_default();
    });
}

/// Builds what waits, a section a task, then calls `show`.
pub fn go_on(show: impl FnOnce() + 'static) {
    set_timeout(
        move || match WAITING.with_borrow_mut(|waiting| waiting.as_mut().and_then(|waiting| waiting.sections.pop_front())) {
            Some(due) => {
                // Whoever was quicker than the app may have left the page.
                let _ = due.try_set(true);
                go_on(show);
            }
            None => {
                let waiting = WAITING.take();
                show();
                waiting.into_iter().flat_map(|waiting| waiting.after).for_each(|run| run());
            }
        },
        Duration::ZERO,
    );
}

/// Runs something in the next task, if sections wait; else at once.
pub fn next(run: impl FnOnce() + 'static) {
    if WAITING.with_borrow(Option::is_some) { set_timeout(run, Duration::ZERO) } else { run() }
}

/// A section of the page.
pub fn turn(build: impl FnMut() -> AnyView + Send + 'static) -> AnyView {
    boxed(part(build))
}

fn boxed(mut build: Part) -> AnyView {
    let due = RwSignal::new(false);
    let waits = WAITING.with_borrow_mut(|waiting| waiting.as_mut().map(|waiting| waiting.sections.push_back(due)).is_some());
    if waits { part(move || if due.get() { untrack(&mut build) } else { ().into_any() }).into_any() } else { build() }
}

/// Runs something when what is being built is on the screen; at once if nothing is.
pub fn after(run: impl FnOnce() + 'static) {
    let run: Box<dyn FnOnce()> = Box::new(run);
    let run = WAITING.with_borrow_mut(|waiting| match waiting {
        Some(waiting) => {
            waiting.after.push(run);
            None
        }
        None => Some(run),
    });
    run.into_iter().for_each(|run| run());
}

/// Measures what is built, in the next frame that has it.
pub fn measured(measure: impl FnOnce() + 'static) {
    after(|| request_animation_frame(measure));
}
