//! What is to be said about the text: an error under its place with the ways out, a number that could be opened, or what the form does.

use super::command::bare_number;
use crate::components::html::sentence;
use crate::state::explorer::Explorer;
use leptos::prelude::*;
use semantics::instruction::Evidence;
use semantics::syntax::Diagnostic;

/// The line under the box. It keeps its height whatever it says, and says nothing of errors while someone types.
#[component]
pub fn Messages(
    /// Whether keys are being pressed right now.
    typing: RwSignal<bool>,
) -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let number = Memo::new(move |_| {
        let taken = explorer.parsed.with(|parsed| parsed.accepted().is_some());
        if taken { None } else { explorer.text.with(|text| bare_number(text)) }
    });
    let content = move || {
        if let Some((pattern, typed)) = number.get() {
            let open = move |_| explorer.open_number(pattern, typed.clone());
            return view! {
                <p class="offer">
                    {format!("A number, not an instruction: {} in {}. ", pattern.shortest_decimal(), pattern.format.name)}
                    <button type="button" class="fix" on:click=open>"Open in Formats (Enter)"</button>
                </p>
            }
            .into_any();
        }
        let errors: Vec<Diagnostic> =
            explorer.parsed.with(|parsed| parsed.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).cloned().collect());
        if errors.is_empty() || typing.get() {
            return view! { <p class="summary" inner_html=move || explorer.shown.get().map(|shown| about(&shown.evaluated)).unwrap_or_default()></p> }
                .into_any();
        }
        // One line: the first error that can be mended by a click, and how many others there are.
        let shown = errors.iter().find(|error| !error.fixes.is_empty()).or(errors.first());
        shown.map(|error| one_error(explorer, error, errors.len() - 1)).into_any()
    };
    view! { <div id="messages" class="messages" aria-live="polite">{content}</div> }
}

fn one_error(explorer: Explorer, error: &Diagnostic, others: usize) -> AnyView {
    let column = explorer.text.with_untracked(|text| text.get(..error.span.start).map_or(0, |before| before.chars().count()));
    let fixes = error.fixes.iter().take(4).map(|fix| {
        let change = fix.change.clone();
        view! { <button type="button" class="fix" on:click=move |_| explorer.mend(&change)>{fix.label.clone()}</button> }.into_any()
    });
    view! {
        <p class="error" style=format!("--column:{}", column.min(60))>
            <span class="pointer" aria-hidden="true">"▴"</span>
            <span inner_html=sentence(&error.message)></span>
            {fixes.collect_view()}
            {(others > 0).then(|| view! { <span class="others">{format!("and {others} more")}</span> })}
        </p>
    }
    .into_any()
}

fn about(evaluated: &crate::state::evaluated::Evaluated) -> String {
    let row = evaluated.instruction.form.row;
    let flush = evaluated.request.rules().subnormals == semantics::rounding::Subnormals::Flush;
    let mut text = row.summary.to_owned();
    if flush {
        text.push_str(" Subnormal operands and results become zero.");
    }
    sentence(&text)
}

/// How we know: the evidence of the form and where to read on.
#[component]
pub fn About() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let content = move || {
        let shown = explorer.shown.get()?;
        let row = shown.evaluated.instruction.form.row;
        let (detail, link) = match row.evidence {
            Evidence::Documented(section) => (format!("NVIDIA PTX ISA 8.8, section {section}"), true),
            Evidence::Measured { by, date } => (format!("{by}, {date}"), false),
            Evidence::Modelled(why) => (why.to_owned(), false),
        };
        let word = row.evidence.word();
        let name = if link {
            view! { <a href="https://docs.nvidia.com/cuda/parallel-thread-execution/#floating-point-instructions">{detail}</a> }.into_any()
        } else {
            view! { <span>{detail}</span> }.into_any()
        };
        Some(view! {
            <dl>
                <dt>"Form"</dt>
                <dd><code>{row.syntax}</code></dd>
                <dt>"Evidence"</dt>
                <dd><span class=format!("badge {word}")>{word}</span>" "{name}</dd>
                <dt>"Flags"</dt>
                <dd>{shown.evaluated.flags()}". These are the exceptions of IEEE 754; NVIDIA's hardware raises none."</dd>
            </dl>
        })
    };
    view! { <section class="about" aria-labelledby="about-title"><h2 id="about-title">"How we know"</h2>{content}</section> }
}

/// Notes of the text and of the registers.
#[component]
pub fn Notes() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let notes = move || {
        let mut notes: Vec<String> = explorer.parsed.with(|parsed| {
            parsed.diagnostics.iter().filter(|diagnostic| !diagnostic.is_error()).map(|diagnostic| diagnostic.message.clone()).collect()
        });
        let unset = explorer.shown.get().map(|shown| unset_registers(explorer, &shown.evaluated)).unwrap_or_default();
        if !unset.is_empty() {
            let verb = if unset.len() == 1 { "was never set and reads" } else { "were never set and read" };
            notes.push(format!("{} {verb} as zero.", unset.join(", ")));
        }
        notes
    };
    let list = move || {
        let notes = notes();
        (!notes.is_empty()).then(|| {
            let items = notes.into_iter().map(|note| view! { <li inner_html=sentence(&note)></li> }.into_any()).collect_view();
            view! { <section class="notes" aria-labelledby="notes-title"><h2 id="notes-title">"Notes"</h2><ul>{items}</ul></section> }
        })
    };
    view! { {list} }
}

fn unset_registers(explorer: Explorer, evaluated: &crate::state::evaluated::Evaluated) -> Vec<String> {
    let mut unset: Vec<String> = Vec::new();
    for place in evaluated.places() {
        if place.source.is_none() || place.register.is_empty() || unset.contains(&place.register) {
            continue;
        }
        if explorer.registers.with(|registers| registers.get(&place.register).is_none()) {
            unset.push(place.register);
        }
    }
    unset
}
