//! Blocks: numbers that share a scale factor, as MXFP8, MXFP6, MXFP4 and NVFP4 keep them: a few of them one by one, or a column or a picture.
//!
//! What is shown follows from the query alone (see [`query`]), but for a file, which is too long for an address.

mod column;
mod few;
mod own;
mod picture;

use crate::components::dynamic::{part, text};
use crate::components::entry::{button, open_group};
use crate::components::examples::{Example, invitation};
use crate::components::sections::Sections;
use crate::state::address::Page;
use crate::state::app_state::AppState;
use crate::state::browser::focus_again;
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use query::Query;
use semantics::column::Source;
use view_model::pages::blocks::query;
use wasm_bindgen::{JsCast, JsValue};

/// Blocks worth a look.
const EXAMPLES: &[Example] = &[
    ("one that saturates", "formats/blocks?v=1&n=7.9+1+0.5+-3+0.1&k=mxfp4&m=floor"),
    ("an outlier", "formats/blocks?v=1&n=1000+1+0.5+-0.25+0.1+0.01&k=mxfp8-e4m3&m=fit"),
    ("two blocks of NVFP4", "formats/blocks?v=1&n=1+2+3+4+5+6+-1+-2+-3+-4+-5+-6+0.5+1.5+0.1+0+0.01+0.02+0.03+0.04&k=nvfp4&m=nearest"),
    ("a picture in FP4", "formats/blocks?v=1&c=gradient&k=mxfp4&m=floor"),
    ("a format of your own", "formats/blocks?v=1&n=7.9+1+0.5+-3+0.1+12+-0.02&k=e3m4:ue8m0:32&m=floor"),
    ("65,536 normal numbers", "formats/blocks?v=1&c=normal&k=nvfp4&m=nearest"),
];

/// What the parts of the page share. Cheap to copy.
#[derive(Clone, Copy)]
struct Shared {
    explorer: AppState,
    query: Memo<Query>,
    /// The numbers of a file or a long text, and the message about them. They last as long as the page.
    held: StoredValue<Option<JsValue>, LocalStorage>,
    holds: RwSignal<String>,
    /// How many there were: two files can have one name and one length.
    loads: RwSignal<u32>,
}

impl Shared {
    fn show(&self, query: &Query, change: Change) {
        self.explorer.set_query(Page::Blocks, &query.written(), change);
    }
}

/// The page.
#[component]
pub fn Blocks() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let read = Memo::new(move |_| Query::read(&explorer.query(Page::Blocks)));
    let query = Memo::new(move |_| read.get().0);
    Effect::new(move |_| {
        let (query, notices) = read.get();
        let what = if query.source.is_some() { "a column in " } else { "a block of " };
        explorer.subject.set([what, query.recipe.name].concat());
        explorer.notify(notices);
    });
    let (held, holds, loads) = (StoredValue::new_local(None), RwSignal::new(String::new()), RwSignal::new(0));
    let shared = Shared { explorer, query, held, holds, loads };
    let has_column = Memo::new(move |_| query.with(|query| query.source.is_some()));
    let click = move |event: web_sys::MouseEvent| {
        let source = match action(&event).as_deref() {
            Some("few") => None,
            Some("column") => Some(Source::Gradient),
            _ => return,
        };
        shared.show(&Query { source, ..query.get_untracked() }, Change::Edit(EditLabel::BlockColumn));
    };
    let modes = move || {
        let mut html = String::new();
        open_group(&mut html, "group", "What is made narrow", "show");
        button(&mut html, "few", !has_column.get(), "a few numbers", "");
        button(&mut html, "column", has_column.get(), "a column or a picture", "");
        html.push_str("</div>");
        html
    };
    view! {
        <main id="main" class="blocks-page">
            <Sections />
            <h1 class="unseen">"Blocks of numbers"</h1>
            {invitation("Numbers that share scale factors: up to 64 one by one, or a column or a picture.", EXAMPLES)}
            <div class="choices" on:click=click inner_html=text(modes)></div>
            {own::own(shared)}
            {part(move || if has_column.get() { column::column(shared) } else { few::few(shared) })}
            <p class="under-table">"The scale factor is rounded once and each quotient once, to nearest, from exact numbers. A kernel that divides singles first, or multiplies by a rounded reciprocal, can differ in a last place near a tie."</p>
        </main>
    }
}

/// What the button of a click does. The button is drawn again, so it gets the focus back.
fn action(event: &web_sys::MouseEvent) -> Option<String> {
    let target = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    let action = target.closest("[data-do]").ok()??.get_attribute("data-do")?;
    focus_again(format!("[data-do='{action}']"));
    Some(action)
}
