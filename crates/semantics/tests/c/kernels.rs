//! Kernels: C as a module of PTX.

use semantics::c::{Compiled, compiled, for_nvcc};
use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::{Launched, NoObserver};
use semantics::module::read;
use semantics::number::Pattern;

fn module(text: &str) -> Compiled {
    let compiled = compiled(text, &Context::default());
    let said: Vec<&String> = compiled.diagnostics.iter().filter(|said| said.is_error()).map(|said| &said.message).collect();
    assert!(said.is_empty(), "{text}: {said:?}");
    compiled
}

/// The numbers of each buffer after a run, in digits.
pub fn run(text: &str, arguments: &[&str], threads: u32) -> Vec<Vec<String>> {
    let module = module(text).module(&Context::default());
    assert!(module.diagnostics.iter().all(|said| !said.is_error()), "{}: {:?}", module.text, module.diagnostics);
    let arguments = arguments.iter().map(|text| Argument::read(text).unwrap()).collect();
    let launched =
        Launched { entry: module.entry(None).unwrap(), arguments, threads: [threads, 1, 1], limit: 1_000_000, ..Launched::default() };
    let mut threads = launched.at(&module, 0).unwrap();
    assert_eq!(threads.run(&mut NoObserver), None, "{}", module.text);
    threads.buffers.iter().map(|buffer| buffer.numbers(&threads.machine.memory).iter().map(Pattern::digits).collect()).collect()
}

/// The hex digits of the one number of so many bits that a kernel or a program leaves.
fn left(text: &str, bits: usize) -> String {
    let module = module(text).module(&Context::default());
    let entry = module.entry(None).unwrap();
    assert_eq!(module.functions[entry].parameters.len(), 1, "{text}: {}", module.text);
    let arguments = vec![Argument::read(&format!("u{}[1]", bits.max(8))).unwrap()];
    let launched = Launched { entry, arguments, limit: 1_000_000, ..Launched::default() };
    let mut threads = launched.at(&module, 0).unwrap();
    assert_eq!(threads.run(&mut NoObserver), None, "{text}: {}", module.text);
    threads.buffers[0].numbers(&threads.machine.memory)[0].hex()
}

#[test]
fn a_program_is_a_kernel_of_one_thread_and_so_is_what_nvcc_gets() {
    let (mut compared, mut sent) = (0, 0);
    let all = [include_str!("programs.txt"), include_str!("random_programs.txt")];
    for line in all.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#')) {
        let (expected, text) = line.split_once(' ').unwrap();
        let text = format!("{text} // -fmad=false");
        let bits = expected.len() * 4;
        assert_eq!(left(&text, bits), expected, "{text}");
        compared += 1;
        if let Some(kernel) = for_nvcc(&text, &Context::default()) {
            assert!(kernel.contains("__global__ void program(") && kernel.contains("// -fmad=false"), "{kernel}");
            assert_eq!(left(&kernel, bits), expected, "{kernel}");
            sent += 1;
        }
    }
    // Nearly all others define functions, which no kernel can hold.
    assert_eq!((compared, sent), (175, 62));
}

#[test]
fn what_nvcc_gets_declares_what_it_names() {
    let sent = |text: &str| for_nvcc(text, &Context::default());
    let kernel = |head: &str, body: &str| Some(format!("__global__ void program({head})\n{{\n{body}}}\n"));
    assert_eq!(sent("a*b + c"), kernel("float a, float b, float c, float *out_d", "    *out_d = a*b + c;\n"));
    assert_eq!(
        sent("y = sqrtf(x); // -prec-sqrt=false"),
        kernel("float x, float *out_y", "    float y;\n    y = sqrtf(x); // -prec-sqrt=false\n    *out_y = y;\n")
    );
    assert_eq!(sent("float h = 2;\nh * 3"), kernel("float *out_d", "    float h = 2;\n    *out_d = h * 3;\n"));
    assert!(sent("__half h = __float2half(0.1f); h").unwrap().starts_with("#include <cuda_fp16.h>\n__global__"));
    let saxpy = "__global__ void k(float *y) { *y = 1; }";
    assert_eq!(sent(saxpy).as_deref(), Some(saxpy));
    // Python, functions beside statements, and what is wrong go nowhere.
    for text in ["import numpy as np\nnp.float32(0.1) + 1", "float f(float x) { return x; } f(1)", "frob(1.0f)"] {
        assert_eq!(sent(text), None, "{text}");
    }
}

#[test]
fn kernels_take_buffers_and_numbers() {
    let saxpy = "__global__ void saxpy(int n, float a, const float* __restrict__ x, float* y) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) y[i] = a * x[i] + y[i];\n}";
    assert_eq!(run(saxpy, &["3", "2", "f32[1,2,3,4]", "f32[10,20,30,40]"], 4)[1], ["12.0", "24.0", "36.0", "40.0"]);
    // A product is fused over statements, and stays apart where nvcc is told so.
    let fused = |text: &str| module(text).text.contains("fma.rn.f32");
    assert!(fused(saxpy) && !fused(&format!("{saxpy} // -fmad=false")));
    // Each line of C stands above what it becomes.
    let compiled = module(saxpy);
    let lines: Vec<&str> = compiled.text.lines().collect();
    let fma = lines.iter().position(|line| line.contains("fma.rn.f32")).unwrap();
    assert_eq!(compiled.from[fma], Some(2));
    assert!(lines.iter().any(|line| line.trim() == "// 3: if (i < n) y[i] = a * x[i] + y[i];"), "{lines:?}");
}

#[test]
fn structures_and_vectors_have_members() {
    let text = "struct P { float x, y; int n; };\n__device__ P scaled(P p, float by) { p.x *= by; p.y *= by; p.n++; return p; }\n\
                __global__ void k(const float4* a, float2* out, float* s) {\n  int i = threadIdx.x;\n  float4 v = a[i];\n  P p = {v.x, v.y, 1};\n\
                for (int t = 0; t < 2; t++) p = scaled(p, 1.5f);\n  out[i] = make_float2(p.x + v.z, p.y * v.w);\n  out[i].x += p.n;\n\
                float2* q = &out[i];\n  s[i] = q->x + (*q).y;\n}";
    let all = run(text, &["f32[1,2,3,4,5,6,7,8]", "f32[4]", "f32[2]"], 2);
    assert_eq!(
        (&all[1][..], &all[2][..]),
        (&["8.25", "18.0", "21.25", "108.0"].map(String::from)[..], &["26.25", "129.25"].map(String::from)[..])
    );
}

#[test]
fn arrays_have_several_lengths() {
    let text = "__constant__ float w[2][3] = {{1, 2, 3}, {4, 5}};\n__global__ void k(float* out) {\n  int m[2][3][2] = {{{1, 2}, {3, 4}, {5, 6}}, {{7}}};\n  int s = 0;\n\
                for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) for (int k = 0; k < 2; k++) s = s * 2 + m[i][j][k];\n\
                const float* row = w[1];\n  out[0] = s; out[1] = row[1] + w[1][2] + w[0][2];\n}";
    assert_eq!(run(text, &["f32[2]"], 1)[0], ["7904.0", "8.0"]);
}

#[test]
fn conditions_of_the_preprocessor_are_read() {
    let text = "#ifdef __CUDACC__\n#define HD __device__\n#else\n#define HD frob ## nix\n#endif\n#if defined(HD) && __CUDA_ARCH__ >= 800\nHD float two() { return 2; }\n\
                #elif 1\nwrong\n#endif\n#define TWICE(x) \\\n  ((x) * \\\n   two())\n__global__ void k(float* out) { *out = TWICE(3.0f); }";
    assert_eq!(run(text, &["f32[1]"], 1)[0], ["6.0"]);
    for (text, code) in [("#if 1\nfloat x = 1;", "macro"), ("#endif\nfloat x = 1;", "macro"), ("#if ((((\n#endif\nfloat x = 1;", "macro")] {
        let said = compiled(text, &Context::default()).diagnostics;
        assert!(said.iter().any(|said| said.code == code), "{text}: {said:?}");
    }
}

#[test]
fn assembly_in_c_has_operands() {
    let text = "__global__ void k(const float* x, unsigned* out) {\n  unsigned d, r = 7; unsigned short h;\n  asm(\"cvt.rna.tf32.f32 %0, %1;\" : \"=r\"(d) : \"f\"(x[0]));\n\
                asm volatile(\"{ cvt.rn.f16.f32 %0, %1;\\n\\t}\" : \"=h\"(h) : \"f\"(x[1]));\n  asm(\"add.u32 %0, %0, %1;\" : \"+r\"(r) : \"r\"(3u));\n\
                out[0] = d; out[1] = h; out[2] = r;\n}";
    let all = run(text, &["f32[1.1,0.5]", "u32[3]"], 1);
    assert_eq!(all[1], [0x3f8c_c000u32.to_string(), 0x3800.to_string(), "10".to_owned()]);
    let said = compiled("__global__ void k(double* x) { asm(\"neg.f32 %0, %1;\" : \"=f\"(x[0]) : \"f\"(x[0])); }", &Context::default())
        .diagnostics;
    assert!(said.iter().any(|said| said.code == "asm"), "{said:?}");
}

#[test]
fn a_launch_gives_the_shape() {
    let text = "#define N 64\n__global__ void k(float* x) { x[threadIdx.x] = 1; }\n__global__ void k_l(float* x) { x[0] = 2; }\n\
                template <int M> __global__ void m(float* x) { x[0] = M; }\nint main() { k<<<N / 32, 32>>>(0); m<3><<<4, 8>>>(0); k<<<1, 1>>>(0); }";
    let read = read(text, &Context::default(), true).expect("a module");
    let shape = |name: &str| read.shape(read.module.functions.iter().position(|own| own.name.starts_with(name)).expect(name));
    assert_eq!(shape("k"), [[32, 1, 1], [2, 1, 1]]);
    assert_eq!(shape("m"), [[8, 1, 1], [4, 1, 1]]);
    // The text launches no other.
    assert_eq!(shape("k_l"), [[1; 3]; 2]);
    // The bounds of a launch become a directive, as nvcc's PTX has it.
    let bounded = |text: &str| module(&[text, " k(float* x) { x[0] = 1; }"].concat());
    for text in ["__global__ void __launch_bounds__(8 * N, 2)", "__launch_bounds__(32) __global__ void"] {
        assert!(bounded(&["#define N 4\n", text].concat()).text.contains("\n.maxntid 32\n"), "{text}");
    }
    let said = compiled("__global__ void __launch_bounds__(n) k(float* x) { x[0] = 1; }", &Context::default()).diagnostics;
    assert!(said.iter().any(|said| said.is_error()), "{said:?}");
}

/// Scopes, lines that go on and a type that is given its own name change nothing. A name that would be that of two things is refused.
#[test]
fn what_stands_around_a_kernel_changes_nothing() {
    let plain = "__constant__ float w[3]; __device__ float g(float x) { return x + 1; } __global__ void k(float* a, unsigned n) { a[n] = g(w[n]); }";
    // But for where lines of the text stand.
    let ptx =
        |text: &str| module(text).text.lines().filter(|line| !line.trim_start().starts_with("//")).map(str::to_owned).collect::<Vec<_>>();
    let of_plain = ptx(plain);
    for text in [
        format!("extern \"C\" {{\n{plain}\n}}"),
        format!("namespace mine {{ {plain} }}"),
        format!("namespace a::b {{ inline namespace c {{ {plain} }} }}"),
        format!("namespace {{ {plain} }}\nusing namespace std;"),
        plain.replace("__device__", "namespace a { __device__").replace("1; }", "1; } }").replace(" g(w", " a::g(w"),
        plain.replace(", unsigned", ", \\\n  unsigned"),
        plain.replace("__constant__", "typedef unsigned int uint32_t; __constant__").replace("unsigned n", "uint32_t n"),
    ] {
        assert_eq!(ptx(&text), of_plain, "{text}");
    }
    let space = "namespace a { double g = 2; double f(double x) { return x * g; } }";
    for text in [
        "namespace a { float f() { return 1; } } namespace b { float f() { return 2; } } int main() { printf(\"%g\", a::f()); }".to_owned(),
        "namespace a { double x = 1, y = 2; } namespace b { double y = 3; } int main() { printf(\"%g\", b::y); }".to_owned(),
        "namespace a { enum { X = 1 }; } namespace b { enum { X = 2 }; } int main() { printf(\"%d\", a::X); }".to_owned(),
        "namespace fast { double exp(double x) { return 1 + x; } } int main() { printf(\"%g\", std::exp(1.0)); }".to_owned(),
        format!("{space} double k(double g) {{ return a::g + g; }} int main() {{ printf(\"%g\", k(1)); }}"),
        format!("{space} int main() {{ double g = 3; printf(\"%g\", a::g); }}"),
        format!("{space} struct S {{ double g; double k() {{ return a::g; }} }}; int main() {{ S s = {{3}}; printf(\"%g\", s.k()); }}"),
        "double g = 1; int main() { double g = 3; printf(\"%g\", ::g); }".to_owned(),
        "int f(int a) { return a; } struct S { int f(int a) { return a + 1; } int k() { return ::f(1); } }; int main() { S s; s.k(); }"
            .to_owned(),
    ] {
        let said = compiled(&text, &Context::default()).diagnostics;
        assert!(said.iter().any(|said| said.code == "namespace" && said.is_error()), "{text}: {said:?}");
    }
}

#[test]
fn variables_of_the_module_are_there_once() {
    // Every thread sees what the others made of them, and two kernels share them.
    let text = "struct P { float x; double y; };\n__constant__ float w[3] = {1, 2, 3};\n__device__ P p = {1, 2};\n__device__ float total;\n__device__ float zero[2] = {};\n\
                __global__ void k(float* x) { p.x += 10; total += p.x; x[threadIdx.x] = p.x + p.y; x[threadIdx.x + 3] = total + zero[1]; }\n\
                __global__ void other(float* x) { x[0] = w[2] + p.y; }";
    let compiled = module(text);
    assert_eq!(["w[", "p[", "total["].map(|name| compiled.text.matches(&format!(".b8 {name}")).count()), [1, 1, 1], "{}", compiled.text);
    let module = compiled.module(&Context::default());
    let arguments = vec![Argument::read("f32[6]").unwrap()];
    let launched = Launched { entry: module.entry(Some("k")).unwrap(), arguments, threads: [3, 1, 1], ..Launched::default() };
    let mut threads = launched.at(&module, 0).unwrap();
    assert_eq!(threads.run(&mut NoObserver), None, "{}", module.text);
    let numbers: Vec<String> = threads.buffers[0].numbers(&threads.machine.memory).iter().map(Pattern::digits).collect();
    assert_eq!(numbers, ["13.0", "23.0", "33.0", "11.0", "32.0", "63.0"]);
}

#[test]
fn a_variable_may_have_the_name_of_a_special_register() {
    let text = "__global__ void k(int* x) { int tid = threadIdx.x; int laneid = tid % 32, warpid = tid / 32, clock = 5;\n\
                x[tid] = tid * 100 + laneid + warpid + clock; }";
    assert_eq!(run(text, &["s32[4]"], 4)[0], ["5", "106", "207", "308"]);
    for name in ["%tid", "%laneid", "%warpid", "%clock"] {
        assert!(!module(text).text.split([',', ';', ' ']).any(|word| word == name), "{}", module(text).text);
    }
}

#[test]
fn jumps_go_to_labels() {
    let text = "__global__ void k(int* out, int n) {\n  int i = 0, s = 0;\nagain:\n  i++;\n  if (i % 2) goto odd;\n  s += 10;\nodd:\n  s += 1;\n  if (i < n) goto again;\n  *out = s;\n}";
    assert_eq!(run(text, &["s32[1]", "5"], 1)[0], ["25"]);
}

/// A function that calls itself as often as a number says which a kernel loads is a function of PTX; each call has registers and arrays of its
/// own, and sums are fused in it.
#[test]
fn functions_call_themselves_as_often_as_numbers_say() {
    let text = "__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n\
        __device__ float horner(const float* c, int n, float x) { return n == 0 ? c[0] : c[n] + x * horner(c, n - 1, x); }\n\
        __device__ void digits(int n, int* out, int& count) { int own[2] = {n % 10, n / 10}; if (own[1] > 0) digits(own[1], out, count); out[count++] = own[0]; }\n\
        __global__ void k(int* x, float* y) { x[0] = fib(x[0]); y[3] = horner(y, 2, 0.1f); int count = 0; digits(x[1], x + 2, count); x[1] = count; }";
    let all = run(text, &["s32[15,4072,0,0,0,0]", "f32[0.1,0.2,0.3,0]"], 1);
    assert_eq!(all[0], ["610", "4", "4", "0", "7", "2"]);
    let fused = 0.1f32.mul_add(0.1f32.mul_add(0.1, 0.2), 0.3);
    assert_eq!(all[1][3], fused.to_string());
    // One that has no end stops, and says where.
    let endless = "__device__ int f(int n) { return f(n + 1) + 1; }\n__global__ void k(int* x) { x[0] = f(x[0]); }";
    let compiled = compiled(endless, &Context::default());
    let module = compiled.module(&Context::default());
    let arguments = vec![Argument::read("s32[1]").unwrap()];
    let launched = Launched { entry: module.entry(None).unwrap(), arguments, ..Launched::default() };
    let stop = launched.begin(&module).unwrap().run(&mut NoObserver).unwrap();
    assert_eq!((stop.code, &*module.functions[stop.function].name), ("depth", "call_f"));
}

#[test]
fn what_is_not_covered_is_said_and_runs_nothing() {
    for (text, code) in [
        ("__global__ void k(float** x) { x[0][0] = 1; }", "parameter"),
        ("__global__ void k(float* x) { x[0] = frob(1.0f); }", "unknown-function"),
        ("struct Q { float x; };\nstruct P { Q q; };\n__global__ void k(P p, float* x) { x[0] = p.q.x; }", "parameter"),
        ("struct P { float x; };\n__global__ void k(float* x) { P p = {1}; x[0] = p + 1; }", "operation"),
        ("struct P { float x; };\n__global__ void k(float* x) { P p = {1}; x[0] = p; }", "structure"),
        (
            "__device__ auto f(int n) { return n < 2 ? 1 : f(n - 1) + f(n - 2); }\n__global__ void k(int* x) { x[0] = f(x[1]); }",
            "recursion",
        ),
        ("__global__ void k(float* x) { x[0] = __shfl_down_sync(-1, x[0]); }", "argument"),
    ] {
        let said = compiled(text, &Context::default()).diagnostics;
        assert!(said.iter().any(|said| said.code == code && said.is_error()), "{text}: {said:?}");
    }
}

/// A number under a letter of a register is moved into one first: an instruction that takes no numbers has it, too.
#[test]
fn numbers_of_assembly_stand_in_registers() {
    let text = "__global__ void k(unsigned* x, float* y) { unsigned d; asm(\"fma.rn.f16x2 %0, %1, %2, %3;\" : \"=r\"(d) : \"r\"(0x3c003c00), \"r\"(0x40004000u), \"r\"(x[0])); x[0] = d;\n\
         float f; asm(\"add.f32 %0, %1, %2;\" : \"=f\"(f) : \"f\"(1.5f), \"f\"(y[0])); y[0] = f; asm(\"add.s32 %0, %1, %2;\" : \"=r\"(d) : \"n\"(5), \"r\"(7)); x[1] = d; }";
    // 2 and 1 are 3, and 2 and 2 are 4.
    let all = run(text, &["u32[0x40003c00,0]", "f32[0.25]"], 1);
    assert_eq!((&all[0][..], &all[1][..]), (&[0x4400_4200u32.to_string(), "12".to_owned()][..], &["1.75".to_owned()][..]));
}
