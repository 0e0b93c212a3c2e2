//! Buffers from files and to files: raw numbers, or NumPy's `.npy`.

use crate::Outcome;
use semantics::column::npy;
use semantics::kernel::argument::Argument;
use semantics::number::{Format, Pattern};
use std::path::Path;

/// More numbers than a run takes.
const MOST: usize = 1 << 25;

/// What a file holds.
pub fn bytes(path: &str) -> Outcome<Vec<u8>> {
    std::fs::read(path).map_err(|error| format!("{path}: {error}"))
}

/// The file of an argument that names one, and the format before it, if it says so: `f32@in.bin`, `@in.npy`.
pub fn named(text: &str) -> Option<(Option<&'static Format>, &str)> {
    let (own, path) = text.split_once('@')?;
    let format = Format::named(own.trim());
    (own.is_empty() || format.is_some()).then_some((format, path))
}

/// An argument as it is written: a file, or what the machine reads.
pub fn argument(text: &str) -> Outcome<Argument> {
    match named(text) {
        Some((format, path)) => array(format, path).map(|(format, numbers, _)| Argument::List(format, numbers)),
        None => Argument::read(text),
    }
}

/// The numbers of a file, their format, and their lengths; raw numbers have one length.
pub fn array(named: Option<&'static Format>, path: &str) -> Outcome<(&'static Format, Vec<u64>, Vec<usize>)> {
    let wrong = |error: String| format!("{path}: {error}");
    let bytes = bytes(path)?;
    let (format, numbers, shape): (_, Vec<u64>, _) = match bytes.starts_with(npy::MAGIC) {
        true => {
            let array = npy::read(&bytes, named).map_err(wrong)?;
            (array.format, array.numbers().collect(), array.shape)
        }
        false => {
            let format = named.ok_or_else(|| wrong("what numbers does it hold? Write f32@ and the file".to_owned()))?;
            if !bytes.len().is_multiple_of(format.bytes()) {
                return Err(wrong(format!("{} bytes are no list of {}", bytes.len(), format.name.to_lowercase())));
            }
            let numbers: Vec<u64> = npy::numbers(format, &bytes).collect();
            let length = numbers.len();
            (format, numbers, vec![length])
        }
    };
    if numbers.len() > MOST { Err(wrong(format!("it has more than {MOST} numbers"))) } else { Ok((format, numbers, shape)) }
}

/// Writes a buffer, with a head where the file is called `.npy`.
pub fn write(path: &Path, own: &'static Format, numbers: &[Pattern]) -> Outcome {
    let mut file = Vec::new();
    if path.extension().is_some_and(|end| end == "npy") {
        file = npy::head(own, &[numbers.len()])
            .ok_or_else(|| format!("NumPy has no {}: write it to a file of raw numbers", own.name.to_lowercase()))?;
    }
    file.extend(npy::bytes(own, numbers.iter().copied()));
    std::fs::write(path, file).map_err(|error| format!("{}: {error}", path.display()))
}
