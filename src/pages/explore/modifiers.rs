//! The bar of modifiers that the form takes: toggles, those that cannot be taken greyed with the reason.

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{heard, maybe, part, text, when};
use crate::components::html::sentence;
use crate::state::explorer::Explorer;
use leptos::prelude::*;
use semantics::program::unset_predicate;
use semantics::syntax::{Choice, ChoiceState, Group};

/// The bar, or an empty place of its height.
#[component]
pub fn ModifierBar() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let bar = Memo::new(move |_| explorer.reading.get().map(|reading| reading.choices()).unwrap_or_default());
    // Buttons stay the same elements as long as the bar has the same toggles, so that the focus stays on the one that was pressed.
    let shape = Memo::new(move |_| {
        bar.with(|bar| {
            let texts = |group: &Group| group.choices.iter().map(|choice| choice.text.clone()).collect::<Vec<_>>();
            bar.iter().map(|group| (group.title, texts(group))).collect::<Vec<_>>()
        })
    });
    let groups = part(move || {
        shape.get().into_iter().enumerate().map(|(index, group)| one_group(explorer, bar, index, group)).collect_view().into_any()
    });
    view! { <section class="modifiers" aria-label="Modifiers">{groups}<Guard /></section> }
}

fn one_group(explorer: Explorer, bar: Memo<Vec<Group>>, index: usize, (title, texts): (&'static str, Vec<String>)) -> AnyView {
    let choices = (0..texts.len()).map(|place| {
        let choice = Memo::new(move |_| bar.with(|bar| bar.get(index).and_then(|group| group.choices.get(place)).cloned()));
        one_choice(explorer, choice, format!("reason-{index}-{place}"))
    });
    view! { <div class="group" role="group" aria-label=title><span class="title" aria-hidden="true">{title}</span>{choices.collect_view()}</div> }.into_any()
}

fn one_choice(explorer: Explorer, choice: Memo<Option<Choice>>, id: String) -> AnyView {
    let word =
        move || choice.with(|choice| choice.as_ref().map(|choice| choice.text.trim_start_matches('.').to_owned())).unwrap_or_default();
    let chosen = move || choice.with(|choice| choice.as_ref().is_some_and(|choice| choice.state == ChoiceState::Chosen));
    let reason = Memo::new(move |_| {
        choice.with(|choice| match choice.as_ref().map(|choice| &choice.state) {
            Some(ChoiceState::Unavailable(reason)) => reason.clone(),
            _ => String::new(),
        })
    });
    let press = move |_| {
        if reason.with_untracked(String::is_empty)
            && let Some(text) = choice.get_untracked().and_then(|choice| choice.edit)
        {
            explorer.replace_text(text);
        }
    };
    let described = id.clone();
    view! {
        <span class="choice">
            <button
                type="button"
                aria-pressed=text(move || chosen().to_string())
                aria-disabled=when(move || !reason.with(String::is_empty))
                aria-describedby=maybe(move || (!reason.with(String::is_empty)).then(|| described.clone()))
                on:click=heard(press)
            >
                {text(word)}
            </button>
            <span class="reason" role="tooltip" id=id inner_html=text(move || sentence(&reason.get()))></span>
        </span>
    }
    .into_any()
}

/// The guard's predicate register, where the instruction has one.
#[component]
fn Guard() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let guard = Memo::new(move |_| explorer.shown.get()?.evaluated.reading.guard());
    let button = part(move || {
        guard.get().map(|(name, negated)| {
            let key = name.clone();
            let value = move || explorer.registers.with(|registers| registers.get(&key)).unwrap_or(unset_predicate(negated)) & 1 == 1;
            let (shown, pressed) = (value.clone(), value.clone());
            let set = name.clone();
            view! {
                <div class="group" role="group" aria-label="guard">
                    <span class="title" aria-hidden="true">"guard"</span>
                    <button type="button" aria-pressed=text(move || pressed().to_string()) on:click=heard(move |_| explorer.set_predicate(&set, !value()))>
                        {name}" = "{text(move || if shown() { "1" } else { "0" }.to_owned())}
                    </button>
                </div>
            }
        })
        .into_any()
    });
    view! { {button} }
}
