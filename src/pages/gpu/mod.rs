//! The visitor's own GPU: one button, then what it computes for every input, which program of ours has the same bits, and a file to keep.
//!
//! Nothing is asked of the browser before the button is pressed, and nothing is sent. How a page asks is in [`measure`]; what answers mean is in
//! the core (`semantics::gpu`). What is shown of it follows from the query ([`query`]).

mod evidence;
mod measure;
mod questions;

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, text};
use crate::components::examples::invitation;
use crate::components::html::push_text;
use crate::components::redraw::announce;
use crate::components::sections::Sections;
use crate::plots::{canvas, curve as plot};
use crate::state::address::Page;
use crate::state::app_state::AppState;
use crate::state::browser::now;
use crate::state::history::{Change, EditLabel};
use leptos::html::Canvas;
use leptos::prelude::*;
use measure::Measurement;
use query::{AMOUNTS, Query};
use semantics::gpu::verdict::found;
use semantics::gpu::{Function, LOWERINGS, Lowering, Verdict, WINDOW_BITS};
use state::{Stage, State};
use view_model::pages::gpu::{curve, query, show, state};
use wasm_bindgen::JsCast;

/// What the parts of the page share. Cheap to copy: it holds only handles.
#[derive(Clone, Copy)]
pub struct Shared {
    explorer: AppState,
    query: Memo<Query>,
    measurement: StoredValue<Measurement, LocalStorage>,
    /// Changes when there is something new to show.
    news: RwSignal<u32>,
}

impl Shared {
    /// Looks at what is known, and again when there is more.
    fn with<T>(self, look: impl FnOnce(&State) -> T) -> T {
        self.news.track();
        self.measurement.get_value().with(look)
    }

    fn show(self, query: Query, what: &'static str) {
        self.explorer.set_query(Page::Gpu, &query.written(), Change::Edit(EditLabel::Gpu(what)));
    }

    /// A text that follows what is known.
    fn follow(self, make: impl Fn(&State) -> String + Send + Sync + 'static) -> Memo<String> {
        Memo::new(move |_| self.with(&make))
    }
}

/// The lowering that a function is looked at beside: the one that fits, or comes nearest; else the first.
fn beside(state: &State, function: Function) -> Option<&'static Lowering> {
    let found = found(&state.report, state.table.as_ref(), function).map(|found| found.0);
    match found {
        Some(Verdict::Fits(fits)) => fits.first().copied(),
        Some(Verdict::Apart { nearest, .. }) => Some(nearest),
        _ => LOWERINGS.iter().find(|lowering| lowering.function == function),
    }
}

/// The page.
#[component]
pub fn Gpu() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let asked = Memo::new(move |_| Query::read(&explorer.query(Page::Gpu)));
    Effect::new(move |_| {
        explorer.subject.set("Your GPU".to_owned());
        let notices = asked.get().1;
        explorer.notify(notices);
    });
    let news = RwSignal::new(0);
    let measurement = StoredValue::new_local(Measurement::new(move || announce(news)));
    let shared = Shared { explorer, query: Memo::new(move |_| asked.get().0), measurement, news };
    on_cleanup(move || measurement.get_value().dismiss());

    // What the query asks to be read back, once there are hashes of it.
    Effect::new(move |_| {
        let query = shared.query.get();
        let Some(function) = query.function else { return };
        let ready = shared.with(|state| matches!(state.stage, Stage::Done | Stage::Stopped) && state.windows(function) > 0);
        let lowering = shared.with(|state| beside(state, function));
        if let (true, Some(lowering)) = (ready, lowering) {
            let (from, to) = function.drawn;
            let (first, count) = query.window.map_or((from, to - from + 1), |window| (u32::from(window) << WINDOW_BITS, 1 << WINDOW_BITS));
            measurement.get_value().look(lowering, first, count);
        }
    });
    let sheet = NodeRef::<Canvas>::new();
    let resized = window_event_listener(leptos::ev::resize, move |_| announce(news));
    on_cleanup(move || resized.remove());
    Effect::new(move |_| {
        let Some(sheet) = sheet.get() else { return };
        shared.with(|state| {
            let Some(look) = &state.look else { return };
            let (size, scale) = canvas::size(&sheet);
            canvas::paint(&sheet, size, &plot::draw(&curve::curve(look, f64::from(size.0) / scale), size, scale));
        });
    });

    let click = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let Some(button) = target.and_then(|target| target.closest("[data-look]").ok().flatten()) else { return };
        let function = button.get_attribute("data-look").and_then(|key| Function::named(&key));
        let window = button.get_attribute("data-window").and_then(|digits| u8::from_str_radix(&digits, 16).ok());
        shared.show(Query { function, window, ..shared.query.get_untracked() }, "look");
    };
    let stage = shared.follow(move |state| show::stage(state, shared.query.get().amount, now()));
    let measured = Memo::new(move |_| shared.with(|state| !state.report.browser.is_empty()));
    let adapter = shared.follow(|state| show::adapter(&state.report));
    let functions =
        shared.follow(move |state| show::functions(&state.report, Some(state), state.table.as_ref(), shared.query.get().function));
    let probes = shared.follow(|state| show::probes(&state.report, &state.refused));
    let looked = shared.follow(|state| state.look.as_ref().map_or(String::new(), curve::figures));
    let looks =
        Memo::new(move |_| shared.with(|state| state.look.as_ref().map(|look| title(look.lowering.function, look.first, look.count))));
    // Errors of several operands are not measured, so there is nothing to draw.
    let plain = Memo::new(move |_| shared.with(|state| state.look.as_ref().is_some_and(|look| look.lowering.function.truth.is_none())));
    let typed = move |event: web_sys::Event, driver: &'static str| {
        let value = event_target_value(&event);
        measurement.get_value().name(|report| if driver.is_empty() { report.name = value } else { report.driver = value });
    };
    view! {
        <main id="main" class="gpu" on:click=click>
            <Sections />
            <h1 class="unseen">"Your GPU"</h1>
            {invitation("What the GPU of this machine computes, bit for bit, and which program of ours has the same bits. The browser is asked for nothing before the button is pressed, and nothing is sent anywhere.", &[])}
            {controls(shared)}
            <p class="stage-of" role="status" id="stage" inner_html=text(move || stage.get())></p>
            <section class="measured" hidden=flag(move || !measured.get()) aria-labelledby="gpu-adapter">
                <h2 id="gpu-adapter">"What was measured"</h2>
                <div class="adapter" inner_html=text(move || adapter.get())></div>
                <div class="names">
                    <label>"GPU, such as GeForce RTX 3090 " <input id="gpu-name" autocomplete="off" spellcheck="false" on:input=move |event| typed(event, "") /></label>
                    <label>"driver " <input id="gpu-driver" autocomplete="off" spellcheck="false" on:input=move |event| typed(event, "driver") /></label>
                </div>
                <div class="scroll" role="region" aria-label="Functions" tabindex="0" inner_html=text(move || functions.get())></div>
            </section>
            <section class="look" hidden=flag(move || looks.get().is_none()) aria-labelledby="gpu-look">
                <h2 id="gpu-look">{text(move || looks.get().unwrap_or_default())}</h2>
                <canvas node_ref=sheet hidden=flag(move || plain.get()) role="img" aria-label="Errors of this GPU and of the model, by input; the table below holds the worst"></canvas>
                <div inner_html=text(move || looked.get())></div>
            </section>
            <section class="asked" hidden=flag(move || probes.with(String::is_empty)) aria-labelledby="gpu-probes">
                <h2 id="gpu-probes">"Single questions"</h2>
                <div inner_html=text(move || probes.get())></div>
            </section>
            {evidence::evidence(shared)}
        </main>
    }
}

/// What a curve is of.
fn title(function: Function, first: u32, count: u32) -> String {
    let what = if function.truth.is_some() { "Errors" } else { "Results" };
    format!("{what} of {}, inputs {first:08x} to {:08x}", function.name, first + (count - 1))
}

/// The menu of how much is run, the button, and how far it is.
fn controls(shared: Shared) -> AnyView {
    let running = Memo::new(move |_| shared.with(|state| matches!(state.stage, Stage::Opening | Stage::Asking)));
    let name = shared.follow(|state| {
        match state.stage {
            Stage::Stopped | Stage::Lost(_) => "go on",
            Stage::Missing(_) | Stage::Unsound(_) => "try again",
            Stage::Done => "measure what is missing",
            _ => "Measure this GPU",
        }
        .to_owned()
    });
    let idle = Memo::new(move |_| {
        let windows: Vec<u8> = shared.query.get().windows().collect();
        shared.with(|state| {
            let all = |function: &Function| {
                let there = |window: &u8| state.report.hashes(*function).is_some_and(|hashes| hashes[usize::from(*window)].is_some());
                windows.iter().all(there) || state.refused.iter().any(|row| row.0 == function.key)
            };
            state.stage == Stage::Done && state.functions().all(|function| all(&function))
        })
    });
    let part = move || {
        let amount = shared.query.get().amount;
        let (done, all) = shared.with(|state| {
            state.functions().fold((0, 0), |(done, all), function| (done + state.windows(function).min(amount), all + amount))
        });
        (done * 1000 / all.max(1)).to_string()
    };
    let begin = move |_| {
        shared.measurement.get_value().begin(shared.query.get_untracked().windows().collect());
    };
    let choose = move |event: web_sys::Event| {
        let amount = event_target_value(&event).parse().unwrap_or(semantics::gpu::WINDOWS);
        shared.show(Query { amount, ..shared.query.get_untracked() }, "amount");
    };
    let options = move || {
        let chosen = shared.query.get().amount;
        let mut html = String::new();
        for (amount, words) in AMOUNTS {
            html.push_str(&format!("<option value=\"{amount}\"{}>", if amount == chosen { " selected" } else { "" }));
            push_text(&mut html, words);
            html.push_str("</option>");
        }
        html
    };
    view! {
        <p class="controls">
            <label>"of each function " <select id="amount" on:change=choose inner_html=text(options)></select></label>
            " "
            <button type="button" class="strong" id="measure" hidden=flag(move || running.get() || idle.get()) on:click=begin>{text(move || name.get())}</button>
            <button type="button" id="stop" hidden=flag(move || !running.get()) on:click=move |_| shared.measurement.get_value().stop()>"stop"</button>
            " "
            <progress max="1000" aria-label="Functions measured" hidden=flag(move || !running.get()) prop:value=text(part)></progress>
        </p>
    }
    .into_any()
}
