//! The text with a result beside each line. Only the lines in view are drawn, so that thousands of them scroll as few do.

use super::Kernel;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{maybe, text};
use crate::components::section_scheduler::measured;
use leptos::html::{Div, Span};
use leptos::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use view_model::pages::program::kernel::read::Said;
use view_model::pages::program::kernel::source::{Window, push_row, tops};
use wasm_bindgen::JsCast;

/// Lines drawn above and below those in view.
const SPARE: usize = 12;

/// Letters of the probe that tells how wide and high letters are.
const PROBE: usize = 20;

/// The list.
pub fn source(kernel: Kernel) -> AnyView {
    let (area, probe) = (NodeRef::<Div>::new(), NodeRef::<Span>::new());
    let window = RwSignal::new(Window { top: 0.0, height: 600.0, unit: 22.0, letters: 48, narrow: false });
    let measure = move || {
        // The page may be gone by the frame in which this comes.
        let both = area.try_get_untracked().flatten().zip(probe.try_get_untracked().flatten());
        let Some((area, probe)) = both else { return };
        let letter = probe.get_bounding_client_rect();
        // The style's own border: 40rem, where a row has 1.5rem.
        let narrow = f64::from(area.offset_width()) < 40.0 * letter.height() / 1.5;
        let width = probe.parent_element().map_or(0.0, |parent| parent.get_bounding_client_rect().width());
        window.set(Window {
            top: area.scroll_top().into(),
            height: f64::from(area.client_height().max(600)),
            unit: letter.height().max(8.0),
            letters: (width / (letter.width() / PROBE as f64).max(1.0)).max(8.0) as usize,
            narrow,
        });
    };
    // Once both stand.
    Effect::new(move |_| {
        if area.get().is_some() && probe.get().is_some() {
            measured(measure);
        }
    });
    let resized = window_event_listener(leptos::ev::resize, move |_| measure());
    on_cleanup(move || resized.remove());
    let shape = Memo::new(move |_| {
        let Window { unit, letters, narrow, .. } = window.get();
        Window { top: 0.0, height: 0.0, unit, letters, narrow }
    });
    let tops = Memo::new(move |_| {
        let read = kernel.read.get().0;
        kernel.done.with(|done| Arc::new(tops(&read, done.as_ref().map(|done| &*done.0), &shape.get())))
    });
    // Drawn anew only when another line comes near.
    let range = Memo::new(move |_| {
        let Window { top, height, unit, .. } = window.get();
        let of = |pixels: f64| tops.with(|tops| tops.partition_point(|top| f64::from(*top) * unit <= pixels));
        let lines = kernel.read.with(|read| read.0.places.count());
        let first = of(top).saturating_sub(SPARE) / 8 * 8;
        (first, (of(top + height) + SPARE).next_multiple_of(8).min(lines))
    });
    let wrong = Memo::new(move |_| {
        let read = kernel.read.get().0;
        let marked = |one: Said| Some((one.row?, one.what.is_error()));
        Arc::new(read.said().into_iter().filter_map(marked).collect::<HashMap<usize, bool>>())
    });
    let html = Memo::new(move |_| {
        let (first, end) = range.get();
        let (read, step, chosen) = (kernel.read.get().0, kernel.step.get(), kernel.chosen.get());
        let now = kernel.with(|done| step.checked_sub(1).and_then(|at| done.step(at)).map(|step| step.line()));
        let mut html = String::with_capacity((end - first) * 400);
        kernel.done.with(|done| {
            for line in first..end {
                let marks = [
                    (chosen == Some(line), "chosen"),
                    (now == Some(line), "now"),
                    (wrong.with(|wrong| wrong.contains_key(&line)), "wrong"),
                ];
                push_row(&mut html, &read, done.as_ref().map(|done| &*done.0), line, step, marks);
            }
        });
        html
    });
    // What is gone to comes into view, if it is not there.
    let reveal = move |line: usize| {
        let Some(area) = area.get_untracked() else { return };
        let unit = shape.get_untracked().unit;
        let [top, end] = tops.with_untracked(|tops| [line, line + 1].map(|line| f64::from(tops.get(line).copied().unwrap_or(0)) * unit));
        let (from, height) = (f64::from(area.scroll_top()), f64::from(area.client_height()));
        if top < from || end > from + height {
            let to = if top < from || end - top > height { top - unit } else { end - height + unit };
            area.set_scroll_top(to.max(0.0) as i32);
        }
    };
    Effect::new(move |_| {
        // The shape first: rows of another height begin at the same tops, and who asks for those alone is not told.
        shape.track();
        tops.track();
        if let Some(line) = kernel.chosen.get() {
            reveal(line);
        }
    });
    Effect::new(move |before: Option<usize>| {
        let step = kernel.step.get();
        let line = untrack(|| kernel.with(|done| step.checked_sub(1).and_then(|at| done.step(at)).map(|step| step.line())));
        if let Some(line) = line.filter(|_| before.is_some_and(|before| before != step)) {
            reveal(line);
        }
        step
    });
    let click = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let row = target.and_then(|target| target.closest("[data-line]").ok().flatten());
        if let Some(line) = row.and_then(|row| row.get_attribute("data-line")).and_then(|line| line.parse().ok()) {
            kernel.choose(line);
        }
    };
    let key = move |event: web_sys::KeyboardEvent| {
        let (now, lines) = (kernel.chosen.get_untracked().unwrap_or(0), kernel.read.with_untracked(|read| read.0.places.count()));
        let page = (window.with_untracked(|window| window.height / window.unit) as usize).max(1);
        let to = match event.key().as_str() {
            "ArrowDown" => now + 1,
            "ArrowUp" => now.saturating_sub(1),
            "PageDown" => now + page,
            "PageUp" => now.saturating_sub(page),
            "Home" => 0,
            "End" => lines,
            "ArrowRight" | "ArrowLeft" => {
                event.prevent_default();
                return super::detail::turn(kernel, if event.key() == "ArrowRight" { 1 } else { -1 });
            }
            _ => return,
        };
        event.prevent_default();
        kernel.choose(to.min(lines.saturating_sub(1)));
    };
    let drawn =
        move |line: usize| range.with(|(first, end)| (*first..*end).contains(&line)) && kernel.read.with(|read| read.0.is_shown(line));
    let active = maybe(move || kernel.chosen.get().filter(|line| drawn(*line)).map(|line| format!("row-{}", line + 1)));
    let pixels = move |line: usize| {
        let unit = shape.get().unit;
        tops.with(|tops| f64::from(tops.get(line).copied().unwrap_or(0)) * unit)
    };
    let height = move || {
        let unit = shape.get().unit;
        format!("{}px", tops.with(|tops| f64::from(tops.last().copied().unwrap_or(0)) * unit))
    };
    view! {
        <section class="source" aria-label="Source">
            <div class="source-head" aria-hidden="true">
                <span class="no"></span>
                <span class="code"><span class="probe" node_ref=probe>{"0".repeat(PROBE)}</span><span class="head">"line"</span></span>
                <span class="value">"last wrote"</span>
                <span class="own">"own error"</span>
                <span class="inherited">"inherited"</span>
                <span class="marks">"ulp"</span>
            </div>
            <div
                class="source-scroll"
                node_ref=area
                tabindex="0"
                role="listbox"
                aria-label="Lines; arrows up and down choose one, left and right go through its executions"
                aria-activedescendant=active
                on:scroll=move |_| measure()
                on:click=click
                on:keydown=key
            >
                <div class="source-rows" role="presentation" style=("--height", height)>
                    <div class="source-window" role="presentation" style=("--top", move || format!("{}px", pixels(range.get().0))) inner_html=text(move || html.get())></div>
                </div>
            </div>
        </section>
    }
    .into_any()
}
