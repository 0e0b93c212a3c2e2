//! The rounding decision as a drawing: both candidates on the number line, the tie between them, the exact value, and L G R S.

use super::html::{push_number, push_power, push_text};
use semantics::number::Pattern;
use semantics::rounding::{Lost, Mode};
use semantics::trace::microscope::{Microscope, PARTS};

/// Ends of the magnified gap in the drawing's units.
const LEFT: i32 = 56;
const RIGHT: i32 = 344;
const LINE: i32 = 66;

/// The number line as SVG.
pub fn draw(view: &Microscope) -> String {
    let negative = view.exact.negative;
    let toward_zero = Some(view.toward_zero);
    let (low, high) = if negative { (view.away, toward_zero) } else { (toward_zero, view.away) };
    let low_chosen = view.chose_away == negative;
    let span = RIGHT - LEFT;
    let from_zero = view.position as i32 * span / PARTS as i32;
    let exact = if negative { RIGHT - from_zero } else { LEFT + from_zero };
    let chosen = if low_chosen { LEFT } else { RIGHT };
    let mut svg = String::with_capacity(2400);
    svg.push_str("<svg viewBox=\"0 0 400 134\" role=\"img\" aria-label=\"");
    push_text(&mut svg, &in_words(view));
    svg.push_str("\"><path class=\"axis\" d=\"M12 66H388\"/><path class=\"gap\" d=\"M56 66H344\"/>");
    for tick in 1..8 {
        let x = LEFT + span * tick / 8;
        svg.push_str(if tick == 4 { "<path class=\"tie\" d=\"M" } else { "<path class=\"tick\" d=\"M" });
        push_number(&mut svg, x);
        svg.push_str(if tick == 4 { " 50V82\"/>" } else { " 63V69\"/>" });
    }
    svg.push_str("<text class=\"small\" x=\"200\" y=\"95\" text-anchor=\"middle\">tie</text>");
    candidate(&mut svg, low, LEFT, low_chosen && view.lost != Lost::Nothing || low == toward_zero && view.lost == Lost::Nothing);
    candidate(&mut svg, high, RIGHT, !low_chosen && view.lost != Lost::Nothing || high == toward_zero && view.lost == Lost::Nothing);
    if view.lost != Lost::Nothing {
        arrow(&mut svg, exact, chosen);
    }
    marker(&mut svg, exact, view.lost != Lost::Nothing);
    svg.push_str("</svg>");
    svg
}

/// A candidate with its bits; None behind the last number.
fn candidate(svg: &mut String, pattern: Option<Pattern>, x: i32, chosen: bool) {
    let left = x == LEFT;
    svg.push_str(if chosen { "<circle class=\"chosen\" cx=\"" } else { "<circle class=\"candidate\" cx=\"" });
    push_number(svg, x);
    svg.push_str("\" cy=\"66\" r=\"6\"/>");
    let place = if left { "x=\"4\" text-anchor=\"start\"" } else { "x=\"396\" text-anchor=\"end\"" };
    // Whole numbers of a format with a fraction are no words of a register.
    let has_word = |pattern: Pattern| pattern.format.is_integer() || pattern.format.quantum() != 0;
    let hex = pattern.map(|pattern| (if has_word(pattern) { format!("0x{}", pattern.hex()) } else { String::new() }, 98));
    for (text, y) in hex.into_iter().chain(pattern.map(|pattern| (pattern.value_text(), 113))) {
        svg.push_str(if chosen { "<text class=\"chosen\" " } else { "<text " });
        svg.push_str(place);
        svg.push_str(" y=\"");
        push_number(svg, y);
        svg.push_str("\">");
        push_text(svg, &text);
        svg.push_str("</text>");
    }
    svg.push_str("<text class=\"small\" ");
    svg.push_str(place);
    svg.push_str(" y=\"128\">");
    svg.push_str(match pattern.filter(|pattern| pattern.is_finite()).map(|pattern| pattern.bits & 1) {
        None => "beyond the largest number",
        Some(0) => "last bit 0, even",
        Some(_) => "last bit 1, odd",
    });
    svg.push_str("</text>");
}

/// An arc from the exact value to the candidate that was taken.
fn arrow(svg: &mut String, from: i32, to: i32) {
    let head = if to < from { 7 } else { -7 };
    svg.push_str("<path class=\"arrow\" d=\"M");
    push_number(svg, from);
    svg.push_str(" 52Q");
    push_number(svg, (from + to) / 2);
    svg.push_str(" 22 ");
    push_number(svg, to);
    svg.push_str(" 55m");
    push_number(svg, head);
    svg.push_str(" -5l");
    push_number(svg, -head);
    svg.push_str(" 5l");
    push_number(svg, head / 7);
    svg.push_str(" -9\"/>");
}

/// The exact value: a diamond between the candidates; only a stem to the candidate that it is.
fn marker(svg: &mut String, x: i32, between: bool) {
    if between {
        svg.push_str("<path class=\"exact\" d=\"M");
        push_number(svg, x);
        svg.push(' ');
        push_number(svg, LINE - 9);
        svg.push_str("l6 9l-6 9l-6 -9z\"/>");
    }
    svg.push_str("<text class=\"exact\" y=\"16\" text-anchor=\"middle\" x=\"");
    push_number(svg, x.clamp(48, 352));
    svg.push_str("\">exact value</text><path class=\"stem\" d=\"M");
    push_number(svg, x);
    svg.push_str(" 22V54\"/>");
}

fn in_words(view: &Microscope) -> String {
    let away = view.away.map_or("a value beyond the format".to_owned(), |away| away.value_text());
    let chosen = if view.chose_away { away.clone() } else { view.toward_zero.value_text() };
    if view.lost == Lost::Nothing {
        return format!("The exact value is {chosen}; nothing was cut off.");
    }
    let where_ = match view.lost {
        Lost::Half => "exactly half way",
        Lost::BelowHalf => "nearer to zero than half way",
        _ => "further from zero than half way",
    };
    format!("The exact value lies between {} and {away}, {where_}; {chosen} was taken.", view.toward_zero.value_text())
}

/// L G R S and the rule of the mode applied to them.
pub fn rule(view: &Microscope) -> String {
    let mut html = String::with_capacity(700);
    html.push_str("<dl class=\"lgrs\">");
    for (letter, role, bit, meaning) in [
        ("L", "last", view.last, "last kept bit"),
        ("G", "guard", view.guard, "first bit cut off: half a unit"),
        ("R", "round", view.round, "second bit cut off: a quarter"),
        ("S", "sticky", view.sticky, "whether any bit below is 1"),
    ] {
        html.push_str("<div data-role=\"");
        html.push_str(role);
        html.push_str("\" title=\"");
        html.push_str(meaning);
        html.push_str("\"><dt>");
        html.push_str(letter);
        html.push_str(if bit { "</dt><dd>1</dd></div>" } else { "</dt><dd>0</dd></div>" });
    }
    html.push_str("</dl><p class=\"rule-text\"><b>");
    html.push_str(view.mode.name());
    html.push_str("</b> ");
    let digit = |bit: bool| if bit { "1" } else { "0" };
    let any = view.guard || view.round || view.sticky;
    let side = |wanted: bool| if view.exact.negative == wanted { "1" } else { "0" };
    let away = if view.chose_away { "1: away from zero" } else { "0: towards zero" };
    match view.mode {
        Mode::Rn => {
            html.push_str("G and (R or S or L) = ");
            for part in [digit(view.guard), " and (", digit(view.round), " or ", digit(view.sticky), " or ", digit(view.last), ") = ", away]
            {
                html.push_str(part);
            }
        }
        Mode::Rz | Mode::Rs => html.push_str("cuts off whatever does not fit"),
        Mode::Rna => {
            for part in [digit(view.guard), " = ", away] {
                html.push_str(part);
            }
        }
        Mode::Rm | Mode::Rp => {
            let negative = view.mode == Mode::Rm;
            html.push_str(if negative { "negative" } else { "positive" });
            html.push_str(" and (G or R or S) = ");
            for part in [side(negative), " and ", digit(any), " = ", away] {
                html.push_str(part);
            }
        }
    }
    html.push_str("; 1 ulp = ");
    push_power(&mut html, view.last_place);
    html.push_str("</p>");
    html
}
