//! Logic of words and of predicates: LOP3 and PLOP3.

use super::lift::{From, Lifted, Taken};
use super::machine::{Name, RZ};
use super::sources::{Line, compute, predicate, taken, taken_from};
use crate::number::{Format, OperandType, U8, U32, U64};
use crate::operation::Alu;

/// LOP3: its word, and a predicate that says whether one of its bits is 1.
pub(super) fn logic(line: &Line, words: &str) -> Option<Lifted> {
    const SOURCES: &[&Format] = &[U32, U32, U32, U8];
    let of = |line: &Line, alu, to, beside: &[Name]| match line.from {
        [from @ .., "!PT" | "!UPT"] if from.len() == 4 => {
            Line { from, ..*line }.computes_beside(beside, alu, to, SOURCES, &[0, 1, 2, 3], &[])
        }
        _ => None,
    };
    if words != "LUT" {
        return None;
    }
    match predicate(line.to) {
        None => of(line, Alu::Lop3, U32, &[]),
        Some((tested, false)) => {
            let (to, from) = line.from.split_first()?;
            of(&Line { to, from, guard: line.guard }, Alu::Lop3Tested, U64, &[tested])
        }
        _ => None,
    }
}

/// PLOP3 of three predicates into one.
pub(super) fn predicates(line: &Line, words: &str) -> Option<Lifted> {
    let ["PT" | "UPT", from @ .., table, last] = line.from else { return None };
    let ([_, _, _], "LUT") = (from, words) else { return None };
    let word = OperandType::one(U32);
    let [From::Bits(table), From::Bits(_)] = [taken(table, OperandType::one(U8))?.from, taken(last, word)?.from] else { return None };
    let read: Vec<(Name, bool)> = from.iter().map(|text| predicate(text)).collect::<Option<_>>()?;
    // A source that is turned around reads the table from the other side: a is the highest bit of the place.
    let turned = read.iter().fold(0, |all, (_, negated)| all << 1 | usize::from(*negated));
    let table = (0..8).fold(0, |all, at| all | (table >> (at ^ turned) & 1) << at);
    let names = read.iter().map(|(name, _)| taken_from(From::Names([*name, Name::Register(RZ)]), word));
    let sources: Vec<Taken> = names.chain([taken_from(From::Bits(table), OperandType::one(U8))]).collect();
    let to = predicate(line.to).filter(|(_, negated)| !negated)?.0;
    Some(line.lifted(compute(Alu::Lop3, U32, &sources), sources, word, vec![to]))
}
