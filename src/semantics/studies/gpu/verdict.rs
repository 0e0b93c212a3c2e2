//! Which lowerings fit what was measured: every bit of every window, or none does, and then the one that differs least.

use super::{Function, Hash, LOWERINGS, Lowering, Maker, Table, WINDOWS};

/// The hashes of a function; None for a window that was not measured.
pub type Hashes = [Option<Hash>; WINDOWS];

/// What became of a function.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Nothing of it was measured, or there is nothing to hold it against.
    Open,
    /// These fit in every window that was measured: one, where all were.
    Fits(Vec<&'static Lowering>),
    /// None fits.
    Apart {
        /// The one that differs in the fewest windows.
        nearest: &'static Lowering,
        /// Those windows.
        windows: Vec<u8>,
    },
}

/// Holds the hashes of a function against every lowering that a maker's chip may take; `own` is None for a chip whose maker has none here.
#[must_use]
pub fn verdict(table: &Table, function: Function, hashes: &Hashes, own: Option<Maker>) -> Verdict {
    if hashes.iter().all(Option::is_none) {
        return Verdict::Open;
    }
    let candidates = LOWERINGS.iter().filter(|row| row.function == function && (row.maker() == Maker::Anybody || own == Some(row.maker())));
    let mut held: Vec<(&'static Lowering, Vec<u8>)> = Vec::new();
    for lowering in candidates {
        let Some(model) = table.of(lowering) else { continue };
        let differ = |window: &u8| hashes[usize::from(*window)].is_some_and(|hash| hash != model[usize::from(*window)]);
        held.push((lowering, (0..=u8::MAX).filter(differ).collect()));
    }
    let fits: Vec<_> = held.iter().filter(|(_, windows)| windows.is_empty()).map(|held| held.0).collect();
    if !fits.is_empty() {
        return Verdict::Fits(fits);
    }
    match held.into_iter().min_by_key(|(_, windows)| windows.len()) {
        // Without lowerings of its maker a difference would say nothing of a chip.
        Some((nearest, windows)) if own.is_some() => Verdict::Apart { nearest, windows },
        _ => Verdict::Open,
    }
}
