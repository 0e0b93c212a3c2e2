// What the CUDA math library computes on this machine's GPU, as hashes: a line for each function, which nvcc compiled with the options that
// OPTIONS names.
//
//     nvcc -std=c++17 -O2 -gencode=arch=compute_90,code=sm_90 library.cu -o library && ./library CHIP DRIVER DAY > library.txt
//     (with -use_fast_math also -DSINGLE '-DOPTIONS=" -use_fast_math"')
//
// A function of one single takes all 2^32 operands. A function of doubles or of two numbers takes an operand for each of 2^32 seeds
// (crates/analysis/sweep/pairs.rs and doubles.rs). A hash adds up over operands (crates/analysis/gpu/hash.rs); of 64 bits of a result the
// upper word is mixed in. First stands the hash of every 65521st operand from 0 on, then those of the sixteen windows of 2^28 operands.

#include <cstdint>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#ifndef OPTIONS
#define OPTIONS ""
#endif

constexpr uint32_t STEP = 65521, WINDOWS = 16;

static __device__ uint32_t mix(uint32_t word) {
  word = (word ^ word >> 16) * 0x7feb352d;
  word = (word ^ word >> 15) * 0x846ca68b;
  return word ^ word >> 16;
}

// The operands of a seed.
static __device__ uint32_t single(uint32_t seed, uint32_t salt) {
  uint32_t bits = seed ^ salt;
  bits = (bits ^ bits >> 16) * 0x85ebca6b;
  bits = (bits ^ bits >> 13) * 0xc2b2ae35;
  bits ^= bits >> 16;
  const uint32_t exponent = bits >> 23 & 0xff;
  return (bits & 0x807fffff) | (seed & 1 ? 111 + exponent % 32 : min(exponent, 0xfe)) << 23;
}
static __device__ float x1(uint32_t seed) { return __uint_as_float(single(seed, 0x9e3779b9)); }
static __device__ float y1(uint32_t seed) { return __uint_as_float(single(seed, 0x7f4a7c15)); }

static __device__ double wide(uint32_t seed, uint64_t salt) {
  uint64_t bits = (static_cast<uint64_t>(seed) + 1) * salt;
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
  bits ^= bits >> 31;
  uint64_t exponent = bits >> 52 & 0x7ff;
  exponent = seed & 1 ? 1007 + exponent % 32 : exponent < 0x7fe ? exponent : 0x7fe;
  return __longlong_as_double((bits & 0x800fffffffffffff) | exponent << 52);
}
static __device__ double x2(uint32_t seed) { return wide(seed, 0x9e3779b97f4a7c15); }
static __device__ double y2(uint32_t seed) { return wide(seed, 0xd1b54a32d192ed03); }

static __device__ __half h1(uint32_t seed) { return __ushort_as_half(static_cast<unsigned short>(seed)); }
static __device__ __nv_bfloat16 b1(uint32_t seed) { return __ushort_as_bfloat16(static_cast<unsigned short>(seed)); }

static __device__ uint32_t word(float value) { return __float_as_uint(value); }
static __device__ uint32_t word(int value) { return static_cast<uint32_t>(value); }
static __device__ uint32_t word(long value) { return static_cast<uint32_t>(value) ^ mix(static_cast<uint64_t>(value) >> 32); }
static __device__ uint32_t word(long long value) { return static_cast<uint32_t>(value) ^ mix(static_cast<uint64_t>(value) >> 32); }
static __device__ uint32_t word(double value) { return word(__double_as_longlong(value)); }
static __device__ uint32_t word(__half value) { return __half_as_ushort(value); }
static __device__ uint32_t word(__nv_bfloat16 value) { return __bfloat16_as_ushort(value); }

// Adds up both words of the hash of a window, and of the sample.
static __device__ void count(uint32_t operand, uint32_t result, uint32_t (&sums)[4]) {
  const uint32_t first = mix(result ^ mix(operand)), second = mix(first + 0x9e3779b9);
  sums[0] += first, sums[1] += second;
  if (operand % STEP == 0) sums[2] += first, sums[3] += second;
}

using Kernel = void (*)(uint32_t, uint32_t, uint32_t *);

#define FUNCTION(name, expression)                                                        \
  static __global__ void name(uint32_t first, uint32_t each, uint32_t *out) {             \
    uint32_t sums[4] = {};                                                                \
    for (uint32_t at = 0; at < each; at++) {                                              \
      const uint32_t s = first + (blockIdx.x * each + at) * blockDim.x + threadIdx.x;     \
      count(s, word(expression), sums);                                                   \
    }                                                                                     \
    for (int at = 0; at < 4; at++) atomicAdd(&out[at], sums[at]);                         \
  }
#include "library.h"
#undef FUNCTION

struct Row {
  const char *name;
  Kernel kernel;
  uint64_t operands;
};
static const Row ROWS[] = {
#define FUNCTION(name, expression) {#name, name, OPERANDS},
#include "library.h"
};

static void fail(const char *name, cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s: %s\n", name, cudaGetErrorString(error));
  exit(1);
}

int main(int, char **arguments) {
  uint32_t *device, sums[4];
  fail("memory", cudaMalloc(&device, sizeof sums));
  int version = 0;
  cudaRuntimeGetVersion(&version);
  printf("# The CUDA math library of %d.%d%s on %s, driver %s, %s: hashes (tools/measure/library.cu)\n", version / 1000, version % 1000 / 10,
         OPTIONS, arguments[1], arguments[2], arguments[3]);
  for (const Row &row : ROWS) {
    uint32_t sample[2] = {};
    char line[WINDOWS * 17 + 1] = "";
    const uint32_t windows = row.operands >> 32 ? WINDOWS : 1;
    const uint32_t each = row.operands >> 32 ? 64 : 1, blocks = static_cast<uint32_t>(row.operands / windows / each / 256);
    for (uint32_t window = 0; window < windows; window++) {
      fail(row.name, cudaMemset(device, 0, sizeof sums));
      row.kernel<<<blocks, 256>>>(window << 28, each, device);
      fail(row.name, cudaMemcpy(sums, device, sizeof sums, cudaMemcpyDeviceToHost));
      snprintf(line + window * 17, 18, " %08x%08x", sums[0], sums[1]);
      sample[0] += sums[2], sample[1] += sums[3];
    }
    printf("%s %08x%08x%s\n", row.name + 1, sample[0], sample[1], line);
    fflush(stdout);
  }
}
