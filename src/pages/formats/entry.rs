//! The box of the format page with what belongs to it: how a pattern is read, how a number is rounded, and numbers worth a look.

use super::row::button;
use super::{Shared, every};
use crate::components::attributes::AriaAttributes;
use crate::components::dynamic::{flag, text};
use crate::components::entry::{number_box, open_group};
use crate::components::html::push_text;
use crate::state::history::Change;
use crate::state::number::{Subject, read_text, same_width};
use leptos::prelude::*;
use semantics::number::{Encoding, Format};
use semantics::rounding::{Literal, Mode};

/// The box. While its text means nothing, the last number stays.
#[component]
pub fn Entry(shared: Shared) -> impl IntoView {
    let explorer = shared.explorer;
    let wrong = move || shared.wrong.with(|wrong| !wrong.is_empty());
    let key = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        "Enter" => {
            explorer.record(Change::Commit);
            if !wrong() {
                shared.open_row(explorer.number.get_untracked().format);
            }
        }
        "Escape" => shared.drafting.set(false),
        _ => {}
    };
    let under = move || {
        let mut html = String::from("<p id=\"number-says\" class=\"says\" role=\"status\">");
        shared.subject.with(|subject| says(&mut html, subject, &shared.wrong.get(), &shared.text.get()));
        html.push_str("</p><div class=\"copy\" role=\"group\" aria-label=\"Rows and copies\">");
        button(&mut html, "all", "quiet", "", if shared.open.get() & every() == every() { "close all" } else { "open all" });
        button(&mut html, "link", "quiet", "", "copy link");
        button(&mut html, "table", "quiet", "", "copy table");
        html.push_str("</div>");
        html
    };
    let choices = move || {
        let mut html = String::with_capacity(2500);
        shared.subject.with(|subject| read_as(&mut html, subject));
        modes(&mut html, explorer.mode.get());
        picks(&mut html, explorer.number.get().format);
        html
    };
    view! {
        <section class="entry" aria-label="The number">
            {number_box("Bit pattern or number", move || shared.text.get(), wrong, move |typed| shared.take(typed, Change::Typing), key)}
            <div class="under" class:error=flag(wrong) inner_html=text(under)></div>
            <div class="choices" inner_html=text(choices)></div>
        </section>
    }
}

/// What the text was taken for or why it means nothing, and how else it could be meant.
fn says(html: &mut String, subject: &Subject, wrong: &str, text: &str) {
    match (&subject.source, &subject.literal) {
        _ if !wrong.is_empty() => push_text(html, wrong),
        (Some(source), _) => {
            let format = source.format;
            html.push_str(&format!("{} bits, read as {} ({}).", format.width(), format.name, format.long_name));
        }
        (None, Literal::Number { .. }) => html.push_str("A number, rounded once into each format."),
        (None, _) => html.push_str("A special value, by name."),
    }
    if let Some((meaning, spelling)) = read_text(text).ok().and_then(|reading| reading.otherwise) {
        html.push(' ');
        button(html, &["type ", &spelling].concat(), "quiet", "", &["read it as ", meaning].concat());
    }
}

fn pressed(yes: bool) -> &'static str {
    if yes { "aria-pressed=\"true\"" } else { "aria-pressed=\"false\"" }
}

/// The formats in which bits could be read, and their bytes the other way round.
fn read_as(html: &mut String, subject: &Subject) {
    let Some(source) = subject.source.map(|source| source.format) else { return };
    let several = same_width(source.width()).count() > 1;
    open_group(html, "group", "Read the bits as", if several { "read as" } else { "" });
    for format in same_width(source.width()).filter(|_| several) {
        button(html, &["read ", format.name].concat(), "", pressed(format.name == source.name), format.name);
    }
    if source.width() > 8 {
        button(html, "turn", "quiet", "title=\"Read the bytes in the other order\"", "reverse bytes");
    }
    html.push_str("</div>");
}

fn modes(html: &mut String, now: Mode) {
    open_group(html, "group", "Rounding mode", "rounding");
    for mode in Mode::ALL {
        button(html, &["mode ", mode.name()].concat(), "", pressed(mode == now), mode.name());
    }
    for piece in ["<span class=\"words\">", now.words(), "</span></div>"] {
        html.push_str(piece);
    }
}

/// Numbers worth a look, in the format that is looked at.
fn picks(html: &mut String, format: &'static Format) {
    open_group(html, "group picks", "Numbers worth a look", &["of ", format.name].concat());
    let infinity = format.infinity().unwrap_or(0);
    let ieee = format.encoding == Encoding::Ieee;
    for (name, bits, there) in [
        ("largest", format.largest(), true),
        ("smallest normal", format.smallest_normal(), format.is_floating()),
        ("smallest subnormal", 1, format.is_floating()),
        ("infinity", infinity, infinity != 0),
        ("NaN", format.default_nan, format.nan().is_some()),
        ("signaling NaN", format.exponent_mask() | 1, ieee),
        ("-0", format.sign_mask(), format.has_negative_zero()),
    ] {
        if there {
            button(html, &format!("pick {bits:x}"), "", "", name);
        }
    }
    html.push_str("</div>");
}
