//! Where the text of a lesson names terms of the glossary, and which of them for the first time: what a page makes links of.
//!
//! In English a term is found by what its row says of its spellings; in another language by the pairs of its file whose first line is the
//! headword in brackets: `[ulp]`, and below it spellings with commas between them. Of several that begin at one place the longest counts.
//! Code, places that are filled and what is part of a longer word name nothing.

use super::lesson::Lesson;
use super::translation::Translation;
use crate::search::TERMS;

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// What names no term.
    Text(&'a str),
    /// A term as it is spelled there, and its place in the glossary.
    Term(&'a str, usize),
}

/// How the terms are spelled in a language, each with its place in the glossary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spellings(Vec<(String, usize)>);

/// The headword that a pair of a translation gives the spellings of.
pub fn headword(english: &str) -> Option<&str> {
    english.strip_prefix('[')?.strip_suffix(']')
}

impl Spellings {
    /// Those of a translation; without pairs for them it is English.
    pub fn of(language: &Translation) -> Spellings {
        let pairs = language.pairs().filter_map(|(english, said)| Some((headword(english)?, said)));
        let listed = pairs.filter_map(|(name, said)| Some((said, TERMS.iter().position(|term| term.name == name)?)));
        let listed = listed.flat_map(|(said, place)| said.split(", ").map(move |spelling| (spelling.to_owned(), place)));
        let mut all: Vec<_> = listed.collect();
        if all.is_empty() {
            let english = TERMS.iter().enumerate();
            all = english.flat_map(|(place, term)| term.spellings().into_iter().map(move |spelling| (spelling, place))).collect();
        }
        Spellings(all)
    }

    /// Every spelling with the place of its term.
    pub fn all(&self) -> impl Iterator<Item = (&str, usize)> {
        self.0.iter().map(|(spelling, place)| (spelling.as_str(), *place))
    }

    /// A text in pieces; together they are the text.
    pub fn pieces<'a>(&self, text: &'a str) -> Vec<Piece<'a>> {
        let mut pieces = Vec::new();
        let (mut from, mut at, mut before, mut closing) = (0, 0, ' ', None);
        while let Some(letter) = text[at..].chars().next() {
            let found = if closing.is_none() && !joins(before) { self.begins(&text[at..]) } else { None };
            if let Some((length, place)) = found {
                if from < at {
                    pieces.push(Piece::Text(&text[from..at]));
                }
                pieces.push(Piece::Term(&text[at..at + length], place));
                at += length;
                from = at;
                continue;
            }
            closing = match (closing, letter) {
                (None, '`') => Some('`'),
                (None, '{') => Some('}'),
                (Some(end), letter) if end == letter => None,
                (inside, _) => inside,
            };
            before = letter;
            at += letter.len_utf8();
        }
        if from < text.len() {
            pieces.push(Piece::Text(&text[from..]));
        }
        pieces
    }

    /// The length of the longest spelling that a text begins with, and the place of its term.
    fn begins(&self, text: &str) -> Option<(usize, usize)> {
        let found = self.0.iter().filter_map(|(spelling, place)| Some((begins(text, spelling)?, *place)));
        found.filter(|(length, _)| !text[*length..].starts_with(joins)).max_by_key(|(length, _)| *length)
    }
}

/// Whether a letter makes a longer word or figure of what stands beside it.
fn joins(letter: char) -> bool {
    letter.is_alphanumeric() || "_-^".contains(letter)
}

/// The length of a spelling, if a text begins with it; its first letter may be large or small, as at the head of a sentence.
fn begins(text: &str, spelling: &str) -> Option<usize> {
    let (mut letters, mut wanted) = (text.chars(), spelling.chars());
    let (first, second) = (letters.next()?, wanted.next()?);
    let same = first == second || first.to_lowercase().eq(second.to_lowercase());
    (same && letters.as_str().starts_with(wanted.as_str())).then(|| first.len_utf8() + wanted.as_str().len())
}

/// The sentences of a screen, each with the terms that the lesson names there for the first time, as places in the glossary.
pub fn first_mentions<'a>(lesson: &'a Lesson, screen: usize, language: &Translation) -> Vec<(&'a str, Vec<usize>)> {
    let spellings = Spellings::of(language);
    let mut known = Vec::new();
    let mut all = Vec::new();
    for (at, english) in lesson.sentences().take_while(|(at, _)| *at <= screen) {
        let said = language.of(english);
        let mut new = Vec::new();
        for piece in spellings.pieces(&said) {
            if let Piece::Term(_, place) = piece
                && !known.contains(&place)
            {
                known.push(place);
                new.push(place);
            }
        }
        if at == screen {
            all.push((&**english, new));
        }
    }
    all
}
