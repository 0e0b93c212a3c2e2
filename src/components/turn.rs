//! Sections that are built in a task each while the app starts.
//!
//! At its first call every function of WebAssembly has to be compiled, some two thousand of them for a page: in one task, a slow phone would
//! not answer for half a second. The static first paint stands until all are built. Later, where a page that grows would flicker, a section
//! is built where it stands.

use super::dynamic::part;
use leptos::prelude::*;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::time::Duration;

/// What waits while the app starts.
#[derive(Default)]
struct Waiting {
    /// Sections, until their turn.
    sections: VecDeque<RwSignal<bool>>,
    /// What measures, until there is something on the screen.
    measuring: Vec<fn()>,
}

thread_local! {
    /// None when the app has started.
    static WAITING: RefCell<Option<Waiting>> = const { RefCell::new(None) };
}

/// From now on sections wait, until [`go_on`] has built them.
pub fn begin() {
    WAITING.set(Some(Waiting::default()));
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
                waiting.into_iter().flat_map(|waiting| waiting.measuring).for_each(request_animation_frame);
            }
        },
        Duration::ZERO,
    );
}

/// A section of the page.
pub fn turn(build: fn() -> AnyView) -> AnyView {
    let due = RwSignal::new(false);
    let waits = WAITING.with_borrow_mut(|waiting| waiting.as_mut().map(|waiting| waiting.sections.push_back(due)).is_some());
    if waits { part(move || if due.get() { build() } else { ().into_any() }).into_any() } else { build() }
}

/// Measures what is built, in the next frame that has it.
pub fn measured(measure: fn()) {
    let waits = WAITING.with_borrow_mut(|waiting| waiting.as_mut().map(|waiting| waiting.measuring.push(measure)).is_some());
    if !waits {
        request_animation_frame(measure);
    }
}
