//! A function of the core over arrays, and what is asked of the numbers of one format.

use crate::arrays::{Bits, Words, all, array, refused};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use semantics::comparison::distance;
use semantics::elementwise::{Elementwise, Together};
use semantics::instruction::cuda::functions;
use semantics::instruction::{Context, Target, Version};
use semantics::number::{F32, F64, Format, OperandType, Pattern, TF32};
use semantics::sweep::LANES;
use semantics::syntax::Diagnostic;

/// The target of a name, with the newest PTX.
pub fn context(target: &str) -> PyResult<Context> {
    let target = Target::named(target).ok_or_else(|| {
        let known: Vec<String> = Target::ALL.iter().map(ToString::to_string).collect();
        refused(format!("There is no target `{target}`; these are known: {}", known.join(" ")))
    })?;
    Ok(Context { target, ptx: Version::NEWEST })
}

/// The format of a name: `f32`, `bf16`, `e4m3`.
pub fn format(name: &str) -> PyResult<&'static Format> {
    let found = if name.eq_ignore_ascii_case("tf32") { Some(TF32) } else { Format::named(name) };
    found.ok_or_else(|| refused(format!("There is no format `{name}`.")))
}

/// What is wrong with a text, with the place under its line.
pub fn wrong(text: &str, said: &Diagnostic) -> PyErr {
    let start = said.span.start.min(text.len());
    let line = text.get(..start).map_or(0, |before| before.matches('\n').count());
    let begin = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let shown = text.lines().nth(line).unwrap_or("");
    let column = text.get(begin..start).map_or(0, |before| before.chars().count());
    let within = text.get(start..said.span.end.min(begin + shown.len())).map_or(1, |piece| piece.chars().count()).max(1);
    let marks = [" ".repeat(column), "^".repeat(within)].concat();
    PyValueError::new_err(format!(
        "{}\n  line {}: {shown}\n  {}  {marks}",
        said.message,
        line + 1,
        " ".repeat(5 + (line + 1).to_string().len())
    ))
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
    /// One instruction of PTX.
    #[staticmethod]
    fn instruction(text: &str, target: &str) -> PyResult<Function> {
        Elementwise::of_instruction(text, &context(target)?).map(Function).map_err(|said| wrong(text, &said))
    }

    /// A function of the special function unit.
    #[staticmethod]
    fn unit(name: &str, target: &str) -> PyResult<Function> {
        let found = Elementwise::of_unit(name, context(target)?.target.number());
        found.map(Function).ok_or_else(|| refused(format!("The unit has no function `{name}`.")))
    }

    /// A kernel of some singles, or doubles.
    #[staticmethod]
    #[pyo3(signature = (text, entry, operands, doubles, target))]
    fn kernel(text: &str, entry: Option<&str>, operands: usize, doubles: bool, target: &str) -> PyResult<Function> {
        Elementwise::of_kernel(text, entry, operands, doubles, &context(target)?).map(Function).map_err(|said| wrong(text, &said))
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
        array(py, count, bits, |from, take, count| {
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

/// A number for each bits of a format, or of two arrays of bits.
fn each<'py>(
    py: Python<'py>,
    count: usize,
    width: u32,
    arrays: &[Bits<'_>],
    work: impl Fn(&[u64]) -> u64 + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    array(py, count, width, |from, take, count| {
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
    let pattern = |bits| Pattern::new(format, bits);
    each(py, count, 64, &arrays, |bits| distance(pattern(bits[0]), pattern(bits[1])).map_or(f64::NAN, |steps| steps as f64).to_bits())
}

/// The next number above, or below; a NaN, and what has none, stays.
#[pyfunction]
pub fn next<'py>(py: Python<'py>, x: Words<'py>, width: u32, name: &str, up: bool) -> PyResult<Bound<'py, PyAny>> {
    let (format, array) = (format(name)?, x.bits()?);
    each(py, array.len(), width, &[array], |bits| {
        let own = Pattern::new(format, bits[0]);
        if up { own.next_up() } else { own.next_down() }.map_or(bits[0], |next| next.bits)
    })
}

/// The value of each bits in decimal, with every digit.
#[pyfunction]
pub fn decimals(x: Words<'_>, name: &str) -> PyResult<Vec<String>> {
    let format = format(name)?;
    let text = |bits| {
        let own = Pattern::new(format, bits >> format.spare_bits);
        if own.is_finite() { own.exact_decimal() } else { own.value_text() }
    };
    Ok(x.bits()?.to_vec().into_iter().map(text).collect())
}

/// The functions of CUDA that map numbers of one type to one of it: a name, `f32` or `f64`, the prototype, a sentence, and the documented error.
#[pyfunction]
pub fn cuda_functions() -> Vec<(String, String, String, String, String)> {
    let mut all = Vec::new();
    for function in functions() {
        let Some(own) = function.returns.filter(|own| *own == F32::ROW || *own == F64::ROW) else { continue };
        if function.parameters.len() > 4 || function.parameters.iter().any(|one| one.format != own || one.written) {
            continue;
        }
        for (name, mode) in function.names() {
            let row = function.row;
            all.push((name, own.name.to_lowercase(), function.prototype(mode), row.summary.to_owned(), row.accuracy.to_owned()));
        }
    }
    all
}
