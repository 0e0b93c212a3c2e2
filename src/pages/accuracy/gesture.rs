//! The curve's canvas and everything that can be done on it: wheel, drag, pinch, keys, hovering, clicking.

use super::Shared;
use super::view::View;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::text;
use crate::plots::curve::MARGINS;
use crate::state::browser;
use crate::state::history::{Change, EditLabel};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent, PointerEvent, WheelEvent};

/// A pointer that moved less than this, in CSS pixels, between down and up is a click.
const STILL: f64 = 4.0;

/// So many operands in view are told apart one by one.
const SINGLE: u64 = 4096;

/// Pointers that are down: which, where it came down, where it is.
type Down = StoredValue<Vec<(i32, f64, f64)>>;

/// The canvas in a frame that takes the focus.
pub fn board(shared: Shared) -> AnyView {
    let down: Down = StoredValue::new(Vec::new());
    let begun: StoredValue<Option<View>, LocalStorage> = StoredValue::new_local(None);
    let sheet = shared.plots[0];
    let x_of = move |client: f64| {
        sheet.get_untracked().map_or(0.0, |sheet| {
            let place = sheet.get_bounding_client_rect();
            (client - place.left() - MARGINS[0]) / (place.width() - MARGINS[0] - MARGINS[1]).max(1.0)
        })
    };
    let press = move |event: PointerEvent| {
        if event.button() == 0 {
            let at = f64::from(event.client_x());
            down.update_value(|down| {
                down.retain(|pointer| pointer.0 != event.pointer_id());
                down.push((event.pointer_id(), at, at));
                // Where everything is counted from: a second finger begins anew.
                down.iter_mut().for_each(|pointer| pointer.1 = pointer.2);
            });
            begun.set_value(Some(shared.model.get_untracked().view));
            if let Some(sheet) = sheet.get_untracked() {
                let _ = sheet.set_pointer_capture(event.pointer_id());
            }
        }
    };
    let drag = move |event: PointerEvent| {
        let at = f64::from(event.client_x());
        shared.cursor.set(under(&shared, x_of(at)));
        down.update_value(|down| down.iter_mut().filter(|pointer| pointer.0 == event.pointer_id()).for_each(|pointer| pointer.2 = at));
        let pointers = down.get_value();
        let Some(view) = begun.with_value(|view| *view) else { return };
        match pointers.as_slice() {
            [(_, from, to)] if (to - from).abs() >= STILL => shared.look(view.moved(x_of(*from) - x_of(*to))),
            [one, two] => {
                let (before, now) = ((one.1 - two.1).abs().max(8.0), (one.2 - two.2).abs().max(8.0));
                let middle = x_of((one.2 + two.2) / 2.0);
                let moved = x_of((one.1 + two.1) / 2.0) - middle;
                shared.look(view.moved(moved).zoomed(middle.clamp(0.0, 1.0), now / before));
            }
            _ => {}
        }
    };
    let lift = move |event: PointerEvent| {
        let pointers = down.get_value();
        if let [(_, from, to)] = pointers.as_slice()
            && (to - from).abs() < STILL
            && event.type_() == "pointerup"
        {
            shared.cursor.set(under(&shared, x_of(*to)));
            // A finger reads; what comes closer by fingers is a pinch.
            if event.pointer_type() != "touch" || shared.model.get_untracked().view.operands() <= SINGLE {
                open(&shared);
            }
        }
        down.update_value(|down| {
            down.retain(|pointer| pointer.0 != event.pointer_id());
            down.iter_mut().for_each(|pointer| pointer.1 = pointer.2);
        });
        begun.set_value(Some(shared.model.get_untracked().view));
    };
    let wheel = move |event: WheelEvent| {
        event.prevent_default();
        let model = shared.model.get_untracked();
        if event.delta_x().abs() > event.delta_y().abs() {
            shared.look(model.view.moved(event.delta_x() / 800.0));
        } else {
            // A notch of a wheel is 100 pixels, or three lines.
            let notches = event.delta_y() / if event.delta_mode() == 0 { 100.0 } else { 3.0 };
            shared.look(model.view.zoomed(x_of(f64::from(event.client_x())).clamp(0.0, 1.0), (-notches * 0.35).exp2()));
        }
    };
    // A wheel that zooms must not scroll the page, and listeners are passive unless they say otherwise.
    Effect::new(move |_| {
        if let Some(sheet) = sheet.get() {
            let _ = sheet.add_event_listener_with_callback_and_add_event_listener_options(
                "wheel",
                wasm_bindgen::prelude::Closure::<dyn FnMut(WheelEvent)>::new(wheel).into_js_value().unchecked_ref(),
                &{
                    let options = web_sys::AddEventListenerOptions::new();
                    options.set_passive(false);
                    options
                },
            );
        }
    });
    let line = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        shared.news.track();
        let model = shared.model.get();
        let place = shared.cursor.get();
        let Some(line) = line.get() else { return };
        let x = place.filter(|place| (model.view.from..model.view.end).contains(place)).map(|place| {
            let width = if model.view.axis == super::query::Axis::Ordinal { model.view.x(place + 1) - model.view.x(place) } else { 0.0 };
            model.view.x(place) + width / 2.0
        });
        let line: &HtmlElement = &line;
        line.set_hidden(x.is_none());
        if let (Some(x), Some(sheet)) = (x, sheet.get_untracked()) {
            let width = f64::from(sheet.client_width()) - MARGINS[0] - MARGINS[1];
            let _ = line.style().set_property("left", &format!("{:.1}px", MARGINS[0] + x * width));
        }
    });
    let label = move || {
        let model = shared.model.get();
        let [from, to] = <[u32; 2]>::from(model.view.range()).map(|bits| model.view.line().hex(bits));
        format!(
            "Error curve of {} from {from} to {to}. Plus and minus zoom, arrows move the cursor, Shift with arrows moves the view, Home shows the usual range, Enter opens the input.",
            model.subject.name
        )
    };
    view! {
        <div class="board" id="board" tabindex="0" role="application" aria-label=text(label) on:keydown=move |event| keys(&shared, &event)>
            <canvas
                node_ref=sheet
                aria-hidden="true"
                on:pointerdown=press
                on:pointermove=drag
                on:pointerup=lift
                on:pointercancel=lift
                on:pointerleave=move |event: PointerEvent| {
                    // A finger leaves with every tap, and what it read stays.
                    if event.pointer_type() != "touch" && down.with_value(Vec::is_empty) {
                        shared.cursor.set(None);
                    }
                }
                on:dblclick=move |event: ev::MouseEvent| {
                    let view = shared.model.get_untracked().view;
                    shared.look(view.zoomed(x_of(f64::from(event.client_x())).clamp(0.0, 1.0), 4.0));
                }
            ></canvas>
            <div class="cursor" node_ref=line hidden=true></div>
        </div>
    }
    .into_any()
}

/// The operand at a part of the axis.
fn under(shared: &Shared, x: f64) -> Option<u64> {
    (-0.02..=1.02).contains(&x).then(|| shared.model.get_untracked().view.place(x))
}

/// Opens the operand under the cursor in the explorer, where single operands can be told apart; comes closer where not.
pub fn open(shared: &Shared) {
    let model = shared.model.get_untracked();
    let Some(place) = shared.cursor.get_untracked() else { return };
    if model.view.operands() > SINGLE {
        let x = model.view.x(place);
        shared.look(model.view.zoomed(x.clamp(0.0, 1.0), 8.0));
    } else if let Some(link) = model.open(&model.subject, model.target, model.view.line().operand(place)) {
        browser::set_hash(&link, true);
        shared.explorer.navigate(&link);
    }
}

/// Keys while the plot has the focus.
fn keys(shared: &Shared, event: &KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let model = shared.model.get_untracked();
    let view = model.view;
    let middle = view.from + view.operands() / 2;
    let at = shared.cursor.get_untracked().filter(|place| (view.from..view.end).contains(place)).unwrap_or(middle);
    // One operand where they are dots, else a hundredth of the width.
    let step = |sign: f64| {
        let x = view.x(at) + sign / 100.0;
        let far = view.place(x.clamp(0.0, 1.0));
        let one = if sign > 0.0 { at + 1 } else { at.saturating_sub(1) };
        let to = if view.operands() > 200 && far != at { far } else { one };
        match to {
            to if to >= view.end => (shared.look(view.moved(0.25)), to).1,
            to if to < view.from => (shared.look(view.moved(-0.25)), to).1,
            to => to,
        }
    };
    match event.key().as_str() {
        "+" | "=" => shared.look(view.zoomed(view.x(at).clamp(0.0, 1.0), 2.0)),
        "-" | "_" => shared.look(view.zoomed(view.x(at).clamp(0.0, 1.0), 0.5)),
        "ArrowRight" if event.shift_key() => shared.look(view.moved(0.25)),
        "ArrowLeft" if event.shift_key() => shared.look(view.moved(-0.25)),
        "ArrowRight" => shared.cursor.set(Some(step(1.0))),
        "ArrowLeft" => shared.cursor.set(Some(step(-1.0))),
        "Home" => shared.show(&super::query::Query { range: model.home(), ..model.query }, Change::Edit(EditLabel::CurveHome)),
        "Enter" => {
            shared.cursor.set(Some(at));
            open(shared);
        }
        "Escape" => shared.cursor.set(None),
        _ => return,
    }
    event.prevent_default();
}
