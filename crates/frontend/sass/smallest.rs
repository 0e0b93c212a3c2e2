//! The smaller and the larger of integers, of sums and of three; what is computed on each byte or half of a word.

use super::lift::{Does, From, Lifted};
use super::sources::{Line, computation, compute, taken, taken_from, with_sign};
use crate::number::{Format, OperandType, S8, S16, S32, S64, U8, U16, U32, U64};
use crate::operation::Alu;

/// The type by the words, what adds, and what takes the smaller and the larger one.
#[rustfmt::skip]
const KINDS: [(&[&str], &Format, Alu, [Alu; 2]); 7] = [
    (&["", "S32"], S32, Alu::Add, [Alu::Minimum, Alu::Maximum]),
    (&["U32"], U32, Alu::Add, [Alu::Minimum, Alu::Maximum]),
    (&["RELU", "S32.RELU"], S32, Alu::Add, [Alu::MinimumRelu, Alu::MaximumRelu]),
    (&["S16x2"], S32, Alu::AddPairs, [Alu::MinimumPairs, Alu::MaximumPairs]),
    (&["U16x2"], U32, Alu::AddPairs, [Alu::MinimumPairs, Alu::MaximumPairs]),
    (&["S64"], S64, Alu::Add, [Alu::Minimum, Alu::Maximum]),
    (&["U64"], U64, Alu::Add, [Alu::Minimum, Alu::Maximum]),
];

/// IMNMX and VIMNMX of two sources, VIMNMX3 of three, VIADDMNMX of a sum and a source: the smaller one where PT stands at the end, else the
/// larger one. Two predicates in front are PT: what others there would hold is not known.
pub(super) fn smallest(line: &Line, name: &str, words: &str) -> Option<Lifted> {
    if matches!(words, "U8x4" | "S8x4") && name == "VIMNMX" {
        return parts(line, name, words);
    }
    let (_, format, add, both) = KINDS.iter().find(|(all, ..)| all.contains(&words))?;
    let (is_pair, own) = (format.width() > 32, OperandType::one(format));
    // Those of 64 bits have the predicates before the register, and one more behind.
    let (line, from) = match (is_pair, line.to, line.from) {
        (true, "PT" | "UPT", ["PT" | "UPT", to, from @ .., "!PT" | "!UPT"]) if name == "IMNMX" => {
            (Line { guard: line.guard, to, from }, from)
        }
        (false, _, ["PT" | "UPT", "PT" | "UPT", from @ ..] | from) => (Line { from, ..*line }, from),
        _ => return None,
    };
    let (chosen, from) = from.split_last()?;
    let alu = match *chosen {
        "PT" | "UPT" => both[0],
        "!PT" | "!UPT" => both[1],
        _ => return None,
    };
    match (name, from) {
        ("IMNMX", _) if !matches!(words, "" | "U32" | "S64" | "U64") => None,
        ("IMNMX" | "VIMNMX", [a, b]) => {
            let sources = vec![taken(a, own)?, taken(b, own)?];
            Some(line.lifted(compute(alu, format, &sources), sources, own, line.destination(is_pair)?))
        }
        ("VIMNMX3" | "VIADDMNMX", [a, b, c]) => {
            let is_sum = name == "VIADDMNMX";
            let source = |text| if is_sum && *add == Alu::Add { with_sign(text, own) } else { taken(text, own) };
            let first = vec![source(a)?, source(b)?];
            let inner = match (is_sum, alu) {
                (true, _) => *add,
                // What is below zero is dropped at the end.
                (_, Alu::MinimumRelu) => Alu::Minimum,
                (_, Alu::MaximumRelu) => Alu::Maximum,
                (_, alu) => alu,
            };
            line.twice(computation(inner, format, &first), first, |all| computation(alu, format, all), vec![taken(c, own)?])
        }
        _ => None,
    }
}

/// A sum, a difference, a distance, or the smaller or larger number of each byte or half of words.
pub(super) fn parts(line: &Line, name: &str, words: &str) -> Option<Lifted> {
    let format = match (name, words) {
        ("VIADD" | "VIMNMX", "U8x4") | ("VABSDIFF4", "U8") => U8,
        ("VIADD" | "VIMNMX", "S8x4") | ("VABSDIFF4", "") => S8,
        ("VIADD", "16x2") => U16,
        ("VIADD", "S16x2") => S16,
        _ => return None,
    };
    let (alu, a, b) = match (name, line.from) {
        ("VIADD", [a, b]) => match (a.strip_prefix('-'), b.strip_prefix('-').filter(|b| !b.starts_with("0x"))) {
            (None, None) => (Alu::Add, *a, *b),
            (None, Some(b)) => (Alu::Subtract, *a, b),
            (Some(a), None) => (Alu::Subtract, *b, a),
            _ => return None,
        },
        ("VIMNMX", [a, b, "PT" | "UPT"]) => (Alu::Minimum, *a, *b),
        ("VIMNMX", [a, b, "!PT" | "!UPT"]) => (Alu::Maximum, *a, *b),
        ("VABSDIFF4", [a, b, "RZ" | "URZ"]) => (Alu::Distance, *a, *b),
        _ => return None,
    };
    let word = OperandType::one(U32);
    let sources = vec![taken(a, word)?, taken(b, word)?];
    let part = taken_from(From::Bits(0), OperandType::one(format));
    // A distance has no sign.
    let to = if alu == Alu::Distance { U8 } else { format };
    let does = Does::ComputeParts(computation(alu, to, &[part, part]));
    Some(line.lifted(does, sources, word, line.destination(false)?))
}
