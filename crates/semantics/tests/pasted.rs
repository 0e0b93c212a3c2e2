//! What people paste that is in no language: it says what it is, and its fix is a text that runs.

use semantics::instruction::Context;
use semantics::language::{ParsedSource, read};
use semantics::syntax::Change;

fn said(text: &str) -> Box<dyn ParsedSource> {
    read(text, &Context::default())
}

#[test]
fn a_fix_gives_the_text_that_was_meant() {
    for (text, meant) in [
        (">>> 0.1 + 0.2", "0.1 + 0.2"),
        (">>> x = 0.1\n>>> for i in range(3):\n...     x += 0.1\n0.4", "x = 0.1\nfor i in range(3):\n    x += 0.1"),
        ("0.1+0.2=0.3", "0.1+0.2==0.3"),
        ("0.1f + 0.2f = 0.3f", "0.1f + 0.2f == 0.3f"),
        ("0.1 + 0.2 =", "0.1 + 0.2"),
        ("0,1 + 0,2", "0.1 + 0.2"),
        ("a*b+c -fmad=false", "a*b+c // -fmad=false"),
        ("--ftz=true a * b", "a * b // -ftz=true"),
        ("-use_fast_math", "a / b // -use_fast_math"),
        ("what is 0.1 + 0.2?", "0.1 + 0.2"),
        ("Why is 0.1+0.2 not 0.3", "0.1+0.2 == 0.3"),
        ("how much is sqrtf(2.0f)?", "sqrtf(2.0f)"),
        ("Math.fround(0.1)", "(float)(0.1)"),
        ("Math.sqrt(2) * Math.PI", "sqrt(2) * M_PI"),
        ("help", "0.1 + 0.2"),
        ("console.log(0.1 + 0.2)", "0.1 + 0.2"),
        ("console.log(1/3)", "1.0/3.0"),
        ("=1/3", "1.0/3.0"),
        ("2147483647 + 1 === 2147483648", "2147483647.0 + 1.0 == 2147483648.0"),
        ("1 ÷ 3", "1.0 / 3.0"),
        ("System.out.println(1/3)", "1/3"),
        ("Decimal(1/3)", "1.0/3.0"),
        ("println!(\"{}\", 0.1_f32 + 0.2_f32)", "0.1f + 0.2f"),
        ("System.out.println(0.1f + 0.2f);", "0.1f + 0.2f"),
        ("=1*(0.5-0.4-0.1)", "1.0*(0.5-0.4-0.1)"),
        ("const x = 0.1 + 0.2;", "double x = 0.1 + 0.2"),
        ("x := 0.1 * 3.0", "double x = 0.1 * 3.0"),
        ("0.1f0 + 0.2f0", "0.1f + 0.2f"),
        ("0.1d0 + 0.2d0", "0.1 + 0.2"),
        ("1.0_dp / 3.0_dp", "1.0 / 3.0"),
        ("1_000_000.5 + 1.0", "1000000.5 + 1.0"),
        ("Float32(0.1) + Float32(0.2)", "(float)(0.1) + (float)(0.2)"),
        ("single(0.1) * 3.0", "(float)(0.1) * 3.0"),
        ("bf16(0.1)", "bfloat16(0.1)"),
        ("e4m3(0.1)", "0.1 in e4m3"),
        ("0.1f16", "0.1 in half"),
        ("0.1 + 0.2 === 0.3", "0.1 + 0.2 == 0.3"),
        ("0.1 + 0.2 <> 0.3", "0.1 + 0.2 != 0.3"),
        ("0.1 × 3 − 0.3", "0.1 * 3.0 - 0.3"),
        ("2^0.5", "pow(2, 0.5)"),
        ("e^1", "exp(1)"),
        ("√2", "sqrt(2)"),
        ("-7 // 2", "floor(-7 / 2.0)"),
        ("Number.EPSILON", "DBL_EPSILON"),
        ("0x0000000502057221 0x004fca0000000000", "0x004fca00000000000000000502057221"),
        ("Number.MAX_SAFE_INTEGER + 2", "9007199254740991.0 + 2.0"),
        ("sys.float_info.max * 2", "DBL_MAX * 2.0"),
        ("Decimal(0.1)", "(double)0.1"),
        ("(0.1 as f32) as f64", "(double)((float)0.1)"),
        ("0.1 as f32 + 0.2 as f32", "(float)0.1 + (float)0.2"),
        ("Float.MIN_VALUE", "0x1p-149f"),
        ("StrictMath.sqrt(2)", "sqrt(2)"),
        ("sin(30°)", "sin(30.0 * M_PI / 180.0)"),
        ("10^-3", "1e-3"),
        ("Number.MIN_VALUE", "(double)5e-324"),
        ("Double.MIN_VALUE", "(double)5e-324"),
        ("f32(1e-5)", "(float)(1e-5)"),
        ("1e-5 × 3", "1e-5 * 3.0"),
        ("console.log(1e-5+1.5)", "1e-5+1.5"),
        ("1/90°", "1.0/(90.0 * M_PI / 180.0)"),
        ("Math.abs(3)/Math.abs(2)", "fabs(3)/fabs(2)"),
        ("let x = 0.1f32 + 0.2f32;", "float x = 0.1f + 0.2f"),
        ("parseFloat(\"0.1\")", "0.1"),
        ("1_f32", "1.0f"),
        ("3 × 10^8", "3e8"),
        ("½ + ¼", "0.5 + 0.25"),
        ("1½ + 2¼", "1.5 + 2.25"),
        ("30¾", "30.75"),
        ("1,000.5", "1000.5"),
        ("sqrt(2) in bf16", "bfloat16(sqrt(2))"),
        ("sqrt(2.0) in float", "(float)(sqrt(2.0))"),
        ("$0.10", "0.10"),
        ("print(Fraction(0.1 + 0.2))", "0.1 + 0.2"),
        ("(0.1).hex()", "(double)0.1"),
        ("0.1.as_integer_ratio()", "(double)0.1"),
        ("(0.1 + 0.2).toFixed(20)", "0.1 + 0.2"),
        ("'%.20f' % 0.1", "(double)0.1"),
        ("print(f\"{0.1:.20f}\")", "(double)0.1"),
        ("\"{:.20f}\".format(0.1 + 0.2)", "0.1 + 0.2"),
        ("float.fromhex('0x1.8p0')", "(double)0x1.8p0"),
        ("In [1]: 0.1 + 0.2\nOut[1]: 0.30000000000000004", "0.1 + 0.2"),
        ("julia> sqrt(2.0)\n1.4142135623730951", "sqrt(2.0)"),
        ("why does 0.1 + 0.2 give 0.30000000000000004", "0.1 + 0.2"),
        ("why is 0.1+0.2 not 0.3 in javascript?", "0.1+0.2 == 0.3"),
        ("why does 0.1 + 0.2 not give 0.3", "0.1 + 0.2 == 0.3"),
        ("pi", "M_PI"),
        ("0.1 plus 0.2", "0.1 + 0.2"),
        ("1 divided by 3", "1.0 / 3.0"),
        ("print *, 0.1 + 0.2", "0.1 + 0.2"),
        ("$0.1 + 0.2$", "0.1 + 0.2"),
        ("\\frac{1}{3} + 0.1", "((1.0)/(3.0)) + 0.1"),
        ("$\\sqrt{2} \\times 3$", "sqrt(2.0) * 3.0"),
        ("2^{0.5}", "pow(2.0, 0.5)"),
        ("0.1 + 0.2 # => 0.30000000000000004", "0.1 + 0.2"),
        ("5 mm + 3.5 mm", "5 + 3.5"),
        ("9.81 m/s^2", "9.81"),
        ("eps('single')", "FLT_EPSILON"),
        (".Machine$double.eps", "DBL_EPSILON"),
        ("math.MaxFloat32", "FLT_MAX"),
        ("bitstring(Float16(0.1))", "0.1 in half"),
        ("reinterpret(UInt32, 0.1f0)", "0.1 in float"),
        ("typecast(single(0.1), 'uint32')", "0.1 in float"),
        ("num2hex(0.1)", "0.1 in double"),
        ("f32::from_bits(0x3dcccccd)", "0x3dcccccd in float"),
        ("0.1_f32.to_bits()", "0.1 in float"),
        ("nextfloat(1.0f0)", "next after 1.0 in float"),
        ("$1 = 0x3dcccccd", "0x3dcccccd"),
        ("$2 = 0.100000001", "0.100000001"),
        ("(gdb) p/t 0x3f800000", "0x3f800000"),
        ("p/x 0x3dcccccd", "0x3dcccccd"),
        ("32'h3dcccccd", "0x3dcccccd"),
        ("16#3dcccccd#", "0x3dcccccd"),
        ("3DCCCCCDh", "0x3dcccccd"),
        ("\\xcd\\xcc\\xcc\\x3d", "cd cc cc 3d"),
        ("CD CC CC 3D", "cd cc cc 3d"),
        ("=SUM(0.1,0.2)", "0.1 + 0.2"),
        ("=POWER(2,-24)", "pow(2.0,-24.0)"),
        ("sprintf(\"%.20f\", 0.1)", "printf(\"%.20f\", 0.1)"),
        ("fprintf('%.20f', 0.1)", "printf(\"%.20f\", 0.1)"),
        ("25%", "25.0 / 100.0"),
        ("5 %/% 2", "floor(5.0 / 2.0)"),
        ("$0.10 + $0.20", "0.10 + 0.20"),
        ("€0.10", "0.10"),
        ("3.3V + 1.2V", "3.3 + 1.2"),
        ("3.3V", "3.3"),
        ("julia> 0.1f0", "0.1f"),
        (">> single(0.1)", "(float)(0.1)"),
        ("> 0.1 + 0.2", "0.1 + 0.2"),
        ("1.5\\times10^{-3}", "1.5e-3"),
        ("6.02 \\cdot 10^{23}", "6.02e23"),
        ("2^{10} + 1", "pow(2.0, 10.0) + 1.0"),
        ("\\left(1 + 2^{-23}\\right)^2", "pow((1.0 + pow(2.0, -23.0)), 2.0)"),
        ("6.02d23", "6.02e23"),
        ("¼ + ⅓", "0.25 + (1.0/3.0)"),
        ("0.1\u{2011}0.2", "0.1-0.2"),
        ("AssertionError: 0.30000001 != 0.3", "0.30000001 != 0.3"),
        ("00000000: db0f 4940 0000 803f  ..I@...?", "0x40490fdb"),
        ("00000010  db 0f 49 40 00 00 80 3f  |..I@...?|", "0x40490fdb"),
        ("0x7fffffffe3ac:\t0x40490fdb", "0x40490fdb"),
    ] {
        let reading = said(text);
        let [only] = &reading.diagnostics()[..] else { panic!("{text}") };
        let fixed = only.fixes[0].apply(text).unwrap();
        assert_eq!((only.code, &*fixed), ("not-a-text", meant), "{text}");
        assert!(said(&fixed).is_accepted(), "{fixed}: {:?}", said(&fixed).diagnostics());
    }
}

/// Texts that a language has are read as that, whatever they look like.
#[test]
fn a_text_of_a_language_stays_that() {
    for text in [
        "0d3FB999999999999A",
        "3d",
        "1f32",
        "0x1f32",
        "2^10",
        "x ^ y",
        "a // b",
        "const float x = 0.1f;",
        "half(0.1)",
        "0.1L",
        "0.1F",
        "print(0.1 + 0.2)",
        "mul.f32 %d, %a, 0f3F800000;",
        "FADD R0, R1, 0.1;",
        "a = 0.1; b = 0.2; a + b",
        "float single(float x) { return x; }",
        "NAN == NAN",
        "NAN",
        "7.5 // -use_fast_math",
        "int x = 1'000'000;",
        "np.float32(0.1)",
        "x == 0.1f",
        "std::cout << 0.1 + 0.2 << std::endl;",
        "float eps = 1e-6f;",
        "5 % 3",
        "float s = 3; s",
    ] {
        assert_ne!(said(text).language(), "no code", "{text}");
    }
    // What means something else in C gets no text in its place.
    for text in [
        "Math.round(2.5)",
        "Math.max(0.1, 0.2)",
        "let x = 1/3",
        "Math.ceil(5/2)",
        "-2^0.5",
        "'%d' % 3.7",
        "Float(0.1)",
        "str(2**53 + 1)",
        "Decimal('0.1')",
        "0.1m + 0.2m",
        // Java takes 3 away from 1.5, Fortran moves the point.
        "1.5D-3",
        // Units that differ are no sum of numbers.
        "3.3V + 1.2mV",
        // How many bits does a whole number have there?
        "reinterpret(UInt16, 0.1f0)",
        "let x: f32 = 0.1 + 0.2;",
    ] {
        let pasted = |code| code == "not-a-text";
        assert!(
            said(text)
                .diagnostics()
                .iter()
                .all(|wrong| !pasted(wrong.code) || !wrong.fixes.iter().any(|fix| fix.label.starts_with("write"))),
            "{text}"
        );
    }
}

#[test]
fn what_was_seen_leads_to_debug() {
    for text in ["a*b+c a=0.1 b=10 c=-1 got=0", "0.1f*10.0f-1.0f got=0", "mul.f32 d, a, b; a=0.1 b=3 got=0.3", "a*b got="] {
        let reading = said(text);
        assert_eq!(reading.diagnostics().first().map(|first| first.code), Some("seen"), "{text}");
    }
    // These are C.
    for text in ["float got=1", "int a=1, got=2", "got=0.1f;", "float s=0; float got=2", "float got; got=2.0f"] {
        assert_ne!(said(text).language(), "no code", "{text}");
    }
}

#[test]
fn two_results_are_put_beside_each_other() {
    for (text, apart) in [
        ("CPU 0.30000001 GPU 0.3", "the same number"),
        ("0x3e99999a 0x3e999999", "are ≈ 0.3 and ≈ 0.29999998 in F32, 1 ulp apart"),
        ("expected: 0.30000000000000004, got: 0.3", "in F64, 1 ulp apart"),
        ("0x3c00 vs 0x3c02", "in F16, 2 ulp apart"),
        ("0x1.0000000000001p0 vs 0x1p0", "in F64, 1 ulp apart"),
        ("1.0 vs 0x3c00", "in F16: the same number"),
        ("cpu nan gpu 1", "no finite number"),
        ("inf vs -inf", "no finite number"),
        ("0 vs -0.0", "zeros of both signs"),
        ("0x3c00 vs 0x3ff0000000000001", "different widths"),
    ] {
        let message = said(text).diagnostics()[0].message.clone();
        assert!(message.contains(apart), "{text}: {message}");
    }
}

#[test]
fn a_command_line_is_no_program() {
    for text in ["nvcc -O3 --use_fast_math a.cu", "$ cuobjdump -sass a.out", "ptxas a.ptx"] {
        assert!(said(text).diagnostics()[0].message.starts_with("This is a command line."), "{text}");
    }
}

/// A comma of thousands is not made a point.
#[test]
fn no_fix_changes_a_number() {
    for text in ["1,000,000 * 3", "1,000 + 2", "3 * 1,5,2"] {
        let reading = said(text);
        assert!(reading.diagnostics()[0].fixes.is_empty(), "{text}");
    }
}

/// What a language has is not taken from it.
#[test]
fn texts_of_a_language_stay_there() {
    for text in [
        "0.1",
        "-2^-149",
        "a*b+c // -fmad=false",
        "0.1 + 0.2 == 0.3",
        "a = 3",
        "ulp of 1000",
        "what is 0.1 in binary?",
        "65520 in e4m3",
        "x = a / b",
        "(0.1 + 0.2) * 3",
        "/* compile with -use_fast_math */ a*b + c",
        "printf(\"try -fmad=false\\n\")",
        "np.float32(0.1) + 1 # with --ftz=true",
    ] {
        assert!(said(text).is_accepted(), "{text}: {:?}", said(text).diagnostics());
    }
}

/// A message, a link or a word that nobody knows has no text in its place.
#[test]
fn what_is_no_code_says_what_it_is() {
    for (text, what) in [
        ("https://godbolt.org/z/abc123", "This is a link."),
        ("main.cu(5): warning #177-D: variable \"x\" was declared but never referenced", "This is a message"),
        ("ptxas info    : Used 8 registers, 360 bytes cmem[0]", "This is a message"),
        ("warning: floating-point comparison is always false", "This is a message"),
        ("RuntimeWarning: overflow encountered in exp", "This is a message"),
        ("1.000.000,5", "A number has no comma here"),
        ("1,000,000 + 0.1", "A number has no comma here"),
    ] {
        let reading = said(text);
        let [only] = &reading.diagnostics()[..] else { panic!("{text}") };
        assert!(only.message.starts_with(what) && only.fixes.is_empty(), "{text}: {only:?}");
    }
    let option = said("--use_fast_math").diagnostics()[0].message.clone();
    assert!(option.starts_with("nvcc's option: -ftz=true -prec-div=false -prec-sqrt=false, and fast approximations"), "{option}");
    // In code the same words stand in a text, in a comment, or are names.
    for text in ["printf(\"error: %f\\n\", 0.1);", "error: add.f32 %f1, %f2, %f3;", "0.1f + 0.2f // warning: not 0.3"] {
        assert!(said(text).is_accepted(), "{text}: {:?}", said(text).diagnostics());
    }
}

#[test]
fn several_numbers_and_intervals_lead_to_their_pages() {
    let leads = |text: &str| {
        let reading = said(text);
        let fix = reading.diagnostics().first().and_then(|first| first.fixes.first().cloned());
        match fix.map(|fix| fix.change) {
            Some(Change::Open { page, asked }) => asked.iter().fold(page.to_owned(), |all, (name, value)| format!("{all} {name}={value}")),
            other => panic!("{text}: {other:?}"),
        }
    };
    for (text, numbers) in [
        ("tensor([0.1, 0.5])", "0.1, 0.5"),
        ("tensor([[0.1, 0.5], [1, nan]], device='cuda:0')", "0.1, 0.5, 1, nan"),
        ("array([0.1, 0.2], dtype=float32)", "0.1, 0.2"),
        ("x = [1, 2, 3]", "1, 2, 3"),
        ("0.1, 0.2", "0.1, 0.2"),
        ("1.0\n2.0\n3.0", "1.0, 2.0, 3.0"),
        ("float x[] = {0.1f, 0.2f};", "0.1f, 0.2f"),
    ] {
        assert_eq!(leads(text), ["formats/blocks n=", numbers].concat(), "{text}");
    }
    for (text, asked) in [
        ("x*x - 2 over -1..1", "a=x*x - 2 b=exact r=-1..1"),
        ("sinf(x) on [0, 1]", "a=sinf(x) b=exact r=0..1"),
        ("expf(x) for x from 1 to 2", "a=expf(x) b=exact r=1..2"),
    ] {
        assert_eq!(leads(text), ["accuracy k=against ", asked].concat(), "{text}");
    }
    assert!(leads("a*b got=0.5").starts_with("debug k=explain e=a*b got=0.5"));
    assert_eq!(said("why is 0.1 so odd").diagnostics()[0].message, "`why` is no instruction of PTX.");
    // One number, and what a language reads, stay.
    for text in ["0x3f800000", "40 49 0f db", "fmaf(0.1f, 0.2f, 0.3f)", "__fadd_rn(1.0f, 2.0f)", "a, b", "R1, R2, R3"] {
        assert!(!said(text).diagnostics().iter().any(|first| first.message.contains("several numbers")), "{text}");
    }
}

/// Nothing more is said of what is no instruction, and `pi` is not taken for a variable without a word.
#[test]
fn words_have_one_message() {
    let reading = said("how does tf32 work");
    let [only] = &reading.diagnostics()[..] else { panic!("{:?}", reading.diagnostics()) };
    assert_eq!(only.message, "`how` is no instruction of PTX.");
    let reading = said("sin(pi)");
    assert_eq!(reading.diagnostics()[0].fixes[0].apply("sin(pi)").as_deref(), Some("sin(M_PI)"));
    assert!(said("float pi = 3.14f; 2.0f * pi").diagnostics().iter().all(|said| said.code != "pi"));
    let reading = said("1/0");
    assert_eq!(reading.diagnostics()[0].fixes[0].apply("1/0").as_deref(), Some("1.0f/0.0f"));
    let reading = said("db 0f 49 40");
    assert_eq!(reading.diagnostics()[0].fixes[0].apply("db 0f 49 40").as_deref(), Some("0x40490fdb"));
}

/// A format as a whole is asked about in many words; the answer has its fields, its codes, its range and its digits.
#[test]
fn a_format_answers_for_itself() {
    let registers = semantics::register_file::RegisterFile::default();
    for (text, largest, whole, says) in [
        ("how many halves are there", 0x7bff, 0x6800, "65536 codes. 63488 of them are finite numbers, 2048 are infinities or NaNs."),
        ("how many bits does fp16 have", 0x7bff, 0x6800, "a sign bit, 5 exponent bits with bias 15, and 10 fraction bits"),
        ("largest integer in float", 0x7f7f_ffff, 0x4b80_0000, "Every whole number up to 2^24 is one of it."),
        ("biggest int a float32 can represent exactly", 0x7f7f_ffff, 0x4b80_0000, "Every whole number up to 2^24"),
        ("range of e4m3", 0x7e, 0x58, "Normal numbers go from 2^-6 to 448."),
        ("bias of fp16", 0x7bff, 0x6800, "bias 15"),
        ("decimal digits of float", 0x7f7f_ffff, 0x4b80_0000, "keeps 6 decimal digits of any number in its range, and 9 digits"),
        ("precision of bfloat16", 0x7f7f, 0x4380, "keeps 2 decimal digits"),
        ("how many NaNs does double have", 0x7fef_ffff_ffff_ffff, 0x4340_0000_0000_0000, "9007199254740992 are infinities or NaNs"),
        ("e4m3 table", 0x7e, 0x58, "256 codes. 254 of them are finite"),
        ("number of e2m1 codes", 0x7, 0x6, "16 codes. Every code is a finite number."),
        ("range of e4m3fnuz", 0x7f, 0x60, "255 of them are finite numbers, 1 are"),
    ] {
        let reading = said(text);
        assert_eq!((reading.language().as_str(), reading.refusal()), ("number", None), "{text}");
        let run = reading.run(&registers).expect("a run");
        let bits: Vec<u64> = run.results.iter().map(|value| value.pattern().bits).collect();
        assert_eq!(bits, [largest, whole], "{text}");
        let told = run.steps(run.only().expect("a block")).iter().map(semantics::trace::sentence::sentence).collect::<Vec<_>>().join(" ");
        assert!(told.contains(says), "{text}: {told}");
    }
    // A text of C stays C.
    for text in ["float range;", "int bits", "float digits = 3;", "half many;"] {
        assert_ne!(said(text).language(), "number", "{text}");
    }
}
