//! A batch as a table of text: which lines are shown, in what order, and what each says; the same rows go to the screen and into a file.

use super::batch::{Batch, Counts, Judged, Leader};
use crate::syntax::sort_by_key;
use core::fmt::Write;

/// Which lines a table shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// Every line.
    #[default]
    All,
    /// Those that are not as expected.
    Wrong,
    /// Those of them that nothing explains.
    Unexplained,
    /// Those that could not be read.
    Unread,
    /// Those that are explained by a hypothesis, by its place in the list.
    Of(u16),
}

impl Filter {
    /// The filter of that word; a number is a hypothesis.
    pub fn named(word: &str) -> Filter {
        match word {
            "wrong" => Filter::Wrong,
            "unexplained" => Filter::Unexplained,
            "unread" => Filter::Unread,
            place => place.parse().map_or(Filter::All, Filter::Of),
        }
    }
}

/// The order of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As the lines came.
    #[default]
    Line,
    /// The farthest from what was expected first; without a distance (a NaN) a line is farther than any number.
    Farthest,
}

impl Order {
    /// The order of that word.
    pub fn named(word: &str) -> Order {
        if word == "ulps" { Order::Farthest } else { Order::Line }
    }
}

/// What is said of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// As expected.
    Right,
    /// Otherwise, for a reason that is named.
    Explained,
    /// Otherwise, and nothing gives it.
    Unexplained,
    /// Not read.
    Unread,
}

impl Says {
    /// The word that tells it from the others, in a file and as a class of the page.
    pub fn name(self) -> &'static str {
        match self {
            Says::Right => "as expected",
            Says::Explained => "explained",
            Says::Unexplained => "unexplained",
            Says::Unread => "unread",
        }
    }
}

/// One line of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of the line, the first is 1.
    pub line: usize,
    /// What is said of it.
    pub says: Says,
    /// The reason: a hypothesis in a sentence, or why the line could not be read; empty where there is none.
    pub why: String,
    /// How many ulps it is off; empty where there is no distance.
    pub ulps: String,
    /// The operands, what was seen and what was expected, as hex digits; of a line that was not read its first letters.
    pub cells: Vec<String>,
}

/// As much as is shown of a line that could not be read.
const EXCERPT: usize = 80;

/// What there is to tell of a batch while it goes on and when it is done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Whether every line is judged and counted.
    pub done: bool,
    /// Work done and work in all, in the same measure.
    pub progress: (usize, usize),
    /// How many lines there are.
    pub lines: usize,
    /// How the lines so far came out.
    pub counts: Counts,
    /// The names of the operands.
    pub names: Vec<String>,
    /// What is to be said of all lines together; empty before the end.
    pub summary: String,
    /// The hypotheses that explain most: place, wrong lines explained, right lines contradicted, sentence, its causes. Empty before the end.
    pub leaders: Vec<(u16, u32, u32, String, String)>,
}

impl Batch {
    /// What there is to tell so far.
    pub fn report(&self) -> Report {
        let done = self.is_done();
        let names = self.investigation.inputs.iter().map(|(name, _)| name.trim_start_matches('%').to_owned()).collect();
        let leaders = self.leaders.iter().filter(|leader| done && leader.explains > 0);
        let leader = |one: &Leader| {
            let hypothesis = &self.investigation.hypotheses[usize::from(one.hypothesis)];
            (one.hypothesis, one.explains, one.contradicts, hypothesis.sentence(), hypothesis.causes().join(" "))
        };
        Report {
            done,
            progress: self.progress(),
            lines: self.count(),
            counts: self.counts(),
            names,
            summary: if done { self.summary() } else { String::new() },
            leaders: leaders.map(leader).collect(),
        }
    }

    /// The places of the lines that a filter lets through, in an order. Only lines that are judged already are among them.
    pub fn shown(&self, filter: Filter, order: Order) -> Vec<u32> {
        let shows = |place: &usize| match (&self.lines[*place], filter) {
            (_, Filter::All) => true,
            (Judged::Unread(_), filter) => filter == Filter::Unread,
            (Judged::Verdict(_, verdict), Filter::Wrong) => !verdict.is_expected(),
            (Judged::Verdict(_, verdict), Filter::Unexplained) => !verdict.is_expected() && verdict.found.is_empty(),
            (Judged::Verdict(..), Filter::Of(hypothesis)) => self.best(*place) == Some(hypothesis),
            (Judged::Verdict(..), Filter::Unread) => false,
        };
        let mut places: Vec<u32> = (0..self.lines.len()).filter(shows).map(|place| place as u32).collect();
        if order == Order::Farthest {
            let near = |place: &u32| match &self.lines[*place as usize] {
                Judged::Verdict(_, verdict) if !verdict.is_expected() => u64::MAX - verdict.distance.map_or(u64::MAX, |far| far + 1),
                _ => u64::MAX,
            };
            sort_by_key(&mut places, near);
        }
        places
    }

    /// One line as text.
    pub fn row(&self, place: usize) -> Row {
        let line = place + 1;
        let digits = |bits: u64, width: u32| format!("{bits:0digits$x}", digits = width.div_ceil(4) as usize);
        match self.lines.get(place) {
            None => Row { line, says: Says::Unread, why: "This line is not judged yet.".into(), ulps: String::new(), cells: Vec::new() },
            Some(Judged::Unread(why)) => {
                let excerpt = self.layout.line(&self.text, place).unwrap_or("").chars().take(EXCERPT).collect();
                Row { line, says: Says::Unread, why: why.clone(), ulps: String::new(), cells: vec![excerpt] }
            }
            Some(Judged::Verdict(sample, verdict)) => {
                let inputs = self.investigation.inputs.iter().zip(sample.operands);
                let width = self.investigation.format.map_or(1, |format| format.width());
                let mut cells: Vec<String> = inputs.map(|((_, format), bits)| digits(bits, format.width())).collect();
                cells.extend([digits(verdict.seen, width), digits(verdict.expected, width)]);
                let (says, why) = match (verdict.is_expected(), self.best(place)) {
                    (true, _) => (Says::Right, String::new()),
                    (false, None) => (Says::Unexplained, String::new()),
                    (false, Some(best)) => (Says::Explained, self.investigation.hypotheses[usize::from(best)].sentence()),
                };
                let ulps = verdict.distance.map(|distance| distance.to_string()).unwrap_or_default();
                Row { line, says, why, ulps, cells }
            }
        }
    }

    /// The head of the file.
    pub fn csv_head(&self) -> String {
        let mut text = String::from("line");
        for (name, _) in &self.investigation.inputs {
            let _ = write!(text, ",{}", name.trim_start_matches('%'));
        }
        text + ",got,expected,ulps,verdict,explanation\n"
    }

    /// Some lines of the file: comma-separated values.
    pub fn csv(&self, places: core::ops::Range<usize>) -> String {
        let mut text = String::new();
        for place in places.start..places.end.min(self.lines.len()) {
            let row = self.row(place);
            let _ = write!(text, "{}", row.line);
            if row.says == Says::Unread {
                text.push_str(&",".repeat(self.investigation.inputs.len() + 2));
            } else {
                row.cells.iter().for_each(|cell| text.extend([",0x", cell]));
            }
            let _ = write!(text, ",{},{},", row.ulps, row.says.name());
            if !row.why.is_empty() {
                let _ = write!(text, "\"{}\"", row.why.replace('"', "\"\""));
            }
            text.push('\n');
        }
        text
    }
}
