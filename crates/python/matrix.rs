//! Whole matrices on a tensor core, and blocks of numbers that share a scale factor.

use crate::arrays::{Words, array, fill, refused};
use crate::function::format;
use numpy::IntoPyArray;
use pyo3::prelude::*;
use semantics::dot::{self, Asked};
use semantics::microscaling::{Exponent, RECIPES, Recipe, is_tensor_scale, quantize, tensor_scale};
use semantics::number::{F32, Format, Pattern};
use semantics::rounding::Mode;
use semantics::tensor_core::{Dot, Row, Side, element};
use semantics::trace::Silent;

/// A path of a chip that multiplies matrices.
#[pyclass(frozen, module = "ulpscope._core")]
pub struct Path {
    asked: Asked,
}

/// The format of A, B or D: `f16`, `e4m3`, `tf32`.
fn type_of(name: &str) -> PyResult<&'static Format> {
    dot::number(name).ok_or_else(|| refused(format!("A tensor core takes no `{name}`.")))
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
        fn named<T>(what: &str, name: Option<&str>, find: impl Fn(&str) -> Option<T>) -> PyResult<Option<T>> {
            name.map(|name| find(name).ok_or_else(|| refused(format!("There is no {what} `{name}`.")))).transpose()
        }
        let target = dot::chip(chip).ok_or_else(|| refused(format!("There is no chip `{chip}` with tensor cores here.")))?;
        let [a, b, d] = [type_of(&formats[0])?, type_of(&formats[1])?, type_of(&formats[2])?];
        let (path, kind, scale) =
            (named("path", path, dot::path)?, named("kind", kind, dot::kind)?, named("type of scales", scale, dot::scale)?);
        let asked = Asked { target, path, kind, formats: [a, b, d], scale, block };
        match asked.rows().next() {
            Some(_) => Ok(Path { asked }),
            None => Err(refused(format!("sm_{target} has no such path for {}, {} and {}.", formats[0], formats[1], formats[2]))),
        }
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
        let [m, n, k] = sizes;
        let row = self.row(k)?;
        let modes = [Mode::Rn, Mode::Rz, Mode::Rm, Mode::Rp];
        let mode =
            modes.into_iter().find(|known| known.name() == mode).ok_or_else(|| refused(format!("There is no rounding `{mode}`.")))?;
        let [of_a, of_b, _] = self.asked.formats;
        // A code of a few bits stands as a register of its own holds it; TF32 comes as the whole register.
        let codes = |words: &Words, own: &Format| -> PyResult<Vec<u64>> {
            let shift = if own.spare_bits >= 13 { 0 } else { own.spare_bits };
            Ok(words.bits()?.to_vec().into_iter().map(|code| code << shift).collect())
        };
        let (a, b, c) = (codes(&a, of_a)?, codes(&b, of_b)?, c.bits()?.to_vec());
        let (scales_a, scales_b) = match &scales {
            Some((of_a, of_b)) => (of_a.bits()?.to_vec(), of_b.bits()?.to_vec()),
            None => Default::default(),
        };
        let blocks = row.scale.map_or(0, |scale| k.div_ceil(scale.block));
        if row.scale.is_some() != scales.is_some() {
            let word = if scales.is_some() { "no" } else { "the" };
            return Err(refused(format!("This path takes {word} scales of A and B.")));
        }
        let sizes_fit = a.len() == m * k && b.len() == n * k && (c.len() == m * n || c.len() == 1);
        if !sizes_fit || scales_a.len() != m * blocks || scales_b.len() != n * blocks {
            return Err(refused("The sizes of these matrices do not go together.".to_owned()));
        }
        array(py, m * n, bits, |from, take, count| {
            for at in 0..count {
                let (i, j) = ((from + at) / n, (from + at) % n);
                let a = Side { format: of_a, codes: &a[i * k..][..k], scales: &scales_a[i * blocks..][..blocks] };
                let b = Side { format: of_b, codes: &b[j * k..][..k], scales: &scales_b[j * blocks..][..blocks] };
                let c = Pattern::new(row.accumulator, if c.len() == 1 { c[0] } else { c[from + at] });
                take(at, element(row, &Dot { a, b, c, mode }, &mut Silent));
            }
            Ok(())
        })
    }
}

impl Path {
    fn row(&self, k: usize) -> PyResult<&'static Row> {
        self.asked.row(k).ok_or_else(|| refused(self.asked.lengths(k)))
    }
}

/// The block formats: a name, the format of the numbers, that of the scale factors, how many share one, whether its exponent is chosen.
#[pyfunction]
pub fn recipes() -> Vec<(String, String, String, usize, bool)> {
    let lower = |format: &Format| format.name.to_lowercase();
    RECIPES
        .iter()
        .map(|recipe| (recipe.key.to_owned(), lower(recipe.element), lower(recipe.scale), recipe.size, recipe.takes_exponent()))
        .collect()
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
    let recipe = Recipe::named(name).ok_or_else(|| refused(format!("There is no block format `{name}`.")))?;
    let exponent = Exponent::named(exponent).ok_or_else(|| refused(format!("There is no choice of an exponent `{exponent}`.")))?;
    let numbers = x.bits()?.to_vec();
    if let Some(bits) = tensor.filter(|bits| !is_tensor_scale(*bits)) {
        return Err(refused(format!("A tensor scale is a number above zero, not {}.", Pattern::new(F32::ROW, bits).value_text())));
    }
    let tensor = tensor.unwrap_or_else(|| tensor_scale(&numbers, recipe));
    let mut made: Vec<(u8, Vec<u8>)> = vec![Default::default(); numbers.len().div_ceil(recipe.size)];
    fill(py, &mut made, 1, |from, blocks| {
        let given = &numbers[from * recipe.size..];
        for (to, numbers) in blocks.iter_mut().zip(given.chunks(recipe.size)) {
            for block in quantize(numbers, recipe, exponent, tensor) {
                *to = (block.scale.bits as u8, block.elements.iter().map(|element| element.code.bits as u8).collect());
            }
        }
        Ok(())
    })?;
    let codes: Vec<u8> = made.iter().flat_map(|(_, codes)| codes.iter().copied()).collect();
    let scales: Vec<u8> = made.iter().map(|(scale, _)| *scale).collect();
    Ok((codes.into_pyarray(py).into_any(), scales.into_pyarray(py).into_any(), tensor))
}

/// How many bits a format has.
#[pyfunction]
pub fn width(name: &str) -> PyResult<u32> {
    format(name).map(|format| format.width())
}
