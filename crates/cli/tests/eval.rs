//! `ulp eval`: a line in, a line out.

use crate::{program, ulp};
use std::io::{Read, Write};
use std::process::Stdio;

/// The output lines for some input lines.
fn eval(arguments: &[&str], input: &str) -> Vec<String> {
    let output = ulp(&[&["eval"], arguments].concat(), input.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

fn check(line: &str, expected: &str) {
    assert_eq!(eval(&[], &format!("{line}\n")), [expected], "{line}");
}

#[test]
fn a_line_in_a_line_out() {
    check("add.rz.f32 %f0, 0f3F800000, 0f33800001;", "ok\t%f0=3f800000\tinexact\t");
    check("a=3f800000 b=40000000 | add.f32 d, a, b;", "ok\td=40400000\t-\t");
    check("%f1=3f800000 f2=0x40000000 |add.f32 %f0,f1,%f2;", "ok\t%f0=40400000\t-\t");
    check("a=7f7fffff | add.f32 d, a, a;", "ok\td=7f800000\toverflow,inexact\t");
    check("add.f64 d, a, 1.5;", "ok\td=3ff8000000000000\t-\ta is not given and reads as zero.");
    check("add.f32 d, a, b;", "ok\td=00000000\t-\ta, b are not given and read as zero.");
    check("p=1 a=3f800000 | @p add.f32 d, a, a;", "ok\td=40000000\t-\t");
    check("p=0 d=12345678 a=3f800000 | @p add.f32 d, a, a;", "ok\td=12345678\t-\tThe guard p is 0: d keeps its bits.");
    check(
        "p=1 a=3f800000 | @!p add.f32 d, a, a;",
        "ok\td=00000000\t-\tThe guard p is 1: d keeps its bits. d is not given and reads as zero.",
    );
    check("a=3f800000 | @p add.f32 d, a, a;", "ok\td=40000000\t-\tp is not given and lets the instruction run.");
    check("@!p add.f32 d, 1.0, b;", "ok\td=3f800000\t-\tp is not given and lets the instruction run. b is not given and reads as zero.");
    check("| add.f32.rn d, 1.0, 1.0;", "ok\td=40000000\t-\tThe manual writes add.rn.f32. The assembler takes any order.");
    check("  add.f32 d, 1.0, 1.0; // two", "ok\td=40000000\t-\t");
}

#[test]
fn texts_may_stand_in_the_command() {
    let folded = "Here numbers count as values in registers. A compiler computes an expression that has only numbers itself.";
    assert_eq!(eval(&["0.1f + 0.2f", "--target", "sm_80"], "add.f32 d, a, b;"), [["ok\td=3e99999a\tinexact\t", folded].concat()]);
    let two = eval(&["--", "a=3f800000 | add.f32 d, a, a;", "-7 / 2"], "");
    assert_eq!(two[0], "ok\td=40000000\t-\t");
    assert!(two[1].starts_with("ok\td=fffffffd\t"), "{}", two[1]);
}

#[test]
fn a_question_about_a_format_of_ones_own_is_a_line() {
    check("0.1 in e3m4", "ok\te3m4=06\tunderflow,inexact\t");
    check("fma(1.5, 1.5, 0.25) in e3m4", "ok\te3m4=44\t-\t");
}

#[test]
fn a_call_of_cuda_is_a_line() {
    check("x=3fc00000 | y = __fadd_rz(x, 2.5f);", "ok\ty=40800000\t-\t");
    check("__fadd_rz(0.1f, 0.2f)", "ok\td=3e999999\tinexact\t");
    check("n=7fffffff | __int2float_rn(n)", "ok\td=4f000000\tinexact\t");
    check("__float2int_rz(1e10f)", "ok\td=7fffffff\tinvalid\t");
    check("remquo(29.0, 3.0, &q)", "ok\td=bff0000000000000,q=00000002\t-\t");
    check("rintf(x)", "ok\td=00000000\t-\tx is not given and reads as zero.");
    check("x=1 | __saturate(x)", "ok\td=00000001\t-\t__saturate is the text's name; CUDA's is __saturatef.");
    check("x=1 | __fadd_rp(x, x)", "error\tunknown-suffix\t6-15\t`_rp` is no rounding of CUDA. `__fadd` takes _rn _rz _ru _rd.");
    let json = &eval(&["--json"], "__expf(1.0f)\n")[0];
    for text in ["mul.f32 %_t, 0f3F800000, 0f3FB8AA3B;", "ex2.approx.f32 %d, %_t;"] {
        assert!(json.contains(&format!("{{\"text\":\"{text}\",\"ran\":true")), "{json}");
    }
}

#[test]
fn an_expression_is_a_line() {
    let folded = "Here numbers count as values in registers. A compiler computes an expression that has only numbers itself.";
    check("0.1f + 0.2f", &["ok\td=3e99999a\tinexact\t", folded].concat());
    check("a=3f800001 b=3f800001 c=bf800002 | a*b + c", "ok\td=28800000\t-\t");
    check("a=3f800001 b=3f800001 c=bf800002 | a*b + c // -fmad=false", "ok\td=00000000\tinexact\t");
}

#[test]
fn errors_name_code_place_and_message() {
    check("", "error\tempty\t0-0\tThere is no instruction here.");
    check("// nothing", "error\tempty\t0-0\tThere is no instruction here.");
    check("a=1 | ", "error\tempty\t5-5\tThere is no instruction here.");
    check("a=1 | add.sat.f64 d, a, b;", "error\tillegal-modifier\t9-13\t`.sat` is not available for f64. add.f64 takes .rn .rz .rm .rp.");
    check("add.f32 d, a, b", "error\tmissing-semicolon\t15-15\tThe assembler needs a semicolon at the end.");
    check("a=xyz | add.f32 d, a, b;", "error\tassignment\t0-5\tRegisters are given as NAME=HEXBITS, with 1 to 16 hex digits.");
    check("a 1 | add.f32 d, a, b;", "error\tassignment\t0-1\tRegisters are given as NAME=HEXBITS, without blanks.");
    check("a=123456789 | add.f32 d, a, b;", "error\tassignment\t0-11\tThis register has 32 bits.");
    check("add.f32\td,\ta, 1\t;", "error\tinteger-literal\t14-15\tThe assembler takes no integers here: write 1.0.");
}

#[test]
fn target_and_version_are_options() {
    let packed = "a=3f8000004000000 | add.f32x2 d, a, a;\n";
    assert!(eval(&[], packed)[0].starts_with("error\tneeds-target\t20-29\t"));
    for target in ["sm_100", "B200", "blackwell"] {
        assert_eq!(eval(&["--target", target], "a=3f80000040000000 | add.f32x2 d, a, a;\n"), ["ok\td=4000000040800000\t-\t"]);
    }
    let mad = "a=3f800001 b=3f800001 c=28800000 | mad.f32 d, a, b, c;\n";
    assert!(eval(&[], mad)[0].starts_with("error\tmissing-rounding\t"));
    assert!(eval(&["--target=sm_20", "--ptx=3.0"], mad)[0].starts_with("ok\td=3f800002\tinexact\tmad.f32 needs a rounding modifier"));
    assert_eq!(eval(&["--target", "sm_10", "--ptx", "1.4"], "a=1 | add.f32 d, a, a;\n"), ["ok\td=00000000\t-\t"]);
}

#[test]
fn bytes_of_any_kind_give_a_line_each() {
    let mut random = semantics::number::Random::new(1);
    let mut bytes: Vec<u8> = (0..200_000).map(|_| random.word() as u8).collect();
    bytes.extend_from_slice(b"\nadd.f32 d, 1.0, \xff;\r\nadd.f32 d, 1.0, 1.0;\r\n");
    let output = ulp(&["eval"], &bytes);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(text.lines().count(), bytes.iter().filter(|byte| **byte == b'\n').count());
    let last: Vec<_> = text.lines().rev().take(2).collect();
    assert_eq!(last, ["ok\td=40000000\t-\t", "error\tencoding\t16-17\tThe line is not UTF-8 from here on."]);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let mut child = program().arg("eval").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("run ulp");
    let mut stdin = child.stdin.take().expect("its input");
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all("add.f32 d, 1.0, 1.0;\n".repeat(200_000).as_bytes());
    });
    let mut first = [0; 8];
    let mut stdout = child.stdout.take().expect("its output");
    stdout.read_exact(&mut first).expect("a few bytes");
    drop(stdout);
    assert!(child.wait().expect("its end").success());
    writer.join().expect("the writer");
}

#[test]
fn answers_come_line_by_line() {
    let mut child = program().arg("eval").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("run ulp");
    let (mut stdin, mut stdout) = (child.stdin.take().expect("its input"), child.stdout.take().expect("its output"));
    for _ in 0..3 {
        stdin.write_all(b"add.f32 d, 1.0, 1.0;\n").expect("write");
        let mut answer = [0; 16];
        stdout.read_exact(&mut answer).expect("an answer before the next line");
        assert_eq!(&answer, b"ok\td=40000000\t-\t");
        stdout.read_exact(&mut [0]).expect("the line's end");
    }
    drop(stdin);
    assert!(child.wait().expect("its end").success());
}

#[test]
fn json_has_the_steps() {
    let lines = eval(&["--json"], "add.rz.f32 %f0, 0f3F800000, 0f33800001;\nadd.f32 d, a\tb;\n");
    for line in &lines {
        json(&mut line.chars().peekable());
    }
    let has = |line: usize, piece: &str| assert!(lines[line].contains(piece), "{piece} in {}", lines[line]);
    has(0, r#"{"ok":true,"text":"add.rz.f32 %f0, 0f3F800000, 0f33800001;","target":"sm_90","ptx":"9.1","#);
    has(0, r#""destination":"%f0","bits":"3f800000","written":[{"name":"%f0","bits":"3f800000"}],"flags":["inexact"],"notes":[]"#);
    has(0, r#"{"kind":"decode","title":"Decode a","#);
    has(0, r#""sum":{"negative":false,"magnitude":"800000800001","exponent":-47}"#);
    has(0, r#""kept":"800000","last_place":-23,"lost":"above half","away":false"#);
    has(1, r#"{"ok":false,"code":"missing-comma","start":12,"end":13,"message":"Operands are separated by commas.""#);
}

/// Reads a JSON value and panics where it is none: a judge of form.
fn json(letters: &mut std::iter::Peekable<std::str::Chars>) {
    match letters.next().expect("a value") {
        '{' => list(letters, '}', |letters| {
            assert_eq!(letters.next(), Some('"'));
            string(letters);
            assert_eq!(letters.next(), Some(':'));
            json(letters);
        }),
        '[' => list(letters, ']', json),
        '"' => string(letters),
        _ => while letters.next_if(|letter| !matches!(letter, ',' | '}' | ']')).is_some() {},
    }
}

type Letters<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn list(letters: &mut Letters, end: char, mut item: impl FnMut(&mut Letters)) {
    if letters.next_if_eq(&end).is_some() {
        return;
    }
    loop {
        item(letters);
        match letters.next() {
            Some(',') => {}
            Some(letter) if letter == end => return,
            other => panic!("{other:?}"),
        }
    }
}

fn string(letters: &mut Letters) {
    loop {
        match letters.next().expect("the end of a string") {
            '"' => return,
            '\\' => assert!(matches!(letters.next(), Some('"' | '\\' | 'u'))),
            letter => assert!(!letter.is_control()),
        }
    }
}

#[test]
fn several_statements_and_declarations() {
    check("a=3f800000 | add.f32 t, a, a; mul.f32 d, t, t;", "ok\tt=40000000,d=40800000\t-\t");
    check("mov.f32 a, 0.1; add.f32 a, a, a;", "ok\ta=3e4ccccd\t-\t");
    check(
        "a=1 | add.f32 t, a, a; add.tf32 d, t, t;",
        "error\twrong-type\t26-31\t`.tf32` is not available for add, which takes .f32 .f64 .f32x2 .f16 .bf16 .u16 .u32 .u64 .s16 .s32 .s64 .f16x2 .bf16x2 .e4m3x4 .e5m2x4 .u16x2 .s16x2.",
    );
    let lines = ".reg .f32 f<9>; .reg .f64 d0;\nf1=3f800000 | add.f32 f0, f1, f1;\nadd.f32 f0, d0, f1;\nadd.f32 g, f0, f1;\n";
    assert_eq!(
        eval(&[], lines),
        [
            "ok\t-\t-\tDeclares f0 to f8. Declares d0.",
            "ok\tf0=40000000\t-\t",
            "error\tregister-type\t12-14\t`d0` is declared with another type; this operand takes .f32 or .b32.",
            "ok\tg=00000000\t-\tf0, f1 are not given and read as zero.",
        ]
    );
    assert_eq!(eval(&[], ".target sm_100\nadd.f32x2 d, a, a;\n")[1], "ok\td=0000000000000000\t-\ta is not given and reads as zero.");
    let json_line = &eval(&["--json"], "p=0 a=3f800000 | add.f32 t, a, a; @p neg.f32 t, t;\n")[0];
    json(&mut json_line.chars().peekable());
    assert!(
        json_line.contains(r#"{"text":"@p neg.f32 t, t;","ran":false,"written":[{"name":"t","bits":"40000000"}],"flags":[],"steps":0}"#),
        "{json_line}"
    );
}

#[test]
fn eval_takes_machine_instructions() {
    let lines = "R1=3fc00000 | MUFU.RCP R0, R1;\nRRO.EX2 R0, 1.0; MUFU.EX2 R0, R0;\nF2F.F16.F64 R0, R2;\nadd.f32 f0, f1, f2;\n";
    // What the target has is its own; what it lacks is another's, which is said.
    let own = eval(&[], lines);
    assert_eq!(own[0], "ok\tR0=3f2aaaab\t-\t");
    assert!(own[1].starts_with("ok\tR0=40000000\t-\tsm_90 has machine words of 128 bits"), "{}", own[1]);
    let said = eval(&["--target", "sm_53"], lines);
    assert_eq!(said[..2], ["ok\tR0=3f2aaaab\t-\t", "ok\tR0=40000000\t-\t"]);
    assert!(said[2].starts_with("error\tformat-pair\t3-7\tF2F: the table of formats marks .F16 to .F64"), "{}", said[2]);
    assert!(said[3].starts_with("ok\tf0=00000000\t"), "{}", said[3]);
    let first = lines.lines().next().unwrap_or("");
    let json = &eval(&["--json"], first)[0];
    assert!(json.contains("\"word\":\"000fe200000010000000000100007308\",\"ran\":true"), "{json}");
    let json = &eval(&["--json", "--target", "sm_53"], first)[0];
    assert!(json.contains("\"instructions\":[{\"text\":\"MUFU.RCP R0, R1 ;\",\"word\":\"5080000000470100\",\"ran\":true"), "{json}");
}
