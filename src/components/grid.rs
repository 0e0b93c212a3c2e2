//! The focus in tables that arrow keys go through.

use crate::state::browser;
use view_model::components::grid::beside;
use wasm_bindgen::JsCast;

/// Moves the focus where an arrow key points, if there is a cell.
pub fn walk(event: &web_sys::KeyboardEvent) {
    let id = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()).map(|element| element.id());
    let Some(to) = id.and_then(|id| beside(&id, &event.key())) else { return };
    event.prevent_default();
    if let Some(cell) = browser::element::<web_sys::HtmlElement>(&to) {
        let _ = cell.focus();
    }
}
