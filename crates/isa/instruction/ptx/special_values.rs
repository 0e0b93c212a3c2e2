//! The manual's special-value tables, and the classes of operands that they are about.
//!
//! The tables are kept only to be compared with: what an instruction gives is what `evaluate` computes, for every class and not only
//! for those that the manual prints. A class of many numbers is judged by several of them, subnormal numbers and NaNs included.

use crate::instruction::{Meaning, Modifier, ModifierSet};
use crate::number::{Class, Format, Pattern};
use crate::special_function::Elementary;

/// A class of operands or results as the manual's tables name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SpecialClass {
    /// `-Inf`
    NegativeInfinity,
    /// `-normal`
    NegativeNormal,
    /// `-subnormal`
    NegativeSubnormal,
    /// `-0.0`
    NegativeZero,
    /// `+0.0`
    PositiveZero,
    /// `+subnormal`
    PositiveSubnormal,
    /// `+normal`
    PositiveNormal,
    /// `+Inf`
    PositiveInfinity,
    /// `NaN`
    Nan,
}

use SpecialClass::{
    Nan, NegativeInfinity, NegativeNormal, NegativeSubnormal, NegativeZero, PositiveInfinity, PositiveNormal, PositiveSubnormal,
    PositiveZero,
};

impl SpecialClass {
    /// Every class, from below to above, NaN last.
    pub const ALL: [SpecialClass; 9] = [
        NegativeInfinity,
        NegativeNormal,
        NegativeSubnormal,
        NegativeZero,
        PositiveZero,
        PositiveSubnormal,
        PositiveNormal,
        PositiveInfinity,
        Nan,
    ];

    /// The manual's name.
    pub const fn name(self) -> &'static str {
        match self {
            NegativeInfinity => "-Inf",
            NegativeNormal => "-normal",
            NegativeSubnormal => "-subnormal",
            NegativeZero => "-0.0",
            PositiveZero => "+0.0",
            PositiveSubnormal => "+subnormal",
            PositiveNormal => "+normal",
            PositiveInfinity => "+Inf",
            Nan => "NaN",
        }
    }

    /// The class of a pattern.
    pub fn of(pattern: Pattern) -> SpecialClass {
        match (pattern.class(), pattern.is_negative()) {
            (Class::QuietNan | Class::SignalingNan, _) => Nan,
            (Class::Infinity, true) => NegativeInfinity,
            (Class::Infinity, false) => PositiveInfinity,
            (Class::Normal, true) => NegativeNormal,
            (Class::Normal, false) => PositiveNormal,
            (Class::Subnormal, true) => NegativeSubnormal,
            (Class::Subnormal, false) => PositiveSubnormal,
            (Class::Zero, true) => NegativeZero,
            (Class::Zero, false) => PositiveZero,
        }
    }

    /// Patterns of the class in a format of IEEE 754: one where the class is one pattern, else several that differ in kind.
    /// The first is the plainest.
    pub fn patterns(self, format: &'static Format) -> Vec<u64> {
        let places = format.fraction_bits;
        let positive = match self {
            NegativeInfinity | PositiveInfinity => vec![format.exponent_mask()],
            NegativeZero | PositiveZero => vec![0],
            // The upper half of the smallest and largest subnormal numbers of a double is told from zero by some forms only.
            NegativeSubnormal | PositiveSubnormal => vec![1 << places.saturating_sub(1), 1, format.fraction_mask()],
            NegativeNormal | PositiveNormal => {
                let half = 1u64 << places.saturating_sub(1);
                let (one, reach) = (format.one(), (format.bias as u64 / 2) << places);
                vec![one + half, one, one + (1 << places) + half / 2, one - reach, one + reach, format.smallest_normal(), format.largest()]
            }
            Nan => vec![format.exponent_mask() | format.quiet_bit(), format.exponent_mask() | 1, format.default_nan],
        };
        let sign = if self <= NegativeZero { format.sign_mask() } else { 0 };
        positive.into_iter().map(|bits| sign | bits).collect()
    }
}

/// What a set of results has in common, as a table says it: a value where all are equal and plain, else their classes.
pub fn common(results: &[Pattern]) -> String {
    let there = |class: &SpecialClass| results.iter().any(|result| SpecialClass::of(*result) == *class);
    let classes: Vec<SpecialClass> = SpecialClass::ALL.into_iter().filter(there).collect();
    let one = |result: &Pattern| result.bits & !result.format.sign_mask() == result.format.one();
    match (classes.as_slice(), results.first()) {
        ([], _) | (_, None) => String::new(),
        ([PositiveNormal], _) if results.iter().all(one) => "+1.0".into(),
        ([NegativeNormal], _) if results.iter().all(one) => "-1.0".into(),
        ([class], _) => class.name().into(),
        ([first, second], _) => [first.name(), " or ", second.name()].concat(),
        (several, _) => {
            let any = |wanted: &[SpecialClass]| several.iter().any(|class| wanted.contains(class));
            let sign = match (
                any(&[NegativeInfinity, NegativeNormal, NegativeSubnormal]),
                any(&[PositiveInfinity, PositiveNormal, PositiveSubnormal]),
            ) {
                (true, false) => "-",
                (false, true) => "+",
                _ => "",
            };
            let infinite = if any(&[NegativeInfinity, PositiveInfinity]) { " or Inf" } else { "" };
            let nan = if any(&[Nan]) { " or NaN" } else { "" };
            [sign, "finite", infinite, nan].concat()
        }
    }
}

/// A table of the manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The section that holds it.
    pub section: &'static str,
    /// Operand and result, as printed.
    pub rows: &'static [(SpecialClass, &'static str)],
    /// Where the computed result is another: the class, what is computed, and why in a sentence.
    pub differences: &'static [(SpecialClass, &'static str, &'static str)],
}

impl Printed {
    /// The printed result for a class, where there is one.
    pub fn result(&self, class: SpecialClass) -> Option<&'static str> {
        self.rows.iter().find(|(operand, _)| *operand == class).map(|(_, result)| *result)
    }
}

/// Whether a computed result is the printed one. `1.0` and `+1.0` are the same.
pub fn agrees(computed: &str, printed: &str) -> bool {
    computed == printed || computed.strip_prefix('+') == Some(printed)
}

const UPPER_WORD: &str = "Only the upper word is read: a NaN whose payload is only in the lower word reads as an infinity there.";

#[rustfmt::skip]
const RCP: Printed = Printed { section: "9.7.3.13", rows: &[(NegativeInfinity, "-0.0"), (NegativeZero, "-Inf"), (PositiveZero, "+Inf"), (PositiveInfinity, "+0.0"), (Nan, "NaN")], differences: &[] };
#[rustfmt::skip]
const RCP_HIGH: Printed = Printed { section: "9.7.3.14", rows: &[(NegativeInfinity, "-0.0"), (NegativeSubnormal, "-Inf"), (NegativeZero, "-Inf"), (PositiveZero, "+Inf"), (PositiveSubnormal, "+Inf"), (PositiveInfinity, "+0.0"), (Nan, "NaN")], differences: &[(Nan, "+0.0 or NaN", UPPER_WORD)] };
#[rustfmt::skip]
const SQRT: Printed = Printed { section: "9.7.3.15", rows: &[(NegativeInfinity, "NaN"), (NegativeNormal, "NaN"), (NegativeZero, "-0.0"), (PositiveZero, "+0.0"), (PositiveInfinity, "+Inf"), (Nan, "NaN")], differences: &[] };
#[rustfmt::skip]
const RSQRT: Printed = Printed { section: "9.7.3.16", rows: &[(NegativeInfinity, "NaN"), (NegativeNormal, "NaN"), (NegativeZero, "-Inf"), (PositiveZero, "+Inf"), (PositiveInfinity, "+0.0"), (Nan, "NaN")], differences: &[] };
#[rustfmt::skip]
const RSQRT_HIGH: Printed = Printed { section: "9.7.3.17", rows: &[(NegativeInfinity, "NaN"), (NegativeSubnormal, "-Inf"), (NegativeZero, "-Inf"), (PositiveZero, "+Inf"), (PositiveSubnormal, "+Inf"), (PositiveInfinity, "+0.0"), (Nan, "NaN")], differences: &[(Nan, "+0.0 or NaN", UPPER_WORD)] };
#[rustfmt::skip]
const SIN: Printed = Printed { section: "9.7.3.18", rows: &[(NegativeInfinity, "NaN"), (NegativeZero, "-0.0"), (PositiveZero, "+0.0"), (PositiveInfinity, "NaN"), (Nan, "NaN")], differences: &[] };
#[rustfmt::skip]
const COS: Printed = Printed { section: "9.7.3.19", rows: &[(NegativeInfinity, "NaN"), (NegativeZero, "+1.0"), (PositiveZero, "+1.0"), (PositiveInfinity, "NaN"), (Nan, "NaN")], differences: &[] };
#[rustfmt::skip]
const LG2: Printed = Printed { section: "9.7.3.20", rows: &[(NegativeInfinity, "NaN"), (NegativeNormal, "NaN"), (NegativeZero, "-Inf"), (PositiveZero, "-Inf"), (PositiveInfinity, "+Inf"), (Nan, "NaN")], differences: &[] };
#[rustfmt::skip]
const EX2: Printed = Printed { section: "9.7.3.21", rows: &[(NegativeInfinity, "+0.0"), (NegativeZero, "+1.0"), (PositiveZero, "+1.0"), (PositiveInfinity, "+Inf"), (Nan, "NaN")], differences: &[] };
#[rustfmt::skip]
const TANH: Printed = Printed { section: "9.7.3.22", rows: &[(NegativeInfinity, "-1.0"), (NegativeZero, "-0.0"), (PositiveZero, "+0.0"), (PositiveInfinity, "1.0"), (Nan, "NaN")], differences: &[] };

#[rustfmt::skip]
const EX2_HALF: Printed = Printed { section: "9.7.4.10", ..EX2 };
#[rustfmt::skip]
const EX2_BRAIN: Printed = Printed { section: "9.7.4.10", rows: &[(NegativeInfinity, "+0.0"), (NegativeSubnormal, "+1.0"), (NegativeZero, "+1.0"), (PositiveZero, "+1.0"), (PositiveSubnormal, "+1.0"), (PositiveInfinity, "+Inf"), (Nan, "NaN")], differences: &[] };
#[rustfmt::skip]
const TANH_HALF: Printed = Printed { section: "9.7.4.9", ..TANH };

/// The table that the manual prints for an instruction with these modifiers (those that a form implies among them).
///
/// The tables of rcp and rsqrt stand with the approximate forms; that of sqrt is for the instruction as a whole.
pub fn printed(meaning: Meaning, modifiers: ModifierSet) -> Option<&'static Printed> {
    let narrow = modifiers.type_at(0).is_some_and(|own| own.operand().stride() == 16);
    let high = modifiers.has(Modifier::Ftz) && modifiers.has(Modifier::F64);
    let approximated = match meaning {
        Meaning::SquareRoot => Elementary::Root,
        _ => meaning.approximated()?,
    };
    Some(match approximated {
        Elementary::Reciprocal if high => &RCP_HIGH,
        Elementary::Reciprocal => &RCP,
        Elementary::Root => &SQRT,
        Elementary::ReciprocalRoot if high => &RSQRT_HIGH,
        Elementary::ReciprocalRoot => &RSQRT,
        Elementary::Sine => &SIN,
        Elementary::Cosine => &COS,
        Elementary::Log2 => &LG2,
        Elementary::Exp2 if narrow && modifiers.has(Modifier::Ftz) => &EX2_BRAIN,
        Elementary::Exp2 if narrow => &EX2_HALF,
        Elementary::Exp2 => &EX2,
        Elementary::Tanh if narrow => &TANH_HALF,
        Elementary::Tanh => &TANH,
        Elementary::Quotient => return None,
    })
}
