//! All lessons with what is done of each, and the ways to practice and to the module.

use super::language::Words;
use super::query::{Place, first_course};
use super::{progress, save_marks};
use crate::components::attributes::GlobalAttributes;
use crate::components::dynamic::on_event;
use crate::components::html::push_text;
use leptos::prelude::*;
use semantics::teaching::{Lesson, courses};

/// The list as markup: it changes only with what was done elsewhere.
pub fn view(words: Words) -> AnyView {
    let mut html = String::new();
    html.push_str("<p class=\"lead\">");
    html.push_str(&words.html(
        "Short lessons with live instructions: predict first, then look. This page computes every number in them, with the engine of the explorer.",
    ));
    html.push_str("</p>");
    html.push_str(&words.switch(&Place::List));
    let teachers = link(&words.href(&Place::Teach(first_course(1))), &words.html("For teachers"));
    html.push_str("<p class=\"doors\">");
    html.push_str(&link("#/learn/practice", &words.html("Practice")));
    html.push(' ');
    html.push_str(&teachers);
    html.push_str("</p>");
    for course in courses() {
        element(&mut html, "h2", words.html(&course.title));
        element(&mut html, "p", words.html(&course.about));
        html.push_str("<ol class=\"lessons\">");
        course.lessons.iter().for_each(|lesson| one(&mut html, words, lesson));
        html.push_str("</ol>");
    }
    element(&mut html, "h2", words.html("Practice"));
    let problems = link("#/learn/practice", &words.html("Problems from the engine"));
    let practice = words.html("{1}, from decoding bits to one sum of a tensor core. Your answers choose the next problem, or you choose it by hand. A link gives a whole class the same set.");
    element(&mut html, "p", practice.replace("{1}", &problems));
    element(&mut html, "h2", words.html("For course pages and notebooks"));
    let module = link("example.html", &words.html("JavaScript module"));
    let pages = words
        .html("You can show any view in a page of yours: {1} in the header gives the snippet. The {2} computes in the reader’s browser.");
    let teach = link(&words.href(&Place::Teach(first_course(1))), &words.html("For teachers"));
    element(&mut html, "p", words.html("{1}: what each lesson teaches, links, frames and worksheets.").replace("{1}", &teach));
    element(&mut html, "p", pages.replace("{1}", "<b>⤴</b>").replace("{2}", &module));
    let undone = progress::marks(Place::href).is_none();
    view! {
        <main id="main" class="learn" lang=words.language.code>
            <h1>{words.of("Learn")}</h1>
            <div inner_html=html></div>
            <p class="device">{words.of("This browser remembers what you have done, and nobody else does.")}</p>
            <p hidden=undone><button type="button" class="quiet" on:click=on_event(move |_| save_marks())>{words.of("save what is done as a table (CSV)")}</button></p>
        </main>
    }
    .into_any()
}

fn element(html: &mut String, name: &str, content: String) {
    for part in ["<", name, ">", &content, "</", name, ">"] {
        html.push_str(part);
    }
}

fn link(address: &str, text: &str) -> String {
    ["<a href=\"", address, "\">", text, "</a>"].concat()
}

fn one(html: &mut String, words: Words, lesson: &'static Lesson) {
    let count = lesson.screens.len();
    let done = (0..count).filter(|screen| progress::is_done(&lesson.name, *screen)).count();
    // On to the first screen that is not done; a finished lesson begins again.
    let next = (0..count).find(|screen| !progress::is_done(&lesson.name, *screen)).unwrap_or(0);
    html.push_str("<li><a href=\"");
    push_text(html, &words.href(&Place::Lesson { name: &lesson.name, screen: next }));
    html.push_str("\">");
    push_text(html, &words.of(&lesson.title));
    html.push_str("</a><span class=\"done\">");
    html.push_str(&words.of(&match done {
        0 => format!("{count} screens"),
        _ if done == count => "✓ done".to_owned(),
        _ => format!("{done} of {count} done"),
    }));
    html.push_str("</span><p>");
    html.push_str(&words.html(&lesson.about));
    html.push_str("</p></li>");
}
