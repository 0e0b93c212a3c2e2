//! Sentences of a lesson as markup in which the first mention of each term of the glossary leads to its entry.

use super::language::Words;
use crate::components::html::{push_text, sentence};
use crate::state::percent::encoded;
use semantics::search::TERMS;
use semantics::teaching::Lesson;
use semantics::teaching::terms::{Piece, Spellings, first_mentions};

/// What becomes a link on a screen.
pub struct Links {
    spellings: Spellings,
    /// Sentences as they are written in English, each with the terms that the lesson names there first.
    first: Vec<(&'static str, Vec<usize>)>,
}

impl Links {
    /// Those of a lesson's screen in a language.
    pub fn new(words: Words, lesson: &'static Lesson, screen: usize) -> Links {
        Links { spellings: Spellings::of(words.translation), first: first_mentions(lesson, screen, words.translation) }
    }

    /// A sentence, said and filled, as markup; it is known by how it is written in English.
    pub fn html(&self, english: &str, said: &str) -> String {
        let mut open = self.first.iter().find(|first| first.0 == english).map(|first| first.1.clone()).unwrap_or_default();
        if open.is_empty() {
            return sentence(said);
        }
        let mut html = String::with_capacity(said.len() + 64);
        for piece in self.spellings.pieces(said) {
            match piece {
                Piece::Text(text) => html.push_str(&sentence(text)),
                Piece::Term(text, place) => match open.iter().position(|one| *one == place) {
                    Some(found) => {
                        open.swap_remove(found);
                        html.push_str("<a class=\"term\" href=\"#/reference/glossary?w=");
                        html.push_str(&encoded(TERMS[place].name));
                        html.push_str("\">");
                        push_text(&mut html, text);
                        html.push_str("</a>");
                    }
                    None => push_text(&mut html, text),
                },
            }
        }
        html
    }
}
