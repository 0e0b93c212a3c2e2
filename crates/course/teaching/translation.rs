//! Lessons in another language: a file for each, with the texts of the English one in the same order, and a file of pairs for what the page says.
//!
//! `content/CODE/NAME.md` is a lesson without its live parts; places that it fills (`{d:hex}`) stand in it as in the English one. The pairs of
//! `content/CODE/words.txt` are groups of two lines, English and then its translation, with empty lines between them; lines that begin with `#` are
//! comments. Sentences that are made while a lesson runs are found by their pattern: `{1}`, `{2}` stand for what varies, which is looked up in its
//! turn. What is in no file stays English.

use super::courses::{courses, lessons};
use super::text;

/// A language that lessons are read in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// Its code in an address, in `lang` and as the name of its file.
    pub code: &'static str,
    /// What it calls itself.
    pub name: &'static str,
}

/// The languages: English, and those that `content/` has a folder for.
pub static LANGUAGES: [Language; 2] = [Language { code: "en", name: "English" }, Language { code: "de", name: "Deutsch" }];

impl Language {
    /// What lessons are written in.
    pub const ENGLISH: &'static Language = &LANGUAGES[0];

    /// The language of a code.
    pub fn named(code: &str) -> Option<&'static Language> {
        LANGUAGES.iter().find(|language| language.code == code)
    }

    /// Whether it is English, which needs no file.
    pub fn is_english(&self) -> bool {
        self.code == Language::ENGLISH.code
    }
}

/// Sentences and what they are in another language; without any it is English.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Translation {
    pairs: Vec<(String, String)>,
}

impl Translation {
    /// Reads a file, and says what of it is no pair or stands there a second time; that counts as not written.
    pub fn read(text: &str) -> (Translation, Vec<String>) {
        let mut pairs: Vec<(String, String)> = Vec::new();
        let mut complaints = Vec::new();
        let mut group: Vec<&str> = Vec::new();
        for line in text.lines().map(str::trim).chain([""]) {
            match (line, group.as_slice()) {
                (line, _) if line.starts_with('#') => {}
                ("", []) => {}
                ("", [english, said]) if pairs.iter().all(|pair| pair.0 != *english) => {
                    pairs.push(((*english).to_owned(), (*said).to_owned()));
                    group.clear();
                }
                ("", [first, ..]) => {
                    complaints.push(["no pair, or a second one: ", first].concat());
                    group.clear();
                }
                (line, _) => group.push(line),
            }
        }
        (Translation { pairs }, complaints)
    }

    /// The names of a language's files.
    pub fn files() -> impl Iterator<Item = String> {
        let lessons = lessons().map(|lesson| [&lesson.name, ".md"].concat());
        ["words.txt", "courses.md"].map(str::to_owned).into_iter().chain(lessons)
    }

    /// Reads all files of a language, each with its name, and says what of them cannot be read: `NAME:LINE: what`. A lesson that has not the texts of the
    /// English one stays English.
    pub fn read_all(files: &[(String, String)]) -> (Translation, Vec<String>) {
        let file = |name: &str| files.iter().find(|file| file.0 == name).map_or("", |file| file.1.as_str());
        let (mut all, mut complaints) = Translation::read(file("words.txt"));
        let outlines = text::courses(file("courses.md"));
        if outlines.len() != courses().len() {
            complaints.push("courses.md:1: a course is missing, or there is one too much".into());
        }
        for (course, said) in courses().iter().zip(&outlines) {
            all.put_in(&course.title, &said.title);
            all.put_in(&course.about, &said.about);
        }
        for lesson in lessons() {
            let name = [&lesson.name, ".md"].concat();
            let (said, found) = text::translation(file(&name));
            complaints.extend(found.into_iter().map(|complaint| format!("{name}:{complaint}")));
            let (original, said) = (lesson.texts(), said.texts());
            let same = original.iter().zip(&said).take_while(|(original, said)| original.0 == said.0).count();
            if same < original.len().max(said.len()) {
                let [here, there] = [&said, &original].map(|texts| texts.get(same).map(|(role, text)| (*role, text.line)));
                complaints.push(match (here, there) {
                    (Some((role, line)), Some((other, at))) => format!("{name}:{line}: {role:?} where English has {other:?}, in line {at}"),
                    (Some((role, line)), None) => format!("{name}:{line}: {role:?} where the English file has ended"),
                    (None, there) => format!("{name}: it ends before line {} of the English file", there.map_or(0, |there| there.1)),
                });
                continue;
            }
            for ((_, original), (_, said)) in original.iter().zip(&said) {
                if let Some((_, other)) = all.pairs().find(|pair| pair.0 == &***original).filter(|pair| pair.1 != &***said) {
                    complaints.push(format!("{name}:{}: `{}` is `{other}` elsewhere", said.line, original.words));
                }
                all.put_in(original, said);
            }
        }
        (all, complaints)
    }

    fn put_in(&mut self, original: &str, said: &str) {
        if self.pairs().all(|pair| pair.0 != original) {
            self.pairs.push((original.to_owned(), said.to_owned()));
        }
    }

    /// English sentences with their translations, in the order of the files.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(english, said)| (english.as_str(), said.as_str()))
    }

    /// A sentence in the language; itself where the file has none.
    pub fn of(&self, english: &str) -> String {
        if let Some((_, said)) = self.pairs().find(|pair| pair.0 == english) {
            return said.to_owned();
        }
        let patterns = self.pairs().filter(|pair| pair.0.contains("{1}"));
        let mut found = patterns.filter_map(|(pattern, said)| Some((holes(pattern, english)?, said)));
        match found.next() {
            Some((holes, said)) => self.put(said, &holes),
            None => english.to_owned(),
        }
    }

    /// A translation with its holes filled, each by the translation of what stands there.
    fn put(&self, said: &str, holes: &[(&str, &str)]) -> String {
        let mut text = String::new();
        for piece in said.split('{') {
            let hole = piece.split_once('}').and_then(|(name, rest)| Some((holes.iter().find(|hole| hole.0 == name)?.1, rest)));
            match hole {
                Some((what, rest)) => {
                    text.push_str(&self.of(what));
                    text.push_str(rest);
                }
                None => text.push_str(piece),
            }
        }
        text
    }
}

/// What stands in the holes of a pattern, by their names, if a text is made by it.
pub fn holes<'a>(pattern: &'a str, text: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    let mut pieces = pattern.split('{').peekable();
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let mut holes = Vec::new();
    while let Some(piece) = pieces.next() {
        let (name, literal) = piece.split_once('}')?;
        let end = if pieces.peek().is_none() { rest.strip_suffix(literal)?.len() } else { rest.find(literal)? };
        // An empty hole is none, and one that is the whole text would be looked up for ever.
        if end == 0 || end == text.len() {
            return None;
        }
        holes.push((name, &rest[..end]));
        rest = &rest[end + literal.len()..];
    }
    rest.is_empty().then_some(holes)
}
