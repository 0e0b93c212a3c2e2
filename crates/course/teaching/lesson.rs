//! What a lesson is made of, and how a question in it is marked.

use super::answer::{Mark, mark_bits, mark_number, mark_whole};
use super::lessons::title::Title;
use super::values::{Experiment, Values};
use crate::rounding::{Flags, Mode, read};

/// A short course on one thing.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// What it is called.
    pub title: Title,
    /// Its screens, in order.
    pub screens: &'static [Screen],
    /// What is asked at its end.
    pub open: Open,
}

/// A question that nothing marks. Its places are filled with the numbers of the lesson's last screen, as they are given.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// What is asked.
    pub ask: &'static str,
    /// What a good answer says.
    pub good: &'static str,
}

/// What is seen at once.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Its title.
    pub title: &'static str,
    /// What everything on it is computed from.
    pub experiment: Experiment,
    /// Its pieces. Those after a question appear once it is answered.
    pub blocks: &'static [Block],
}

/// A piece of a screen.
#[derive(Clone, Copy, Debug)]
pub enum Block {
    /// A paragraph, with places to fill.
    Say(&'static str),
    /// Registers as rows of bits; those that are given can be changed.
    Rows(&'static [&'static str]),
    /// The rounding of a register under the microscope.
    Microscope(&'static str),
    /// The steps that led to a register.
    Steps(&'static str),
    /// The program.
    Program,
    /// Something that is true of the numbers as given, and shown to be true or false of those that the reader makes of them.
    Holds(&'static str, fn(&Values) -> bool),
    /// A question to answer before what follows is shown.
    Ask(Question),
    /// The numbers of a tiny format on a line, with or without its subnormal ones.
    Line {
        /// Whether the subnormal numbers are there.
        subnormals: bool,
    },
    /// Somewhere to go on: what it is, and its address.
    See(&'static str, &'static str),
}

/// A question about the numbers as they are given.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// What is asked, with places to fill.
    pub ask: &'static str,
    /// What is right.
    pub answer: Answer,
    /// What to say afterwards, with places to fill.
    pub because: &'static str,
}

/// How a question is answered, and by what it is judged.
#[derive(Clone, Copy, Debug)]
pub enum Answer {
    /// One of several sentences, and which of them the numbers make true.
    Choose(&'static [&'static str], fn(&Values) -> usize),
    /// One of several numbers: the one that is in a register.
    Among(&'static [&'static str], &'static str),
    /// All bits of a register.
    Bits(&'static str),
    /// The number in a register.
    Number(&'static str),
    /// A whole number.
    Whole(fn(&Values) -> i64),
}

impl Question {
    /// What can be chosen; empty where something is typed.
    pub fn options(&self) -> &'static [&'static str] {
        match self.answer {
            Answer::Choose(options, _) | Answer::Among(options, _) => options,
            _ => &[],
        }
    }

    /// The option that is right; None where something is typed.
    pub fn right_option(&self, values: &Values) -> Option<usize> {
        match self.answer {
            Answer::Choose(options, right) => Some(right(values)).filter(|right| *right < options.len()),
            Answer::Among(options, name) => {
                let wanted = values.find(name)?;
                let is_it = |text: &&str| {
                    read(text).is_ok_and(|literal| {
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
        match self.answer {
            Answer::Choose(..) | Answer::Among(..) => match given.parse().ok() == self.right_option(values) {
                true => Mark::right(),
                false => Mark::wrong("Not quite."),
            },
            Answer::Bits(name) => mark_bits(given, values.get(name)),
            Answer::Number(name) => mark_number(given, values.get(name)),
            Answer::Whole(wanted) => mark_whole(given, wanted(values)),
        }
    }

    /// The right answer in words.
    pub fn solution(&self, values: &Values) -> String {
        match self.answer {
            Answer::Choose(options, _) | Answer::Among(options, _) => {
                self.right_option(values).and_then(|right| options.get(right)).copied().unwrap_or_default().to_owned()
            }
            Answer::Bits(name) => values.get(name).binary(),
            Answer::Number(name) => values.get(name).digits(),
            Answer::Whole(wanted) => wanted(values).to_string(),
        }
    }
}

impl Block {
    /// What it says in sentences, in the order in which they are read.
    pub fn sentences(&self) -> Vec<&'static str> {
        match self {
            Block::Say(text) | Block::Holds(text, _) => vec![text],
            Block::Ask(question) => vec![question.ask, question.because],
            _ => Vec::new(),
        }
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
    pub fn sentences(&self) -> impl Iterator<Item = (usize, &'static str)> {
        let last = self.screens.len().saturating_sub(1);
        let blocks = self.screens.iter().enumerate().flat_map(|(at, screen)| screen.blocks.iter().map(move |block| (at, block)));
        blocks
            .flat_map(|(at, block)| block.sentences().into_iter().map(move |text| (at, text)))
            .chain([(last, self.open.ask), (last, self.open.good)])
    }
}
