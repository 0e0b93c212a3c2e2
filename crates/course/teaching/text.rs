//! Reading a lesson from its file: Markdown in which a few marks stand for the live parts. CONTRIBUTING.md has an example of each.
//!
//! Nothing is refused as a whole: what cannot be read is left out, and a complaint says in which line it stands.

use super::formula::{Condition, Sum};
use super::lesson::{Answer, Block, Choice, Lesson, Mistake, Open, Question, Screen, Text};
use super::values::{Compute, Experiment};
use crate::instruction::{Context, Target};
use crate::matrix;
use crate::number::Format;
use crate::rounding::{Mode, read as read_number};
use core::fmt;

/// What cannot be read, and the line where it stands, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The line.
    pub line: u32,
    /// What is wrong with it.
    pub says: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}: {}", self.line, self.says)
    }
}

/// A part of a file between empty lines, by how its lines begin.
enum Part<'a> {
    Title(Text),
    Screen(Text),
    Rule,
    Code(Vec<Text>),
    Quote(Vec<Text>),
    /// A line of a list.
    Item(Text),
    /// A line in brackets, with what follows them.
    Mark(u32, &'a str),
    Paragraph(Text),
}

/// Whether a line ends the paragraph before it.
fn begins(line: &str) -> bool {
    line.is_empty() || line == "---" || ["# ", "## ", "```", ">", "- ", "["].iter().any(|first| line.starts_with(first))
}

/// A text in parts.
fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim_end())).peekable();
    while let Some((number, line)) = lines.next() {
        let text = |words: &str| Text { line: number, words: words.trim().to_owned() };
        if let Some(title) = line.strip_prefix("# ") {
            parts.push(Part::Title(text(title)));
        } else if let Some(title) = line.strip_prefix("## ") {
            parts.push(Part::Screen(text(title)));
        } else if line == "---" {
            parts.push(Part::Rule);
        } else if line.starts_with("```") {
            let code = lines.by_ref().take_while(|(_, line)| !line.starts_with("```"));
            parts.push(Part::Code(code.map(|(line, words)| Text { line, words: words.trim().to_owned() }).collect()));
        } else if let Some(first) = line.strip_prefix('>') {
            // Further blanks stay: they say that a line belongs to the item above it.
            let quoted = |line, words: &str| Text { line, words: words.strip_prefix(' ').unwrap_or(words).to_owned() };
            let mut quote = vec![quoted(number, first)];
            while let Some((line, words)) = lines.next_if(|(_, line)| line.starts_with('>')) {
                quote.push(quoted(line, &words[1..]));
            }
            parts.push(Part::Quote(quote));
        } else if let Some(item) = line.strip_prefix("- ") {
            parts.push(Part::Item(text(item)));
        } else if line.starts_with('[') {
            parts.push(Part::Mark(number, line));
        } else if !line.is_empty() {
            let mut all = text(line);
            while let Some((number, line)) = lines.next_if(|(_, line)| !begins(line)) {
                join(&mut all, Text { line: number, words: line.trim().to_owned() });
            }
            parts.push(Part::Paragraph(all));
        }
    }
    parts
}

/// Adds a line to a text.
fn join(text: &mut Text, line: Text) {
    if text.is_empty() {
        *text = line;
    } else {
        text.words.push(' ');
        text.words.push_str(&line);
    }
}

/// The error of a part that stands before the first screen.
const OUTSIDE: &str = "this stands in no screen: a screen begins with `## `, the open question with `---` ends the lesson";

/// A reader of one file.
struct Reader {
    /// Whether marks and conditions are asked for. A translation leaves them out.
    live: bool,
    complaints: Vec<Complaint>,
}

/// Reads a lesson in the language that has its live parts.
pub fn lesson(name: &str, text: &str) -> (Lesson, Vec<Complaint>) {
    Reader { live: true, complaints: Vec::new() }.lesson(name, text)
}

/// Reads a translation of a lesson: its texts alone.
pub fn translation(text: &str) -> (Lesson, Vec<Complaint>) {
    Reader { live: false, complaints: Vec::new() }.lesson("", text)
}

/// A course as its file has it: its title, what it is for, and the names of its lessons.
pub struct Outline {
    /// What it is called.
    pub title: Text,
    /// For whom it is and how long it takes.
    pub about: Text,
    /// The names of its lessons.
    pub lessons: Vec<Text>,
}

/// Reads the file of the courses.
pub fn courses(text: &str) -> Vec<Outline> {
    let mut courses: Vec<Outline> = Vec::new();
    for part in parts(text) {
        match (part, courses.last_mut()) {
            (Part::Title(title), _) => courses.push(Outline { title, about: Text::default(), lessons: Vec::new() }),
            (Part::Paragraph(about), Some(course)) => course.about = about,
            (Part::Item(name), Some(course)) => course.lessons.push(name),
            _ => {}
        }
    }
    courses
}

impl Reader {
    fn complain(&mut self, line: u32, says: impl Into<String>) {
        self.complaints.push(Complaint { line, says: says.into() });
    }

    fn lesson(mut self, name: &str, text: &str) -> (Lesson, Vec<Complaint>) {
        let mut lesson = Lesson { name: name.to_owned(), ..Lesson::default() };
        let mut open: Option<Vec<Text>> = None;
        for part in parts(text) {
            match (part, &mut open, lesson.screens.last_mut()) {
                (Part::Title(title), ..) => lesson.title = title,
                (Part::Rule, ..) => open = Some(Vec::new()),
                (Part::Paragraph(text), Some(open), _) => open.push(text),
                (Part::Screen(title), None, _) => lesson.screens.push(Screen { title, ..Screen::default() }),
                (Part::Paragraph(text), None, None) => lesson.about = text,
                (Part::Code(lines), None, Some(screen)) => screen.experiment = self.experiment(&lines),
                (Part::Paragraph(text), None, Some(screen)) => screen.blocks.push(Block::Say(text)),
                (Part::Quote(lines), None, Some(screen)) => {
                    let question = self.question(&lines);
                    screen.blocks.push(Block::Ask(question));
                }
                (Part::Item(text), None, Some(screen)) => {
                    let (claim, holds) = self.conditional(text);
                    if self.live && holds.is_none() {
                        self.complain(claim.line, "a claim needs ` | ` and the condition that it states");
                    }
                    screen.blocks.push(Block::Holds(claim, holds));
                }
                (Part::Mark(line, text), None, Some(screen)) => match mark(line, text) {
                    Some(block) => screen.blocks.push(block),
                    None => self.complain(line, [text, " is no mark: [bits: a, b], [rounding: d], [steps: d], [program], [line], [line: without subnormals], [words](#/address)"].concat()),
                },
                (Part::Screen(Text { line, .. }) | Part::Mark(line, _) | Part::Item(Text { line, .. }), ..) => {
                    self.complain(line, OUTSIDE);
                }
                (Part::Code(lines) | Part::Quote(lines), ..) => {
                    let line = lines.first().map_or(0, |first| first.line);
                    self.complain(line, OUTSIDE);
                }
            }
        }
        if lesson.title.is_empty() || lesson.about.is_empty() {
            self.complain(1, "a lesson begins with `# ` and its title, and a sentence on what one learns");
        }
        match <[Text; 2]>::try_from(open.unwrap_or_default()) {
            Ok([ask, good]) => lesson.open = Open { ask, good },
            Err(_) => self.complain(text.lines().count() as u32, "a lesson ends with `---`, an open question, and what a good answer says"),
        }
        (lesson, self.complaints)
    }

    /// What stands before ` | `, and the condition behind it.
    fn conditional(&mut self, text: Text) -> (Text, Option<Condition>) {
        let Some((words, condition)) = text.words.split_once(" | ") else { return (text, None) };
        let words = Text { line: text.line, words: words.trim().to_owned() };
        match Condition::read(condition.trim()) {
            Ok(condition) => (words, Some(condition)),
            Err(says) => {
                self.complain(text.line, says);
                (words, None)
            }
        }
    }

    /// A question: what is asked, answers to choose from, `= ` and what is right, `!= ` and what is a common mistake, and what to say afterwards. The
    /// lines below an answer that begin with blanks say why it is wrong.
    fn question(&mut self, lines: &[Text]) -> Question {
        let line = lines.first().map_or(0, |first| first.line);
        let mut paragraphs: Vec<Text> = Vec::new();
        let (mut options, mut mistakes, mut right, mut open) = (Vec::<Choice>::new(), Vec::<Choice>::new(), None, false);
        for text in lines {
            let at = |words: &str| Text { line: text.line, words: words.trim().to_owned() };
            if text.starts_with(' ') {
                match mistakes.last_mut().or(options.last_mut()) {
                    Some(item) => join(item.wrong.get_or_insert_default(), at(text)),
                    None => self.complain(text.line, "a line that begins with blanks says why the answer above it is wrong"),
                }
            } else if let Some(option) = text.strip_prefix("- ") {
                let (words, holds) = self.conditional(at(option));
                options.push(Choice { words, holds, wrong: None });
            } else if let Some(sum) = text.strip_prefix("= ") {
                right = Some(at(sum));
            } else if let Some(sum) = text.strip_prefix("!=") {
                mistakes.push(Choice { words: at(sum), ..Choice::default() });
            } else if text.is_empty() {
                open = false;
            } else {
                if !open {
                    paragraphs.push(Text::default());
                }
                paragraphs.last_mut().into_iter().for_each(|last| join(last, at(text)));
                open = true;
            }
        }
        let [ask, because] = <[Text; 2]>::try_from(paragraphs).unwrap_or_else(|mut found| {
            self.complain(line, "a question is a paragraph that asks, its answer, and a paragraph that says why");
            found.resize(2, Text::default());
            let because = found.pop().unwrap_or_default();
            [found.pop().unwrap_or_default(), because]
        });
        let answer = match right.and_then(|right| self.typed(&right)) {
            Some(Answer::Number(name)) if !options.is_empty() => Answer::Among(options, name),
            Some(answer) => answer,
            None => {
                if self.live && options.len() < 2 {
                    self.complain(line, "a question needs `= ` and what is right, or answers to choose from");
                }
                if self.live && options.iter().filter(|option| option.holds.is_none()).count() > 1 {
                    self.complain(line, "of the answers to choose from, one at most may stand without ` | ` and its condition");
                }
                Answer::Choose(options)
            }
        };
        if self.live {
            self.reasons(line, &answer);
        }
        let mistake = |choice: Choice| {
            if choice.wrong.is_none() {
                self.complain(choice.words.line, "a mistake needs its reason below it: `>   ` and why it is wrong");
            }
            // A translation has the reason alone.
            let given = if self.live { self.typed(&choice.words)? } else { Answer::default() };
            Some(Mistake { given, wrong: choice.wrong? })
        };
        Question { mistakes: mistakes.into_iter().filter_map(mistake).collect(), ask, answer, because }
    }

    /// What is to be typed: all bits of a register, its number, or a whole number.
    fn typed(&mut self, right: &Text) -> Option<Answer> {
        match (right.strip_suffix(":bits"), Sum::read(right)) {
            (Some(name), _) => Some(Answer::Bits(name.to_owned())),
            (_, Ok(sum)) => Some(sum.register().map(str::to_owned).map_or(Answer::Whole(sum), Answer::Number)),
            (_, Err(says)) => {
                self.complain(right.line, says);
                None
            }
        }
    }

    /// Asks that all answers to choose from but the right one say why they are wrong. Which one is right the numbers decide, and a test compares.
    fn reasons(&mut self, line: u32, answer: &Answer) {
        let mut bare = answer.choices().iter().filter(|choice| choice.wrong.is_none()).map(|choice| choice.words.line);
        match (bare.next(), bare.next_back()) {
            (None, _) if !answer.choices().is_empty() => {
                self.complain(line, "every answer says why it is wrong; the right one has no reason");
            }
            (_, Some(line)) => self.complain(line, "each answer but the right one needs a reason below it: `>   ` and why it is wrong"),
            _ => {}
        }
    }

    /// The registers that are given and the program: `f32 a = 1.5` is one of the first, every other line belongs to the second.
    fn experiment(&mut self, lines: &[Text]) -> Experiment {
        let mut experiment = Experiment::default();
        let mut code: Vec<&Text> = Vec::new();
        for line in lines.iter().filter(|line| !line.is_empty()) {
            let given = line.split_once(" = ").and_then(|(left, value)| {
                let (format, name) = left.split_once(' ')?;
                Some((Format::named(format)?, name.trim(), value.trim()))
            });
            match given {
                Some((_, "h", "half(f)")) => experiment.compute = Compute::Half,
                Some((format, name, value)) => match read_number(value) {
                    Ok(literal) => experiment.given.push((name.to_owned(), format, literal.to_bits(format, Mode::Rn).0)),
                    Err(error) => self.complain(line.line, ["`", value, "` ", &error.0].concat()),
                },
                None => code.push(line),
            }
        }
        if code.iter().any(|line| matrix::claims(line)) {
            let mut target = Context::default().target;
            let mut all = Vec::new();
            for line in code {
                match line.strip_prefix(".target ") {
                    Some(name) => match Target::named(name) {
                        Some(named) => target = named,
                        None => self.complain(line.line, ["there is no target `", name, "`"].concat()),
                    },
                    None => all.push((target, line.words.clone())),
                }
            }
            experiment.compute = Compute::Lines(all);
        } else if !code.is_empty() {
            experiment.compute = Compute::Program(code.iter().flat_map(|line| [line, "\n"]).collect());
        }
        experiment
    }
}

/// A live part, or a link.
fn mark(line: u32, text: &str) -> Option<Block> {
    let (inside, after) = text.strip_prefix('[')?.split_once(']')?;
    if let Some(address) = after.strip_prefix('(').and_then(|after| after.strip_suffix(')')) {
        return Some(Block::See(Text { line, words: inside.to_owned() }, address.to_owned()));
    }
    let (kind, names) = inside.split_once(": ").unwrap_or((inside, ""));
    let name = || Some(names.to_owned()).filter(|name| !name.is_empty());
    match (kind, names) {
        ("bits", _) => Some(Block::Rows(name()?.split(", ").map(str::to_owned).collect())),
        ("rounding", _) => Some(Block::Microscope(name()?)),
        ("steps", _) => Some(Block::Steps(name()?)),
        ("program", "") => Some(Block::Program),
        ("line", "") => Some(Block::Line { subnormals: true }),
        ("line", "without subnormals") => Some(Block::Line { subnormals: false }),
        _ => None,
    }
}
