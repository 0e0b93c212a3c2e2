//! Whole explanations, held word for word: they are the product.
//!
//! Each case is a file under `explanations/`. After a deliberate change of wording run the test with `ULPSCOPE_BLESS=1` and read the
//! difference before committing it.

use semantics::number::{BF16, F16, F32, F64};
use semantics::operation::{
    Answer, Nan, Property, Selection, Signs, Which, add, divide, fused, multiply, multiply_add_truncated, reciprocal, select, square_root,
    subtract, test,
};
use semantics::rounding::{Flags, Mode, NanRule, Range, Rules, Subnormals};
use semantics::special_function::sequence_table;
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

/// A machine sequence of the special function unit; it raises no flags.
fn machine(form: &str, target: u32, a: u64, trace: &mut Trace) -> Answer {
    let sequence = sequence_table::find(form, target).expect("a sequence");
    Answer { bits: sequence.run(a, 0, trace), flags: Flags::NONE }
}

const RN: Rules = Rules::ieee(Mode::Rn);
const FLUSH: Rules = Rules { subnormals: Subnormals::Flush, ..RN };
const SATURATE: Rules = Rules { range: Range::ZeroToOne, ..RN };
const PAYLOAD: Rules = Rules { nan: NanRule::Payload, ..RN };

#[test]
fn explanations_stay_word_for_word() {
    check("add_above_half", |t| add::<F32>(0x3f80_0000, 0x33c0_0000, &RN, t));
    check("add_tie_to_even", |t| add::<F32>(0x3f80_0001, 0x3380_0000, &RN, t));
    check("add_tie_stays_even", |t| add::<F32>(0x3f80_0000, 0x3380_0000, &RN, t));
    check("add_far_apart", |t| add::<F32>(0x7180_0000, 0x8000_0001, &RN, t));
    check("add_rz", |t| add::<F32>(0x3f80_0000, 0x3380_0001, &Rules::ieee(Mode::Rz), t));
    check("add_rm_negative", |t| add::<F32>(0xbf80_0000, 0xb380_0001, &Rules::ieee(Mode::Rm), t));
    check("add_overflow", |t| add::<F32>(0x7f7f_ffff, 0x7380_0000, &RN, t));
    check("multiply_far_beyond", |t| multiply::<F32>(0x7f7f_ffff, 0x7f7f_ffff, &RN, t));
    check("add_overflow_rz", |t| add::<F32>(0x7f7f_ffff, 0x7f7f_ffff, &Rules::ieee(Mode::Rz), t));
    check("add_cancellation", |t| add::<F64>(0x3ff0_0000_0000_0000, 0xbff0_0000_0000_0000, &RN, t));
    check("add_infinities", |t| add::<F32>(0x7f80_0000, 0xff80_0000, &RN, t));
    check("add_saturated", |t| add::<F32>(0x3f80_0000, 0x3f80_0000, &SATURATE, t));
    check("add_nan_saturated", |t| add::<F32>(0x7fc0_0000, 0x3f80_0000, &SATURATE, t));
    check("add_nan_payload", |t| add::<F64>(0x3ff0_0000_0000_0000, 0xfff0_0000_0000_0abc, &PAYLOAD, t));
    check("subtract_near", |t| subtract::<F32>(0x3f80_0000, 0x3f7f_ffff, &RN, t));
    check("multiply_gradual_underflow", |t| multiply::<F32>(0x2000_0400, 0x1fff_f800, &RN, t));
    check("multiply_flush_result", |t| multiply::<F32>(0x2000_0400, 0x1fff_f800, &Rules { mode: Mode::Rz, ..FLUSH }, t));
    check("multiply_flush_input", |t| multiply::<F32>(0x0000_0001, 0x7f7f_ffff, &FLUSH, t));
    check("multiply_zero_infinity", |t| multiply::<F16>(0x0000, 0x7c00, &RN, t));
    check("multiply_bf16", |t| multiply::<BF16>(0x3f81, 0x3f81, &RN, t));
    check("fused_keeps_the_product", |t| fused::<F32>(0x3f80_0001, 0x3f80_0001, 0xbf80_0002, &RN, t));
    check("fused_f64", |t| fused::<F64>(0x3ff0_0000_0000_0001, 0x3ff0_0000_0000_0001, 0x3ca0_0000_0000_0000, &RN, t));
    check("divide_one_by_three", |t| divide::<F32>(0x3f80_0000, 0x4040_0000, &RN, t));
    check("divide_exact", |t| divide::<F32>(0x40c0_0000, 0x4040_0000, &RN, t));
    check("divide_by_zero", |t| divide::<F32>(0xbf80_0000, 0x0000_0000, &RN, t));
    check("reciprocal_rp", |t| reciprocal::<F64>(0x4008_0000_0000_0000, &Rules::ieee(Mode::Rp), t));
    check("square_root_of_two", |t| square_root::<F32>(0x4000_0000, &RN, t));
    check("square_root_negative", |t| square_root::<F32>(0xbf80_0000, &RN, t));
    check("minimum", |t| {
        let selection = Selection { which: Which::Smallest, nan: Nan::Ignored, signs: Signs::Compared };
        select::<F32>(&[0x0000_0000, 0x8000_0000], selection, &RN, t)
    });
    check("testp_subnormal", |t| test::<F32>(0x0000_0001, Property::Subnormal, t));
    check("approximate_reciprocal", |t| machine("rcp.approx.ftz.f32", 90, 0x3f81_cfff, t));
    check("approximate_reciprocal_of_a_subnormal", |t| machine("rcp.approx.f32", 90, 0x0040_0000, t));
    check("approximate_sine_by_word", |t| machine("sin.approx.f32", 50, 0x4000_0000, t));
    check("approximate_sine_by_turns", |t| machine("sin.approx.f32", 90, 0x4000_0000, t));
    check("approximate_logarithm", |t| machine("lg2.approx.f32", 90, 0x3f40_0000, t));
    check("mad_sm_1x", |t| multiply_add_truncated::<F32>(0x3f80_0001, 0x3f80_0001, 0xbf80_0002, &FLUSH, t));
}
