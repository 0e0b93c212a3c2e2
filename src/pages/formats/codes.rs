//! Every code of a format of 8 bits or fewer: a table whose rows have one upper digit, and the code that is pointed at taken apart.
//!
//! The table is drawn once, when its row is opened; which code is looked at is an attribute of its button.

use super::formula::formula;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, heard, text};
use crate::components::html::{push_text, sentence};
use leptos::html::Div;
use leptos::prelude::*;
use semantics::number::{Class, Format, Pattern};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// The widest format of which every code is shown, in bits.
const WIDEST: u32 = 8;

/// Whether a format has a table of its codes.
pub fn has_codes(format: &Format) -> bool {
    format.width() <= WIDEST
}

/// Digits of a decimal that a cell has room for, with the point.
const ROOM: usize = 6;

/// The value of a code in few letters and without loss: a short decimal, or an odd number times a power of two.
fn value(pattern: Pattern) -> String {
    let sign = if pattern.is_negative() && !pattern.is_nan() { "−" } else { "" };
    let Some(exact) = pattern.exact() else { return [sign, if pattern.is_nan() { "NaN" } else { "∞" }].concat() };
    let decimal = pattern.exact_decimal();
    let decimal = decimal.trim_start_matches('-').trim_end_matches(".0");
    if exact.is_zero() || decimal.len() <= ROOM {
        return [sign, decimal].concat();
    }
    let zeros = exact.magnitude.trailing_zeros();
    let power = format!("2^{}", exact.exponent + zeros as i32);
    match exact.magnitude >> zeros {
        1 => [sign, &power].concat(),
        odd => format!("{sign}{odd}·{power}"),
    }
}

/// The class as the style sheet names it, and as people do.
fn class(pattern: Pattern) -> (&'static str, &'static str) {
    match pattern.class() {
        Class::Zero => ("zero", "zero"),
        Class::Subnormal => ("subnormal", "subnormal"),
        Class::Normal => ("normal", if pattern.format.is_floating() { "normal" } else { "number" }),
        Class::Infinity => ("special", "infinity"),
        Class::QuietNan | Class::SignalingNan => ("special", "NaN"),
    }
}

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// All codes, each a button; the one at `current` is in the tab order.
fn table(format: &'static Format, current: u64) -> String {
    let mut html = String::with_capacity(260 << format.width());
    for bits in 0..=format.mask() {
        let pattern = Pattern::new(format, bits);
        let (hex, (kind, name), short) = (pattern.hex(), class(pattern), value(pattern));
        let spoken = if pattern.is_finite() { pattern.exact_decimal() } else { short.clone() };
        let (order, pressed) = if bits == current { ("0", "true") } else { ("-1", "false") };
        put(&mut html, &["<button type=\"button\" data-do=\"code ", format.name, " ", &hex, "\" data-code=\"", &hex]);
        put(&mut html, &["\" data-class=\"", kind, "\" tabindex=\"", order, "\" aria-pressed=\"", pressed]);
        put(&mut html, &["\" aria-label=\"0x", &hex, ", ", &spoken, ", ", name, "\"><small>", &hex, "</small><b>"]);
        put(&mut html, &[&sentence(&short), "</b></button>"]);
    }
    html
}

/// How many codes are of which class, each named as its codes look.
fn legend(format: &'static Format) -> String {
    let mut counts: Vec<((&str, &str), usize)> = Vec::new();
    for bits in 0..=format.mask() {
        let own = class(Pattern::new(format, bits));
        match counts.iter_mut().find(|(known, _)| *known == own) {
            Some((_, count)) => *count += 1,
            None => counts.push((own, 1)),
        }
    }
    counts.iter().map(|((kind, name), count)| format!("<span data-class=\"{kind}\"><b>{name}</b> {count}</span> ")).collect()
}

/// A code taken apart: its digits, its fields, its value.
fn apart(pattern: Pattern) -> String {
    let mut html = String::with_capacity(900);
    put(&mut html, &["<p><code>0x", &pattern.hex(), "</code> <code>"]);
    push_text(&mut html, &pattern.binary());
    put(&mut html, &["</code> ", class(pattern).1, "</p><p class=\"formula\">", &formula(pattern)]);
    if pattern.is_finite() {
        put(&mut html, &["<span class=\"times\">=</span><span class=\"part\"><b>", &pattern.exact_decimal(), "</b></span>"]);
    }
    html.push_str("</p>");
    html
}

/// The code of the button at or around an element.
fn code_of(target: Option<web_sys::EventTarget>) -> Option<u64> {
    let element: Element = target?.dyn_into().ok()?;
    u64::from_str_radix(&element.closest("[data-code]").ok()??.get_attribute("data-code")?, 16).ok()
}

fn button(table: &Element, code: u64) -> Option<HtmlElement> {
    table.children().item(u32::try_from(code).ok()?)?.dyn_into().ok()
}

/// How many codes stand beside each other.
fn columns(table: &Element) -> u64 {
    let top = |code| button(table, code).map(|button| button.offset_top());
    (1..256).find(|code| top(*code) != top(0)).unwrap_or(16)
}

/// The codes of a format.
#[component]
pub fn Codes(
    /// The format.
    format: &'static Format,
    /// The code that is looked at.
    pattern: Signal<Pattern>,
    /// Whether they are shown.
    open: Signal<bool>,
) -> impl IntoView {
    let grid = NodeRef::<Div>::new();
    let pointed = RwSignal::new(None::<u64>);
    // The code that is marked, and the one in the tab order.
    let (marked, current) = (StoredValue::new(0), StoredValue::new(0));
    let drawn = text(move || {
        if !open.get() {
            return String::new();
        }
        let now = pattern.get_untracked().bits;
        marked.set_value(now);
        current.set_value(now);
        table(format, now)
    });
    let hold = move |code: u64| {
        if let Some(grid) = grid.get_untracked() {
            for (code, order) in [(current.get_value(), "-1"), (code, "0")] {
                let _ = button(&grid, code).map(|button| button.set_attribute("tabindex", order));
            }
        }
        current.set_value(code);
    };
    Effect::new(move |_| {
        let (now, is_open) = (pattern.get().bits, open.get());
        let Some(grid) = grid.get().filter(|_| is_open) else { return };
        for (code, pressed) in [(marked.get_value(), "false"), (now, "true")] {
            let _ = button(&grid, code).map(|button| button.set_attribute("aria-pressed", pressed));
        }
        marked.set_value(now);
        hold(now);
    });
    let over = move |event: web_sys::PointerEvent| pointed.set(code_of(event.target()));
    let away = move |_: web_sys::PointerEvent| pointed.set(None);
    let focus = move |event: web_sys::FocusEvent| {
        if let Some(code) = code_of(event.target()) {
            pointed.set(Some(code));
            hold(code);
        }
    };
    let key = move |event: web_sys::KeyboardEvent| {
        let (Some(code), Some(grid)) = (code_of(event.target()), grid.get_untracked()) else { return };
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let to = match event.key().as_str() {
            "ArrowLeft" => code.checked_sub(1),
            "ArrowRight" => Some(code + 1),
            "ArrowUp" => code.checked_sub(columns(&grid)),
            "ArrowDown" => Some(code + columns(&grid)),
            "Home" => Some(0),
            "End" => Some(format.mask()),
            _ => return,
        };
        event.prevent_default();
        if let Some(button) = to.and_then(|to| button(&grid, to)) {
            let _ = button.focus();
        }
    };
    let shown = move || if open.get() { apart(Pattern::new(format, pointed.get().unwrap_or(pattern.get().bits))) } else { String::new() };
    let counts = move || if open.get() { legend(format) } else { String::new() };
    view! {
        <div class="codes" hidden=flag(move || !open.get()) on:pointerleave=heard(away)>
            <p class="classes" aria-label=["codes of ", format.name, " by class"].concat() inner_html=text(counts)></p>
            <div
                class="table"
                role="group"
                aria-label=["every code of ", format.name].concat()
                node_ref=grid
                on:pointerover=heard(over)
                on:focusin=heard(focus)
                on:keydown=heard(key)
                inner_html=drawn
            ></div>
            <div class="apart" inner_html=text(shown)></div>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::number::{E4M3, E5M2, UE8M0, shown};
    use semantics::rounding::{Mode, read_or_power};

    #[test]
    fn every_value_is_exact() {
        for format in shown().filter(|format| has_codes(format)) {
            for bits in 0..=format.mask() {
                let pattern = Pattern::new(format, bits);
                let short = value(pattern);
                let bare = short.replace('−', "-");
                let (odd, power) = bare.split_once('·').unwrap_or(("1", &bare));
                let [odd, power] = [odd, power].map(|text| {
                    Pattern::new(
                        semantics::number::F64::ROW,
                        read_or_power(text).map_or(0, |read| read.to_bits(semantics::number::F64::ROW, Mode::Rn).0),
                    )
                });
                if pattern.is_finite() {
                    let product = odd
                        .exact()
                        .zip(power.exact())
                        .map(|(odd, power)| semantics::trace::Scaled::from(odd.times::<u128>(power)).decimal());
                    assert_eq!(
                        product.as_deref(),
                        Some(pattern.exact_decimal().trim_end_matches(".0")),
                        "{} {bits:x}: {short}",
                        format.name
                    );
                }
                assert!(short.chars().count() <= 9, "{} {bits:x}: {short}", format.name);
            }
        }
    }

    #[test]
    fn classes_are_counted_and_one_code_is_marked() {
        let plain = |format| legend(format).replace("<b>", "").replace("</b>", "");
        for (format, counts) in [
            (E4M3::ROW, &["zero\">zero 2<", "subnormal\">subnormal 14<", "normal\">normal 238<", "special\">NaN 2<"][..]),
            (
                E5M2::ROW,
                &["zero\">zero 2<", "subnormal\">subnormal 6<", "normal\">normal 240<", "special\">infinity 2<", "special\">NaN 6<"],
            ),
            (UE8M0::ROW, &["normal\">number 255<", "special\">NaN 1<"]),
        ] {
            let html = plain(format);
            assert!(counts.iter().all(|count| html.contains(count)) && html.matches("<span").count() == counts.len(), "{html}");
        }
        let html = table(E5M2::ROW, 0x7c);
        assert_eq!((html.matches("<button").count(), html.matches("aria-pressed=\"true\"").count()), (256, 1));
        assert!(html.contains("aria-label=\"0x7c, ∞, infinity\"") && html.contains("<b>3·2<sup>-16</sup></b>"), "{html}");
    }
}
