//! The section of what is made of an instruction or a call.

use super::further::further;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, text};
use crate::state::app_state::{AppState, Shown};
use crate::state::evaluated::Evaluated;
use leptos::prelude::*;
use semantics::instruction::sass::is_wide;

/// The section; hidden where nothing is known of it, and a button where the table has to be fetched first.
#[component]
pub fn MachineCode() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let content = Memo::new(move |_| {
        explorer.arrived.track();
        explorer.shown.get().and_then(|shown| (further()?.code)(&shown.evaluated)).unwrap_or_default()
    });
    Effect::new(move |_| {
        if explorer.shown.get().is_some_and(|shown| has_code(&shown.evaluated)) {
            explorer.fetch_languages();
        }
    });
    // The table of the assembler's code comes with the other languages, so it is asked for.
    let offered = Memo::new(move |_| {
        let target = |shown: Shown| shown.evaluated.reading.is_ptx().then_some(shown.evaluated.reading.context().target);
        explorer.shown.get().filter(|_| !explorer.arrived.get()).and_then(target).filter(|target| is_wide(*target))
    });
    view! {
        <section class="assembly" aria-label="Code" hidden=flag(move || content.with(String::is_empty) && offered.get().is_none())>
            <p hidden=flag(move || offered.get().is_none())>
                <button type="button" on:click=on_event(move |_: web_sys::MouseEvent| explorer.fetch_languages())>
                    {text(move || offered.get().map(|target| format!("machine code for {target}")).unwrap_or_default())}
                </button>
            </p>
            <div inner_html=text(move || content.get())></div>
        </section>
    }
}

/// Whether the assembler makes several machine instructions of what ran.
fn has_code(evaluated: &Evaluated) -> bool {
    let computed = evaluated.run.only().and_then(|block| block.computed);
    computed.is_some_and(|(request, _)| request.form.meaning.elementary().is_some())
}
