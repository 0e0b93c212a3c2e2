//! What is wrong with a mnemonic, its dotted words, its context or the number of its operands, and how to mend it.

use super::choosing::{Head, missing_parts};
use super::diagnostic::{Change, Diagnostic, Fix};
use super::statement::{Statement, Word};
use crate::instruction::{Context, Family, Form, Modifier, ModifierSet, OperandKind, Refusal, mnemonics};
use core::ops::Range;

/// What a complaint is about.
pub(super) struct Place<'a> {
    /// The bytes of the mnemonic.
    pub mnemonic: Range<usize>,
    /// The instruction's shape.
    pub statement: &'a Statement<'a>,
    /// All forms of the mnemonic.
    pub candidates: &'static [Form],
    /// The form that was chosen, with mended modifiers.
    pub head: Head,
}

impl Place<'_> {
    /// The bytes from the mnemonic to the last dotted word.
    fn head_span(&self) -> Range<usize> {
        self.mnemonic.start..self.statement.words.last().map_or(self.mnemonic.end, |word| word.span.end)
    }

    /// How messages call the form: mnemonic and the words that it always has, `rcp.approx.f32`.
    fn label(&self) -> String {
        let pattern = &self.head.form.pattern;
        let fixed = pattern.required.union(self.head.modifiers.intersection(ModifierSet::TYPES));
        pattern.ordered(fixed).fold(pattern.mnemonic.to_owned(), |text, modifier| text + modifier.text())
    }

    /// What the form takes besides the words that it always has.
    fn takes(&self) -> ModifierSet {
        self.head.form.pattern.all.difference(self.head.form.pattern.required).difference(ModifierSet::TYPES)
    }

    /// "add.f64 takes .rn .rz .rm .rp."
    fn what_it_takes(&self) -> String {
        let takes = self.takes();
        if takes.is_empty() {
            format!("{} takes no modifiers.", self.label())
        } else {
            format!("{} takes {}.", self.label(), takes.listed())
        }
    }

    /// The types of all forms of the mnemonic.
    fn types(&self) -> ModifierSet {
        self.candidates.iter().fold(ModifierSet::NONE, |set, form| set.union(form.pattern.all)).intersection(ModifierSet::TYPES)
    }

    /// Where a modifier goes: before the first word that the manual puts behind it.
    fn insertion(&self, modifier: Modifier) -> usize {
        let place_of = |modifier| self.head.form.pattern.parts.iter().position(|part| part.modifiers.has(modifier));
        let place = place_of(modifier);
        let behind = |word: &&Word| Modifier::named(word.text).and_then(place_of).is_some_and(|at| Some(at) > place);
        let end = self.head_span().end;
        self.statement.words.iter().find(behind).map_or(end, |word| word.span.start)
    }

    fn insert(&self, modifier: Modifier) -> Fix {
        let at = self.insertion(modifier);
        Fix::replace(format!("add {}", modifier.text()), at..at, modifier.text())
    }
}

/// The rest of a list of words, each judged by those before it.
pub(super) fn about_words(place: &Place, chosen: ModifierSet, diagnostics: &mut Vec<Diagnostic>) {
    let mut seen = ModifierSet::NONE;
    for word in &place.statement.words {
        let Some(modifier) = Modifier::named(word.text) else {
            diagnostics.push(unknown_word(place, word));
            continue;
        };
        if seen.has(modifier) {
            diagnostics.extend(repeated(word, modifier));
        } else if !place.head.form.pattern.all.has(modifier) {
            diagnostics.push(foreign(place, word, modifier));
        } else if let Some(other) = rival(place.head.form, seen, modifier) {
            let message = format!("{} and {} exclude each other.", ticked(other.text()), ticked(modifier.text()));
            let diagnostic = Diagnostic::error("conflicting-modifiers", word.span.clone(), message)
                .with_fix(remove(word))
                .with_fix(Fix::replace(format!("keep {}", modifier.text()), word_of(place, other).unwrap_or(word.span.clone()), ""));
            diagnostics.push(diagnostic);
        }
        seen = seen.with(modifier);
    }
    for missing in missing_parts(place.head.form, chosen) {
        diagnostics.extend(missing_words(place, missing, chosen));
    }
}

fn remove(word: &Word) -> Fix {
    Fix::replace(format!("remove {}", word.text), word.span.clone(), "")
}

fn word_of(place: &Place, modifier: Modifier) -> Option<Range<usize>> {
    place.statement.words.iter().find(|word| word.text == modifier.text()).map(|word| word.span.clone())
}

/// A modifier among those seen that cannot stand with another.
fn rival(form: &Form, seen: ModifierSet, modifier: Modifier) -> Option<Modifier> {
    let part = form.pattern.parts.iter().find(|part| part.modifiers.has(modifier))?;
    if part.together { None } else { seen.intersection(part.modifiers).first() }
}

/// ptxas 12.9 passes over a second .sat, .NaN or .approx and refuses every other repetition.
fn repeated(word: &Word, modifier: Modifier) -> Option<Diagnostic> {
    let message = format!("{} stands twice.", ticked(word.text));
    let tolerated = matches!(modifier, Modifier::Sat | Modifier::NaN | Modifier::Approx);
    let diagnostic = Diagnostic::error("repeated-modifier", word.span.clone(), message);
    (!tolerated).then(|| diagnostic.with_fix(remove(word)))
}

/// A word that is a modifier of the table, but not of this form.
fn foreign(place: &Place, word: &Word, modifier: Modifier) -> Diagnostic {
    let name = place.head.form.mnemonic();
    if modifier.family() == Family::Type {
        return wrong_type(place, word);
    }
    let elsewhere = place.candidates.iter().any(|form| form.pattern.all.has(modifier));
    let own_type = place.head.modifiers.data_type().map_or("", Modifier::text).trim_start_matches('.');
    let message =
        if elsewhere && place.candidates.iter().filter(|form| shares_type(form, place.head)).all(|form| !form.pattern.all.has(modifier)) {
            format!("{} is not available for {own_type}. {}", ticked(word.text), place.what_it_takes())
        } else {
            format!(
                "{} is not available for {}. {}",
                ticked(word.text),
                if elsewhere { place.label() } else { name.to_owned() },
                place.what_it_takes()
            )
        };
    let diagnostic =
        Diagnostic::error("illegal-modifier", word.span.clone(), message).with_alternatives(place.takes().iter().map(Modifier::text));
    diagnostic.with_fix(remove(word))
}

fn shares_type(form: &Form, head: Head) -> bool {
    head.modifiers.data_type().is_some_and(|data_type| form.pattern.all.has(data_type))
}

fn wrong_type(place: &Place, word: &Word) -> Diagnostic {
    let message = format!("{} is not a type of {}. It takes {}.", ticked(word.text), place.head.form.mnemonic(), place.types().listed());
    let types = place.types();
    let diagnostic = Diagnostic::error("wrong-type", word.span.clone(), message).with_alternatives(types.iter().map(Modifier::text));
    types.iter().fold(diagnostic, |diagnostic, other| {
        diagnostic.with_fix(Fix::replace(format!("use {}", other.text()), word.span.clone(), other.text()))
    })
}

/// Types of other sections of the manual.
const OTHER_TYPES: [&str; 24] = [
    ".f16", ".f16x2", ".bf16", ".bf16x2", ".tf32", ".u8", ".u16", ".u32", ".u64", ".s8", ".s16", ".s32", ".s64", ".b8", ".b16", ".b32",
    ".b64", ".b128", ".u16x2", ".s16x2", ".f128", ".e4m3", ".e5m2", ".pred",
];

/// A word that no form of the table has.
fn unknown_word(place: &Place, word: &Word) -> Diagnostic {
    let name = place.head.form.mnemonic();
    if OTHER_TYPES.contains(&word.text) {
        return wrong_type(place, word);
    }
    let everything = place.candidates.iter().fold(ModifierSet::NONE, |set, form| set.union(form.pattern.all));
    let differs_in_case = everything.iter().find(|modifier| modifier.text().eq_ignore_ascii_case(word.text));
    let nearest = differs_in_case.or_else(|| nearest(word.text, everything.iter().map(Modifier::text)).and_then(Modifier::named));
    let message = match differs_in_case {
        Some(modifier) => format!("{} is written {}: PTX is case-sensitive.", ticked(word.text), modifier.text()),
        None => format!("{} is not a modifier of {name}. {}", ticked(word.text), place.what_it_takes()),
    };
    let mut diagnostic =
        Diagnostic::error("unknown-modifier", word.span.clone(), message).with_alternatives(place.takes().iter().map(Modifier::text));
    if let Some(modifier) = nearest {
        diagnostic = diagnostic.with_fix(Fix::replace(format!("write {}", modifier.text()), word.span.clone(), modifier.text()));
    }
    diagnostic.with_fix(remove(word))
}

/// A part that must stand and does not.
fn missing_words(place: &Place, missing: ModifierSet, chosen: ModifierSet) -> Option<Diagnostic> {
    let first = missing.first()?;
    let span = place.head_span();
    let label = if first.family() == Family::Type { place.head.form.mnemonic().to_owned() } else { place.label() };
    let misspelled =
        place.statement.words.iter().any(|word| Modifier::named(word.text).is_none_or(|modifier| modifier.family() == first.family()));
    let (code, missing, message) = match first.family() {
        // A type that is not one, or a misspelled word, has been reported already.
        Family::Type if misspelled => return None,
        Family::Type => ("missing-type", place.types(), format!("{label} needs a type: {}.", place.types().listed())),
        Family::Rounding => ("missing-rounding", missing, format!("{label} needs a rounding modifier: {}.", missing.listed())),
        Family::Sign => {
            let there = chosen.intersection(ModifierSet::of(&[Modifier::Xorsign, Modifier::Abs]));
            ("missing-modifier", missing, format!("`{}` needs `{}` beside it.", there.listed(), missing.listed()))
        }
        _ => ("missing-modifier", missing, format!("{label} needs {}.", missing.listed())),
    };
    let diagnostic = Diagnostic::error(code, span, message).with_alternatives(missing.iter().map(Modifier::text));
    Some(missing.iter().fold(diagnostic, |diagnostic, modifier| diagnostic.with_fix(place.insert(modifier))))
}

/// A form or a modifier that the target or the PTX version does not have.
pub(super) fn about_context(place: &Place, context: &Context, diagnostics: &mut Vec<Diagnostic>) {
    let form = place.head.form;
    if let Some(refusal) = form.refusal(*context) {
        diagnostics.push(refused(&place.label(), place.head_span(), refusal, context));
    } else if let Some((modifier, refusal)) = form.refused_modifier(place.head.modifiers, *context) {
        let span = word_of(place, modifier).unwrap_or(place.head_span());
        let subject = format!("{} on {}", modifier.text(), place.label());
        let diagnostic = refused(&subject, span.clone(), refusal, context);
        diagnostics.push(diagnostic.with_fix(Fix::replace(format!("remove {}", modifier.text()), span, "")));
    }
}

fn refused(subject: &str, span: Range<usize>, refusal: Refusal, context: &Context) -> Diagnostic {
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

/// Why something is refused, in a few words: for a toggle that cannot be taken.
pub(super) fn in_words(refusal: Refusal) -> String {
    match refusal {
        Refusal::NeedsTarget(target) => format!("needs {target} or higher"),
        Refusal::NeedsPtx(version) | Refusal::TargetNeedsPtx(version) => format!("needs PTX {version} or higher"),
        Refusal::LastPtx(version) => format!("ended with PTX {version}"),
        Refusal::LastTarget(target) => format!("ended with {target}"),
    }
}

/// The number of operands.
pub(super) fn about_count(place: &Place, diagnostics: &mut Vec<Diagnostic>) {
    let pattern = &place.head.form.pattern;
    let (needed, given) = (pattern.operands.len(), place.statement.operands.len());
    if needed == given {
        return;
    }
    let letters = |kinds: &[(OperandKind, char)]| kinds.iter().map(|(_, letter)| letter.to_string()).collect::<Vec<_>>().join(", ");
    let message = format!("{} takes {needed} operands ({}); here {} {given}.", place.label(), letters(&pattern.operands), be(given));
    let end = place.statement.end;
    let diagnostic = match &place.statement.operands[needed.min(given)..] {
        [first, ..] => {
            let fix = Fix::replace("remove the rest", place.statement.operands[needed - 1].span.end..end, "");
            Diagnostic::error("operand-count", first.span.start..end, message).with_fix(fix)
        }
        [] => {
            let missing = super::completion::skeleton(place.head.form, place.head.modifiers, given);
            let names = missing.trim_end_matches(';');
            let text = if given == 0 { format!(" {names}") } else { format!(", {names}") };
            let fix = Fix::replace(format!("add {}", letters(&pattern.operands[given..])), end..end, text);
            Diagnostic::error("operand-count", place.mnemonic.start..end, message).with_fix(fix)
        }
    };
    diagnostics.push(diagnostic);
}

fn be(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// What a reader should know about an instruction that is accepted.
pub(super) fn notes(place: &Place, context: &Context, diagnostics: &mut Vec<Diagnostic>) {
    let form = place.head.form;
    let pattern = &form.pattern;
    let words = || place.statement.words.iter().filter_map(|word| Modifier::named(word.text));
    let place_of = |modifier: Modifier| pattern.parts.iter().position(|part| part.modifiers.has(modifier));
    let mut last = 0;
    let in_order = words().filter_map(place_of).all(|at| core::mem::replace(&mut last, at) <= at);
    if !in_order {
        let span = place.head_span();
        let text = pattern.ordered(place.head.modifiers).fold(pattern.mnemonic.to_owned(), |text, modifier| text + modifier.text());
        let message = format!("The manual writes {text}. The assembler takes any order.");
        let fix = Fix::replace("use the manual's order", span.clone(), text);
        diagnostics.push(Diagnostic::note("modifier-order", span, message).with_fix(fix));
    }
    for (at, word) in place.statement.words.iter().enumerate() {
        let repeated = place.statement.words[..at].iter().any(|other| other.text == word.text);
        if repeated && matches!(word.text, ".sat" | ".NaN" | ".approx") {
            let message = format!("{} stands twice. The assembler passes over it.", ticked(word.text));
            diagnostics.push(Diagnostic::note("repeated-modifier", word.span.clone(), message).with_fix(remove(word)));
        }
    }
    let row = form.row;
    if let Some(target) = row.manual_target.filter(|target| !context.target.is_at_least(*target)) {
        let message = format!("The manual asks for {target} or higher; the assembler takes {} on {} too.", place.label(), context.target);
        diagnostics.push(Diagnostic::note("beyond-the-manual", place.head_span(), message));
    }
    if let Some((_, sentence)) = row.note.filter(|(from, _)| context.ptx.is_at_least(*from)) {
        diagnostics.push(Diagnostic::note("form", place.head_span(), sentence));
    } else if !row.in_manual {
        let message = "The assembler takes it, the manual does not list it.";
        diagnostics.push(Diagnostic::note("beyond-the-manual", place.head_span(), message));
    }
}

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
pub(super) fn unknown_mnemonic(name: &str, span: Range<usize>, words: &[Word]) -> (Option<&'static str>, Diagnostic) {
    let lower = name.to_ascii_lowercase();
    let same = mnemonics().find(|mnemonic| *mnemonic == lower);
    let known = |guess: &&str| mnemonics().any(|mnemonic| mnemonic == *guess);
    let brought = FOREIGN_NAMES.iter().find(|(foreign, _)| *foreign == lower).map(|(_, ours)| *ours).filter(known);
    let guess = same.or(brought).or_else(|| nearest(&lower, mnemonics()));
    let message = match (same, guess) {
        (Some(same), _) => format!("{} is written {same}: PTX is case-sensitive.", ticked(name)),
        (None, Some(guess)) => format!("{} is not an instruction. Did you mean {guess}?", ticked(name)),
        (None, None) => format!("{} is not a floating-point instruction of PTX.", ticked(name)),
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

fn ticked(text: &str) -> String {
    format!("`{text}`")
}

/// The word nearest to what was typed, if it is near enough: a third of its letters may differ.
fn nearest(typed: &str, words: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    if typed.len() > 24 {
        return None;
    }
    let (distance, word) = words.map(|word| (distance(typed.as_bytes(), word.as_bytes()), word)).min_by_key(|(distance, _)| *distance)?;
    (distance <= word.len().div_ceil(3)).then_some(word)
}

/// The number of letters to insert, delete or replace.
fn distance(a: &[u8], b: &[u8]) -> usize {
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
