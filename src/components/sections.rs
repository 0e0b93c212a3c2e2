//! The pages that stand under one entry of the header, as a line of links.

use super::attributes::AriaAttributes;
use super::dynamic::{maybe, text};
use crate::state::address::{Address, Page};
use crate::state::explorer::Explorer;
use leptos::prelude::*;

/// What stands under Formats.
pub const FORMATS: &[(Page, &str)] =
    &[(Page::Formats, "one number"), (Page::Extremes, "extreme values"), (Page::Rounding, "rounding"), (Page::Half, "float → half")];
/// What stands under Reference.
pub const REFERENCE: &[(Page, &str)] = &[(Page::Reference, "instructions"), (Page::Cuda, "CUDA"), (Page::Glossary, "glossary")];

/// The links; each holds the state of its page.
#[component]
pub fn Sections(
    /// What the pages have in common, for a screen reader.
    name: &'static str,
    /// The pages and what they are called here.
    pages: &'static [(Page, &'static str)],
) -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let link = move |(page, label): &(Page, &'static str)| {
        let page = *page;
        let href = move || {
            explorer.track();
            Address { page, ..explorer.address() }.written()
        };
        let current = move || (explorer.page.get() == page).then(|| "page".to_owned());
        view! { <a href=text(href) aria-current=maybe(current)>{*label}</a> }.into_any()
    };
    view! { <nav class="sections" aria-label=name>{pages.iter().map(link).collect_view()}</nav> }
}
