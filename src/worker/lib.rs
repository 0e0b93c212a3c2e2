//! What a Web Worker runs: sweeps of the core, and nothing else.
//!
//! A crate of its own, because it is built for speed where the page is built for size. Its script is `worker.js`.

use semantics::gpu::Lowering;
use semantics::gpu::difference::Difference;
use semantics::sweep::{Span, Subject};
use semantics::wire::{read, written};
use wasm_bindgen::prelude::wasm_bindgen;

/// Sweeps a span, given as words, of a function on a target. The answer is words too; none if there is no such function or span.
#[wasm_bindgen]
#[must_use]
pub fn sweep(name: &str, target: u32, words: &[u64]) -> Vec<u64> {
    let asked = Subject::find(name, target).zip(read::<Span>(words));
    asked.map(|(subject, span)| written(&span.run(&subject))).unwrap_or_default()
}

/// Looks at results that a GPU gave for the operands from `first` on, which are those of a span, beside a lowering's. The answer is a
/// [`Difference`] as words; none if there is no such lowering or span.
#[wasm_bindgen]
#[must_use]
pub fn beside(lowering: &str, first: u32, bits: &[u32], words: &[u64]) -> Vec<u64> {
    let asked = Lowering::named(lowering).zip(read::<Span>(words));
    asked.map(|(lowering, span)| written(&Difference::of(lowering, first, bits, &span))).unwrap_or_default()
}
