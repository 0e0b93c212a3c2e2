//! Numbers in expressions: their type, their bits, and the constants of the headers.

use super::{accepted, read, run};
use semantics::c::CType;
use semantics::c::number::{named, number};
use semantics::language::ParsedSource;

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

/// The limits of the headers are those of Rust's types.
#[test]
fn limits_are_those_of_the_types() {
    let value = |text: &str| run(&accepted(text), &[]).results[0].bits;
    for (text, bits) in [
        ("std::numeric_limits<float>::epsilon()", f32::EPSILON.to_bits().into()),
        ("std::numeric_limits<float>::min()", f32::MIN_POSITIVE.to_bits().into()),
        ("std::numeric_limits<float>::lowest()", f32::MIN.to_bits().into()),
        ("std::numeric_limits<float>::denorm_min()", 1),
        ("std::numeric_limits<float>::infinity()", f32::INFINITY.to_bits().into()),
        ("std::numeric_limits<float>::digits", f32::MANTISSA_DIGITS.into()),
        ("std::numeric_limits<double>::max()", f64::MAX.to_bits()),
        ("-cuda::std::numeric_limits<double>::infinity()", f64::NEG_INFINITY.to_bits()),
        ("std::numeric_limits<double>::max_digits10", 17),
        ("std::numeric_limits<int>::min()", 0x8000_0000),
        ("std::numeric_limits<unsigned>::max()", u32::MAX.into()),
        ("std::numeric_limits<long long>::max()", i64::MAX as u64),
        ("numeric_limits<unsigned long long>::digits", 64),
        ("FLT_MANT_DIG + DBL_MANT_DIG", u64::from(f32::MANTISSA_DIGITS + f64::MANTISSA_DIGITS)),
        ("FLT_DIG + DBL_DIG", u64::from(f32::DIGITS + f64::DIGITS)),
        ("FLT_MAX_EXP + DBL_MIN_EXP", u64::from((f32::MAX_EXP + f64::MIN_EXP) as u32)),
        ("FLT_MIN_10_EXP + DBL_MAX_10_EXP", u64::from((f32::MIN_10_EXP + f64::MAX_10_EXP) as u32)),
    ] {
        assert_eq!(value(text), bits, "{text}");
    }
    for text in ["std::numeric_limits<half>::max()", "std::numeric_limits<float>::max", "std::numeric_limits<int>::epsilon()"] {
        assert_eq!(read(text).diagnostics()[0].code, "not-covered", "{text}");
    }
}

/// `std::max` chooses as the C++ standard says, `(a < b) ? b : a`, and nvcc's PTX of it does (13.5, --expt-relaxed-constexpr): a NaN in front
/// stays. `fmax` gives the number.
#[test]
fn the_extremes_of_the_standard_library_choose() {
    let value = |text: &str| run(&accepted(text), &[]).results[0].bits;
    let numbers = ["NAN", "1.0f", "-0.0f", "0.0f", "INFINITY"];
    for a in numbers {
        for b in numbers {
            assert_eq!(value(&format!("std::max({a}, {b})")), value(&format!("{a} < {b} ? {b} : {a}")), "{a} {b}");
            assert_eq!(value(&format!("std::min({a}, {b})")), value(&format!("{b} < {a} ? {b} : {a}")), "{a} {b}");
        }
    }
    assert_eq!(
        (value("std::max(NAN, 1.0f)"), value("std::fmax(NAN, 1.0f)"), value("max(NAN, 1.0f)")),
        (0x7fc0_0000, 0x3f80_0000, 0x3f80_0000)
    );
    assert_eq!((value("std::max(3, -7)"), value("std::min(3u, 7u)"), value("std::max<float>(1, 2.5)")), (3, 3, 0x4020_0000));
    // Two types for one parameter of the template are C++'s error.
    let twice = "template <typename T> T f(T a, T b) { return a + b; } f(1.0f, 2.0)";
    for text in ["std::max(1, 2.0)", "float x = 1; std::max(x, 0.0)", twice] {
        assert_eq!(read(text).diagnostics().iter().find(|said| said.is_error()).map(|said| said.code), Some("template"), "{text}");
    }
    assert!(!read("std::max(1.0f)").is_accepted());
}

/// Bits that go from one type to another by C++20's cast and by the copy that everybody writes.
#[test]
fn bits_are_cast() {
    let value = |text: &str| run(&accepted(text), &[]).results[0].bits;
    for (text, bits) in [
        ("std::bit_cast<int>(1.0f)", 0x3f80_0000),
        ("bit_cast<float>(0x40490fdbu) * 1.0f", 0x4049_0fdb),
        ("std::bit_cast<unsigned long long>(0.1)", 0.1f64.to_bits()),
        ("float f = 3.25f; unsigned u; memcpy(&u, &f, 4); u", 3.25f32.to_bits().into()),
        ("double d = 0.1; long long b; std::memcpy(&b, &d, sizeof(d)); b", 0.1f64.to_bits()),
        ("float f = 1; f = f * 3; int i; memcpy(&i, &f, sizeof i); i", 3f32.to_bits().into()),
        (
            "float q(float x) { int i; memcpy(&i, &x, 4); return (float)(i >> 23) + *(int*)&x; } q(1.0f)",
            (127.0f32 + 1_065_353_216.0).to_bits().into(),
        ),
        ("float a[3] = {1, 2, 3}, b[3]; memcpy(b, a, sizeof a); b[0] + b[1] * b[2]", 7f32.to_bits().into()),
    ] {
        assert_eq!(value(text), bits, "{text}");
    }
    // The fast inverse square root as it was printed, for a machine whose long has 32 bits.
    let printed = "float x = 2; long i = *(long*)&x; i = 0x5f3759df - (i >> 1); *(float*)&i";
    let wrong = read(printed);
    assert_eq!((wrong.diagnostics()[0].code, &printed[wrong.diagnostics()[0].span.clone()]), ("pointer", "long"));
    assert_eq!(value(&wrong.diagnostics()[0].fixes[0].apply(printed).unwrap()), 0x3f37_59df);
    for text in ["bit_cast<int>(1.0)", "float f = 1, g; memcpy(&g, &f, 3); g", "float f = 1, g; memcpy(&g, &f, (int)f * k); g"] {
        assert!(!read(text).is_accepted(), "{text}");
    }
}

/// What C++ does by rules that are not covered is refused; what it chooses among overloads is what g++ 12 chooses.
#[test]
fn structures_and_overloads_follow_cpp() {
    let value = |text: &str| run(&accepted(text), &[]).results[0].bits;
    for (text, code) in [
        ("int f(int m) { static int n = m; n++; return n; } f(3)", "not-covered"),
        ("enum { A = 9223372036854775807, B }; A", "not-covered"),
        ("int a[4]; float* p; int d = p - a; d", "operation"),
    ] {
        assert_eq!(read(text).diagnostics().iter().find(|said| said.is_error()).map(|said| said.code), Some(code), "{text}");
    }
    // What no int holds is a wider type of numbers.
    assert_eq!(value("enum { A = 3000000000 }; A"), 3_000_000_000);
    assert_eq!(value("enum { A = -1, B = 3000000000 }; A + 0"), u64::MAX);
    for functions in ["int f(int) { return 1; } int f(double) { return 2; }", "int f(double) { return 2; } int f(int) { return 1; }"] {
        for (argument, chosen) in [("1.0f", 2), ("(char)3", 1), ("true", 1), ("(short)1", 1), ("2", 1), ("2.0", 2)] {
            assert_eq!(value(&format!("{functions} f({argument})")), chosen, "{functions} {argument}");
        }
    }
    for (text, bits) in [
        ("int a[4]; int* p = a + 3; int d = p - a; d", 3),
        ("struct A { int n; A(int v) : n(v) {} A(const A& o) : n(o.n + 100) {} }; A a(1); A b = a; b.n", 101),
        ("struct A { int n; A& operator=(const A& o) { n = 1; return *this; } }; A a = {5}, b = {6}; a = b; a.n", 1),
        ("int f() { static int n = 0; n++; return n; } f() * 10 + f()", 12),
        ("struct A { int n; A() : n(7) {} }; A a[2]; a[1].n", 7),
        ("struct A { int n; A() : n(7) {} }; struct B { A a; int k = 2; }; B b; b.a.n * 10 + b.k", 72),
        ("void f(const float*& p) { p++; } float v[2] = {1, 2}; const float* p = v; f(p); (int)*p", 2),
    ] {
        assert_eq!(value(text), bits, "{text}");
    }
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
