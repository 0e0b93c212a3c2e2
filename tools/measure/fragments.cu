// Which element of a matrix each lane has behind wmma.load, on this machine's GPU: no manual says it.
//
//     nvcc -std=c++17 -O2 -gencode=arch=compute_90,code=sm_90 fragments.cu -o fragments && ./fragments CHIP DRIVER DAY > fragments.txt
//
// A line `SHAPE MATRIX LAYOUT TYPE` and then for each lane its elements as ROW,COLUMN.

#include <cstdio>
#include <cstdlib>
#include <mma.h>
#include <type_traits>

using namespace nvcuda;
constexpr int MOST = 32;

template <typename T> struct Number {
  using Held = T;
  static __device__ T of(int i) { return static_cast<T>(i); }
};
template <> struct Number<wmma::precision::tf32> {
  using Held = float;
  static __device__ float of(int i) { return static_cast<float>(i); }
};

template <typename Fragment, typename T, bool ACCUMULATOR> static __global__ void ask(int rows, int columns, bool along_rows, int *out) {
  using Held = typename Number<T>::Held;
  __shared__ Held matrix[MOST * MOST];
  for (int which = 0; which < 2; which++) {
    __syncwarp();
    for (int at = threadIdx.x; at < rows * columns; at += 32) {
      const int row = along_rows ? at / columns : at % rows, column = along_rows ? at % columns : at / rows;
      matrix[at] = Number<T>::of(which ? column : row);
    }
    __syncwarp();
    Fragment fragment;
    const int pitch = along_rows ? columns : rows;
    if constexpr (ACCUMULATOR)
      wmma::load_matrix_sync(fragment, matrix, pitch, along_rows ? wmma::mem_row_major : wmma::mem_col_major);
    else
      wmma::load_matrix_sync(fragment, matrix, pitch);
    for (int i = 0; i < fragment.num_elements; i++) out[(threadIdx.x * 64 + i) * 2 + which] = static_cast<int>(static_cast<float>(fragment.x[i]));
    if (threadIdx.x == 0 && which == 0) out[32 * 64 * 2] = fragment.num_elements;
  }
}

template <typename Fragment, typename T, bool ACCUMULATOR>
static void tell(const char *name, int rows, int columns, bool along_rows) {
  static int all[32 * 64 * 2 + 1];
  int *out;
  if (cudaMalloc(&out, sizeof all) != cudaSuccess) exit(1);
  ask<Fragment, T, ACCUMULATOR><<<1, 32>>>(rows, columns, along_rows, out);
  const cudaError_t error = cudaMemcpy(all, out, sizeof all, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    fprintf(stderr, "%s: %s\n", name, cudaGetErrorString(error));
    exit(1);
  }
  cudaFree(out);
  printf("%s\n", name);
  for (int lane = 0; lane < 32; lane++) {
    for (int i = 0; i < all[32 * 64 * 2]; i++) printf("%s%d,%d", i ? " " : "", all[(lane * 64 + i) * 2], all[(lane * 64 + i) * 2 + 1]);
    printf("\n");
  }
}

#define SIDES(M, N, K, T, name)                                                                                                                  \
  tell<wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::row_major>, T, false>("m" #M "n" #N "k" #K " a row " name, M, K, true);                   \
  tell<wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::col_major>, T, false>("m" #M "n" #N "k" #K " a col " name, M, K, false);                  \
  tell<wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::row_major>, T, false>("m" #M "n" #N "k" #K " b row " name, K, N, true);                   \
  tell<wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::col_major>, T, false>("m" #M "n" #N "k" #K " b col " name, K, N, false)
#define THIRD(M, N, K, T, name)                                                                                                                  \
  tell<wmma::fragment<wmma::accumulator, M, N, K, T>, T, true>("m" #M "n" #N "k" #K " c row " name, M, N, true);                                  \
  tell<wmma::fragment<wmma::accumulator, M, N, K, T>, T, true>("m" #M "n" #N "k" #K " c col " name, M, N, false)
#define SHAPES(T, name, WHICH) WHICH(16, 16, 16, T, name); WHICH(32, 8, 16, T, name); WHICH(8, 32, 16, T, name)

int main(int count, char **given) {
  if (count < 4) return fprintf(stderr, "fragments CHIP DRIVER DAY\n"), 2;
  printf("# Fragments of wmma on %s, driver %s, %s (tools/measure/fragments.cu)\n", given[1], given[2], given[3]);
  SHAPES(half, "f16", SIDES);
  SHAPES(__nv_bfloat16, "bf16", SIDES);
  SHAPES(signed char, "s8", SIDES);
  SHAPES(unsigned char, "u8", SIDES);
  SHAPES(half, "f16", THIRD);
  SHAPES(float, "f32", THIRD);
  SHAPES(int, "s32", THIRD);
  SIDES(16, 16, 8, wmma::precision::tf32, "tf32");
  THIRD(16, 16, 8, float, "f32");
  SIDES(8, 8, 4, double, "f64");
  THIRD(8, 8, 4, double, "f64");
  return 0;
}
