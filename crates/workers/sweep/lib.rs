//! What a Web Worker runs: sweeps of the core, sums in many orders, and columns that become narrow.
//!
//! A crate of its own, because it is built for speed where the page is built for size. Its script is `worker.js`.

use semantics::column;
use semantics::gpu::Lowering;
use semantics::gpu::difference::Difference;
use semantics::sums::{Asked, Study};
use semantics::sweep::column_statistics::Found;
use semantics::sweep::{ColumnStatistics, FunctionUnderTest};
use semantics::wire::{read, written};
use wasm_bindgen::prelude::wasm_bindgen;

/// Sweeps a span, given as words, of a function on a target. The answer is words too; none if there is no such function or span.
#[wasm_bindgen]
#[must_use]
pub fn sweep(name: &str, target: u32, words: &[u64]) -> Vec<u64> {
    let asked = FunctionUnderTest::find(name, target).zip(read::<ColumnStatistics>(words));
    asked.map(|(subject, span)| written(&swept(&span, &subject))).unwrap_or_default()
}

/// In vectors of 128 bits, which everything that is inlined here is compiled for: Chrome 91, Firefox 89, Safari 16.4.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn swept(span: &ColumnStatistics, subject: &FunctionUnderTest) -> Found {
    span.run(subject)
}

/// Numbers that are being added.
#[wasm_bindgen]
pub struct Adding(Study);

#[wasm_bindgen]
impl Adding {
    /// Begins with an [`Asked`] as words, and the text of the numbers where they are not made. What is thrown is a sentence for the reader.
    #[wasm_bindgen(constructor)]
    pub fn new(asked: &[u64], text: String) -> Result<Adding, String> {
        let asked = read::<Asked>(asked).ok_or("The worker does not understand this page. Load the page again.")?;
        Ok(Adding(Study::new(asked, text)))
    }

    /// Goes on by a step; whether there are more.
    pub fn go_on(&mut self) -> bool {
        self.0.go_on()
    }

    /// What is found so far, a [`semantics::sums::Report`] as words.
    #[must_use]
    pub fn report(&self) -> Vec<u64> {
        written(&self.0.report())
    }
}

/// A column that is becoming narrow.
#[wasm_bindgen]
pub struct Narrowing(column::Study);

#[wasm_bindgen]
impl Narrowing {
    /// Begins with a [`column::Asked`] as words, and the bytes of a file where it has the numbers. What is thrown is a sentence for the reader.
    #[wasm_bindgen(constructor)]
    pub fn new(asked: &[u64], file: Vec<u8>) -> Result<Narrowing, String> {
        let asked = read::<column::Asked>(asked).ok_or("The worker does not understand this page. Load the page again.")?;
        Ok(Narrowing(column::Study::new(asked, file)))
    }

    /// Goes on by a step; whether there are more.
    pub fn go_on(&mut self) -> bool {
        self.0.go_on()
    }

    /// What is found so far, a [`column::Report`] as words.
    #[must_use]
    pub fn report(&self) -> Vec<u64> {
        written(&self.0.report())
    }
}

/// Looks at results that a GPU gave for the operands from `first` on, which are those of a span, beside a lowering's. The answer is a
/// [`Difference`] as words; none if there is no such lowering or span.
#[wasm_bindgen]
#[must_use]
pub fn beside(lowering: &str, first: u32, bits: &[u32], words: &[u64]) -> Vec<u64> {
    let asked = Lowering::named(lowering).zip(read::<ColumnStatistics>(words));
    asked.map(|(lowering, span)| written(&Difference::of(lowering, first, bits, &span))).unwrap_or_default()
}
