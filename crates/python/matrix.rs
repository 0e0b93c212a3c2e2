//! Whole matrices on a tensor core, and blocks of numbers that share a scale factor.

use crate::arrays::{Words, array, fill, refused};
use crate::function::format;
use numpy::IntoPyArray;
use pyo3::prelude::*;
use semantics::dot::{self, Asked, Matrices};
use semantics::elementwise::named::{self, Blocks, facts};

/// A path of a chip that multiplies matrices.
#[pyclass(frozen, module = "ulpscope._core")]
pub struct Path {
    asked: Asked,
}

#[pymethods]
impl Path {
    /// The words that name a path. If several rows of the table fit, the first one is taken.
    #[new]
    #[pyo3(signature = (chip, path, kind, formats, scale, block))]
    fn new(
        chip: &str,
        path: Option<&str>,
        kind: Option<&str>,
        formats: [String; 3],
        scale: Option<&str>,
        block: Option<usize>,
    ) -> PyResult<Path> {
        let formats = formats.each_ref().map(String::as_str);
        let asked = dot::Words { chip, path, kind, formats, scale, block }.asked().map_err(refused)?;
        Ok(Path { asked })
    }

    /// D, row by row, of A row by row, B column by column, C row by row, and the scales of both.
    #[expect(clippy::too_many_arguments, reason = "matrices and their sizes")]
    fn run<'py>(
        &self,
        py: Python<'py>,
        a: Words<'py>,
        b: Words<'py>,
        c: Words<'py>,
        scales: Option<(Words<'py>, Words<'py>)>,
        sizes: [usize; 3],
        mode: &str,
        bits: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let read = |words: &Words| words.bits().map(|bits| bits.to_vec());
        let scales = scales.map(|(a, b)| Ok::<_, PyErr>([read(&a)?, read(&b)?])).transpose()?;
        let matrices = Matrices::new(&self.asked, [read(&a)?, read(&b)?, read(&c)?], scales, sizes, mode).map_err(refused)?;
        array(py, sizes[0] * sizes[1], bits, &|from, take, count| {
            (0..count).for_each(|at| take(at, matrices.element(from + at)));
            Ok(())
        })
    }
}

/// A block format: its name, the format of the numbers, that of the scale factors, how many share one.
#[pyfunction]
pub fn recipe(name: &str) -> PyResult<(&'static str, String, String, usize)> {
    named::recipe(name).map(facts).map_err(refused)
}

/// Singles in a block format: the codes, the scale factors, and the bits of the tensor scale.
#[pyfunction]
pub fn block<'py>(
    py: Python<'py>,
    x: Words<'py>,
    name: &str,
    exponent: &str,
    tensor: Option<u64>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, u64)> {
    let numbers = x.bits()?.to_vec();
    let kind = Blocks::new(name, exponent, tensor, &numbers).map_err(refused)?;
    let size = kind.recipe.size;
    let mut made: Vec<(u8, Vec<u8>)> = vec![Default::default(); numbers.len().div_ceil(size)];
    fill(py, &mut made, 1, |from, blocks| {
        for (to, numbers) in blocks.iter_mut().zip(numbers[from * size..].chunks(size)) {
            to.0 = kind.codes(numbers, |code| to.1.push(code));
        }
        Ok(())
    })?;
    let codes: Vec<u8> = made.iter().flat_map(|(_, codes)| codes.iter().copied()).collect();
    let scales: Vec<u8> = made.iter().map(|(scale, _)| *scale).collect();
    Ok((codes.into_pyarray(py).into_any(), scales.into_pyarray(py).into_any(), kind.tensor))
}

/// How many bits a format has.
#[pyfunction]
pub fn width(name: &str) -> PyResult<u32> {
    format(name).map(|format| format.width())
}
