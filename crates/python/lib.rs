//! The package of Python: arrays in, the core's bits out. The folder `ulpscope/` beside it has what people call.

mod arrays;
mod explain;
mod function;
mod kernel;
mod matrix;
mod sweep;

use pyo3::prelude::*;

/// The command `ulp` with its words; with what it ends.
#[pyfunction]
fn ulp(py: Python<'_>, words: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| cli::run(words))
}

#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::explain::{Diagnosis, Explanation, diagnose, explain, operands};
    #[pymodule_export]
    use crate::function::{Function, conversion, cuda_functions, decimals, next, steps};
    #[pymodule_export]
    use crate::kernel::run;
    #[pymodule_export]
    use crate::matrix::{Path, block, recipe, width};
    #[pymodule_export]
    use crate::sweep::{Sweep, interval};
    #[pymodule_export]
    use crate::ulp;
}
