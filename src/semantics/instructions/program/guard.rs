//! Whether a guard lets its instruction run, in PTX and in machine code alike.
//!
//! A predicate that nobody set holds what lets the first instruction run that asks for it: whoever types `@p add…` wants to see the sum.
//! It keeps that value, so that of `@p` and `@!p` one runs.

/// The bits of an unset predicate, by whether the first guard that asks for it is negated (`@!p`).
pub const fn unset_predicate(negated: bool) -> u64 {
    !negated as u64
}

/// Whether a guard lets its instruction run: the predicate's lowest bit, where it was set, is what the guard asks for.
pub const fn guard_holds(negated: bool, predicate: Option<u64>) -> bool {
    let bits = match predicate {
        Some(bits) => bits,
        None => unset_predicate(negated),
    };
    (bits & 1 == 1) != negated
}

/// What is to be said of a predicate that was never given, as `ulp` says it.
pub fn assumption(predicate: &str) -> String {
    format!("{predicate} is not given and lets the instruction run.")
}
