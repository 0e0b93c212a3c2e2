//! The extreme values of a format, computed from its row of facts, beside what Table 8.8 of the CUDA text prints of them.
//!
//! The text's table is kept as it was printed, misprints and all, so that a test can say which of its entries are wrong.

use super::{Format, Pattern};

/// A value at a border of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// What it is.
    pub name: &'static str,
    /// Its bits, computed.
    pub pattern: Pattern,
    /// What the text prints, where its table has the format.
    pub printed: Option<Printed>,
}

/// An entry of the text's table: the bits, long runs shortened to dots, and the exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The bits; of a double sometimes only the upper word.
    pub hex: &'static str,
    /// The exact value.
    pub value: &'static str,
}

/// The names of the values, in the order of the text's table.
pub const NAMES: [&str; 7] =
    ["smallest subnormal", "largest subnormal", "smallest normal", "1.0", "maximum integer", "largest normal", "infinity"];

/// Table 8.8 as printed, by the order of [`NAMES`].
#[rustfmt::skip]
const PRINTED: [(&str, [(&str, &str); 7]); 3] = [
    ("F64", [("0...0001", "2^1074"), ("000F...F", "2^1022[1 2^52]"), ("0010...0", "2^1022"), ("3FF0...0", "1"), ("4340...0", "2^53"), ("7F7FFFFF", "2^1024[1 2^53]"), ("7FF00000", "Infinity")]),
    ("F32", [("00000001", "2^149"), ("007FFFFF", "2^126[1 2^23]"), ("00800000", "2^126"), ("00800000", "1"), ("4B800000", "2^24"), ("7F7FFFFF", "2^128[1 2^24]"), ("7F800000", "Infinity")]),
    ("F16", [("0001", "2^24"), ("07FF", "2^14[1 2^10]"), ("0800", "2^14"), ("3c00", "1"), ("3c00", "2^11"), ("7BFF", "2^16[1 2^11]"), ("7C00", "Infinity")]),
];

/// The extreme values of a format, in the order of [`NAMES`]; the infinity only where there is one.
pub fn extremes(format: &'static Format) -> Vec<Extreme> {
    let smallest_normal = format.smallest_normal();
    // Up to 2^precision every whole number has a pattern; in a format of few exponents that lies beyond the largest.
    let integer = ((i64::from(format.bias) + i64::from(format.precision())) as u64) << format.fraction_bits;
    let bits = [1, smallest_normal - 1, smallest_normal, format.one(), integer, format.largest(), format.infinity().unwrap_or(0)];
    let printed = PRINTED.iter().find(|(name, _)| *name == format.name).map(|(_, entries)| entries);
    let row = |(place, name): (usize, &'static str)| Extreme {
        name,
        pattern: Pattern::new(format, bits[place]),
        printed: printed.map(|entries| Printed { hex: entries[place].0, value: entries[place].1 }),
    };
    let there = |extreme: &Extreme| extreme.name != NAMES[6] || format.infinity().is_some();
    NAMES.into_iter().enumerate().map(row).filter(there).collect()
}

impl Extreme {
    /// The exact value as powers of two: `2^-24`, `2^16 (1 - 2^-11)`.
    pub fn value(&self) -> String {
        let Some(exact) = self.pattern.exact() else { return "∞".into() };
        let zeros = exact.magnitude.trailing_zeros();
        let (odd, exponent) = (exact.magnitude >> zeros, exact.exponent + zeros as i32);
        // Every other extreme is a string of ones.
        let ones = odd.trailing_ones() as i32;
        match (odd, exponent) {
            (1, 0) => "1".into(),
            (1, _) => format!("2^{exponent}"),
            _ => format!("2^{} (1 - 2^-{ones})", exponent + ones),
        }
    }

    /// Whether the text prints other bits.
    pub fn is_misprint(&self) -> bool {
        self.printed.is_some_and(|printed| !stands_for(printed.hex, self.pattern))
    }

    /// Whether the text's exact value lost its minus signs.
    pub fn lost_minus(&self) -> bool {
        let plain = |text: &str| text.replace(['-', ' ', '(', ')', '[', ']'], "").replace('∞', "Infinity");
        let value = self.value();
        self.printed.is_some_and(|printed| value.contains('-') && !printed.value.contains('-') && plain(printed.value) == plain(&value))
    }
}

/// Whether printed digits, shortened or only those of an upper word, are those of a pattern.
fn stands_for(printed: &str, pattern: Pattern) -> bool {
    let digits = pattern.hex();
    let printed = printed.to_ascii_lowercase();
    match printed.split_once("...") {
        None => digits.get(..printed.len()) == Some(&printed),
        Some((before, behind)) => {
            let filler = before.chars().next_back().unwrap_or('0');
            let middle = digits.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind));
            middle.is_some_and(|middle| middle.chars().all(|digit| digit == filler))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::{BF16, Class, E4M3, E5M2, F16, F32, F64, Float, TF32};

    const ALL: [&Format; 7] = [F16::ROW, BF16::ROW, F32::ROW, F64::ROW, &TF32, E4M3::ROW, E5M2::ROW];

    #[test]
    fn extremes_lie_where_classes_meet() {
        for format in ALL {
            let list = extremes(format);
            let at = |name: &str| list.iter().find(|extreme| extreme.name == name).map(|extreme| extreme.pattern);
            let class = |pattern: Option<Pattern>| pattern.map(|pattern| pattern.class());
            let up = |name| at(name).and_then(|pattern| pattern.next_up());
            assert_eq!(class(at("smallest subnormal").and_then(|pattern| pattern.next_down())), Some(Class::Zero), "{}", format.name);
            assert_eq!(up("largest subnormal"), at("smallest normal"), "{}", format.name);
            assert_eq!(class(at("largest subnormal")), Some(Class::Subnormal));
            assert_eq!(class(at("smallest normal")), Some(Class::Normal));
            assert_eq!(at("1.0").map(|pattern| pattern.shortest_decimal()), Some("1.0".into()));
            assert!(up("largest normal").is_none_or(|next| !next.is_finite()), "{}", format.name);
            assert_eq!(at("infinity").is_some(), format.name != "E4M3");
        }
    }

    /// Below the maximum integer the spacing is at most 1, above it 2.
    #[test]
    fn whole_numbers_end_at_the_maximum_integer() {
        for format in ALL {
            let integer = extremes(format)[4].pattern;
            let exact =
                integer.exact().map(|exact| (exact.magnitude.trailing_zeros() as i32 + exact.exponent, exact.magnitude.count_ones()));
            assert_eq!(exact, Some((format.precision() as i32, 1)), "{}", format.name);
            assert_eq!(
                (integer.next_down().and_then(|below| below.ulp_exponent()), integer.ulp_exponent()),
                (Some(0), Some(1)),
                "{}",
                format.name
            );
        }
    }

    #[test]
    fn the_text_has_these_misprints_and_no_others() {
        let found: Vec<String> = ALL
            .into_iter()
            .flat_map(extremes)
            .filter(Extreme::is_misprint)
            .map(|extreme| {
                format!(
                    "{} {}: {} for {}",
                    extreme.pattern.format.name,
                    extreme.name,
                    extreme.printed.map_or("", |printed| printed.hex),
                    extreme.pattern.hex()
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                "F16 largest subnormal: 07FF for 03ff",
                "F16 smallest normal: 0800 for 0400",
                "F16 maximum integer: 3c00 for 6800",
                "F32 1.0: 00800000 for 3f800000",
                "F64 largest normal: 7F7FFFFF for 7fefffffffffffff",
            ]
        );
    }

    #[test]
    fn exact_values_differ_from_the_text_in_lost_minus_signs_alone() {
        for extreme in ALL.into_iter().flat_map(extremes) {
            let Some(printed) = extreme.printed else { continue };
            let same = printed.value == extreme.value() || printed.value == "Infinity" && extreme.value() == "∞";
            assert!(
                same != extreme.lost_minus(),
                "{} {}: {} for {}",
                extreme.pattern.format.name,
                extreme.name,
                printed.value,
                extreme.value()
            );
        }
        let values = |format| extremes(format).iter().map(Extreme::value).collect::<Vec<_>>();
        assert_eq!(values(F16::ROW), ["2^-24", "2^-14 (1 - 2^-10)", "2^-14", "1", "2^11", "2^16 (1 - 2^-11)", "∞"]);
        assert_eq!(values(E4M3::ROW), ["2^-9", "2^-6 (1 - 2^-3)", "2^-6", "1", "2^4", "2^9 (1 - 2^-3)"]);
        assert_eq!(values(F64::ROW)[5], "2^1024 (1 - 2^-53)");
    }
}
