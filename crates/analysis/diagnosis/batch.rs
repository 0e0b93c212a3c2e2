//! Many results judged one after another, in slices, and what explains most of them.
//!
//! First every line is judged by itself. Then the hypotheses that came out best are tried on every line again, on the right ones too: one
//! that explains 37 of 40 wrong lines and contradicts none of the right ones is another thing than one that contradicts half of them.

use super::lines::{Layout, MOST_INPUTS, Sample, too_many};
use super::{Engine, Investigation, Verdict};
use crate::syntax::sort_by_key;
use core::fmt::Write;

/// What became of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It was read.
    Verdict(Sample, Verdict),
    /// It could not be read, and why.
    Unread(String),
}

/// A hypothesis over all lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leader {
    /// Its place in the list of hypotheses.
    pub hypothesis: u16,
    /// How many wrong lines it gives.
    pub explains: u32,
    /// How many right lines it does not give.
    pub contradicts: u32,
}

/// The lines of a text with what became of them.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The lines' text.
    pub text: String,
    /// What is asked about.
    pub investigation: Investigation,
    /// How the text is laid out.
    pub layout: Layout,
    /// What became of the lines so far.
    pub lines: Vec<Judged>,
    /// The hypotheses that explain most, the best first; complete when [`Batch::is_done`].
    pub leaders: Vec<Leader>,
    /// How many lines the leaders were tried on.
    counted: usize,
}

/// How many hypotheses are tried on every line.
const LEADERS: usize = 10;

/// How many lines came out how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// As expected.
    pub right: usize,
    /// Otherwise, and some hypothesis gives it.
    pub explained: usize,
    /// Otherwise, and none does.
    pub unexplained: usize,
    /// Not read.
    pub unread: usize,
}

impl Batch {
    /// Begins. The error is a sentence.
    pub fn new(investigation: Investigation, text: String) -> Result<Batch, String> {
        let layout = Layout::of(&text, &investigation)?;
        let lines = Vec::with_capacity(layout.count());
        Ok(Batch { text, investigation, layout, lines, leaders: Vec::new(), counted: 0 })
    }

    /// Begins with bits: what each operand is, in an array of its own, and what was seen. The error is a sentence.
    pub fn of_arrays(investigation: Investigation, operands: &[Vec<u64>], seen: &[u64]) -> Result<Batch, String> {
        let wanted = investigation.inputs.len();
        if wanted > MOST_INPUTS {
            return Err(too_many());
        }
        if operands.len() != wanted || operands.iter().any(|array| array.len() != seen.len()) {
            return Err(format!("Wanted are {wanted} arrays as long as what was seen."));
        }
        let formats = investigation.inputs.iter().map(|(_, format)| *format).chain(investigation.format);
        for (format, array) in formats.zip(operands.iter().map(Vec::as_slice).chain([seen])) {
            if let Some(bits) = array.iter().find(|bits| **bits & !format.mask() != 0) {
                return Err(format!("0x{bits:x} has more bits than {}.", format.name));
            }
        }
        let sample =
            |at: usize| Sample { operands: core::array::from_fn(|place| operands.get(place).map_or(0, |array| array[at])), seen: seen[at] };
        let layout = Layout::Arrays((0..seen.len()).map(sample).collect());
        Ok(Batch { text: String::new(), investigation, layout, lines: Vec::new(), leaders: Vec::new(), counted: 0 })
    }

    /// How many lines there are.
    pub fn count(&self) -> usize {
        self.layout.count()
    }

    /// How far it is, of twice the number of lines: each is judged, and counted again.
    pub fn progress(&self) -> (usize, usize) {
        (self.lines.len() + self.counted, 2 * self.count())
    }

    /// Whether everything is counted.
    pub fn is_done(&self) -> bool {
        self.counted == self.count()
    }

    /// Goes on for some lines.
    pub fn go_on(&mut self, lines: usize, engine: Engine) {
        let (count, inputs) = (self.count(), self.investigation.inputs.len());
        let begun = self.lines.len();
        for place in begun..count.min(begun + lines) {
            let judged = match self.layout.sample(&self.text, place, &self.investigation) {
                Ok(sample) => Judged::Verdict(sample, self.investigation.judge_wrong(&sample.operands[..inputs], sample.seen, engine)),
                Err(message) => Judged::Unread(message),
            };
            self.lines.push(judged);
        }
        if begun < count {
            if self.lines.len() == count {
                self.choose_leaders();
            }
            return;
        }
        let end = count.min(self.counted + lines * 4);
        for judged in &self.lines[self.counted..end] {
            let Judged::Verdict(sample, verdict) = judged else { continue };
            for leader in &mut self.leaders {
                let hypothesis = &self.investigation.hypotheses[usize::from(leader.hypothesis)];
                let gives = self.investigation.gives(hypothesis, &sample.operands[..inputs], verdict.expected, sample.seen, engine);
                match (verdict.is_expected(), gives) {
                    (true, false) => leader.contradicts += 1,
                    (false, true) => leader.explains += 1,
                    _ => {}
                }
            }
        }
        self.counted = end;
        if self.is_done() {
            sort_by_key(&mut self.leaders, |leader| u64::from(leader.hypothesis));
            sort_by_key(&mut self.leaders, |leader| u64::from(u32::MAX - leader.explains) << 32 | u64::from(leader.contradicts));
        }
    }

    /// Runs to the end.
    pub fn run(&mut self, engine: Engine) {
        while !self.is_done() {
            self.go_on(4096, engine);
        }
    }

    fn choose_leaders(&mut self) {
        let mut counts = vec![0u32; self.investigation.hypotheses.len()];
        for judged in &self.lines {
            let Judged::Verdict(_, verdict) = judged else { continue };
            for place in verdict.found.iter().filter(|_| !verdict.is_expected()) {
                counts[usize::from(*place)] += 1;
            }
        }
        let mut order: Vec<u16> = (0..counts.len() as u16).filter(|place| counts[usize::from(*place)] > 0).collect();
        sort_by_key(&mut order, |place| u64::from(u32::MAX - counts[usize::from(*place)]));
        order.truncate(LEADERS);
        self.leaders = order.into_iter().map(|hypothesis| Leader { hypothesis, explains: 0, contradicts: 0 }).collect();
    }

    /// The hypothesis that is named for a line: of those that give it, the one that explains most lines.
    pub fn best(&self, place: usize) -> Option<u16> {
        let Judged::Verdict(_, verdict) = self.lines.get(place)? else { return None };
        if verdict.is_expected() {
            return None;
        }
        let leader = self.leaders.iter().map(|leader| leader.hypothesis).find(|hypothesis| verdict.found.contains(hypothesis));
        leader.or_else(|| verdict.found.first().copied())
    }

    /// How many lines came out how.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for judged in &self.lines {
            match judged {
                Judged::Unread(_) => counts.unread += 1,
                Judged::Verdict(_, verdict) if verdict.is_expected() => counts.right += 1,
                Judged::Verdict(_, verdict) if verdict.found.is_empty() => counts.unexplained += 1,
                Judged::Verdict(..) => counts.explained += 1,
            }
        }
        counts
    }

    /// What there is to say of all lines together, in a sentence or two.
    pub fn summary(&self) -> String {
        let counts = self.counts();
        let wrong = counts.explained + counts.unexplained;
        let lines = |count: usize| if count == 1 { "1 line".to_owned() } else { format!("{count} lines") };
        let mut text = if wrong == 0 {
            match counts.right {
                0 => "There are no lines.".to_owned(),
                1 => "The line is as expected.".to_owned(),
                right => format!("All {} are as expected.", lines(right)),
            }
        } else {
            match self.leaders.first().filter(|leader| leader.explains > 0) {
                None => format!("{wrong} of {} differ, and nothing that is tried here explains them.", lines(wrong + counts.right)),
                Some(leader) => {
                    let sentence = &self.investigation.hypotheses[usize::from(leader.hypothesis)].sentence();
                    let against = match (leader.contradicts, counts.right) {
                        (_, 0) => String::new(),
                        (0, 1) => " It agrees with the right line too.".to_owned(),
                        (0, right) => format!(" It agrees with all {right} right lines too."),
                        (contradicted, right) => format!(" It contradicts {contradicted} of {right} right lines."),
                    };
                    let are = if wrong == 1 { "differs is" } else { "differ are" };
                    format!("{} of {} that {are} explained by: {sentence}{against}", leader.explains, lines(wrong))
                }
            }
        };
        if counts.unread > 0 {
            let _ = write!(text, " {} could not be read.", lines(counts.unread));
        }
        text
    }
}
