//! The line of codes: a canvas, a slider that goes from code to code, what the chosen code stands for, and the drawing as a file.

use super::Shared;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, text};
use crate::components::entry::{button, open_group};
use crate::components::redraw::redraws;
use crate::plots::bins::{Bins, code_at, draw};
use crate::plots::file::save;
use crate::plots::{canvas, svg};
use leptos::html::Canvas;
use leptos::prelude::*;
use semantics::number::Pattern;
use view_model::pages::own_format::line::{is_drawn, plot, words};

/// The size of an exported drawing and the pixels that stand for one of the page.
const SIZE: (u32, u32) = (1920, 300);
const SCALE: f64 = 1.5;

/// The section.
pub fn line(shared: Shared) -> AnyView {
    let Shared { query, format, .. } = shared;
    let pattern = shared.pattern();
    let drawn = Memo::new(move |_| {
        let query = query.get();
        is_drawn(format.get()).then(|| plot(pattern.get(), query.mode, query.is_log, query.zoom))
    });
    let sheet = NodeRef::<Canvas>::new();
    let layout = RwSignal::new(0);
    Effect::new(move |_| {
        let (Some(sheet), Some(plot), 1..) = (sheet.get(), drawn.get(), layout.get()) else { return };
        let (size, scale) = canvas::size(&sheet);
        canvas::paint(&sheet, size, &draw(&plot, size, scale));
    });
    redraws(layout);
    let said = move || match drawn.with(Option::is_some) {
        true => words(pattern.get(), query.get().mode),
        false => format!("Codes are drawn for formats of at most 10 bits; {} has {}.", format.get().name, format.get().width()),
    };
    let pick = move |event: web_sys::MouseEvent| {
        let width = sheet.get_untracked().map_or(1, |sheet| sheet.client_width());
        let code = drawn.with_untracked(|plot| plot.as_ref().and_then(|plot| code_at(plot, f64::from(event.offset_x()), f64::from(width))));
        if let Some(bits) = code {
            shared.set_bits(bits);
        }
    };
    // Codes are counted along the line; both zeros are 0.
    let last = move || {
        let format = format.get();
        Pattern::new(format, format.infinity().unwrap_or(format.largest())).ordinal().unwrap_or(0)
    };
    let first = move || if format.get().signed { -last() } else { 0 };
    let slide = move |event: web_sys::Event| {
        let place = event_target_value(&event).parse().ok();
        if let Some(pattern) = place.and_then(|place| Pattern::at_ordinal(format.get_untracked(), place)) {
            shared.set_bits(pattern.bits);
        }
    };
    let choices = move || {
        let query = query.get();
        let mut html = String::new();
        open_group(&mut html, "group", "Axis", "axis");
        button(&mut html, "axis linear", !query.is_log, "linear", "");
        button(&mut html, "axis log", query.is_log, "logarithmic", "");
        html.push_str("</div>");
        open_group(&mut html, "group", "Size of the line", "size");
        for (action, sign, name) in [("zoom out", "−", "smaller"), ("zoom in", "+", "larger")] {
            html.push_str(&format!("<button type=\"button\" data-do=\"{action}\" aria-label=\"{name}\">{sign}</button>"));
        }
        html.push_str(&format!("<span class=\"words\">× {}</span></div>", 1 << query.zoom));
        html
    };
    let export = move |_| {
        if let Some(plot) = drawn.get_untracked() {
            save("svg", "image/svg+xml", &drawing(&plot, untrack(said)));
        }
    };
    view! {
        <section class="codes-line" aria-label="Codes on a line">
            <canvas node_ref=sheet hidden=flag(move || drawn.with(Option::is_none)) aria-hidden="true" on:click=on_event(pick)></canvas>
            <input
                type="range"
                aria-label="Code"
                hidden=flag(move || drawn.with(Option::is_none))
                min=text(move || first().to_string())
                max=text(move || last().to_string())
                prop:value=text(move || pattern.get().ordinal().unwrap_or(0).to_string())
                aria-valuetext=text(said)
                on:input=on_event(slide)
            />
            <p class="says">{text(said)}</p>
            <div class="choices" hidden=flag(move || drawn.with(Option::is_none))>
                <span inner_html=text(choices)></span>
                <button type="button" on:click=export>"SVG"</button>
            </div>
        </section>
    }
    .into_any()
}

/// The drawing as a file of its own, with the sentence about the chosen code below it.
fn drawing(plot: &Bins, said: String) -> String {
    svg::written(&draw(plot, SIZE, SCALE), SIZE, SCALE, &[said])
}
