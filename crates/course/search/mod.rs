//! Looking for anything by a few letters: instructions of every language, modifiers, terms and tables.
//!
//! There is no second list: the index is read off the tables that everything else runs on, and a search is a walk along it. An entry says
//! what it leads to; whoever searches knows how to get there, and adds what the core knows nothing of: its pages.

mod asked;
mod entry;
mod glossary;
mod index;

pub use entry::{Entry, Kind, To};
pub use glossary::{TERMS, Term};
pub use index::{call, index};

use crate::syntax::nearest;

/// How well a word fits an entry; smaller is better.
const WORST: u8 = 6;

/// Entries of an index that a text asks for, best first, at most `count`: those named so, then those whose name begins so, then those with a part of
/// the name that begins so, another name that does, letters inside the name, and at last words of what is said of them. Where nothing
/// fits, the name that is nearest letter by letter is looked for instead.
pub fn search<'a>(index: &'a [Entry], text: &str, count: usize) -> Vec<&'a Entry> {
    let words = words(text);
    let telling: Vec<&str> = words.iter().map(String::as_str).filter(|word| !SMALL_WORDS.contains(word)).collect();
    let all: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut found = fitting(index, &all, count);
    if telling.len() < all.len() {
        // What is named by the whole text comes before what its telling words fit, and that before what all of its words are said of.
        let (named, said): (Vec<_>, Vec<_>) = found.into_iter().partition(|entry| entry.key.starts_with(&all.join(" ")));
        found = named;
        for entry in fitting(index, &telling, count).into_iter().chain(said) {
            if !found.iter().any(|known| core::ptr::eq(*known, entry)) {
                found.push(entry);
            }
        }
        found.truncate(count);
    }
    if found.is_empty() && telling.len() > 1 {
        found = mostly(index, &telling, count);
    }
    if !found.is_empty() || text.trim().len() < 4 {
        return found;
    }
    let names = index.iter().flat_map(|entry| [&*entry.key, &*entry.flat]);
    nearest(&key(text.trim()), names).map(|name| fitting(index, &[name], count)).unwrap_or_default()
}

/// Words of questions that name nothing. Without them a question is a few telling words.
const SMALL_WORDS: [&str; 56] = [
    "a", "an", "and", "are", "as", "at", "be", "between", "by", "can", "cause", "do", "does", "for", "from", "get", "gets", "give",
    "gives", "got", "has", "have", "how", "i", "in", "is", "it", "its", "me", "my", "of", "on", "or", "should", "so", "than", "that",
    "the", "their", "there", "this", "to", "vs", "was", "what", "what's", "when", "where", "which", "who", "why", "with", "would", "you",
    "your", "not",
];

/// The words of a text as names are compared.
fn words(text: &str) -> Vec<String> {
    let ends = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '?' | '\'' | '"' | '\u{2019}');
    let words = text.split(ends).map(|word| key(word.trim_end_matches([':', '.', '!'])));
    words.filter(|word| word.chars().any(char::is_alphanumeric) || text.trim().len() < 4 && !word.is_empty()).collect()
}

/// Entries that more than half of the words fit, those with more of them first.
fn mostly<'a>(index: &'a [Entry], words: &[&str], count: usize) -> Vec<&'a Entry> {
    let fit = |entry: &Entry| words.iter().filter(|word| rank_of_word(entry, word).is_some()).count();
    let fits: Vec<usize> = index.iter().map(fit).collect();
    let least = words.len() / 2 + 1;
    let of = |wanted: usize| index.iter().zip(&fits).filter(move |(_, fit)| **fit == wanted).map(|(entry, _)| entry);
    (least..words.len()).rev().flat_map(of).take(count).collect()
}

/// Entries that all words fit.
fn fitting<'a>(index: &'a [Entry], words: &[&str], count: usize) -> Vec<&'a Entry> {
    let whole = words.join(" ");
    if whole.is_empty() {
        return Vec::new();
    }
    let ranks: Vec<Option<u8>> = index.iter().map(|entry| rank(entry, &whole, words)).collect();
    // A pass for each rank is less to download than a sort.
    let of = |wanted: u8| index.iter().zip(&ranks).filter(move |(_, rank)| **rank == Some(wanted)).map(|(entry, _)| entry);
    (0..=WORST).flat_map(of).take(count).collect()
}

/// A name as it is compared: small letters, without the underscores, dots and the percent sign in front.
fn key(name: &str) -> String {
    name.trim_start_matches(['_', '.', '%', '-']).to_lowercase()
}

/// The letters and digits of a name: `float2halfrz` is `__float2half_rz`, whoever leaves the underscores out.
fn flat(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// How well an entry fits all words; None if one of them does not.
fn rank(entry: &Entry, whole: &str, words: &[&str]) -> Option<u8> {
    if entry.key == whole {
        return Some(0);
    }
    let bare = flat(whole);
    if entry.key.starts_with(whole) || entry.flat == bare {
        return Some(1);
    }
    // Three letters at least, or a point typed at random would begin half of all names.
    if bare.len() > 2 && entry.flat.starts_with(&bare) {
        return Some(2);
    }
    words.iter().map(|word| rank_of_word(entry, word)).try_fold(0, |worst, rank| Some(rank?.max(worst)))
}

fn rank_of_word(entry: &Entry, word: &str) -> Option<u8> {
    let begins = |text: &str, from: fn(char, char) -> bool| {
        text.match_indices(word).any(|(at, _)| {
            let (before, first) = (text.get(..at).and_then(|text| text.chars().next_back()), word.chars().next());
            before.zip(first).is_none_or(|(before, first)| from(before, first))
        })
    };
    // In a name a letter behind a digit begins a part: `half` in `float2half`.
    let part = |before: char, first: char| !before.is_alphanumeric() || before.is_ascii_digit() != first.is_ascii_digit();
    let said = |before: char, _: char| !before.is_alphanumeric();
    match &entry.key {
        name if name.starts_with(word) => Some(2),
        name if begins(name, part) => Some(3),
        _ if begins(&entry.also, said) => Some(4),
        name if word.len() > 1 && name.contains(word) => Some(5),
        _ if word.len() > 1 && begins(&entry.said, said) => Some(WORST),
        _ => None,
    }
}
