//! Many results at once: pasted or dropped lines judged in a worker, and a table with what became of each.
//!
//! The lines stay out of the address, and a large text out of the text area and of this thread: it goes to the worker as it came, and
//! laying out megabytes in a text area would take the browser longer than judging them.

mod judge;

use super::{Debug, engine, instruction_box, products};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, part, text};
use crate::components::html::{count, decimal, sentence};
use crate::state::browser;
use judge::{Asked, Heard, Judge};
use leptos::prelude::*;
use semantics::diagnosis::Investigation;
use semantics::diagnosis::table::{Report, Row};
use view_model::pages::debug::batch::table;
use wasm_bindgen::JsValue;

/// Rows of the table at once.
const PAGE: usize = 100;
/// A text with more letters than this is held beside the text area.
const HELD: usize = 20_000;
/// The largest file that is taken, in bytes.
const LARGEST: f64 = 100e6;

/// What was heard of the batch.
#[derive(Default)]
struct State {
    report: Report,
    /// The milliseconds that were spent on it.
    took: f64,
    /// The rows that are shown, the place of the first of them, and how many there are of their kind.
    rows: Vec<Row>,
    from: usize,
    all: usize,
    /// Why the lines cannot be taken.
    refused: String,
    stopped: bool,
    /// How often the worker died; whether none is sent any more.
    died: u32,
    gone: bool,
}

/// The state of the tab. Cheap to copy.
#[derive(Clone, Copy)]
struct Lines {
    debug: Debug,
    /// What was put into the text area; None while the example stands there.
    typed: RwSignal<Option<String>>,
    /// Lines that go with the instruction; while it is being typed, with the last that was one.
    example: Memo<String>,
    /// A text too long for it, or a file.
    held: StoredValue<Option<JsValue>, LocalStorage>,
    judge: StoredValue<Option<Judge>, LocalStorage>,
    state: StoredValue<State, LocalStorage>,
    /// Rises whenever the state is another one.
    news: RwSignal<u32>,
    /// Rises whenever other rows are shown, or what explains them has other names: a report comes every few frames, these change seldom.
    drawn: RwSignal<u32>,
    /// Which rows are shown.
    asked: RwSignal<Asked>,
}

/// The tab.
pub fn view(debug: Debug) -> AnyView {
    let example = Memo::new(move |old: Option<&String>| {
        let text = debug.query.with(|query| query.text.clone());
        if let Some(lines) = products::example(&text, debug.explorer.context.get()) {
            return lines;
        }
        let asked = Investigation::new(&text, &debug.explorer.context.get());
        asked.map(|asked| asked.example(engine())).ok().or_else(|| old.cloned()).unwrap_or_default()
    });
    let lines = Lines {
        debug,
        typed: RwSignal::new(None),
        example,
        held: StoredValue::new_local(None),
        judge: StoredValue::new_local(None),
        state: StoredValue::new_local(State::default()),
        news: RwSignal::new(0),
        drawn: RwSignal::new(0),
        asked: RwSignal::new(first_rows()),
    };
    lines.judge.set_value(Some(Judge::new(move |heard| lines.hear(heard))));
    // Another instruction or other lines are another batch.
    Effect::new(move |_| {
        debug.query.with(|query| query.text.clone());
        debug.explorer.context.track();
        lines.typed.track();
        lines.example.track();
        lines.begin();
    });
    Effect::new(move |_| {
        let asked = lines.asked.get();
        lines.judge(|judge| judge.rows(&asked));
    });
    on_cleanup(move || lines.judge(Judge::dismiss));
    let input = move |event: web_sys::Event| {
        lines.held.set_value(None);
        lines.typed.set(Some(event_target_value(&event)));
    };
    let insert = move |event: web_sys::InputEvent| {
        if let Some(pasted) = browser::too_long(&event, HELD) {
            let letters = pasted.length();
            lines.hold("What was pasted", letters.into(), pasted.into());
        }
    };
    let drop = move |event: web_sys::DragEvent| {
        // Text falls into the box as into any other.
        if let Some(file) = browser::dropped_file(&event) {
            lines.read(file);
        }
    };
    let chosen = move |event: web_sys::Event| {
        if let Some(file) = browser::chosen_file(&event) {
            lines.read(file);
        }
    };
    let stop = move |_| {
        let stopped = lines.with(|state| !state.stopped);
        lines.judge(|judge| judge.stop(stopped));
        lines.update(|state| state.stopped = stopped);
    };
    let ends = move || lines.with(|state| state.report.done || state.gone || state.report.lines == 0);
    let stop_name = move || if lines.with(|state| state.stopped) { "go on" } else { "stop" }.to_owned();
    view! {
        <section class="batch" aria-label="Many results">
            {instruction_box(debug, "The instruction, or several")}
            <label class="ask" for="lines">"Results, one a line: operands and what you got (CSV, tabs, blanks, names), or hex dumps of the arrays"</label>
            <textarea
                id="lines"
                rows="6"
                spellcheck="false"
                autocomplete="off"
                wrap="off"
                prop:value=text(move || lines.text())
                on:input=input
                on:beforeinput=insert
                on:drop=drop
                on:dragover=move |event: web_sys::DragEvent| event.prevent_default()
            ></textarea>
            <p class="load"><label>"or a file: " <input type="file" id="file" accept=".csv,.tsv,.txt,.hex,text/*" on:change=chosen /></label></p>
            <div class="answer" aria-live="polite" inner_html=text(move || lines.products().unwrap_or_default())></div>
            <p class="says" hidden=flag(move || lines.is_of_tensor_cores() || lines.with(|state| state.refused.is_empty())) inner_html=text(move || lines.with(|state| sentence(&state.refused)))></p>
            <p class="finding"><span id="summary" role="status">{text(move || lines.summary())}</span>" "<button type="button" id="stop" hidden=flag(ends) on:click=stop>{text(stop_name)}</button></p>
            <p class="says" id="died" hidden=flag(move || lines.with(|state| state.died == 0))>{text(move || lines.deaths())}</p>
            {part(move || if lines.shows() { results(lines) } else { ().into_any() })}
        </section>
    }
    .into_any()
}

fn first_rows() -> Asked {
    Asked { filter: "all".into(), order: "line".into(), from: 0, count: PAGE }
}

impl Lines {
    /// Looks at what was heard, and again whenever it is another thing.
    fn with<T>(self, look: impl FnOnce(&State) -> T) -> T {
        self.news.track();
        self.state.with_value(look)
    }

    /// Looks at the rows that are shown, and again when they are others.
    fn with_rows<T>(self, look: impl FnOnce(&State) -> T) -> T {
        self.drawn.track();
        self.state.with_value(look)
    }

    fn draw(self) {
        self.drawn.update(|drawn| *drawn = drawn.wrapping_add(1));
    }

    fn update(self, change: impl FnOnce(&mut State)) {
        self.state.update_value(change);
        self.news.update(|news| *news = news.wrapping_add(1));
    }

    fn judge(self, then: impl FnOnce(&Judge)) {
        // The tab may be gone by now.
        let _ = self.judge.try_with_value(|judge| judge.as_ref().map(then));
    }

    /// What stands in the text area.
    fn text(self) -> String {
        self.typed.get().unwrap_or_else(|| self.example.get())
    }

    fn is_of_tensor_cores(self) -> bool {
        self.debug.query.with(|query| products::head(&query.text).is_some())
    }

    /// What became of answers of tensor cores, which need no worker; None for any other instruction.
    fn products(self) -> Option<String> {
        let debug = self.debug;
        let (text, typed) = (debug.query.with(|query| query.text.clone()), self.text());
        let (is_file, held) = self.held.with_value(|held| (held.is_some(), held.as_ref().and_then(JsValue::as_string)));
        if is_file && held.is_none() && products::head(&text).is_some() {
            return Some(products::says("Paste the lines: a file is not read for matrix instructions."));
        }
        products::of_lines(&text, &held.unwrap_or(typed), debug.explorer.context.get())
    }

    /// Keeps a text or a file beside the text area, where a comment stands for it.
    fn hold(self, what: &str, size: f64, lines: JsValue) {
        self.held.set_value(Some(lines));
        let size = count(((size + 1023.0) / 1024.0) as u64);
        self.typed.set(Some([what, " (", &size, " KB) is held beside this box; type here to replace it."].concat()));
    }

    fn read(self, file: web_sys::File) {
        let size = file.size();
        if size > LARGEST {
            let message = format!("{} has {} MB; at most {} are taken at once.", file.name(), decimal(size / 1e6), decimal(LARGEST / 1e6));
            return self.update(|state| state.refused = message);
        }
        self.hold(&file.name(), size, file.into());
    }

    /// Starts over.
    fn begin(self) {
        let (instruction, context) =
            (self.debug.query.with_untracked(|query| query.text.clone()), self.debug.explorer.context.get_untracked());
        let lines = self.held.with_value(Clone::clone).unwrap_or_else(|| untrack(|| JsValue::from_str(&self.text())));
        self.asked.set(first_rows());
        self.update(|state| {
            // What was shown stays until there is something to take its place, so that nothing jumps while one types.
            (state.stopped, state.gone, state.died) = (false, false, 0);
        });
        self.judge(|judge| judge.begin(&instruction, &context, lines));
    }

    fn hear(self, heard: Heard) {
        if self.news.is_disposed() {
            return;
        }
        match heard {
            Heard::Report(report, took) => {
                // The first lines are shown as soon as they are judged; when all are, the reasons are those that explain most.
                let asks = report.done || self.state.with_value(|state| state.report.done || state.report.lines != report.lines);
                let done = report.done;
                self.update(|state| {
                    (state.report, state.took) = (report, took);
                    state.refused.clear();
                    state.stopped &= !done;
                });
                if asks {
                    let asked = self.asked.get_untracked();
                    self.judge(|judge| judge.rows(&asked));
                }
            }
            Heard::Rows(all, rows) => {
                let from = self.asked.with_untracked(|asked| asked.from);
                self.update(|state| (state.rows, state.from, state.all) = (rows, from, all));
                self.draw();
            }
            Heard::File(file) => browser::save(&file, "ulpscope.csv"),
            Heard::Refused(message) => self.update(|state| *state = State { refused: message, ..State::default() }),
            Heard::Died(again) => self.update(|state| {
                state.died += 1;
                state.gone = !again;
            }),
        }
    }

    /// Whether there is something to show.
    fn shows(self) -> bool {
        self.with(|state| state.report.lines > 0 && (state.report.done || !state.rows.is_empty()))
    }

    fn summary(self) -> String {
        self.with(|state| {
            let report = &state.report;
            if report.done || report.lines == 0 {
                return report.summary.clone();
            }
            let (at, of) = report.progress;
            let wrong = report.counts.explained + report.counts.unexplained;
            let far = format!("{} % of {} lines", at * 100 / of.max(1), count(report.lines as u64));
            let so_far = format!("; {} differ so far.", count(wrong as u64));
            [if state.stopped { "Stopped after " } else { "" }, &far, &so_far].concat()
        })
    }

    fn deaths(self) -> String {
        self.with(|state| match (state.gone, state.died) {
            (true, _) => {
                "The worker that judges the lines stops at once, on this device or with these lines. Change a letter to try again."
            }
            (_, 1) => "The worker stopped and was replaced; the lines are judged again from the first.",
            _ => "The worker stopped several times and was replaced; the lines are judged again from the first.",
        })
        .to_owned()
    }
}

fn results(lines: Lines) -> AnyView {
    let options = move || {
        let leaders = lines.with_rows(|state| state.report.leaders.clone());
        let option =
            |(place, _, _, name, _): (u16, u32, u32, String, String)| view! { <option value=place.to_string()>{name}</option> }.into_any();
        leaders.into_iter().map(option).collect_view().into_any()
    };
    let leaders = move || lines.with(|state| table::leaders(&state.report));
    let rows = move || {
        let debug = lines.debug;
        let (instruction, context) = (debug.query.with_untracked(|query| query.text.clone()), debug.explorer.context.get_untracked());
        lines.with_rows(|state| table::rows(&state.report, &state.rows, state.from, state.all, &instruction, context))
    };
    let filter = move |event: web_sys::Event| lines.asked.update(|asked| (asked.filter, asked.from) = (event_target_value(&event), 0));
    let sort = move |event: web_sys::Event| lines.asked.update(|asked| (asked.order, asked.from) = (event_target_value(&event), 0));
    let turn = move |by: isize| {
        let all = lines.state.with_value(|state| state.all);
        lines.asked.update(|asked| {
            let next = asked.from.saturating_add_signed(by);
            if next < all {
                asked.from = next;
            }
        });
    };
    let took = move || {
        lines.with(|state| {
            if !state.report.done {
                return String::new();
            }
            let rate = state.report.lines as f64 / state.took.max(0.1);
            let lines = count(state.report.lines as u64);
            format!("{lines} lines in {} ms, {} lines a second, in a worker", decimal(state.took.round()), count((rate * 1000.0) as u64))
        })
    };
    view! {
        <div class="results">
            <div class="scroll" inner_html=text(leaders)></div>
            <div class="choices">
                <label>"show " <select id="filter" on:change=filter>
                    <option value="all">"all lines"</option>
                    <option value="wrong">"those that differ"</option>
                    <option value="unexplained">"unexplained"</option>
                    <option value="unread">"not read"</option>
                    {part(options)}
                </select></label>
                <label>"order " <select id="order" on:change=sort>
                    <option value="line">"by line"</option>
                    <option value="ulps">"farthest first"</option>
                </select></label>
                <button type="button" on:click=move |_| turn(-(PAGE as isize))>"◀ before"</button>
                <button type="button" on:click=move |_| turn(PAGE as isize)>"next ▶"</button>
                <button type="button" id="export" on:click=move |_| lines.judge(Judge::file)>"save as CSV"</button>
                <span class="took" id="took">{text(took)}</span>
            </div>
            <div class="scroll" tabindex="0" role="region" aria-label="Lines" inner_html=text(rows)></div>
        </div>
    }
    .into_any()
}
