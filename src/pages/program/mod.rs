//! Several instructions over one register file: the text with each line's result, every register, and the steps of the chosen line.

mod editor;
mod lines;
mod trace;
mod watch;

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::text;
use crate::components::light::light;
use crate::components::sections::Sections;
use crate::state::explorer::Explorer;
use crate::state::listing::Listing;
use crate::state::program::Executed;
use editor::Editor;
use leptos::html::Main;
use leptos::prelude::*;
use lines::Lines;
use semantics::number::OperandType;
use semantics::program::example::EXAMPLES;
use std::sync::Arc;
use trace::Trace;
use wasm_bindgen::JsCast;
use watch::Watch;

/// What the parts of the page share. Cheap to copy.
#[derive(Clone, Copy)]
struct Ran {
    explorer: Explorer,
    /// The program after its run.
    executed: Memo<Arc<Executed>>,
    /// The statement that is shown.
    chosen: Memo<Option<usize>>,
}

/// All hex digits of a register; of a predicate its bit.
fn hex(own: OperandType, bits: u64) -> String {
    let digits = own.hex(bits);
    if own.is_predicate() { digits } else { ["0x", &digits].concat() }
}

/// The page.
#[component]
pub fn ProgramPage() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let listing = explorer.program;
    // What runs, without the line that is looked at: choosing one runs nothing.
    let source = Memo::new(move |_| listing.with(|listing| (listing.text.clone(), listing.registers.clone())));
    let executed = Memo::new(move |_| source.with(|(text, registers)| Arc::new(Executed::new(text, registers, &explorer.context.get()))));
    let chosen = Memo::new(move |_| executed.with(|executed| executed.chosen(listing.with(|listing| listing.line))));
    let ran = Ran { explorer, executed, chosen };
    let stage = NodeRef::<Main>::new();
    let lit = move |target: Option<web_sys::EventTarget>| {
        if let Some(stage) = stage.get_untracked() {
            light(&stage, target.and_then(|target| target.dyn_into().ok()));
        }
    };
    let example = Memo::new(move |_| source.with(|(text, _)| EXAMPLES.iter().position(|example| example.text == text)));
    Effect::new(move |_| {
        let title = example.get().and_then(|index| EXAMPLES.get(index)).map_or("", |example| example.title);
        explorer.subject.set(if title.is_empty() { "Program".into() } else { [title, " · Program"].concat() });
    });
    let open = move |event: web_sys::Event| {
        let index = event_target_value(&event).parse::<usize>().ok();
        if let Some(example) = index.and_then(|index| EXAMPLES.get(index)) {
            explorer.open_program(Listing::of(example));
        }
    };
    let options =
        EXAMPLES.iter().enumerate().map(|(index, example)| view! { <option value=index.to_string()>{example.title}</option> }.into_any());
    let value = text(move || example.get().map(|index| index.to_string()).unwrap_or_default());
    let about = text(move || {
        example
            .get()
            .and_then(|index| EXAMPLES.get(index))
            .map_or("Instructions run from top to bottom over one set of registers.", |example| example.about)
            .to_owned()
    });
    view! {
        <main
            id="main"
            node_ref=stage
            class="program"
            on:pointerover=move |event| lit(event.target())
            on:pointerleave=move |_| lit(None)
            on:focusin=move |event| lit(event.target())
        >
            <Sections />
            <div class="program-head">
                <h1>"Program"</h1>
                <select id="example" aria-label="Example" prop:value=value on:change=open>
                    <option value="">"your own"</option>
                    {options.collect_view()}
                </select>
                <p>{about}</p>
            </div>
            <div class="listing">
                <Editor ran />
                <Lines ran />
            </div>
            <Watch ran />
            <Trace ran />
        </main>
    }
}
