//! Kernels: whole modules read and run, carries through long numbers, kernels as curves, and texts that nobody would write.

use crate::judge::{announce, exhaustive};
use semantics::instruction::Context;
use semantics::kernel::argument::{Argument, give};
use semantics::kernel::record::Keeper;
use semantics::kernel::{Curve, End, Launch, Machine, Module, Nobody, without_fixed};
use semantics::number::Random;
use semantics::unrounded::{beside, shares};
use std::time::{Duration, Instant};

/// Runs the only kernel of a text: the bits that its last buffer holds, or the code of the stop and the line where it stands.
fn run(text: &str, arguments: &[&str]) -> Result<Vec<u64>, (&'static str, usize)> {
    let module = Module::read(text, &Context::default());
    let entry = module.entry(None).unwrap_or_else(|error| panic!("{error} {:?}", module.diagnostics));
    let arguments: Vec<Argument> = arguments.iter().map(|text| Argument::read(text).unwrap()).collect();
    let mut machine = Machine::new(&module, entry, Launch::default(), 100_000);
    let buffers = give(&mut machine, &module, &arguments).unwrap();
    match machine.run(&mut Nobody) {
        End::Stopped(stop) => Err((stop.code, stop.number(&module))),
        _ => Ok(buffers.last().unwrap().numbers(&machine.memory).iter().map(|number| number.bits).collect()),
    }
}

/// A kernel with pointers `in` and `out`, both loaded, around some lines.
fn kernel(declared: &str, lines: &str) -> String {
    format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n{declared}\n.visible .entry k(.param .u64 in, .param .u64 out)\n{{\n\
         .reg .f32 %f<9>; .reg .f64 %fd<5>; .reg .b16 %h<5>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<5>;\n\
         ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\n{lines}\n}}\n"
    )
}

#[track_caller]
fn check(lines: &str, given: &str, expected: &[u64]) {
    assert_eq!(run(&kernel("", lines), &[given, "u32[2]"]), Ok(expected.to_vec()), "{lines}");
}

#[test]
fn loops_branches_and_memory() {
    // The sum of the first four numbers, and how often the loop ran.
    let sum = "mov.f32 %f1, 0f00000000; mov.u32 %r1, 0;\nL: ld.global.f32 %f2, [%rd1]; add.f32 %f1, %f1, %f2; add.s64 %rd1, %rd1, 4;\n\
               add.s32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 4; @%p1 bra L;\nst.global.f32 [%rd2], %f1; st.global.u32 [%rd2+4], %r1; ret;";
    check(sum, "f32[1, 2.5, -0.5, 4]", &[0x40e0_0000, 4]);
    // A label in braces hides one around them.
    let hidden = "bra M; L: mov.u32 %r1, 7; bra N; M: { bra L; mov.u32 %r1, 1; L: mov.u32 %r2, 2; } bra L; N: st.global.v2.u32 [%rd2], {%r1, %r2}; ret;";
    check(hidden, "f32[1]", &[7, 2]);
    // So does a register.
    check("mov.u32 %r1, 5; { .reg .b32 %r1; mov.u32 %r1, 6; } st.global.u32 [%rd2], %r1; ret;", "f32[1]", &[5, 0]);
    check(
        "ld.global.s8 %r1, [%rd1]; ld.global.u16 %r2, [%rd1+2]; st.global.v2.b32 [%rd2], {%r1, %r2}; ret;",
        "u32[0x8001ff80,]",
        &[0xffff_ff80, 0x8001],
    );
    check(
        "mov.b64 %rd4, 0x0123456789abcdef; mov.b64 {%r1, %r2}, %rd4; mov.b64 %rd3, {%r2, %r1}; st.global.u64 [%rd2], %rd3; ret;",
        "u32[1]",
        &[0x0123_4567, 0x89ab_cdef],
    );
    check(
        "mov.u32 %r1, 2; ts: .branchtargets A, B, C; brx.idx %r1, ts; A: ret; B: ret; C: st.global.u32 [%rd2], %r1; ret;",
        "u32[1]",
        &[2, 0],
    );
    check(
        ".local .b32 l[4]; st.local.u32 [l+8], 7; mov.u64 %rd3, l+8; ld.local.u32 %r1, [%rd3]; mov.u32 %r2, %ntid.r; st.global.v2.u32 [%rd2], {%r1, %r2}; ret;",
        "u32[1]",
        &[7, 1],
    );
    check("mov.u32 %r1, %tid.x; mov.u32 %r2, %ntid.x; st.global.v2.u32 [%rd2], {%r1, %r2}; exit;", "u32[1]", &[0, 1]);
}

#[test]
fn variables_of_every_space() {
    let declared = ".const .align 4 .f32 c[2] = {0f3F800000, 2.5};\n.global .align 4 .b8 g[] = {1, 2, 3, 4, 0xff};\n.global .u64 p = generic(g);\n.shared .b32 s[2];";
    let lines = ".local .align 8 .b8 depot[16]; .reg .b64 %SP; mov.u64 %SP, depot; cvta.local.u64 %SP, %SP;\n\
                 mov.u64 %rd3, c; ld.const.f32 %f1, [%rd3+4]; st.f32 [%SP+8], %f1; ld.local.u32 %r1, [depot+8];\n\
                 ld.global.u64 %rd4, [p]; ld.u8 %r2, [%rd4+4]; st.shared.u32 [s+4], %r2; ld.shared.b32 %r3, [s+4];\n\
                 isspacep.shared %p1, %rd4; isspacep.global %p2, %rd4; xor.pred %p1, %p1, %p2; selp.u32 %r3, %r3, 0, %p1;\n\
                 st.global.v2.u32 [%rd2], {%r1, %r3}; ret;";
    assert_eq!(run(&kernel(declared, lines), &["u32[1]", "u32[2]"]), Ok(vec![0x4020_0000, 0xff]));
}

#[test]
fn functions_call_one_another() {
    let declared = ".func (.param .b32 r) twice(.param .b32 a);\n\
        .func (.reg .f32 d) one(.reg .f32 a) { add.f32 d, a, 0f3F800000; ret; }\n\
        .func (.param .b32 r) twice(.param .b32 a) { .reg .f32 x, y; ld.param.f32 x, [a]; add.f32 x, x, x; call (y), one, (x); st.param.f32 [r], y; ret; }";
    let lines = "ld.global.f32 %f1, [%rd1];\n{ .param .b32 p0; st.param.f32 [p0+0], %f1; .param .b32 r0; call.uni (r0), twice, (p0); ld.param.f32 %f2, [r0+0]; }\n\
                 st.global.f32 [%rd2], %f2; ret;";
    assert_eq!(run(&kernel(declared, lines), &["f32[1.5,]", "f32[1]"]), Ok(vec![0x4080_0000]));
    // A function that calls itself without an end.
    let endless = ".func f() { call f; ret; }";
    assert_eq!(run(&kernel(endless, "call f; ret;"), &["f32[1]", "f32[1]"]), Err(("depth", 4)));
}

#[test]
fn a_run_stops_at_its_line() {
    let stops = |lines: &str, code: &'static str, line: usize| {
        assert_eq!(run(&kernel("", lines), &["u32[2]", "u32[2]"]), Err((code, line)), "{lines}");
    };
    stops("bar.sync 0;\nret;", "not-modelled", 10);
    stops("mov.u32 %r1, 1;\natom.global.add.u32 %r1, [%rd1], 1;", "not-modelled", 11);
    stops("ld.global.u32 %r1, [%rd1+8];", "wild-address", 10);
    stops("mov.u64 %rd1, 0;\nst.global.u32 [%rd1], %r1;", "wild-address", 11);
    stops("ld.global.u32 %r1, [%rd1+2];", "wild-address", 10);
    stops("ld.shared.u32 %r1, [%rd1];", "wild-address", 10);
    stops("ld.global.v2.u32 {%r1, %r2}, [%rd1+4];", "wild-address", 10);
    stops("L: bra L;", "limit", 10);
    stops("mov.u32 %r1, 0;\ndiv.u32 %r1, %r1, %r1;", "division", 11);
    stops("add.f32 %f1, %f1, %rd1;", "register-type", 10);
    stops("mov.u32 %r1, %nosuch;", "undeclared", 10);
    stops("mov.u32 %r1, %clock;", "not-modelled", 10);
    stops("bra NOWHERE;", "label", 10);
    // What is never reached stops nothing.
    check("setp.eq.u32 %p1, 0, 1; @%p1 bar.sync 0; st.global.u32 [%rd2], 3; ret; bar.sync 0;", "u32[1]", &[3, 0]);
}

#[test]
fn comparisons_join_with_predicates() {
    // One bit for each relation of two numbers.
    let of = |own: &str, register: &str, a: &str, b: &str, relations: &[&str]| {
        let mut lines = format!("mov.{own} {register}1, {a}; mov.{own} {register}2, {b}; mov.u32 %r1, 0;\n");
        for (place, relation) in relations.iter().enumerate() {
            lines += &format!("setp.{relation}.{own} %p1, {register}1, {register}2; @%p1 or.b32 %r1, %r1, {};\n", 1 << place);
        }
        run(&kernel("", &(lines + "st.global.u32 [%rd2], %r1; ret;")), &["u32[1]", "u32[1]"]).unwrap()[0]
    };
    let floats = ["eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"];
    let (less, equal, greater) = ([1, 2, 3, 7, 8, 9, 12], [0, 3, 5, 6, 9, 11, 12], [1, 4, 5, 7, 10, 11, 12]);
    let unordered = [6, 7, 8, 9, 10, 11, 13];
    let cases = [("1.0", "2.0", less), ("-1.0", "1.0", less), ("2.0", "2.0", equal), ("0.0", "-0.0", equal), ("-1.0", "-2.0", greater)];
    for (a, b, places) in cases.into_iter().chain([("0f7FC00000", "2.0", unordered), ("1.0", "0fFFFFFFFF", unordered)]) {
        // The relations in the order of the list, the first lowest.
        assert_eq!(of("f32", "%f", a, b, &floats), places.iter().map(|place| 1 << place).sum::<u64>(), "{a} {b}");
    }
    let integers = ["eq", "ne", "lt", "le", "gt", "ge"];
    assert_eq!(of("s32", "%r", "-1", "1", &integers[..2]), 0b10);
    let joined = "setp.lt.u32 %p1|%p2, 1, 2; setp.eq.and.u32 %p3|%p4, 1, 2, %p1; setp.eq.or.u32 %p1, 1, 2, !%p2;\n\
                  selp.u32 %r1, 1, 0, %p3; selp.u32 %r2, 1, 0, %p4; @%p1 add.u32 %r2, %r2, 2; st.global.v2.u32 [%rd2], {%r1, %r2}; ret;";
    check(joined, "u32[1]", &[0, 3]);
    check(
        "set.gt.u32.f32 %r1, 0f40000000, 0f3F800000; set.lt.f32.s32 %f1, -1, 1; st.global.u32 [%rd2], %r1; st.global.f32 [%rd2+4], %f1; ret;",
        "u32[1]",
        &[0xffff_ffff, 0x3f80_0000],
    );
    check("slct.u32.f32 %r1, 5, 6, 0f80000000; slct.u32.s32 %r2, 5, 6, -1; st.global.v2.u32 [%rd2], {%r1, %r2}; ret;", "u32[1]", &[5, 6]);
    // A subnormal number is less than nothing, unless it is flushed.
    check(
        "setp.lt.f32 %p1, 0f80000001, 0f00000000; setp.lt.ftz.f32 %p2, 0f80000001, 0f00000000; selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 1, 0, %p2; st.global.v2.u32 [%rd2], {%r1, %r2}; ret;",
        "u32[1]",
        &[1, 0],
    );
}

#[test]
fn carries_run_through_long_numbers() {
    let mut random = Random::new(7);
    let module = kernel(
        "",
        "ld.global.v2.u32 {%r1, %r2}, [%rd1]; ld.global.v2.u32 {%r3, %r4}, [%rd1+8];\n\
         add.cc.u32 %r5, %r1, %r3; addc.cc.u32 %r6, %r2, %r4; addc.u32 %r7, 0, 0; st.global.v2.u32 [%rd2], {%r5, %r6}; st.global.u32 [%rd2+8], %r7;\n\
         sub.cc.u32 %r5, %r1, %r3; subc.cc.u32 %r6, %r2, %r4; subc.u32 %r7, 0, 0; st.global.u32 [%rd2+12], %r7; st.global.v2.u32 [%rd2+16], {%r5, %r6};\n\
         mul.lo.u32 %r5, %r1, %r3; mul.hi.u32 %r6, %r1, %r3; mad.lo.cc.u32 %r6, %r1, %r4, %r6; madc.hi.u32 %r7, %r1, %r4, 0;\n\
         mad.lo.cc.u32 %r6, %r2, %r3, %r6; madc.hi.cc.u32 %r7, %r2, %r3, %r7; addc.u32 %r8, 0, 0; mad.lo.cc.u32 %r7, %r2, %r4, %r7; madc.hi.u32 %r8, %r2, %r4, %r8;\n\
         st.global.v2.u32 [%rd2+24], {%r5, %r6}; st.global.v2.u32 [%rd2+32], {%r7, %r8}; ret;",
    );
    for step in 0..200 {
        let [a, b] = [random.word(), random.word()].map(|bits| if step % 4 == 0 { bits | 0xffff_ffff } else { bits });
        let given = format!("u64[{a},{b}]");
        let out = run(&module, &[&given, "u32[10]"]).unwrap();
        let pair = |at: usize| out[at] | out[at + 1] << 32;
        let (sum, carry) = a.overflowing_add(b);
        let (difference, borrow) = a.overflowing_sub(b);
        assert_eq!((pair(0), out[2]), (sum, carry.into()), "{a:x} + {b:x}");
        assert_eq!((pair(4), out[3]), (difference, if borrow { 0xffff_ffff } else { 0 }), "{a:x} - {b:x}");
        assert_eq!(u128::from(pair(6)) | u128::from(pair(8)) << 64, u128::from(a) * u128::from(b), "{a:x} * {b:x}");
    }
}

/// The square root of each number, for as many threads as there are numbers.
const ROOT: &str = ".version 8.0 .target sm_90 .address_size 64\n\
    .visible .entry root(.param .u64 x, .param .u64 y, .param .u32 n) {\n\
    .reg .f32 %f<6>; .reg .b32 %r<4>; .reg .b64 %rd<6>; .reg .pred %p<2>;\n\
    ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x; setp.ge.u32 %p1, %r2, %r1; @%p1 ret;\n\
    mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3; ld.global.f32 %f1, [%rd4];\n\
    sqrt.rn.f32 %f2, %f1; st.global.f32 [%rd5], %f2; ret; }";

#[test]
fn a_kernel_is_a_curve() {
    let module = Module::read(ROOT, &Context::default());
    let curve = Curve::new(&module, module.entry(Some("root")).unwrap(), 1000).unwrap();
    let mut random = Random::new(3);
    for bits in (0..2000).map(|_| random.word() as u32).chain([0, 0x8000_0000, 0x7f80_0000, 1]) {
        let alone = run(ROOT, &[&format!("u32[{bits},]"), "f32[1]", "1"]).unwrap()[0];
        assert_eq!(u64::from(curve.evaluate(bits)), alone, "{bits:08x}");
        let root = f32::from_bits(bits).sqrt();
        assert!(root.is_nan() || u64::from(root.to_bits()) == alone, "{bits:08x}");
    }
    assert!(curve.stopped().is_none());
    for lines in ["ret;", "st.global.f32 [%rd2], 0f3F800000; ret;", "ld.global.f32 %f1, [%rd1]; ret;", "bar.sync 0;"] {
        let module = Module::read(&kernel("", lines), &Context::default());
        assert!(Curve::new(&module, 0, 1000).is_err(), "{lines}");
    }
}

/// What a kernel gives for some operands as a curve; or why it is none, or the first operand for which it stopped, and why.
fn curve(text: &str, operands: &[f32]) -> Result<Vec<f32>, String> {
    let module = Module::read(text, &Context::default());
    let curve = Curve::new(&module, module.entry(None)?, 1000)?;
    let results = operands.iter().map(|x| f32::from_bits(curve.evaluate(x.to_bits()))).collect();
    curve.stopped().map_or(Ok(results), |(bits, stop)| Err(format!("{bits:08x}: {}", stop.message)))
}

#[test]
fn every_operand_finds_the_memory_of_the_first() {
    // A count in a variable, a number in a thread's own memory before the operand is read, a sum in the result's place.
    let count = "ld.global.u32 %r1, [count]; ld.global.f32 %f1, [%rd1]; add.u32 %r1, %r1, 1; st.global.u32 [count], %r1;\n\
                 cvt.rn.f32.u32 %f2, %r1; add.f32 %f1, %f1, %f2; st.global.f32 [%rd2], %f1; ret;";
    assert_eq!(curve(&kernel(".global .u32 count;", count), &[1.0, 2.0, 3.0]), Ok(vec![2.0, 3.0, 4.0]));
    let own = ".local .f32 own[1]; st.local.f32 [own], 0f40400000; ld.global.f32 %f1, [%rd1]; ld.local.f32 %f2, [own];\n\
               st.local.f32 [own], %f1; add.f32 %f1, %f1, %f2; st.global.f32 [%rd2], %f1; ret;";
    assert_eq!(curve(&kernel("", own), &[1.0, 2.0]), Ok(vec![4.0, 5.0]));
    // A function that ends the thread leaves nothing behind.
    let ends = ".func f() { .local .b8 own[20000000]; exit; }";
    let lines = "ld.global.f32 %f1, [%rd1]; st.global.f32 [%rd2], %f1; call f; ret;";
    assert_eq!(curve(&kernel(ends, lines), &[1.0; 40]), Ok(vec![1.0; 40]));
    // What guards keep from being read is not read.
    let guarded = "setp.ne.u32 %p1, 0, 0; @%p1 ld.global.f32 %f1, [%rd2]; ld.global.f32 %f2, [%rd1]; st.global.f32 [%rd2], %f2; ret;";
    assert_eq!(curve(&kernel("", guarded), &[5.0]), Ok(vec![5.0]));
}

#[test]
fn a_second_operand_is_refused() {
    let two = "ld.global.f32 %f1, [%rd1]; ld.global.f32 %f2, [%rd2]; add.f32 %f1, %f1, %f2; st.global.f32 [%rd2], %f1; ret;";
    let refused = curve(&kernel("", two), &[]).unwrap_err();
    assert!(refused.contains("it reads `out` too, and is no function of one single."), "{refused}");
    // Only for negative numbers; and no operand after it has a result.
    let at_times =
        "ld.global.f32 %f1, [%rd1]; setp.lt.f32 %p1, %f1, 0f00000000; @%p1 ld.global.f32 %f1, [%rd2]; st.global.f32 [%rd2], %f1; ret;";
    assert_eq!(curve(&kernel("", at_times), &[1.0, 2.0]), Ok(vec![1.0, 2.0]));
    let refused = curve(&kernel("", at_times), &[1.0, -2.0, 3.0]).unwrap_err();
    assert!(refused.starts_with("c0000000: From here on it reads `out` too"), "{refused}");
    let module = Module::read(&kernel("", at_times), &Context::default());
    let stopped = Curve::new(&module, 0, 1000).unwrap();
    assert_eq!([0xc000_0000, 0x3f80_0000].map(|bits| stopped.evaluate(bits)), [0x7fff_ffff; 2]);
}

#[test]
fn many_lines_take_little_memory() {
    let mut lines = "ld.global.f32 %f1, [%rd1]; mov.u32 %r1, 3;\nL:\n".to_owned();
    for at in 0..20_000 {
        lines += &format!("add.f32 %g{}, %f1, %f1;\n", at);
    }
    lines += "sub.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra L; st.global.f32 [%rd2], %g19999; ret;";
    let text = kernel("", &format!(".reg .f32 %g<20000>; {lines}"));
    let module = Module::read(&text, &Context::default());
    let curve = Curve::new(&module, 0, 100_000).unwrap();
    assert_eq!(curve.evaluate(0x4000_0000), 0x4080_0000);
}

#[test]
fn memory_has_an_end() {
    let deep = ".func f() { .local .b8 own[20000000]; st.local.u8 [own], 1; call f; ret; }";
    assert_eq!(run(&kernel(deep, "call f; ret;"), &["f32[1]", "f32[1]"]), Err(("memory", 4)));
    let module = Module::read(&kernel("", "ret;"), &Context::default());
    let large = || Argument::read("u64[20000000]").unwrap();
    let mut machine = Machine::new(&module, 0, Launch::default(), 10);
    let full = give(&mut machine, &module, &[large(), large()]).unwrap_err();
    assert!(full.contains("more than 268435456 bytes together"), "{full}");
}

#[test]
fn arguments_are_refused_with_their_place() {
    for (text, says) in [
        ("f32[999999999999]", "wants 999999999999 numbers; 33554432 are the most"),
        ("f32[99999999999999999999999]", "wants 99999999999999999999999 numbers"),
        ("u8[200000000]", "wants 200000000 numbers"),
        ("f32[]", "`f32[]` is empty"),
        ("f32[1,,2]", "Number 2 of `f32[1,,2]`: a number is missing."),
        ("f32[,]", "Number 1 of `f32[,]`: a number is missing."),
        ("f32[1,x]", "Number 2 of `f32[1,x]`: `x` "),
        ("s64[-18446744073709551615,]", "`-18446744073709551615` does not fit into s64"),
        ("s64[-9223372036854775809,]", "does not fit into s64"),
        ("s32[2147483648,]", "`2147483648` does not fit into s32"),
        ("u32[4294967296,]", "does not fit into u32"),
        ("u32[+1,]", "`+1` is no integer"),
        ("f32[1", "is no list"),
    ] {
        let error = Argument::read(text).map(|_| ()).unwrap_err();
        assert!(error.to_lowercase().contains(&says.to_lowercase()), "{text}: {error}");
    }
    let list = |text: &str| match Argument::read(text) {
        Ok(Argument::List(_, bits)) => bits,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(list("s64[-9223372036854775808, 0xffffffffffffffff]"), [1 << 63, u64::MAX]);
    assert_eq!(list("u32[-1, 0xffffffff, 7]"), [0xffff_ffff, 0xffff_ffff, 7]);
    let text = ".version 8.0 .target sm_90 .address_size 64 .entry k(.param .u32 n, .param .align 8 .b8 s[16]) { ret; }";
    let module = Module::read(text, &Context::default());
    let given = |arguments: [&str; 2]| {
        let mut machine = Machine::new(&module, 0, Launch::default(), 10);
        give(&mut machine, &module, &arguments.map(|text| Argument::read(text).unwrap())).map(|_| ())
    };
    assert!(given(["7", "u64[1,2]"]).is_ok());
    assert!(given(["x", "u64[1,2]"]).unwrap_err().contains("`n`: `x` is no integer."));
    assert!(given(["7", "1"]).unwrap_err().contains("`s` of 16 bytes takes a list"));
}

#[test]
fn calls_and_guards_are_recorded_as_they_ran() {
    let text = kernel(
        ".func (.reg .f32 d) one(.reg .f32 a) { add.f32 d, a, 0f3F800000; ret; }",
        "ld.global.f32 %f1, [%rd1]; call (%f2), one, (%f1); setp.lt.f32 %p1, %f2, %f1; @%p1 mov.f32 %f2, %f1; st.global.f32 [%rd2], %f2; ret;",
    );
    let module = Module::read(&text, &Context::default());
    let recorded = |most: usize| {
        let mut machine = Machine::new(&module, module.entry(None).unwrap(), Launch::default(), 100);
        give(&mut machine, &module, &["f32[2,]", "f32[1]"].map(|text| Argument::read(text).unwrap())).unwrap();
        let mut keeper = Keeper::new(&module, most);
        assert_eq!(machine.run(&mut keeper), End::Finished);
        let recording = keeper.recording;
        let written = |record| recording.written(&module, record).iter().map(|held| (held.name.to_owned(), held.bits)).collect::<Vec<_>>();
        recording.records.iter().map(|record| (record.ran, written(record))).collect::<Vec<_>>()
    };
    let all = recorded(100);
    // Two parameters, the load, the call, the two lines of its function, the comparison, the line passed over, the store, the end.
    assert_eq!(all.len(), 10);
    assert_eq!(all[3], (true, vec![("%f2".to_owned(), 0x4040_0000)]));
    assert_eq!(all[7], (false, vec![]));
    assert!(all.iter().enumerate().all(|(at, (ran, _))| *ran == (at != 7)));
    for most in 0..10 {
        assert_eq!(recorded(most), all[..most], "{most}");
    }
}

/// A text cut into words, numbers, blanks and single other characters.
fn pieces(text: &str) -> Vec<&str> {
    let kind = |letter: char| match letter {
        letter if letter.is_ascii_alphanumeric() || "%_$".contains(letter) => 0,
        ' ' | '\n' => 1,
        _ => 2,
    };
    let (mut pieces, mut start, mut last) = (Vec::new(), 0, 2);
    for (at, letter) in text.char_indices() {
        if at > start && (kind(letter) != last || last == 2) {
            pieces.push(&text[start..at]);
            start = at;
        }
        last = kind(letter);
    }
    pieces.push(&text[start..]);
    pieces
}

/// Texts that are nearly modules: pieces of modules changed, taken away, doubled, and brought from elsewhere.
#[test]
fn any_text_is_read_and_run() {
    let loops = kernel(
        ".const .f32 c[2] = {1.0, 2.0};\n.func (.reg .f32 d) one(.reg .f32 a) { add.f32 d, a, 0f3F800000; ret; }",
        "mov.u32 %r1, 0;\nL: ld.global.f32 %f1, [%rd1];\n{ .reg .f32 t; .param .b32 p0; call (t), one, (%f1); mov.f32 %f1, t; }\nmov.b64 {%r2, %r3}, %rd1; setp.lt.and.u32 %p1|%p2, %r1, 8, %p2; @!%p1 bra L; prmt.b32 %r4, %r1, %r2, 0x5410; cvt.rn.f32.s32 %f2, %r4;\nts: .branchtargets L, M; @%p2 brx.idx %r1, ts; M: st.global.f32 [%rd2+4], %f2; ret;",
    );
    let memory = kernel(
        ".global .align 8 .b8 g[] = {1, 2, 3, 4, 0xff};\n.global .u64 p = generic(g);\n.func (.param .b32 r) f(.param .b32 a) { .local .f32 l[4]; .reg .f32 x; .reg .pred q; ld.param.f32 x, [a]; st.local.f32 [l+4], x; setp.gt.f32 q, x, 0f00000000; { .param .b32 b; sub.f32 x, x, 0f3F800000; st.param.f32 [b], x; .param .b32 s; @q call.uni (s), f, (b); } st.param.f32 [r], x; ret; }",
        ".local .align 8 .b8 depot[16]; .shared .b32 s[2]; mov.u64 %rd3, depot; ld.global.f32 %f1, [%rd1]; { .param .b32 a; st.param.f32 [a], %f1; .param .b32 r; call.uni (r), f, (a); ld.param.f32 %f2, [r]; }\nbfe.u32 %r1, %r2, 3, 7; bmsk.clamp.b32 %r2, %r1, %r1; shf.l.wrap.b32 %r3, %r1, %r2, 5; mad.hi.cc.s32 %r4, %r1, %r2, %r3; madc.lo.u32 %r5, %r1, %r1, 1; slct.f32.s32 %f3, %f1, %f2, %r4; selp.f32 %f4, %f3, %f1, %p1; isspacep.local %p2, %rd3; @%p2 st.v2.f32 [%rd3+8], {%f3, %f4}; ld.u64 %rd4, [p]; ld.u8 %r6, [%rd4+4]; set.le.f32.f32 %f5, %f4, %f1; fma.rn.f32 %f6, %f5, %f4, %f1; ex2.approx.ftz.f32 %f7, %f6; min.xorsign.abs.f32 %f7, %f7, %f1; st.global.f32 [%rd2], %f7; exit;",
    );
    let seeds = [ROOT.to_owned(), loops, memory];
    let foreign = "{ } ; , [ ] ( ) @ : % . + - 0 1 31 32 64 255 256 4294967295 99999999999 18446744073709551616 0x 0x80000000 0f7FC00000 0fFF800000 \" /* // é _ ! | \
        ret exit .reg .func .entry .param .local .global .const .shared .align 1048576 .pred .b8 .b16 .b32 .b64 .b128 .f16 .f32 .f64 .u8 .u16 .s64 .v2 .v4 .v8 .wide .lo .hi \
        .cc .sat .ftz .rn .relu .uni .version .target .address_size .file .loc .section .pragma .branchtargets bar.sync call bra brx.idx mov ld st cvta %tid.x %clock WARP_SZ \
        shl.b64 shr.s32 bfi.b32 szext.clamp.s32 bmsk.wrap.b32 dp4a.s32.u32 div.s32 rem.u64 brev.b32 lop3.b32 cvt.rzi.s32.f32 cvt.rn.f16.f32 tanh.approx.f32 rcp.rn.f64 < > =";
    let mut words: Vec<&str> = foreign.split_whitespace().collect();
    words.extend(["\n", " "]);
    let mut random = Random::new(11);
    let mut below = |count: usize| (random.word() % count.max(1) as u64) as usize;
    let steps = if exhaustive() { 1_000_000 } else { 5_000 };
    let (mut finished, mut slowest) = (0, Duration::ZERO);
    for _ in 0..steps {
        let own = pieces(&seeds[below(seeds.len())]);
        let other = pieces(&seeds[below(seeds.len())]);
        let mut text = own.clone();
        for _ in 0..1 + below(5) {
            let at = below(text.len() + 1);
            let end = (at + below(12)).min(text.len());
            match below(7) {
                0 => text.insert(at, words[below(words.len())]),
                1 => drop(text.drain(at..end)),
                2 => drop(text.splice(at..end.min(at + 1), [words[below(words.len())]])),
                3 => drop(text.splice(at..at, own[below(own.len())..].iter().copied().take(below(40)).collect::<Vec<_>>())),
                4 => drop(text.splice(at..end, other[below(other.len())..].iter().copied().take(below(40)).collect::<Vec<_>>())),
                5 => {
                    let to = below(text.len());
                    if at < text.len() {
                        text.swap(at, to);
                    }
                }
                _ => text.truncate(if below(20) == 0 { at } else { text.len() }),
            }
        }
        let text = text.concat();
        let begun = Instant::now();
        finished += any(&text);
        slowest = slowest.max(begun.elapsed());
    }
    if exhaustive() {
        announce(&format!("{steps} texts were read and run, the slowest in {slowest:?}; {finished} functions came to their end."));
    }
    assert!(finished > steps / 20, "{finished}");
}

/// Reads a text and runs every function of it, watched, beside itself without rounding, and as a curve: how many came to their end.
fn any(text: &str) -> u32 {
    let module = Module::read(text, &Context::default());
    for said in &module.diagnostics {
        assert!(said.span.start <= said.span.end && said.span.end <= text.len(), "{text}\n{said:?}");
    }
    let mut finished = 0;
    for entry in (0..module.functions.len()).filter(|entry| module.functions[*entry].defined) {
        let mut machine = Machine::new(&module, entry, Launch::default(), 500);
        let arguments: Vec<Argument> = module.functions[entry].parameters.iter().map(|_| Argument::read("u32[4]").unwrap()).collect();
        let _ = give(&mut machine, &module, &arguments);
        let mut keeper = Keeper::new(&module, 60);
        finished += u32::from(machine.run(&mut keeper) == End::Finished);
        assert_eq!(beside(&module, &keeper.recording).len(), keeper.recording.records.len());
        shares(&module, &keeper.recording).unwrap();
        machine.next(entry, Launch { thread: [1, 0, 0], threads: [2, 1, 1], ..Launch::default() });
        machine.run(&mut Nobody);
        let fixed = without_fixed(&module, entry);
        if let Ok(curve) = Curve::new(&fixed, entry, 500) {
            // The same number gives the same, whatever came between.
            let [first, _, again] = [0x3f80_0000, 0xc2f7_0000, 0x3f80_0000].map(|bits| curve.evaluate(bits));
            assert!(first == again || curve.stopped().is_some(), "{text}");
        }
    }
    finished
}
