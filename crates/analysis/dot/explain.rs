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
        return Err("What was seen is missing: the code of D comes last.".into());
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
