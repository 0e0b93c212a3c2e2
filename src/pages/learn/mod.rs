//! Learn: the list of lessons, a lesson screen by screen, practice, and the plan for teachers. What is shown follows from the query (see
//! [`query`]), and from the language that was chosen last.

mod block;
mod follow;
mod language;
mod lesson;
mod list;
mod open;
mod practice;
mod progress;
mod question;
mod recipes;
mod settings;
mod stage;
mod teach;

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::part;
use crate::state::address::Page;
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::history::Change;
use language::Words;
use leptos::prelude::*;
use leptos::task::spawn_local;
use query::Place;
use semantics::teaching::Lesson;
pub use view_model::pages::learn::query;
use view_model::pages::learn::{line, sheet, terms};

/// The page.
#[component]
pub fn Learn() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let read = Memo::new(move |_| Place::read(&explorer.query(Page::Learn)));
    let place = Memo::new(move |_| read.get().0);
    let language = Memo::new(move |_| language::chosen(&explorer.query(Page::Learn)));
    let words = RwSignal::new(Words::ready(language.get_untracked()));
    Effect::new(move |_| {
        let wanted = language.get();
        if words.get_untracked().is_some_and(|words| words.language == wanted) {
            return;
        }
        if let Some(ready) = Words::ready(wanted) {
            return words.set(Some(ready));
        }
        spawn_local(async move {
            let fetched = language::fetched(wanted).await;
            // The person may have chosen another one, or another page, meanwhile.
            if language.try_get_untracked() == Some(wanted) {
                if fetched.is_none() {
                    explorer.notices.set(vec!["The translation could not be fetched; this is English. Another try may do.".into()]);
                }
                words.set(Some(fetched.unwrap_or_else(Words::english)));
            }
        });
    });
    Effect::new(move |_| {
        let (place, notices) = read.get();
        explorer.subject.set(subject(&place, words.get().unwrap_or_else(Words::english)));
        explorer.notify(notices);
    });
    // A set keeps its page while its problems change.
    let shown = Memo::new(move |_| match place.get() {
        Place::Practice(_) => Place::Practice(None),
        Place::Teach(_) => Place::Teach(query::first_course(1)),
        place => place,
    });
    // Whoever comes to another place begins at its top.
    Effect::new(move |before: Option<Place>| {
        let now = shown.get();
        if before.is_some_and(|before| before != now) {
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
        now
    });
    part(move || {
        let Some(words) = words.get() else { return view! { <main id="main" class="wait" aria-busy="true"></main> }.into_any() };
        match shown.get() {
            Place::List => list::view(words),
            Place::Lesson { name, screen } => match Lesson::named(name) {
                Some(lesson) => lesson::view(explorer, words, lesson, screen),
                None => list::view(words),
            },
            Place::Practice(_) => practice::view(explorer, place),
            Place::Teach(_) => teach::view(explorer, words, place),
        }
    })
}

/// Hands over what was done as a file, for whoever marks it.
fn save_marks() {
    let table = progress::marks(|place| browser::address_of(&place.href()));
    if let Some(file) = table.and_then(|table| browser::file(table.as_bytes(), "text/csv")) {
        browser::save(&file, "ulpscope-marks.csv");
    }
}

/// Goes somewhere else on the page, as it is written.
fn go(explorer: AppState, place: &str, change: Change) {
    explorer.set_query(Page::Learn, place, change);
}

fn subject(place: &Place, words: Words) -> String {
    match place {
        Place::List => words.of("Learn"),
        Place::Practice(_) => "Practice".into(),
        Place::Teach(_) => words.of("For teachers"),
        Place::Lesson { name, screen } => match Lesson::named(name) {
            Some(lesson) => match lesson.screens.get(*screen) {
                Some(screen) => [&words.of(&screen.title), " · ", &words.of(&lesson.title)].concat(),
                None => words.of(&lesson.title),
            },
            None => words.of("Learn"),
        },
    }
}
