//! Buffers from files and to files: raw numbers, or NumPy's `.npy`.

use crate::Outcome;
use semantics::kernel::argument::Argument;
use semantics::number::{Format, Pattern};
use std::path::Path;

/// What begins every `.npy` file.
const MAGIC: &[u8] = b"\x93NUMPY";

/// NumPy's names of the formats that it has.
const NAMES: [(&str, &str); 11] = [
    ("f2", "F16"),
    ("f4", "F32"),
    ("f8", "F64"),
    ("u1", "U8"),
    ("u2", "U16"),
    ("u4", "U32"),
    ("u8", "U64"),
    ("i1", "S8"),
    ("i2", "S16"),
    ("i4", "S32"),
    ("i8", "S64"),
];

/// More numbers than a run takes.
const MOST: usize = 1 << 25;

/// An argument as it is written: `f32@in.bin` and `@in.npy` name a file, everything else is the machine's to read.
pub fn argument(text: &str) -> Outcome<Argument> {
    let Some((own, path)) = text.split_once('@').filter(|(own, _)| own.is_empty() || Format::named(own.trim()).is_some()) else {
        return Argument::read(text);
    };
    let wrong = |error: &str| format!("{path}: {error}");
    let bytes = std::fs::read(path).map_err(|error| wrong(&error.to_string()))?;
    let named = Format::named(own.trim());
    let (format, bytes) = match bytes.starts_with(MAGIC) {
        true => {
            let (format, bytes) =
                npy(&bytes).ok_or_else(|| wrong("this is no .npy file of numbers in the order of C, the lowest byte first"))?;
            if named.is_some_and(|named| named != format) {
                return Err(wrong(&format!("the file holds {}", format.name.to_lowercase())));
            }
            (format, bytes)
        }
        false => (named.ok_or_else(|| wrong("what numbers does it hold? Write f32@ and the file"))?, &bytes[..]),
    };
    let each = format.width().div_ceil(8).max(1) as usize;
    if !bytes.len().is_multiple_of(each) || bytes.len() / each > MOST {
        return Err(wrong(&format!("{} bytes are no list of {}, or one of more than {MOST}", bytes.len(), format.name.to_lowercase())));
    }
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)) & format.mask();
    Ok(Argument::List(format, bytes.chunks_exact(each).map(number).collect()))
}

/// The format and the bytes of an array.
fn npy(file: &[u8]) -> Option<(&'static Format, &[u8])> {
    let long = *file.get(6)? > 1;
    let (start, size): (usize, usize) = if long {
        (12, u32::from_le_bytes(file.get(8..12)?.try_into().ok()?) as usize)
    } else {
        (10, u16::from_le_bytes(file.get(8..10)?.try_into().ok()?).into())
    };
    let head = core::str::from_utf8(file.get(start..start.checked_add(size)?)?).ok()?;
    let kind = head.split("'descr':").nth(1)?.split('\'').nth(1)?;
    let rows = head.split("'shape':").nth(1)?.split(['(', ')']).nth(1)?;
    // One row alone has the same order either way.
    let in_order = head.contains("'fortran_order': False") || rows.split(',').filter(|size| !size.trim().is_empty()).count() < 2;
    let name = kind.strip_prefix(['<', '|', '=']).filter(|_| in_order)?;
    let (_, own) = NAMES.iter().find(|(known, _)| *known == name)?;
    Some((Format::named(own)?, &file[start + size..]))
}

/// Writes a buffer, with a head where the file is called `.npy`.
pub fn write(path: &Path, own: &'static Format, numbers: &[Pattern]) -> Outcome {
    let mut file = Vec::new();
    if path.extension().is_some_and(|end| end == "npy") {
        let name = NAMES.iter().find(|(_, name)| *name == own.name).map(|(name, _)| *name);
        let name = name.ok_or_else(|| format!("NumPy has no {}: write it to a file of raw numbers", own.name.to_lowercase()))?;
        let order = if own.width() == 8 { '|' } else { '<' };
        let mut head = format!("{{'descr': '{order}{name}', 'fortran_order': False, 'shape': ({},), }}", numbers.len());
        // The numbers begin at a multiple of 64.
        while !(MAGIC.len() + 4 + head.len() + 1).is_multiple_of(64) {
            head.push(' ');
        }
        head.push('\n');
        file.extend_from_slice(MAGIC);
        file.extend_from_slice(&[1, 0]);
        file.extend_from_slice(&(head.len() as u16).to_le_bytes());
        file.extend_from_slice(head.as_bytes());
    }
    let each = own.width().div_ceil(8).max(1) as usize;
    numbers.iter().for_each(|number| file.extend_from_slice(&number.bits.to_le_bytes()[..each]));
    std::fs::write(path, file).map_err(|error| format!("{}: {error}", path.display()))
}
