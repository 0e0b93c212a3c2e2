//! A drawing on a canvas, in the colours of the theme in use.

use super::sheet::{HPos, Ink, Mark};
use super::svg::baseline;
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// The size of a canvas on the page in device pixels, and how many of them make a CSS pixel.
pub fn size(canvas: &HtmlCanvasElement) -> ((u32, u32), f64) {
    let scale = window().device_pixel_ratio().clamp(1.0, 4.0);
    let pixels = |length: i32| (f64::from(length.max(1)) * scale).round() as u32;
    ((pixels(canvas.client_width()), pixels(canvas.client_height())), scale)
}

/// Replaces what a canvas shows. Its own size is set to `size`.
pub fn paint(canvas: &HtmlCanvasElement, size: (u32, u32), marks: &[Mark]) {
    if (canvas.width(), canvas.height()) != size {
        canvas.set_width(size.0);
        canvas.set_height(size.1);
    }
    let Some(context) = canvas.get_context("2d").ok().flatten().and_then(|context| context.dyn_into::<CanvasRenderingContext2d>().ok())
    else {
        return;
    };
    let Some(style) = window().get_computed_style(canvas).ok().flatten() else { return };
    let colors = Ink::ALL.map(|row| style.get_property_value(row.1).unwrap_or_default());
    let color = |ink: Ink| Ink::ALL.iter().position(|row| row.0 == ink).map_or("", |place| &colors[place]);
    let family = style.get_property_value("font-family").unwrap_or_default();
    context.clear_rect(0.0, 0.0, f64::from(size.0), f64::from(size.1));
    for mark in marks {
        match mark {
            Mark::Path { points, ink, alpha, width } => {
                context.begin_path();
                // A line one pixel wide is sharp between whole coordinates.
                let half = if width.is_some_and(|width| width % 2 == 1) { 0.5 } else { 0.0 };
                for (index, (x, y)) in points.iter().enumerate() {
                    let (x, y) = (f64::from(*x) + half, f64::from(*y) + half);
                    if index == 0 { context.move_to(x, y) } else { context.line_to(x, y) }
                }
                finish(&context, color(*ink), *ink, *alpha, *width);
            }
            Mark::Circle { at, radius, ink, alpha, width } => {
                context.begin_path();
                let _ = context.arc(f64::from(at.0), f64::from(at.1), f64::from(*radius), 0.0, core::f64::consts::TAU);
                finish(&context, color(*ink), *ink, *alpha, *width);
            }
            Mark::Text { at, text, ink, size, across, down } => {
                context.set_global_alpha(1.0);
                context.set_font(&format!("{size:.1}px {family}"));
                context.set_text_align(match across {
                    HPos::Left => "left",
                    HPos::Center => "center",
                    HPos::Right => "right",
                });
                // The grid must not run through letters.
                context.set_stroke_style_str(color(Ink::Paper));
                context.set_line_width(size * 0.3);
                context.set_line_join("round");
                let y = f64::from(at.1) + baseline(*down, *size);
                let _ = context.stroke_text(text, f64::from(at.0), y);
                context.set_fill_style_str(color(*ink));
                let _ = context.fill_text(text, f64::from(at.0), y);
            }
        }
    }
}

fn finish(context: &CanvasRenderingContext2d, color: &str, ink: Ink, alpha: f64, width: Option<u32>) {
    context.set_global_alpha(alpha);
    match width {
        None => {
            context.set_fill_style_str(color);
            context.fill();
        }
        Some(width) => {
            let dash = js_sys::Array::new();
            if ink == Ink::Documented {
                dash.push(&JsValue::from_f64(f64::from(width) * 4.0));
                dash.push(&JsValue::from_f64(f64::from(width) * 3.0));
            }
            let _ = context.set_line_dash(&dash);
            context.set_line_width(f64::from(width));
            context.set_stroke_style_str(color);
            context.stroke();
        }
    }
}
