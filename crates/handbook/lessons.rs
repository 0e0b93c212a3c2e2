//! Lessons as pages: what a reader sees who answers every question, with each answer folded, in English and in the other languages.

use crate::markup::{put, text_of};
use crate::{Chapter, Page};
use semantics::teaching::{Block, LANGUAGES, Language, Lesson, Question, Screen, Translation, Values, lessons};
use std::fs;
use std::path::Path;
use view_model::components::html::{push_text, sentence};
use view_model::components::{microscope, step_cards};
use view_model::pages::learn::language::Words;
use view_model::pages::learn::line;
use view_model::pages::learn::query::Place;

/// The lessons in English.
pub fn english() -> Chapter {
    chapter(Words::english())
}

/// The lessons in the other languages.
pub fn translations() -> impl Iterator<Item = Chapter> {
    LANGUAGES.iter().filter(|language| !language.is_english()).map(|language| chapter(words(language)))
}

fn chapter(words: Words) -> Chapter {
    let pages = lessons().map(|lesson| page(words, lesson)).collect();
    Chapter { folder: folder(words.language), title: words.of("Lessons"), pages }
}

/// A language with its files, which lie in the course.
fn words(language: &'static Language) -> Words {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../course/content").join(language.code);
    let read = |name: String| {
        let text = fs::read_to_string(folder.join(&name)).unwrap_or_else(|error| panic!("{}: {error}", folder.join(&name).display()));
        (name, text)
    };
    Words::brought(language, &Translation::files().map(read).collect::<Vec<_>>()).expect("its files have words")
}

/// Where the lessons of a language lie.
pub fn folder(language: &Language) -> String {
    if language.is_english() { "learn".to_owned() } else { format!("learn/{}", language.code) }
}

fn page(words: Words, lesson: &'static Lesson) -> Page {
    let (title, about) = (words.of(&lesson.title), words.html(&lesson.about));
    let mut body = ["<h1>", &words.html(&lesson.title), "</h1><p class=\"lead\">", &about, "</p>"].concat();
    lesson.screens.iter().for_each(|one| screen(&mut body, words, one));
    let [ask, good] = words.open(lesson);
    put(&mut body, &["<h2>", &words.html("An open question"), "</h2><p>", &ask, "</p>"]);
    put(&mut body, &["<details><summary>", &words.html("What a good answer says"), "</summary><p>", &good, "</p></details>"]);
    let address = words.href(&Place::Lesson { name: &lesson.name, screen: 0 });
    put(&mut body, &["<p><a href=\"", &address, "\">Ulpscope: ", &words.html(&lesson.title), "</a></p>"]);
    let name = text_of(&sentence(&title));
    Page {
        path: format!("{}/{}", folder(words.language), lesson.name),
        title: format!("{name} · Ulpscope"),
        name,
        about: text_of(&about),
        language: words.language.code,
        body,
    }
}

fn screen(html: &mut String, words: Words, screen: &Screen) {
    put(html, &["<h2>", &words.html(&screen.title), "</h2>"]);
    let values = screen.experiment.run(&screen.experiment.start());
    let said = |text: &str| sentence(&words.fill(text, &values));
    for block in &screen.blocks {
        match block {
            Block::Say(text) => put(html, &["<p>", &said(text), "</p>"]),
            Block::Rows(names) => rows(html, names, &values),
            Block::Microscope(name) => {
                if let Some(view) = values.microscope(name).filter(|view| view.encloses()) {
                    let drawing = [microscope::draw(&view), microscope::rule(&view)].concat();
                    put(html, &["<div class=\"microscope\" lang=\"en\">", &drawing, "</div>"]);
                }
            }
            Block::Steps(name) => {
                let steps = values.steps(name);
                let count = words.html(&format!("How {name} was computed: {} steps", steps.len()));
                put(
                    html,
                    &[
                        "<details><summary>",
                        &count,
                        "</summary><ol class=\"cards\" lang=\"en\">",
                        &step_cards::cards(steps),
                        "</ol></details>",
                    ],
                );
            }
            Block::Program => {
                html.push_str("<pre><code>");
                push_text(html, screen.experiment.program().unwrap_or(""));
                html.push_str("</code></pre>");
            }
            Block::Holds(claim, condition) => {
                let holds = condition.as_ref().is_some_and(|condition| condition.holds(&values));
                let mark = words.html(if holds { "✓ holds" } else { "✗ does not hold now" });
                put(html, &["<p><b>", &mark, "</b>: ", &said(claim), "</p>"]);
            }
            Block::Ask(question) => ask(html, words, question, &values),
            Block::Line { subnormals } => put(html, &["<div class=\"number-line\">", &line::draw(*subnormals, words), "</div>"]),
            Block::See(to, address) => put(html, &["<p><a href=\"", address, "\">", &words.html(to), "</a></p>"]),
        }
    }
}

/// Registers with their bits and values.
fn rows(html: &mut String, names: &[String], values: &Values) {
    html.push_str("<dl class=\"registers\" lang=\"en\">");
    for name in names {
        let pattern = values.get(name);
        put(html, &["<dt>", name, "</dt><dd><code>", &pattern.binary(), "</code> "]);
        push_text(html, &pattern.value_text());
        html.push_str("</dd>");
    }
    html.push_str("</dl>");
}

/// A question, its answers to choose from, and the right one folded with its reason.
fn ask(html: &mut String, words: Words, question: &Question, values: &Values) {
    let said = |text: &str| sentence(&words.fill(text, values));
    put(html, &["<p class=\"ask\"><b>", &words.html("Question"), ":</b> ", &said(&question.ask), "</p>"]);
    let choices = question.answer.choices();
    if !choices.is_empty() {
        html.push_str("<ul>");
        choices.iter().for_each(|choice| put(html, &["<li>", &said(&choice.words), "</li>"]));
        html.push_str("</ul>");
    }
    let answer = match question.answer.right_option(values) {
        Some(right) => said(&choices[right].words),
        None => words.html(&question.solution(values)),
    };
    put(html, &["<details><summary>", &words.html("show the answer"), "</summary><p><b>", &answer, "</b> "]);
    put(html, &[&said(&question.because), "</p></details>"]);
}
