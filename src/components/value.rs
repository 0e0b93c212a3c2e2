//! One number in all its spellings, side by side with its class.

use super::class_menu::ClassMenu;
use super::number_field::{NumberField, Spelling};
use leptos::prelude::*;
use semantics::number::Pattern;

/// Decimal, hex, hex float and class of a number; editable where `edit` is given.
#[component]
pub fn Value(
    /// What the number is: "a %f1".
    #[prop(into)]
    of: Signal<String>,
    /// The number.
    pattern: Signal<Pattern>,
    /// Takes the changed number.
    #[prop(optional_no_strip)]
    edit: Option<Callback<Pattern>>,
    /// Zeros of the register below the number.
    #[prop(optional)]
    below: u32,
) -> impl IntoView {
    let field = move |spelling| match edit {
        Some(edit) => view! { <NumberField spelling of pattern edit below /> }.into_any(),
        None => view! { <NumberField spelling of pattern below /> }.into_any(),
    };
    let class = match edit {
        Some(edit) => view! { <ClassMenu of pattern edit /> }.into_any(),
        None => view! { <ClassMenu of pattern /> }.into_any(),
    };
    view! { <div class="value">{field(Spelling::Decimal)} {field(Spelling::Hex)} {field(Spelling::HexFloat)} {class}</div> }
}
