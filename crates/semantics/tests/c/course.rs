//! Whole programs as people write them for a course: how they fill memory, check, measure and print.

use super::host::run;

/// What a program prints; it ends by itself.
fn prints(text: &str) -> String {
    let (printed, stop, _) = run(text);
    assert_eq!(stop, None, "{text}");
    printed
}

#[test]
fn vectors_are_added_and_checked_and_streams_print() {
    let text = r#"#include <iostream>
#include <vector>
#include <algorithm>
#include <cmath>
#define CHECK(call) do { cudaError_t err = call; if (err != cudaSuccess) { std::cerr << "CUDA error: " << cudaGetErrorString(err) << " at " << __FILE__ << ":" << __LINE__ << std::endl; exit(EXIT_FAILURE); } } while (0)
__global__ void vecAdd(const float *a, const float *b, float *c, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 100; size_t size = n * sizeof(float);
    std::vector<float> a(n), b(n), c(n);
    std::fill(a.begin(), a.end(), 1.5f);
    for (int i = 0; i < n; ++i) b[i] = static_cast<float>(i);
    float *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
    CHECK(cudaMalloc((void **)&d_a, size)); CHECK(cudaMalloc((void **)&d_b, size)); CHECK(cudaMalloc((void **)&d_c, size));
    CHECK(cudaMemcpy(d_a, a.data(), size, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, b.data(), size, cudaMemcpyHostToDevice));
    int threads = 32, blocks = (n + threads - 1) / threads;
    vecAdd<<<blocks, threads>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(c.data(), d_c, size, cudaMemcpyDeviceToHost));
    bool ok = true;
    for (int i = 0; i < n; ++i) { if (std::fabs(c[i] - (a[i] + b[i])) > 1e-5) { ok = false; break; } }
    std::cout << "Result: " << (ok ? "PASS" : "FAIL") << " 100%" << std::endl;
    std::cout << c[0] << " " << c[99] << "\n";
    cudaFree(d_a); cudaFree(d_b); cudaFree(d_c);
    return 0;
}
"#;
    assert_eq!(prints(text), "Result: PASS 100%\n1.5 100.5\n");
}

/// What g++ prints of the same numbers.
#[test]
fn streams_write_each_type_as_cpp_does() {
    let of = |main: &str| {
        prints(&format!(
            "#include <iostream>\nusing namespace std;\n__global__ void k() {{}}\n\
             template <typename T> void print(const T* x, int n) {{ for (int i = 0; i < n; i++) cout << x[i] << (i < n - 1 ? \", \" : \"\\n\"); }}\n\
             int main() {{ {main} }}"
        ))
    };
    assert_eq!(of("float a[3] = {1.5, 2.25, 1.0f / 3}; print(a, 3); int b[2] = {1, -2}; print(b, 2);"), "1.5, 2.25, 0.333333\n1, -2\n");
    assert_eq!(of("cout << true << 'c' << 2u << ' ' << 1e10f << \" \" << 1e-7 << endl;"), "1c2 1e+10 1e-07\n");
    assert_eq!(of("size_t n = 5; long long m = -7; cout << n << m << sizeof(n) << 1 + 2 * 3 << endl;"), "5-787\n");
    let how = "cout << fixed << setprecision(3) << 2.0 / 3 << ' '; cout << 1e3f << defaultfloat << ' ' << 1e3f << scientific << 0.5;";
    assert_eq!(of(how), "0.667 1000.000 1e+035.000e-01");
}

#[test]
fn memory_is_filled_by_loops_random_numbers_and_algorithms() {
    let of = |main: &str| {
        prints(&format!(
            "#include <cstdio>\n#include <cstdlib>\n#include <vector>\n#include <numeric>\n__global__ void k(int* x) {{ x[threadIdx.x] *= 2; }}\nint main() {{ {main} }}"
        ))
    };
    // What glibc gives.
    assert_eq!(of("printf(\"%d %d %d\", rand(), rand(), rand());"), "1804289383 846930886 1681692777");
    assert_eq!(
        of("srand(42); int a = rand(); srand(4000000000u); printf(\"%d %d %d\", a, rand(), rand());"),
        "71876166 1111130805 1380198982"
    );
    assert_eq!(of("float x = (float)rand() / RAND_MAX; srand(time(NULL)); printf(\"%.6f %d\", x, rand() % 10);"), "0.840188 3");
    let vectors = "std::vector<int> v; for (int i = 0; i < 5; i++) v.push_back(i * i); std::vector<int> w(3); std::iota(w.begin(), w.end(), 7);\n\
         int* d; cudaMalloc(&d, v.size() * sizeof(int)); cudaMemcpy(d, v.data(), v.size() * sizeof(int), cudaMemcpyHostToDevice); k<<<1, 5>>>(d);\n\
         cudaMemcpy(&v[0], d, v.size() * sizeof(int), cudaMemcpyDeviceToHost); for (int x : v) printf(\"%d \", x);\n\
         for (auto& x : w) x += 1; for (const auto& x : w) printf(\"%d \", x);\n\
         printf(\"%d %d %d\", std::accumulate(v.begin(), v.end(), 0), *std::max_element(v.begin(), v.end()), (int)v.empty());";
    assert_eq!(of(vectors), "0 2 8 18 32 8 9 10 60 32 0");
    assert_eq!(
        of(
            "int a[3] = {5, 3, 9}; std::swap(a[0], a[2]); int s = 0; for (int x : a) { if (x == 3) continue; s = s * 10 + x; } printf(\"%d\", s);"
        ),
        "95"
    );
}

/// Functions of the host, structures by value, variables outside of all functions, events, streams.
#[test]
fn programs_have_functions_structures_and_events() {
    let matrices = r#"#include <stdio.h>
#include <stdlib.h>
typedef struct { int width; int height; float* elements; } Matrix;
__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C) { float v = 0; int row = blockIdx.y * blockDim.y + threadIdx.y; int col = blockIdx.x * blockDim.x + threadIdx.x; for (int e = 0; e < A.width; ++e) v += A.elements[row * A.width + e] * B.elements[e * B.width + col]; C.elements[row * C.width + col] = v; }
void MatMul(const Matrix A, const Matrix B, Matrix C) {
  Matrix d_A; d_A.width = A.width; d_A.height = A.height; size_t size = A.width * A.height * sizeof(float); cudaMalloc(&d_A.elements, size); cudaMemcpy(d_A.elements, A.elements, size, cudaMemcpyHostToDevice);
  Matrix d_B; d_B.width = B.width; d_B.height = B.height; size = B.width * B.height * sizeof(float); cudaMalloc(&d_B.elements, size); cudaMemcpy(d_B.elements, B.elements, size, cudaMemcpyHostToDevice);
  Matrix d_C; d_C.width = C.width; d_C.height = C.height; size = C.width * C.height * sizeof(float); cudaMalloc(&d_C.elements, size);
  dim3 dimBlock(2, 2); dim3 dimGrid(B.width / dimBlock.x, A.height / dimBlock.y);
  MatMulKernel<<<dimGrid, dimBlock>>>(d_A, d_B, d_C);
  cudaMemcpy(C.elements, d_C.elements, size, cudaMemcpyDeviceToHost);
  cudaFree(d_A.elements); cudaFree(d_B.elements); cudaFree(d_C.elements);
}
int main() { Matrix A, B, C; A.width = A.height = B.width = B.height = C.width = C.height = 4; A.elements = (float*)malloc(64); B.elements = (float*)malloc(64); C.elements = (float*)malloc(64);
  for (int i = 0; i < 16; i++) { A.elements[i] = i; B.elements[i] = i % 5; } MatMul(A, B, C); for (int i = 0; i < 16; i++) printf("%g ", C.elements[i]); }
"#;
    let product = |i: usize| (0..4).map(|e| (i / 4 * 4 + e) * ((e * 4 + i % 4) % 5)).sum::<usize>();
    assert_eq!(prints(matrices), (0..16).map(|i| format!("{} ", product(i))).collect::<String>());
    let events = r#"#include <cstdio>
const int N = 8;
enum Mode { FAST, SLOW = 3 };
float gx[N];
static int calls = 0;
__global__ void square(float* x, int mode) { if (mode == SLOW) x[threadIdx.x] *= x[threadIdx.x]; }
float* prepare() { calls++; float* d; cudaMalloc(&d, N * sizeof(float)); return d; }
int main() {
  for (int i = 0; i < N; i++) gx[i] = i;
  float* d = prepare(); cudaStream_t s; cudaStreamCreate(&s); cudaEvent_t start, stop; cudaEventCreate(&start); cudaEventCreate(&stop);
  cudaMemcpyAsync(d, gx, sizeof(gx), cudaMemcpyHostToDevice, s);
  cudaEventRecord(start, s); square<<<1, N, 0, s>>>(d, SLOW); cudaEventRecord(stop, s); cudaEventSynchronize(stop);
  float ms; cudaEventElapsedTime(&ms, start, stop);
  cudaMemcpyAsync(gx, d, sizeof(gx), cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(s); cudaStreamDestroy(s);
  double total = 0; int i = 0; while (i < N) total += gx[i++];
  printf("total %.1f after %d\n", total, calls);
  puts(ms >= 0 ? "timed" : "not");
  if (total != 140) return 1;
  return 0;
}
"#;
    assert_eq!(prints(events), "total 140.0 after 1\ntimed\n");
}

/// A template of a kernel takes its types from the arguments of a launch, or from what it is by default.
#[test]
fn launches_tell_types_by_their_arguments() {
    let text = "#include <cstdio>\ntemplate <typename T> __global__ void k(T* x, int n) { if (threadIdx.x < n) x[threadIdx.x] *= (T)3 / 2; }\n\
         template <typename T, int N = 4> __global__ void f(T* x, T a) { for (int i = 0; i < N; i++) x[i] += a; }\n\
         int main() { double* d; float* e; cudaMallocManaged(&d, 32); cudaMallocManaged(&e, 16); for (int i = 0; i < 4; i++) { d[i] = i; e[i] = i; }\n\
         k<<<1, 32>>>(d, 4); k<<<1, 32>>>(e, 3); f<<<1, 1>>>(e, 0.5f); f<double, 2><<<1, 1>>>(d, 0.25); cudaDeviceSynchronize();\n\
         for (int i = 0; i < 4; i++) printf(\"%g %g \", d[i], e[i]); }";
    assert_eq!(prints(text), "0.25 0.5 1.75 2 3 3.5 4.5 3.5 ");
    let one =
        "template <typename T> __global__ void k(T* x) { x[0] = sizeof(T); }\nint main() { double* d; cudaMalloc(&d, 8); k<<<1, 1>>>(d); }";
    assert_eq!(run(one).2, [("k_x".to_owned(), vec!["8.0".to_owned()])]);
    let untold = "template <int N> __global__ void k(float* x) { x[0] = N; }\nint main() { float* d; cudaMalloc(&d, 8); k<<<1, 1>>>(d); }";
    let said = semantics::c::compiled(untold, &semantics::instruction::Context::default()).diagnostics;
    assert!(said.iter().any(|said| said.message.contains("do not tell `N`")), "{said:?}");
}

/// An integer that is const stays a number behind a loop, too.
#[test]
fn constants_are_numbers_wherever_they_are_read() {
    let text = "template <int B> __global__ void k(float* x) { __shared__ float s[B]; s[0] = B; x[0] = s[0]; }\n\
         int main() { constexpr int n = 32; const int m = n * 2; float* d; cudaMalloc(&d, 4); float h[1]; for (int i = 0; i < 2; i++) h[0] = i;\n\
         float r[m]; r[m - 1] = 1; k<n><<<1, 1>>>(d); cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost); printf(\"%g %g\", h[0], r[63]); }";
    assert_eq!(prints(text), "32 1");
}
