//! The glossary: every term on one page, the one that was asked for in view.
//!
//! The query is the term: `w=ulp`.

use crate::components::attributes::GlobalAttributes;
use crate::components::dynamic::text;
use crate::components::html::{push_text, sentence};
use crate::components::section_scheduler::measured;
use crate::components::sections::Sections;
use crate::state::address::Page;
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::percent::decoded;
use crate::state::queries::read_parts;
use leptos::prelude::*;
use semantics::search::TERMS;
use view_model::pages::reference::links;

/// The place of the term that a query asks for; the notices say what could not be read.
fn read(query: &str) -> (Option<usize>, Vec<String>) {
    let mut asked = None;
    let notices = read_parts(query, |name, value| {
        let word = decoded(value).unwrap_or_default();
        asked = TERMS.iter().position(|term| name == "w" && term.name.eq_ignore_ascii_case(&word));
        asked.is_some()
    });
    (asked, notices)
}

/// The page.
#[component]
pub fn Glossary() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let asked = Memo::new(move |_| read(&explorer.query(Page::Glossary)));
    Effect::new(move |_| {
        let (place, notices) = asked.get();
        explorer.subject.set(place.map_or("Glossary".into(), |place| [TERMS[place].name, " · Glossary"].concat()));
        explorer.notify(notices);
        measured(move || {
            if let Some(element) = browser::element::<web_sys::HtmlElement>("asked") {
                element.scroll_into_view_with_bool(false);
            }
        });
    });
    view! {
        <main id="main" class="glossary">
            <Sections />
            <h1>"Glossary"</h1>
            <dl inner_html=text(move || terms(asked.with(|(place, _)| *place)))></dl>
            <p class="plain"><a href=text(move || plain(asked.with(|(place, _)| *place)))>"A plain page of this"</a></p>
        </main>
    }
}

/// The page of a term, or of all terms, that needs no script.
fn plain(asked: Option<usize>) -> String {
    links::plain("glossary", asked.map_or("index", |place| TERMS[place].name))
}

fn terms(asked: Option<usize>) -> String {
    let mut html = String::with_capacity(12_000);
    for (place, term) in TERMS.iter().enumerate() {
        html.push_str(if asked == Some(place) { "<div id=\"asked\" aria-current=\"true\"><dt>" } else { "<div><dt>" });
        push_text(&mut html, term.name);
        for piece in ["</dt><dd>", &sentence(term.meaning), "</dd></div>"] {
            html.push_str(piece);
        }
    }
    html
}
