//! A double rounded to a half at once, and by way of a single: where the two differ, and examples that are found by trying.

use crate::components::html::push_text;
use crate::state::number::convert;
use semantics::exact::Exact;
use semantics::number::{Class, F16, F32, F64, Pattern};
use semantics::rounding::{Literal, Mode};

/// A double with both of its halves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Twice {
    /// The double.
    pub double: Pattern,
    /// The single nearest to it.
    pub single: Pattern,
    /// The half nearest to the double.
    pub once: Pattern,
    /// The half nearest to the single.
    pub twice: Pattern,
}

impl Twice {
    /// Rounds both ways.
    pub fn of(bits: u64) -> Twice {
        let double = Pattern::new(F64::ROW, bits);
        let single = convert(double, F32::ROW);
        Twice { double, single, once: convert(double, F16::ROW), twice: convert(single, F16::ROW) }
    }

    /// Whether it matters.
    pub fn differs(&self) -> bool {
        self.once != self.twice
    }

    /// What happens, in sentences.
    pub fn sentence(&self) -> String {
        let (once, twice) = (self.once.value_text(), self.twice.value_text());
        if !self.differs() {
            return ["Both ways give ", &once, ": the single is no tie between two halves, or the tie goes where the double goes."]
                .concat();
        }
        let side = if is_larger(self.double, self.single) { "above" } else { "below" };
        let parts = [
            "The double lies just ",
            side,
            " a tie between two halves, too near for a single to tell: the nearest single is the tie itself. From there ties to even gives ",
            &twice,
            ", where the double alone gives ",
            &once,
            ".",
        ];
        parts.concat()
    }

    /// The two ways as markup.
    pub fn ways(&self) -> String {
        let mut html = String::with_capacity(2500);
        let mut way = |name: &str, steps: &[Pattern], wrong: bool| {
            let mut put = |pieces: &[&str]| pieces.iter().for_each(|piece| html.push_str(piece));
            put(&["<div class=\"way", if wrong { " differs" } else { "" }, "\"><h3>", name, "</h3><ol>"]);
            for (place, pattern) in steps.iter().enumerate() {
                put(&[
                    "<li><small>",
                    if place > 0 { "→ " } else { "" },
                    pattern.format.name,
                    "</small> <code>0x",
                    &pattern.hex(),
                    "</code> <b>",
                ]);
                put(&[&pattern.value_text(), "</b><span class=\"end\">"]);
                // The end of the significand tells a tie from what is only near to it.
                let digits = pattern.binary();
                let tail = digits.rsplit(' ').next().unwrap_or("");
                put(&[tail, "</span></li>"]);
            }
            put(&["</ol></div>"]);
        };
        way("once", &[self.double, self.once], false);
        way("by way of a single", &[self.double, self.single, self.twice], self.differs());
        html.push_str("<p>");
        push_text(&mut html, &self.sentence());
        html.push_str("</p>");
        html
    }
}

fn is_larger(a: Pattern, b: Pattern) -> bool {
    convert(b, F64::ROW).ordinal() < a.ordinal()
}

/// Doubles whose two halves differ, found by trying the neighbours of ties: for each half the double next to the tie above it, on either
/// side; and what they show.
pub fn examples() -> Vec<(&'static str, Twice)> {
    let tried = |half: u64| {
        // The tie has one bit more than a half, so that it is a double.
        let (low, high) = (Pattern::new(F16::ROW, half), Pattern::new(F16::ROW, half + 1));
        let from = convert(low, F64::ROW).bits;
        // The half behind the largest would be 2^16.
        let to = if high.class() == Class::Infinity { 0x40f0_0000_0000_0000 } else { convert(high, F64::ROW).bits };
        middle(from, to).into_iter().flat_map(|tie| [tie + 1, tie - 1]).map(Twice::of).find(Twice::differs)
    };
    let groups: [(&'static str, core::ops::Range<u64>); 5] = [
        ("too low", 0x3c00..0x3c01),
        ("too high", 0x3c01..0x3c02),
        ("to zero", 0x0000..0x0001),
        ("among subnormals", 0x0155..0x0160),
        ("to infinity", 0x7bff..0x7c00),
    ];
    groups.into_iter().filter_map(|(name, halves)| halves.into_iter().find_map(tried).map(|found| (name, found))).collect()
}

/// The double half way between two neighbouring halves, by their bits as doubles.
fn middle(low: u64, high: u64) -> Option<u64> {
    let exact = |bits| Pattern::new(F64::ROW, bits).exact();
    let (low, high) = (exact(low)?, exact(high)?);
    // Half the sum of two multiples of 2^-24: shifted to one exponent, nothing is lost.
    let exponent = low.exponent.min(high.exponent);
    let whole = |number: Exact<u64>| number.natural().shifted_left((number.exponent - exponent).unsigned_abs());
    let sum = Literal::Number { negative: false, numerator: whole(low).plus(&whole(high)), exponent: exponent - 1, decimals: 0 };
    Some(sum.to_bits(F64::ROW, Mode::Rn).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_differs() {
        let found = examples();
        assert_eq!(found.len(), 5);
        for (name, twice) in found {
            assert!(twice.differs(), "{name}");
            assert!(twice.sentence().contains("tie itself"), "{name}");
            // The single is that tie: half way, by their places as doubles, between the two halves.
            let [once, twice_rounded, single] = [twice.once, twice.twice, twice.single].map(|number| convert(number, F64::ROW));
            if twice.once.class() != Class::Infinity && twice.twice.class() != Class::Infinity {
                assert_eq!(middle(once.bits.min(twice_rounded.bits), once.bits.max(twice_rounded.bits)), Some(single.bits), "{name}");
            }
            // By way of a single it is one step off.
            let step = twice.once.ordinal().zip(twice.twice.ordinal()).map(|(once, twice)| (once - twice).abs());
            assert_eq!(step, Some(1), "{name}");
        }
    }

    #[test]
    fn known_cases() {
        let check = |bits: u64, once: u64, twice: u64| {
            let found = Twice::of(bits);
            assert_eq!((found.once.bits, found.twice.bits), (once, twice), "{bits:x}");
        };
        // 1 + 2^-11 is the tie above 1.
        check(0x3ff0_0200_0000_0000, 0x3c00, 0x3c00);
        check(0x3ff0_0200_0000_0001, 0x3c01, 0x3c00);
        check(0x3ff0_0600_0000_0000, 0x3c02, 0x3c02);
        check(0x3ff0_05ff_ffff_ffff, 0x3c01, 0x3c02);
        check(0x3e60_0000_0000_0001, 0x0001, 0x0000);
        check(0x40ef_fdff_ffff_ffff, 0x7bff, 0x7c00);
        check(0x7ff0_0000_0000_0000, 0x7c00, 0x7c00);
        assert!(Twice::of(0x3ff0_0000_0000_0000).sentence().starts_with("Both ways give 1.0"));
        // The single is a tie, the double is not, and both go up.
        let above = Twice::of(0x3ff0_0600_0000_0001);
        assert!(
            !above.differs() && above.single.bits == 0x3f80_3000 && above.sentence().ends_with("or the tie goes where the double goes.")
        );
    }
}
