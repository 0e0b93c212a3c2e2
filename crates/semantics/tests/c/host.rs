//! Programs of the host in CUDA C++: `main` allocates, fills, copies, launches and prints.

use semantics::c::compiled;
use semantics::instruction::Context;
use semantics::kernel::{Launched, NoObserver};
use semantics::number::Pattern;

/// The name of a buffer, and its numbers in digits.
type Left = (String, Vec<String>);

/// What a program prints, why it stops, and what its launches leave on the device.
pub fn run(text: &str) -> (String, Option<String>, Vec<Left>) {
    let compiled = compiled(text, &Context::default());
    let said: Vec<&String> = compiled.diagnostics.iter().map(|said| &said.message).collect();
    let module = compiled.host(&Context::default()).unwrap_or_else(|| panic!("{said:?}"));
    assert!(module.diagnostics.iter().all(|said| !said.is_error()), "{}: {:?}", module.text, module.diagnostics);
    let launched = Launched { entry: module.entry(Some("main")).unwrap(), ..Launched::default() };
    let mut threads = launched.begin(&module).unwrap();
    let stop = threads.run(&mut NoObserver).map(|stop| stop.message);
    threads.show_device();
    let numbers = |buffer: &semantics::kernel::argument::Buffer| {
        buffer.numbers(&threads.machine.memory).iter().map(Pattern::digits).collect::<Vec<String>>()
    };
    let buffers = threads.buffers.iter().map(|buffer| (buffer.name.clone(), numbers(buffer))).collect();
    (threads.machine.memory.printed.iter().map(|printed| &*printed.text).collect(), stop, buffers)
}

#[test]
fn a_program_runs_whole() {
    let (printed, stop, buffers) = run(SAXPY);
    assert_eq!((&*printed, stop), ("0.5 2.5 4.5 6.5 8.5 10.5 12.5 14.5 16.5 18.5 \n", None));
    // What the device held is there, though it was freed.
    assert_eq!(buffers.iter().map(|(name, numbers)| (&**name, numbers.len())).collect::<Vec<_>>(), [("saxpy_x", 10), ("saxpy_y", 10)]);
    assert_eq!(buffers[1].1[9], "18.5");
}

/// Several launches, structures of blocks, variables of the device, vectors, managed memory, macros that check.
#[test]
fn what_programs_of_the_host_have_is_read() {
    let (printed, stop, buffers) = run(SEVERAL);
    assert_eq!(stop, None);
    let lines: Vec<&str> = printed.lines().collect();
    // ((0.1f * i + 2.5f) * 3 + 0.25) * 2, with one rounding for the product and the sum (glibc's fmaf).
    assert_eq!(lines[..4], ["0 15.5", "1 16.0999985", "2 16.7000008", "3 17.2999992"]);
    assert_eq!(lines[16..], ["sum 320.000000 4", "2 6", "1 2"]);
    assert_eq!(buffers.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), ["add_a", "add_b", "add_c"]);
}

#[test]
fn sides_are_kept_apart() {
    let of = |main: &str| {
        run(&format!(
            "__global__ void k(float* x) {{ x[threadIdx.x] = 1; }}\nint main() {{ float h[4]; float* d; cudaMalloc(&d, 16); {main} }}"
        ))
    };
    for (main, said) in [
        ("k<<<1, 4>>>(h);", "Nothing of .global lies at 0x20000100, where 4 bytes are wanted. This is thread 0 of block 0 of `k`."),
        ("k<<<1, 4>>>(d); printf(\"%f\", d[0]);", "Nothing lies at 0x7f0000000100, where 4 bytes are wanted."),
        ("k<<<1, 5>>>(d);", "Nothing of .global lies at 0x7f0000000110, where 4 bytes are wanted. This is thread 4 of block 0 of `k`."),
        ("cudaMemcpy(h, d, 16, cudaMemcpyHostToDevice);", "This copies from the device to the host, and the call says otherwise."),
        ("cudaMemcpy(h, d, 20, cudaMemcpyDeviceToHost);", "Nothing lies at 0x7f0000000100, where 20 bytes are copied or filled."),
        (
            "cudaFree(d); k<<<1, 1>>>(d);",
            "Nothing of .global lies at 0x7f0000000100, where 4 bytes are wanted. This is thread 0 of block 0 of `k`.",
        ),
        ("cudaFree(d); cudaFree(d);", "cudaFree takes what was allocated for it, and once."),
        ("free(d);", "free takes what was allocated for it, and once."),
        ("char** argv = nullptr; printf(argv[1]);", "Nothing lies at 0x8, where 8 bytes are wanted."),
        ("memset(d, 0, 16);", "memset writes to memory of the device, which the host cannot."),
        ("k<<<1, 2048>>>(d);", "`k` is launched with 2048 threads of a block; here are 1 to 1024."),
    ] {
        assert_eq!(of(main).1.as_deref(), Some(said), "{main}");
    }
    assert_eq!(
        of("cudaMemset(d, 0, 16); k<<<1, 3>>>(d + 1); cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost); printf(\"%g %g\", h[0], h[3]); ").0,
        "0 1"
    );
    assert_eq!(of("dim3 a(2, 3), b{4}, c; dim3 e = dim3(5); printf(\"%u %u %u %u %u\", a.y, a.z, b.x, c.x, e.x);").0, "3 1 4 1 5");
}

/// What is not covered is a note at its line, and the kernels run without the host.
#[test]
fn what_of_the_host_is_not_covered_is_said() {
    for (main, word) in [
        ("int main() { auto f = [q = 1]() { return q; }; }", "capture"),
        ("int main() { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); }", "cudaDeviceProp"),
        ("int main() { float x = 1; std::cout << &x; }", "a stream prints of a pointer"),
        ("int main() { std::cout << std::setprecision(rand()) << 1.5; }", "What a stream is told"),
        ("int main() { float* p = q; k<<<1, 1>>>(p); }", "`q` is not declared"),
        ("int main() { std::vector<int> a(1.5f, 2.5f); }", "This vector"),
        ("int f(int m) { static int n = m; return n; } int main() { f(rand()); }", "A static variable"),
        ("int main() { k<<<1, 1>>>(); }", "takes 1 arguments"),
    ] {
        let text = format!("__global__ void k(float* x) {{ x[0] = 1; }}\n{main}");
        let compiled = compiled(&text, &Context::default());
        assert!(compiled.host.is_none() && compiled.diagnostics.iter().all(|said| !said.is_error()), "{main}: {:?}", compiled.diagnostics);
        let said = compiled.diagnostics.iter().find(|said| said.code == "host").unwrap_or_else(|| panic!("{main}"));
        assert!(said.message.contains(word) || text[said.span.clone()].contains(word), "{main}: {said:?}");
        assert!(compiled.text.contains(".entry k("));
    }
}

const SAXPY: &str = r#"#include <cstdio>
#include <cuda_runtime.h>
__global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
int main() {
  const int n = 10;
  float x[n], y[n];
  for (int i = 0; i < n; i++) { x[i] = i; y[i] = 0.5f; }
  float *d_x, *d_y;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMalloc((void**)&d_y, sizeof(y));
  cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_y, y, n * sizeof(float), cudaMemcpyHostToDevice);
  saxpy<<<(n + 3) / 4, 4>>>(n, 2.0f, d_x, d_y);
  cudaDeviceSynchronize();
  cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%g ", y[i]);
  printf("\n");
  cudaFree(d_x); cudaFree(d_y);
  return 0;
}
"#;

const SEVERAL: &str = r#"#include <cstdio>
#include <vector>
#include <cstdlib>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__device__ float scale_d;
__constant__ float w[3];
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.y * gridDim.x * blockDim.x + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = (a[i] + b[i]) * scale_d + w[2];
}
__global__ void twice(float* c) { c[threadIdx.x] *= 2; }
int main() {
  int n = 16;
  std::vector<float> h_a(n), h_b(n, 2.5f), h_c(n);
  std::vector<int> q = {1, 2, 3};
  for (int i = 0; i < n; ++i) h_a[i] = 0.1f * i;
  float *a, *b, *c;
  size_t bytes = n * sizeof(float);
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMalloc(&c, bytes));
  CHECK(cudaMemcpy(a, h_a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, h_b.data(), h_b.size() * sizeof(float), cudaMemcpyHostToDevice));
  float s = 3, hw[3] = {1, 2, 0.25f};
  cudaMemcpyToSymbol(scale_d, &s, sizeof(float));
  cudaMemcpyToSymbol(w, hw, sizeof(hw));
  dim3 grid(2, 2), block(4);
  add<<<grid, block>>>(a, b, c, n);
  twice<<<1, n>>>(c);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(h_c.data(), c, bytes, cudaMemcpyDeviceToHost));
  float sum = 0;
  for (int i = 0; i < n; i++) { sum += h_c[i]; printf("%d %.9g\n", i, h_c[i]); }
  printf("sum %f %d\n", sum, q[0] + q[2]);
  float* m;
  cudaMallocManaged(&m, 4 * sizeof(float));
  for (int i = 0; i < 4; i++) m[i] = i;
  twice<<<1, 4>>>(m);
  cudaDeviceSynchronize();
  printf("%g %g\n", m[1], m[3]);
  float* h = (float*)malloc(bytes); float* g = new float[n]();
  h[0] = 1; g[3] = 2; memcpy(g, h, 4); printf("%g %g\n", g[0], g[3]);
  free(h); delete[] g;
  cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(m);
}
"#;

/// Each list of a template that a launch or an instantiation names is an entry of its own.
#[test]
fn launches_name_types_and_numbers() {
    let kernel = "template <typename T, int N> __global__ void k(T* x) { T s = 0; for (int i = 0; i < N; i++) s += x[i]; x[0] = s / N; }";
    let main = "int main() { double h[4] = {1, 2, 3, 5}; double* d; cudaMalloc(&d, sizeof(h)); cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);\n\
                k<double, 4><<<1, 1>>>(d); k<double, 1 + 1><<<1, 1>>>(d); cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost); printf(\"%.17g\", h[0]); }";
    // The means of 1, 2, 3, 5 and of that and 2.
    assert_eq!(run(&format!("{kernel}\n{main}")).0, "2.375");
    let entries = |text: &str| {
        let compiled = compiled(text, &Context::default());
        let said: Vec<&str> = compiled.diagnostics.iter().map(|said| said.code).collect();
        let names = compiled.text.lines().filter_map(|line| Some(line.strip_prefix(".visible .entry ")?.split('(').next()?.to_owned()));
        (names.collect::<Vec<String>>(), said.concat(), compiled.text)
    };
    let (names, said, _) =
        entries(&format!("{kernel}\ntemplate __global__ void k<float, 2>(float* x);\ntemplate __global__ void k<double, 3>(double* x);"));
    assert_eq!((names, &*said), (vec!["k_float_2".to_owned(), "k_double_3".to_owned()], ""));
    let (names, said, text) =
        entries("template <typename T> __global__ void k(T* x) { x[0] += T(0.1); }\ntemplate __global__ void k<double>(double* x);");
    assert_eq!((names, &*said, text.contains("add.f64")), (vec!["k".to_owned()], "", true));
    // Nothing that no launch names is guessed in silence.
    assert_eq!(entries("template <typename T> __global__ void k(T* x) { x[0] = 1; }").1, "template");
    assert_eq!(entries(kernel).1, "templateundeclaredtemplate");
    assert_eq!(entries("__global__ void k(float* x) { x[0] = y; }").1, "undeclared");
}

/// nvcc's options are for the device. x86-64 has no fused product unless it is asked for, so `main` rounds twice what a kernel rounds once.
#[test]
fn the_host_rounds_each_operation() {
    let text = |options: &str| {
        format!(
            "{options}\n__global__ void k(float* x) {{ x[0] = x[1] * x[2] + x[3]; x[1] = x[4] * 0.5f; }}\nint main() {{\n\
             float h[5] = {{0, 1.00000012f, 1.00000012f, -1.00000024f, 1e-38f}}; float* d; cudaMalloc(&d, sizeof(h));\n\
             cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice); k<<<1, 1>>>(d); float r[2]; cudaMemcpy(r, d, 8, cudaMemcpyDeviceToHost);\n\
             printf(\"%g %g\", r[0], h[1] * h[2] + h[3]); printf(\" %d %d\", r[1] > 0, h[4] * 0.5f > 0); }}"
        )
    };
    // 2^-46 is what the product has beyond 24 digits.
    assert_eq!(run(&text("")).0, "1.42109e-14 0 1 1");
    assert_eq!(run(&text("// -use_fast_math")).0, "1.42109e-14 0 0 1");
}

/// What g++ 12 prints of the same program, for x86-64.
#[test]
fn sizes_results_and_texts_are_those_of_cpp() {
    let of = |outside: &str, main: &str| run(&format!("{outside}\n__global__ void k() {{}}\nint main() {{ {main} }}")).0;
    let sizes = "float a[4][3], f[2][3], b[4]; char c = 1; int y = 3;\n\
         printf(\"%lu %lu %lu %lu %lu \", sizeof(a[0]), sizeof(f) / sizeof(f[0]), sizeof(b + 0), sizeof((b)), sizeof(+c));\n\
         printf(\"%lu %lu %lu %lu %lu \", sizeof(1 == 1), sizeof(true), sizeof(\"abc\"), sizeof(float**), sizeof(double[2]));\n\
         printf(\"%lu %lu %lu %lu %lu \", sizeof(y > 3 && 1), sizeof a[0][1], sizeof a / 2, sizeof(c), sizeof(float(y) * 2.0));";
    assert_eq!(of("", sizes), "12 2 8 16 4 1 1 4 8 16 1 4 24 1 8 ");
    let pointers = "float* f(float* p) { return p + 1; }\nconst char* name() { return \"name\"; }";
    assert_eq!(of(pointers, "float a[2]; a[0] = 3; a[1] = 7; float* q = f(a); printf(\"%g %s\", *q, name());"), "7 name");
    assert_eq!(of("", "printf(\"%s|%s|\", \"\", \"x\"); float* p = nullptr; printf(\" %d\", p == NULL);"), "|x| 1");
    assert_eq!(of("", "int x = 3; const float& r = x; int& q = x; x = 8; printf(\"%g %d\", r, q);"), "3 8");
    let numbers = "template <unsigned N> float f() { return N - 5; }\ntemplate <long long N> double g() { return N * 1000000000; }\n\
         template <bool B> int h() { return B; }\ntemplate <typename T, T N> double i() { return N - 2; }";
    let calls = "printf(\"%.1f %.1f %d %.1f\", f<4>(), g<4>(), h<1>(), i<unsigned, 1>());";
    assert_eq!(of(numbers, calls), "4294967296.0 4000000000.0 1 4294967295.0");
}

#[test]
fn copies_of_symbols_have_an_offset_in_bytes() {
    let text = "__device__ float a[4];\n__global__ void k() { a[threadIdx.x] = threadIdx.x + 1; }\nint main() { k<<<1, 4>>>(); float h[4], v = 9;\n\
         cudaMemcpyFromSymbol(h, a, 4, 12); printf(\"%g \", h[0]); cudaMemcpyToSymbol(a, &v, 4, 4, cudaMemcpyHostToDevice);\n\
         cudaMemcpyFromSymbol(h, a, 16); printf(\"%g %g %g %g\", h[0], h[1], h[2], h[3]); }";
    assert_eq!(run(text).0, "4 1 9 3 4");
}

/// Texts beyond those that are kept are counted, in a kernel as in `main`.
#[test]
fn texts_of_launches_that_are_not_kept_are_counted() {
    let text =
        "__global__ void k() { for (int i = 0; i < 40000; i++) printf(\"%d\\n\", i); }\nint main() { k<<<1, 1>>>(); k<<<1, 1>>>(); }";
    let module = compiled(text, &Context::default()).host(&Context::default()).unwrap();
    let launched = Launched { entry: module.entry(Some("main")).unwrap(), ..Launched::default() };
    let mut threads = launched.begin(&module).unwrap();
    assert_eq!(threads.run(&mut NoObserver), None);
    let memory = &threads.machine.memory;
    assert!(memory.unkept > 40_000, "{}", memory.unkept);
    assert_eq!(memory.printed.len() as u64 + memory.unkept, 80_000);
}

/// What is not read is an error, and nothing else takes its place.
#[test]
fn what_has_no_size_no_end_or_no_type_is_refused() {
    for (text, word) in [
        ("__global__ void k(int* x) { x[0] = sizeof(void); }", "size"),
        ("__global__ void k(int* x) { x[0] = sizeof(long double); }", "size"),
        ("__global__ void k(int* x) { x[0] = sizeof(wchar_t); }", "`wchar_t` is not declared."),
        ("__global__ void k(int* x) { printf(\"abc); }", "no end"),
        ("__global__ void k(int* x) { int y = 1; float& r = y; }", "reference"),
        ("template <unsigned N> float f() { return N; }\n__global__ void k(float* x) { x[0] = f<-1>(); }", ""),
        (
            "template <int N> __global__ void k(int* x) { x[0] = N; }\n__global__ void k_4(int* x) { x[0] = 0; }\n\
             template __global__ void k<4>(int*);\ntemplate __global__ void k<5>(int*);",
            "Two kernels are called `k_4`",
        ),
    ] {
        let said = compiled(text, &Context::default()).diagnostics;
        assert!(said.iter().any(|said| said.is_error() && said.message.contains(word)), "{text}: {said:?}");
    }
}

/// `#` makes a text of an argument; gcc prints the same.
#[test]
fn a_macro_shows_its_argument() {
    let text = "#define SHOW(e) printf(\"%s = %d\\n\", #e, e)\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n__global__ void k() {}\n\
                int main() { SHOW(1 + 2   * 3); SHOW(MAX(3,4)); (k<<<1, 1>>>()); }";
    assert_eq!(run(text).0, "1 + 2 * 3 = 7\nMAX(3,4) = 4\n");
}
