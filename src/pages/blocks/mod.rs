//! Blocks: numbers that share a scale factor, as MXFP8, MXFP6, MXFP4 and NVFP4 keep them.
//!
//! What is shown follows from the query alone (see [`query`]). A text that means nothing stays in the box; the last blocks stay below.

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, text, when};
use crate::components::entry::{button, open_group};
use crate::components::examples::{Example, invitation};
use crate::components::sections::Sections;
use crate::state::address::Page;
use crate::state::app_state::AppState;
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use query::Query;
use semantics::microscaling::{Exponent, RECIPES, Recipe, numbers, quantize, read_tensor_scale, tensor_scale};
use semantics::number::{F32, Pattern};
use view_model::pages::blocks::{query, table};
use wasm_bindgen::JsCast;

/// Blocks worth a look.
const EXAMPLES: &[Example] = &[
    ("one that saturates", "formats/blocks?v=1&n=7.9+1+0.5+-3+0.1&k=mxfp4&m=floor"),
    ("an outlier", "formats/blocks?v=1&n=1000+1+0.5+-0.25+0.1+0.01&k=mxfp8-e4m3&m=fit"),
    ("two blocks of NVFP4", "formats/blocks?v=1&n=1+2+3+4+5+6+-1+-2+-3+-4+-5+-6+0.5+1.5+0.1+0+0.01+0.02+0.03+0.04&k=nvfp4&m=floor"),
];

/// The page.
#[component]
pub fn Blocks() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let read = Memo::new(move |_| Query::read(&explorer.query(Page::Blocks)));
    let query = Memo::new(move |_| read.get().0);
    Effect::new(move |_| {
        let (query, notices) = read.get();
        explorer.subject.set(["a block of ", query.recipe.name].concat());
        if !notices.is_empty() {
            explorer.notices.set(notices);
        }
    });
    let change = move |query: Query, change: Change| explorer.set_query(Page::Blocks, &query.written(), change);
    let said = Memo::new(move |_| query.with(|query| numbers(&query.typed).err()).unwrap_or_default());
    // The last numbers stay while the text means nothing.
    let given = Memo::new(move |old: Option<&Vec<u64>>| {
        query.with(|query| numbers(&query.typed)).unwrap_or_else(|_| old.cloned().unwrap_or_default())
    });
    let tensor =
        Memo::new(move |_| query.with(|query| query.tensor).unwrap_or_else(|| given.with(|given| tensor_scale(given, query.get().recipe))));
    let drawn = Memo::new(move |_| {
        let Query { recipe, exponent, .. } = query.get();
        table::blocks(&given.with(|given| quantize(given, recipe, exponent, tensor.get())), recipe)
    });
    let click = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let button = target.and_then(|target| target.closest("[data-do]").ok().flatten());
        let Some(action) = button.and_then(|button| button.get_attribute("data-do")) else { return };
        let now = query.get_untracked();
        match action.split_once(' ') {
            Some(("recipe", key)) => {
                if let Some(recipe) = Recipe::named(key) {
                    change(Query { recipe, ..now }, Change::Edit(EditLabel::BlockRecipe));
                }
            }
            Some(("exponent", key)) => {
                if let Some(exponent) = Exponent::named(key) {
                    change(Query { exponent, ..now }, Change::Edit(EditLabel::BlockExponent));
                }
            }
            _ => change(Query { tensor: None, ..now }, Change::Edit(EditLabel::BlockTensor)),
        }
    };
    let input = move |typed: String| {
        if !explorer.refuses(typed.len()) {
            change(Query { typed, ..query.get_untracked() }, Change::Typing);
        }
    };
    let wrong = move || said.with(|said| !said.is_empty());
    // What is typed for a tensor scale counts once it is a number; until then it stands in the box alone.
    let draft = RwSignal::new(None::<String>);
    let type_scale = move |typed: String| {
        let bits = read_tensor_scale(&typed);
        draft.set(Some(typed));
        if bits.is_some() {
            change(Query { tensor: bits, ..query.get_untracked() }, Change::Typing);
        }
    };
    let shown_scale = move || {
        let now = Pattern::new(F32::ROW, tensor.get());
        draft.get().filter(|typed| read_tensor_scale(typed).is_none_or(|bits| bits == now.bits)).unwrap_or_else(|| now.digits())
    };
    let wrong_scale = move || draft.get().is_some_and(|typed| read_tensor_scale(&typed).is_none());
    view! {
        <main id="main" class="blocks-page" on:click=click>
            <Sections />
            <h1 class="unseen">"Blocks of numbers"</h1>
            {invitation("Up to 64 numbers that share scale factors.", EXAMPLES)}
            <section class="entry" aria-label="The numbers">
                <textarea
                    id="number"
                    data-part="n"
                    rows="3"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    aria-label="Numbers of the block"
                    aria-invalid=when(wrong)
                    aria-describedby="number-says"
                    prop:value=text(move || query.get().typed)
                    on:input=move |event| input(event_target_value(&event))
                ></textarea>
                <div class="under" class:error=flag(wrong)>
                    <p id="number-says" class="says" role="status">{text(move || said.with(|said| if said.is_empty() { given.with(|given| counted(given.len())) } else { said.clone() }))}</p>
                </div>
                <div class="choices" inner_html=text(move || choices(&query.get()))></div>
                <p class="tensor" hidden=flag(move || query.get().recipe.takes_exponent())>
                    <label for="tensor">"Tensor scale"</label>
                    <input
                        id="tensor"
                        type="text"
                        spellcheck="false"
                        autocomplete="off"
                        aria-invalid=when(wrong_scale)
                        prop:value=text(shown_scale)
                        on:input=move |event| type_scale(event_target_value(&event))
                    />
                    <button type="button" data-do="tensor" disabled=flag(move || query.get().tensor.is_none()) on:click=move |_| draft.set(None)>"from the numbers"</button>
                </p>
                <p class="rule">{text(move || rule(&query.get()).to_owned())}</p>
            </section>
            <div class="blocks" class:stale=flag(wrong) inner_html=text(move || drawn.get())></div>
            <p class="under-table">"The scale factor is rounded once and each quotient once, to nearest, from exact numbers. Kernels that multiply by a rounded reciprocal can differ in a last place near a tie; no document says which do."</p>
        </main>
    }
}

fn counted(count: usize) -> String {
    if count == 1 { "One number, taken as a single.".into() } else { format!("{count} numbers, taken as singles.") }
}

/// How the scale factor follows from the numbers, in a sentence.
fn rule(query: &Query) -> &'static str {
    if query.recipe.takes_exponent() {
        return query.exponent.words();
    }
    "Each scale factor is the largest magnitude of its 16 numbers, divided by 6 and by the tensor scale, and rounded to E4M3. The tensor scale makes the largest of all 6 · 448."
}

/// The recipes, and for powers of two how their exponent is chosen.
fn choices(query: &Query) -> String {
    let mut html = String::new();
    open_group(&mut html, "group", "Block format", "as");
    for recipe in RECIPES {
        button(&mut html, &["recipe ", recipe.key].concat(), recipe.key == query.recipe.key, recipe.name, "");
    }
    html.push_str("</div>");
    if query.recipe.takes_exponent() {
        open_group(&mut html, "group", "Exponent of the scale factor", "exponent");
        for exponent in Exponent::ALL {
            button(&mut html, &["exponent ", exponent.key()].concat(), exponent == query.exponent, exponent.key(), "");
        }
        html.push_str("</div>");
    }
    html
}
