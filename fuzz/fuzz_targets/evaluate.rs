//! Any form, modifiers and bits: evaluation never panics, and the traced result is the silent one, with a story for every step.
#![no_main]

use libfuzzer_sys::fuzz_target;
use semantics::evaluate::{Request, evaluate};
use semantics::instruction::{Context, Meaning, ModifierSet, ptx};
use semantics::trace::{Silent, Trace, text};
use std::sync::OnceLock;

/// What every form can be modified with, found once.
static CHOICES: OnceLock<Vec<Vec<ModifierSet>>> = OnceLock::new();

fuzz_target!(|input: (u16, u64, [u64; 3])| {
    let (row, choice, operands) = input;
    let forms = ptx::forms();
    let row = usize::from(row) % forms.len();
    let (form, choices) = (&forms[row], &CHOICES.get_or_init(|| forms.iter().map(|form| form.pattern.combinations()).collect())[row]);
    let Some(&modifiers) = choices.get((choice % choices.len().max(1) as u64) as usize) else { return };
    let request = Request::new(form, modifiers, operands, Context::default());
    let silent = evaluate(&request, &mut Silent);
    let mut trace = Trace::default();
    assert_eq!(evaluate(&request, &mut trace), silent);
    // One row computes nothing: `testp` without a property, which assemblers take.
    assert!(matches!(form.meaning, Meaning::Nothing) || !text::story(&trace).is_empty(), "{} {operands:x?}", form.row.syntax);
});
