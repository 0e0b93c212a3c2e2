//! The pieces of a number line as SVG: lines and words at thousandths of the drawing's width, so that it fits any screen.

use super::html::{push_number, push_text};

/// Adds thousandths as a percentage.
pub fn percent(svg: &mut String, x: u32) {
    push_number(svg, (x / 10) as i32);
    svg.push('.');
    push_number(svg, (x % 10) as i32);
    svg.push('%');
}

/// Adds a line from one point to another: thousandths across, pixels down.
pub fn line(svg: &mut String, class: &str, from: (u32, i32), to: (u32, i32)) {
    for piece in ["<line class=\"", class] {
        svg.push_str(piece);
    }
    for (name, (x, y)) in [("1", from), ("2", to)] {
        for piece in ["\" x", name, "=\""] {
            svg.push_str(piece);
        }
        percent(svg, x);
        for piece in ["\" y", name, "=\""] {
            svg.push_str(piece);
        }
        push_number(svg, y);
    }
    svg.push_str("\"/>");
}

/// Adds words at a point; `anchor` says which end of them stands there.
pub fn label(svg: &mut String, class: &str, x: u32, y: i32, anchor: &str, text: &str) {
    for piece in ["<text class=\"", class, "\" text-anchor=\"", anchor, "\" x=\""] {
        svg.push_str(piece);
    }
    percent(svg, x);
    svg.push_str("\" y=\"");
    push_number(svg, y);
    svg.push_str("\">");
    push_text(svg, text);
    svg.push_str("</text>");
}
