//! The machine word under the box: a click or the space bar flips a bit and rewrites the text; a field and its piece of the text light
//! each other. A listing of several instructions is a list.

use super::listing::{draw_listing, draw_part};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::copy::copy_from;
use crate::components::dynamic::{flag, on_event};
use crate::components::html::push_text;
use crate::components::word::{bits, field_name, fields as field_list, unknown_bits, verdicts};
use crate::state::app_state::AppState;
use crate::state::language::Read;
use core::ops::Range;
use leptos::html::Section;
use leptos::prelude::*;
use semantics::instruction::sass::{Instruction, Role};
use semantics::sass::{Document, Statement, machine_word, pieces, value_of};
use std::any::Any;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// More instructions than so many are drawn without their words.
const MANY: usize = 8;

/// The section; hidden while the box holds no machine code.
#[component]
pub fn MachineWords() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let section = NodeRef::<Section>::new();
    let content = Memo::new(move |_| explorer.reading.with(|reading| reading.as_ref().and_then(code).and_then(drawn)).unwrap_or_default());
    // The markup is replaced whole, and whichever bit or word had the focus has it again at once, so that no key falls between.
    Effect::new(move |_| {
        let Some(section) = section.get() else { return };
        let inside = |element: &Element| section.contains(Some(element));
        let focused = document().active_element().filter(inside).as_ref().map(selector_of);
        section.set_inner_html(&content.get());
        if let Some(found) = focused.and_then(|selector| found(&section, &selector)) {
            focus_on(&found);
        }
    });
    let click = move |event: web_sys::MouseEvent| {
        let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
        if target.closest("[data-copy-word]").ok().flatten().is_some() {
            let word = target.get_attribute("data-copy-word").unwrap_or_default();
            copy_from(&target, &word);
            return;
        }
        if let Some(folded) = target.closest("[data-fold]").ok().flatten().filter(|folded| folded.child_element_count() == 1) {
            let part = folded.get_attribute("data-fold").and_then(|part| part.parse().ok());
            let html = explorer.reading.with_untracked(|reading| Some(draw_part(code(reading.as_ref()?)?, part?)));
            let _ = folded.insert_adjacent_html("beforeend", &html.unwrap_or_default());
            return;
        }
        let Some((index, bit)) = bit_of(&target) else { return };
        // Not every browser gives a clicked button the focus.
        focus_on(target.closest("[data-word-bit]").ok().flatten().as_ref().unwrap_or(&target));
        replace_word(explorer, index, |word| word ^ 1 << bit);
    };
    let change = move |event: web_sys::Event| {
        let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
        let index = index_of(&target).unwrap_or(0);
        let typed = event_target_value(&event);
        if let Some(mark) = target.get_attribute("data-edit") {
            let word = explorer.reading.with_untracked(|reading| with_field(code(reading.as_ref()?)?, index, &mark, &typed));
            match word {
                Some(word) => replace_word(explorer, index, |_| word),
                // What is no value of the field goes back to what holds.
                None => content
                    .with_untracked(|content| section.get_untracked().map(|section| section.set_inner_html(content)))
                    .unwrap_or_default(),
            }
            return;
        }
        let digits = typed.trim();
        // Anything but a word is left alone.
        if let Ok(word) = u128::from_str_radix(digits.strip_prefix("0x").unwrap_or(digits), 16) {
            replace_word(explorer, index, |_| word);
        }
    };
    let key = move |event: web_sys::KeyboardEvent| {
        let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
        let Some((index, bit)) = bit_of(&target) else { return };
        let row = target.closest(".word-bits").ok().flatten();
        let top = row.and_then(|row| row.query_selector_all("[data-word-bit]").ok()).map_or(63, |bits| bits.length().saturating_sub(1));
        let to = match event.key().as_str() {
            "ArrowLeft" => (bit + 1).min(top),
            "ArrowRight" => bit.saturating_sub(1),
            "Home" => top,
            "End" => 0,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        let _ = target.set_attribute("tabindex", "-1");
        if let Some(found) = section.get_untracked().and_then(|section| found(&section, &bit_selector(index, to))) {
            focus_on(&found);
        }
    };
    view! {
        <section
            node_ref=section
            class="machine"
            aria-label="Machine word"
            hidden=flag(move || content.with(String::is_empty))
            on:click=on_event(click)
            on:change=on_event(change)
            on:keydown=on_event(key)
        ></section>
    }
}

/// A text as machine code.
fn code(reading: &Read) -> Option<&Document> {
    (&**reading as &dyn Any).downcast_ref()
}

/// The words of a text as markup, or its lines; None where nothing of it could be read.
fn drawn(document: &Document) -> Option<String> {
    if document.is_listing && document.statements.len() > 1 { Some(draw_listing(document)) } else { draw_words(document) }
}

/// The text with another word in the place of an instruction's.
fn with_word(document: &Document, index: usize, change: impl Fn(u128) -> u128) -> Option<String> {
    let instruction = document.taken_apart(index).map(|instruction| instruction.encode());
    document.with_word(index, change(instruction.or_else(|| Some(machine_word(&document.text)?.0.into()))?))
}

/// An instruction's word with what was typed for a field.
fn with_field(document: &Document, index: usize, mark: &str, typed: &str) -> Option<u128> {
    let instruction = document.taken_apart(index).filter(|_| !document.is_short())?;
    let (field, _) = instruction.fields().into_iter().find(|(field, _)| field.role.mark() == mark)?;
    Some(field.write(instruction.encode(), value_of(&instruction, field, typed)?))
}

/// Puts another word in the place of an instruction's; the text follows.
fn replace_word(explorer: AppState, index: usize, change: impl Fn(u128) -> u128) {
    let text = explorer.reading.with_untracked(|reading| with_word(code(reading.as_ref()?)?, index, change));
    if let Some(text) = text {
        explorer.set_word(index, text);
    }
}

/// The names of the fields of a machine word that a piece of the text sets, parted by blanks.
pub fn fields(reading: &Read, span: &Range<usize>) -> String {
    let inside = |statement: &Statement| statement.span.start <= span.start && span.end <= statement.span.end;
    let found = code(reading).filter(|document| document.is_short()).and_then(|document| {
        let (index, statement) = document.statements.iter().enumerate().find(|(_, statement)| inside(statement))?;
        let is_name = statement.head.start == span.start && !document.is_word;
        let marks = document.roles(statement, span).into_iter().map(Role::mark).chain(is_name.then_some("op"));
        Some(marks.map(|mark| field_name(index, mark)).collect::<Vec<_>>().join(" "))
    });
    found.unwrap_or_default()
}

/// The words of a text as markup; None where nothing of it could be read.
fn draw_words(document: &Document) -> Option<String> {
    let mut html = String::new();
    let list = if document.is_short() { "<ul class=\"word-fields\">" } else { "<ul class=\"word-fields wide\">" };
    for (index, statement) in document.statements.iter().enumerate().take(MANY) {
        let Some(instruction) = document.taken_apart(index) else { continue };
        head(&mut html, index, &instruction.hex());
        spelling(&mut html, index, &instruction);
        row(&mut html, index, &bits(index, &instruction));
        html.push_str(list);
        html.push_str(&field_list(index, &instruction));
        html.push_str("</ul>");
        if let Some(schedule) = statement.schedule {
            html.push_str("<p class=\"schedule\">Scheduling bits <code>");
            html.push_str(&format!("{:06x}", schedule.bits()));
            html.push_str("</code>: ");
            push_text(&mut html, &schedule.sentence());
            html.push_str(".</p>");
        }
    }
    if let Some(unknown) = &document.unknown {
        head(&mut html, 0, &format!("0x{:016x}", unknown.word));
        html.push_str("</div>");
        row(&mut html, 0, &unknown_bits(unknown));
        html.push_str(&verdicts(unknown));
    }
    if !html.is_empty() && !document.is_short() {
        html.push_str("<p class=\"known\">If you flip a bit with a bar above it, the word is no longer an instruction. NVIDIA documents nothing about the issue bits (&amp;); they are read as public assemblers read them.</p>");
    }
    (!html.is_empty()).then_some(html)
}

/// The text of an instruction, each piece lighting its fields.
fn spelling(html: &mut String, index: usize, instruction: &Instruction) {
    html.push_str("<span class=\"spelling\">");
    for piece in pieces(instruction) {
        let names: Vec<String> = piece.roles.iter().map(|role| field_name(index, role.mark())).collect();
        html.push_str(if names.is_empty() { "<span>" } else { "<span tabindex=\"0\" data-field=\"" });
        if !names.is_empty() {
            push_text(html, &names.join(" "));
            html.push_str("\">");
        }
        push_text(html, &piece.text);
        html.push_str("</span>");
    }
    html.push_str("</span></div>");
}

fn head(html: &mut String, index: usize, word: &str) {
    for piece in [
        "<div class=\"word-head\"><h2>Machine word</h2><input class=\"number hex\" type=\"text\" spellcheck=\"false\" autocomplete=\"off\" aria-label=\"machine word\" data-word=\"",
        &index.to_string(),
        "\" size=\"",
        &word.len().to_string(),
        "\" value=\"",
        word,
        "\"><button type=\"button\" data-copy-word=\"",
        word,
        "\">copy word</button>",
    ] {
        html.push_str(piece);
    }
}

fn row(html: &mut String, index: usize, bits: &str) {
    for piece in [
        "<div class=\"word-bits\" role=\"group\" aria-label=\"bits of the machine word\" data-word=\"",
        &index.to_string(),
        "\">",
        bits,
        "</div>",
    ] {
        html.push_str(piece);
    }
}

/// The instruction and the bit that a button stands for.
fn bit_of(element: &Element) -> Option<(usize, u32)> {
    let button = element.closest("[data-word-bit]").ok().flatten()?;
    Some((index_of(&button)?, button.get_attribute("data-word-bit")?.parse().ok()?))
}

fn index_of(element: &Element) -> Option<usize> {
    element.closest("[data-word]").ok().flatten()?.get_attribute("data-word")?.parse().ok()
}

fn bit_selector(index: usize, bit: u32) -> String {
    format!(".word-bits[data-word=\"{index}\"] [data-word-bit=\"{bit}\"]")
}

/// What finds a bit again once it is drawn anew; from anywhere else, the word.
fn selector_of(element: &Element) -> String {
    let index = index_of(element).unwrap_or(0);
    if let Some(mark) = element.get_attribute("data-edit") {
        return format!("[data-word=\"{index}\"][data-edit=\"{mark}\"]");
    }
    let word = || format!(".word-head input[data-word=\"{index}\"]");
    bit_of(element).map_or_else(word, |(index, bit)| bit_selector(index, bit))
}

fn found(section: &HtmlElement, selector: &str) -> Option<Element> {
    section.query_selector(selector).ok().flatten()
}

fn focus_on(element: &Element) {
    let _ = element.set_attribute("tabindex", "0");
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        let _ = element.focus();
    }
}
