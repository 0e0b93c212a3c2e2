//! Programs: control, functions, arrays, pointers, macros, against what g++ computes.

use super::accepted;
use semantics::c::{Expression, claims};
use semantics::instruction::Context;
use semantics::language::ParsedSource;
use semantics::number::Random;
use semantics::register_file::RegisterFile;

/// The bits of a text's result.
fn bits(text: &str) -> String {
    let read = accepted(text);
    let run = read.run(&RegisterFile::default()).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(run.broken_off(), None, "{text}");
    run.results.first().unwrap_or_else(|| panic!("{text}: nothing")).hex()
}

#[test]
fn programs_give_what_a_compiler_gives() {
    let mut compared = 0;
    let all = [include_str!("programs.txt"), include_str!("random_programs.txt")];
    for line in all.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#')) {
        let (expected, text) = line.split_once(' ').unwrap();
        assert!(claims(text), "{text}");
        // The judge fuses nothing.
        assert_eq!(bits(&format!("{text} // -fmad=false")), expected, "{text}");
        compared += 1;
    }
    assert_eq!(compared, 175);
}

#[test]
fn a_product_is_fused_over_statements_and_calls() {
    let fused = |text: &str| accepted(text).ptx().iter().any(|line| line.starts_with("fma"));
    for text in [
        "float p = a * b; int n = 2; p + c",
        "float f(float x) { return x * x; } f(a) + b",
        "float s = 0; for (int i = 0; i < 3; i++) { float p = a * b; s += p; }",
        "float t[2] = {a, b}; float s = c; for (int i = 0; i < 2; i++) s += t[i] * t[i]; s",
    ] {
        assert!(fused(text), "{text}: {:?}", accepted(text).ptx());
        assert!(!fused(&format!("{text} // -fmad=false")), "{text}");
    }
    // A loop stands between product and sum.
    assert!(!fused("float p = a * b; for (int i = 0; i < n; i++) ; p + c"));
}

#[test]
fn macros_and_lines_of_a_file_are_read() {
    let text = "#include <math.h>\n#define N 4\n#define SQ(x) ((x) * (x))\nint main() {\n  float s = 0; // a sum\n  for (int i = 1; i <= N; ++i)\n    s += SQ(i + 0.5f);\n  return s;\n}\n";
    // What main is about is the variable, not the number that it gives the system.
    assert_eq!(bits(text), "42240000");
}

#[test]
fn what_stands_behind_the_last_function_is_what_the_text_is_about() {
    for (text, name, expected) in [
        ("float f(float x) { return x; } float y = f(2.0f);", "y", "40000000"),
        ("float f(float x) { return x; } float y = 3.0f;", "y", "40400000"),
        ("template <typename T> T twice(T x) { return x + x; } float y = twice(1.5f);", "y", "40400000"),
        ("const float k = 2.0f; float f() { return k * 2.0f; }", "d", "40800000"),
    ] {
        let run = accepted(text).run(&RegisterFile::default()).unwrap();
        assert_eq!((run.results[0].name.as_str(), run.results[0].hex().as_str()), (name, expected), "{text}");
    }
}

#[test]
fn a_variable_that_nobody_gives_is_an_input() {
    let read = accepted("float s = 0; for (int i = 0; i < n; i++) s += x; s");
    let mut registers = RegisterFile::default();
    registers.set("n", 0x4040_0000);
    registers.set("x", 0x3f80_0000);
    assert_eq!(read.run(&registers).unwrap().results[0].hex(), "40400000");
    let function = accepted("float f(float x, int n) { while (n--) x *= 2; return x; }");
    registers.set("n", 3);
    assert_eq!(function.run(&registers).unwrap().results[0].hex(), "41000000");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, code) in [
        ("for (int i = 0; i < 3; i++) { x += 1;", "missing-brace"),
        ("break;", "control"),
        ("float a[2][2]; a[0] = 1;", "array"),
        ("float a[0]; a[0]", "array"),
        ("__global__ void k(float *x) { x[0] = 1; }", "kernel"),
        ("float f(float *x) { return x[0]; }", "pointer"),
        ("float f(float x) { return x; } f(1, 2)", "argument-count"),
        ("float x = 1.5f; x & 3", "operation"),
        ("float4 v = make_float4(1, 2, 3, 4); v + 1", "operation"),
        ("asm(\"add.f32 %0, %1, %2;\" : \"=f\"(d) : \"f\"(a), \"f\"(1.0));", "asm"),
        ("float x = 1.0f, y; asm(\"add.rn.f64 %0, %1, %1;\" : \"=f\"(y) : \"f\"(x));", "asm"),
        ("double x = 1.0, y; asm(\"add.rn.f32 %0, %1, %1;\" : \"=d\"(y) : \"d\"(x));", "asm"),
        ("float x = 1; printf(\"%f %f\", x);", "argument-count"),
        ("template <int N> float f(float x) { return x * N; } f(2.0f)", "template"),
        ("void f(float& x) { x = 1; } f(2.0f);", "reference"),
        ("float s = 0; for (float x : {1.0f, 2.0f}) s += x; s", "not-covered"),
        ("auto f = [x = 1](float y) { return x + y; }; f(3)", "lambda"),
        ("struct P { virtual float f() { return 1; } }; 1", "not-covered"),
        ("nextafterf(1.0f, 2.0f) // -ftz=true", "not-covered"),
        ("__half h = 1; printf(\"%f\", h);", "argument"),
        ("float x = 1; printf(\"%q\", x);", "print"),
        ("printf(\"\\q\");", "literal"),
        ("int i = n; if (i == 0) { i = 1; } else { i = 2 i = 3; }", "semicolon"),
    ] {
        let read = Expression::read(text, &Context::default());
        let said = read.diagnostics().into_owned();
        assert!(said.iter().any(|said| said.code == code), "{text}: {said:?}");
    }
    for (text, bits) in [
        ("int8_t q = 100.5f; q", "64"),
        ("const float& r = 2.5f; r + 1", "40600000"),
        ("float a[2] = {1, 2}; const float& r = a[1]; r + 0.5f", "40200000"),
        ("float s = 0, a[2] = {1, 2}; for (float x : a) s += x; s", "40400000"),
        ("float a = 1; float& r = a; r = 3; a", "40400000"),
        ("float x = 1.0f; unsigned u = *(unsigned*)&x; u", "3f800000"),
        ("ldexp(1.0f, 3)", "41000000"),
        ("ldexp(1.0, 3)", "4020000000000000"),
        // What runs whole flushes what it takes and gives (nvcc 13.5).
        ("fmodf(1e-40f, 3.0f) // -ftz=true", "00000000"),
        ("fmodf(1e-37f, 3e-40f) // -ftz=true", "7fffffff"),
        ("ldexpf(1.3e-37f, -3) // -ftz=true", "00b0f264"),
        ("ldexpf(1.5e-38f, -3) // -ftz=true", "00000000"),
        ("fdimf(1e-37f, 3e-40f) // -ftz=true", "02081cea"),
        ("remainderf(1.5e-38f, 1.2e-38f) // -ftz=true", "00000000"),
        ("__frsqrt_rn(1e-40f) // -ftz=true", "7f800000"),
        ("ilogbf(1e-40f) // -ftz=true", "80000000"),
        ("__float2bfloat16(0.1f)", "3dcd"),
        ("void swap(float &a, float &b) { float t = a; a = b; b = t; } float v[2] = {1, 2}; swap(v[0], v[1]); v[0]", "40000000"),
        ("__nv_bfloat16 y = 0.5f; float z = y; z", "3f000000"),
    ] {
        assert_eq!(self::bits(text), bits, "{text}");
    }
    for text in [
        "void f(float x) { x = 1; } float y = f(2) + 1;",
        "#define A B\n#define B A\nint x = A; x",
        "for (int i = 0; i < 3; i++) ;",
        "if (1 < 2) {",
    ] {
        assert!(!Expression::read(text, &Context::default()).is_accepted(), "{text}");
    }
    // Without an end it says so, and shows no result.
    let run = accepted("int i = 0; while (i >= 0) i = i & 7;").run(&RegisterFile::default()).unwrap();
    assert_eq!(run.broken_off().map(|(code, _)| code), Some("limit"));
    assert!(run.why(0).starts_with("The limit of lines is reached."), "{}", run.why(0));
    assert!(run.results.is_empty());
}

#[test]
fn why_is_that_of_the_instruction_that_made_the_result() {
    let run = accepted("float s = 0; for (int i = 0; i < 10; i++) s += 0.1f; s").run(&RegisterFile::default()).unwrap();
    assert_eq!((&*run.results[0].name, run.results[0].hex()), ("s", "3f800001".to_owned()));
    assert!(run.why(0).contains("cut off"), "{}", run.why(0));
    assert!(run.microscope(0).is_some());
    let run = accepted("float f(float x) { if (x > 1) return x / 3; return x; } f(2)").run(&RegisterFile::default()).unwrap();
    assert!(run.microscope(0).is_some(), "{}", run.why(0));
}

#[test]
fn a_long_run_tells_of_its_end() {
    let run = accepted("float s = 0; for (int i = 0; i < 100000; i++) s += 1; s").run(&RegisterFile::default()).unwrap();
    assert_eq!(run.results[0].hex(), "47c35000");
    assert!(run.earlier.lines > 290_000, "{}", run.earlier.lines);
    assert!(run.blocks.len() < 200);
}

/// What a text is about: the last variable of its outermost statements, or what `main` leaves.
#[test]
fn the_result_is_that_of_the_whole_text() {
    for (text, name, bits) in [
        ("void swap(float &a, float &b) { float t = a; a = b; b = t; } float x = 1, y = 2; swap(x, y);", "y", "3f800000"),
        ("float s = 0; float t = 1; for (int i = 0; i < 3; i++) s += 0.5f;", "s", "3fc00000"),
        ("const int N = 4; int main() { int s = 0; for (int i = 0; i < N; i++) s += i; return s; }", "s", "00000006"),
        ("const float pi = 3.0f; float area(float r) { return pi * r * r; }", "d", "00000000"),
        ("int i = 1; printf(\"%d\", i++); i", "d", "00000002"),
        ("float f1 = 2; float g(float x) { float f2 = x * 3; if (x > 1) f2 += 1; return f2; } f1 * 2 + g(f1)", "d", "41300000"),
        ("bool both = true; int z = 0; int r = both && (z = both + 1); r * 10 + z", "d", "0000000c"),
    ] {
        let run = accepted(text).run(&RegisterFile::default()).unwrap();
        assert_eq!((&*run.results[0].name, &*run.results[0].hex()), (name, bits), "{text}");
    }
}

/// No text is too odd: pieces of programs in any order.
#[test]
fn no_program_is_too_odd() {
    const PIECES: [&str; 60] = [
        "for",
        "(",
        ")",
        "{",
        "}",
        ";",
        "int",
        "float",
        "x",
        "i",
        "=",
        "0",
        "1.5f",
        "<",
        "10",
        "++",
        "--",
        "+=",
        "*",
        "/",
        "&",
        "&&",
        "||",
        "?",
        ":",
        "if",
        "else",
        "while",
        "do",
        "switch",
        "case",
        "default",
        "break",
        "continue",
        "return",
        "[",
        "]",
        "a",
        ",",
        "f",
        "void",
        "template",
        "<typename T>",
        "#define N 3\n",
        "#include <x>\n",
        "N",
        "static_cast<int>",
        "!",
        "~",
        "<<",
        ">>=",
        "unsigned char",
        "auto",
        "\"s\"",
        "main()",
        "f(x)",
        "a[i]",
        "-",
        "%",
        "struct",
    ];
    let mut random = Random::new(41);
    for _ in 0..6000 {
        let count = 1 + random.below(30);
        let text: Vec<&str> = (0..count).map(|_| random.one(&PIECES, ";")).collect();
        let text = text.join(" ");
        let read = Expression::read(&text, &Context::default());
        if read.is_accepted() {
            let _ = read.run(&RegisterFile::default());
        }
    }
}
