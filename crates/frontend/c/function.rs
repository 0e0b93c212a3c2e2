//! Names that are no functions, and what was probably meant.

use super::library::intrinsics;
use crate::instruction::cuda::{Function, LIBRARY, MODES, function_named, functions, suffix};
use crate::rounding::Mode;
use crate::syntax::{Diagnostic, Fix, sort_by_key};
use core::ops::Range;

/// A name that no row has.
pub(super) fn unknown_function(name: &str, span: Range<usize>) -> Diagnostic {
    if let Some((_, prototype)) = intrinsics().find(|(own, _)| *own == name) {
        let message = format!("The arguments follow in parentheses: {prototype}.");
        return Diagnostic::error("missing-parenthesis", span, message);
    }
    // PTX spells two modes otherwise, and half of all wrong suffixes are those.
    let (stem, wrong) = name.rsplit_once('_').map_or((name, ""), |(stem, wrong)| (stem, wrong));
    let of_stem = |stem: &str| functions().iter().find(|function| function.stem == stem && !function.modes.is_empty());
    if let Some(function) = of_stem(name).or_else(|| of_stem(stem)) {
        let legal: Vec<String> = function.names().into_iter().map(|(name, _)| name).collect();
        let suffixes: Vec<String> = function.modes.iter().map(|mode| format!("_{}", suffix(*mode))).collect();
        let known = MODES.iter().any(|mode| suffix(*mode) == wrong);
        let message = match (function.stem == name, known) {
            (true, _) => format!("`{name}` needs a rounding: {}.", suffixes.join(" ")),
            (false, true) => format!("`{stem}` does not round that way. It takes {}.", suffixes.join(" ")),
            (false, false) => format!("`_{wrong}` is no rounding of CUDA. `{stem}` takes {}.", suffixes.join(" ")),
        };
        let meant = match wrong {
            "rp" => Some(Mode::Rp),
            "rm" => Some(Mode::Rm),
            _ => None,
        };
        let mut order = legal.clone();
        if let Some(meant) = meant {
            sort_by_key(&mut order, |name| u64::from(!name.ends_with(suffix(meant))));
        }
        let diagnostic = Diagnostic::error("unknown-suffix", span.clone(), message).with_alternatives(legal);
        return order
            .into_iter()
            .fold(diagnostic, |diagnostic, name| diagnostic.with_fix(Fix::replace(format!("write {name}"), span.clone(), name)));
    }
    let guess = meant(name).or_else(|| meant(stem));
    let message = match guess {
        Some(guess) => format!("`{name}` is not among the functions covered here. Did you mean {guess}?"),
        None => format!("`{name}` is not among the functions covered here."),
    };
    let diagnostic = Diagnostic::error("unknown-function", span.clone(), message);
    let function = functions().iter().find(|function| Some(function.stem) == guess);
    match function.and_then(|function| {
        let names = function.names();
        let same = names.iter().find(|(_, mode)| mode.is_some_and(|mode| suffix(mode) == wrong)).or(names.first())?;
        Some(same.0.clone())
    }) {
        Some(name) => diagnostic.with_fix(Fix::replace(format!("write {name}"), span, name)),
        None => diagnostic,
    }
}

/// The function that a misspelt name means: its name differs in case, in leading underscores, in the `f` of singles, or in one letter. The
/// name of another function is no misspelling, however near it is: `log1pf` means no `logbf`, and `__hadd`, of halves, no `__fadd`.
fn meant(typed: &str) -> Option<&'static str> {
    let stems = || functions().iter().map(|function| function.stem);
    let bare = |name: &str| name.trim_start_matches('_').trim_end_matches('f').to_ascii_lowercase();
    let same = stems().find(|stem| stem.eq_ignore_ascii_case(typed)).or_else(|| stems().find(|stem| bare(stem) == bare(typed)));
    let other = typed.starts_with("__h") || LIBRARY.iter().any(|entry| entry.has(typed.trim_start_matches('_')));
    same.or_else(|| stems().find(|stem| !other && one_letter(typed, stem)))
}

/// Whether two names differ in one letter that is missing, added or another one.
fn one_letter(a: &str, b: &str) -> bool {
    let longest = a.len().max(b.len());
    let same = |pairs: &mut dyn Iterator<Item = (u8, u8)>| pairs.take_while(|(a, b)| a == b).count();
    let (front, back) = (same(&mut a.bytes().zip(b.bytes())), same(&mut a.bytes().rev().zip(b.bytes().rev())));
    a.len().abs_diff(b.len()) <= 1 && front + back + 1 >= longest
}

/// The error for the name of a function without its parentheses.
pub(super) fn no_parenthesis(name: &str, span: &Range<usize>) -> Option<Diagnostic> {
    // `exp` is what some prototypes call an exponent.
    let parameter = functions().iter().flat_map(|function| &function.parameters).any(|own| own.name == name);
    let Some((function, mode)) = function_named(name).filter(|_| !parameter) else {
        return name.starts_with("__").then(|| unknown_function(name, span.clone()));
    };
    let parameters: Vec<&str> = function.parameters.iter().map(|parameter| parameter.name).collect();
    let text = ["(", &parameters.join(", "), ")"].concat();
    let message = format!("The arguments follow in parentheses: {}.", function.prototype(mode));
    let fix = Fix::replace(format!("write {name}{text}"), span.end..span.end, text);
    Some(Diagnostic::error("missing-parenthesis", span.clone(), message).with_fix(fix))
}

/// A note where a name is not CUDA's own.
pub(super) fn other_spelling(name: &str, span: Range<usize>, function: &Function, mode: Option<Mode>) -> Option<Diagnostic> {
    // CUDA has this one itself.
    if !function.row.spellings.contains(&name) || name == "__float2half" {
        return None;
    }
    let own = mode.map_or(function.stem.to_owned(), |mode| [function.stem, "_", suffix(mode)].concat());
    let write = |own: &str| Fix::replace(format!("write {own}"), span.clone(), own);
    let doubles = of_doubles(name, function);
    let message = match doubles {
        Some(doubles) => {
            format!("{name} takes a float or a double; here it is {own}, which takes a float. For a double there is {doubles}.")
        }
        None => format!("{name} is the text's name; CUDA's is {own}."),
    };
    let note = Diagnostic::note("spelling", span.clone(), message).with_fix(write(&own));
    Some(doubles.into_iter().fold(note, |note, doubles| note.with_fix(write(doubles))))
}

/// The function for doubles behind a name that C has for both types: `__isnan` behind `isnan`, which is a spelling of `__isnanf`.
pub(super) fn of_doubles(name: &str, function: &Function) -> Option<&'static str> {
    let both = function.row.spellings.contains(&name) && !name.starts_with("__");
    function.stem.strip_suffix('f').filter(|stem| both && stem.starts_with("__"))
}
