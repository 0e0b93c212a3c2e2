//! Why results in arrays are other than expected.

use super::named::{KERNEL, is_kernel};
use crate::diagnosis::batch::Batch;
use crate::diagnosis::table::{Filter, Order};
use crate::diagnosis::{Engine, Investigation};
use crate::instruction::Context;
use crate::number::Format;
use crate::trace::Silent;
use core::marker::PhantomData;

/// A text whose results are asked about.
#[derive(Clone, Debug)]
pub struct Results {
    asked: Investigation,
    /// The format of its results.
    pub format: &'static Format,
}

/// What explains results.
#[derive(Clone, Debug)]
pub struct Found {
    /// All results together, in a sentence or two.
    pub summary: String,
    /// Results as expected, otherwise and explained, otherwise and unexplained.
    pub counts: [usize; 3],
    /// What explains most: a sentence, its causes, how many wrong results it gives, and how many right ones it does not.
    pub causes: Vec<(String, String, u32, u32)>,
    /// The wrong results, the farthest first: the place in the array, and the sentence of what explains it, if anything does.
    pub wrong: Vec<(usize, String)>,
}

impl Results {
    /// Reads a text. The error is a sentence.
    pub fn of(text: &str, context: &Context) -> Result<Results, String> {
        let asked = Investigation::new(text, context).map_err(|why| if is_kernel(text) { KERNEL.to_owned() } else { why })?;
        let format = asked.format.ok_or("The result of this text is a predicate.")?;
        Ok(Results { asked, format })
    }

    /// What it reads: names and formats.
    pub fn inputs(&self) -> impl Iterator<Item = (&str, &'static Format)> {
        self.asked.inputs.iter().map(|(name, format)| (name.trim_start_matches('%'), *format))
    }

    /// Tries everything that may have happened instead on each result. Operands are in the order of what is read, each in an array of its own.
    pub fn why(self, operands: &[Vec<u64>], seen: &[u64]) -> Result<Found, String> {
        let mut batch = Batch::of_arrays(self.asked, operands, seen)?;
        batch.run(Engine::with(PhantomData::<Silent>));
        let (counts, report) = (batch.counts(), batch.report());
        let wrong = batch.shown(Filter::Wrong, Order::Farthest).into_iter().map(|place| batch.row(place as usize));
        Ok(Found {
            counts: [counts.right, counts.explained, counts.unexplained],
            causes: report.leaders.into_iter().map(|(_, explains, against, what, causes)| (what, causes, explains, against)).collect(),
            wrong: wrong.map(|row| (row.line - 1, row.why)).collect(),
            summary: report.summary,
        })
    }
}
