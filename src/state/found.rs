//! The search and where its entries lead: an address that keeps everything else as it is.
//!
//! The index names every table of the core, so it is downloaded when something is first looked for.

use super::address::{Address, Page};
use super::explorer::Explorer;
use super::lookup::Lookup;
use super::percent::encoded;
use super::queries::Queries;
use crate::components::chunk::piece;
use crate::components::finder::options;
use leptos::task::spawn_local;
use semantics::search::{Entry, To};
use std::sync::OnceLock;

/// The search.
pub struct Search {
    /// Entries that a text asks for, best first, and how many at most.
    pub find: fn(&str, usize) -> Vec<&'static Entry>,
    /// Where an entry leads: an address, from `#` on.
    pub href: fn(&Entry, Explorer) -> String,
    /// Entries as markup.
    pub options: fn(&[&Entry], usize, &str) -> String,
}

static ALL: Search = Search { find: semantics::search::search, href, options };

static HERE: OnceLock<&Search> = OnceLock::new();

/// The search, if it is here.
pub fn find() -> Option<&'static Search> {
    HERE.get().copied()
}

/// Fetches the search if it is not here yet, and then runs `after`.
pub fn fetch(after: impl FnOnce() + 'static) {
    if find().is_none() {
        spawn_local(async move {
            if let Ok(search) = split().await {
                HERE.get_or_init(|| search);
                after();
            }
        });
    }
}

piece!(handbook, split -> &'static Search, &ALL);

/// The address, from `#` on.
fn href(entry: &Entry, explorer: Explorer) -> String {
    let now = explorer.address();
    let reference = |name: &str, find: &str| Lookup { name: name.to_owned(), find: find.to_owned(), ..Lookup::default() };
    let own = |page: Page, query: String| {
        let mut queries = now.queries.clone();
        queries.set(page, &query);
        Address { page, queries, ..now.clone() }
    };
    let address = match &entry.to {
        To::Mnemonic(mnemonic) => Address { page: Page::Reference, lookup: reference(mnemonic, ""), ..now },
        To::Modifier(modifier) => Address { page: Page::Reference, lookup: reference("", modifier), ..now },
        To::Text(text) => Address { page: Page::Explore, text: text.clone(), step: None, ..now },
        To::Row(name) => own(Page::Cuda, ["q=", name].concat()),
        To::Value(pattern) => own(Page::Extremes, ["f=", pattern.format.name, "&b=", &pattern.hex()].concat()),
        To::Place(path) => {
            let (asked, _) = Address::read(path);
            match Queries::is_own(asked.page) {
                true => own(asked.page, asked.queries.get(asked.page).to_owned()),
                false => Address { page: asked.page, lookup: Lookup::default(), ..now },
            }
        }
        To::Term(term) => own(Page::Glossary, ["w=", &encoded(term)].concat()),
    };
    address.written()
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::search::{PAGES, index};

    /// Every place is one that an address can name, and every page can be found.
    #[test]
    fn places_are_addresses() {
        let mut pages = Vec::new();
        for entry in index() {
            if let To::Place(path) = &entry.to {
                let (address, notices) = Address::read(path);
                assert_eq!(notices, Vec::<String>::new(), "{path}");
                pages.push(address.page);
            }
        }
        let own = super::super::queries::OWN.iter().map(|(page, _)| *page);
        assert!(own.chain([Page::Explore, Page::Program, Page::Formats, Page::Reference]).all(|page| pages.contains(&page)));
        assert!(PAGES.iter().all(|page| page.detail.ends_with('.')));
    }
}
