//! Registers with their bits, and what a guard makes of a predicate that has none.
//!
//! A predicate that nobody set holds what lets the first instruction run that asks for it: whoever types `@p add…` wants to see the sum.
//! It keeps that value, so that of `@p` and `@!p` one runs. That holds in PTX and in machine code alike.

/// Registers by name, in the order in which they were first given a value.
///
/// A name matches with or without its `%`; where both spellings have a value, the exact one counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterFile {
    values: Vec<(String, u64)>,
}

impl RegisterFile {
    /// The bits of a register, if it has any.
    pub fn get(&self, name: &str) -> Option<u64> {
        let exact = self.values.iter().find(|(other, _)| other == name);
        let bare = |name: &str| name.strip_prefix('%').map_or(name.len(), str::len);
        let same = |other: &str| name.ends_with(&other[other.len() - bare(other)..]) && bare(name) == bare(other);
        exact.or_else(|| self.values.iter().find(|(other, _)| same(other))).map(|(_, bits)| *bits)
    }

    /// Gives a register its bits.
    pub fn set(&mut self, name: &str, bits: u64) {
        match self.values.iter_mut().find(|(other, _)| other == name) {
            Some((_, value)) => *value = bits,
            None => self.values.push((name.to_owned(), bits)),
        }
    }

    /// Forgets every register.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    /// Names and bits in the order in which they were first given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.values.iter().map(|(name, bits)| (name.as_str(), *bits))
    }
}

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
