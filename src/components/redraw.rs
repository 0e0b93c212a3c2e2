//! When plots are drawn: when there is something new, and, although what they show stays, once the page stands and at another size of the
//! window or another theme.

use super::section_scheduler::after;
use crate::state::browser::now;
use leptos::prelude::*;
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

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

/// Announces that the page stands, another size and another theme, until the page is left. Before the first time a canvas has no size.
pub fn redraws(layout: RwSignal<u32>) {
    after(move || announce(layout));
    let resized = window_event_listener(leptos::ev::resize, move |_| announce(layout));
    let theme = Closure::<dyn FnMut()>::new(move || announce(layout));
    let observer = web_sys::MutationObserver::new(theme.as_ref().unchecked_ref()).ok();
    if let (Some(observer), Some(root)) = (&observer, document().document_element()) {
        let what = web_sys::MutationObserverInit::new();
        what.set_attributes(true);
        let _ = observer.observe_with_options(&root, &what);
    }
    let system = window().match_media("(prefers-color-scheme: dark)").ok().flatten();
    if let Some(system) = &system {
        let _ = system.add_event_listener_with_callback("change", theme.as_ref().unchecked_ref());
    }
    let watching = StoredValue::new_local(Some((theme, observer, system)));
    on_cleanup(move || {
        resized.remove();
        if let Some((theme, observer, system)) = watching.try_update_value(Option::take).flatten() {
            observer.inspect(web_sys::MutationObserver::disconnect);
            system.inspect(|system| drop(system.remove_event_listener_with_callback("change", theme.as_ref().unchecked_ref())));
        }
    });
}
