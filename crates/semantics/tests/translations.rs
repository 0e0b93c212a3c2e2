//! Lessons in other languages, sentence by sentence: none missing, none too much, places, code and figures the same.

use crate::judge::exhaustive;
use semantics::number::{Pattern, Random};
use semantics::search::TERMS;
use semantics::teaching::template::fill;
use semantics::teaching::terms::{Piece, Spellings, first_mentions, headword};
use semantics::teaching::translation::{Translation, holes};
use semantics::teaching::{Answer, Block, LANGUAGES, Language, Screen, Values, courses, lessons};
use std::collections::BTreeSet;
use std::path::Path;

/// Every language but English, with its file.
fn translations() -> Vec<(&'static Language, Translation)> {
    let read = |language: &'static Language| {
        let folder = format!("{}/../course/content/{}", env!("CARGO_MANIFEST_DIR"), language.code);
        let read = |name: String| {
            let text = std::fs::read_to_string(Path::new(&folder).join(&name)).unwrap_or_else(|error| panic!("{folder}/{name}: {error}"));
            (name, text)
        };
        let files: Vec<_> = Translation::files().map(read).collect();
        assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), files.len(), "{folder} has a file that is no lesson");
        let (translation, complaints) = Translation::read_all(&files);
        assert_eq!(complaints, Vec::<String>::new(), "{folder}");
        (language, translation)
    };
    LANGUAGES.iter().filter(|language| !language.is_english()).map(read).collect()
}

/// Every text that courses and lessons are written with.
fn originals() -> BTreeSet<&'static str> {
    let courses = courses().iter().flat_map(|course| [&*course.title, &*course.about]);
    courses.chain(lessons().flat_map(|lesson| lesson.texts()).map(|(_, text)| &**text)).collect()
}

/// A screen's numbers as they are given, and as a reader may make them: the borders of their formats, and any bits.
fn made_of(screen: &Screen, random: &mut Random) -> Vec<Values> {
    let mut all = vec![screen.experiment.run(&screen.experiment.start())];
    for _ in 0..300 {
        let bits = screen.experiment.given.iter().map(|(_, format, start)| {
            let negative = if random.below(3) == 0 { format.sign_mask() } else { 0 };
            let any = random.word() & format.mask();
            // The last is half an ulp of the largest number.
            let end =
                if format.is_floating() { format.power(format.emax() - format.precision() as i32) << format.fraction_bits } else { 2 };
            let border = [0, 1, *start, format.largest(), end, format.infinity().unwrap_or(any), format.nan().unwrap_or(any)];
            negative ^ if random.below(4) == 0 { any } else { random.one(&border, any) }
        });
        all.push(screen.experiment.run(&bits.collect::<Vec<_>>()));
    }
    all
}

/// Every sentence and word that the engine was heard to say in a lesson, for any numbers and answers. Of answers that are wrong in one bit, each bit
/// has its turn among the numbers; an exhaustive run tries every bit with each of them.
fn said() -> BTreeSet<String> {
    let mut said = BTreeSet::new();
    let english = Translation::default();
    let mut random = Random::new(1);
    for screen in lessons().flat_map(|lesson| &lesson.screens) {
        for (drawn, values) in made_of(screen, &mut random).into_iter().enumerate() {
            for block in &screen.blocks {
                for place in block.texts().into_iter().flat_map(|(_, text)| text.split('{').skip(1)) {
                    let place = place.split('}').next().unwrap_or_default();
                    if ["class", "flags", "why", "error", "good"].iter().any(|kind| place.ends_with(&[":", kind].concat())) {
                        said.insert(fill(&["{", place, "}"].concat(), &values, &english));
                    }
                }
                if let Block::Ask(question) = block {
                    let near = match &question.answer {
                        Answer::Bits(name) | Answer::Number(name) => values.get(name),
                        _ => Pattern::new(screen.experiment.given[0].1, 0),
                    };
                    let flipped = (0..near.format.width())
                        .filter(|bit| exhaustive() || drawn < 20 || drawn as u32 % near.format.width() == *bit)
                        .map(|bit| near.bits ^ 1 << bit)
                        .chain([near.bits ^ near.format.sign_mask() ^ 1, !near.bits]);
                    let numbers = flipped.map(|bits| Pattern::new(near.format, bits & near.format.mask()));
                    let typed = numbers.flat_map(|number| [number.binary(), number.digits()]);
                    let other = ["", "x", "0", "-0", "1", "-3", "nan"].map(String::from);
                    said.extend(typed.chain(other).map(|given| question.mark(&values, &given).says));
                    let solution = question.solution(&values);
                    said.extend(
                        solution
                            .parse()
                            .into_iter()
                            .flat_map(|whole: i64| [whole - 1, whole + 1, -whole])
                            .map(|given| question.mark(&values, &given.to_string()).says),
                    );
                }
            }
        }
    }
    // What is no word needs none in another language.
    said.retain(|text| text != "–" && !text.parse::<f64>().is_ok_and(f64::is_finite));
    said
}

/// The sources of the pages that lessons are read on: what draws them, and what they say.
fn pages() -> String {
    let mut sources = String::new();
    for folder in ["../../src/pages/learn", "../view_model/pages/learn"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        files.for_each(|file| sources += &std::fs::read_to_string(file.expect("a file").path()).expect("a source"));
    }
    sources
}

#[test]
fn every_sentence_is_there_once_and_none_is_left_over() {
    let (originals, said, pages) = (originals(), said(), pages());
    assert!(originals.len() > 500 && said.len() > 100, "{} {}", originals.len(), said.len());
    for (language, translation) in translations() {
        let written: BTreeSet<&str> = translation.pairs().map(|pair| pair.0).collect();
        let missing: Vec<_> = originals.difference(&written).collect();
        assert!(missing.is_empty(), "{} lacks {missing:#?}", language.name);
        let patterns: Vec<&str> = written.iter().copied().filter(|pattern| pattern.contains('{')).collect();
        let is_written = |text: &str| written.contains(text) || patterns.iter().any(|pattern| holes(pattern, text).is_some());
        let unheard: Vec<_> = said.iter().filter(|text| !is_written(text)).collect();
        assert!(unheard.is_empty(), "{} lacks {unheard:#?}", language.name);
        // What the pages themselves say: each piece between the holes stands in their sources.
        let on_a_page = |pattern: &str| {
            let pieces = pattern
                .split('{')
                .enumerate()
                .map(|(place, piece)| if place == 0 { piece } else { piece.split_once('}').map_or(piece, |split| split.1) });
            pieces.clone().any(|piece| !piece.is_empty()) && pieces.into_iter().all(|piece| pages.contains(piece))
        };
        let heard = |pattern: &str| {
            if pattern.contains('{') { said.iter().any(|text| holes(pattern, text).is_some()) } else { said.contains(pattern) }
        };
        let part_of = |pattern: &str| said.iter().any(|text| text.contains(pattern));
        let term = |text: &str| headword(text).is_some_and(|name| TERMS.iter().any(|term| term.name == name));
        let idle: Vec<_> = written
            .iter()
            .filter(|text| !(originals.contains(*text) || heard(text) || part_of(text) || on_a_page(text) || term(text)))
            .collect();
        assert!(idle.is_empty(), "{} has no original for {idle:#?}", language.name);
    }
}

/// The parts of a text that no language changes, in order of their letters: places, code, and figures outside them.
fn kept(text: &str) -> [Vec<String>; 3] {
    let mut places: Vec<String> = text.split('{').skip(1).filter_map(|piece| Some(piece.split_once('}')?.0.to_owned())).collect();
    let mut code: Vec<String> = text.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let outside: String = text
        .split('`')
        .step_by(2)
        .flat_map(|piece| piece.split('{').enumerate())
        .map(|(place, piece)| if place == 0 { piece } else { piece.split_once('}').map_or("", |split| split.1) })
        .collect::<Vec<_>>()
        .join(" ");
    let figures = outside
        .split(|letter: char| !(letter.is_ascii_digit() || ".^-".contains(letter)))
        .map(|figure| figure.trim_matches(['.', '-', '^']));
    let mut figures: Vec<String> = figures.filter(|figure| !figure.is_empty()).map(str::to_owned).collect();
    [&mut places, &mut code, &mut figures].into_iter().for_each(|all| all.sort());
    [places, code, figures]
}

#[test]
fn places_code_and_figures_stay() {
    assert_eq!(kept("`a` is {a:hex}, not {b} at 2^-3. `c`")[2], ["2^-3"]);
    for (language, translation) in translations() {
        for (english, said) in translation.pairs().filter(|(english, _)| headword(english).is_none()) {
            assert!(!said.is_empty());
            assert_eq!(kept(english), kept(said), "{}: {english}\n{said}", language.name);
        }
    }
}

#[test]
fn a_lesson_is_whole_in_every_language() {
    for (language, translation) in translations() {
        let last = |screen: &Screen| lessons().find(|lesson| lesson.screens.last().is_some_and(|last| std::ptr::eq(last, screen)));
        for screen in lessons().flat_map(|lesson| &lesson.screens) {
            let values = screen.experiment.run(&screen.experiment.start());
            let open = last(screen).map(|lesson| &lesson.open);
            for block in &screen.blocks {
                let said = if let Block::Say(text) = block { Some(text) } else { None };
                for text in said.into_iter().chain(open.iter().flat_map(|open| [&open.ask, &open.good])) {
                    let text = fill(text, &values, &translation);
                    assert!(!text.contains(['{', '}']), "{}: {text}", language.name);
                    let english: Vec<_> = text.split_whitespace().filter(|word| ["the", "is", "and", "of"].contains(word)).collect();
                    // Names of papers and what an ulp stands for stay as they are.
                    assert!(
                        english.is_empty() || ["Goldberg", "unit in the last place"].iter().any(|name| text.contains(name)),
                        "{}: {text}",
                        language.name
                    );
                }
            }
        }
    }
}

/// The terms that every language names: what a lesson in English makes links of.
#[test]
fn terms_are_found_in_every_language() {
    let named = |language: &Translation| -> BTreeSet<usize> {
        let screens = lessons().flat_map(|lesson| (0..lesson.screens.len()).map(move |screen| (lesson, screen)));
        screens.flat_map(|(lesson, screen)| first_mentions(lesson, screen, language)).flat_map(|(_, new)| new).collect()
    };
    let english = named(&Translation::default());
    assert!(english.len() > 40, "{}", english.len());
    for (language, translation) in translations() {
        let missing: Vec<_> = english.difference(&named(&translation)).map(|place| TERMS[*place].name).collect();
        assert!(missing.is_empty(), "{} names none of {missing:?}", language.name);
        for lesson in lessons() {
            let terms = (0..lesson.screens.len()).flat_map(|screen| first_mentions(lesson, screen, &translation)).flat_map(|(_, new)| new);
            assert!(terms.count() > 0, "{}: {}", language.name, lesson.name);
        }
        let spellings = Spellings::of(&translation);
        for (spelling, place) in spellings.all() {
            assert!(spellings.all().all(|(other, at)| other != spelling || at == place), "{spelling}");
        }
    }
}

#[test]
fn without_a_file_it_is_english() {
    let english = Translation::default();
    for text in originals() {
        assert_eq!(english.of(text), text);
    }
    assert_eq!(Language::named("de").map(|language| language.name), Some("Deutsch"));
    assert!(Language::named("").is_none() && Language::ENGLISH.is_english());
}

#[test]
fn a_file_is_pairs_and_says_what_is_none() {
    let (translation, complaints) =
        Translation::read("# a comment\none\neins\n\n\ntwo\n# inside\nzwei\r\n\nalone\n\na\nb\nc\n\none\nein\n");
    assert_eq!(translation.pairs().collect::<Vec<_>>(), [("one", "eins"), ("two", "zwei")]);
    assert_eq!(complaints.len(), 3, "{complaints:?}");
    assert_eq!((translation.of("one"), translation.of("three")), ("eins".into(), "three".into()));
    for junk in ["", "\n\n\n", "#", "<!doctype html>\n<title>404</title>", "{\n}\n\n{1}\n{2}{\n\n{1}{2}\nx\n", "é\n\u{0}"] {
        let (translation, _) = Translation::read(junk);
        for text in ["", "{", "}", "{1}", "x", "é{", "a}b{c", "{1}{2}"] {
            translation.of(text);
        }
    }
}

#[test]
fn a_text_that_is_missing_or_too_much_is_named() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../course/content/de");
    let files: Vec<(String, String)> =
        Translation::files().map(|name| (name.clone(), std::fs::read_to_string(folder.join(&name)).expect("a file"))).collect();
    let changed = |from: &str, to: &str| {
        let change = |(name, text): &(String, String)| match name.as_str() {
            "ties.md" => {
                assert!(text.contains(from), "{from}");
                (name.clone(), text.replacen(from, to, 1))
            }
            _ => (name.clone(), text.clone()),
        };
        Translation::read_all(&files.iter().map(change).collect::<Vec<_>>()).1
    };
    let missing = changed("> - den unteren\n", "");
    assert!(
        missing.len() == 1 && missing[0].starts_with("ties.md:") && missing[0].contains("Reason where English has Option"),
        "{missing:?}"
    );
    let more = changed("> - den unteren\n", "> - den unteren\n> - den mittleren\n");
    assert!(more.len() == 1 && more[0].contains("Option where English has Reason"), "{more:?}");
    let bare = changed(">   In der Schule wird", "> In der Schule wird");
    assert!(bare.iter().any(|says| says.contains("a question is a paragraph that asks")), "{bare:?}");
    let ends = changed("\n---\n", "\n");
    assert!(!ends.is_empty(), "{ends:?}");
    let other = changed("> - ja\n", "> - jawohl\n");
    assert!(!other.is_empty() && other.iter().all(|says| says.ends_with("`jawohl` elsewhere")), "{other:?}");
}

#[test]
fn a_pattern_takes_what_varies_along() {
    let (translation, _) = Translation::read("the sign\ndas Vorzeichen\n\n{1} is near {2}.\nBei {2} ist {1}.\n\n{1}\nalles\n");
    assert_eq!(translation.of("the sign is near 2^3."), "Bei 2^3 ist das Vorzeichen.");
    assert_eq!(translation.of("the sign is near the sign."), "Bei das Vorzeichen ist das Vorzeichen.");
    for other in ["is near 2.", " is near .", "x is near y", "nothing"] {
        assert_eq!(translation.of(other), other);
    }
    assert_eq!(holes("{1} of {2} done", "1 of 2 done"), Some(vec![("1", "1"), ("2", "2")]));
    assert_eq!(holes("plain", "plain"), Some(vec![]));
    assert_eq!(holes("{1", "x"), None);
}

fn named<'a>(spellings: &Spellings, text: &'a str) -> Vec<(&'a str, &'static str)> {
    let pieces = spellings.pieces(text);
    let whole: String = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) | Piece::Term(text, _) => *text,
        })
        .collect();
    assert_eq!(whole, text);
    let terms =
        pieces.into_iter().filter_map(|piece| if let Piece::Term(text, place) = piece { Some((text, TERMS[place].name)) } else { None });
    terms.collect()
}

#[test]
fn a_term_is_found_as_it_is_spelled() {
    let english = Spellings::of(&Translation::default());
    for (text, terms) in [
        ("Ties and one ulp, two ulps.", &[("Ties", "tie"), ("ulp", "ulp"), ("ulps", "ulp")][..]),
        ("Double rounding, a double.", &[("Double rounding", "double rounding"), ("double", "double")]),
        ("`ulp`, {a:ulp}, ulp-wise, pulp, ulp^2, an _ulp", &[]),
        ("an ulp’s width; (NaN)", &[("ulp", "ulp"), ("NaN", "NaN")]),
        ("é", &[]),
        ("`open ulp", &[]),
    ] {
        assert_eq!(named(&english, text), terms, "{text}");
    }
}

#[test]
fn another_language_has_its_own_spellings() {
    let (german, _) = Translation::read("[tie]\nGleichstand, Gleichstände\n\n[none such]\nNichts\n");
    let german = Spellings::of(&german);
    assert_eq!(named(&german, "Gleichstände, nichts, tie, Ein gleichstand."), [("Gleichstände", "tie"), ("gleichstand", "tie")]);
}
