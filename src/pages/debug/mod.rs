//! Debug: a wrong bit explained, many of them, two computations side by side, operands that show something, every special value.
//!
//! What is shown follows from the query alone (see [`query`]), but for the lines of a batch, which are too long for an address.

mod batch;
mod compare;
mod explain;
mod find;

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{maybe, part, text};
use crate::components::examples::{Example, invitation};
use crate::components::lazy::{Build, chunk_within, piece};
use crate::components::section_scheduler::turn;
use crate::state::address::Page;
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::history::Change;
use core::marker::PhantomData;
use leptos::prelude::*;
use query::{Query, TABS, Tab};
use semantics::diagnosis::Engine;
use semantics::trace::Trace;
pub use view_model::pages::debug::links;
use view_model::pages::debug::{carry, products, query, rows};

/// What the tabs share. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Debug {
    explorer: AppState,
    query: Memo<Query>,
}

/// The engine of this page: the recorder that it has anyway, so that the operations are here once.
fn engine() -> Engine {
    Engine::with(PhantomData::<Trace>)
}

/// The page, for its tab: with what is asked there. What reads instructions for that comes with the tabs.
fn here() -> Debug {
    let Debug { explorer, query } = expect_context();
    Debug { explorer, query: Memo::new(move |_| query.with(|query| carry::carried(query, &explorer.context.get()))) }
}

// Each tab comes when it is opened: none needs what is the others' alone.
piece!(explain, explain_tab -> Build, || explain::view(here()));
piece!(batch, batch_tab -> Build, || batch::view(here()));
piece!(compare, compare_tab -> Build, || compare::view(here()));
piece!(find, cases_tab -> Build, || find::cases(here()));
piece!(find, matrix_tab -> Build, || find::special(here()));

/// A question for most of the tabs.
const EXAMPLES: &[Example] = &[
    ("a product lost to zero", "debug?v=1&k=explain&e=mul.rn.f32+a%3D00800000+b%3D3f000000+got%3D00000000"),
    ("a sum rounded the other way", "debug?v=1&k=explain&e=add.rn.f32+a%3D3f800000+b%3D33800001+got%3D3f800000"),
    ("fma or mul and add", "debug?v=1&k=compare"),
    ("ties of fma", "debug?v=1&k=find&i=fma.rn.f32&o=tie&n=1"),
    ("which chip added so", "debug?v=1&k=batch&i=mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"),
    ("a root with NaN and infinity", "debug?v=1&k=matrix&i=sqrt.rn.f32"),
];

/// The page.
#[component]
pub fn DebugPage() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let read = Memo::new(move |_| Query::read(&explorer.query(Page::Debug)));
    let query = Memo::new(move |_| read.with(|(query, _)| query.clone()));
    let tab = Memo::new(move |_| query.with(|query| query.tab));
    provide_context(Debug { explorer, query });
    let name = move |tab: Tab| TABS.iter().find(|row| row.0 == tab).map_or("", |row| row.2);
    Effect::new(move |_| {
        let notices = read.with(|(_, notices)| notices.clone());
        explorer.notify(notices);
        explorer.subject.set(name(tab.get()).to_owned());
    });
    let link = move |(to, _, name): (Tab, &'static str, &'static str)| {
        let href = text(move || query.with(|query| query.on(to).link(explorer.context.get())));
        view! { <a href=href aria-current=maybe(move || (tab.get() == to).then(|| "page".to_owned()))>{name}</a> }.into_any()
    };
    let body = move || match tab.get() {
        Tab::Explain => chunk_within(|| Box::pin(explain_tab())),
        Tab::Batch => chunk_within(|| Box::pin(batch_tab())),
        Tab::Compare => chunk_within(|| Box::pin(compare_tab())),
        Tab::Find => chunk_within(|| Box::pin(cases_tab())),
        Tab::Matrix => chunk_within(|| Box::pin(matrix_tab())),
    };
    view! {
        <main id="main" class="debug">
            <nav class="sections" aria-label="Debug">{TABS.map(link).into_iter().collect_view()}</nav>
            <h1 class="unseen">{text(move || name(tab.get()).to_owned())}</h1>
            {invitation("What could have made a wrong result.", EXAMPLES)}
            {turn(move || part(body).into_any())}
        </main>
    }
}

/// The box of the tabs that are about one instruction.
fn instruction_box(debug: Debug, label: &'static str) -> AnyView {
    text_box(debug, label, 1, "i", |query| &query.text, |query, text| query.text = text)
}

/// More letters than a question or a program has; they would have to stand in the address.
const MOST: usize = 10_000;

/// A box for a part of the query that is a text, and the part's name.
fn text_box(
    debug: Debug,
    label: &'static str,
    rows: u32,
    name: &'static str,
    of: fn(&Query) -> &String,
    set: fn(&mut Query, String),
) -> AnyView {
    let input = move |event: web_sys::Event| {
        let mut query = debug.query.get_untracked();
        set(&mut query, event_target_value(&event));
        debug.explorer.set_query(Page::Debug, &query.written(), Change::Typing);
    };
    let insert = move |event: web_sys::InputEvent| {
        if let Some(text) = browser::too_long(&event, MOST) {
            let size = crate::components::html::count(u64::from(text.length() / 1024));
            let says = ["A text of ", &size, " KB is too long for this box. “Many at once” takes long texts and files, one result a line."]
                .concat();
            debug.explorer.notices.set(vec![says]);
        }
    };
    view! {
        <label class="ask" for="box">{label}</label>
        <textarea
            id="box"
            class="line-box"
            rows=rows.to_string()
            data-part=name
            spellcheck="false"
            autocomplete="off"
            autocapitalize="off"
            prop:value=text(move || debug.query.with(|query| of(query).clone()))
            on:input=input
            on:beforeinput=insert
            on:blur=move |_| debug.explorer.commit()
        ></textarea>
    }
    .into_any()
}
