//! Problems of those who write kernels: a conversion to a narrow format, a block with its scale, one sum of a tensor core, and which flags
//! gave a result.

use super::make::{CLASSES, class_of, draw, inexact, named, other_modes, rules, three_fields, written, yes};
use super::{Field, Kind, Problem, Set, Wanted};
use crate::dot::Case;
use crate::microscaling::{Recipe, ScaleRule, quantize};
use crate::number::{E2M1, F16, F32, F64, Format, Pattern, Random};
use crate::operation::{Incoming, add, convert as converted, fused, multiply};
use crate::rounding::{Mode, Rules, Subnormals};
use crate::tensor_core::{Fused, Method, Path, Row, find};
use crate::trace::{Silent, Step, Trace};

/// A number of a wider format with some bits more than the narrow one has.
pub(super) fn convert(set: &Set, random: &mut Random) -> Problem {
    let format = set.format;
    let wide: &'static Format = if *format == F32::FORMAT { F64::ROW } else { F32::ROW };
    let make = |random: &mut Random| {
        let (own, more) = (format.fraction_bits, 3);
        // Longer fractions only make for more writing; the last bit decides ties.
        let kept = if own > 7 { random.below(1 << 7) << (own - 7) | random.below(2) } else { random.below(1 << own) };
        let fraction = (kept << more | random.one(&[3, 4, 5, 7], 4)) << (wide.fraction_bits - own - more);
        let power = match set.special.then(|| random.below(3)) {
            Some(0) => format.emax() + random.below(2) as i32,
            Some(1) => format.emin() - random.below(4) as i32,
            _ => random.below(9) as i32 - 4,
        };
        // Below the smallest normal number of the wider format, of which bfloat16 has the range, stand its subnormals.
        let power = power.clamp(wide.emin() - 1, wide.emax());
        let sign = if random.flip() { wide.sign_mask() } else { 0 };
        let from = Pattern::new(wide, sign | ((power + wide.bias) as u64) << wide.fraction_bits | fraction);
        let mut trace = Trace::default();
        let answer = converted(Incoming::plain(wide, from.bits), format, &rules(format, Mode::Rn), &mut trace);
        (from, Pattern::new(format, answer.bits), answer.flags, trace.steps)
    };
    let (from, result, flags, steps) = draw(random, make, |drawn| inexact(drawn.2));
    let mut fields = vec![Field { name: "class", wanted: Wanted::Choice(CLASSES, class_of(result)) }];
    if !result.is_nan() {
        fields.extend(three_fields(result));
    }
    fields.push(Field { name: "inexact", wanted: yes(inexact(flags)) });
    let finite = if format.width() <= 8 { ", saturating (.satfinite)" } else { "" };
    Problem {
        kind: Kind::Convert,
        ask: format!("Convert x to {}, to nearest (.rn){finite}.", named(format)),
        given: vec![("x", written(from))],
        fields,
        steps,
        others: other_modes(Mode::Rn, |mode| {
            let rules = Rules { mode, ..rules(format, mode) };
            Pattern::new(format, converted(Incoming::plain(from.format, from.bits), format, &rules, &mut Silent).bits)
        }),
    }
}

/// Four numbers of an MXFP4 block, one of which is asked about.
pub(super) fn block(random: &mut Random) -> Problem {
    let recipe = Recipe { size: 4, ..*Recipe::named("mxfp4").unwrap_or(&crate::microscaling::RECIPES[0]) };
    let make = |random: &mut Random| {
        let near = random.below(9) as i32 - 6;
        let numbers: Vec<u64> = (0..4)
            .map(|_| {
                let power = near - random.below(4) as i32;
                let sign = if random.flip() { F32::FORMAT.sign_mask() } else { 0 };
                sign | ((power + F32::FORMAT.bias) as u64) << F32::FORMAT.fraction_bits
                    | random.below(16) << (F32::FORMAT.fraction_bits - 4)
            })
            .collect();
        let block = quantize(&numbers, &recipe, ScaleRule::Floor, F32::FORMAT.one()).swap_remove(0);
        let place = random.below(4) as usize;
        (numbers, block, place)
    };
    let is_cut = |element: &crate::microscaling::Element| element.error.is_some_and(|error| error != 0);
    let (numbers, block, place) = draw(random, make, |(_, block, place)| is_cut(&block.elements[*place]));
    let scale = block.scale.exact().map_or(0, |exact| exact.leading());
    let element = &block.elements[place];
    // What the scale leaves of the number, and its way to four bits.
    let down = Pattern::new(F32::ROW, numbers[place]);
    let scaled = Pattern::new(F32::ROW, (i64::try_from(down.bits).unwrap_or(0) - (i64::from(scale) << F32::FORMAT.fraction_bits)) as u64);
    let mut trace = Trace::default();
    converted(Incoming::plain(F32::ROW, scaled.bits), E2M1::ROW, &rules(E2M1::ROW, Mode::Rn), &mut trace);
    let list: Vec<String> = numbers.iter().map(|bits| Pattern::new(F32::ROW, *bits).digits()).collect();
    Problem {
        kind: Kind::Block,
        ask: format!(
            "These numbers share a scale in an MXFP4 block. The scale is a power of two: take the exponent of the largest magnitude and subtract {}, the exponent of the largest number of E2M1. Write number {} as a code of E2M1 (2 exponent bits, 1 fraction bit), rounded to nearest and saturated.",
            E2M1::FORMAT.emax(),
            place + 1
        ),
        given: vec![("block", list.join(", "))],
        fields: vec![
            Field { name: "power of two of the scale", wanted: Wanted::Whole(scale.into()) },
            Field { name: "code", wanted: Wanted::Bits(element.code.bits, 4) },
            Field { name: "number of the code", wanted: Wanted::Number(element.code) },
        ],
        steps: trace.steps,
        others: other_modes(Mode::Rn, |mode| {
            let rules = Rules { mode, ..rules(E2M1::ROW, mode) };
            Pattern::new(E2M1::ROW, converted(Incoming::plain(F32::ROW, scaled.bits), E2M1::ROW, &rules, &mut Silent).bits)
        }),
    }
}

/// Chips whose one sum is small enough for paper: four products.
const CHIPS: [(&str, u32, usize); 3] = [("V100", 70, 4), ("A100", 80, 8), ("H100", 90, 8)];

/// Four products of powers of two and c in one window.
pub(super) fn group(random: &mut Random) -> Problem {
    let formats: [&'static Format; 3] = [F16::ROW, F16::ROW, F32::ROW];
    let make = |random: &mut Random| {
        let (chip, target, k) = random.one(&CHIPS, CHIPS[0]);
        let row = find(target, Path::MmaSync, "", formats, None, k);
        let power = |exponent: i32, odd: u64| {
            ((exponent + F16::FORMAT.bias) as u64) << F16::FORMAT.fraction_bits | odd << (F16::FORMAT.fraction_bits - 2)
        };
        let large = 8 + random.below(5) as i32;
        let mut codes = [Vec::new(), Vec::new()];
        for place in 0..4 {
            let low = if place == 0 { large } else { large - 12 - random.below(4) as i32 };
            let sign = if random.flip() { F16::FORMAT.sign_mask() } else { 0 };
            codes[0].push(power(low, random.below(4)) | sign);
            codes[1].push(power(if place == 0 { large } else { low.clamp(-14, 15) }, 0));
        }
        codes.iter_mut().for_each(|codes| codes.resize(k, 0));
        let c = ((random.below(8) as i32 + F32::FORMAT.bias) as u64) << F32::FORMAT.fraction_bits;
        (chip, row, Case { codes, c, ..Case::drawn(formats, None, k, 0) })
    };
    let losing = |(_, row, case): &(&str, Option<&'static Row>, Case)| {
        row.map_or(0, |row| case.parts(row).0.iter().filter_map(|part| part.group.as_ref()).map(|group| group.losing()).sum())
    };
    let drawn = draw(random, make, |drawn| (1..4).contains(&losing(drawn)));
    let lost: usize = losing(&drawn);
    let (chip, row, case) = drawn;
    let mut trace = Trace::default();
    let d = row.map_or(Pattern::new(F32::ROW, case.c), |row| case.run(row, &mut trace));
    let last = row.and_then(|row| case.parts(row).0.last()?.group.as_ref().map(|group| group.last)).unwrap_or(0);
    let width = row.map_or(0, |row| if let Method::Fused(Fused { fraction, .. }) = row.method { fraction } else { 0 });
    let article = if chip.starts_with(['A', 'H']) { "an" } else { "a" };
    let pairs: Vec<String> = (0..4).map(|k| case.pair(k).map(|factor| factor.digits()).join(" · ")).collect();
    Problem {
        kind: Kind::Group,
        ask: format!(
            "A tensor core of {article} {chip} adds these four products and c in one sum (f16 into f32). It aligns them to the largest exponent; that of a product is the sum of its factors' exponents. It cuts off what is more than {width} places below, and adds exactly. The result is cut to a single."
        ),
        given: vec![("products", pairs.join(", ")), ("c", Pattern::new(F32::ROW, case.c).digits())],
        fields: vec![
            Field { name: "power of two of the window's last place", wanted: Wanted::Whole(last.into()) },
            Field { name: "terms that lose bits", wanted: Wanted::Whole(lost as i64) },
            Field { name: "D", wanted: Wanted::Number(d) },
        ],
        steps: trace.steps,
        others: vec![("a chain of fma in single precision".into(), case.chain())],
    }
}

/// The builds that are asked about: their name, whether a product and a sum are contracted, and whether subnormals are flushed.
const BUILDS: [(&str, bool, Subnormals); 4] = [
    ("-fmad=true -ftz=false", true, Subnormals::Keep),
    ("-fmad=false -ftz=false", false, Subnormals::Keep),
    ("-fmad=true -ftz=true", true, Subnormals::Flush),
    ("-fmad=false -ftz=true", false, Subnormals::Flush),
];

/// a·b + c in single precision, and which flags of nvcc gave what was seen.
pub(super) fn flag(random: &mut Random) -> Problem {
    let single = |random: &mut Random, power: i32| {
        let sign = if random.flip() { F32::FORMAT.sign_mask() } else { 0 };
        sign | ((power + F32::FORMAT.bias) as u64) << F32::FORMAT.fraction_bits | random.below(1 << 12) << 11 | random.below(8)
    };
    let make = |random: &mut Random| {
        let low = if random.flip() { F32::FORMAT.emin() / 2 } else { 0 };
        let [a, b] = [0; 2].map(|_| {
            let power = low - random.below(3) as i32;
            single(random, power)
        });
        let product = multiply(F32, a, b, &Rules::ieee(Mode::Rn), &mut Silent).bits;
        // c takes most of the product away, or is small itself.
        let c = if low == 0 || random.flip() {
            product ^ F32::FORMAT.sign_mask() ^ random.below(4)
        } else {
            single(random, F32::FORMAT.emin())
        };
        let results = BUILDS.map(|(_, contracts, subnormals)| {
            let rules = Rules { subnormals, ..Rules::ieee(Mode::Rn) };
            let mut trace = Trace::default();
            let bits = if contracts {
                fused(F32, a, b, c, &rules, &mut trace).bits
            } else {
                let product = multiply(F32, a, b, &rules, &mut trace).bits;
                add(F32, product, c, &rules, &mut trace).bits
            };
            (Pattern::new(F32::ROW, bits), trace.steps)
        });
        ([a, b, c].map(|bits| Pattern::new(F32::ROW, bits)), results)
    };
    let differ = |results: &[(Pattern, Vec<Step>); 4]| results.iter().any(|result| result.0 != results[0].0);
    let ([a, b, c], results) = draw(random, make, |drawn| differ(&drawn.1));
    let seen = random.below(4) as usize;
    let shown = results[seen].0;
    let fields = BUILDS.iter().zip(&results).map(|((name, ..), result)| Field { name, wanted: yes(result.0 == shown) }).collect();
    let others = BUILDS.iter().zip(&results).map(|((name, ..), result)| ((*name).to_owned(), result.0)).collect();
    let steps = results.into_iter().nth(seen).map(|result| result.1).unwrap_or_default();
    Problem {
        kind: Kind::Flag,
        ask: "nvcc compiles a * b + c in float. With which of these flags does it give this result?".into(),
        given: vec![("a", written(a)), ("b", written(b)), ("c", written(c)), ("result", written(shown))],
        fields,
        steps,
        others,
    }
}
