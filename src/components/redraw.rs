//! When plots are drawn although what they show stays: once the page stands, and at another size of the window or another theme.

use super::sweep::announce;
use super::turn::after;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

/// Says so, once a frame, until the page is left. Before the first time a canvas has no size.
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
