//! The queries of pages that read and write their own part of the address.
//!
//! The shell keeps their text as it stands and knows only which page it belongs to, so that such a page (its code, its defaults, its
//! notices) lies in its own folder and can be loaded on its own. `v`, `t` and `p` (version, target, PTX version) stay with the shell,
//! because the header shows them on every page. A page makes its state from [`Explorer::query`](super::explorer::Explorer::query) and
//! writes it with [`Explorer::set_query`](super::explorer::Explorer::set_query).

use super::address::Page;

/// What stands behind the name of a page of its own, as in `#/learn/reading`, is the first part of its query, with its slash.
///
/// The pages that read their own queries, and their names in an address.
#[rustfmt::skip]
pub const OWN: &[(Page, &str)] = &[
    (Page::Accuracy, "accuracy"),
    (Page::How, "how"),
    (Page::Half, "half"),
    (Page::Extremes, "formats/extremes"),
    (Page::Rounding, "formats/rounding"),
    (Page::Cuda, "reference/cuda"),
    (Page::Glossary, "reference/glossary"),
    (Page::Learn, "learn"),
    (Page::Debug, "debug"),
];

/// What each of them was asked: the parts behind `?`, joined by `&`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Queries([String; OWN.len()]);

impl Queries {
    /// A query for one page alone.
    pub fn of(page: Page, query: &str) -> Queries {
        let mut queries = Queries::default();
        queries.set(page, query);
        queries
    }

    /// Whether a page reads its own query.
    pub fn is_own(page: Page) -> bool {
        place(page).is_some()
    }

    /// The page's name in an address.
    pub fn path(page: Page) -> &'static str {
        place(page).map_or("", |place| OWN[place].1)
    }

    /// The page that a path in an address leads to, and what stands behind its name.
    pub fn page_of(path: &str) -> Option<(Page, &str)> {
        OWN.iter().find_map(|(page, name)| {
            let below = path.strip_prefix(name)?;
            (below.is_empty() || below.starts_with('/')).then_some((*page, below))
        })
    }

    /// What a page was asked.
    pub fn get(&self, page: Page) -> &str {
        place(page).map_or("", |place| &self.0[place])
    }

    /// Asks something else.
    pub fn set(&mut self, page: Page, query: &str) {
        if let Some(place) = place(page) {
            self.0[place] = query.to_owned();
        }
    }

    /// Adds a part, `name=value`.
    pub fn push(&mut self, page: Page, part: &str) {
        if let Some(query) = place(page).and_then(|place| self.0.get_mut(place)) {
            if !query.is_empty() {
                query.push('&');
            }
            query.push_str(part);
        }
    }
}

/// Reads a query part by part: `take` gets each name and value and says whether they mean something; the notices name those that do not.
pub fn read_parts(query: &str, mut take: impl FnMut(&str, &str) -> bool) -> Vec<String> {
    let parts = query.split('&').filter(|part| !part.is_empty());
    let bad = parts.filter(|part| {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        !take(name, value)
    });
    bad.map(|part| ["The link’s `", part, "` could not be read; the default stands in its place."].concat()).collect()
}

fn place(page: Page) -> Option<usize> {
    OWN.iter().position(|(own, _)| *own == page)
}
