//! What a Web Worker runs: sweeps of the core, and nothing else.
//!
//! A crate of its own, because it is built for speed where the page is built for size. Its script is `worker.js`.

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
