//! What is wrong with a mnemonic, its dotted words, its context or the number of its operands, and how to mend it.

mod availability;
mod name;
mod note;
mod words;

pub(crate) use availability::refused;
pub(super) use availability::{about_context, about_count, in_words};
pub(super) use name::unknown_mnemonic;
pub(super) use note::notes;
pub(super) use words::about_words;

use super::diagnostic::Fix;
use super::statement::{Head, Statement, Word};
use crate::instruction::{Context, Form, Modifier, ModifierSet};
use core::ops::Range;

/// What a complaint is about.
pub(super) struct Place<'a> {
    /// What was typed.
    pub text: &'a str,
    /// The bytes of the mnemonic.
    pub mnemonic: Range<usize>,
    /// The instruction's shape.
    pub statement: &'a Statement<'a>,
    /// All forms of the mnemonic.
    pub candidates: &'static [Form],
    /// The form that was chosen, with mended modifiers.
    pub head: Head,
    /// What the instruction is written for.
    pub context: &'a Context,
}

impl Place<'_> {
    /// The bytes from the mnemonic to the last dotted word.
    pub fn head_span(&self) -> Range<usize> {
        self.mnemonic.start..self.statement.words.last().map_or(self.mnemonic.end, |word| word.span.end)
    }

    /// How messages call the form: mnemonic, the words that it always has, `rcp.approx.f32`, and how many numbers: `ld.v8.f32`.
    pub fn label(&self) -> String {
        let pattern = &self.head.form.pattern;
        let told = ModifierSet::TYPES.union(ModifierSet::VECTORS);
        let fixed = pattern.required.union(self.head.modifiers.intersection(told));
        pattern.spelled(fixed)
    }

    /// What the form takes besides the words that it always has.
    pub fn takes(&self) -> ModifierSet {
        self.head.form.pattern.all.difference(self.head.form.pattern.required).difference(ModifierSet::TYPES)
    }

    /// "add.f64 takes .rn .rz .rm .rp."
    pub fn what_it_takes(&self) -> String {
        let takes = self.takes();
        if takes.is_empty() {
            format!("{} takes no modifiers.", self.label())
        } else {
            format!("{} takes {}.", self.label(), takes.listed())
        }
    }

    /// Those of some types that a form of the mnemonic has.
    pub fn types(&self, types: ModifierSet) -> ModifierSet {
        self.candidates.iter().fold(ModifierSet::NONE, |set, form| set.union(form.pattern.all)).intersection(types)
    }

    /// What the forms of the mnemonic have that have all of some modifiers.
    pub fn beside(&self, modifiers: ModifierSet) -> ModifierSet {
        let forms = self.candidates.iter().filter(|form| modifiers.is_within(form.pattern.all));
        forms.fold(ModifierSet::NONE, |set, form| set.union(form.pattern.all))
    }

    /// Where a modifier goes: before the first word that the manual puts behind it.
    fn insertion(&self, modifier: Modifier) -> usize {
        let place_of = |modifier| self.head.form.pattern.parts.iter().position(|part| part.modifiers.has(modifier));
        let place = place_of(modifier);
        let behind = |word: &&Word| word.modifier.and_then(place_of).is_some_and(|at| Some(at) > place);
        let end = self.head_span().end;
        self.statement.words.iter().find(behind).map_or(end, |word| word.span.start)
    }

    pub fn insert(&self, modifier: Modifier) -> Fix {
        let at = self.insertion(modifier);
        Fix::replace(format!("add {}", modifier.text()), at..at, modifier.text())
    }

    /// The bytes of a modifier.
    pub fn word_of(&self, modifier: Modifier) -> Option<Range<usize>> {
        self.statement.words.iter().find(|word| word.modifier == Some(modifier)).map(|word| word.span.clone())
    }

    /// The head as the manual writes it.
    pub fn in_order(&self) -> String {
        let pattern = &self.head.form.pattern;
        pattern.spelled(self.head.modifiers)
    }

    /// Single modifiers that would make a form, of this type and number of operands, of what is right so far.
    pub fn completing(&self, chosen: ModifierSet) -> ModifierSet {
        let kept = chosen.intersection(self.head.form.pattern.all);
        let count = self.head.form.pattern.source_count();
        let mut found = ModifierSet::NONE;
        for form in self.candidates.iter().filter(|form| form.pattern.source_count() == count) {
            for modifier in form.pattern.all.difference(kept).difference(ModifierSet::TYPES).iter() {
                let with = kept.with(modifier);
                if form.pattern.allows(with) && form.is_available(with, *self.context) {
                    found = found.with(modifier);
                }
            }
        }
        found
    }
}

fn ticked(text: &str) -> String {
    format!("`{text}`")
}
