//! For teachers: what each lesson teaches and how long it is, its link and its frame; worksheets. All of it is read off the lessons.

use super::language::Words;
use super::query::{Place, first_course};
use super::{go, practice, recipes, settings, sheet};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::copy::{copy_button, copy_from};
use crate::components::dynamic::{flag, on_event, text};
use crate::components::html::push_text;
use crate::embedding::snippet;
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::embed::Embed;
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use semantics::teaching::practice::{File, Set as ProblemSet, exported};
use semantics::teaching::{Lesson, Screen, courses, lessons};
use wasm_bindgen::JsCast;
use web_sys::Element;

/// The page. What is printed is the overview, or the worksheet once its button was pressed.
pub fn view(explorer: AppState, words: Words, place: Memo<Place>) -> AnyView {
    let set = Memo::new(move |old: Option<&_>| match place.get() {
        Place::Teach(set) => set,
        _ => old.cloned().unwrap_or_else(|| first_course(1)),
    });
    let change = Callback::new(move |set| go(explorer, &words.written(&Place::Teach(set)), Change::Edit(EditLabel::ProblemSet)));
    let problems = move || set.with(|set| practice::link(set, 1));
    let on_paper = RwSignal::new(false);
    let paper =
        text(
            move || if on_paper.get() { set.with(|set| sheet::sheet(set, 1, |number| practice::link(set, number))) } else { String::new() },
        );
    let print = on_event(move |_| {
        on_paper.set(true);
        // The browser prints what is drawn.
        request_animation_frame(move || {
            let _ = window().print();
            on_paper.set(false);
        });
    });
    // One ear for the buttons of every lesson.
    let copy = on_event(move |event: web_sys::MouseEvent| {
        let button = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if let Some((button, content)) = button.and_then(|button| button.get_attribute("data-copy").map(|content| (button, content))) {
            copy_from(&button, &content);
        }
    });
    view! {
        <main id="main" class="learn" class:practice=flag(move || on_paper.get()) lang=words.language.code>
            <nav class="screens" aria-label=words.of("Learn")><a href=words.href(&Place::List)>{words.of("Lessons")}</a></nav>
            <h1>{words.of("For teachers")}</h1>
            <div inner_html=words.switch(&Place::Teach(first_course(1)))></div>
            <h2>{words.of("Worksheets")}</h2>
            <p>{words.of("Print ten problems, with their answers on a separate page. A link shows the same problems on the screen. Special patterns are zeros, subnormal numbers, infinities and NaN: they make it harder.")}</p>
            <div lang="en">
                {settings::view(set, change)}
                <p><a href=text(problems)><code>{text(problems)}</code></a></p>
                <p>
                    {copy_button(Some("quiet"), "copy the link", move || Some(problems()))}
                    <button type="button" class="quiet" on:click=print>"print ten problems as a worksheet"</button>
                </p>
                <p>
                    "The same ten problems, their answers and steps as questions of your course: "
                    <button type="button" class="quiet" on:click=on_event(move |_| export(set, File::Moodle))>"save for Moodle (XML)"</button>" "
                    <button type="button" class="quiet" on:click=on_event(move |_| export(set, File::Gift))>"save as GIFT"</button>" "
                    <button type="button" class="quiet" on:click=on_event(move |_| export(set, File::Qti))>"save as QTI 2.1 (zip)"</button>
                </p>
            </div>
            <h2>{words.of("Marks")}</h2>
            <p>{words.of("Each student can save what is done as a table, on the list of lessons and in practice. It has a row for each screen and each problem. Nothing is sent: you say how students hand in the file.")}</p>
            <div on:click=copy inner_html=overview(words)></div>
            <section class="worksheet" lang="en" inner_html=paper></section>
        </main>
    }
    .into_any()
}

/// Hands the problems of the worksheet over as a file of questions.
fn export(set: Memo<ProblemSet>, file: File) {
    let (ending, kind) = file.kind();
    set.with_untracked(|set| {
        let content = exported(set, 1..=sheet::last(1), file, |number| practice::link(set, number));
        if let Some(file) = browser::file(&content, kind) {
            browser::save(&file, &format!("ulpscope-set-{:x}.{ending}", set.seed));
        }
    });
}

/// How a frame stands on other pages, then every course with its lessons, as markup.
fn overview(words: Words) -> String {
    let mut html = String::new();
    recipes::push(&mut html, words);
    html.push_str("<p class=\"lead\">");
    html.push_str(
        &words
            .html("For each lesson you find what it teaches, how long it is, its link, and a frame for a page of yours. Every screen takes some minutes."),
    );
    html.push_str("</p>");
    for course in courses() {
        let length = length(words, &course.lessons);
        for part in
            ["<h2>", &words.html(&course.title), "</h2><p>", &words.html(&course.about), " ", &length, ".</p><ol class=\"lessons\">"]
        {
            html.push_str(part);
        }
        course.lessons.iter().for_each(|lesson| one(&mut html, words, lesson));
        html.push_str("</ol>");
    }
    // Answers stand apart: folded on the screen, on pages of their own on paper.
    for part in ["<details class=\"answers\"><summary>", &words.html("What good answers to the open questions say"), "</summary><dl>"] {
        html.push_str(part);
    }
    for lesson in lessons() {
        let [ask, good] = words.open(lesson);
        for part in ["<div><dt>", &words.html(&lesson.title), ": ", &ask, "</dt><dd>", &good, "</dd></div>"] {
            html.push_str(part);
        }
    }
    html.push_str("</dl></details>");
    html
}

fn one(html: &mut String, words: Words, lesson: &'static Lesson) {
    let href = words.href(&Place::Lesson { name: &lesson.name, screen: 0 });
    let link = browser::address_of(&href);
    let suffix = Embed { on: true, hide: false }.suffix();
    let frame = if href.contains('?') { [&link, suffix].concat() } else { [link.as_str(), &suffix.replacen('&', "?", 1)].concat() };
    let screens: Vec<String> = lesson.screens.iter().map(|screen| words.html(&screen.title)).collect();
    for part in ["<li><a href=\"", &href, "\">", &words.html(&lesson.title), "</a><p>", &length(words, core::slice::from_ref(lesson))] {
        html.push_str(part);
    }
    let [ask, _] = words.open(lesson);
    let (about, screens, asked) = (words.html(&lesson.about), screens.join(" · "), words.html("An open question"));
    for part in ["</p><p>", &about, "</p><p>", &screens, "</p><p>", &asked, ": ", &ask, "</p><p><code>"] {
        html.push_str(part);
    }
    push_text(html, &link);
    html.push_str("</code></p><p>");
    for (name, content) in [("copy the link", link), ("copy the frame", snippet(&frame))] {
        html.push_str("<button type=\"button\" class=\"quiet\" data-copy=\"");
        push_text(html, &content);
        for part in ["\">", &words.html(name), "</button> "] {
            html.push_str(part);
        }
    }
    html.push_str("</p></li>");
}

/// How many screens and questions some lessons have.
fn length(words: Words, lessons: &[Lesson]) -> String {
    let screens = || lessons.iter().flat_map(|lesson| &lesson.screens);
    words.html(&format!("{} screens, {} questions", screens().count(), screens().flat_map(Screen::questions).count()))
}
