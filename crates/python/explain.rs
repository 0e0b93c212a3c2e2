//! What a text computes, step by step, and why results of it are other than expected.

use crate::arrays::{Words, all, refused};
use crate::function::{context, wrong};
use core::marker::PhantomData;
use pyo3::prelude::*;
use semantics::diagnosis::Engine;
use semantics::diagnosis::Investigation;
use semantics::diagnosis::batch::Batch;
use semantics::diagnosis::table::{Filter, Order};
use semantics::kernel::argument::bits;
use semantics::language::{ParsedSource, read};
use semantics::number::OperandType;
use semantics::register_file::RegisterFile;
use semantics::trace::text::story;
use semantics::trace::{Silent, sentence};
use std::fmt::Write;
use view_model::components::explanation::markup;

/// What is given for an operand.
#[derive(FromPyObject)]
pub enum Given {
    /// Bits, and how many of them there are.
    Bits(u64, u32),
    /// A number as it is written.
    Text(String),
}

/// A value of a run: a name, a format, the number of lanes, the bits of all.
type Named = (String, String, u32, u64);

/// A run with every step.
#[pyclass(frozen, module = "ulpscope._core", get_all)]
pub struct Explanation {
    /// The text.
    text: String,
    /// What was read.
    inputs: Vec<Named>,
    /// What came out.
    results: Vec<Named>,
    /// What IEEE 754 says of it.
    flags: Vec<String>,
    /// How the result is known, in a word.
    evidence: String,
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
}

fn bare(name: &str) -> &str {
    name.trim_start_matches('%')
}

/// Gives a text its operands; each that it reads must be there, and no other.
fn registers(reading: &dyn ParsedSource, given: &[(String, Given)]) -> PyResult<RegisterFile> {
    let none = || refused("Nothing in this text runs.".to_owned());
    let first = reading.run(&RegisterFile::default()).ok_or_else(none)?;
    let inputs: Vec<(String, OperandType)> = first.inputs().into_iter().map(|value| (value.name.clone(), value.own)).collect();
    let names = inputs.iter().map(|(name, _)| bare(name)).collect::<Vec<_>>().join(", ");
    let mut registers = RegisterFile::default();
    for (name, given) in given {
        let found = inputs.iter().find(|(input, _)| bare(input) == bare(name));
        let (input, own) = found.ok_or_else(|| refused(format!("The text reads no `{name}`. It reads: {names}.")))?;
        let held = match given {
            Given::Bits(held, width) if *width == own.width() => *held,
            Given::Bits(_, width) => return Err(refused(format!("`{name}` has {} bits, and {width} are given.", own.width()))),
            Given::Text(text) => bits(text, own.as_word()).map_err(|why| refused(format!("{name}: {why}")))?,
        };
        registers.set(input, held);
    }
    let missing = inputs.iter().find(|(input, _)| given.iter().all(|(name, _)| bare(name) != bare(input)));
    match missing {
        Some((name, _)) => Err(refused(format!("A value of `{}` is missing.", bare(name)))),
        None => Ok(registers),
    }
}

/// Runs a text of any language and keeps every step.
#[pyfunction]
pub fn explain(text: &str, target: &str, given: Vec<(String, Given)>) -> PyResult<Explanation> {
    let reading = read(text, &context(target)?);
    if let Some(said) = reading.refusal() {
        return Err(wrong(text, &said));
    }
    let registers = registers(&*reading, &given)?;
    let run = reading.run(&registers).ok_or_else(|| refused("Nothing in this text runs.".to_owned()))?;
    if let Some((_, why)) = run.broken_off() {
        return Err(refused(why));
    }
    let named =
        |value: &semantics::run::Value| (bare(&value.name).to_owned(), value.own.format.name.to_lowercase(), value.own.lanes, value.bits);
    Ok(Explanation {
        text: text.to_owned(),
        inputs: run.inputs().into_iter().map(named).collect(),
        results: run.results.iter().map(named).collect(),
        flags: run.flags().names().map(str::to_owned).collect(),
        evidence: run.evidence().map_or(String::new(), |evidence| evidence.word().to_owned()),
        notes: [reading.notes(), run.notes()].concat(),
        why: run.why(0),
        steps: run.trace.steps.iter().map(|step| (sentence::title(step), sentence::sentence(step))).collect(),
        story: story(&run.trace),
        html: markup(text, &run),
    })
}

/// What explains results that are other than expected.
#[pyclass(frozen, module = "ulpscope._core", get_all)]
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

/// The operands of a text that can be diagnosed: names and formats, and the format of the result.
#[pyfunction]
pub fn operands(text: &str, target: &str) -> PyResult<(Vec<(String, String)>, String)> {
    let asked = Investigation::new(text, &context(target)?).map_err(refused)?;
    let inputs = asked.inputs.iter().map(|(name, format)| (bare(name).to_owned(), format.name.to_lowercase())).collect();
    let format = asked.format.ok_or_else(|| refused("The result of this text is a predicate.".to_owned()))?;
    Ok((inputs, format.name.to_lowercase()))
}

/// Tries everything that may have happened instead on every result.
#[pyfunction]
pub fn diagnose(py: Python<'_>, text: &str, target: &str, inputs: Vec<Words<'_>>, seen: Words<'_>) -> PyResult<Diagnosis> {
    let asked = Investigation::new(text, &context(target)?).map_err(refused)?;
    let (inputs, seen) = (all(&inputs)?, seen.bits()?.to_vec());
    let columns: Vec<Vec<u64>> = inputs.iter().map(|bits| bits.to_vec()).collect();
    let widths: Vec<usize> = asked.inputs.iter().map(|(_, format)| format.width().div_ceil(4) as usize).collect();
    if columns.len() != widths.len() || columns.iter().any(|column| column.len() != seen.len()) {
        return Err(refused(format!("Wanted are {} arrays as long as what was seen.", widths.len())));
    }
    let digits = asked.format.map_or(1, |format| format.width().div_ceil(4) as usize);
    py.detach(|| {
        let mut table = String::new();
        for (line, seen) in seen.iter().enumerate() {
            for (column, width) in columns.iter().zip(&widths) {
                let _ = write!(table, "0x{:0width$x},", column[line]);
            }
            let _ = writeln!(table, "0x{seen:0digits$x}");
        }
        let mut batch = Batch::new(asked, table).map_err(refused)?;
        batch.run(Engine::with(PhantomData::<Silent>));
        let (counts, report) = (batch.counts(), batch.report());
        if counts.unread > 0 {
            return Err(refused(format!("{} results could not be read.", counts.unread)));
        }
        let wrong = batch.shown(Filter::Wrong, Order::Farthest).into_iter().map(|place| batch.row(place as usize));
        Ok(Diagnosis {
            summary: report.summary,
            counts: (counts.right, counts.explained, counts.unexplained),
            causes: report
                .leaders
                .into_iter()
                .map(|(_, explains, contradicts, what, causes)| (what, causes, explains, contradicts))
                .collect(),
            wrong: wrong.map(|row| (row.line - 1, row.why)).collect(),
        })
    })
}
