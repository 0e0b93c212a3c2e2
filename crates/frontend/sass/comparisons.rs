//! What comparisons of machine code compute: FSETP and its kind, and the choice between two doubles.

use super::lift::{Does, NAMELESS, Work, computation};
use crate::evaluate::Comparison;
use crate::instruction::sass::{Instruction, Letter, Role};
use crate::instruction::{Meaning, Modifier, ModifierSet};
use crate::number::{F64, OperandType};
use crate::operation::Relation;

pub(super) const PREDICATES: OperandType = OperandType { lanes: 2, ..OperandType::PREDICATE };

pub(super) fn comparison(instruction: &Instruction, own: OperandType, to: OperandType) -> Result<Work, &'static str> {
    if let Some(meaning) = instruction.spelled(Role::Compare).and_then(|word| match &*word {
        "MIN" => Some(Meaning::Minimum),
        "MAX" => Some(Meaning::Maximum),
        _ => None,
    }) {
        return pick(instruction, own, meaning);
    }
    let number = |role| instruction.choice(role).unwrap_or(0);
    let booleans = [Modifier::And, Modifier::Or, Modifier::Xor];
    let comparison = Comparison {
        own,
        to,
        // The number of a relation has a bit for each outcome for which it holds.
        relation: Relation::among(number(Role::Compare) as u8),
        boolean: Some(*booleans.get(number(Role::Combine) as usize).ok_or(NAMELESS)?),
        flush: instruction.has(Role::Flush),
    };
    Ok((Does::Compare(comparison), to, vec![(Letter::A, own), (Letter::B, own)]))
}

/// DSETP.MIN and .MAX, which stand before the selections of `min.f64`. As `min.f64` needs, they choose the number of a number and a NaN, b as
/// a quiet NaN of two NaNs, and -0 as the smaller zero. What P0 and P1 hold is inferred from that alone.
fn pick(instruction: &Instruction, own: OperandType, meaning: Meaning) -> Result<Work, &'static str> {
    let joins = instruction.choice(Role::Combine) != Some(0) || instruction.take(87, 4) != 7;
    if own.format != F64::ROW || joins {
        return Err("what .MIN and .MAX of a comparison give is not documented but for doubles and .AND with PT");
    }
    let sources = vec![(Letter::A, own), (Letter::B, own)];
    match computation(meaning, ModifierSet::NONE, own, sources.clone()) {
        (Does::Compute(computation), ..) => Ok((Does::Pick(computation), PREDICATES, sources)),
        _ => Err(NAMELESS),
    }
}
