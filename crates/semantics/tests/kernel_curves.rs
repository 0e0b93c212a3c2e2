//! Kernels as curves: functions of one number or of two, asked many times.

use crate::kernel::{kernel, run};
use semantics::instruction::Context;
use semantics::kernel::{Curve, Module};
use semantics::number::Random;

/// The square root of each number, for as many threads as there are numbers.
pub const ROOT: &str = ".version 8.0 .target sm_90 .address_size 64\n\
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
    curve.stopped().map_or(Ok(results), |(operands, stop)| Err(format!("{operands:08x?}: {}", stop.message)))
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
    assert!(refused.starts_with("[c0000000]: From here on it reads `out` too"), "{refused}");
    let module = Module::read(&kernel("", at_times), &Context::default());
    let stopped = Curve::new(&module, 0, 1000).unwrap();
    assert_eq!([0xc000_0000, 0x3f80_0000].map(|bits| stopped.evaluate(bits)), [0x7fff_ffff; 2]);
}

#[test]
fn a_kernel_of_two_numbers_is_one_too() {
    let text = ".version 8.0 .target sm_90 .address_size 64\n.visible .entry k(.param .u64 x, .param .f32 y, .param .u64 out) {\n\
        .reg .f32 a, b; .reg .b64 p, q; ld.param.u64 p, [x]; ld.param.u64 q, [out];\n\
        ld.param.f32 b, [y]; ld.f32 a, [p]; sub.f32 a, a, b; st.f32 [q], a; ret; }";
    let module = Module::read(text, &Context::default());
    let curve = Curve::<u32>::of(&module, 0, 1000, 2).unwrap();
    assert_eq!(curve.evaluate_all(&[5.0, 1.5].map(f32::to_bits)), 3.5_f32.to_bits());
    assert_eq!((curve.operands(), curve.ran(), curve.lines()), (2, 7, 7));
    // One operand of it is none.
    assert!(Curve::new(&module, 0, 1000).unwrap_err().contains("is no function of one single."));
    // In place, and with a result where the second operand is looked for.
    let in_place = ".version 8.0 .target sm_90 .address_size 64\n.visible .entry k(.param .u64 x) {\n\
        .reg .f32 a; .reg .b64 p; ld.param.u64 p, [x]; ld.f32 a, [p]; st.f32 [p], a; ret; }";
    for text in [in_place, &kernel("", "ld.global.f32 %f1, [%rd1]; st.global.f32 [%rd2], %f1; ret;")] {
        let module = Module::read(text, &Context::default());
        let refused = Curve::<u32>::of(&module, 0, 1000, 2).unwrap_err();
        assert!(refused.contains("does not read two singles, its first parameters"), "{refused}");
    }
}

#[test]
fn a_kernel_of_doubles_is_one_too() {
    let text = ".version 8.0 .target sm_90 .address_size 64\n.visible .entry k(.param .u64 x, .param .f64 y, .param .u64 out) {\n\
        .reg .f64 a, b; .reg .b64 p, q; ld.param.u64 p, [x]; ld.param.u64 q, [out];\n\
        ld.param.f64 b, [y]; ld.f64 a, [p]; sub.f64 a, a, b; st.f64 [q], a; ret; }";
    let module = Module::read(text, &Context::default());
    let curve = Curve::<u64>::of(&module, 0, 1000, 2).unwrap();
    let operands: Vec<u64> = (0..200).map(|at| (f64::from(at) / 3.0).to_bits()).collect();
    curve.evaluate_each(&operands, |at, result| {
        let [a, b] = [operands[2 * at], operands[2 * at + 1]].map(f64::from_bits);
        assert_eq!(f64::from_bits(result), a - b);
    });
    // A function of singles it is not.
    assert!(Curve::<u32>::of(&module, 0, 1000, 2).is_err());
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

/// Kernels whose operands part: a loop with a count of its own, a table of jumps, memory of each thread, a way that only some go.
const PARTING: [&str; 5] = [
    "ld.global.f32 %f1, [%rd1]; mov.b32 %r1, %f1; and.b32 %r1, %r1, 15; mov.f32 %f2, 0f00000000;\n\
     L: add.f32 %f2, %f2, %f1; sub.u32 %r1, %r1, 1; setp.gt.s32 %p1, %r1, 0; @%p1 bra L; st.global.f32 [%rd2], %f2; ret;",
    "ld.global.f32 %f1, [%rd1]; mov.b32 %r1, %f1; and.b32 %r1, %r1, 3; brx.idx %r1, T; T: .branchtargets A, B, C, A;\n\
     A: neg.f32 %f1, %f1; bra E; B: mul.f32 %f1, %f1, %f1; C: add.f32 %f1, %f1, 0f3f800000; E: st.global.f32 [%rd2], %f1; ret;",
    ".local .f32 own[4]; ld.global.f32 %f1, [%rd1]; mov.b32 %r1, %f1; and.b32 %r1, %r1, 3; mul.wide.u32 %rd3, %r1, 4; mov.u64 %rd4, own;\n\
     add.s64 %rd3, %rd3, %rd4; setp.ne.u32 %p1, %r1, 1; @%p1 st.local.f32 [%rd3], %f1; ld.local.f32 %f2, [own+8];\n\
     st.global.f32 [%rd2], %f2; setp.lt.f32 %p1, %f1, 0f00000000; @%p1 ret; fma.rm.f32 %f2, %f1, %f1, %f2; st.global.f32 [%rd2], %f2; ret;",
    // What the first operand alone writes is not there for the others.
    ".local .f32 own; ld.global.f32 %f1, [%rd1]; mov.b32 %r1, %f1; setp.eq.u32 %p1, %r1, 0x3f7fffc0; @%p1 st.local.f32 [own], %f1;\n\
     ld.local.f32 %f2, [own]; st.global.f32 [%rd2], %f2; ret;",
    // A call is each operand's alone.
    "ld.global.f32 %f1, [%rd1]; setp.gt.f32 %p1, %f1, 0f00000000; st.global.f32 [%rd2], %f1; @!%p1 ret; call twice, (%f1); ret;",
];

#[test]
fn many_operands_give_what_each_gives_alone() {
    let twice = ".global .f32 seen;\n.func twice(.reg .f32 x) { st.global.f32 [seen], x; }";
    let mut random = Random::new(5);
    let operands: Vec<u32> = (0..500).map(|at| if at < 200 { 0x3f7f_ffc0 + at } else { random.word() as u32 }).collect();
    for lines in PARTING {
        let module = Module::read(&kernel(twice, lines), &Context::default());
        let curve = Curve::new(&module, module.entry(None).unwrap(), 1000).unwrap_or_else(|why| panic!("{why} {:?}", module.diagnostics));
        let mut found = vec![0; operands.len()];
        curve.evaluate_each(&operands, |at, result| found[at] = result);
        let alone: Vec<u32> = operands.iter().map(|bits| curve.evaluate(*bits)).collect();
        assert_eq!(found, alone, "{lines}");
        let by_itself = run(&kernel(twice, lines), &[&format!("u32[{},]", operands[300]), "f32[1]"]).unwrap()[0];
        assert_eq!(u64::from(alone[300]), by_itself, "{lines}");
        assert!(curve.stopped().is_none());
    }
    // The first operand that stops is named, and those after it have no result.
    let stops = "ld.global.f32 %f1, [%rd1]; mov.b32 %r1, %f1; and.b32 %r1, %r1, 63; sub.u32 %r1, %r1, 40; cvt.u64.u32 %rd3, %r1;\n\
                 setp.eq.u32 %p1, %r1, 0; @%p1 ld.global.f32 %f1, [%rd3]; st.global.f32 [%rd2], %f1; ret;";
    let module = Module::read(&kernel("", stops), &Context::default());
    let curve = Curve::new(&module, 0, 1000).unwrap();
    let mut found = Vec::new();
    curve.evaluate_each(&operands[..100], |_, result| found.push(result));
    assert_eq!(curve.stopped().unwrap().0, [0x3f7f_ffe8]);
    assert!(
        found[..40].iter().zip(&operands).all(|(result, own)| result == own) && found[40..].iter().all(|result| *result == 0x7fff_ffff)
    );
}
