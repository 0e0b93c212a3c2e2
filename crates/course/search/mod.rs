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

/// What a word is worth in the name of an entry; elsewhere it is worth less.
const WORTH: u32 = 100;

/// Entries of an index that a text asks for, best first, at most `count`. What is named so comes first, then what is named after more of the
/// words, then what they are said of; a word that few entries have counts more. Where nothing fits, the name that is nearest letter by
/// letter is looked for instead.
pub fn search<'a>(index: &'a [Entry], text: &str, count: usize) -> Vec<&'a Entry> {
    let found = ranked(index, text, count);
    if !found.is_empty() || text.trim().len() < 4 {
        return found;
    }
    let names = index.iter().flat_map(|entry| [&*entry.key, &*entry.flat]);
    nearest(&key(text.trim()), names).map(|name| ranked(index, name, count)).unwrap_or_default()
}

/// Words of questions that name nothing. Without them a question is a few telling words.
#[rustfmt::skip]
const SMALL_WORDS: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "between", "by", "can", "cause", "do", "does", "for", "from", "get", "gets", "give", "gives",
    "got", "has", "have", "how", "i", "in", "into", "is", "it", "its", "me", "mean", "means", "meaning", "my", "of", "on", "or", "should",
    "show", "so", "tell", "than", "that", "the", "their", "there", "this", "to", "use", "vs", "was", "what", "what's", "whats", "when",
    "where", "which", "who", "why", "with", "would", "you", "your", "not", "c", "cuda", "nvidia", "instruction", "function", "table",
];

fn ranked<'a>(index: &'a [Entry], text: &str, count: usize) -> Vec<&'a Entry> {
    let mut all = words(text);
    if all.is_empty() {
        return Vec::new();
    }
    let is_small = |word: &String| SMALL_WORDS.contains(&word.as_str());
    let only_small = all.iter().all(is_small);
    let typed = all.join(" ");
    all.iter_mut().for_each(|word| shorten(index, word));
    let telling: Vec<&str> = all.iter().filter(|word| !is_small(word)).map(String::as_str).collect();
    let wholes = [typed, all.join(" "), telling.join(" ")];
    // The head of an instruction with its modifiers.
    let head = text.split_whitespace().next().map(key).filter(|head| head.contains('.'));
    let fits: Vec<Vec<u32>> = all.iter().map(|word| index.iter().map(|entry| worth(entry, word)).collect()).collect();
    // How much a word tells: the more the fewer entries have it. A small word tells next to nothing, unless there are no others.
    let tells = |(word, fits): (&String, &Vec<u32>)| {
        let tells = rarity(index.len(), fits.iter().filter(|fit| **fit > 0).count());
        if is_small(word) && !only_small { 1 } else { 10 * tells }
    };
    let tells: Vec<u32> = all.iter().zip(&fits).map(tells).collect();
    let most: u32 = tells.iter().sum();
    let mut scores: Vec<(u32, usize, usize)> = Vec::new();
    for (place, entry) in index.iter().enumerate() {
        let score: u32 = fits.iter().zip(&tells).map(|(fits, tells)| fits[place] * tells).sum();
        let had: u32 = fits.iter().zip(&tells).map(|(fits, tells)| if fits[place] > 0 { *tells } else { 0 }).sum();
        // Small words that stand in a name, too, are meant.
        let [typed, shortened, telling] = wholes.each_ref().map(|whole| named(entry, whole));
        let mut named = telling.max(typed.max(shortened) * if wholes[1] == wholes[2] { 1 } else { 3 });
        if entry.name.eq_ignore_ascii_case(text.trim()) {
            named += 12 * WORTH;
        }
        if head.as_ref().is_some_and(|head| head.strip_prefix(&*entry.key).is_some_and(|rest| rest.starts_with('.'))) {
            named += 9 * WORTH;
        }
        // What has less than half of what the words tell is not meant.
        if named > 0 || score > 0 && 2 * had >= most {
            // Of names that begin so the shortest comes first.
            let length = if named > 0 && entry.kind != Kind::Lesson { entry.name.len() } else { 0 };
            scores.push((named + score / most.max(1) * had / most.max(1) + preferred(entry.kind), length, place));
        }
    }
    scores.sort_by_key(|&(score, length, place)| (core::cmp::Reverse(score), length, place));
    scores.into_iter().take(count).map(|(.., place)| &index[place]).collect()
}

/// What explains comes before what lists, where both fit as well.
fn preferred(kind: Kind) -> u32 {
    match kind {
        Kind::Page | Kind::Question => 3,
        Kind::Term | Kind::Option => 2,
        _ => 0,
    }
}

/// A word that no entry has loses letters at its end until one has it: `options`, `accumulation`.
fn shorten(index: &[Entry], word: &mut String) {
    // No word that means something is so long.
    if word.len() > 30 {
        return;
    }
    let least = (word.len() * 3 / 5).max(4);
    let mut shorter = word.clone();
    loop {
        let bare = flat(&shorter);
        if index.iter().any(|entry| worth(entry, &shorter) > 0 || entry.flat.starts_with(&bare)) {
            *word = shorter;
            return;
        }
        if shorter.pop().is_none() || shorter.len() < least {
            return;
        }
    }
}

/// The words of a text as names are compared. What stands between dots counts by itself, except in a number.
fn words(text: &str) -> Vec<String> {
    let ends = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '?' | '\'' | '"' | '\u{2019}' | '=' | '[' | ']');
    let text = &text.replace("==", " equal ").replace(" - ", " minus ").replace(" * ", " times ");
    let parts = text.split(ends).flat_map(|word| {
        let is_number = word.starts_with(|first: char| first.is_ascii_digit());
        word.split(move |c| c == '.' && !is_number || c == ':')
    });
    let words = parts.map(|word| key(word.trim_end_matches([':', '.', '!'])));
    words.filter(|word| word.chars().any(char::is_alphanumeric) || text.trim().len() < 4 && !word.is_empty()).collect()
}

/// A name as it is compared: small letters, without the underscores, dots and the percent sign in front.
fn key(name: &str) -> String {
    name.trim_start_matches(['_', '.', '%', '-']).to_lowercase()
}

/// The letters and digits of a name: `float2halfrz` is `__float2half_rz`, whoever leaves the underscores out.
fn flat(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// Bits of the share of entries that have a word.
fn rarity(all: usize, having: usize) -> u32 {
    1 + (all / having.max(1)).ilog2()
}

/// What it is worth that a whole text names an entry, or begins its name.
fn named(entry: &Entry, whole: &str) -> u32 {
    let bare = flat(whole);
    if bare.is_empty() {
        return 0;
    }
    match &entry.key {
        name if name == whole => 8 * WORTH,
        _ if entry.said.trim_end_matches('.') == whole => 6 * WORTH,
        _ if entry.flat == bare => 7 * WORTH,
        // A screen has the words of its lesson.
        _ if entry.kind != Kind::Lesson && format!(" {} ", entry.also).contains(&format!(" {whole} ")) => 5 * WORTH,
        name if name.starts_with(whole) => 4 * WORTH,
        // Three letters at least, or a point typed at random would begin half of all names.
        _ if bare.len() > 2 && entry.flat.starts_with(&bare) => 3 * WORTH,
        _ => 0,
    }
}

/// What a word is worth to an entry; 0 where the entry has it nowhere.
fn worth(entry: &Entry, word: &str) -> u32 {
    let begins = |text: &str, from: fn(char, char) -> bool| {
        text.match_indices(word).any(|(at, _)| {
            let (before, first) = (text.get(..at).and_then(|text| text.chars().next_back()), word.chars().next());
            before.zip(first).is_none_or(|(before, first)| from(before, first))
        })
    };
    let whole = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|own| own == word);
    // In a name a letter behind a digit begins a part: `half` in `float2half`.
    let part = |before: char, first: char| !before.is_alphanumeric() || before.is_ascii_digit() != first.is_ascii_digit();
    let said = |before: char, _: char| !before.is_alphanumeric();
    match &entry.key {
        name if name == word || whole(name) => WORTH,
        name if name.starts_with(word) => WORTH * 9 / 10,
        name if begins(name, part) => WORTH * 8 / 10,
        _ if whole(&entry.also) => WORTH * 8 / 10,
        _ if begins(&entry.also, said) => WORTH * 7 / 10,
        name if word.len() > 1 && name.contains(word) => WORTH / 2,
        _ if word.len() > 1 && begins(&entry.said, said) => WORTH * 4 / 10,
        _ => 0,
    }
}
