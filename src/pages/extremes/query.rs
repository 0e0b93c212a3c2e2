//! What the page of extreme values shows, as its part of the address: `f=F16&b=03ff`, a format and bits in it.

use crate::state::queries::read_parts;
use semantics::number::{BF16, E4M3, E5M2, F16, F32, F64, Float, Format, Pattern, TF32};

/// The formats of the page, from the text's three to the short ones.
pub const COLUMNS: [&Format; 7] = [F16::ROW, F32::ROW, F64::ROW, BF16::ROW, TF32, E4M3::ROW, E5M2::ROW];

/// The bits of a first visit: the largest subnormal half, which the text misprints.
const FIRST: u64 = 0x03ff;

/// The number that a query asks for; the notices say what was replaced by its default.
pub fn read(text: &str) -> (Pattern, Vec<String>) {
    let mut format = F16::ROW;
    let mut bits = None;
    let notices = read_parts(text, |name, value| match name {
        "f" => COLUMNS.iter().find(|column| column.name == value).map(|column| format = column).is_some(),
        "b" => {
            bits = u64::from_str_radix(value, 16).ok();
            bits.is_some()
        }
        _ => false,
    });
    let bits = bits.unwrap_or(if format.name == F16::ROW.name { FIRST } else { format.one() });
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
