//! A kernel on buffers, beside the same run without any rounding.

use crate::arrays::{Words, refused};
use crate::function::{context, format};
use numpy::IntoPyArray;
use pyo3::prelude::*;
use semantics::elementwise::named::placed;
use semantics::kernel::argument::{Argument, short};
use semantics::kernel::memory::Space;
use semantics::kernel::record::RunRecorder;
use semantics::kernel::{Launched, Module, Order};
use semantics::module::read;
use semantics::number::Pattern;
use semantics::shadow::ShadowObserver;
use semantics::sweep::error_report::Deviation;

/// What a kernel is given.
#[derive(FromPyObject)]
pub enum Given<'py> {
    /// A buffer: the format of its numbers, and their bits.
    List(String, Words<'py>),
    /// A number as it is written.
    Number(String),
}

/// A buffer after a run: a name, a format, the bits, and the error of each number in ulps.
type Buffer<'py> = (String, String, Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);

/// Runs a kernel: its buffers, what it printed, the lines that ran, and why it stopped, if it did.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "a launch")]
pub fn run<'py>(
    py: Python<'py>,
    text: &str,
    target: &str,
    given: Vec<Given<'py>>,
    entry: Option<&str>,
    threads: Option<[u32; 3]>,
    blocks: Option<[u32; 3]>,
    shared: u32,
    limit: u64,
    kept: usize,
    fmad: bool,
) -> PyResult<(Vec<Buffer<'py>>, String, u64)> {
    let found = read(text, &context(target)?, fmad).map_err(|said| refused(placed(text, &said)))?;
    let module = &found.module;
    let entry = module.entry(entry).map_err(refused)?;
    let arguments = given
        .iter()
        .map(|one| match one {
            Given::Number(text) => Ok(Argument::Number(text.clone())),
            Given::List(name, words) => Ok(Argument::List(format(name)?, words.bits()?.to_vec())),
        })
        .collect::<PyResult<_>>()?;
    let [own_threads, own_blocks] = found.shape;
    let (threads, blocks) = (threads.unwrap_or(own_threads), blocks.unwrap_or(own_blocks));
    let launched = Launched { entry, arguments, threads, blocks, limit, shared, order: Order::Number };
    let done = py.detach(|| go(module, &launched, kept)).map_err(refused)?;
    let kernel = &module.functions[entry].name;
    let buffers = done.buffers.into_iter().map(|(name, own, bits, errors)| {
        let errors = errors.map(|errors| errors.into_pyarray(py).into_any());
        (short(&name, kernel).to_owned(), own, bits.into_pyarray(py).into_any(), errors)
    });
    Ok((buffers.collect(), done.printed, done.lines))
}

/// The same, before it is made an object of Python.
type Left = (String, String, Vec<u64>, Option<Vec<f64>>);

/// What came of a run.
struct Done {
    buffers: Vec<Left>,
    printed: String,
    lines: u64,
}

fn go(module: &Module, launched: &Launched, kept: usize) -> Result<Done, String> {
    let mut threads = launched.begin(module)?;
    let mut keeper = RunRecorder::new(module, kept);
    if let Some(stop) = threads.run(&mut keeper) {
        return Err(format!("The run stops at line {}: {}", stop.number(module), stop.message));
    }
    // With lines that were not kept, an error would be a guess.
    let whole = keeper.recording.records.len() < kept;
    let mut companion = ShadowObserver::new(module);
    for at in 0..keeper.recording.records.len() * usize::from(whole) {
        companion.line(&keeper.recording, at);
    }
    let memory = &threads.machine.memory;
    let given = launched.arguments.iter().filter_map(|argument| match argument {
        Argument::List(_, bits) => Some(bits),
        Argument::Number(_) => None,
    });
    let buffers = threads.buffers.iter().zip(given).map(|(buffer, given)| {
        let numbers = buffer.numbers(memory);
        let base = memory.segments(Space::Global).get(buffer.segment).map_or(0, |segment| segment.base);
        let size = u64::from(buffer.own.width().div_ceil(8).max(1));
        let error = |(at, held): (usize, &Pattern)| match companion.in_memory(base + at as u64 * size, held.bits) {
            // What no line stored is as it was given; of anything else nothing is known.
            None if given.get(at) == Some(&held.bits) => 0.0,
            None => f64::NAN,
            Some(known) => in_ulps(known.error),
        };
        let errors = (whole && buffer.own.is_floating()).then(|| numbers.iter().enumerate().map(error).collect());
        let bits = numbers.iter().map(|number| number.bits).collect();
        (buffer.name.clone(), buffer.own.name.to_lowercase(), bits, errors)
    });
    Ok(Done {
        buffers: buffers.collect(),
        printed: memory.printed.iter().map(|printed| printed.text.as_str()).collect(),
        lines: threads.lines(),
    })
}

/// An error in ulps; infinite where it is a share of the true value, and NaN where it is not measured.
fn in_ulps(deviation: Deviation) -> f64 {
    let signed = |negative: bool, size: f64| if negative { -size } else { size };
    match deviation {
        Deviation::Ulps { negative, thousandths } => signed(negative, thousandths as f64 / 1000.0),
        Deviation::Share { negative, .. } => signed(negative, f64::INFINITY),
        Deviation::Unmeasured => f64::NAN,
    }
}
