//! Names that are no instructions, and what was probably meant.

use super::ticked;
use crate::instruction::{Modifier, mnemonics, ptx::ELSEWHERE};
use crate::syntax::diagnostic::{Diagnostic, Fix};
use crate::syntax::edit_distance::misspelt;
use crate::syntax::statement::Word;
use core::ops::Range;

/// Names that other places give to what PTX has too.
const FOREIGN_NAMES: [(&str, &str); 10] = [
    ("exp2", "ex2"),
    ("log2", "lg2"),
    ("fabs", "abs"),
    ("fmin", "min"),
    ("fmax", "max"),
    ("multiply", "mul"),
    ("subtract", "sub"),
    ("ffma", "fma"),
    ("dfma", "fma"),
    ("divide", "div"),
];

/// Functions that PTX has no instruction for, and how its instructions make them.
const MADE_OF_OTHERS: [(&str, &str); 10] = [
    ("exp", "PTX has powers of two only: e^x is ex2(x · 1.442695)."),
    ("exp10", "PTX has powers of two only: 10^x is ex2(x · 3.321928)."),
    ("log", "PTX has logarithms to base 2 only: ln x is lg2(x) · 0.6931472."),
    ("log10", "PTX has logarithms to base 2 only: log10 x is lg2(x) · 0.30103."),
    ("pow", "PTX has powers of two only: x^y is ex2(y · lg2(x)) for a positive x."),
    ("tan", "tan x is sin(x) / cos(x)."),
    ("floor", "A conversion rounds to a whole number: cvt.rmi.f32.f32."),
    ("ceil", "A conversion rounds to a whole number: cvt.rpi.f32.f32."),
    ("trunc", "A conversion rounds to a whole number: cvt.rzi.f32.f32."),
    ("rint", "A conversion rounds to a whole number: cvt.rni.f32.f32."),
];

/// The instruction that was probably meant, and what is wrong with the name.
pub(crate) fn unknown_mnemonic(name: &str, span: Range<usize>, words: &[Word]) -> (Option<&'static str>, Diagnostic) {
    let lower = name.to_ascii_lowercase();
    let same = mnemonics().find(|mnemonic| *mnemonic == lower);
    let known = |guess: &&str| mnemonics().any(|mnemonic| mnemonic == *guess);
    let brought = FOREIGN_NAMES
        .iter()
        .find(|(foreign, _)| *foreign == lower || lower.strip_suffix('f') == Some(foreign))
        .map(|(_, ours)| *ours)
        .filter(known);
    let elsewhere = ELSEWHERE.contains(&name);
    let without_f = lower.strip_suffix('f').unwrap_or(&lower);
    let of_singles = mnemonics().find(|mnemonic| *mnemonic == without_f);
    // A slip spares the first letter, but for that of a machine's `FADD`: `select` and `var` are words of another language.
    let begins = |name: &&str| name.as_bytes().first() == lower.as_bytes().first() || lower.strip_prefix(['f', 'd', 'h']) == Some(*name);
    let near = || misspelt(&lower, mnemonics().filter(begins));
    let guess = same.or(brought).or(of_singles).or_else(near).filter(|_| !elsewhere);
    let made = MADE_OF_OTHERS.iter().find(|(function, _)| *function == without_f).map_or("", |(_, how)| *how);
    let message = match (same, guess) {
        (Some(same), _) => format!("{} is written {same}: PTX is case-sensitive.", ticked(name)),
        (None, Some(guess)) => format!("{} is no instruction of PTX. Did you mean {guess}?", ticked(name)),
        (None, None) if elsewhere => format!("{} is an instruction of PTX that is not covered here.", ticked(name)),
        (None, None) => format!("{} is no instruction of PTX. {made}", ticked(name)).trim_end().to_owned(),
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
