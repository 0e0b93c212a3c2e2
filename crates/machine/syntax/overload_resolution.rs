//! The form that the mnemonic and the dotted words name.
//!
//! A head that is right is found in one pass over the mnemonic's forms. Anything else is compared with every form, and the one that
//! needs the least mending is taken; `complaint` says what that mending is.

use super::diagnostic::Diagnostic;
use super::error_messages;
use super::statement::{Head, Piece, Statement, Word};
use crate::instruction::{Context, Form, Modifier, ModifierSet, OperandKind, Refusal, forms_of};
use core::ops::Range;

/// Finds the form. None where no instruction is near enough to be guessed.
pub(super) fn choose(
    text: &str,
    mnemonic: Range<usize>,
    statement: &Statement,
    context: &Context,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Head> {
    let name = &text[mnemonic.clone()];
    let mut candidates = forms_of(name);
    let guessed = candidates.is_empty();
    if guessed {
        let (guess, diagnostic) = error_messages::unknown_mnemonic(name, mnemonic.clone(), &statement.words);
        let Some(guess) = guess else {
            // Nothing else can be said of what is no instruction.
            *diagnostics = vec![diagnostic];
            return None;
        };
        diagnostics.push(diagnostic);
        candidates = forms_of(guess);
    }
    let counted = statement.words.iter().filter(|word| !is_passed_over(word.text, candidates));
    let chosen: ModifierSet = counted.filter_map(Word::meant).collect();
    let slip = statement.words.iter().any(|word| word.slip.is_some());
    let operands = statement.operands.len();
    let chosen_count = |form: &Form| form.pattern.operand_count(chosen) == operands;
    let two = |piece: &Piece| text.get(piece.span.clone()).is_some_and(|written| written.contains('|'));
    let pair = statement.operands.first().is_some_and(two) && candidates.iter().any(|form| form.pattern.pair);
    let fits = |form: &&Form| {
        chosen_count(form)
            && has_shape(form, text, statement)
            && form.pattern.braces == statement.group
            && form.pattern.pair == pair
            && form.pattern.allows(chosen)
            && form.is_available(chosen, *context)
            && misplaced(form, chosen, statement).is_none()
    };
    let found = candidates.iter().filter(|_| !slip).find(fits);
    let form = match found {
        Some(form) => form,
        None => candidates.iter().min_by_key(|form| {
            let braces = u32::from(form.pattern.braces != statement.group || form.pattern.pair != pair) * 20;
            let shape = u32::from(!has_shape(form, text, statement)) * 2000;
            braces + shape + mending(form, candidates, chosen, operands, context)
        })?,
    };
    let head = Head { form, modifiers: mended(form, chosen) };
    if guessed {
        // What else is wrong is said once the name is right.
        return Some(head);
    }
    let place = error_messages::Place { text, mnemonic, statement, candidates, head, context };
    if found.is_none() || chosen.len() as usize != statement.words.len() {
        error_messages::about_words(&place, chosen, diagnostics);
        // Of a slip in a type, the complaint itself says what form is near, and where it is.
        if !slip {
            error_messages::about_context(&place, diagnostics);
            error_messages::about_count(&place, diagnostics);
        }
    }
    if found.is_some() && !diagnostics.iter().any(Diagnostic::is_error) {
        error_messages::notes(&place, diagnostics);
    }
    Some(head)
}

/// A word that should stand at an earlier place: the word, and the number of that place.
pub(super) fn misplaced(form: &Form, chosen: ModifierSet, statement: &Statement) -> Option<(Modifier, usize)> {
    let pinned = form.row.pinned.iter().copied().filter(|pinned| chosen.has(*pinned));
    let mut places = pinned.zip(0..);
    places.find(|(pinned, place)| statement.words.get(*place).is_none_or(|word| word.text != pinned.text()))
}

/// Whether what stands in brackets and in parentheses does so in the form.
fn has_shape(form: &Form, text: &str, statement: &Statement) -> bool {
    let mut both = form.pattern.operands.iter().zip(&statement.operands);
    form.meaning.work().is_none()
        || both.all(|((kind, _), piece)| {
            let open = text.get(piece.span.clone()).and_then(|written| written.chars().next());
            (open == Some('[')) == (*kind == OperandKind::Address) && (open == Some('(')) == (*kind == OperandKind::List)
        })
}

/// Whether the assembler passes over a word that the manual does not list: one of testp's properties on any other instruction, and
/// `.pred` beside the type of most. The code is the same without it (ptxas 12.9.86, every instruction of the section).
pub(super) fn is_passed_over(word: &str, candidates: &[Form]) -> bool {
    let Some(form) = candidates.first().filter(|form| !form.is_of_integers()) else { return false };
    match Modifier::named(word) {
        Some(Modifier::PRED) => form.meaning.work().is_none() && !matches!(form.mnemonic(), "testp" | "copysign" | "mad" | "div"),
        word => word.is_some_and(|word| ModifierSet::QUESTIONS.has(word)) && form.mnemonic() != "testp",
    }
}

/// How much would have to change for a form to be the one that was meant.
fn mending(form: &Form, candidates: &[Form], chosen: ModifierSet, operands: usize, context: &Context) -> u32 {
    let pattern = &form.pattern;
    let known = candidates.iter().fold(ModifierSet::NONE, |set, form| set.union(form.pattern.all));
    let first = chosen.intersection(ModifierSet::FIRST_TYPES).first();
    let type_differs = first.is_some_and(|first| known.has(first) && !pattern.all.has(first));
    let types_differ = u32::from(type_differs) + chosen.intersection(ModifierSet::LATER_TYPES).difference(pattern.all).len();
    let foreign = chosen.difference(pattern.all).difference(ModifierSet::TYPES).len();
    let missing = missing_parts(form, chosen).count() as u32;
    let operands = pattern.operand_count(chosen).abs_diff(operands) as u32;
    let refusal = match form.refusal(*context).or(form.refused_modifier(chosen, *context).map(|(_, refusal)| refusal)) {
        None => 0,
        Some(Refusal::NeedsTarget(_) | Refusal::OnlyFor(_) | Refusal::NeedsPtx(_) | Refusal::TargetNeedsPtx(_)) => 20,
        Some(Refusal::LastPtx(_) | Refusal::LastTarget(_) | Refusal::TargetEnded(_)) => 60,
    };
    let unlisted = u32::from(!form.row.in_manual) * 50;
    let size = u32::from(!pattern.has_size(chosen)) * 90;
    unlisted + size + types_differ * 1000 + foreign * 100 + operands * 40 + missing * 45 + refusal
}

/// The choices of the parts of a form that must stand and do not.
pub(super) fn missing_parts(form: &Form, chosen: ModifierSet) -> impl Iterator<Item = ModifierSet> {
    form.pattern.parts.iter().filter_map(move |part| {
        let there = chosen.intersection(part.modifiers);
        let missing = if part.together && !(there.is_empty() && part.optional) {
            part.modifiers.difference(there)
        } else if there.is_empty() && !part.optional {
            part.modifiers
        } else {
            ModifierSet::NONE
        };
        (!missing.is_empty()).then_some(missing)
    })
}

/// The nearest set of modifiers that the form allows.
fn mended(form: &Form, chosen: ModifierSet) -> ModifierSet {
    if form.pattern.allows(chosen) {
        return chosen;
    }
    form.pattern.parts.iter().fold(ModifierSet::NONE, |set, part| {
        let there = chosen.intersection(part.modifiers);
        if part.together {
            return if there.is_empty() && part.optional { set } else { set.union(part.modifiers) };
        }
        match there.first() {
            Some(modifier) => set.with(modifier),
            None if part.optional => set,
            None => part.modifiers.first().map_or(set, |modifier| set.with(modifier)),
        }
    })
}
