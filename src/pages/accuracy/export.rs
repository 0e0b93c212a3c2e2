//! What can be taken away: the curve as PNG and SVG with its caption, its numbers as CSV, the link.

use super::figures::caption;
use super::{Shared, figures, picture};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::copy::copy_button;
use crate::plots::file::{name, save};
use crate::plots::{canvas, curve, svg};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlAnchorElement, HtmlCanvasElement};

/// The buttons and the caption.
pub fn export(shared: Shared) -> AnyView {
    let words = move || {
        shared.news.track();
        let model = shared.model.get();
        shared.with(|sweeps| caption(&model, sweeps)).join(" ")
    };
    view! {
        <section class="export" aria-label="Take it away">
            <p class="caption" id="caption">{crate::components::dynamic::text(words)}</p>
            <div class="group">
                {copy_button(None, "copy link", move || Some(shared.explorer.link()))}
                <button type="button" on:click=move |_| drop(png(&shared))>"PNG"</button>
                <button type="button" on:click=move |_| save("svg", "image/svg+xml", &drawing(&shared))>"SVG"</button>
                <button type="button" on:click=move |_| save("csv", "text/csv", &numbers(&shared))>"CSV"</button>
            </div>
        </section>
    }
    .into_any()
}

/// The size of an exported picture and the pixels that stand for one of the page.
const SIZE: (u32, u32) = (1920, 960);
const SCALE: f64 = 1.5;

fn drawing(shared: &Shared) -> String {
    let model = shared.model.get_untracked();
    shared.with(|sweeps| {
        let width = f64::from(SIZE.0) / SCALE;
        let plot = picture::curve(&model, sweeps, picture::borders(&model.view, width), width);
        svg::written(&curve::draw(&plot, SIZE, SCALE), SIZE, SCALE, &caption(&model, sweeps))
    })
}

/// The columns of the curve, one line each.
fn numbers(shared: &Shared) -> String {
    let model = shared.model.get_untracked();
    let mut csv = String::from("function,target,first_bits,last_bits,first_value,measured,least,mean,greatest\n");
    shared.with(|sweeps| {
        for sweep in sweeps {
            let (task, span) = (&sweep.task, &sweep.task.span);
            for (from, end, column) in figures::rows_of(&span.starts, span.from, span.end, &sweep.found, usize::MAX) {
                let line = task.subject.reading.line();
                let (first, last) = (line.operand(from), line.operand(end - 1));
                let value = super::words::pattern(&task.subject, first).digits();
                csv.push_str(&format!(
                    "{},sm_{},{},{},{value},{},",
                    task.subject.name,
                    task.target,
                    line.hex(first),
                    line.hex(last),
                    column.count
                ));
                csv.push_str(&match column.mean() {
                    Some(mean) => format!("{:e},{mean:e},{:e}\n", column.low, column.high),
                    None => ",,\n".to_owned(),
                });
            }
        }
        // What was swept and in which measure, for whoever finds the file later.
        for line in caption(&model, sweeps) {
            csv.push_str(&format!("# {line}\n"));
        }
    });
    csv
}

/// The curve as it is on the page, in its colours, with the caption below.
fn png(shared: &Shared) -> Result<(), JsValue> {
    let model = shared.model.get_untracked();
    let Some(shown) = shared.plots[0].get_untracked() else { return Ok(()) };
    let (_, scale) = canvas::size(&shown);
    let lines = shared.with(|sweeps| caption(&model, sweeps));
    let sheet: HtmlCanvasElement = document().create_element("canvas")?.unchecked_into();
    let line = 17.0 * scale;
    sheet.set_width(shown.width());
    sheet.set_height(shown.height() + (line * (lines.len() as f64 + 0.6)) as u32);
    let Some(context) = sheet.get_context("2d")?.and_then(|context| context.dyn_into::<CanvasRenderingContext2d>().ok()) else {
        return Ok(());
    };
    let Some(style) = window().get_computed_style(&shown)? else { return Ok(()) };
    context.set_fill_style_str(&style.get_property_value("--paper")?);
    context.fill_rect(0.0, 0.0, f64::from(sheet.width()), f64::from(sheet.height()));
    context.draw_image_with_html_canvas_element(&shown, 0.0, 0.0)?;
    context.set_fill_style_str(&style.get_property_value("--quiet")?);
    context.set_font(&format!("{:.1}px {}", 12.0 * scale, style.get_property_value("font-family")?));
    for (index, text) in lines.iter().enumerate() {
        let y = f64::from(shown.height()) + line * (index as f64 + 0.8);
        context.fill_text_with_max_width(text, 8.0 * scale, y, f64::from(sheet.width()) - 16.0 * scale)?;
    }
    offer("png", &sheet.to_data_url()?)
}

fn offer(extension: &str, address: &str) -> Result<(), JsValue> {
    let anchor: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    anchor.set_href(address);
    anchor.set_download(&name(extension));
    anchor.click();
    Ok(())
}
