//! What the page of extreme values shows, as its part of the address: `f=F16&b=03ff`, a format and bits in it.

use crate::state::queries::read_parts;
use semantics::instruction::cuda::extreme::formats;
use semantics::number::{F16, Pattern};

/// The bits of a first visit: the largest subnormal half, which the text misprints.
const FIRST: u64 = 0x03ff;

/// The number that a query asks for; the notices say what was replaced by its default.
pub fn read(text: &str) -> (Pattern, Vec<String>) {
    let mut format = F16::ROW;
    let mut bits = None;
    let notices = read_parts(text, |name, value| match name {
        "f" => formats().find(|column| column.name == value).map(|column| format = column).is_some(),
        "b" => {
            bits = u64::from_str_radix(value, 16).ok();
            bits.is_some()
        }
        _ => false,
    });
    let bits = bits.unwrap_or(if format == F16::ROW { FIRST } else { format.one() });
    (Pattern::new(format, bits), notices)
}

/// The query of a number.
pub fn written(pattern: Pattern) -> String {
    ["f=", pattern.format.name, "&b=", &pattern.hex()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_reads_back() {
        for text in ["f=F16&b=0400", "f=F64&b=7fefffffffffffff", "f=E4M3&b=7e", "f=TF32&b=3ffff"] {
            let (pattern, notices) = read(text);
            assert_eq!((written(pattern).as_str(), notices), (text, Vec::new()));
        }
        assert_eq!(read("f=F80&b=zz").1.len(), 2);
        assert_eq!(read("f=F32").0.hex(), "3f800000");
    }
}
