//! What a lesson is made of, and how a question in it is marked. [`super::text`] reads it from its file.

use super::answer::{Mark, mark_bits, mark_number, mark_whole};
use super::formula::{Condition, Sum};
use super::values::{Experiment, Values};
use crate::rounding::{Flags, Mode, read};
use core::fmt;
use core::ops::Deref;

/// Words of a lesson, and the line of its file where they begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The line, counted from 1.
    pub line: u32,
    /// The words, with places to fill.
    pub words: String,
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.words
    }
}

impl fmt::Display for Text {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self)
    }
}

/// A short course on one thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lesson {
    /// Its name in an address.
    pub name: String,
    /// What it is called.
    pub title: Text,
    /// What one learns, in a sentence.
    pub about: Text,
    /// Its screens, in order.
    pub screens: Vec<Screen>,
    /// What is asked at its end.
    pub open: Open,
}

/// A question that nothing marks. Its places are filled with the numbers of the lesson's last screen, as they are given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Open {
    /// What is asked.
    pub ask: Text,
    /// What a good answer says.
    pub good: Text,
}

/// What is seen at once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Screen {
    /// Its title.
    pub title: Text,
    /// What everything on it is computed from.
    pub experiment: Experiment,
    /// Its pieces. Those after a question appear once it is answered.
    pub blocks: Vec<Block>,
}

/// A piece of a screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A paragraph, with places to fill.
    Say(Text),
    /// Registers as rows of bits; those that are given can be changed.
    Rows(Vec<String>),
    /// The rounding of a register under the microscope.
    Microscope(String),
    /// The steps that led to a register.
    Steps(String),
    /// The program.
    Program,
    /// Something that is true of the numbers as given, and shown to be true or false of those that the reader makes of them.
    Holds(Text, Option<Condition>),
    /// A question to answer before what follows is shown.
    Ask(Question),
    /// The numbers of a tiny format on a line, with or without its subnormal ones.
    Line {
        /// Whether the subnormal numbers are there.
        subnormals: bool,
    },
    /// Somewhere to go on: what it is, and its address.
    See(Text, String),
}

/// A question about the numbers as they are given.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What is asked, with places to fill.
    pub ask: Text,
    /// What is right.
    pub answer: Answer,
    /// What is often typed instead.
    pub mistakes: Vec<Mistake>,
    /// What to say afterwards, with places to fill.
    pub because: Text,
}

/// An answer to choose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// What it says.
    pub words: Text,
    /// When it is right.
    pub holds: Option<Condition>,
    /// Why it is wrong, with places to fill; the right one has no reason.
    pub wrong: Option<Text>,
}

/// Something wrong that is often typed.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The question to which it would be right.
    pub given: Answer,
    /// Why it is wrong, with places to fill.
    pub wrong: Text,
}

/// How a question is answered, and by what it is judged.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// One of several sentences: the one whose condition the numbers make true, or the one without a condition.
    Choose(Vec<Choice>),
    /// One of several numbers: the one that is in a register.
    Among(Vec<Choice>, String),
    /// All bits of a register.
    Bits(String),
    /// The number in a register.
    Number(String),
    /// A whole number.
    Whole(Sum),
}

impl Default for Answer {
    fn default() -> Answer {
        Answer::Choose(Vec::new())
    }
}

impl Answer {
    /// What can be chosen; empty where something is typed.
    pub fn choices(&self) -> &[Choice] {
        match self {
            Answer::Choose(options) | Answer::Among(options, _) => options,
            _ => &[],
        }
    }

    /// The option that is right; None where something is typed.
    pub fn right_option(&self, values: &Values) -> Option<usize> {
        match self {
            Answer::Choose(options) => {
                let holds = |choice: &Choice| choice.holds.as_ref().is_some_and(|condition| condition.holds(values));
                let stated = options.iter().position(holds);
                stated.or_else(|| options.iter().position(|option| option.holds.is_none()))
            }
            Answer::Among(options, name) => {
                let wanted = values.find(name)?;
                let is_it = |choice: &Choice| {
                    read(&choice.words).is_ok_and(|literal| {
                        let (bits, flags) = literal.to_bits(wanted.format, Mode::Rn);
                        // A number beyond the format is not its infinity.
                        bits == wanted.bits && !flags.contains(Flags::OVERFLOW)
                    })
                };
                options.iter().position(is_it)
            }
            _ => None,
        }
    }

    /// Marks an answer: the number of an option, or what was typed.
    pub fn mark(&self, values: &Values, given: &str) -> Mark {
        match self {
            Answer::Choose(..) | Answer::Among(..) => match given.parse().ok() == self.right_option(values) {
                true => Mark::right(),
                false => Mark::wrong("Not quite."),
            },
            Answer::Bits(name) => mark_bits(given, values.get(name)),
            Answer::Number(name) => mark_number(given, values.get(name)),
            Answer::Whole(wanted) => mark_whole(given, wanted.whole(values).unwrap_or_default()),
        }
    }

    /// The right answer in words.
    pub fn solution(&self, values: &Values) -> String {
        match self {
            Answer::Choose(..) | Answer::Among(..) => {
                let right = self.right_option(values).and_then(|right| self.choices().get(right));
                right.map(|right| right.words.words.clone()).unwrap_or_default()
            }
            Answer::Bits(name) => values.get(name).binary(),
            Answer::Number(name) => values.get(name).digits(),
            Answer::Whole(wanted) => wanted.whole(values).unwrap_or_default().to_string(),
        }
    }
}

impl Question {
    /// Marks an answer: the number of an option, or what was typed.
    pub fn mark(&self, values: &Values, given: &str) -> Mark {
        self.answer.mark(values, given)
    }

    /// Why an answer is wrong, if it is and the lesson says it.
    pub fn reason(&self, values: &Values, given: &str) -> Option<&Text> {
        if self.mark(values, given).right {
            return None;
        }
        match self.answer.choices() {
            [] => self.mistakes.iter().find(|mistake| mistake.given.mark(values, given).right).map(|mistake| &mistake.wrong),
            choices => choices.get(given.parse::<usize>().ok()?)?.wrong.as_ref(),
        }
    }

    /// The right answer in words.
    pub fn solution(&self, values: &Values) -> String {
        self.answer.solution(values)
    }
}

/// What a text of a lesson is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The title of a lesson or a screen.
    Title,
    /// A paragraph.
    Paragraph,
    /// A claim.
    Claim,
    /// The words of a link.
    Link,
    /// What a question asks, or what is said once it is answered.
    Question,
    /// An answer to choose.
    Option,
    /// Why an answer is wrong.
    Reason,
}

impl Block {
    /// Its texts, in the order in which they are read.
    pub fn texts(&self) -> Vec<(Role, &Text)> {
        match self {
            Block::Say(text) => vec![(Role::Paragraph, text)],
            Block::Holds(text, _) => vec![(Role::Claim, text)],
            Block::See(text, _) => vec![(Role::Link, text)],
            Block::Ask(question) => {
                let mut all = vec![(Role::Question, &question.ask)];
                for choice in question.answer.choices() {
                    all.push((Role::Option, &choice.words));
                    all.extend(choice.wrong.as_ref().map(|wrong| (Role::Reason, wrong)));
                }
                all.extend(question.mistakes.iter().map(|mistake| (Role::Reason, &mistake.wrong)));
                all.push((Role::Question, &question.because));
                all
            }
            _ => Vec::new(),
        }
    }

    /// What it says in sentences, whatever is answered.
    pub fn sentences(&self) -> impl Iterator<Item = &Text> {
        self.texts().into_iter().filter(|(role, _)| !matches!(role, Role::Option | Role::Reason | Role::Link)).map(|(_, text)| text)
    }
}

impl Screen {
    /// The questions in order.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Ask(question) => Some(question),
            _ => None,
        })
    }
}

impl Lesson {
    /// Its sentences in the order in which they are read, each with the number of its screen; the open question belongs to the last.
    pub fn sentences(&self) -> impl Iterator<Item = (usize, &Text)> {
        let last = self.screens.len().saturating_sub(1);
        let blocks = self.screens.iter().enumerate().flat_map(|(at, screen)| screen.blocks.iter().map(move |block| (at, block)));
        blocks
            .flat_map(|(at, block)| block.sentences().map(move |text| (at, text)))
            .chain([(last, &self.open.ask), (last, &self.open.good)])
    }

    /// All that a translation says in other words, in the order of the file.
    pub fn texts(&self) -> Vec<(Role, &Text)> {
        let mut all = vec![(Role::Title, &self.title), (Role::Paragraph, &self.about)];
        for screen in &self.screens {
            all.push((Role::Title, &screen.title));
            all.extend(screen.blocks.iter().flat_map(Block::texts));
        }
        all.extend([(Role::Paragraph, &self.open.ask), (Role::Paragraph, &self.open.good)]);
        all
    }
}
