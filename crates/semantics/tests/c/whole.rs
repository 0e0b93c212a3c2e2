//! Whole programs of the host, against what g++ prints of them: `main`, the functions and the types that people write, and no kernel.

use semantics::c::compiled;
use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::{Launched, NoObserver};
use semantics::language::ParsedSource;
use std::fs;
use std::process::Command;

/// Programs, each with what g++ 12 prints of it.
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/c/whole.txt");

/// The programs: what each is called, its text, and what it prints.
fn programs() -> Vec<[String; 3]> {
    let text = fs::read_to_string(PROGRAMS).unwrap();
    let part = |part: &str| {
        let (name, rest) = part.split_once('\n').expect("a name");
        let (text, printed) = rest.split_once("\n-- \n").expect("what it prints");
        [name, text, printed].map(str::to_owned)
    };
    text.split("\n== ").skip(1).map(part).collect()
}

/// What a program prints; else what is said of it.
fn printed(text: &str) -> Result<String, String> {
    let context = Context::default();
    let compiled = compiled(text, &context);
    if let Some(said) = compiled.diagnostics.iter().find(|said| said.is_error()) {
        return Err(format!("`{}`: {}", &text[said.span.clone()], said.message));
    }
    let module = compiled.module(&context);
    let arguments = compiled.proposed.iter().map(|(_, text)| Argument::read(text)).collect::<Result<Vec<_>, _>>()?;
    let launched = Launched { entry: module.entry(None)?, arguments, ..Launched::default() };
    let mut threads = launched.begin(&module)?;
    if let Some(stop) = threads.run(&mut NoObserver) {
        return Err(stop.message);
    }
    Ok(threads.machine.memory.printed.iter().map(|printed| &*printed.text).collect())
}

#[test]
fn programs_of_the_host_print_what_gpp_prints() {
    let all = programs();
    assert_eq!(all.len(), 133);
    for [name, text, expected] in all {
        // Whatever nvcc is told of device code.
        for option in ["", "// -fmad=true\n", "// -use_fast_math\n"] {
            assert_eq!(printed(&[option, &text].concat()).as_deref(), Ok(&*expected), "{name} {option}");
        }
    }
}

#[test]
#[ignore = "wants g++; ULPSCOPE_BLESS=1 writes what it prints"]
fn gpp_prints_the_same_with_and_without_optimisation() {
    let folder = std::env::temp_dir().join(format!("ulpscope-whole-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let head = fs::read_to_string(PROGRAMS).unwrap().split("\n== ").next().unwrap_or("").to_owned();
    let (mut written, mut differ) = (head, Vec::new());
    for [name, text, expected] in programs() {
        let source = folder.join("program.cpp");
        fs::write(&source, &text).unwrap();
        let prints = |options: &[&str]| {
            let program = folder.join("program");
            let done = Command::new("g++").args(["-std=c++17", "-w"]).args(options).arg("-o").arg(&program).arg(&source).status();
            assert!(done.unwrap().success(), "{name}");
            String::from_utf8(Command::new(&program).output().unwrap().stdout).unwrap()
        };
        let [plain, optimised] = [&["-O0"][..], &["-O2", "-ffp-contract=off", "-fno-strict-aliasing"]].map(prints);
        assert_eq!(plain, optimised, "{name}");
        if plain != expected {
            differ.push(name.clone());
        }
        written.push_str(&format!("\n== {name}\n{text}\n-- \n{plain}"));
    }
    fs::remove_dir_all(&folder).unwrap();
    if std::env::var_os("ULPSCOPE_BLESS").is_some() {
        fs::write(PROGRAMS, written).unwrap();
    } else {
        assert_eq!(differ, [""; 0]);
    }
}

/// A library's function is CUDA's here, which is said once; what is rounded once is the same everywhere.
#[test]
fn functions_of_the_host_are_said_to_be_of_cuda() {
    let notes = |text: &str| {
        let said = compiled(text, &Context::default()).diagnostics;
        assert!(said.iter().all(|said| !said.is_error()), "{text}: {said:?}");
        said.iter().filter(|said| said.code == semantics::c::OF_CUDA).count()
    };
    assert_eq!(notes("int main() { double x = 0.5; printf(\"%g %g\", sin(x), exp(x) + sin(2 * x)); }"), 1);
    assert_eq!(notes("int main() { double x = 0.5; printf(\"%g %g\", sqrt(x), fmod(x, 0.3) + fabs(x)); }"), 0);
    assert_eq!(notes("double f(double x) { return sin(x); } f(0.5)"), 0);
}

/// Where g++ gives an error, so does the reader; what it does not cover it refuses.
#[test]
fn what_gpp_refuses_is_refused() {
    for (text, code) in [
        ("namespace a { int f() { return 1; } int main() { return f(); }", "unbalanced-brace"),
        ("const float x = 1; x = 2; x", "const"),
        ("float v[2] = {1}; const float* p = v; (p + 1)[0] = 2; v[1]", "const"),
        ("float v[2] = {1}; const float* p = v; *(p + 1) = 2; v[1]", "const"),
        ("float v[2] = {1}; ((const int*)v)[1] = 2; v[1]", "const"),
        ("float v[2] = {1}; *reinterpret_cast<const int*>(v) = 2; v[1]", "const"),
        ("const float x = 1; x += 2; x", "const"),
        ("const int n = 1; n++; n", "const"),
        ("const float a[2] = {1, 2}; a[0] = 3; a[0]", "const"),
        ("float v = 1; const float& r = v; r = 2; v", "const"),
        ("void f(const float* p) { p[0] = 1; } float v[1] = {2}; f(v); v[0]", "const"),
        ("void f(const float& p) { p = 1; } float v = 2; f(v); v", "const"),
        ("struct P { float x; void f() const { x = 1; } }; P p = {2}; p.f(); p.x", "const"),
        ("struct P { float x; }; const P p = {2}; p.x = 3; p.x", "const"),
        ("int main() { double* p = new double[3]; p[0] = 1; }", "host"),
        ("int main() { double x = y; }", "undeclared"),
        ("class P { float x; public: P(float v) : x(v) {} }; P p(1); p.x", "private"),
        ("struct P { private: float x = 1; public: float get() { return x; } }; P p; p.x = 2; p.get()", "private"),
        ("struct P { float x; }; P p = {1}; int n = 0; if (p) n = 1; n", "structure"),
        ("struct P { float x; }; P p = {1}; p ? 1 : 2", "structure"),
        ("void f(double& x) { x = 1; } float v = 2; f(v); v", "reference"),
        ("int n = 1; auto f = [n]() { n++; return n; }; f()", "const"),
        ("int g() { int n = 1; auto f = []() { return n; }; return f(); } g()", "undeclared"),
        ("struct P { int x; void s(int v) { x = v; } }; void h(const P& p) { p.s(9); } P p; h(p); p.x", "const"),
        ("int main() { std::vector<int> v = {1}; for (const auto& x : v) x = 3; }", "const"),
        ("int main() { const std::vector<int> v = {1}; v.push_back(2); }", "const"),
        ("struct Q { std::vector<int> v; int n() const { v.push_back(1); return 1; } }; int main() { Q q; return q.n(); }", "const"),
        ("class C { int f() { return 1; } }; C c; c.f()", "private"),
        ("class C { C() {} public: int n; }; int main() { C c; return c.n; }", "private"),
        ("struct B { int x; }; struct D : private B { int y; }; D d; d.x", "private"),
        ("struct A { int x; void f() { x++; } }; void g(const A* p) { p->f(); } A a = {1}; g(&a); a.x", "const"),
        ("struct A { int x; void f() { x++; } void h() const { f(); } }; A a = {1}; a.h(); a.x", "const"),
        ("struct A { int x; void f() { x++; } }; const A a[2] = {{1}, {2}}; a[0].f(); a[0].x", "const"),
        ("struct A { const int x; int y; }; A a = {1, 2}; a.x = 3; a.x", "const"),
        ("struct A { const int x; A(int v) : x(v) {} void f() { x = 2; } }; A a(1); a.f(); a.x", "const"),
        ("struct M { int a; const int& at() const { return a; } }; M m = {1}; m.at() = 2; m.a", "const"),
        ("struct M { int a; int at() { return a; } }; M m = {1}; m.at() = 2; m.a", "reference"),
        ("int f(int, double) { return 1; } int f(double, int) { return 2; } f(1, 1)", "ambiguous"),
        ("int f(int) { return 1; } int f(double) { return 2; } f(1L)", "ambiguous"),
        ("struct A { void f() {} static int g() { return 1; } }; int main() { A::f(); }", "structure"),
        ("struct A { int f(); }; int A::g() { return 1; } A a; a.f()", "structure"),
        ("struct N { int v; N n; }; N n; n.v", "structure"),
        ("class B { int x; public: int g() { return x; } }; struct D : B { int h() { return 2; } }; D d; d.x", "private"),
        ("int& f(const int* a) { return a[0]; } int v[2] = {1, 2}; f(v) = 3; v[0]", "const"),
        ("struct S { int x; int& get() const { return x; } }; S s = {1}; s.get() = 2; s.x", "const"),
        ("struct S { int a[3]; int& operator[](int i) const { return a[i]; } }; S s = {{1, 2, 3}}; s[0]", "const"),
        ("int& f(const int& a) { return a; } int x = 1; f(x) = 2; x", "const"),
        ("const int* f(const int* a) { return a; } int v[1] = {1}; int* p = f(v); p[0]", "const"),
        ("struct S { int v[2]; int* p() const { return v; } }; S s = {{1, 2}}; s.p()[1]", "const"),
        ("void s(const std::vector<int>& v) { std::sort(v.begin(), v.end()); } int main() { std::vector<int> v = {2, 1}; s(v); }", "const"),
        ("int main() { const std::vector<int> v = {2, 1}; std::fill(v.begin(), v.end(), 3); }", "const"),
        ("int main() { const int x = 1; int y = 2; std::swap(x, y); }", "const"),
        ("struct S { int x; S operator+(S o) { S r = {x + o.x}; return r; } }; const S a = {1}; S b = {2}; (a + b).x", "const"),
        ("struct S { int x; S operator-() { S r = {-x}; return r; } }; const S a = {1}; (-a).x", "const"),
        ("void f(float* p) { p[0] = 1; } float v[1] = {2}; const float* q = v; f(q); v[0]", "const"),
        ("void f(float* p) { p[0] = 1; } const float v[1] = {2}; f(v); v[0]", "const"),
        ("float v[1] = {2}; const float* q = v; float* p = q; p[0] = 3; v[0]", "const"),
        ("void f(int& x) { x = 2; } void g(const int& y) { f(y); } int a = 1; g(a); a", "const"),
        ("struct P { int x; }; void f(int& x) { x = 2; } void g(const P& y) { f(y.x); } P a = {1}; g(a); a.x", "const"),
        (
            "void f(std::vector<int>& x) { x[0] = 2; } void g(const std::vector<int>& y) { f(y); } int main() { std::vector<int> a = {1}; g(a); }",
            "const",
        ),
        // Enumerations are types of their own.
        ("enum class E { A, B }; E e = E::A; int x = e; x", "structure"),
        ("enum class E { A, B }; E e = 1; (int)e", "structure"),
        ("enum Color { R, G }; Color c = 1; (int)c", "structure"),
        ("enum A { X = 1, Y }; enum B { P, Q }; A a = X; a = P; (int)a", "structure"),
        ("enum class E { A, B }; E e = E::A; float x = 1; if (e == 0) x = 2; x", "structure"),
        ("enum class E { A, B }; E e = E::A; (int)(e + 1)", "operation"),
        ("enum class E { A, B }; E e = E::B; float x = 1; if (e) x = 2; x", "structure"),
        ("enum class E { A, B }; int a[2] = {3, 4}; a[E::B]", "structure"),
        ("enum class E { A, B }; int f(E e) { return (int)e; } f(1)", "structure"),
        ("enum class E { A, B }; int f(int e) { return e; } f(E::B)", "structure"),
        ("enum Color { R, G }; Color c = R; c++; (int)c", "structure"),
        ("enum class S { A }; int main() { std::cout << S::A; }", "print"),
        ("struct M { enum S { ON }; S s; }; int main() { M m; m.s = ON; printf(\"%d\", m.s); }", "undeclared"),
        // What is no number.
        ("union U { float f; unsigned u; }; U u; u.f = 1; u", "no-result"),
        ("float a[3] = {1, 2, 3}; a", "no-result"),
        ("float a[3] = {1, 2, 3}; float* p = a; p", "no-result"),
        ("float* f(float* p) { return p; } float a[2] = {1, 2}; f(a)", "no-result"),
        ("struct S { float v[20]; }; S s = {1, 2}; s", "no-result"),
        ("struct E {}; E e; e", "no-result"),
        ("auto f = [](int x) { return x; }; f", "no-result"),
        // What is not covered.
        ("struct B { double d; int c; B() : d(0), c(0) {} }; struct D : B { int e; D() : e(1) {} }; sizeof(D)", "not-covered"),
        ("int main() { long double s = 0; s += 0.1; printf(\"%g\", (double)s); }", "not-covered"),
        ("int main() { double s = 0.1L * 3; printf(\"%g\", s); }", "not-covered"),
        ("int main() { double s = 3; printf(\"%Lf\", s); }", "not-covered"),
        ("struct D { int n; ~D() { printf(\"%d\", n); } }; int main() { D d = {3}; }", "not-covered"),
        ("int g = 0; struct D { ~D() { g++; } }; int main() { { D d; } return g; }", "not-covered"),
        ("struct S { virtual double area() { return 0; } }; int main() { S s; return 0; }", "not-covered"),
        ("template <typename T> int f(T) { return 1; } template <> int f<double>(double) { return 2; } f(1)", "not-covered"),
        ("int main() { std::function<float(float)> f = [](float x) { return x * 0.1; }; printf(\"%g\", f(3)); }", "not-covered"),
        ("int main() { for (int k = 0; k < 3; k++) { std::cout << 1.0 / 3; if (k == 1) std::cout << std::setprecision(2); } }", "print"),
        ("int main() { int k = rand(); if (k > 9) std::cout << std::setprecision(2); std::cout << 1.0 / 3; }", "print"),
        ("int n = 1; auto f = [n]() mutable { return ++n; }; auto g = f; g()", "not-covered"),
    ] {
        let read = super::read(text);
        let said = read.diagnostics();
        assert!(said.iter().any(|said| said.is_error() && said.code == code), "{text}: {said:?}");
    }
    for (text, bits) in [
        ("float v[2] = {1, 2}; const float* p = v; p = v + 1; *p", 0x4000_0000),
        ("struct P { float* x; }; float v = 1; const P p = {&v}; p.x[0] = 3; v", 0x4040_0000),
        ("union { float f; unsigned u; } x; x.f = 1.0f; x.u", 0x3f80_0000),
        ("struct P { int n; union { float f; unsigned u; }; }; P p; p.u = 0x40000000; p.f", 0x4000_0000),
        ("bool up = false; float s = 0; if (up) for (int i = 0; i < 3; i++) s += 1; else s = 5; s", 0x40a0_0000),
        ("struct P { float x; operator bool() const { return x > 1; } }; P p = {2}; !p ? 1.0f : 2.0f", 0x4000_0000),
        ("struct P { float x; operator bool() const { return x > 1; } }; P p = {0}; float r = 1; if (p && r > 0) r = 2; r", 0x3f80_0000),
        ("enum class M { A, B = 7 }; M m = M::B; m == M::A ? 1.0f : 2.0f", 0x4000_0000),
        ("float a[2] = {1, 2}; (*(int*)a)++; a[0]", 0x3f80_0001),
        ("float a[2] = {1, 2}; float* f = a; ++(*(int*)f); *(int*)f += 1; a[0]", 0x3f80_0002),
        (
            "struct N { int v; N* next; }; int g(const N* n) { n->next->v = 3; return 0; } N b = {2, 0}; N a = {1, &b}; g(&a); (float)b.v",
            0x4040_0000,
        ),
        (
            "struct S { int* p; int& operator[](int i) const { return p[i]; } }; int b[2] = {1, 2}; const S s = {b}; s[1] = 5; (float)b[1]",
            0x40a0_0000,
        ),
        ("auto halved(float x) { return x / 2; } halved(5)", 0x4020_0000),
    ] {
        assert_eq!(super::run(&super::accepted(text), &[]).results[0].bits, bits, "{text}");
    }
}

/// A structure shows every number that it has, in their order, whatever stands before.
#[test]
fn a_structure_shows_its_numbers() {
    for (text, expected) in [
        ("struct P { float x, y; }; P p{1, 2}; p", &[("d", 0x3f80_0000), ("p_y", 0x4000_0000)][..]),
        ("float2 f(float x) { return make_float2(x, 2); } f(1)", &[("d", 0x3f80_0000), ("d_y", 0x4000_0000)]),
        ("float2 a = make_float2(1, 2); for (int i = 0; i < 3; i++) a.x += 1; a", &[("a_x", 0x4080_0000), ("a_y", 0x4000_0000)]),
        ("struct P { float x; int n; }; P p{1, 2}; if (p.n > 1) p.x = 9; return p;", &[("d", 0x4110_0000), ("d_n", 2)]),
        ("struct S { int v[2]; }; S s = {1, 2}; s", &[("d", 1), ("s_v_1", 2)]),
        ("float m; int e; for (int i = 0; i < 2; i++) m = 3; m = frexpf(m * 4, &e);", &[("m", 0x3f40_0000), ("e", 4)]),
        // A name that is taken is not told for the member.
        ("int d_y = 7; struct P { int x, y; }; P f() { return {1, 2}; } for (int i = 0; i < 2; i++) d_y++; f()", &[("d", 1), ("d_y_1", 2)]),
    ] {
        let results = super::run(&super::accepted(text), &[]).results;
        let shown: Vec<(&str, u64)> = results.iter().map(|value| (&*value.name, value.bits)).collect();
        assert_eq!(shown, expected, "{text}");
    }
}
