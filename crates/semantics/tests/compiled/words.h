// The word of a result, as tools/measure/library.cu takes it: bits of a single, or 64 bits of which the upper word is still to be mixed in.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

static __device__ unsigned mix(unsigned word) {
  word = (word ^ word >> 16) * 0x7feb352d;
  word = (word ^ word >> 15) * 0x846ca68b;
  return word ^ word >> 16;
}
static __device__ float narrow(float value) { return value; }
static __device__ float narrow(int value) { return __int_as_float(value); }
static __device__ float narrow(long long value) { return __uint_as_float(static_cast<unsigned>(value) ^ mix(static_cast<unsigned>(value >> 32))); }
static __device__ float narrow(long value) { return narrow(static_cast<long long>(value)); }
static __device__ float narrow(__half value) { return __uint_as_float(__half_as_ushort(value)); }
static __device__ float narrow(__nv_bfloat16 value) { return __uint_as_float(__bfloat16_as_ushort(value)); }
static __device__ double wide(double value) { return value; }
static __device__ double wide(int value) { return __longlong_as_double(static_cast<unsigned>(value)); }
static __device__ double wide(long long value) { return __longlong_as_double(value); }
static __device__ double wide(long value) { return wide(static_cast<long long>(value)); }
