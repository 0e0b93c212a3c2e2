//! The bar of modifiers that the form takes: toggles, those that cannot be taken greyed with the reason, many of them behind a button.

use crate::components::attributes::AriaAttributes;
use crate::components::dynamic::on_event;
use crate::components::html::{push_text, sentence};
use crate::state::app_state::AppState;
use crate::state::browser;
use leptos::html::Div;
use leptos::prelude::*;
use semantics::register_file::unset_predicate;
use semantics::syntax::{Choice, ChoiceState, Group};
use wasm_bindgen::JsCast;

/// The bar, or an empty place of its height.
#[component]
pub fn ModifierBar() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let place = NodeRef::<Div>::new();
    // Titles of the groups that show what cannot be taken.
    let open = RwSignal::new(Vec::<&'static str>::new());
    let bar = Memo::new(move |_| {
        let groups = explorer.reading.get().map(|reading| reading.choices()).unwrap_or_default();
        let bar = open.with(|open| {
            groups.iter().enumerate().map(|(index, group)| markup(index, group, open.contains(&group.title))).collect::<String>()
        });
        bar + &guard(explorer).map(|(name, value)| guard_markup(&name, value)).unwrap_or_default()
    });
    Effect::new(move |_| {
        let (Some(place), bar) = (place.get(), bar.get()) else { return };
        // The focus stays on the toggle that was pressed.
        let focused = document().active_element().filter(|element| place.contains(Some(element))).map(|element| element.id());
        place.set_inner_html(&bar);
        let _ = focused.and_then(|id| browser::element::<web_sys::HtmlElement>(&id)).map(|button| button.focus());
    });
    let press = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let Some(pressed) = target.and_then(|target| target.closest("button").ok().flatten()).map(|button| button.id()) else { return };
        let groups = explorer.reading.get_untracked().map(|reading| reading.choices()).unwrap_or_default();
        if let Some((name, value)) = untrack(|| guard(explorer)).filter(|_| pressed == "predicate") {
            return explorer.set_predicate(&name, !value);
        }
        for (index, group) in groups.into_iter().enumerate() {
            if pressed == more(index) {
                let title = group.title;
                return open.update(|open| if open.contains(&title) { open.retain(|other| *other != title) } else { open.push(title) });
            }
            if let Some(choice) = group.choices.into_iter().find(|choice| pressed == id(index, choice)) {
                return choice.edit.into_iter().for_each(|text| explorer.replace_text(text));
            }
        }
    };
    view! { <section class="modifiers" aria-label="Modifiers"><div class="groups" node_ref=place on:click=on_event(press)></div></section> }
}

/// The id of a toggle in the group at a place, the same as long as it says the same.
fn id(index: usize, choice: &Choice) -> String {
    ["choice-", &index.to_string(), "-", &choice.text].concat()
}

/// The id of the button that leads to the rest of a group.
fn more(index: usize) -> String {
    ["more-", &index.to_string()].concat()
}

/// A group: what can be taken, then what cannot, if that is asked for.
fn markup(index: usize, group: &Group, open: bool) -> String {
    let refused = |choice: &&Choice| matches!(choice.state, ChoiceState::Unavailable(_));
    let count = group.choices.iter().filter(refused).count();
    let mut html =
        ["<div class=\"group\" role=\"group\" aria-label=\"", group.title, "\"><span class=\"title\" aria-hidden=\"true\">"].concat();
    html.push_str(group.title);
    html.push_str("</span>");
    group.choices.iter().filter(|choice| !refused(choice)).for_each(|choice| push_choice(&mut html, index, choice));
    if count > 0 {
        let (expanded, word) = if open { ("true", "fewer".to_owned()) } else { ("false", [&count.to_string(), " more"].concat()) };
        for part in
            ["<button type=\"button\" class=\"more\" id=\"", &more(index), "\" aria-expanded=\"", expanded, "\">", &word, "</button>"]
        {
            html.push_str(part);
        }
        group.choices.iter().filter(refused).filter(|_| open).for_each(|choice| push_choice(&mut html, index, choice));
    }
    html.push_str("</div>");
    html
}

fn push_choice(html: &mut String, index: usize, choice: &Choice) {
    let (mut word, mut own) = (String::new(), String::new());
    push_text(&mut word, choice.text.trim_start_matches('.'));
    push_text(&mut own, &id(index, choice));
    let pressed = if choice.state == ChoiceState::Chosen { "true" } else { "false" };
    for part in ["<span class=\"choice\"><button type=\"button\" id=\"", &own, "\" aria-pressed=\"", pressed, "\""] {
        html.push_str(part);
    }
    // A tip says what it does, and why it cannot be taken.
    let (refused, reason) = match &choice.state {
        ChoiceState::Unavailable(reason) => (" aria-disabled=\"true\"", sentence(reason)),
        _ => ("", String::new()),
    };
    let colon = if choice.words.is_empty() || reason.is_empty() { "" } else { ": " };
    let says = sentence(&choice.words);
    for part in [
        refused,
        " aria-describedby=\"reason-",
        &own,
        "\">",
        &word,
        "</button><span class=\"reason\" role=\"tooltip\" id=\"reason-",
        &own,
        "\">",
        &says,
        colon,
        &reason,
        "</span></span>",
    ] {
        html.push_str(part);
    }
}

/// The predicate that the guard asks, and its value.
fn guard(explorer: AppState) -> Option<(String, bool)> {
    let (name, negated) = explorer.shown.get()?.evaluated.reading.guard()?;
    let value = explorer.registers.with(|registers| registers.get(&name)).unwrap_or(unset_predicate(negated)) & 1 == 1;
    Some((name, value))
}

/// The toggle of the guard's predicate.
fn guard_markup(name: &str, value: bool) -> String {
    let (pressed, digit) = if value { ("true", " = 1") } else { ("false", " = 0") };
    let mut html = String::from(
        "<div class=\"group\" role=\"group\" aria-label=\"predicate\"><button type=\"button\" id=\"predicate\" aria-pressed=\"",
    );
    html.push_str(pressed);
    html.push_str("\">");
    push_text(&mut html, name);
    html.push_str(digit);
    html.push_str("</button></div>");
    html
}
