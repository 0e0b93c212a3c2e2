//! What a text computes, step by step, and why results of it are other than expected.

use crate::arrays::{Bits, Words, all, refused};
use crate::function::context;
use pyo3::prelude::*;
use semantics::elementwise::results::{Found, Results};
use std::fmt::Write;
use view_model::components::explanation::{self, Named};

/// What is given for an operand.
#[derive(FromPyObject)]
pub enum Given {
    /// Bits, and how many of them there are.
    Bits(u64, u32),
    /// A number as it is written.
    Text(String),
}

/// A text that ran: `results`, `flags`, `evidence`, `why`, `steps`; a notebook shows its bits and its rounding, whose picture is `svg`.
///
/// A result is a name, a format, how many numbers it holds, and the bits of all. A step is a title and a sentence.
///
/// >>> import ulpscope as ulp
/// >>> done = ulp.explain("add.rn.f32 d, a, b;", a=16777216, b=1)
/// >>> done.results, done.flags, done.steps[-1][0]
/// ([('d', 'f32', 1, 1266679808)], ['inexact'], 'Encode')
#[pyclass(frozen, module = "ulpscope", get_all)]
pub struct Explanation {
    /// The text.
    text: String,
    /// What was read.
    inputs: Vec<Named>,
    /// What came out.
    results: Vec<Named>,
    /// What IEEE 754 says of it.
    flags: Vec<&'static str>,
    /// How the result is known, in a word.
    evidence: &'static str,
    /// What else is to be said.
    notes: Vec<String>,
    /// Why the result is what it is.
    why: String,
    /// Each step: a title and a sentence.
    steps: Vec<(String, String)>,
    /// The steps as text.
    story: String,
    /// The bits, the rounding and the steps as markup.
    html: String,
    /// The rounding as a picture of its own; empty where nothing is rounded.
    svg: String,
}

#[pymethods]
impl Explanation {
    fn __repr__(&self) -> String {
        let mut text = self.text.clone() + "\n";
        for (name, form, _, bits) in &self.results {
            let _ = writeln!(text, "{name} = 0x{bits:x} ({form})");
        }
        text + &self.why + "\n\n" + &self.story
    }

    fn _repr_html_(&self) -> &str {
        &self.html
    }
}

/// Runs a text of any language and keeps every step.
#[pyfunction]
pub fn explain(text: &str, target: &str, given: Vec<(String, Given)>) -> PyResult<Explanation> {
    let given = given.into_iter().map(|(name, given)| match given {
        Given::Bits(bits, width) => (name, explanation::Given::Bits(bits, width)),
        Given::Text(text) => (name, explanation::Given::Text(text)),
    });
    let made = explanation::explain(text, &context(target)?, &given.collect::<Vec<_>>()).map_err(refused)?;
    let explanation::Explanation { inputs, results, flags, evidence, notes, why, steps, story, html, svg } = made;
    Ok(Explanation { text: text.to_owned(), inputs, results, flags, evidence, notes, why, steps, story, html, svg })
}

/// What explains results that are other than expected: `summary`, `counts`, `causes` and `wrong`; see `why`.
///
/// `counts` are results as expected, otherwise and explained, otherwise and unexplained. A cause is a sentence, what does this, how many wrong
/// results it explains, and how many right ones it contradicts. A wrong result is its place in the flat array, and a sentence.
///
/// >>> import ulpscope as ulp
/// >>> found = ulp.why("add.rn.f32 d, a, b;", 16777218.0, a=16777216.0, b=1.0)
/// >>> found.counts, found.wrong
/// ((0, 1, 0), [(0, 'Rounded towards positive infinity (.rp).')])
#[pyclass(frozen, module = "ulpscope", get_all)]
pub struct Diagnosis {
    /// All lines together, in a sentence or two.
    summary: String,
    /// Results as expected, otherwise and explained, otherwise and unexplained.
    counts: (usize, usize, usize),
    /// What explains most: a sentence, its causes, how many wrong results it gives, and how many right ones it does not.
    causes: Vec<(String, String, u32, u32)>,
    /// The wrong results, the farthest first: the place in the array, and the sentence of what explains it, if anything does.
    wrong: Vec<(usize, String)>,
}

#[pymethods]
impl Diagnosis {
    fn __repr__(&self) -> String {
        let mut text = self.summary.clone();
        for (sentence, _, explains, contradicts) in &self.causes {
            let _ = write!(text, "\n{explains} explained, {contradicts} contradicted: {sentence}");
        }
        text
    }
}

/// The operands of a text that can be diagnosed: names and formats, and the format of the result.
#[pyfunction]
pub fn operands(text: &str, target: &str) -> PyResult<(Vec<(String, String)>, String)> {
    let asked = Results::of(text, &context(target)?).map_err(refused)?;
    let inputs = asked.inputs().map(|(name, format)| (name.to_owned(), format.name.to_lowercase())).collect();
    Ok((inputs, asked.format.name.to_lowercase()))
}

/// Tries everything that may have happened instead on every result.
#[pyfunction]
pub fn diagnose(py: Python<'_>, text: &str, target: &str, inputs: Vec<Words<'_>>, seen: Words<'_>) -> PyResult<Diagnosis> {
    let asked = Results::of(text, &context(target)?).map_err(refused)?;
    let (operands, seen) = (all(&inputs)?.into_iter().map(Bits::to_vec).collect::<Vec<_>>(), seen.bits()?.to_vec());
    let Found { summary, counts: [right, explained, unexplained], causes, wrong } =
        py.detach(|| asked.why(&operands, &seen)).map_err(refused)?;
    Ok(Diagnosis { summary, counts: (right, explained, unexplained), causes, wrong })
}
