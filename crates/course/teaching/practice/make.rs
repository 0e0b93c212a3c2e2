//! Setting one problem: operands from the random numbers, the solution from the engine.

use super::{Field, Kind, Problem, Set, Wanted};
use crate::exact::Exact;
use crate::number::{Class, F16, Format, Narrow, Pattern, Random};
use crate::operation::{add, fused, multiply};
use crate::rounding::{self, Flags, Mode, Range, Rules};
use crate::trace::microscope::{Microscope, of_step};
use crate::trace::{Operand, Step, Trace};

/// Operands are drawn again so often until they ask something worth asking.
const TRIES: u32 = 200;
const SIGNS: &[&str] = &["+", "-"];
const NO_YES: &[&str] = &["no", "yes"];
pub(super) const CLASSES: &[&str] = &["zero", "subnormal", "normal", "infinity", "NaN"];

/// Which operation, its format chosen at run time.
#[derive(Clone, Copy)]
enum Operation {
    Add,
    Multiply,
    Fused,
}

/// The engine's result, its flags and its steps.
fn run(operation: Operation, operands: &[Pattern], mode: Mode) -> (Pattern, Flags, Vec<Step>) {
    let format = operands.first().map_or(F16::ROW, |operand| operand.format);
    let mut bits = [0; 3];
    bits.iter_mut().zip(operands).for_each(|(bits, operand)| *bits = operand.bits);
    let mut trace = Trace::default();
    let (rules, [a, b, c], own) = (Rules::ieee(mode), bits, Narrow::of(format));
    let answer = match operation {
        Operation::Add => add(own, a, b, &rules, &mut trace),
        Operation::Multiply => multiply(own, a, b, &rules, &mut trace),
        Operation::Fused => fused(own, a, b, c, &rules, &mut trace),
    };
    (Pattern::new(format, answer.bits), answer.flags, trace.steps)
}

/// A number near 1 with few fraction bits, so that a person can calculate with it; or, where they are wanted, sometimes a special one.
fn operand(set: &Set, random: &mut Random) -> Pattern {
    let format = set.format;
    let sign = if random.once_in(2) { format.sign_mask() } else { 0 };
    if set.special && random.once_in(3) {
        let subnormal = 1 + random.below(format.fraction_mask());
        let infinity = format.infinity().unwrap_or(format.default_nan);
        let special = [
            0,
            subnormal,
            subnormal >> (format.fraction_bits / 2),
            format.smallest_normal(),
            format.largest(),
            infinity,
            format.default_nan,
        ];
        return Pattern::new(format, sign | random.one(&special, 0));
    }
    let exponent = (format.bias + random.below(9) as i32 - 4) as u64;
    // Longer fractions than this only make for more writing.
    let kept = format.fraction_bits.min(10);
    let mut fraction = random.below(1 << kept) << (format.fraction_bits - kept);
    if kept < format.fraction_bits {
        // A long format has something to cut off only if its last bits are used.
        fraction |= random.below(8);
    }
    Pattern::new(format, sign | exponent << format.fraction_bits | fraction)
}

fn operands<const N: usize>(set: &Set, random: &mut Random) -> [Pattern; N] {
    [(); N].map(|()| operand(set, random))
}

/// Draws until something is worth asking; what was drawn last does if nothing is.
pub(super) fn draw<T>(random: &mut Random, mut make: impl FnMut(&mut Random) -> T, worth: impl Fn(&T) -> bool) -> T {
    let mut drawn = make(random);
    for _ in 0..TRIES {
        if worth(&drawn) {
            break;
        }
        drawn = make(random);
    }
    drawn
}

fn mode(random: &mut Random) -> Mode {
    random.one(&Mode::ALL, Mode::Rn)
}

/// What the other modes give, each by what it is called in a sentence.
pub(super) fn other_modes(asked: Mode, gives: impl Fn(Mode) -> Pattern) -> Vec<(String, Pattern)> {
    let others = Mode::ALL.into_iter().filter(|mode| *mode != asked);
    others.map(|mode| (format!("rounding {} (.{})", mode.words(), mode.name()), gives(mode))).collect()
}

pub(super) fn written(pattern: Pattern) -> String {
    format!("`{}` {}", pattern.binary(), pattern.equation())
}

pub(super) fn class_of(pattern: Pattern) -> usize {
    match pattern.class() {
        Class::Zero => 0,
        Class::Subnormal => 1,
        Class::Normal => 2,
        Class::Infinity => 3,
        Class::QuietNan | Class::SignalingNan => 4,
    }
}

/// Sign, exponent and fraction of a pattern as fields to answer.
pub(super) fn three_fields(pattern: Pattern) -> Vec<Field> {
    let format = pattern.format;
    vec![
        Field { name: "sign", wanted: Wanted::Bits(u64::from(pattern.is_negative()), 1) },
        Field { name: "exponent", wanted: Wanted::Bits(pattern.exponent_field(), format.exponent_bits) },
        Field { name: "fraction", wanted: Wanted::Bits(pattern.fraction_field(), format.fraction_bits) },
    ]
}

pub(super) fn yes(holds: bool) -> Wanted {
    Wanted::Choice(NO_YES, usize::from(holds))
}

pub(super) fn decode(set: &Set, random: &mut Random) -> Problem {
    let pattern = operand(set, random);
    let mut fields = vec![Field { name: "class", wanted: Wanted::Choice(CLASSES, class_of(pattern)) }];
    fields.push(Field { name: "sign", wanted: Wanted::Choice(SIGNS, usize::from(pattern.is_negative())) });
    if let Some(power) = super::super::template::leading(pattern) {
        fields.push(Field { name: "power of two of the leading one", wanted: Wanted::Whole(power.into()) });
    }
    if !pattern.is_nan() {
        fields.push(Field { name: "value", wanted: Wanted::Number(pattern) });
    }
    let bits = |value| Pattern::new(set.format, rounding::round(set.format, value, &rules(set.format, Mode::Rn)).bits);
    let hidden = pattern.exact().filter(|_| pattern.class() == Class::Normal && pattern.fraction_field() > 0).map(|exact| {
        bits(Exact { magnitude: pattern.fraction_field(), exponent: exact.leading() - set.format.fraction_bits as i32, ..exact })
    });
    Problem {
        kind: Kind::Decode,
        ask: format!("What do these bits mean as {}?", named(set.format)),
        given: vec![("bits", format!("`{}`", pattern.binary()))],
        fields,
        steps: vec![Step::Decode { operand: Operand::A, pattern }],
        others: hidden.into_iter().map(|hidden| ("the fraction without its implicit one".to_owned(), hidden)).collect(),
    }
}

pub(super) fn encode(set: &Set, random: &mut Random) -> Problem {
    let pattern = draw(random, |random| operand(set, random), |pattern| !pattern.is_nan());
    let mut steps = Vec::new();
    if let Some(value) = pattern.exact().filter(|exact| !exact.is_zero()) {
        steps.push(Step::Normalise { value: value.into(), format: set.format });
        steps.push(round_step(set.format, value, Mode::Rn));
    }
    steps.push(Step::Encode { result: pattern });
    let head = 1 << (set.format.fraction_bits - 1);
    let kept = (pattern.class() == Class::Normal)
        .then(|| Pattern::new(set.format, pattern.bits & !set.format.fraction_mask() | head | pattern.fraction_field() >> 1));
    let value = if pattern.class() == Class::Normal { pattern.exact_decimal() } else { in_power(pattern) };
    Problem {
        kind: Kind::Encode,
        ask: format!("Write this number as {}.", named(set.format)),
        given: vec![("value", value)],
        fields: three_fields(pattern),
        steps,
        others: kept.into_iter().map(|kept| ("the leading one, kept at the head of the fraction,".to_owned(), kept)).collect(),
    }
}

/// A number as a whole number times a power of two, where its decimal would be too long to read.
fn in_power(pattern: Pattern) -> String {
    match pattern.exact() {
        Some(exact) if !exact.is_zero() => {
            let spare = exact.magnitude.trailing_zeros();
            let sign = if exact.negative { "-" } else { "" };
            format!("{sign}{} · 2^{}", exact.magnitude >> spare, exact.exponent + spare as i32)
        }
        _ => pattern.digits(),
    }
}

fn round_step(format: &'static Format, value: Exact<u64>, mode: Mode) -> Step {
    Step::Round { value: value.into(), format, mode, rounded: rounding::round(format, value, &rules(format, mode)) }
}

/// The steps of a rounding alone.
fn rounding(format: &'static Format, value: Exact<u64>, mode: Mode) -> (Pattern, Vec<Step>) {
    let rounded = rounding::round(format, value, &rules(format, mode));
    let result = Pattern::new(format, rounded.bits);
    let mut steps = vec![Step::Normalise { value: value.into(), format }, round_step(format, value, mode)];
    if rounded.flags.contains(Flags::OVERFLOW) {
        steps.push(Step::Overflow { mode, to: result });
    }
    steps.push(Step::Encode { result });
    (result, steps)
}

pub(super) fn round(set: &Set, random: &mut Random) -> Problem {
    let format = set.format;
    let precision = format.precision();
    let extra = 3 + random.below(4) as u32;
    // Ties and values close to them are what there is to learn.
    let tail = match random.below(4) {
        0 => 1 << (extra - 1),
        1 => (1 << (extra - 1)) + 1,
        2 => (1 << (extra - 1)) - 1,
        _ => random.below(1 << extra),
    };
    let kept = match random.below(5) {
        0 => format.fraction_mask(),
        _ => random.below(1 << format.fraction_bits.min(10)) << (format.fraction_bits - format.fraction_bits.min(10)) | random.below(4),
    };
    let leading = match set.special.then(|| random.below(3)) {
        Some(0) => format.emax(),
        Some(1) => format.emin() - 1 - random.below(3) as i32,
        _ => random.below(9) as i32 - 4,
    };
    let magnitude = ((1 << format.fraction_bits) | kept) << extra | tail;
    let value = Exact { negative: random.once_in(2), magnitude, exponent: leading - (precision - 1 + extra) as i32 };
    let narrow = format.width() <= 8;
    let mode = if narrow { Mode::Rn } else { mode(random) };
    let (result, steps) = rounding(format, value, mode);
    let digits = format!("{magnitude:b}");
    let (one, fraction) = digits.split_at(1);
    let sign = if value.negative { "-" } else { "+" };
    let mut fields = three_fields(result);
    fields.push(Field { name: "goes away from zero", wanted: yes(rounding::round(format, value, &rules(format, mode)).away) });
    Problem {
        kind: Kind::Round,
        ask: format!(
            "Round this exact value to {}, {} (.{}{}).",
            named(format),
            mode.words(),
            mode.name(),
            if narrow { ", .satfinite" } else { "" }
        ),
        given: vec![("exact value", format!("`{sign}{one}.{fraction}` · 2^{leading}"))],
        fields,
        steps,
        others: other_modes(mode, |mode| Pattern::new(format, rounding::round(format, value, &Rules { mode, ..rules(format, mode) }).bits)),
    }
}

pub(super) fn inexact(flags: Flags) -> bool {
    flags.contains(Flags::INEXACT)
}

pub(super) fn sum(set: &Set, random: &mut Random) -> Problem {
    let mode = mode(random);
    let add = |[a, b]: [Pattern; 2]| (a, b, run(Operation::Add, &[a, b], mode));
    // A sum with something to round; with special patterns whatever comes.
    let (a, b, (result, flags, steps)) = draw(random, |random| add(operands(set, random)), |drawn| set.special || inexact(drawn.2.1));
    let mut fields = result_fields(result);
    fields.push(Field { name: "inexact", wanted: yes(inexact(flags)) });
    Problem {
        kind: Kind::Add,
        ask: format!("Add a and b in {}, {} (.{}).", named(set.format), mode.words(), mode.name()),
        given: vec![("a", written(a)), ("b", written(b))],
        fields,
        steps,
        others: other_modes(mode, |mode| run(Operation::Add, &[a, b], mode).0),
    }
}

/// The fields of a result; of a NaN only that it is one, since which one is not the point.
fn result_fields(result: Pattern) -> Vec<Field> {
    let class = Field { name: "class", wanted: Wanted::Choice(CLASSES, class_of(result)) };
    if result.is_nan() {
        return vec![class];
    }
    let mut fields = vec![class];
    fields.extend(three_fields(result));
    fields
}

pub(super) fn multiply_add(set: &Set, random: &mut Random) -> Problem {
    let make = |random: &mut Random| {
        let [a, b, near] = operands(set, random);
        let (product, ..) = run(Operation::Multiply, &[a, b], Mode::Rn);
        // Every other time c takes most of the product away, which is where one rounding and two part.
        let c = match product.exact() {
            Some(exact) if !exact.is_zero() && random.once_in(2) => {
                let negated = Pattern::new(set.format, product.bits ^ set.format.sign_mask());
                random.one(&[Some(negated), negated.next_up(), negated.next_down()], None).filter(Pattern::is_finite).unwrap_or(near)
            }
            _ => near,
        };
        let fused = run(Operation::Fused, &[a, b, c], Mode::Rn);
        let (twice, ..) = run(Operation::Add, &[product, c], Mode::Rn);
        (a, b, c, fused, twice)
    };
    let (a, b, c, (result, _, steps), twice) = draw(random, make, |drawn| set.special || inexact(drawn.3.1) || drawn.3.0 != drawn.4);
    let mut fields = result_fields(result);
    fields.push(Field { name: "mul and add give the same", wanted: yes(twice == result) });
    Problem {
        kind: Kind::Fma,
        ask: format!("Compute a · b + c as fma in {}, rounded to nearest (.rn).", named(set.format)),
        given: vec![("a", written(a)), ("b", written(b)), ("c", written(c))],
        fields,
        steps,
        others: [("a product that is rounded before c is added".to_owned(), twice)]
            .into_iter()
            .chain(other_modes(Mode::Rn, |mode| run(Operation::Fused, &[a, b, c], mode).0))
            .collect(),
    }
}

pub(super) fn cut_off(set: &Set, random: &mut Random) -> Problem {
    let make = |random: &mut Random| {
        let [a, b] = operands(set, random);
        let (_, _, steps) = run(Operation::Add, &[a, b], Mode::Rn);
        let view = steps.iter().find_map(of_step);
        (a, b, steps, view)
    };
    let with_bits = |view: &Microscope| view.guard || view.round || view.sticky;
    let (a, b, steps, view) = draw(random, make, |drawn| drawn.3.as_ref().is_some_and(with_bits));
    let bit = |take: fn(&Microscope) -> bool| Wanted::Bits(view.as_ref().is_some_and(take).into(), 1);
    Problem {
        kind: Kind::Grs,
        ask: format!(
            "a + b in {}: which bits decide its rounding to nearest? L is the last bit kept, G and R are the first two cut off, and S says whether any bit below is 1.",
            named(set.format)
        ),
        given: vec![("a", written(a)), ("b", written(b))],
        fields: vec![
            Field { name: "L", wanted: bit(|view| view.last) },
            Field { name: "G", wanted: bit(|view| view.guard) },
            Field { name: "R", wanted: bit(|view| view.round) },
            Field { name: "S", wanted: bit(|view| view.sticky) },
            Field { name: "goes away from zero", wanted: yes(view.as_ref().is_some_and(|view| view.chose_away)) },
        ],
        steps,
        others: Vec::new(),
    }
}

pub(super) fn which_mode(set: &Set, random: &mut Random) -> Problem {
    let operation = random.one(&[Operation::Add, Operation::Multiply], Operation::Add);
    let make = |random: &mut Random| {
        let [a, b] = operands(set, random);
        (a, b, Mode::ALL.map(|mode| run(operation, &[a, b], mode)))
    };
    let differ = |results: &[(Pattern, Flags, Vec<Step>); 4]| results.iter().any(|result| result.0 != results[0].0);
    let (a, b, results) = draw(random, make, |drawn| differ(&drawn.2));
    let seen = random.below(4) as usize;
    let [rn, rz, rm, rp] = results;
    let all = [("rn", rn), ("rz", rz), ("rm", rm), ("rp", rp)];
    let shown = all[seen].1.0;
    let fields = all.iter().map(|(name, result)| Field { name, wanted: yes(result.0 == shown) }).collect();
    let others = all.iter().map(|(name, result)| ((*name).to_owned(), result.0)).collect();
    let steps = all.into_iter().nth(seen).map(|(_, result)| result.2).unwrap_or_default();
    let sign = if matches!(operation, Operation::Add) { "+" } else { "·" };
    Problem {
        kind: Kind::Mode,
        ask: format!("Which rounding modes give this result of a {sign} b in {}?", named(set.format)),
        given: vec![("a", written(a)), ("b", written(b)), ("result", written(shown))],
        fields,
        steps,
        others,
    }
}

/// A format in a sentence.
pub(super) fn named(format: &Format) -> String {
    format!("{} ({} exponent bits, {} fraction bits)", format.name, format.exponent_bits, format.fraction_bits)
}

/// How a format takes numbers: those of 8 bits and fewer have `.satfinite`, and nearest even alone.
pub(super) fn rules(format: &Format, mode: Mode) -> Rules {
    if format.width() <= 8 { Rules { range: Range::Finite, ..Rules::ieee(Mode::Rn) } } else { Rules::ieee(mode) }
}
