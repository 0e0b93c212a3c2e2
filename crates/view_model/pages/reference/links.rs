//! Addresses inside the reference and into the explorer, made from what stays the same on a page.

use super::find::{name, split};
use crate::state::address::{Address, Page};
use crate::state::lookup::Lookup;
use crate::state::percent::encoded;
use semantics::instruction::{Context, Form, ModifierSet, OperandKind};
use semantics::syntax::in_braces;

/// Where the cells of a table and the lines of a page lead.
#[derive(Clone, Debug)]
pub struct Links {
    /// The explorer with the instruction, up to its registers.
    explorer: String,
    /// Target and PTX version.
    context: String,
    percent: fn(&str) -> String,
}

impl Links {
    /// Links for an instruction.
    pub fn new(form: &Form, modifiers: ModifierSet, context: Context) -> Links {
        let ending = ["&t=", context.target.name(), "&p=", &context.ptx.to_string()].concat();
        Links { explorer: String::new(), context: ending, percent: encoded }.of(form, modifiers)
    }

    /// Links that need no browser, for tests.
    #[cfg(test)]
    pub fn plain() -> Links {
        Links { explorer: "#/?".into(), context: String::new(), percent: str::to_owned }
    }

    /// The same for other modifiers.
    pub fn of(&self, form: &Form, modifiers: ModifierSet) -> Links {
        let text = (self.percent)(&instruction(form, modifiers));
        Links { explorer: ["#/?v=1&i=", &text, "&r="].concat(), ..self.clone() }
    }

    /// The explorer with these registers.
    pub fn open(&self, registers: &str) -> String {
        [&self.explorer, registers, &self.context].concat()
    }
}

/// An instruction with registers named as in the manual: `fma.rn.f32 %d, %a, %b, %c;`.
pub fn instruction(form: &Form, modifiers: ModifierSet) -> String {
    let mut text = name(form, modifiers);
    text.truncate(split(&text).0.len());
    let names = form.pattern.operands.iter().map(|(kind, letter)| match kind {
        OperandKind::Predicate if form.pattern.pair => "%p|%q".to_owned(),
        OperandKind::Predicate => "%p".to_owned(),
        _ => ["%", &letter.to_string()].concat(),
    });
    text.push(' ');
    text.push_str(&in_braces(names, &form.pattern.braces, 0));
    text.push(';');
    text
}

/// An instruction in the explorer.
pub fn explore(text: &str, context: Context) -> String {
    let address = Address { page: Page::Explore, text: text.to_owned(), context, registers: Default::default(), ..Address::default() };
    address.written()
}

/// A page of the reference.
pub fn page(lookup: &Lookup, context: Context) -> String {
    Address { page: Page::Reference, lookup: lookup.clone(), context, ..Address::default() }.written()
}

/// The plain page of an entry, which a release has beside the app: `reference/ptx/fma.html`.
pub fn plain(folder: &str, name: &str) -> String {
    [folder, "/", &slug(name), ".html"].concat()
}

/// A name as a part of an address: `__fadd_rn`, `bar.sync`, `round-bit`.
pub fn slug(name: &str) -> String {
    let letter = |letter: char| match letter {
        'A'..='Z' => letter.to_ascii_lowercase(),
        'a'..='z' | '0'..='9' | '_' | '.' => letter,
        _ => '-',
    };
    name.trim().chars().map(letter).collect::<String>().trim_matches('-').to_owned()
}
