//! Lighting what belongs together: the bit, field or digit under the pointer or the focus lights its counterparts everywhere.
//!
//! A field is found by its `data-role`. A bit is found by its weight: rows of registers say the weight of their lowest bit in
//! `data-base` and number their bits in `data-bit`; bits in pictures say their weight in `data-w`. A field of a machine word is found by
//! the names in its `data-field`, of which a piece of text may have several.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

const LIT: &str = "lit";

/// Lights the counterparts of an element inside `stage`, and puts out what was lit before. Without an element only the latter.
pub fn light(stage: &HtmlElement, from: Option<Element>) {
    each(stage, ".lit", |element| {
        let _ = element.class_list().remove_1(LIT);
    });
    let role = from.as_ref().and_then(|from| from.closest("[data-role]").ok().flatten()).and_then(|found| found.get_attribute("data-role"));
    match &role {
        Some(role) => {
            let _ = stage.set_attribute("data-lit", role);
        }
        None => {
            let _ = stage.remove_attribute("data-lit");
        }
    }
    if let Some(fields) = from.as_ref().and_then(|from| from.closest("[data-field]").ok().flatten()?.get_attribute("data-field")) {
        return mark_fields(stage, &fields);
    }
    let Some(weight) = from.and_then(|from| weight_of(&from)) else { return };
    each(stage, &format!("[data-w=\"{weight}\"]"), mark);
    each(stage, "[data-base]", |row| {
        let Some(base) = number(&row, "data-base") else { return };
        let bit = weight - base;
        let significand = format!("[data-role=fraction] > [data-bit=\"{bit}\"], [data-role=integer] > [data-bit=\"{bit}\"]");
        if let Ok(Some(bit)) = row.query_selector(&significand) {
            mark(bit);
        }
    });
}

/// Lights the fields of a machine word that are named, parted by blanks, and puts out what was lit before.
pub fn light_fields(stage: &HtmlElement, fields: &str) {
    light(stage, None);
    mark_fields(stage, fields);
}

fn mark_fields(stage: &HtmlElement, fields: &str) {
    for field in fields.split(' ').filter(|field| !field.is_empty()) {
        each(stage, &format!("[data-field~=\"{field}\"]"), mark);
    }
}

fn mark(element: Element) {
    let _ = element.class_list().add_1(LIT);
}

/// The power of two that a bit stands for, if it is a bit of a significand.
fn weight_of(element: &Element) -> Option<i32> {
    if let Some(weight) = number(element, "data-w") {
        return Some(weight);
    }
    let bit = number(element, "data-bit")?;
    element.closest("[data-role=fraction], [data-role=integer]").ok()??;
    let row = element.closest("[data-base]").ok()??;
    Some(number(&row, "data-base")? + bit)
}

fn number(element: &Element, name: &str) -> Option<i32> {
    element.get_attribute(name)?.parse().ok()
}

fn each(stage: &HtmlElement, selector: &str, then: impl Fn(Element)) {
    let Ok(found) = stage.query_selector_all(selector) else { return };
    for index in 0..found.length() {
        if let Some(element) = found.get(index).and_then(|node| node.dyn_into::<Element>().ok()) {
            then(element);
        }
    }
}
