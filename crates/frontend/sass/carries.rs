//! Integers of more than a word: sums whose carry goes through a predicate, and comparisons of upper words.

use super::integers::{Line, compute, predicate, taken, taken_from, with_sign};
use super::lift::{Does, From, Lifted, Taken};
use super::machine::{Name, RZ};
use crate::evaluate::Comparison;
use crate::instruction::Modifier;
use crate::number::{OperandType, S32, S64, U32, U64};
use crate::operation::{Alu, Relation};

/// IADD3 and IADD, alone or with a carry that goes to a predicate or comes from one: `P0, !PT` behind them, or `P0` alone.
pub(super) fn sum(line: &Line, words: &str, count: usize) -> Option<Lifted> {
    let (to_carry, from) = line.carries()?;
    let (from, carry) = from.split_at_checked(count)?;
    // A carry stays among the registers of its kind.
    if to_carry.is_some_and(|carry| matches!(carry, Name::UniformPredicate(_)) != line.to.starts_with('U')) {
        return None;
    }
    let word = OperandType::one(U32);
    let mut sources = Vec::new();
    // Where a carry is written, -b is ~b + 1: of b = 0 that is 2^32, which gives a carry.
    let mut ones = 0;
    for text in from.iter().filter(|text| !matches!(**text, "RZ" | "URZ")) {
        let is_number = text.trim_start_matches(['~', '-']).starts_with("0x");
        sources.push(match (text.strip_prefix('~'), text.strip_prefix('-')) {
            (Some(name), _) if words == "X" && !is_number => Taken { turned: U32.mask(), ..taken(name, word)? },
            (None, Some(name)) if !is_number && to_carry.is_some() => {
                ones += 1;
                Taken { turned: U32.mask(), ..taken(name, word)? }
            }
            (None, Some(_)) if !is_number && words == "X" => return None,
            (None, _) => with_sign(text, word)?,
            _ => return None,
        });
    }
    // Two words have one carry.
    let one_carry = sources.len() < 3 && ones < 2 && (words.is_empty() || ones == 0);
    if ones > 0 {
        sources.push(taken_from(From::Bits(ones), word));
    }
    let mut lifted = match (words, carry) {
        ("", []) => sources,
        ("X", [carry] | [carry, "!PT" | "!UPT"]) => sources.into_iter().chain([carried(carry)?]).collect(),
        _ => return None,
    };
    lifted.resize(lifted.len().max(1), taken_from(From::Bits(0), word));
    let mut writes = line.destination(false)?;
    let to = match to_carry {
        Some(_) if !one_carry => return None,
        Some(carry) => {
            writes.push(carry);
            U64
        }
        None => U32,
    };
    (lifted.len() <= 4).then(|| line.lifted(compute(Alu::AddAll, to, &lifted), lifted, OperandType::one(to), writes))
}

/// A predicate as a carry.
pub(super) fn carried(text: &str) -> Option<Taken> {
    let (name, negated) = predicate(text)?;
    let word = OperandType::one(U32);
    Some(Taken { turned: negated.into(), ..taken_from(From::Names([name, Name::Register(RZ)]), word) })
}

/// ISETP: `GT.U32.AND`. With `.EX` it compares upper words, and where they are equal a predicate says what the lower ones gave.
pub(super) fn comparison(line: &Line, words: &str) -> Option<Lifted> {
    let (words, lower, from) = match (words.strip_suffix(".EX"), line.from.split_last()) {
        (Some(words), Some((lower, from))) => (words, Some(predicate(lower)?), from),
        _ => (words, None, line.from),
    };
    let [also, a, b, joined] = from else { return None };
    let parts: Vec<&str> = words.split('.').collect();
    let (relation, format, boolean) = match parts[..] {
        [relation, boolean] => (relation, S32, boolean),
        [relation, "U32", boolean] => (relation, U32, boolean),
        [relation, "U64", boolean] if lower.is_none() => (relation, U64, boolean),
        [relation, "S64", boolean] if lower.is_none() => (relation, S64, boolean),
        _ => return None,
    };
    let boolean = Modifier::named(&[".", &boolean.to_ascii_lowercase()].concat()).filter(|_| matches!(boolean, "AND" | "OR" | "XOR"))?;
    let sources = [taken(a, OperandType::one(format))?, taken(b, OperandType::one(format))?];
    let (relation, sources) = match lower {
        None => (relation, sources),
        Some(lower) => extended(relation, sources, lower)?,
    };
    let own = sources[0].own;
    let relation =
        Relation::named(&relation.to_ascii_lowercase()).filter(|_| matches!(relation, "LT" | "EQ" | "LE" | "GT" | "NE" | "GE"))?;
    let to = OperandType { lanes: 2, ..OperandType::PREDICATE };
    let writes = [line.to, also].map(|text| predicate(text).filter(|(_, negated)| !negated).map(|(name, _)| name));
    let comparison = Comparison { own, to, relation, boolean: Some(boolean), flush: false };
    let all = line.lifted(Does::Compare(comparison), sources.into(), to, writes.into_iter().collect::<Option<_>>()?);
    Some(Lifted { predicate: predicate(joined)?, ..all })
}

/// A comparison of upper words as one of pairs: below the word of a stands what the lower words gave, or its opposite, and below that of b
/// zero. So equal words leave the answer to the predicate.
fn extended(relation: &str, [a, b]: [Taken; 2], (lower, negated): (Name, bool)) -> Option<(&str, [Taken; 2])> {
    let (relation, inverts) = match relation {
        "GE" | "GT" => ("GT", false),
        "LT" | "LE" => ("LE", true),
        "EQ" => ("EQ", true),
        "NE" => ("NE", false),
        _ => return None,
    };
    let own = OperandType::one(if a.own.format == S32 { S64 } else { U64 });
    let From::Names([a, _]) = a.from else { return None };
    let b = match b.from {
        From::Names([name, _]) => From::Names([Name::Register(RZ), name]),
        From::Bits(bits) => From::Bits(bits << 32),
    };
    let a = Taken { turned: (inverts != negated).into(), ..taken_from(From::Names([lower, a]), own) };
    Some((relation, [a, taken_from(b, own)]))
}
