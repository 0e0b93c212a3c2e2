//! What someone did with a set, as text to hand in.

use super::Set;
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
    let mut text = ["Ulpscope practice\n", &set.described(), "\n"].concat();
    let (mut right, mut of) = (0, 0);
    for attempt in attempts {
        let name = set.problem(attempt.number).kind.name();
        // Writing to a string cannot fail.
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
