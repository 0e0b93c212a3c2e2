//! What a Web Worker runs: two texts that are held against each other over many operands.
//!
//! A crate of its own, built for speed. It reads texts, so it has the instruction table and the languages, which the worker that sweeps does
//! without. Its script is `against.js`.

use semantics::against::study::{Asked, Study};
use semantics::wire::{read, written};
use wasm_bindgen::prelude::wasm_bindgen;

/// Two texts under way.
#[wasm_bindgen]
pub struct Holding(Study);

#[wasm_bindgen]
impl Holding {
    /// Begins with an [`Asked`] as words. What is thrown is a sentence for the reader.
    #[wasm_bindgen(constructor)]
    pub fn new(asked: &[u64]) -> Result<Holding, String> {
        let asked = read::<Asked>(asked).ok_or("The worker does not understand this page. Load the page again.")?;
        Ok(Holding(Study::new(&asked)))
    }

    /// Goes on by a step; whether there are more.
    pub fn go_on(&mut self) -> bool {
        go_on(&mut self.0)
    }

    /// What is found so far, a [`semantics::against::study::Report`] as words.
    #[must_use]
    pub fn report(&self) -> Vec<u64> {
        written(self.0.report())
    }
}

/// In vectors of 128 bits, as the worker that sweeps.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn go_on(study: &mut Study) -> bool {
    study.go_on()
}
