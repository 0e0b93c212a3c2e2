//! The section of what is made of an instruction or a call.

use super::further::further;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, text};
use crate::state::evaluated::Evaluated;
use crate::state::explorer::Explorer;
use leptos::prelude::*;
use semantics::instruction::Meaning;

/// The section; hidden where the instruction is one machine instruction of its own, or the call runs whole.
#[component]
pub fn MachineCode() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let content = Memo::new(move |_| {
        explorer.arrived.track();
        explorer.shown.get().and_then(|shown| (further()?.code)(&shown.evaluated)).unwrap_or_default()
    });
    Effect::new(move |_| {
        if explorer.shown.get().is_some_and(|shown| has_code(&shown.evaluated)) {
            explorer.fetch_languages();
        }
    });
    view! {
        <section class="assembly" aria-labelledby="assembly-title" hidden=flag(move || content.with(String::is_empty))>
            <div inner_html=text(move || content.get())></div>
        </section>
    }
}

/// Whether the assembler makes several machine instructions of what ran.
fn has_code(evaluated: &Evaluated) -> bool {
    let meaning = evaluated.run.only().and_then(|block| block.computed).map(|(request, _)| request.form.meaning);
    matches!(meaning, Some(Meaning::Approximation | Meaning::Divide | Meaning::Reciprocal | Meaning::SquareRoot))
}
