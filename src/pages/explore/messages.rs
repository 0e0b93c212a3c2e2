//! What is to be said about the text: an error under its place with the ways out, a number that could be opened, or what the form does.

use super::command::bare_number;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, heard, part, text};
use crate::components::evidence::push_evidence;
use crate::components::html::{push_text, sentence};
use crate::pages::debug::links;
use crate::state::cuda::Called;
use crate::state::evaluated::{Evaluated, Kind};
use crate::state::explorer::Explorer;
use crate::state::language::{Language, Reading, language};
use leptos::prelude::*;
use semantics::number::{F64, Float, Pattern};
use semantics::sass::{asked_word, machine_word};
use semantics::syntax::Diagnostic;

/// The line under the box. It keeps its height whatever it says, and says nothing of errors while someone types.
#[component]
pub fn Messages(
    /// Whether keys are being pressed right now.
    typing: RwSignal<bool>,
) -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let number = Memo::new(move |_| {
        let taken = explorer.parsed.with(|parsed| parsed.is_accepted()) || explorer.text.with(|text| language(text) == Language::Word);
        if taken { None } else { explorer.text.with(|text| bare_number(text)) }
    });
    let content = part(move || {
        if let Some((pattern, typed)) = number.get() {
            let open = move |_| explorer.open_number(pattern, typed.clone());
            let as_word = explorer.text.with(|text| machine_word(text)).map(|(word, _)| word);
            return view! {
                <p class="offer">
                    {format!("A number, not an instruction: {} in {}. ", pattern.shortest_decimal(), pattern.format.name)}
                    <button type="button" class="fix" on:click=heard(open)>"Open in Formats (Enter)"</button>
                    {as_word.map(|word| view! { " " <button type="button" class="fix" on:click=heard(move |_| explorer.replace_text(asked_word(word)))>"Read as a machine word"</button> })}
                </p>
            }
            .into_any();
        }
        if let Some(double) = other_reading(explorer) {
            return double;
        }
        let errors: Vec<Diagnostic> =
            explorer.parsed.with(|parsed| parsed.diagnostics().iter().filter(|diagnostic| diagnostic.is_error()).cloned().collect());
        if errors.is_empty() || typing.get() {
            return view! { <p class="summary" inner_html=text(move || explorer.shown.get().map(|shown| about(&shown.evaluated)).unwrap_or_default())></p> }
                .into_any();
        }
        // One line: the most particular error that can be mended by a click, and how many others there are.
        let mendable = errors.iter().filter(|error| !error.fixes.is_empty());
        let shown = mendable.min_by_key(|error| error.span.len()).or(errors.first());
        shown.map(|error| one_error(explorer, error, errors.len() - 1)).into_any()
    });
    view! { <div id="messages" class="messages" aria-live="polite">{content}</div> }
}

/// The other thing that 16 hex digits may be: of a machine word the double.
fn other_reading(explorer: Explorer) -> Option<AnyView> {
    let word = explorer.text.with(|text| machine_word(text)).map(|(word, _)| word)?;
    let about = match explorer.shown.get().filter(|shown| !shown.stale) {
        Some(shown) => sentence(&shown.evaluated.summary()),
        None => explorer
            .parsed
            .with(|parsed| parsed.diagnostics().iter().find(|one| one.is_error()).map(|one| sentence(&one.message)))
            .unwrap_or_default(),
    };
    let double = Pattern::new(F64::ROW, word);
    let open = move |_| explorer.open_number(double, String::new());
    Some(
        view! {
            <p class="offer">
                <span inner_html=about></span>
                {" As a double the bits are "}
                {double.shortest_decimal()}
                ". "
                <button type="button" class="fix" on:click=heard(open)>"Open in Formats"</button>
            </p>
        }
        .into_any(),
    )
}

fn one_error(explorer: Explorer, error: &Diagnostic, others: usize) -> AnyView {
    let column = explorer.text.with_untracked(|text| text.get(..error.span.start).map_or(0, |before| before.chars().count()));
    let fixes = error.fixes.iter().take(4).map(|fix| {
        let change = fix.change.clone();
        view! { <button type="button" class="fix" on:click=heard(move |_| explorer.mend(&change))>{fix.label.clone()}</button> }.into_any()
    });
    view! {
        <p class="error" style=("--column", column.min(60).to_string())>
            <span class="pointer" aria-hidden="true">"▴"</span>
            <span inner_html=sentence(&error.message)></span>
            {fixes.collect_view()}
            <span class="others">{if others > 0 { format!("and {others} more") } else { String::new() }}</span>
        </p>
    }
    .into_any()
}

fn about(evaluated: &Evaluated) -> String {
    sentence(&evaluated.summary())
}

/// How we know: the evidence of the form and where to read on.
#[component]
pub fn About() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let facts = text(move || explorer.shown.get().map(|shown| facts(&shown.evaluated)).unwrap_or_default());
    // The debug page varies PTX; a line of machine code has no such links.
    let debug =
        text(move || explorer.shown.with(|shown| shown.as_ref().map(|shown| debug(&explorer, &shown.evaluated)).unwrap_or_default()));
    view! {
        <section class="about" aria-labelledby="about-title">
            <h2 id="about-title"><a href="#/how">"How we know"</a></h2>
            <dl inner_html=facts></dl>
            <p class="onward" inner_html=debug></p>
        </section>
    }
}

/// Links that take the instruction and its operands to the debug page.
fn debug(explorer: &Explorer, evaluated: &Evaluated) -> String {
    let Some(computed) = evaluated.ptx() else { return String::new() };
    let width = computed.request.source_type(0).width();
    let (text, context) = (explorer.text.get(), explorer.context.get());
    let mut html = String::from("<a href=\"");
    push_text(&mut html, &links::cases(&text, context));
    html.push_str("\">Find cases</a> <a href=\"");
    push_text(&mut html, &explorer.registers.with(|registers| links::explain(&text, registers, context, width)));
    html.push_str("\">Explain a wrong bit</a>");
    html
}

fn facts(evaluated: &Evaluated) -> String {
    let mut html = String::from("<dt>Form</dt><dd><code>");
    push_text(&mut html, evaluated.syntax());
    html.push_str("</code></dd><dt>Evidence</dt><dd>");
    push_evidence(&mut html, evaluated.evidence());
    if let Kind::Call(called) = &evaluated.kind {
        of_call(&mut html, called);
    }
    html.push_str("</dd><dt>Flags</dt><dd>");
    if evaluated.is_approximate() {
        html.push_str("none: approximations are outside IEEE 754, and NVIDIA's hardware raises none.</dd>");
        return html;
    }
    push_text(&mut html, &evaluated.flag_words());
    html.push_str(". These are the exceptions of IEEE 754; NVIDIA's hardware raises none.</dd>");
    html
}

/// What is known of a call besides: how the PTX behind it is known, and its documented error.
fn of_call(html: &mut String, called: &Called) {
    let row = called.call.function.row;
    if !called.lines.is_empty() {
        html.push_str("</dd><dt>Its PTX</dt><dd>");
        push_evidence(html, row.evidence);
    }
    if !row.accuracy.is_empty() {
        html.push_str("</dd><dt>Documented error</dt><dd>");
        html.push_str(&sentence(if row.accuracy == "0" { "0: rounded once" } else { row.accuracy }));
    }
}

/// Notes of the text and of the registers.
#[component]
pub fn Notes() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let notes = Memo::new(move |_| {
        let mut notes: Vec<String> = explorer.parsed.with(|parsed| {
            parsed
                .diagnostics()
                .iter()
                .filter(|diagnostic| !diagnostic.is_error())
                .map(|diagnostic| sentence(&diagnostic.message))
                .collect()
        });
        let unset = explorer.shown.get().map(|shown| unset_registers(explorer, &shown.evaluated)).unwrap_or_default();
        let example = explorer.parsed.with(|parsed| matches!(**parsed, Reading::Sass(_)));
        let verb = match (unset.len(), example) {
            (0, _) => "",
            (1, true) => " was never set and holds an example value.",
            (_, true) => " were never set and hold example values.",
            (1, false) => " was never set and reads as zero.",
            (_, false) => " were never set and read as zero.",
        };
        if !verb.is_empty() {
            notes.push(sentence(&[&unset.join(", "), verb].concat()));
        }
        if let Some(predicate) = unset_guard(explorer) {
            notes.push(sentence(&[&predicate, " was never set and lets the instruction run."].concat()));
        }
        notes.iter().map(|note| ["<li>", note, "</li>"].concat()).collect::<String>()
    });
    view! {
        <section class="notes" aria-labelledby="notes-title" hidden=flag(move || notes.with(String::is_empty))>
            <h2 id="notes-title">"Notes"</h2>
            <ul inner_html=text(move || notes.get())></ul>
        </section>
    }
}

/// The predicate of a guard that nobody set; machine code has an example value for it.
fn unset_guard(explorer: Explorer) -> Option<String> {
    let shown = explorer.shown.get().filter(|shown| shown.evaluated.ptx().is_some())?;
    let (predicate, _) = shown.evaluated.guard()?;
    explorer.registers.with(|registers| registers.get(&predicate).is_none()).then_some(predicate)
}

fn unset_registers(explorer: Explorer, evaluated: &Evaluated) -> Vec<String> {
    if let Some(ran) = evaluated.sass() {
        return ran.examples.iter().map(|(name, _)| name.clone()).collect();
    }
    let mut unset: Vec<String> = Vec::new();
    for place in evaluated.rows() {
        if place.source.is_none() || place.register.is_empty() || unset.contains(&place.register) {
            continue;
        }
        if explorer.registers.with(|registers| registers.get(&place.register).is_none()) {
            unset.push(place.register);
        }
    }
    unset
}
