//! The search and where its entries lead: an address that keeps everything else as it is.

use super::html::{push_text, sentence};
use crate::state::address::{Address, Page};
use crate::state::lookup::Lookup;
use crate::state::number::{read_text, settled};
use crate::state::page;
use crate::state::percent::encoded;
use semantics::c::claims;
use semantics::figure;
use semantics::instruction::Context;
use semantics::language::read;
use semantics::search::{Entry, Kind, To, index, search};
use std::borrow::Cow;
use std::sync::LazyLock;

/// What a text asks for: first what it is itself, a number or an expression.
pub fn found(text: &str, count: usize) -> Vec<Cow<'static, Entry>> {
    let of_itself = itself(text).map(Cow::Owned);
    of_itself.into_iter().chain(search(&INDEX, text, count).into_iter().map(Cow::Borrowed)).take(count).collect()
}

/// A number or an expression as an entry.
fn itself(text: &str) -> Option<Entry> {
    let text = text.trim();
    if text.len() > 200 {
        return None;
    }
    if figure::claims(text) && read_text(text).is_err() {
        return Some(Entry::new(Kind::Number, text, "", "Answered, step by step.", To::Text(text.to_owned())));
    }
    if !text.contains(|letter: char| letter.is_ascii_digit()) {
        return None;
    }
    if text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first)) && read_text(text).is_ok() {
        return Some(Entry::new(Kind::Number, text, "", "Bit by bit in every format.", To::Number(text.to_owned())));
    }
    (claims(text) && read(text, &Context::default()).is_accepted())
        .then(|| Entry::new(Kind::Number, text, "", "Computed, step by step.", To::Text(text.to_owned())))
}

/// What the core knows, and the pages.
static INDEX: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let pages = page::found().enumerate();
    let pages = pages.map(|(place, page)| Entry::new(Kind::Page, page.name, page.also, page.detail, To::Page(place)));
    index().into_iter().chain(pages).collect()
});

/// Entries as options of a list; `prefix` begins their ids, a number follows.
pub fn options(entries: &[Cow<'static, Entry>], chosen: usize, prefix: &str) -> String {
    let mut html = String::with_capacity(entries.len() * 300);
    for (place, entry) in entries.iter().enumerate() {
        let place_text = place.to_string();
        let selected = if place == chosen { "true" } else { "false" };
        let mut put = |pieces: &[&str]| pieces.iter().for_each(|piece| html.push_str(piece));
        put(&[
            "<li role=\"option\" id=\"",
            prefix,
            &place_text,
            "\" data-place=\"",
            &place_text,
            "\" aria-selected=\"",
            selected,
            "\"><code>",
        ]);
        push_text(&mut html, &entry.name);
        for piece in ["</code><span>", &sentence(&entry.detail), "</span><small>", entry.kind.name(), "</small></li>"] {
            html.push_str(piece);
        }
    }
    html
}

/// Where an entry leads from an address: another address, from `#` on.
pub fn href(entry: &Entry, now: Address) -> String {
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
        To::Curve(name) => own(Page::Accuracy, ["f=", name].concat()),
        To::Lesson(name, 0) => own(Page::Learn, ["/", name].concat()),
        To::Lesson(name, screen) => own(Page::Learn, ["/", name, "&screen=", &(screen + 1).to_string()].concat()),
        To::Line(text) => Address { page: Page::Explore, text: (*text).to_owned(), step: None, ..now },
        To::Number(text) => {
            let settled = read_text(text).ok().map(|reading| settled(text, &reading.literal, now.number.format, now.mode));
            let (number, typed) = settled.unwrap_or((now.number, now.typed.clone()));
            Address { page: Page::Formats, number, typed, ..now }
        }
        To::Page(place) => {
            let (asked, _) = page::found().nth(*place).map(|page| Address::read(page.path)).unwrap_or_default();
            match asked.page.reads_query() {
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

    /// Where an entry leads, for a test: what it is and its name.
    fn told(entry: &Entry) -> String {
        let name = match &entry.to {
            To::Lesson(name, screen) if entry.kind != Kind::Option => format!("{name} {}", screen + 1),
            To::Page(place) => page::found().nth(*place).map_or("", |page| page.path).to_owned(),
            _ => entry.name.clone(),
        };
        format!("{}: {name}", entry.kind.name())
    }

    /// Questions of students and engineers as they type them: one of the right places is among the first three.
    #[test]
    fn questions_are_answered() {
        let rows = include_str!("queries.txt").lines().filter(|line| !line.starts_with('#'));
        let rows: Vec<(&str, Vec<&str>)> =
            rows.filter_map(|line| line.split_once('|')).map(|(asked, right)| (asked, right.split('|').collect())).collect();
        assert!(rows.len() >= 300);
        let mut missed = String::new();
        for (asked, right) in &rows {
            let first: Vec<String> = found(asked, 3).iter().map(|entry| told(entry)).collect();
            if !first.iter().any(|one| right.contains(&one.as_str())) {
                missed += &format!("{asked}: {first:?}, not {right:?}\n");
            }
        }
        let count = missed.lines().count();
        assert!(missed.is_empty(), "{count} of {}:\n{missed}", rows.len());
    }

    #[test]
    fn pages_are_found_by_a_few_letters_and_are_addresses() {
        for (text, first) in [
            ("practice", "Practice"),
            ("extreme", "Extreme values"),
            ("how we know", "How we know"),
            ("quiz", "Practice"),
            ("lesson", "Learn: lessons"),
            ("listing 8.3", "Case study: float to half"),
        ] {
            let found = search(&INDEX, text, 6);
            assert_eq!(found.first().map(|entry| entry.name.as_str()), Some(first), "{text}");
        }
        for page in page::found() {
            let found = search(&INDEX, page.name, INDEX.len());
            assert_eq!(found.iter().filter(|entry| entry.kind == Kind::Page && entry.name == page.name).count(), 1, "{}", page.name);
            assert_eq!(Address::read(page.path).1, Vec::<String>::new(), "{}", page.path);
        }
    }
}
