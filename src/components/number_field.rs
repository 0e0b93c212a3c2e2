//! One spelling of a number, editable: a valid text changes the number at once, an invalid one stays and says why.

use super::attributes::{AriaAttributes, GlobalAttributes};
use super::dynamic::{on_event, part, text, when};
use leptos::prelude::*;
use semantics::number::Pattern;
pub use view_model::components::number_field::Spelling;

/// The field. Escape restores the number, Enter and leaving tidy the spelling, up and down step one ulp.
#[component]
pub fn NumberField(
    /// The spelling.
    spelling: Spelling,
    /// What the number is, for the field's name: "a %f1".
    #[prop(into)]
    of: Signal<String>,
    /// The number.
    pattern: Signal<Pattern>,
    /// Takes a changed number; without it the field only shows.
    #[prop(optional)]
    edit: Option<Callback<Pattern>>,
    /// Zeros of the register below the number.
    #[prop(optional)]
    below: u32,
) -> impl IntoView {
    let draft = RwSignal::new(None::<String>);
    // A rounded spelling says so in front of it, where nobody edits.
    let near = when(move || spelling == Spelling::Decimal && pattern.get().decimal().0 != "=");
    let written = Memo::new(move |_| spelling.write(pattern.get(), below));
    let Some(edit) = edit else {
        let label = text(move || [spelling.name(), " of ", &of.get()].concat());
        return view! { <output class=spelling.class() data-rounded=near aria-label=label>{text(move || written.get())}</output> }
            .into_any();
    };
    let error = Memo::new(move |_| draft.with(|draft| draft.as_ref().and_then(|text| spelling.read(text, pattern.get(), below).err())));
    let input = move |event: web_sys::Event| {
        let text = event_target_value(&event);
        let now = pattern.get_untracked();
        let read = spelling.read(&text, now, below);
        draft.set(Some(text));
        if let Ok(changed) = read
            && changed != now
        {
            edit.run(changed);
        }
    };
    let settle = move || {
        if error.with_untracked(Option::is_none) {
            draft.set(None);
        }
    };
    let key = move |event: web_sys::KeyboardEvent| {
        let now = pattern.get_untracked();
        let stepped = match event.key().as_str() {
            "ArrowUp" => now.next_up(),
            "ArrowDown" => now.next_down(),
            "Enter" => return settle(),
            "Escape" => return draft.set(None),
            _ => return,
        };
        event.prevent_default();
        if let Some(stepped) = stepped {
            draft.set(None);
            edit.run(stepped);
        }
    };
    view! {
        <span class="number-field" data-rounded=near>
            <input
                class=spelling.class()
                type="text"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-label=text(move || [spelling.name(), " of ", &of.get()].concat())
                aria-invalid=when(move || error.with(Option::is_some))
                prop:value=text(move || draft.get().unwrap_or_else(|| written.get()))
                on:input=on_event(input)
                on:blur=on_event(move |_| settle())
                on:keydown=on_event(key)
            />
            {part(move || error.get().map(|why| view! { <span class="field-error" role="alert">{why}</span> }).into_any())}
        </span>
    }
    .into_any()
}
