//! Every row of the table through every view: it is read, run, explained and compared, and an approximation has its curve. Special values,
//! cases to find and diagnoses walk all rows in tests of their own.

use semantics::comparison::{Source, compare};
use semantics::evaluate::{Request, evaluate};
use semantics::instruction::{Context, Form, Meaning, ModifierSet, Operands, Row, SOURCES, Target, Version, form, forms};
use semantics::language::read;
use semantics::number::Random;
use semantics::register_file::RegisterFile;
use semantics::special_function::Elementary;
use semantics::sweep::FunctionUnderTest;
use semantics::syntax::{parse, print};
use semantics::trace::sentence::{sentence, title};
use semantics::trace::{Silent, Trace, text};

/// A context that has the form with these modifiers: the newest that there is, or the last for one that was taken away.
fn context(form: &Form, modifiers: ModifierSet) -> Option<Context> {
    let versions = [Some(Version::NEWEST), form.row.last_ptx, Some(form.row.ptx)];
    let contexts =
        versions.into_iter().flatten().flat_map(|ptx| Target::ALL.iter().rev().map(move |target| Context { target: *target, ptx }));
    contexts.into_iter().find(|context| form.is_available(modifiers, *context))
}

/// The instruction as the manual writes it, with its letters for registers.
fn text(form: &Form, modifiers: ModifierSet) -> String {
    let operands = form.row.syntax.split_once("  ").map_or("", |(_, operands)| operands);
    format!("{} {};", form.pattern.spelled(modifiers), operands.replace("{!}", "").replace("immLut", "150"))
}

#[test]
fn every_row_goes_through_every_view() {
    let mut registers = RegisterFile::default();
    for (name, bits) in [("a", 0x3f80_0000_3fc0_3e2b), ("b", 0x4008_0000_4040_4433), ("c", 0x3ff1_2345_3dcc_3f80), ("e", 1), ("f", 2)] {
        registers.set(name, bits);
    }
    let (mut rows, mut curves) = (0, 0);
    // `kernel.rs` runs what moves data or control.
    for form in forms().iter().filter(|form| form.meaning.work().is_none()) {
        for modifiers in form.pattern.combinations() {
            let text = text(form, modifiers);
            let context = context(form, modifiers).unwrap_or_else(|| panic!("{text}: in no context"));
            let run = read(&text, &context).run(&registers).unwrap_or_else(|| panic!("{text}"));
            if form.meaning == Meaning::Unmodelled {
                let (code, why) = run.broken_off().unwrap_or_else(|| panic!("{text}: runs"));
                assert!(code == "not-modelled" && why.starts_with(form.row.summary), "{text}: {why}");
                continue;
            }
            let [block] = &run.blocks[..] else { panic!("{text}: {} blocks", run.blocks.len()) };
            if !form.meaning.computes() {
                assert!(run.trace.steps.is_empty() && block.computed.is_none(), "{text}");
                continue;
            }
            let (request, _) = block.computed.as_ref().unwrap_or_else(|| panic!("{text}: not computed"));
            assert_eq!((request.form, request.modifiers), (form, modifiers), "{text}");
            // Read, run and explained.
            assert!(
                !run.trace.steps.is_empty()
                    && run.trace.steps.iter().all(|step| !title(step).is_empty() && sentence(step).ends_with(['.', ':'])),
                "{text}"
            );
            // Compared with itself, nothing parts, and the bits are those of the run.
            let source = Source { text: &text, context };
            let compared = compare(source, source, &registers);
            assert_eq!((compared.same, compared.parting), (true, None), "{text}");
            assert_eq!(compared.sides[0].result().map(|value| value.bits), block.written.first().map(|value| value.bits), "{text}");
            // An approximation of one operand has its curve, lane by lane.
            let own = request.destination_type();
            if form.meaning.approximated().is_some() && form.pattern.source_count() == 1 && request.sequence().is_some() {
                let subject =
                    request.sequence().and_then(|sequence| FunctionUnderTest::find(sequence.form, context.target.number().max(50)));
                assert!(subject.is_some_and(|subject| subject.reading.line().width() == own.stride().min(32)), "{text}");
                curves += 1;
            }
            rows += 1;
        }
    }
    assert!(rows > 1500 && curves > 20, "{rows} {curves}");
}

fn runs(form: &'static Form, modifiers: ModifierSet) -> bool {
    Request::new(form, modifiers, [0; SOURCES], Context::default()).computation().checked([0; SOURCES], &mut Silent).is_some()
}

#[test]
fn every_row_has_an_operation_for_its_types() {
    for form in forms().iter().filter(|form| form.meaning.work().is_none()) {
        for modifiers in form.pattern.combinations() {
            assert!(runs(form, modifiers), "{}: no operation takes {}", form.row.syntax, form.pattern.spelled(modifiers));
        }
    }
}

#[test]
fn a_row_whose_operation_cannot_take_its_types_computes_nothing() {
    const ROWS: &[Row] = &[
        form("add.s32  d, a, b").means(Meaning::Add, ""),
        form("add.f32.f64  d, a, b").means(Meaning::Add, ""),
        form("max.f16.f32  d, a, b").means(Meaning::Maximum, ""),
        form("add.f32x2.f32  d, a, b").means(Meaning::Add, ""),
        form("mad.f64  d, a, b, c").means(Meaning::MultiplyAddTruncated, ""),
        form("tanh.approx.f16x2  d, a").means(Meaning::Approximation(Elementary::Tanh), ""),
        form("cvt.rn.f16x2.f32  d, a").means(Meaning::Convert, ""),
        form("cvt.rni.f32.f64  d, a").means(Meaning::Convert, ""),
        form("slct.f32.u32  d, a, b, c").typed(&["dab", "c"]).means(Meaning::Choose, ""),
    ];
    for row in ROWS {
        let form: &'static Form = Box::leak(Box::new(Form::read(row, forms().len()).unwrap()));
        assert!(!runs(form, form.pattern.required), "{}", row.syntax);
    }
    for row in [form("add.rn  d, a, b").means(Meaning::Add, ""), form("add.f32  d, a, b").typed(&["d", "a"]).means(Meaning::Add, "")] {
        assert!(Form::read(Box::leak(Box::new(row)), 0).is_none(), "{}: an operand without a type", row.syntax);
    }
}

#[test]
fn what_is_ready_gives_the_same_bits() {
    let mut random = Random::new(19);
    for form in forms().iter().filter(|form| form.meaning.work().is_none()) {
        for modifiers in form.pattern.combinations() {
            let computation = Request::new(form, modifiers, [0; SOURCES], Context::default()).computation();
            let ready = computation.ready();
            for step in 0..20 {
                // Every other time numbers of one size, which meet, and subnormal ones.
                let size = [u64::MAX, 0x807f_ffff_00ff_ffff | 0x3f00_0000_3f00_0000, 0x800f_ffff_807f_ffff][step % 3];
                let operands: Operands = core::array::from_fn(|_| random.word() & size);
                assert_eq!(ready.bits(operands), computation.run(operands, &mut Silent).bits, "{} {operands:x?}", form.row.syntax);
            }
        }
    }
}

#[test]
fn every_meaning_is_in_the_list_once() {
    assert!(forms().iter().all(|form| Meaning::ALL.contains(&form.meaning)));
    assert!(Meaning::ALL.iter().enumerate().all(|(place, meaning)| Meaning::ALL.iter().position(|one| one == meaning) == Some(place)));
}

/// Reads an instruction, prints it back, runs it, and looks for a sentence among its steps.
fn check(text: &str, operands: [u64; 3], bits: u64, says: &str) {
    let context = Context { target: Target::SM_100, ptx: Version::NEWEST };
    let parsed = parse(text, &context);
    let instruction = parsed.accepted().unwrap_or_else(|| panic!("{text}: {:?}", parsed.diagnostics));
    assert_eq!(print(instruction), text);
    let mut trace = Trace::default();
    let outcome = evaluate(&Request::new(instruction.form, instruction.modifiers, operands, context), &mut trace);
    assert_eq!(outcome.bits, bits, "{text}: {:x}", outcome.bits);
    let steps = text::story(&trace);
    assert!(steps.contains(says), "{text}: {steps}");
}

#[test]
fn packed_mixed_and_narrow_forms_read_run_and_explain() {
    // 1.5 · 2 + 1 above, 1 · 1 + 2^-24 below, where the sum is a tie.
    let halves = [0x3e00_3c00, 0x4000_3c00, 0x3c00_0001];
    check("fma.rn.f16x2 %r0, %r1, %r2, %r3;", halves, 0x4400_3c00, "Bits 31 to 16 of each packed operand form this lane.");
    check("max.NaN.f16x2 %r0, %r1, %r2;", [0x3c00_7e01, 0x4000_3c00, 0], 0x4000_7fff, "NaN");
    check("add.sat.f16x2 %r0, %r1, %r2;", [0x3c00_bc00, 0x3c00_0000, 0], 0x3c00_0000, "Saturate");
    // The first operand is the upper number; 500 is beyond 448, the largest.
    let singles = [0x3f80_0000, 0x43fa_0000, 0];
    check("cvt.rn.satfinite.e4m3x2.f32 %rs0, %f1, %f2;", singles, 0x387e, "Each lane of the result is computed by itself.");
    check("cvt.rn.satfinite.e4m3x2.f32 %rs0, %f1, %f2;", [0x7f80_0000, 0xffc0_0000, 0], 0x7e7f, "infinite");
    check("cvt.rn.satfinite.e5m2x2.f32 %rs0, %f1, %f2;", [0xff80_0000, 0x4770_0000, 0], 0xfb7b, "largest");
    // bfloat16 and half beside a single: 1 + 2^-24 is a tie, 2^-24 as a half is subnormal there.
    check("add.f32.bf16 %f0, %h1, %f2;", [0x3f80, 0x3380_0000, 0], 0x3f80_0000, "0x3f80 in BF16 is 1.0; every such number is one of F32");
    check("fma.rp.f32.f16 %f0, %h1, %h2, %f3;", [1, 0x3c00, 0x3f80_0000], 0x3f80_0001, "0x33800000");
    check("sub.f32.f16 %f0, %h1, %f2;", [0x7c01, 0x3f80_0000, 0], 0x7fff_ffff, "the NaN 0x7fffffff");
}

#[test]
fn packed_numbers_take_no_literals() {
    let parsed = parse("add.f16x2 %r0, %r1, 1.0;", &Context::default());
    assert_eq!(parsed.error().map(|error| error.message.as_str()), Some("f16x2 takes .b32 registers only, no numbers."));
}
