//! Beside each line what it did: the register, its value and the flags; under a wrong line what is wrong, with the ways out.

use super::{Ran, hex};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{maybe, part, text};
use crate::components::html::{push_text, sentence};
use crate::state::browser;
use crate::state::program::Executed;
use leptos::prelude::*;
use semantics::kernel::module::{Code, Content};
use semantics::run::StoppedBy;
use semantics::syntax::Diagnostic;

/// The rows, one a statement, each on the line on which it begins.
#[component]
pub fn Lines(ran: Ran) -> impl IntoView {
    let count = Memo::new(move |_| ran.executed.with(|executed| executed.module.statements.len()));
    let key = move |event: web_sys::KeyboardEvent| {
        let Some(now) = ran.chosen.get_untracked() else { return };
        let to = match event.key().as_str() {
            "ArrowDown" => now + 1,
            "ArrowUp" => now.saturating_sub(1),
            "Home" => 0,
            "End" => count.get_untracked().saturating_sub(1),
            _ => return,
        };
        event.prevent_default();
        if to < count.get_untracked() {
            ran.explorer.choose_line(to);
            if let Some(button) = browser::element::<web_sys::HtmlElement>(&format!("line-{to}")) {
                let _ = button.focus();
            }
        }
    };
    view! {
        <ol class="lines" aria-label="What each line does" on:keydown=key>
            {part(move || (0..count.get()).map(|statement| row(ran, statement)).collect_view().into_any())}
        </ol>
    }
}

fn row(ran: Ran, statement: usize) -> AnyView {
    let html = Memo::new(move |_| ran.executed.with(|executed| did(executed, statement)));
    let place = Memo::new(move |_| ran.executed.with(|executed| executed.line_of(statement)));
    let wrong = Memo::new(move |_| ran.executed.with(|executed| said(executed, statement)));
    let current = move || ran.chosen.get() == Some(statement);
    let messages = part(move || wrong.get().into_iter().map(|one| message(ran, one)).collect_view().into_any());
    view! {
        <li style=("--line", move || place.get().to_string())>
            <button
                type="button"
                id=format!("line-{statement}")
                aria-current=maybe(move || current().then(|| "true".to_owned()))
                tabindex=text(move || if current() { "0" } else { "-1" }.to_owned())
                on:click=move |_| ran.explorer.choose_line(statement)
                inner_html=text(move || html.get())
            ></button>
            {messages}
        </li>
    }
    .into_any()
}

/// What is to be said of a statement: its most particular error, or its notes.
fn said(executed: &Executed, statement: usize) -> Vec<Diagnostic> {
    let errors = || executed.module.said(statement).filter(|one| one.is_error());
    let best = errors().filter(|one| !one.fixes.is_empty()).min_by_key(|one| one.span.len()).or_else(|| errors().next());
    best.into_iter().cloned().collect()
}

fn message(ran: Ran, said: Diagnostic) -> AnyView {
    let fixes = said.fixes.into_iter().take(3).map(|fix| {
        let change = fix.change;
        view! { <button type="button" class="fix" on:click=move |_| ran.explorer.mend_program(&change)>{fix.label}</button> }.into_any()
    });
    view! { <p class="says" role="alert"><span inner_html=sentence(&said.message)></span>" "{fixes.collect_view()}</p> }.into_any()
}

/// The row's markup: the code for those who do not see it beside, what was written, and the flags.
fn did(executed: &Executed, statement: usize) -> String {
    let mut html = String::from("<code class=\"code\">");
    push_text(&mut html, executed.code(statement));
    html.push_str("</code> ");
    let mut add = |class: &str, text: &str| {
        for part in ["<span class=\"", class, "\">"] {
            html.push_str(part);
        }
        push_text(&mut html, text);
        html.push_str("</span> ");
    };
    let Some(block) = executed.block(statement) else {
        match executed.module.statements.get(statement).map(|statement| &statement.content) {
            Some(Content::Declaration(_)) => add("note", "declares"),
            Some(Content::Directive) => {}
            _ => match executed.line(statement).map(|line| &line.code) {
                Some(Code::Branch(_) | Code::Switch { .. }) => add("note", "goes on elsewhere"),
                Some(Code::Return | Code::Exit) => add("note", "ends here"),
                Some(Code::Nothing) => add("note", "changes nothing here"),
                _ => add("note wrong", "does not run"),
            },
        }
        return html;
    };
    match &block.stopped_by {
        Some(StoppedBy::Guard(guard)) => {
            add("note", &["not run: ", guard, " says no"].concat());
            return html;
        }
        Some(StoppedBy::Absent(sentence)) => {
            add("note", sentence);
            return html;
        }
        Some(StoppedBy::Missing(register, by)) => {
            add("note wrong", &["does not run: ", register, " comes from ", by, ", which does not run here; give it a value"].concat());
            return html;
        }
        Some(StoppedBy::End(_, sentence)) => {
            add("note wrong", sentence);
            return html;
        }
        None => {}
    }
    if executed.joined(statement).is_some_and(|(joins, _)| joins) {
        add("note", "one fma with a product");
    }
    for written in &block.written {
        add("register", &written.name);
        add("decimal", &written.own.decimal(written.bits));
        add("hex", &hex(written.own, written.bits));
    }
    if block.computed.is_some() {
        let plain = if block.approximate { "approximation" } else { "exact" };
        let names: Vec<&str> = block.flags.names().collect();
        let assumed =
            block.assumed.as_ref().map(|(name, bits)| [" · ", name, " unset, so ", &bits.to_string()].concat()).unwrap_or_default();
        let unset = if block.unset.is_empty() { String::new() } else { [" · ", &block.unset.join(", "), " unset, so 0"].concat() };
        add("flag", &[if names.is_empty() { plain.into() } else { names.join(", ") }, assumed, unset].concat());
    }
    html
}
