//! What a kernel prints, against the C library of a host, and an assertion that fails.

use semantics::c::{Expression, compiled};
use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::printing::formatted;
use semantics::kernel::{Launched, Module, NoObserver};
use semantics::language::ParsedSource;
use semantics::number::{F32, U32};
use semantics::oracle::oracle;
use semantics::register_file::RegisterFile;

/// Lines of a format, the kind of its value, the value's bits, and what glibc 2.36 prints.
#[test]
fn numbers_are_printed_as_c_prints_them() {
    let table = include_str!("data/printf.txt");
    let mut rows = 0;
    for line in table.lines() {
        let [format, kind, bits, expected] = line.splitn(4, '\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let bits = u64::from_str_radix(bits, 16).unwrap();
        let size = if kind == "w" { 4 } else { 8 };
        let got = formatted(format, |asked, letter| (asked == size && letter != 's').then_some((bits, None)));
        assert_eq!(got.as_deref(), Some(expected), "{format} of {bits:x}");
        rows += 1;
    }
    assert_eq!(rows, oracle("printf.txt").answers);
}

/// A module that prints a text of two numbers, or fails.
fn module(call: &str) -> String {
    let text = |name: &str, text: &str| {
        let bytes: Vec<String> = text.bytes().chain([0]).map(|byte| byte.to_string()).collect();
        format!(".global .align 1 .b8 {name}[{}] = {{{}}};\n", bytes.len(), bytes.join(", "))
    };
    format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n\
         .extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);\n{}{}\
         .visible .entry k(.param .u64 p) {{\n.local .align 8 .b8 depot[16]; .reg .b64 q<9>; .reg .b32 r<9>; .reg .f64 d<3>;\n\
         mov.u64 q1, depot; cvta.local.u64 q2, q1; mov.u32 r1, %tid.x; st.local.u32 [q1], r1; cvt.rn.f64.u32 d1, r1; mul.f64 d1, d1, 0d3FB999999999999A;\n\
         st.local.f64 [q1+8], d1; mov.u64 q3, text; cvta.global.u64 q4, q3; mov.u64 q5, what; cvta.global.u64 q6, q5;\n{call}\nret;\n}}\n",
        text("text", "thread %d: %.3f\n"),
        text("what", "x > 0")
    )
}

fn run(call: &str, threads: u32) -> (Vec<String>, Option<(&'static str, String)>, Vec<u64>) {
    let module = Module::read(&module(call), &Context::default());
    assert!(module.diagnostics.is_empty(), "{:?}", module.diagnostics);
    let launched = Launched {
        entry: module.entry(None).unwrap(),
        arguments: vec![Argument::List(U32, vec![0; 2])],
        threads: [threads, 1, 1],
        ..Launched::default()
    };
    let mut all = launched.begin(&module).unwrap();
    let stop = all.run(&mut NoObserver).map(|stop| (stop.code, stop.message));
    let printed = &all.machine.memory.printed;
    assert!(printed.iter().enumerate().all(|(thread, printed)| printed.thread == [0, thread as u32]));
    let numbers = all.buffers[0].numbers(&all.machine.memory).iter().map(|number| number.bits).collect();
    (printed.iter().map(|printed| printed.text.clone()).collect(), stop, numbers)
}

#[test]
fn a_kernel_prints() {
    let call = "{ .param .b64 a; .param .b64 b; .param .b32 c; st.param.b64 [a], q4; st.param.b64 [b], q2; call.uni (c), vprintf, (a, b);\n\
         ld.param.b32 r2, [c]; ld.param.u64 q7, [p]; st.global.u32 [q7], r2; }";
    let (printed, stop, numbers) = run(call, 3);
    assert_eq!((stop, numbers), (None, vec![2, 0]));
    assert_eq!(printed, ["thread 0: 0.000\n", "thread 1: 0.100\n", "thread 2: 0.200\n"]);
}

#[test]
fn an_assertion_ends_the_run_with_its_message() {
    let call = "{ .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e; st.param.b64 [a], q6; st.param.b64 [b], q6; \
         st.param.b32 [c], 12; st.param.b64 [d], q6; st.param.b64 [e], 1; call.uni __assertfail, (a, b, c, d, e); }";
    let (_, stop, _) = run(call, 1);
    assert_eq!(stop, Some(("assertion", "x > 0:12: x > 0: Assertion `x > 0` failed.".to_owned())));
}

/// Texts of C and what the host's C library prints for them (glibc 2.36, gcc 12), with the value that the text is about.
#[test]
fn c_prints() {
    for (text, lines, bits) in [
        ("float x = 1; printf(\"%f %d\\n\", x, 3);", &["1.000000 3\n"][..], 0x3f80_0000),
        ("printf(\"%5.2f|%-6d|%x|%e\\n\", 3.14159f, 42, 255u, 1e-7)", &[" 3.14|42    |ff|1.000000e-07\n"], 4),
        ("unsigned char c = 200; printf(\"%d %c %s %lld\\n\", c, 'x', \"abc\", 1LL << 40);", &["200 x abc 1099511627776\n"], 200),
        (
            "printf(\"%a|%A|%20a|%-14a|%020a|%+a\", 0.1, 0.1, -1.5, 0.0, 1e-310, 2.0)",
            &["0x1.999999999999ap-4|0X1.999999999999AP-4|           -0x1.8p+0|0x0p+0        |0x0.012688b70e62bp-1022|+0x1p+1"],
            6,
        ),
        ("for (int i = 0; i < 3; i++) printf(\"%d: %g\\n\", i, i * 0.1);", &["0: 0\n", "1: 0.1\n", "2: 0.2\n"], 2),
        ("float f(float x) { printf(\"in f: %g\\n\", x); return x * 2; } f(3) + f(4)", &["in f: 3\n", "in f: 4\n"], 0x4160_0000),
        ("const char* s = 1 < 2 ? \"yes\" : \"no\"; int n = printf(\"a\" \"b\\t%s\\x21%%\", s); n", &["ab\tyes!%"], 1),
        ("std::cout << 0.1 + 0.2 << std::endl;", &["0.3\n"], 1),
        ("struct C { float re; C(float r) : re(r) {} };\nint main() { C z(2); printf(\"%g\\n\", z.re); return 0; }", &["2\n"], 0x4000_0000),
        ("int i = 5; if (i > 3) printf(\"big\\n\"); i > 7 && printf(\"huge\\n\"); i", &["big\n"], 5),
        ("int main() { for (int i = 0; i < 2; i++) printf(\"%d\\n\", i); return 0; }", &["0\n", "1\n"], 2),
    ] {
        let read = Expression::read(text, &Context::default());
        assert!(read.is_accepted(), "{text}: {:?}", read.diagnostics());
        let run = read.run(&RegisterFile::default()).unwrap();
        let printed: Vec<&str> = run.printed.iter().map(|printed| &*printed.text).collect();
        assert_eq!((&printed[..], run.results[0].bits), (lines, bits), "{text}");
        // As a module of its own it prints the same.
        let module = compiled(text, &Context::default()).module(&Context::default());
        assert!(module.diagnostics.iter().all(|said| !said.is_error()), "{}", module.text);
        let (entry, arguments) = (module.entry(None).unwrap(), vec![Argument::List(U32, vec![0; 2])]);
        let launched = Launched { entry, arguments, ..Launched::default() };
        let mut all = launched.begin(&module).unwrap();
        assert_eq!(all.run(&mut NoObserver), None, "{}", module.text);
        let printed: Vec<&str> = all.machine.memory.printed.iter().map(|printed| &*printed.text).collect();
        assert_eq!(printed, lines, "{}", module.text);
    }
}

/// What nvcc's PTX prints here (13.5): a format that asks for other types reads the bytes as they lie.
#[test]
fn kernels_of_c_print() {
    let text = "__global__ void k(float* x, int n) {\n  int i = threadIdx.x;\n  printf(\"%f %d %s\\n\", x[i], n, i ? \"one\" : \"zero\");\n\
                printf(\"%d %g\\n\", 0.1f + x[i], 2.5);\n  x[i] = printf(\"%5.2f %lld\\n\", x[i] * 2, 5ll);\n  assert(x[i] == 2 && i < 1);\n}\n\
                __global__ void other(float* x) { printf(\"%s\", \"zero\"); printf(\"no more\\n\"); }";
    let compiled = compiled(text, &Context::default());
    let said: Vec<&str> = compiled.diagnostics.iter().map(|said| said.code).collect();
    assert_eq!(said, ["print"], "{:?}", compiled.diagnostics);
    let module = compiled.module(&Context::default());
    assert!(module.diagnostics.is_empty(), "{:?}", module.diagnostics);
    let arguments = [Argument::List(F32::ROW, vec![0x3fc0_0000, 0x4000_0000]), Argument::Number("7".to_owned())].to_vec();
    let launched = Launched { entry: module.entry(Some("k")).unwrap(), arguments, threads: [2, 1, 1], ..Launched::default() };
    let mut all = launched.begin(&module).unwrap();
    let stop = all.run(&mut NoObserver).map(|stop| stop.message);
    assert_eq!(stop.as_deref(), Some("text:6: k: Assertion `x[i] == 2 && i < 1` failed."));
    let printed: Vec<&str> = all.machine.memory.printed.iter().map(|printed| &*printed.text).collect();
    assert_eq!(printed, ["1.500000 7 zero\n", "-1610612736 2.5\n", " 3.00 5\n", "2.000000 7 one\n", "-1073741824 2.5\n", " 4.00 5\n"]);
}
