//! Learn: the list of lessons, a lesson screen by screen, and practice. What is shown follows from the query alone (see [`query`]).

mod block;
mod lesson;
mod line;
mod list;
mod practice;
mod progress;
pub mod query;
mod question;
mod sheet;

use crate::components::dynamic::part;
use crate::state::address::Page;
use crate::state::explorer::Explorer;
use crate::state::journal::Change;
use leptos::prelude::*;
use query::Place;
use semantics::teaching::Lesson;

/// The page.
#[component]
pub fn Learn() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let read = Memo::new(move |_| Place::read(&explorer.query(Page::Learn)));
    let place = Memo::new(move |_| read.get().0);
    Effect::new(move |_| {
        let (place, notices) = read.get();
        explorer.subject.set(subject(&place));
        if !notices.is_empty() {
            explorer.notices.set(notices);
        }
    });
    // A set keeps its page while its problems change.
    let shown = Memo::new(move |_| match place.get() {
        Place::Practice(_) => Place::Practice(None),
        place => place,
    });
    part(move || match shown.get() {
        Place::List => list::view(),
        Place::Lesson { name, screen } => match Lesson::named(name) {
            Some(lesson) => lesson::view(explorer, lesson, screen),
            None => list::view(),
        },
        Place::Practice(_) => practice::view(explorer, place),
    })
}

/// Goes somewhere else on the page.
fn go(explorer: Explorer, place: &Place, change: Change) {
    explorer.set_query(Page::Learn, &place.written(), change);
}

fn subject(place: &Place) -> String {
    match place {
        Place::List => "Learn".into(),
        Place::Practice(_) => "Practice".into(),
        Place::Lesson { name, screen } => match Lesson::named(name) {
            Some(lesson) => match lesson.screens.get(*screen) {
                Some(screen) => [screen.title, " · ", lesson.title.title].concat(),
                None => lesson.title.title.to_owned(),
            },
            None => "Learn".into(),
        },
    }
}
