//! Rounding: one number and the four modes on a number line, the interval they enclose it in, and what rounding twice does.
//!
//! What is shown follows from the query alone (see [`query`]). A text that means nothing stays in the box; the last number stays below.

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, text};
use crate::components::entry::number_box;
use crate::components::examples::{Example, invitation};
use crate::components::sections::Sections;
use crate::components::value::Value;
use crate::state::address::Page;
use crate::state::app_state::AppState;
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use modes::Rounded;
use query::{Query, targets};
use semantics::number::{F64, Pattern};
use semantics::rounding::Literal;
use twice::{Twice, examples};
use view_model::pages::rounding::{choices, modes, number, picks, query, twice};
use wasm_bindgen::JsCast;

const EXAMPLES: &[Example] = &[
    ("0.1 to half", "formats/rounding?v=1&n=0.1&f=F16"),
    ("a tie: 2049 to half", "formats/rounding?v=1&n=2049&f=F16"),
    ("65520 to half", "formats/rounding?v=1&n=65520&f=F16"),
    ("2^24 + 1 to single", "formats/rounding?v=1&n=16777217&f=F32"),
    ("1/3 to bfloat16", "formats/rounding?v=1&n=1/3&f=BF16"),
];

/// The page.
#[component]
pub fn Rounding() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let read = Memo::new(move |_| Query::read(&explorer.query(Page::Rounding)));
    let query = Memo::new(move |_| read.get().0);
    Effect::new(move |_| {
        let (query, notices) = read.get();
        explorer.subject.set([query.typed.as_str(), " rounded to ", query.format.name].concat());
        explorer.notify(notices);
    });
    let change = move |query: Query, change: Change| explorer.set_query(Page::Rounding, &query.written(), change);
    let said = Memo::new(move |_| query.with(|query| number(&query.typed, query.format).err()).unwrap_or_default());
    // The last number stays while the text means nothing.
    let literal = Memo::new(move |old: Option<&Option<Literal>>| {
        query.with(|query| number(&query.typed, query.format).ok()).or_else(|| old.cloned().flatten())
    });
    let drawn = Memo::new(move |_| {
        let rounded = literal.with(|literal| literal.as_ref().and_then(|literal| Rounded::of(literal, query.get().format)));
        rounded.map(|rounded| (rounded.line(), rounded.table())).unwrap_or_default()
    });
    let found = StoredValue::new(examples());
    let double = Memo::new(move |_| {
        let first = found.with_value(|found| found.first().map_or(0, |(_, twice)| twice.double.bits));
        query.get().double.unwrap_or(first)
    });
    let pattern: Signal<Pattern> = Memo::new(move |_| Pattern::new(F64::ROW, double.get())).into();
    let edit = Callback::new(move |pattern: Pattern| {
        change(Query { double: Some(pattern.bits), ..query.get_untracked() }, Change::Edit(EditLabel::RoundingDoubleBits))
    });
    let click = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let Some(action) =
            target.and_then(|target| target.closest("[data-do]").ok().flatten()).and_then(|button| button.get_attribute("data-do"))
        else {
            return;
        };
        let (verb, word) = action.split_once(' ').unwrap_or((&action, ""));
        let now = query.get_untracked();
        match verb {
            "format" => {
                if let Some(format) = targets().find(|format| format.name == word) {
                    change(Query { format, ..now }, Change::Edit(EditLabel::RoundingFormat));
                }
            }
            "type" => change(Query { typed: word.to_owned(), ..now }, Change::Edit(EditLabel::RoundingText)),
            _ => change(Query { double: u64::from_str_radix(word, 16).ok(), ..now }, Change::Edit(EditLabel::RoundingDouble)),
        }
    };
    let input = move |typed| change(Query { typed, ..query.get_untracked() }, Change::Typing);
    let wrong = move || said.with(|said| !said.is_empty());
    view! {
        <main id="main" class="rounding-page" on:click=click>
            <Sections />
            <h1 class="unseen">"Rounding on the number line"</h1>
            {invitation("One number rounded in four ways, and what rounding twice does.", EXAMPLES)}
            <section class="entry" aria-label="The number">
                {number_box("Number to round", move || query.get().typed, wrong, input, |_| {})}
                <div class="under" class:error=flag(wrong)>
                    <p id="number-says" class="says" role="status">{text(move || said.with(|said| if said.is_empty() { "The exact value of the text, rounded once.".to_owned() } else { said.clone() }))}</p>
                </div>
                <div class="choices" inner_html=text(move || choices(&query.get()))></div>
            </section>
            <section class="modes-line" class:stale=flag(wrong) aria-label="Four modes">
                <div class="line" inner_html=text(move || drawn.with(|(line, _)| line.clone()))></div>
                <div class="scroll" role="region" aria-label="Results" tabindex="0" inner_html=text(move || drawn.with(|(_, table)| table.clone()))></div>
            </section>
            <section class="twice" aria-labelledby="twice-title">
                <h2 id="twice-title">"Rounded twice: double → single → half"</h2>
                <p class="presets" role="group" aria-label="Examples found by trying the neighbours of ties" inner_html=text(move || found.with_value(|found| picks(found, double.get())))></p>
                <Value of=Signal::stored("the double".to_owned()) pattern edit=Some(edit) />
                <div class="ways" inner_html=text(move || Twice::of(double.get()).ways())></div>
                <p class="under-table">"The examples are found by trying the neighbours of ties between halves; type any other double, or step with the arrow keys. Twice towards zero, twice down or twice up is the same as once."</p>
            </section>
        </main>
    }
}
