//! The rows of the PTX manual's floating-point section (9.7.3), PTX ISA 8.8, and the conversions (cvt) of another.
//!
//! What is not in the manual's text comes from NVIDIA's assembler (ptxas 12.9 and older ones, tables in the tests' data).

mod arithmetic;
mod conversion;
mod division;
mod property;
mod selection;
mod since;
pub mod special_values;
pub mod summary;
mod transcendental;

use super::{Form, Modifier, ModifierSet, Pattern, Row};
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
        let read = |row: &'static Row| Some((row, Pattern::read(row.syntax)?, row.meaning?));
        // A test holds that every row reads; a row that did not would be missing, never a panic.
        let forms = rows.filter_map(read).enumerate();
        forms.map(|(index, (row, pattern, meaning))| Form { row, pattern, index, meaning, implied: row.implied }).collect()
    })
}

/// The forms of one mnemonic, in the manual's order; empty where there is none.
pub fn forms_of(mnemonic: &str) -> &'static [Form] {
    let forms = forms();
    let Some(first) = forms.iter().position(|form| form.mnemonic() == mnemonic) else { return &[] };
    let count = forms[first..].iter().take_while(|form| form.mnemonic() == mnemonic).count();
    &forms[first..first + count]
}

/// The modifier that a dotted word of a mnemonic is, behind others: the second type of a conversion is that of its source.
pub fn modifier_of(mnemonic: &str, word: &str, before: ModifierSet) -> Option<Modifier> {
    let named = Modifier::named(word)?;
    let second = ModifierSet::TYPES.has(named) && before.data_type().is_some();
    let converts = second && forms_of(mnemonic).iter().any(|form| form.pattern.converts());
    Some(if converts { named.as_source() } else { named })
}

/// The mnemonics in the manual's order, each once.
pub fn mnemonics() -> impl Iterator<Item = &'static str> {
    let mut last = "";
    forms().iter().map(Form::mnemonic).filter(move |mnemonic| core::mem::replace(&mut last, mnemonic) != *mnemonic)
}
