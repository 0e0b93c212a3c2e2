//! What was right and wrong of each kind of problem, and from that which problem comes next: a function of the record and its seed alone.
//!
//! A mistake brings the same kind back at once and easier. Right ones in a row come back ever later, every second of them harder; what is
//! not due makes room for kinds that were not asked yet. A problem solved with steps shown counts for neither.

use super::{Attempt, KINDS, Kind, Set};
use crate::number::{BF16, E4M3, F16, F32, Format, Random};
use core::fmt::Write;

/// A format, and whether special patterns occur.
type Difficulty = (&'static Format, bool);

const FORMS: [Difficulty; 4] = [(E4M3::ROW, false), (F16::ROW, false), (F16::ROW, true), (F32::ROW, true)];
/// Nothing adds in 8 bits; of those that do, bfloat16 has the fewest digits.
const SUMS: [Difficulty; 4] = [(BF16::ROW, false), (F16::ROW, false), (F16::ROW, true), (F32::ROW, true)];
/// Kinds that know neither formats nor special patterns.
const ONE: [Difficulty; 1] = [(F16::ROW, false)];

/// A kind's difficulties, the easiest first.
fn difficulties(kind: Kind) -> &'static [Difficulty] {
    match kind {
        Kind::Block | Kind::Group | Kind::Flag => &ONE,
        kind if kind.fits(E4M3::ROW) => &FORMS,
        _ => &SUMS,
    }
}

/// How the last problem of a kind went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Went {
    Right,
    Shown,
    Wrong,
}

const WENT: [(Went, char); 3] = [(Went::Right, '+'), (Went::Shown, '='), (Went::Wrong, '-')];

/// What is known of a kind that was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    /// Its next difficulty, and the one before.
    level: usize,
    before: usize,
    /// Right ones in a row.
    row: u32,
    /// The number of the problem from which on it is to be asked again.
    due: u32,
    went: Went,
}

impl Known {
    fn read(text: &str, highest: usize) -> Option<Known> {
        let parts: Vec<&str> = text.split(':').collect();
        let [level, before, row, due, went] = parts[..] else { return None };
        let level_of = |text: &str| text.parse().ok().map(|level: usize| level.min(highest));
        let went = WENT.iter().find(|one| went.starts_with(one.1))?.0;
        Some(Known { level: level_of(level)?, before: level_of(before)?, row: row.parse().ok()?, due: due.parse().ok()?, went })
    }
}

/// What was right and wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The seed of all problems.
    pub seed: u64,
    /// The number of the last problem that was answered.
    pub last: u32,
    kinds: [Option<Known>; KINDS.len()],
}

/// A problem to come, and why it comes.
#[derive(Clone, Debug, PartialEq)]
pub struct Next {
    /// What is asked.
    pub kind: Kind,
    /// How difficult it is, counted from zero.
    pub level: usize,
    /// How many difficulties its kind has.
    pub of: usize,
    /// Why, in a sentence.
    pub why: String,
}

impl Next {
    /// The set that it is of.
    pub fn set(&self, seed: u64) -> Set {
        let all = difficulties(self.kind);
        let (format, special) = all[self.level.min(all.len() - 1)];
        Set { seed, kinds: vec![self.kind], format, special }
    }
}

impl Record {
    /// Nothing was asked yet.
    pub fn new(seed: u64) -> Record {
        Record { seed, last: 0, kinds: [None; KINDS.len()] }
    }

    /// The kinds that were asked, with the difficulty that each has reached, counted from one, and how many it has.
    pub fn reached(&self) -> impl Iterator<Item = (Kind, usize, usize)> {
        let kinds = KINDS.iter().zip(&self.kinds);
        kinds.filter_map(|((kind, ..), known)| Some((*kind, (*known)?.level + 1, difficulties(*kind).len())))
    }

    /// Whether the last problem of every kind was of the highest difficulty, and right.
    pub fn is_done(&self) -> bool {
        KINDS.iter().zip(&self.kinds).all(|((kind, ..), known)| {
            known.is_some_and(|known| known.went == Went::Right && known.before + 1 == difficulties(*kind).len())
        })
    }

    /// Takes an answer in. What is of no difficulty that is ever set here changes nothing.
    pub fn answered(&mut self, set: &Set, attempt: &Attempt) {
        let [kind] = set.kinds[..] else { return };
        let all = difficulties(kind);
        let Some(level) = all.iter().position(|(format, special)| format.name == set.format.name && *special == set.special) else {
            return;
        };
        let Some(known) = KINDS.iter().position(|row| row.0 == kind).map(|place| &mut self.kinds[place]) else { return };
        let (row, failed) = known.map_or((0, false), |known| (known.row, known.went == Went::Wrong));
        let number = attempt.number;
        *known = Some(match (attempt.right == attempt.of, attempt.revealed) {
            (true, 0) => {
                let row = row.saturating_add(1);
                let due = number.saturating_add(1 + row.min(5) * 2);
                Known { level: (level + usize::from(row % 2 == 0)).min(all.len() - 1), before: level, row, due, went: Went::Right }
            }
            (true, _) => Known { level, before: level, row: 0, due: number.saturating_add(2), went: Went::Shown },
            // What went wrong twice and cannot be easier lets something else come between.
            (false, _) => {
                let due = number.saturating_add(if failed && level == 0 { 3 } else { 1 });
                Known { level: level.saturating_sub(1), before: level, row: 0, due, went: Went::Wrong }
            }
        });
        self.last = self.last.max(number);
    }

    /// The problem of a number: what is due, mistakes before all else; then a kind that was not asked yet; else what is due soonest.
    pub fn next(&self, number: u32) -> Next {
        let asked = || self.kinds.iter().enumerate().filter_map(|(place, known)| Some((place, (*known)?)));
        let urgent = |known: &Known| (known.due > number, known.went != Went::Wrong, known.due);
        let first = asked().map(|(_, known)| urgent(&known)).min();
        let new = self.kinds.iter().position(Option::is_none);
        let place = match (first, new) {
            (Some(first), new) if !first.0 || new.is_none() => {
                let first: Vec<usize> = asked().filter(|(_, known)| urgent(known) == first).map(|(place, _)| place).collect();
                Random::stream(self.seed, number).one(&first, 0)
            }
            (_, new) => new.unwrap_or(0),
        };
        let kind = KINDS[place].0;
        let known = self.kinds[place];
        Next { kind, level: known.map_or(0, |known| known.level), of: difficulties(kind).len(), why: self.why(kind, known) }
    }

    fn why(&self, kind: Kind, known: Option<Known>) -> String {
        let name = kind.name();
        match known {
            None if self.last == 0 => format!("A first problem, “{name}”: your answers choose the next one."),
            None => format!("A new kind of problem: “{name}”."),
            Some(Known { went: Went::Wrong, level, before, .. }) if level < before => {
                format!("The last “{name}” was not all right, so here is an easier one.")
            }
            Some(Known { went: Went::Wrong, .. }) => format!("The last “{name}” was not all right, so here is another one."),
            Some(Known { went: Went::Shown, .. }) => format!("You solved the last “{name}” with steps shown: try one without them."),
            Some(Known { level, before, .. }) if level > before => format!("You solved “{name}” twice in a row, so here is a harder one."),
            Some(_) => format!("You solved “{name}” before: can you still do it?"),
        }
    }

    /// The record as text.
    pub fn written(&self) -> String {
        let mut text = format!("{:x}:{}", self.seed, self.last);
        for ((_, name, _), known) in KINDS.iter().zip(&self.kinds) {
            if let Some(Known { level, before, row, due, went }) = known {
                let went = WENT.iter().find(|one| one.0 == *went).map_or('=', |one| one.1);
                // Writing to a string cannot fail.
                let _ = write!(text, " {name}:{level}:{before}:{row}:{due}:{went}");
            }
        }
        text
    }

    /// Reads what was written; what is none of it counts as not asked.
    pub fn read(text: &str) -> Option<Record> {
        let mut words = text.split(' ');
        let (seed, last) = words.next()?.split_once(':')?;
        let mut record = Record { last: last.parse().ok()?, ..Record::new(u64::from_str_radix(seed, 16).ok()?) };
        for word in words {
            let Some((name, known)) = word.split_once(':') else { continue };
            let Some(place) = KINDS.iter().position(|kind| kind.1 == name) else { continue };
            record.kinds[place] = Known::read(known, difficulties(KINDS[place].0).len() - 1);
        }
        Some(record)
    }
}
