//! One sum of products and c in a window of bits: aligned to the largest exponent, cut, added exactly, normalised once.

use super::dot::{Dot, Side};
use super::row::{Fused, Scale, Term};
use super::stage::{Named, Places, Stage, Summand};
use crate::exact::Exact;
use crate::number::{Format, Pattern, Unpacked};
use crate::rounding::{Flags, Rules, round};
use crate::trace::{Reason, Recorder, Scaled, Step};

/// The most terms that a group of any row has, c apart.
const MOST: usize = 32;

/// One term: a number, not normalised, and the exponent it counts with when the largest is looked for.
#[derive(Clone, Copy)]
struct Counted {
    value: Exact<u64>,
    counts: i32,
}

/// What is not a finite number among the terms.
#[derive(Clone, Copy, Default)]
struct Special {
    nan: bool,
    invalid: Option<Reason>,
    /// Whether there is an infinity above, and one below zero.
    infinite: [bool; 2],
}

/// All groups of one instruction, in increasing k. `places` says which k its products are.
#[inline(always)]
pub(super) fn groups(how: &Fused, scale: Option<Scale>, dot: &Dot, places: Places, recorder: &mut impl Recorder) -> u64 {
    let length = dot.products();
    let mut c = dot.c;
    for start in (0..length).step_by(how.products.max(1)) {
        let count = how.products.min(length - start);
        let sides = [dot.a, dot.b].map(|side| side.part(start, count, scale));
        let places = Places { skipped: places.skipped + start, ..places };
        recorder.told(|| Stage::Group { places, count, fraction: how.fraction, carried: start > 0 });
        c = Pattern::new(how.register(), group(how, scale, sides, c, places, recorder));
    }
    c.bits
}

/// One group.
fn group(how: &Fused, scale: Option<Scale>, sides: [Side; 2], c: Pattern, places: Places, recorder: &mut impl Recorder) -> u64 {
    let mut terms = [Counted { value: Exact { negative: false, magnitude: 0, exponent: 0 }, counts: 0 }; MOST + 1];
    let mut special = Special::default();
    let count = match how.term {
        Term::Product => products(how, scale, sides, &mut terms[..MOST], &mut special),
        Term::Sum(of) => sums(how, scale, of, sides, &mut terms[..MOST], &mut special),
    };
    terms[count] = addend(how, c, &mut special);
    let terms = &terms[..=count];
    let whole = || summands(how, terms, places, Scaled::from);
    recorder.told(|| Stage::Multiply { pairs: pairs(sides), terms: whole() });
    if special.nan || special.invalid.is_some() || special.infinite[0] || special.infinite[1] {
        return by_rule(how, special, recorder);
    }

    let largest = terms.iter().fold(i32::MIN, |largest, term| largest.max(term.counts));
    let last = largest - how.fraction as i32;
    recorder.told(|| Stage::Align { terms: whole(), largest, zero: how.zero, last });
    let sum = terms.iter().fold(0, |sum, term| sum + moved(term.value, last));
    let units = |sum: i64| Exact { negative: sum < 0, magnitude: sum.unsigned_abs(), exponent: last };
    recorder.told(|| {
        let kept = summands(how, terms, places, |value| units(moved(value, last)).into());
        Stage::Add { terms: kept, sum: units(sum).into(), last }
    });
    let bits = rounded(how, units(sum), recorder);
    if terms.iter().any(|term| loses(term.value, last)) {
        let all = || terms.iter().map(|term| term.value.into()).collect::<Vec<Scaled>>();
        recorder.told(|| Stage::Missed { exact: Scaled::sum(&all()), result: Pattern::new(how.register(), bits) });
    }
    bits
}

/// Whether a term has bits below the window.
#[inline(always)]
fn loses(value: Exact<u64>, last: i32) -> bool {
    let below = (last - value.exponent).clamp(0, 63) as u32;
    value.magnitude & ((1 << below) - 1) != 0
}

/// A number in units of 2^last, what does not fit cut off towards zero.
#[inline(always)]
fn moved(value: Exact<u64>, last: i32) -> i64 {
    let by = value.exponent - last;
    let magnitude = if by >= 0 { value.magnitude << by.min(63) } else { value.magnitude.checked_shr(by.unsigned_abs()).unwrap_or(0) };
    let signed = magnitude as i64;
    if value.negative { -signed } else { signed }
}

/// The exponent of a number's significand, which for a subnormal one is that of the smallest normal.
#[inline(always)]
fn exponent(read: &Unpacked, format: &Format) -> i32 {
    read.exact.exponent + format.fraction_bits as i32
}

/// Each product a term of its own.
#[inline(always)]
fn products(how: &Fused, scale: Option<Scale>, [a, b]: [Side; 2], terms: &mut [Counted], special: &mut Special) -> usize {
    let mut count = 0;
    for (k, (term, (&x, &y))) in terms.iter_mut().zip(a.codes.iter().zip(b.codes)).enumerate() {
        let (x, y) = (a.read(x), b.read(y));
        special.meet(&x, &y);
        let mut value = x.exact.times::<u64>(y.exact);
        let mut counts = exponent(&x, a.format) + exponent(&y, b.format);
        if let Some(scale) = scale {
            let by = scales(scale, [a, b], k, special);
            value = Exact { magnitude: value.magnitude * by.value.magnitude, exponent: value.exponent + by.value.exponent, ..value };
            counts += by.counts;
        }
        *term = Counted { value, counts: if value.is_zero() { how.zero } else { counts } };
        count += 1;
    }
    count
}

/// So many products of a block, added exactly, a term.
#[inline(always)]
fn sums(how: &Fused, scale: Option<Scale>, of: usize, [a, b]: [Side; 2], terms: &mut [Counted], special: &mut Special) -> usize {
    let quantum = a.format.quantum() + b.format.quantum();
    let mut count = 0;
    for (part, (term, (xs, ys))) in terms.iter_mut().zip(a.codes.chunks(of).zip(b.codes.chunks(of))).enumerate() {
        let (mut sum, mut any) = (0, false);
        for (&x, &y) in xs.iter().zip(ys) {
            let product = a.read(x).exact.times::<u64>(b.read(y).exact);
            any |= !product.is_zero();
            sum += moved(product, quantum);
        }
        let by = scale.map_or(Counted { value: Exact { negative: false, magnitude: 1, exponent: 0 }, counts: 0 }, |scale| {
            scales(scale, [a, b], part * of, special)
        });
        let value = Exact { negative: sum < 0, magnitude: sum.unsigned_abs() * by.value.magnitude, exponent: quantum + by.value.exponent };
        // A sum that cancels is no zero here: it counts with the scales' exponents.
        let zero = !any || by.value.is_zero();
        *term = Counted { value, counts: if zero { how.zero } else { by.counts } };
        count += 1;
    }
    count
}

/// The product of the two scales of an element.
#[inline(always)]
fn scales(scale: Scale, sides: [Side; 2], k: usize, special: &mut Special) -> Counted {
    let [x, y] = sides.map(|side| {
        let code = side.scales.get(k / scale.block).copied().unwrap_or(scale.format.one());
        Side { format: scale.format, ..side }.read(code & scale.format.mask())
    });
    special.meet(&x, &y);
    Counted { value: x.exact.times(y.exact), counts: exponent(&x, scale.format) + exponent(&y, scale.format) }
}

#[inline(always)]
fn addend(how: &Fused, c: Pattern, special: &mut Special) -> Counted {
    let read = c.unpacked();
    special.nan |= read.is_nan();
    if read.is_infinite() {
        special.infinite[usize::from(read.exact.negative)] = true;
    }
    Counted { value: read.exact, counts: if read.is_zero() { how.zero } else { exponent(&read, c.format) } }
}

impl Special {
    /// Takes note of a product of which a factor is no finite number.
    #[inline(always)]
    fn meet(&mut self, x: &Unpacked, y: &Unpacked) {
        self.nan |= x.is_nan() || y.is_nan();
        if x.is_infinite() || y.is_infinite() {
            if x.is_zero() || y.is_zero() {
                self.invalid = Some(Reason::ZeroTimesInfinity);
            } else {
                self.infinite[usize::from(x.exact.negative != y.exact.negative)] = true;
            }
        }
    }
}

/// The result where a NaN or an infinity takes part.
#[cold]
fn by_rule(how: &Fused, special: Special, recorder: &mut impl Recorder) -> u64 {
    let format = how.result;
    let both = special.infinite == [true; 2];
    let invalid = special.invalid.or(both.then_some(Reason::InfinityMinusInfinity));
    let infinity = format.infinity().unwrap_or(format.default_nan);
    let (bits, reason) = match invalid {
        _ if special.nan => (format.default_nan, Reason::NanOperand),
        Some(reason) => (format.default_nan, reason),
        None if special.infinite[1] => (format.sign_mask() | infinity, Reason::InfiniteOperand),
        None => (infinity, Reason::InfiniteOperand),
    };
    // A NaN has all its bits set, those below a cut significand too.
    let spare = if bits == format.default_nan { (1 << format.spare_bits) - 1 } else { 0 };
    end(how, bits << format.spare_bits | spare, Some(reason), recorder)
}

/// The sum in the result's format.
#[inline(always)]
fn rounded(how: &Fused, sum: Exact<u64>, recorder: &mut impl Recorder) -> u64 {
    let format = how.result;
    if sum.is_zero() {
        return end(how, 0, Some(Reason::Cancellation), recorder);
    }
    recorder.step(|| Step::Normalise { value: sum.into(), format });
    let rules = Rules::ieee(how.mode);
    let rounded = round(format, sum, &rules);
    recorder.step(|| Step::Round { value: sum.into(), format, mode: how.mode, rounded });
    // A negative sum too small for the format gives +0 as well: MMA-Sim has it, and an H100 answers so.
    if rounded.bits & !format.sign_mask() == 0 {
        return end(how, 0, Some(Reason::Zero), recorder);
    }
    // Beyond the range the result is an infinity, also where rounding is towards zero.
    let bits = match format.infinity() {
        Some(infinity) if rounded.flags.contains(Flags::OVERFLOW) => rounded.bits & format.sign_mask() | infinity,
        _ => rounded.bits,
    };
    if rounded.flags.contains(Flags::OVERFLOW) {
        recorder.told(|| Stage::Overflow { to: Pattern::new(format, bits) });
    }
    end(how, bits << format.spare_bits, None, recorder)
}

/// Ends with bits of the accumulator's width.
#[inline(always)]
fn end(how: &Fused, bits: u64, reason: Option<Reason>, recorder: &mut impl Recorder) -> u64 {
    let register = || Pattern::new(how.register(), bits);
    if let Some(reason) = reason {
        recorder.told(|| Stage::Rule { reason, result: register() });
    }
    recorder.step(|| Step::Encode { result: register() });
    bits
}

fn pairs([a, b]: [Side; 2]) -> Vec<[Pattern; 2]> {
    let pattern = |side: Side, code: u64| Pattern::new(side.format, code >> side.format.spare_bits);
    a.codes.iter().zip(b.codes).map(|(&x, &y)| [pattern(a, x), pattern(b, y)]).collect()
}

/// The terms as they are told, c last, each as a number of any length.
fn summands(how: &Fused, terms: &[Counted], places: Places, tell: impl Fn(Exact<u64>) -> Scaled) -> Vec<Summand> {
    let named = |place: usize| match how.term {
        _ if place + 1 == terms.len() => Named::C,
        Term::Product => Named::Product(places.k(place)),
        Term::Sum(of) => Named::Products(places.k(place * of), places.k(place * of + of - 1)),
    };
    let summand = |(place, term): (usize, &Counted)| Summand { named: named(place), value: tell(term.value), counts: term.counts };
    terms.iter().enumerate().map(summand).collect()
}
