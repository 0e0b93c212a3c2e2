//! A kernel on buffers, beside the same run without any rounding.

use crate::arrays::{Words, refused};
use crate::function::{context, format};
use numpy::IntoPyArray;
use pyo3::prelude::*;
use semantics::elementwise::launch::Launch;
use semantics::kernel::argument::Argument;

/// What a kernel is given.
#[derive(FromPyObject)]
pub enum Given<'py> {
    /// A buffer: the format of its numbers, and their bits.
    List(String, Words<'py>),
    /// A number as it is written.
    Number(String),
}

/// A buffer after a run: a name, which argument it is, a format, the bits, and the error of each number in ulps.
type Buffer<'py> = (String, Option<usize>, String, Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);

/// Runs a kernel: its buffers, what it printed, and the lines that ran.
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
    let context = context(target)?;
    let arguments = given
        .iter()
        .map(|one| match one {
            Given::Number(text) => Ok(Argument::Number(text.clone())),
            Given::List(name, words) => Ok(Argument::List(format(name)?, words.bits()?.to_vec())),
        })
        .collect::<PyResult<_>>()?;
    let launch = Launch { entry, threads, blocks, shared, limit, kept, joined: fmad };
    let done = py.detach(|| launch.run(text, &context, arguments)).map_err(refused)?;
    let buffers = done.buffers.into_iter().map(|held| {
        let errors = held.errors.map(|errors| errors.into_pyarray(py).into_any());
        (held.name, held.argument, held.own.name.to_lowercase(), held.bits.into_pyarray(py).into_any(), errors)
    });
    Ok((buffers.collect(), done.printed, done.lines))
}
