//! Operands that show what one wants to see: a tie, a flushed result, the worst of an approximation.
//!
//! A proposal comes from a construction or from a seeded search; what is shown has been found by running it. Where an instruction cannot
//! show something, the reason is said, and where nothing was found, how much was tried.

mod convert;
mod goal;
mod instead;
pub mod matrix;
mod propose;
mod verify;
mod worst;

pub use goal::{Goal, covers};
pub use instead::instead;

use crate::evaluate::Request;
use crate::instruction::{Operands, SOURCES};
use crate::number::{Format, Random};
use convert::Conversion;
use propose::Proposer;
use verify::Verifier;

/// Operands that show what was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The operands.
    pub operands: Operands,
    /// The result.
    pub result: u64,
    /// What it shows, in a sentence.
    pub says: String,
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The cases, each other than the others.
    pub cases: Vec<Case>,
    /// Why there can be none.
    pub impossible: Option<String>,
    /// How many proposals were run.
    pub tries: u32,
}

/// Proposals that are run before a search ends.
const TRIES: u32 = 12_000;

/// The format of an operand, or of a lane of it.
pub(crate) fn lane_format(request: &Request) -> &'static Format {
    request.source_type(0).format
}

/// Looks for operands. The operands of `request` do not matter. Equal seeds give equal cases.
pub fn find(request: &Request, goal: Goal, seed: u64, count: usize) -> Found {
    let mut found = Found { cases: Vec::new(), impossible: goal::impossible(goal, request), tries: 0 };
    if found.impossible.is_some() {
        return found;
    }
    let mut random = Random::new(seed);
    if goal == Goal::Worst {
        let (cases, tries) = worst::find(request, &mut random, count);
        return Found { cases, tries, ..found };
    }
    let Some(verifier) = Verifier::new(request, goal) else {
        found.impossible = Some("There is nothing to compare this form with.".into());
        return found;
    };
    let sources = request.form.pattern.source_count();
    let conversion = Conversion::of(request);
    while found.tries < TRIES && found.cases.len() < count {
        found.tries += 1;
        let mut operands = [0; SOURCES];
        if let Some(conversion) = &conversion {
            operands[0] = conversion.operand(goal, &mut random);
        }
        for lane in 0..if conversion.is_some() { 0 } else { request.source_type(0).lanes } {
            let mut proposer = Proposer {
                format: lane_format(request),
                meaning: request.form.meaning,
                mnemonic: request.form.mnemonic(),
                random: &mut random,
            };
            let proposed = proposer.operands(goal);
            for (place, (operand, bits)) in operands.iter_mut().zip(proposed).enumerate() {
                *operand = request.source_type(place).with_lane(*operand, lane, bits);
            }
        }
        for operand in &mut operands[sources..] {
            *operand = 0;
        }
        if found.cases.iter().any(|case| case.operands == operands) {
            continue;
        }
        if let Some((result, says)) = verifier.verify(operands) {
            found.cases.push(Case { operands, result, says });
        }
    }
    found
}
