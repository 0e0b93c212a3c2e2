//! What a diagnosis reads and writes: values as people spell them, questions on one line, decimals, and an example to start with.

use core::marker::PhantomData;
use semantics::diagnosis::batch::Batch;
use semantics::diagnosis::question::{Question, split};
use semantics::diagnosis::reinterpretation::rounded_decimal;
use semantics::diagnosis::value::{seen, value};
use semantics::diagnosis::{Engine, Investigation};
use semantics::instruction::Context;
use semantics::number::{F32, F64};
use semantics::trace::Silent;

#[test]
fn spellings() {
    let check = |text, bits| assert_eq!(value(text, F32::ROW), Ok(bits), "{text}");
    check("3f800000", 0x3f80_0000);
    check("12345678", 0x1234_5678);
    check("0x3f800000", 0x3f80_0000);
    check("1", 0x3f80_0000);
    check("1e-45", 1);
    check("-0.0", 0x8000_0000);
    check("0f3F800000", 0x3f80_0000);
    check("7fc", 0x7fc);
    check("inf", 0x7f80_0000);
    assert!(value("0x1ffffffff", F32::ROW).is_err());
    assert!(value("", F32::ROW).is_err());
    assert!(value("zebra", F32::ROW).is_err());
    assert_eq!(value("3ff0000000000000", F64::ROW), Ok(0x3ff0_0000_0000_0000));
    assert_eq!(seen("0x3ff0000000000000", Some(F32::ROW)), Ok(0x3ff0_0000_0000_0000));
    assert_eq!(seen("3c00", Some(F32::ROW)), Ok(value("3c00", F32::ROW).unwrap()));
    assert_eq!(seen("true", None), Ok(1));
}

/// Machine code of 128 bits is asked about as the PTX that computes the same, one instruction or several.
#[test]
fn machine_code_is_asked_about_as_ptx() {
    let engine = Engine::with(PhantomData::<Silent>);
    let found = |line: &str| {
        let question = Question::read(line, &Context::default(), engine).expect("a question");
        let verdict = question.verdict.unwrap_or_else(|| panic!("{line}: {:?} {:?}", question.operands, question.seen));
        let said = |place: &u16| question.investigation.hypotheses[usize::from(*place)].sentence();
        verdict.found.iter().map(said).collect::<Vec<_>>()
    };
    let fused = found("FFMA R0, R1, R2, R3; R1=3f800800 R2=3f800800 R3=bf801000 got=0");
    assert!(fused.iter().any(|said| said.starts_with("The product rounded before the addition")), "{fused:?}");
    let flushed = found("FMUL R4, R5, -R6; R5=00800000 R6=3f000000 got=80000000");
    assert!(flushed.iter().any(|said| said.contains("flushed to zero")), "{flushed:?}");
    let two = found("FMUL R4, R5, R6; FADD R4, R4, R7; R5=3f800800 R6=3f800800 R7=bf801000 got=33800000");
    assert!(two.iter().any(|said| said.starts_with("Product and sum contracted")), "{two:?}");
}

#[test]
fn lines_are_split_and_read() {
    let check = |line: &str, text: &str, count: usize| {
        let (found, values) = split(line);
        assert_eq!((found.as_str(), values.len()), (text, count), "{line}");
    };
    check("fma.rn.f32 a=1 b = 2 c= 3 got =4", "fma.rn.f32", 4);
    check("a=1 b=2 | add.f32 %d, %a, %b; got=3", "add.f32 %d, %a, %b;", 3);
    check("", "", 0);
    let read = |line: &str| Question::read(line, &Context::default(), Engine::with(PhantomData::<Silent>));
    let question = read("add.rn.f32 a=1.0 b=2 d=3f800001").unwrap();
    assert_eq!(question.verdict.map(|verdict| (verdict.expected, verdict.seen)), Some((0x4040_0000, 0x3f80_0001)));
    assert!(read("add.rn.f32 a=1.0").unwrap().verdict.is_none());
    // However the numbers are parted and spelled, it is one question.
    let asked = read("fma.rn.f32 a=00800000 b=3f000000 c=80000000 got=00000000").unwrap().verdict;
    assert!(asked.is_some());
    for line in [
        "fma.rn.f32,0x00800000,0.5,-0.0,0.0",
        "fma.rn.f32\t00800000\t3f000000\t80000000\t00000000",
        "fma.rn.f32 0x00800000 0x3f000000 0x80000000 -> 0x00000000",
        "fma.rn.f32 00800000; 3f000000; 80000000; 0",
        "fma.rn.f32 a = 0x1p-126, b = 0.5f, c = -0.0f, got = 0",
        "fma.rn.f32 a=0x00800000 b=0.5 c=-0.0 expected=0x00400000 got=0x00000000 gpu3 build 17",
        "fma.rn.f32 0x00800000 0.5 -0.0 = 0.0",
        "  fma.rn.f32   %d, %a, %b, %c;   a=00800000 b=3f000000   c=80000000 got=0x0  ",
    ] {
        assert_eq!(read(line).unwrap_or_else(|error| panic!("{line}: {error}")).verdict, asked, "{line}");
    }
    // Lines as people write them.
    for line in [
        "mul.f32 1e-20 1e-20 got 0",
        "mul.f32 1e-20, 1e-20 gives 0",
        "mul.f32 1e-20 1e-20 got 0, expected 1e-40",
        "mul.f32 1e-20 1e-20 should be 1e-40 but was 0",
        "mul.f32 1e-20 1e-20 -> 0",
        "mul.f32 1e-20 1e-20 returned 0.0 instead of 1e-40",
        "1e-20f * 1e-20f got 0",
        "1e-20f * 1e-20f = 0",
    ] {
        let question = read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let verdict = question.verdict.clone().unwrap_or_else(|| panic!("{line}"));
        assert_eq!((verdict.expected, verdict.seen), (0x0001_16c2, 0), "{line}");
        let first = &question.investigation.hypotheses[usize::from(verdict.found[0])];
        assert_eq!(first.causes(), ["nvcc -ftz=true or -use_fast_math does this."], "{line}");
    }
    let call = read("__fmul_rn(x, y) x=0x00800000 y=0.5 got=0").unwrap().verdict.unwrap();
    assert_eq!((call.expected, call.seen), (0x0040_0000, 0));
    let call = read("__fadd_rz(1.5f, 2.5f) = 4.5").unwrap().verdict.unwrap();
    assert_eq!((call.expected, call.seen), (0x4080_0000, 0x4090_0000));
    let machine = read("HMUL2 R0, R1, R2; R1=3c003c00 R2=40003c00 got=40003c01").unwrap().verdict.unwrap();
    assert_eq!((machine.expected, machine.seen), (0x4000_3c00, 0x4000_3c01));
    assert!(read("zebra a=1").is_err());
    assert!(read("= = ==").is_err());
}

#[test]
fn decimals_are_rounded_as_printf_does() {
    let check =
        |text, count, significant, expected: &str| assert_eq!(rounded_decimal(text, count, significant), expected, "{text} {count}");
    check("0.100000001490116119384765625", 6, true, "0.100000");
    check("0.1251", 2, true, "0.13");
    check("0.125", 2, true, "0.12");
    check("9.996", 3, true, "10.0");
    check("123456", 2, true, "120000");
    check("99", 1, true, "100");
    check("0.0004", 3, false, "0.000");
    check("2.5", 0, false, "2");
    check("3.5", 0, false, "4");
}

fn engine() -> Engine {
    Engine::with(PhantomData::<Silent>)
}

#[test]
fn the_example_of_a_fused_product_is_one_of_flushing() {
    let example = Investigation::new("fma.rn.f32", &Context::default()).expect("an instruction").example(engine());
    let expected = "a,b,c,got\n00800000,3f000000,80000000,00000000\n00800001,3f000000,80000000,00000000\n3f800000,40490fdb,80000000,40490fdb\n00000007,3f800000,80000000,00000000\n3dcccccd,41200000,80000000,3f800000\n";
    assert_eq!(example, expected);
}

#[test]
fn every_example_has_the_columns_of_its_instruction_and_is_explained() {
    for (text, head) in [
        ("fma.rn.f32", "a,b,c,got"),
        ("mul.rn.f32", "a,b,got"),
        ("add.f64 %fd0, %fd1, %fd2;", "fd1,fd2,got"),
        ("rcp.approx.ftz.f32", "a,got"),
        ("sqrt.rn.f32", "a,got"),
        ("cvt.rn.f32.s32", "a,got"),
        ("cvt.rn.f16.f32", "a,got"),
        ("testp.normal.f32", "a,got"),
        ("__fmul_rn(x, y)", "x,y,got"),
        ("mul.rn.f32 %t, %a, %b;\nadd.rn.f32 %d, %t, %c;", "a,b,c,got"),
    ] {
        let investigation = Investigation::new(text, &Context::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let example = investigation.example(engine());
        assert_eq!(example.lines().next(), Some(head), "{text}");
        let mut batch = Batch::new(investigation, example.clone()).unwrap_or_else(|error| panic!("{text}: {error}\n{example}"));
        batch.run(engine());
        let counts = batch.counts();
        assert_eq!((counts.unread, counts.unexplained), (0, 0), "{text}\n{example}");
        assert!(counts.explained > 0 && counts.right > 0, "{text}: {counts:?}\n{example}");
    }
}
