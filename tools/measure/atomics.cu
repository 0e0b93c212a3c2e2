// What atomic additions of floating-point numbers, linear filtering of textures and the tiniest sums of tensor cores give on this machine's GPU.
//
//     nvcc -std=c++17 -O2 -gencode=arch=compute_90,code=sm_90 atomics.cu -o atomics && ./atomics CHIP DRIVER DAY > atomics.txt
//
// `form F`: then lines `memory operand result`, the bits of every pair of values. `texture A B`: two texels, then the value at 0.5 + i/4096
// for i from 0 to 4096. `product F a b c d`: a tensor core's a · b + c, all other products zero.

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

using Wide = unsigned long long;
using Values = std::vector<Wide>;

// Zeros, the least subnormals, the largest, the least normals, ones, ties at one, the largest, infinities, NaNs: of a format by its bits.
static Values values(int bits, int fraction) {
  const Wide sign = 1ull << (bits - 1), unit = 1ull << fraction, infinity = sign - unit, one = (infinity >> 1) & ~(unit - 1);
  const Wide tie = one - (static_cast<Wide>(fraction + 1) << fraction);
  const Values plain = {0, 1, unit / 2, unit - 1, unit, unit + 1, one, one + 1, tie, tie + 1, infinity - 1, infinity, infinity + unit / 2, infinity + 1};
  Values all = plain;
  for (Wide value : plain) all.push_back(sign | value);
  return all;
}
// Two halves: each value with another above it.
static Values pairs(int fraction) {
  Values all = values(16, fraction);
  for (size_t at = 0, count = all.size(); at < count / 2; at++) {
    const Wide low = all[at], high = all[count - 1 - at];
    all[at] = high << 16 | low, all[count - 1 - at] = low << 16 | high;
  }
  return all;
}

#define REGISTER_h unsigned short
#define REGISTER_r unsigned
#define REGISTER_l Wide
#define ADDRESS_global __cvta_generic_to_global(cell)
#define ADDRESS_shared __cvta_generic_to_shared(&own)
#define RESULT_global *cell
#define RESULT_shared own

// One form, run by a block a pair; what is left in memory.
#define FORM(place, space, letter, text, ...)                                                                             \
  static __global__ void form##place(const Wide *values, int count, Wide *cells, Wide *out) {                              \
    using T = REGISTER_##letter;                                                                                           \
    __shared__ volatile Wide both;                                                                                         \
    volatile T &own = *reinterpret_cast<volatile T *>(const_cast<Wide *>(&both));                                          \
    volatile T *cell = reinterpret_cast<volatile T *>(cells + blockIdx.x);                                                 \
    const T b = static_cast<T>(values[blockIdx.x % count]);                                                                \
    T old;                                                                                                                 \
    own = *cell = static_cast<T>(values[blockIdx.x / count]);                                                              \
    (void)own;                                                                                                             \
    __threadfence();                                                                                                       \
    const Wide at = ADDRESS_##space;                                                                                       \
    asm volatile(text : "=" #letter(old) : "l"(at), #letter(b) : "memory");                                                \
    __threadfence();                                                                                                       \
    out[blockIdx.x] = RESULT_##space;                                                                                      \
  }
#define __cvta_generic_to_global(p) ::__cvta_generic_to_global(const_cast<T *>(p))
#define __cvta_generic_to_shared(p) ::__cvta_generic_to_shared(const_cast<T *>(p))
#include "atomics.h"
#undef FORM

static void failed(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s\n", cudaGetErrorString(error));
  exit(1);
}

static void ask(const char *form, void (*kernel)(const Wide *, int, Wide *, Wide *), const Values &values) {
  const int count = static_cast<int>(values.size()), all = count * count;
  Wide *in, *cells, *out;
  failed(cudaMalloc(&in, count * sizeof(Wide)));
  failed(cudaMalloc(&cells, all * sizeof(Wide)));
  failed(cudaMalloc(&out, all * sizeof(Wide)));
  failed(cudaMemcpy(in, values.data(), count * sizeof(Wide), cudaMemcpyHostToDevice));
  kernel<<<all, 1>>>(in, count, cells, out);
  Values results(all);
  failed(cudaMemcpy(results.data(), out, all * sizeof(Wide), cudaMemcpyDeviceToHost));
  printf("form %s\n", form);
  for (int at = 0; at < all; at++) printf("%llx %llx %llx\n", values[at / count], values[at % count], results[at]);
}

static __global__ void filtered(cudaTextureObject_t texture, float *out) {
  for (int at = threadIdx.x; at <= 4096; at += blockDim.x) out[at] = tex1D<float>(texture, 0.5f + at / 4096.0f);
}

static void texture(float a, float b) {
  const float texels[2] = {a, b};
  const cudaChannelFormatDesc form = cudaCreateChannelDesc<float>();
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  failed(cudaMallocArray(&resource.res.array.array, &form, 2));
  failed(cudaMemcpy2DToArray(resource.res.array.array, 0, 0, texels, 8, 8, 1, cudaMemcpyHostToDevice));
  cudaTextureDesc how = {};
  how.filterMode = cudaFilterModeLinear;
  how.addressMode[0] = cudaAddressModeClamp;
  cudaTextureObject_t object;
  failed(cudaCreateTextureObject(&object, &resource, &how, nullptr));
  std::vector<float> values(4097);
  float *out;
  failed(cudaMalloc(&out, values.size() * sizeof(float)));
  filtered<<<1, 256>>>(object, out);
  failed(cudaMemcpy(values.data(), out, values.size() * sizeof(float), cudaMemcpyDeviceToHost));
  const auto bits = [](float value) { return *reinterpret_cast<const unsigned *>(&value); };
  printf("texture %x %x\n", bits(a), bits(b));
  for (float value : values) printf("%x\n", bits(value));
}

// The element of row 0 and column 0, of operands whose other elements are zero; c stands everywhere.
#define SINGLE(name, shape, a1, b1)                                                                                                      \
  static __global__ void name(unsigned a, unsigned b, unsigned c, unsigned *out) {                                                       \
    const unsigned first = threadIdx.x % 4 == 0, zero = 0;                                                                               \
    unsigned d0, d1, d2, d3;                                                                                                             \
    asm volatile("mma.sync.aligned." shape " {%0,%1,%2,%3}, {%4," a1 "}, {%6" b1 "}, {%7,%7,%7,%7};"                                     \
                 : "=r"(d0), "=r"(d1), "=r"(d2), "=r"(d3) : "r"(a * first), "r"(zero), "r"(b * first), "r"(c));                          \
    if (threadIdx.x == 0) *out = d0;                                                                                                     \
  }
#define HALF(name, shape, a1, b1)                                                                                                        \
  static __global__ void name(unsigned a, unsigned b, unsigned c, unsigned *out) {                                                       \
    const unsigned first = threadIdx.x % 4 == 0, zero = 0;                                                                               \
    unsigned d0, d1;                                                                                                                     \
    asm volatile("mma.sync.aligned." shape " {%0,%1}, {%2," a1 "}, {%4" b1 "}, {%5,%5};"                                                 \
                 : "=r"(d0), "=r"(d1) : "r"(a * first), "r"(zero), "r"(b * first), "r"(c | c << 16));                                    \
    if (threadIdx.x == 0) *out = d0 & 0xffff;                                                                                            \
  }
HALF(f16_f16, "m16n8k8.row.col.f16.f16.f16.f16", "%3", "")
HALF(f16_e5m2, "m16n8k32.row.col.f16.e5m2.e5m2.f16", "%3,%3,%3", ",%3")
SINGLE(f32_f16, "m16n8k8.row.col.f32.f16.f16.f32", "%5", "")
SINGLE(f32_bf16, "m16n8k8.row.col.f32.bf16.bf16.f32", "%5", "")
SINGLE(f32_tf32, "m16n8k4.row.col.f32.tf32.tf32.f32", "%5", "")

static void product(const char *form, void (*kernel)(unsigned, unsigned, unsigned, unsigned *), const Values &as, const Values &bs, const Values &cs) {
  unsigned *out, result;
  failed(cudaMalloc(&out, sizeof result));
  for (Wide a : as)
    for (Wide b : bs)
      for (Wide c : cs) {
        kernel<<<1, 32>>>(static_cast<unsigned>(a), static_cast<unsigned>(b), static_cast<unsigned>(c), out);
        failed(cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost));
        printf("product %s %llx %llx %llx %x\n", form, a, b, c, result);
      }
}

int main(int, char **arguments) {
  printf("# %s, driver %s, %s: atomics, filtered textures, tiny products (tools/measure/atomics.cu)\n", arguments[1], arguments[2], arguments[3]);
#define FORM(place, space, letter, text, name, list) ask(name, form##place, list);
#include "atomics.h"
  texture(0, 1), texture(1, 2), texture(1, 3.3f), texture(1e-40f, 3e-39f), texture(16777216.0f, 1), texture(-1, 1), texture(0.1f, 0.2f), texture(1e38f, 3e38f);
  product("f16_f16", f16_f16, {0, 0x8000, 1, 0x8001, 0x8003, 0x83ff}, {1, 0x1000, 0x3400, 0x3800, 0x3801, 0x3c00}, {0, 0x8000, 1, 0x8001});
  product("f16_e5m2", f16_e5m2, {0, 0x80, 1, 0x81, 0x83}, {1, 0x14, 0x18, 0x1c, 0x20, 0x28, 0x3c}, {0, 0x8000, 1, 0x8001});
  product("f32_f16", f32_f16, {0, 0x8000, 1, 0x8001}, {1, 0x3c00}, {0, 0x80000000, 1, 0x80000001});
  product("f32_bf16", f32_bf16, {0, 0x8000, 1, 0x8001, 0x8080, 0x9b80}, {1, 0x1b80, 0x3380, 0x33c0, 0x3400, 0x3480, 0x3f80}, {0, 0x80000000, 1, 0x80000001});
  product("f32_tf32", f32_tf32, {0, 0x80000000, 0x80002000, 0x80800000, 0x9b800000}, {0x2000, 0x1b800000, 0x33800000, 0x33c00000, 0x34000000, 0x3f800000}, {0, 0x80000000, 1, 0x80000001});
}
