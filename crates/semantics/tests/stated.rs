//! Rules that sentences of the lessons and pages state, tried on all operands or on a sample.

use semantics::evaluate::{Outcome, Request, evaluate};
use semantics::exact::Exact;
use semantics::instruction::{Context, Evidence, Target, forms};
use semantics::number::{F16, Pattern, Random};
use semantics::rounding::Flags;
use semantics::syntax::parse;
use semantics::trace::Silent;

/// An instruction on a chip, as a function of its operands.
fn on(target: Target, text: &str) -> impl Fn([u64; 3]) -> Outcome {
    let context = Context { target, ..Context::default() };
    let parsed = parse(text, &context);
    let instruction = parsed.accepted().unwrap_or_else(|| panic!("{text}"));
    let (form, modifiers) = (instruction.form, instruction.modifiers);
    move |operands| evaluate(&Request::new(form, modifiers, operands, context), &mut Silent)
}

fn run(text: &str) -> impl Fn([u64; 3]) -> Outcome {
    on(Target::SM_90, text)
}

/// "ex2 never gives -0", and of a cosine it is not said.
#[test]
fn powers_and_logarithms_are_never_minus_zero() {
    for target in [Target::SM_50, Target::SM_90] {
        for text in ["ex2.approx.f32 %f0, %f1;", "ex2.approx.ftz.f32 %f0, %f1;", "lg2.approx.f32 %f0, %f1;", "lg2.approx.ftz.f32 %f0, %f1;"]
        {
            let run = on(target, text);
            let near_one = 0x3f7f_ff00..=0x3f80_0100;
            let found = (0..=u32::MAX).step_by(65_521).chain(near_one).find(|&a| run([a.into(), 0, 0]).bits == 0x8000_0000);
            assert_eq!(found, None, "{text} on {target}");
        }
        assert_eq!(on(target, "cos.approx.f32 %f0, %f1;")([0x3fc9_0fdc, 0, 0]).bits, 0x8000_0000, "{target}");
    }
}

/// "A quotient below a power of two is at least one unit in the last place below it … Only a subnormal quotient … may."
#[test]
fn normal_quotients_stay_below_powers_of_two() {
    // Significands of a half, of 11 bits: a / b below 1 has its last place at 2^-11, below 2 at 2^-10.
    for a in 1u64 << 10..1 << 11 {
        for b in 1u64 << 10..1 << 11 {
            let place = if a < b { 11 } else { 10 };
            let power = if a < b { b } else { 2 * b };
            assert!((power - a) << place >= b, "{a} / {b}");
        }
    }
    let mut random = Random::new(3);
    let up = run("div.rp.f32 %f0, %f1, %f2;");
    for _ in 0..20_000 {
        // Neighbours of one another, whose quotient is next to 1.
        let a = 0x3f80_0000 | random.word() & 0x7f_ffff;
        let quotient = up([a, a + 1 + random.below(3), 0]).bits;
        assert!(quotient < 0x3f80_0000, "{a:x}");
    }
    assert_eq!(up([0x0c7f_fffe, 0x4b7f_ffff, 0]).bits, 0x0080_0000);
    assert_eq!(run("div.rz.f32 %f0, %f1, %f2;")([0x0c7f_fffe, 0x4b7f_ffff, 0]).bits, 0x007f_ffff);
    assert_eq!(run("rcp.rp.f32 %f0, %f1;")([0x7e80_0001, 0, 0]).bits, 0x0080_0000);
}

/// "Only the reciprocal of a power of two has finitely many digits, and it has one."
#[test]
fn reciprocals_of_powers_of_two_have_one_digit() {
    let rcp = run("rcp.rn.f32 %f0, %f1;");
    let subnormal = (0..23).map(|place| 1u64 << place);
    let mut overflown = 0;
    for a in subnormal.chain((1..=254).map(|field| field << 23)) {
        let outcome = rcp([a, 0, 0]);
        if outcome.flags.contains(Flags::OVERFLOW) {
            overflown += 1;
            continue;
        }
        assert_eq!(outcome.flags, Flags::NONE, "{a:x}");
        assert!(outcome.bits & 0x7f_ffff == 0 || outcome.bits.is_power_of_two(), "{a:x}");
    }
    // Those below 2^-127.
    assert_eq!(overflown, 22);
    let mut random = Random::new(4);
    for _ in 0..20_000 {
        let a = 0x2000_0000 | random.word() & 0x3fff_ffff;
        assert!(a & 0x7f_ffff == 0 || rcp([a, 0, 0]).flags.contains(Flags::INEXACT), "{a:x}");
    }
}

/// "The exponent of a reciprocal is the operand's, negated, and one less unless the fraction is zero."
#[test]
fn a_reciprocal_has_the_exponent_negated() {
    let mut random = Random::new(5);
    for text in ["rcp.approx.ftz.f32 %f0, %f1;", "rcp.rn.f32 %f0, %f1;"] {
        let rcp = run(text);
        for field in 1..=252 {
            for fraction in [0, 1, 0x7f_ffff].into_iter().chain((0..20).map(|_| random.word() & 0x7f_ffff)) {
                let exponent = (rcp([field << 23 | fraction, 0, 0]).bits >> 23) as i64 - 127;
                let negated = 127 - field as i64;
                assert_eq!(exponent, negated - i64::from(fraction != 0), "{text} {field} {fraction:x}");
            }
        }
    }
}

/// "2^24 + 1 lies half way between two singles and rounds to the even one, 2^24."
#[test]
fn adding_one_from_2_24_on_is_a_tie() {
    let add = run("add.rn.f32 %f0, %f1, %f2;");
    for number in (1u64 << 24..1 << 25).step_by(2 * 101) {
        let bits = |number: u64| u64::from((number as f32).to_bits());
        let even = if number.is_multiple_of(4) { number } else { number + 2 };
        assert_eq!(add([bits(number), 0x3f80_0000, 0]).bits, bits(even), "{number}");
    }
}

/// "Where one number is at most twice the other, the subtraction is exact."
#[test]
fn numbers_within_a_factor_of_two_subtract_exactly() {
    let sub = run("sub.rn.f32 %f0, %f1, %f2;");
    let mut random = Random::new(6);
    for _ in 0..100_000 {
        let a = (random.word() & 0x7fff_ffff) % 0x7f00_0000;
        let twice = f32::from_bits(a as u32) * 2.0;
        let b = a + random.below(u64::from(twice.to_bits()) - a + 1);
        assert_eq!((sub([a, b, 0]).flags, sub([b, a, 0]).flags), (Flags::NONE, Flags::NONE), "{a:x} {b:x}");
    }
}

/// "Of halves the exact sum may need 64 bits": no fma needs more, and one needs as many.
#[test]
fn an_fma_of_halves_has_at_most_64_bits() {
    // In units of 2^-48.
    let units = |bits: u64, unit: i32| {
        let Exact { negative, magnitude, exponent } = Pattern::new(F16::ROW, bits).exact().expect("a number");
        let units = i128::from(magnitude) << (exponent + unit);
        if negative { -units } else { units }
    };
    let needs = |[a, b, c]: [u64; 3]| {
        let sum = (units(a, 24) * units(b, 24) + units(c, 48)).unsigned_abs();
        if sum == 0 { 0 } else { 128 - sum.leading_zeros() - sum.trailing_zeros() }
    };
    assert_eq!(needs([1, 1, 0x7800]), 64);
    let mut random = Random::new(7);
    let mut half = || {
        let bits = random.word() & 0xffff;
        match random.below(4) {
            0 => bits & 0x83ff,
            _ if bits & 0x7c00 == 0x7c00 => bits & !0x0400,
            _ => bits,
        }
    };
    assert!((0..1_000_000).all(|_| needs([half(), half(), half()]) <= 64));
}

/// "The root of -0 is -0; of any other negative number, NaN. With .ftz a negative subnormal number counts as -0."
#[test]
fn roots_of_negative_numbers() {
    let mut random = Random::new(8);
    for (text, flushes) in [
        ("sqrt.rn.f32 %f0, %f1;", false),
        ("sqrt.approx.f32 %f0, %f1;", false),
        ("sqrt.rn.ftz.f32 %f0, %f1;", true),
        ("sqrt.approx.ftz.f32 %f0, %f1;", true),
    ] {
        let root = run(text);
        assert_eq!(root([0x8000_0000, 0, 0]).bits, 0x8000_0000, "{text}");
        for _ in 0..2_000 {
            let subnormal = 0x8000_0001 + random.below(0x7f_ffff);
            assert_eq!(root([subnormal, 0, 0]).bits, if flushes { 0x8000_0000 } else { 0x7fff_ffff }, "{text} {subnormal:x}");
            let normal = 0x8080_0000 + random.below(0x7f00_0001);
            assert_eq!(root([normal, 0, 0]).bits, 0x7fff_ffff, "{text} {normal:x}");
        }
    }
}

/// What a row is documented by is a section with a number, or a text that its title names.
#[test]
fn sections_have_their_numbers() {
    for form in forms() {
        let Evidence::Documented(section) = form.row.evidence else { continue };
        let numbered = section.starts_with("9.7.") && section.chars().all(|c| c.is_ascii_digit() || c == '.');
        assert!(numbered || section.contains(' '), "{}: {section}", form.row.syntax);
        if form.mnemonic() == "cvt" {
            assert!(["9.7.9.21", "9.7.9.22", "PTX ISA 9.4, 9.7.10.24"].contains(&section), "{}: {section}", form.row.syntax);
        }
    }
}
