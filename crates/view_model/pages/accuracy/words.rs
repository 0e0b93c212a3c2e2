//! Numbers as the page writes them: operands, errors, counts.

use crate::components::html::raised;
use crate::plots::axis::minus;
use semantics::number::{BF16, F16, F32, F64, Pattern, RANGE_REDUCTION};
use semantics::sweep::FunctionUnderTest;
use semantics::sweep::measure::Kind;
use semantics::sweep::order::Line;
use semantics::sweep::reading::Reading;

/// An operand's bits as a pattern of its format. (The low word of a double is zero.)
pub fn pattern(subject: &FunctionUnderTest, bits: u32) -> Pattern {
    match subject.reading {
        Reading::Float | Reading::Turns | Reading::Seed => Pattern::new(F32::ROW, bits.into()),
        Reading::DoubleHigh => Pattern::new(F64::ROW, u64::from(bits) << 32),
        Reading::Word => Pattern::new(&RANGE_REDUCTION, bits.into()),
        Reading::Half => Pattern::new(F16::ROW, bits.into()),
        Reading::Brain => Pattern::new(BF16::ROW, bits.into()),
    }
}

/// How many operands there are.
pub fn all(subject: FunctionUnderTest) -> &'static str {
    if subject.reading.line() == Line::HALVES { "2¹⁶" } else { "2³²" }
}

/// A result's bits as a pattern of its format.
pub fn result(subject: &FunctionUnderTest, bits: u32) -> Pattern {
    match subject.kind {
        Kind::Float => Pattern::new(F32::ROW, bits.into()),
        Kind::DoubleHigh => Pattern::new(F64::ROW, u64::from(bits) << 32),
        Kind::Quadrants | Kind::Fixed => Pattern::new(&RANGE_REDUCTION, bits.into()),
        Kind::Half => Pattern::new(F16::ROW, bits.into()),
        Kind::Brain | Kind::BrainFlushed => Pattern::new(BF16::ROW, bits.into()),
    }
}

/// An operand on an axis: its value, as a power of two where that is shorter.
pub fn operand(subject: &FunctionUnderTest, bits: u32) -> String {
    let pattern = pattern(subject, bits);
    let text = pattern.digits();
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text.len() <= 9 {
        return minus(text);
    }
    match pattern.exact() {
        Some(exact) if exact.magnitude.is_power_of_two() => {
            let sign = if exact.negative { "−" } else { "" };
            [sign, "2", &raised(exact.exponent + exact.magnitude.ilog2() as i32)].concat()
        }
        _ => format!("{bits:08x}"),
    }
}

/// A number with some decimal places, a true minus sign and no zeros at its end.
pub fn short(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    minus(text)
}

/// A mean in ulps, written by one of these; there is none where an error is too large for the sum.
pub fn mean_ulps(mean: Option<f64>, written: fn(f64, usize) -> String) -> String {
    mean.map_or("unknown: an error is too large for the sum".to_owned(), |mean| [&written(mean, 4), " ulp"].concat())
}

/// A number with a sign.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = minus(&format!("{value:.decimals$}"));
    if value > 0.0 { ["+", &text].concat() } else { text }
}

/// A number of any size, with some significant digits: `1.23·10⁻⁸`.
pub fn scientific(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return short(value, 0);
    }
    let text = format!("{value:.*e}", digits.saturating_sub(1));
    let (number, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    match exponent.parse::<i32>() {
        Ok(exponent) if (-4..6).contains(&exponent) => short(value, (digits as i32 - 1 - exponent).clamp(0, 17) as usize),
        Ok(exponent) => [&minus(number), "·10", &raised(exponent)].concat(),
        Err(_) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!((short(1.52, 4), short(-0.25, 4), short(3.0, 0)), ("1.52".into(), "−0.25".into(), "3".into()));
        assert_eq!((scientific(1.234e-8, 3), scientific(0.5, 3), scientific(0.0, 3)), ("1.23·10⁻⁸".into(), "0.5".into(), "0".into()));
        assert_eq!(raised(-126), "⁻¹²⁶");
        let rcp = FunctionUnderTest::find("RCP", 90).unwrap();
        assert_eq!(
            (operand(&rcp, 0x3fa0_0000), operand(&rcp, 0x0080_0000), operand(&rcp, 0xbfff_ffff)),
            ("1.25".into(), "2⁻¹²⁶".into(), "bfffffff".into())
        );
    }
}
