//! The machine word under the box: a click or the space bar flips a bit and rewrites the text; a field and its piece of the text light
//! each other.

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::copy::copy_from;
use crate::components::dynamic::{flag, heard, text};
use crate::components::html::push_text;
use crate::components::word::{bits, field_name, fields, unknown_bits, verdicts};
use crate::state::explorer::Explorer;
use crate::state::further::further;
use crate::state::language::Reading;
use leptos::html::Section;
use leptos::prelude::*;
use semantics::sass::{Document, listing};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// More instructions than so many are drawn without their words.
const MANY: usize = 8;

/// The section; hidden while the box holds no machine code.
#[component]
pub fn MachineWords() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let section = NodeRef::<Section>::new();
    // What could not be read keeps the last word in sight.
    let content = Memo::new(move |old: Option<&String>| {
        explorer.parsed.with(|parsed| match &**parsed {
            Reading::Sass(document) => {
                further().and_then(|further| (further.draw_words)(document)).unwrap_or_else(|| old.cloned().unwrap_or_default())
            }
            _ => String::new(),
        })
    });
    // The markup is replaced whole, so the focus goes back to the bit that was flipped or the word that was typed.
    let focus = StoredValue::new(None::<String>);
    Effect::new(move |_| {
        content.track();
        let Some(selector) = focus.try_update_value(Option::take).flatten() else { return };
        request_animation_frame(move || {
            // The section may be gone by then.
            if let Some(found) = section.try_get_untracked().flatten().and_then(|section| found(&section, &selector)) {
                focus_on(&found);
            }
        });
    });
    let click = move |event: web_sys::MouseEvent| {
        let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
        if target.closest("[data-copy-word]").ok().flatten().is_some() {
            let word = target.get_attribute("data-copy-word").unwrap_or_default();
            copy_from(&target, &word);
            return;
        }
        let Some((index, bit)) = bit_of(&target) else { return };
        focus.set_value(Some(bit_selector(index, bit)));
        explorer.flip_word_bit(index, bit);
    };
    let change = move |event: web_sys::Event| {
        let index = event.target().and_then(|target| index_of(target.dyn_ref()?)).unwrap_or(0);
        focus.set_value(Some(format!("input[data-word=\"{index}\"]")));
        explorer.set_word(index, &event_target_value(&event));
    };
    let key = move |event: web_sys::KeyboardEvent| {
        let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
        let Some((index, bit)) = bit_of(&target) else { return };
        let to = match event.key().as_str() {
            "ArrowLeft" => (bit + 1).min(63),
            "ArrowRight" => bit.saturating_sub(1),
            "Home" => 63,
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
            on:click=heard(click)
            on:change=heard(change)
            on:keydown=heard(key)
            inner_html=text(move || content.get())
        ></section>
    }
}

/// The words of a text as markup; None where nothing of it could be read.
pub fn draw_words(document: &Document) -> Option<String> {
    let mut html = String::new();
    for (index, statement) in document.statements.iter().enumerate().take(MANY) {
        let word = statement.instruction.encode();
        head(&mut html, index, word);
        html.push_str("<span class=\"spelling\">");
        for piece in listing(&statement.instruction, document.target) {
            let names: Vec<String> = piece.roles.iter().map(|role| field_name(index, role.mark())).collect();
            html.push_str(if names.is_empty() { "<span>" } else { "<span tabindex=\"0\" data-field=\"" });
            if !names.is_empty() {
                push_text(&mut html, &names.join(" "));
                html.push_str("\">");
            }
            push_text(&mut html, &piece.text);
            html.push_str("</span>");
        }
        html.push_str("</span></div>");
        row(&mut html, index, &bits(index, &statement.instruction));
        html.push_str("<ul class=\"word-fields\">");
        html.push_str(&fields(index, &statement.instruction));
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
        head(&mut html, 0, unknown.word);
        html.push_str("</div>");
        row(&mut html, 0, &unknown_bits(unknown));
        html.push_str(&verdicts(unknown));
    }
    (!html.is_empty()).then_some(html)
}

fn head(html: &mut String, index: usize, word: u64) {
    let word = format!("0x{word:016x}");
    for piece in [
        "<div class=\"word-head\"><h2>Machine word</h2><input class=\"number hex\" type=\"text\" spellcheck=\"false\" autocomplete=\"off\" aria-label=\"machine word\" data-word=\"",
        &index.to_string(),
        "\" value=\"",
        &word,
        "\"><button type=\"button\" data-copy-word=\"",
        &word,
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

fn found(section: &HtmlElement, selector: &str) -> Option<HtmlElement> {
    section.query_selector(selector).ok().flatten()?.dyn_into().ok()
}

fn focus_on(element: &HtmlElement) {
    let _ = element.set_attribute("tabindex", "0");
    let _ = element.focus();
}
