//! Integers of more than a word: sums whose carry goes through a predicate, and comparisons of upper words.

use super::lift::{Does, From, Lifted, Taken};
use super::machine::{Name, RZ};
use super::sources::{Line, carried, compute, predicate, taken, taken_from, with_sign};
use crate::evaluate::Comparison;
use crate::instruction::Modifier;
use crate::number::{OperandType, S32, S64, U32, U64};
use crate::operation::{Alu, Relation};

/// IADD3 and IADD, alone or with carries that go to predicates or come from them: `P0, !PT` behind them, or `P0` alone. Two predicates in front
/// say whether there is a carry, and whether there are two (Mesa's compiler NAK, tested on chips).
pub(super) fn sum(line: &Line, words: &str, count: usize) -> Option<Lifted> {
    let (out, from) = line.carries()?;
    let (from, carry) = from.split_at_checked(count)?;
    let word = OperandType::one(U32);
    let mut sources = Vec::new();
    // Where a carry is written, -b is ~b + 1: of b = 0 that is 2^32, which gives a carry.
    let mut ones = 0;
    for text in from.iter().filter(|text| !matches!(**text, "RZ" | "URZ")) {
        let is_number = text.trim_start_matches(['~', '-']).starts_with("0x");
        sources.push(match (text.strip_prefix('~'), text.strip_prefix('-')) {
            (Some(name), _) if words == "X" && !is_number => Taken { turned: U32.mask(), ..taken(name, word)? },
            // With .X a sign turns every bit, which is written ~.
            (None, Some(_)) if !is_number && words == "X" => return None,
            (None, Some(name)) if !is_number && !out.is_empty() => {
                ones += 1;
                Taken { turned: U32.mask(), ..taken(name, word)? }
            }
            (None, _) => with_sign(text, word)?,
            _ => return None,
        });
    }
    if ones > 0 {
        sources.push(taken_from(From::Bits(ones), word));
    }
    match (words, carry) {
        ("", []) => {}
        ("X", [carry] | [carry, "!PT" | "!UPT"]) => sources.push(carried(carry)?),
        ("X", [first, second]) => {
            sources.resize(3, taken_from(From::Bits(0), word));
            sources.push(both_carried(first, second)?);
        }
        _ => return None,
    }
    sources.resize(sources.len().max(1), taken_from(From::Bits(0), word));
    let mut writes = line.destination(false)?;
    writes.extend(&out);
    let (alu, to) = if out.is_empty() { (Alu::AddAll, U32) } else { (Alu::AddAllCarries, U64) };
    (sources.len() <= 4).then(|| line.lifted(compute(alu, to, &sources), sources, OperandType::one(to), writes))
}

/// Two predicates as the two words of a source, each a carry.
fn both_carried(first: &str, second: &str) -> Option<Taken> {
    let ([(first, not_first), (second, not_second)], pair) = ([predicate(first)?, predicate(second)?], OperandType::one(U64));
    let turned = u64::from(not_first) | u64::from(not_second) << 32;
    Some(Taken { turned, ..taken_from(From::Names([first, second]), pair) })
}

/// ISETP: `GT.U32.AND`. With `.EX` it compares upper words, and where they are equal a predicate says what the lower ones gave.
pub(super) fn comparison(line: &Line, words: &str) -> Option<Lifted> {
    let (words, lower, from) = match (words.strip_suffix(".EX"), line.from.split_last()) {
        (Some(words), Some((lower, from))) => (words, Some(predicate(lower)?), from),
        _ => (words, None, line.from),
    };
    let [also, a, b, joined] = from else { return None };
    if also.starts_with('U') != line.to.starts_with('U') {
        return None;
    }
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
