//! Operands that show what one wants to see: a tie, a flushed result, the worst of an approximation.
//!
//! A proposal comes from a construction or from a seeded search; what is shown has been found by running it. Where an instruction cannot
//! show something, the reason is said, and where nothing was found, how much was tried.

mod candidates;
mod convert;
mod direct;
mod exhaustive;
mod facts;
mod goal;
mod infeasible;
pub mod matrix;
mod ptx_equivalent;
mod rounding_boundary;
mod verify;
mod worst;

pub use goal::Goal;
pub use ptx_equivalent::instead;

use crate::evaluate::{Request, evaluate};
use crate::instruction::{Operands, SOURCES};
use crate::number::{Format, Random};
use crate::trace::Trace;
use candidates::Proposer;
use convert::Conversion;
use exhaustive::Walk;
use verify::Verifier;

/// Operands that show what was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
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
    pub cases: Vec<Witness>,
    /// Why there can be none.
    pub impossible: Option<String>,
    /// How many proposals were run.
    pub tries: u32,
}

/// Proposals that are run before a search ends.
const TRIES: u32 = 12_000;

/// The same where every operand is run afterwards.
const FIRST_TRIES: u32 = 500;

/// The format of an operand, or of a lane of it.
pub(crate) fn lane_format(request: &Request) -> &'static Format {
    request.source_type(0).format
}

/// Looks for operands. The operands of `request` do not matter. Equal seeds give equal cases.
pub fn find(request: &Request, goal: Goal, seed: u64, count: usize) -> Found {
    let mut found = Found { cases: Vec::new(), impossible: infeasible::impossible(goal, request), tries: 0 };
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
    let walk = Walk::of(request);
    let tries = if walk.is_some() { FIRST_TRIES } else { TRIES };
    for operands in proposals(request, goal, &mut random, tries).chain(words(&walk, seed)) {
        if found.cases.len() == count {
            break;
        }
        found.tries += 1;
        if found.cases.iter().any(|case| case.operands == operands) {
            continue;
        }
        if let Some((result, says)) = verifier.verify(operands) {
            found.cases.push(Witness { operands, result, says });
        }
    }
    found.impossible = walk.filter(|_| found.cases.is_empty()).map(|walk| walk.shows_nothing());
    found
}

/// Operands that show what has a reason against it, by so many proposals for each goal and, where operands have few bits, so many of them all.
/// There are none, and tests hold that.
pub fn against_reason(request: &Request, seed: u64, tries: u32, of_all: usize) -> Option<(Goal, Witness)> {
    if request.form.is_of_integers() {
        return None;
    }
    let goals = Goal::ALL.iter().copied().filter(|goal| *goal != Goal::Worst && infeasible::impossible(*goal, request).is_some());
    let verifiers: Vec<(Goal, Verifier)> = goals.filter_map(|goal| Some((goal, Verifier::new(request, goal)?))).collect();
    let shown = |operands: Operands| {
        let (request, mut trace) = (Request { operands, ..*request }, Trace::default());
        let outcome = evaluate(&request, &mut trace);
        let told = |(goal, verifier): &(Goal, Verifier)| Some((*goal, verifier.says(&request, outcome, &trace)?));
        let (goal, says) = verifiers.iter().find_map(told)?;
        Some((goal, Witness { operands, result: outcome.bits, says }))
    };
    let mut random = Random::new(seed);
    let proposed = verifiers.iter().find_map(|(goal, _)| proposals(request, *goal, &mut random, tries).find_map(shown));
    proposed.or_else(|| words(&Walk::of(request), seed).take(of_all).find_map(shown))
}

/// Every operand, where there are few.
fn words(walk: &Option<Walk>, seed: u64) -> impl Iterator<Item = Operands> {
    walk.iter().flat_map(move |walk| walk.words(seed))
}

/// Operands that are likely to show something.
fn proposals(request: &Request, goal: Goal, random: &mut Random, tries: u32) -> impl Iterator<Item = Operands> {
    let conversion = Conversion::of(request);
    (0..tries).map(move |_| match &conversion {
        Some(conversion) => conversion.operands(request, goal, random),
        None => proposed(request, goal, random),
    })
}

/// Operands of an instruction that is no conversion, every lane by itself; a predicate that is read is drawn.
fn proposed(request: &Request, goal: Goal, random: &mut Random) -> Operands {
    let mut operands = [0; SOURCES];
    for lane in 0..request.source_type(0).lanes {
        let proposed = Proposer::new(request, random).operands(goal);
        for (place, operand) in operands.iter_mut().enumerate().take(request.form.pattern.source_count()) {
            let own = request.source_type(place);
            let bits = if own.is_predicate() { random.below(2) } else { proposed[place] };
            *operand = own.with_lane(*operand, if own.is_predicate() { 0 } else { lane }, bits);
        }
    }
    operands
}
