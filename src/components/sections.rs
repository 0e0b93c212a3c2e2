//! The pages that stand under one entry of the header, as a line of links.

use super::attributes::AriaAttributes;
use super::dynamic::{maybe, text};
use crate::state::address::Page;
use crate::state::app_state::AppState;
use leptos::prelude::*;

/// Links to the page that is shown and its neighbours; each holds the state of its page.
#[component]
pub fn Sections() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let parent = explorer.page.get_untracked().parent();
    let link = move |page: &Page| {
        let page = *page;
        let href = move || explorer.address.with(|address| address.on(page));
        let current = move || (explorer.page.get() == page).then(|| "page".to_owned());
        view! { <a href=text(href) aria-current=maybe(current)>{page.label()}</a> }.into_any()
    };
    let links = Page::ALL.iter().filter(|page| page.parent() == parent).map(link).collect_view();
    view! { <nav class="sections" aria-label=parent.heading()>{links}</nav> }
}
