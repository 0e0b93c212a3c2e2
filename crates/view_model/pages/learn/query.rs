//! What the page shows, as its part of the address: the list, a screen of a lesson, a problem of a set, or the plan for teachers.
//!
//! `/reading&screen=2&lang=de` and `/practice&seed=5eed&n=3&kinds=decode,round&format=F16&special=1`; with `&follows=1` what comes next
//! follows what was right and wrong.

use semantics::number::Format;
use semantics::teaching::practice::{FORMATS, KINDS, Kind, Set};
use semantics::teaching::{Language, Lesson};

/// What the page shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// The list of lessons.
    List,
    /// A screen of a lesson, counted from zero.
    Lesson {
        /// The lesson's name.
        name: &'static str,
        /// The screen.
        screen: usize,
    },
    /// A problem of a set; None while the page has still to think of a set.
    Practice(Option<Problem>),
    /// The plan for teachers, with a set for a worksheet.
    Teach(Set),
}

/// A problem of a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The set.
    pub set: Set,
    /// The number of the problem, counted from one.
    pub number: u32,
    /// Whether what comes next follows what was right and wrong.
    pub follows: bool,
}

impl Problem {
    /// A problem of a set that was chosen by hand.
    pub fn of(set: Set, number: u32) -> Problem {
        Problem { set, number, follows: false }
    }
}

impl Place {
    /// The place as it stands in an address.
    pub fn written(&self) -> String {
        match self {
            Place::List | Place::Practice(None) => if *self == Place::List { "" } else { "/practice" }.to_owned(),
            Place::Lesson { name, screen: 0 } => ["/", name].concat(),
            Place::Lesson { name, screen } => format!("/{name}&screen={}", screen + 1),
            Place::Practice(Some(Problem { set, number, follows })) => {
                format!("/practice&seed={:x}&n={number}{}{}", set.seed, made_of(set), if *follows { "&follows=1" } else { "" })
            }
            Place::Teach(set) if *set == first_course(1) => "/teach".to_owned(),
            Place::Teach(set) => format!("/teach&seed={:x}{}", set.seed, made_of(set)),
        }
    }

    /// The place as it stands in an address that asks for a language.
    pub fn written_in(&self, language: &Language) -> String {
        let written = self.written();
        [written.as_str(), if written.is_empty() { "lang=" } else { "&lang=" }, language.code].concat()
    }

    /// The whole address of the place.
    pub fn href(&self) -> String {
        Place::address(&self.written())
    }

    /// The whole address of a place as it was written.
    pub fn address(written: &str) -> String {
        match written.is_empty() || written.starts_with('/') {
            true => ["#/learn", &written.replacen('&', "?", 1)].concat(),
            false => ["#/learn?", written].concat(),
        }
    }

    /// Reads a place; the notices say what was replaced by its default.
    pub fn read(text: &str) -> (Place, Vec<String>) {
        let mut notices = Vec::new();
        let (path, query) = match text.starts_with('/') {
            true => text.split_once('&').unwrap_or((text, "")),
            false => ("", text),
        };
        let parts = || query.split('&').filter_map(|part| part.split_once('='));
        let place = match path.trim_matches('/') {
            "" => Place::List,
            "practice" => Place::Practice(problem(parts())),
            "teach" => Place::Teach(problem(parts()).map_or_else(|| first_course(1), |problem| problem.set)),
            name => match Lesson::named(name) {
                Some(lesson) => {
                    let asked = parts().find(|part| part.0 == "screen").map(|part| part.1.parse::<usize>());
                    let screen = match asked {
                        Some(Ok(screen @ 1..)) if screen <= lesson.screens.len() => screen - 1,
                        None => 0,
                        _ => {
                            notices.push(format!("This lesson has the screens 1 to {}.", lesson.screens.len()));
                            0
                        }
                    };
                    Place::Lesson { name: &lesson.name, screen }
                }
                None => {
                    notices.push(format!("There is no lesson `{name}`; these are all."));
                    Place::List
                }
            },
        };
        (place, notices)
    }
}

/// The language that a query asks for.
pub fn language(query: &str) -> Option<&'static Language> {
    query.split('&').find_map(|part| part.strip_prefix("lang=")).and_then(Language::named)
}

/// What a set is made of beside its seed, as parts of an address.
fn made_of(set: &Set) -> String {
    let mut text = ["&format=", set.format.name].concat();
    let kinds: Vec<&str> = KINDS.iter().filter(|kind| set.kinds.contains(&kind.0)).map(|kind| kind.1).collect();
    if !kinds.is_empty() {
        text.push_str("&kinds=");
        text.push_str(&kinds.join(","));
    }
    if set.special {
        text.push_str("&special=1");
    }
    text
}

/// A set of which nothing is known but the seed.
pub fn usual_set(seed: u64) -> Set {
    Set { seed, kinds: Vec::new(), format: FORMATS[0], special: false }
}

/// A set for a first course.
pub fn first_course(seed: u64) -> Set {
    Set { kinds: vec![Kind::Decode, Kind::Encode, Kind::Round, Kind::Add, Kind::Grs], ..usual_set(seed) }
}

fn problem<'a>(parts: impl Iterator<Item = (&'a str, &'a str)>) -> Option<Problem> {
    let mut set = usual_set(0);
    let (mut seed, mut number, mut follows) = (None, 1, false);
    for (name, value) in parts {
        match name {
            "seed" => seed = u64::from_str_radix(value, 16).ok(),
            "n" => number = value.parse().unwrap_or(1).max(1),
            "kinds" => set.kinds = KINDS.iter().filter(|kind| value.split(',').any(|name| name == kind.1)).map(|kind| kind.0).collect(),
            "format" => {
                let named = |format: &&&'static Format| format.name == value;
                set.format = FORMATS.iter().find(named).copied().unwrap_or(set.format);
            }
            "special" => set.special = value == "1",
            "follows" => follows = value == "1",
            _ => {}
        }
    }
    set.seed = seed?;
    Some(Problem { set, number, follows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_back() {
        for text in [
            "",
            "/reading",
            "/ties&screen=3",
            "/practice",
            "/practice&seed=5eed&n=3&format=F16&kinds=decode,round&special=1",
            "/practice&seed=0&n=1&format=F32",
            "/practice&seed=5eed&n=3&format=E4M3&kinds=decode&follows=1",
            "/teach",
            "/teach&seed=1&format=F16",
            "/teach&seed=5eed&format=E4M3&kinds=convert&special=1",
        ] {
            let (place, notices) = Place::read(text);
            assert_eq!((place.written().as_str(), notices), (text, Vec::new()));
        }
        assert_eq!(Place::read("/ties&screen=3").0.href(), "#/learn/ties?screen=3");
    }

    #[test]
    fn a_language_stands_beside_any_place() {
        let german = Language::named("de").expect("a language");
        for (place, href) in
            [("", "#/learn?lang=de"), ("/ties", "#/learn/ties?lang=de"), ("/ties&screen=3", "#/learn/ties?screen=3&lang=de")]
        {
            let written = Place::read(place).0.written_in(german);
            assert_eq!((Place::read(&written).0, language(&written)), (Place::read(place).0, Some(german)));
            assert_eq!(Place::address(&written), href);
        }
        for none in ["", "/ties", "lang=", "lang=xx", "/ties&lang=d\u{e9}", "xlang=de"] {
            assert_eq!(language(none), None, "{none}");
        }
    }

    #[test]
    fn bad_places_become_the_nearest_good_one() {
        assert_eq!(Place::read("/none").0, Place::List);
        assert_eq!(Place::read("/ties&screen=99").0.written(), "/ties");
        assert_eq!(Place::read("/ties&screen=x").1.len(), 1);
        assert_eq!(Place::read("/practice&seed=zz").0, Place::Practice(None));
        assert_eq!(Place::read("/practice&seed=1&n=0&format=X&kinds=x&special=").0.written(), "/practice&seed=1&n=1&format=F16");
        assert_eq!(Place::read("&&=").0, Place::List);
    }
}
