//! What machine instructions do with registers around their arithmetic, as steps that tell of themselves.

use super::alu::Alu;
use super::halves::{Destination, Lanes};
use crate::number::{Encoding, Format, Pattern};
use crate::trace::picture::Picture;
use crate::trace::{Explained, Operand, Recorder};

/// What machine code calls the relations that PTX lacks.
pub(super) const NEVER: &str = ".F";
pub(super) const ALWAYS: &str = ".T";

/// One thing done with a register.
#[derive(Clone, Debug, PartialEq)]
pub enum RegisterOp {
    /// Two lanes were taken from a source.
    Extract {
        /// Which source.
        which: Operand,
        /// How.
        lanes: Lanes,
        /// The bits of the register.
        register: u32,
        /// The lanes, low one first.
        halves: [u64; 2],
    },
    /// One half of a register was taken as the operand.
    TakeHalf {
        /// Which source.
        which: Operand,
        /// Whether the high one.
        high: bool,
        /// The bits of the register.
        register: u32,
    },
    /// The sign of an operand was cleared, turned, or both.
    Sign {
        /// Which source.
        which: Operand,
        /// Whether it was cleared.
        absolute: bool,
        /// Whether it was turned, after that.
        negate: bool,
        /// The operand, or its lanes, after that.
        to: Vec<Pattern>,
    },
    /// What follows belongs to one half.
    Half {
        /// 0 for the low half.
        lane: u8,
    },
    /// A zero operand forces the product to +0.
    ZeroWins,
    /// A subnormal half becomes a zero before it is widened.
    FlushHalf {
        /// The zero.
        to: Pattern,
    },
    /// An operand of a narrower format was taken as a number of the format that is computed in.
    Widen {
        /// Which source.
        which: Operand,
        /// As it stands in the register.
        source: Pattern,
        /// The same number in the wider format.
        result: Pattern,
    },
    /// Two numbers were compared.
    Compared {
        /// The first.
        a: Pattern,
        /// The second.
        b: Pattern,
        /// How they stand to each other: `less than`.
        outcome: &'static str,
        /// The relation that was asked for: `.ltu`.
        word: &'static str,
        /// Whether it holds.
        holds: bool,
    },
    /// The answer was joined with a predicate.
    Combined {
        /// The Boolean operator: `.and`.
        word: &'static str,
        /// The answer.
        holds: bool,
        /// The predicate.
        other: bool,
        /// What comes of them.
        result: bool,
    },
    /// One of two operands is taken as it is.
    Chosen {
        /// The number that is asked whether it is at least zero; None where a predicate chooses.
        by: Option<Pattern>,
        /// Whether a is taken.
        holds: bool,
    },
    /// A scale factor multiplies or divides an operand.
    Scaled {
        /// Which source.
        which: Operand,
        /// The factor, a power of two.
        factor: Pattern,
        /// Whether it divides.
        divides: bool,
    },
    /// The sign of an operand is dropped.
    Unsigned {
        /// Which source.
        which: Operand,
        /// The format without a sign.
        name: &'static str,
    },
    /// A number is rounded to a step of a format in equal steps.
    Steps {
        /// The format.
        to: &'static Format,
    },
    /// Random bits are added below the last place.
    RandomBits {
        /// How many count.
        below: u32,
        /// The bits.
        random: u64,
        /// The power of two of the last place.
        last_place: i32,
    },
    /// A number becomes a power of two.
    Power {
        /// The format of powers.
        to: &'static Format,
    },
    /// A power of two lies beyond the range of its format.
    PowerBeyond {
        /// Its exponent.
        exponent: i32,
        /// What stands for it.
        result: Pattern,
    },
    /// A number is rounded to a whole one.
    Whole {
        /// The power of two of its last place.
        last_place: i32,
    },
    /// A whole number lies inside the range of an integer format.
    InRange {
        /// The integer.
        result: Pattern,
    },
    /// A whole number lies outside the range of an integer format, and the end of the range stands for it.
    Clamped {
        /// Whether it lies below the range.
        negative: bool,
        /// Whether it was an infinity.
        infinite: bool,
        /// The end of the range.
        result: Pattern,
    },
    /// A NaN became an integer.
    IntegerOfNan {
        /// The integer.
        result: Pattern,
    },
    /// An integer took another width or lost its sign.
    Width {
        /// Before.
        source: Pattern,
        /// After.
        result: Pattern,
    },
    /// Integers or bits gave others.
    Integers {
        /// What is computed.
        alu: Alu,
        /// What was read.
        sources: Vec<Pattern>,
        /// The carry that came, where it is read.
        carry: Option<bool>,
        /// What came out.
        result: Pattern,
        /// The carry that goes, where it is written.
        carries: Option<bool>,
    },
    /// A result goes into another computation of the same instruction.
    OnTheWay {
        /// The result.
        result: Pattern,
    },
    /// The results were put into the register.
    Write {
        /// Which results.
        destination: Destination,
        /// The register before.
        before: u32,
        /// The register after.
        bits: u32,
    },
    /// Condition codes were written.
    ConditionCode {
        /// The result is a zero or a NaN.
        zero: bool,
        /// The result is below zero or a NaN.
        sign: bool,
    },
}

impl RegisterOp {
    /// Tells a recorder that listens.
    #[inline(always)]
    pub fn tell(recorder: &mut impl Recorder, make: impl FnOnce() -> RegisterOp) {
        recorder.told(make);
    }
}

impl Explained for RegisterOp {
    fn title(&self) -> String {
        match self {
            RegisterOp::Extract { which, .. } => format!("Take the lanes of {}", which.name()),
            RegisterOp::TakeHalf { which, .. } => format!("Take a half of {}", which.name()),
            RegisterOp::Sign { which, .. } => format!("Set the sign of {}", which.name()),
            RegisterOp::Half { lane } => format!("Lane {lane}"),
            RegisterOp::ZeroWins => "Zero wins".into(),
            RegisterOp::FlushHalf { .. } => "Flush the half to zero".into(),
            RegisterOp::Widen { which, .. } => format!("Widen {}", which.name()),
            RegisterOp::Compared { .. } => "Compare a with b".into(),
            RegisterOp::Combined { .. } => "Join with the predicate".into(),
            RegisterOp::Chosen { .. } => "Choose".into(),
            RegisterOp::Scaled { which, .. } => format!("Scale {}", which.name()),
            RegisterOp::Unsigned { which, .. } => format!("Drop the sign of {}", which.name()),
            RegisterOp::Steps { .. } => "Fix the last place".into(),
            RegisterOp::RandomBits { .. } => "Take the random bits".into(),
            RegisterOp::Power { .. } => "Take the exponent".into(),
            RegisterOp::PowerBeyond { .. } => "Clamp to the range".into(),
            RegisterOp::Whole { .. } => "Fix the last place".into(),
            RegisterOp::InRange { .. } => "Test the range".into(),
            RegisterOp::Clamped { .. } => "Clamp to the range".into(),
            RegisterOp::IntegerOfNan { .. } => "NaN to integer".into(),
            RegisterOp::Width { .. } => "Change the width".into(),
            RegisterOp::Integers { .. } => "Compute with integers".into(),
            RegisterOp::OnTheWay { .. } => "Go on".into(),
            RegisterOp::Write { .. } => "Write the register".into(),
            RegisterOp::ConditionCode { .. } => "Write the condition codes".into(),
        }
    }

    fn sentence(&self) -> String {
        match self {
            RegisterOp::Extract { which, lanes, register, halves } => extracted(*which, *lanes, *register, *halves),
            RegisterOp::TakeHalf { which, high, register } => {
                let (name, bits) = if *high { ("high", register >> 16) } else { ("low", register & 0xffff) };
                format!("The {name} half of 0x{register:08x} is {}: 0x{bits:04x}.", which.name())
            }
            RegisterOp::Sign { absolute, negate, to, .. } => {
                let what = match (absolute, negate) {
                    (true, true) => "The sign is cleared, then turned",
                    (true, false) => "The sign is cleared",
                    _ => "The sign is turned",
                };
                let shown: Vec<String> = to.iter().map(|to| format!("0x{}", to.hex())).collect();
                format!("{what}: {}.", shown.join(" and "))
            }
            RegisterOp::Half { lane } => format!("Bits {} to {} of the packed registers belong to this lane.", lane * 16 + 15, lane * 16),
            RegisterOp::ZeroWins => {
                "With .FMZ a zero operand makes the product +0, whatever the signs, and even against an infinity or a NaN; the test comes after subnormal operands were flushed.".into()
            }
            RegisterOp::FlushHalf { to } => format!(
                "With .F32 a subnormal half becomes a zero of its sign before it is widened: {}0.",
                if to.is_negative() { "-" } else { "+" }
            ),
            RegisterOp::Widen { source, result, .. } => format!(
                "0x{} in {} is {}; every such number is one of {}, so nothing is rounded: 0x{}.",
                source.hex(),
                source.format.name,
                source.value_text(),
                result.format.name,
                result.hex()
            ),
            RegisterOp::Compared { a, b, outcome, word, holds } => {
                let answer = match *word {
                    NEVER => "never holds",
                    ALWAYS => "always holds",
                    _ if *holds => "holds",
                    _ => "does not hold",
                };
                match apart(*a, *b) {
                    Some(ulps) => {
                        let [a, b] = [a, b].map(|number| format!("{} (0x{})", number.value_text(), number.hex()));
                        format!("{a} is {outcome} {b}, {ulps} ulp apart: {word} {answer}.")
                    }
                    None => format!("{} is {outcome} {}: {word} {answer}.", a.value_text(), b.value_text()),
                }
            }
            RegisterOp::Combined { word, holds, other, result } => format!("{holds} {} {other} is {result}.", &word[1..]),
            RegisterOp::Chosen { by, holds } => {
                let because = match by {
                    None => format!("The predicate c is {holds}"),
                    Some(by) if by.is_nan() => "c is a NaN, which is not at least zero".to_owned(),
                    Some(by) if *holds => format!("c is {}, which is at least zero", by.value_text()),
                    Some(by) => format!("c is {}, which is below zero", by.value_text()),
                };
                format!("{because}: the bits of {} are taken as they are.", if *holds { "a" } else { "b" })
            }
            RegisterOp::Scaled { which, factor, .. } if factor.is_nan() => {
                format!("The scale factor 0x{} is a NaN, and so is what comes of {}.", factor.hex(), which.name())
            }
            RegisterOp::Scaled { which, factor, divides } => format!(
                "{} is {} by the scale factor 0x{}, which is 2^{}: only its exponent changes, and nothing is rounded.",
                which.name(),
                if *divides { "divided" } else { "multiplied" },
                factor.hex(),
                factor.unpacked().exact.exponent
            ),
            RegisterOp::Unsigned { name, .. } => format!("{name} has no sign: the magnitude counts."),
            RegisterOp::Steps { to } => {
                format!("{} counts in steps of 2^{}, so that is the last place.", to.name, to.quantum())
            }
            RegisterOp::RandomBits { below, random, last_place } => format!(
                "The {below} random bits 0x{random:x} are added to the discarded bits, just below the last place, 2^{last_place}. The larger the discarded part, the more likely is a carry into that place."
            ),
            RegisterOp::Power { to } => format!("{} holds powers of two: the sign is dropped, and the number is rounded to one of them.", to.name),
            RegisterOp::PowerBeyond { exponent, result } if result.is_nan() => {
                format!("2^{exponent} lies beyond the range of {}, and without .satfinite the result is a NaN: 0x{}.", result.format.name, result.hex())
            }
            RegisterOp::PowerBeyond { exponent, result } => {
                format!("2^{exponent} lies beyond the range of {}: the result is the end of the range, {}.", result.format.name, result.value_text())
            }
            RegisterOp::Whole { last_place: 0 } => "A whole number has no place below 2^0, so that is the last place.".into(),
            RegisterOp::Whole { last_place } => format!("The last place is 2^{last_place} already: the number is whole."),
            RegisterOp::InRange { result } => format!("{} lies in the range {}.", result.value_text(), range(*result)),
            RegisterOp::Clamped { negative, infinite, result } => clamped(*negative, *infinite, *result),
            RegisterOp::IntegerOfNan { result } => {
                format!("A NaN has no integer. Between these types it becomes 0x{}, which is {}.", result.hex(), result.value_text())
            }
            RegisterOp::Width { source, result } => width(*source, *result),
            RegisterOp::Integers { alu, sources, carry, result, carries } => {
                let letters = alu.letters().into_iter().zip(sources).map(|(letter, source)| format!("{letter} = {}", integer(*source)));
                let known: Vec<String> = letters.chain(carry.map(|carry| format!("CC.CF = {}", u8::from(carry)))).collect();
                let carries = carries.map_or(String::new(), |carry| format!(", and CC.CF becomes {}", u8::from(carry)));
                format!("{} With {} that is {}{carries}.", alu.words(), known.join(", "), integer(*result))
            }
            RegisterOp::OnTheWay { result } => {
                format!("The same instruction goes on with 0x{}, which is {}.", result.hex(), result.value_text())
            }
            RegisterOp::Write { destination, before, bits } => written(*destination, *before, *bits),
            RegisterOp::ConditionCode { zero, sign } => format!(
                "The zero flag is {} (a result of zero or NaN), the sign flag {} (below zero or NaN).",
                u8::from(*zero),
                u8::from(*sign)
            ),
        }
    }

    fn picture(&self) -> Option<Picture> {
        None
    }

    fn decides(&self) -> bool {
        matches!(
            self,
            RegisterOp::Compared { .. }
                | RegisterOp::Combined { .. }
                | RegisterOp::Chosen { .. }
                | RegisterOp::ZeroWins
                | RegisterOp::FlushHalf { .. }
                | RegisterOp::PowerBeyond { .. }
                | RegisterOp::Clamped { .. }
                | RegisterOp::IntegerOfNan { .. }
                | RegisterOp::Width { .. }
                | RegisterOp::Integers { .. }
        )
    }

    fn heading(&self) -> bool {
        matches!(self, RegisterOp::Half { .. })
    }

    fn lane(&self) -> Option<u8> {
        if let RegisterOp::Half { lane } = self { Some(*lane) } else { None }
    }
}

/// The most steps between two numbers that are worth counting.
const CLOSE: u64 = 1000;

/// How many numbers of their format two different numbers are apart, where they are close.
fn apart(a: Pattern, b: Pattern) -> Option<u64> {
    let of_floats = !a.format.is_integer() && a.is_finite() && b.is_finite();
    let steps = a.ordinal()?.abs_diff(b.ordinal()?);
    (of_floats && (1..=CLOSE).contains(&steps)).then_some(steps)
}

/// An integer with its bits; a predicate in a word.
fn integer(pattern: Pattern) -> String {
    match pattern.format.width() {
        1 => (pattern.bits == 1).to_string(),
        _ => format!("{} (0x{})", pattern.exact_decimal(), pattern.hex()),
    }
}

/// The range of an integer format in words: "-128 to 127".
fn range(pattern: Pattern) -> String {
    let end = |bits| Pattern::new(pattern.format, bits).exact_decimal();
    format!("{} to {}", end(pattern.format.lowest_integer()), end(pattern.format.largest()))
}

fn clamped(negative: bool, infinite: bool, result: Pattern) -> String {
    let side = if negative { "below" } else { "above" };
    let what = if infinite { "An infinity" } else { "The number" };
    format!("{what} lies {side} the range {}: the result is the nearest end, {}.", range(result), result.exact_decimal())
}

fn width(source: Pattern, result: Pattern) -> String {
    let (from, to) = (source.format.width(), result.format.width());
    let how = if to < from {
        format!("Only the low {to} of {from} bits stay")
    } else if to == from {
        "The bits stay, only their meaning changes".into()
    } else if source.format.encoding == Encoding::Signed {
        format!("The sign bit fills the {} new places above", to - from)
    } else {
        format!("Zeros fill the {} new places above", to - from)
    };
    let kept = if source.exact_decimal() == result.exact_decimal() { "the value is the same" } else { "the value changes" };
    format!("{how}; {kept}: {}.", result.exact_decimal())
}

fn extracted(which: Operand, lanes: Lanes, register: u32, halves: [u64; 2]) -> String {
    let how = match lanes {
        Lanes::Both => "each half is a lane",
        Lanes::Single => "the single, cut to a half, is both lanes",
        Lanes::Low => "the low half is both lanes",
        Lanes::High => "the high half is both lanes",
    };
    format!("{} holds 0x{register:08x}; {how}: 0x{:04x} in the upper half, 0x{:04x} in the lower.", which.name(), halves[1], halves[0])
}

fn written(destination: Destination, before: u32, bits: u32) -> String {
    let what = match destination {
        Destination::Both => "The two results are packed".to_owned(),
        Destination::Single => "Lane 0 is written as a single".to_owned(),
        Destination::Low => format!("Lane 0 goes to the low half; the high half of 0x{before:08x} stays"),
        Destination::High => format!("Lane 1 goes to the high half; the low half of 0x{before:08x} stays"),
    };
    format!("{what}: 0x{bits:08x}.")
}
