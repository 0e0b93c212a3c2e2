//! What became of the number in one format, and by how much it missed: exactly, as a decimal and in ulps.

use crate::state::decimal::Decimal;
use crate::state::number::Subject;
use semantics::number::{Class, Encoding, Format, Pattern};
use semantics::rounding::{Literal, Mode};

/// How a conversion ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The bits were given in this format.
    Source,
    /// Nothing was lost.
    Exact,
    /// Rounded.
    Inexact,
    /// Not zero, but rounded to zero.
    TooSmall,
    /// Beyond the largest number.
    TooLarge,
    /// An infinity where there is none.
    NoInfinity,
    /// A NaN; its bits are the format's default.
    Nan,
    /// A number below zero where there is no sign: the sign is dropped.
    NoSign,
}

impl Ending {
    /// The name that the style sheet knows.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Source => "source",
            Ending::Exact => "exact",
            Ending::Inexact => "inexact",
            Ending::TooSmall | Ending::TooLarge => "beyond",
            Ending::NoInfinity | Ending::Nan | Ending::NoSign => "special",
        }
    }
}

/// The number in a format.
#[derive(Clone, Debug, PartialEq)]
pub struct Conversion {
    /// The bits.
    pub pattern: Pattern,
    /// How it ended.
    pub ending: Ending,
    /// Stored minus wanted, in full and in ulps, where both are finite and can be written.
    pub error: Option<(Decimal, Decimal)>,
}

/// Converts.
pub fn convert(subject: &Subject, format: &'static Format, mode: Mode) -> Conversion {
    let pattern = subject.within(format, mode);
    let finite = matches!(subject.literal, Literal::Number { .. });
    let error = Decimal::of_literal(&subject.literal).and_then(|wanted| {
        let error = Decimal::of_pattern(pattern)?.minus(&wanted);
        let ulps = error.clone().times_power_of_two(-pattern.ulp_exponent()?);
        Some((error, ulps))
    });
    let is_source = subject.source.is_some_and(|source| source.format.name == format.name);
    let ending = match (&subject.literal, pattern.class()) {
        _ if is_source => Ending::Source,
        (Literal::Nan { .. }, _) => Ending::Nan,
        (Literal::Number { negative: true, numerator, .. }, _) if !format.signed && !numerator.is_zero() && !format.is_evenly_spaced() => {
            Ending::NoSign
        }
        (Literal::Infinity { .. }, Class::Infinity) => Ending::Exact,
        (Literal::Infinity { .. }, _) => Ending::NoInfinity,
        _ if error.as_ref().is_some_and(|(error, _)| error.is_zero()) => Ending::Exact,
        (_, Class::Infinity | Class::QuietNan | Class::SignalingNan) => Ending::TooLarge,
        (_, Class::Zero) => Ending::TooSmall,
        _ if finite && pattern.bits & !format.sign_mask() == format.largest() && exceeds(&error) => Ending::TooLarge,
        _ => Ending::Inexact,
    };
    Conversion { pattern, ending, error }
}

/// Whether an error is of one ulp or more, as only a number beyond the largest has it; one that cannot be written is larger still.
fn exceeds(error: &Option<(Decimal, Decimal)>) -> bool {
    error.as_ref().is_none_or(|(_, ulps)| ulps.is_one_or_more())
}

/// A number of ulps in a few digits: `+0.2 ulp`, `≈ -0.4137 ulp`.
fn in_ulps(ulps: &Decimal) -> String {
    let (digits, all) = ulps.short(4);
    [if all { "" } else { "≈ " }, &digits, " ulp"].concat()
}

impl Conversion {
    /// A few words for the row: `exact`, `+0.2 ulp`, `too large`.
    pub fn short(&self) -> String {
        match (self.ending, &self.error) {
            (Ending::Source, _) => "read here".into(),
            (Ending::Exact, _) => "exact".into(),
            (Ending::TooLarge, _) => "too large".into(),
            (Ending::NoInfinity, _) => "no infinity here".into(),
            (Ending::NoSign, _) => "no sign here".into(),
            (Ending::Nan, _) if self.pattern.format.nan().is_none() => "no NaN here".into(),
            (Ending::Nan, _) => "default NaN".into(),
            (Ending::TooSmall, Some((_, ulps))) if !ulps.is_minute() => ["too small, ", &in_ulps(ulps)].concat(),
            (Ending::TooSmall, _) => "too small".into(),
            (Ending::Inexact, Some((_, ulps))) => in_ulps(ulps),
            (Ending::Inexact, None) => "rounded".into(),
        }
    }

    /// Whether the stored number is below the one asked for.
    fn is_below(&self) -> bool {
        self.error.as_ref().is_some_and(|(error, _)| error.is_negative())
    }

    /// The sentence of the closer look, before the error's digits.
    pub fn sentence(&self, subject: &Subject, mode: Mode) -> String {
        let format = self.pattern.format;
        let name = format.name;
        let how = if format.encoding == Encoding::FixedPoint { "by truncation, as RRO does" } else { mode.words() };
        let text: &[&str] = match self.ending {
            Ending::Source if subject.source.is_some_and(|source| source.is_nan()) => {
                &["These bits are the source. A NaN has no value, so every other format shows its default NaN."]
            }
            Ending::Source => &["These bits are the source; every other format shows their value."],
            Ending::Exact => &["Exact: ", name, " holds this number without an error."],
            Ending::Inexact => &["Rounded ", how, "; the stored number is ", if self.is_below() { "smaller." } else { "larger." }],
            Ending::TooSmall => &["Nearer to zero than the smallest number of ", name, ": rounded ", how, "."],
            Ending::TooLarge if self.pattern.is_finite() => {
                &["Larger than the largest number of ", name, "; rounding ", how, " gives that number."]
            }
            Ending::TooLarge if format.infinity().is_some() => &["Beyond the largest number of ", name, ": the result is infinite."],
            Ending::TooLarge => &[
                "Beyond the largest number of ",
                name,
                ", which has no infinity: without saturation the result is its NaN. (.satfinite of PTX gives the largest number.)",
            ],
            Ending::NoSign => &[name, " has no sign, so the magnitude is rounded ", how, " and the sign is dropped."],
            Ending::NoInfinity if format.nan().is_none() => &[name, " has neither infinity nor NaN: its largest number is shown instead."],
            Ending::NoInfinity => &[name, " has no infinity: its NaN is shown instead."],
            Ending::Nan if format.nan().is_none() => &[name, " has no NaN: its largest number is shown instead."],
            Ending::Nan => &["A NaN has no value to convert; these bits are the default NaN of ", name, "."],
        };
        text.concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::number::{F32, shown};

    fn check(text: &str, format: &str, mode: Mode, bits: u64, short: &str) {
        let Some(format) = Format::named(format) else { panic!("{format}") };
        let reading = crate::state::number::read_text(text).unwrap_or_else(|error| panic!("{error}"));
        let (number, typed) = crate::state::number::settled(text, &reading.literal, F32::ROW, mode);
        let conversion = convert(&Subject::of(number, &typed), format, mode);
        assert_eq!((conversion.pattern.bits, conversion.short().as_str()), (bits, short), "{text} {}", format.name);
    }

    #[test]
    #[rustfmt::skip]
    fn conversions_say_how_they_ended() {
        check("0.1", "F32", Mode::Rn, 0x3dcc_cccd, "+0.2 ulp");
        check("0.1", "F32", Mode::Rz, 0x3dcc_cccc, "-0.8 ulp");
        check("0.1", "BF16", Mode::Rn, 0x3dcd, "+0.2 ulp");
        check("0x3dcccccd", "F32", Mode::Rn, 0x3dcc_cccd, "read here");
        check("0x3dcccccd", "F64", Mode::Rn, 0x3fb9_9999_a000_0000, "exact");
        check("0x3dcccccd", "F16", Mode::Rn, 0x2e66, "≈ -0.4 ulp");
        check("65504", "F16", Mode::Rn, 0x7bff, "exact");
        check("65520", "F16", Mode::Rn, 0x7c00, "too large");
        check("65520", "F16", Mode::Rz, 0x7bff, "-0.5 ulp");
        check("65536", "F16", Mode::Rz, 0x7bff, "too large");
        check("1e999999999", "F64", Mode::Rn, 0x7ff0_0000_0000_0000, "too large");
        check("1e-999999999", "F64", Mode::Rn, 0, "too small");
        check("1e-46", "F32", Mode::Rn, 0, "too small, ≈ -0.07136 ulp");
        check("500", "E4M3", Mode::Rn, 0x7f, "too large");
        check("inf", "E4M3", Mode::Rn, 0x7f, "no infinity here");
        check("inf", "E5M2", Mode::Rn, 0x7c, "exact");
        check("nan", "F16", Mode::Rn, 0x7fff, "default NaN");
        check("nan", "E2M1", Mode::Rn, 7, "no NaN here");
        check("0.25", "UE8M0", Mode::Rn, 125, "exact");
        check("3", "UE8M0", Mode::Rz, 128, "-0.5 ulp");
        check("1.125", "UE4M3", Mode::Rn, 0x39, "exact");
        check("-1.125", "UE4M3", Mode::Rn, 0x39, "no sign here");
        check("-1.5", "S2F6", Mode::Rn, 0xa0, "exact");
        check("-0", "BF16", Mode::Rn, 0x8000, "exact");
    }

    #[test]
    fn every_text_converts_in_every_mode() {
        for text in ["0", "-0", "1e-400", "1e400", "0x1p-1100", "nan", "-inf", "0x7f800001", "0xffffffffffffffff", "0b1", "9e999999999999"]
        {
            for mode in Mode::ALL {
                for format in shown() {
                    let reading = crate::state::number::read_text(text).unwrap_or_else(|error| panic!("{error}"));
                    let (number, typed) = crate::state::number::settled(text, &reading.literal, format, mode);
                    let subject = Subject::of(number, &typed);
                    let conversion = convert(&subject, format, mode);
                    assert!(!conversion.short().is_empty() && !conversion.sentence(&subject, mode).is_empty());
                }
            }
        }
    }
}
