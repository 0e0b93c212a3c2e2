//! Names that are no instructions, and what was probably meant.

use super::ticked;
use crate::instruction::{Modifier, mnemonics, ptx::ELSEWHERE};
use crate::syntax::diagnostic::{Diagnostic, Fix};
use crate::syntax::nearest::nearest;
use crate::syntax::statement::Word;
use core::ops::Range;

/// Names that people bring from other places.
const FOREIGN_NAMES: [(&str, &str); 9] = [
    ("exp", "ex2"),
    ("exp2", "ex2"),
    ("log", "lg2"),
    ("log2", "lg2"),
    ("multiply", "mul"),
    ("subtract", "sub"),
    ("ffma", "fma"),
    ("dfma", "fma"),
    ("divide", "div"),
];

/// The instruction that was probably meant, and what is wrong with the name.
pub(crate) fn unknown_mnemonic(name: &str, span: Range<usize>, words: &[Word]) -> (Option<&'static str>, Diagnostic) {
    let lower = name.to_ascii_lowercase();
    let same = mnemonics().find(|mnemonic| *mnemonic == lower);
    let known = |guess: &&str| mnemonics().any(|mnemonic| mnemonic == *guess);
    let brought = FOREIGN_NAMES.iter().find(|(foreign, _)| *foreign == lower).map(|(_, ours)| *ours).filter(known);
    let elsewhere = ELSEWHERE.contains(&name);
    let guess = same.or(brought).or_else(|| nearest(&lower, mnemonics())).filter(|_| !elsewhere);
    let message = match (same, guess) {
        (Some(same), _) => format!("{} is written {same}: PTX is case-sensitive.", ticked(name)),
        (None, Some(guess)) => format!("{} is no instruction of PTX. Did you mean {guess}?", ticked(name)),
        (None, None) if elsewhere => format!("{} is an instruction of PTX that is not covered here.", ticked(name)),
        (None, None) => format!("{} is no instruction of PTX.", ticked(name)),
    };
    let mut diagnostic = Diagnostic::error("unknown-instruction", span.clone(), message).with_alternatives(mnemonics());
    if let Some(guess) = guess {
        // Words in the wrong case are mended along with the name.
        let known = |word: &Word| Modifier::ALL.iter().find(|modifier| modifier.text().eq_ignore_ascii_case(word.text));
        let head = words.iter().try_fold(guess.to_owned(), |head, word| Some(head + known(word)?.text()));
        let fix = match head.filter(|_| same.is_some()) {
            Some(head) => Fix::replace(format!("write {head}"), span.start..words.last().map_or(span.end, |word| word.span.end), head),
            None => Fix::replace(format!("write {guess}"), span, guess),
        };
        diagnostic = diagnostic.with_fix(fix);
    }
    (guess, diagnostic)
}
