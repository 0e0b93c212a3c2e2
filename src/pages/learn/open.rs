//! The open question at a lesson's end: room for an answer of one's own, which nothing marks, and what a good one says.

use super::progress;
use super::stage::Stage;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::text;
use leptos::prelude::*;
use semantics::teaching::Lesson;

/// The question. What is written is kept with every letter; paper shows it as text, or lines to write on.
pub fn view(stage: Stage, lesson: &'static Lesson) -> AnyView {
    let (words, name) = (stage.words, &*lesson.name);
    let written = RwSignal::new(progress::answer(name));
    let write = move |event: web_sys::Event| {
        written.set(event_target_value(&event));
        written.with_untracked(|text| progress::keep_answer(name, text));
    };
    view! {
        <section class="question own" aria-labelledby="open-head">
            <h2 id="open-head">{words.of("An open question")}</h2>
            <p class="ask" id="open-ask" inner_html=stage.said_at_first(&lesson.open.ask)></p>
            <textarea rows="5" aria-labelledby="open-head" aria-describedby="open-ask" placeholder=words.of("In words of your own. What you write stays in this browser.")
                prop:value=text(move || written.get()) on:input=write></textarea>
            <p class="written">{text(move || written.get())}</p>
            <details>
                <summary>{words.of("What a good answer says")}</summary>
                <p inner_html=stage.said_at_first(&lesson.open.good)></p>
            </details>
        </section>
    }
    .into_any()
}
