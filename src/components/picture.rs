//! Pictures of steps on the screen: where they are scrolled to.

use leptos::prelude::document;
pub use view_model::components::picture::draw;
use wasm_bindgen::JsCast;

/// Scrolls pictures that are wider than their place to the cut, where the rounding is decided: to the cells that a selector finds.
pub fn show_cuts(selector: &str) {
    let Ok(cuts) = document().query_selector_all(selector) else { return };
    for cut in (0..cuts.length()).filter_map(|at| cuts.item(at)?.dyn_into::<web_sys::HtmlElement>().ok()) {
        if let Some(picture) = cut.closest(".picture").ok().flatten() {
            picture.set_scroll_left(cut.offset_left() - picture.client_width() * 2 / 3);
        }
    }
}
