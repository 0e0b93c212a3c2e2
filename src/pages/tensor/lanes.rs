//! The cells of a lane are marked among the tables of lanes.

pub use view_model::pages::tensor::lanes::{named, section};
use wasm_bindgen::JsCast;

/// Marks the cells of a lane, and that lane itself.
pub fn mark(section: &web_sys::Element, lane: u32, itself: &web_sys::Element) {
    let all = |selector: &str| {
        let list = section.query_selector_all(selector).ok();
        let count = list.as_ref().map_or(0, web_sys::NodeList::length);
        (0..count).filter_map(move |at| list.as_ref()?.get(at)?.dyn_into::<web_sys::Element>().ok())
    };
    all(".held").for_each(|cell| drop(cell.class_list().remove_1("held")));
    all(&format!("[data-lane=\"{lane}\"]")).for_each(|cell| drop(cell.class_list().add_1("held")));
    let _ = itself.class_list().add_1("held");
}
