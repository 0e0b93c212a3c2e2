//! Words that were misspelt.

use crate::instruction::cuda::LIBRARY;

/// The word nearest to what was typed, if it is near enough: a third of its letters may differ.
pub fn nearest<'a>(typed: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if typed.len() > 24 {
        return None;
    }
    let (distance, word) = words.map(|word| (distance(typed.as_bytes(), word.as_bytes()), word)).min_by_key(|(distance, _)| *distance)?;
    (distance <= word.len().div_ceil(3)).then_some(word)
}

/// The word that a misspelt one means: the nearest where no other one is as near. The name of a function is no misspelling of another one:
/// `asin` does not mean `sin`, nor `.EXP` `.EX2`.
pub fn misspelt<'a>(typed: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = typed.trim_start_matches('.').to_ascii_lowercase();
    let function = LIBRARY.iter().any(|entry| entry.has(&name));
    only_near(typed, words).filter(|_| !function)
}

/// The nearest word where no other one is as near.
fn only_near<'a>(typed: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let words: Vec<&str> = words.collect();
    let found = nearest(typed, words.iter().copied())?;
    let near = |word: &str| distance(typed.as_bytes(), word.as_bytes());
    words.iter().all(|word| *word == found || near(word) > near(found)).then_some(found)
}

/// The number of letters to insert, delete or replace.
pub(super) fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = core::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let cost = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
