//! The format page: any pattern or number in every format at once, and by how much each conversion misses.
//!
//! What is shown follows from three things that the address holds: bits in a format, the text if a number was typed, and the rounding
//! mode. A typed number is rounded into every format from its exact value, never from another format.

mod conversion;
mod decimal;
mod entry;
mod formula;
mod row;

use crate::components::light::light;
use crate::state::browser;
use crate::state::explorer::Explorer;
use crate::state::number::Subject;
use conversion::{Conversion, convert};
use entry::Entry;
use leptos::html::Main;
use leptos::prelude::*;
use row::FormatRow;
use semantics::number::{FORMATS, Format};
use wasm_bindgen::JsCast;

/// What the rows share. Cheap to copy: it holds only handles of signals.
#[derive(Clone, Copy)]
pub struct Shared {
    explorer: Explorer,
    /// The value that is shown.
    subject: Memo<Subject>,
    /// Which rows are open, a bit each.
    open: RwSignal<u32>,
}

impl Shared {
    fn conversion(&self, format: &'static Format) -> Memo<Conversion> {
        let (subject, mode) = (self.subject, self.explorer.mode);
        Memo::new(move |_| subject.with(|subject| convert(subject, format, mode.get())))
    }

    /// Every row as a line of text: name, fields in binary, hex, decimal, and how the conversion ended.
    fn as_text(&self) -> String {
        let explorer = &self.explorer;
        let typed = explorer.typed.get_untracked();
        let (number, mode) = (explorer.number.get_untracked(), explorer.mode.get_untracked());
        let what = if typed.is_empty() { format!("{} 0x{}", number.format.name, number.hex()) } else { typed };
        let mut text = format!("{what}, rounded {}\n", mode.words());
        self.subject.with_untracked(|subject| {
            for format in FORMATS {
                let conversion = convert(subject, format, mode);
                let pattern = conversion.pattern;
                let line =
                    [format.name, &pattern.binary(), &["0x", &pattern.hex()].concat(), &pattern.shortest_decimal(), &conversion.short()];
                text.push_str(&line.join("\t"));
                text.push('\n');
            }
        });
        text.push_str(&explorer.link());
        text.push('\n');
        text
    }

    /// Opens the row of a format and leaves the others as they are.
    fn open_row(&self, format: &Format) {
        self.open.update(|open| *open |= bit_of(format));
    }
}

/// All rows open.
const EVERY: u32 = (1 << FORMATS.len()) - 1;

fn bit_of(format: &Format) -> u32 {
    FORMATS.iter().position(|known| known.name == format.name).map_or(0, |index| 1 << index)
}

/// The page.
#[component]
pub fn Formats() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let subject = Memo::new(move |_| explorer.typed.with(|typed| Subject::of(explorer.number.get(), typed)));
    let open = RwSignal::new(bit_of(explorer.number.get_untracked().format));
    let shared = Shared { explorer, subject, open };
    let stage = NodeRef::<Main>::new();
    let lit = move |target: Option<web_sys::EventTarget>| {
        if let Some(stage) = stage.get_untracked() {
            light(&stage, target.and_then(|target| target.dyn_into().ok()));
        }
    };
    let wrong = RwSignal::new(false);
    let rows = FORMATS.iter().enumerate().map(|(index, format)| view! { <FormatRow index format shared /> }.into_any()).collect_view();
    view! {
        <main
            id="main"
            node_ref=stage
            class="formats"
            on:pointerover=move |event| lit(event.target())
            on:pointerleave=move |_| lit(None)
            on:focusin=move |event| lit(event.target())
        >
            <h1 class="unseen">"One number in every format"</h1>
            <Entry shared wrong />
            <div class="rows" class:stale=move || wrong.get()>
                {rows}
            </div>
        </main>
    }
}

/// A button that puts a text on the clipboard and says that it did.
fn copy_button(label: &'static str, what: &'static str, text: impl Fn() -> String + 'static) -> AnyView {
    let done = RwSignal::new(false);
    let copy = move |_| {
        browser::copy(&text());
        done.set(true);
        set_timeout(move || done.set(false), core::time::Duration::from_millis(1600));
    };
    view! {
        <button type="button" class="quiet" aria-label=move || if done.get() { "copied".to_owned() } else { format!("copy {what}") } on:click=copy>
            {move || if done.get() { "copied" } else { label }}
        </button>
    }
    .into_any()
}
