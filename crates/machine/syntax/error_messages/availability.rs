//! Forms and modifiers that the target or the PTX version lacks, and operands that are too few or too many.

use super::Place;
use crate::instruction::{Context, OperandKind, Refusal, Target};
use crate::syntax::completion::skeleton;
use crate::syntax::diagnostic::{Change, Diagnostic, Fix};
use core::ops::Range;

/// A form or a modifier that the target or the PTX version does not have.
pub(crate) fn about_context(place: &Place, diagnostics: &mut Vec<Diagnostic>) {
    let form = place.head.form;
    if let Some(refusal) = form.refusal(*place.context) {
        diagnostics.push(refused(&place.label_with_count(), place.head_span(), refusal, place.context));
    } else if let Some((modifier, refusal)) = form.refused_modifier(place.head.modifiers, *place.context) {
        let span = place.word_of(modifier).unwrap_or(place.head_span());
        let subject = format!("{} on {}", modifier.text(), place.label());
        let diagnostic = refused(&subject, span.clone(), refusal, place.context);
        diagnostics.push(diagnostic.with_fix(Fix::replace(format!("remove {}", modifier.text()), span, "")));
    }
}

/// What is said of something that a context does not have.
pub(crate) fn refused(subject: &str, span: Range<usize>, refusal: Refusal, context: &Context) -> Diagnostic {
    match refusal {
        Refusal::NeedsTarget(target) => {
            let message = format!("{subject} needs {target} or higher; the target is {}.", context.target);
            Diagnostic::error("needs-target", span, message)
                .with_fix(Fix { label: format!("set {target}"), change: Change::SetTarget(target) })
        }
        Refusal::NeedsPtx(version) => {
            let message = format!("{subject} came with PTX {version}; the version is {}.", context.ptx);
            Diagnostic::error("needs-ptx", span, message)
                .with_fix(Fix { label: format!("set PTX {version}"), change: Change::SetPtx(version) })
        }
        Refusal::TargetNeedsPtx(version) => {
            let message = format!("PTX {} does not know {}; it came with PTX {version}.", context.ptx, context.target);
            Diagnostic::error("needs-ptx", span, message)
                .with_fix(Fix { label: format!("set PTX {version}"), change: Change::SetPtx(version) })
        }
        Refusal::TargetEnded(version) => {
            let message = format!("PTX {} has no {}; it ended with PTX {version}.", context.ptx, context.target);
            Diagnostic::error("ended", span, message).with_fix(Fix { label: format!("set PTX {version}"), change: Change::SetPtx(version) })
        }
        Refusal::OnlyFor(targets) => {
            let message = format!("{subject} is only for {}; the target is {}.", listed(targets), context.target);
            let nearest = nearest_target(targets, *context);
            Diagnostic::error("needs-target", span, message)
                .with_fix(Fix { label: format!("set {nearest}"), change: Change::SetTarget(nearest) })
        }
        Refusal::LastPtx(version) => {
            let message = format!("{subject} in this form ended with PTX {version}; the version is {}.", context.ptx);
            Diagnostic::error("ended", span, message).with_fix(Fix { label: format!("set PTX {version}"), change: Change::SetPtx(version) })
        }
        Refusal::LastTarget(target) => {
            let message = format!("{subject} in this form ended with {target}; the target is {}.", context.target);
            Diagnostic::error("ended", span, message).with_fix(Fix { label: format!("set {target}"), change: Change::SetTarget(target) })
        }
    }
}

/// Targets as a sentence names them: `sm_100a, sm_103a and sm_107a`.
fn listed(targets: &[Target]) -> String {
    match targets.split_last() {
        Some((last, [])) => last.to_string(),
        Some((last, others)) => format!("{} and {last}", others.iter().map(Target::to_string).collect::<Vec<_>>().join(", ")),
        None => String::new(),
    }
}

/// The one of some targets to propose: the first that the PTX version knows and that is not older than the target.
fn nearest_target(targets: &[Target], context: Context) -> Target {
    let known = |target: &&Target| Context { target: **target, ..context }.refusal().is_none();
    let later = targets.iter().filter(known).find(|target| target.is_at_least(context.target));
    later.or(targets.iter().rfind(known)).or(targets.first()).copied().unwrap_or(context.target)
}

/// Why something is refused, in a few words: for a toggle that cannot be taken.
pub(crate) fn in_words(refusal: Refusal) -> String {
    match refusal {
        Refusal::NeedsTarget(target) => format!("needs {target} or higher"),
        Refusal::OnlyFor(targets) => format!("only for {}", listed(targets)),
        Refusal::NeedsPtx(version) | Refusal::TargetNeedsPtx(version) => format!("needs PTX {version} or higher"),
        Refusal::LastPtx(version) | Refusal::TargetEnded(version) => format!("ended with PTX {version}"),
        Refusal::LastTarget(target) => format!("ended with {target}"),
    }
}

/// The number of operands.
pub(crate) fn about_count(place: &Place, diagnostics: &mut Vec<Diagnostic>) {
    let pattern = &place.head.form.pattern;
    let (needed, given) = (pattern.operand_count(place.head.modifiers), place.statement.operands.len());
    if needed == given {
        about_braces(place, diagnostics);
        return;
    }
    let name = |(kind, letter): &(OperandKind, char)| match kind {
        OperandKind::Address => format!("[{letter}]"),
        OperandKind::List => format!("({letter})"),
        _ => letter.to_string(),
    };
    let letters = |kinds: &[(OperandKind, char)]| kinds.iter().map(name).collect::<Vec<_>>().join(", ");
    let message =
        format!("{} takes {needed} operands ({}); here {} {given}.", place.label(), letters(&pattern.operands[..needed]), be(given));
    let end = place.statement.end;
    let diagnostic = match &place.statement.operands[needed.min(given)..] {
        [first, ..] => {
            let last = place.statement.operands[..needed].last().map_or(place.head_span().end, |piece| piece.span.end);
            let fix = Fix::replace("remove the rest", last..end, "");
            Diagnostic::error("operand-count", first.span.start..end, message).with_fix(fix)
        }
        [] => {
            let missing = skeleton(place.head.form, place.head.modifiers, given);
            let names = missing.trim_end_matches(';');
            let text = if given == 0 { format!(" {names}") } else { format!(", {names}") };
            let diagnostic = Diagnostic::error("operand-count", place.mnemonic.start..end, message);
            // Operands in braces cannot be completed from behind, and no register is to be read twice.
            let named = |name: &str| place.statement.operands.iter().any(|piece| place.text[piece.span.clone()] == *name.trim());
            if given >= pattern.braces.end && !names.split(',').any(named) {
                let fix = Fix::replace(format!("add {}", letters(&pattern.operands[given..needed])), end..end, text);
                diagnostic.with_fix(fix)
            } else {
                diagnostic
            }
        }
    };
    diagnostics.push(diagnostic);
}

/// Braces around the wrong operands, or none where some belong.
fn about_braces(place: &Place, diagnostics: &mut Vec<Diagnostic>) {
    let (wanted, statement) = (place.head.form.pattern.braces.clone(), place.statement);
    if wanted == statement.group {
        return;
    }
    let spans: Vec<Range<usize>> = statement.operands.iter().map(|piece| piece.span.clone()).collect();
    let end = statement.end;
    let Some((first, last)) = spans.get(wanted.clone()).and_then(|inside| Some((inside.first()?.start, inside.last()?.end))) else {
        let group = spans.get(statement.group.clone()).and_then(|inside| Some(inside.first()?.start..inside.last()?.end));
        let message = format!("{} takes its operands one by one, without braces.", place.label());
        diagnostics.push(Diagnostic::error("vector-operand", group.unwrap_or(end..end), message));
        return;
    };
    let inside = place.head.form.pattern.operands.get(wanted).unwrap_or_default();
    let letters: Vec<String> = inside.iter().map(|(_, letter)| letter.to_string()).collect();
    let message = format!("{} takes {{{}}} in braces, as one vector.", place.label(), letters.join(", "));
    diagnostics.push(Diagnostic::error("vector-operand", first..last, message));
}

fn be(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

impl Place<'_> {
    /// How messages call the form where others of its name and type take another number of operands.
    fn label_with_count(&self) -> String {
        let count = self.head.form.pattern.source_count();
        if self.head.form.meaning.work().is_some() {
            return self.label();
        }
        let others = self.candidates.iter().any(|form| form.pattern.source_count() != count);
        let plural = if count == 1 { "" } else { "s" };
        if others { format!("{} with {count} source{plural}", self.label()) } else { self.label() }
    }
}
