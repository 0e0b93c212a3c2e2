//! One sweep: what is asked, the parts that it is cut into, and what they found, joined.
//!
//! A task is cut in one way whatever the number of workers, and parts are joined in order, so that figures do not depend on who was
//! quicker.

use semantics::sweep::column_statistics::{Check, Column, Found, Scale};
use semantics::sweep::{ColumnStatistics, FunctionUnderTest};

/// Operands in a stretch that the page sweeps by itself.
pub const FEW: u64 = 4096;
/// The least and the greatest number of operands in a part.
const PART: (u64, u64) = (1 << 16, 1 << 21);
/// What to sweep.
#[derive(Clone, Debug)]
pub struct Task {
    /// The function.
    pub subject: FunctionUnderTest,
    /// Its target.
    pub target: u32,
    /// The operands, the measure and the columns.
    pub span: ColumnStatistics,
    /// Places at which a part must end, in order.
    pub cuts: Vec<u64>,
    /// What operands are held against: from a place to the one after its last; the first that holds is taken.
    pub checks: Vec<(u64, u64, Check)>,
}

impl Task {
    /// All operands, with the places at which a part must end and what operands are held against.
    pub fn of_all(subject: FunctionUnderTest, target: u32, cuts: Vec<u64>, checks: Vec<(u64, u64, Check)>) -> Task {
        let span = ColumnStatistics { from: 0, end: subject.reading.line().places(), scale: Scale::Ulps, check: None, starts: Vec::new() };
        Task { subject, target, span, cuts, checks }
    }

    /// What the operand at a place is held against.
    pub fn check_at(&self, place: u64) -> Option<Check> {
        self.checks.iter().find(|(from, end, _)| (*from..*end).contains(&place)).map(|row| row.2)
    }
}

impl PartialEq for Task {
    fn eq(&self, other: &Task) -> bool {
        self.subject.is_same_code(&other.subject) && self.span == other.span && self.cuts == other.cuts
    }
}

/// One part of a task.
#[derive(Clone, Debug)]
pub struct Part {
    /// The operands, with the task's measure and what they are held against.
    pub span: ColumnStatistics,
    /// The task's column that is the part's first.
    column: usize,
}

/// A sweep, finished or under way.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// What is swept.
    pub task: Task,
    /// A first impression of the columns.
    pub sampled: Vec<Column>,
    /// What is found so far, up to `place`.
    pub found: Found,
    /// What each part found, with its operands, where parts were asked for by `cuts`.
    pub parts: Vec<(u64, u64, Found)>,
    /// Everything below is swept.
    pub place: u64,
    /// When it began, in milliseconds.
    pub began: f64,
    /// How long it took, once it is finished.
    pub took: Option<f64>,
    /// Whether someone stopped it.
    pub stopped: bool,
    /// Its parts, in order.
    pub todo: Vec<Part>,
    waiting: Vec<Option<Found>>,
    /// How many of them are joined.
    pub joined: usize,
}

impl Sweep {
    /// Nothing swept yet, with a first impression; `now` tells milliseconds.
    pub fn new(task: Task, now: impl FnOnce() -> f64) -> Sweep {
        let parts = cut(&task);
        Sweep {
            sampled: if task.span.end - task.span.from > FEW { task.span.sample(&task.subject, 2) } else { Vec::new() },
            found: Found::new(task.span.starts.len() + 1),
            parts: Vec::new(),
            place: task.span.from,
            began: now(),
            took: None,
            stopped: false,
            waiting: vec![None; parts.len()],
            todo: parts,
            joined: 0,
            task,
        }
    }

    /// Whether everything is swept.
    pub fn is_done(&self) -> bool {
        self.took.is_some()
    }

    /// The operands there are to sweep.
    pub fn operands(&self) -> u64 {
        self.task.span.end - self.task.span.from
    }

    /// The operands swept so far.
    pub fn swept(&self) -> u64 {
        self.place - self.task.span.from
    }

    /// Takes what a part found, and joins all that are next in order; `now` tells milliseconds.
    pub fn take(&mut self, part: usize, found: Found, now: impl FnOnce() -> f64) {
        if let Some(place) = self.waiting.get_mut(part).filter(|_| part >= self.joined) {
            *place = Some(found);
        }
        while let Some(found) = self.waiting.get_mut(self.joined).and_then(Option::take) {
            let Part { span, column } = &self.todo[self.joined];
            self.found.merge(&found, *column);
            self.place = span.end;
            if !self.task.cuts.is_empty() {
                match self.parts.last_mut().filter(|part| part.1 == span.from && self.task.cuts.binary_search(&span.from).is_err()) {
                    Some((_, end, whole)) => {
                        whole.merge(&found, 0);
                        *end = span.end;
                    }
                    None => self.parts.push((span.from, span.end, found)),
                }
            }
            self.joined += 1;
        }
        if self.joined == self.todo.len() {
            self.took = Some(now() - self.began);
        }
    }
}

/// The parts of a task.
fn cut(task: &Task) -> Vec<Part> {
    let span = &task.span;
    let size = ((span.end - span.from) / 64).next_power_of_two().clamp(PART.0, PART.1);
    let mut parts = Vec::new();
    let mut from = span.from;
    while from < span.end {
        let border = task.cuts.iter().copied().find(|cut| *cut > from).unwrap_or(u64::MAX);
        let end = (from + size).min(span.end).min(border);
        let column = span.starts.partition_point(|start| *start <= from);
        let last = span.starts.partition_point(|start| *start < end);
        parts.push(Part {
            span: ColumnStatistics { from, end, starts: span.starts[column..last].to_vec(), check: task.check_at(from), ..*span },
            column,
        });
        from = end;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_hold_every_column_and_end_at_cuts() {
        let subject = FunctionUnderTest::find("RCP", 90).unwrap();
        let (from, end) = (1 << 31, (1 << 31) + (1 << 24) + 5);
        let starts: Vec<u64> = (1..1000).map(|at| from + at * 16_777).collect();
        let span =
            ColumnStatistics { from, end, scale: semantics::sweep::column_statistics::Scale::Ulps, check: None, starts: starts.clone() };
        let cuts = vec![from + 3, from + 1_000_000];
        let parts = cut(&Task { subject, target: 90, span, cuts: cuts.clone(), checks: Vec::new() });
        assert_eq!((parts[0].span.from, parts.last().unwrap().span.end), (from, end));
        assert!(parts.windows(2).all(|pair| pair[0].span.end == pair[1].span.from));
        assert!(cuts.iter().all(|cut| parts.iter().any(|part| part.span.end == *cut)));
        for part in &parts {
            // The first column of a part is the one that its first operand is in.
            assert_eq!(part.column, starts.iter().filter(|start| **start <= part.span.from).count());
            assert!(part.span.starts.iter().all(|start| *start > part.span.from && *start < part.span.end));
        }
    }
}
