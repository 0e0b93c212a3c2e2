//! Kernels: whole modules read and run, carries through long numbers, arguments, and what is recorded of a run.

use semantics::instruction::Context;
use semantics::kernel::argument::{Argument, give};
use semantics::kernel::record::RunRecorder;
use semantics::kernel::{End, Launch, Machine, Module, NoObserver};
use semantics::number::Random;

/// Runs the only kernel of a text: the bits that its last buffer holds, or the code of the stop and the line where it stands.
pub fn run(text: &str, arguments: &[&str]) -> Result<Vec<u64>, (&'static str, usize)> {
    let module = Module::read(text, &Context::default());
    let entry = module.entry(None).unwrap_or_else(|error| panic!("{error} {:?}", module.diagnostics));
    let arguments: Vec<Argument> = arguments.iter().map(|text| Argument::read(text).unwrap()).collect();
    let mut machine = Machine::new(&module, entry, Launch::default(), 100_000);
    let buffers = give(&mut machine, &module, &arguments).unwrap();
    match machine.run(&mut NoObserver) {
        End::Stopped(stop) => Err((stop.code, stop.number(&module))),
        _ => Ok(buffers.last().unwrap().numbers(&machine.memory).iter().map(|number| number.bits).collect()),
    }
}

/// A kernel with pointers `in` and `out`, both loaded, around some lines.
pub fn kernel(declared: &str, lines: &str) -> String {
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
    // A test without a property is dropped: its register keeps its bits.
    check("setp.eq.f32 %p1, %f1, %f1; testp.f32 %p1, %f1; selp.u32 %r1, 1, 0, %p1; st.global.u32 [%rd2], %r1; ret;", "f32[1]", &[1, 0]);
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
    // The window of a kernel's parameters lies in that of .global.
    check(
        "cvta.param.u64 %rd3, in; isspacep.global %p1, %rd3; isspacep.local %p2, %rd3; selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 1, 0, %p2;\n\
         st.global.v2.u32 [%rd2], {%r1, %r2}; ret;",
        "u32[1]",
        &[1, 0],
    );
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

/// Two functions, tables of their addresses, and a line that has loaded a number into %f1.
const BY_ADDRESS: &str = ".func (.param .b32 r) one(.param .b32 a);\n.func (.param .b32 r) twice(.param .b32 a);\n.global .align 8 .u64 table[3] = {0, twice, one};\n\
    .func (.param .b32 r) one(.param .b32 a) { .reg .f32 x; ld.param.f32 x, [a]; add.f32 x, x, 0f3F800000; st.param.f32 [r], x; ret; }\n\
    .func (.param .b32 r) twice(.param .b32 a) { .reg .f32 x; ld.param.f32 x, [a]; add.f32 x, x, x; st.param.f32 [r], x; ret; }";

/// Calls what %rd3 holds with 3, and stores what comes back.
fn called(how: &str, then: &str) -> String {
    format!(
        "ld.global.f32 %f1, [%rd1]; {how}\n{{ .param .b32 p; st.param.f32 [p], %f1; .param .b32 q; \
         proto: .callprototype (.param .b32 _) _ (.param .b32 _); {then} ld.param.f32 %f2, [q]; }} st.global.f32 [%rd2], %f2; ret;"
    )
}

#[test]
fn functions_are_called_by_their_addresses() {
    // As nvcc takes one from a table, hands one over, and chooses one of two.
    let call = "call (q), %rd3, (p), proto;";
    for (how, bits) in [
        ("mov.u64 %rd4, table; ld.global.u64 %rd3, [%rd4+8];", 0x40c0_0000),
        ("mov.u64 %rd4, table; ld.global.u64 %rd3, [%rd4+16];", 0x4080_0000),
        ("mov.u64 %rd3, one;", 0x4080_0000),
        ("mov.b64 %rd3, one; mov.b64 %rd4, twice; setp.gt.f32 %p1, %f1, 0f40000000; selp.b64 %rd3, %rd4, %rd3, %p1;", 0x40c0_0000),
    ] {
        assert_eq!(run(&kernel(BY_ADDRESS, &called(how, call)), &["f32[3,]", "f32[1]"]), Ok(vec![bits]), "{how}");
    }
    for then in ["list: .calltargets one, twice; call (q), %rd3, (p), list;", "call.uni (q), %rd3, (p), table;"] {
        assert_eq!(
            run(&kernel(BY_ADDRESS, &called("mov.u64 %rd3, twice;", then)), &["f32[3,]", "f32[1]"]),
            Ok(vec![0x40c0_0000]),
            "{then}"
        );
    }
}

#[test]
fn what_is_no_function_is_not_called() {
    let call = "call (q), %rd3, (p), proto;";
    for (how, then, code) in [
        // Zero, what lies beside a function, what lies behind the last one, a variable, a kernel.
        ("mov.u64 %rd4, table; ld.global.u64 %rd3, [%rd4];", call, "wild-address"),
        ("mov.u64 %rd3, one; add.s64 %rd3, %rd3, 8;", call, "wild-address"),
        ("mov.u64 %rd3, one; add.s64 %rd3, %rd3, 0x100000;", call, "wild-address"),
        ("mov.u64 %rd3, table;", call, "wild-address"),
        ("mov.u64 %rd3, k;", call, "wild-address"),
        ("mov.u64 %rd3, one; ld.global.f32 %f1, [%rd3];", call, "wild-address"),
        // What ptxas refuses too.
        ("mov.u64 %rd3, one;", "call (q), %rd3, (p);", "function"),
        ("mov.u64 %rd3, one;", "call (q), %rd3, (p), nothing;", "function"),
        ("mov.u64 %rd3, one;", "call (q), %rd3, (p), late; late: .callprototype (.param .b32 _) _ (.param .b32 _);", "function"),
        ("mov.u64 %rd3, one+8;", call, "function"),
        ("ld.global.u64 %rd3, [one];", call, "address"),
        ("cvta.to.global.u64 %rd3, %rd1;", "call (q), 5, (p), proto;", "function"),
    ] {
        let stopped = run(&kernel(BY_ADDRESS, &called(how, then)), &["f32[3,]", "f32[1]"]);
        assert_eq!(stopped.map_err(|(code, _)| code), Err(code), "{how} {then}");
    }
}

#[test]
fn a_run_stops_at_its_line() {
    let stops = |lines: &str, code: &'static str, line: usize| {
        assert_eq!(run(&kernel("", lines), &["u32[2]", "u32[2]"]), Err((code, line)), "{lines}");
    };
    stops("mbarrier.inval.b64 [%rd1];\nret;", "not-modelled", 10);
    stops("mov.u32 %r1, 1;\ntex.1d.v4.f32.s32 {%f1, %f1, %f1, %f1}, [%rd1, {%r1}];", "not-modelled", 11);
    stops("mov.u64 %rd1, 0x30000040;\natom.add.u32 %r1, [%rd1], 1;", "wild-address", 11);
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
    // Pairs of halves leave a mask or a one for each.
    check(
        "mov.b32 %r1, 0x3c00c000; mov.b32 %r2, 0x3c003c00; set.ge.u32.f16x2 %r3, %r1, %r2; set.lt.f16x2.f16x2 %r4, %r1, %r2; st.global.v2.u32 [%rd2], {%r3, %r4}; ret;",
        "u32[1]",
        &[0xffff_0000, 0x0000_3c00],
    );
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
        ("f32[999999999999]", "asks for 999999999999 numbers; a list holds 33554432 at most"),
        ("f32[99999999999999999999999]", "asks for 99999999999999999999999 numbers"),
        ("u8[200000000]", "asks for 200000000 numbers"),
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
        let mut keeper = RunRecorder::new(&module, most);
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

/// The option of targets without doubles: a note where it may stand, with no result of a line with doubles; from sm_13 on an error.
#[test]
fn doubles_are_not_mapped_to_singles() {
    let text = |target: &str, own: &str| {
        format!(
            ".version 1.4\n.target {target}, map_f64_to_f32\n.entry k(.param .u64 p)\n{{\n.reg .{own} %d<3>; .reg .u64 %a;\nld.param.u64 %a, [p];\nld.global.{own} %d0, [%a];\nadd.{own} %d1, %d0, %d0;\nst.global.{own} [%a], %d1;\nexit;\n}}\n"
        )
    };
    let said = |target: &str, own: &str| {
        let module = Module::read(&text(target, own), &Context::default());
        module.diagnostics.into_iter().map(|one| (one.code, one.is_error())).collect::<Vec<_>>()
    };
    assert_eq!(said("sm_12", "f32"), [("directive", false)]);
    assert_eq!(said("sm_12", "f64")[0], ("directive", false));
    assert!(said("sm_12", "f64").contains(&("needs-target", true)));
    assert_eq!(said("sm_13", "f32"), [("directive", true)]);
    assert_eq!(said("sm_90", "f64")[0], ("directive", true));
}
