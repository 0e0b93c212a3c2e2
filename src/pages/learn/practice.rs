//! Practice: a problem of a set, field by field, its steps on demand, and what was done as text to hand in.
//!
//! The set and the number of the problem stand in the address, and whether the next one follows what was right and wrong. The first check of
//! a problem counts; what comes after it is for learning.

use super::query::{Place, Problem};
use super::{follow, go, progress, save_marks, settings, sheet};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::copy::copy_button;
use crate::components::dynamic::{flag, on_event, part, text};
use crate::components::html::{push_text, sentence};
use crate::components::step_cards::cards;
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use semantics::teaching::answer::Mark;
use semantics::teaching::practice::{Attempt, Field, FirstDivergence, Problem as Task, Record, Set as ProblemSet, report};
use std::sync::Arc;

/// What the parts of the page share. Cheap to copy.
#[derive(Clone, Copy)]
struct Desk {
    explorer: AppState,
    /// Where we are in which set.
    at: Memo<Problem>,
    /// The problem.
    task: Memo<Arc<Task>>,
    /// What stands in the fields.
    given: RwSignal<Vec<String>>,
    /// What is said of each field.
    marks: RwSignal<Vec<Mark>>,
    /// Steps that are shown.
    revealed: RwSignal<usize>,
    /// Where the answer parts from the solution, once it was checked.
    divergence: RwSignal<Option<FirstDivergence>>,
    /// What was tried of the set.
    attempts: RwSignal<Vec<Attempt>>,
    /// What was right and wrong, where the problems follow it.
    record: RwSignal<Record>,
    /// Why this problem is asked, and after the answer what it leads to.
    why: RwSignal<String>,
}

/// The page of practice.
pub fn view(explorer: AppState, place: Memo<Place>) -> AnyView {
    let record = RwSignal::new(follow::record());
    let at = Memo::new(move |old: Option<&Problem>| match place.get() {
        Place::Practice(Some(problem)) => problem,
        _ => old.cloned().unwrap_or_else(|| record.with_untracked(|record| follow::next(record, 0))),
    });
    let task = Memo::new(move |_| at.with(|at| Arc::new(at.set.problem(at.number))));
    let attempts = RwSignal::new(Vec::new());
    let desk = Desk {
        explorer,
        at,
        task,
        given: RwSignal::default(),
        marks: RwSignal::default(),
        revealed: RwSignal::new(0),
        divergence: RwSignal::new(None),
        attempts,
        record,
        why: RwSignal::default(),
    };
    // A problem that the page thought of is written into the address, so that it can be passed on.
    Effect::new(move |_| {
        if place.with(|place| *place == Place::Practice(None)) {
            go(explorer, &Place::Practice(Some(at.get_untracked())).written(), Change::View);
        }
    });
    let set = Memo::new(move |_| at.with(|at| at.set.clone()));
    Effect::new(move |_| attempts.set(progress::attempts(&set.with(key))));
    Effect::new(move |_| {
        task.track();
        desk.clear();
        desk.revealed.set(0);
        desk.why.set(at.with(|at| record.with_untracked(|record| if at.follows { follow::why(record, at) } else { String::new() })));
    });
    let body = part(move || problem(desk, &task.get()));
    let first = Memo::new(move |_| at.with(|at| sheet::first(at.number)));
    let sheet = text(move || set.with(|set| sheet::sheet(set, first.get(), |number| link(set, number))));
    view! {
        <main id="main" class="learn practice">
            <nav class="screens" aria-label="Learn"><a href="#/learn">"Lessons"</a></nav>
            <h1>{text(move || at.with(heading))}</h1>
            <ol class="dots" aria-label="The ten problems" inner_html=text(move || at.with(|at| attempts.with(|attempts| sheet::dots(at, attempts))))></ol>
            {way(desk, set)}
            {body}
            {results(desk)}
            <section class="worksheet" inner_html=sheet></section>
        </main>
    }
    .into_any()
}

/// Which problem it is; of a set that was chosen, which of its ten.
fn heading(at: &Problem) -> String {
    let number = at.number;
    match sheet::first(number) {
        first if at.follows => format!("Problem {number} ({} of {} in this round)", number - first + 1, sheet::TEN),
        1 => format!("Problem {number} of {}", sheet::last(number)),
        first => format!("Problem {number} ({first} to {})", sheet::last(number)),
    }
}

/// Whether the problems follow what was right and wrong or a set that is chosen by hand, and what belongs to either.
fn way(desk: Desk, set: Memo<ProblemSet>) -> AnyView {
    let follows = move || desk.at.with(|at| at.follows);
    let open = move |problem| go(desk.explorer, &Place::Practice(Some(problem)).written(), Change::Edit(EditLabel::ProblemSet));
    let follow = on_event(move |_| open(desk.record.with_untracked(|record| follow::next(record, 0))));
    let choose = on_event(move |_| open(Problem { follows: false, ..desk.at.get_untracked() }));
    view! {
        <div class="settings way">
            <div role="group" aria-label="What comes next">
                <button type="button" aria-pressed=text(move || follows().to_string()) on:click=follow>"follow my answers"</button>
                <button type="button" aria-pressed=text(move || (!follows()).to_string()) on:click=choose>"choose by hand"</button>
            </div>
            <p role="status">{text(move || desk.why.get())}</p>
        </div>
        <div hidden=flag(follows)>{settings::view(set, Callback::new(move |set| open(Problem::of(set, 1))))}</div>
    }
    .into_any()
}

/// The name under which a set is remembered: its address at the first problem.
fn key(set: &ProblemSet) -> String {
    Place::Practice(Some(Problem::of(set.clone(), 1))).written()
}

/// Opens the browser's own way to paper.
fn print() {
    // A browser that cannot print says so itself.
    let _ = window().print();
}

/// The whole address of a problem of a set.
pub fn link(set: &ProblemSet, number: u32) -> String {
    browser::address_of(&Place::Practice(Some(Problem::of(set.clone(), number))).href())
}

impl Desk {
    fn go(self, number: u32) {
        let at = self.at.get_untracked();
        let next = match at.follows {
            true => self.record.with_untracked(|record| follow::next(record, at.number)),
            false => Problem { number, ..at },
        };
        go(self.explorer, &Place::Practice(Some(next)).written(), Change::Edit(EditLabel::Problem));
    }

    fn clear(self) {
        self.marks.set(Vec::new());
        self.divergence.set(None);
        self.given.set(self.task.with_untracked(|task| task.fields.iter().map(|_| String::new()).collect()));
    }

    /// Marks every field; the first time, that is the attempt that counts. What is no answer by its form is said, and does not count.
    fn check(self) {
        let marks = self.marked();
        match marks.iter().any(|mark| mark.malformed) {
            true => self.marks.set(marks),
            false => self.count(marks),
        }
    }

    /// What is said of each field as it stands.
    fn marked(self) -> Vec<Mark> {
        self.task.with_untracked(|task| {
            self.given.with_untracked(|given| task.fields.iter().zip(given).map(|(field, given)| field.mark(given)).collect())
        })
    }

    /// Takes marks as an attempt.
    fn count(self, marks: Vec<Mark>) {
        self.divergence.set(self.task.with_untracked(|task| self.given.with_untracked(|given| task.first_divergence(given))));
        let number = self.at.with_untracked(|at| at.number);
        let new = self.attempts.with_untracked(|attempts| attempts.iter().all(|attempt| attempt.number != number));
        if new {
            let right = marks.iter().filter(|mark| mark.right).count() as u32;
            let attempt = Attempt { number, right, of: marks.len() as u32, revealed: self.revealed.get_untracked() as u32 };
            if self.at.with_untracked(|at| at.follows) {
                let set = self.at.with_untracked(|at| at.set.clone());
                self.why.set(self.record.try_update(|record| follow::answered(record, &set, &attempt)).unwrap_or_default());
            }
            self.attempts.update(|attempts| attempts.push(attempt));
            let set = self.at.with_untracked(|at| key(&at.set));
            self.attempts.with_untracked(|attempts| progress::keep_attempts(&set, attempts));
        }
        self.marks.set(marks);
    }

    /// Puts the solution into the fields. Looking is an attempt that got nothing, unless there was one before.
    fn solve(self) {
        if self.marks.with_untracked(|marks| marks.is_empty() || marks.iter().any(|mark| mark.malformed)) {
            self.count(self.marked());
        }
        self.divergence.set(None);
        self.given.set(self.task.with_untracked(|task| task.fields.iter().map(Field::typed_solution).collect()));
        self.marks.set(self.task.with_untracked(|task| {
            task.fields.iter().map(|field| Mark { says: ["The answer is ", &field.solution(), "."].concat(), ..Mark::right() }).collect()
        }));
    }
}

fn problem(desk: Desk, task: &Arc<Task>) -> AnyView {
    let mut given = String::new();
    for (name, value) in &task.given {
        given.push_str("<dt>");
        push_text(&mut given, name);
        given.push_str("</dt><dd>");
        given.push_str(&sentence(value));
        given.push_str("</dd>");
    }
    let fields = task.fields.iter().enumerate().map(|(index, field)| entry(desk, index, field)).collect_view();
    let count = task.steps.len();
    let steps = task.clone();
    let shown = text(move || cards(steps.steps.get(..desk.revealed.get()).unwrap_or(&steps.steps)));
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        desk.check();
    };
    let number = move || desk.at.with_untracked(|at| at.number);
    let divergence = move || desk.divergence.with(|divergence| divergence.as_ref().map_or(0, |divergence| divergence.step + 1));
    let says = text(move || {
        desk.divergence.with(|divergence| divergence.as_ref().map(|divergence| sentence(&divergence.says)).unwrap_or_default())
    });
    let follows = desk.at.with_untracked(|at| at.follows);
    let ahead = if !follows && number() == sheet::last(number()) { "next ten ▶" } else { "next ▶" };
    view! {
        <form class="problem" on:submit=submit>
            <p class="ask" inner_html=sentence(&task.ask)></p>
            <dl class="given" inner_html=given></dl>
            <div class="fields">{fields}</div>
            <div class="divergence">
                <p role="status" inner_html=says></p>
                <button type="button" class="quiet" hidden=flag(move || divergence() <= desk.revealed.get()) on:click=move |_| desk.revealed.set(divergence())>"show the steps up to there"</button>
            </div>
            <div class="actions">
                <button type="submit" class="fix">"check"</button>
                <button type="button" disabled=flag(move || desk.revealed.get() >= count) on:click=move |_| desk.revealed.update(|shown| *shown += 1)>
                    {text(move || format!("show a step ({} of {count})", desk.revealed.get().min(count)))}
                </button>
                <button type="button" on:click=move |_| desk.solve()>"solution"</button>
                <span class="apart"></span>
                <button type="button" on:click=move |_| desk.clear()>"same again"</button>
                <button type="button" on:click=move |_| desk.go(number() + 1)>{ahead}</button>
                <button type="button" hidden=follows on:click=move |_| desk.go(1 + (js_sys::Math::random() * 9999.0) as u32)>"random"</button>
            </div>
            <h2 class="unseen">"Steps"</h2>
            <ol class="cards" inner_html=shown></ol>
        </form>
    }
    .into_any()
}

/// A field with its entry and what is said of it.
fn entry(desk: Desk, index: usize, field: &Field) -> AnyView {
    let id = format!("field-{index}");
    let value = move || desk.given.with(|given| given.get(index).cloned().unwrap_or_default());
    let set = move |text: String| {
        desk.given.update(|given| {
            if let Some(place) = given.get_mut(index) {
                *place = text;
            }
        });
    };
    let mark = move || desk.marks.with(|marks| marks.get(index).cloned());
    let verdict = crate::components::dynamic::maybe(move || mark().map(|mark| if mark.right { "right" } else { "wrong" }.to_owned()));
    let says = text(move || mark().map(|mark| sentence(&mark.says)).unwrap_or_default());
    let words = field.words();
    let input = match words {
        [] => view! {
            <input id=id.clone() type="text" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder=field.hint() prop:value=text(value) on:input=move |event| set(event_target_value(&event)) />
        }
        .into_any(),
        _ => {
            let options = words.iter().enumerate().map(|(place, word)| view! { <option value=place.to_string()>{*word}</option> }.into_any());
            view! {
                <select id=id.clone() prop:value=text(value) on:change=move |event| set(event_target_value(&event))>
                    <option value="">"choose"</option>
                    {options.collect_view()}
                </select>
            }
            .into_any()
        }
    };
    view! { <div class="answer-field" data-verdict=verdict><label for=id>{field.name}</label>{input}<span class="mark" role="status" inner_html=says></span></div> }.into_any()
}

fn results(desk: Desk) -> AnyView {
    let written = move || {
        desk.attempts.with(|attempts| {
            let set = desk.at.with(|at| at.set.clone());
            report(&set, attempts, &link(&set, 1))
        })
    };
    let follows = move || desk.at.with(|at| at.follows);
    let begun = move || follows() && desk.record.with(|record| record.last > 0);
    let credit = text(move || {
        if follows() {
            return desk.record.with(follow::so_far);
        }
        if let Some(end) = desk.at.with(|at| desk.attempts.with(|attempts| sheet::end(at, attempts))) {
            return end;
        }
        let (right, of) =
            desk.attempts.with(|attempts| attempts.iter().fold((0, 0), |(right, of), attempt| (right + attempt.right, of + attempt.of)));
        if of == 0 {
            "Nothing checked yet. The first check of a problem counts, field by field.".into()
        } else {
            format!("Credit {right} of {of} fields.")
        }
    });
    let none = move || flag(move || follows() || desk.attempts.with(Vec::is_empty));
    let forget = on_event(move |_| {
        desk.record.set(follow::anew());
        desk.go(0);
    });
    view! {
        <section class="results" aria-label="Results">
            <p role="status">{credit}</p>
            <ul class="reached" hidden=flag(move || !follows()) inner_html=text(move || desk.record.with(follow::reached))></ul>
            <p hidden=flag(move || !begun())><button type="button" class="quiet" on:click=forget>"forget what was right and wrong"</button></p>
            <p><button type="button" class="quiet" on:click=move |_| print()>"print ten problems as a worksheet"</button></p>
            <p hidden=flag(move || !begun() && desk.attempts.with(Vec::is_empty))><button type="button" class="quiet" on:click=on_event(move |_| save_marks())>"save what is done as a table (CSV)"</button></p>
            <details hidden=none()>
                <summary>"Results as text"</summary>
                {copy_button(Some("fix"), "copy", move || Some(written()))}
                <pre>{text(written)}</pre>
            </details>
        </section>
    }
    .into_any()
}
