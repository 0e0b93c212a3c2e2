//! What the page shows, as its part of the address: the list, a screen of a lesson, or a problem of a set.
//!
//! `/reading&screen=2` and `/practice&seed=5eed&n=3&kinds=decode,round&format=F16&special=1`.

use semantics::number::Format;
use semantics::teaching::Lesson;
use semantics::teaching::practice::{FORMATS, KINDS, Set};

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
}

/// A problem of a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The set.
    pub set: Set,
    /// The number of the problem, counted from one.
    pub number: u32,
}

impl Place {
    /// The place as it stands in an address.
    pub fn written(&self) -> String {
        match self {
            Place::List | Place::Practice(None) => if *self == Place::List { "" } else { "/practice" }.to_owned(),
            Place::Lesson { name, screen: 0 } => ["/", name].concat(),
            Place::Lesson { name, screen } => format!("/{name}&screen={}", screen + 1),
            Place::Practice(Some(Problem { set, number })) => {
                let mut text = format!("/practice&seed={:x}&n={number}&format={}", set.seed, set.format.name);
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
        }
    }

    /// The whole address of the place.
    pub fn href(&self) -> String {
        let written = self.written();
        ["#/learn", &written.replacen('&', "?", 1)].concat()
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
                    Place::Lesson { name: lesson.title.name, screen }
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

/// A set of which nothing is known but the seed.
pub fn usual_set(seed: u64) -> Set {
    Set { seed, kinds: Vec::new(), format: FORMATS[0], special: false }
}

fn problem<'a>(parts: impl Iterator<Item = (&'a str, &'a str)>) -> Option<Problem> {
    let mut set = usual_set(0);
    let (mut seed, mut number) = (None, 1);
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
            _ => {}
        }
    }
    set.seed = seed?;
    Some(Problem { set, number })
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
        ] {
            let (place, notices) = Place::read(text);
            assert_eq!((place.written().as_str(), notices), (text, Vec::new()));
        }
        assert_eq!(Place::read("/ties&screen=3").0.href(), "#/learn/ties?screen=3");
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
