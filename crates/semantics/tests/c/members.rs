//! Structures with functions: constructors, operators, templates, and references to what a call is given. Cooperative groups are such
//! structures.

use super::kernels::run;
use semantics::c::compiled;
use semantics::instruction::Context;

/// What a kernel with these lines stores, behind these definitions. `in` has 1, 2, 3, 4.
fn of(outside: &str, lines: &str) -> Vec<String> {
    let text = format!("{outside}\n__global__ void k(float* out, float* in) {{\n{lines}\n}}");
    let mut all = run(&text, &["f32[8]", "f32[1,2,3,4]"], 1).remove(0);
    while all.last().is_some_and(|last| last == "0.0") {
        all.pop();
    }
    all
}

const VECTOR: &str = "struct Vec {\n  float x, y, z = 1;\n  __host__ __device__ Vec() : x(0), y(0), z(0) {}\n\
    __host__ __device__ Vec(float a, float b, float c) : x(a), y(b), z(c) {}\n\
    __device__ float dot(const Vec& o) const { return x * o.x + y * o.y + z * o.z; }\n\
    __device__ Vec operator+(const Vec& o) const { return Vec(x + o.x, y + o.y, z + o.z); }\n\
    __device__ Vec operator-() const { return {-x, -y, -z}; }\n\
    __device__ Vec& operator+=(const Vec& o) { x += o.x; y += o.y; z += o.z; return *this; }\n\
    __device__ void scale(float s) { x *= s; this->y *= s; z = z * s; }\n\
    __device__ float norm2() const { return dot(*this); }\n};";

#[test]
fn structures_have_constructors_functions_and_operators() {
    let lines = "Vec a(1, 2, 3), b, c{4, 5, 6}; b += a + c; b.scale(0.5f);\n\
                 out[0] = b.x; out[1] = b.y; out[2] = b.z; out[3] = a.dot(c); out[4] = (a + c).norm2(); out[5] = (-a).z; out[6] = Vec().z;";
    assert_eq!(of(VECTOR, lines), ["2.5", "3.5", "4.5", "32.0", "155.0", "-3.0"]);
    // A member begins with what stands behind it where nothing else does.
    let counts = "class Count { public: int n = 5, k; __device__ int next() { return n++; } };";
    assert_eq!(of(counts, "Count c; c.next(); out[0] = c.next(); Count d = {7}; out[1] = d.next();"), ["6.0", "7.0"]);
}

/// In memory, behind a pointer and shared among threads: the function works where the structure lies.
#[test]
fn a_member_function_changes_what_lies_in_memory() {
    let lines = "Vec v[3]; v[1] = Vec(1, 2, 3); v[1].scale(10); v[1] += Vec(0, 1, 0); Vec* p = &v[0]; *p = v[1]; p->scale(2);\n\
                 out[0] = v[1].y; out[1] = v[0].x; out[2] = p->dot(v[1]); out[3] = v[1].x;";
    assert_eq!(of(VECTOR, lines), ["21.0", "20.0", "2882.0", "10.0"]);
    let sums = "struct Sum { float s; int n; __device__ void add(float v) { if (v > 1) { s += v; n++; } } };";
    assert_eq!(
        of(sums, "__shared__ Sum t; t.s = 0; t.n = 0; for (int i = 0; i < 4; i++) t.add(in[i]); out[0] = t.s; out[1] = t.n;"),
        ["9.0", "3.0"]
    );
}

#[test]
fn references_name_elements_and_members() {
    let twice =
        "struct P { float x, y; };\n__device__ void twice(float& v) { v *= 2; }\n__device__ void both(P& p) { twice(p.x); twice(p.y); }";
    let lines = "twice(in[1]); float& r = in[2]; r += 10; P p = {1, 2}, q[2]; q[1] = p; both(p); both(q[1]); twice(q[1].y);\n\
                 out[0] = in[1]; out[1] = in[2]; out[2] = p.y; out[3] = q[1].x; out[4] = q[1].y; const float& c = in[3]; in[3] = 8; out[5] = c;";
    assert_eq!(of(twice, lines), ["4.0", "13.0", "4.0", "2.0", "8.0", "8.0"]);
}

#[test]
fn templates_of_structures_and_arguments_by_default() {
    let text = "template <typename T, int N = 3> struct Pair { T a, b; __device__ T sum() const { return a + b + N; } };\n\
         template <typename T, int N> __device__ T total(Pair<T, N> p) { return p.sum() * N; }\n\
         struct Scaled { float k; __device__ float operator()(float a, float b = 2) const { return k * a + b; } };\n\
         template <typename F> __device__ float apply(F f, float x) { return f(x) + f(x, 0.5f); }\n\
         struct Half { float v; __device__ operator float() const { return v / 2; } };";
    let lines = "Pair<float> p = {1.5f, 2.5f}; out[0] = p.sum(); out[1] = total(p); out[2] = Pair<int, 10>{3, 4}.sum();\n\
         out[3] = apply(Scaled{3}, 5.0f); out[4] = total(Pair<float, 2>{1, 2}); Half h = {9}; out[5] = (float)h; float g = h; out[6] = g;";
    assert_eq!(of(text, lines), ["7.0", "21.0", "17.0", "32.5", "10.0", "4.5", "4.5"]);
}

#[test]
fn what_of_structures_is_not_covered_is_refused() {
    for (text, code) in [
        ("struct P { float x[5000]; };\n__global__ void k(float* x) { P p; x[0] = 1; }", "structure"),
        ("struct P { static int n; };\n__global__ void k(float* x) { x[0] = 1; }", "not-covered"),
        ("struct P { float x; __device__ float f(); };\n__global__ void k(float* x) { P p = {1}; x[0] = p.f(); }", "structure"),
        ("struct P { float x; __device__ P(float a) : x(a) {} };\n__global__ void k(float* x) { P p(1, 2); x[0] = p.x; }", "structure"),
        (
            "struct P { float x; __device__ void f() { x = 1; } };\n__global__ void k(float* x) { P p = {0}; x[0] = p.f() + 1; }",
            "operation",
        ),
        (
            "struct P { float x; __device__ float f(float a) { return a; } };\n__global__ void k(float* x) { P p = {0}; x[0] = p.f(); }",
            "argument-count",
        ),
        ("__device__ void f(float& v) { v = 1; }\n__global__ void k(float* x) { f(x[0] + 1); }", "reference"),
    ] {
        let said = compiled(text, &Context::default()).diagnostics;
        assert!(said.iter().any(|said| said.code == code && said.is_error()), "{text}: {said:?}");
    }
}

/// A block, its tiles and the threads that run together; threads of which each writes what it knows.
#[test]
fn cooperative_groups_know_their_threads() {
    let kernel = |lines: &str| {
        format!(
            "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__global__ void k(int* out) {{\n  cg::thread_block block = cg::this_thread_block();\n  int t = block.thread_rank();\n{lines}\n}}"
        )
    };
    type OfBits = fn(u32) -> u32;
    let cases: [(&str, OfBits); 8] = [
        ("out[t] = block.size() * 100 + block.thread_index().x;", |t| 6400 + t),
        ("auto w = cg::tiled_partition<32>(block); out[t] = w.meta_group_rank() * 10 + w.meta_group_size();", |t| t / 32 * 10 + 2),
        ("auto w = cg::tiled_partition<4>(block); out[t] = w.thread_rank() * 100 + w.shfl(t, 1);", |t| t % 4 * 100 + t / 4 * 4 + 1),
        ("auto w = cg::tiled_partition<8>(cg::tiled_partition<32>(block)); out[t] = w.meta_group_rank() + w.num_threads();", |t| {
            t % 32 / 8 + 8
        }),
        ("auto w = cg::tiled_partition<16>(block); out[t] = w.ballot(t % 16 < 3) + 100 * w.any(t == 20) + 1000 * w.all(t > 15);", |t| {
            7 + if t / 16 == 1 { 100 } else { 0 } + if t > 15 { 1000 } else { 0 }
        }),
        ("auto w = cg::tiled_partition<8>(block); out[t] = w.match_any(t / 2); w.sync();", |t| 3 << (t % 8 / 2 * 2)),
        (
            "auto w = cg::tiled_partition<32>(block); out[t] = cg::reduce(w, t, cg::plus<int>()) + cg::reduce(w, t, cg::greater<int>());",
            |t| (t / 32 * 32..t / 32 * 32 + 32).sum::<u32>() + t / 32 * 32 + 31,
        ),
        (
            "if (t % 3 == 1) { auto g = cg::coalesced_threads(); out[t] = g.size() * 1000 + g.thread_rank() * 100 + g.shfl(t, 2); } cg::sync(block);",
            |t| {
                let first = t / 32 * 32;
                let all: Vec<u32> = (first..first + 32).filter(|t| t % 3 == 1).collect();
                all.iter().position(|own| *own == t).map_or(0, |rank| all.len() as u32 * 1000 + rank as u32 * 100 + all[2])
            },
        ),
    ];
    for (lines, of_thread) in cases {
        let expected: Vec<String> = (0..64).map(|t| of_thread(t).to_string()).collect();
        assert_eq!(run(&kernel(lines), &["s32[64]"], 64)[0], expected, "{lines}");
    }
    for (lines, word) in [
        ("cg::grid_group g = cg::this_grid(); g.sync();", "`grid_group` of cooperative groups"),
        ("auto w = cg::tiled_partition<64>(block);", "a_tile_that_is_no_power_of_two_up_to_32"),
    ] {
        let said = compiled(&kernel(lines), &Context::default()).diagnostics;
        assert!(said.iter().any(|said| said.is_error() && said.message.contains(word)), "{lines}: {said:?}");
    }
}

/// A text may have functions of the same names, and `using namespace` is enough where it has none.
#[test]
fn names_of_namespaces_and_of_the_text_are_kept_apart() {
    let text = "#include <cooperative_groups.h>\nusing namespace cooperative_groups;\ntemplate <typename G> __device__ int reduce(G g, int v) {\n\
         for (int i = g.size() / 2; i > 0; i /= 2) v += g.shfl_xor(v, i);\n  return v;\n}\n\
         __global__ void k(int* out) { thread_block b = this_thread_block(); auto w = tiled_partition<8>(b); int t = b.thread_rank(); out[t] = reduce(w, t); b.sync(); }";
    let expected: Vec<String> = (0..16).map(|t| (t / 8 * 64 + 28).to_string()).collect();
    assert_eq!(run(text, &["s32[16]"], 16)[0], expected);
}

/// No text of structures and templates is too odd, however deep its lists are.
#[test]
fn odd_structures_are_read_to_their_end() {
    let odd = [
        "struct P {",
        "struct P { P p; };",
        "template <",
        "template <typename T> struct P",
        "struct { } ;",
        "struct P { P() : x(",
        "class : {}",
        "enum {",
        "this->x",
        "operator()",
    ];
    let lists = format!("template <typename T> struct P {{ T a; }};\n__global__ void k(float* x) {{ {} x[0] = 1; }}", "P<".repeat(3000));
    for text in odd.into_iter().map(str::to_owned).chain([lists]) {
        let text = format!("{text}\n__global__ void f(float* x) {{ x[0] = 1; }}");
        let said = compiled(&text, &Context::default()).diagnostics;
        assert!(said.iter().all(|said| text.get(said.span.clone()).is_some()), "{text}");
    }
}

/// `*(p + i)`, and members of what a pointer in parentheses points to.
#[test]
fn places_behind_pointers_take_values() {
    let lines = "float a[4] = {1, 2, 3, 4}; float* p = a + 1; *(p + 1) = 7; *((int*)p) = 0x40a00000; *(p + 2) += 1;\n\
                 P s[2]; P* q = s; (*(q + 1)).y = 6; (*q).x = 8;\n\
                 out[0] = a[2]; out[1] = a[1]; out[2] = a[3]; out[3] = s[1].y; out[4] = s[0].x;";
    assert_eq!(of("struct P { float x, y; };", lines), ["7.0", "5.0", "5.0", "6.0", "8.0"]);
}
