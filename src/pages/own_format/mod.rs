//! A format of one's own, or one of the table: its facts, its codes on a line, and the reals that are rounded to each of them.
//!
//! What is shown follows from the query alone (see [`query`]). A name that is none stays in the box with the reason; the last format stays below.

mod choose;
mod line;

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::bits::BitRow;
use crate::components::copy::copy_from;
use crate::components::dynamic::{flag, part, text};
use crate::components::entry::{button, number_box, open_group, says};
use crate::components::examples::{Example, invitation};
use crate::components::sections::Sections;
use crate::components::value::Value;
use crate::pages::formats::codes::{Codes, has_codes};
use crate::state::address::Page;
use crate::state::app_state::AppState;
use crate::state::history::{Change, EditLabel};
use crate::state::number::Subject;
use leptos::prelude::*;
use semantics::number::{F32, Format, Pattern};
use semantics::rounding::Mode;
use view_model::pages::formats::conversion::{Conversion, convert};
use view_model::pages::formats::row::{closer_look, decimal_of};
use view_model::pages::own_format::query::{MODES, Query, named};
use view_model::pages::own_format::{facts, query};
use view_model::pages::rounding::modes::Rounded;
use wasm_bindgen::JsCast;

const EXAMPLES: &[Example] = &[
    ("FP8", "formats/own?v=1&f=E4M3&n=0.1"),
    ("FP4, all 16 codes", "formats/own?v=1&f=e2m1f&n=2.5"),
    ("FP6", "formats/own?v=1&f=e3m2f&n=0.1&x=log"),
    ("no subnormal numbers", "formats/own?v=1&f=e3m3z&n=0.05&z=2"),
    ("what overflows", "formats/own?v=1&f=e3m4&b=70&z=4"),
    ("towards zero", "formats/own?v=1&f=e3m2&n=-0.7&m=rz&z=1"),
];

/// What the parts of the page share.
#[derive(Clone, Copy)]
struct Shared {
    explorer: AppState,
    query: Memo<Query>,
    /// The format of the name, or the last one.
    format: Memo<&'static Format>,
    /// The number in the format and what it is the value of, or the last one.
    number: Memo<(Pattern, Subject)>,
}

impl Shared {
    fn change(&self, query: &Query, change: Change) {
        self.explorer.set_query(Page::OwnFormat, &query.written(), change);
    }

    fn edit(&self, part: &'static str, query: &Query) {
        self.change(query, Change::Edit(EditLabel::OwnFormat(part)));
    }

    fn set_bits(&self, bits: u64) {
        self.edit("b", &self.query.get_untracked().with_bits(bits));
    }

    fn pattern(&self) -> Signal<Pattern> {
        let number = self.number;
        Memo::new(move |_| number.with(|number| number.0)).into()
    }

    fn conversion(&self) -> Conversion {
        let format = self.format.get();
        self.number.with(|(_, subject)| convert(subject, format, self.query.get().mode))
    }
}

/// The page.
#[component]
pub fn OwnFormat() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let read = Memo::new(move |_| Query::read(&explorer.query(Page::OwnFormat)));
    let query = Memo::new(move |_| read.get().0);
    let refused = move || query.with(|query| named(&query.name).err());
    let format = Memo::new(move |old: Option<&&'static Format>| {
        query.with(|query| named(&query.name)).ok().or(old.copied()).or(named("e3m4").ok()).unwrap_or(F32::ROW)
    });
    let said = Memo::new(move |_| query.with(|query| query.number(format.get()).err()).unwrap_or_default());
    let number = Memo::new(move |old: Option<&(Pattern, Subject)>| {
        let format = format.get();
        let last = || old.filter(|(pattern, _)| pattern.format.name == format.name).cloned();
        let zero = || (Pattern::new(format, 0), Subject::of(Pattern::new(format, 0), ""));
        query.with(|query| query.number(format)).ok().or_else(last).unwrap_or_else(zero)
    });
    let shared = Shared { explorer, query, format, number };
    Effect::new(move |_| {
        explorer.subject.set(["the format ", format.get().name].concat());
        let notices = read.get().1;
        explorer.notify(notices);
    });
    let unfolded = RwSignal::new(0u64);
    let click = move |event: web_sys::MouseEvent| act(shared, unfolded, &event);
    let pattern = shared.pattern();
    let edit = Callback::new(move |pattern: Pattern| shared.set_bits(pattern.bits));
    let wrong = move || said.with(|said| !said.is_empty());
    // What stands below is that of the last format and the last number, where one of them means nothing.
    let old = move || wrong() || refused().is_some();
    let input = move |typed: String| {
        if !explorer.refuses(typed.len()) {
            shared.change(&Query { typed, bits: None, ..query.get_untracked() }, Change::Typing);
        }
    };
    let in_box = move || query.with(|query| if query.bits.is_some() { ["0x", &pattern.get().hex()].concat() } else { query.typed.clone() });
    let sentence = Memo::new(move |_| {
        let conversion = shared.conversion();
        number.with(|(pattern, subject)| match subject.source {
            Some(_) => format!("{} bits, read as a number of {}.", pattern.format.width(), pattern.format.name),
            None => conversion.sentence(subject, query.get().mode),
        })
    });
    let words = move || if said.with(String::is_empty) { sentence.get() } else { said.get() };
    let closer = move || closer_look(&shared.conversion(), &sentence.get(), 0, unfolded.get());
    let rounded = Memo::new(move |_| {
        let rounded = number.with(|(_, subject)| Rounded::of(&subject.literal, format.get()));
        rounded.map(|rounded| (rounded.line(), rounded.table())).unwrap_or_default()
    });
    let codes = move || {
        let format = format.get();
        if has_codes(format) { view! { <Codes format pattern open=Signal::stored(true) /> }.into_any() } else { ().into_any() }
    };
    let label = move || ["bits of ", format.get().name].concat();
    view! {
        <main id="main" class="own-page" on:click=click>
            <Sections />
            <h1 class="unseen">"A format of one's own"</h1>
            {invitation("A format by its fields, and the reals that round to each of its codes.", EXAMPLES)}
            {choose::choose(shared, refused)}
            <section class="entry" aria-label="The number">
                {number_box("Number or bits in the format", in_box, wrong, input, |_| {})}
                {says("number", wrong, words)}
                <div class="choices" inner_html=text(move || modes(query.get().mode))></div>
            </section>
            <div class="follows" class:stale=flag(old)>
            <section class="of-number" aria-label="The number in the format">
                <div class="one"><BitRow name=Signal::derive(label) pattern edit /></div>
                <Value of=Signal::derive(move || format.get().name.to_owned()) pattern edit=Some(edit) />
            </section>
            {line::line(shared)}
            <section class="range" aria-label="The range" inner_html=text(move || facts::range(format.get()))></section>
            <section class="closer" aria-label="The number, closely" inner_html=text(closer)></section>
            <section class="rounding-page modes-line" hidden=flag(move || rounded.with(|rounded| rounded.0.is_empty())) aria-label="Four modes">
                <div class="line" inner_html=text(move || rounded.with(|rounded| rounded.0.clone()))></div>
                <div class="scroll" role="region" aria-label="Results" tabindex="0" inner_html=text(move || rounded.with(|rounded| rounded.1.clone()))></div>
            </section>
            <p class="steps" inner_html=text(move || facts::steps(&query.get(), pattern.get()))></p>
            {part(codes)}
            </div>
        </main>
    }
}

fn modes(now: Mode) -> String {
    let mut html = String::new();
    open_group(&mut html, "group", "Rounding mode", "rounding");
    for mode in MODES {
        button(&mut html, &["mode ", mode.name()].concat(), mode == now, mode.name(), "");
    }
    html.push_str(&["<span class=\"words\">", now.words(), "</span></div>"].concat());
    html
}

/// Runs the action of the button that was pressed, if one was.
fn act(shared: Shared, unfolded: RwSignal<u64>, event: &web_sys::MouseEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let Some(button) = target.and_then(|target| target.closest("[data-do]").ok().flatten()) else { return };
    let action = button.get_attribute("data-do").unwrap_or_default();
    let (verb, word) = action.split_once(' ').unwrap_or((&action, ""));
    let now = shared.query.get_untracked();
    let pattern = shared.number.with_untracked(|number| number.0);
    let hex = |word: &str| u64::from_str_radix(word, 16).ok();
    match verb {
        "preset" => shared.edit("f", &Query { name: word.to_owned(), ..now }),
        "mode" => {
            if let Some(mode) = MODES.into_iter().find(|mode| mode.name() == word) {
                shared.edit("m", &Query { mode, ..now });
            }
        }
        "axis" => shared.edit("x", &Query { is_log: word == "log", ..now }),
        "zoom" => {
            let zoom = if word == "in" { (now.zoom + 1).min(query::MOST_ZOOM) } else { now.zoom.saturating_sub(1) };
            shared.edit("z", &Query { zoom, ..now });
        }
        "down" | "up" => {
            if let Some(next) = if verb == "up" { pattern.next_up() } else { pattern.next_down() } {
                shared.set_bits(next.bits);
            }
        }
        "pick" => drop(hex(word).map(|bits| shared.set_bits(bits))),
        "code" => drop(word.rsplit(' ').next().and_then(hex).map(|bits| shared.set_bits(bits))),
        "fold" => unfolded.update(|unfolded| *unfolded ^= 1 << word.parse::<u32>().unwrap_or(0).min(63)),
        "copy" => {
            let digits = word.parse().ok().and_then(|which| decimal_of(&untrack(|| shared.conversion()), which));
            copy_from(&button, &digits.unwrap_or_default());
        }
        _ => {}
    }
}
