//! Python against Python itself, NumPy, ml_dtypes, PyTorch and JAX.

use super::{accepted, read};
use semantics::c::{claims, compiled, is_python};
use semantics::instruction::Context;
use semantics::language::ParsedSource;
use semantics::oracle::{Oracle, oracle};
use semantics::register_file::RegisterFile;
use semantics::rounding::Flags;

/// What a text gives: its type and bits, or that Python stops with an error; else why it is refused.
fn given(text: &str) -> Result<(String, String), String> {
    assert!(is_python(text) && claims(text), "{text}");
    let raises = || Ok(("raises".to_owned(), "-".to_owned()));
    let read = read(text);
    if let Some(said) = read.diagnostics().iter().find(|said| said.is_error()) {
        return if said.code == "raises" { raises() } else { Err(said.message.clone()) };
    }
    let run = read.run(&RegisterFile::default()).ok_or("nothing runs")?;
    if let Some((_, why)) = run.broken_off() {
        return if why.contains("Error") { raises() } else { Err(why) };
    }
    let own = read.language().trim_start_matches("Python, ").split(' ').next().unwrap_or("").to_owned();
    Ok((own, run.results[0].hex()))
}

/// Compares a file of programs with what they give here.
fn compare(name: &str, file: &str) {
    let (mut same, mut refused, mut wrong) = (0u64, 0u64, Vec::new());
    for line in file.lines().skip(1) {
        let (own, rest) = line.split_once(' ').unwrap();
        let (bits, text) = rest.split_once(' ').unwrap();
        let text = text.replace("\\n", "\n");
        match given(&text) {
            Ok((kind, code)) if kind == own && code == bits => same += 1,
            Ok(other) => wrong.push(format!("{own} {bits} and here {other:?}\n{text}\n")),
            Err(_) => refused += 1,
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), same + wrong.len() as u64, wrong[..wrong.len().min(12)].join("\n"));
    let Oracle { answers, allowed, .. } = oracle(name);
    assert_eq!((same + refused, refused), (answers, allowed), "{name}");
}

/// Random programs, with control, functions and lists; python.py says how they were made.
#[test]
fn random_programs_give_what_python_gives() {
    compare("python.txt", include_str!("python.txt"));
}

/// Random expressions of tensors and arrays; python_tensors.py says how they were made.
#[test]
fn tensors_give_what_pytorch_and_jax_give() {
    compare("python_tensors.txt", include_str!("python_tensors.txt"));
}

/// Lines that people write, each with its type and bits as Python, NumPy, PyTorch or JAX give them.
#[test]
fn what_people_write_runs() {
    for (text, own, bits) in [
        ("np.float32(0.1) + np.float32(0.2)", "float32", "3e99999a"),
        ("2**0.5", "float", "3ff6a09e667f3bcd"),
        ("x = np.float16(0)\nfor i in range(10): x += np.float16(0.1)", "float16", "3c00"),
        ("torch.tensor(0.1, dtype=torch.bfloat16)", "bfloat16", "3dcd"),
        ("jnp.float32(1e8) + 1", "float32", "4cbebc20"),
        ("ml_dtypes.bfloat16(1.1)", "bfloat16", "3f8d"),
        ("ml_dtypes.float8_e4m3fn(0.3)", "float8_e4m3fn", "2a"),
        ("ml_dtypes.float8_e4m3fn(464)", "float8_e4m3fn", "7e"),
        ("s = 0\nfor i in range(10):\n    s += 0.1\nprint(s)", "float", "3fefffffffffffff"),
        ("x = 0.1\ny = 0.2\nx + y", "float", "3fd3333333333334"),
        ("sum([0.1] * 10)", "float", "3ff0000000000000"),
        ("import math\nmath.fma(0.1, 10.0, -1.0)", "float", "3c90000000000000"),
        ("from ml_dtypes import bfloat16\nbfloat16(1) + bfloat16(0.00390625)", "bfloat16", "3f80"),
        ("torch.tensor(1.0, dtype=torch.bfloat16).float() + 0.001", "float32", "3f8020c5"),
        ("np.float32(16777216) + 1", "float32", "4b800000"),
        ("np.float64(0.1).astype(np.float32)", "float32", "3dcccccd"),
        ("np.finfo(np.float16).eps", "float16", "1400"),
        ("def f(x):\n    if x < 0:\n        return -x\n    return x\n\nf(-2.5)", "float", "4004000000000000"),
        ("a, b = 0, 1\nfor i in range(30):\n    a, b = b, a + b\na", "int", "00000000000cb228"),
        ("xs = [0.5, 1.5]\nxs[-1] = 2.5\nxs[0] + xs[1]", "float", "4008000000000000"),
        ("x = 2.0\nwhile abs(x*x - 2) > 1e-12:\n    x = x - (x*x - 2)/(2*x)\nx", "float", "3ff6a09e667f3bcd"),
        ("1 if np.float32(0.1) == 0.1 else 0", "int", "0000000000000001"),
        ("float('inf') - float('-inf')", "float", "7ff0000000000000"),
        ("float(\"1e400\")", "float", "7ff0000000000000"),
        ("float('0.1') + 0.2", "float", "3fd3333333333334"),
        ("float('nan')", "float", "7ff8000000000000"),
        ("float('-nan')", "float", "fff8000000000000"),
        ("np.float32('0.1')", "float32", "3dcccccd"),
    ] {
        assert_eq!(given(text), Ok((own.to_owned(), bits.to_owned())), "{text}");
    }
}

/// A text that only rounds a number shows that rounding.
#[test]
fn the_rounding_of_a_number_is_shown() {
    for (text, is_exact) in [
        ("np.float16(2049)", false),
        ("x = np.float32(0.1)", false),
        ("np.float64(0.1).astype(np.float32)", false),
        ("torch.tensor(0.1, dtype=torch.bfloat16)", false),
        ("ml_dtypes.float8_e4m3fn(0.3)", false),
        ("np.float32(0.5)", true),
        ("x = np.float16(2048)", true),
    ] {
        let run = accepted(text).run(&RegisterFile::default()).expect("a run");
        assert_eq!(run.flags() == Flags::NONE, is_exact, "{text}");
    }
}

/// What is refused, where, and by what name. Where Python stops with an error, so does the run.
#[test]
fn what_is_not_covered_is_named() {
    for (text, code, place, words) in [
        ("np.array([1, 2])", "not-covered", "[", "Arrays"),
        ("class A:\n    x = 1.0\nprint(2)", "not-covered", "class", "class"),
        ("f = lambda x: x\nprint(f(1))", "not-covered", "lambda", "lambda"),
        ("x = [i for i in range(3)]", "not-covered", "for", "comprehension"),
        ("xs = [1.0, 2.0]\nprint(xs[0:1])", "not-covered", ":", "slice"),
        ("print(2**64)", "integer", "2**64", "64 bits"),
        ("print(1 / 0)", "raises", "1 / 0", "ZeroDivisionError"),
        ("np.int8(300)", "integer", "int8", "-128 to 127"),
        ("import random\nprint(1)", "not-covered", "random", "module"),
        ("np.fft(1.0)", "not-covered", "fft", "fft"),
        ("if x > 1:\n    y = 1.5\nprint(y)", "name", "y", "no value"),
        ("if x > 1:\n    y = 1.5\nelse:\n    y = 2\nprint(y)", "types", "y", "float or int"),
        ("for i in range(3):\nprint(i)", "indentation", "p", "indented"),
        ("while True\n    x = 1", "missing-colon", "while", "colon"),
        ("print(0.1 +)", "missing-operand", ")", "after `+`"),
        ("torch.float8_e4m3fn(1.0)", "not-covered", "float8_e4m3fn", "float8_e4m3fn"),
        ("x = (1.0, 2.0)\nprint(x)", "not-covered", ",", "tuple"),
        ("print(1j)", "not-covered", "1j", "Complex"),
    ] {
        assert!(is_python(text), "{text}");
        let read = read(text);
        let diagnostics = read.diagnostics();
        let said = diagnostics.iter().find(|said| said.is_error()).unwrap_or_else(|| panic!("{text} is not refused"));
        assert!(said.message.contains(words) && (said.code == code || code == "types"), "{text}: {said:?}");
        assert!(text[said.span.clone()].starts_with(place), "{text}: {said:?}");
    }
    assert!(given("print((-8.0) ** (1/3))").is_err_and(|why| why.contains("complex")));
    for text in ["x = 5\nfor i in range(3):\n    x = x - 2.5\n    y = 1 / x\nprint(y)", "import math\nmath.log(0.0 * 2.0)"] {
        assert_eq!(given(text), Ok(("raises".to_owned(), "-".to_owned())), "{text}");
    }
    // The bracket before a name may be the first sign of all.
    for text in ["(a[0] + np.float32(1))", "(x in c[0])", "(y if x else c[0])"] {
        assert!(read(text).diagnostics().iter().any(|said| said.is_error()), "{text}");
    }
}

/// A text of C or PTX is no Python.
#[test]
fn other_languages_stay() {
    for text in [
        "float x = 0.1f;",
        "x = 0.1f",
        "a*b + c // np.float32",
        "for (int i = 0; i < 3; i++) x += 1;",
        "if (a > b) x = 1; else x = 2;",
        "double **p;",
        "and.b32 d, a, b;",
        "not.b32 d, a",
        "add.f32 a, b, c\nmul.f32 d, a, a",
        "what is 0.1 and 0.2",
        "a=1.5 | neg.f32 d, a;",
        "float a = 1\nfloat b = 2",
        "int f(int x) { return x; } f(3)",
    ] {
        assert!(!is_python(text), "{text}");
    }
}

/// Programs take Python, too: the module has a line of Python above what it becomes.
#[test]
fn a_program_becomes_a_module() {
    let compiled = compiled("s = np.float32(0)\nfor i in range(3):\n    s += np.float32(0.1)\n", &Context::default());
    assert!(compiled.diagnostics.iter().all(|said| !said.is_error()), "{:?}", compiled.diagnostics);
    assert!(compiled.text.contains("// 3: s += np.float32(0.1)\n\tadd.rn.f32 %s, %s, 0f3DCCCCCD;"), "{}", compiled.text);
}

/// No text is too odd: pieces of Python in any order.
#[test]
fn no_python_is_too_odd() {
    const PIECES: [&str; 48] = [
        "for",
        "i",
        "in",
        "range(",
        ")",
        ":",
        "\n",
        "\n    ",
        "\n  ",
        "if",
        "else",
        "elif",
        "while",
        "def f(x)",
        "return",
        "x",
        "=",
        "+=",
        "**",
        "//",
        "%",
        "np.float32(",
        "1.5",
        "0",
        "10",
        "[",
        "]",
        ",",
        "f(x)",
        "print(",
        "and",
        "or",
        "not",
        "-",
        "*",
        "<",
        "break",
        "continue",
        "sum([",
        "import math",
        "torch.tensor(",
        "dtype=",
        "torch.bfloat16",
        "lambda",
        "\"s\"",
        "'",
        "xs[i]",
        ".",
    ];
    let mut random = semantics::number::Random::new(45);
    for _ in 0..6000 {
        let count = 1 + random.below(30);
        let text: Vec<&str> = (0..count).map(|_| random.one(&PIECES, ";")).collect();
        let text = ["import numpy as np\n", &text.join(" ")].concat();
        let read = read(&text);
        if read.is_accepted() {
            let _ = read.run(&RegisterFile::default());
        }
    }
}
