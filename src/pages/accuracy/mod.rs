//! Accuracy: what an approximation is off by, for every float in view.
//!
//! What is shown follows from the query alone (see [`query`]). Workers sweep ([`crate::components::sweep`]) and say when there is something new; the page
//! then draws once, before the next frame. Nothing is drawn from a sample once every operand has been looked at.

mod against;
mod choices;
pub mod export;
mod figures;
mod gesture;
mod whole;

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, part, text};
use crate::components::examples::{Example, invitation};
use crate::components::redraw::{announce, redraws};
use crate::components::section_scheduler::turn;
use crate::components::sections::Sections;
use crate::components::sweep::{Hired, Sweep, WorkerPool};
use crate::plots::{canvas, curve, histogram, shape};
use crate::state::address::{Address, Page};
use crate::state::app_state::AppState;
use crate::state::browser::now;
use crate::state::history::{Change, EditLabel};
use crate::state::queries::Queries;
use leptos::html::Canvas;
use leptos::prelude::*;
use model::Model;
use query::Query;
use view::View;
use view_model::pages::accuracy::model;
pub use view_model::pages::accuracy::{picture, query, view, words};

/// Which of the crew's tasks is which.
const CURVE: usize = 0;
const AGAINST: usize = 1;
const WHOLE: usize = 2;

/// What the parts of the page share. Cheap to copy: it holds only handles.
#[derive(Clone, Copy)]
pub struct Shared {
    explorer: AppState,
    model: Memo<Model>,
    crew: Hired,
    /// Changes when there is something new to draw of the curves.
    news: RwSignal<u32>,
    /// Changes when more of all operands is swept.
    whole_news: RwSignal<u32>,
    /// Changes when the same is to be drawn in another size or other colours.
    layout: RwSignal<u32>,
    /// The operand under the pointer or the cursor, by its place.
    cursor: RwSignal<Option<u64>>,
    /// The canvases: curve, histogram, function.
    plots: [NodeRef<Canvas>; 3],
}

impl Shared {
    fn new(explorer: AppState) -> Shared {
        let read = Memo::new(move |_| model::asked(&explorer.query(Page::Accuracy), explorer.context.get().target.number()));
        Effect::new(move |_| {
            let (query, notices) = read.get();
            explorer.subject.set(["Accuracy of ", &query.function].concat());
            explorer.notify(notices);
        });
        let [news, whole_news, layout] = [(); 3].map(|()| RwSignal::new(0));
        let crew = WorkerPool::new(move |task| announce(if task == WHOLE { whole_news } else { news }));
        Shared {
            explorer,
            model: Memo::new(move |_| Model::new(read.get().0, explorer.context.get().target.number())),
            crew: StoredValue::new_local(crew),
            news,
            whole_news,
            layout,
            cursor: RwSignal::new(None),
            plots: [NodeRef::new(), NodeRef::new(), NodeRef::new()],
        }
    }

    fn crew(&self) -> WorkerPool {
        self.crew.get_value()
    }

    /// Shows something else. Gestures in quick succession are one entry of the history.
    fn show(&self, query: &Query, change: Change) {
        self.explorer.set_query(Page::Accuracy, &query.written(), change);
    }

    /// Shows another part of the line.
    fn look(&self, view: View) {
        let model = self.model.get_untracked();
        self.show(&view.queried(&model.query), Change::Edit(EditLabel::CurveView));
    }

    /// Looks at the sweeps that the plots show.
    fn with<T>(&self, look: impl FnOnce(&[&Sweep]) -> T) -> T {
        let crew = self.crew();
        crew.with(CURVE, |one| crew.with(AGAINST, |two| look(&one.into_iter().chain(two).collect::<Vec<_>>())))
    }
}

/// What is swept, with what stands in the address for it.
const TABS: [(&str, &str); 2] = [("one function beside the truth", ""), ("A against B", "k=against")];

/// The page: one function, or two texts.
#[component]
pub fn Accuracy() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let is_against = Memo::new(move |_| view_model::pages::accuracy::against::query::is_against(&explorer.query(Page::Accuracy)));
    let body = move || if is_against.get() { against::view(explorer) } else { curves(explorer) };
    part(body)
}

/// The links to both.
fn tabs(explorer: AppState, is_against: bool) -> AnyView {
    let link = move |(name, query): (&'static str, &'static str)| {
        let context = move || explorer.context.get();
        let href = text(move || {
            Address { page: Page::Accuracy, context: context(), queries: Queries::of(Page::Accuracy, query), ..Address::default() }
                .written()
        });
        let current = (query.is_empty() != is_against).then_some("page");
        view! { <a href=href aria-current=current>{name}</a> }.into_any()
    };
    view! { <nav class="sections" aria-label="What is swept">{TABS.map(link).into_iter().collect_view()}</nav> }.into_any()
}

/// Functions worth a look.
const EXAMPLES: &[Example] = &[
    ("rsqrt", "accuracy?v=1"),
    ("2^x", "accuracy?v=1&f=EX2"),
    ("lg2 near 1", "accuracy?v=1&f=LG2"),
    ("sine", "accuracy?v=1&f=SIN"),
    ("reciprocal", "accuracy?v=1&f=RCP"),
];

/// One function.
fn curves(explorer: AppState) -> AnyView {
    let shared = Shared::new(explorer);
    let layout = shared.layout;
    shared.crew().warm();

    // What the query and the size ask for: sweeps, and what needs none.
    let borders = Memo::new(move |_| {
        let sheet = shared.plots[0].get().filter(|_| layout.get() > 0);
        let width = sheet.map_or(0.0, |sheet| f64::from(sheet.client_width()));
        picture::borders(&shared.model.get().view, width)
    });
    Effect::new(move |_| {
        let model = shared.model.get();
        let (Some(sheet), Some(small), 1..) = (shared.plots[0].get(), shared.plots[2].get(), layout.get()) else { return };
        let ((width, _), scale) = canvas::size(&sheet);
        let margins = (curve::MARGINS[0] + curve::MARGINS[1]) * scale;
        let columns = (f64::from(width) - margins).max(16.0) as u32;
        let crew = shared.crew();
        let [one, two] = model.tasks(columns);
        crew.set(CURVE, one);
        crew.set(AGAINST, two);
        let (size, scale) = canvas::size(&small);
        let plot = picture::shape(&model, f64::from(size.0) / scale);
        canvas::paint(&small, size, &shape::draw(&plot, size, scale));
    });
    // What was found of it so far.
    Effect::new(move |_| {
        shared.news.track();
        let model = shared.model.get();
        let (Some(sheet), Some(small), 1..) = (shared.plots[0].get(), shared.plots[1].get(), layout.get()) else { return };
        shared.with(|sweeps| {
            let (size, scale) = canvas::size(&sheet);
            let plot = picture::curve(&model, sweeps, borders.get(), f64::from(size.0) / scale);
            canvas::paint(&sheet, size, &curve::draw(&plot, size, scale));
            let (size, scale) = canvas::size(&small);
            canvas::paint(&small, size, &histogram::draw(&picture::histogram(sweeps), size, scale));
        });
    });

    redraws(layout);
    on_cleanup(move || shared.crew().dismiss());

    let figures = Memo::new(move |_| {
        shared.news.track();
        let model = shared.model.get();
        shared.with(|sweeps| figures::figures(&model, sweeps))
    });
    let state = Memo::new(move |_| {
        shared.news.track();
        shared.with(|sweeps| figures::state(sweeps, shared.crew().trouble(), now()))
    });
    let reading = Memo::new(move |_| {
        let model = shared.model.get();
        shared.cursor.get().map_or_else(|| figures::hint().to_owned(), |place| figures::reading(&model, place))
    });
    let busy = Memo::new(move |_| {
        shared.news.track();
        shared.with(|sweeps| sweeps.iter().any(|sweep| !sweep.is_done() && !sweep.stopped))
    });
    let stopped = Memo::new(move |_| {
        shared.news.track();
        shared.with(|sweeps| sweeps.iter().any(|sweep| sweep.stopped && !sweep.is_done()))
    });
    let opened = RwSignal::new(false);
    let stop = move |stopped| {
        shared.crew().stop(CURVE, stopped);
        shared.crew().stop(AGAINST, stopped);
    };
    view! {
        <main id="main" class="accuracy" on:click=move |event| figures::act(&shared, &event)>
            <Sections />
            {tabs(explorer, false)}
            <h1 class="unseen">{text(move || ["Accuracy of ", shared.model.get().subject.name].concat())}</h1>
            {invitation("The error of an approximation, for every float in view.", EXAMPLES)}
            {turn(move || choices::choices(shared))}
            <div class="stage">
                <figure class="main">
                    {turn(move || gesture::board(shared))}
                    <p class="reading" role="status" inner_html=text(move || reading.get())></p>
                    <p class="sweeping">
                        <span inner_html=text(move || state.get())></span>
                        <button type="button" hidden=flag(move || !busy.get()) on:click=move |_| stop(true)>"stop"</button>
                        <button type="button" hidden=flag(move || !stopped.get()) on:click=move |_| stop(false)>"go on"</button>
                    </p>
                </figure>
                <aside class="figures" aria-label="What the sweep found" inner_html=text(move || figures.get())></aside>
            </div>
            <div class="small">
                <figure>
                    <figcaption>"How many inputs are off by how much"</figcaption>
                    <canvas node_ref=shared.plots[1] role="img" aria-label="Histogram of errors in ulps; the table below holds its numbers"></canvas>
                </figure>
                <figure>
                    <figcaption>"The function, and its approximation exaggerated"</figcaption>
                    <canvas node_ref=shared.plots[2] role="img" aria-label="The function and its approximation with the error made larger"></canvas>
                </figure>
            </div>
            {turn(move || whole::whole(shared))}
            {turn(move || export::export(shared))}
            <details class="numbers" on:toggle=move |_| opened.update(|opened| *opened = !*opened)>
                <summary>"The numbers behind the plots"</summary>
                <div inner_html=text(move || {
                    shared.news.track();
                    let model = shared.model.get();
                    if opened.get() { shared.with(|sweeps| figures::tables(&model, sweeps)) } else { String::new() }
                })></div>
            </details>
        </main>
    }
    .into_any()
}
