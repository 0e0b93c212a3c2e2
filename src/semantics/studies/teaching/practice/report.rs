//! What someone did with a set, as text to hand in.

use super::{KINDS, Set};
use core::fmt::Write;

/// One problem that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Its number in the set.
    pub number: u32,
    /// Fields that were right at the first check.
    pub right: u32,
    /// Fields that there are.
    pub of: u32,
    /// Steps that were revealed before it.
    pub revealed: u32,
}

/// The text: what was set, what was done, the sum, and the link to the set.
pub fn report(set: &Set, attempts: &[Attempt], link: &str) -> String {
    let mut text = String::from("Ulpscope practice\n");
    let kinds: Vec<&str> = KINDS.iter().filter(|kind| set.kinds.is_empty() || set.kinds.contains(&kind.0)).map(|kind| kind.2).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "set {:x}, {}, {}, special patterns {}",
        set.seed,
        set.format.name,
        kinds.join(", "),
        if set.special { "on" } else { "off" }
    );
    let (mut right, mut of) = (0, 0);
    for attempt in attempts {
        let name = KINDS.iter().find(|kind| kind.0 == set.problem(attempt.number).kind).map_or("", |kind| kind.2);
        let _ = write!(text, "{:>3}. {name:<10} {} of {}", attempt.number, attempt.right, attempt.of);
        let _ = match attempt.revealed {
            0 => writeln!(text),
            1 => writeln!(text, ", 1 step shown before"),
            steps => writeln!(text, ", {steps} steps shown before"),
        };
        right += attempt.right;
        of += attempt.of;
    }
    let share = (right * 100 + of / 2).checked_div(of).unwrap_or(0);
    let _ = writeln!(text, "credit: {right} of {of} fields, {share} %\n{link}");
    text
}
