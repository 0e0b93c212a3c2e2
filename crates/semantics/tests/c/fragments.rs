//! Tensor cores in C++ (`nvcuda::wmma`): whole programs, and what is said of texts with one mistake. Against nvcc stands `compiled/fragments.rs`.

use super::host::run;
use semantics::c::compiled;
use semantics::instruction::{Context, Target};

/// A kernel of one tile.
const TILE: &str = "#include <mma.h>\n#include <cuda_fp16.h>\nusing namespace nvcuda;\n\
__global__ void k(half *a, half *b, float *c) {\n\
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;\n\
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;\n\
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;\n\
  wmma::fill_fragment(fc, 0.0f);\n\
  wmma::load_matrix_sync(fa, a, 16);\n\
  wmma::load_matrix_sync(fb, b, 16);\n\
  wmma::mma_sync(fc, fa, fb, fc);\n\
  wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);\n}\n";

/// What stands in the tile, what a student writes for it, and a part of what is said.
const MISTAKES: [(&str, &str, &str); 45] = [
    ("#include <mma.h>\n", "", "`#include <mma.h>`"),
    ("using namespace nvcuda;\n", "", "`using namespace nvcuda;`"),
    ("using namespace nvcuda;\n", "using namespace wmma;\n", "`using namespace nvcuda;`"),
    ("wmma::mem_row_major", "wmma::row_major", "a call takes wmma::mem_row_major"),
    (", wmma::mem_row_major", "", "the distance from one line to the next, and a layout"),
    ("fc, fa, fb, fc", "fc, fb, fa, fc", "The second argument of mma_sync is a matrix_a; here it is a matrix_b."),
    ("fc, fa, fb, fc", "fa, fa, fb, fc", "The first argument of mma_sync is an accumulator"),
    ("fc, fa, fb, fc", "fc, fa, fb", "mma_sync takes four fragments"),
    ("half, wmma::row_major>", "half>", "add wmma::row_major or wmma::col_major"),
    ("float> fc", "float, wmma::row_major> fc", "An accumulator has no layout of its own"),
    ("matrix_b, 16, 16, 16", "matrix_b, 16, 16, 8", "it has 16, 16, 16 or 32, 8, 16 or 8, 32, 16."),
    ("accumulator, 16, 16, 16", "accumulator, 32, 8, 16", "here stand m32n8k16 and m16n16k16"),
    ("matrix_a, 16, 16, 16, half", "matrix_a, 16, 16, 16, float", "half, __nv_bfloat16, double, signed char"),
    ("matrix_a, 16, 16, 16", "matrix_a, 16, 16", "A fragment has a list"),
    ("matrix_a, 16", "matrix_a, n", "A fragment has a list"),
    ("half *a", "float *a", "The fragment has numbers of half, and the pointer points to float."),
    ("float *c", "half *c", "The fragment has numbers of float, and the pointer points to __half."),
    ("(fa, a, 16)", "(fa, a)", "a pointer, and the distance from one line to the next"),
    ("(fa, a, 16)", "(fa, a, 17)", "a multiple of 8 numbers of half; here it is 17"),
    ("(fa, a, 16)", "(fa, a, 16, wmma::mem_row_major)", "leave the last argument out"),
    ("(fa, a, 16)", "(&fa, a, 16)", "name a fragment"),
    ("wmma::fill_fragment(fc, 0.0f)", "wmma::load_matrix_sync(fc, c, 16)", "wmma::mem_row_major or wmma::mem_col_major"),
    ("(fc, 0.0f)", "(fc)", "fill_fragment takes a fragment and a number"),
    ("(c, fc, 16", "(fc, c, 16", "The second argument is a fragment; here it is a pointer."),
    ("(c, fc, 16", "(a, fa, 16", "Only an accumulator is stored"),
    ("wmma::accumulator", "wmma::matrix_c", "`matrix_c` of nvcuda::wmma is not covered here."),
    ("matrix_b, 16, 16, 16, half", "matrix_b, 16, 16, 16, __nv_bfloat16", "the pointer points to __half"),
    ("wmma::mma_sync(fc, fa, fb, fc)", "wmma::mma_synch(fc, fa, fb, fc)", "`mma_synch` of nvcuda::wmma is not covered here."),
    ("wmma::mma_sync(fc, fa, fb, fc)", "fc.y[0] = 1", "A fragment has the members x[i] and num_elements."),
    ("wmma::fill_fragment(fc, 0.0f);\n", "", "Nothing gives `fc` its numbers before"),
    (
        "wmma::mma_sync(fc, fa, fb, fc)",
        "const wmma::fragment<wmma::accumulator, 16, 16, 16, float> f2 = fc; wmma::fill_fragment(f2, 1.0f)",
        "`f2` is const here",
    ),
    (
        "wmma::mma_sync(fc, fa, fb, fc)",
        "const wmma::fragment<wmma::accumulator, 16, 16, 16, float> f2 = fc; wmma::mma_sync(f2, fa, fb, fc)",
        "`f2` is const here",
    ),
    (
        "wmma::mma_sync(fc, fa, fb, fc)",
        "const wmma::fragment<wmma::accumulator, 16, 16, 16, float> f2 = fc; f2.x[0] = 1",
        "`f2` is const here",
    ),
    ("(c, fc, 16", "((const float*)c, fc, 16", "the pointer is to no const"),
    ("float *c", "const float *c", "`c` is const here"),
    ("half, wmma::row_major", "char, wmma::row_major", "The numbers of a matrix_a are of one of these types"),
    ("fc, fa, fb, fc", "fc, fa, fb, fc, false", "The fifth argument of mma_sync says whether sums of integers"),
    ("16, wmma::mem_row_major", "16, 1", "The last argument is wmma::mem_row_major or wmma::mem_col_major."),
    ("(fc, 0.0f)", "(fc, c)", "The second argument of fill_fragment is a number; here it is a pointer"),
    ("(fa, a, 16)", "(fa, a, c)", "The distance from one line of the matrix to the next is an integer"),
    ("(fa, a, 16)", "(fa, a, 16.0f)", "C++ converts this number to one"),
    (
        "__global__ void k(half *a,",
        "__constant__ half a[256];\n__global__ void k(half *other,",
        "wmma works in global and shared memory, and `a` is __constant__",
    ),
    ("half, wmma::row_major", "half, void", "says how it lies in memory"),
    ("float> fc", "float, int> fc", "The layout of a fragment is"),
    ("fc, fa, fb, fc", "fc, fa, fc, fc", "The third argument of mma_sync is a matrix_b; here it is an accumulator."),
];

fn said(text: &str, context: &Context) -> Vec<String> {
    compiled(text, context).diagnostics.into_iter().map(|said| said.message).collect()
}

#[test]
fn a_mistake_is_said_in_the_words_of_fragments() {
    assert_eq!(said(TILE, &Context::default()), [""; 0]);
    for (from, to, wanted) in MISTAKES {
        assert!(TILE.contains(from), "{from}");
        let said = said(&TILE.replacen(from, to, 1), &Context::default());
        assert!(said.first().is_some_and(|first| first.contains(wanted)), "{to}: {said:?}");
    }
    // Older chips have no such numbers.
    let text = TILE.replace("half", "__nv_bfloat16");
    let said = |target| said(&text, &Context { target, ..Context::default() });
    assert!(said(Target::SM_75).iter().all(|said| said.contains("needs sm_80 or higher")) && !said(Target::SM_75).is_empty());
    assert_eq!(said(Target::SM_80), [""; 0]);
}

/// What nvcc takes, too.
const TAKEN: [(&str, &str); 7] = [
    ("16, wmma::mem_row_major", "16, c[0] > 1 ? wmma::mem_col_major : wmma::mem_row_major"),
    ("16, wmma::mem_row_major", "16, wmma::layout_t::mem_col_major"),
    ("16, wmma::mem_row_major", "16, (wmma::layout_t)1"),
    ("float> fc", "float, void> fc"),
    ("wmma::store_matrix_sync(c", "float *const p = c; wmma::store_matrix_sync(p"),
    ("wmma::store_matrix_sync(c", "const int i = 0; wmma::store_matrix_sync(i + c"),
    (
        "__global__ void k(half *a, half *b, float *c) {",
        "template <class L> __device__ half *at(half *p) { return p; }\n\
         __global__ void k(half *one, half *b, float *c) {\nhalf *a = at<wmma::row_major>(one);",
    ),
];

#[test]
fn nothing_is_said_of_what_is_right() {
    for (from, to) in TAKEN {
        assert!(TILE.contains(from), "{from}");
        assert_eq!(said(&TILE.replacen(from, to, 1), &Context::default()), [""; 0], "{to}");
    }
}

/// The host of a tile of ones, its device memory `da`, `db` and `dc`.
const HOST: &str = "int main() {\n\
  half a[256];\n  float c[256];\n  half *da, *db;\n  float *dc;\n\
  for (int i = 0; i < 256; i++) a[i] = __float2half(1.0f);\n\
  cudaMalloc(&da, sizeof(a));\n  cudaMalloc(&db, sizeof(a));\n  cudaMalloc(&dc, sizeof(c));\n\
  cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);\n  cudaMemcpy(db, a, sizeof(a), cudaMemcpyHostToDevice);\n\
  k<<<1, 32>>>(da, db, dc);\n\
  cudaMemcpy(c, dc, sizeof(c), cudaMemcpyDeviceToHost);\n  printf(\"%g\\n\", c[0]);\n}\n";

/// A layout that is chosen at run time: of two that differ the matrix is turned over.
#[test]
fn a_layout_may_be_chosen_at_run_time() {
    let text = "#include <cstdio>\n#include <mma.h>\nusing namespace nvcuda;\n\
        __global__ void k(const float *in, float *out, int how) {\n\
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;\n\
        wmma::layout_t to = how & 2 ? wmma::mem_col_major : wmma::mem_row_major;\n\
        wmma::load_matrix_sync(f, in, 16, how & 1 ? wmma::mem_col_major : wmma::mem_row_major);\n\
        wmma::store_matrix_sync(out, f, 16, to);\n}\n\
        int main() {\n  float h[256], *in, *out;\n  for (int i = 0; i < 256; i++) h[i] = i;\n\
        cudaMalloc(&in, sizeof(h));\n  cudaMalloc(&out, sizeof(h));\n\
        cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);\n\
        for (int how = 0; how < 4; how++) {\n    k<<<1, 32>>>(in, out, how);\n\
        cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);\n    printf(\"%g %g\\n\", h[1], h[18]);\n  }\n}\n";
    let (printed, stop, _) = run(text);
    assert_eq!((&*printed, stop), ("1 18\n16 33\n16 33\n1 18\n", None));
}

/// Fragments without numbers are zeros; matrices in local memory stop a run, for which nvcc writes `trap`.
#[test]
fn a_tile_runs_or_says_why_not() {
    let local =
        ("wmma::load_matrix_sync(fa, a, 16)", "half l[256]; for (int i = 0; i < 256; i++) l[i] = a[i]; wmma::load_matrix_sync(fa, l, 16)");
    let stored = ("wmma::store_matrix_sync(c, fc", "float l[256]; wmma::store_matrix_sync(l, fc");
    let empty =
        ("wmma::mma_sync(fc, fa, fb, fc)", "wmma::fragment<wmma::accumulator, 16, 16, 16, float> f2;\nwmma::mma_sync(fc, fa, fb, f2)");
    for ((from, to), wanted) in [(empty, Ok("16\n")), (local, Err("wmma.load works")), (stored, Err("wmma.store works"))] {
        assert!(TILE.contains(from), "{from}");
        let (printed, stop, _) = run(&["#include <cstdio>\n", &TILE.replacen(from, to, 1), HOST].concat());
        match wanted {
            Ok(wanted) => assert_eq!((&*printed, stop), (wanted, None), "{to}"),
            Err(wanted) => assert!(stop.as_ref().is_some_and(|stop| stop.contains(wanted)), "{to}: {stop:?} {printed}"),
        }
    }
}

/// A product of matrices in tiles, by functions with fragments as parameters, in arrays, and through shared memory; against loops on the host.
#[test]
fn a_program_multiplies_matrices_on_tensor_cores() {
    let (printed, stop, _) = run(PRODUCT);
    assert_eq!((&*printed, stop), ("0 of 1024 differ, 8 numbers in a lane, 52\n", None));
}

const PRODUCT: &str = r##"#include <cuda_fp16.h>
#include <mma.h>
#include <cstdio>
using namespace nvcuda::wmma;
#define CHECK(call) do { cudaError_t e = call; if (e != cudaSuccess) printf("%s: %s\n", #call, cudaGetErrorString(e)); } while (0)
constexpr int T = 16, SIZE = 32;
using Sum = fragment<accumulator, T, T, T, float>;
template <int M, int N, int K, typename L>
__device__ void step(fragment<accumulator, M, N, K, float> &sum, const half *a, const half *b, int line) {
  fragment<matrix_a, M, N, K, half, row_major> fa;
  fragment<matrix_b, M, N, K, half, L> fb;
  load_matrix_sync(fa, a, line);
  load_matrix_sync(fb, b, line);
  mma_sync(sum, fa, fb, sum);
}
__global__ void product(const half *a, const half *b, float *c, float alpha) {
  __shared__ half tile[T][T + 8];
  int row = threadIdx.x / 32 * T, lane = threadIdx.x % 32;
  Sum sum[2], old;
  for (int j = 0; j < 2; j++) fill_fragment(sum[j], 0.0f);
  for (int k = 0; k < SIZE; k += T) {
    for (int j = 0; j < 2; j++) {
      __syncthreads();
      for (int i = threadIdx.x; i < T * T; i += blockDim.x) tile[i / T][i % T] = b[(j * T + i / T) * SIZE + k + i % T];
      __syncthreads();
      fragment<matrix_a, T, T, T, half, row_major> fa;
      fragment<matrix_b, T, T, T, half, col_major> fb;
      load_matrix_sync(fa, a + row * SIZE + k, SIZE);
      load_matrix_sync(fb, &tile[0][0], T + 8);
      mma_sync(sum[j], fa, fb, sum[j]);
    }
  }
  for (int j = 0; j < 2; j++) {
    float *to = c + row * SIZE + j * T;
    load_matrix_sync(old, to, SIZE, mem_row_major);
#pragma unroll
    for (int i = 0; i < old.num_elements; i++) old.x[i] = alpha * sum[j].x[i] - old.x[i];
    store_matrix_sync(to, old, SIZE, mem_row_major);
  }
  // Once more, on one warp: the product of the first tiles.
  if (threadIdx.x < 32) {
    fill_fragment(old, 1.0f);
    step<T, T, T, col_major>(old, a, b, SIZE);
    store_matrix_sync(c + SIZE * SIZE, old, T, mem_row_major);
    if (lane == 0) c[SIZE * SIZE + T * T] = old.num_elements;
  }
}
int main() {
  const int count = SIZE * SIZE;
  half a[count], b[count];
  float c[count + T * T + 1], start[count];
  for (int i = 0; i < count; i++) {
    a[i] = __float2half((i * 7 % 13 - 6) * 0.5f);
    b[i] = __float2half(i * 5 % 11 - 5.0f);
    c[i] = start[i] = i % 17;
  }
  half *da, *db;
  float *dc;
  CHECK(cudaMalloc(&da, sizeof(a)));
  CHECK(cudaMalloc(&db, sizeof(b)));
  CHECK(cudaMalloc(&dc, sizeof(c)));
  CHECK(cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dc, c, sizeof(c), cudaMemcpyHostToDevice));
  product<<<1, 64>>>(da, db, dc, 2.0f);
  CHECK(cudaMemcpy(c, dc, sizeof(c), cudaMemcpyDeviceToHost));
  int differ = 0;
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) {
      float sum = 0, first = 1;
      for (int k = 0; k < SIZE; k++) {
        sum += __half2float(a[i * SIZE + k]) * __half2float(b[j * SIZE + k]);
        if (k == T - 1) first += sum;
      }
      differ += c[i * SIZE + j] != 2 * sum - start[i * SIZE + j];
      if (i < T && j < T) differ += c[count + i * T + j] != first;
    }
  }
  printf("%d of %d differ, %d numbers in a lane, %g\n", differ, count, (int)c[count + T * T], c[33]);
}
"##;
