//! Many answers of tensor cores, one a line: which rows of the table give them.

use super::case::{self, Case};
use crate::line::codes;
use crate::number::{Format, Pattern};
use crate::tensor_core::{Row, Scale, TABLE};
use crate::trace::Silent;
use std::collections::BTreeSet;

/// The most lines that are judged.
const MOST: usize = 5000;

/// Lines and what became of them.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// The numbers and the D that was seen, each with the number of its line, from 1.
    pub lines: Vec<(usize, Case, Pattern)>,
    /// Lines that mean nothing, and why.
    pub unread: Vec<(usize, String)>,
    /// Lines beyond those that are judged.
    pub left: usize,
    /// Every way to compute, that which gives most of the lines first.
    pub verdicts: Vec<Verdict>,
}

/// A way that some chips have in common.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The rows that compute so.
    pub rows: Vec<&'static Row>,
    /// How many lines it gives.
    pub right: usize,
    /// The first that it does not give, as a place in the lines, and what it gives instead.
    pub first: Option<(usize, Pattern)>,
}

/// Judges lines `A B C D` (with scales: `A B C X Y D`), codes in hexadecimal.
pub fn judged(formats: [&'static Format; 3], scale: Option<Scale>, text: &str) -> Judged {
    let mut all = Judged::default();
    let lines = text.lines().enumerate().map(|(place, line)| (place + 1, line.trim()));
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        if all.lines.len() + all.unread.len() >= MOST {
            all.left += 1;
            continue;
        }
        let words: Vec<&str> = line.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()).collect();
        match read(formats, scale, &words) {
            Ok((case, d)) => all.lines.push((number, case, d)),
            Err(why) => all.unread.push((number, why)),
        }
    }
    let lengths: BTreeSet<usize> = all.lines.iter().map(|(_, case, _)| case.products()).collect();
    for row in TABLE {
        if !all.lines.first().is_some_and(|(_, case, _)| case.fits(row)) {
            continue;
        }
        // Sums of one length may be added alike, and those of another not.
        let alike = |verdict: &&mut Verdict| lengths.iter().all(|products| verdict.rows[0].adds_like(row, *products));
        match all.verdicts.iter_mut().find(alike) {
            Some(verdict) => verdict.rows.push(row),
            None => all.verdicts.push(Verdict { rows: vec![row], right: 0, first: None }),
        }
    }
    for verdict in &mut all.verdicts {
        for (place, (_, case, seen)) in all.lines.iter().enumerate() {
            let ours = case.run(verdict.rows[0], &mut Silent);
            if ours == *seen {
                verdict.right += 1;
            } else if verdict.first.is_none() {
                verdict.first = Some((place, ours));
            }
        }
    }
    all.verdicts.sort_by_key(|verdict| std::cmp::Reverse(verdict.right));
    all
}

fn read(formats: [&'static Format; 3], scale: Option<Scale>, words: &[&str]) -> Result<(Case, Pattern), String> {
    let Some((seen, operands)) = words.split_last() else { return Err("There are no codes here.".into()) };
    if words.len() == if scale.is_some() { 5 } else { 3 } {
        return Err("What was seen is missing: the code of D stands last.".into());
    }
    let case = Case::of_codes(formats, scale, operands)?;
    let products = case.products();
    if products > case::MOST {
        return Err(format!("There are {products} products; there is room for {}.", case::MOST));
    }
    if let Some(blocks) =
        scale.map(|scale| products.div_ceil(scale.block)).filter(|blocks| case.scales.iter().any(|one| one.len() != *blocks))
    {
        return Err(format!("{products} elements have {blocks} scales a side."));
    }
    let mut d = Vec::new();
    codes(seen.as_bytes(), 0..seen.len(), formats[2], &mut d).map_err(|why| why.message)?;
    match d[..] {
        [d] => Ok((case, Pattern::new(formats[2], d))),
        _ => Err(format!("D is one code of {}.", formats[2].name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::{F16, F32};
    use crate::tensor_core::{Path, find};

    const HALF: [&Format; 3] = [F16::ROW, F16::ROW, F32::ROW];

    /// Lines with the answers of a chip.
    fn answers(target: u32, count: u64) -> String {
        let row = find(target, Path::MmaSync, "", HALF, None, 16).expect("a row");
        let line = |seed| {
            let case = Case::drawn(HALF, None, 16, seed);
            format!("{} {:08x}\n", case.written(), case.run(row, &mut Silent).bits)
        };
        (0..count).map(line).collect()
    }

    #[test]
    fn a_chip_is_known_by_its_answers() {
        for (target, chip) in [(80, "A100"), (90, "H100"), (70, "V100")] {
            let text = answers(target, 60);
            let judged = judged(HALF, None, &["# a comment", &text, "zz"].join("\n"));
            assert_eq!((judged.lines.len(), judged.unread.len(), judged.left), (60, 1, 0));
            assert!(judged.lines[0].0 == 2 && judged.unread[0].0 == 63, "{:?}", judged.unread);
            let [first, rest @ ..] = &judged.verdicts[..] else { panic!("no verdict") };
            assert!(first.right == 60 && first.first.is_none() && first.rows.iter().any(|row| row.chips.contains(chip)), "{chip}");
            assert!(rest.iter().all(|other| other.right < 60 && other.first.is_some()), "{chip}");
            // Two rows of one way are no two ways.
            assert_eq!(
                rest.iter().chain([first]).map(|verdict| verdict.rows.len()).sum::<usize>(),
                TABLE.iter().filter(|row| judged.lines[0].1.fits(row)).count()
            );
        }
    }

    #[test]
    fn ways_that_part_at_one_length_are_two() {
        // H100's mma.sync adds 24 products in three sums, its wgmma in two of 16, the second half empty.
        let line = |length: usize| format!("{0} {0} 00000000 3f800000\n", "3c00".repeat(length));
        let ways = |text: &str| judged(HALF, None, text).verdicts.len();
        assert!(ways(&line(16)) < ways(&[line(16), line(24)].concat()));
    }

    #[test]
    fn lines_that_mean_nothing_say_why() {
        let long = format!("{0} {0} 00000000 3f800000", "3c00".repeat(257));
        for (line, why) in [
            ("3c00 3c00 00000000", "What was seen is missing"),
            ("3c00 3c003c00 00000000 3f800000", "There are 1 codes of A, 2 of B"),
            ("3c0 3c00 00000000 3f800000", "There are 3 hexadecimal digits"),
            ("3c00 3c00 00000000 3f80", "There are 4 hexadecimal digits"),
            ("1 2 3 4 5 6", "Wanted are 3 groups"),
            (&long, "There are 257 products; there is room for 256."),
        ] {
            let judged = judged(HALF, None, line);
            assert!(
                judged.verdicts.is_empty() && judged.unread.len() == 1 && judged.unread[0].1.starts_with(why),
                "{line}: {:?}",
                judged.unread
            );
        }
    }
}
