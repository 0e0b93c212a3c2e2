//! What the debug page's worker runs: a batch of results, judged in slices, which stays here; the page asks for the rows that it shows.
//!
//! What may have happened in an instruction's place the page finds out and writes down, so that here is only what computes: no table of
//! instructions, no parser, no complaint.

use core::marker::PhantomData;
use semantics::diagnosis::batch::Batch;
use semantics::diagnosis::table::{Filter, Order, Row};
use semantics::diagnosis::{Engine, Investigation};
use semantics::trace::Silent;
use semantics::wire::{read, written};
use wasm_bindgen::prelude::wasm_bindgen;

/// A batch under way.
#[wasm_bindgen]
pub struct Judging {
    batch: Batch,
    engine: Engine,
}

#[wasm_bindgen]
impl Judging {
    /// Begins with an [`Investigation`] as words, and lines of text. What is thrown is a sentence for the reader.
    #[wasm_bindgen(constructor)]
    pub fn new(investigation: &[u64], text: String) -> Result<Judging, String> {
        let unread = "The worker does not understand this page. Load the page again.";
        let batch = Batch::new(read::<Investigation>(investigation).ok_or(unread)?, text)?;
        Ok(Judging { batch, engine: Engine::with(PhantomData::<Silent>) })
    }

    /// Goes on for some lines; whether there are more.
    pub fn go_on(&mut self, lines: usize) -> bool {
        self.batch.go_on(lines, self.engine);
        !self.batch.is_done()
    }

    /// What there is to tell, a [`semantics::diagnosis::table::Report`] as words.
    #[must_use]
    pub fn report(&self) -> Vec<u64> {
        written(&self.batch.report())
    }

    /// How many lines the filter lets through, and some of them as rows, in words.
    #[must_use]
    pub fn rows(&self, filter: &str, order: &str, from: usize, count: usize) -> Vec<u64> {
        let places = self.batch.shown(Filter::named(filter), Order::named(order));
        let rows: Vec<Row> = places.iter().skip(from).take(count).map(|place| self.batch.row(*place as usize)).collect();
        written(&(places.len(), rows))
    }

    /// The head of the file of all lines.
    #[must_use]
    pub fn csv_head(&self) -> String {
        self.batch.csv_head()
    }

    /// Some lines of it; empty behind the last.
    #[must_use]
    pub fn csv(&self, from: usize, count: usize) -> String {
        self.batch.csv(from..from + count)
    }
}
