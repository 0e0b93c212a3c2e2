//! The codes of a format on a line, each with the reals that are rounded to it: as a plot and in words.

use crate::plots::axis::{Axis, minus};
use crate::plots::bins::{Bins, Kind, Step};
use crate::state::decimal::Decimal;
use semantics::number::{Class, Format, Pattern};
use semantics::rounding::{Bin, End, Literal, Mode, bins};
use semantics::sweep::double::scaled;

/// The widest format whose codes are drawn, in bits.
const WIDEST: u32 = 10;

/// Whether a format's codes are drawn.
pub fn is_drawn(format: &Format) -> bool {
    format.is_floating() && format.width() <= WIDEST
}

/// How places on the line follow from numbers.
#[derive(Clone, Copy, Debug)]
struct Scale {
    /// Half of the smallest number, where equal factors are equally wide above it; None for a line in equal steps.
    unit: Option<f64>,
}

impl Scale {
    fn place(self, number: f64) -> f64 {
        match self.unit {
            Some(unit) if number.abs() > unit => number.signum() * (1.0 + (number.abs() / unit).log2()),
            Some(unit) => number / unit,
            None => number,
        }
    }
}

/// A code's value for a drawing.
fn number(exact: semantics::exact::Exact<u64>) -> f64 {
    let magnitude = scaled(exact.magnitude as f64, exact.exponent);
    if exact.negative { -magnitude } else { magnitude }
}

/// The plot: every code that has a place, or the part of the line around one of them.
pub fn plot(chosen: Pattern, mode: Mode, is_log: bool, zoom: u32) -> Bins {
    let format = chosen.format;
    let smallest = number(Pattern::new(format, format.above(0).unwrap_or(1)).unpacked().exact);
    let largest = Pattern::new(format, format.largest()).unpacked().exact;
    let scale = Scale { unit: is_log.then_some(smallest / 2.0) };
    // Room for what overflows: two steps, or on the other axis a factor of two.
    let end = scale.place(if is_log { number(largest) * 2.0 } else { number(largest) + 2.0 * 2f64.powi(largest.exponent) });
    let start = if format.signed { -end } else { scale.place(0.0) };
    let at = |pattern: Pattern| match pattern.exact() {
        Some(exact) => Some(scale.place(number(exact))),
        None if pattern.is_nan() => None,
        None => Some(if pattern.is_negative() { start } else { end }),
    };
    // A NaN has no place; the line around it is the whole one.
    let (from, to) = match at(chosen) {
        Some(middle) if zoom > 0 => {
            let half = (end - start) / 2f64.powi(zoom as i32 + 1);
            let middle = middle.clamp(start + half, end - half);
            (middle - half, middle + half)
        }
        _ => (start, end),
    };
    let side = |end: End, open: f64| end.at.map_or(open, |at| scale.place(number(at)));
    let step = |pattern: Pattern, bin: Option<Bin>| {
        let bits = pattern.bits;
        let (low, high) = bin.map_or((None, None), |bin| (Some(side(bin.low, start)), Some(side(bin.high, end))));
        let kind = match pattern.class() {
            Class::Zero => Kind::Zero,
            Class::Subnormal => Kind::Subnormal,
            Class::Normal => Kind::Normal,
            _ => Kind::Beyond,
        };
        // What overflows to a NaN has reals and no place of its own.
        let at = at(pattern);
        let rank = if pattern.is_finite() { (bits & format.fraction_mask()).trailing_zeros().min(format.fraction_bits) } else { 0 };
        let is_seen = at.or(low).is_some_and(|at| at.max(high.unwrap_or(at)) >= from)
            && at.or(high).is_some_and(|at| at.min(low.unwrap_or(at)) <= to);
        is_seen.then(|| Step {
            at,
            low,
            high,
            closed: bin.map_or((false, false), |bin| (bin.low.closed, bin.high.closed)),
            kind,
            rank: f64::from(rank) / f64::from(format.fraction_bits.max(1)),
            bits,
        })
    };
    let parts = |bits: u64| {
        let pattern = Pattern::new(format, bits);
        let bins = bins(pattern, mode);
        let alone = bins.is_empty().then_some(None);
        bins.into_iter().map(Some).chain(alone).filter_map(|bin| step(pattern, bin)).collect::<Vec<_>>()
    };
    let mut steps: Vec<Step> = (0..=format.mask()).flat_map(parts).collect();
    // In the order of the line, so that neighbours have different tints.
    steps.sort_by(|a, b| a.at.or(a.low).partial_cmp(&b.at.or(b.low)).unwrap_or(core::cmp::Ordering::Equal));
    let place = steps.iter().position(|step| step.bits == chosen.bits);
    let axis = match steps.len() {
        ..=FEW => {
            Axis { from, to, ticks: steps.iter().filter_map(|step| Some((step.at?, label(Pattern::new(format, step.bits))))).collect() }
        }
        _ if is_log => powers(format, scale, (from, to)),
        _ => Axis::round(from, to, 8),
    };
    Bins { axis: Axis { from, to, ..axis }, steps, chosen: place, caption: reals(chosen, mode) }
}

/// Of so many codes in view each has its value below the line, where there is room.
const FEW: usize = 40;

fn label(pattern: Pattern) -> String {
    let text = pattern.value_text();
    minus(text.strip_suffix(".0").unwrap_or(&text))
}

/// Powers of two as ticks, of both signs, with zero.
fn powers(format: &Format, scale: Scale, (from, to): (f64, f64)) -> Axis {
    let low = format.quantum();
    let inside = |place: f64| (from..=to).contains(&place);
    let all = || (low..=format.emax() + 1).flat_map(|power| [(power, 1.0), (power, -1.0)]);
    let seen = all().filter(|(power, sign)| inside(scale.place(sign * 2f64.powi(*power)))).count();
    let every = (seen / 12 + 1) as i32;
    let ticks = all().filter(|(power, _)| power.rem_euclid(every) == 0).map(|(power, sign)| {
        let label = if sign < 0.0 { format!("−2^{power}") } else { format!("2^{power}") };
        (scale.place(sign * 2f64.powi(power)), label)
    });
    let zero = [(0.0, "0".to_owned())];
    Axis { from, to, ticks: ticks.chain(zero).filter(|tick| inside(tick.0)).collect() }
}

/// An end of a bin in all its digits.
fn digits(end: End) -> Option<String> {
    let at = end.at?;
    let literal = Literal::Number { negative: at.negative, numerator: at.natural(), exponent: at.exponent, decimals: 0 };
    Some(Decimal::of_literal(&literal)?.in_full().trim_start_matches('+').to_owned())
}

/// The reals of a code, as mathematicians write an interval: `[0.28125, 0.296875)`.
pub fn reals(pattern: Pattern, mode: Mode) -> String {
    let parts: Vec<String> = bins(pattern, mode).into_iter().map(interval).collect();
    if parts.is_empty() { "no real".to_owned() } else { parts.join(" ∪ ") }
}

fn interval(Bin { low, high }: Bin) -> String {
    let brackets = (if low.closed { "[" } else { "(" }, if high.closed { "]" } else { ")" });
    let (low, high) = (digits(low).unwrap_or("−∞".to_owned()), digits(high).unwrap_or("∞".to_owned()));
    [brackets.0, &low.replace('-', "−"), ", ", &high.replace('-', "−"), brackets.1].concat()
}

/// A code and its reals in a sentence, for a screen reader and below the line.
pub fn words(pattern: Pattern, mode: Mode) -> String {
    let name = ["0x", &pattern.hex(), ", ", &pattern.value_text(), ", ", pattern.class_name(), "."].concat();
    let bins = bins(pattern, mode);
    if bins.is_empty() {
        return [&name, " No real becomes this code when it is rounded ", mode.words(), "."].concat();
    }
    let included = |end: End| if end.closed { "included" } else { "not included" };
    let tie = |end: End, other: &str| match mode {
        Mode::Rn | Mode::Rna if end.at.is_some_and(|at| !at.is_zero()) => format!("{other} (a tie, {})", included(end)),
        _ => format!("{other} ({})", included(end)),
    };
    let part = |Bin { low, high }: Bin| match (digits(low), digits(high)) {
        (Some(from), Some(to)) if from == to => format!("Only {from} becomes it"),
        (Some(from), Some(to)) => format!("The reals from {} to {} become it", tie(low, &from), tie(high, &to)),
        (Some(from), None) => format!("Every real from {} on becomes it", tie(low, &from)),
        (None, Some(to)) => format!("Every real up to {} becomes it", tie(high, &to)),
        (None, None) => "Every real becomes it".to_owned(),
    };
    let parts: Vec<String> = bins.into_iter().map(part).collect();
    [&name, " ", &parts.join(". "), ", rounded ", mode.words(), "."].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::own_format::query::{MODES, named};
    use semantics::number::{E4M3, E5M2};

    #[test]
    fn ends_of_bins_are_exact() {
        let said = |name: &str, bits, mode| reals(Pattern::new(named(name).unwrap(), bits), mode);
        assert_eq!(said("E4M3", 0x38, Mode::Rn), "[0.96875, 1.0625]");
        assert_eq!(said("E4M3", 0x39, Mode::Rn), "(1.0625, 1.1875)");
        assert_eq!(said("E4M3", 0x39, Mode::Rna), "[1.0625, 1.1875)");
        assert_eq!(said("E4M3", 0x39, Mode::Rz), "[1.125, 1.25)");
        assert_eq!(said("E4M3", 0xb9, Mode::Rp), "(−1.25, −1.125]");
        assert_eq!(said("E4M3", 0x7e, Mode::Rn), "[432, 464]");
        assert_eq!(said("E4M3", 0x7f, Mode::Rn), "(464, ∞)");
        assert_eq!(said("E4M3", 0x7f, Mode::Rz), "no real");
        assert_eq!(said("e2m1f", 0x7, Mode::Rp), "(4, ∞)");
        assert_eq!(said("E5M2", 0x7c, Mode::Rn), "[61440, ∞)");
        assert_eq!(said("E5M2", 0xfb, Mode::Rz), "(−∞, −57344]");
        assert_eq!(said("E4M3", 0, Mode::Rn), "[0, 0.0009765625]");
        assert_eq!(said("E4M3", 0, Mode::Rp), "[0, 0]");
        assert_eq!(said("E4M3", 0x80, Mode::Rn), "[−0.0009765625, 0)");
        assert_eq!(said("e3m2z", 0, Mode::Rn), "[0, 0.125]");
        // One zero has the numbers of both signs, and one NaN what overflows on either side.
        assert_eq!(said("e4m3fnuz", 0, Mode::Rn), "[−0.00048828125, 0.00048828125]");
        assert_eq!(
            (said("e4m3fnuz", 0, Mode::Rm), said("e4m3fnuz", 0, Mode::Rp)),
            ("[0, 0.0009765625)".into(), "(−0.0009765625, 0]".into())
        );
        assert_eq!(said("e4m3fnuz", 0x80, Mode::Rn), "(−∞, −248] ∪ [248, ∞)");
        assert_eq!((said("e4m3fnuz", 0x80, Mode::Rp), said("e4m3fnuz", 0x80, Mode::Rz)), ("(240, ∞)".into(), "no real".into()));
        assert_eq!((said("binary8p4", 0x80, Mode::Rn), said("binary8p4", 0xff, Mode::Rn)), ("no real".into(), "(−∞, −232)".into()));
        assert_eq!(said("e3m2z", 0x4, Mode::Rn), "(0.125, 0.28125]");
    }

    #[test]
    fn a_code_is_said_with_its_ties() {
        let said = |bits, mode| words(Pattern::new(E4M3::ROW, bits), mode);
        assert_eq!(
            said(0x39, Mode::Rn),
            "0x39, 1.125, normal. The reals from 1.0625 (a tie, not included) to 1.1875 (a tie, not included) become it, rounded to nearest, ties to even."
        );
        assert!(said(0x7e, Mode::Rz).contains("Every real from 448 (included) on becomes it"));
        assert!(said(0, Mode::Rp).contains("Only 0 becomes it"));
        let nan = words(Pattern::new(named("e5m2fnuz").unwrap(), 0x80), Mode::Rn);
        assert!(nan.contains("Every real up to -61440") && nan.contains("becomes it. Every real from 61440"), "{nan}");
        assert!(said(0xff, Mode::Rp).contains("No real becomes this code"));
    }

    #[test]
    fn every_code_with_a_place_is_on_the_line_and_neighbours_touch() {
        for name in ["E4M3", "E5M2", "e3m2z", "e2m1f", "e3m6", "cfloat<8,4>", "e3m0f", "ue3m2", "e4m3fnuz", "binary8p4"] {
            let format = named(name).unwrap();
            for mode in MODES {
                for is_log in [false, true] {
                    let plot = plot(Pattern::new(format, format.one()), mode, is_log, 0);
                    let mut with_reals: Vec<(f64, f64)> = plot.steps.iter().filter_map(|step| Some((step.low?, step.high?))).collect();
                    with_reals.sort_by(|a, b| a.partial_cmp(b).unwrap());
                    assert!(with_reals.windows(2).all(|pair| (pair[0].1 - pair[1].0).abs() < 1e-9), "{name} {mode:?}: a gap");
                    let ends = (with_reals[0].0, with_reals[with_reals.len() - 1].1);
                    assert_eq!(ends, (plot.axis.from, plot.axis.to), "{name} {mode:?}: the whole line");
                    let numbers = (0..=format.mask()).filter(|bits| Pattern::new(format, *bits).is_finite()).count();
                    assert!(plot.steps.iter().filter(|step| step.at.is_some() && step.kind != Kind::Beyond).count() == numbers);
                }
            }
        }
    }

    #[test]
    fn a_larger_line_has_fewer_codes_and_keeps_the_chosen_one() {
        let count = |bits, zoom, is_log| {
            let plot = plot(Pattern::new(E5M2::ROW, bits), Mode::Rn, is_log, zoom);
            assert!(plot.chosen.is_some(), "{bits:x} {zoom}");
            plot.steps.len()
        };
        for is_log in [false, true] {
            assert!(count(0x7b, 3, is_log) < count(0x7b, 0, is_log));
            assert!(count(0x01, 4, is_log) < count(0x01, 1, is_log) || !is_log);
            assert!(count(0x7c, 4, is_log) > 0);
        }
    }
}
