//! The text: coloured lines under the transparent text that is edited, as in the explorer's box. The caret chooses the line.

use super::Ran;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{text, when};
use crate::pages::explore::{paint, take_long};
use crate::state::address::{LARGEST, LONGEST};
use crate::state::browser;
use crate::state::language::later;
use crate::state::program::{is_module, runs_as_kernel};
use leptos::html::Textarea;
use leptos::prelude::*;
use semantics::instruction::Context;
use semantics::syntax::lex;
use view_model::pages::program::editor::{byte_of, painted};

/// The editor with its line numbers.
#[component]
pub fn Editor(ran: Ran) -> impl IntoView {
    let explorer = ran.explorer;
    let area = NodeRef::<Textarea>::new();
    let numbers = move || {
        let count = explorer.program.with(|listing| listing.text.matches('\n').count() + 1);
        (1..=count).map(|line| format!("{line}\n")).collect::<String>()
    };
    let module = Memo::new(move |_| explorer.program.with(|listing| runs_as_kernel(&listing.text)));
    let follow = move || {
        let Some(area) = area.get_untracked() else { return };
        let caret = area.selection_end().ok().flatten().unwrap_or(0) as usize;
        let at = ran.executed.with_untracked(|executed| executed.statement_at(byte_of(&executed.module.text, caret)));
        if let Some(statement) = at {
            explorer.choose_line(statement);
        }
    };
    // A module may be longer than a link; its page says so.
    let takes = |text: &str| text.len() <= LARGEST && is_module(text);
    // What is pasted is there to be run, not to be typed on.
    let leave = move || area.get_untracked().map(|area| area.blur());
    let insert = move |event: web_sys::InputEvent| {
        let Some(long) = browser::too_long(&event, LONGEST) else { return };
        let text = browser::copied(long.clone(), LARGEST);
        if takes(&text) {
            leave();
            explorer.type_program(text);
        } else {
            take_long(explorer, long);
        }
    };
    let input = move |event: web_sys::Event| {
        let text = event_target_value(&event);
        let is_module = takes(&text);
        if is_module || !explorer.refuses(text.len()) {
            if is_module && pasted(&event) {
                leave();
            }
            explorer.type_program(text);
            follow();
        } else if let Some(area) = area.get_untracked() {
            area.set_value(&explorer.program.with_untracked(|listing| listing.text.clone()));
        }
    };
    let key = move |event: web_sys::KeyboardEvent| {
        if matches!(event.key().as_str(), "ArrowUp" | "ArrowDown" | "Home" | "End" | "PageUp" | "PageDown") {
            follow();
        }
    };
    view! {
        <section class="text" aria-label="Program text">
            <pre class="numbers" aria-hidden="true">{text(numbers)}</pre>
            <div class="editor">
                <pre class="paint" aria-hidden="true" inner_html=text(move || match module.get() {
                    true => explorer.program.with(|listing| of_kernel(&listing.text, &explorer.context.get())),
                    false => ran.executed.with(|executed| painted(executed)),
                })></pre>
                <textarea
                    id="box"
                    node_ref=area
                    wrap="off"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    placeholder="C or CUDA C++, instructions of PTX one a line, or a kernel"
                    aria-label="Program"
                    aria-invalid=when(move || ran.executed.with(|executed| executed.module.diagnostics.iter().any(|one| one.is_error())))
                    prop:value=text(move || explorer.program.with(|listing| listing.text.clone()))
                    on:beforeinput=insert
                    on:input=input
                    on:click=move |_| follow()
                    on:keyup=key
                    on:blur=move |_| explorer.commit()
                ></textarea>
            </div>
        </section>
    }
}

/// A module, or C, in colours.
fn of_kernel(text: &str, context: &Context) -> String {
    match later().filter(|_| !is_module(text)) {
        Some(later) => {
            let compiled = (later.compiled)(text, context).0;
            paint(text, &compiled.tokens, &compiled.diagnostics, "", |_| String::new())
        }
        None => paint(text, &lex(text), &[], "", |_| String::new()),
    }
}

/// Whether an input is a paste.
fn pasted(event: &web_sys::Event) -> bool {
    let kind = js_sys::Reflect::get(event, &"inputType".into()).ok().and_then(|kind| kind.as_string());
    kind.is_some_and(|kind| kind.starts_with("insertFrom"))
}
