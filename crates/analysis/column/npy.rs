//! NumPy's `.npy`: what an array's file holds, and such a file of numbers.

use crate::number::{Format, Pattern};

/// What begins every file.
pub const MAGIC: &[u8] = b"\x93NUMPY";

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

/// An array.
#[derive(Clone, Debug, PartialEq)]
pub struct Array<'a> {
    /// The format of its numbers.
    pub format: &'static Format,
    /// Its lengths, the last one of the numbers that stand side by side.
    pub shape: Vec<usize>,
    bytes: &'a [u8],
}

/// Reads a file. A format is for numbers without a name: ml_dtypes keeps bfloat16 as two bytes each that NumPy calls V2. The error is the end
/// of a sentence about the file.
pub fn read<'a>(file: &'a [u8], named: Option<&'static Format>) -> Result<Array<'a>, String> {
    let cut = || "its head is cut off".to_owned();
    let long = *file.get(6).ok_or_else(cut)? > 1;
    let start = if long { 12 } else { 10 };
    let size = file.get(8..start).ok_or_else(cut)?.iter().rev().fold(0, |size: usize, byte| size << 8 | usize::from(*byte));
    let end = start + size;
    let head = file.get(start..end).and_then(|head| core::str::from_utf8(head).ok()).ok_or_else(cut)?;
    let after = |key: &str| head.split_once(key).map(|(_, rest)| rest.trim_start()).ok_or_else(|| format!("its head has no {key}"));
    let kind = after("'descr':")?;
    let kind = kind.strip_prefix('\'').and_then(|kind| kind.split('\'').next()).ok_or("it holds records, not numbers")?;
    let shape = after("'shape':")?.split(['(', ')']).nth(1).ok_or_else(cut)?;
    let lengths = shape.split(',').map(str::trim).filter(|length| !length.is_empty());
    let shape: Vec<usize> = lengths.map(|length| length.parse().ok()).collect::<Option<_>>().ok_or_else(cut)?;
    // One row alone has the same order either way.
    if after("'fortran_order':")?.starts_with("True") && shape.len() > 1 {
        return Err("it is in the order of Fortran: save np.ascontiguousarray(x)".into());
    }
    let (order, name) = kind.split_at_checked(1).ok_or_else(cut)?;
    let own = match NAMES.iter().find(|(known, _)| *known == name) {
        _ if order == ">" => return Err("its numbers have the highest byte first: save x.astype(x.dtype.newbyteorder('<'))".into()),
        Some((_, own)) => Format::named(own),
        None if name.starts_with('V') || name == "f1" => match named {
            Some(format) if name[1..].parse() == Ok(format.bytes()) => Some(format),
            Some(format) => return Err(format!("its numbers are {name}, which are not as long as {}", format.name.to_lowercase())),
            None => {
                return Err(format!(
                    "its numbers are {name} and have no name here (ml_dtypes keeps bfloat16 and 8-bit floats so): save them as float32"
                ));
            }
        },
        None => None,
    };
    let format = own.ok_or_else(|| format!("its numbers are {kind}, which are not read here"))?;
    if let Some(named) = named.filter(|named| *named != format) {
        return Err(format!("the file holds {}, not {}", format.name.to_lowercase(), named.name.to_lowercase()));
    }
    let bytes = &file[end..];
    let wanted = shape.iter().try_fold(format.bytes(), |all, length| all.checked_mul(*length));
    if wanted != Some(bytes.len()) {
        return Err(format!("its shape is ({}), and {} bytes of numbers follow", lengths_of(&shape), bytes.len()));
    }
    Ok(Array { format, shape, bytes })
}

/// Numbers from bytes, the lowest first.
pub fn numbers(format: &'static Format, bytes: &[u8]) -> impl ExactSizeIterator<Item = u64> {
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)) & format.mask();
    bytes.chunks_exact(format.bytes()).map(number)
}

impl Array<'_> {
    /// The bits of its numbers.
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = u64> {
        numbers(self.format, self.bytes)
    }
}

/// The bytes of numbers, the lowest first.
pub fn bytes(format: &Format, numbers: impl Iterator<Item = Pattern>) -> Vec<u8> {
    numbers.flat_map(|number| number.bits.to_le_bytes().into_iter().take(format.bytes())).collect()
}

/// What stands before the numbers of a file; None where NumPy has no such format.
pub fn head(format: &Format, shape: &[usize]) -> Option<Vec<u8>> {
    let (name, _) = NAMES.iter().find(|(_, name)| *name == format.name)?;
    let order = if format.width() == 8 { '|' } else { '<' };
    let shape = if let [one] = shape { format!("{one},") } else { lengths_of(shape) };
    let mut text = format!("{{'descr': '{order}{name}', 'fortran_order': False, 'shape': ({shape}), }}");
    // The numbers begin at a multiple of 64.
    while !(MAGIC.len() + 4 + text.len() + 1).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let length = u16::try_from(text.len()).ok()?.to_le_bytes();
    Some([MAGIC, &[1, 0], &length, text.as_bytes()].concat())
}

fn lengths_of(shape: &[usize]) -> String {
    shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}
