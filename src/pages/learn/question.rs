//! A question: predict, be told how near it is, go on. Its answer comes from the numbers as they were given.

use super::language::Words;
use super::stage::Stage;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, maybe, part, text, when};
use leptos::prelude::*;
use semantics::teaching::answer::Mark;
use semantics::teaching::{Answer, Choice, Question};

/// The question; answering it shows what stands behind it.
pub fn view(stage: Stage, question: &'static Question, index: usize) -> AnyView {
    let words = stage.words;
    let ask = stage.said_at_first(&question.ask);
    let because = stage.said_at_first(&question.because);
    let mark = RwSignal::new(None::<Mark>);
    let chosen = RwSignal::new(String::new());
    let reason = RwSignal::new(String::new());
    let open = move || {
        if stage.answered.get_untracked() <= index {
            stage.answered.set(index + 1);
        }
    };
    let check = move |given: String| {
        let judged = stage.start.with_value(|values| question.mark(values, &given));
        let why = stage.start.with_value(|values| question.reason(values, &given));
        reason.set(why.map(|why| stage.said_at_first(why)).unwrap_or_default());
        chosen.set(given);
        if judged.right {
            open();
        }
        mark.set(Some(judged));
    };
    let give_up = move |_| {
        let solution = stage.start.with_value(|values| question.solution(values));
        reason.set(String::new());
        mark.set(Some(Mark { says: ["The answer is ", &solution, "."].concat(), ..Mark::right() }));
        open();
    };
    let is_typed = question.answer.choices().is_empty();
    let entry = if is_typed { typed(words, question, check, mark) } else { options(stage, question, index, check, chosen, mark, reason) };
    let right = move || mark.with(|mark| mark.as_ref().is_some_and(|mark| mark.right));
    let says = text(move || {
        let says = mark.with(|mark| mark.as_ref().map(|mark| words.html(&mark.says)).unwrap_or_default());
        if is_typed { [says, reason.get()].join(" ") } else { says }
    });
    let verdict = maybe(move || mark.with(|mark| mark.as_ref().map(|mark| if mark.right { "right" } else { "wrong" }.to_owned())));
    let because = part(move || right().then(|| view! { <p class="because" inner_html=because.clone()></p> }).into_any());
    view! {
        <section class="question" aria-label=words.of("Question") data-verdict=verdict>
            <p class="ask" id=format!("ask-{index}") inner_html=ask></p>
            {entry}
            <div class="reply">
                <p class="mark" role="status" inner_html=says></p>
                <button type="button" class="quiet" hidden=flag(right) on:click=give_up>{words.of("show the answer")}</button>
            </div>
            {because}
        </section>
    }
    .into_any()
}

/// The answers to choose from; below one that was chosen and is wrong it says why.
fn options(
    stage: Stage,
    question: &'static Question,
    ask: usize,
    check: impl Fn(String) + Copy + Send + 'static,
    chosen: RwSignal<String>,
    mark: RwSignal<Option<Mark>>,
    reason: RwSignal<String>,
) -> AnyView {
    let words = stage.words;
    let one = |(index, option): (usize, &'static Choice)| {
        let is_chosen = move || chosen.get() == index.to_string() && mark.with(Option::is_some);
        let pressed = text(move || is_chosen().to_string());
        let id = ["why-", &ask.to_string(), "-", &index.to_string()].concat();
        let is_wrong = move || is_chosen() && !reason.with(String::is_empty);
        let described = id.clone();
        let described = maybe(move || is_wrong().then(|| described.clone()));
        let why = part(move || is_wrong().then(|| view! { <p class="wrong" id=id.clone() inner_html=reason.get()></p> }).into_any());
        view! {
            <button type="button" aria-pressed=pressed aria-describedby=described inner_html=words.html(&option.words)
                on:click=move |_| check(index.to_string())></button>
            {why}
        }
        .into_any()
    };
    let all = question.answer.choices().iter().enumerate().map(one).collect_view();
    view! { <div class="options" role="group" aria-label=words.of("Answers") aria-live="polite">{all}</div> }.into_any()
}

fn typed(
    words: Words,
    question: &'static Question,
    check: impl Fn(String) + Copy + Send + 'static,
    mark: RwSignal<Option<Mark>>,
) -> AnyView {
    let draft = RwSignal::new(String::new());
    let hint = match question.answer {
        Answer::Bits(_) => "bits, or 0x and hex digits",
        Answer::Number(_) => "a number",
        _ => "a whole number",
    };
    let hint = words.of(hint);
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        check(draft.get_untracked());
    };
    let wrong = when(move || mark.with(|mark| mark.as_ref().is_some_and(|mark| !mark.right)));
    view! {
        <form class="typed" on:submit=submit>
            <input type="text" spellcheck="false" autocomplete="off" autocapitalize="off" aria-label=words.of("Your answer") placeholder=hint
                aria-invalid=wrong prop:value=text(move || draft.get()) on:input=move |event| draft.set(event_target_value(&event)) />
            <button type="submit" class="fix">{words.of("check")}</button>
        </form>
    }
    .into_any()
}
