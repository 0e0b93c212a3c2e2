//! What a reader should know about an instruction that is accepted.

use super::{Place, ticked};
use crate::instruction::Modifier;
use crate::syntax::diagnostic::{Diagnostic, Fix};
use crate::syntax::overload_resolution::is_passed_over;

/// What a reader should know about an instruction that is accepted.
pub(crate) fn notes(place: &Place, diagnostics: &mut Vec<Diagnostic>) {
    let form = place.head.form;
    let context = place.context;
    let pattern = &form.pattern;
    let words = || place.statement.words.iter().filter_map(|word| word.modifier);
    let place_of = |modifier: Modifier| pattern.parts.iter().position(|part| part.modifiers.has(modifier));
    let mut last = 0;
    let in_order = words().filter_map(place_of).all(|at| core::mem::replace(&mut last, at) <= at);
    if !in_order {
        let span = place.head_span();
        let text = place.in_order();
        let message = format!("The manual writes {text}. The assembler takes any order.");
        let fix = Fix::replace("use the manual's order", span.clone(), text);
        diagnostics.push(Diagnostic::note("modifier-order", span, message).with_fix(fix));
    }
    for (at, word) in place.statement.words.iter().enumerate() {
        let repeated = place.statement.words[..at].iter().any(|other| other.text == word.text);
        if repeated && matches!(word.text, ".sat" | ".NaN" | ".approx" | ".uni") {
            let message = format!("{} is written twice. The assembler ignores it.", ticked(word.text));
            diagnostics.push(Diagnostic::note("repeated-modifier", word.span.clone(), message).with_fix(Fix::replace(
                format!("remove {}", word.text),
                word.span.clone(),
                "",
            )));
        }
    }
    for word in place.statement.words.iter().filter(|word| is_passed_over(word.text, place.candidates)) {
        let message = format!("The assembler ignores {} here; the manual does not list it.", ticked(word.text));
        let fix = Fix::replace(format!("remove {}", word.text), word.span.clone(), "");
        diagnostics.push(Diagnostic::note("beyond-the-manual", word.span.clone(), message).with_fix(fix));
    }
    let row = form.row;
    if let Some(target) = row.manual_target.filter(|target| !context.target.is_at_least(*target)) {
        let message = format!("The manual asks for {target} or higher; the assembler takes {} on {} too.", place.label(), context.target);
        diagnostics.push(Diagnostic::note("beyond-the-manual", place.head_span(), message));
    }
    if let Some(version) = row.manual_ptx.filter(|version| !context.ptx.is_at_least(*version)) {
        let message =
            format!("The manual introduces {} with PTX {version}; the assembler takes it in PTX {} too.", place.label(), context.ptx);
        diagnostics.push(Diagnostic::note("beyond-the-manual", place.head_span(), message));
    }
    if let Some((_, sentence)) = row.note.filter(|(from, _)| context.ptx.is_at_least(*from)) {
        diagnostics.push(Diagnostic::note("form", place.head_span(), sentence));
    } else if !row.in_manual {
        let message = "The assembler takes it, the manual does not list it.";
        diagnostics.push(Diagnostic::note("beyond-the-manual", place.head_span(), message));
    }
}
