//! What the links among the figures do.

use super::Shared;
use super::query::Query;
use crate::state::history::{Change, EditLabel};
use leptos::prelude::{GetUntracked, Set, document};
pub use view_model::pages::accuracy::figures::{caption, figures, hint, reading, rows_of, state, tables};
use wasm_bindgen::JsCast;

/// The operands that a zoom to one of them shows: few enough to be dots.
const NEAR: u64 = 64;

/// What buttons and links on the page ask for by their data.
pub fn act(shared: &Shared, event: &web_sys::MouseEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let Some(button) = target.and_then(|element| element.closest("[data-near],[data-range]").ok().flatten()) else { return };
    let model = shared.model.get_untracked();
    if let Some(bits) = button.get_attribute("data-near").and_then(|bits| u32::from_str_radix(&bits, 16).ok()) {
        shared.look(model.view.around(bits, NEAR));
        shared.cursor.set(Some(model.view.line().place(bits)));
        if let Some(board) = document().get_element_by_id("board").and_then(|board| board.dyn_into::<web_sys::HtmlElement>().ok()) {
            let _ = board.focus();
        }
    } else if let Some(range) = button.get_attribute("data-range") {
        let (query, _) = Query::read(&["r=", &range].concat(), model.target);
        shared.show(&Query { range: query.range, ..model.query }, Change::Edit(EditLabel::CurveRange));
    }
}
