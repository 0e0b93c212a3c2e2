//! Blocks that share a scale factor, against foreign libraries and a second reading of the rules in integers.

use crate::ptxas::table;
use semantics::microscaling::{self, Block, Element, Fate, Recipe, ScaleRule, numbers, quantize, tensor_scale};
use semantics::number::{F32, Format, Pattern, Random};
use semantics::oracle::oracle;

const ONE: u64 = 0x3f80_0000;

/// Scale factors and codes of gfloat 0.5.2 (MX formats) and ml_dtypes 0.6.0 (NVFP4, FP8 per tensor).
#[test]
fn blocks_agree_with_other_libraries() {
    let hex = |text: &str| u64::from_str_radix(text, 16).expect("hex digits");
    let list = |text: &str| text.split_whitespace().map(hex).collect::<Vec<u64>>();
    let mut answers = 0;
    for row in table("../blocks.csv.gz") {
        let recipe = Recipe::named(row.get("recipe")).expect("a recipe");
        let rule = ScaleRule::named(row.get("exponent")).expect("a choice");
        let ours = quantize(&list(row.get("numbers")), recipe, rule, hex(row.get("tensor")));
        let [block] = &ours[..] else { panic!("one block") };
        let codes: Vec<u64> = block.elements.iter().map(|element| element.code.bits).collect();
        assert_eq!((block.scale.bits, &codes), (hex(row.get("scale")), &list(row.get("codes"))), "{} {}", recipe.key, row.get("numbers"));
        let mut alone = Vec::new();
        let scale = microscaling::codes(&list(row.get("numbers")), recipe, rule, hex(row.get("tensor")), |code| alone.push(code));
        assert_eq!((scale, &alone), (block.scale.bits, &codes));
        answers += 1 + codes.len() as u64;
    }
    assert_eq!(answers, oracle("blocks.csv.gz").answers);
}

/// Every code of a format above zero as a multiple of its smallest number; no infinity, no NaN.
fn codes(format: &'static Format) -> Vec<(u64, i128)> {
    let largest = Pattern::new(format, format.largest()).bits;
    (0..=largest)
        .map(|code| {
            let field = code >> format.fraction_bits;
            let fraction = if field == 0 && !format.subnormals { 0 } else { i128::from(code & ((1 << format.fraction_bits) - 1)) };
            (code, if field == 0 { fraction } else { (fraction + (1 << format.fraction_bits)) << (field - 1) })
        })
        .collect()
}

/// A single as an integer in units of 2^-100.
fn units(bits: u64) -> i128 {
    let (field, fraction) = (bits >> 23 & 0xff, i128::from(bits & 0x7f_ffff));
    let (magnitude, power) = if field == 0 { (fraction, -149) } else { (fraction + (1 << 23), field as i32 - 150) };
    if power + 100 < 0 { magnitude >> -(power + 100) } else { magnitude << (power + 100) }
}

/// The code nearest to `number / step`, where codes count steps; ties to the even code.
fn nearest(all: &[(u64, i128)], number: i128, step: i128) -> u64 {
    let far = |(code, count): &&(u64, i128)| ((number - count * step).abs(), code & 1);
    all.iter().min_by_key(far).expect("a code").0
}

/// Formats of one's own: every kind of encoding, scale factors that are powers of two, bytes and wider ones, and small and large blocks.
const OWN: [&str; 11] = [
    "e3m4",
    "e2m3f:ue8m0:7",
    "e5m2fnuz:ue8m0:64",
    "e2m5f:ue8m0:16",
    "e4m3b11:ue8m0:1",
    "e3m3z:ue8m0:20",
    "e3m4:ue4m3:16",
    "e2m1:ue5m3:8",
    "e3m2in:e4m3fn:32",
    "e4m3:e5m8:64",
    "e2m2f:f16:24",
];

/// Numbers of moderate size, so that everything fits into 128-bit integers.
#[test]
fn blocks_agree_with_a_second_reading() {
    let mut random = Random::new(21);
    for recipe in Recipe::every().chain(OWN.map(|key| Recipe::named(key).expect(key))) {
        let elements = codes(recipe.element);
        let largest = elements.last().expect("codes").1;
        let quantum = recipe.element.quantum();
        for rule in recipe.rules() {
            for _ in 0..300 {
                let spread = 1 + random.below(10);
                let draw = |_| match random.below(9) {
                    0 => 0,
                    1 => (127 + random.below(4)) << 23 | 0x7f_ffff ^ random.below(2),
                    _ => random.word() & 0x807f_ffff | (122 + random.below(spread)) << 23,
                };
                let given: Vec<u64> = (0..recipe.size.min(microscaling::NUMBERS)).map(draw).collect();
                let tensor = if recipe.is_per_tensor() { tensor_scale(&given, recipe) } else { ONE };
                let [block] = &quantize(&given, recipe, *rule, tensor)[..] else { panic!("one block") };
                let most = given.iter().map(|bits| units(bits & 0x7fff_ffff)).max().unwrap_or(0);
                // Zeros have the smallest power of two, which has no place here.
                if most == 0 && recipe.takes_exponent() {
                    assert!(block.scale.bits == 0 && block.elements.iter().all(|element| element.fate == Fate::Exact));
                    continue;
                }
                // The scale factor in units of 2^-100 times the smallest number of the format.
                let step = if recipe.takes_exponent() {
                    let power = i32::try_from(block.scale.bits).expect("a code") - 127;
                    let whole = |power: i32| 1i128 << (power + 100);
                    let top = recipe.element.emax();
                    let digits = recipe.element.fraction_bits + 1;
                    match rule {
                        ScaleRule::Floor => assert!(whole(power + top) <= most && most < whole(power + top + 1)),
                        ScaleRule::Ceil => assert!(whole(power + top - 1) < most && most <= whole(power + top)),
                        ScaleRule::Widening => {
                            let limit = |power: i32| largest << (power + quantum + 100);
                            assert!(most <= limit(power) && most > limit(power - 1));
                        }
                        ScaleRule::Round => {
                            // Rounded half up to the digits, in units of the last of them.
                            let floor = most.ilog2() as i32 - 100;
                            let last = whole(floor + 1 - digits as i32);
                            let rounded = (2 * most + last) / (2 * last) * last;
                            assert!(whole(power + top) <= rounded && rounded < whole(power + top + 1));
                        }
                        _ => panic!("no rule of powers of two"),
                    }
                    whole(power + quantum)
                } else if recipe.is_per_tensor() {
                    // The single nearest to most / largest, of two the even one: both sides times largest, in half units in its last place.
                    let (scale, most_of_all) = (units(block.scale.bits), largest >> -quantum);
                    let last = units(block.scale.bits + 1) - scale;
                    let off = 2 * (most - most_of_all * scale).abs();
                    assert!(off < most_of_all * last || (off == most_of_all * last && block.scale.bits & 1 == 0), "{most}");
                    scale >> -quantum
                } else {
                    let scales = codes(recipe.scale);
                    // most / largest in steps of the smallest scale factor, all times largest: for NVFP4 6 in steps of 2^-9.
                    let unit = 100 + recipe.scale.quantum() + quantum;
                    let step = largest << unit;
                    let scale = match rule {
                        ScaleRule::Nearest => nearest(&scales, most, step),
                        ScaleRule::Up => scales.iter().find(|(_, count)| count * step >= most).expect("a code").0,
                        ScaleRule::Down => scales.iter().rfind(|(_, count)| count * step <= most).expect("a code").0,
                        _ => panic!("no rule of quotients"),
                    };
                    assert_eq!(block.scale.bits, scale, "{rule:?} {most}");
                    scales[scale as usize].1 << unit
                };
                for (bits, element) in given.iter().zip(&block.elements) {
                    let magnitude = units(bits & 0x7fff_ffff);
                    let code = if step == 0 { 0 } else { nearest(&elements, magnitude, step) };
                    let has_sign = bits >> 31 == 1 && !(code == 0 && recipe.element.encoding.has_unsigned_zero());
                    let sign = if has_sign { recipe.element.sign_mask() } else { 0 };
                    assert_eq!(element.code.bits, sign | code, "{} {rule:?} {bits:x}", recipe.key);
                    judge(element, magnitude, elements[code as usize].1 * step, largest * step);
                }
            }
        }
    }
}

/// What is said of an element, against its magnitude and that of its value in units of 2^-100.
fn judge(element: &Element, magnitude: i128, value: i128, most: i128) {
    let said = element.value.as_ref().expect("a value");
    let shift = 100 + said.exponent;
    let ours = said.magnitude.shifted_left(shift.max(0).unsigned_abs()).shifted_right((-shift).max(0).unsigned_abs()).decimal();
    assert_eq!(ours, value.to_string());
    let fate = match element.fate {
        Fate::Exact => value == magnitude,
        Fate::Rounded => value != magnitude && value != 0,
        Fate::Saturated => value == most && magnitude > most,
        Fate::Flushed => value == 0 && magnitude != 0,
        Fate::Lost => false,
    };
    assert!(fate, "{element:?}");
    let error = element.error.expect("an error");
    if magnitude != 0 {
        let parts = (value - magnitude).abs() * 1_000_000 / magnitude;
        assert_eq!((i128::from(error).abs(), error < 0), (parts, parts != 0 && value < magnitude));
    }
}

#[test]
fn what_has_no_scale_factor_is_lost_and_zeros_are_zeros() {
    let recipe = |key| Recipe::named(key).expect("a recipe");
    for recipe in Recipe::every() {
        let blocks = quantize(&[0x7f80_0000, ONE, 0x7fc0_0000], recipe, ScaleRule::Floor, ONE);
        assert!(blocks[0].scale.is_nan() && blocks[0].count(Fate::Lost) == 3, "{}", recipe.key);
        let zeros = quantize(&[0, 0x8000_0000], recipe, ScaleRule::Widening, ONE);
        let Block { largest, elements, .. } = &zeros[0];
        assert_eq!((largest, elements[0].code.bits, elements[1].code.bits), (&None, 0, recipe.element.sign_mask()), "{}", recipe.key);
        assert_eq!(zeros[0].count(Fate::Exact), 2);
        // Subnormal and the largest singles have factors too.
        for number in [1, 0x7f7f_ffff] {
            let block = &quantize(&[number, number], recipe, ScaleRule::Ceil, tensor_scale(&[number], recipe))[0];
            assert!(!block.scale.is_nan() && block.count(Fate::Lost) == 0, "{} {number:x}", recipe.key);
        }
    }
    // 64 numbers are two blocks of 32, or four of 16.
    let many = vec![ONE; 64];
    assert_eq!(quantize(&many, recipe("mxfp4"), ScaleRule::Floor, ONE).len(), 2);
    assert_eq!(quantize(&many, recipe("nvfp4"), ScaleRule::Floor, ONE).len(), 4);
    // A tensor scale makes the largest number 6 · 448: the factor of its block is then the largest.
    let given: Vec<u64> = [0x42f6_e979, 0x3dcc_cccd].to_vec();
    let tensor = tensor_scale(&given, recipe("nvfp4"));
    assert_eq!(quantize(&given, recipe("nvfp4"), ScaleRule::Floor, tensor)[0].scale.bits, 0x7e);
    // All numbers share the scale factor of FP8 per tensor, and with the largest it is the largest number of the format.
    let tensor = tensor_scale(&[0x41fc_cccd, ONE], recipe("fp8-e4m3"));
    let [block] = &quantize(&[ONE, 0x41fc_cccd], recipe("fp8-e4m3"), ScaleRule::Floor, tensor)[..] else { panic!("one block") };
    assert_eq!((block.scale.bits, block.elements[1].code.bits), (tensor, 0x7e));
    // A factor that is too small for E4M3 flushes its block.
    let block = &quantize(&[0x3000_0000; 2], recipe("nvfp4"), ScaleRule::Floor, ONE)[0];
    assert_eq!((block.scale.bits, block.count(Fate::Flushed)), (0, 2));
}

#[test]
fn numbers_are_read_or_said_to_be_wrong() {
    for text in ["x = [1, -2.5]", "np.array([[1], [-2.5]])", "torch.tensor([1, -2.5]);"] {
        assert_eq!(numbers(text), Ok(vec![ONE, 0xc020_0000]), "{text}");
    }
    // What else a call says is not passed over.
    assert!(numbers("np.array([1, 2], dtype=np.float16)").is_err() && numbers("tensor([1]) * 3").is_err());
    assert_eq!(numbers("[1, -2.5;\n0x3f800000 (1e-3)]"), Ok(vec![ONE, 0xc020_0000, ONE, 0x3a83_126f]));
    for (text, part) in [("", "no number"), ("1 x 2", "`x`"), ("0x3c00", "16 bits"), (&"1 ".repeat(65), "64")] {
        let error = numbers(text).expect_err(text);
        assert!(error.contains(part), "{text}: {error}");
    }
    assert!(numbers(&"1 ".repeat(64)).is_ok_and(|all| all.len() == 64));
    assert_eq!(Pattern::new(F32::ROW, numbers("nan").expect("a number")[0]).class_name(), "quiet NaN");
}
