//! A function of the core over arrays, and what is asked of the numbers of one format.

use crate::arrays::{Bits, Words, all, array, refused};
use pyo3::prelude::*;
use semantics::elementwise::named::{self, Conversion};
use semantics::elementwise::{Elementwise, Together};
use semantics::instruction::Context;
use semantics::number::{Format, OperandType};
use semantics::sweep::LANES;

/// The target of a name, with the newest PTX.
pub fn context(target: &str) -> PyResult<Context> {
    named::context(target).map_err(refused)
}

/// The format of a name: `f32`, `bf16`, `e4m3`.
pub fn format(name: &str) -> PyResult<&'static Format> {
    named::format(name).map_err(refused)
}

/// What an operand holds: the format of its numbers, how many there are, and the bits of all.
type Held = (String, u32, u32);

fn held(own: OperandType) -> Held {
    (own.format.name.to_lowercase(), own.lanes, own.width())
}

/// A text that was read once.
#[pyclass(frozen, module = "ulpscope._core")]
pub struct Function(Elementwise);

#[pymethods]
impl Function {
    /// One instruction of PTX; without a target, for the first that has it.
    #[staticmethod]
    fn instruction(text: &str, target: Option<&str>) -> PyResult<Function> {
        named::instruction(text, target).map(Function).map_err(refused)
    }

    /// A function of the special function unit.
    #[staticmethod]
    fn unit(name: &str, target: &str) -> PyResult<Function> {
        named::unit(name, target).map(Function).map_err(refused)
    }

    /// A function of CUDA, or an expression of C, over variables of one format.
    #[staticmethod]
    fn expression(text: &str, names: Vec<String>, own: &str, target: &str) -> PyResult<Function> {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        named::expression(text, &names, format(own)?, target).map(Function).map_err(refused)
    }

    /// The operands: a name, and what each holds.
    #[getter]
    fn inputs(&self) -> Vec<(String, Held)> {
        self.0.inputs.iter().map(|(name, own)| (name.trim_start_matches('%').to_owned(), held(*own))).collect()
    }

    /// What the result is.
    #[getter]
    fn output(&self) -> Held {
        held(self.0.output)
    }

    /// The low bits of so many results; an operand of one element stands for as many.
    fn run<'py>(&self, py: Python<'py>, inputs: Vec<Words<'py>>, count: usize, bits: u32) -> PyResult<Bound<'py, PyAny>> {
        let inputs = all(&inputs)?;
        let wanted = self.0.inputs.len();
        if inputs.len() != wanted || inputs.iter().any(|bits| bits.len() != 1 && bits.len() != count) {
            return Err(refused(format!("Wanted are {wanted} arrays of one length.")));
        }
        array(py, count, bits, &|from, take, count| {
            let runner = self.0.runner()?;
            let mut together: Vec<Together> = vec![[0; LANES]; inputs.len()];
            for at in (0..count).step_by(LANES) {
                let here = LANES.min(count - at);
                together.iter_mut().zip(&inputs).for_each(|(held, bits)| bits.fill(from + at, &mut held[..here]));
                let results = runner.each(here, &together)?;
                results[..here].iter().enumerate().for_each(|(lane, bits)| take(at + lane, *bits));
            }
            Ok(())
        })
    }
}

/// The instructions of PTX that convert numbers, one after the other, with the format that each gives.
#[pyfunction]
pub fn conversion(own: &str, to: &str, rnd: &str, satfinite: Option<bool>, relu: bool, ftz: bool) -> PyResult<Vec<(String, String)>> {
    let texts = Conversion { from: own, to, rnd, satfinite, relu, ftz }.texts().map_err(refused)?;
    Ok(texts.into_iter().map(|(text, to)| (text, to.to_owned())).collect())
}

/// A number for each bits of a format, or of two arrays of bits.
fn each<'py>(
    py: Python<'py>,
    count: usize,
    width: u32,
    arrays: &[Bits<'_>],
    work: impl Fn(&[u64]) -> u64 + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    array(py, count, width, &|from, take, count| {
        let mut held = [[0u64; 1]; 2];
        for at in 0..count {
            arrays.iter().zip(&mut held).for_each(|(bits, held)| bits.fill(from + at, held));
            take(at, work(held.as_flattened()));
        }
        Ok(())
    })
}

/// How many representable steps lie between numbers of one format, as the bits of doubles; NaN where one is a NaN.
#[pyfunction]
pub fn steps<'py>(py: Python<'py>, a: Words<'py>, b: Words<'py>, count: usize, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let (format, arrays) = (format(name)?, [a.bits()?, b.bits()?]);
    each(py, count, 64, &arrays, |bits| named::steps(format, bits[0], bits[1]).to_bits())
}

/// The next number above, or below; a NaN, and what has none, stays.
#[pyfunction]
pub fn next<'py>(py: Python<'py>, x: Words<'py>, width: u32, name: &str, up: bool) -> PyResult<Bound<'py, PyAny>> {
    let (format, array) = (format(name)?, x.bits()?);
    each(py, array.len(), width, &[array], |bits| named::next(format, bits[0], up))
}

/// The value of each bits in decimal, with every digit.
#[pyfunction]
pub fn decimals(x: Words<'_>, name: &str) -> PyResult<Vec<String>> {
    let format = format(name)?;
    Ok(x.bits()?.to_vec().into_iter().map(|bits| named::decimal(format, bits)).collect())
}

/// The functions of CUDA that map numbers of one type to one of it: a name, `f32` or `f64`, how many it takes, the prototype, a sentence, and the
/// documented error.
#[pyfunction]
pub fn cuda_functions() -> Vec<(String, String, usize, String, String, String)> {
    let row = |one: named::LibraryFunction| {
        (one.name, one.own.name.to_lowercase(), one.operands, one.prototype, one.summary.to_owned(), one.accuracy)
    };
    named::library().into_iter().map(row).collect()
}
