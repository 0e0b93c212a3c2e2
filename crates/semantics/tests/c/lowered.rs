//! Texts, the PTX that they become, and the bits that they give.

use super::{accepted, run};
use semantics::language::{Fact, ParsedSource};

/// Values of the variables in the table.
const VARIABLES: &[(&str, u64)] = &[
    ("a", 0x3dcc_cccd),
    ("b", 0x4040_0000),
    ("c", 0xbe99_999a),
    ("x", 0xc020_0000),
    ("y", 0x40a0_0000),
    ("s", 0x0000_0001),
    ("h", 0x3c01),
    ("k", 0x3c01),
    ("n", 7),
];

#[rustfmt::skip]
const TABLE: &[(&str, &[&str], u64)] = &[
    ("0.1f + 0.2f", &["add.f32 %d, 0f3DCCCCCD, 0f3E4CCCCD;"], 0x3e99_999a),
    ("0.1 + 0.2", &["add.f64 %d, 0d3FB999999999999A, 0d3FC999999999999A;"], 0x3fd3_3333_3333_3334),
    ("0.1f + 0.2", &["add.f64 %d, 0d3FB99999A0000000, 0d3FC999999999999A;"], 0x3fd3_3333_34cc_cccd),
    ("1/3", &["mov.b32 %d, 0x00000000;"], 0),
    ("7/-2 * 1.0f", &["mul.f32 %d, 0fC0400000, 0f3F800000;"], 0xc040_0000),
    ("1.0f/3.0f", &["rcp.rn.f32 %d, 0f40400000;"], 0x3eaa_aaab),
    ("2.0f/3", &["div.rn.f32 %d, 0f40000000, 0f40400000;"], 0x3f2a_aaab),
    ("float x = 1.0f/3.0f;", &["rcp.rn.f32 %x, 0f40400000;"], 0x3eaa_aaab),
    ("float x = 0.1", &["cvt.rn.f32.f64 %x, 0d3FB999999999999A;"], 0x3dcc_cccd),
    ("(double)1/3", &["rcp.rn.f64 %d, 0d4008000000000000;"], 0x3fd5_5555_5555_5555),
    ("(float)0.1", &["cvt.rn.f32.f64 %d, 0d3FB999999999999A;"], 0x3dcc_cccd),
    ("2^24 + 1", &["add.f32 %d, 0f4B800000, 0f3F800000;"], 0x4b80_0000),
    ("FLT_MAX", &["mov.f32 %d, 0f7F7FFFFF;"], 0x7f7f_ffff),
    ("-x", &["neg.f32 %d, %x;"], 0x4020_0000),
    ("a*b + c", &["fma.rn.f32 %d, %a, %b, %c;"], 0xb200_0000),
    ("a*b + c // -fmad=false", &["mul.rn.f32 %f1, %a, %b;", "add.rn.f32 %d, %f1, %c;"], 0),
    ("c + a*b", &["fma.rn.f32 %d, %a, %b, %c;"], 0xb200_0000),
    ("a*b - c", &["neg.f32 %f1, %c;", "fma.rn.f32 %d, %a, %b, %f1;"], 0x3f19_999a),
    ("c - a*b", &["neg.f32 %f1, %a;", "fma.rn.f32 %d, %f1, %b, %c;"], 0xbf19_999a),
    ("a*b - 1.0f", &["fma.rn.f32 %d, %a, %b, 0fBF800000;"], 0xbf33_3333),
    ("c - 2.0f*a", &["fma.rn.f32 %d, 0fC0000000, %a, %c;"], 0xbf00_0000),
    ("a*b + b*c", &["mul.f32 %f1, %b, %c;", "fma.rn.f32 %d, %a, %b, %f1;"], 0xbf19_999a),
    ("(a - b) * (a + b)", &["sub.f32 %f1, %a, %b;", "add.f32 %f2, %a, %b;", "mul.f32 %d, %f1, %f2;"], 0xc10f_d70a),
    ("(a + b)*(a + b)", &["add.f32 %f1, %a, %b;", "mul.f32 %d, %f1, %f1;"], 0x4119_c28f),
    ("(a*b + c)*(a*b)", &["mul.f32 %f1, %a, %b;", "add.f32 %f2, %f1, %c;", "mul.f32 %d, %f2, %f1;"], 0),
    ("sqrtf(x*x + y*y)", &["mul.f32 %f1, %y, %y;", "fma.rn.f32 %f2, %x, %x, %f1;", "sqrt.rn.f32 %d, %f2;"], 0x40b2_e2ac),
    ("sqrt(y) * 1.0", &["sqrt.rn.f32 %f1, %y;", "cvt.f64.f32 %fd1, %f1;", "mul.f64 %d, %fd1, 0d3FF0000000000000;"], 0x4001_e377_a000_0000),
    ("x > 0 ? x : -x", &["setp.gt.f32 %p1, %x, 0f00000000;", "neg.f32 %f1, %x;", "selp.f32 %d, %x, %f1, %p1;"], 0x4020_0000),
    ("a < b && !(x == y)", &["setp.lt.f32 %p1, %a, %b;", "setp.eq.f32 %p2, %x, %y;", "not.pred %p3, %p2;", "and.pred %p4, %p1, %p3;", "selp.b32 %d, 1, 0, %p4;"], 1),
    ("s > 0", &["setp.gt.f32 %p1, %s, 0f00000000;", "selp.b32 %d, 1, 0, %p1;"], 1),
    ("s > 0 // -ftz=true", &["setp.gt.ftz.f32 %p1, %s, 0f00000000;", "selp.b32 %d, 1, 0, %p1;"], 0),
    ("s + 0.0f // -ftz=true", &["add.ftz.f32 %d, %s, 0f00000000;"], 0),
    ("a*0.1", &["cvt.f64.f32 %fd1, %a;", "mul.f64 %d, %fd1, 0d3FB999999999999A;"], 0x3f84_7ae1_4ccc_cccd),
    ("float t = a*0.1 // -ftz=true", &["cvt.ftz.f64.f32 %fd1, %a;", "mul.f64 %fd2, %fd1, 0d3FB999999999999A;", "cvt.rn.ftz.f32.f64 %t, %fd2;"], 0x3c23_d70a),
    ("y/b // -prec-div=false", &["div.full.f32 %d, %y, %b;"], 0x3fd5_5556),
    ("1/b // -prec-div=false", &["rcp.approx.f32 %d, %b;"], 0x3eaa_aaab),
    ("sqrtf(y) + a // -prec-sqrt=false", &["sqrt.approx.f32 %f1, %y;", "add.f32 %d, %f1, %a;"], 0x4015_8222),
    ("1.0f/sqrtf(y) // -use_fast_math", &["rsqrt.approx.ftz.f32 %d, %y;"], 0x3ee4_f92d),
    ("a/b - c // -use_fast_math", &["div.approx.ftz.f32 %f1, %a, %b;", "sub.ftz.f32 %d, %f1, %c;"], 0x3eaa_aaab),
    ("sinf(a) * 2.0f // -use_fast_math", &["sin.approx.ftz.f32 %f1, %a;", "mul.ftz.f32 %d, %f1, 0f40000000;"], 0x3e4c_7566),
    ("__fmul_rn(a, b) + c", &["mul.rn.f32 %f1, %a, %b;", "add.f32 %d, %f1, %c;"], 0),
    ("fmaxf(fabsf(x), y)", &["abs.f32 %f1, %x;", "max.f32 %d, %f1, %y;"], 0x40a0_0000),
    ("max(a, b) * 2", &["max.f32 %f1, %a, %b;", "mul.f32 %d, %f1, 0f40000000;"], 0x40c0_0000),
    ("fmodf(y, b) + a", &["call (%f1), fmodf, (%y, %b);", "add.f32 %d, %f1, %a;"], 0x4006_6666),
    ("(int)y / 3 * a", &["cvt.rzi.s32.f32 %r1, %y;", "div.s32 %r2, %r1, 3;", "cvt.rn.f32.s32 %f1, %r2;", "mul.f32 %d, %f1, %a;"], 0x3dcc_cccd),
    ("(__half)a", &["cvt.rn.f16.f32 %d, %a;"], 0x2e66),
    ("(float)(__half)a - a", &["cvt.rn.f16.f32 %h1, %a;", "cvt.f32.f16 %f1, %h1;", "sub.f32 %d, %f1, %a;"], 0xb7cc_d000),
    ("__half h, k; h*k + h", &["mul.f16 %h1, %h, %k;", "add.f16 %d, %h1, %h;"], 0x4002),
    ("__half h, k; h*k + h // -fmad=false", &["mul.rn.f16 %h1, %h, %k;", "add.rn.f16 %d, %h1, %h;"], 0x4002),
    ("__half h; h + h // -ftz=true", &["add.f16 %d, %h, %h;"], 0x4001),
    ("__half h; h += a", &["cvt.rn.f16.f32 %h1, %a;", "add.f16 %h, %h, %h1;"], 0x3c67),
    ("__half h; -h", &["neg.f16 %d, %h;"], 0xbc01),
    ("__half h = a; h*h", &["cvt.rn.f16.f32 %h1, %a;", "mul.f16 %d, %h1, %h1;"], 0x211e),
    ("int n; n/2 + 0.5f", &["div.s32 %r1, %n, 2;", "cvt.rn.f32.s32 %f1, %r1;", "add.f32 %d, %f1, 0f3F000000;"], 0x4060_0000),
    ("int m = 7; float t = m/2; t*3.0f", &["mul.f32 %d, 0f40400000, 0f40400000;"], 0x4110_0000),
    ("float t = a + b; t*t", &["add.f32 %f1, %a, %b;", "mul.f32 %d, %f1, %f1;"], 0x4119_c28f),
    ("float t = a*b; t + c", &["fma.rn.f32 %d, %a, %b, %c;"], 0xb200_0000),
    ("t = a + b; float u = t*t; u", &["add.f32 %f1, %a, %b;", "mul.f32 %d, %f1, %f1;"], 0x4119_c28f),
    ("double t = a; t = t*2; float u = t;", &["cvt.f64.f32 %fd1, %a;", "mul.f64 %fd2, %fd1, 0d4000000000000000;", "cvt.rn.f32.f64 %u, %fd2;"], 0x3e4c_cccd),
    ("float t = a; t += b; t -= c; t", &["add.f32 %f1, %a, %b;", "sub.f32 %d, %f1, %c;"], 0x4059_9999),
    ("c += a*b", &["fma.rn.f32 %c, %a, %b, %c;"], 0xb200_0000),
    ("a *= 2", &["mul.f32 %a, %a, 0f40000000;"], 0x3e4c_cccd),
    ("a /= 3.0", &["cvt.f64.f32 %fd1, %a;", "div.rn.f64 %fd2, %fd1, 0d4008000000000000;", "cvt.rn.f32.f64 %a, %fd2;"], 0x3d08_8889),
    ("rsqrtf(y) * 1.0f", &["rsqrt.approx.f32 %f1, %y;", "mul.f32 %d, %f1, 0f3F800000;"], 0x3ee4_f92d),
    ("x^2 + 1", &["fma.rn.f32 %d, %x, %x, 0f3F800000;"], 0x40e8_0000),
    ("16777217 + 0.0f", &["cvt.rn.f32.s32 %f1, 16777217;", "add.f32 %d, %f1, 0f00000000;"], 0x4b80_0000),
    ("%f1 * b + f2", &["fma.rn.f32 %d, %f1, %b, %f2;"], 0),
    ("y = y*y + 1", &["fma.rn.f32 %y, %y, %y, 0f3F800000;"], 0x41d0_0000),
];

#[test]
fn expressions_become_ptx_and_give_bits() {
    let mut wrong = Vec::new();
    for (text, lines, bits) in TABLE {
        let expression = accepted(text);
        assert_eq!(expression.ptx(), *lines, "{text}");
        let ran = run(&expression, VARIABLES);
        if ran.results[0].bits != *bits {
            wrong.push(format!("{text}: {:x}", ran.results[0].bits));
        }
        assert_eq!(ran.results.len(), 1);
        let blocks: Vec<&str> = ran.blocks.iter().map(|block| block.text.as_str()).collect();
        assert!(blocks.len() == lines.len() && !ran.trace.steps.is_empty(), "{text}: {blocks:?}");
        assert!(ran.blocks.iter().all(|block| !ran.steps(block).is_empty()), "{text}");
    }
    assert_eq!(wrong, [""; 0]);
}

fn said(text: &str, title: &str) -> String {
    let expression = accepted(text);
    let ran = run(&expression, VARIABLES);
    let facts = expression.facts(&ran);
    let found = facts.into_iter().find_map(|fact| match fact {
        Fact::Said(own, said) if own == title => Some(said),
        _ => None,
    });
    found.unwrap_or_default()
}

#[test]
fn facts_say_what_was_lost_and_where() {
    #[rustfmt::skip]
    let table = [
        ("0.1f + 0.2f", "Exact value", "0.300000004470348358154296875"),
        ("0.1f + 0.2f", "Error", "+0.25 ulp"),
        ("0.1f + 0.2f", "As written", "As written it is 0.3, and the float nearest to that is this result."),
        ("0.1 + 0.2", "Exact value", "0.3000000000000000166533453693773481063544750213623046875"),
        ("0.1 + 0.2", "Error", "+0.5 ulp"),
        ("0.1 + 0.2", "As written", "As written it is 0.3. The double nearest to that is 0d3FD3333333333333; the result lies 1 place above."),
        ("2^24 + 1", "Error", "-0.5 ulp"),
        ("2^24 + 1", "Exact value", "16777217"),
        ("1.0f/3.0f", "Exact value", "≈ 0.33333333333333333333"),
        ("1.0f/3.0f", "Error", "+0.3333 ulp"),
        ("sqrtf(3.0f*3.0f + 4.0f*4.0f)", "Error", "0: the result is the exact value."),
        ("sqrtf(2.0f) * 1.0f", "Exact value", "≈ 1.4142135623730950488"),
        ("sqrtf(2.0f) * 1.0f", "First rounded by", "sqrt.rn.f32 %f1, 0f40000000;"),
        ("a*b + c", "Error", "0: the result is the exact value."),
        ("a*b + c // -fmad=false", "Error", "All of it is lost: the result is 0."),
        ("a*b + c // -fmad=false", "First rounded by", "mul.rn.f32 %f1, %a, %b;"),
        ("(a + b) - b", "Error", "-13 ulp"),
        ("(a + b) - b", "First rounded by", "add.f32 %f1, %a, %b;"),
        ("FLT_MAX * 2.0f", "Error", "The exact value is finite; the result is not."),
        ("FLT_MAX * 2.0f", "Exact value", "680564693277057719623408366969033850880"),
        ("x > 0 ? x : -x", "Exact value", "2.5"),
        ("fmodf(y, b) + a", "Exact value", ""),
        ("1.0f/0.0f", "Exact value", ""),
    ];
    for (text, title, expected) in table {
        assert_eq!(said(text, title), expected, "{text}: {title}");
    }
}

#[test]
fn variables_without_a_value_are_named_and_have_examples() {
    let expression = accepted("a*b + c");
    let ran = run(&expression, &[("b", 0x4040_0000)]);
    assert_eq!(ran.unset(), ["a", "c"]);
    let examples = expression.examples(&ran.before);
    assert_eq!(examples, [("a".to_owned(), 0x3dcc_cccd), ("c".to_owned(), 0xbe99_999a)]);
    let names: Vec<String> = expression.operands(&ran).iter().map(|operand| operand.place.name()).collect();
    assert_eq!(names, ["a a", "b b", "c c", "d d"]);
    assert_eq!((ran.registers.get("d"), ran.before.get("d")), (Some(0), None));
    assert_eq!((expression.name().as_str(), expression.printed().as_str()), ("a * b + c", "a * b + c"));
}

#[test]
fn texts_are_printed_as_c_is() {
    for (text, printed) in [
        ("a*b+c", "a * b + c"),
        ("float x=1.0f/3.0f ;", "float x = 1.0f / 3.0f;"),
        ("-a*- b", "-a * -b"),
        ("a- -b", "a - -b"),
        ("- -a + 1", "- -a + 1"),
        ("(float)0.1*x", "(float)0.1 * x"),
        ("(float)-x", "(float)-x"),
        ("fmaf( a,b , -c )+1", "fmaf(a, b, -c) + 1"),
        ("x>0?x:-x", "x > 0 ? x : -x"),
        ("2^-3+x", "2^-3 + x"),
        ("a*(b+c)// -fmad=false", "a * (b + c) // -fmad=false"),
        ("(a)*b", "(a) * b"),
        ("!a+!b", "!a + !b"),
    ] {
        assert_eq!(accepted(text).printed(), printed, "{text}");
    }
}

#[test]
fn what_is_not_covered_says_so() {
    use super::read;
    for (text, part) in [
        ("__half2 h; h + 1.0f", "nvcc has no operator for __half2 and float."),
        ("__half h; h + 1.0f", "nvcc refuses this as ambiguous: write a cast."),
    ] {
        let said: Vec<String> = read(text).diagnostics().iter().map(|said| said.message.clone()).collect();
        assert!(said.iter().any(|said| said.contains(part)), "{text}: {said:?}");
    }
}

#[test]
fn an_old_target_says_what_it_lacks() {
    use semantics::c::Expression;
    use semantics::instruction::{Context, Target};
    let old = Context { target: Target::SM_10, ..Context::default() };
    let expression = Expression::read("a*b + c", &old);
    assert!(!expression.is_accepted() && expression.is_complete(), "{:?}", expression.diagnostics());
}
