//! Which lowerings fit what was measured: every bit of every window, or none does, and then the one that differs least.

use super::{Function, Hash, LOWERINGS, Lowering, Maker, Report, Table, WINDOW_BITS, WINDOWS};
use crate::trace::sentence::count;

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

/// What became of a function in a report, and the same in words; None where nothing of it was measured.
#[must_use]
pub fn found(report: &Report, table: Option<&Table>, function: Function) -> Option<(Verdict, String)> {
    let hashes = report.hashes(function)?;
    let windows = hashes.iter().flatten().count();
    if windows == 0 {
        return None;
    }
    let results = if windows == WINDOWS { ["all ", &count(1 << 32)].concat() } else { count((windows as u64) << WINDOW_BITS) };
    let Some(table) = table else { return Some((Verdict::Open, [&results, " results hashed"].concat())) };
    let verdict = verdict(table, function, hashes, report.maker());
    let words = match &verdict {
        Verdict::Fits(fits) => {
            let names: Vec<&str> = fits.iter().map(|lowering| lowering.says).collect();
            let names = names.join("; or ");
            [&*names, if fits.len() > 1 { ": either gives " } else { ": " }, &results, " results equal"].concat()
        }
        Verdict::Apart { nearest, windows: differ } => {
            let differ = match differ.len() {
                1 => "1 window differs".to_owned(),
                number => [&count(number as u64), " windows differ"].concat(),
            };
            ["no known lowering fits: ", &differ, " of ", &count(windows as u64), ", beside ", nearest.says].concat()
        }
        Verdict::Open => [&results, " results hashed, equal to no exact arithmetic that we hold them against"].concat(),
    };
    Some((verdict, words))
}
