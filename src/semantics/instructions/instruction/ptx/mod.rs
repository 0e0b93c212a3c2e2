//! The rows of the PTX manual's floating-point section (9.7.3), PTX ISA 8.8, and the conversions (cvt) of another.
//!
//! What is not in the manual's text comes from NVIDIA's assembler (ptxas 12.9 and older ones, tables in the tests' data).

mod arithmetic;
mod coming;
mod conversion;
mod division;
mod property;
mod selection;
mod since;
pub mod special_values;
pub mod summary;
mod transcendental;

use super::{Form, Modifier, ModifierSet, Row};
use std::sync::OnceLock;

/// The rows, one table a group of instructions, in the manual's order.
const TABLES: &[&[Row]] = &[
    property::ROWS,
    arithmetic::ROWS,
    division::QUOTIENTS,
    selection::ROWS,
    division::RECIPROCALS_AND_ROOTS,
    transcendental::ROWS,
    conversion::ROWS,
];

/// Every form, in the manual's order.
pub fn forms() -> &'static [Form] {
    static FORMS: OnceLock<Vec<Form>> = OnceLock::new();
    FORMS.get_or_init(|| {
        let rows = TABLES.iter().flat_map(|table| table.iter());
        read(rows, 0)
    })
}

/// Forms that run but are not read yet; their places continue those of the table.
pub fn coming() -> &'static [Form] {
    static FORMS: OnceLock<Vec<Form>> = OnceLock::new();
    FORMS.get_or_init(|| read(coming::ROWS.iter(), forms().len()))
}

/// The forms of one mnemonic, those that are coming among them.
#[cfg(test)]
pub(crate) fn with_coming(mnemonic: &str) -> &'static [Form] {
    static FORMS: OnceLock<Vec<Form>> = OnceLock::new();
    let forms = FORMS.get_or_init(|| {
        let mut rows: Vec<&'static Row> = TABLES.iter().flat_map(|table| table.iter()).chain(coming::ROWS).collect();
        rows.sort_by_key(|row| row.syntax.split(['.', '{']).next());
        read(rows.into_iter(), forms().len() + coming().len())
    });
    named(forms, mnemonic)
}

/// The forms of some rows. A test holds that every row reads; a row that did not would be missing, never a panic.
fn read(rows: impl Iterator<Item = &'static Row>, first: usize) -> Vec<Form> {
    rows.fold(Vec::new(), |mut forms, row| {
        forms.extend(Form::read(row, first + forms.len()));
        forms
    })
}

/// The forms of one mnemonic, in the manual's order; empty where there is none.
pub fn forms_of(mnemonic: &str) -> &'static [Form] {
    named(forms(), mnemonic)
}

fn named(forms: &'static [Form], mnemonic: &str) -> &'static [Form] {
    let Some(first) = forms.iter().position(|form| form.mnemonic() == mnemonic) else { return &[] };
    let count = forms[first..].iter().take_while(|form| form.mnemonic() == mnemonic).count();
    &forms[first..first + count]
}

/// The modifier that a dotted word is in one of some forms, behind others: where a form has two types, the second is that of its source.
pub fn modifier_of(forms: &[Form], word: &str, before: ModifierSet) -> Option<Modifier> {
    match Modifier::named(word)? {
        Modifier::Type(_, data_type) => {
            let second = before.data_type().is_some() && forms.iter().any(|form| form.pattern.converts());
            Some(Modifier::Type(second.into(), data_type))
        }
        word => Some(word),
    }
}

/// The mnemonics in the manual's order, each once.
pub fn mnemonics() -> impl Iterator<Item = &'static str> {
    let mut last = "";
    forms().iter().map(Form::mnemonic).filter(move |mnemonic| core::mem::replace(&mut last, mnemonic) != *mnemonic)
}
