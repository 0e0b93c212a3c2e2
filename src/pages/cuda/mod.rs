//! The tables of CUDA's intrinsics and math library, searchable; every name that runs opens in the box.
//!
//! The query is what is looked for: `q=float2half`.

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::text;
use crate::components::examples::{Example, invitation};
use crate::components::sections::Sections;
use crate::state::address::Page;
use crate::state::app_state::AppState;
use crate::state::history::Change;
use crate::state::percent::{decoded, encoded};
use crate::state::queries::read_parts;
use leptos::prelude::*;
use view_model::pages::cuda::{halves, said, tables};

/// What is looked for; the notices say what could not be read.
fn read(query: &str) -> (String, Vec<String>) {
    let mut find = String::new();
    let notices = read_parts(query, |name, value| name == "q" && decoded(value).map(|text| find = text).is_some());
    (find, notices)
}

const EXAMPLES: &[Example] = &[
    ("sinf", "reference/cuda?v=1&q=sinf"),
    ("rsqrt", "reference/cuda?v=1&q=rsqrt"),
    ("float2half", "reference/cuda?v=1&q=float2half"),
    ("__fadd_rz", "reference/cuda?v=1&q=__fadd_rz"),
];

/// The page.
#[component]
pub fn Cuda() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let asked = Memo::new(move |_| read(&explorer.query(Page::Cuda)));
    Effect::new(move |_| {
        explorer.subject.set("CUDA intrinsics and functions".into());
        let notices = asked.with(|(_, notices)| notices.clone());
        explorer.notify(notices);
    });
    let input = move |event: web_sys::Event| {
        let find = event_target_value(&event);
        let query = if find.is_empty() { String::new() } else { ["q=", &encoded(&find)].concat() };
        explorer.set_query(Page::Cuda, &query, Change::View);
    };
    let rows = Memo::new(move |_| {
        let context = explorer.context.get();
        asked.with(|(find, _)| tables::tables(find, &|text| tables::in_box(text, context)))
    });
    view! {
        <main id="main" class="cuda-tables">
            <Sections />
            <h1>"CUDA intrinsics and math library"</h1>
            {invitation("What each intrinsic and function becomes, and how far off it may be.", EXAMPLES)}
            <input
                id="find"
                data-part="q"
                type="search"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-label="Find an intrinsic or a function"
                placeholder="float2half, rint, remainder …"
                prop:value=text(move || asked.with(|(find, _)| find.clone()))
                on:input=input
            />
            <div inner_html=text(move || rows.get())></div>
            <section>
                <h2>"rint against round, at halves"</h2>
                <div class="scroll" role="region" aria-label="Rounding to whole numbers at halves" tabindex="0" inner_html=halves::table()></div>
                <p class="under-table">
                    "rint and nearbyint take the even neighbour and are one instruction; round goes away from zero and is a sequence."
                </p>
            </section>
            <section inner_html=said::said()></section>
            <p class="plain"><a href="reference/cuda/index.html">"A plain page of each function"</a>
                ", "<a href="reference/cuda-narrow/index.html">"and of each function of narrow types"</a></p>
        </main>
    }
}
