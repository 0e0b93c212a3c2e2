//! Several instructions over one register file: the text with each line's result, every register, and the steps of the chosen line. A module
//! of PTX runs as a kernel instead.

mod editor;
mod elsewhere;
mod files;
mod kernel;
mod lines;
mod trace;
mod watch;

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, part, text};
use crate::components::highlight::light;
use crate::components::lazy::{Build, Loading, NotLoaded, chunk_within, piece};
use crate::components::section_scheduler::turn;
use crate::components::sections::Sections;
use crate::pages::explore::load;
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::listing::Listing;
use crate::state::program::{Executed, is_module, runs_as_kernel};
use editor::Editor;
use kernel::Editing;
use kernel::examples::{EXAMPLES as KERNELS, Example};
use leptos::html::Main;
use leptos::prelude::*;
use leptos::task::spawn_local;
use lines::Lines;
use semantics::c::is_python;
use semantics::kernel::example::EXAMPLES;
use semantics::sass::is_kernel;
use std::sync::Arc;
use trace::Trace;
use view_model::pages::program::hex;
use wasm_bindgen::JsCast;
use watch::Observer;

/// What the parts of the page share. Cheap to copy.
#[derive(Clone, Copy)]
struct Ran {
    explorer: AppState,
    /// The program after its run.
    executed: Memo<Arc<Executed>>,
    /// The statement that is shown.
    chosen: Memo<Option<usize>>,
}

// Most programs are no module.
piece!(kernel, kernel_view -> Build, kernel::view);

/// The same for C, which needs what reads it.
async fn c_view() -> Result<Build, NotLoaded> {
    load().await?;
    kernel_view().await
}

/// The page.
#[component]
pub fn ProgramPage() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let listing = explorer.program;
    // What runs, without the line that is looked at: choosing one runs nothing.
    let source = Memo::new(move |_| listing.with(|listing| (listing.text.clone(), listing.registers.clone())));
    let module = Memo::new(move |_| source.with(|(text, _)| runs_as_kernel(text)));
    // C stays in view beside what it becomes.
    let is_c = Memo::new(move |_| source.with(|(text, _)| module.get() && !is_module(text)));
    // The text of a module is put away.
    let toggled = Memo::new(move |_| module.get() && !is_c.get());
    let executed = Memo::new(move |_| {
        source.with(|(text, registers)| {
            // A module is no program: its page reads it.
            let text = if module.get() { "" } else { text };
            Arc::new(Executed::new(text, registers, &explorer.context.get()))
        })
    });
    let chosen = Memo::new(move |_| executed.with(|executed| executed.chosen(listing.with(|listing| listing.line))));
    let ran = Ran { explorer, executed, chosen };
    let stage = NodeRef::<Main>::new();
    let lit = move |target: Option<web_sys::EventTarget>| {
        if let Some(stage) = stage.get_untracked() {
            light(&stage, target.and_then(|target| target.dyn_into().ok()));
        }
    };
    // C and kernels first, then programs of PTX.
    let titles =
        || KERNELS.iter().map(|one| (one.title, one.about, one.text)).chain(EXAMPLES.iter().map(|one| (one.title, one.about, one.text)));
    let example = Memo::new(move |_| source.with(|(text, _)| titles().position(|(.., example)| example == text)));
    Effect::new(move |_| {
        let title = example.get().and_then(|index| titles().nth(index)).map_or("", |(title, ..)| title);
        explorer.subject.set(if title.is_empty() { "Program".into() } else { [title, " · Program"].concat() });
    });
    let open = move |event: web_sys::Event| {
        let index = event_target_value(&event).parse::<usize>().ok();
        let Some(index) = index else { return };
        let program = || EXAMPLES.get(index - KERNELS.len()).map(Listing::of);
        if let Some(listing) = KERNELS.get(index).map(Example::listing).or_else(program) {
            explorer.open_program(listing);
        }
    };
    let options = titles().enumerate().map(|(index, (title, ..))| view! { <option value=index.to_string()>{title}</option> }.into_any());
    let value = text(move || example.get().map(|index| index.to_string()).unwrap_or_default());
    let about = text(move || {
        example
            .get()
            .and_then(|index| titles().nth(index))
            .map_or(
                if source.with(|(text, _)| is_python(text)) {
                    "Python becomes PTX, and each operation rounds by itself. Each line shows what it last wrote, and how far that is off."
                } else if source.with(|(text, _)| is_kernel(text)) {
                    "Machine code becomes PTX that computes the same. Each line shows what it last wrote, and how far that is off."
                } else if is_c.get() {
                    "C becomes the PTX that nvcc makes of it. Each line shows what it last wrote, and how far that is off."
                } else if module.get() {
                    "A kernel runs thread by thread; each line shows what it last wrote, and how far that is off."
                } else {
                    "Instructions run from top to bottom over one set of registers."
                },
                |(_, about, _)| about,
            )
            .to_owned()
    });
    let editing = RwSignal::new(false);
    provide_context(Editing(editing));
    let body = move || {
        let caret = focused();
        editing.set(module.get() && !is_c.get() && caret.is_some());
        if let Some(caret) = caret {
            // As soon as the new box stands: the next key must find it.
            spawn_local(async move { put_caret(caret) });
        }
        if module.get() {
            let hidden = flag(move || !editing.get() && !is_c.get());
            let load: fn() -> Loading = if is_c.get() { || Box::pin(c_view()) } else { || Box::pin(kernel_view()) };
            view! { <div class="listing module" hidden=hidden><Editor ran /></div>{chunk_within(load)} }.into_any()
        } else {
            view! {
                <div class="listing">
                    {turn(move || view! { <Editor ran /> }.into_any())}
                    {turn(move || view! { <Lines ran /> }.into_any())}
                </div>
                {turn(move || view! { <Observer ran /> }.into_any())}
                {turn(move || view! { <Trace ran /> }.into_any())}
            }
            .into_any()
        }
    };
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
                {files::files(explorer, toggled, editing)}
            </div>
            {elsewhere::elsewhere(ran)}
            {turn(move || part(body).into_any())}
        </main>
    }
}

/// Where the caret stands in the box, while somebody types there.
fn focused() -> Option<u32> {
    let area = browser::element::<web_sys::HtmlTextAreaElement>("box")?;
    let active = document().active_element()?;
    if active.id() == "box" { area.selection_end().ok().flatten() } else { None }
}

/// Lets typing go on in the box that has taken the other's place.
fn put_caret(caret: u32) {
    if let Some(area) = browser::element::<web_sys::HtmlTextAreaElement>("box") {
        let _ = area.focus();
        let _ = area.set_selection_range(caret, caret);
    }
}
