//! The rounding under the microscope, and all four modes on the same operands; a click adopts one.

use super::further::further;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, part, text};
use crate::components::html::{push_text, sentence};
use crate::components::microscope::{draw, rule};
use crate::state::app_state::{AppState, Shown};
use crate::state::evaluated::InMode;
use crate::state::language::later;
use leptos::prelude::*;
use semantics::number::Pattern;
use semantics::rounding::Mode;
use semantics::run::lane_name;
use semantics::syntax::ChoiceState;

/// The panel: one drawing for each lane, then the modes.
#[component]
pub fn Rounding() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let modes = Memo::new(move |_| explorer.shown.get().map(|shown| shown.evaluated.modes()).unwrap_or_default());
    view! {
        <section class="rounding" aria-labelledby="rounding-title">
            <h2 id="rounding-title">{text(move || explorer.shown.get().map_or("Rounding", |shown| if shown.evaluated.is_measured() { "Accuracy" } else { "Rounding" }).to_owned())}</h2>
            {drawings(explorer)}
            <div class="modes" role="group" aria-label="All rounding modes on these operands">
                {Mode::ALL.map(|mode| one_mode(explorer, modes, mode)).into_iter().collect_view()}
            </div>
        </section>
    }
}

/// One drawing for each lane.
pub fn drawings(explorer: AppState) -> AnyView {
    // What an approximation is worth comes later.
    Effect::new(move |_| {
        if explorer.shown.get().is_some_and(|shown| shown.evaluated.run.is_approximate()) {
            explorer.fetch_languages();
        }
    });
    let lanes = Memo::new(move |_| explorer.shown.get().map_or(1, |shown| shown.evaluated.lanes() as usize));
    part(move || (0..lanes.get()).map(|lane| one_lane(explorer, lane as u32, lanes.get())).collect_view().into_any()).into_any()
}

fn one_lane(explorer: AppState, lane: u32, lanes: usize) -> AnyView {
    let content = Memo::new(move |_| explorer.shown.get().map(|shown| magnified(&shown, lane)).unwrap_or_default());
    let name = (lanes > 1).then(|| view! { <h3>{[lane_name(lane, lanes as u32), " lane"].concat()}</h3> });
    view! { {name}<div class="microscope" inner_html=text(move || content.get())></div> }.into_any()
}

/// What stands under the microscope, as markup: what an approximation is worth, or how the result was rounded.
fn magnified(shown: &Shown, lane: u32) -> String {
    let run = &shown.evaluated.run;
    if let (None, Some((block, view))) = (run.microscope(lane), run.rounded_before().filter(|_| !run.is_approximate())) {
        let title = ["<p class=\"earlier\">The result was not rounded. Before it, <code>", block.name(), "</code> was:</p>"].concat();
        return [title, draw(&view), rule(&view)].concat();
    }
    worth(shown).unwrap_or_else(|| match run.microscope(lane) {
        Some(view) if !view.encloses() => sentence(&format!(
            "The exact value is beyond every {} number, the largest of which is {}: the step “Overflow” says what becomes of it.",
            view.format.name,
            Pattern::new(view.format, view.format.largest()).value_text()
        )),
        Some(view) => [draw(&view), rule(&view)].concat(),
        None if run.is_of_integers() => "<p class=\"none\">Integers and bits are not rounded.</p>".into(),
        None if run.broken_off().is_some() => "<p class=\"none\">Nothing is computed here.</p>".into(),
        None => "<p class=\"none\">Nothing was rounded here.</p>".into(),
    })
}

/// What an approximation is worth, as markup; None for other instructions.
fn worth(shown: &Shown) -> Option<String> {
    let evaluated = &shown.evaluated;
    if !evaluated.is_measured() {
        return None;
    }
    let Some(verdict) = evaluated.verdict.clone() else {
        if later().is_none() {
            return Some(String::new());
        }
        return Some("<p class=\"none\">There is no error to measure here: the operand or the true value is zero or no number.</p>".into());
    };
    let same = evaluated.results().next() == Some(verdict.nearest);
    further().map(|further| (further.worth)(&verdict, same, evaluated.run.evidence()))
}

/// One mode: its name, its result, and whether it is the one that was asked for.
fn one_mode(explorer: AppState, modes: Memo<Vec<InMode>>, mode: Mode) -> AnyView {
    let state = Memo::new(move |_| modes.with(|modes| modes.iter().find(|known| known.mode == mode).map(spelled_lanes)));
    let edit = move || {
        let bar = explorer.reading.get_untracked()?.choices();
        let choice = bar.into_iter().flat_map(|group| group.choices).find(|choice| choice.toggle.mode() == Some(mode))?;
        (choice.state == ChoiceState::Available).then_some(choice.edit?)
    };
    let adopt = move |_| {
        if let Some(text) = edit() {
            explorer.replace_text(text);
        }
    };
    let current = move || state.with(|state| state.as_ref().is_some_and(|(_, current)| *current));
    view! {
        <button type="button" class="mode" title=mode.words() hidden=flag(move || state.with(Option::is_none)) aria-pressed=text(move || current().to_string()) on:click=on_event(adopt)>
            <b>{mode.name()}</b>
            <span class="mode-results" inner_html=text(move || state.get().map(|(lanes, _)| spelled(&lanes)).unwrap_or_default())></span>
            <i aria-hidden="true">{text(move || if current() { "◀" } else { "" }.to_owned())}</i>
        </button>
    }
    .into_any()
}

fn spelled(lanes: &[(String, String)]) -> String {
    let mut html = String::new();
    for (hex, decimal) in lanes {
        html.push_str("<span class=\"mode-result\"><code>");
        push_text(&mut html, hex);
        html.push_str("</code> <span>");
        push_text(&mut html, decimal);
        html.push_str("</span></span>");
    }
    html
}

/// The spelled lanes of a mode's result, and whether it is the instruction's own mode.
fn spelled_lanes(in_mode: &InMode) -> (Vec<(String, String)>, bool) {
    let lanes = in_mode.results.iter().map(|pattern| (pattern.hex(), pattern.value_text()));
    (lanes.collect(), in_mode.current)
}
