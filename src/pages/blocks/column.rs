//! A column or a picture made narrow by every recipe. Two workers study it: one makes the table, the other draws the chosen row.

use super::query::{COLUMNS, Query};
use super::{Shared, action, picture};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, part, text};
use crate::components::entry::{button, open_group};
use crate::components::html::{count, sentence};
use crate::components::redraw::redraws;
use crate::plots::{canvas, histogram};
use crate::state::browser;
use crate::state::history::{Change, EditLabel};
use crate::state::study::{Heard, StudyWorker};
use leptos::html::Canvas;
use leptos::prelude::*;
use leptos::task::spawn_local;
use semantics::column::{Asked, Found, Report, SOURCES, Source};
use semantics::microscaling::{RECIPES, ScaleRule};
use std::sync::Arc;
use view_model::pages::blocks::column as says;
use wasm_bindgen::{JsCast, JsValue};

/// A text with more letters than this is held beside the text area.
const HELD: usize = 10_000;
/// The largest file that is read.
const LARGEST: f64 = 64e6;

/// One of the two workers.
#[derive(Clone, Copy)]
struct Studied {
    worker: StoredValue<StudyWorker<Report>, LocalStorage>,
    died: RwSignal<bool>,
}

impl Studied {
    /// One that hands on what it found; the page may be gone by then.
    fn new(take: impl Fn(Report) + 'static) -> Studied {
        let died = RwSignal::new(false);
        let worker = StoredValue::new_local(StudyWorker::new("worker", "Narrowing", move |heard| match heard {
            Heard::Report(report) => take(report),
            Heard::Died(_) => drop(died.try_set(true)),
        }));
        on_cleanup(move || {
            let _ = worker.try_with_value(StudyWorker::dismiss);
        });
        Studied { worker, died }
    }
}

/// A row that was drawn: what was asked then, and what was found.
type Drawn = Option<Arc<(Query, Report)>>;

/// The choices, the table and what the chosen row does to the numbers.
pub fn column(shared: Shared) -> AnyView {
    let Shared { explorer, query, held, holds, loads } = shared;
    let report = RwSignal::new(Arc::new(Report::default()));
    let (drawn, waits) = (RwSignal::new(Drawn::None), RwSignal::new(false));
    let table = Studied::new(move |new| {
        let _ = report.try_set(Arc::new(new));
    });
    // The row that was drawn last stays until the next one is whole.
    let drawer = Studied::new(move |new: Report| {
        if new.done {
            let _ = drawn.try_set(Some(Arc::new((query.get_untracked(), new))));
            let _ = waits.try_set(false);
        }
    });
    let stopped = RwSignal::new(false);
    let wrong = RwSignal::new(String::new());
    let own = move |typed: String, change: Change| {
        shared.show(&Query { typed, source: Some(Source::Given), ..query.get_untracked() }, change);
    };
    let hold = move |what: &str, size: f64, numbers: JsValue| {
        held.set_value(Some(numbers));
        loads.update(|loads| *loads += 1);
        wrong.set(String::new());
        holds.set(
            [what, " (", &count(((size + 1023.0) / 1024.0) as u64), " KB) is looked at. It is in no link; type here to replace it."]
                .concat(),
        );
        shared.show(&Query { source: Some(Source::Given), ..query.get_untracked() }, Change::Edit(EditLabel::BlockColumn));
    };
    let take = move |file: web_sys::File| {
        if file.size() > LARGEST {
            return wrong.set(format!("{} is longer than 64 MB.", file.name()));
        }
        if !file.type_().starts_with("image/") {
            return hold(&file.name(), file.size(), file.into());
        }
        spawn_local(async move {
            match picture::pixels(&file).await {
                Ok(pixels) => hold(&file.name(), file.size(), pixels),
                Err(why) => drop(wrong.try_set(why)),
            }
        });
    };
    browser::launched_with(take);
    let asked = Memo::new(move |_| {
        let query = query.get();
        let source = query.source.unwrap_or(Source::Gradient);
        let typed = if source == Source::Given { query.typed.clone() } else { String::new() };
        (query.asked(source, None), typed, loads.get())
    });
    let chosen = Memo::new(move |_| query.with(|query| query.rows().1));
    let given = move || {
        let (asked, typed, _) = asked.get();
        let numbers = held.with_value(Clone::clone).filter(|_| asked.source == Source::Given).unwrap_or_else(|| typed.into());
        (asked, numbers)
    };
    let begin = move || {
        let (asked, numbers) = given();
        stopped.set(false);
        table.died.set(false);
        table.worker.with_value(|worker| worker.begin(&asked, numbers));
    };
    let draw = move || {
        let (asked, numbers) = given();
        let asked = Asked { drawn: Some(chosen.get()), ..asked };
        waits.set(true);
        drawer.died.set(false);
        drawer.worker.with_value(|worker| worker.begin(&asked, numbers));
    };
    Effect::new(move |_| begin());
    Effect::new(move |_| draw());
    let click = move |event: web_sys::MouseEvent| {
        let now = query.get_untracked();
        let Some(action) = action(&event) else { return };
        match action.split_once(' ') {
            Some(("source", key)) => {
                if let Some((source, _)) = SOURCES.iter().find(|row| row.1 == key) {
                    shared.show(&Query { source: Some(*source), ..now }, Change::Edit(EditLabel::BlockColumn));
                }
            }
            Some(("exponent", key)) => {
                if let Some(exponent) = ScaleRule::named(key) {
                    shared.show(&Query { exponent, ..now }, Change::Edit(EditLabel::BlockExponent));
                }
            }
            Some(("row", place)) => {
                if let Some(row) = place.parse().ok().and_then(|place: usize| now.rows().0.get(place).copied()) {
                    shared.show(&now.choose(&row), Change::Edit(EditLabel::BlockRecipe));
                }
            }
            _ => {}
        }
    };
    let typed = move |event: web_sys::Event| {
        let typed = event_target_value(&event);
        if held.with_value(Option::is_some) {
            held.set_value(None);
            loads.update(|loads| *loads += 1);
        }
        holds.set(String::new());
        wrong.set(String::new());
        if !explorer.refuses(typed.len()) {
            own(typed, Change::Typing);
        }
    };
    let insert = move |event: web_sys::InputEvent| {
        if let Some(pasted) = browser::too_long(&event, HELD) {
            hold("What was pasted", pasted.length().into(), pasted.into());
        }
    };
    let file = move |event: web_sys::Event| {
        if let Some(file) = browser::chosen_file(&event) {
            take(file);
        }
    };
    let dropped = move |event: web_sys::DragEvent| {
        if let Some(file) = browser::dropped_file(&event) {
            take(file);
        }
    };
    let choose_column = move |event: web_sys::Event| {
        let chosen = event_target_value(&event).trim().parse().ok().filter(|chosen| *chosen <= COLUMNS).unwrap_or(0);
        // The field is emptied if its number is no column.
        if let Some(input) = browser::field(&event) {
            input.set_value(&if chosen > 0 { chosen.to_string() } else { String::new() });
        }
        shared.show(&Query { chosen, ..query.get_untracked() }, Change::Edit(EditLabel::BlockColumn));
    };
    let is_given = move || query.with(|query| query.source == Some(Source::Given));
    let in_box = move || if holds.with(String::is_empty) { query.with(|query| query.typed.clone()) } else { String::new() };
    let died = move || table.died.get() || drawer.died.get();
    let working = move || !report.with(|report| report.done) && !stopped.get() && !died();
    let state = move || {
        report.with(|report| match () {
            () if died() => "The worker stopped, on this device or with these numbers.".to_owned(),
            () if stopped.get() => "Stopped.".to_owned(),
            () if !report.refused.is_empty() => String::new(),
            () if report.done => says::counted(report),
            () => format!("Step {} of {} …", report.progress.0, report.progress.1.max(1)),
        })
    };
    let stop = move |_| {
        table.worker.with_value(StudyWorker::stop);
        drawer.worker.with_value(StudyWorker::stop);
        stopped.set(true);
    };
    let refused = move || sentence([wrong.get(), report.with(|report| report.refused.clone())].join(" ").trim());
    view! {
        <div class="column" on:click=click on:drop=dropped on:dragover=move |event: web_sys::DragEvent| event.prevent_default()>
            <div class="choices" inner_html=text(move || query.with(choices))></div>
            <p class="rule">{text(move || query.with(|query| says::source(query.source.unwrap_or(Source::Gradient)).to_owned()))}</p>
            <div class="own entry" hidden=flag(move || !is_given())>
                <textarea
                    id="number"
                    data-part="n"
                    rows="4"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    aria-label="Numbers of the column"
                    placeholder=text(move || holds.get())
                    prop:value=text(in_box)
                    on:input=typed
                    on:beforeinput=insert
                ></textarea>
                <p class="load">
                    <label>"or a file, here or dropped: " <input type="file" id="file" accept=".npy,.csv,.tsv,.txt,text/*,image/*" on:change=file /></label>
                    <label>"column of a text " <input type="number" id="chosen" min="1" max="1000" placeholder="all" prop:value=text(move || query.with(|query| if query.chosen > 0 { query.chosen.to_string() } else { String::new() })) on:change=choose_column /></label>
                </p>
            </div>
            <p class="wrong" role="alert" inner_html=text(refused)></p>
            <p class="state">
                <span id="state" role="status">{text(state)}</span>
                " "
                <button type="button" hidden=flag(move || !working()) on:click=stop>"stop"</button>
                <button type="button" hidden=flag(move || !stopped.get() && !died()) on:click=move |_| { begin(); draw() }>"begin again"</button>
            </p>
            <div id="recipes" class="scroll" role="region" tabindex="0" aria-label="Errors by recipe" hidden=flag(move || report.with(|report| !report.refused.is_empty())) inner_html=text(move || query.with(|query| report.with(|report| says::table(query, report))))></div>
            <p class="rule">"An outlier: the largest magnitude of a block is more than 16 times the median of its magnitudes. Lost: a number of the block is infinite or no number; figures leave such blocks out."</p>
            {chosen_row(drawn, waits)}
        </div>
    }
    .into_any()
}

/// What the chosen row does to the numbers: its rule, the picture, the distribution and the worst blocks.
fn chosen_row(drawn: RwSignal<Drawn>, waits: RwSignal<bool>) -> AnyView {
    let outlined = RwSignal::new(false);
    let of = move |say: fn(&Query, &Report, &Found) -> String| {
        drawn.with(|drawn| {
            let found = drawn.as_ref().and_then(|drawn| Some((&drawn.0, &drawn.1, drawn.1.found.first()?)));
            found.map(|(query, report, found)| say(query, report, found)).unwrap_or_default()
        })
    };
    let has_picture = Memo::new(move |_| drawn.with(|drawn| drawn.as_ref().is_some_and(|drawn| drawn.1.picture.is_some())));
    let is_empty = move || drawn.with(|drawn| drawn.as_ref().is_none_or(|drawn| drawn.1.found.is_empty()));
    let pictures = move || {
        if !has_picture.get() {
            return ().into_any();
        }
        let figures = says::PICTURES.iter().enumerate().map(|(place, name)| figure(place, name, drawn, outlined)).collect_view();
        view! {
            <p><label><input type="checkbox" id="outlined" prop:checked=move || outlined.get() on:change=move |_| outlined.update(|on| *on = !*on) />" outline the blocks"</label></p>
            <div class="pictures">{figures}</div>
        }
        .into_any()
    };
    let plot = NodeRef::<Canvas>::new();
    let layout = RwSignal::new(0);
    Effect::new(move |_| {
        let (Some(plot), 1.., Some(drawn)) = (plot.get(), layout.get(), drawn.get_untracked()) else { return };
        let Some(found) = drawn.1.found.first() else { return };
        let (size, scale) = canvas::size(&plot);
        canvas::paint(&plot, size, &histogram::draw(&says::distribution(&drawn.1.sizes, &found.sizes), size, scale));
    });
    redraws(layout);
    // A canvas that was hidden has no size before the next frame.
    Effect::new(move |_| {
        drawn.track();
        request_animation_frame(move || {
            let _ = layout.try_update(|layout| *layout += 1);
        });
    });
    let opened = RwSignal::new(false);
    let behind = move || if opened.get() { of(|_, report, found| says::sizes(&report.sizes, &found.sizes)) } else { String::new() };
    view! {
        <section class="chosen-row" class:stale=flag(move || waits.get()) hidden=flag(is_empty) aria-labelledby="chosen-row">
            <h2 id="chosen-row">{text(move || of(|query, _, _| says::name(query)))}</h2>
            <p class="rule">{text(move || of(|query, _, found| says::said(query, found)))}</p>
            {part(pictures)}
            <figure>
                <figcaption>"Distribution: the numbers (" <b class="first">"before"</b> ") and their values (" <b class="second">"after"</b> ")"</figcaption>
                <canvas node_ref=plot role="img" aria-label="Share of numbers of each size before and after; the table below has them"></canvas>
            </figure>
            <details class="behind" on:toggle=move |_| opened.update(|opened| *opened = !*opened)>
                <summary>"The numbers behind the plot"</summary>
                <div class="scroll" inner_html=text(behind)></div>
            </details>
            <h3>"The worst blocks, by the sum of squared errors"</h3>
            <div class="worst" inner_html=text(move || of(|query, _, found| says::worst(query, found)))></div>
        </section>
    }
    .into_any()
}

/// One of the three pictures.
fn figure(place: usize, name: &'static str, drawn: RwSignal<Drawn>, outlined: RwSignal<bool>) -> AnyView {
    let sheet = NodeRef::<Canvas>::new();
    Effect::new(move |_| {
        let (Some(sheet), Some(drawn)) = (sheet.get(), drawn.get()) else { return };
        let (query, report) = &*drawn;
        let Some(picture) = &report.picture else { return };
        let shades = [&picture.before, &picture.after, &picture.difference][place];
        let (row, channels) = (report.row.max(1), report.channels.max(1));
        let size = (row as u32, (report.count / row / channels) as u32);
        picture::show(&sheet, &says::pixels(&shades.0, channels), size);
        // A block's share of the width, for the outlines; none where they would stand closer than four pixels.
        let (rows, chosen) = query.rows();
        let block = rows.get(chosen).map_or(1, |row| row.stretch()) as f64 / row as f64;
        if let Some(frame) = sheet.parent_element().and_then(|frame| frame.dyn_into::<web_sys::HtmlElement>().ok()) {
            let wide = f64::from(sheet.client_width()) * block >= 4.0;
            let _ = frame.style().set_property("--block", &format!("{:.4}%", if wide { block * 100.0 } else { 100.0 }));
        }
    });
    let legend = move || {
        drawn.with(|drawn| {
            let drawn = drawn.as_ref().and_then(|drawn| Some((drawn.1.picture.as_ref()?, drawn.1.found.first()?)));
            drawn.map(|(picture, found)| says::legend(place, picture, found)).unwrap_or_default()
        })
    };
    view! {
        <figure>
            <div class="frame" class:outlined=flag(move || outlined.get())><canvas node_ref=sheet role="img" aria-label=[name, ": the numbers as shades; the table and the worst blocks say where they differ"].concat()></canvas></div>
            <figcaption>{text(legend)}</figcaption>
        </figure>
    }
    .into_any()
}

/// Where the numbers come from, and how exponents are chosen in the table.
fn choices(query: &Query) -> String {
    let mut html = String::new();
    open_group(&mut html, "group", "Where the numbers come from", "numbers");
    for ((source, key), label) in SOURCES.iter().zip(["a gradient with outliers", "normal numbers", "your own"]) {
        button(&mut html, &["source ", key].concat(), query.source == Some(*source), label, "");
    }
    html.push_str("</div>");
    open_group(&mut html, "group", "Exponent of the scale factors of MX formats", "exponent (MX)");
    for rule in RECIPES[0].rules() {
        button(&mut html, &["exponent ", rule.key()].concat(), *rule == query.exponent, rule.key(), "");
    }
    html.push_str("</div>");
    html
}
