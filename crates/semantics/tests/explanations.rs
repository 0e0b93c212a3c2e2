//! Whole explanations, held word for word: they are the product.
//!
//! Each case is a file under `explanations/`. After a deliberate change of wording run the test with `ULPSCOPE_BLESS=1` and read the
//! difference before committing it.

use measure::Probe;
use semantics::evaluate::{Request, evaluate};
use semantics::instruction::{Context, Target, Version};
use semantics::number::{BF16, E4M3, F16, F32, F64, Format, Narrow, Pattern};
use semantics::operation::{
    Answer, Nan, Property, Selection, SignChange, Signs, Which, add, change_sign, divide, fused, multiply, multiply_add_truncated,
    reciprocal, select, square_root, subtract, test,
};
use semantics::rounding::{Flags, Mode, NanRule, Range, Rules, Subnormals};
use semantics::sweep::error_report::verdict;
use semantics::tensor_core::{self, Dot, Path, Side};
use semantics::trace::{Trace, sentence, text};

fn check(name: &str, operation: impl FnOnce(&mut Trace) -> Answer) {
    let mut trace = Trace::default();
    let answer = operation(&mut trace);
    let flags: Vec<_> = answer.flags.names().collect();
    let flags = if flags.is_empty() { "no flag".into() } else { flags.join(", ") };
    let story = format!("{}\n{flags}\nWhy: {}\n", text::story(&trace), sentence::why(&trace.steps));
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/explanations/{name}.txt"));
    if std::env::var_os("ULPSCOPE_BLESS").is_some() {
        std::fs::write(&path, &story).expect("write the explanation");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(story, kept, "{name} tells another story; if that is meant, run with ULPSCOPE_BLESS=1");
}

/// A machine sequence of the special function unit, and what its result is worth; it raises no flags.
fn machine(form: &str, target: u32, a: u64, trace: &mut Trace) -> Answer {
    let context = Context { target: Target::named(&target.to_string()).expect("a target"), ptx: Version::NEWEST };
    let Some(Probe { form, modifiers }) = Probe::find(form, 1, context) else { panic!("no {form}") };
    let request = Request::new(form, modifiers, [a, 0, 0], context);
    let bits = evaluate(&request, trace).bits;
    verdict(&request, bits).into_iter().for_each(|verdict| verdict.tell(trace));
    Answer { bits, flags: Flags::NONE }
}

/// One element of D, of a row of A and a column of B; it raises no flags.
fn element(target: u32, types: [&'static Format; 2], a: &[u64], b: &[u64], c: u64, trace: &mut Trace) -> Answer {
    let [format, accumulator] = types;
    let Some(row) = tensor_core::find(target, Path::MmaSync, "", [format, format, accumulator], None, a.len()) else { panic!("no row") };
    let dot = Dot { a: Side::plain(format, a), b: Side::plain(format, b), c: Pattern::new(accumulator, c), mode: Mode::Rn };
    Answer { bits: tensor_core::element(row, &dot, trace), flags: Flags::NONE }
}

const RN: Rules = Rules::ieee(Mode::Rn);
const FLUSH: Rules = Rules { subnormals: Subnormals::Flush, ..RN };
const SATURATE: Rules = Rules { range: Range::ZeroToOne, ..RN };
const PAYLOAD: Rules = Rules { nan: NanRule::Payload, ..RN };

#[test]
fn explanations_stay_word_for_word() {
    check("add_above_half", |t| add(F32, 0x3f80_0000, 0x33c0_0000, &RN, t));
    check("add_tie_to_even", |t| add(F32, 0x3f80_0001, 0x3380_0000, &RN, t));
    check("add_tie_stays_even", |t| add(F32, 0x3f80_0000, 0x3380_0000, &RN, t));
    check("add_far_apart", |t| add(F32, 0x7180_0000, 0x8000_0001, &RN, t));
    check("add_rz", |t| add(F32, 0x3f80_0000, 0x3380_0001, &Rules::ieee(Mode::Rz), t));
    check("add_rm_negative", |t| add(F32, 0xbf80_0000, 0xb380_0001, &Rules::ieee(Mode::Rm), t));
    check("add_overflow", |t| add(F32, 0x7f7f_ffff, 0x7380_0000, &RN, t));
    check("add_overflow_by_a_tie", |t| add(F32, 0x7f7f_ffff, 0x7300_0000, &RN, t));
    check("multiply_far_beyond", |t| multiply(F32, 0x7f7f_ffff, 0x7f7f_ffff, &RN, t));
    check("add_overflow_rz", |t| add(F32, 0x7f7f_ffff, 0x7f7f_ffff, &Rules::ieee(Mode::Rz), t));
    check("add_cancellation", |t| add(F64, 0x3ff0_0000_0000_0000, 0xbff0_0000_0000_0000, &RN, t));
    check("add_infinities", |t| add(F32, 0x7f80_0000, 0xff80_0000, &RN, t));
    check("add_saturated", |t| add(F32, 0x3f80_0000, 0x3f80_0000, &SATURATE, t));
    check("add_nan_saturated", |t| add(F32, 0x7fc0_0000, 0x3f80_0000, &SATURATE, t));
    check("add_nan_payload", |t| add(F64, 0x3ff0_0000_0000_0000, 0xfff0_0000_0000_0abc, &PAYLOAD, t));
    check("subtract_near", |t| subtract(F32, 0x3f80_0000, 0x3f7f_ffff, &RN, t));
    check("multiply_gradual_underflow", |t| multiply(F32, 0x2000_0400, 0x1fff_f800, &RN, t));
    check("multiply_flush_result", |t| multiply(F32, 0x2000_0400, 0x1fff_f800, &Rules { mode: Mode::Rz, ..FLUSH }, t));
    check("multiply_flush_input", |t| multiply(F32, 0x0000_0001, 0x7f7f_ffff, &FLUSH, t));
    check("multiply_zero_infinity", |t| multiply(Narrow::of(F16::ROW), 0x0000, 0x7c00, &RN, t));
    check("multiply_bf16", |t| multiply(Narrow::of(BF16::ROW), 0x3f81, 0x3f81, &RN, t));
    check("fused_keeps_the_product", |t| fused(F32, 0x3f80_0001, 0x3f80_0001, 0xbf80_0002, &RN, t));
    check("fused_f64", |t| fused(F64, 0x3ff0_0000_0000_0001, 0x3ff0_0000_0000_0001, 0x3ca0_0000_0000_0000, &RN, t));
    check("divide_one_by_three", |t| divide(F32, 0x3f80_0000, 0x4040_0000, &RN, t));
    check("divide_exact", |t| divide(F32, 0x40c0_0000, 0x4040_0000, &RN, t));
    check("divide_by_zero", |t| divide(F32, 0xbf80_0000, 0x0000_0000, &RN, t));
    check("reciprocal_rp", |t| reciprocal(F64, 0x4008_0000_0000_0000, &Rules::ieee(Mode::Rp), t));
    check("square_root_of_two", |t| square_root(F32, 0x4000_0000, &RN, t));
    check("square_root_negative", |t| square_root(F32, 0xbf80_0000, &RN, t));
    check("minimum", |t| {
        let selection = Selection { which: Which::Smallest, nan: Nan::Ignored, signs: Signs::Compared };
        select(F32::ROW, &[0x0000_0000, 0x8000_0000], selection, &RN, t)
    });
    let magnitudes = Selection { which: Which::Largest, nan: Nan::Ignored, signs: Signs::Xor };
    check("maximum_under_signs", |t| select(F32::ROW, &[0xc040_0000, 0x4000_0000], magnitudes, &RN, t));
    check("maximum_wins_over_nan", |t| select(F32::ROW, &[0xc040_0000, 0x7fc0_0000], magnitudes, &RN, t));
    check("negate_signaling_nan", |t| change_sign(F32::ROW, 0x7f80_0001, SignChange::Turn, &RN, t));
    check("absolute_value_of_a_nan", |t| change_sign(F64::ROW, 0xfff8_0000_0000_0001, SignChange::Clear, &PAYLOAD, t));
    check("mad_sm_1x_of_zero", |t| multiply_add_truncated(0x3f80_0001, 0x3f80_0001, 0x8000_0000, &FLUSH, t));
    check("testp_subnormal", |t| test(F32::ROW, 0x0000_0001, Property::Subnormal, t));
    check("approximate_reciprocal", |t| machine("rcp.approx.ftz.f32", 90, 0x3f81_cfff, t));
    check("approximate_reciprocal_of_a_subnormal", |t| machine("rcp.approx.f32", 90, 0x0040_0000, t));
    check("approximate_sine_by_word", |t| machine("sin.approx.f32", 50, 0x4000_0000, t));
    check("approximate_sine_by_turns", |t| machine("sin.approx.f32", 90, 0x4000_0000, t));
    check("approximate_logarithm", |t| machine("lg2.approx.f32", 90, 0x3f40_0000, t));
    check("approximate_reciprocal_root", |t| machine("rsqrt.approx.ftz.f32", 90, 0x4082_0399, t));
    check("approximate_power_below_zero", |t| machine("ex2.approx.ftz.f32", 90, 0xc049_0fdb, t));
    check("approximate_power_by_word", |t| machine("ex2.approx.f32", 50, 0x3f00_0001, t));
    check("approximate_cosine_by_word", |t| machine("cos.approx.f32", 50, 0x4000_0000, t));
    check("approximate_square_root", |t| machine("sqrt.approx.f32", 90, 0x4082_0399, t));
    check("approximate_hyperbolic_tangent", |t| machine("tanh.approx.f32", 90, 0x3e99_999a, t));
    check("approximate_reciprocal_of_a_high_word", |t| machine("rcp.approx.ftz.f64", 90, 0x4008_1234_0000_0000, t));
    check("approximate_reciprocal_root_of_a_high_word", |t| machine("rsqrt.approx.ftz.f64", 90, 0x4008_1234_0000_0000, t));
    check("approximate_root_of_a_high_word_by_rule", |t| machine("rsqrt.approx.ftz.f64", 90, 0x3fd0_0000_0000_0000, t));
    check("mad_sm_1x", |t| multiply_add_truncated(0x3f80_0001, 0x3f80_0001, 0xbf80_0002, &FLUSH, t));
    let (large, one) = (0x6c00, 0x3c00);
    check("tensor_core_lost_below_the_window", |t| {
        element(70, [F16::ROW, F32::ROW], &[large, one, one, one], &[large, one, one, one], 0x3f80_0000, t)
    });
    let sixteen = |first: [u64; 4]| [first, [0; 4], [0; 4], [0; 4]].concat();
    check("tensor_core_fp8_through_halves", |t| {
        let (a, b) = (sixteen([0x38, 0x40, 0xb4, 0x01]), sixteen([0x31, 0x38, 0x3f, 0x01]));
        element(90, [E4M3::ROW, F32::ROW], &a, &b, 0x3dcc_cccd, t)
    });
}

/// The X-ray of the special function unit: every part of a computation is in its story, for each function.
#[test]
fn every_function_of_the_unit_tells_all_its_parts() {
    const INTERPOLATION: &[&str] =
        &["Row ", " of the table of ", "x ", "x² cut ", "C0 ", "C1 ", "C2 ", "C1·x ", "C2·x² ", "added ", "sum ", "kept "];
    const WORTH: &[&str] = &["Compare with the truth. The true value is ", "truth ", "result ", "error "];
    const WORD: &[&str] = &["Reduce the range.", "product ", "word ", "Read the word."];
    const FIELDS: &[&str] = &["Take the operand apart. The exponent is ", "choose the row of the table"];
    const CUT: &[&str] = &["Normalise and cut. The leading one is at 2^", "value "];
    #[rustfmt::skip]
    let rows: [(&str, u32, u64, &[&[&str]]); 13] = [
        ("rcp.approx.ftz.f32",   90, 0x3f81_cfff, &[FIELDS, &["the lowest 15 bits are cut off"]]),
        ("rsqrt.approx.ftz.f32", 90, 0x4082_0399, &[FIELDS, &["the lowest 16 bits are cut off"]]),
        ("lg2.approx.ftz.f32",   90, 0x3f40_0001, &[FIELDS, CUT, &["Add the exponent.", "fraction ", "magnitude ", "the lowest 2 bits are cut off"]]),
        ("ex2.approx.ftz.f32",   50, 0xc049_0fdb, &[WORD, &["RRO.EX2", "complement "]]),
        ("ex2.approx.ftz.f32",   90, 0x3f49_0fdb, &[WORD, &["the lowest 15 bits are cut off"]]),
        ("sin.approx.f32",       50, 0x4000_0000, &[WORD, CUT, &["RRO.SINCOS", "2/π ", "significand ", "complement "]]),
        ("sin.approx.f32",       90, 0x4000_0000, &[WORD, CUT, &["FMUL.RZ"]]),
        ("cos.approx.f32",       50, 0x4000_0000, &[WORD, CUT, &["RRO.SINCOS", "so it counts as 2"]]),
        ("cos.approx.f32",       90, 0x4000_0000, &[WORD, CUT, &["FMUL.RZ"]]),
        ("sqrt.approx.ftz.f32",  90, 0x4082_0399, &[FIELDS, &["the lowest 17 bits are cut off"]]),
        ("tanh.approx.f32",      90, 0x3e99_999a, &[FIELDS, CUT]),
        ("rcp.approx.ftz.f64",   90, 0x4008_1234_0000_0000, &[FIELDS, &["the upper 21 bits of the significand make ≈ 0.3323486 (0x3fd54533)"]]),
        ("rsqrt.approx.ftz.f64", 90, 0x4008_1234_0000_0000, &[FIELDS, &["the upper 21 bits of the significand make ≈ 0.576"]]),
    ];
    for (form, target, operand, parts) in rows {
        let mut trace = Trace::default();
        machine(form, target, operand, &mut trace);
        let story = text::story(&trace);
        for part in parts.iter().chain(&[INTERPOLATION, WORTH, &["Pack. Sign, exponent field "]]).flat_map(|parts| parts.iter()) {
            assert!(story.contains(part), "{form} for sm_{target} does not tell `{part}`:\n{story}");
        }
    }
}
