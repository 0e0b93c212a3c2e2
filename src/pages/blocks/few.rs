//! A few numbers and the blocks that they make. A text that means nothing stays in the box; the last blocks stay below.

use super::query::Query;
use super::{Shared, action};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, text, when};
use crate::components::entry::{button, open_group};
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use semantics::microscaling::{Recipe, ScaleRule, numbers, quantize, read_tensor_scale, tensor_scale};
use semantics::number::{F32, Pattern};
use view_model::pages::blocks::table;

/// The box, the choices and the tables.
pub fn few(shared: Shared) -> AnyView {
    let Shared { explorer, query, .. } = shared;
    let change = move |query: Query, change: Change| shared.show(&query, change);
    let said = Memo::new(move |_| query.with(|query| numbers(&query.typed).err()).unwrap_or_default());
    // The last numbers stay while the text means nothing.
    let given = Memo::new(move |old: Option<&Vec<u64>>| {
        query.with(|query| numbers(&query.typed)).unwrap_or_else(|_| old.cloned().unwrap_or_default())
    });
    let tensor =
        Memo::new(move |_| query.with(|query| query.tensor).unwrap_or_else(|| given.with(|given| tensor_scale(given, query.get().recipe))));
    let drawn = Memo::new(move |_| {
        let Query { recipe, rule, .. } = query.get();
        table::blocks(&given.with(|given| quantize(given, recipe, rule, tensor.get())), recipe)
    });
    let click = move |event: web_sys::MouseEvent| {
        let Some(action) = action(&event) else { return };
        let now = query.get_untracked();
        match action.split_once(' ') {
            Some(("recipe", key)) => {
                if let Some(recipe) = Recipe::named(key) {
                    change(Query { recipe, ..now }, Change::Edit(EditLabel::BlockRecipe));
                }
            }
            Some(("scale", key)) => {
                if let Some(rule) = ScaleRule::named(key) {
                    change(Query { rule, ..now }, Change::Edit(EditLabel::BlockExponent));
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
        <div class="few" on:click=click>
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
                <p class="tensor" hidden=flag(move || !query.get().recipe.has_tensor_scale())>
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
                <p class="rule">{text(move || rule(&query.get()))}</p>
            </section>
            <div class="blocks" class:stale=flag(wrong) inner_html=text(move || drawn.get())></div>
        </div>
    }
    .into_any()
}

fn counted(count: usize) -> String {
    if count == 1 { "One number, taken as a single.".into() } else { format!("{count} numbers, taken as singles.") }
}

/// How the scale factor follows from the numbers, in sentences.
fn rule(query: &Query) -> String {
    let rule = query.own_rule().words();
    match (!query.recipe.has_tensor_scale(), query.recipe.is_per_tensor()) {
        (true, _) => rule.to_owned(),
        (_, true) if query.tensor.is_some() => "All numbers share one scale factor, a single: the one that is given.".to_owned(),
        (_, true) => {
            "All numbers share one scale factor, a single: their largest magnitude, divided by the largest number of the format.".to_owned()
        }
        _ if query.tensor.is_some() => [rule, " The quotient is divided by the tensor scale before."].concat(),
        _ => {
            let [code, scale] =
                [query.recipe.element, query.recipe.scale].map(|format| Pattern::new(format, format.largest()).exact_decimal());
            format!(
                "{rule} The quotient is divided by the tensor scale before. The tensor scale makes the largest of all {code} · {scale}."
            )
        }
    }
}

/// The recipes, and how their scale factors are chosen.
fn choices(query: &Query) -> String {
    let mut html = String::new();
    open_group(&mut html, "group", "Block format", "as");
    for recipe in Recipe::every().chain(query.own) {
        button(&mut html, &["recipe ", recipe.key].concat(), recipe.key == query.recipe.key, recipe.name, "");
    }
    html.push_str("</div>");
    let rules = query.recipe.rules();
    if rules.len() > 1 {
        let (name, title) = if query.recipe.takes_exponent() {
            ("Exponent of the scale factor", "exponent")
        } else {
            ("Rounding of the scale factor", "scale")
        };
        open_group(&mut html, "group", name, title);
        for rule in rules {
            button(&mut html, &["scale ", rule.key()].concat(), *rule == query.own_rule(), rule.key(), "");
        }
        html.push_str("</div>");
    }
    html
}
