//! The right bits, read as something else: other bytes, another format, a printed decimal, a NaN's payload, a register never written.
//!
//! These compute nothing but the instruction itself; what they say is how its bits became those that were seen.

use super::kind::Kind;
use crate::number::{BF16, F16, F32, F64, Format, Pattern};
use crate::operation::{Incoming, convert};
use crate::rounding::{Mode, NanRule, Rules, read};
use crate::trace::Silent;
use core::cell::OnceCell;

/// How the right bits were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reinterpretation {
    /// The bytes in the other order.
    Bytes,
    /// The upper and the lower half swapped.
    Halves,
    /// The upper half alone.
    Upper(Half),
    /// The lower half alone.
    Lower(Half),
    /// As a number of another format, moved up by some bits.
    Format(&'static Format, u32),
    /// Printed to so many significant digits and read again.
    Digits(u32),
    /// Printed to so many places behind the point and read again.
    Places(u32),
    /// As an integer of 32 bits, rounded towards zero.
    Integer,
    /// The NaN of an operand, made quiet, in the place of the canonical one.
    OperandNan(u8),
    /// The NaN of an operand as it was.
    SignalingNan(u8),
    /// The NaN that x86 makes: quiet, negative, no payload.
    HostNan,
    /// The NaN that Arm and CUDA's headers make: quiet, positive, no payload.
    PlainNan,
    /// The instruction set's canonical NaN in the place of a payload.
    CanonicalNan,
    /// Some other NaN.
    OtherNan,
    /// An operand, unchanged.
    Operand(u8),
    /// Zero: memory that nobody wrote.
    Zero,
    /// All ones: memory that nobody wrote.
    Ones,
}

/// What half a result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Half its bits.
    Bits,
    /// A bf16 of a single.
    Bf16,
    /// A word of a double.
    Word,
    /// A lane of two singles.
    Lane,
}

/// The significant digits that a printed single or double can have without being told from the number itself, less one.
const MOST_DIGITS: [u32; 2] = [8, 16];
/// `%f` and its shorter forms.
const PLACES: [u32; 5] = [1, 2, 3, 4, 6];

use Reinterpretation as As;

impl Reinterpretation {
    /// Every reading of a result of a format, or of two singles packed in 64 bits, for so many operands.
    pub(super) fn all(format: &'static Format, packed: bool, operands: usize) -> Vec<As> {
        let single = format.width() == 32;
        let operands = operands.min(3) as u8;
        let mut all = Vec::new();
        if !format.is_floating() || format.width() < 32 {
            if format.width() > 8 {
                all.extend([As::Bytes, As::Upper(Half::Bits), As::Lower(Half::Bits)]);
            }
        } else if packed {
            all.extend([As::Bytes, As::Halves, As::Lower(Half::Lane), As::Upper(Half::Lane)]);
        } else {
            all.extend([As::Bytes, As::Halves]);
            if single {
                all.extend([As::Format(F16::ROW, 0), As::Format(F16::ROW, 16), As::Format(BF16::ROW, 0)]);
                all.extend([As::Upper(Half::Bf16), As::Format(F64::ROW, 0)]);
            } else {
                all.extend([As::Format(F32::ROW, 0), As::Upper(Half::Word), As::Lower(Half::Word)]);
            }
            all.push(As::Integer);
            all.extend((1..=MOST_DIGITS[usize::from(!single)]).map(As::Digits));
            all.extend(PLACES.map(As::Places));
            all.extend((0..operands).flat_map(|index| [As::OperandNan(index), As::SignalingNan(index)]));
            all.extend([As::HostNan, As::PlainNan, As::CanonicalNan, As::OtherNan]);
        }
        // What stands in a register that was never written.
        all.extend((0..operands).map(As::Operand));
        all.extend([As::Zero, As::Ones]);
        all
    }

    /// What it is about.
    pub fn kind(self) -> Kind {
        match self {
            As::OperandNan(_) | As::SignalingNan(_) | As::HostNan | As::PlainNan | As::CanonicalNan | As::OtherNan => Kind::Nan,
            As::Operand(_) | As::Zero | As::Ones => Kind::Unwritten,
            _ => Kind::Reading,
        }
    }

    /// What was seen, as a phrase.
    pub fn phrase(self) -> String {
        let result = |phrase: &str| ["the expected result ", phrase].concat();
        let printed = |count: u32, what: &str, rest: &str| {
            let many = if count == 1 { "" } else { "s" };
            format!("the expected result printed with {count} {what}{many}{rest} and read again")
        };
        match self {
            As::Bytes => result("with its bytes in the other order"),
            As::Halves => result("with its halves swapped"),
            As::Upper(Half::Bits) => "the upper half of the expected result".into(),
            As::Upper(Half::Bf16) => result("cut to its upper half, a bf16"),
            As::Upper(Half::Word) => result("without its lower word"),
            As::Upper(Half::Lane) => result("without its lower lane"),
            As::Lower(Half::Bits | Half::Bf16) => "the lower half of the expected result".into(),
            As::Lower(Half::Word) => result("without its upper word"),
            As::Lower(Half::Lane) => result("without its upper lane"),
            As::Format(format, up) => match (format.width(), up) {
                (64, _) => result("as a double"),
                (32, _) => result("as a single"),
                (_, 16) => result("as an f16 in the upper half"),
                _ if format == BF16::ROW => result("rounded to a bf16, zero above it"),
                _ => result("as an f16, zero above it"),
            },
            As::Integer => result("as an integer, its fraction cut off"),
            As::Digits(count) => printed(count, "significant digit", ""),
            As::Places(count) => printed(count, "place", " behind the point"),
            As::OperandNan(index) => format!("the NaN of {} made quiet, not the canonical one", letter(index)),
            As::SignalingNan(index) => format!("the NaN of {} as it was", letter(index)),
            As::HostNan => "the negative quiet NaN that x86 makes".into(),
            As::PlainNan => "the positive quiet NaN without payload that Arm and C libraries make".into(),
            As::CanonicalNan => "made the canonical NaN".into(),
            As::OtherNan => "another NaN; the payload has no meaning to the instruction".into(),
            As::Operand(index) => format!("operand {}, unchanged", letter(index)),
            As::Zero => "zero, as if nothing had been written".into(),
            As::Ones => "all ones, as if nothing had been written".into(),
        }
    }

    /// Whether the result, read so, is what was seen.
    pub(super) fn gives(self, look: &Look) -> bool {
        let Pattern { format, bits } = look.result;
        let seen = look.seen;
        let half = format.width() / 2;
        let low = (1u64 << half) - 1;
        let nan = |bits| Pattern::new(format, bits).is_nan();
        let operand = |index: u8| look.operands.get(usize::from(index)).copied();
        let of_nans = |wanted: Option<u64>| nan(bits) && wanted == Some(seen) && seen <= format.mask() && nan(seen);
        match self {
            As::Bytes => seen == bits.swap_bytes() >> (64 - format.width()),
            As::Halves => seen == bits >> half | (bits & low) << half,
            As::Upper(_) => seen == bits >> half,
            As::Lower(_) => seen == bits & low,
            As::Format(to, up) => seen == in_format(look.result, to) << up,
            As::Digits(digits) => look.printed(digits, true),
            // Of the ways to print a small number as zero, the usual one stands for all.
            As::Places(places) => (places == 6 || seen != 0) && look.printed(places, false),
            As::Integer => integer(look.result) == Some(seen as u32) && seen >> 32 == 0,
            As::OperandNan(index) => of_nans(operand(index).filter(|bits| nan(*bits)).map(|bits| bits | format.quiet_bit())),
            As::SignalingNan(index) => of_nans(operand(index)) && seen & format.quiet_bit() == 0,
            As::HostNan => of_nans(Some(format.sign_mask() | format.exponent_mask() | format.quiet_bit())),
            As::PlainNan => of_nans(Some(format.exponent_mask() | format.quiet_bit())),
            As::CanonicalNan => of_nans(Some(format.default_nan)),
            As::OtherNan => of_nans(Some(seen)),
            As::Operand(index) => operand(index) == Some(seen),
            As::Zero => seen == 0,
            As::Ones => seen == format.mask(),
        }
    }
}

/// An expected result beside what was seen, with the decimals that several readings ask for.
pub(super) struct Look<'a> {
    result: Pattern,
    operands: &'a [u64],
    seen: u64,
    shortest: OnceCell<Shortest>,
    exact: OnceCell<String>,
}

/// How long the shortest decimal of a number is; longer than any for one that no printing gives.
#[derive(Clone, Copy)]
struct Shortest {
    digits: u32,
    places: u32,
}

impl<'a> Look<'a> {
    pub(super) fn new(result: Pattern, operands: &'a [u64], seen: u64) -> Look<'a> {
        Look { result, operands, seen, shortest: OnceCell::new(), exact: OnceCell::new() }
    }

    /// Whether the result, printed to so many digits or places, reads as what was seen.
    fn printed(&self, count: u32, significant: bool) -> bool {
        let shortest = self.shortest.get_or_init(|| self.shortest());
        // A printed number has no shorter decimal than the shortest one of what is read again.
        if count < if significant { shortest.digits } else { shortest.places } {
            return false;
        }
        let exact = self.exact.get_or_init(|| self.result.exact_decimal());
        let text = rounded_decimal(exact.trim_start_matches('-'), count as usize, significant);
        let sign = if self.result.is_negative() { "-" } else { "" };
        read(&[sign, &text].concat()).is_ok_and(|literal| literal.to_bits(self.result.format, Mode::Rn).0 == self.seen)
    }

    /// What was seen, if it can come from printing the result: finite, of its sign, within a factor of two, or a zero of a small number.
    fn shortest(&self) -> Shortest {
        let never = Shortest { digits: u32::MAX, places: u32::MAX };
        let format = self.result.format;
        let seen = Pattern::new(format, self.seen);
        if seen.bits != self.seen || !seen.is_finite() || !self.result.is_finite() || seen.is_negative() != self.result.is_negative() {
            return never;
        }
        if seen.bits & !format.sign_mask() == 0 {
            let small = self.result.exact().is_some_and(|exact| exact.is_zero() || exact.leading() < -20);
            return if small { Shortest { digits: u32::MAX, places: 0 } } else { never };
        }
        if crate::comparison::distance(self.result, seen).is_none_or(|distance| distance > 1 << format.fraction_bits) {
            return never;
        }
        let text = seen.shortest_decimal();
        let (mantissa, power) = text.trim_start_matches('-').split_once('e').unwrap_or((text.trim_start_matches('-'), "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let fraction = fraction.trim_end_matches('0');
        let digits = [whole, fraction].concat();
        let power: i64 = power.parse().unwrap_or(0);
        let digits = digits.trim_start_matches('0').trim_end_matches('0').len() as u32;
        Shortest { digits, places: (fraction.len() as i64 - power).max(0) as u32 }
    }
}

fn letter(index: u8) -> char {
    char::from(b'a' + index % 26)
}

/// The result converted, silently: steps would bring their words and pictures into the worker.
pub(crate) fn in_format(result: Pattern, to: &'static Format) -> u64 {
    let nan = if to.width() < 32 { NanRule::Canonical } else { NanRule::Payload };
    let rules = Rules { nan, ..Rules::ieee(Mode::Rn) };
    convert(Incoming::plain(result.format, result.bits), to, &rules, &mut Silent).bits
}

/// The value towards zero as 32 bits, if it fits.
fn integer(result: Pattern) -> Option<u32> {
    let exact = result.exact()?;
    if exact.is_zero() {
        return Some(0);
    }
    if exact.leading() > 31 {
        return None;
    }
    let magnitude = if exact.exponent >= 0 {
        exact.magnitude << exact.exponent
    } else {
        exact.magnitude.checked_shr(exact.exponent.unsigned_abs()).unwrap_or(0)
    };
    i64::try_from(magnitude).ok().map(|magnitude| if exact.negative { -magnitude } else { magnitude }).map(|value| value as u32)
}

/// A decimal without an exponent, rounded to nearest, ties to even, to so many significant digits or places behind the point.
pub fn rounded_decimal(text: &str, count: usize, significant: bool) -> String {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|digit| digit - b'0').collect();
    let first = digits.iter().position(|digit| *digit != 0).unwrap_or(digits.len());
    let keep = if significant { first + count } else { whole.len() + count };
    if keep >= digits.len() {
        return text.to_owned();
    }
    let (kept, cut) = digits.split_at(keep);
    let odd = kept.last().is_some_and(|digit| digit % 2 == 1);
    let rest = cut[1..].iter().any(|digit| *digit != 0);
    let up = cut[0] > 5 || cut[0] == 5 && (rest || odd);
    let mut kept = kept.to_vec();
    let mut carry = up;
    for digit in kept.iter_mut().rev() {
        if !carry {
            break;
        }
        carry = *digit == 9;
        *digit = if carry { 0 } else { *digit + 1 };
    }
    // 9.99 becomes 10.0: one digit more before the point is one less behind it.
    let mut dropped = cut.len();
    if carry && significant {
        kept.pop();
        dropped += 1;
    }
    let mut text = String::from(if carry { "1" } else { "" });
    text.extend(kept.iter().map(|digit| char::from(b'0' + digit)));
    // Places before the point that were cut are zeros.
    let places = digits.len() - whole.len();
    let behind = places as i64 - dropped as i64;
    if behind > 0 {
        let split = text.len() - behind as usize;
        format!("{}.{}", &text[..split], &text[split..])
    } else {
        text + &"0".repeat(behind.unsigned_abs() as usize)
    }
}
