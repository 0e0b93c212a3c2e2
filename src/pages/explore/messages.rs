//! What is to be said about the text: an error under its place with the ways out, a number that could be opened, or what the form does.

use super::further::further;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, heard, part, text};
use crate::components::evidence::push_evidence;
use crate::components::html::{push_text, sentence};
use crate::pages::debug::links;
use crate::state::address::{Address, Page};
use crate::state::evaluated::Evaluated;
use crate::state::explorer::Explorer;
use crate::state::language::Read;
use crate::state::number::bare_number;
use crate::state::queries::Queries;
use leptos::prelude::*;
use semantics::language::Fact;
use semantics::number::{F64, Pattern};
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
        let taken = explorer.reading.with(|reading| reading.as_ref().is_none_or(|reading| reading.is_accepted())) || is_word(explorer);
        if taken { None } else { explorer.text.with(|text| bare_number(text)) }
    });
    let content = part(move || {
        if let Some((pattern, typed)) = number.get() {
            let open = move |_| explorer.open_number(pattern, typed.clone());
            let as_word = explorer.text.with(|text| machine_word(text)).map(|(word, _)| word);
            return view! {
                <p class="offer">
                    {format!("A number, not an instruction: {} in {}. ", pattern.value_text(), pattern.format.name)}
                    <button type="button" class="fix" on:click=heard(open)>"Open in Formats (Enter)"</button>
                    {as_word.map(|word| view! { " " <button type="button" class="fix" on:click=heard(move |_| explorer.replace_text(asked_word(word)))>"Read as a machine word"</button> })}
                </p>
            }
            .into_any();
        }
        if let Some(double) = other_reading(explorer) {
            return double;
        }
        if explorer.text.with(|text| text.trim().is_empty()) {
            return view! { <p class="summary">"Type an instruction, an expression, a call, a machine word or a number, or take one of the examples."</p> }.into_any();
        }
        let (errors, notes): (Vec<_>, Vec<_>) = diagnostics(explorer).into_iter().partition(Diagnostic::is_error);
        let note = notes.iter().find(|note| !note.fixes.is_empty());
        if let Some(note) = note.filter(|_| errors.is_empty()) {
            return one_message(explorer, "note", note, 0);
        }
        if errors.is_empty() || typing.get() {
            return view! { <p class="summary" inner_html=text(move || explorer.shown.get().map(|shown| about(&shown.evaluated)).unwrap_or_default())></p> }
                .into_any();
        }
        // One line: the most particular error that can be mended by a click, and how many others there are.
        // Where nothing runs, the first says what the text is not.
        let runs = explorer.shown.with(Option::is_some);
        let mendable = errors.iter().filter(|error| runs && !error.fixes.is_empty());
        let shown = mendable.min_by_key(|error| error.span.len()).or(errors.first());
        shown.map(|error| one_message(explorer, "error", error, errors.len() - 1)).into_any()
    });
    view! { <div id="messages" class="messages" aria-live="polite">{content}</div> }
}

/// Whether the text is read as a machine word.
fn is_word(explorer: Explorer) -> bool {
    let is_ptx = explorer.reading.with(|reading| reading.as_ref().is_some_and(Read::is_ptx));
    !is_ptx && explorer.text.with(|text| machine_word(text).is_some())
}

fn diagnostics(explorer: Explorer) -> Vec<Diagnostic> {
    explorer.reading.with(|reading| reading.as_ref().map(|reading| reading.diagnostics().into_owned())).unwrap_or_default()
}

/// The other thing that 16 hex digits may be: of a machine word the double.
fn other_reading(explorer: Explorer) -> Option<AnyView> {
    let word = explorer.text.with(|text| machine_word(text)).map(|(word, _)| word).filter(|_| is_word(explorer))?;
    let about = match explorer.shown.get().filter(|shown| !shown.stale) {
        Some(shown) => sentence(&shown.evaluated.reading.summary()),
        None => diagnostics(explorer).iter().find(|one| one.is_error()).map(|one| sentence(&one.message)).unwrap_or_default(),
    };
    let double = Pattern::new(F64::ROW, word);
    let open = move |_| explorer.open_number(double, String::new());
    Some(
        view! {
            <p class="offer">
                <span inner_html=about></span>
                {" As a double the bits are "}
                {double.value_text()}
                ". "
                <button type="button" class="fix" on:click=heard(open)>"Open in Formats"</button>
            </p>
        }
        .into_any(),
    )
}

/// An error or a note under its place, with its ways out.
fn one_message(explorer: Explorer, class: &'static str, error: &Diagnostic, others: usize) -> AnyView {
    let column = explorer.text.with_untracked(|text| text.get(..error.span.start).map_or(0, |before| before.chars().count()));
    let fixes = error.fixes.iter().take(4).map(|fix| {
        let change = fix.change.clone();
        view! { <button type="button" class="fix" on:click=heard(move |_| explorer.mend(&change))>{fix.label.clone()}</button> }.into_any()
    });
    view! {
        <p class=class style=("--column", column.min(60).to_string())>
            <span class="pointer" aria-hidden="true">"▴"</span>
            <span inner_html=sentence(&error.message)></span>
            {fixes.collect_view()}
            <span class="others">{if others > 0 { format!("and {others} more") } else { String::new() }}</span>
        </p>
    }
    .into_any()
}

fn about(evaluated: &Evaluated) -> String {
    sentence(&evaluated.reading.summary())
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

/// Links that take the instruction and its operands to the debug page, those of a tensor core to the page of one dot product.
fn debug(explorer: &Explorer, evaluated: &Evaluated) -> String {
    let Some(block) = evaluated.run.only().filter(|_| evaluated.reading.is_ptx()) else {
        let Some(query) = further().and_then(|further| (further.dot)(evaluated)) else { return String::new() };
        let queries = Queries::of(Page::Tensor, &query);
        let address = Address { page: Page::Tensor, queries, context: explorer.context.get(), ..Address::default() };
        let mut html = String::from("<a href=\"");
        push_text(&mut html, &address.written());
        html.push_str("\">See the sum, and what other chips make of it</a>");
        return html;
    };
    let bare = |name: &str| name.trim_start_matches('%').to_owned();
    let width = |name: &str| block.read.iter().find(|value| bare(&value.name) == bare(name)).map_or(1, |value| value.own.width());
    let (text, context) = (explorer.text.get(), explorer.context.get());
    let mut html = String::from("<a href=\"");
    push_text(&mut html, &links::cases(&text, context));
    html.push_str("\">Find cases</a> <a href=\"");
    push_text(&mut html, &explorer.registers.with(|registers| links::explain(&text, registers, context, width)));
    html.push_str("\">Explain a wrong bit</a>");
    html
}

fn facts(evaluated: &Evaluated) -> String {
    let mut html = String::new();
    let form = evaluated.reading.syntax();
    if !form.is_empty() {
        html.push_str("<dt>Form</dt><dd><code>");
        push_text(&mut html, form);
        html.push_str("</code></dd>");
    }
    let evidence = evaluated.run.evidence().map(|evidence| Fact::Known("Evidence", evidence));
    for fact in evidence.into_iter().chain(evaluated.reading.facts(&evaluated.run)) {
        let (Fact::Known(title, _) | Fact::Said(title, _)) = fact;
        for part in ["<dt>", title, "</dt><dd>"] {
            html.push_str(part);
        }
        match &fact {
            Fact::Known(_, evidence) => push_evidence(&mut html, *evidence),
            Fact::Said(_, text) => html.push_str(&sentence(text)),
        }
        html.push_str("</dd>");
    }
    html.push_str("<dt>Flags</dt><dd>");
    if evaluated.run.is_approximate() {
        html.push_str("none: approximations are outside IEEE 754, and NVIDIA's hardware raises none.</dd>");
        return html;
    }
    push_text(&mut html, &evaluated.flag_words());
    html.push_str(". These are the exceptions of IEEE 754; NVIDIA's hardware raises none.</dd>");
    html
}

/// Notes of the text and of the registers.
#[component]
pub fn Notes() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let notes = Memo::new(move |_| {
        let said = diagnostics(explorer);
        let mut notes: Vec<String> = said.iter().filter(|said| !said.is_error()).map(|said| sentence(&said.message)).collect();
        if let Some(shown) = explorer.shown.get() {
            let evaluated = &shown.evaluated;
            let examples = explorer.registers.with(|registers| evaluated.reading.examples(&registers.file));
            let examples: Vec<&str> = examples.iter().map(|(name, _)| name.as_str()).collect();
            never_set(&mut notes, &examples, ["holds an example value", "hold example values"]);
            never_set(&mut notes, &evaluated.run.unset(), ["reads as zero", "read as zero"]);
            for (predicate, _) in evaluated.run.assumed() {
                notes.push(sentence(&[predicate, " was never set and lets the instruction run."].concat()));
            }
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

/// A note on registers that nobody set.
fn never_set(notes: &mut Vec<String>, names: &[&str], [one, many]: [&str; 2]) {
    match names {
        [] => {}
        [name] => notes.push(sentence(&format!("{name} was never set and {one}."))),
        names => notes.push(sentence(&format!("{} were never set and {many}.", names.join(", ")))),
    }
}
