//! A drawing as an SVG file, in the colours of paper.

use super::sheet::{Ink, Mark};
use core::fmt::Write;
use plotters::style::text_anchor::{HPos, VPos};

/// The file; `caption` stands below the drawing and is its title.
pub fn written(marks: &[Mark], (width, height): (u32, u32), scale: f64, caption: &[String]) -> String {
    let line = 18.0 * scale;
    let whole = f64::from(height) + line * caption.len() as f64 + 8.0 * scale;
    let mut svg = String::with_capacity(64 * 1024);
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {whole:.0}\" width=\"{width}\" height=\"{whole:.0}\" font-family=\"system-ui, sans-serif\"><title>"
    );
    crate::components::html::push_text(&mut svg, caption.first().map_or("", String::as_str));
    let _ = write!(svg, "</title><rect width=\"{width}\" height=\"{whole:.0}\" fill=\"{}\"/>", color(Ink::Paper));
    marks.iter().for_each(|mark| push(&mut svg, mark));
    for (index, text) in caption.iter().enumerate() {
        let at = (12.0 * scale, f64::from(height) + line * (index as f64 + 0.8));
        let _ = write!(svg, "<text x=\"{:.0}\" y=\"{:.0}\" font-size=\"{:.0}\" fill=\"{}\">", at.0, at.1, 12.0 * scale, color(Ink::Quiet));
        crate::components::html::push_text(&mut svg, text);
        svg.push_str("</text>");
    }
    svg.push_str("</svg>\n");
    svg
}

/// The colour of an ink on paper.
pub fn color(ink: Ink) -> &'static str {
    Ink::ALL.iter().find(|row| row.0 == ink).map_or("", |row| row.2)
}

fn push(svg: &mut String, mark: &Mark) {
    match mark {
        Mark::Path { points, ink, alpha, width } => {
            svg.push_str("<path d=\"");
            for (index, (x, y)) in points.iter().enumerate() {
                let _ = write!(svg, "{}{x} {y}", if index == 0 { 'M' } else { 'L' });
            }
            if width.is_none() {
                svg.push('Z');
            }
            svg.push('"');
            paint(svg, *ink, *alpha, *width);
        }
        Mark::Circle { at, radius, ink, alpha, width } => {
            let _ = write!(svg, "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\"", at.0, at.1);
            paint(svg, *ink, *alpha, *width);
        }
        Mark::Text { at, text, ink, size, across, down } => {
            let anchor = match across {
                HPos::Left => "start",
                HPos::Center => "middle",
                HPos::Right => "end",
            };
            let y = f64::from(at.1) + baseline(*down, *size);
            let _ =
                write!(svg, "<text x=\"{}\" y=\"{y:.1}\" font-size=\"{size:.1}\" text-anchor=\"{anchor}\" fill=\"{}\">", at.0, color(*ink));
            crate::components::html::push_text(svg, text);
            svg.push_str("</text>");
        }
    }
}

fn paint(svg: &mut String, ink: Ink, alpha: f64, width: Option<u32>) {
    let _ = match width {
        None => write!(svg, " fill=\"{}\" fill-opacity=\"{alpha}\"/>", color(ink)),
        Some(width) => {
            let dash = if ink == Ink::Documented { format!(" stroke-dasharray=\"{} {}\"", width * 4, width * 3) } else { String::new() };
            write!(svg, " fill=\"none\" stroke=\"{}\" stroke-opacity=\"{alpha}\" stroke-width=\"{width}\"{dash}/>", color(ink))
        }
    };
}

/// How far the baseline lies below an anchor at the top, the middle or the bottom of letters of some size.
pub fn baseline(down: VPos, size: f64) -> f64 {
    match down {
        VPos::Top => size * 0.82,
        VPos::Center => size * 0.34,
        VPos::Bottom => -size * 0.18,
    }
}
