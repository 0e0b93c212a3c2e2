//! The queries of pages that read and write their own part of the address.
//!
//! The shell keeps their text as it stands and knows only which page it belongs to, so that such a page (its code, its defaults, its
//! notices) lies in its own folder and can be loaded on its own. `v`, `t` and `p` (version, target, PTX version) stay with the shell,
//! because the header shows them on every page. A page makes its state from `AppState::query` and
//! writes it with `AppState::set_query`, which `src/state/app_state.rs` has.

use super::page::Page;

/// What each page was asked: the parts behind `?`, joined by `&`. What stands behind the page's name, as in `#/learn/reading`, is the first
/// part, with its slash.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Queries([String; Page::ALL.len()]);

impl Queries {
    /// A query for one page alone.
    pub fn of(page: Page, query: &str) -> Queries {
        let mut queries = Queries::default();
        queries.set(page, query);
        queries
    }

    /// What a page was asked.
    pub fn get(&self, page: Page) -> &str {
        &self.0[page as usize]
    }

    /// Asks something else.
    pub fn set(&mut self, page: Page, query: &str) {
        self.0[page as usize] = query.to_owned();
    }

    /// Adds a part, `name=value`.
    pub fn push(&mut self, page: Page, part: &str) {
        let query = &mut self.0[page as usize];
        if !query.is_empty() {
            query.push('&');
        }
        query.push_str(part);
    }
}

/// Reads a query part by part: `take` gets each name and value and says whether they mean something; the notices name those that do not.
pub fn read_parts(query: &str, mut take: impl FnMut(&str, &str) -> bool) -> Vec<String> {
    let parts = query.split('&').filter(|part| !part.is_empty());
    let bad = parts.filter(|part| {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        !take(name, value)
    });
    bad.map(|part| ["The link’s `", part, "` could not be read; the default is used instead."].concat()).collect()
}
