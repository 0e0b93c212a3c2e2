//! What the buttons of the format page do: a verb and perhaps a word, written into the markup.

use super::row::{DECIMALS, decimal_of};
use super::{Shared, every};
use crate::components::copy::copy_from;
use crate::state::browser;
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use semantics::number::{Format, Pattern, shown};
use semantics::rounding::Mode;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// Runs the action of the button that was pressed, if one was.
pub fn run(shared: Shared, event: &web_sys::MouseEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let Some(button) = target.and_then(|target| target.closest("[data-do]").ok().flatten()) else { return };
    let action = button.get_attribute("data-do").unwrap_or_default();
    let (verb, word) = action.split_once(' ').unwrap_or((&action, ""));
    let explorer = shared.explorer;
    let number = explorer.number.get_untracked();
    let place: usize = word.parse().unwrap_or(usize::MAX);
    let format = |index: usize| shown().nth(index);
    match verb {
        "open" => shared.open.update(|open| *open ^= 1 << place.min(31)),
        "all" => shared.open.update(|open| *open = if *open & every() == every() { 0 } else { every() }),
        "fold" => shared.unfolded.update(|unfolded| *unfolded ^= 1 << place.min(63)),
        "down" | "up" => {
            let from = format(place).map(|format| shared.conversion(format).get_untracked().pattern);
            if let Some(next) = from.and_then(|from| if verb == "up" { from.next_up() } else { from.next_down() }) {
                explorer.set_number(next, String::new());
            }
        }
        "mode" => set_mode(shared, word),
        "read" => {
            if let Some(format) = Format::named(word) {
                explorer.set_number(Pattern::new(format, number.bits), String::new());
                shared.open_row(format);
            }
        }
        "turn" => {
            let bits = number.bits.swap_bytes() >> (64 - number.format.width());
            explorer.set_number(Pattern::new(number.format, bits), String::new());
        }
        "type" => shared.take(word.to_owned(), Change::Edit(EditLabel::NumberText)),
        "code" => {
            if let Some((name, bits)) = word.split_once(' ')
                && let (Some(format), Ok(bits)) = (Format::named(name), u64::from_str_radix(bits, 16))
            {
                explorer.set_number(Pattern::new(format, bits), String::new());
            }
        }
        "pick" => {
            if let Ok(bits) = u64::from_str_radix(word, 16) {
                explorer.set_number(Pattern::new(number.format, bits), String::new());
            }
        }
        "copy" => {
            let conversion = format(place / DECIMALS).map(|format| shared.conversion(format).get_untracked());
            let text = conversion.and_then(|conversion| decimal_of(&conversion, place % DECIMALS));
            copy_from(&button, &text.unwrap_or_default());
        }
        "link" => copy_from(&button, &explorer.link()),
        "table" => copy_from(&button, &table(shared)),
        _ => {}
    }
    // What was pressed may have been drawn anew; the focus stays with it.
    let id = button.id();
    request_animation_frame(move || {
        if let Some(element) = browser::element::<HtmlElement>(&id)
            && document().active_element().is_none_or(|active| active.tag_name() == "BODY")
        {
            let _ = element.focus();
        }
    });
}

fn set_mode(shared: Shared, word: &str) {
    let explorer = shared.explorer;
    let Some(mode) = Mode::ALL.into_iter().find(|mode| mode.name() == word) else { return };
    explorer.mode.set(mode);
    // A typed number stands in the state as the bits of the format looked at; they follow the mode.
    let subject = shared.subject.get_untracked();
    if subject.source.is_none() {
        explorer.number.set(subject.within(explorer.number.get_untracked().format, mode));
    }
    explorer.record(Change::Edit(EditLabel::NumberMode));
}

/// Every row as a line of text: name, fields in binary, hex, decimal, and how the conversion ended.
fn table(shared: Shared) -> String {
    let explorer = shared.explorer;
    let (number, typed, mode) = (explorer.number.get_untracked(), explorer.typed.get_untracked(), explorer.mode.get_untracked());
    let what = if typed.is_empty() { [number.format.name, " 0x", &number.hex()].concat() } else { typed };
    let mut text = [&what, ", rounded ", mode.words(), "\n"].concat();
    for format in shown() {
        let conversion = shared.conversion(format).get_untracked();
        let pattern = conversion.pattern;
        let hex = ["0x", &pattern.hex()].concat();
        let line = [format.name, &pattern.binary(), &hex, &pattern.value_text(), &conversion.short()];
        text.push_str(&line.join("\t"));
        text.push('\n');
    }
    text.push_str(&explorer.link());
    text.push('\n');
    text
}
