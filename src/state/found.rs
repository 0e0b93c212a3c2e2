//! Where an entry of the search leads: an address that keeps everything else as it is.

use super::address::{Address, Page};
use super::browser::encoded;
use super::explorer::Explorer;
use super::lookup::Lookup;
use semantics::search::{Entry, To};

/// The address, from `#` on.
pub fn href(entry: &Entry, explorer: Explorer) -> String {
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
        To::Term(term) => own(Page::Glossary, ["w=", &encoded(term)].concat()),
    };
    address.written()
}
