//! The one box: text coloured as it is typed, a ghost of what could follow, and bare numbers that open the format page.
//!
//! The text that is edited is transparent; its colours lie under it, drawn with the same characters in the same place.

use super::further::{further, load};
use super::messages::Messages;
use super::paint;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, maybe, on_event, text, when};
use crate::components::highlight::{light, light_fields};
use crate::components::html::push_text;
use crate::components::search_results::{fetch, find};
use crate::state::address::LONGEST;
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::language::{Read, is_ptx};
use crate::state::listing::Listing;
use crate::state::number::bare_number;
use crate::state::program::is_program;
use core::ops::Range;
use js_sys::JsString;
use leptos::html::Textarea;
use leptos::prelude::*;
use leptos::task::spawn_local;
use semantics::sass::machine_word;
use semantics::search::{Entry, To};
use semantics::syntax::Completion;
use std::borrow::Cow;
use wasm_bindgen::JsCast;

/// Candidates shown at once.
const FEW: usize = 6;
/// Errors wait until nobody has typed for so long: a half-typed instruction is not wrong.
const PAUSE: core::time::Duration = core::time::Duration::from_millis(500);

/// Whether something could follow: the text is begun, not finished, and no number.
fn goes_on(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && !text.ends_with(';') && bare_number(text).is_none()
}

/// What a candidate adds behind the text, if the text's end is where it goes on.
fn ghost_of(text: &str, candidate: &Completion) -> Option<String> {
    let typed = text.get(candidate.span.clone())?;
    (candidate.span.end == text.len()).then_some(())?;
    candidate.text.strip_prefix(typed).filter(|rest| !rest.is_empty()).map(Into::into)
}

/// The text that an entry of the search puts into the box; None where it leads to another page.
fn typed_by(entry: &Entry) -> Option<&str> {
    match &entry.to {
        To::Mnemonic(mnemonic) => Some(mnemonic),
        To::Text(text) => Some(text),
        To::Line(text) => Some(text),
        _ => None,
    }
}

/// An entry of the search as a candidate in place of the whole text.
fn candidate_of(entry: &Entry, text: &str) -> Completion {
    let detail = entry.detail.replace('`', "");
    let first = detail.split(". ").next().unwrap_or_default();
    Completion {
        span: 0..text.len(),
        text: typed_by(entry).unwrap_or_default().to_owned(),
        label: entry.name.clone(),
        detail: first.to_owned(),
    }
}

/// The place of no candidate.
const NONE: usize = usize::MAX;

/// Begins the id of a candidate; its place follows.
const OPTION: &str = "candidate-";

/// Candidates as options of a list.
fn options(candidates: &[Completion], chosen: usize) -> String {
    let mut html = String::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let selected = if index == chosen { "true" } else { "false" };
        for part in ["<li role=\"option\" id=\"", OPTION, &index.to_string(), "\" aria-selected=\"", selected, "\"><code>"] {
            html.push_str(part);
        }
        push_text(&mut html, &candidate.label);
        html.push_str("</code><span>");
        push_text(&mut html, &candidate.detail);
        html.push_str("</span></li>");
    }
    html
}

/// Lights the fields of a machine word under the pointer: the painted text lies below the one that takes the pointer.
fn light_under(event: &web_sys::PointerEvent) {
    let found = document().elements_from_point(event.client_x() as f32, event.client_y() as f32);
    let painted = |element: &web_sys::Element| element.matches(".paint [data-field]").unwrap_or(false);
    let under = found.iter().filter_map(|element| element.dyn_into::<web_sys::Element>().ok()).find(painted);
    if let Some((stage, under)) = browser::element("main").zip(under) {
        light(&stage, Some(under));
    }
}

/// The names of the fields of a machine word that a piece of the text sets.
fn fields(reading: &Read, span: &Range<usize>) -> String {
    further().filter(|_| !reading.is_ptx()).map(|further| (further.fields)(reading, span)).unwrap_or_default()
}

/// The byte of a place that the browser counts in UTF-16.
fn byte_of(text: &str, caret: u32) -> usize {
    let mut units = 0;
    let place = text.char_indices().find(|(_, letter)| {
        let here = units;
        units += letter.len_utf16() as u32;
        here >= caret
    });
    place.map_or(text.len(), |(byte, _)| byte)
}

/// A text of more lines than this stands small in a box that scrolls.
const MANY: usize = 4;

/// Hands on a text that is too long for the box.
pub fn take_long(explorer: AppState, text: JsString) {
    spawn_local(async move {
        let loaded = load().await.is_ok();
        match further().filter(|_| loaded) {
            Some(further) => (further.take_long)(explorer, text),
            None => _ = explorer.refuses(text.length() as usize),
        }
    });
}

/// The box with its messages.
#[component]
pub fn InstructionBox() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let area = NodeRef::<Textarea>::new();
    // Candidates only follow typing: an instruction that was opened by a link needs none.
    let candidates = RwSignal::new(Vec::<Completion>::new());
    let chosen = RwSignal::new(0usize);
    let typing = RwSignal::new(false);
    // What the search finds for letters that begin no instruction; then the candidates stand for these, one for one.
    let entries = StoredValue::new(Vec::<Cow<'static, Entry>>::new());
    let pause = StoredValue::new(0u32);
    let ghost = Memo::new(move |_| {
        let candidates = candidates.get();
        let candidate = candidates.get(chosen.get());
        candidate.and_then(|candidate| explorer.text.with(|text| ghost_of(text, candidate))).unwrap_or_default()
    });
    let listed = move || candidates.with(|candidates| candidates.len() > 1 || (candidates.len() == 1 && ghost.with(String::is_empty)));
    let many = Memo::new(move |_| explorer.text.with(|text| text.bytes().filter(|byte| *byte == b'\n').count() > MANY));
    let painted = text(move || {
        explorer.text.with(|text| {
            ghost.with(|ghost| {
                explorer.reading.with(|reading| match reading {
                    Some(reading) => paint(text, &reading.tokens(), &reading.diagnostics(), ghost, |span| fields(reading, span)),
                    None => paint(text, &[], &[], ghost, |_| String::new()),
                })
            })
        })
    });

    // What was typed stands there already.
    Effect::new(move |_| {
        let (text, area) = (explorer.text.get(), area.get());
        if let Some(area) = area.filter(|area| area.value() != text) {
            area.set_value(&text);
        }
    });

    let suggest = move || {
        // With the next frame, the box may be gone.
        let Some(area) = area.try_get_untracked().flatten() else { return };
        let text = explorer.text.get_untracked();
        let caret = area.selection_end().ok().flatten().unwrap_or(0);
        let at_end = caret as usize >= text.encode_utf16().count();
        let found = if at_end && goes_on(&text) {
            explorer.reading.get_untracked().map(|reading| reading.completions()).unwrap_or_default()
        } else {
            Vec::new()
        };
        let new = |candidate: &Completion| text.get(candidate.span.clone()) != Some(&candidate.text);
        let mut found: Vec<Completion> = found.into_iter().filter(new).take(FEW).collect();
        // What another language claims has its own message, over which nothing lies.
        let settled = |reading: &Read| reading.is_accepted() || !reading.is_ptx();
        let runs = explorer.reading.with_untracked(|reading| reading.as_ref().is_some_and(settled));
        let asks = found.is_empty() && at_end && goes_on(&text) && !runs;
        let looked = find().filter(|_| asks).map(|search| (search.find)(&text, FEW)).unwrap_or_default();
        found.extend(looked.iter().map(|entry| candidate_of(entry, &text)));
        // Enter takes what the search finds for several words; anything else that was typed it keeps.
        let words = text.trim().bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b' ') && text.trim().contains(' ');
        chosen.set(if looked.is_empty() || words { 0 } else { NONE });
        entries.set_value(looked);
        candidates.set(found);
    };
    // Another language's code may come while a name of it is typed.
    Effect::new(move |_| {
        if explorer.arrived.get() && pause.get_value() > 0 {
            suggest();
        }
    });
    let accept = move |index: usize| {
        if let Some(entry) = entries.with_value(|entries| entries.get(index).cloned()) {
            candidates.set(Vec::new());
            entries.set_value(Vec::new());
            match typed_by(&entry) {
                Some(text) => {
                    explorer.type_text(text.to_owned());
                    request_animation_frame(suggest);
                }
                None => {
                    let _ = find().map(|search| window().location().set_hash(&(search.href)(&entry, explorer)));
                }
            }
            return true;
        }
        let Some(candidate) = candidates.with_untracked(|candidates| candidates.get(index).cloned()) else { return false };
        let text = explorer.text.get_untracked();
        let (Some(before), Some(behind)) = (text.get(..candidate.span.start), text.get(candidate.span.end..)) else { return false };
        let caret = [before, &candidate.text].concat().encode_utf16().count() as u32;
        let text = [before, &candidate.text, behind].concat();
        explorer.type_text(text.clone());
        if let Some(area) = area.get_untracked() {
            // At once: the next key must find its place, and Tab what comes next.
            area.set_value(&text);
            let _ = area.focus();
            let _ = area.set_selection_range(caret, caret);
            suggest();
        }
        true
    };
    let input = move |event: web_sys::Event| {
        let key = pause.get_value().wrapping_add(1);
        pause.set_value(key);
        if !typing.get_untracked() {
            typing.set(true);
        }
        let settle = move || {
            if pause.try_get_value() == Some(key) {
                typing.set(false);
            }
        };
        set_timeout(settle, PAUSE);
        let text = event_target_value(&event);
        if text.len() > LONGEST {
            if let Some(area) = area.get_untracked() {
                area.set_value(&explorer.text.get_untracked());
            }
            return take_long(explorer, text.into());
        }
        // A kernel of C is whole with its last brace.
        let kernel = text.contains("__global__") && text.trim_end().ends_with('}');
        if kernel || is_program(&text) && is_ptx(&text) {
            return explorer.open_program(Listing { text, ..Listing::blank() });
        }
        explorer.type_text(text);
        suggest();
        if candidates.with_untracked(Vec::is_empty) && explorer.text.with_untracked(|text| goes_on(text)) {
            let again = move || {
                if candidates.try_with_untracked(|_| ()).is_some() {
                    suggest()
                }
            };
            fetch(again);
        }
    };
    let insert = move |event: web_sys::InputEvent| {
        if let Some(text) = browser::too_long(&event, LONGEST) {
            take_long(explorer, text);
        }
    };
    let key = move |event: web_sys::KeyboardEvent| {
        let count = candidates.with_untracked(Vec::len);
        match event.key().as_str() {
            "Tab" if count > 0 && !event.shift_key() && accept(chosen.get_untracked()) => event.prevent_default(),
            "ArrowDown" if listed() => {
                chosen.update(|index| *index = index.wrapping_add(1) % count);
                event.prevent_default();
            }
            "ArrowUp" if listed() => {
                chosen.update(|index| *index = ((*index).min(count) + count - 1) % count);
                event.prevent_default();
            }
            "Escape" => candidates.set(Vec::new()),
            "Enter" if entries.with_value(|entries| !entries.is_empty()) && listed() && accept(chosen.get_untracked()) => {
                event.prevent_default()
            }
            "Enter" if !event.shift_key() => {
                event.prevent_default();
                candidates.set(Vec::new());
                typing.set(false);
                let text = explorer.text.get_untracked();
                match bare_number(&text).filter(|_| machine_word(&text).is_none()) {
                    Some((number, typed)) => explorer.open_number(number, typed),
                    None => explorer.commit(),
                }
            }
            _ => {}
        }
    };
    // The field of a machine word whose piece of the text the caret stands in.
    let light_caret = move || {
        let caret = area.get_untracked().and_then(|area| area.selection_end().ok().flatten()).unwrap_or(0);
        let names = explorer.reading.with_untracked(|reading| {
            let reading = reading.as_ref()?;
            let byte = byte_of(reading.text(), caret);
            let tokens = reading.tokens();
            let token = tokens.iter().find(|token| token.span.start <= byte && byte <= token.span.end)?;
            Some(fields(reading, &token.span))
        });
        let names = names.unwrap_or_default();
        if let Some(stage) = browser::element("main").filter(|_| !names.is_empty()) {
            light_fields(&stage, &names);
        }
    };
    let options = text(move || if listed() { candidates.with(|candidates| options(candidates, chosen.get())) } else { String::new() });
    let take = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let option = target.and_then(|target| target.closest("li").ok().flatten()).map(|option| option.id());
        if let Some(index) = option.and_then(|id| id.strip_prefix(OPTION)?.parse().ok()) {
            event.prevent_default();
            accept(index);
        }
    };
    view! {
        <section class="box" aria-label="Instruction">
            <div class="editor" class:typing=flag(move || typing.get()) class:many=flag(move || many.get())>
                <pre class="paint" aria-hidden="true" inner_html=painted></pre>
                <textarea
                    id="box"
                    node_ref=area
                    rows="1"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    placeholder="An instruction, an expression, a number …"
                    aria-label="PTX or machine instruction, expression, call, machine word, bit pattern or number"
                    aria-describedby="messages"
                    aria-autocomplete="list"
                    aria-controls="candidates"
                    aria-activedescendant=maybe(move || (listed() && chosen.get() != NONE).then(|| [OPTION, &chosen.get().to_string()].concat()))
                    aria-invalid=when(move || explorer.reading.with(|reading| reading.as_ref().is_some_and(Read::has_error)))
                    on:input=on_event(input)
                    on:beforeinput=on_event(insert)
                    on:pointermove=on_event(|event| light_under(&event))
                    on:select=on_event(move |_| light_caret())
                    on:click=on_event(move |_| light_caret())
                    on:keyup=on_event(move |_| light_caret())
                    on:keydown=on_event(key)
                    on:blur=on_event(move |_| {
                        candidates.set(Vec::new());
                        typing.set(false);
                        explorer.commit();
                    })
                ></textarea>
                <ul
                    id="candidates"
                    class="candidates"
                    role="listbox"
                    aria-label="Continuations"
                    hidden=flag(move || !listed())
                    on:mousedown=on_event(take)
                    inner_html=options
                ></ul>
            </div>
            <Messages typing />
        </section>
    }
}
