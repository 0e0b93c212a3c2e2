//! The search, which is downloaded when something is first looked for: its index names every table of the core.

use super::lazy::piece;
use crate::state::app_state::AppState;
use core::time::Duration;
use leptos::prelude::{request_animation_frame, set_timeout};
use leptos::task::spawn_local;
use semantics::search::Entry;
use std::borrow::Cow;
use std::sync::OnceLock;
use view_model::components::search_results::{found, href, options};

/// The search.
pub struct Search {
    /// Entries that a text asks for, best first, and how many at most.
    pub find: fn(&str, usize) -> Vec<Cow<'static, Entry>>,
    /// Where an entry leads: an address, from `#` on.
    pub href: fn(&Entry, AppState) -> String,
    /// Entries as markup.
    pub options: fn(&[Cow<'static, Entry>], usize, &str) -> String,
}

static ALL: Search = Search { find: found, href: |entry, explorer| href(entry, explorer.address()), options };
static HERE: OnceLock<&Search> = OnceLock::new();

/// The search, if it is here.
pub fn find() -> Option<&'static Search> {
    HERE.get().copied()
}

/// Fetches the search if it is not here yet, and then runs `after`.
pub fn fetch(after: impl FnOnce() + 'static) {
    let fetch = async move {
        if let Ok(search) = split().await {
            HERE.get_or_init(|| search);
            after();
        }
    };
    if find().is_none() {
        // Behind the frame that shows the key: to ask for thirty files takes as long as a frame.
        request_animation_frame(move || set_timeout(move || spawn_local(fetch), Duration::ZERO));
    }
}

piece!(handbook, split -> &'static Search, &ALL);
