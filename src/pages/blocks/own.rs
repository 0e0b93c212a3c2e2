//! A block format of one's own: a field for its name. What names none stays in the field with the reason beside it.

use super::Shared;
use super::query::Query;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{text, when};
use crate::state::history::Change;
use leptos::prelude::*;
use semantics::microscaling::Recipe;

/// The field.
pub fn own(shared: Shared) -> AnyView {
    let query = shared.query;
    let draft = RwSignal::new(None::<String>);
    let read = move |typed: &str| Recipe::read(typed.trim());
    let input = move |typed: String| {
        let now = query.get_untracked();
        match read(&typed) {
            Ok(recipe) => {
                shared.show(&Query { recipe, own: Some(recipe).filter(|recipe| recipe.is_own()).or(now.own), ..now }, Change::Typing)
            }
            Err(_) if typed.trim().is_empty() && !now.recipe.is_own() => shared.show(&Query { own: None, ..now }, Change::Typing),
            Err(_) => {}
        }
        draft.set(Some(typed));
    };
    // A link or the history may have brought another one.
    let shown = move || {
        let own = query.with(|query| query.own);
        let typed = draft.get().filter(|typed| read(typed).map_or(true, |recipe| own.is_none_or(|own| own.key == recipe.key)));
        typed.unwrap_or_else(|| own.map_or(String::new(), |own| own.key.to_owned()))
    };
    let why =
        Memo::new(move |_| draft.get().filter(|typed| !typed.trim().is_empty()).and_then(|typed| read(&typed).err()).unwrap_or_default());
    view! {
        <p class="tensor">
            <label for="own-format">"Own format"</label>
            <input
                id="own-format"
                data-part="o"
                type="text"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                placeholder="e3m4:ue8m0:32"
                aria-invalid=when(move || why.with(|why| !why.is_empty()))
                aria-describedby="own-format-says"
                prop:value=text(shown)
                on:input=move |event| input(event_target_value(&event))
            />
            <span id="own-format-says" role="status">{text(move || why.with(|why| if why.is_empty() { "numbers : scale factor : how many share it".to_owned() } else { why.clone() }))}</span>
        </p>
    }
    .into_any()
}
