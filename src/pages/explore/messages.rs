//! What is to be said about the text: an error under its place with the ways out, a number that could be opened, or what the form does.

use super::further::further;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, part, text};
use crate::components::evidence::push_evidence;
use crate::components::html::{push_text, sentence};
use crate::pages::debug::links;
use crate::state::address::{Address, Page};
use crate::state::app_state::AppState;
use crate::state::evaluated::Evaluated;
use crate::state::language::Read;
use crate::state::queries::Queries;
use leptos::prelude::*;
use semantics::language::Fact;
use semantics::number::{F64, Pattern};
use semantics::sass::{asked_word, machine_word};
use semantics::syntax::{Choice, Diagnostic};

/// What stands under the box. Equal ones are not drawn again.
#[derive(Clone, PartialEq)]
enum Said {
    /// The text is begun: what completes it.
    Begun(String),
    /// The text is read as a machine word; what that says, as markup.
    Word(u64, String),
    /// There is no text.
    Blank,
    /// An error or a note, and how many others there are.
    Message(&'static str, Diagnostic, usize),
    /// What the instruction does.
    Summary,
}

/// The line under the box. It keeps its height whatever it says, and says nothing of errors while someone types.
#[component]
pub fn Messages(
    /// Whether keys are being pressed right now.
    typing: RwSignal<bool>,
) -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let said = Memo::new(move |_| said(explorer, typing));
    let content = part(move || {
        match said.get() {
        Said::Begun(whole) => {
            let take = whole.clone();
            view! {
                <p class="offer">
                    "Completed: "<button type="button" class="fix" on:click=on_event(move |_| explorer.replace_text(take.clone()))><code>{whole}</code></button>" "
                    <span class="summary" inner_html=text(move || explorer.shown.get().map(|shown| about(&shown.evaluated)).unwrap_or_default())></span>
                </p>
            }
            .into_any()
        }
        Said::Word(word, about) => other_reading(explorer, word, about),
        Said::Blank => view! { <p class="summary">"Type an instruction, an expression, a call, a machine word or a number, or take one of the examples."</p> }.into_any(),
        Said::Message(class, message, others) => one_message(explorer, class, &message, others),
        Said::Summary => {
            view! { <p class="summary" inner_html=text(move || explorer.shown.get().filter(|shown| !shown.stale).map(|shown| about(&shown.evaluated)).unwrap_or_default())></p> }
                .into_any()
        }
    }
    });
    let language = text(move || explorer.reading.with(|reading| reading.as_ref().map(|reading| reading.language())).unwrap_or_default());
    let blank = flag(move || explorer.text.with(|text| text.trim().is_empty()));
    view! {
        <div id="messages" class="messages" aria-live="polite">
            <b class="language" title="What the text is read as" hidden=blank>{language}</b>
            {content}
        </div>
        {part(move || before(explorer))}
    }
}

fn said(explorer: AppState, typing: RwSignal<bool>) -> Said {
    let word = explorer.text.with(|text| machine_word(text)).map(|(word, _)| word).filter(|_| !is_ptx(explorer));
    let runs = explorer.reading.with(|reading| reading.as_ref().is_none_or(|reading| reading.is_accepted()));
    if let Some(shown) = explorer.shown.get().filter(|shown| !runs && !shown.stale) {
        return Said::Begun(shown.evaluated.reading.text().to_owned());
    }
    let (errors, notes): (Vec<_>, Vec<_>) = diagnostics(explorer).into_iter().partition(Diagnostic::is_error);
    if let Some(word) = word {
        let about = match explorer.shown.get().filter(|shown| !shown.stale) {
            Some(shown) => about(&shown.evaluated),
            None => errors.first().map(|one| sentence(&one.message)).unwrap_or_default(),
        };
        return Said::Word(word, about);
    }
    // Where nothing runs, the first note says what there is to say.
    let nothing = !is_shown(explorer);
    // `#pragma unroll` is read, and is nothing.
    let silent = nothing && errors.is_empty() && notes.is_empty() && explorer.reading.with(Option::is_some);
    if silent && !typing.get() || explorer.text.with(|text| text.trim().is_empty()) {
        return Said::Blank;
    }
    if let Some(note) = notes.into_iter().find(|note| nothing || !note.fixes.is_empty()).filter(|_| errors.is_empty()) {
        return Said::Message("note", note, 0);
    }
    // One line: the most particular error that can be mended by a click, and how many others there are.
    // Where nothing runs, or there is no such instruction, the first says what the text is not.
    let known = errors.first().is_some_and(|first| first.code != "unknown-instruction");
    let any = known && explorer.shown.with(Option::is_some);
    let mendable = errors.iter().filter(|error| any && !error.fixes.is_empty());
    match mendable.min_by_key(|error| error.span.len()).or(errors.first()) {
        Some(error) if !typing.get() => Said::Message("error", error.clone(), errors.len() - 1),
        _ => Said::Summary,
    }
}

/// Whether what is shown is of the text in the box.
fn is_shown(explorer: AppState) -> bool {
    explorer.shown.with(|shown| shown.as_ref().is_some_and(|shown| !shown.stale))
}

/// What ran before, where the text in the box cannot: folded into a line that leads back to it.
fn before(explorer: AppState) -> AnyView {
    let old = explorer.shown.get().filter(|shown| shown.stale).map(|shown| shown.evaluated);
    old.map(|old| {
        let text = old.reading.text().to_owned();
        view! {
            <p class="before">
                "Before: "<code>{old.reading.name()}</code>" "{equation(&old.result_decimal())}" "
                <button type="button" class="quiet" on:click=on_event(move |_| explorer.replace_text(text.clone()))>"back to it"</button>
            </p>
        }
    })
    .into_any()
}

/// What stands behind what was computed: `= 0.5`, `≈ 0.1`.
pub fn equation(value: &str) -> String {
    if value.starts_with('≈') { value.to_owned() } else { ["= ", value].concat() }
}

fn is_number(explorer: AppState) -> bool {
    explorer.reading.with(|reading| reading.as_ref().is_some_and(|reading| reading.language() == "number"))
}

fn is_ptx(explorer: AppState) -> bool {
    explorer.reading.with(|reading| reading.as_ref().is_some_and(Read::is_ptx))
}

fn diagnostics(explorer: AppState) -> Vec<Diagnostic> {
    explorer.reading.with(|reading| reading.as_ref().map(|reading| reading.diagnostics().into_owned())).unwrap_or_default()
}

/// The other thing that 16 hex digits may be: of a machine word the double, of a double the word.
fn other_reading(explorer: AppState, word: u64, about: String) -> AnyView {
    if is_number(explorer) {
        let read = move |_| explorer.replace_text(asked_word(word));
        return view! {
            <p class="offer"><span inner_html=about></span>" "<button type="button" class="fix" on:click=on_event(read)>"Read as a machine word"</button></p>
        }
        .into_any();
    }
    let double = Pattern::new(F64::ROW, word);
    let open = move |_| explorer.open_number(double, String::new());
    view! {
        <p class="offer">
            <span inner_html=about></span>
            {" As a double the bits are "}
            {double.value_text()}
            ". "
            <button type="button" class="fix" on:click=on_event(open)>"Open in Formats"</button>
        </p>
    }
    .into_any()
}

/// An error or a note under its place, with its ways out.
fn one_message(explorer: AppState, class: &'static str, error: &Diagnostic, others: usize) -> AnyView {
    let column = explorer.text.with_untracked(|text| text.get(..error.span.start).map_or(0, |before| before.chars().count()));
    let fixes = error.fixes.iter().take(4).map(|fix| {
        let change = fix.change.clone();
        view! { <button type="button" class="fix" on:click=on_event(move |_| explorer.apply_fix(&change))>{fix.label.clone()}</button> }
            .into_any()
    });
    let html = sentence(&error.message);
    view! {
        <p class=class style=("--column", column.min(60).to_string())>
            <span class="pointer" aria-hidden="true">"▴"</span>
            <span inner_html=html></span>
            {fixes.collect_view()}
            <span class="others">{if others > 0 { format!("and {others} more") } else { String::new() }}</span>
        </p>
    }
    .into_any()
}

/// What the instruction does, and what each of its words does, in the order of the text.
fn about(evaluated: &Evaluated) -> String {
    let mut html = sentence(&evaluated.reading.summary());
    let words = evaluated.words();
    if !words.is_empty() {
        html.push_str(" <span class=\"suffixes\" tabindex=\"0\">");
        for Choice { text, words, .. } in &words {
            html.push_str("<span><code>");
            push_text(&mut html, text);
            html.push_str("</code> ");
            push_text(&mut html, words);
            html.push_str("</span> ");
        }
        html.push_str("</span>");
    }
    html
}

/// How we know: the evidence of the form and where to read on.
#[component]
pub fn About() -> impl IntoView {
    let explorer = expect_context::<AppState>();
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
fn debug(explorer: &AppState, evaluated: &Evaluated) -> String {
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
    let (text, context) = (evaluated.reading.text(), evaluated.reading.context());
    let mut html = String::from("<a href=\"");
    push_text(&mut html, &links::cases(text, context));
    html.push_str("\">Find cases</a> <a href=\"");
    push_text(&mut html, &explorer.registers.with(|registers| links::explain(text, registers, context, width)));
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
    if evaluated.run.is_of_integers() || evaluated.run.broken_off().is_some() {
        return html;
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

/// More notes than so many are those of a listing.
const MANY: usize = 8;

/// Notes of the text and of the registers.
#[component]
pub fn Notes() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let notes = Memo::new(move |_| {
        let mut said = diagnostics(explorer);
        if said.len() > MANY {
            // What belongs to a line of a listing is said there.
            said.retain(|said| said.span.is_empty());
        }
        let under_the_box = usize::from(!is_shown(explorer) && !said.iter().any(Diagnostic::is_error));
        let notes = said.iter().filter(|said| !said.is_error()).skip(under_the_box);
        let mut notes: Vec<String> = notes.map(|said| sentence(&said.message)).collect();
        if let Some(shown) = explorer.shown.get().filter(|shown| !shown.stale) {
            let evaluated = &shown.evaluated;
            let examples = explorer.registers.with(|registers| evaluated.reading.examples(&registers.file));
            let examples: Vec<&str> = examples.iter().map(|(name, _)| name.as_str()).collect();
            never_set(&mut notes, &examples, ["holds an example value", "hold example values"]);
            never_set(&mut notes, &evaluated.run.unset(), ["reads as zero", "read as zero"]);
            notes.extend(evaluated.run.earlier.note());
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
