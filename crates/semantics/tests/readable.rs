//! Lessons in plain English: how easy each is to read, and how long its longest sentence is. `cargo test -p ulpscope-semantics --test core readable
//! -- --nocapture` prints a line for each.
//!
//! Measured are paragraphs, claims, questions, and what is said of wrong answers. Code, places, numbers, formulas and names of one letter are left out of the reading ease; in the
//! length of a sentence each counts as a word. What rows of bits show is named in words, too.

use semantics::teaching::lesson::{Block, Role, Screen};
use semantics::teaching::{LANGUAGES, Lesson, lessons, text};

/// What a second-year student reads without trouble, by Flesch; 100 is very easy.
const EASE: i64 = 60;
/// The most words of a sentence.
const LONGEST: usize = 30;

/// A text in sentences; code and places have become a letter.
fn sentences(text: &str) -> Vec<String> {
    let coded: String = text.split('`').enumerate().map(|(place, piece)| if place % 2 == 0 { piece } else { "X" }).collect();
    let mut bare = String::new();
    for (place, piece) in coded.split('{').enumerate() {
        bare += &if place == 0 { piece.to_owned() } else { ["X", piece.split_once('}').map_or("", |(_, rest)| rest)].concat() };
    }
    let mut sentences = vec![String::new()];
    for word in bare.split_whitespace() {
        let last = sentences.last_mut().expect("a sentence");
        *last += word;
        last.push(' ');
        if word.ends_with(['.', '?', '!', '…']) {
            sentences.push(String::new());
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// The words of a sentence that are English.
fn words(sentence: &str) -> Vec<String> {
    let plain =
        sentence.split_whitespace().filter(|word| !word.contains(|letter: char| letter.is_ascii_digit() || "^_=+*/·√²³".contains(letter)));
    let parts = plain.flat_map(|word| word.split('-')).map(|part| part.replace(|letter: char| !letter.is_alphabetic(), ""));
    parts.filter(|word| word.chars().count() > 1 || ["a", "A", "I"].contains(&word.as_str())).map(|word| word.to_lowercase()).collect()
}

/// The syllables of a word: its groups of vowels, without what is silent at its end.
fn syllables(word: &str) -> usize {
    let vowel = |letter: char| "aeiouyé".contains(letter);
    let silent = |ending: &str, spoken: &[&str]| word.len() > 3 && word.ends_with(ending) && !spoken.iter().any(|end| word.ends_with(end));
    let cut = if silent("ed", &["ted", "ded", "eed"]) || silent("es", &["ses", "xes", "zes", "ches", "shes", "ces", "ges"]) {
        2
    } else if word.len() > 2 && word.ends_with('e') && !word.ends_with("le") {
        1
    } else {
        0
    };
    let mut groups = 0;
    let mut before = false;
    for letter in word[..word.len() - cut].chars() {
        groups += usize::from(vowel(letter) && !before);
        before = vowel(letter);
    }
    groups.max(1)
}

/// The reading ease of a lesson by Flesch, in thousandths.
fn ease(lesson: &Lesson) -> i64 {
    let (mut all, mut words_of_all, mut syllables_of_all) = (0, 0, 0);
    for (_, text) in read(lesson) {
        for sentence in sentences(text).iter().map(|sentence| words(sentence)).filter(|words| words.len() > 1) {
            all += 1;
            words_of_all += sentence.len() as i64;
            syllables_of_all += sentence.iter().map(|word| syllables(word) as i64).sum::<i64>();
        }
    }
    206_835 - 1_015 * words_of_all / all - 84_600 * syllables_of_all / words_of_all
}

/// The texts of a lesson that are read as sentences, each with the line where it begins.
fn read(lesson: &Lesson) -> impl Iterator<Item = (u32, &str)> {
    let texts =
        lesson.texts().into_iter().filter(|(role, _)| matches!(role, Role::Paragraph | Role::Claim | Role::Question | Role::Reason));
    texts.map(|(_, text)| (text.line, &**text))
}

/// The words of a lesson's longest sentence; one that is too long is named.
fn longest(lesson: &Lesson, language: &str) -> usize {
    let all = read(lesson).flat_map(|(line, text)| sentences(text).into_iter().map(move |sentence| (line, sentence)));
    let lengths = all.map(|(line, sentence)| {
        let length = sentence.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
        assert!(length <= LONGEST, "content/{language}/{}.md:{line}: {length} words: {sentence}", lesson.name);
        length
    });
    lengths.max().unwrap_or_default()
}

#[test]
fn sentences_are_short_in_every_language() {
    for language in LANGUAGES.iter().filter(|language| !language.is_english()) {
        for lesson in lessons() {
            let file = format!("{}/../course/content/{}/{}.md", env!("CARGO_MANIFEST_DIR"), language.code, lesson.name);
            let (said, _) = text::translation(&std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}")));
            longest(&Lesson { name: lesson.name.clone(), ..said }, language.code);
        }
    }
}

#[test]
fn lessons_are_plain_english() {
    assert_eq!(
        ["a", "bit", "rounded", "table", "place", "places", "exponent", "used", "exact", "size"].map(syllables),
        [1, 1, 2, 2, 1, 2, 3, 1, 2, 1]
    );
    assert_eq!(sentences("`a b` is {d}. 2^3 is 0.5?").len(), 2);
    for lesson in lessons() {
        let (ease, longest) = (ease(lesson) / 1000, longest(lesson, "en"));
        println!("{:14} reading ease {ease:3}, longest sentence {longest:2} words", lesson.name);
        assert!(ease >= EASE, "content/en/{}.md has a reading ease of {ease}", lesson.name);
    }
}

/// What is said on a screen in words, without what its places are filled with.
fn said(screen: &Screen) -> String {
    let texts = screen.blocks.iter().flat_map(|block| match block {
        Block::Say(text) | Block::Holds(text, _) => vec![&**text],
        Block::Ask(question) => {
            let choices = question.answer.choices().iter().map(|choice| &*choice.words);
            choices.chain([&*question.ask, &*question.because]).collect()
        }
        _ => Vec::new(),
    });
    let bare = |text: &str| {
        let pieces = text.split('{').enumerate();
        pieces.map(|(place, piece)| if place == 0 { piece } else { piece.split_once('}').map_or("", |(_, rest)| rest) }).collect::<String>()
    };
    texts.map(bare).collect::<Vec<_>>().join(" ")
}

/// Where rows of bits show several results, the program is beside them or a sentence says which is which.
#[test]
fn several_results_have_their_names() {
    for lesson in lessons() {
        for screen in &lesson.screens {
            let rows = screen.blocks.iter().flat_map(|block| if let Block::Rows(names) = block { &names[..] } else { &[] });
            let results: Vec<_> = rows.filter(|name| !screen.experiment.given.iter().any(|given| given.0 == **name)).collect();
            if results.len() < 2 || screen.blocks.contains(&Block::Program) {
                continue;
            }
            let said = said(screen);
            for name in results {
                let is_named = said.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == name);
                assert!(
                    is_named,
                    "content/en/{}.md:{}: the rows show {name}, and no sentence says what it is",
                    lesson.name, screen.title.line
                );
            }
        }
    }
}
