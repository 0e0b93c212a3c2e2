//! A kernel's run beside the same run with nothing rounded: which numbers keep their exact companions, and where an error comes from.

use semantics::anomalies::{Anomaly, findings};
use semantics::instruction::Context;
use semantics::kernel::argument::{Argument, give};
use semantics::kernel::record::{Recording, RunRecorder};
use semantics::kernel::{End, Launch, Machine, Module};
use semantics::shadow::{Beside, beside, shares};

/// Runs lines for one operand: the module and what was recorded.
fn recorded(declared: &str, lines: &str, operand: &str) -> (Module, Recording) {
    let text = format!(
        ".version 8.8\n.target sm_100\n.address_size 64\n{declared}\n.visible .entry k(.param .u64 in, .param .u64 out)\n{{\n\
         .reg .f32 %f<9>; .reg .b16 %h<5>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<5>;\n\
         ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nld.global.f32 %f1, [%rd1];\n{lines}\nst.global.f32 [%rd2], %f8;\nret;\n}}\n"
    );
    let module = Module::read(&text, &Context::default());
    assert!(module.diagnostics.is_empty(), "{:?}", module.diagnostics);
    let mut machine = Machine::new(&module, module.entry(None).unwrap(), Launch::default(), 10_000);
    give(&mut machine, &module, &[operand, "f32[1]"].map(|text| Argument::read(text).unwrap())).unwrap();
    let mut keeper = RunRecorder::new(&module, 10_000);
    assert_eq!(machine.run(&mut keeper), End::Finished, "{lines}");
    let recording = keeper.recording;
    (module, recording)
}

/// What stands beside the last line that computes.
fn last(declared: &str, lines: &str, operand: &str) -> Beside {
    let (module, recording) = recorded(declared, lines, operand);
    beside(&module, &recording).into_iter().flatten().last().unwrap()
}

/// 1 + 2^-30, which rounds to 1, less 1: what is left of a companion, where it is kept.
const TINY: &str = "add.f32 %f2, %f1, 0f30800000;";

#[track_caller]
fn keeps(declared: &str, lines: &str, keeps: bool) {
    let beside = last(declared, &format!("{TINY} {lines} sub.f32 %f8, %f3, 0f3F800000;"), "f32[1,]");
    let exact = beside.exact().unwrap();
    assert!(if keeps { exact.starts_with("9.3132257") } else { exact == "0" }, "{lines} {exact}");
}

#[test]
fn companions_follow_what_moves_a_number() {
    keeps("", "mov.f32 %f3, %f2;", true);
    keeps("", "mov.b32 %r1, %f2; mov.b32 %f3, %r1;", true);
    keeps(".global .f32 g;", "st.global.f32 [g], %f2; ld.global.f32 %f3, [g];", true);
    keeps("", ".local .v2 .f32 l; st.local.v2.f32 [l], {%f1, %f2}; ld.local.f32 %f3, [l+4];", true);
    keeps(".func (.reg .f32 d) same(.reg .f32 a) { mov.f32 d, a; ret; }", "call (%f3), same, (%f2);", true);
    // In parts, and whole again.
    keeps("", "mov.b32 {%h1, %h2}, %f2; mov.b32 %f3, {%h1, %h2};", true);
    // Code that computes with bits, or puts others in their place, gives what they stand for.
    keeps("", "mov.b32 %r1, %f2; add.u32 %r1, %r1, 0; mov.b32 %f3, %r1;", false);
    keeps("", "mov.b32 %r1, %f2; and.b32 %r1, %r1, 0x7fffffff; mov.b32 %f3, %r1;", false);
    keeps("", "mov.b32 {%h1, %h2}, %f2; mov.b32 %f3, {%h2, %h1}; mov.b32 {%h1, %h2}, %f3; mov.b32 %f3, {%h2, %h1};", false);
    keeps("", "mov.b32 %r1, %f2; set.eq.f32.u32 %r1, 1, 1; mov.b32 %f3, %r1;", false);
    keeps(".global .f32 g;", "st.global.f32 [g], %f2; st.global.u8 [g+3], 0x3f; ld.global.f32 %f3, [g];", false);
    keeps(".func (.reg .f32 d) one(.reg .f32 a) { mov.b32 d, 0x3f800000; ret; }", "call (%f2), one, (%f2); mov.f32 %f3, %f2;", false);
}

#[test]
fn a_number_knows_the_line_that_computed_it() {
    // Through memory and a choice; what was read and constants come from no line.
    let lines = "add.f32 %f2, %f1, %f1; mul.f32 %f3, %f2, %f1; st.global.f32 [%rd2], %f3; ld.global.f32 %f4, [%rd2]; setp.ne.u32 %p1, 1, 0; \
                 selp.f32 %f5, %f4, %f1, %p1; fma.rn.f32 %f8, %f5, 0f3F800000, %f2;";
    let (module, recording) = recorded("", lines, "f32[1.5]");
    let from: Vec<[Option<u32>; 3]> =
        beside(&module, &recording).into_iter().flatten().filter(|one| one.exact().is_some()).map(|one| one.from).collect();
    assert_eq!(from, [[None; 3], [Some(3), None, None], [Some(4), None, Some(3)]]);
}

#[test]
fn a_selection_takes_the_companion_that_its_predicate_says() {
    // Both sources are 1, one of them after a rounding.
    for (chosen, keeps_it) in [(1, true), (0, false)] {
        keeps("", &format!("setp.ne.u32 %p1, {chosen}, 0; selp.f32 %f3, %f2, %f1, %p1;"), keeps_it);
        keeps("", &format!("setp.eq.u32 %p1, {chosen}, 0; selp.f32 %f3, %f1, %f2, %p1;"), keeps_it);
        keeps("", &format!("slct.f32.s32 %f3, %f2, %f1, {};", chosen - 1), keeps_it);
        keeps("", &format!("slct.f32.f32 %f3, %f1, %f2, {}.5;", -chosen), keeps_it);
    }
}

#[test]
fn a_function_that_calls_itself_keeps_its_numbers_apart() {
    // The inner call rounds 2 + 2^-30, the outer one finds its own 1 + 2^-30 again.
    let declared = ".func (.reg .f32 d) f(.reg .f32 a, .reg .u32 n) { .reg .f32 x, y; .reg .pred p; add.f32 x, a, 0f30800000; mov.f32 d, x;\n\
        setp.eq.u32 p, n, 0; @p ret; add.f32 y, a, 0f3F800000; call (y), f, (y, 0); mov.f32 d, x; ret; }";
    keeps(declared, "call (%f3), f, (%f1, 1);", true);
}

#[test]
fn minima_and_maxima_without_rounding_have_their_modifiers() {
    let exact = |lines: &str, operand: &str| last("", lines, operand).exact().unwrap();
    let none = |lines: &str, operand: &str| {
        let beside = last("", lines, operand);
        assert_eq!(beside.own.to_string(), "+0.000 ulp", "{lines} {beside:?}");
        beside.exact().unwrap()
    };
    assert_eq!(none("min.xorsign.abs.f32 %f8, %f1, 0f40400000;", "f32[-5,]"), "-3.0");
    assert_eq!(none("max.xorsign.abs.f32 %f8, %f1, 0fC0400000;", "f32[-5,]"), "5.0");
    assert_eq!(none("max.xorsign.abs.f32 %f8, %f1, 0f40400000;", "f32[-5,]"), "-5.0");
    assert_eq!(none("min.f32 %f8, %f1, 0f40400000, 0fC1000000;", "f32[-5,]"), "-8.0");
    assert_eq!(none("max.abs.f32 %f8, %f1, 0f40400000, 0fC1000000;", "f32[-5,]"), "8.0");
    assert_eq!(exact("cvt.rn.f16.f32 %h1, %f1; fma.rn.relu.f16 %h2, %h1, %h1, %h1; cvt.f32.f16 %f8, %h2;", "f32[-0.5,]"), "0");
    assert_eq!(none("cvt.rn.f16.f32 %h1, %f1; fma.rn.relu.f16 %h2, %h1, %h1, %h1; cvt.f32.f16 %f8, %h2;", "f32[2,]"), "6.0");
}

#[test]
fn a_whole_number_that_is_read_off_the_bits_is_meant() {
    // What nvcc makes of expf: 2^j from the bits of j + 1.5·2^23 + 127, 2^f from the unit, f = x·log2(e) - j.
    let lines = "mov.f32 %f3, 0f4B400001;\nfma.rn.f32 %f2, %f1, 0f3BBB989D, 0f3F000000;\ncvt.sat.f32.f32 %f2, %f2;\nfma.rm.f32 %f3, %f2, 0f437C0000, %f3;\n\
        add.f32 %f4, %f3, 0fCB40007F;\nneg.f32 %f4, %f4;\nfma.rn.f32 %f5, %f1, 0f3FB8AA3B, %f4;\nfma.rn.f32 %f5, %f1, 0f32A57060, %f5;\n\
        mov.b32 %r1, %f3;\nshl.b32 %r1, %r1, 23;\nmov.b32 %f6, %r1;\nex2.approx.ftz.f32 %f7, %f5;\nmul.f32 %f8, %f7, %f6;";
    for (operand, exact) in [("f32[0.3,]", "1.3498588"), ("f32[-7.7,]", "0.000452827"), ("f32[20,]", "485165195.")] {
        let (module, recording) = recorded("", lines, operand);
        let all: Vec<Beside> = beside(&module, &recording).into_iter().flatten().collect();
        let last = all.last().unwrap();
        assert!(last.exact().unwrap().starts_with(exact), "{operand} {last:?}");
        assert!(last.whole.size() < 1500 && all.iter().all(|one| one.cancelled == 0), "{operand} {last:?}");
    }
    // A sum that grew to the same size is rounded, not read.
    let grown = "add.f32 %f2, %f1, 0f4B000000;\nadd.f32 %f8, %f2, 0f3E800000;";
    assert_eq!(last("", grown, "f32[4194304,]").own.to_string(), "−0.250 ulp");
}

#[test]
fn an_error_that_is_caught_on_purpose_is_told_from_digits_that_cancel() {
    // The product's own error, and the discriminant of two roots that are close.
    let caught = last("", "mul.rn.f32 %f2, %f1, %f1;\nneg.f32 %f3, %f2;\nfma.rn.f32 %f8, %f1, %f1, %f3;", "f32[1.1,]");
    assert!(caught.is_residual && caught.cancelled == 0, "{caught:?}");
    let lines = "add.f32 %f2, %f1, 0f33800000;\nmul.f32 %f3, %f2, 0f3F800000;\nneg.f32 %f3, %f3;\nfma.rn.f32 %f8, %f1, 0f3F800001, %f3;";
    let lost = last("", lines, "f32[1,]");
    assert!(!lost.is_residual && lost.cancelled == 23, "{lost:?}");
}

#[test]
fn the_error_of_a_result_is_shared_among_its_lines() {
    // Two roundings below the last place of the third line's result, which rounds by itself.
    let lines = "add.f32 %f2, %f1, 0f33000000;\nmul.rn.f32 %f3, %f2, 0f3F000000;\nadd.f32 %f4, %f3, 0f33C00000;\nmov.f32 %f8, %f4;";
    let (module, recording) = recorded("", lines, "f32[1,]");
    let shares = shares(&module, &recording).unwrap();
    let said: Vec<(usize, String)> = shares
        .iter()
        .map(|share| {
            let (_, line) = recording.line(&module, &recording.records[share.stored]).unwrap();
            assert!(module.text[line.span.start as usize..].starts_with("st.global.f32 [%rd2], %f8"));
            let line = &module.functions[share.function as usize].lines[share.line as usize];
            (module.line_number(line.span.start as usize), share.error.to_string())
        })
        .collect();
    // 1 + 2^-25 loses 2^-25, half of it is a quarter of an ulp of a half; the product loses nothing; 0.5 + 1.5·2^-24 is half an ulp
    // and a quarter off.
    assert_eq!(said, [(13, "+0.500 ulp".to_owned()), (11, "−0.250 ulp".to_owned())]);
    // All roundings together are what stands beside the last line.
    let beside = beside(&module, &recording).into_iter().flatten().last().unwrap();
    assert_eq!(beside.whole.to_string(), "+0.250 ulp");
}

/// What is found in the lines of a kernel.
fn found(lines: &str) -> Vec<Vec<Anomaly>> {
    let text = format!(".entry k()\n{{ .reg .f32 %f<9>; .reg .pred %p<3>;\n{lines}\nret;\n}}");
    let module = Module::read(&text, &Context::default());
    let mut machine = Machine::new(&module, 0, Launch::default(), 100);
    let mut keeper = RunRecorder::new(&module, 100);
    machine.run(&mut keeper);
    let recording = &keeper.recording;
    let beside = beside(&module, recording);
    recording.records.iter().zip(&beside).map(|(record, beside)| findings(&module, recording, record, beside.as_ref())).collect()
}

#[test]
fn what_is_remarkable_is_found_where_it_comes_to_be() {
    let all = found(
        "mov.f32 %f1, 0f7F7FFFFF;\nadd.f32 %f2, %f1, %f1;\nsub.f32 %f3, %f2, %f2;\nadd.f32 %f3, %f3, %f1;
        mul.ftz.f32 %f4, 0f00800000, 0f3F000000;\nadd.ftz.f32 %f5, 0f00000001, 0f3F800000;\nsub.f32 %f6, 0f3F800001, 0f3F800000;",
    );
    let expected = [
        vec![],
        vec![Anomaly::InfinityBorn],
        vec![Anomaly::NanBorn],
        vec![],
        vec![Anomaly::ResultFlushed],
        vec![Anomaly::OperandFlushed],
        vec![Anomaly::Cancelled(23)],
        vec![],
    ];
    assert_eq!(all, expected);
}

#[test]
fn a_comparison_that_rounding_turns_is_found() {
    // 1 + 2^-24 is 1 when rounded, and larger when not.
    let all = found("add.f32 %f1, 0f3F800000, 0f33800000;\nsetp.gt.f32 %p1, %f1, 0f3F800000;\nsetp.ge.f32 %p2, %f1, 0f3F800000;");
    assert_eq!((&all[1], &all[2]), (&vec![Anomaly::OtherWay], &vec![]));
}
