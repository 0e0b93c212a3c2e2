//! Any form, modifiers and bits: evaluation never panics, and the traced result is the silent one, with a story for every step.
#![no_main]

use libfuzzer_sys::fuzz_target;
use semantics::evaluate::{Request, evaluate};
use semantics::instruction::{Context, ModifierSet, ptx};
use semantics::trace::{Silent, Trace, text};

fuzz_target!(|input: (u16, u64, [u64; 3])| {
    let (row, choice, operands) = input;
    let forms = ptx::forms();
    let Some(form) = forms.get(usize::from(row) % forms.len()) else { return };
    let choices = form.pattern.combinations();
    let Some(&modifiers) = choices.get((choice % choices.len().max(1) as u64) as usize) else { return };
    let _: ModifierSet = modifiers;
    let request = Request::new(form, modifiers, operands, Context::default());
    let silent = evaluate(&request, &mut Silent);
    let mut trace = Trace::default();
    assert_eq!(evaluate(&request, &mut trace), silent);
    assert!(!text::story(&trace).is_empty());
});
