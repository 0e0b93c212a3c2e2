//! One screen of a lesson: its pieces in order, those behind a question once it is answered, and the way on.

use super::block;
use super::language::Words;
use super::query::Place;
use super::stage::Stage;
use super::{go, open, progress};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, maybe, part, text};
use crate::components::section_scheduler::measured;
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use semantics::teaching::{Block, Lesson};

/// The screen.
pub fn view(explorer: AppState, words: Words, lesson: &'static Lesson, number: usize) -> AnyView {
    let Some(screen) = lesson.screens.get(number) else { return ().into_any() };
    let count = lesson.screens.len();
    let was_done = progress::is_done(&lesson.name, number);
    let questions = screen.questions().count();
    let stage = Stage::new(lesson, number, screen, words, if was_done { questions } else { 0 });
    let answered = stage.answered;
    let finished = Memo::new(move |_| answered.get() >= questions);
    Effect::new(move |_| {
        if finished.get() {
            progress::done(&lesson.name, number);
        }
    });
    // Parted at the questions: part k is there once k questions are answered.
    let mut parts: Vec<Vec<&'static Block>> = vec![Vec::new()];
    for block in &screen.blocks {
        if let Some(last) = parts.last_mut() {
            last.push(block);
        }
        if matches!(block, Block::Ask(_)) {
            parts.push(Vec::new());
        }
    }
    let parts = parts.into_iter().enumerate().map(|(index, blocks)| {
        let there = Memo::new(move |_| answered.get() >= index);
        let blocks = move || there.get().then(|| blocks.iter().map(|block| block::view(stage, block, index)).collect_view());
        part(move || blocks().into_any()).into_any()
    });
    let at = move |screen: usize| Place::Lesson { name: &lesson.name, screen };
    let step = move |forward: bool| {
        let place = match (forward, number) {
            (true, number) if number + 1 < count => at(number + 1),
            (false, 1..) => at(number - 1),
            (true, _) => lesson.after().map_or(Place::List, |next| Place::Lesson { name: &next.name, screen: 0 }),
            _ => Place::List,
        };
        go(explorer, &words.written(&place), Change::Edit(EditLabel::LessonScreen));
    };
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        if event.default_prevented() || event.ctrl_key() || event.meta_key() || event.alt_key() || browser::in_text_field(&event) {
            return;
        }
        match event.key().as_str() {
            "ArrowLeft" => step(false),
            "ArrowRight" => step(true),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || keys.remove());
    // A new screen begins at its head, for eyes and for screen readers.
    measured(|| {
        window().scroll_to_with_x_and_y(0.0, 0.0);
        if let Some(head) = browser::element::<web_sys::HtmlElement>("screen-title") {
            let _ = head.focus();
        }
    });
    let tabs = (0..count).map(|screen| {
        let current = (screen == number).then_some("page");
        let done = progress::is_done(&lesson.name, screen);
        view! { <li><a href=words.href(&at(screen)) aria-current=current class:done=done aria-label=words.of(&format!("Screen {}{}", screen + 1, if done { ", done" } else { "" }))>{screen + 1}</a></li> }.into_any()
    });
    let last = number + 1 == count;
    // The lesson's own end comes when all of it is answered.
    let open = last.then(|| part(move || finished.get().then(|| open::view(stage, lesson)).into_any()));
    view! {
        <main id="main" class="learn lesson" lang=words.language.code>
            <nav class="screens" aria-label=words.of("Screens of this lesson")>
                <a href=words.href(&Place::List)>{words.of("Lessons")}</a>
                <span>{words.of(&lesson.title)}</span>
                <ol>{tabs.collect_view()}</ol>
            </nav>
            <h1 id="screen-title" tabindex="-1" inner_html=words.html(&screen.title)></h1>
            {parts.collect_view()}
            {open_link(explorer, stage)}
            {open}
            <div class="onward">
                <button type="button" on:click=move |_| step(false)>{words.of(if number == 0 { "◀ all lessons" } else { "◀ back" })}</button>
                <span class="still" hidden=flag(move || finished.get())>{words.of("A question above is still open.")}</span>
                <button type="button" class="next" data-ready=maybe(move || finished.get().then(String::new)) on:click=move |_| step(true)>
                    {words.of(match (last, lesson.after()) {
                        (false, _) => "next ▶",
                        (true, Some(_)) => "next lesson ▶",
                        (true, None) => "all lessons ▶",
                    })}
                </button>
            </div>
            <div inner_html=words.switch(&at(number))></div>
        </main>
    }
    .into_any()
}

/// The program of the screen with the numbers as they are now, on its own page.
fn open_link(explorer: AppState, stage: Stage) -> Option<AnyView> {
    let program = stage.screen.experiment.program()?;
    let href = text(move || stage.address(explorer, program));
    Some(view! { <p class="open"><a href=href>{stage.words.of("Open this as a program")}</a></p> }.into_any())
}
