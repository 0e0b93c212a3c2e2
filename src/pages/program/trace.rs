//! The chosen line under the explorer's eyes: operands, rounding and steps, drawn by its own parts.

use super::Ran;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::copy::copy_button;
use crate::components::dynamic::{flag, part, text};
use crate::components::html::{self, sentence};
use crate::pages::explore::{Operands, Steps, drawings};
use crate::state::app_state::{AppState, Shown};
use crate::state::program::Executed;
use leptos::context::Provider;
use leptos::prelude::*;
use std::sync::Arc;

/// The text of a statement, and what ran in its place.
fn headed(executed: &Executed, statement: usize) -> String {
    let code = executed.code(statement);
    executed.became(statement).map_or_else(|| code.to_owned(), |became| [code, " → ", became].concat())
}

/// The section.
#[component]
pub fn Trace(ran: Ran) -> impl IntoView {
    let shown = Memo::new(move |_| {
        ran.explorer.arrived.track();
        let statement = ran.chosen.get()?;
        let evaluated = ran.executed.with(|executed| executed.evaluated(statement))?;
        Some(Shown { evaluated: Arc::new(evaluated), stale: false })
    });
    // The explorer's parts look at what an explorer shows: here at one that shows the chosen line.
    let inside = ran.explorer.showing(shown);
    let traced = Memo::new(move |_| shown.with(Option::is_some));
    let code = move || ran.chosen.get().map(|statement| ran.executed.with(|executed| headed(executed, statement))).unwrap_or_default();
    let line = move || ran.chosen.get().map(|statement| ran.executed.with(|executed| executed.line_of(statement))).unwrap_or(0);
    let href = move || ran.chosen.get().and_then(|statement| ran.executed.with(|executed| executed.link(statement))).unwrap_or_default();
    let joined = move || {
        ran.chosen.get().and_then(|statement| ran.executed.with(|executed| executed.joined(statement).map(|(_, said)| sentence(said))))
    };
    let why = move || {
        [shown.with(|shown| shown.as_ref().map(said).unwrap_or_default()), joined().map(|said| [" ", &said].concat()).unwrap_or_default()]
            .concat()
    };
    let body = part(move || {
        if !traced.get() {
            return view! { <p class="none">"Nothing is computed here. Choose a line with an instruction that runs."</p> }.into_any();
        }
        view! {
            <p class="why"><b>"Why"</b><span inner_html=text(why)></span></p>
            <div class="table-and-microscope">
                <Operands fixed=true />
                <section class="rounding" aria-label="Rounding">{drawings(inside)}</section>
            </div>
            <Steps />
        }
        .into_any()
    });
    let link = part(move || traced.get().then(|| view! { <a class="open" href=text(href)>"open in the explorer"</a> }).into_any());
    view! {
        <section class="trace" aria-labelledby="trace-title">
            <div class="trace-head">
                <h2 id="trace-title">{text(move || format!("Line {}", line()))}</h2>
                <code>{text(code)}</code>
                {link}
                {explanation_button(ran.explorer, shown)}
            </div>
            <Provider value=inside>{body}</Provider>
        </section>
    }
}

/// A button that puts the line with all its steps on the clipboard.
fn explanation_button(explorer: AppState, shown: Memo<Option<Shown>>) -> AnyView {
    let none = flag(move || shown.with(Option::is_none));
    let content = move || shown.get_untracked().map(|shown| shown.evaluated.explanation(&explorer.link()));
    view! { <span hidden=none>{copy_button(Some("quiet"), "copy as text", content)}</span> }.into_any()
}

fn said(shown: &Shown) -> String {
    let evaluated = &shown.evaluated;
    (0..evaluated.lanes()).map(|lane| ["<span>", &html::sentence(&evaluated.why(lane)), "</span>"].concat()).collect()
}
