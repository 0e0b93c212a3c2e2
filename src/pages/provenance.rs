//! How we know: the page. What it says is made of the tables that the tests check.

use crate::components::attributes::GlobalAttributes;
use crate::state::app_state::AppState;
use leptos::prelude::*;
use view_model::pages::provenance::page;

/// The page. It never changes, so it is one piece of markup.
#[component]
pub fn How() -> impl IntoView {
    expect_context::<AppState>().subject.set("How we know".into());
    view! { <main id="main" class="how" inner_html=page()></main> }
}
