//! The text's Tables 8.7 and 8.8: how formats encode their values, and their extreme values, computed beside what is printed.
//!
//! The copy of the text that stands here has lost every hyphen, so its exponents have no minus signs: that is no fault of the print. Its hex
//! digits are wrong in places. Nothing here says which: a misprint is where the computed value differs, and a test holds the list.

use crate::exact::Exact;
use crate::number::{F16, F32, F64, Format, Pattern, taught};
use crate::rounding::{Rules, round};

/// The formats of the tables: the three of the text, then those of newer chips.
pub fn formats() -> impl Iterator<Item = &'static Format> {
    let printed = [F16::ROW, F32::ROW, F64::ROW];
    printed.into_iter().chain(taught().filter(move |format| !printed.contains(format)))
}

/// A value at an end of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extreme {
    /// The smallest positive number.
    SmallestDenormal,
    /// The largest number without an implicit one.
    LargestDenormal,
    /// The smallest number with an implicit one.
    SmallestNormal,
    /// One.
    One,
    /// The largest integer up to which every integer is a number of the format.
    MaximumInteger,
    /// The largest finite number.
    LargestNormal,
    /// Infinity, where the format has one.
    Infinity,
}

impl Extreme {
    /// The lines of the table in order.
    pub const ALL: [Extreme; 7] = [
        Extreme::SmallestDenormal,
        Extreme::LargestDenormal,
        Extreme::SmallestNormal,
        Extreme::One,
        Extreme::MaximumInteger,
        Extreme::LargestNormal,
        Extreme::Infinity,
    ];

    /// What the table calls it.
    pub fn name(self) -> &'static str {
        match self {
            Extreme::SmallestDenormal => "Smallest denormal",
            Extreme::LargestDenormal => "Largest denormal",
            Extreme::SmallestNormal => "Smallest normal",
            Extreme::One => "1.0",
            Extreme::MaximumInteger => "All integers up to",
            Extreme::LargestNormal => "Largest normal",
            Extreme::Infinity => "Infinity",
        }
    }

    /// The bits in a format; None for the infinity of a format without one.
    pub fn bits(self, format: &'static Format) -> Option<u64> {
        Some(match self {
            Extreme::SmallestDenormal => 1,
            Extreme::LargestDenormal => format.fraction_mask(),
            Extreme::SmallestNormal => format.smallest_normal(),
            Extreme::One => format.one(),
            Extreme::MaximumInteger => {
                let power = Exact { negative: false, magnitude: 1u64, exponent: format.precision() as i32 };
                round(format, power, &Rules::default()).bits
            }
            Extreme::LargestNormal => format.largest(),
            Extreme::Infinity => format.infinity()?,
        })
    }

    /// The exact value as the table writes it: `2^-1022[1-2^-52]`.
    pub fn value(self, format: &Format) -> String {
        let (low, precision, fraction) = (format.emin(), format.precision(), format.fraction_bits);
        match self {
            Extreme::SmallestDenormal => format!("2^{}", format.quantum()),
            Extreme::LargestDenormal => format!("2^{low}[1-2^-{fraction}]"),
            Extreme::SmallestNormal => format!("2^{low}"),
            Extreme::One => "1".into(),
            Extreme::MaximumInteger => format!("2^{precision}"),
            // E4M3 spends its last pattern on a NaN, so its largest significand ends in a zero.
            Extreme::LargestNormal if format.largest() & 1 == 0 => format!("2^{}[1-2^-{fraction}]", format.emax() + 1),
            Extreme::LargestNormal => format!("2^{}[1-2^-{precision}]", format.emax() + 1),
            Extreme::Infinity => "Infinity".into(),
        }
    }
}

/// A line that the text prints.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    /// The format.
    pub format: &'static Format,
    /// The line.
    pub extreme: Extreme,
    /// Its hex digits as printed; dots repeat the digit before them, and 8 digits of a double are its upper word.
    pub hex: &'static str,
    /// Its exact value as printed.
    pub value: &'static str,
}

const fn printed(format: &'static Format, extreme: Extreme, hex: &'static str, value: &'static str) -> Printed {
    Printed { format, extreme, hex, value }
}

use Extreme::{Infinity, LargestDenormal, LargestNormal, MaximumInteger, One, SmallestDenormal, SmallestNormal};

/// Table 8.8 as printed.
#[rustfmt::skip]
pub const EXTREMES: [Printed; 21] = [
    printed(F64::ROW, SmallestDenormal, "0...0001", "2^1074"),
    printed(F64::ROW, LargestDenormal,  "000F...F", "2^1022[12^52]"),
    printed(F64::ROW, SmallestNormal,   "0010...0", "2^1022"),
    printed(F64::ROW, One,              "3FF0...0", "1"),
    printed(F64::ROW, MaximumInteger,   "4340...0", "2^53"),
    printed(F64::ROW, LargestNormal,    "7F7FFFFF", "2^1024[12^53]"),
    printed(F64::ROW, Infinity,         "7FF00000", "Infinity"),
    printed(F32::ROW, SmallestDenormal, "00000001", "2^149"),
    printed(F32::ROW, LargestDenormal,  "007FFFFF", "2^126[12^23]"),
    printed(F32::ROW, SmallestNormal,   "00800000", "2^126"),
    printed(F32::ROW, One,              "00800000", "1"),
    printed(F32::ROW, MaximumInteger,   "4B800000", "2^24"),
    printed(F32::ROW, LargestNormal,    "7F7FFFFF", "2^128[12^24]"),
    printed(F32::ROW, Infinity,         "7F800000", "Infinity"),
    printed(F16::ROW, SmallestDenormal, "0001",     "2^24"),
    printed(F16::ROW, LargestDenormal,  "07FF",     "2^14[12^10]"),
    printed(F16::ROW, SmallestNormal,   "0800",     "2^14"),
    printed(F16::ROW, One,              "3c00",     "1"),
    printed(F16::ROW, MaximumInteger,   "3c00",     "2^11"),
    printed(F16::ROW, LargestNormal,    "7BFF",     "2^16[12^11]"),
    printed(F16::ROW, Infinity,         "7C00",     "Infinity"),
];

impl Printed {
    /// The bits that the printed digits spell, beside the computed ones: both cut to the upper word where only that is printed.
    fn compared(&self) -> (Option<u64>, Option<u64>) {
        let computed = self.extreme.bits(self.format);
        let digits = (self.format.width() / 4) as usize;
        let spelled = match self.hex.split_once("...") {
            Some((before, behind)) => {
                let filler = before.chars().last().unwrap_or('0').to_string();
                format!("{before}{}{behind}", filler.repeat(digits.saturating_sub(before.len() + behind.len())))
            }
            None => self.hex.to_owned(),
        };
        let shift = 4 * digits.saturating_sub(spelled.len());
        (u64::from_str_radix(&spelled, 16).ok(), computed.map(|bits| bits >> shift))
    }

    /// Whether the printed digits are wrong.
    pub fn hex_is_wrong(&self) -> bool {
        let (spelled, computed) = self.compared();
        spelled != computed
    }

    /// Whether the printed value is wrong beyond its lost hyphens.
    pub fn value_is_wrong(&self) -> bool {
        without_hyphens(&self.extreme.value(self.format)) != self.value
    }
}

/// A value as the copy of the text would have it.
fn without_hyphens(value: &str) -> String {
    value.replace('-', "")
}

/// A line of the table with everything computed.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The format.
    pub format: &'static Format,
    /// The line.
    pub extreme: Extreme,
    /// The value; None for the infinity of a format without one.
    pub computed: Option<Pattern>,
    /// What the text prints, for the formats that it knows.
    pub printed: Option<&'static Printed>,
}

/// The lines of a format.
pub fn extremes(format: &'static Format) -> [Line; 7] {
    Extreme::ALL.map(|extreme| Line {
        format,
        extreme,
        computed: computed(format, extreme),
        printed: EXTREMES.iter().find(|printed| printed.format == format && printed.extreme == extreme),
    })
}

/// One value.
pub fn computed(format: &'static Format, extreme: Extreme) -> Option<Pattern> {
    extreme.bits(format).map(|bits| Pattern::new(format, bits))
}

/// A line of Table 8.7: what an exponent field means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Representation {
    /// The name of the case.
    pub case: &'static str,
    /// The exponent field: `1 to 254`.
    pub exponent: String,
    /// The fraction: `0`, `Nonzero` or `Any`.
    pub mantissa: &'static str,
    /// The value: `±2^(e-127)[1.mantissa]`.
    pub value: String,
    /// The value as the text prints it, for the formats that it knows.
    pub printed: Option<&'static str>,
}

impl Representation {
    /// Whether the printed value is wrong.
    pub fn is_misprint(&self) -> bool {
        self.printed.is_some_and(|printed| printed != without_hyphens(&self.value))
    }
}

/// The values of Table 8.7 as printed that are not the same for each format: of denormal and of normal numbers.
pub const PRINTED_VALUES: [(&Format, [&str; 2]); 3] = [
    (F64::ROW, ["±2^1022[0.mantissa]", "±2^(e1023)[1.mantissa]"]),
    (F32::ROW, ["±^126[0.mantissa]", "±2^(e127)[1.mantissa]"]),
    (F16::ROW, ["±^14[0.mantissa]", "±2^(e15)[1.mantissa]"]),
];

/// Table 8.7 for a format, computed.
pub fn representations(format: &Format) -> Vec<Representation> {
    let top = (1 << format.exponent_bits) - 1;
    let printed = PRINTED_VALUES.iter().find(|(known, _)| *known == format).map(|(_, values)| values);
    let line = |case, exponent: String, mantissa, value: String| {
        let printed = printed.and_then(|[denormal, normal]| match case {
            "Denormal" => Some(*denormal),
            "Normal" => Some(*normal),
            _ => None,
        });
        Representation { case, exponent, mantissa, value, printed }
    };
    let normal = |last: i32| line("Normal", format!("1 to {last}"), "Any", format!("±2^(e-{})[1.mantissa]", format.bias));
    let mut lines = vec![
        line("Zero", "0".into(), "0", "±0".into()),
        line("Denormal", "0".into(), "Nonzero", format!("±2^{}[0.mantissa]", format.emin())),
    ];
    if format.infinity().is_none() {
        let value = format!("±2^(e-{})[1.mantissa]", format.bias);
        let nan = format.nan().map(|_| line("Not-A-Number", top.to_string(), "All ones", "none".into()));
        // The NaN takes one pattern of the top exponent; the others are numbers.
        lines.push(normal(if nan.is_some() { top - 1 } else { top }));
        if let Some(nan) = nan {
            lines.push(line("Normal", top.to_string(), "Any but all ones", value));
            lines.push(nan);
        }
        return lines;
    }
    lines.push(normal(top - 1));
    lines.push(line("Infinity", top.to_string(), "0", "±∞".into()));
    lines.push(line("Not-A-Number", top.to_string(), "Nonzero", "none".into()));
    lines
}
