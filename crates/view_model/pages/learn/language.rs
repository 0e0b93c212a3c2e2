//! A language and its sentences.
//!
//! A view gets [`Words`] and says everything through them, in English: what stands in the file comes out in the language.

use super::query::Place;
use crate::components::html::{push_text, sentence};
use semantics::teaching::template::fill;
use semantics::teaching::{LANGUAGES, Language, Lesson, Translation, Values};
use std::sync::OnceLock;

/// What was fetched, language by language.
static FETCHED: [OnceLock<Translation>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];

/// A language and what is said in it. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Words {
    /// The language.
    pub language: &'static Language,
    /// Its sentences.
    pub translation: &'static Translation,
}

impl Words {
    /// English, which is always there.
    pub fn english() -> Words {
        Words { language: Language::ENGLISH, translation: FETCHED[0].get_or_init(Translation::default) }
    }

    /// A language whose sentences are there.
    pub fn ready(language: &'static Language) -> Option<Words> {
        match LANGUAGES.iter().position(|one| one == language)? {
            0 => Some(Words::english()),
            place => Some(Words { language, translation: FETCHED[place].get()? }),
        }
    }

    /// A language with its files, each by its name, which are there from now on. None if they hold no word.
    pub fn brought(language: &'static Language, files: &[(String, String)]) -> Option<Words> {
        let place = LANGUAGES.iter().position(|one| one == language)?;
        // What cannot be read stays English; a server that has no such file sends none.
        let (translation, _) = Translation::read_all(files);
        translation.pairs().next()?;
        let _ = FETCHED[place].set(translation);
        Words::ready(language)
    }

    /// A sentence.
    pub fn of(self, english: &str) -> String {
        self.translation.of(english)
    }

    /// A sentence as markup.
    pub fn html(self, english: &str) -> String {
        sentence(&self.of(english))
    }

    /// A sentence of a lesson, its places filled.
    pub fn fill(self, text: &str, values: &Values) -> String {
        fill(text, values, self.translation)
    }

    /// The open question of a lesson and what a good answer says, as markup.
    pub fn open(self, lesson: &Lesson) -> [String; 2] {
        let values = lesson.screens.last().map(|screen| screen.experiment.run(&screen.experiment.start()));
        [&lesson.open.ask, &lesson.open.good]
            .map(|text| sentence(&values.as_ref().map_or_else(|| self.of(text), |values| self.fill(text, values))))
    }

    /// A place as it stands in the address. English is what goes without saying.
    pub fn written(self, place: &Place) -> String {
        if self.language.is_english() { place.written() } else { place.written_in(self.language) }
    }

    /// The whole address of a place.
    pub fn href(self, place: &Place) -> String {
        Place::address(&self.written(place))
    }

    /// Links to the same place in every language, and what stays English in others, as markup.
    pub fn switch(self, place: &Place) -> String {
        let mut html = String::from("<nav class=\"actions languages\" aria-label=\"");
        push_text(&mut html, &self.of("Language of the lessons"));
        html.push_str("\">");
        for (index, language) in LANGUAGES.iter().enumerate() {
            html.push_str(if index == 0 { "" } else { " · " });
            let (name, link) = match language == self.language {
                true => ("b", " aria-current=\"true\"".to_owned()),
                false => ("a", [" href=\"", &Place::address(&place.written_in(language)), "\""].concat()),
            };
            for part in ["<", name, &link, " lang=\"", language.code, "\">", language.name, "</", name, ">"] {
                html.push_str(part);
            }
        }
        html.push_str("</nav>");
        if !self.language.is_english() {
            html.push_str("<p class=\"device\">");
            html.push_str(&self.html("Steps, problems and all other pages are in English. Numbers have a point, as in code."));
            html.push_str("</p>");
        }
        html
    }
}
