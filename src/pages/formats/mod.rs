//! The format page: any pattern or number in every format at once, and by how much each conversion misses.
//!
//! What is shown follows from three things that the address holds: bits in a format, the text if a number was typed, and the rounding
//! mode. A typed number is rounded into every format from its exact value, never from another format. What is only shown is markup;
//! its buttons name an action in `data-do`, and one listener runs it.

mod action;
pub mod codes;
mod entry;
mod row;

use crate::components::attributes::GlobalAttributes;
use crate::components::dynamic::flag;
use crate::components::examples::{Example, invitation};
use crate::components::highlight::light;
use crate::components::section_scheduler::turn;
use crate::components::sections::Sections;
use crate::state::app_state::AppState;
use crate::state::history::Change;
use crate::state::number::{Reading, Subject, read_text, settled};
use conversion::{Conversion, convert};
use entry::Entry;
use leptos::html::Main;
use leptos::prelude::*;
use row::FormatRow;
use semantics::number::{Format, Pattern, shown};
use view_model::pages::formats::conversion;
use wasm_bindgen::JsCast;

/// What the parts of the page share. Cheap to copy: it holds only handles of signals.
#[derive(Clone, Copy)]
pub struct Shared {
    explorer: AppState,
    /// The value that is shown.
    subject: Memo<Subject>,
    /// Which rows are open, a bit each.
    open: RwSignal<u32>,
    /// Which long decimals are shown whole, a bit each.
    unfolded: RwSignal<u64>,
    /// What was typed last, and the state that it stands for: once the state is another, the text is out of date.
    draft: RwSignal<String>,
    stands_for: StoredValue<(Pattern, String)>,
    /// Whether the draft counts.
    drafting: RwSignal<bool>,
    /// The text in the box.
    text: Memo<String>,
    /// Why it means nothing; empty if it means something.
    wrong: Memo<String>,
}

impl Shared {
    fn new(explorer: AppState) -> Shared {
        let (draft, drafting) = (RwSignal::new(String::new()), RwSignal::new(false));
        let stands_for = StoredValue::new((explorer.number.get_untracked(), String::new()));
        let text = Memo::new(move |_| {
            let now = (explorer.number.get(), explorer.typed.get());
            let (number, typed) = &now;
            // Both are read whatever comes of it, so that a change of either is noticed.
            let (text, counts) = (draft.get(), drafting.get());
            match stands_for.with_value(|state| *state == now) {
                true if counts => text,
                _ if typed.is_empty() => ["0x", &number.hex()].concat(),
                _ => typed.clone(),
            }
        });
        Shared {
            explorer,
            subject: Memo::new(move |_| explorer.typed.with(|typed| Subject::of(explorer.number.get(), typed))),
            open: RwSignal::new(bit_of(explorer.number.get_untracked().format)),
            unfolded: RwSignal::new(0),
            draft,
            stands_for,
            drafting,
            text,
            wrong: Memo::new(move |_| text.with(|text| read_text(text).err()).unwrap_or_default()),
        }
    }

    /// Takes a text as the new number; one that means nothing only stands in the box.
    fn take(&self, text: String, change: Change) {
        let explorer = &self.explorer;
        if explorer.refuses(text.len()) {
            return;
        }
        let before = (explorer.number.get_untracked(), explorer.typed.get_untracked());
        let after = match read_text(&text) {
            Ok(Reading { literal, .. }) => settled(&text, &literal, before.0.format, explorer.mode.get_untracked()),
            Err(_) => before.clone(),
        };
        self.stands_for.set_value(after.clone());
        self.draft.set(text);
        self.drafting.set(true);
        if after != before {
            explorer.number.set(after.0);
            explorer.typed.set(after.1);
            explorer.record(change);
        }
    }

    fn conversion(&self, format: &'static Format) -> Memo<Conversion> {
        let (subject, mode) = (self.subject, self.explorer.mode);
        Memo::new(move |_| subject.with(|subject| convert(subject, format, mode.get())))
    }

    /// Opens the row of a format and leaves the others as they are.
    fn open_row(&self, format: &Format) {
        self.open.update(|open| *open |= bit_of(format));
    }
}

/// All rows open.
fn every() -> u32 {
    (1 << shown().count()) - 1
}

fn bit_of(format: &Format) -> u32 {
    shown().position(|known| known == format).map_or(0, |index| 1 << index)
}

/// Numbers in several spellings.
const EXAMPLES: &[Example] = &[
    ("0.1", "formats?v=1&n=0.1"),
    ("2^-126", "formats?v=1&n=2%5E-126"),
    ("0x1.8p3", "formats?v=1&n=0x1.8p3"),
    ("7bff", "formats?v=1&f=F16&b=7bff"),
    ("0x7f800001", "formats?v=1&b=7f800001"),
];

/// The page.
#[component]
pub fn Formats() -> impl IntoView {
    let shared = Shared::new(expect_context::<AppState>());
    // While the text means nothing, the window is named after it.
    Effect::new(move |_| {
        let wrong = shared.wrong.with(|wrong| !wrong.is_empty());
        shared.explorer.subject.set(if wrong { shared.text.get() } else { String::new() });
    });
    let stage = NodeRef::<Main>::new();
    let lit = move |target: Option<web_sys::EventTarget>| {
        if let Some(stage) = stage.get_untracked() {
            light(&stage, target.and_then(|target| target.dyn_into().ok()));
        }
    };
    let row = |(index, format)| turn(move || view! { <FormatRow index format shared /> }.into_any());
    view! {
        <main
            id="main"
            node_ref=stage
            class="formats"
            on:click=move |event| action::run(shared, &event)
            on:pointerover=move |event| lit(event.target())
            on:pointerleave=move |_| lit(None)
            on:focusin=move |event| lit(event.target())
        >
            <Sections />
            <h1 class="unseen">"One number in every format"</h1>
            {invitation("One number in every format, bit by bit.", EXAMPLES)}
            {turn(move || view! { <Entry shared /> }.into_any())}
            <div class="rows" class:stale=flag(move || shared.wrong.with(|wrong| !wrong.is_empty()))>
                {shown().enumerate().map(row).collect_view()}
            </div>
        </main>
    }
}
