//! How we know: the page. What it says is made of the tables that the tests check.

use crate::components::attributes::GlobalAttributes;
use crate::state::explorer::Explorer;
use leptos::prelude::*;
use view_model::pages::how::page;

/// The page. It never changes, so it is one piece of markup.
#[component]
pub fn How() -> impl IntoView {
    expect_context::<Explorer>().subject.set("How we know".into());
    view! { <main id="main" class="how" inner_html=page()></main> }
}
