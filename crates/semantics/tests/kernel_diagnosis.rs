//! Why a kernel left other bits: kernels as nvcc writes them, changed by hand, and what is said of the result.

use crate::judge::exhaustive;
use semantics::diagnosis::kernel::witness::Witnesses;
use semantics::diagnosis::kernel::{Explanation, Inquiry, Place};
use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::{Launched, Module, NoObserver};
use semantics::number::Random;

/// `out[i] = a * x[i] + y[i]`, a thread for each.
const AXPY: &str = "\
.version 8.8
.target sm_90
.address_size 64
.visible .entry axpy(.param .u64 axpy_param_0, .param .u64 axpy_param_1, .param .u64 axpy_param_2, .param .f32 axpy_param_3)
{
	.reg .b32 %r<5>; .reg .f32 %f<5>; .reg .b64 %rd<11>;
	ld.param.u64 %rd1, [axpy_param_0];
	ld.param.u64 %rd2, [axpy_param_1];
	ld.param.u64 %rd3, [axpy_param_2];
	ld.param.f32 %f1, [axpy_param_3];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd4, %r1, 4;
	cvta.to.global.u64 %rd5, %rd1;
	add.s64 %rd6, %rd5, %rd4;
	cvta.to.global.u64 %rd7, %rd2;
	add.s64 %rd8, %rd7, %rd4;
	cvta.to.global.u64 %rd9, %rd3;
	add.s64 %rd10, %rd9, %rd4;
	ld.global.f32 %f2, [%rd6];
	ld.global.f32 %f3, [%rd8];
	fma.rn.f32 %f4, %f1, %f2, %f3;
	st.global.f32 [%rd10], %f4;
	ret;
}
";

/// `out[0] = sqrt(dx * dx + dy * dy) / (x + y + z)`, of three numbers each.
const DISTANCE: &str = "\
.version 8.8
.target sm_90
.address_size 64
.visible .entry distance(.param .u64 distance_param_0, .param .u64 distance_param_1)
{
	.reg .f32 %f<16>; .reg .b64 %rd<5>;
	ld.param.u64 %rd1, [distance_param_0];
	ld.param.u64 %rd2, [distance_param_1];
	cvta.to.global.u64 %rd3, %rd2;
	cvta.to.global.u64 %rd4, %rd1;
	ld.global.f32 %f1, [%rd4];
	ld.global.f32 %f2, [%rd4+4];
	ld.global.f32 %f3, [%rd4+8];
	mul.f32 %f5, %f2, %f2;
	fma.rn.f32 %f6, %f1, %f1, %f5;
	sqrt.rn.f32 %f7, %f6;
	add.f32 %f8, %f1, %f2;
	add.f32 %f9, %f8, %f3;
	div.rn.f32 %f10, %f7, %f9;
	st.global.f32 [%rd3], %f10;
	ret;
}
";

/// `out[0] = Σ exp(x[i]) * w`, in a loop.
const LOOP: &str = "\
.version 8.8
.target sm_90
.address_size 64
.visible .entry weigh(.param .u64 x, .param .u64 out, .param .u32 n)
{
	.reg .pred %p<2>; .reg .b32 %r<4>; .reg .f32 %f<9>; .reg .b64 %rd<4>;
	ld.param.u64 %rd1, [x];
	ld.param.u64 %rd2, [out];
	ld.param.u32 %r1, [n];
	mov.f32 %f8, 0f00000000;
	mov.u32 %r2, 0;
$L__BB0_1:
	ld.global.f32 %f1, [%rd1];
	mul.f32 %f2, %f1, 0f3FB8AA3B;
	ex2.approx.ftz.f32 %f3, %f2;
	mul.rn.f32 %f4, %f3, 0f3DCCCCCD;
	add.rn.f32 %f8, %f8, %f4;
	add.s64 %rd1, %rd1, 4;
	add.s32 %r2, %r2, 1;
	setp.lt.u32 %p1, %r2, %r1;
	@%p1 bra $L__BB0_1;
	st.global.f32 [%rd2], %f8;
	ret;
}
";

fn launched(arguments: &[&str], threads: u32) -> Launched {
    let arguments = arguments.iter().map(|text| Argument::read(text).expect("an argument")).collect();
    Launched { entry: 0, arguments, threads: [threads, 1, 1], limit: 100_000, ..Launched::default() }
}

/// The bits that a text leaves in a place.
fn bits(text: &str, launched: &Launched, place: Place) -> u64 {
    let module = Module::read(text, &Context::default());
    assert!(module.diagnostics.iter().all(|said| matches!(said.code, "joined" | "unpredicted")), "{text}\n{:?}", module.diagnostics);
    let mut threads = launched.at(&module, 0).expect("arguments");
    assert_eq!(threads.run(&mut NoObserver), None, "{text}");
    threads.buffers[place.buffer].numbers(&threads.machine.memory)[place.at].bits
}

fn explained(text: &str, launched: &Launched, place: Place, seen: u64) -> Vec<Explanation> {
    let module = Module::read(text, &Context::default());
    let mut inquiry = Inquiry::new(&module, launched.clone(), place, seen).expect("an inquiry");
    while inquiry.go_on() {}
    inquiry.found().into_iter().cloned().collect()
}

/// What was changed by hand is found, with its line; what is found gives those bits. Operands are tried until the change tells.
fn check(text: &str, launched: impl Fn(&mut Random) -> Launched, place: Place, changes: &[(&str, &str, &str)]) {
    let mut random = Random::new(4);
    for (from, to, said) in changes {
        let changed = text.replace(from, to);
        assert_ne!(changed, text, "{from}");
        let told = (0..1000).find_map(|_| {
            let launched = launched(&mut random);
            let seen = bits(&changed, &launched, place);
            (bits(text, &launched, place) != seen).then_some((launched, seen))
        });
        let (launched, seen) = told.unwrap_or_else(|| panic!("{from} -> {to}: no operands tell"));
        let found = explained(text, &launched, place, seen);
        let sentences: Vec<String> = found.iter().map(Explanation::sentence).collect();
        assert!(sentences.iter().any(|sentence| sentence.contains(said)), "{from} -> {to}: {sentences:#?}");
        for one in found.iter().filter(|one| !one.lines.is_empty()) {
            assert_eq!(bits(&one.text, &launched, place), seen, "{}\n{}", one.sentence(), one.text);
        }
    }
}

/// Singles between a half and one.
fn numbers(random: &mut Random, count: usize) -> String {
    let all: Vec<String> = (0..count).map(|_| format!("0x{:x}", 0x3f00_0000 | random.word() & 0x7f_ffff)).collect();
    format!("f32[{},]", all.join(", "))
}

#[test]
fn changes_of_kernels_are_found() {
    let axpy = |random: &mut Random| launched(&[&numbers(random, 4), &numbers(random, 4), "f32[4]", "0.7"], 4);
    let line = "fma.rn.f32 %f4, %f1, %f2, %f3;";
    let place = Place { buffer: 2, at: 2 };
    let split = "Line 21: the product rounded before the addition";
    check(
        AXPY,
        axpy,
        place,
        &[
            (line, "mul.rn.f32 %f4, %f1, %f2; add.rn.f32 %f4, %f4, %f3;", split),
            ("fma.rn", "fma.rz", "Line 21: rounded towards zero"),
            (line, "neg.f32 %f4, %f3; fma.rn.f32 %f4, %f1, %f2, %f4;", "%f3 negated"),
        ],
    );
    // What ptxas joins may have been kept apart.
    let apart = "mul.f32 %f5, %f1, %f2;\n\tadd.f32 %f4, %f5, %f3;";
    let joined = AXPY.replace(line, apart).replace("%f<5>", "%f<6>");
    check(&joined, axpy, place, &[(".target sm_90", ".target sm_90 // -fmad=false", "Line 22: the product rounded before the addition")]);
    let tiny = |_: &mut Random| launched(&["f32[0x00400000,]", "f32[0x00000001,]", "f32[1]", "0.5"], 1);
    let flushed = "subnormal operands and results flushed to zero";
    check(AXPY, tiny, Place { buffer: 2, at: 0 }, &[("fma.rn.f32", "fma.rn.ftz.f32", flushed)]);
    let distance = |random: &mut Random| launched(&[&numbers(random, 3), "f32[1]"], 1);
    let place = Place { buffer: 1, at: 0 };
    check(
        DISTANCE,
        distance,
        place,
        &[
            (
                "mul.f32 %f5, %f2, %f2;\n\tfma.rn.f32 %f6, %f1, %f1, %f5;",
                "mul.f32 %f5, %f1, %f1;\n\tfma.rn.f32 %f6, %f2, %f2, %f5;",
                "Lines 14, 15: the other one of two products",
            ),
            (
                "add.f32 %f8, %f1, %f2;\n\tadd.f32 %f9, %f8, %f3;",
                "add.f32 %f8, %f2, %f3;\n\tadd.f32 %f9, %f1, %f8;",
                "Lines 17, 18: added in another order",
            ),
            ("div.rn.f32", "div.approx.f32", "Line 19: approximated (.approx)"),
            ("sqrt.rn.f32", "sqrt.rz.f32", "Line 16: rounded towards zero"),
            (
                "div.rn.f32 %f10, %f7, %f9;",
                "rcp.rn.f32 %f10, %f9; mul.f32 %f10, %f7, %f10;",
                "Line 19: a times the rounded reciprocal of b",
            ),
        ],
    );
    let weigh = |random: &mut Random| launched(&[&numbers(random, 6), "f32[1]", "6"], 1);
    check(
        LOOP,
        weigh,
        place,
        &[
            (
                "mul.rn.f32 %f4, %f3, 0f3DCCCCCD;\n\tadd.rn.f32 %f8, %f8, %f4;",
                "fma.rn.f32 %f8, %f3, 0f3DCCCCCD, %f8;",
                "Lines 16, 17: product and sum contracted",
            ),
            ("mul.f32 %f2", "mul.rp.f32 %f2", "Line 14: rounded"),
        ],
    );
    // Two things at once, where one explains nothing: of a product less its own rounding, each rounding shows.
    let place = Place { buffer: 2, at: 0 };
    let both = AXPY.replace(line, "mul.rz.f32 %f4, %f1, %f2; add.rz.f32 %f4, %f4, %f3;");
    let product = AXPY.replace(line, "mul.rn.f32 %f4, %f1, %f2;");
    let (mut random, mut twice) = (Random::new(5), 0);
    for _ in 0..20 {
        let (x, a) = (numbers(&mut random, 1), numbers(&mut random, 1));
        let a = a.trim_start_matches("f32[").trim_end_matches(",]").to_owned();
        let of = |y: u64| launched(&[&x, &format!("f32[0x{y:x},]"), "f32[1]", &a], 1);
        let launched = of(bits(&product, &of(0), place) ^ 0x8000_0000);
        let (expected, seen) = (bits(AXPY, &launched, place), bits(&both, &launched, place));
        let found = explained(AXPY, &launched, place, seen);
        assert!(seen == expected || !found.is_empty(), "{:?}", launched.arguments);
        twice += usize::from(found.iter().any(|one| one.departures.len() == 2));
        let explained = |seen: u64| explained(AXPY, &launched, place, seen);
        // Of the right bits nothing is asked, and what nothing gives is said to be given by nothing.
        assert_eq!(explained(expected), []);
        assert_eq!(explained(0x1234_5678), []);
    }
    assert!(twice > 0);
}

/// Kernels that nvcc compiled, asked about bits beside theirs: what is found gives exactly these.
#[test]
fn what_is_found_in_compiled_kernels_gives_the_bits() {
    let (kept, arguments, threads) = crate::compiled::launched();
    let buffer = arguments.len() - 1;
    let (mut asked, mut found) = (0, 0);
    for [label, text, _] in kept.iter().step_by(if exhaustive() { 1 } else { 8 }) {
        let module = Module::read(text, &Context::default());
        let entry = module.entry(None).expect("a kernel");
        let launched = Launched { entry, arguments: arguments.clone(), threads: [threads, 1, 1], limit: 20_000, ..Launched::default() };
        for at in [0, 9] {
            let place = Place { buffer, at };
            let Ok(Inquiry { expected, .. }) = Inquiry::new(&module, launched.clone(), place, 0) else { continue };
            for seen in [expected ^ 1, expected.wrapping_add(2)] {
                let all = explained(text, &launched, place, seen);
                (asked, found) = (asked + 1, found + all.len());
                for one in all.iter().filter(|one| !one.lines.is_empty()) {
                    let changed = Module::read(&one.text, &Context::default());
                    let again = Inquiry::new(&changed, launched.clone(), place, 0).expect("it runs");
                    assert_eq!(again.expected, seen, "{label}: {}", one.sentence());
                }
            }
        }
    }
    assert!(asked > 40 && found > 0, "{asked} {found}");
}

/// A change shows where it is said to: both texts run on the inputs that are given, or that were drawn.
#[test]
fn witnesses_show_what_they_say() {
    let given = launched(&["f32[1,2,3,0.1]", "f32[1,1,1,0.3]", "f32[4]", "0.7"], 4);
    let module = Module::read(AXPY, &Context::default());
    let mut all = Witnesses::new(&module, given.clone(), None).expect("it runs");
    while all.go_on() {}
    for one in &all.found {
        let inputs = one.drawn.clone().map_or(given.clone(), |arguments| Launched { arguments, ..given.clone() });
        let left = |text: &str| bits(text, &inputs, one.place);
        let said = one.sentence(&all.buffers, "axpy");
        assert_eq!((left(AXPY), left(&one.explanation.text)), (one.unchanged.bits, one.changed.bits), "{said}");
        let again = one.drawn.iter().flatten().map(|argument| Argument::read(&argument.to_string())).collect::<Result<Vec<_>, _>>();
        assert_eq!(again.expect("arguments"), one.drawn.clone().unwrap_or_default(), "{said}");
    }
    let drawn = all.found.iter().filter(|one| one.drawn.is_some()).count();
    let named = |word: &str| all.found.iter().any(|one| one.explanation.sentence().contains(word));
    let other = Some(AXPY.replace("fma.rn", "fma.rz"));
    let mut beside = Witnesses::new(&module, given.clone(), other).expect("it runs");
    while beside.go_on() {}
    let said: Vec<String> = beside.found.iter().map(|one| one.sentence(&beside.buffers, "axpy")).collect();
    assert!(said.len() == 1 && said[0].starts_with("param_2[") && said[0].contains("in place of"), "{said:?}");
    assert!(drawn > 0 && drawn < all.found.len() && named("(.ftz)") && named("rounded before the addition"), "{:#?}", all.found);
}
