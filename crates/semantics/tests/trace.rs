//! The traced path is the silent path, and the digits it shows are the digits that were rounded.

use crate::judge::operands::{edges, one};
use semantics::exact::Natural;
use semantics::instruction::{Context, Target};
use semantics::language::read;
use semantics::number::Random;
use semantics::number::{BF16, F16, F32, F64, Float, Format, Narrow};
use semantics::operation::{Answer, add, divide, fused, multiply, multiply_add_truncated, reciprocal, square_root, subtract};
use semantics::register_file::RegisterFile;
use semantics::rounding::{Lost, Mode, NanRule, Range, Rules, Subnormals};
use semantics::trace::{Recorder, Silent, Step, Trace};

fn every_rule() -> impl Iterator<Item = Rules> {
    Mode::ALL.into_iter().flat_map(|mode| {
        [Subnormals::Keep, Subnormals::Flush].into_iter().flat_map(move |subnormals| {
            [(Range::Full, NanRule::Canonical), (Range::ZeroToOne, NanRule::Canonical), (Range::Full, NanRule::Payload)]
                .into_iter()
                .map(move |(range, nan)| Rules { mode, subnormals, range, nan })
        })
    })
}

fn run(format: &'static Format, which: usize, operands: [u64; 3], rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    fn in_format(format: impl Float, which: usize, [a, b, c]: [u64; 3], rules: &Rules, recorder: &mut impl Recorder) -> Answer {
        match which {
            0 => add(format, a, b, rules, recorder),
            1 => subtract(format, a, b, rules, recorder),
            2 => multiply(format, a, b, rules, recorder),
            3 => fused(format, a, b, c, rules, recorder),
            4 => divide(format, a, b, rules, recorder),
            5 => reciprocal(format, a, rules, recorder),
            _ => square_root(format, a, rules, recorder),
        }
    }
    match which {
        7 => multiply_add_truncated(operands[0], operands[1], operands[2], rules, recorder),
        _ if format == F32::ROW => in_format(F32, which, operands, rules, recorder),
        _ if format == F64::ROW => in_format(F64, which, operands, rules, recorder),
        _ => in_format(Narrow::of(format), which, operands, rules, recorder),
    }
}

/// What a rounding must be, from every digit of the exact value and nothing else.
fn digits_agree(step: &Step) {
    let Step::Round { value, mode, rounded, .. } = step else { return };
    let cut = rounded.last_place - value.exponent;
    let kept = if cut >= 0 { value.magnitude.shifted_right(cut as u32) } else { value.magnitude.shifted_left(-cut as u32) };
    assert_eq!(kept, Natural::from(u128::from(rounded.kept)), "{step:?}");
    let tail = if cut > 0 { value.magnitude.minus(&kept.shifted_left(cut as u32)) } else { Natural::default() };
    let lost = match tail.shifted_left(1).cmp(&Natural::from(1).shifted_left(cut.max(0) as u32)) {
        _ if tail.is_zero() => Lost::Nothing,
        core::cmp::Ordering::Less => Lost::BelowHalf,
        core::cmp::Ordering::Equal => Lost::Half,
        core::cmp::Ordering::Greater => Lost::AboveHalf,
    };
    assert_eq!(lost, rounded.lost, "{step:?}");
    let away = match mode {
        Mode::Rn => lost == Lost::AboveHalf || lost == Lost::Half && kept.bit(0),
        Mode::Rz => false,
        Mode::Rm => value.negative && lost != Lost::Nothing,
        Mode::Rp => !value.negative && lost != Lost::Nothing,
        Mode::Rna => matches!(lost, Lost::Half | Lost::AboveHalf),
        Mode::Rs => false,
    };
    assert_eq!(away, rounded.away, "{step:?}");
}

fn check(format: &'static Format, seed: u64) {
    let edges = edges(format);
    let mut random = Random::new(seed);
    for _ in 0..2_000 {
        let operands = [0; 3].map(|_| one(format, &edges, &mut random));
        for which in 0..if format == F32::ROW { 8 } else { 7 } {
            for rules in every_rule() {
                let mut trace = Trace::default();
                let traced = run(format, which, operands, &rules, &mut trace);
                assert_eq!(run(format, which, operands, &rules, &mut Silent), traced, "{which} {operands:x?} {rules:?}");
                trace.steps.iter().for_each(digits_agree);
                let Some(Step::Encode { result }) = trace.steps.last() else { panic!("{trace:?}") };
                assert_eq!(result.bits, traced.bits, "{which} {operands:x?} {rules:?}");
            }
        }
    }
}

#[test]
fn traced_and_silent_results_and_digits_agree() {
    check(F16::ROW, 1);
    check(BF16::ROW, 2);
    check(F32::ROW, 3);
    check(F64::ROW, 4);
}

/// Behind the last number of a format without infinities no candidate stands, and far behind it none at all: bits there would be a NaN's,
/// or another sign.
#[test]
fn the_microscope_ends_with_the_numbers() {
    let context = Context { target: Target::SM_100A, ..Context::default() };
    for (code, encloses, away) in [
        ("cvt.rn.satfinite.e4m3x2.f32 %r, 0.0, 440.0;", true, Some(0x7e)),
        ("cvt.rn.satfinite.e4m3x2.f32 %r, 0.0, 448.0;", true, None),
        ("cvt.rn.satfinite.e4m3x2.f32 %r, 0.0, 460.0;", true, None),
        ("cvt.rn.satfinite.e4m3x2.f32 %r, 0.0, -500.0;", false, None),
        ("cvt.rn.satfinite.e4m3x2.f32 %r, 0.0, 1e9;", false, None),
        ("cvt.rn.satfinite.e2m1x2.f32 %r, 0.0, 7.0;", true, None),
        ("cvt.rn.satfinite.e5m2x2.f32 %r, 0.0, 60000.0;", true, Some(0x7c)),
        ("cvt.rn.f16.f32 %r, 65519.0;", true, Some(0x7c00)),
    ] {
        let run = read(code, &context).run(&RegisterFile::default()).expect(code);
        let view = run.microscope(0).expect(code);
        assert_eq!((view.encloses(), view.encloses().then_some(view.away).flatten().map(|away| away.bits)), (encloses, away), "{code}");
    }
}
