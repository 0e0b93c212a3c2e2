//! One sum in many orders: the same numbers added as programs and chips add them, beside the exact sum; how errors grow, and what happens
//! when numbers come in any order.
//!
//! What is shown follows from the query alone (see [`query`]), but for a file, which is too long for an address. A worker adds
//! ([`StudyWorker`]) and tells how far it is.

mod choices;

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, text};
use crate::components::examples::{Example, invitation};
use crate::components::html::{count, sentence};
use crate::components::redraw::redraws;
use crate::components::section_scheduler::turn;
use crate::components::sections::Sections;
use crate::plots::{canvas, growth, histogram};
use crate::state::address::Page;
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::history::{Change, EditLabel};
use crate::state::study::{Heard, StudyWorker};
use leptos::html::Canvas;
use leptos::prelude::*;
use query::Query;
use semantics::sums::{ORDERS, Report};
use std::sync::Arc;
use view_model::pages::sums::{picture, query, table};
use wasm_bindgen::{JsCast, JsValue};

/// Sums worth a look.
const EXAMPLES: &[Example] = &[
    ("0.1 in halves", "program/sums?v=1&k=tenths&n=10000&f=F16&a=F16&e=32"),
    ("FP8 on Hopper", "program/sums?v=1&k=uniform&n=65536&f=E4M3&a=F32&c=h100-wgmma&r=0&l=tensor"),
    ("numbers that cancel", "program/sums?v=1&k=cancelling&n=1001&l=kahan"),
    ("a million", "program/sums?v=1&k=uniform&n=1000000&r=0&l=pairs"),
    ("the harmonic series", "program/sums?v=1&k=harmonic&n=100000&o=up&r=100"),
];

/// A text with more letters than this is held beside the text area.
const HELD: usize = 10_000;

/// What the parts of the page share. Cheap to copy.
#[derive(Clone, Copy)]
struct Shared {
    explorer: AppState,
    query: Memo<Query>,
    /// Why a number that was typed cannot be taken.
    wrong: RwSignal<String>,
}

impl Shared {
    fn show(&self, query: &Query, change: Change) {
        self.explorer.set_query(Page::Sums, &query.written(), change);
    }
}

/// The page.
#[component]
pub fn Sums() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let read = Memo::new(move |_| Query::read(&explorer.query(Page::Sums)));
    let query = Memo::new(move |_| read.get().0);
    Effect::new(move |_| {
        let (query, notices) = read.get();
        explorer.subject.set(["a sum in ", query.asked.within.name].concat());
        explorer.notify(notices);
    });
    let shared = Shared { explorer, query, wrong: RwSignal::new(String::new()) };
    let report = RwSignal::new(Arc::new(Report::default()));
    let (stopped, died) = (RwSignal::new(false), RwSignal::new(false));
    let adder = StoredValue::new_local(StudyWorker::new("worker", "Adding", move |on_event| match on_event {
        // The page may be gone by now.
        Heard::Report(new) => drop(report.try_update(|report| *report = Arc::new(new))),
        Heard::Died(_) => drop(died.try_update(|died| *died = true)),
    }));
    on_cleanup(move || {
        let _ = adder.try_with_value(StudyWorker::dismiss);
    });
    // A file or a long text, and what is said of it.
    let held = StoredValue::new_local(None::<JsValue>);
    let holds = RwSignal::new(String::new());
    let hold = move |what: &str, size: f64, lines: JsValue| {
        held.set_value(Some(lines));
        holds.set([what, " (", &count(((size + 1023.0) / 1024.0) as u64), " KB) is added; type here to replace it."].concat());
    };
    let asked = Memo::new(move |_| {
        let Query { asked, typed, .. } = query.get();
        let typed = if asked.kind.is_none() { typed } else { String::new() };
        (asked, typed, holds.get())
    });
    let begin = move || {
        let (asked, typed, _) = asked.get();
        stopped.set(false);
        died.set(false);
        let text = held.with_value(Clone::clone).filter(|_| asked.kind.is_none()).unwrap_or_else(|| typed.into());
        adder.with_value(|adder| adder.begin(&asked, text));
    };
    Effect::new(move |_| begin());
    let typed = move |event: web_sys::Event| {
        let typed = event_target_value(&event);
        held.set_value(None);
        holds.set(String::new());
        if !explorer.refuses(typed.len()) {
            shared.show(&Query { typed, ..query.get_untracked() }, Change::Typing);
        }
    };
    let insert = move |event: web_sys::InputEvent| {
        if let Some(pasted) = browser::too_long(&event, HELD) {
            hold("What was pasted", pasted.length().into(), pasted.into());
        }
    };
    let chosen = move |event: web_sys::Event| {
        if let Some(file) = browser::chosen_file(&event) {
            hold(&file.name(), file.size(), file.into());
        }
    };
    let in_box = move || Some(holds.get()).filter(|holds| !holds.is_empty()).unwrap_or_else(|| query.with(|query| query.typed.clone()));
    // A row of the table is shown in the plot.
    let click = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let button = target.and_then(|target| target.closest("[data-row]").ok().flatten());
        let key = button.and_then(|button| button.get_attribute("data-row"));
        if let Some(row) = key.and_then(|key| ORDERS.iter().find(|row| row.key == key)) {
            shared.show(&Query { row, ..query.get_untracked() }, Change::Edit(EditLabel::Sum("l")));
            browser::focus_again(format!("#orders [data-row={}]", row.key));
        }
    };
    let layout = RwSignal::new(0);
    let plots: [NodeRef<Canvas>; 2] = [NodeRef::new(), NodeRef::new()];
    Effect::new(move |_| {
        let (Some(first), Some(second), 1..) = (plots[0].get(), plots[1].get(), layout.get()) else { return };
        let (report, query) = (report.get(), query.get());
        let (size, scale) = canvas::size(&first);
        canvas::paint(&first, size, &growth::draw(&picture::growth(&report, &query), size, scale));
        let (size, scale) = canvas::size(&second);
        canvas::paint(&second, size, &histogram::draw(&picture::histogram(&report), size, scale));
    });
    redraws(layout);
    let says = move || report.with(|report| sentence(&report.refused));
    let working = move || !report.with(|report| report.done) && !stopped.get() && !died.get();
    let state = move || {
        report.with(|report| {
            let numbers = count(report.count as u64);
            match () {
                () if died.get() => "The worker that adds stopped, on this device or with these numbers.".to_owned(),
                () if stopped.get() => "Stopped.".to_owned(),
                () if !report.refused.is_empty() => String::new(),
                () if report.done => format!("{numbers} numbers added in each order."),
                () => format!("Step {} of {} …", report.progress.0, report.progress.1.max(1)),
            }
        })
    };
    let stop = move |_| {
        adder.with_value(StudyWorker::stop);
        stopped.set(true);
    };
    let opened = RwSignal::new(false);
    let within = move || query.with(|query| query.asked.within);
    let behind = move || if opened.get() { report.with(|report| table::numbers(report, within())) } else { String::new() };
    view! {
        <main id="main" class="sums" on:click=click>
            <Sections />
            <h1 class="unseen">"One sum in many orders"</h1>
            {invitation("The same numbers added in many orders, beside their exact sum.", EXAMPLES)}
            {turn(move || choices::choices(shared))}
            <div class="own" hidden=flag(move || query.with(|query| query.asked.kind.is_some()))>
                <textarea
                    id="numbers"
                    data-part="x"
                    rows="4"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    aria-label="Numbers to add"
                    prop:value=text(in_box)
                    on:input=typed
                    on:beforeinput=insert
                ></textarea>
                <p class="load"><label>"or a file of up to a million: " <input type="file" id="file" accept=".csv,.tsv,.txt,text/*" on:change=chosen /></label></p>
            </div>
            <p class="wrong" role="alert" inner_html=text(says)></p>
            <p class="state">
                <span id="state" role="status">{text(state)}</span>
                " "
                <button type="button" hidden=flag(move || !working()) on:click=stop>"stop"</button>
                <button type="button" hidden=flag(move || !stopped.get() && !died.get()) on:click=move |_| begin()>"begin again"</button>
            </p>
            <div class="stage">
                <div>
                    <div id="orders" class="scroll" role="region" tabindex="0" aria-label="Sums by order" inner_html=text(move || report.with(|report| query.with(|query| table::orders(report, query))))></div>
                    <p class="order" inner_html=text(move || query.with(table::order))></p>
                    <div class="exact" inner_html=text(move || report.with(|report| table::exact(report)))></div>
                </div>
                <figure>
                    <figcaption>"How the error grows with the count: the order that is chosen, the others thin"</figcaption>
                    <canvas node_ref=plots[0] role="img" aria-label="Errors in ulps over the count of numbers; the table below holds them"></canvas>
                </figure>
            </div>
            <section class="shuffled" hidden=flag(move || query.with(|query| query.asked.shuffles == 0))>
                <h2>"The same numbers in any order"</h2>
                <p>{text(move || report.with(|report| table::shuffles(report, within())))}</p>
                <figure hidden=flag(move || report.with(|report| report.shuffled.len() < 2))>
                    <figcaption>"Atomics add in the order in which threads arrive: each shuffle is added in a loop"</figcaption>
                    <canvas node_ref=plots[1] role="img" aria-label="Histogram of the errors of shuffled sums; the table below holds them"></canvas>
                </figure>
            </section>
            <p class="see"><a href="#/learn/sums">"The lesson: loop, tree, Kahan"</a></p>
            <details class="behind" on:toggle=move |_| opened.update(|opened| *opened = !*opened)>
                <summary>"The numbers behind the plots"</summary>
                <div class="scroll" inner_html=text(behind)></div>
            </details>
        </main>
    }
}
