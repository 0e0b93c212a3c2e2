//! All lessons with what is done of each, and the ways to practice and to the module.

use super::progress;
use super::query::Place;
use crate::components::attributes::GlobalAttributes;
use crate::components::html::{push_number, push_text, sentence};
use leptos::prelude::*;
use semantics::teaching::{COURSES, Lesson};

/// The list as markup: it changes only with what was done elsewhere.
pub fn view() -> AnyView {
    let mut html = String::from(
        "<h1>Learn</h1><p class=\"lead\">Short lessons with live instructions: predict first, then look. Every number in them is computed here, by the engine behind the explorer.</p>",
    );
    for course in &COURSES {
        for part in ["<h2>", course.title, "</h2><p>", course.about, "</p><ol class=\"lessons\">"] {
            html.push_str(part);
        }
        course.lessons.iter().for_each(|lesson| one(&mut html, lesson));
        html.push_str("</ol>");
    }
    html.push_str(
        "<h2>Practice</h2><p><a href=\"#/learn/practice\">Problems from the engine</a>: decode, encode, round, add, fused multiply-add. A link gives a whole class the same set.</p>\
         <h2>For course pages and notebooks</h2><p>Any view can stand in a page of yours: <b>‹ ›</b> in the header gives the snippet. The <a href=\"example.html\">JavaScript module</a> computes in the reader’s browser.</p>\
         <p class=\"device\">What you have done is remembered in this browser and nowhere else.</p>",
    );
    view! { <main id="main" class="learn" inner_html=html></main> }.into_any()
}

fn one(html: &mut String, lesson: &'static Lesson) {
    let count = lesson.screens.len();
    let done = (0..count).filter(|screen| progress::is_done(lesson.title.name, *screen)).count();
    // On to the first screen that is not done; a finished lesson begins again.
    let next = (0..count).find(|screen| !progress::is_done(lesson.title.name, *screen)).unwrap_or(0);
    html.push_str("<li><a href=\"");
    push_text(html, &Place::Lesson { name: lesson.title.name, screen: next }.href());
    html.push_str("\">");
    push_text(html, lesson.title.title);
    html.push_str("</a><span class=\"done\">");
    match done {
        0 => {
            push_number(html, count as i32);
            html.push_str(" screens");
        }
        _ if done == count => html.push_str("✓ done"),
        _ => {
            push_number(html, done as i32);
            html.push_str(" of ");
            push_number(html, count as i32);
            html.push_str(" done");
        }
    }
    html.push_str("</span><p>");
    html.push_str(&sentence(lesson.title.about));
    html.push_str("</p></li>");
}
