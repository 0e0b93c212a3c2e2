//! Numbers in expressions: their type, their bits, and the constants of the headers.

use semantics::c::CType;
use semantics::c::number::{named, number};

#[test]
fn constants_are_those_of_the_headers() {
    let single = |word: &str| named(word).map(|(_, bits)| f32::from_bits(bits as u32));
    let double = |word: &str| named(word).map(|(_, bits)| f64::from_bits(bits));
    assert_eq!(
        (single("FLT_MAX"), single("FLT_MIN"), single("FLT_EPSILON")),
        (Some(f32::MAX), Some(f32::MIN_POSITIVE), Some(f32::EPSILON))
    );
    assert_eq!(
        (double("DBL_MAX"), double("DBL_MIN"), double("DBL_EPSILON")),
        (Some(f64::MAX), Some(f64::MIN_POSITIVE), Some(f64::EPSILON))
    );
    use core::f64::consts::*;
    for (word, value) in [
        ("M_E", E),
        ("M_LOG2E", LOG2_E),
        ("M_LOG10E", LOG10_E),
        ("M_LN2", LN_2),
        ("M_LN10", LN_10),
        ("M_PI", PI),
        ("M_PI_2", FRAC_PI_2),
        ("M_PI_4", FRAC_PI_4),
        ("M_1_PI", FRAC_1_PI),
        ("M_2_PI", FRAC_2_PI),
        ("M_2_SQRTPI", FRAC_2_SQRT_PI),
        ("M_SQRT2", SQRT_2),
        ("M_SQRT1_2", FRAC_1_SQRT_2),
    ] {
        assert_eq!(double(word), Some(value), "{word}");
    }
    assert_eq!(single("CUDART_PI_F"), Some(core::f32::consts::PI));
}

#[test]
fn numbers_have_their_type() {
    let read = |text: &str| number(text).map(|number| (number.own, number.bits));
    for (text, own, bits) in [
        ("1", CType::Int, 1),
        ("1u", CType::Unsigned, 1),
        ("3000000000", CType::Long, 3_000_000_000),
        ("0xffffffff", CType::Unsigned, 0xffff_ffff),
        ("1ll", CType::Long, 1),
        ("0.1f", CType::Float, 0x3dcc_cccd),
        ("1f", CType::Float, 0x3f80_0000),
        ("0.1", CType::Double, 0x3fb9_9999_9999_999a),
        (".5", CType::Double, 0x3fe0_0000_0000_0000),
        ("1e-3F", CType::Float, 0x3a83_126f),
        ("0x1.8p3", CType::Double, 0x4028_0000_0000_0000),
        ("0x1p-149f", CType::Float, 1),
        ("0f3F800000", CType::Float, 0x3f80_0000),
        ("0d3FF0000000000000", CType::Double, 0x3ff0_0000_0000_0000),
        ("010", CType::Int, 8),
    ] {
        assert_eq!(read(text), Ok((own, bits)), "{text}");
    }
    for text in ["1.2.3", "0x", "1e", "0f3F80", "99999999999999999999", "1.5x", "0b2"] {
        assert!(read(text).is_err(), "{text}");
    }
}
