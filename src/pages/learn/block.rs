//! The pieces of a screen, alive: they follow the numbers that the reader changes.

use super::language::Words;
use super::line;
use super::question;
use super::stage::Stage;
use crate::components::attributes::AriaAttributes;
use crate::components::bits::BitRow;
use crate::components::html::push_text;
use crate::components::microscope;
use crate::components::step_cards::cards;
use crate::components::value::Value;
use leptos::prelude::*;
use semantics::number::Pattern;
use semantics::teaching::{Block, Values};

/// One piece; a question knows which one it is.
pub fn view(stage: Stage, block: &'static Block, index: usize) -> AnyView {
    let words = stage.words;
    match block {
        Block::Say(said) => view! { <p class="say" inner_html=stage.follows(move |values| stage.said(said, values))></p> }.into_any(),
        Block::Rows(names) => rows(stage, names),
        Block::Microscope(name) => {
            view! { <div class="microscope" inner_html=stage.follows(move |values| magnified(words, values, name))></div> }.into_any()
        }
        Block::Steps(name) => {
            let count = stage.follows(move |values| words.of(&format!("How {name} was computed: {} steps", values.steps(name).len())));
            let steps = stage.follows(move |values| cards(values.steps(name)));
            view! { <details class="story"><summary>{count}</summary><h2 class="unseen">{words.of("Steps")}</h2><ol class="cards" lang="en" inner_html=steps></ol></details> }.into_any()
        }
        Block::Program => {
            view! { <pre class="code-listing" tabindex="0" inner_html=stage.follows(move |values| program(stage, values))></pre> }
                .into_any()
        }
        Block::Holds(claim, holds) => {
            let holds = |values: &Values| holds.as_ref().is_some_and(|condition| condition.holds(values));
            let mark = stage.follows(move |values| words.of(if holds(values) { "✓ holds" } else { "✗ does not hold now" }));
            view! { <p class="holds"><b>{mark}</b>": " <span inner_html=stage.said_at_first(claim)></span></p> }.into_any()
        }
        Block::Ask(question) => question::view(stage, question, index),
        Block::Line { subnormals } => view! { <div class="number-line" inner_html=line::draw(*subnormals, words)></div> }.into_any(),
        Block::See(to, address) => view! { <p class="see"><a href=address.as_str()>{words.of(to)}</a></p> }.into_any(),
    }
}

/// Registers as rows of bits with their spellings; those that are given can be changed.
fn rows(stage: Stage, names: &'static [String]) -> AnyView {
    let start = stage.start.get_value();
    // The widest format gives the layout of all rows.
    let format = names.iter().map(|name| start.get(name).format).max_by_key(|format| format.width()).map_or("F32", |format| format.name);
    let rows = names.iter().map(|name| {
        let name = name.as_str();
        let pattern: Signal<Pattern> = Memo::new(move |_| stage.values.with(|values| values.get(name))).into();
        let of = Signal::stored(name.to_owned());
        let row_name = Signal::stored(["bits of ", name].concat());
        let given = stage.screen.experiment.given.iter().position(|given| given.0 == name);
        let label = view! { <div class="name"><b>{name}</b></div> };
        match given {
            Some(index) => {
                let edit = Callback::new(move |pattern: Pattern| {
                    stage.bits.update(|bits| {
                        if let Some(bits) = bits.get_mut(index) {
                            *bits = pattern.bits;
                        }
                    });
                });
                view! { <div class="operand">{label}<BitRow name=row_name pattern edit /><Value of pattern edit=Some(edit) /></div> }
                    .into_any()
            }
            None => view! { <div class="operand computed">{label}<BitRow name=row_name pattern /><Value of pattern /></div> }.into_any(),
        }
    });
    view! { <section class="operands" lang="en" aria-label="Registers" data-format=format>{rows.collect_view()}</section> }.into_any()
}

fn magnified(words: Words, values: &Values, name: &str) -> String {
    let none = match values.microscope(name) {
        Some(view) if view.encloses() => {
            return ["<div lang=\"en\">", &microscope::draw(&view), &microscope::rule(&view), "</div>"].concat();
        }
        Some(_) => "The exact value is larger than every number of the format: only the mode decides.",
        None => "Nothing was rounded: the result follows from a rule.",
    };
    ["<p class=\"none\">", &words.html(none), "</p>"].concat()
}

/// The program; once every question of the screen is answered, each line with the value that it wrote.
fn program(stage: Stage, values: &Values) -> String {
    let shown = stage.answered.get() >= stage.screen.questions().count();
    let mut html = String::new();
    for line in stage.screen.experiment.program().unwrap_or("").lines() {
        let written = line.split_whitespace().nth(1).map(|register| register.trim_matches(['%', ',', ';']));
        html.push_str("<code>");
        push_text(&mut html, line);
        html.push_str("</code><i>");
        // A register that is written twice has lost its first value.
        if let Some(number) = written.and_then(|name| values.find(name)).filter(|_| shown && stage.written_once(line)) {
            // Two narrow numbers side by side are no whole number: their digits tell more.
            let value = if number.format.is_floating() { number.value_text() } else { ["0x", &number.hex()].concat() };
            push_text(&mut html, &value);
        }
        html.push_str("</i>");
    }
    html
}

impl Stage {
    fn written_once(self, line: &str) -> bool {
        let target = |line: &str| line.split_whitespace().nth(1).map(str::to_owned);
        let program = self.screen.experiment.program().unwrap_or("");
        program.lines().filter(|other| target(other) == target(line)).count() == 1
    }
}
