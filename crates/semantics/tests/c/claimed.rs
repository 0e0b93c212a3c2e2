//! Which language reads what.

use super::{accepted, read};
use core::any::Any;
use semantics::c::{Expression, claims};
use semantics::instruction::Context;
use semantics::language::{self, ParsedSource};
use semantics::number::Random;
use semantics::register_file::RegisterFile;
use semantics::single::Single;
use semantics::syntax::Toggle;

const EXPRESSIONS: &[&str] = &[
    "0.1f + 0.2f",
    "0.1 + 0.2",
    "1/3",
    "a*b + c",
    "a*b+c",
    "a * b - c // -fmad=false",
    "float x = 1.0f/3.0f;",
    "float x = 0.1",
    "double y = a*b",
    "const float k = 2",
    "y = a*b + c;",
    "c += a*b;",
    "x += y",
    "a *=",
    "float t = 0; t += 0.1f",
    "x = 0.1f",
    "sqrtf(x*x + y*y)",
    "(a - b) * (a + b)",
    "2^24 + 1",
    "x > 0 ? x : -x",
    "(float)0.1",
    "(double)1/3",
    "(__half)x",
    "FLT_MAX",
    "M_PI",
    "FLT_MAX * 2.0f",
    "-x",
    "-(a + b)",
    "fmaf(a, b, c) + 1.0f",
    "fmaf(sqrtf(a), b, c)",
    "__fadd_rz(a, b) * 2.0f",
    "__fadd_rz(a, -b)",
    "__sinf(x)/x",
    "1.0f - __cosf(x*x)",
    "a*b +",
    "(a",
    "5 % 3",
    "!x",
    "a == b",
    "1e-45f*0.5f",
    "%f1 * %f2 + %f3",
    "float t = a*b; t + c",
    "int n; n/2 + 0.5f",
    "__half h, k; h*k + h;",
    "x = 1.0f; y = x/3; y",
    "float x = 0.1f;\nfloat y = x*x;\ny - 0.01f;",
    "__fadd_rz(1.5f, 2.5f)",
    "__fadd_rz(1.5f, -2.5f)",
    "__fadd_rz(-INFINITY, x)",
    "y = __sinf(x);",
    "float x = fmodf(a, b)",
    "__sincosf(x, &s, &c)",
    "rint(2.5)",
    "sinf(x)",
    "__fadd",
    "sin (x)",
    "__fadd_rz(a,",
    "x = y",
    "x += __sinf(x)",
    "float s, c; __sincosf(x, &s, &c); s*s + c*c",
    "y = __sinf(x); y*2",
    "sqrtf(2.0f) // -prec-sqrt=false",
];

const OTHERS: &[&str] = &[
    "",
    " ",
    "0.1",
    "-0.1",
    "+1.5f",
    "1e-45",
    "-1e-45",
    "0x3f800000",
    "0f3F800000",
    "-0x1p-149",
    "0x1.8p3",
    "-2^-149",
    "2^24",
    "inf",
    "-inf",
    "-INFINITY",
    "nan",
    "NAN",
    "3f80 0000",
    "0b0 01111111 10000000000000000000000",
    "add",
    "fma",
    "ad",
    "x",
    "fma a",
    "add.f32",
    "add.",
    "add.f32 %f0, %f1, %f2;",
    "add.rn.f32 %f0, 1.0+2.0, %f1;",
    "fma.rn.f32 d, a, b, -1.0;",
    "@p add.f32 a, b, c;",
    "@!p",
    "mov.b64 %rd0, {%f1, %f2};",
    ".reg .f32 a;",
    "a=1.5 | neg.f32 d, a;",
    "MUFU.RCP R0, R1;",
    "MUFU.SIN R0, -R1",
    "FADD R0, R1, -R2 ;",
    "R1=3 | MUFU.RCP R0, R1;",
    "HMUL2 R0, R1, R2",
    "F2F",
    "5080000000070000",
    "0x5080000000470100",
    "0x5080000000470000 0x5080000000470000",
    "word 0x5080000000470100",
    "// a comment",
    "/*",
    "L1:",
    "é",
    "add.f32 %d, %a, %b; mul.f32 %e, %d, %c;",
    "a*b; c",
    "int n;",
];

#[test]
fn expressions_are_told_from_everything_else() {
    let context = Context::default();
    for text in EXPRESSIONS {
        assert!((&*language::read(text, &context) as &dyn Any).is::<Expression>(), "{text} is an expression");
        assert!(claims(text), "{text}");
    }
    for text in OTHERS {
        assert!(!(&*language::read(text, &context) as &dyn Any).is::<Expression>(), "{text} is no expression");
        assert!(!claims(text), "{text}");
    }
}

/// Every text that other tests hold for PTX, and every form of its table.
/// A text that begins as C does is told what C wants, and not that PTX has no such instruction.
#[test]
fn what_begins_as_c_is_told_as_c() {
    for (text, code, place) in [
        ("flaot x = 0.1f;", "type", "flaot"),
        ("float x = 0.1f; x[0]", "array", "x"),
        ("float x = 0.1f; x.y", "unexpected", ".y"),
        ("if x > 0 { y = 1; }", "expected", "x"),
        ("while x < 3 { x = x + 1; }", "expected", "x"),
        ("float f(float x) { return x } f(1)", "semicolon", "}"),
        ("float s = 0; for (int i = 0; i < 3; i++) { s += 1 } s", "semicolon", "}"),
        ("union P { float f; int& i; } u; u.f = 1.0f; u.i", "structure", "i"),
        ("void f(float& x) { x = 1; } f(2.0f);", "reference", "f"),
        ("break;", "control", "break"),
        ("for (int i = 0; i < 9; i++) sum += 0.01f;", "no-result", "for (int i = 0; i < 9; i++) sum += 0.01f;"),
    ] {
        assert!(claims(text), "{text}");
        let reading = read(text);
        let said = &reading.diagnostics()[0];
        assert_eq!((said.code, &text[said.span.clone()]), (code, place), "{text}: {}", said.message);
    }
    // Words that are searched for are no program.
    for text in ["double rounding", "float precision", "half precision", "mul rn", "for loop", "if statement"] {
        assert!(!claims(text), "{text}");
    }
}

#[test]
fn no_instruction_is_an_expression() {
    for form in semantics::instruction::forms() {
        let text = form.row.syntax.replace(['{', '}'], "").replace("  ", " ");
        for end in (1..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let typed = &text[..end];
            assert!(!claims(typed) || typed.contains('('), "{typed}");
        }
    }
    for text in [semantics::kernel::example::EXAMPLES[1].text, "add.f32 d, a, b; // a + b", "neg.f32 d, a; /* -a */"] {
        assert!(!claims(text), "{text}");
        assert!((&*language::read("add.f32 d, a, b;", &Context::default()) as &dyn Any).is::<Single>());
    }
}

/// An integer where one is wanted is no surprise.
#[test]
fn whole_numbers_that_are_meant_are_not_spoken_of() {
    for (text, code) in [
        ("int n = 5; int k = n / 2; x + k", None),
        ("int k = 8; k /= 2; x + k", None),
        ("unsigned m = 0x3f800000; x + m", None),
        ("int n = 5; float y = n / 2 + x;", Some("integer-division")),
        ("int n = 16777216 + 1; x + n", None),
        ("x + 16777217 * 3", None),
        (
            "__global__ void k(float *p) { float v = p[0]; for (int o = blockDim.x / 2; o > 0; o /= 2) v += __shfl_xor_sync(0xffffffff, v, o); p[0] = v; }",
            None,
        ),
    ] {
        let said = semantics::c::compiled(text, &Context::default()).diagnostics;
        let said: Vec<&str> =
            said.iter().map(|said| said.code).filter(|code| matches!(*code, "integer-division" | "literal" | "whole")).collect();
        assert_eq!(said.first().copied(), code, "{text}");
    }
}

/// What is said, and the text after the first fix.
#[test]
fn wrong_and_surprising_texts_have_a_way_out() {
    for (text, code, mended) in [
        ("1/3", "integer-division", Some("1.0f/3.0f")),
        ("1/3 + x", "integer-division", Some("1.0f/3.0f + x")),
        ("16777216 + 1", "whole", Some("16777216.0f + 1.0f")),
        ("4097*4097", "whole", Some("4097.0f * 4097.0f")),
        ("2^24 + 1", "power", Some("0x1p24f + 1")),
        ("2^-1074 + x", "power", Some("0x1p-1074 + x")),
        ("x^2 + 1.0f", "power", None),
        ("x^y + 1.0f", "power", Some("__powf(x, y) + 1.0f")),
        ("x * 0.1", "double", Some("x * 0.1f")),
        ("x > 0.1 ? x : y", "double", Some("x > 0.1f ? x : y")),
        ("1f/3f", "literal", Some("1.0f/3f")),
        ("0x3f800000 + x", "literal", Some("0f3F800000 + x")),
        ("gammaf(x) + 1.0f", "unknown-function", Some("lgammaf(x) + 1.0f")),
        ("squrtf(x) + 1.0f", "unknown-function", Some("sqrtf(x) + 1.0f")),
        ("(a*b", "missing-parenthesis", Some("(a*b)")),
        ("sqrtf(a*b", "missing-parenthesis", Some("sqrtf(a*b)")),
        ("a*b)", "unexpected", Some("a*b")),
        ("a*b c", "unexpected", Some("a*b ")),
        ("a +", "missing-operand", None),
        ("a * * b", "missing-operand", None),
        ("x++", "increment", None),
        ("--x * y", "increment", None),
        ("a × 2.0f + b", "not-ascii", Some("a * 2.0f + b")),
        ("a % b", "operation", None),
        ("1/0 + x", "operation", Some("1.0f/0.0f + x")),
        ("x > 0 ? x", "missing-branch", Some("x > 0 ? x : 0.0f")),
        ("fmaf(a, b) + c", "argument-count", Some("fmaf(a, b, z) + c")),
        ("__sincosf(a + b, &c, &e) * 2", "no-value", None),
        ("a*b // -fast", "option", Some("a*b // ")),
        ("banana x = a*b", "type", None),
    ] {
        let expression = read(text);
        let diagnostics = expression.diagnostics();
        let said = diagnostics.iter().find(|said| said.code == code).unwrap_or_else(|| panic!("{text}: {diagnostics:?}"));
        assert!(text.get(said.span.clone()).is_some() && said.message.ends_with(['.', '?']), "{text}: {said:?}");
        assert_eq!(said.fixes.first().and_then(|fix| fix.apply(text)).as_deref(), mended, "{text}");
    }
    // 1/3 is 0 and says so; the exact quotient of integers needs no word.
    assert_eq!(accepted("1/3").notes().len(), 1);
    assert!(accepted("6/3 * x").notes().is_empty());
}

#[test]
fn options_are_toggles_that_edit_the_text() {
    let texts = |text: &str| -> Vec<String> {
        accepted(text).choices().into_iter().flat_map(|group| group.choices).map(|choice| choice.edit.unwrap_or_default()).collect()
    };
    assert_eq!(texts("a/b")[0], "a/b // -fmad=false");
    assert_eq!(texts("a/b // -fmad=false")[..2], ["a/b".to_owned(), "a/b // -fmad=false -ftz=true".to_owned()]);
    assert_eq!(texts("a/b // one -ftz=true two")[1], "a/b // one two");
    assert_eq!(texts("a/b // -use_fast_math"), ["a/b // -use_fast_math -fmad=false", "", "", "", "a/b"]);
    for text in ["a*b + c/d", "a*b + c/d // -prec-div=false"] {
        for choice in accepted(text).choices().remove(0).choices {
            let Toggle::Compiler(switch) = choice.toggle else { panic!("{choice:?}") };
            let edited = accepted(&choice.edit.expect("an edit"));
            assert_eq!(edited.options().has(switch), !accepted(text).options().has(switch), "{text} {switch:?}");
        }
    }
}

/// A number can be written anew where it stands, with any bits.
#[test]
fn numbers_are_written_anew() {
    let mut random = Random::new(11);
    for text in ["0.1f + 0.2f", "x - 0.5f", "-2.0f * x", "1 + x", "x*3.0 - 1.0", "2^24 + 1", "x - -1.0f", "sqrtf(2.0f) + FLT_MAX"] {
        let expression = accepted(text);
        let ran = expression.run(&RegisterFile::default()).expect("a run");
        for operand in expression.operands(&ran).into_iter().filter(|operand| operand.place.source.is_some()) {
            for _ in 0..40 {
                let number = semantics::number::Pattern::new(operand.number.format, random.word());
                let Some(edited) = expression.with_number(&operand.place, number) else {
                    assert!(!operand.place.names.is_empty(), "{text}");
                    continue;
                };
                let again = accepted(&edited);
                let now = again.operands(&again.run(&RegisterFile::default()).expect("a run"));
                let found = now.iter().find(|other| other.place.source == operand.place.source).expect("the same place").number;
                assert_eq!(found.bits, number.bits, "{text} -> {edited}");
            }
        }
    }
}

/// Pieces of the grammar in any order: nothing panics, every place lies in the text, and what is printed reads the same.
#[test]
fn no_text_is_too_odd() {
    const PIECES: [&str; 44] = [
        "a",
        "b",
        "x1",
        "%f1",
        "1",
        "0.1",
        "2.5f",
        "1e400",
        "0x",
        "0f3F80",
        "0f3F800000",
        "(",
        ")",
        "(",
        ")",
        ",",
        "+",
        "-",
        "*",
        "/",
        "%",
        "^",
        "?",
        ":",
        "<",
        ">=",
        "==",
        "&&",
        "!",
        "=",
        ";",
        "float",
        "(float)",
        "double",
        "(__half)",
        "sqrtf(",
        "fmaf(",
        "sinf",
        "é",
        "²",
        "//",
        "/*",
        "FLT_MAX",
        ".",
    ];
    let mut random = Random::new(1);
    for round in 0..20_000 {
        let count = 1 + random.below(if round % 50 == 0 { 300 } else { 12 });
        let glue = ["", " "][random.below(2) as usize];
        let text: Vec<&str> = (0..count).map(|_| PIECES[random.below(PIECES.len() as u64) as usize]).collect();
        let text = text.join(glue);
        let _ = claims(&text);
        let expression = read(&text);
        for said in expression.diagnostics().iter() {
            assert!(text.get(said.span.clone()).is_some(), "{text}: {said:?}");
            said.fixes.iter().for_each(|fix| drop(fix.apply(&text)));
        }
        assert!(expression.tokens().iter().all(|token| text.get(token.span.clone()).is_some()), "{text}");
        let _ = (expression.choices(), expression.completions(), expression.summary(), expression.name());
        let ran = expression.run(&RegisterFile::default());
        assert_eq!(ran.is_some(), expression.is_complete(), "{text}");
        if let Some(ran) = ran {
            let _ = (expression.facts(&ran), expression.operands(&ran), ran.why(0), ran.microscope(0));
        }
        if expression.is_accepted() {
            let printed = expression.printed();
            let again = read(&printed);
            assert_eq!((again.ptx(), again.printed()), (expression.ptx(), printed), "{text}");
        }
    }
    for text in [
        "(".repeat(5000),
        "-".repeat(5000),
        "a+".repeat(5000),
        "a?".repeat(5000),
        "1^".repeat(5000),
        "sqrtf(".repeat(3000),
        "(float)".repeat(3000),
    ] {
        assert!(!read(&text).is_accepted());
    }
}
