//! The rows of the PTX manual: floating point (9.7.3 to 9.7.5, and the alternate formats of PTX ISA 9.4), integers (9.7.1 and 9.7.2),
//! comparisons (9.7.6 and 9.7.7), logic and shifts (9.7.8), data movement (9.7.9), control flow (9.7.12) and what threads do together (9.7.13), as far as they run here.
//!
//! What is not in the manual's text comes from NVIDIA's assembler (ptxas 13.5, 12.9 and older ones, tables in the tests' data).

mod alternate;
mod arithmetic;
mod atomics;
mod comparison;
mod composed;
mod control;
mod conversion;
mod division;
mod elsewhere;
mod half;
mod integer;
mod memory;
mod mixed;
mod packed;
mod property;
mod selection;
mod since;
pub mod special_values;
pub mod summary;
mod threads;
mod transcendental;

pub use elsewhere::ELSEWHERE;

use super::{Form, Modifier, ModifierSet, Row};
use core::ops::Range;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The rows, one table a group of instructions, in the manual's order.
const TABLES: &[&[Row]] = &[
    property::ROWS,
    arithmetic::ROWS,
    division::QUOTIENTS,
    selection::ROWS,
    division::RECIPROCALS_AND_ROOTS,
    transcendental::ROWS,
    half::ROWS,
    mixed::ROWS,
    alternate::ROWS,
    comparison::ROWS,
    conversion::ROWS,
    packed::ROWS,
    integer::ROWS,
    memory::ROWS,
    control::ROWS,
    threads::ROWS,
    atomics::ROWS,
    composed::VIDEOS,
    composed::ROWS,
];

/// Every row, those of one mnemonic together, the mnemonics in the manual's order.
fn rows() -> Vec<&'static Row> {
    let mnemonic = |row: &Row| row.syntax.split(['.', '{']).next();
    let all = || TABLES.iter().copied().flatten();
    let mut names: Vec<_> = all().map(mnemonic).collect();
    names.dedup();
    let mut rows: Vec<&'static Row> = Vec::new();
    for name in names {
        if rows.iter().all(|row| mnemonic(row) != name) {
            rows.extend(all().filter(|row| mnemonic(row) == name));
        }
    }
    rows
}

/// Every form, in the manual's order.
pub fn forms() -> &'static [Form] {
    static FORMS: OnceLock<Vec<Form>> = OnceLock::new();
    FORMS.get_or_init(|| read(rows().into_iter()))
}

/// The forms of some rows. A test holds that every row reads; a row that did not would be missing, never a panic.
fn read(rows: impl Iterator<Item = &'static Row>) -> Vec<Form> {
    rows.fold(Vec::new(), |mut forms, row| {
        forms.extend(Form::read(row, forms.len()));
        forms
    })
}

/// The forms of one mnemonic, in the manual's order; empty where there is none.
pub fn forms_of(mnemonic: &str) -> &'static [Form] {
    static PLACES: OnceLock<HashMap<&str, Range<usize>>> = OnceLock::new();
    let places = PLACES.get_or_init(|| {
        forms().iter().fold(HashMap::new(), |mut places: HashMap<&str, Range<usize>>, form| {
            places.entry(form.mnemonic()).or_insert(form.index..form.index).end += 1;
            places
        })
    });
    places.get(mnemonic).map_or(&[], |place| &forms()[place.clone()])
}

/// The modifier that a dotted word is in one of some forms, behind others: where forms have several types, their order tells them apart.
pub fn modifier_of(forms: &[Form], word: &str, before: ModifierSet) -> Option<Modifier> {
    match Modifier::named(word)? {
        // Beside most types it means nothing.
        Modifier::PRED if forms.iter().all(|form| !form.pattern.all.has(Modifier::PRED)) => None,
        Modifier::Type(_, data_type) => {
            let places = forms.iter().map(|form| form.pattern.all.places()).max().unwrap_or(1);
            Some(Modifier::Type(before.places().min(places.saturating_sub(1)) as u8, data_type))
        }
        word => Some(word),
    }
}

/// The mnemonics in the manual's order, each once.
pub fn mnemonics() -> impl Iterator<Item = &'static str> {
    let mut last = "";
    forms().iter().map(Form::mnemonic).filter(move |mnemonic| core::mem::replace(&mut last, mnemonic) != *mnemonic)
}
