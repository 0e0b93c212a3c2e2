//! Arrays of bits from NumPy and back, and the threads that share the work.

use numpy::{Element, IntoPyArray, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::num::NonZero;
use std::thread;

/// Arrays longer than this are shared among threads.
const ALONE: usize = 1 << 16;

/// So many elements are computed before Python may interrupt.
const SLICE: usize = 1 << 22;

/// An array of NumPy's, as unsigned integers one behind the other.
#[derive(FromPyObject)]
pub enum Words<'py> {
    /// Of 8 bits.
    Bytes(PyReadonlyArray1<'py, u8>),
    /// Of 16 bits.
    Halves(PyReadonlyArray1<'py, u16>),
    /// Of 32 bits.
    Singles(PyReadonlyArray1<'py, u32>),
    /// Of 64 bits.
    Doubles(PyReadonlyArray1<'py, u64>),
}

/// The same, for code that runs without the interpreter's lock.
#[derive(Clone, Copy, Debug)]
pub enum Bits<'a> {
    /// Of 8 bits.
    Of8(&'a [u8]),
    /// Of 16 bits.
    Of16(&'a [u16]),
    /// Of 32 bits.
    Of32(&'a [u32]),
    /// Of 64 bits.
    Of64(&'a [u64]),
}

impl Words<'_> {
    /// What stands there.
    pub fn bits(&self) -> PyResult<Bits<'_>> {
        Ok(match self {
            Words::Bytes(array) => Bits::Of8(array.as_slice()?),
            Words::Halves(array) => Bits::Of16(array.as_slice()?),
            Words::Singles(array) => Bits::Of32(array.as_slice()?),
            Words::Doubles(array) => Bits::Of64(array.as_slice()?),
        })
    }
}

/// What stands in several arrays.
pub fn all<'a>(arrays: &'a [Words<'_>]) -> PyResult<Vec<Bits<'a>>> {
    arrays.iter().map(Words::bits).collect()
}

impl Bits<'_> {
    /// How many there are.
    pub fn len(self) -> usize {
        match self {
            Bits::Of8(bits) => bits.len(),
            Bits::Of16(bits) => bits.len(),
            Bits::Of32(bits) => bits.len(),
            Bits::Of64(bits) => bits.len(),
        }
    }

    /// Some of them, from one on; one alone stands for all.
    pub fn fill(self, from: usize, into: &mut [u64]) {
        fn of<T: Copy + Into<u64>>(bits: &[T], from: usize, into: &mut [u64]) {
            match bits {
                [only] => into.fill((*only).into()),
                _ => into.iter_mut().zip(&bits[from..]).for_each(|(to, bits)| *to = (*bits).into()),
            }
        }
        match self {
            Bits::Of8(bits) => of(bits, from, into),
            Bits::Of16(bits) => of(bits, from, into),
            Bits::Of32(bits) => of(bits, from, into),
            Bits::Of64(bits) => of(bits, from, into),
        }
    }

    /// All of them.
    pub fn to_vec(self) -> Vec<u64> {
        let mut all = vec![0; self.len()];
        self.fill(0, &mut all);
        all
    }
}

/// An element of a result.
pub trait Word: Element + Copy + Default + Send {
    /// The low bits.
    fn of(bits: u64) -> Self;
}

macro_rules! words {
    ($($own:ident)*) => {
        $(impl Word for $own {
            fn of(bits: u64) -> $own {
                bits as $own
            }
        })*
    };
}

words!(u8 u16 u32 u64);

/// An error of Python's from a sentence.
pub fn refused(why: String) -> PyErr {
    PyValueError::new_err(why)
}

/// Makes each result in its place, on several threads where there are many; `work` gets the number of the first and its places. A share begins
/// at a multiple of `unit`.
pub fn fill<T: Send>(
    py: Python<'_>,
    results: &mut [T],
    unit: usize,
    work: impl Fn(usize, &mut [T]) -> Result<(), String> + Sync,
) -> PyResult<()> {
    let slice = SLICE.next_multiple_of(unit.max(1));
    for (number, slice_of) in results.chunks_mut(slice).enumerate() {
        let first = number * slice;
        py.detach(|| {
            let threads = if slice_of.len() <= ALONE { 1 } else { thread::available_parallelism().map_or(1, NonZero::get) };
            let share = slice_of.len().div_ceil(threads).next_multiple_of(unit.max(1));
            let work = &work;
            if threads == 1 {
                return work(first, slice_of);
            }
            thread::scope(|scope| {
                let shares = slice_of.chunks_mut(share).enumerate();
                let workers: Vec<_> = shares.map(|(at, places)| scope.spawn(move || work(first + at * share, places))).collect();
                let joined = workers.into_iter().map(|worker| worker.join().unwrap_or_else(|_| Err("A thread broke off.".to_owned())));
                joined.collect::<Vec<_>>().into_iter().collect()
            })
        })
        .map_err(refused)?;
        py.check_signals()?;
    }
    Ok(())
}

/// What makes results from one on: it puts so many of them into their places.
pub type Work<'a> = &'a (dyn Fn(usize, &mut dyn FnMut(usize, u64), usize) -> Result<(), String> + Sync);

/// An array of NumPy's with so many results of 8, 16, 32 or 64 bits.
pub fn array<'py>(py: Python<'py>, count: usize, bits: u32, work: Work<'_>) -> PyResult<Bound<'py, PyAny>> {
    fn of<'py, W: Word>(py: Python<'py>, count: usize, work: Work<'_>) -> PyResult<Bound<'py, PyAny>> {
        let mut results = vec![W::default(); count];
        fill(py, &mut results, 1, |from, places| {
            let count = places.len();
            work(from, &mut |at, bits| places[at] = W::of(bits), count)
        })?;
        Ok(results.into_pyarray(py).into_any())
    }
    match bits {
        8 => of::<u8>(py, count, work),
        16 => of::<u16>(py, count, work),
        32 => of::<u32>(py, count, work),
        _ => of::<u64>(py, count, work),
    }
}
